"""The words, stand-in cards and log of Rivals for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from vendetta_kit.games.rivals.course.drills.calculation_questions import CalculationSketch
from vendetta_kit.games.rivals.course.markup import MARKUP
from vendetta_kit.games.rivals.engine.views import View
from vendetta_kit.games.rivals.wording.log_lines import log_lines
from vendetta_kit.games.rivals.wording.message_text import card_text, name_of, type_of, vampires
from vendetta_kit.games.rivals.wording.message_text import say as game_word
from vendetta_kit.rulebook import RIVALS
from vendetta_widgets.game_words import GameWords, Log, plain_card, turn_of, turn_title, turn_when
from vendetta_widgets.html import Html, HtmlWriter

from . import table_html


def _card(pen: HtmlWriter, name: str) -> Html:
    return plain_card(name, (pen.game("type", type_of(name)), card_text(name, pen.lang)), pen)


def _cards(lang: str) -> Mapping[str, str]:
    """Return the kind of each card to search for: the vampires, as other stand-ins have no names."""
    return {name: game_word("type", "vampire", lang) for name in vampires()}


def _table(view: View, pen: HtmlWriter, sums: bool) -> list[Html]:
    return [table_html.clock(view, pen), table_html.city(view, pen), table_html.players(view, pen)]


def _asked(
    view: CalculationSketch, pen: HtmlWriter, sums: bool, shows: Sequence[str], before: CalculationSketch | None
) -> list[Html]:
    return [table_html.sketch(view, pen)]


WRITING: Final = GameWords(
    game="rivals",
    book=RIVALS,
    say=game_word,
    name=lambda card, lang: name_of(str(card), lang),
    text=card_text,
    described=lambda card, lang: f"{name_of(card, lang)}. {card_text(card, lang)}",
    card=_card,
    cards=_cards,
    markup=MARKUP,
    log=Log(log_lines, turn_of, turn_title, heads=("turn",), untold=("turn", "start_of_turn", "end_of_turn")),
    when=turn_when,
    table=_table,
    asked=_asked,
    marks=("kit",),
)
