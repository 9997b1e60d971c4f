"""What a lesson is made of: moments, each one small table and a few beats.

A beat is one thing that happens between the lesson and the learner: something is said, she makes a move, the story
goes on, she is asked. All of it is frozen, and each beat knows the line of its file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from vendetta_kit.scenarios import BadScenario, Scenario
from vendetta_kit.scenarios.model import SourceMark

from .lesson_game import LessonGame
from .predictions import Prediction
from .questions import ExplanationLine, Question, Words

__all__ = [
    "Ask",
    "BadLesson",
    "Beat",
    "Both",
    "FreeMove",
    "Lesson",
    "LessonPart",
    "Numbers",
    "Predict",
    "Say",
    "Show",
    "Steps",
    "YourMove",
]


class BadLesson(BadScenario):
    """A file that is no lesson. The message is one line: file, line, key, fault, and what was expected."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing in a moment; ``rules`` are shown with it as chips. ``key`` is its name in a lesson file."""

    mark: SourceMark
    rules: tuple[str, ...]
    key: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Say(Beat):
    """A few words."""

    words: Words
    key: ClassVar[str] = "say"


@dataclass(frozen=True, slots=True)
class YourMove(Beat):
    """The learner makes the scenario's next step herself; another legal move is answered with ``other``."""

    words: Words
    other: Words | None
    key: ClassVar[str] = "your_move"


@dataclass(frozen=True, slots=True)
class FreeMove(Beat):
    """The learner decides as she likes; any legal move is done."""

    words: Words
    other: Words | None
    key: ClassVar[str] = "free_move"


@dataclass(frozen=True, slots=True)
class Steps(Beat):
    """The story goes on by so many steps of the scenario; by none: to where it is judged."""

    count: int
    key: ClassVar[str] = "steps"


@dataclass(frozen=True, slots=True)
class Predict(Beat):
    """A question about what is to come, settled by the steps that follow."""

    prediction: Prediction
    key: ClassVar[str] = "predict"


@dataclass(frozen=True, slots=True)
class Ask(Beat):
    """A fixed question with its reason."""

    question: Question
    key: ClassVar[str] = "ask"


@dataclass(frozen=True, slots=True)
class Numbers(Beat):
    """The numbers of an Ally or a Victim in words, before and after a Drain."""

    card: str
    key: ClassVar[str] = "numbers"


@dataclass(frozen=True, slots=True)
class Both(Beat):
    """One story under both readings of a ruling with a switch.

    ``watch`` names what is compared at the end: by seat some of the numbers that a view holds of it.
    """

    switch: str
    scenario: Scenario
    watch: Mapping[int, tuple[str, ...]]
    key: ClassVar[str] = "both"


@dataclass(frozen=True, slots=True)
class Show(Beat):
    """A fixed display made from data: ``what`` it is, and of which ``item`` (of a deck, a card, a rule)."""

    what: str
    item: str | None
    key: ClassVar[str] = "show"


Display: TypeAlias = Show | Numbers
"""What a game's own page shows beside the story."""


@dataclass(frozen=True, slots=True)
class LessonPart:
    """One small table, seen by the seat ``you``, or none; ``confusion`` is the number of what newcomers get wrong."""

    mark: SourceMark
    id: str
    title: Words
    scenario: Scenario | None
    you: int | None
    confusion: int | None
    beats: tuple[Beat, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: which game it is about, where it leads, its moments, what was learned, which rules belong to it."""

    subject: LessonGame
    file: str
    id: str
    number: int
    title: Words
    goal: Words
    minutes: int
    moments: tuple[LessonPart, ...]
    learned: tuple[ExplanationLine, ...]
    rules: tuple[str, ...]
    drill_count: int
    next: str | None
    lines: Mapping[str, int]

    def find(self, moment: str) -> int:
        """The place of a moment by its id.

        Raises:
            KeyError: there is none.
        """
        for k, here in enumerate(self.moments):
            if here.id == moment:
                return k
        raise KeyError(f"lesson {self.id} has no moment {moment!r}")
