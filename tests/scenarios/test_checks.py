"""A check says what holds at a moment of a story, and changes nothing: not the story, and not what other checks see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.kernel.toy.stories import DIALECT as HUSH
from tests.selection import mostly_long
from vendetta_kit.games import GAMES
from vendetta_kit.scenarios import Scenario, load, shipped
from vendetta_kit.scenarios.model import Check, Expectation, SourceMark, Step
from vendetta_kit.scenarios.parser import parse
from vendetta_kit.scenarios.runner import ScenarioRun, run_scenario

PUT_IN = SourceMark(-1, "put in", "put in")
WINDOW = Path(__file__).parents[1] / "kernel" / "toy" / "window.yaml"


def _told(scenario: Scenario, steps: Iterable[Step]) -> tuple[list[str], object]:
    """What fails of the file's own lines, and where the game is in the end."""
    telling = ScenarioRun(replace(scenario, steps=tuple(steps)))
    for step in telling.scenario.steps:
        telling.do(step)
    verdict = telling.finish()
    game = verdict.game
    return [str(failure) for failure in verdict.failures if failure.line > 0], (game.n, game.z, game.agenda)


def _checks(scenario: Scenario) -> tuple[Check, ...]:
    """Checks of every form that the file uses, and of the moment; whether they hold is no matter."""
    used = [step.expectation for step in scenario.steps if isinstance(step, Check)] + list(scenario.expect)
    moment = Expectation(PUT_IN, "moment", {}, {"over": True})
    by_form = {wanted.kind: replace(wanted, mark=PUT_IN) for wanted in (*used, moment)}
    return tuple(Check(PUT_IN, wanted) for wanted in by_form.values())


def _with(steps: tuple[Step, ...], checks: tuple[Check, ...]) -> Iterator[Step]:
    yield from checks
    for step in steps:
        yield step
        yield from checks


def _goes_on(scenario: Scenario) -> bool:
    """Check whether the game goes on after the last step until the story is judged."""
    telling = ScenarioRun(scenario)
    for step in scenario.steps:
        telling.do(step)
    telling.settle()
    before = (telling.game.n[:], [zone[:] for zone in telling.game.z])
    return before != ((game := telling.finish().game).n, game.z)


def _stories() -> list[Scenario]:
    told = [load(path) for game in GAMES for path in shipped(game)]
    return [*(scenario for scenario in told if scenario.steps), parse(str(WINDOW), HUSH)]


@pytest.mark.parametrize("scenario", mostly_long(_stories(), quick=12), ids=lambda scenario: scenario.id)
def test_checks_put_in_anywhere_change_no_verdict(scenario: Scenario) -> None:
    bare = tuple(step for step in scenario.steps if not isinstance(step, Check))
    as_it_is = _told(scenario, scenario.steps)
    assert as_it_is == _told(scenario, _with(scenario.steps, _checks(scenario)))
    assert as_it_is[1] == _told(scenario, bare)[1], "a check of the file moves the game"


@pytest.mark.parametrize("scenario", mostly_long(_stories(), quick=12), ids=lambda scenario: scenario.id)
def test_a_check_looks_where_the_end_of_the_story_would_be_judged(scenario: Scenario) -> None:
    """Except where an action goes on after the last step: it is played to its end before the story is judged."""
    checks = [Check(wanted.mark, wanted) for wanted in scenario.expect if wanted.kind != "moment"]
    verdict = run_scenario(replace(scenario, steps=(*scenario.steps, *checks)))
    assert verdict.failures == () or _goes_on(scenario), "what holds at the end holds as a check there"
