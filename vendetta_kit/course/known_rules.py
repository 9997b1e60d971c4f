"""How far a learner has come: which rules she may be asked about, and on which tables.

>>> from vendetta_kit.course.progress import Progress
>>> progress = Progress()
>>> progress.lesson("first_steps", finished=True)
>>> "PLAN-03" in learned(progress), "FRZ-01" in learned(progress)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.questions import Question
from vendetta_kit.games import FIRST

__all__ = ["KnownRules", "following", "learned", "taught", "up_to"]


@dataclass(frozen=True, slots=True)
class KnownRules:
    """The rules that a learner can be expected to know; ``signs`` are a game's: see
    :class:`.lesson_game.LessonGame`."""

    rules: frozenset[str]
    signs: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)

    def shows(self, view: Any) -> bool:
        """Whether nothing on this table belongs to a later lesson."""
        return all(rule in self.rules or not there(view) for rule, there in self.signs.items())

    def holds(self, rules: Collection[str]) -> bool:
        """Whether all of these rules are within reach."""
        return self.rules.issuperset(rules)

    def allows(self, question: Question) -> bool:
        """Whether she can answer this question by what she knows."""
        return self.holds((*question.rules, *question.about)) and (question.view is None or self.shows(question.view))


def taught(progress: Progress) -> frozenset[str]:
    """Return the rules that finished lessons have taught her, and those that she has been asked about."""
    done = {lesson for lesson, mark in progress.lessons.items() if mark.finished}
    told = {rule for heading in lessons.headings(progress.game) if heading.id in done for rule in heading.rules}
    return frozenset(told | {rule for rule, mark in progress.rules.items() if mark.memory is not None})


def learned(progress: Progress) -> frozenset[str]:
    """The rules that lessons have taught her, and those that she has used, run into or been asked about.

    A rule that only stood beside an event is not among them.
    """
    met = {rule for rule, mark in progress.rules.items() if mark.level != "met" or mark.refused}
    return taught(progress) | met


def up_to(lesson: str, game: str = FIRST) -> frozenset[str]:
    """Return the rules of a game's lesson and of those before it; none, if there is no such lesson."""
    headings = lessons.headings(game)
    number = next((heading.number for heading in headings if heading.id == lesson), -1)
    return frozenset(rule for heading in headings if heading.number <= number for rule in heading.rules)


def following(progress: Progress) -> lessons.LessonHeading | None:
    """Return the first lesson of the progress's game that she has not finished.

    >>> from vendetta_kit.course.progress import Progress
    >>> found = following(Progress())
    >>> found.id if found is not None else None
    'first_steps'
    """
    done = {lesson for lesson, mark in progress.lessons.items() if mark.finished}
    return next((heading for heading in lessons.headings(progress.game) if heading.id not in done), None)
