"""How V:TES is written on a page: its words, cards and log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.course.markup import MARKUP
from vendetta_kit.games.vtes.engine.box import practice_set
from vendetta_kit.games.vtes.wording.card_text import card_lines
from vendetta_kit.games.vtes.wording.log import log_lines
from vendetta_kit.games.vtes.wording.words import say as game_word
from vendetta_kit.rulebook import VTES
from vendetta_widgets.pen import Html, Pen
from vendetta_widgets.writing import Log, Writing, plain_card, turn_of, turn_title, turn_when

if TYPE_CHECKING:
    from vendetta_kit.games.vtes.engine.views import View

__all__ = ["WRITING"]


def _name(card: str | int, lang: str) -> str:
    return practice_set()[str(card)].named(lang)


def _text(card: str, lang: str) -> str:
    return " ".join(f"{line.rstrip('.')}." for line in card_lines(practice_set()[card], lang))


def _card(pen: Pen, name: str) -> Html:
    return plain_card(name, card_lines(practice_set()[name], pen.lang), pen)


def _cards(lang: str) -> Mapping[str, str]:
    return {name: game_word("type", card.type, lang) for name, card in practice_set().items()}


def _table(view: View, pen: Pen, sums: bool) -> list[Html]:
    from . import table
    from .strip import strip

    return [table.clock(view, pen), strip(view, pen), table.players(view, pen)]


WRITING: Final = Writing(
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
    marks=("kit",),
)
