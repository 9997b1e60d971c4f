"""The content of a lesson as frozen values: moments, each with a position and a few beats.

A beat is one step of a moment: a text, a move of the learner, steps of the story, a question. Each beat has its line in
the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from vendetta_kit.data_paths import read_words
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import BadScenario, Scenario
from vendetta_kit.scenarios.model import SourceMark

from .lesson_game import LessonGame
from .predictions import Prediction
from .questions import ExplanationLine, Question, Words


def lesson_words(key: str) -> Words:
    """Return a text that all lessons share, by language; ``lesson.json`` of a language has it by its key."""
    return {lang: str(read_words("lesson.json", lang)[key]) for lang in languages()}


class BadLesson(BadScenario):
    """Error: a file is not a valid lesson. The message is one line: file, line, key, fault, and what was expected."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One step of a moment; ``rules`` are the ids of the rules shown with it, ``key`` its name in a lesson file."""

    mark: SourceMark
    rules: tuple[str, ...]
    key: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Say(Beat):
    """A beat that shows a text."""

    words: Words
    key: ClassVar[str] = "say"


@dataclass(frozen=True, slots=True)
class Later(Say):
    """A text at the start of a moment: what has happened since the moment before."""


@dataclass(frozen=True, slots=True)
class YourMove(Beat):
    """A beat in which the learner must make the scenario's next step; ``other`` is the text for other legal moves."""

    words: Words
    other: Words | None
    key: ClassVar[str] = "your_move"


@dataclass(frozen=True, slots=True)
class FreeMove(Beat):
    """A beat in which the learner may make any legal move.

    ``then`` has what is said of moves once the story has gone on: part of a move as JSON, and the words.
    """

    words: Words
    other: Words | None
    then: tuple[tuple[Mapping[str, Any], Words], ...] = ()
    key: ClassVar[str] = "free_move"


@dataclass(frozen=True, slots=True)
class Steps(Beat):
    """A beat that plays a number of steps of the scenario; 0 plays on to the point at which it is checked."""

    count: int
    key: ClassVar[str] = "steps"


@dataclass(frozen=True, slots=True)
class Predict(Beat):
    """A beat that asks for a prediction, which is graded after the steps that follow."""

    prediction: Prediction
    key: ClassVar[str] = "predict"


@dataclass(frozen=True, slots=True)
class Ask(Beat):
    """A beat that asks a fixed question with an explanation."""

    question: Question
    key: ClassVar[str] = "ask"


@dataclass(frozen=True, slots=True)
class Numbers(Beat):
    """A beat that shows the numbers of an Ally or a Victim as text, before and after a Drain."""

    card: str
    key: ClassVar[str] = "numbers"


@dataclass(frozen=True, slots=True)
class Both(Beat):
    """A beat that shows a story under both readings of a ruling with a switch.

    ``watch`` has by seat the names of the numbers in a view that are compared at the end.
    """

    switch: str
    scenario: Scenario
    watch: Mapping[int, tuple[str, ...]]
    key: ClassVar[str] = "both"


@dataclass(frozen=True, slots=True)
class Show(Beat):
    """A beat that shows a display made from data: its name ``what``, and the ``item`` (a deck, a card, a rule)."""

    what: str
    item: str | None
    key: ClassVar[str] = "show"


Display: TypeAlias = Show | Numbers
"""The beats that show a display which each game draws itself."""


@dataclass(frozen=True, slots=True)
class LessonPart:
    """A moment: a position seen by the seat ``you``, if any, and beats; ``confusion`` numbers a misunderstanding."""

    mark: SourceMark
    id: str
    title: Words
    scenario: Scenario | None
    you: int | None
    confusion: int | None
    beats: tuple[Beat, ...]

    @property
    def later(self) -> Words | None:
        """What has happened since the moment before, ``None`` where the table is as that one has left it."""
        first = self.beats[0]
        return first.words if isinstance(first, Later) else None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its game, its aim, its moments, a summary, and the ids of its rules."""

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
        """Return the index of a moment by its id.

        Raises:
            KeyError: there is no such moment.
        """
        for k, here in enumerate(self.moments):
            if here.id == moment:
                return k
        raise KeyError(f"lesson {self.id} has no moment {moment!r}")
