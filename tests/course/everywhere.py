"""The lessons of every game, for the tests that hold for all of them."""

from __future__ import annotations

import pytest

from vendetta_kit import games
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Lesson

LESSONS: tuple[Lesson, ...] = tuple(lesson for game in games.TAUGHT for lesson in lessons.shipped(game))


def name_of(lesson: Lesson) -> str:
    """How a test run names a lesson: the id alone may belong to lessons of two games."""
    return f"{lesson.subject.format.partition('-')[0]}-{lesson.id}"


each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
