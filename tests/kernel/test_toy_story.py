"""Scenario files tell of a game that they do not know: a file of *Hush* is a story and a test like Vendetta's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.toy.stories import DIALECT
from vendetta_kit.scenarios import BadScenario
from vendetta_kit.scenarios.model import ScenarioResult
from vendetta_kit.scenarios.parser import parse, parse_text
from vendetta_kit.scenarios.runner import ScenarioRun, run_scenario

FILE = Path(__file__).parent / "toy" / "window.yaml"
TEXT = FILE.read_text("utf-8")


def told(text: str) -> ScenarioResult:
    return run_scenario(parse_text(text, "file", DIALECT))


def test_its_story_is_told_and_all_that_it_expects_holds() -> None:
    assert run_scenario(parse(str(FILE), DIALECT)).failures == ()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("card: H13, round: 1", "card: H13, round: 2", "expected at least 1 such event, found 0"),
        ("to: Bob, amount: 1, round: 1", "to: Bob, amount: 1, round: 2", "expected at least 1 such transfer, found 0"),
        ("coins: 3", "coins: 4", "coins: expected 4, found 3"),
        ("[Ann, Cy], cards", "[Ann, Bob], cards", "the view of Bob holds H04, H15"),
        ("over: false", "over: true", "over: expected true, found false"),
        ("over: false", "winner: Bob", "the game is not over: it is round 1"),
        ("because: HUSH-02", "because: HUSH-04", "it is refused by HUSH-02, not by HUSH-04"),
        ("pending: [Ann, Bob]", "pending: [Ann]", "pending: expected [Ann], found [Ann, Bob]"),
    ],
)
def test_what_does_not_hold_is_told(old: str, new: str, found: str) -> None:
    assert old in TEXT
    verdict = told(TEXT.replace(old, new, 1))
    assert [failure for failure in verdict.failures if failure.found.startswith(found)]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "hush-scenario/1",
            "vendetta-scenario/1",
            "file:1: format: found 'vendetta-scenario/1'; expected hush",
        ),
        ("seats: 3", "seats: 9", "file:5: seats: found 9"),
        ("lay: H13", "lay: H99", "file:13: steps[5].lay: found 'H99'"),
        ("{seat: Bob, stay: yes}", "{seat: Bob, withdraw: yes}", "file:11: steps[3]: no action"),
        ("cause: left", "cause: theft", "file:20: expect[2].cause: found 'theft'"),
        ("rules: [HUSH-01", "rules: [PLAN-01", "file:4: rules[0]: found 'PLAN-01'"),
        ("run_to: end_of_round", "run_to: end_of_phase", "file:16: steps[8].run_to: found 'end_of_phase'"),
        ("{seat: Bob, lay: H13}", "{seat: Bob, lay: H01}", "file:13: steps[5].lay: Bob cannot"),
    ],
)
def test_what_is_wrong_with_a_file_gets_one_line(old: str, new: str, line: str) -> None:
    assert old in TEXT
    with pytest.raises(BadScenario) as bad:
        told(TEXT.replace(old, new, 1))
    assert str(bad.value).startswith(line)
    assert "\n" not in str(bad.value)


def test_somebody_else_plays_on_from_where_it_stands() -> None:
    telling = ScenarioRun(parse(str(FILE), DIALECT))
    for step in telling.scenario.steps[:5]:
        telling.do(step)
    twin = telling.copy()
    assert twin.ask(1)
    assert twin.game.to_act == 1
    assert telling.game.view(0).hand == (1, 11)
    assert telling.scenario.game().view(0).hand == (1, 7, 11)
    steps = [DIALECT.step(twin.game, 1, action) for action in twin.game.legal(1)]
    assert {"seat": "Bob", "pass": True} in steps
    assert {"seat": "Bob", "lay": "H13"} in steps


def test_vendettas_own_files_are_read_by_their_format() -> None:
    with pytest.raises(BadScenario, match="expected vendetta-scenario/1"):
        parse(str(FILE))
