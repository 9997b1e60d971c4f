"""Lessons are walked about a game that they do not know: the same beats, refusals and predictions for *Hush*."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.toy import Lay, Pass, Stay
from tests.kernel.toy.teaching import SUBJECT
from vendetta_kit.course.lesson_check import run_through
from vendetta_kit.course.lesson_file import document_of, parse
from vendetta_kit.course.lesson_model import BadLesson, Lesson
from vendetta_kit.course.lesson_player import LessonPlayer, NotNow
from vendetta_kit.kernel.refusal import IllegalAction

FILE = Path(__file__).parent / "toy" / "lesson.yaml"
TEXT = FILE.read_text("utf-8")


def lesson(text: str = TEXT) -> Lesson:
    document = document_of("lesson.yaml")
    document.take(text)
    return parse(document, SUBJECT)


def test_all_of_it_is_walked_with_right_answers() -> None:
    report = run_through(lesson())
    assert report.failures == ()
    assert (report.moves, report.questions) == (2, 2)
    assert set(report.met) == {"HUSH-01", "HUSH-02", "HUSH-03"} | {"HUSH-00"}


def test_the_learner_moves_predicts_and_answers() -> None:
    walk = LessonPlayer(lesson())
    assert walk.expected_move == Stay()
    with pytest.raises(IllegalAction):
        walk.act(Lay(7))
    other = walk.act(Stay(False))
    assert not other.done
    assert other.words is not None
    assert other.words["en"].startswith("Then you have")
    assert walk.act(Stay()).done
    with pytest.raises(NotNow):
        walk.act(Stay())
    walk.go_on()
    assert walk.expected_move == Lay(7)
    assert not walk.act(Pass()).done
    walk.act(Lay(7))
    asked = walk.asked
    assert asked is not None
    assert [option.text["de"] for option in asked.options] == ["Ann", "Bob", "Cy"]
    walk.answer(["0"])
    walk.go_on()
    walk.go_on()
    graded = walk.news[0]
    assert (graded.right, graded.question.right, graded.question.rules[0]) == (False, ("1",), "HUSH-03")
    assert graded.question.working[0].text == {"en": "Bob: won.", "de": "won: Bob."}
    assert walk.answer(["0"]).right
    walk.go_on()
    assert walk.done
    walk.back()
    assert walk.view.hand == (1, 11)


def test_no_step_of_it_shows_anothers_hand() -> None:
    walk = LessonPlayer(lesson())
    while not walk.done:
        seen = str(walk.view.to_json())
        assert not [card for card in ("H04", "H15", "H05", "H10", "H17") if card in seen]
        if walk.expected_move is not None:
            walk.act(walk.expected_move)
            continue
        if walk.asked is not None:
            walk.answer(["0"])
        walk.go_on()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "hush-lesson/1",
            "vendetta-lesson/1",
            "lesson.yaml:1: format: found 'vendetta-lesson/1'; expected hush-lesson/1",
        ),
        ('[[HUSH-02]].", de', '[[PLAN-11]].", de', "nothing is called PLAN-11"),
        ("kind: winner", "kind: power", "found 'power'; expected one of winner"),
        ("lay: H13", "lay: H99", "lesson.yaml:16: scenarios.two-stay.steps[4].lay: found 'H99'"),
        ("rules: [HUSH-03]\nrules", "rules: [PLAN-01]\nrules", "found 'PLAN-01'; expected the id of a rule"),
        ("- steps: 2", "- numbers: H07", "numbers: found 'H07'"),
    ],
)
def test_what_is_wrong_with_a_file_gets_one_line(old: str, new: str, line: str) -> None:
    assert old in TEXT
    with pytest.raises(BadLesson) as bad:
        lesson(TEXT.replace(old, new, 1))
    assert line in str(bad.value)
    assert "\n" not in str(bad.value)
