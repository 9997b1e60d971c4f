"""Where a walk through a lesson stands: what is on the table, what is waited for, what was answered.

This is the half of a walk that only looks; what moves it is in :mod:`.lesson_player`.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import WhyNot
from vendetta_kit.scenarios.model import Check, Do, Failure, Order, Step
from vendetta_kit.scenarios.runner import ScenarioRun

from .lesson_model import Ask, Beat, Both, FreeMove, Lesson, LessonPart, Predict, Steps, YourMove
from .questions import AnswerOption, Question, Words
from .rules_met import RulesMet
from .ruling_comparison import RulingReading, readings

__all__ = ["GradedQuestion", "LessonSnapshot", "LessonState", "MoveOutcome", "NotNow", "OpenQuestion", "Refusal"]


class NotNow(ValueError):
    """Something that the lesson does not wait for at this beat."""


class OpenQuestion(NamedTuple):
    """A question that is open, without its answer."""

    form: str
    prompt: Words
    options: tuple[AnswerOption, ...]


@dataclass(frozen=True, slots=True)
class GradedQuestion:
    """A question that was answered: what was given, and whether it is right.

    ``beat`` is its place in the moment; ``settled`` the place of the beat that brought the answer.
    """

    beat: int
    settled: int
    question: Question
    given: tuple[str, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that the story tries and that may not be, with the rules against it that the story is about."""

    seat: int
    action: Action
    why: WhyNot


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """What came of a move: ``done``, or it is legal, but the story goes another way, with words for that."""

    done: bool
    words: Words | None = None


@dataclass
class LessonSnapshot:
    """Where a walk stands. A copy of it is a way back."""

    moment: int
    beat: int = 0
    telling: ScenarioRun | None = None
    told: int = 0  # steps of the scenario
    free: bool = False  # the learner has gone a way of her own in this moment
    asked_from: dict[int, Any] = field(default_factory=dict)  # by beat: the table when a prediction was asked
    given: dict[int, tuple[str, ...]] = field(default_factory=dict)
    graded: dict[int, GradedQuestion] = field(default_factory=dict)
    news: tuple[GradedQuestion, ...] = ()
    refused: dict[int, tuple[Refusal, ...]] = field(default_factory=dict)
    seen: int = 0  # the running number up to which events and entries have been looked at for their rules

    def copy(self) -> LessonSnapshot:
        twin = copy(self)
        twin.telling = self.telling.copy() if self.telling is not None else None
        twin.asked_from, twin.given = dict(self.asked_from), dict(self.given)
        twin.graded, twin.refused = dict(self.graded), dict(self.refused)
        return twin


class LessonState:
    """A place in a lesson, and all that can be seen from there.

    ``failures`` are expectations of its scenarios that did not hold.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.failures: list[Failure] = []
        self._met = RulesMet(lesson.subject)
        self._now = LessonSnapshot(0)
        self._past: list[LessonSnapshot] = []
        self._view: Any = None
        self._counts = [len(here.beats) for here in lesson.moments]
        self._prelude = _prelude(lesson)

    # Where we are

    @property
    def moment(self) -> LessonPart | None:
        """The moment at hand; ``None`` once the lesson is done."""
        return None if self.done else self.lesson.moments[self._now.moment]

    @property
    def beat(self) -> Beat | None:
        """The beat at hand; ``None`` once the lesson is done."""
        return None if self.done else self.lesson.moments[self._now.moment].beats[self._now.beat]

    @property
    def place(self) -> tuple[int, int]:
        """The numbers of the moment and of the beat in it, from 0."""
        return self._now.moment, self._now.beat

    @property
    def said(self) -> tuple[Beat, ...]:
        """The beats of this moment so far, the one at hand last."""
        moment = self.moment
        return moment.beats[: self._now.beat + 1] if moment is not None else ()

    @property
    def done(self) -> bool:
        """Whether the last beat is behind us."""
        return self._now.moment >= len(self.lesson.moments)

    @property
    def progress(self) -> tuple[int, int]:
        """How many beats are behind us, and how many there are."""
        return sum(self._counts[: self._now.moment]) + self._now.beat, sum(self._counts)

    @property
    def view(self) -> Any:
        """The table as the learner's seat may see it; ``None`` in a moment without a table."""
        moment, telling = self.moment, self._now.telling
        if moment is None or telling is None:
            return None
        if self._view is None:
            self._view = telling.game.view(moment.you)
        return self._view

    def view_of(self, seat: int) -> Any:
        """The table with another seat's eyes: for a teacher who shows a story, never for a learner in a lesson."""
        telling = self._now.telling
        return telling.game.view(seat) if telling is not None else None

    def story(self) -> tuple[ScenarioRun, int] | None:
        """Give a copy of the story as far as it is told, and how many of its steps are; ``None`` without a table.

        Once the lesson is done it is the last story that had a table. It holds what is hidden: what a learner sees of
        it must come from ``game.view`` of her seat.

        >>> from vendetta_kit.course.lessons import find
        >>> from vendetta_kit.course.lesson_player import LessonPlayer
        >>> telling, told = LessonPlayer(find("planning")).story()
        >>> telling.game.view(0).phase, told
        ('planning', 0)
        """
        for state in (self._now, *reversed(self._past)):
            if state.telling is not None:
                return state.telling.copy(), state.told
            if not self.done:
                return None
        return None

    @property
    def met(self) -> tuple[str, ...]:
        """The rules met so far: by words, events, entries of the ledger, decisions and refusals shown."""
        return self._met.rules

    # What is waited for

    @property
    def glow(self) -> Action | None:
        """The action that is waited for, as it stands among the legal ones; ``None`` where none is, or any will do."""
        step = self._expected()
        return self.lesson.subject.dialect.rules.actions[step.action.code] if step is not None else None

    @property
    def asked(self) -> OpenQuestion | None:
        """The question of this beat, without its answer."""
        beat = self.beat
        if isinstance(beat, Ask):
            return OpenQuestion(beat.question.form, beat.question.prompt, beat.question.options)
        if isinstance(beat, Predict):
            return OpenQuestion(*beat.prediction.question(self._now.asked_from[self._now.beat]))
        return None

    @property
    def given(self) -> tuple[str, ...] | None:
        """What has been answered at this beat."""
        return self._now.given.get(self._now.beat)

    @property
    def graded(self) -> GradedQuestion | None:
        """The answer to this beat's question once it is graded; else the prediction that has just come to its end."""
        own = self._now.graded.get(self._now.beat)
        return own if own is not None else self._now.news[-1] if self._now.news else None

    @property
    def news(self) -> tuple[GradedQuestion, ...]:
        """The predictions that came to their end with the last move."""
        return self._now.news

    @property
    def foretold(self) -> tuple[tuple[OpenQuestion, tuple[str, ...]], ...]:
        """The predictions before this beat that have not come to their end, each with what she said."""
        now, moment = self._now, self.moment
        found = []
        for place, view in now.asked_from.items():
            beat = moment.beats[place] if moment is not None else None
            if isinstance(beat, Predict) and place in now.given and place not in now.graded and place != now.beat:
                found.append((OpenQuestion(*beat.prediction.question(view)), now.given[place]))
        return tuple(found)

    @property
    def answers(self) -> Mapping[int, GradedQuestion]:
        """All that was graded in this moment, by the place of its beat."""
        return dict(self._now.graded)

    @property
    def refused(self) -> Mapping[int, tuple[Refusal, ...]]:
        """What the story of this moment tried and what was refused, by the place of the beat."""
        return dict(self._now.refused)

    def why_not(self, action: Action) -> WhyNot | None:
        """Why the learner may not do something now; ``None`` if she may.

        Raises:
            NotNow: there is no table.
        """
        moment, telling = self.moment, self._now.telling
        if moment is None or telling is None:
            raise NotNow("there is no table at this moment")
        why: WhyNot | None = telling.game.why_not(moment.you, action)
        return why

    def readings(self) -> tuple[RulingReading, ...]:
        """At a beat ``both``: its story under each reading of the ruling."""

        beat = self.beat
        if not isinstance(beat, Both):
            raise NotNow("this beat shows no two readings")
        return readings(self.lesson.subject, beat)

    @property
    def waits(self) -> bool:
        """Whether the learner is wanted at this beat: for a move, an answer, or to let the story go on."""
        beat = self.beat
        return beat is not None and self._waits(beat)

    @property
    def can_go_on(self) -> bool:
        """Whether :meth:`go_on` would go on."""
        beat = self.beat
        if beat is None or isinstance(beat, YourMove | FreeMove):
            return False
        return not isinstance(beat, Ask | Predict) or self.given is not None

    @property
    def tells(self) -> bool:
        """Whether the story goes on at this beat."""
        return isinstance(self.beat, Steps)

    @property
    def predicts(self) -> bool:
        """Whether this beat asks what is to come."""
        return isinstance(self.beat, Predict)

    @property
    def ends_moment(self) -> bool:
        """Whether this is the moment's last beat."""
        return self.beat is not None and self.beat is self._last

    @property
    def can_back(self) -> bool:
        """Whether there is a way back."""
        return bool(self._past)

    @property
    def can_return(self) -> bool:
        """Whether the way back leads to where the learner was wanted, or to the end that she has come from."""
        return any(self._wanted(state) for state in self._past)

    def _wanted(self, state: LessonSnapshot) -> bool:
        moments = self.lesson.moments
        return state.moment >= len(moments) or self._waits(moments[state.moment].beats[state.beat])

    @property
    def left(self) -> int:
        """How many steps of the moment's story have not been told."""
        telling = self._now.telling
        if telling is None:
            return 0
        return sum(not isinstance(step, Order | Check) for step in telling.scenario.steps[self._now.told :])

    @property
    def _last(self) -> Beat | None:
        moment = self.moment
        return moment.beats[-1] if moment is not None else None

    def _waits(self, beat: Beat) -> bool:
        return isinstance(beat, YourMove | FreeMove | Steps | Ask | Predict) and beat is not self._prelude

    def _next(self) -> Step | None:
        """The next step of the story; ``None`` at its end."""
        now = self._now
        steps = now.telling.scenario.steps if now.telling is not None else ()
        return steps[now.told] if now.told < len(steps) else None

    def _expected(self) -> Do | None:
        """The step that the learner is to make now, if it can be made."""
        moment, telling = self.moment, self._now.telling
        if not isinstance(self.beat, YourMove) or telling is None or moment is None:
            return None
        step = self._next()
        if not isinstance(step, Do) or step.seat != moment.you:
            return None
        return step if telling.game.why_not(step.seat, step.action) is None else None


def _prelude(lesson: Lesson) -> Beat | None:
    """What the story tells before the first move: that move is on the first screen, with nothing to press before it."""
    beats = lesson.moments[0].beats
    for beat, after in pairwise(beats):
        if isinstance(beat, Steps):
            return beat if isinstance(after, YourMove | FreeMove) else None
        if isinstance(beat, YourMove | FreeMove | Ask | Predict):
            return None
    return None
