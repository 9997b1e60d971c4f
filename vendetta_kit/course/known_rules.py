"""The rules that a learner can be expected to know, and the questions and tables that they allow.

>>> from vendetta_kit.course.progress import Progress
>>> progress = Progress()
>>> progress.lesson("first_steps", finished=True)
>>> "PLAN-03" in learned_rules(progress), "FRZ-01" in learned_rules(progress)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.questions import Question
from vendetta_kit.registered_games import FIRST


@dataclass(frozen=True, slots=True)
class KnownRules:
    """The rules that a learner can be expected to know; ``signs`` is that of :class:`.lesson_game.LessonGame`."""

    rules: frozenset[str]
    signs: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)

    def shows(self, view: Any) -> bool:
        """Return whether nothing in this view belongs to a later lesson."""
        return all(rule in self.rules or not there(view) for rule, there in self.signs.items())

    def knows_all(self, rules: Collection[str]) -> bool:
        """Return whether all of these rules are known."""
        return self.rules.issuperset(rules)

    def allows(self, question: Question) -> bool:
        """Return whether the question can be answered with the known rules."""
        return self.knows_all((*question.rules, *question.about)) and (
            question.view is None or self.shows(question.view)
        )


def lesson_rules(progress: Progress) -> frozenset[str]:
    """Return the rules of the learner's finished lessons."""
    done = {lesson for lesson, mark in progress.lessons.items() if mark.finished}
    return frozenset(
        rule for heading in lessons.headings(progress.game) if heading.id in done for rule in heading.rules
    )


def taught_rules(progress: Progress) -> frozenset[str]:
    """Return the rules of the learner's finished lessons, and those that the learner has been asked about."""
    return lesson_rules(progress) | {rule for rule, mark in progress.rules.items() if mark.memory is not None}


def rules_to_drill(progress: Progress, guided: Collection[str], now: datetime) -> frozenset[str]:
    """Return what the learner has learned: by finished lessons, a game's guide or else own moves, and what is due.

    Of what was only asked outside of them, in a game or a set of questions on all rules, no more than is due.
    """
    learned = lesson_rules(progress).union(guided or used_rules(progress))
    return frozenset(rule for rule in told_rules(progress, guided) if rule in learned or progress.is_due(rule, now))


def used_rules(progress: Progress) -> frozenset[str]:
    """Return the rules that the learner's own moves have used."""
    return frozenset(rule for rule, mark in progress.rules.items() if mark.used)


def learned_rules(progress: Progress) -> frozenset[str]:
    """Return the rules that lessons have taught, and those that the learner has used, been refused by or been asked.

    A rule that was only shown with an event is not among them.
    """
    met = {rule for rule, mark in progress.rules.items() if mark.level != "met" or mark.refused}
    return taught_rules(progress) | met


def told_rules(progress: Progress, guided: Collection[str] = ()) -> frozenset[str]:
    """Return the rules that a lesson, a question, or the guide of a game, which tells ``guided``, has told.

    Where no guide tells anything, the own moves have told what they used: their answers say what they do.
    """
    if not guided:
        return taught_rules(progress) | used_rules(progress)
    marks = {rule: progress.rules[rule] for rule in guided if rule in progress.rules and progress.rules[rule].met}
    played = any(mark.used for mark in marks.values())  # else they only stood beside events of a lesson
    return taught_rules(progress) | (marks.keys() if played else set())


def rules_up_to(lesson: str, game: str = FIRST) -> frozenset[str]:
    """Return the rules of a game's lesson and of those before it; none, if there is no such lesson."""
    headings = lessons.headings(game)
    number = next((heading.number for heading in headings if heading.id == lesson), -1)
    return frozenset(rule for heading in headings if heading.number <= number for rule in heading.rules)


def next_lesson(progress: Progress) -> lessons.LessonHeading | None:
    """Return the first lesson of the progress's game that the learner has not finished.

    >>> from vendetta_kit.course.progress import Progress
    >>> found = next_lesson(Progress())
    >>> found.id if found is not None else None
    'first_steps'
    """
    done = {lesson for lesson, mark in progress.lessons.items() if mark.finished}
    return next((heading for heading in lessons.headings(progress.game) if heading.id not in done), None)
