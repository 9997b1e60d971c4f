"""What has come about since the person's last move: a stop at each Location that was resolved, on its own table."""

from __future__ import annotations

from typing import Final, NamedTuple

from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.views import TOKENS, View
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.log import LogLine, next_row_number

from ...html import Html, HtmlWriter, joined, tag
from ...parts import ToldBeat, beat_bar
from ...play_session import Session
from .location_outcome import VERDICTS, own_sum, standings, verdict, verdict_in_brief
from .stage_scenes import Told, location_scene

TOLD: Final = frozenset({"frenzy", "frenzy_bare", "diablerie", "eliminated"})
"""What is told again of what happened at no Location; the log has the rest."""
MOST: Final = 9


class ResolutionStop(NamedTuple):
    """A Location as it lay when it was resolved, before anything went on.

    ``at`` is after how many actions that was, ``n`` the running number of the event that says so, ``tokens`` that of
    the tokens, before which nobody knew who stays; ``None`` where nobody was.
    """

    at: int
    n: int
    tokens: int | None


class ResolutionSummary:
    """The stops that are still to come; ``at`` is how many actions had been taken at the one shown, or ``None``."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Nothing is told again."""
        self.since: int | None = None
        """The number of the first thing that is new; ``None`` while she has not moved: then nothing is."""
        self.stops: list[ResolutionStop] = []
        self._ends: dict[
            int, ResolutionStop
        ] = {}  # each Location that was resolved, by the number of the event that says so

    def begin(self, session: Session, since: int, everywhere: bool = False, told: bool = False) -> None:
        """The person has moved; events from number ``since`` on are new.

        There is a stop at the last Location of a round, before the table is cleared (EOR-01); with ``everywhere`` at
        each. Else what came of it is told beside the next question, with the cards still in their place. With
        ``told`` steps tell each event: no stop is made where the winner was told before she was asked.
        """
        self.since = since
        view = session.view
        ends = [event for event in view.events if event.n >= since and event.kind == "resolved"]
        stops = [ResolutionStop(session.moment_of(end.n), end.n, _tokens(view, end)) for end in ends]
        self._ends = {stop.n: stop for stop in stops}
        # A Location where nobody was is told with the next one; at the end there is none any more.
        self.stops = [
            stop
            for stop, end in zip(stops, ends, strict=True)
            if (stop.tokens is not None and (everywhere or end.at == view.locations[-1].at))
            or (view.over and stop is stops[-1])
        ]
        if told:
            won = [event.n for event in view.events if event.kind in VERDICTS and event.n >= since]
            self.stops = [stop for stop in self.stops if any(n <= stop.n for n in won)]

    @property
    def stop(self) -> ResolutionStop | None:
        """Where she is told what has come about, before it goes on."""
        return self.stops[0] if self.stops else None

    @property
    def at(self) -> int | None:
        return self.stops[0].at if self.stops else None

    @property
    def state(self) -> tuple[int | None, ResolutionStop | None]:
        """What :meth:`html` depends on beside the view."""
        return self.since, self.stop

    def before(self, session: Session) -> View | None:
        """The table of that stop before the tokens were revealed, whatever she was asked since."""
        return _before(session, self.stop) if self.stop is not None and self.since is not None else None

    def go_on(self, session: Session) -> None:
        """Past this stop."""
        if self.stops:
            self.since = next_row_number(session.view_amid(self.stops.pop(0).n))

    def scene(self, view: View, before: View | None, pen: HtmlWriter) -> Html:
        """Return the Location of this stop on its stage, with the winner."""
        stop = self.stop
        assert stop is not None
        at = next(event.at for event in view.events if event.n == stop.n)
        assert at is not None
        begun = stop.tokens if stop.tokens is not None else stop.n
        return location_scene(view, before, at, Told(range(begun, stop.n + 1), ()), pen, False)

    def bar(self, view: View, pen: HtmlWriter, told: bool = False) -> Html:
        """Return what came of the Location of this stop in a line, what it cost the reader, and the way on.

        ``told``: its winner stood in a step before, and is not told again.
        """
        stop = self.stop
        assert stop is not None
        end = next(event for event in view.events if event.n == stop.n)
        span = range(_begun(view, end), end.n)
        won = next((event for event in reversed(view.events) if event.n in span and event.kind in VERDICTS), None)
        name = pen.name(str(end.at))
        said = verdict_in_brief(view, won, pen) if won is not None and not told else pen.say("recap.sum", at=name)
        own = own_sum(view, span, pen, said)
        beat = ToldBeat(joined([said, own]), (len(self.stops), len(self.stops)), "stop", key=str(stop.n), do="recap_on")
        return beat_bar(pen, beat, pen.say("recap.title"))

    def html(self, view: View, session: Session, pen: HtmlWriter) -> Html:
        """What has come about until now.

        Of each Location it is told who has more or less than before its tokens were revealed.
        """
        since = len(view.events) + len(view.ledger) if self.since is None else self.since
        ends = [event for event in view.events if event.kind == "resolved" and event.n >= since]
        spans = [range(_begun(view, end), end.n) for end in ends]
        told = [
            _resolved(view, _standings(session, self._ends.get(end.n), span, pen), end, span, pen)
            for end, span in zip(ends, spans, strict=True)
        ]
        lines = [
            _line(line, pen)
            for line in pen.lines(view)
            if line.n >= since and line.kind in TOLD and not any(line.n in span for span in spans)
        ]
        if not lines and not told and self.at is None:
            return Html("")
        title = tag("h2", pen.say("recap.title"))
        rest = tag("ul", lines[-MOST:], cls="vk-lines") if lines else None
        return tag("div", title, told, rest, cls="vk-recap-box", lang=pen.lang)


# A Location that was resolved --------------------------------------------------------------------------------


def _before(session: Session, stop: ResolutionStop) -> View | None:
    """The table before the tokens of a Location were revealed."""
    return session.view_at(session.moment_of(stop.tokens) - 1) if stop.tokens is not None else None


def _standings(session: Session, stop: ResolutionStop | None, span: range, pen: HtmlWriter) -> Html | None:
    """Who had how much Power at a Location, and who has more or less since."""
    return standings(session.view_amid(stop.n), _before(session, stop), span, pen) if stop is not None else None


def _resolved(view: View, stand: Html | None, end: Event, span: range, pen: HtmlWriter) -> Html:
    """A Location in brief: who has won it and why, and how all ``stand``; its lines are in the log below."""
    assert end.at is not None
    won = [verdict(event, view, pen) for event in view.events if event.n in span and event.kind in VERDICTS]
    left = _left_here(view, end, pen)
    return tag(
        "section",
        tag("h3", pen.place(end.at)),
        won,
        stand,
        _losses(view, span, pen, left is None),
        left,
        cls="vk-resolved",
    )


def _begun(view: View, end: Event) -> int:
    """The number with which the resolution of that Location began."""
    return max(event.n for event in view.events if event.n < end.n and event.kind == "location")


def _tokens(view: View, end: Event) -> int | None:
    """The number of the tokens that were revealed there; ``None`` where nobody was."""
    begun = _begun(view, end)
    return next((event.n for event in view.events if event.kind == "tokens" and begun < event.n < end.n), None)


def _left_here(view: View, end: Event, pen: HtmlWriter) -> Html | None:
    """What of the reader's Blood still lies there: it is gone with the round (EOR-02), unless that is the last."""
    if view.me is None or view.round == ROUNDS:
        return None
    mine = next(position for position in view.seats[view.me].positions if position.at == end.at)
    if not mine.blood:
        return None
    return tag("p", pen.say("recap.lost.later", n=mine.blood), " ", pen.rules(("EOR-02",)), cls="vk-hint")


def _losses(view: View, span: range, pen: HtmlWriter, nothing: bool) -> Html | None:
    """What the reader lost or spent there, in all; that it is ``nothing`` is only said to who was there."""
    if view.me is None:
        return None
    lost = [entry for entry in view.ledger if entry.n in span and _goes_from(entry, view.me)]
    events = [event for event in view.events if event.n in span]
    parts = _some(lost, pen)
    drained = sum(1 for event in events if event.kind == "drain" and event.seat == view.me)
    if drained:
        parts.append(pen.say("recap.lost.ally" if drained == 1 else "recap.lost.allies", n=drained))
    if parts:
        words = pen.say("recap.lost", what=pen.say("comma").join(parts))
        if got := _some([entry for entry in view.ledger if entry.n in span and _comes_to(entry, view.me)], pen):
            words = f"{words}. {pen.say('recap.got', what=pen.say('comma').join(got))}"
        return tag("span", words, cls="vk-losses")
    there = [event for event in events if event.kind == "tokens"]
    if nothing and any(view.me in (*event.data["staying"], *event.data["leaving"]) for event in there):
        return tag("p", pen.say("recap.lost.nothing"), cls="vk-hint")
    return None


def _some(entries: list[Entry], pen: HtmlWriter) -> list[str]:
    """How much of each token these lines of the ledger come to, in words."""
    sums = [(token, sum(entry.amount for entry in entries if entry.token == token)) for token in TOKENS]
    return [pen.say(f"{token}.some", n=n) for token, n in sums if n]


def _goes_from(entry: Entry, me: int) -> bool:
    return entry.source.seat == me and entry.target.seat != me and entry.source.kind in ("pool", "position")


def _comes_to(entry: Entry, me: int) -> bool:
    return entry.target.seat == me and entry.source.seat != me


def _line(line: LogLine, pen: HtmlWriter) -> Html:
    return tag("li", pen.told(line.text, line.rules))
