"""Every scenario of the kit holds, from its start to its last expectation, and says what it shows in both languages."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.selection import mostly_long
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Both
from vendetta_kit.data_paths import data_dir
from vendetta_kit.games import FIRST, GAMES
from vendetta_kit.kernel import saves
from vendetta_kit.registered_games import registered
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import Scenario, ScenarioRun, find, load, loads, run, shipped
from vendetta_kit.scenarios.yaml_document import Document

SCENARIOS = {game: [load(path) for path in shipped(game)] for game in GAMES}
DESCRIBED = ("vtes", "rivals")
"""Games whose scenario files have a page of their own."""
PAGES = {game: Path(data_dir(), game, "scenarios", "README.md").read_text("utf-8") for game in DESCRIBED}
EXAMPLES = [text for page in PAGES.values() for text in re.findall(r"```yaml\n(.*?)```", page, re.S)]


def _marks(game: str, scenario: Scenario) -> Any:
    return pytest.mark.rules(*(rule if game == FIRST else f"{game}:{rule}" for rule in scenario.rules))


def _each(quick: int) -> pytest.MarkDecorator:
    """The mark by which a test runs for every scenario, in the quick run for so many of them, of every game."""
    every = [(game, scenario) for game, scenarios in SCENARIOS.items() for scenario in scenarios]
    return pytest.mark.parametrize(
        ("game", "scenario"),
        [
            pytest.param(game, scenario, id=scenario.id, marks=[*case.marks, _marks(game, scenario)])
            for (game, scenario), case in zip(every, mostly_long(every, quick), strict=True)
        ],
    )


each_scenario = _each(quick=len([*chain(*SCENARIOS.values())]))
some_scenarios = _each(quick=50)


@each_scenario
def test_scenario_holds(game: str, scenario: Scenario) -> None:
    verdict = run(scenario)
    assert not verdict.failures, "\n".join(str(failure) for failure in verdict.failures)
    assert verdict.ok


@each_scenario
def test_scenario_file_is_named_after_its_id_and_speaks_every_language(game: str, scenario: Scenario) -> None:
    assert Path(scenario.file).stem == scenario.id
    assert set(scenario.title) >= set(languages())
    assert scenario.rules
    assert scenario.expect


@some_scenarios
def test_scenario_plays_the_same_each_time_and_without_a_recorder(game: str, scenario: Scenario) -> None:
    first, second = run(scenario).game, run(scenario).game
    assert (first.n, first.z, len(first.events)) == (second.n, second.z, len(second.events))
    assert (scenario.game().n, scenario.game().z) == (scenario.game(record=False).n, scenario.game(record=False).z)


@some_scenarios
def test_scenario_can_be_saved_at_its_start_and_loaded(game: str, scenario: Scenario) -> None:
    rules = registered(game).dialect().rules
    begun = scenario.game()
    again = saves.from_json(saves.to_json(begun), rules)
    assert (again.n, again.z) == (begun.n, begun.z)
    stopped = saves.from_json(saves.to_json(ScenarioRun(scenario).game), rules)  # between two decisions, perhaps
    assert stopped.to_act is not None or stopped.is_over


@some_scenarios
def test_scenario_can_be_saved_at_its_end_and_loaded(game: str, scenario: Scenario) -> None:
    ended = run(scenario).game
    again = saves.from_json(saves.to_json(ended), registered(game).dialect().rules)
    assert [action for _, action in again.actions] == [action for _, action in ended.actions]


@pytest.mark.parametrize(
    ("game", "prefix", "last"), [("vendetta", "w-", 17), ("rivals", "x-", 9)], ids=["vendetta", "rivals"]
)
def test_all_worked_examples_are_there(game: str, prefix: str, last: int) -> None:
    numbers = {scenario.id[2:4] for scenario in SCENARIOS[game] if scenario.id.startswith(prefix)}
    assert numbers >= {f"{k:02}" for k in range(1, last + 1)}


def test_ids_are_unique_and_can_be_found() -> None:
    ids = [scenario.id for scenario in SCENARIOS[FIRST]]
    assert len(set(ids)) == len(ids)
    assert find(ids[0]) == SCENARIOS[FIRST][0].file
    with pytest.raises(KeyError):
        find("no-such-scenario")


def test_every_scenario_that_bears_a_lessons_name_is_told_by_a_lesson() -> None:
    """Drills and the teachers' page leave them out: one that no lesson tells would be seen by nobody."""
    moments = [moment for name in lessons.ids() for moment in lessons.find(name).moments]
    told = {moment.scenario.id for moment in moments if moment.scenario is not None}
    told |= {beat.scenario.id for moment in moments for beat in moment.beats if isinstance(beat, Both)}
    named = {scenario.id for scenario in SCENARIOS[FIRST] if scenario.id.startswith("lesson-")}
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


# Games with a page about their files -----------------------------------------------------------------------


@pytest.mark.parametrize("text", EXAMPLES, ids=["bleed", "vote", "walk", "draw"])
def test_an_example_of_the_page_holds(text: str) -> None:
    verdict = run(loads(text))
    assert verdict.ok, [str(failure) for failure in verdict.failures]


@pytest.mark.parametrize("game", DESCRIBED)
def test_the_page_tells_each_key(game: str) -> None:
    assert [key for key in registered(game).dialect().keys if f"`{key}`" not in PAGES[game]] == []
