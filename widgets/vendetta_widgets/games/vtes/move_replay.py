"""The others' moves, shown deed by deed: an action with its blocks, its fight and its outcome is one thing to look at.

What lies between the actions of a turn is shown together, too: what a player does before her minions act, and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.log import LogLine

from ...html import Html, HtmlWriter, tag
from ...move_replay import EVERY, MoveReplay, ShownMove, lines_of, moves_since, reading, several
from ...play_session import Session
from .phase_banner import NO_VOTES
from .table_news import NONE, weightiest

__all__ = ["ShownAction", "VtesMoveReplay", "deeds"]

MOST_LINES: Final = 6
"""So many lines of a deed are shown: how it began, and what came of it."""


class ShownAction(NamedTuple):
    """What is shown at once: ``at`` and ``before`` say after how many actions it is over, and had not begun."""

    at: int
    since: int
    before: int


class VtesMoveReplay(MoveReplay):
    """The deeds that are still to be shown."""

    def begin(self, session: Session, since: int, stops: Sequence[Any] = ()) -> None:
        told = {stop.at for stop in stops}
        self.lay(deeds(session.view, moves_since(session, since, told, own=_answers(session))))

    def html(self, view: Any, pen: HtmlWriter, slowly: bool) -> Html:
        """The deed that is due, in the log's words: its beginning, and what came of it."""
        lines = _with_votes(view, lines_of(view, self._steps[0].since, pen), pen)
        shown = _in_brief(lines)
        first = sorted(lines, key=lambda line: line.kind != NONE)  # its rules stand nowhere else
        why = [self.rules(first, pen), tag("p", pen.say("show.own"), cls="vk-small")]
        time = EVERY * min(3, len(lines)) + (reading(shown) if slowly else 0)
        out = view.me is not None and not view.seats[view.me].here
        return self.box(
            shown, why, self.place(), time, pen.say("show"), pen, skip=pen.say("show.to_end" if out else "show.to_mine")
        )


def _with_votes(view: View, lines: list[LogLine], pen: HtmlWriter) -> list[LogLine]:
    """Say in a deed with a referendum that the reader had no votes: with some she would have been asked (POL-05)."""
    kinds = [line.kind for line in lines]
    if view.me is None or not view.seats[view.me].here or not {"referendum", "outcome"} <= set(kinds):
        return lines
    since = lines[0].n
    if any(event.kind == "vote" and event.seat == view.me for event in view.events if event.n >= since):
        return lines
    at = kinds.index("outcome")
    said = lines[at]._replace(text=pen.say("vtes.strip.no_votes"), rules=NO_VOTES, kind=NONE)
    return [*lines[:at], said, *lines[at:]]


def _answers(session: Session) -> set[int]:
    """Return which of her moves that were her last decision are told, too: after how many actions.

    They are answers in another's turn: what comes of it comes with the answer that ends it, and of what she let go by
    unasked she has seen nothing.
    """
    points = session.turning_points()[-session.last_moves :]
    before = session.view_at(points[0])
    if before.moment.seat == session.me:
        return set()
    after = session.view_at(points[0] + 1)
    over = (before.action and not after.action) or (before.combat and not after.combat)
    return {point + 1 for point in (points if over else points[1:])}


def deeds(view: View, moves: Iterable[ShownMove]) -> list[ShownAction]:
    """Put the moves together that belong to one deed.

    Args:
        view: the game in which they were made, with its events.
        moves: the moves that would be shown one by one, in their order.
    """
    parts = sorted(event.n for event in view.events if event.kind == "turn" or _leads_on(event))
    actions = sorted(event.n for event in view.events if event.kind == "action")
    found: list[ShownAction] = []
    last = None
    rows = list(moves)
    for move, after in zip_longest(rows, rows[1:]):
        until = after.since if after is not None else float("inf")  # a card is played, and with it an action begins
        now = sum(n <= move.since for n in parts), sum(n < until for n in actions)
        if now == last:
            found[-1] = found[-1]._replace(at=move.at)
        else:
            found.append(ShownAction(move.at, move.since, move.at - 1))
        last = now
    return found


def _leads_on(event: Any) -> bool:
    """Whether a phase begins in which the minions act no more."""
    return event.kind == "phase" and event.data["phase"] == "influence"


def _in_brief(lines: Sequence[LogLine]) -> Html:
    """The lines; of a long deed how it began, and of the rest what it came to, then what was last."""
    if len(lines) <= MOST_LINES:
        return several(lines)
    first, rest = lines[:2], lines[2:]
    told, kept = ([tag("li", line.text) for line in some] for some in (first, weightiest(rest, MOST_LINES - 2)))
    return tag("ul", told, tag("li", "…"), kept, cls="vk-lines")
