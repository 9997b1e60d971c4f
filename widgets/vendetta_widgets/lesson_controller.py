"""The state of a lesson's page: the place in the lesson, and what is new to the learner. No HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vendetta_kit.course.lesson_model import Beat, FreeMove, Lesson, Say, YourMove
from vendetta_kit.course.lesson_player import GradedQuestion, LessonPlayer, MoveOutcome, Refusal
from vendetta_kit.course.questions import Words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.log import next_row_number


class LessonController:
    """A lesson player for a page: it stops only where the learner must act or the lesson ends.

    Args:
        lesson: the lesson to play.
        panel: returns the panel for the learner's moves, given the player.

    Raises:
        BadLesson, BadScenario: the lesson's first part cannot be played.
    """

    def __init__(self, lesson: Lesson, panel: Callable[[LessonPlayer], Any]) -> None:
        self.walk = LessonPlayer(lesson)
        self.walk.flow()
        self.panel = panel(self.walk)
        self.by_itself = False
        """Whether what the story does is shown step by step, without a press."""
        self.missed = False
        """Whether the learner has tried something else since the last move that the story takes."""
        self.other: Words | None = None
        """The words on a legal move that the story does not take."""
        self.tried: Action | None = None
        """That move."""
        self.drained: frozenset[str] = frozenset()
        """The Allies whose numbers are shown as after a Drain."""
        self.seen = 0
        """The running number from which on events are new."""
        self.refusals: tuple[Refusal, ...] = ()
        """The actions that the story has just tried and that were refused."""
        self.news: tuple[GradedQuestion, ...] = ()
        """The predictions that have just been graded."""
        self.before: Words | None = None
        """The last words of the part before, where the learner comes back and has done nothing yet."""
        self._first = 0  # earlier beats of the part have been told
        self._pressed = 0  # earlier ones were there before the learner's last press, and are shown in short

    @property
    def unread(self) -> bool:
        """Whether a graded prediction must be read before the next question is asked."""
        return bool(self.news) and self.walk.asked is not None and self.walk.given is None

    @property
    def holds(self) -> bool:
        """Whether the story goes on by itself as soon as a graded prediction has been read."""
        return bool(self.news) and self.by_itself and self.walk.steps_to_show > 0

    def confirm_read(self) -> None:
        """Note that the graded prediction has been read."""
        self.news = ()

    # Moves and answers --------------------------------------------------------------------------------------

    def clear_feedback(self) -> None:
        """Clear the words on the learner's last action, as another begins."""
        self.other, self.refusals, self.before = None, (), None

    def go_on(self) -> int:
        """Go on; return the index of the part before that.

        Raises:
            NotNow: the lesson waits for a move or an answer.
        """
        walk, told = self.walk, self.news
        before, left, known = self._last(), walk.place[0], set(walk.refused)
        foretold = walk.predicts
        walk.go_on()
        if foretold and walk.plays_steps and walk.place[0] == left and not (self.by_itself and walk.steps_to_show):
            walk.go_on()  # the predicted action follows without another click
        if walk.place[0] == left:
            self.refusals = tuple(found for at in sorted(set(walk.refused) - known) for found in walk.refused[at])
        self._moved(before)
        self.news = tuple(graded for graded in self.news if graded not in told)
        return left

    @property
    def plays(self) -> bool:
        """Whether the story's next step is to be shown without a press."""
        return self.by_itself and self.walk.steps_to_show > 0 and not self.news

    @property
    def was_told_more(self) -> bool:
        """Whether the learner's last press has told some of the story, and the next one tells more."""
        return self.walk.plays_steps and 0 < self.seen < self._last()

    def play_step(self) -> None:
        """Show the story's next step; after the last one be where the learner must act.

        Raises:
            NotNow: there is no step to show.
        """
        walk, pressed = self.walk, self._pressed
        before, place, known = self._last(), walk.place, set(walk.refused)
        walk.play_step()
        self.refusals = tuple(found for at in sorted(set(walk.refused) - known) for found in walk.refused[at])
        if walk.place == place:
            self.seen = before
            self.news = () if walk.steps_to_show else walk.news  # at a part's end the next press leaves it
        else:
            self._moved(before)
        if walk.place[0] == place[0]:
            self._pressed = pressed  # no words give way to others before a press

    def act(self, action: Action) -> MoveOutcome:
        """Make the learner's move.

        Raises:
            IllegalAction: the rules forbid it.
            NotNow: the lesson does not wait for a move.
        """
        before = self._last()
        outcome = self.walk.act(action)
        self.missed = not outcome.done
        if outcome.done:
            self._moved(before)
        else:
            self.other, self.tried = outcome.words, action
        return outcome

    def answer(self, given: Sequence[str]) -> GradedQuestion | None:
        """Give the learner's answer; return the grade, ``None`` for a prediction that is not decided yet.

        Raises:
            NotNow: the lesson does not wait for an answer.
        """
        graded = self.walk.answer(given)
        self.news = ()
        return graded

    def to(self, moment: int | str) -> None:
        """Go to the start of a part."""
        self.walk.to(moment)
        self._arrive(())

    def resume(self, part: int) -> None:
        """Go to the start of a part, with the last words of the one before, which may not have been read."""
        self.to(part)
        said = [beat.words for beat in self.walk.lesson.moments[part - 1].beats if isinstance(beat, Say)]
        self.before = said[-1] if part and said else None

    def restart(self) -> None:
        """Go to the start of the lesson."""
        self.walk.restart()
        self._arrive(())

    def back(self) -> None:
        """Go back to where the learner last had to act."""
        while self.walk.can_back:
            self.walk.back()
            if self.walk.waits or self.walk.done:
                break
        self._arrive(self.walk.news)

    def _moved(self, before: int) -> None:
        self.seen = before if self.walk.place[1] else 0
        self._arrive(self.walk.news)  # the next beat clears them

    def _arrive(self, news: tuple[GradedQuestion, ...]) -> None:
        """Go on past all that is only said or shown, to where the learner must act."""
        self.news = news
        moment, self._first = self.walk.place
        self.walk.flow(stepwise=self.by_itself)
        if self.walk.place[0] != moment:
            self._first = 0
        self._pressed = self._first

    def _last(self) -> int:
        view = self.walk.view
        return next_row_number(view) if view is not None else 0

    # New beats ----------------------------------------------------------------------------------------------

    @property
    def new_beats(self) -> tuple[Beat, ...]:
        """The beats since the learner last acted, the current one last."""
        return self.walk.said[self._first :]

    @property
    def old_and_new_beats(self) -> tuple[tuple[Beat, ...], tuple[Beat, ...]]:
        """The beats of the part: the old ones, and those to show in full.

        If the new ones say nothing, the last words are shown in full too.
        """
        said = self.walk.said
        first = min(self._pressed, len(said) - 1)
        words = (Say, YourMove, FreeMove)
        if self.walk.asked is None and not any(isinstance(beat, words) for beat in said[first:]):
            first = max((k for k in range(first) if isinstance(said[k], Say)), default=first)
        return said[:first], said[first:]
