"""The others' moves, shown deed by deed: an action with its blocks, its fight and its outcome is one thing to look at.

What lies between the actions of a turn is shown together, too: what a player does before her minions act, and after.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import Any, Final, NamedTuple

from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.log import LogLine

from ...controls import button
from ...html import Html, HtmlWriter, tag
from ...move_replay import MoveReplay, ShownMove, lines_of, moves_since, several, time_of
from ...parts import ToldBeat, beat_bar
from ...play_session import Session
from .beat_text import caption, deeds_of_turn, done_line, quiet_sum, slipped, sum_of_turn, touches, tried, turn_sum
from .stage_html import NO_VOTES
from .unasked import only_answer

AT_LENGTH: Final = {"ousted", "withdrawn", "diablerie", "destroyed"}
"""Events that have a beat of their own where all else of a turn is one."""
GONE: Final = {"ousted", "withdrawn"}
"""Events by which a player leaves the game."""
NOT_LOUD: Final = {"turn", "phase", "drawn", "no_block"}
"""Events of others that do not make a deed of the reader's worth telling."""
GREAT: Final = ("combat", "outcome", "ousted", "diablerie")
"""Kinds of deeds that have a stage: they are shown for longer."""
BEGUN: Final = {"phase", "action", "block", "no_block", "unblocked"}
"""Events of an action of which nothing has come yet."""
CALLED: Final = BEGUN | {"succeeds", "referendum", "terms", "option", "vote"}
"""Events of a referendum that is not over."""
STAGED: Final = {"combat_over", "outcome", "ousted", "withdrawn", "diablerie", "destroyed", "torpor", "block_failed"}
"""Events of her own turn that are told whoever has brought them about: all but the last have a stage."""
RESULTS: Final = {"bled", "succeeds", "fails"}
"""Events by which an action has come to something."""
QUIET: Final = {"turn", "phase", "drawn", "no_block", "discarded", "ready", "new_vampire", "untapped", "used"}
"""Events of turns in which nobody acts: pool is moved onto vampires, who become ready."""
NONE: Final = "no_votes"
"""The kind of a line that no event tells: the reader had no votes."""


class ShownAction(NamedTuple):
    """What is shown at once: ``at`` and ``before`` say after how many actions it is over, and had not begun."""

    at: int
    since: int
    before: int
    whose: int | None = None
    """In whose turn it is; ``None`` for what sums up quiet parts of several."""
    parts: tuple[ShownAction, ...] = ()
    """The deeds that it sums up, where it is a whole turn."""
    attempt: Event | None = None
    """The block that is tried in it, of which is told apart what it comes to."""


class VtesMoveReplay(MoveReplay):
    """The deeds that are still to be shown."""

    def reset(self) -> None:
        super().reset()
        self._touching: set[int] = set()
        self._events: Sequence[Any] = ()
        self._turns = False
        self._uncaught: dict[int, int] = {}  # by deed: the stealth that no block of hers could have reached
        self._seen = 0  # after how many actions the table was that she has seen last
        self.done: Sequence[ShownAction] = ()
        """What she has done herself since, which needs no telling: a line beside the next question says it."""

    def begin(self, session: Session, since: int, stops: Sequence[Any] = ()) -> None:
        view = session.view
        told = {stop.at for stop in stops}
        found = deeds(view, moves_since(session, since, told, own=_own_moves(session)))
        if found and _is_on_stage(view, found[-1]):
            found.pop()
        found, self.done = _told_and_done(view, found)
        found = [part for deed in found for part in attempt_apart(session, deed)]
        gone = next((event.n for event in view.events if event.kind in GONE and event.seat == view.me), None)
        if gone is not None:  # till then it was her own game, which is told at length
            within = [deed for deed in found if deed.since <= gone]
            found = [*within, *by_turns(view, found[len(within) :])]
        ends = [deed.since for deed in found[1:]]
        self._touching = {
            deed.since for deed, end in zip_longest(found, ends) if touches(_until(view, end), deed.since)
        }
        self._seen = _seen_before(session)
        futile = futile_blocks(session)
        self._uncaught = {deed.at: n for deed in found for at, n in futile.items() if deed.before <= at < deed.at}
        self._events, self._turns = view.events, True
        self.lay(quiet_together(view, found, self._touching))

    def told(self, view: Any, pen: HtmlWriter, pace: str) -> Html:
        """Return the deed that is due in a few words: what came of it, and at the end of a turn what that has done.

        ``pace``: how the deeds go on, one of :data:`.PACES`.
        """
        step = self._steps[0]
        out = view.me is not None and not view.seats[view.me].here
        ahead = any(later.since in self._touching for later in self._steps[1:])  # there it stops
        skip = pen.say("show.to_end" if out else "show.to_me" if ahead else "show.to_mine")
        if step.parts:
            closer = button(pen.say("vtes.told.closer"), "look_closer", cls="vk-quiet", data_key="look-closer")
            of_turn = [sum_of_turn(view, step.since, pen), deeds_of_turn(view, step.since, pen)]
            summed = tag("span", quiet_sum(view, step.since, pen) if step.whose is None else of_turn)
            time = time_of(pace, str(summed), True)
            beat = ToldBeat(summed, self.place(), "turn", time, more=closer, key=str(step.since))
            return beat_bar(pen, beat, pen.say("show"), skip)
        if step.attempt is not None:
            said = tried(view, step.attempt, pen)
            why = [self.rules(lines_of(view, step.since, pen), pen)]
            beat = ToldBeat(said, self.place(), "block", time_of(pace, said, True), True, why, str(step.since))
            return beat_bar(pen, beat, pen.say("show"), skip)
        lines = _with_votes(view, lines_of(view, step.since, pen), pen)
        told = caption(view, step.since, pen)
        no_votes = next((line for line in lines if line.kind == NONE), None)
        first = sorted(lines, key=lambda line: line.kind != NONE)  # its rules stand nowhere else
        why = [several(lines), self.rules(first, pen), tag("p", pen.say("show.own"), cls="vk-small")]
        more = tag("small", no_votes.text, cls="vt-turn-sum") if no_votes else slipped(view, step.since, pen)
        if more is None and (stealth := self._uncaught.get(step.at)):
            more = tag("small", pen.say("vtes.told.uncaught", stealth=stealth), cls="vt-turn-sum")
        said = tag("span", told.words, more, self._sum(view, step, pen))
        about_her = touches(view, step.since)
        time = time_of(pace, str(said), about_her or told.kind in GREAT)
        beat = ToldBeat(said, self.place(), told.kind, time, about_her, why, str(step.since))
        return beat_bar(pen, beat, pen.say("show"), skip)

    def done_html(self, view: View, pen: HtmlWriter) -> Html:
        """Return in a line what has come of what she has done herself; empty where nothing has."""
        return done_line(view, self.done[0].since, pen) if self.done else Html("")

    @property
    def seen(self) -> int:
        """After how many actions the table was that she saw before what is told now."""
        return self._seen

    def go_on(self) -> None:
        self._seen = self._steps[0].at
        super().go_on()

    def look_closer(self) -> None:
        """Tell the turn that is summed up deed by deed."""
        if self._steps and self._steps[0].parts:
            step = self._steps[0]
            at = self._all.index(step)
            self._all = [*self._all[:at], *step.parts, *self._all[at + 1 :]]
            self._steps = [*step.parts, *self._steps[1:]]

    def _sum(self, view: Any, step: ShownAction, pen: HtmlWriter) -> Html | None:
        """What the turn has done to the reader, at its last deed."""
        after = self._steps[1].since if len(self._steps) > 1 else None
        ends = after is None or any(event.kind == "turn" and step.since < event.n <= after for event in self._events)
        return turn_sum(view, pen) if ends and self._turns else None

    def skip(self, stop: Any = None) -> None:
        """Past all that does not touch the reader."""
        first = self.step(stop)
        while self.step(stop) is not None:
            self.go_on()
            if self._steps and self._steps[0].since in self._touching:
                break
        if first is not None:
            self._seen = first.at  # she has seen none of the others


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


def _until(view: View, end: int | None) -> View:
    """A view with what had happened before a number; all of it without one."""
    if end is None:
        return view
    events = tuple(event for event in view.events if event.n < end)
    return replace(view, events=events, ledger=tuple(entry for entry in view.ledger if entry.n < end))


def _own_moves(session: Session) -> set[int]:
    """Return which of her moves that were her last decision are told, too: after how many actions.

    In her own turn all of them are, and in another's what ends an action or a combat, and what she let go by unasked.
    """
    points = session.turning_points()[-session.last_moves :]
    if not points:
        return set()
    before, after = session.view_at(points[0]), session.view_at(points[0] + 1)
    over = (before.action and not after.action) or (before.combat and not after.combat)
    return {point + 1 for point in (points if over or before.moment.seat == session.me else points[1:])}


def futile_blocks(session: Session) -> dict[int, int]:
    """Return where a block was passed by unasked since her last decision, as none could succeed, and the stealth."""
    found = {}
    points = session.turning_points()[-session.last_moves :]
    for point in points[1:]:
        view = session.view_at(point)
        if view.decision is not None and view.decision.kind == "block" and view.action and only_answer(view):
            found[point] = view.action.stealth
    return found


def _seen_before(session: Session) -> int:
    """Return after how many actions the table was that she saw before all that is told.

    That is before her last decision; the transfers of a phase, of which nothing else is told, count as one.
    """
    points = session.turning_points()
    last = len(points) - session.last_moves
    if last < 0:
        return 0
    turn = session.view_at(points[last]).moment
    while last:
        before = session.view_at(points[last - 1])
        if before.moment != turn or before.decision is None or before.decision.kind != "transfer":
            break
        last -= 1
    return points[last]


def _told_and_done(view: View, found: Sequence[ShownAction]) -> tuple[list[ShownAction], list[ShownAction]]:
    """Part the deeds in those that are told and, after the last of them, those of her own that need no telling.

    Of her own turn that is told which has a stage, and in which anybody else has done something.
    """
    ends = [*(deed.since for deed in found[1:]), float("inf")]
    events = [
        [event for event in view.events if deed.since <= event.n < end] for deed, end in zip(found, ends, strict=False)
    ]
    loud = [
        deed.whose != view.me
        or any(
            event.kind in STAGED or (event.seat not in (None, view.me) and event.kind not in NOT_LOUD) for event in own
        )
        for deed, own in zip(found, events, strict=True)
    ]
    last = max((k for k, is_loud in enumerate(loud) if is_loud), default=-1)
    come = [any(event.kind in RESULTS for event in own) for own in events]
    told = [deed for k, deed in enumerate(found) if loud[k] or (k < last and come[k])]
    return told, [deed for k, deed in enumerate(found) if k > last]


def deeds(view: View, moves: Iterable[ShownMove]) -> list[ShownAction]:
    """Put the moves together that belong to one deed.

    Args:
        view: the game in which they were made, with its events.
        moves: the moves that would be shown one by one, in their order.
    """
    parts = sorted(event.n for event in view.events if event.kind == "turn" or _leads_on(event))
    actions = sorted(event.n for event in view.events if event.kind == "action")
    turns = [event for event in view.events if event.kind == "turn"]
    found: list[ShownAction] = []
    last = None
    rows = list(moves)
    for move, after in zip_longest(rows, rows[1:]):
        until = after.since if after is not None else float("inf")  # a card is played, and with it an action begins
        now = sum(n <= move.since for n in parts), sum(n < until for n in actions)
        if now == last:
            found[-1] = found[-1]._replace(at=move.at)
        else:
            whose = next((event.seat for event in reversed(turns) if event.n <= move.since), None)
            found.append(ShownAction(move.at, move.since, move.at - 1, whose))
        last = now
    return found


def attempt_apart(session: Session, deed: ShownAction) -> list[ShownAction]:
    """Part an action of the reader's own in the first block that somebody tries, and what comes of it."""
    view = session.view
    if deed.whose != view.me:
        return [deed]
    tries = (e for e in view.events if e.n >= deed.since and e.kind == "block" and e.seat != view.me)
    event = next(tries, None)
    at = session.moment_of(event.n) if event is not None else 0
    ends = {e.kind for e in view.events if event is not None and e.n > event.n and session.moment_of(e.n) <= deed.at}
    if event is None or at > deed.at or not ends & {"blocked", "block_failed"}:
        return [deed]
    return [deed._replace(at=at - 1, attempt=event), deed._replace(since=event.n, before=at - 1)]


def quiet_together(view: View, deeds: Sequence[ShownAction], touching: Collection[int]) -> list[ShownAction]:
    """Put the deeds together that follow each other and in which nobody acts, plays a card or touches the reader."""
    ends = [*(deed.since for deed in deeds[1:]), float("inf")]

    def is_quiet(k: int) -> bool:
        kinds = {event.kind for event in view.events if deeds[k].since <= event.n < ends[k]}
        return kinds <= QUIET and deeds[k].since not in touching and not deeds[k].parts

    found: list[ShownAction] = []
    for quiet, run in groupby(range(len(deeds)), is_quiet):
        rows = [deeds[k] for k in run]
        together = quiet and len(rows) > 1
        found += [ShownAction(rows[-1].at, rows[0].since, rows[0].before, None, tuple(rows))] if together else rows
    return found


def by_turns(view: View, deeds: Sequence[ShownAction]) -> list[ShownAction]:
    """Put the deeds of a turn together, for who only watches; great moments stay by themselves."""
    ends = [*(deed.since for deed in deeds[1:]), float("inf")]
    turns = sorted(event.n for event in view.events if event.kind == "turn")
    great = [event.n for event in view.events if event.kind in AT_LENGTH]

    def place(at: int) -> tuple[int, int]:
        alone = any(deeds[at].since <= n < ends[at] for n in great)
        return sum(n <= deeds[at].since for n in turns), at if alone else -1

    groups = [[deeds[k] for k in group] for _, group in groupby(range(len(deeds)), place)]
    return [
        group[0]
        if len(group) == 1
        else ShownAction(group[-1].at, group[0].since, group[0].before, group[0].whose, tuple(group))
        for group in groups
    ]


def _is_on_stage(view: View, deed: ShownAction) -> bool:
    """Whether the stage of what is asked tells the last deed whole: an action or a vote has begun, no more."""
    if view.decision is None or view.combat is not None:
        return False
    own = {"played", "drawn"}  # her card of the action lies on the stage
    new = [event for event in view.events if event.n >= deed.since]
    kinds = {event.kind for event in new if event.seat != view.me or event.kind not in own}
    return kinds <= CALLED if view.referendum is not None else view.action is not None and kinds <= BEGUN


def _leads_on(event: Any) -> bool:
    """Whether a phase begins in which the minions act no more."""
    return event.kind == "phase" and event.data["phase"] == "influence"
