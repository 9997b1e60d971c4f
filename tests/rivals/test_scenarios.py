"""The scenario files of Rivals: the shipped ones hold, the page that describes them is true, bad ones get one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.rivals.engine.actions import Done, Mend, Unhosted
from vendetta_kit.games.rivals.engine.game import Game
from vendetta_kit.games.rivals.engine.state import numbers
from vendetta_kit.games.rivals.scenarios import DIALECT
from vendetta_kit.games.rivals.scenarios.step_syntax import StepReader, step_of
from vendetta_kit.kernel import saves
from vendetta_kit.scenarios import BadScenario, load, loads, run, shipped
from vendetta_kit.scenarios.model import Do
from vendetta_kit.scenarios.yaml_document import Document

PAGE = Path(data_dir(), "rivals", "scenarios", "README.md").read_text("utf-8")
TABLE = """\
format: rivals-scenario/1
id: bad
title: {en: Bad}
seats:
  - {name: Ann, haven: [1-V1, 1-V2], hand: [1-L01]}
  - {name: Bob, haven: [2-V1]}
turn: Ann
"""


def test_the_page_tells_each_key_step_and_expectation() -> None:
    told = (*DIALECT.keys, *(f"{word}: " for word in StepReader.acts))
    assert [key for key in told if f"`{key}" not in PAGE] == []
    for form in DIALECT.forms:
        for keys in form.told_by:
            assert f"`{keys[0]}" in PAGE, form.kind
    for goal in (*DIALECT.steps, *DIALECT.ends[:-1]):
        assert goal in PAGE


@pytest.mark.parametrize("path", shipped("rivals"), ids=lambda path: Path(path).stem)
def test_what_is_done_can_be_written_as_it_was_read(path: str) -> None:
    scenario = load(path)
    game = DIALECT.prepare(scenario.table, True)
    for step in scenario.steps:
        if isinstance(step, Do):
            reader = DIALECT.reader(Document("step"), DIALECT)
            reader.names = scenario.names
            assert reader.act(step_of(game, step.seat, step.action), ()) == (step.seat, step.action)


def test_a_table_that_was_laid_can_be_saved_and_played_again() -> None:
    game = Game.position(load(next(path for path in shipped("rivals") if "x-11" in path)).table)
    for action in (Mend(*map(numbers().__getitem__, ("1-V2", "1-L01"))), Done(), Done(), Unhosted()):
        assert game.to_act is not None
        game.apply(game.to_act, action)
    again = saves.from_json(json.loads(json.dumps(saves.to_json(game))), DIALECT.rules)
    assert (again.n, again.z, again.agenda) == (game.n, game.z, game.agenda)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("steps: [{seat: Ann, move: 1-V9}]\n", "'1-V9'; expected"),
        ("steps: [{seat: Ann, move: 2-V1}]\n", "Only a ready vampire in your Haven"),
        ("steps: [{seat: Bob, unhosted: yes}, {seat: Ann, mend: 1-V1}]\n", "discard"),
        ("steps: [{seat: Ann, regroup: 1-V1, party: 9}]\n", "expected a whole number from 1 to 7"),
        ("steps: [{seat: Ann, done: no}]\n", "done"),
        ("phase: lunch\n", "expected one of beginning, action, end"),
        ("players: 3\n", "seats"),
        ("city: [C-E01, C-E01]\n", "city"),
        ("streets: [C-E07]\n", "streets"),
        ("city: [C-E05, C-E06, C-E07, C-E08, C-E09, C-E10]\nstreets: [C-E01]\n", "the other 4 are in the box"),
        ("expect: [{card: C-M01, blood: 1}]\n", "expected one of"),
        ("expect: [{intel: 1, enough: yes}]\n", "nothing"),
        ("expect: [{damage: 1, type: fire, attribute: 0, blood: 2, left: 1}]\n", "physical"),
        ("expect: [{draw: [2, 2], chance: 1/2}]\n", "somebody else"),
        ("expect: [{draw: [2, 1], chance: a lot}]\n", "a lot"),
        ("expect: [{seat: Ann, gold: 3}]\n", "gold"),
    ],
)
def test_a_bad_file_gets_one_line(more: str, told: str) -> None:
    text = TABLE + more
    with pytest.raises(BadScenario) as bad:
        run(loads(text, "bad.yaml"))
    line = str(bad.value)
    assert line.startswith("bad.yaml:")
    assert "\n" not in line
    assert told in line


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1-V1, 1-V2", "1-V1, 1-V1", "haven"),
        ("1-V1, 1-V2", "1-V1, 2-V2", "haven"),
        ("1-V1, 1-V2", "{card: 1-V1, blood: 9}", "from 1 to 6"),
        ("1-V1, 1-V2", "{card: 1-V1, party: 1}", "party"),
        ("name: Bob", "name: Ann", "a name of its own"),
        ("hand: [1-L01]", "rival: Ann", "rival"),
        ("hand: [1-L01]", "leader: 1-V5", "leader"),
        ("hand: [1-L01]", "prestige: 0", "prestige"),
    ],
)
def test_a_table_that_cannot_be_laid_gets_one_line(old: str, new: str, told: str) -> None:
    assert old in TABLE
    with pytest.raises(BadScenario) as bad:
        loads(TABLE.replace(old, new), "bad.yaml")
    assert "\n" not in str(bad.value)
    assert told in str(bad.value)


def test_an_expectation_that_our_source_does_not_answer_fails_in_one_line() -> None:
    verdict = run(loads(TABLE + "expect: [{knock_out: Bob, by: Bob, agenda: {Ann: 1}, winner: Ann}]\n", "own.yaml"))
    (failure,) = verdict.failures
    assert "our source says nothing of one's own effect" in str(failure)


@pytest.mark.parametrize(
    "wrong",
    [
        "{card: 1-V1, wounded: yes}", "{seat: Ann, prestige: 20}", "{seat: Ann, deck: 48}", "{actions: 1}",
        "{intel: 1, against: 2, enough: yes}", "{draw: [2, 1], chance: 1/2}", "{revealed: [C-M01]}",
        "{damage: 3, type: ranged, attribute: 1, blood: 4, left: 1}",
        "{knock_out: Bob, by: Ann, agenda: {Ann: 1, Bob: 5}, after: {Ann: 1, Bob: 5}}",
    ],
)  # fmt: skip
def test_what_does_not_hold_is_told(wrong: str) -> None:
    verdict = run(loads(TABLE + f"expect: [{wrong}]\n", "wrong.yaml"))
    (failure,) = verdict.failures
    assert "expected" in str(failure)
    assert "found" in str(failure)
