"""A puzzle as a drill: the same question again by its id, right and wrong, within reach, with nothing hidden shown."""

from __future__ import annotations

from random import Random

import pytest

from vendetta_kit.course.known_rules import KnownRules
from vendetta_kit.course.puzzle_set import open_puzzle, solution
from vendetta_kit.course.questions import NOBODY
from vendetta_kit.games.vendetta.course.drills import DRILLS, by_id, drill
from vendetta_kit.games.vendetta.course.drills.puzzle_questions import puzzle_drill, puzzles_by_rule
from vendetta_kit.games.vendetta.course.lesson_game import SIGNS
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Stay, Withdraw
from vendetta_kit.games.vendetta.puzzles import PUZZLES
from vendetta_kit.rulebook import languages
from vendetta_widgets.html import HtmlWriter


def test_every_puzzle_with_few_choices_is_a_drill_of_its_rules() -> None:
    every = map(open_puzzle, PUZZLES.shipped())
    few = {
        f"puzzle:{one.id}": one for one in every if isinstance(solution(one).action, Stay | Withdraw | Drain | EndTurn)
    }
    assert {name for ids in puzzles_by_rule().values() for name in ids} == set(few)
    for rule, ids in puzzles_by_rule().items():
        assert all(rule in few[name].rules for name in ids)


def test_neither_to_drain_nor_to_drain_nobody_is_nearly_always_right() -> None:
    drains = [by_id(name) for name in sorted(set(puzzles_by_rule()["DRAIN-04"]))]
    drains = [question for question in drains if any(option.value == NOBODY for option in question.options)]
    nobody = sum(question.right == (NOBODY,) for question in drains)
    assert len(drains) / 3 <= nobody <= 2 * len(drains) / 3


def test_whom_to_drain_can_be_pressed_on_the_table() -> None:
    drains = [name for ids in puzzles_by_rule().values() for name in ids if "-drain-" in name]
    question = by_id(drains[0])
    shown = "".join(HtmlWriter("en").writing.table(question.view, HtmlWriter("en"), False))
    people = [option for option in question.options if option.value != NOBODY]
    assert len(people) == len(question.options) - 1 > 0
    for option in people:
        assert option.thing == f"person-{option.value}"
        assert f'data-thing="{option.thing}"' in shown
    assert set(question.right) < {option.value for option in question.options}


@pytest.mark.parametrize("name", sorted(puzzles_by_rule()["WDR-03"])[::9])
def test_a_drill_is_graded_by_the_solution_and_says_why_and_by_how_much(name: str) -> None:
    question = by_id(name)
    one = open_puzzle(next(path for path in PUZZLES.shipped() if path.endswith(f"{name.partition(':')[2]}.yaml")))
    assert one.puzzle is not None
    right = solution(one).action.do
    assert question.grade([right])
    assert not question.grade(["stay" if right == "withdraw" else "withdraw"])
    assert question.view == one.game().view(one.puzzle.seat)
    for lang in languages():
        assert one.title[lang].partition(":")[0] in question.prompt[lang]
        assert question.reason is not None
        assert question.reason[lang] == question.working[0].text[lang]
        assert str(one.puzzle.gap) in question.working[1].text[lang]
        assert {option.text[lang] for option in question.options} == set(
            {"en": ("Stay", "Withdraw"), "de": ("Bleiben", "Rückzug")}[lang]
        )


def test_puzzles_come_now_and_then_among_the_drills_of_a_rule() -> None:
    found = [drill(Random(seed), ["WDR-03"]).id.partition(":")[0] for seed in range(60)]
    assert 0 < found.count("puzzle") < 30


def test_a_puzzle_out_of_reach_is_not_asked() -> None:
    """A third round shows Victims that were met in Feeds, so who has not learned of Feeds is asked no puzzle."""
    early = KnownRules(frozenset({"WDR-01", "WDR-03"}), SIGNS)
    late = KnownRules(DRILLS.rules(), SIGNS)
    for reach, wanted in ((early, False), (late, True)):
        found = [drill(Random(seed), ["WDR-03"], reach).id for seed in range(40)]
        assert any(name.startswith("puzzle:") for name in found) == wanted


def test_an_unknown_puzzle_is_no_drill() -> None:
    with pytest.raises(KeyError):
        by_id("puzzle:none")
    with pytest.raises(KeyError):
        puzzle_drill("../../lang/en/puzzles")
