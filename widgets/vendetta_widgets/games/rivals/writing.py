"""How Rivals is written on a page: its words, stand-in cards and log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.rivals.course.markup import MARKUP
from vendetta_kit.games.rivals.wording.log import log_lines
from vendetta_kit.games.rivals.wording.words import card_text, name_of, type_of, vampires
from vendetta_kit.games.rivals.wording.words import say as game_word
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.rulebook import RIVALS
from vendetta_widgets.pen import Html, Pen, tag
from vendetta_widgets.writing import Log, Writing

if TYPE_CHECKING:
    from vendetta_kit.games.rivals.engine.views import View

__all__ = ["WRITING"]


def _card(pen: Pen, name: str) -> Html:
    kind = tag("p", pen.game("type", type_of(name)), cls="vk-text")
    text = tag("p", card_text(name, pen.lang), cls="vk-text")
    mark = tag("p", pen.say("mark.kit.sign"), " ", pen.say("mark.kit.long"), cls="vk-mark")
    return tag(
        "div", tag("b", pen.name(name), cls="vk-card-name"), kind, text, mark, cls="vk-card vk-plain", lang=pen.lang
    )


def _cards(lang: str) -> Mapping[str, str]:
    """The vampires: the other stand-ins have no names to search for."""
    return {name: game_word("type", "vampire", lang) for name in vampires()}


def _chapter(line: LogLine) -> Hashable:
    return line.moment.turn


def _title(view: View, line: LogLine, pen: Pen) -> str:
    if not line.moment.turn:
        return pen.game("phase", "set_up")
    return f"{pen.game('board', 'turn', n=line.moment.turn)} · {view.names[line.moment.seat]}"


def _when(view: View, pen: Pen) -> str:
    moment = view.moment
    if not moment.turn or view.over:
        return pen.game("phase", moment.phase)
    turn = pen.game("board", "turn", n=moment.turn)
    return f"{turn} · {view.names[moment.seat]} · {pen.game('phase', moment.phase)}"


def _table(view: View, pen: Pen) -> list[Html]:
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
    log=Log(log_lines, _chapter, _title, heads=("turn",), untold=("turn", "start_of_turn", "end_of_turn")),
    when=_when,
    table=_table,
    marks=("kit",),
)
