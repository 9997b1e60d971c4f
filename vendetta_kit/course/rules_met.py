"""Records the rules that a lesson has shown: in texts, events, refusals and questions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .lesson_game import LessonGame
from .lesson_model import Ask, Beat, Both, Show
from .questions import ExplanationLine, Question, Words
from .ruling_comparison import compare_readings


class RulesMet:
    """The rules shown so far, in the order in which they were shown."""

    def __init__(self, subject: LessonGame) -> None:
        self._subject = subject
        self._rules: dict[str, None] = {}

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of all rules shown so far."""
        return tuple(self._rules)

    def add(self, rules: Iterable[str]) -> None:
        """Record that rules were shown."""
        for rule in rules:
            self._rules.setdefault(rule)

    def words(self, words: Words) -> None:
        """Record the rules that a text refers to."""
        for text in words.values():
            self.add(self._subject.markup.rules_of(text))

    def line(self, line: ExplanationLine) -> None:
        """Record the rules of a line of an explanation."""
        self.add(line.rules)
        self.words(line.text)

    def beat(self, beat: Beat) -> None:
        """Record the rules of a beat."""
        self.add(beat.rules)
        for words in texts_before_answer(beat):
            self.words(words)
        if isinstance(beat, Show) and beat.what == "rule" and beat.item is not None:
            self.add((beat.item,))
        if isinstance(beat, Both):
            for told in compare_readings(self._subject, beat):
                self.add((told.ruling, *(rule for line in told.lines for rule in line.rules)))

    def question(self, question: Question) -> None:
        """Record the rules of an answered question and its explanation."""
        self.add(question.rules)
        for line in question.working:
            self.line(line)

    def view(self, view: Any, seen: int) -> int:
        """Record the rules of events and entries from the running number ``seen`` on; return the next number."""
        new = [(row.n, row.rules) for row in view.events if row.n >= seen]
        new += [(row.n, row.rules) for row in view.ledger if row.n >= seen]
        for n, rules in sorted(new):
            self.add(rules)
            seen = n + 1
        return seen


def texts_before_answer(beat: Beat) -> tuple[Words, ...]:
    """Return all texts of a beat that are shown before any answer."""
    found = [getattr(beat, name, None) for name in ("words", "other")]
    if isinstance(beat, Ask):
        found += [beat.question.prompt, *(option.text for option in beat.question.options)]
    return tuple(words for words in found if words)
