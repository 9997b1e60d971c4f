"""The state of a lesson being played: the view, what the current beat asks for, and what was answered.

It is only read here; :mod:`.lesson_player` changes it.
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
from .questions import AnswerOption, Question, Words, number_options
from .rules_met import RulesMet
from .ruling_comparison import RulingReading, compare_readings


class NotNow(ValueError):
    """Error: the current beat does not allow this."""


class OpenQuestion(NamedTuple):
    """An open question, without its answer."""

    form: str
    prompt: Words
    options: tuple[AnswerOption, ...]


@dataclass(frozen=True, slots=True)
class GradedQuestion:
    """An answered question: the given answer, and whether it is right.

    ``beat`` is the index of its beat in the moment, ``settled`` that of the beat at which it was graded.
    """

    beat: int
    settled: int
    question: Question
    given: tuple[str, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """An illegal action that the story tries, and the rules against it that the story names."""

    seat: int
    action: Action
    why: WhyNot


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """The result of a move: ``done``, or a legal move that the story does not follow, with a text on that."""

    done: bool
    words: Words | None = None


@dataclass
class LessonSnapshot:
    """The changing state of a lesson being played; copies of it allow going back."""

    moment: int
    beat: int = 0
    telling: ScenarioRun | None = None
    steps_played: int = 0  # number of steps of the scenario that were played
    steps_shown: int = 0  # number of steps of this beat that were played one by one
    free: bool = False  # whether the learner has left the story in this moment
    then: Words | None = None  # what is said of the learner's free move once the story has gone on
    asked_from: dict[int, Any] = field(default_factory=dict)  # by beat: the view when a prediction was asked
    given: dict[int, tuple[str, ...]] = field(default_factory=dict)
    graded: dict[int, GradedQuestion] = field(default_factory=dict)
    news: tuple[GradedQuestion, ...] = ()
    refused: dict[int, tuple[Refusal, ...]] = field(default_factory=dict)
    seen: int = 0  # the running number up to which the rules of events and entries were recorded

    def copy(self) -> LessonSnapshot:
        twin = copy(self)
        twin.telling = self.telling.copy() if self.telling is not None else None
        twin.asked_from, twin.given = dict(self.asked_from), dict(self.given)
        twin.graded, twin.refused = dict(self.graded), dict(self.refused)
        return twin


class LessonState:
    """The state of a lesson being played, and what follows from it.

    ``failures`` are the expectations of its scenarios that did not hold.
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
        """The current moment; ``None`` at the end of the lesson."""
        return None if self.done else self.lesson.moments[self._now.moment]

    @property
    def beat(self) -> Beat | None:
        """The current beat; ``None`` at the end of the lesson."""
        return None if self.done else self.lesson.moments[self._now.moment].beats[self._now.beat]

    @property
    def place(self) -> tuple[int, int]:
        """The index of the current moment and of the beat in it, from 0."""
        return self._now.moment, self._now.beat

    @property
    def said(self) -> tuple[Beat, ...]:
        """The beats of this moment up to and with the current one."""
        moment = self.moment
        return moment.beats[: self._now.beat + 1] if moment is not None else ()

    @property
    def done(self) -> bool:
        """Whether the lesson has ended."""
        return self._now.moment >= len(self.lesson.moments)

    @property
    def progress(self) -> tuple[int, int]:
        """The number of beats that are done, and of all beats."""
        return sum(self._counts[: self._now.moment]) + self._now.beat, sum(self._counts)

    @property
    def view(self) -> Any:
        """What the learner's seat may see of the game; ``None`` in a moment without a game."""
        moment, telling = self.moment, self._now.telling
        if moment is None or telling is None:
            return None
        if self._view is None:
            self._view = telling.game.view(moment.you)
        return self._view

    @property
    def moves(self) -> int:
        """How many moves the learner's seat has made in this part's scenario; 0 in a part without a game."""
        moment, telling = self.moment, self._now.telling
        if moment is None or telling is None:
            return 0
        return sum(seat == moment.you for seat, _ in telling.game.actions)

    def view_of(self, seat: int) -> Any:
        """Return what another seat may see of the game: for a teacher, never for a learner in a lesson."""
        telling = self._now.telling
        return telling.game.view(seat) if telling is not None else None

    def story(self) -> tuple[ScenarioRun, int] | None:
        """Return a copy of the scenario's run so far, and the number of steps played; ``None`` without a game.

        After the end of the lesson, this is its last scenario. The game in it reveals everything hidden: show the
        learner only ``game.view`` of the learner's seat.

        >>> from vendetta_kit.course.lessons import find
        >>> from vendetta_kit.course.lesson_player import LessonPlayer
        >>> run, played = LessonPlayer(find("planning")).story()
        >>> run.game.view(0).phase, played
        ('planning', 0)
        """
        for state in (self._now, *reversed(self._past)):
            if state.telling is not None:
                return state.telling.copy(), state.steps_played
            if not self.done:
                return None
        return None

    @property
    def met(self) -> tuple[str, ...]:
        """The ids of the rules shown so far, with texts, events, ledger entries, decisions and refusals."""
        return self._met.rules

    # What is waited for

    @property
    def expected_move(self) -> Action | None:
        """The legal action that this beat asks for; ``None`` if it asks for none, or for any."""
        step = self._expected()
        return self.lesson.subject.dialect.rules.actions[step.action.code] if step is not None else None

    @property
    def asked(self) -> OpenQuestion | None:
        """The question of this beat, without its answer."""
        beat = self.beat
        if isinstance(beat, Ask):
            question = beat.question
            numbers = number_options(question) if question.form == "number" else question.options
            return OpenQuestion(question.form, question.prompt, numbers)
        if isinstance(beat, Predict):
            return OpenQuestion(*beat.prediction.question(self._now.asked_from[self._now.beat]))
        return None

    @property
    def given(self) -> tuple[str, ...] | None:
        """The answer given at this beat, or ``None``."""
        return self._now.given.get(self._now.beat)

    @property
    def graded(self) -> GradedQuestion | None:
        """The graded answer at this beat, or else the prediction that was graded with the last change, or ``None``."""
        own = self._now.graded.get(self._now.beat)
        return own if own is not None else self._now.news[-1] if self._now.news else None

    @property
    def news(self) -> tuple[GradedQuestion, ...]:
        """The predictions that were graded with the last change."""
        return self._now.news

    @property
    def open_predictions(self) -> tuple[tuple[OpenQuestion, tuple[str, ...]], ...]:
        """The predictions before this beat that are not graded yet, each with the learner's answer."""
        now, moment = self._now, self.moment
        found = []
        for place, view in now.asked_from.items():
            beat = moment.beats[place] if moment is not None else None
            if isinstance(beat, Predict) and place in now.given and place not in now.graded and place != now.beat:
                found.append((OpenQuestion(*beat.prediction.question(view)), now.given[place]))
        return tuple(found)

    @property
    def answers(self) -> Mapping[int, GradedQuestion]:
        """The graded answers in this moment, by the index of the beat."""
        return dict(self._now.graded)

    @property
    def refused(self) -> Mapping[int, tuple[Refusal, ...]]:
        """The illegal actions that the story of this moment tried, by the index of the beat."""
        return dict(self._now.refused)

    def why_not(self, action: Action) -> WhyNot | None:
        """Return why an action of the learner is illegal now; ``None`` if it is legal.

        Raises:
            NotNow: this moment has no game.
        """
        moment, telling = self.moment, self._now.telling
        if moment is None or telling is None:
            raise NotNow("there is no table at this moment")
        why: WhyNot | None = telling.game.why_not(moment.you, action)
        return why

    def readings(self) -> tuple[RulingReading, ...]:
        """Return the story of a beat ``both`` under each reading of the ruling; empty at other beats."""

        beat = self.beat
        if not isinstance(beat, Both):
            raise NotNow("this beat shows no two readings")
        return compare_readings(self.lesson.subject, beat)

    @property
    def waits(self) -> bool:
        """Whether this beat waits for the learner: for a move, an answer, or to let the story go on."""
        beat = self.beat
        return beat is not None and self._waits(beat)

    @property
    def can_go_on(self) -> bool:
        """Whether :meth:`~.lesson_player.LessonPlayer.go_on` is allowed."""
        beat = self.beat
        if beat is None or isinstance(beat, YourMove | FreeMove):
            return False
        return not isinstance(beat, Ask | Predict) or self.given is not None

    @property
    def plays_steps(self) -> bool:
        """Whether this beat plays steps of the story, and not all have been shown."""
        return isinstance(self.beat, Steps) and (self.steps_to_show > 0 or not self._now.steps_shown)

    @property
    def steps_to_show(self) -> int:
        """The number of steps of this beat that are still to be played."""
        return self.beat.count - self._now.steps_shown if isinstance(self.beat, Steps) else 0

    @property
    def predicts(self) -> bool:
        """Whether this beat asks for a prediction."""
        return isinstance(self.beat, Predict)

    @property
    def ends_moment(self) -> bool:
        """Whether this is the moment's last beat."""
        return self.beat is not None and self.beat is self._last

    @property
    def part_done(self) -> bool:
        """Whether all that this moment asks of the learner is done, and all of its story has been shown.

        A moment that only says something is done when the learner goes on from it.
        """
        beat, moment = self.beat, self.moment
        if beat is None or moment is None or not self.ends_moment or isinstance(beat, YourMove | FreeMove):
            return False
        if isinstance(beat, Ask | Predict):
            return self.given is not None
        if isinstance(beat, Steps):
            return self._now.steps_shown > 0 and not self.steps_to_show
        return any(self._waits(one) for one in moment.beats)

    @property
    def can_back(self) -> bool:
        """Whether there is an earlier state to go back to."""
        return bool(self._past)

    @property
    def can_return(self) -> bool:
        """Whether an earlier state waited for the learner, or was the end of the lesson."""
        return any(self._wanted(state) for state in self._past)

    def _wanted(self, state: LessonSnapshot) -> bool:
        moments = self.lesson.moments
        return state.moment >= len(moments) or self._waits(moments[state.moment].beats[state.beat])

    @property
    def told_of_move(self) -> Words | None:
        """What is said of the learner's free move in this moment; ``None`` while the story must first go on."""
        return self._now.then if not isinstance(self.beat, Steps) else None

    @property
    def steps_left(self) -> int:
        """The number of steps of the moment's story that have not been played."""
        telling = self._now.telling
        if telling is None:
            return 0
        return sum(not isinstance(step, Order | Check) for step in telling.scenario.steps[self._now.steps_played :])

    @property
    def _last(self) -> Beat | None:
        moment = self.moment
        return moment.beats[-1] if moment is not None else None

    def _waits(self, beat: Beat) -> bool:
        return isinstance(beat, YourMove | FreeMove | Steps | Ask | Predict) and beat is not self._prelude

    def _next(self) -> Step | None:
        """Return the next step of the story; ``None`` at its end."""
        now = self._now
        steps = now.telling.scenario.steps if now.telling is not None else ()
        return steps[now.steps_played] if now.steps_played < len(steps) else None

    def _expected(self) -> Do | None:
        """Return the step that the learner is to make now, if it is possible; else ``None``."""
        moment, telling = self.moment, self._now.telling
        if not isinstance(self.beat, YourMove) or telling is None or moment is None:
            return None
        step = self._next()
        if not isinstance(step, Do) or step.seat != moment.you:
            return None
        return step if telling.game.why_not(step.seat, step.action) is None else None


def _prelude(lesson: Lesson) -> Beat | None:
    """Return the beat, if any, that plays the story up to the first move, so that this is on the first screen."""
    beats = lesson.moments[0].beats
    for beat, after in pairwise(beats):
        if isinstance(beat, Steps):
            return beat if isinstance(after, YourMove | FreeMove) else None
        if isinstance(beat, YourMove | FreeMove | Ask | Predict):
            return None
    return None
