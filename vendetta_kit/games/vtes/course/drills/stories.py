"""Where V:TES's drills take their positions from: the scenario files, and games of bots.

A story is a game with all that is done in it, so that its name is enough to play it again. :func:`units` plays it and
cuts it into units: one action, or one step that the game takes by itself, with all that it sets off until somebody must
decide or the next step that is worth a question begins (:data:`_BREAKS`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from vendetta_kit.course.drills.families import Outcome
from vendetta_kit.course.questions import Line, Words, told
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import blocking, ousting, politics, settling, strikes, turn
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.kinds import OVER
from vendetta_kit.games.vtes.engine.state import IN
from vendetta_kit.games.vtes.wording.log import log_lines
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.state import ASK

if TYPE_CHECKING:
    from vendetta_kit.kernel.actions import Action
    from vendetta_kit.kernel.events import Entry, Event
    from vendetta_kit.kernel.state import Step

__all__ = ["ROUNDS", "TABLES", "Unit", "names_of_scenarios", "units"]

TABLES: Final[dict[str, tuple[str, ...]]] = {
    "2": ("court", "claw"),
    "3": ("whispers", "claw", "court"),
    "4": ("whispers", "claw", "court", "household"),
    "5": ("claw", "whispers", "household", "court", "whispers"),
}
"""The decks of the games of bots, by the names that tables have in ids: the number of players."""
ROUNDS: Final = 12
"""So many rounds a game of bots lasts at most: long enough for somebody to be ousted."""
GENTLE: Final = 0.3
"""How often a bot plays by chance: else it would hardly ever do what does not pay, as blocking in vain."""
WORLDS: Final = 4
"""So many worlds that a seat holds possible are tried."""

_BREAKS: Final = frozenset({
    settling.settle_action, settling.end_action, blocking.settle_block, strikes.strike_lands, strikes.damage,
    politics.close, ousting.oust,
    turn.end_influence, turn.begin_turn,
})  # fmt: skip
"""Before these steps of the agenda a unit ends: what they do is asked about by itself."""
_CLOCK: Final = frozenset({"turn", "phase", "drawn"})
"""Kinds of events that say nothing of what an answer rests on."""
_BURNING: Final = frozenset({"burned", "title_won", "contest_won"})
"""What goes with a player who is ousted: a long list that no answer rests on."""


class Story(Protocol):
    """A game and what is done in it; its name is the middle part of a drill's id."""

    def begin(self) -> Game:
        """Return the game as the story begins, recorded."""
        ...

    def next(self, g: Game) -> tuple[int, Action] | None:
        """Return who does what now; ``None`` at the story's end."""
        ...


class BotGame:
    """A game of bots at one of :data:`TABLES`; each sees what its seat may know."""

    def __init__(self, name: str) -> None:
        """Raises ``KeyError``: there is no such table."""
        table, _, number = name.partition("/")
        self._decks = TABLES[table]
        self._seed = int(number)
        self._rng = Random(name)
        self._bots = bots.make("greedy"), bots.make("random")

    def begin(self) -> Game:
        return Game.new(self._decks, seed=self._seed, rounds=ROUNDS)

    def next(self, g: Game) -> tuple[int, Action] | None:
        seat = g.to_act
        if seat is None:
            return None
        return seat, bots.move(g, seat, self._bots[self._rng.random() < GENTLE], self._rng)


class ToldGame:
    """One of the kit's scenario files."""

    def __init__(self, name: str) -> None:
        """Raises ``KeyError``: there is no such scenario, or it has cards of its own."""
        self._table, self._actions = _scenario(name)
        self._done = 0

    def begin(self) -> Game:
        from vendetta_kit.games.vtes.scenarios import prepare

        return prepare(self._table, True)

    def next(self, g: Game) -> tuple[int, Action] | None:
        self._done += 1
        return self._actions[self._done - 1] if self._done <= len(self._actions) else None


@cache
def _paths() -> dict[str, str]:
    from vendetta_kit.scenarios import shipped

    return {os.path.basename(path).removesuffix(".yaml"): path for path in shipped("vtes")}


def names_of_scenarios() -> tuple[str, ...]:
    """Return the names of the kit's scenarios as stories, but for those with cards of their own.

    A page knows the names and texts of the practice set alone.
    """
    from vendetta_kit.scenarios import load

    return tuple(f"s/{name}" for name, path in _paths().items() if not load(path).table.get("cards"))


@cache
def _scenario(name: str) -> tuple[Any, tuple[tuple[int, Action], ...]]:
    """The table of a scenario, and all that is done in it, defaults included."""
    from vendetta_kit.scenarios import Telling, load

    scenario = load(_paths()[name])
    if scenario.table.get("cards"):
        raise KeyError(name)
    telling = Telling(scenario)
    for step in scenario.steps:
        telling.do(step)
    telling.finish()
    return scenario.table, tuple(telling.game.actions)


def _story(name: str) -> Story:
    table, _, rest = name.partition("/")
    if table == "s":
        return ToldGame(rest)
    if not rest.isdecimal():
        raise KeyError(name)
    return BotGame(name)


# Units -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Unit:
    """Something that happened in a story, with the game before and after it.

    ``action`` is what a ``seat`` did, if the unit begins so; else it begins with ``step``, the next of the agenda.
    ``n`` is the running number of its first row of the log. ``events`` and ``entries`` hold its secrets too.
    """

    story: str
    n: int
    seat: int | None
    action: Action | None
    step: Step | None
    before: Game
    after: Game
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.before.names

    @property
    def acted(self) -> bool:
        """Whether a player did it of her own accord."""
        return self.action is not None and not isinstance(self.action, do.Choose)

    def does(self, step: Any) -> bool:
        """Return whether the unit begins with this step of the game."""
        return self.step is not None and self.step[0] is step

    def position(self) -> Game:
        """Return the game as it stood before, with its record up to there."""
        return self.before.copy()

    def outcome(self) -> Outcome:
        """Return what really came of it."""
        return Outcome(self.after.n[:], self.after.z[:], self.events, self.entries)

    def later(self, outcome: Outcome) -> Game:
        """Return the game that an outcome is, so that the engine's own functions answer from it."""
        return Game(self.after.table, outcome.n[:], outcome.z[:], [], None, self.after.rows[:])

    def worlds(self, seat: int) -> Iterator[Game]:
        """Return the unit played in games that a seat cannot tell from this one beforehand, recorded from there."""
        position = self.position()
        for k in range(WORLDS):
            world = position.imagine(seat, Random(f"{self.story}:{self.n}:{k}"))
            world.rec = Recorder()
            _play(world, self.seat, self.action)
            yield world

    def viewers(self) -> tuple[int, ...]:
        """Return the seats that can be asked about it: those in the game; of an answer only who gave it."""
        if isinstance(self.action, do.Choose) and self.seat is not None:
            return (self.seat,)
        return tuple(seat for seat in range(self.before.seats) if self.before.n[IN] >> seat & 1)

    def by_chance(self) -> bool:
        """Return whether chance decides in it: it never does once cards are dealt, and no question is about draws."""
        return False

    def scene(self) -> Words | None:
        """Return nothing: each family says itself what is about to happen."""
        return None

    def working(self, viewer: int, until: int | None, seat: int | None) -> tuple[Line, ...]:
        """Return the log of it: up to a row's number, and of what touches one seat, where these are given."""
        last = 1 << 60 if until is None else until
        left_out = _CLOCK | _BURNING if self.does(ousting.oust) else _CLOCK
        events = [event for event in self.events if event.n <= last and event.kind not in left_out]
        entries = [
            entry
            for entry in self.entries
            if entry.n <= last
            and not (entry.cause == "ousted" and self.does(ousting.oust))
            and (seat is None or seat in (entry.source.seat, entry.target.seat))
        ]
        return told(log_lines, viewer, self.names, events, entries)


def _over(g: Game) -> bool:
    return not g.agenda or g.agenda[-1][0] in _BREAKS


def _play(g: Game, seat: int | None, action: Action | None) -> None:
    """Begin a unit and finish it."""
    if seat is not None and action is not None:
        g.advance(seat, action.code, _over)
    else:
        g.run(_over)


def units(name: str) -> Iterator[Unit]:
    """Return all units of a story, one after the other.

    Args:
        name: ``s/`` and a scenario's id, or a table of :data:`TABLES`, a stroke and the number of a game.

    Raises:
        KeyError: there is no such story.
    """
    told_by = _story(name)
    g = told_by.begin()
    rec = g.rec
    assert rec is not None
    while g.n[ASK] != OVER:
        seat, action, step = None, None, None
        if g.n[ASK]:
            done = told_by.next(g)
            if done is None:
                return
            seat, action = done
        elif g.agenda:
            step = g.agenda[-1]
        else:
            return
        before, n, rows = g.copy(), rec.next, (len(rec.events), len(rec.entries))
        _play(g, seat, action)
        if rec.next > n:
            events, entries = tuple(rec.events[rows[0] :]), tuple(rec.entries[rows[1] :])
            yield Unit(name, n, seat, action, step, before, g.copy(), events, entries)
