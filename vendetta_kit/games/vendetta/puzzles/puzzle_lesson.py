"""A puzzle as a small lesson: the learner makes its first move."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.lesson_model import Lesson, LessonPart, YourMove, lesson_words
from vendetta_kit.games.vendetta.course.lesson_game import SUBJECT
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import Scenario

from . import solution

__all__ = ["lesson_of"]

MINUTES: Final = 2


def lesson_of(scenario: Scenario) -> Lesson:
    """Return a lesson with one part, the move of a puzzle.

    >>> from vendetta_kit.games.vendetta.puzzles import open_puzzle, shipped
    >>> [beat.key for beat in lesson_of(open_puzzle(shipped()[0])).moments[0].beats]
    ['your_move']
    """
    first = solution(scenario)
    names = {"name": scenario.names[first.seat]}
    title = {lang: scenario.title.get(lang, scenario.id) for lang in languages()}
    ask = {lang: words.format(**names) for lang, words in lesson_words("puzzle.ask").items()}
    other = {lang: words.format(**names) for lang, words in lesson_words("puzzle.other").items()}
    beats = (YourMove(first.mark, scenario.rules, ask, other),)
    moment = LessonPart(first.mark, "puzzle", lesson_words("puzzle.goal"), scenario, first.seat, None, beats)
    return Lesson(
        subject=SUBJECT,
        file=scenario.file,
        id=scenario.id,
        number=0,
        title=title,
        goal=lesson_words("puzzle.goal"),
        minutes=MINUTES,
        moments=(moment,),
        learned=(),
        rules=scenario.rules,
        drill_count=0,
        next=None,
        lines={},
    )
