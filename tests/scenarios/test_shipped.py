"""Every scenario of the kit holds, from its start to its last expectation, and says what it shows in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Both
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.engine.saves import from_json, to_json
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import Scenario, find, load, run, shipped
from vendetta_kit.scenarios.yaml_document import Document

SCENARIOS = [load(path) for path in shipped()]


def _params() -> list[Any]:
    return [pytest.param(scenario, id=scenario.id, marks=pytest.mark.rules(*scenario.rules)) for scenario in SCENARIOS]


@pytest.mark.parametrize("scenario", _params())
def test_scenario_holds(scenario: Scenario) -> None:
    verdict = run(scenario)
    assert not verdict.failures, "\n".join(str(failure) for failure in verdict.failures)
    assert verdict.ok


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario_file_is_named_after_its_id_and_speaks_every_language(scenario: Scenario) -> None:
    assert Path(scenario.file).stem == scenario.id
    assert set(scenario.title) >= set(languages())
    assert scenario.rules


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario_plays_the_same_each_time_and_without_a_recorder(scenario: Scenario) -> None:
    first, second = run(scenario).game, run(scenario).game
    assert (first.n, first.z, len(first.events)) == (second.n, second.z, len(second.events))
    assert (scenario.game().n, scenario.game().z) == (scenario.game(record=False).n, scenario.game(record=False).z)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario_can_be_saved_at_its_start_and_loaded(scenario: Scenario) -> None:
    game = position(scenario.table)
    again = from_json(to_json(game))
    assert (again.n, again.z) == (game.n, game.z)


def test_all_worked_examples_are_there() -> None:
    numbers = {scenario.id[2:4] for scenario in SCENARIOS if scenario.id.startswith("w-")}
    assert numbers == {f"{k:02}" for k in range(1, 18)}


def test_ids_are_unique_and_can_be_found() -> None:
    ids = [scenario.id for scenario in SCENARIOS]
    assert len(set(ids)) == len(ids)
    assert find(ids[0]) == SCENARIOS[0].file
    with pytest.raises(KeyError):
        find("no-such-scenario")


def test_every_scenario_that_bears_a_lessons_name_is_told_by_a_lesson() -> None:
    """Drills and the teachers' page leave them out: one that no lesson tells would be seen by nobody."""
    moments = [moment for name in lessons.ids() for moment in lessons.find(name).moments]
    told = {moment.scenario.id for moment in moments if moment.scenario is not None}
    told |= {beat.scenario.id for moment in moments for beat in moment.beats if isinstance(beat, Both)}
    named = {scenario.id for scenario in SCENARIOS if scenario.id.startswith("lesson-")}
    assert named <= told, named - told
    assert len(named) > 50


def test_the_quick_reader_of_the_kit_s_own_files_reads_what_the_other_reads(tmp_path: Path) -> None:
    for path in shipped()[::8]:
        copy = tmp_path / Path(path).name
        copy.write_bytes(Path(path).read_bytes())
        quick, slow = Document(path), Document(str(copy))
        quick.read()
        slow.read()
        assert quick.value == slow.value, path
        assert [quick.line(("steps", k)) for k in range(99)] == [slow.line(("steps", k)) for k in range(99)], path
