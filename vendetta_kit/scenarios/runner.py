"""Plays a scenario: sets up the position, carries out each step with ordinary actions, and checks the expectations.

A game runs until a player must decide. So that a scenario can stop in between, pauses are inserted into the agenda
before each goal of the dialect. ``run_to`` stops at a goal; other steps run on until their action can be taken. At the
end of the scenario the game goes on to the next decision, or to the end of the current part (such as a Location or a
phase), whichever comes first. A ``check`` is made on a copy that has gone on in the same way, so it changes nothing.

For decisions that a scenario does not mention, the default of the game's dialect is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import partial
from typing import Any

from vendetta_kit.argument_checks import SCENARIO, takes
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import CHOOSE
from vendetta_kit.kernel.refusal import WhyNot
from vendetta_kit.kernel.state import ASK, WHO

from .dialect import START, STEP
from .model import (
    BadScenario,
    Check,
    Do,
    Expectation,
    Failure,
    Order,
    RefusedStep,
    RunTo,
    Scenario,
    ScenarioResult,
    SourceMark,
)
from .model import Step as Told


class ScenarioRun:
    """A scenario that is played step by step: ``game`` is the game now, ``failures`` what did not hold so far.

    ``refusals`` are the illegal actions that the scenario tried and that were refused as expected.

    >>> from vendetta_kit.scenarios import find, load
    >>> run = ScenarioRun(load(find("w-01a-claudia-with-three")))
    >>> run.game.view(0).seats[0].blood
    3
    >>> run.do(run.scenario.steps[0])
    >>> run.ok
    True
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.dialect = scenario.dialect
        self.game: Any = self.dialect.prepare(scenario.table, True)
        self.here: str | None = self.dialect.start(scenario.table)
        for k, goal in self.dialect.pauses(self.game):
            self.game.pause_before(k, self.dialect.goals.index(goal))
        self.stopped = False  # whether the last step was a run_to
        self.orders: dict[int, tuple[str, ...]] = {}
        self.failures: list[Failure] = []
        self.refusals: list[tuple[RefusedStep, WhyNot]] = []
        self._before: Do | None = None
        self._missed: Message | None = None  # a question that the current step did not answer

    @property
    def ok(self) -> bool:
        """Whether all expectations so far hold."""
        return not self.failures

    def do(self, step: Told) -> None:
        """Carry out one step.

        Raises:
            BadScenario: it is not possible; the message says why and what is possible.
        """
        if isinstance(step, RefusedStep):
            self._refused(step)
        elif isinstance(step, Check):
            self._check(step.expectation)
        elif isinstance(step, RunTo):
            self._run_to(step.goal)
        elif isinstance(step, Order):
            self.stopped = False
            self.orders[step.seat] = step.cards
            self._after()
        else:
            self.stopped = False
            self._do(step)

    def finish(self) -> ScenarioResult:
        """End the scenario: check its expectations and return the result."""
        self.settle()
        self._play_out()
        for wanted in self.scenario.expect:
            self._judge(wanted)
        return ScenarioResult(self.scenario, tuple(self.failures), self.game)

    def _play_out(self) -> None:
        """Go on to the end of the current part, such as an action, if the dialect has one; not after a run_to."""
        g = self.game
        while not self.stopped and self.here is None and g.n[ASK] in self.dialect.plays_out and g.to_act is not None:
            self._apply(g.to_act, self.dialect.default(g, g.to_act))

    # For pages on which the learner plays along

    def copy(self) -> ScenarioRun:
        """Return an independent copy."""
        twin = copy(self)
        twin.game = self.game.copy()
        twin.orders = dict(self.orders)
        twin.failures = self.failures[:]
        twin.refusals = self.refusals[:]
        return twin

    def reach(self, step: Do) -> bool:
        """Go on until the seat of a step is asked for such an action; return whether it is legal then."""
        self.stopped = False
        if self.dialect.ends_turn(step.action) is not None:
            self.settle()
            return self.game.why_not(step.seat, step.action) is None
        return self._reach(step.seat, step.action) and self.game.why_not(step.seat, step.action) is None

    def ask(self, seat: int) -> bool:
        """Go on to the next decision of a seat, taking the defaults of the others; return whether there is one."""
        self.stopped = False
        while not self.game.is_over and (self.here is not None or not self.game.n[WHO] >> seat & 1):
            if self.here is not None:
                self._resume()
            elif not self._pass_by():
                return False
        return not self.game.is_over

    def next(self) -> bool:
        """Go on to the next decision of any seat, taking no default; return whether there is one."""
        self.stopped = False
        while self.here is not None and not self.game.is_over:
            self._resume()
        return not self.game.is_over

    def move(self, seat: int, action: Action) -> None:
        """Take an action that is not in the file, at the game's open decision.

        Raises:
            IllegalAction: the rules forbid it.
        """
        self.stopped = False
        self._apply(seat, action)

    # One step

    def _do(self, step: Do) -> None:
        seat, action = step.seat, step.action
        before, self._before = self._before, step
        if self.dialect.as_read(self.game, before, step):
            return
        if self.dialect.ends_turn(action) is not None:
            self._end_turn(step)
            return
        if not self._reach(seat, action) or self.game.why_not(seat, action) is not None:
            self._impossible(step.mark, seat, action)
        self._apply(seat, action)

    def _reach(self, seat: int, action: Action) -> bool:
        self._missed = None
        while not self._fits(seat, action):
            if self.here is not None:
                self._resume()
            elif not self._pass_by():
                return False
        return True

    def _end_turn(self, step: Do) -> None:
        """Carry out the step that ends a turn; if the turn has already ended by itself, do nothing."""
        g, seat = self.game, step.seat
        self.settle()
        if not g.n[WHO] >> seat & 1 or g.n[ASK] not in (self.dialect.ends_turn(step.action) or ()):
            return
        if g.why_not(seat, step.action) is not None:
            self._impossible(step.mark, seat, step.action)
        self._apply(seat, step.action)

    def _fits(self, seat: int, action: Action) -> bool:
        """Return whether this seat is now asked for such an action."""
        g = self.game
        if self.here is not None or not g.n[WHO] >> seat & 1 or g.n[ASK] not in self.dialect.fits[type(action)]:
            return False
        decision = g.decision(seat)
        if decision.kind == CHOOSE and g.why_not(seat, action) is not None:
            if self._missed is None:
                asked = decision.question + (f" of {decision.card}" if decision.card else "")
                options = [_option(self.dialect.step(g, seat, option), option) for option in g.legal(seat)]
                self._missed = Message("want.answer", question=asked, options=options)
            return False
        return True

    def _pass_by(self) -> bool:
        """Let one seat that is asked take the default; return whether one could. A turn's play is never a default."""
        g = self.game
        who = g.to_act
        if g.is_over or g.n[ASK] in self.dialect.never_by_default or who is None:
            return False
        self._apply(who, self.dialect.default(g, who))
        return True

    def _impossible(self, mark: SourceMark, seat: int, action: Action) -> None:
        g = self.game
        why = g.why_not(seat, action)
        name = g.names[seat]
        fault = Message("cannot_why", name=name, why=why) if why is not None else Message("cannot", name=name)
        if self._missed is not None:
            expected = self._missed
        elif why is not None and why.nearest is not None:
            expected = Message("want.possible", action=partial(self.dialect.says, why.nearest, g.names))
        elif g.is_over:
            expected = Message("want.no_more_steps")
        else:
            expected = Message("want.step_of", names=[g.names[s] for s in range(g.seats) if g.n[WHO] >> s & 1])
        raise BadScenario(self.scenario.file, mark.line, f"{mark.key}.{action.do}", fault, expected)

    def _refused(self, step: RefusedStep) -> None:
        """Check that an action is refused: at the current point, or else at the next decision."""
        g = self.game
        self.settle()
        while True:
            why = g.why_not(step.seat, step.action)
            rules = why.rules if why is not None else ()
            if why is not None and all(rule in rules for rule in step.because):
                self.refusals.append((step, why))
                return
            if self.here is not None:
                self.stopped = False
                self._resume()
            elif g.n[ASK] in self.dialect.idle and not g.n[WHO] >> step.seat & 1 and g.to_act is not None:
                self._apply(g.to_act, self.dialect.default(g, g.to_act))
            else:
                break
        if why is None:
            found = f"it is possible for {g.names[step.seat]}"
        else:
            found = (
                f"it is refused by {', '.join(rules)}, not by {', '.join(r for r in step.because if r not in rules)}"
            )
        self._fail(step.mark, found)

    def _run_to(self, goal: str) -> None:
        g = self.game
        moved = not self.stopped and self.here is not None
        self.stopped = True
        while not g.is_over:
            if self.here is not None:
                if moved and self.here == goal:
                    return
                self._resume()
            else:
                who = g.to_act
                if who is None:
                    return
                self._apply(who, self.dialect.default(g, who))
            moved = True

    # Moving the game

    def _apply(self, seat: int, action: Action) -> None:
        self.game.apply(seat, action)
        self._after()

    def settle(self) -> None:
        """Go on to the next decision, or to the end of the current part; not after a run_to."""
        while not self.stopped and self.here is not None and (self.here == START or self.here.startswith(STEP)):
            self._resume()

    def _resume(self) -> None:
        self.here = None
        self.game.run()
        self._after()

    def _after(self) -> None:
        """Handle a pause, and answer questions of order from the order that the scenario gave."""
        g = self.game
        while True:
            goal = g.paused()
            if goal >= 0:
                self.here = self.dialect.goals[goal]
                return
            seat = g.to_act
            if seat is None or seat not in self.orders:
                return
            answer = self.dialect.by_order(g, seat, self.orders[seat])
            if answer is None:
                return
            g.apply(seat, answer)

    # Judging

    def _check(self, wanted: Expectation) -> None:
        """Check an expectation in the middle of the scenario, on a copy, so that the game does not change."""
        twin = self.copy()
        if wanted.kind == "moment" and not self.stopped:
            twin.next()  # what the game waits for, it must have come to
        else:
            twin.settle()
        twin._judge(wanted)
        self.failures = twin.failures

    def _judge(self, wanted: Expectation) -> None:
        for found in self.dialect.judge(self.game, wanted):
            self._fail(wanted.mark, found)

    def _fail(self, mark: SourceMark, found: str) -> None:
        self.failures.append(Failure(self.scenario.file, mark.line, mark.text, " ".join(found.split())))


def _option(step: Mapping[str, Any], action: Action) -> str:
    """Return an action in the form that a scenario file uses."""
    value = step.get(action.do, action)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@takes(scenario=SCENARIO)
def run_scenario(scenario: Scenario) -> ScenarioResult:
    """Play a scenario, check its expectations, and return the result.

    Raises:
        BadScenario: a step is not possible.

    >>> from vendetta_kit import scenarios
    >>> scenarios.run(scenarios.load(scenarios.find("auction-01-bids"))).ok
    True
    """
    telling = ScenarioRun(scenario)
    for step in scenario.steps:
        telling.do(step)
    return telling.finish()
