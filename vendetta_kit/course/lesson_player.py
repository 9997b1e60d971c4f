"""Plays a lesson: goes from beat to beat, takes the learner's moves and answers, and records the rules shown.

A :class:`LessonPlayer` is a state machine without widgets: it is at a beat of a moment, the moment's scenario has been
played up to that beat, and :attr:`LessonPlayer.view` is what the learner's seat may see. Only views of the game are
given out. Earlier states are kept as copies, for going back.

>>> from vendetta_kit.course.lessons import find
>>> walk = LessonPlayer(find("planning"))
>>> walk.progress[0], walk.done
(0, False)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import IllegalAction, WhyNot
from vendetta_kit.scenarios.model import Check, Do, Order
from vendetta_kit.scenarios.runner import ScenarioRun

from .lesson_model import Ask, Beat, FreeMove, Lesson, Predict, Steps, YourMove, lesson_words
from .lesson_state import GradedQuestion, LessonSnapshot, LessonState, MoveOutcome, NotNow, OpenQuestion, Refusal
from .questions import Question

if TYPE_CHECKING:
    from .lesson_check import LessonReport

__all__ = ["GradedQuestion", "LessonPlayer", "MoveOutcome", "NotNow", "OpenQuestion", "Refusal"]


class LessonPlayer(LessonState):
    """A lesson being played; :class:`~.lesson_state.LessonState` has its state, the methods here change it."""

    def __init__(self, lesson: Lesson, moment: int | str = 0) -> None:
        super().__init__(lesson)
        self._enter(self._place(moment))

    def go_on(self) -> None:
        """Go on from this beat, past a text or an answered question, or through steps of the story.

        Raises:
            NotNow: the learner must first make a move or answer.
        """
        beat = self.beat
        if beat is None:
            raise NotNow("the lesson is done")
        if isinstance(beat, YourMove | FreeMove):
            raise NotNow("a move is waited for")
        if isinstance(beat, Ask | Predict) and self.given is None:
            raise NotNow("an answer is waited for")
        if not self._now.steps_shown:
            self._keep()
        if isinstance(beat, Steps):
            for _ in range(self.steps_to_show):
                self._tell()
            if not beat.count and self._now.telling is not None:
                self._now.telling.settle()
                self._changed()
        self._forward()

    def play_step(self) -> None:
        """Play the next one step of the story; after a beat's last one go on, unless that ends the moment.

        Raises:
            NotNow: this beat has no step to play.
        """
        if not self.steps_to_show:
            raise NotNow("no step is to be played")
        if not self._now.steps_shown:
            self._keep()
        self._tell()
        self._now.steps_shown += 1
        if not self.steps_to_show and not self.ends_moment:
            self._forward()

    def flow(self, stepwise: bool = False) -> tuple[Beat, ...]:
        """Go on past beats that only show something, within this moment; return those beats.

        With ``stepwise`` the story before the lesson's first move is not passed, so that it can be shown step by step.
        """
        passed = []
        while (beat := self.beat) is not None and not self._waits(beat) and beat is not self._last:
            if stepwise and beat is self._prelude:
                break
            passed.append(beat)
            self.go_on()
        return tuple(passed)

    def act(self, action: Action) -> MoveOutcome:
        """Make the learner's move. A free move in a turn is the whole turn: the beat ends with the turn.

        Raises:
            IllegalAction: the rules forbid it; nothing has changed.
            NotNow: this beat does not ask for a move.
        """
        beat, moment, telling = self.beat, self.moment, self._now.telling
        if not isinstance(beat, YourMove | FreeMove) or moment is None or moment.you is None or telling is None:
            raise NotNow("no move is waited for")
        why = telling.game.why_not(moment.you, action)
        if why is not None:
            self._met.add(why.rules)
            raise IllegalAction(moment.you, action, why)
        if isinstance(beat, YourMove):
            step = self._expected()
            if step is None or step.action.code != action.code:
                return MoveOutcome(False, beat.other or lesson_words("other"))
            self._keep()
            self._tell()
        else:
            self._keep()
            if not self._now.free:
                self.failures += telling.failures  # later expectations need not hold
            self._now.free = True
            turn = self._turn()
            told = action.to_json()
            self._now.then = next((words for when, words in beat.then if when.items() <= told.items()), None)
            telling.move(moment.you, action)
            self._changed()
            if turn is not None and turn == self._turn():
                return MoveOutcome(True)  # the turn goes on
            self._skip(moment.you)
        self._forward()
        return MoveOutcome(True)

    def answer(self, values: Sequence[str]) -> GradedQuestion | None:
        """Answer the question of this beat; return the graded answer, or ``None`` for a prediction, graded later.

        Raises:
            NotNow: this beat asks nothing, or it is answered already.
        """
        beat, now = self.beat, self._now
        if not isinstance(beat, Ask | Predict) or self.given is not None:
            raise NotNow("no answer is waited for")
        self._keep()
        given = now.given[now.beat] = tuple(str(value) for value in values)
        if isinstance(beat, Ask):
            self._grade(now.beat, beat.question, given)
        return now.graded.get(now.beat)

    def back(self) -> None:
        """Undo the last beat or answer."""
        if not self._past:
            raise NotNow("this is the start of the lesson")
        self._now = self._past.pop()
        self._view = None

    def to(self, moment: int | str) -> None:
        """Go to the start of a moment, by its index or id.

        Raises:
            KeyError: there is no such moment.
        """
        place = self._place(moment)
        self._keep()
        self._enter(place)

    def restart(self) -> None:
        """Begin the lesson again; the record of rules shown is kept."""
        self._past.clear()
        self._enter(0)

    def run_through(self) -> LessonReport:
        """Play the whole lesson with right answers and return what fails (:mod:`.lesson_check`)."""
        from .lesson_check import run_through

        return run_through(self.lesson)

    # Inside

    def _place(self, moment: int | str) -> int:
        place = self.lesson.find(moment) if isinstance(moment, str) else moment
        if not 0 <= place < len(self.lesson.moments):
            raise KeyError(f"lesson {self.lesson.id} has no moment {place}")
        return place

    def _keep(self) -> None:
        """Keep the present state for :meth:`back`."""
        self._past.append(self._now.copy())
        self._now.news = ()

    def _enter(self, place: int) -> None:
        """Begin a moment, or end the lesson."""
        self._now = LessonSnapshot(place)
        self._view = None
        if self.done:
            for line in self.lesson.learned:
                self._met.line(line)
            return
        scenario = self.lesson.moments[place].scenario
        if scenario is not None:
            self._now.telling = ScenarioRun(scenario)
            self._along()
        self._arrive()

    def _forward(self) -> None:
        """Go to the next beat, or to the next moment."""
        now = self._now
        now.beat += 1
        now.steps_shown = 0
        if now.beat < self._counts[now.moment]:
            self._arrive()
            return
        if now.telling is not None and not now.free:
            self.failures += now.telling.copy().finish().failures
        self._enter(now.moment + 1)
        self._now.news = now.news

    def _arrive(self) -> None:
        """Prepare the current beat to be shown."""
        now, beat, moment = self._now, self.beat, self.moment
        assert beat is not None
        assert moment is not None
        if isinstance(beat, YourMove) and now.telling is not None:
            step = self._next()
            if isinstance(step, Do) and step.seat == moment.you:
                now.telling.reach(step)
                self._changed(settles=False)
        elif isinstance(beat, FreeMove) and now.telling is not None and moment.you is not None:
            now.telling.ask(moment.you)
            self._changed(settles=False)
        view = self.view
        if isinstance(beat, Predict) and view is not None:
            now.asked_from[now.beat] = view
        self._met.beat(beat)
        if view is not None and view.decision is not None and isinstance(beat, YourMove | FreeMove):
            self._met.add(view.decision.rules)
        if view is not None:
            now.seen = self._met.view(view, now.seen)

    def _along(self) -> None:
        """Carry out the steps of the file that do not count as steps of the story, such as orders and checks."""
        while isinstance(step := self._next(), Order | Check) and self._now.telling is not None:
            self._now.telling.do(step)
            self._now.steps_played += 1

    def _tell(self) -> None:
        """Carry out the story's next step, and the checks that follow it."""
        now, step = self._now, self._next()
        if now.telling is None or step is None:
            raise NotNow("the story is told to its end")
        before = len(now.telling.refusals)
        now.telling.do(step)
        now.steps_played += 1
        for refused, why in now.telling.refusals[before:]:
            wanted = tuple(reason for reason in why.reasons if reason.rule in refused.because)
            shown = WhyNot(wanted or why.reasons, why.nearest)
            now.refused[now.beat] = (*now.refused.get(now.beat, ()), Refusal(refused.seat, refused.action, shown))
            self._met.add(shown.rules)
        self._along()
        self._changed()

    def _turn(self) -> Hashable | None:
        """Return the turn that the learner is in the middle of, or ``None``."""
        return self.lesson.subject.turn(self.view) if self.view is not None else None

    def _skip(self, seat: int) -> None:
        """Skip the file's step of a seat here, because the learner has done something else."""
        while isinstance(step := self._next(), Do) and step.seat == seat:
            self._now.steps_played += 1
        self._along()

    def _changed(self, settles: bool = True) -> None:
        """After a change of the game, record the rules of what is new and grade predictions.

        With ``settles=False``, on the way to a decision, nothing is graded yet.
        """
        self._view = None
        now, moment, after = self._now, self.moment, self.view
        if moment is None or after is None:
            return
        now.seen = self._met.view(after, now.seen)
        if not settles:
            return
        for place, before in tuple(now.asked_from.items()):
            beat = moment.beats[place]
            if place in now.graded or place not in now.given or not isinstance(beat, Predict):
                continue
            question = beat.prediction.settled(before, after)
            if question is not None:
                now.news += (self._grade(place, question, now.given[place]),)

    def _grade(self, place: int, question: Question, given: tuple[str, ...]) -> GradedQuestion:
        graded = self._now.graded[place] = GradedQuestion(place, self._now.beat, question, given, question.grade(given))
        self._met.question(question)
        return graded
