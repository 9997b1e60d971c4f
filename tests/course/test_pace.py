"""The pace of the course: the learner does things, and reads little for each of them."""

from __future__ import annotations

import re

import pytest

from tests.course.everywhere import each_lesson
from vendetta_kit.course.lesson_model import Ask, Beat, FreeMove, Lesson, Predict, Say, YourMove
from vendetta_kit.course.markup import Markup
from vendetta_kit.rulebook import languages

MOST_WORDS = 35
"""For each thing that a learner does: a move or an answer."""


def count(text: str, lang: str, markup: Markup) -> int:
    """How many words a reader sees."""
    return len(re.findall(r"\w[\w'’-]*", markup.plain(text, lang)))


def words(beat: Beat, lang: str, markup: Markup) -> int:
    """How many words the learner reads of a beat before she does what it asks for."""
    if isinstance(beat, Say | YourMove | FreeMove):
        return count(beat.words[lang], lang, markup)
    if isinstance(beat, Ask):
        question = beat.question
        texts = (question.prompt, *(option.text for option in question.options))
        return sum(count(text[lang], lang, markup) for text in texts)
    return 0


def beats(lesson: Lesson) -> list[Beat]:
    return [beat for moment in lesson.moments for beat in moment.beats]


@pytest.mark.parametrize("lang", languages())
@each_lesson
def test_a_learner_reads_little_for_each_thing_that_she_does(lesson: Lesson, lang: str) -> None:
    acts = [beat for beat in beats(lesson) if isinstance(beat, YourMove | FreeMove | Ask | Predict)]
    read = sum(words(beat, lang, lesson.subject.markup) for beat in beats(lesson))
    assert read / len(acts) <= MOST_WORDS, f"{read} words for {len(acts)} moves and answers"


@each_lesson
def test_a_learner_moves_more_often_than_she_is_asked(lesson: Lesson) -> None:
    moves = [beat for beat in beats(lesson) if isinstance(beat, YourMove | FreeMove)]
    asked = [beat for beat in beats(lesson) if isinstance(beat, Ask | Predict)]
    assert len(moves) > len(asked), f"{len(moves)} moves, {len(asked)} questions"


@each_lesson
def test_a_learner_is_one_person_throughout_a_lesson(lesson: Lesson) -> None:
    """The same name, and so the same heroine, at every table of the lesson."""
    names = {
        moment.scenario.names[moment.you]
        for moment in lesson.moments
        if moment.scenario is not None and moment.you is not None
    }
    assert len(names) <= 1, names
