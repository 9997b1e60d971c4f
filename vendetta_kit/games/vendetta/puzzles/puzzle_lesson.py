"""A puzzle as a small lesson: the learner makes its first move, then the file's story is played."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.lesson_model import Beat, Lesson, LessonPart, Say, Steps, YourMove, lesson_words
from vendetta_kit.games.vendetta.course.lesson_game import SUBJECT
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import Scenario
from vendetta_kit.scenarios.model import Check, Order

from . import solution

__all__ = ["lesson_of"]

MINUTES: Final = 2


def lesson_of(scenario: Scenario) -> Lesson:
    """Return a lesson with one part: the move of a puzzle, its result, and the end.

    >>> from vendetta_kit.games.vendetta.puzzles import open_puzzle, shipped
    >>> [beat.key for beat in lesson_of(open_puzzle(shipped()[0])).moments[0].beats]
    ['your_move', 'steps', 'steps', 'say']
    """
    first = solution(scenario)
    names = {"name": scenario.names[first.seat]}
    title = {lang: scenario.title.get(lang, scenario.id) for lang in languages()}
    rest = [step for step in scenario.steps[1:] if not isinstance(step, Check | Order)]
    ask = {lang: words.format(**names) for lang, words in lesson_words("puzzle.ask").items()}
    other = {lang: words.format(**names) for lang, words in lesson_words("puzzle.other").items()}
    beats: list[Beat] = [YourMove(first.mark, scenario.rules, ask, other)]
    if rest:
        beats.append(Steps(rest[0].mark, (), len(rest)))
    beats += [Steps(first.mark, (), 0), Say(first.mark, (), lesson_words("puzzle.end"))]
    moment = LessonPart(first.mark, "puzzle", lesson_words("puzzle.goal"), scenario, first.seat, None, tuple(beats))
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
