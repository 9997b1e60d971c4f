"""The positions of drills: scenario files, and random games.

A story is a game with all its actions, which can be played again from its name. :func:`units_of` divides it into units:
one action, or one step of the game itself, with all that it causes until a player must decide or the next step worth a
question begins. A unit has the game before and after it, so that its outcome can be asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, TypeVar

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.game import Game
from vendetta_kit.kernel.state import ASK, Step
from vendetta_kit.scenarios import Scenario, load, run

from .question_families import Unit, UnitOutcome

if TYPE_CHECKING:
    from collections.abc import Callable


LEARNER: Final = "Ann"
"""The name of whoever is asked, as at every other table."""


def learner_names(names: tuple[str, ...], viewer: int) -> tuple[str, ...]:
    """Return the names of a table with the learner's at a seat; who had it gets that seat's.

    >>> learner_names(("Ann", "Bob", "Cy"), 2), learner_names(("Mina", "Louis"), 0)
    (('Cy', 'Bob', 'Ann'), ('Ann', 'Louis'))
    """
    return tuple(
        LEARNER if seat == viewer else names[viewer] if name == LEARNER else name for seat, name in enumerate(names)
    )


class DrillStory(Protocol):
    """A game and its actions; its name is the middle part of a drill's id."""

    def begin(self) -> Any:
        """Return the game before its first step, recorded."""
        ...

    def next(self, g: Any) -> tuple[int, Action] | None:
        """Return seat and action of the next step; ``None`` at the story's end."""
        ...


class ToldGame:
    """The story of one of the kit's scenario files, by its path."""

    def __init__(self, path: str) -> None:
        self.scenario, self._actions = _told(path)
        self._done = 0

    def begin(self) -> Any:
        return self.scenario.dialect.prepare(self.scenario.table, True)

    def next(self, g: Any) -> tuple[int, Action] | None:
        self._done += 1
        return self._actions[self._done - 1] if self._done <= len(self._actions) else None


@cache
def _told(path: str) -> tuple[Scenario, tuple[tuple[int, Action], ...]]:
    """Return a scenario and all its actions, defaults included."""

    scenario = load(path)
    return scenario, tuple(run(scenario).game.actions)


@dataclass(slots=True)
class Played(Unit):
    """Something that happened in a story, with the game before and after it.

    It begins with the ``action`` of a ``seat``, or else with ``step``, a step of the agenda. ``events`` and ``entries``
    include secrets.
    """

    seat: int | None
    action: Action | None
    step: Step | None
    before: Any
    after: Any

    WORLDS: ClassVar[int]
    """Number of imagined games in which it is tried."""

    def over(self) -> Callable[[Any], bool]:
        """Return a function that returns whether a game is at the end of this unit."""
        raise NotImplementedError

    def in_game(self) -> list[int]:
        """Return the seats that are still in the game before it."""
        raise NotImplementedError

    @property
    def names(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.before.names
        return names

    @property
    def acted(self) -> bool:
        return self.action is not None and self.action.do != "choose"

    def told_to(self, viewer: int) -> Played:
        names = learner_names(self.names, viewer)
        if names == self.names:
            return self
        return replace(self, before=self.before.with_names(names), after=self.after.with_names(names))

    def does(self, step: Any) -> bool:
        """Return whether the unit begins with this step of the game."""
        return self.step is not None and self.step[0] is step

    def position(self) -> Any:
        return self.before.copy()

    def outcome(self) -> UnitOutcome:
        return UnitOutcome(self.after.n[:], self.after.z[:], self.events, self.entries)

    def play(self, g: Game[Any]) -> None:
        """Play the unit in a game that is at its beginning."""
        if self.seat is not None and self.action is not None:
            g.advance(self.seat, self.action.code, self.over())
        else:
            g.run(self.over())

    def worlds(self, seat: int) -> Iterator[Any]:
        for k in range(self.WORLDS):
            world = self.before.imagine(seat, Random(f"{self.story}:{self.n}:{k}"))
            world.rec = Recorder()
            self.play(world)
            yield world

    def viewers(self) -> tuple[int, ...]:
        """Return the seats that can be asked about it: all still in the game, or only the one that gave an answer."""
        if self.seat is not None and not self.acted:
            return (self.seat,)
        return tuple(self.in_game())


PlayedT = TypeVar("PlayedT", bound=Played)


def units_of(name: str, told: DrillStory, kind: type[PlayedT]) -> Iterator[PlayedT]:
    """Yield the units of a story.

    Args:
        name: name of the story.
        told: the story.
        kind: the class of the game's units.
    """
    g = told.begin()
    rec = g.rec
    assert rec is not None
    while not g.is_over:
        seat, action, step = None, None, None
        if g.n[ASK]:
            done = told.next(g)
            if done is None:
                return
            seat, action = done
        elif g.agenda:
            step = g.agenda[-1]
        else:
            return
        before = g.copy()
        unit = kind(name, rec.next, (), (), seat, action, step, before, before)
        unit.play(g)
        if rec.next > unit.n:
            unit.after = g.copy(record=False)
            unit.events = tuple(rec.events[len(before.rec.events) :])
            unit.entries = tuple(rec.entries[len(before.rec.entries) :])
            yield unit
