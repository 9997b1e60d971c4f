"""The bots' moves since the person's last one, shown one after the other: what was done, and what it rests on.

What comes of a Location is shown in beats, on the table as it lay then: the tokens and the cards that turn up, what
cards do, the Power of each Position, the crown, what each player gets, and what cards do after it. A beat says nothing
that comes later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.log import LogLine, next_row_number

from ...html import Html, HtmlWriter, joined, tag
from ...move_replay import EVERY, MOST, MoveReplay, lines_of, moves_since, reading, several
from ...play_session import Session
from .. import writing
from . import table_html
from .location_outcome import VERDICTS, standings, verdict
from .resolution_summary import ResolutionStop

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


__all__ = ["ReplayStep", "VendettaMoveReplay", "meanwhile"]

BEAT: Final = 1600
"""Milliseconds that a beat of a Location's outcome is shown …"""
REVEAL: Final = 2400
"""… and a reveal of tokens and cards, and the crown: it is what everybody has waited for."""
LONGEST: Final = 3600
"""In a beat reading takes up to so many: at the stop all of it stands still."""
MOST_REVEALED: Final = 8
"""So many lines are shown of a reveal: who stays and who leaves, and a line for whoever turns cards up."""


class ReplayStep(NamedTuple):
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


class VendettaMoveReplay(MoveReplay):
    """The moves that are still to be shown, and in beats what comes of Locations."""

    def begin(self, session: Session, since: int, stops: Sequence[ResolutionStop] = ()) -> None:
        view = session.view
        found: list[ReplayStep] = []
        spans = []
        for tokens in (event for event in view.events if event.kind == "tokens"):
            ends = (event.n for event in view.events if event.kind == "resolved" and event.n > tokens.n)
            span = range(tokens.n, next(ends, next_row_number(view)))
            if span.stop > since:
                spans.append(span)
                found += [_from(step, since) for step in _beats(session, span) if step.until >= since]
        shown = {n for span in spans for n in span}
        found += [ReplayStep(*move) for move in moves_since(session, since, {stop.at for stop in stops}, shown)]
        self.lay(found)

    def told(
        self, view: View, before: View | None, place: tuple[int, int], pen: HtmlWriter, counts: bool, slowly: bool
    ) -> Html:
        """The step that is due: what was done, in words, with what it rests on; made from what the reader may know.

        ``place``: which of how many it is; ``counts``: whether the Power that lies open is added up; ``slowly``:
        whether there is time to read.
        """
        step: ReplayStep = self._steps[0]
        lines = lines_of(view, step.since, pen)
        if step.beat:
            lines = [line for line in lines if line.n <= step.until]
        shown, time = _shown(view, before, step, lines, pen)
        if slowly:
            time += min(LONGEST, reading(shown)) if step.beat else reading(shown)
        label = pen.say(f"show.{step.beat}" if step.beat else "show")
        why = [*_facts(view, lines, step, pen, counts), self.rules(lines, pen)]
        own = tag("p", pen.say("show.own"), cls="vk-small") if not step.beat else None
        return self.box(shown, [*why, own], place, time, label, pen, step.beat)


def _shown(
    view: View, before: View | None, step: ReplayStep, lines: list[LogLine], pen: HtmlWriter
) -> tuple[Html, int]:
    """What a step shows, and for how many milliseconds at least."""
    if step.beat in ("", "reveal"):
        most, time = (MOST_REVEALED, REVEAL) if step.beat else (MOST, EVERY)
        return several(lines[:most]), time
    span = range(step.begun, step.until + 1)
    rows = standings(view, before, span, pen, step.beat in ("count", "crown"))
    if step.beat in ("count", "get"):
        return joined([tag("p", pen.say(f"show.{step.beat}"), cls="vk-label"), rows]), BEAT
    if step.beat == "crown":
        said = [verdict(event, view, pen) for event in view.events if event.n in span and event.kind in VERDICTS]
        return joined([*said, rows]), REVEAL
    effects = [line for line in lines if line.kind != "act"]  # each names its card
    return joined([several(effects[:MOST_REVEALED]), rows]), BEAT


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


def _reveal(session: Session, tokens: int) -> ReplayStep:
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
    return ReplayStep(at, tokens, "reveal", last, last, tokens - 1, tokens)


def _beats(session: Session, span: range) -> Iterator[ReplayStep]:
    """How the outcome of a Location is shown, beat by beat; ``span``: from the tokens on, as far as anything is known.

    Power is counted, and the winner told, before anything is carried out: until the rewards the table stays as it lay.
    """
    first = _reveal(session, span.start)
    yield first
    view = session.view
    untold = (*writing("vendetta").log.untold, "act", "ignored")
    told = {line.n for line in log_lines(view) if line.kind not in untold}
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
        yield ReplayStep(session.moment_of(until), numbers[0], beat, until, state, before, span.start)
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


def _from(step: ReplayStep, since: int) -> ReplayStep:
    """A beat without what the reader has seen before number ``since``, when she was asked amid it."""
    return step._replace(since=max(step.since, since), before=max(step.before, since - 1))


def _facts(view: View, lines: list[LogLine], step: ReplayStep, pen: HtmlWriter, counts: bool) -> list[Html]:
    """Of a move what lies open there. The bot's own reason stays with it: it is made from its hand."""
    at = lines[0].at if not step.beat else None
    facts = []
    for found in flows.powers(view, at) if counts and at is not None else ():
        facts.append(tag("li", f"{view.names[found.seat]}: {table_html.power_words(found, pen)}"))
    return [tag("p", pen.say("show.open", at=pen.place(at))), tag("ul", facts)] if facts and at is not None else []
