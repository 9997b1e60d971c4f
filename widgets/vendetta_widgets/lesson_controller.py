"""Where a lesson's page stands: the way through the lesson, and what of it is new to the learner. No HTML here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vendetta_kit.course.lesson_model import Beat, FreeMove, Lesson, Say, YourMove
from vendetta_kit.course.lesson_player import GradedQuestion, LessonPlayer, MoveOutcome, Refusal
from vendetta_kit.course.questions import Words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.log import after

__all__ = ["LessonController"]


class LessonController:
    """A walk as a page tells it: it never rests where the learner is not wanted.

    Args:
        lesson: what is told.
        panel: makes the panel in which the learner makes her moves on this walk.

    Raises:
        BadLesson, BadScenario: the lesson's first moment cannot be told.
    """

    def __init__(self, lesson: Lesson, panel: Callable[[LessonPlayer], Any]) -> None:
        self.walk = LessonPlayer(lesson)
        self.walk.flow()
        self.panel = panel(self.walk)
        self.other: Words | None = None
        """Words on a legal move that the story does not take."""
        self.drained: frozenset[str] = frozenset()
        """Allies whose numbers are shown as after a Drain."""
        self.seen = 0
        """What has happened from this running number on is new."""
        self.refusals: tuple[Refusal, ...] = ()
        """What the story has just tried, and may not."""
        self.news: tuple[GradedQuestion, ...] = ()
        """Predictions that have just come to their end."""
        self._first = 0  # beats of the moment before this one are behind the learner

    @property
    def holds(self) -> bool:
        """Whether how a prediction came out is still to be read before the next question is asked."""
        return bool(self.news) and self.walk.asked is not None and self.walk.given is None

    def release(self) -> None:
        """It has been read."""
        self.news = ()

    # Going on -----------------------------------------------------------------------------------------------

    def begins(self) -> None:
        """The learner does something: what was said of the last thing is past."""
        self.other, self.refusals = None, ()

    def go_on(self) -> int:
        """Go on from here; gives the moment that was left or stayed in.

        Raises:
            NotNow: a move or an answer is waited for.
        """
        walk = self.walk
        before, left, known = self._last(), walk.place[0], set(walk.refused)
        foretold = walk.predicts
        walk.go_on()
        if foretold and walk.tells and walk.place[0] == left:
            walk.go_on()  # what was asked comes next: nothing to press in between
        if walk.place[0] == left:
            self.refusals = tuple(found for at in sorted(set(walk.refused) - known) for found in walk.refused[at])
        self._moved(before)
        return left

    def act(self, action: Action) -> MoveOutcome:
        """The learner makes a move.

        Raises:
            IllegalAction: the rules forbid it.
            NotNow: no move is waited for.
        """
        before = self._last()
        outcome = self.walk.act(action)
        if outcome.done:
            self._moved(before)
        else:
            self.other = outcome.words
        return outcome

    def answer(self, given: Sequence[str]) -> GradedQuestion | None:
        """The learner answers; gives the grade if there is one at once.

        Raises:
            NotNow: no answer is waited for.
        """
        graded = self.walk.answer(given)
        self.news = ()
        return graded

    def to(self, moment: int | str) -> None:
        """To the start of a moment."""
        self.walk.to(moment)
        self._arrive(())

    def restart(self) -> None:
        """To the start of the lesson."""
        self.walk.restart()
        self._arrive(())

    def back(self) -> None:
        """Back to where the learner was last wanted."""
        while self.walk.can_back:
            self.walk.back()
            if self.walk.waits or self.walk.done:
                break
        self._arrive(self.walk.news)

    def _moved(self, before: int) -> None:
        self.seen = before if self.walk.place[1] else 0
        self._arrive(self.walk.news)  # the next beat that is passed forgets them

    def _arrive(self, news: tuple[GradedQuestion, ...]) -> None:
        """Over all that is only said or shown, to where the learner is wanted."""
        self.news = news
        moment, self._first = self.walk.place
        self.walk.flow()
        if self.walk.place[0] != moment:
            self._first = 0

    def _last(self) -> int:
        view = self.walk.view
        return after(view) if view is not None else 0

    # What is new --------------------------------------------------------------------------------------------

    @property
    def told(self) -> tuple[Beat, ...]:
        """The beats that are new since the learner was last wanted, the one at hand last."""
        return self.walk.said[self._first :]

    @property
    def parted(self) -> tuple[tuple[Beat, ...], tuple[Beat, ...]]:
        """The beats of the moment: those behind the learner, and those to show whole.

        Where nothing new is said, the words before it stay.
        """
        said = self.walk.said
        first = min(self._first, len(said) - 1)
        words = (Say, YourMove, FreeMove)
        if self.walk.asked is None and not any(isinstance(beat, words) for beat in said[first:]):
            first = max((k for k in range(first) if isinstance(said[k], Say)), default=first)
        return said[:first], said[first:]
