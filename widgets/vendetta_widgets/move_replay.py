"""The bots' moves since the person's last one, shown one after the other: what was done, and what it rests on.

:class:`MoveReplay` knows no game: a move is told by the lines that the log has of it. A game that has more to show of
one makes a class of its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from vendetta_kit.kernel.log import LogLine

from .controls import button
from .games import writing
from .html import Html, HtmlWriter, joined, tag
from .play_session import Session

__all__ = ["MOST", "MoveReplay", "ShownMove", "lines_of", "moves_since", "reading", "several"]

EVERY: Final = 600
"""Milliseconds that each move is shown to who knows the game …"""
A_WORD: Final = 250
"""… and more for each word, for who reads them for the first time."""
MOST: Final = 4
"""So many lines, and rules behind "why?", are shown of a move; the log has all."""


_TAG: Final = re.compile("<[^>]+>")


class ShownMove(NamedTuple):
    """What is shown at once: ``at`` is after how many actions, ``since`` the number of the first thing that is told."""

    at: int
    since: int


class MoveReplay:
    """The moves that are still to be shown; ``stop`` is where she will be led first, ``None`` if nowhere."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Nothing more is shown."""
        self._all: list[Any] = []
        self._steps: list[Any] = []

    def begin(self, session: Session, since: int, stops: Sequence[Any] = ()) -> None:
        """The bots have answered; lines from number ``since`` on are new; at ``stops`` she is told what has come."""
        self.lay(moves_since(session, since, {stop.at for stop in stops}))

    def lay(self, steps: Iterable[Any]) -> None:
        """Show these from now on, in the order in which they came to pass."""
        self._all = self._steps = sorted(steps, key=lambda step: step.since)

    def step(self, stop: Any = None) -> Any:
        """The move to be shown now, if one comes before the next stop."""
        if self._steps and (stop is None or self._steps[0].since < stop.n):
            return self._steps[0]
        return None

    def place(self, since: int | None = None, stop: Any = None) -> tuple[int, int]:
        """Return which of how many is shown, of all from number ``since`` on and before the next stop."""
        end = stop.n if stop is not None else None
        found = [step for step in self._all if step.since >= (since or 0) and (end is None or step.since < end)]
        return found.index(self._steps[0]) + 1, len(found)

    def go_on(self) -> None:
        """Past this move."""
        self._steps = self._steps[1:]

    def pass_by(self, since: int) -> None:
        """Past all that begins before this number: it has been shown already."""
        self._steps = [step for step in self._steps if step.since >= since]

    def skip(self, stop: Any = None) -> None:
        """Past all that comes before the next stop."""
        while self.step(stop) is not None:
            self.go_on()

    def html(self, view: Any, pen: HtmlWriter, slowly: bool) -> Html:
        """The move that is due, in the log's words; ``view`` lies as after it. ``slowly``: there is time to read."""
        step = self._steps[0]
        lines = lines_of(view, step.since, pen)
        shown = several(lines[:MOST])
        why = [self.rules(lines, pen), tag("p", pen.say("show.own"), cls="vk-small")]
        time = EVERY + (reading(shown) if slowly else 0)
        return self.box(shown, why, self.place(), time, pen.say("show"), pen)

    def box(
        self, shown: Html, why: Iterable[Html | None], place: tuple[int, int], time: int, label: str, pen: HtmlWriter,
        beat: str = "", skip: str = "",
    ) -> Html:  # fmt: skip
        """What is shown, the way past it, and what it rests on; after ``time`` milliseconds the page goes on.

        ``skip`` are the words for going past all that is left; left out, the usual ones.
        """
        keys = tag("span", " (Esc)", cls="vk-if-keys")
        past = button(
            joined([skip or pen.say("show.skip"), keys]), "skip", cls="vk-skip", data_key="skip", data_escape=True
        )
        on = button(pen.say("show.next"), "step_on", cls="vk-show-next", data_key="step-on")
        return tag(
            "div",
            tag("span", on, past, cls="vk-show-ways"),
            tag("div", shown, cls="vk-told"),
            tag("span", pen.say("show.place", n=place[0], of=place[1]), cls="vk-small vk-show-place"),
            tag(
                "details",
                tag("summary", pen.say("show.why")),
                list(why),
                cls="vk-show-why",
                data_key=f"why-{self._steps[0].since}",
            ),
            role="group",
            aria_label=label,
            data_every=time,
            data_beat=beat or None,
            lang=pen.lang,
        )

    @staticmethod
    def rules(lines: Iterable[LogLine], pen: HtmlWriter) -> Html:
        """The rules behind these lines by their titles."""
        rules = list(dict.fromkeys(rule for line in lines for rule in line.rules))[:MOST]
        return tag("ul", [tag("li", pen.rule(rule), " ", pen.rule_title(rule)) for rule in rules])


def moves_since(
    session: Session, since: int, told: Collection[int] = (), but: Collection[int] = (), own: Collection[int] = ()
) -> list[ShownMove]:
    """Return the bots' moves that the log tells of, from number ``since`` on.

    Args:
        session: the game, in which the person has moved.
        since: the number of the first thing that has followed from it.
        told: moves that are told elsewhere: after how many actions.
        but: numbers of what is shown otherwise.
        own: moves of the person herself that are told as well: after how many actions.
    """
    mine = {point + 1 for point in session.turning_points()}
    log = writing(session.wish.GAME).log
    firsts: dict[int, int] = {}
    for line in log.lines(session.view, "en"):
        if line.n >= since and line.kind not in log.untold and line.n not in but:
            at = session.moment_of(line.n)
            if at not in told and (at not in mine or at in own):
                firsts.setdefault(at, line.n)
    return [ShownMove(at, n) for at, n in firsts.items()]


def lines_of(view: Any, since: int, pen: HtmlWriter) -> list[LogLine]:
    """Return the lines from number ``since`` on that tell of what somebody did."""
    untold = pen.writing.log.untold
    return [line for line in pen.lines(view) if line.n >= since and line.kind not in untold]


def several(lines: Iterable[LogLine]) -> Html:
    """Lines one below the other."""
    return tag("ul", [tag("li", line.text) for line in lines], cls="vk-lines")


def reading(shown: Html) -> int:
    """How many milliseconds it takes to read this for the first time."""
    return A_WORD * len(_TAG.sub(" ", shown).split())
