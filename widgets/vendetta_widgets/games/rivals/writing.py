"""How Rivals is written on a page: its words, stand-in cards and log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.rivals.course.markup import MARKUP
from vendetta_kit.games.rivals.wording.log import log_lines
from vendetta_kit.games.rivals.wording.words import card_text, name_of, type_of, vampires
from vendetta_kit.games.rivals.wording.words import say as game_word
from vendetta_kit.rulebook import RIVALS
from vendetta_widgets.pen import Html, Pen
from vendetta_widgets.writing import Log, Writing, plain_card, turn_of, turn_title, turn_when

if TYPE_CHECKING:
    from vendetta_kit.games.rivals.engine.views import View

__all__ = ["WRITING"]


def _card(pen: Pen, name: str) -> Html:
    return plain_card(name, (pen.game("type", type_of(name)), card_text(name, pen.lang)), pen)


def _cards(lang: str) -> Mapping[str, str]:
    """The vampires: the other stand-ins have no names to search for."""
    return {name: game_word("type", "vampire", lang) for name in vampires()}


def _table(view: View, pen: Pen, sums: bool) -> list[Html]:
    from . import table

    return [table.clock(view, pen), table.city(view, pen), table.players(view, pen)]


WRITING: Final = Writing(
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
    marks=("kit",),
)
