"""The words, cards and log of V:TES for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from vendetta_kit.games.vtes.course.markup import MARKUP
from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.games.vtes.wording.card_text import card_lines
from vendetta_kit.games.vtes.wording.log_lines import log_lines
from vendetta_kit.games.vtes.wording.message_text import say as game_word
from vendetta_kit.rulebook import VTES
from vendetta_widgets.game_words import GameWords, Log, plain_card, turn_of, turn_title, turn_when
from vendetta_widgets.html import Html, HtmlWriter

from . import ring_html, stage_html
from .card_html import large
from .own_cards import printed


def _name(card: str | int, lang: str) -> str:
    return printed(str(card)).named(lang)


def _text(card: str, lang: str) -> str:
    return " ".join(f"{line.rstrip('.')}." for line in card_lines(printed(card), lang))


def _card(pen: HtmlWriter, name: str) -> Html:
    return plain_card(name, card_lines(printed(name), pen.lang), pen, large(pen, name))


def _cards(lang: str) -> Mapping[str, str]:
    return {name: game_word("type", card.type, lang) for name, card in practice_set().items()}


def _table(view: View, pen: HtmlWriter, sums: bool) -> list[Html]:
    return [ring_html.clock(view, pen), stage_html.going_on(view, pen), ring_html.players(view, pen)]


def _asked(view: View, pen: HtmlWriter, sums: bool, shows: Sequence[str], before: View | None) -> list[Html]:
    """Return the clock and all players, or the stage that a question names, which tells what comes of it."""
    stage = stage_html.going_on(view, pen) if "stage" in shows else None
    return [ring_html.clock(view, pen), stage or ring_html.players(view, pen, before=before)]


WRITING: Final = GameWords(
    game="vtes",
    book=VTES,
    say=game_word,
    name=_name,
    text=_text,
    described=lambda card, lang: f"{_name(card, lang)}. {_text(card, lang)}",
    card=_card,
    cards=_cards,
    markup=MARKUP,
    log=Log(
        log_lines,
        turn_of,
        turn_title,
        heads=("turn",),
        steps=("phase",),
        untold=("phase", "turn", "table", "dealt", "no_block", "drawn"),
    ),
    when=turn_when,
    table=_table,
    asked=_asked,
    marks=("kit",),
)
