"""Drills are made about a game that their machine does not know, and ask nobody what her seat cannot know."""

from __future__ import annotations

from random import Random

import pytest

import tests.kernel.toy as hush
from tests.kernel.toy.drills import drills, units
from vendetta_kit.course.drills import topic_of
from vendetta_kit.course.drills.question_families import make_question, possible_questions
from vendetta_kit.course.drills.rule_statements import ORDERS
from vendetta_kit.rulebook import VTES

DRILLS = drills(VTES)


def test_each_is_asked_what_she_took_and_never_what_another_chose_in_secret() -> None:
    asked = 0
    for number in range(6):
        for unit in units(f"3/{number}"):
            for entry, one in possible_questions(unit, DRILLS.families):
                for viewer in unit.viewers():
                    question = make_question(unit, entry, one, viewer)
                    assert (question is not None) == (viewer == int(one.key)), "the others' choices are sealed"
                    if question is None:
                        continue
                    asked += 1
                    assert question.grade([str(int(unit.left(viewer)))])
                    assert question.view.hand == unit.before.z[hush.HAND + viewer]
                    again = DRILLS.by_id(question.id)
                    assert (again.prompt, again.right, again.working) == (
                        question.prompt,
                        question.right,
                        question.working,
                    )
    assert asked == 6 * 3 * hush.ROUNDS


def test_a_rule_is_recalled_out_of_the_rulebooks_data_alone() -> None:
    asked = [DRILLS.statements.statement("BLOCK-07", order) for order in range(ORDERS)]
    assert {len(question.options) for question in asked} == {3}
    assert len({tuple(option.text["en"] for option in question.options) for question in asked}) == ORDERS
    for question in asked:
        right = next(option.text for option in question.options if option.value in question.right)
        assert right["en"].startswith("… stealth only while")
        assert right["de"].startswith("Stealth darfst du nur")
        assert question.reason is not None
        assert set(question.reason) == set(VTES.languages())
        assert topic_of(question.id) == "statement:BLOCK-07"
    assert {DRILLS.drill(Random(k)).id.partition(":")[0] for k in range(20)} == {"statement"}
    with pytest.raises(KeyError):
        DRILLS.by_id("statement:BLOCK-08:0")
