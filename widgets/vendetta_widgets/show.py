"""The bots' moves since the person's last one, shown one after the other: what was done, and what it rests on.

What comes of a Location is shown in beats, on the table as it lay then: the tokens and the cards that turn up, what
cards do, the Power of each Position, the crown, what each player gets, and what cards do after it. A beat says nothing
that comes later.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit import rulebook
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.wording.log import after, log_lines
from vendetta_kit.kernel.events import Event

from . import table
from .controls import button
from .outcome import VERDICTS, standings, verdict
from .pen import Html, Pen, joined, tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vendetta_kit.games.vendetta.engine.views import View
    from vendetta_kit.games.vendetta.wording.log import LogLine
    from vendetta_kit.kernel.events import Entry

    from .recap import Stop
    from .session import Session

__all__ = ["Show", "Step", "meanwhile"]

EVERY: Final = 600
"""Milliseconds that each move is shown to who knows the cards."""
BEAT: Final = 1600
"""… that a beat of a Location's outcome is shown …"""
REVEAL: Final = 2400
"""… and a reveal of tokens and cards, and the crown: it is what everybody has waited for."""
A_WORD: Final = 250
"""Milliseconds more for each word, for who reads them for the first time …"""
LONGEST: Final = 3600
"""… in a beat up to so many: at the stop all of it stands still."""
UNTOLD: Final = frozenset({"round", "phase", "location", "step", "turn"})
"""What is nobody's move."""
MOST: Final = 4
"""So many lines, and rules behind "why?", are shown of a move; the log has all."""
MOST_REVEALED: Final = 8
"""So many lines are shown of a reveal: who stays and who leaves, and a line for whoever turns cards up."""


class Step(NamedTuple):
    """What is shown at once: a bot's move, or a beat of what comes of a Location.

    ``at``: after how many actions; ``since``: the number of the first thing that is told.
    """

    at: int
    since: int
    beat: str = ""
    """``""``: a bot's move; ``reveal``, ``act``, ``count``, ``crown``, ``get`` or ``after``."""
    until: int = 0
    """Of a beat: the number of the last thing that is told …"""
    state: int = 0
    """… and of the last thing that has been carried out on the table that is shown …"""
    before: int = 0
    """… and on the table before it, against which changes are marked."""
    begun: int = 0
    """… and that of the tokens, with which the outcome of the Location begins."""


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
        found: list[Step] = []
        spans = []
        for tokens in (event for event in view.events if event.kind == "tokens"):
            ends = (event.n for event in view.events if event.kind == "resolved" and event.n > tokens.n)
            span = range(tokens.n, next(ends, after(view)))
            if span.stop > since:
                spans.append(span)
                found += [_from(step, since) for step in _beats(session, span) if step.until >= since]
        mine, told = session.turning_points()[-1] + 1, {stop.at for stop in stops}
        firsts: dict[int, int] = {}
        for line in log_lines(view):
            if line.n >= since and line.kind not in UNTOLD and not any(line.n in span for span in spans):
                at = session.moment_of(line.n)
                if at not in told and at > mine:
                    firsts.setdefault(at, line.n)
        found += [Step(at, n) for at, n in firsts.items()]
        self._steps = sorted(found, key=lambda step: step.since)

    def step(self, stop: Stop | None) -> Step | None:
        """The move to be shown now, if one comes before the next stop."""
        if self._steps and (stop is None or self._steps[0].since < stop.n):
            return self._steps[0]
        return None

    def go_on(self) -> None:
        """Past this move."""
        self._steps = self._steps[1:]

    def skip(self, stop: Stop | None) -> None:
        """Past all that comes before the next stop."""
        while self.step(stop) is not None:
            self.go_on()

    def html(self, view: View, before: View | None, step: Step, pen: Pen, counts: bool, slowly: bool) -> Html:
        """What was done, in words, with what it rests on; made from what the reader may know and nothing else.

        ``counts``: whether the Power that lies open is added up; ``slowly``: whether there is time to read.
        """
        span = range(step.since, step.until + 1 if step.beat else after(view))
        lines = [line for line in log_lines(view, pen.lang) if line.n in span and line.kind not in UNTOLD]
        shown, time = _shown(view, before, step, lines, pen)
        keys = tag("span", " (Esc)", cls="vk-if-keys")
        skip = button(joined([pen.say("show.skip"), keys]), "skip", cls="vk-skip", data_key="skip", data_escape=True)
        words = re.sub("<[^>]+>", " ", shown).split()
        reading = A_WORD * len(words) if slowly else 0
        return tag(
            "div",
            skip,
            tag("div", shown, cls="vk-told"),
            _why(view, lines, step, pen, counts),
            role="group",
            aria_label=pen.say(f"show.{step.beat}" if step.beat else "show"),
            data_every=time + (min(LONGEST, reading) if step.beat else reading),
            data_beat=step.beat or None,
            lang=pen.lang,
        )


def _shown(view: View, before: View | None, step: Step, lines: list[LogLine], pen: Pen) -> tuple[Html, int]:
    """What a step shows, and for how many milliseconds at least."""
    if step.beat in ("", "reveal"):
        most, time = (MOST_REVEALED, REVEAL) if step.beat else (MOST, EVERY)
        return _lines(lines[:most]), time
    span = range(step.begun, step.until + 1)
    rows = standings(view, before, span, pen, step.beat in ("count", "crown"))
    if step.beat in ("count", "get"):
        return joined([tag("p", pen.say(f"show.{step.beat}"), cls="vk-label"), rows]), BEAT
    if step.beat == "crown":
        said = [verdict(event, view, pen) for event in view.events if event.n in span and event.kind in VERDICTS]
        return joined([*said, rows]), REVEAL
    effects = [line for line in lines if line.kind != "act"]  # each names its card
    return joined([_lines(effects[:MOST_REVEALED]), rows]), BEAT


def _lines(lines: list[LogLine]) -> Html:
    return tag("ul", [tag("li", line.text) for line in lines], cls="vk-lines")


def meanwhile(session: Session, since: int) -> int | None:
    """Return up to which number a move is shown while the bots still think: what it has revealed, but no outcome.

    ``None``: nothing has come of it yet that is told in beats.

    Args:
        session: the game, in which the person has moved.
        since: the number of the first thing that has followed from it.
    """
    outcome = ("tokens", "count", *VERDICTS, "resolved")
    first = next((event for event in session.view.events if event.n >= since and event.kind in outcome), None)
    if first is None:
        return None
    return _reveal(session, first.n).until if first.kind == "tokens" else first.n - 1


def _reveal(session: Session, tokens: int) -> Step:
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
    return Step(at, tokens, "reveal", last, last, tokens - 1, tokens)


def _beats(session: Session, span: range) -> Iterator[Step]:
    """How the outcome of a Location is shown, beat by beat; ``span``: from the tokens on, as far as anything is known.

    Power is counted, and the winner told, before anything is carried out: until the rewards the table stays as it lay.
    """
    first = _reveal(session, span.start)
    yield first
    view = session.view
    told = {line.n for line in log_lines(view) if line.kind not in (*UNTOLD, "act", "ignored")}
    every: list[Event | Entry] = [*view.events, *view.ledger]
    rows = sorted((row for row in every if first.until < row.n < span.stop), key=lambda row: row.n)
    ruled = next((row.n for row in rows if _kind(row) in ("count", *VERDICTS)), None)
    lay = None  # the last number before the step of the engine that counts, which may begin with its name
    if ruled is not None:
        lay = ruled - 2 if any(row.n == ruled - 1 and _kind(row) == "step" for row in rows) else ruled - 1
    parts: dict[str, list[int]] = {}
    for row in rows:
        parts.setdefault(_beat(row, ruled), []).append(row.n)
    before = first.state
    for beat, numbers in parts.items():
        if told.isdisjoint(numbers):
            continue
        until = numbers[-1]
        state = until if lay is None or beat in ("get", "after") else min(until, lay)
        yield Step(session.moment_of(until), numbers[0], beat, until, state, before, span.start)
        before = state


def _beat(row: Event | Entry, ruled: int | None) -> str:
    """To which beat something belongs; ``ruled`` is the number with which Power is counted, or the winner told."""
    kind = _kind(row)
    if ruled is None or row.n < ruled:
        return "act"
    if kind == "count":
        return "count"
    if kind in (*VERDICTS, "ambition_stays"):
        return "crown"
    return "after" if row.moment.step == "aftermath" else "get"


def _kind(row: Event | Entry) -> str:
    return row.kind if isinstance(row, Event) else ""


def _from(step: Step, since: int) -> Step:
    """A beat without what the reader has seen before number ``since``, when she was asked amid it."""
    return step._replace(since=max(step.since, since), before=max(step.before, since - 1))


def _why(view: View, lines: list[LogLine], step: Step, pen: Pen, counts: bool) -> Html:
    """The rules, and of a move what lies open there. The bot's own reason stays with it: it is made from its hand."""
    at = lines[0].at if not step.beat else None
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
        tag("p", pen.say("show.own"), cls="vk-small") if not step.beat else None,
        cls="vk-show-why",
        data_key=f"why-{step.since}",
    )
