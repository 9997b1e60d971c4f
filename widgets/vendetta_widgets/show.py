"""The bots' moves since the person's last one, shown one after the other: what was done, and what it rests on.

The tokens of a Withdraw step have a moment of their own: who stays and who leaves, and the cards that turn up, on the
table as it lay then, before any card acts.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit import rulebook
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.wording.log import log_lines

from . import table
from .controls import button
from .pen import Html, Pen, tag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vendetta_kit.games.vendetta.engine.views import View
    from vendetta_kit.games.vendetta.wording.log import LogLine

    from .recap import Stop
    from .session import Session

__all__ = ["Show", "Step", "reveal"]

EVERY: Final = 600
"""Milliseconds that each move is shown to who knows the cards."""
REVEAL: Final = 2400
"""… and that a reveal of tokens and cards is shown: it is what everybody has waited for."""
A_WORD: Final = 250
"""Milliseconds more for each word, for who reads them for the first time."""
UNTOLD: Final = frozenset({"round", "phase", "location", "step", "turn"})
"""What is nobody's move."""
MOST: Final = 4
"""So many lines, and rules behind "why?", are shown of a move; the log has all."""
MOST_REVEALED: Final = 8
"""So many lines are shown of a reveal: who stays and who leaves, and a line for whoever turns cards up."""


class Step(NamedTuple):
    """A bot's move that is shown: after how many actions, and the number of the first thing that it brought about.

    ``until`` is the number of the last thing that is shown of it: after a reveal the same action may bring about more.
    """

    at: int
    since: int
    until: int = 0


class Show:
    """The moves that are still to be shown."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Nothing more is shown."""
        self._steps: list[Step] = []

    def begin(self, session: Session, since: int, stops: Sequence[Stop]) -> None:
        """The bots have answered; lines from number ``since`` on are new; at ``stops`` a Location is told whole."""
        view = session.view
        tokens = [event.n for event in view.events if event.kind == "tokens" and event.n >= since]
        reveals = {step.at: step for step in (reveal(session, n) for n in tokens)}
        mine, told = session.turning_points()[-1] + 1, {stop.at for stop in stops}
        firsts: dict[int, int] = {}
        for line in log_lines(view):
            if line.n >= since and line.kind not in UNTOLD:
                at = session.moment_of(line.n)
                shown = reveals.get(at)
                if at not in told and (at > mine if shown is None else line.n > shown.until):
                    firsts.setdefault(at, line.n)
        self._steps = sorted([*itertools.starmap(Step, firsts.items()), *reveals.values()])

    def step(self, stop: Stop | None) -> Step | None:
        """The move to be shown now, if one comes before the next stop."""
        if self._steps and (stop is None or self._steps[0].since < stop.n):
            return self._steps[0]
        return None

    def go_on(self) -> None:
        """Past this move."""
        self._steps = self._steps[1:]

    def html(self, view: View, step: Step, pen: Pen, counts: bool, slowly: bool) -> Html:
        """What was done, in words, with what it rests on; made from what the reader may know and nothing else.

        ``counts``: whether the Power that lies open is added up; ``slowly``: whether there is time to read.
        """
        lines = [line for line in log_lines(view, pen.lang) if line.n >= step.since and line.kind not in UNTOLD]
        revealed = step.until > 0
        lines = lines[: MOST_REVEALED if revealed else MOST]
        skip = button(pen.say("show.skip"), "skip", cls="vk-skip", data_key="skip", data_escape=True)
        told = tag("ul", [tag("li", line.text) for line in lines], cls="vk-lines")
        reading = A_WORD * sum(len(line.text.split()) for line in lines) if slowly else 0
        return tag(
            "div",
            skip,
            told,
            _why(view, lines, step, pen, counts),
            role="group",
            aria_label=pen.say("show"),
            data_every=(REVEAL if revealed else EVERY) + reading,
            lang=pen.lang,
        )


def reveal(session: Session, tokens: int) -> Step:
    """The moment in which tokens are revealed, and then cards; ``tokens`` is the number of that event.

    It ends with the Revelation (REV-01), or where the action ends: a card may ask before.
    """
    at = session.moment_of(tokens)
    last = tokens
    for event in session.view.events:
        if event.n > tokens and event.kind != "tokens":
            if event.moment.step not in ("withdraw", "revelation") or session.moment_of(event.n) != at:
                break
            last = event.n
    return Step(at, tokens, last)


def _why(view: View, lines: list[LogLine], step: Step, pen: Pen, counts: bool) -> Html:
    """What lies open there and the rules. The bot's own reason stays with it: it is made from its hand."""
    at = lines[0].at
    facts = []
    for found in flows.powers(view, at) if counts and at is not None else ():
        facts.append(tag("li", f"{view.names[found.seat]}: {table.power_words(found, pen)}"))
    rules = list(dict.fromkeys(rule for line in lines for rule in line.rules))[:MOST]
    titles = [tag("li", pen.rule(rule), " ", rulebook.find(rule, pen.lang).title) for rule in rules]
    return tag(
        "details",
        tag("summary", pen.say("show.why")),
        tag("p", pen.say("show.open", at=pen.place(at))) if facts and at is not None else None,
        tag("ul", facts) if facts else None,
        tag("ul", titles),
        tag("p", pen.say("show.own"), cls="vk-small"),
        cls="vk-show-why",
        data_key=f"why-{step.at}",
    )
