"""What if: a lesson's story from one of the learner's moves on, with another move in its place.

A fork is made from the very table of the story, with all that is hidden there, and plays on: whoever looks at how it
comes out sees more than the learner could know at her move. Pages say so.

>>> from vendetta_kit.course.lessons import find
>>> from vendetta_kit.games.vendetta.engine.actions import Stay
>>> fork = Fork(find("withdraw_and_revelation"), "leave")
>>> fork.usual, fork.view.seats[0].blood, fork.after(fork.usual).seats[0].blood, fork.after(Stay()).seats[0].blood
(Withdraw(), 3, 6, 7)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import IllegalAction, WhyNot
from vendetta_kit.scenarios.model import Check, Do, RefusedStep, Step
from vendetta_kit.scenarios.runner import ScenarioRun

from .lesson_model import Ask, FreeMove, Lesson, Predict, YourMove
from .lesson_player import LessonPlayer

__all__ = ["Fork", "NoMove"]

Clock = tuple[Any, int]
"""The first part of the moment, such as the round, and the number of the place."""


class NoMove(LookupError):
    """There is no such move of the learner in this part. ``most`` is how many there are."""

    def __init__(self, moment: str, move: object, most: int) -> None:
        super().__init__(f"moment {moment!r} has no move {move!r} of the learner: expected 1 to {most}")
        self.most = most


class Fork:
    """The table before one of the learner's moves, and the rest of the story.

    Args:
        lesson: the lesson.
        moment: the id of one of its moments.
        move: which of the learner's moves in it, from 1.

    Raises:
        KeyError: there is no such moment.
        NoMove: the learner makes no such move in it.
    """

    def __init__(self, lesson: Lesson, moment: str, move: int = 1) -> None:
        walk = LessonPlayer(lesson, moment)
        places = [place for place, beat in enumerate(_beats(walk)) if isinstance(beat, YourMove | FreeMove)]
        if type(move) is not int or not 1 <= move <= len(places):
            raise NoMove(moment, move, len(places))
        while walk.place[1] < places[move - 1]:
            _on(walk)
        story, here = walk.story(), walk.moment
        assert story is not None
        assert here is not None
        assert here.you is not None
        self.you = here.you
        """The learner's seat."""
        self._telling, told = story
        self._free = isinstance(walk.beat, FreeMove)
        self._rest = self._telling.scenario.steps[told:]
        self._usual = _usual(walk)
        self._clocks = {id(step): clock for step, clock in self._play(self._usual, None)[1]}

    @property
    def view(self) -> Any:
        """The table as the learner's seat sees it before the move."""
        return self._telling.game.view(self.you)

    @property
    def usual(self) -> Action:
        """The move that the story takes."""
        return self._usual

    def why_not(self, action: Action) -> WhyNot | None:
        """Return why the learner may not do this here; ``None`` if she may."""
        why: WhyNot | None = self._telling.game.why_not(self.you, action)
        return why

    def after(self, action: Action) -> Any:
        """Return the table at the end of the story, as the learner's seat sees it, if she does this here.

        The others do what the story tells of them wherever they still can.

        Raises:
            IllegalAction: the rules forbid it; it says why.
        """
        why = self.why_not(action)
        if why is not None:
            raise IllegalAction(self.you, action, why)
        return self._play(action, self._clocks)[0].game.view(self.you)

    def _play(
        self, action: Action, clocks: dict[int, Clock] | None
    ) -> tuple[ScenarioRun, Sequence[tuple[Step, Clock]]]:
        """Play the story on; ``clocks`` says when each of its steps was done in the story as it is told."""
        telling = self._telling.copy()
        telling.move(self.you, action)
        done = []
        for step in _left(self._rest, self.you, self._free):
            if telling.game.is_over:
                break
            if isinstance(step, Do):
                ahead = telling.copy()
                if not ahead.reach(step) or (clocks is not None and clocks.get(id(step)) != _clock(ahead)):
                    continue  # who is not asked any more, or only for something later, does nothing here
                telling = ahead
                done.append((step, _clock(ahead)))
            telling.do(step)
        telling.settle()
        return telling, done


def _beats(walk: LessonPlayer) -> Sequence[object]:
    moment = walk.moment
    return moment.beats if moment is not None else ()


def _on(walk: LessonPlayer) -> None:
    """Go on by one beat, as the story goes."""
    if isinstance(walk.beat, YourMove | FreeMove):
        walk.act(_usual(walk))
        return
    if isinstance(walk.beat, Ask | Predict):
        walk.answer(("",))
    walk.go_on()


def _usual(walk: LessonPlayer) -> Action:
    """What the story has the learner do here; where it is silent, what whoever says nothing does."""
    story, moment = walk.story(), walk.moment
    assert story is not None
    assert moment is not None
    assert moment.you is not None
    telling, told = story
    rest = telling.scenario.steps[told:]
    own = next((step.action for step in rest if isinstance(step, Do) and step.seat == moment.you), None)
    if own is not None and telling.game.why_not(moment.you, own) is None:
        return own
    return telling.dialect.default(telling.game, moment.you)


def _left(steps: Sequence[Step], seat: int, free: bool) -> Iterator[Step]:
    """The steps that are left after a move of this seat has taken the place of its own; nothing is judged."""
    first = 0
    while first < len(steps) and (free or first == 0):
        step = steps[first]
        if not (isinstance(step, Do) and step.seat == seat):
            break
        first += 1
    return (step for step in steps[first:] if not isinstance(step, Check | RefusedStep))


def _clock(telling: ScenarioRun) -> Clock:
    game = telling.game
    return game.rules.moment(game)[0], game.rules.current_place(game)
