"""The page that teaches how to write a lesson: its example is a lesson that works."""

from __future__ import annotations

import re
from pathlib import Path

from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Beat
from vendetta_kit.course.lesson_player import LessonPlayer
from vendetta_kit.games.vendetta.course.predictions import KINDS

PAGE = (Path(__file__).resolve().parents[2] / "data" / "vendetta" / "lessons" / "README.md").read_text("utf-8")


def test_the_example_is_a_lesson_that_can_be_walked_to_its_end() -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    report = LessonPlayer(lessons.loads(text, "README.md")).run_through()
    assert report.failures == ()
    assert report.moves == 1


def test_every_kind_of_beat_and_of_prediction_is_named() -> None:
    for beat in Beat.__subclasses__():
        assert f"`{beat.key}" in PAGE, beat.key
    for kind in KINDS:
        assert re.search(rf"\b{kind}\b", PAGE), kind
