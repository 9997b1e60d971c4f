"""What if: plays a lesson's story on with another move in place of one of the learner's.

A fork uses the real hidden cards of the story, so its end shows more than the learner could know at the move. Pages say
so.

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

Clock = tuple[Any, int]
"""The first part of a moment, such as the round, and the number of the current place."""


class NoMove(LookupError):
    """Error: the learner has no such move in this moment. ``most`` is the number of moves."""

    def __init__(self, moment: str, move: object, most: int) -> None:
        super().__init__(f"moment {moment!r} has no move {move!r} of the learner: expected 1 to {most}")
        self.most = most


class Fork:
    """The game before one of the learner's moves, and the rest of the story.

    Args:
        lesson: the lesson.
        moment: the id of one of its moments.
        move: number of the learner's move in it, from 1.

    Raises:
        KeyError: there is no such moment.
        NoMove: the learner has no such move in it.
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
        """What the learner's seat may see before the move."""
        return self._telling.game.view(self.you)

    @property
    def usual(self) -> Action:
        """The move in the story."""
        return self._usual

    def why_not(self, action: Action) -> WhyNot | None:
        """Return why an action of the learner is illegal here; ``None`` if it is legal."""
        why: WhyNot | None = self._telling.game.why_not(self.you, action)
        return why

    def after(self, action: Action) -> Any:
        """Return what the learner's seat may see at the end of the story if this action is taken here.

        The other seats act as in the story wherever they still can.

        Raises:
            IllegalAction: the rules forbid the action.
        """
        why = self.why_not(action)
        if why is not None:
            raise IllegalAction(self.you, action, why)
        return self._play(action, self._clocks)[0].game.view(self.you)

    def _play(
        self, action: Action, clocks: dict[int, Clock] | None
    ) -> tuple[ScenarioRun, Sequence[tuple[Step, Clock]]]:
        """Play the story on; ``clocks`` has the time at which each step was done in the original story."""
        telling = self._telling.copy()
        telling.move(self.you, action)
        done = []
        for step in _left(self._rest, self.you, self._free):
            if telling.game.is_over:
                break
            if isinstance(step, Do):
                ahead = telling.copy()
                if not ahead.reach(step) or (clocks is not None and clocks.get(id(step)) != _clock(ahead)):
                    continue  # a seat that is not asked, or only for something later, does nothing here
                telling = ahead
                done.append((step, _clock(ahead)))
            telling.do(step)
        telling.settle()
        return telling, done


def _beats(walk: LessonPlayer) -> Sequence[object]:
    moment = walk.moment
    return moment.beats if moment is not None else ()


def _on(walk: LessonPlayer) -> None:
    """Go on by one beat, following the story."""
    if isinstance(walk.beat, YourMove | FreeMove):
        walk.act(_usual(walk))
        return
    if isinstance(walk.beat, Ask | Predict):
        walk.answer(("",))
    walk.go_on()


def _usual(walk: LessonPlayer) -> Action:
    """Return the learner's move in the story here; if it has none, the default."""
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
    """Yield the remaining steps after a move of a seat has replaced its own; checks are left out."""
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
