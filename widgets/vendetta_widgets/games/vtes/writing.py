"""How V:TES is written on a page: its words, cards and log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.course.markup import MARKUP
from vendetta_kit.games.vtes.engine.box import practice_set
from vendetta_kit.games.vtes.wording.card_text import card_lines
from vendetta_kit.games.vtes.wording.log import log_lines
from vendetta_kit.games.vtes.wording.words import say as game_word
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.rulebook import VTES
from vendetta_widgets.pen import Html, Pen, tag
from vendetta_widgets.writing import Log, Writing

if TYPE_CHECKING:
    from vendetta_kit.games.vtes.engine.views import View

__all__ = ["WRITING"]


def _name(card: str | int, lang: str) -> str:
    return practice_set()[str(card)].named(lang)


def _text(card: str, lang: str) -> str:
    return " ".join(f"{line.rstrip('.')}." for line in card_lines(practice_set()[card], lang))


def _card(pen: Pen, name: str) -> Html:
    lines = [tag("p", line, cls="vk-text") for line in card_lines(practice_set()[name], pen.lang)]
    mark = tag("p", pen.say("mark.kit.sign"), " ", pen.say("mark.kit.long"), cls="vk-mark")
    return tag("div", tag("b", pen.name(name), cls="vk-card-name"), lines, mark, cls="vk-card vk-plain", lang=pen.lang)


def _cards(lang: str) -> Mapping[str, str]:
    return {name: game_word("type", card.type, lang) for name, card in practice_set().items()}


def _chapter(line: LogLine) -> Hashable:
    """A turn; what comes before the first is the set-up, what comes at the end stays with the last."""
    return line.moment.turn


def _title(view: View, line: LogLine, pen: Pen) -> str:
    moment = line.moment
    if not moment.turn:
        return pen.game("phase", moment.phase)
    return f"{pen.game('board', 'turn', n=moment.turn)} · {view.names[moment.seat]}"


def _when(view: View, pen: Pen) -> str:
    moment = view.moment
    if view.over:
        return pen.game("phase", moment.phase)
    turn = pen.game("board", "turn", n=moment.turn)
    return f"{turn} · {view.names[moment.seat]} · {pen.game('phase', moment.phase)}"


def _table(view: View, pen: Pen) -> list[Html]:
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
        _chapter,
        _title,
        heads=("turn",),
        steps=("phase",),
        untold=("phase", "turn", "table", "dealt", "no_block", "drawn"),
    ),
    when=_when,
    table=_table,
    marks=("kit",),
)
