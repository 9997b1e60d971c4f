"""The positions of V:TES's drills: from scenario files and games of bots.

Each is cut into units. A unit ends where a player must decide, or before a step that questions are about
(:data:`_BREAKS`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar, Final

from vendetta_kit.course.drills.drill_positions import DrillStory, Played, ToldGame, units_of
from vendetta_kit.course.drills.question_families import UnitOutcome
from vendetta_kit.course.questions import ExplanationLine, log_explanation
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine import action_resolution, blocking, ousting, politics, strikes, turn
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import IN
from vendetta_kit.games.vtes.wording.log_lines import log_lines
from vendetta_kit.kernel.actions import Action
from vendetta_kit.scenarios import load, shipped

TABLES: Final[dict[str, tuple[str, ...]]] = {
    "2": ("court", "claw"),
    "3": ("whispers", "claw", "court"),
    "4": ("whispers", "claw", "court", "household"),
    "5": ("claw", "whispers", "household", "court", "whispers"),
}
"""The decks of the games of bots, by the table's name in ids: its number of players."""
ROUNDS: Final = 12
"""The most rounds of a game of bots, enough for an oust."""
RANDOM_SHARE: Final = 0.3
"""The share of choices made at random, so that moves that do not pay, such as blocks in vain, occur too."""

_BREAKS: Final = frozenset({
    action_resolution.settle_action, action_resolution.end_action, blocking.settle_block,
    strikes.strike_lands, strikes.damage,
    politics.close, ousting.oust,
    turn.end_influence, turn.begin_turn,
})  # fmt: skip
"""Steps of the agenda before which a unit ends, because questions are about what they do."""
_CLOCK: Final = frozenset({"turn", "phase", "drawn"})
"""Kinds of events that explain no answer."""
_BURNING: Final = frozenset({"burned", "title_won", "contest_won"})
"""Kinds of events on what an ousted player loses; they explain no answer."""


class BotGame:
    """A game of bots at one of :data:`TABLES`."""

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
        return seat, bots.move(g, seat, self._bots[self._rng.random() < RANDOM_SHARE], self._rng)


@cache
def _paths() -> dict[str, str]:

    return {f"s/{os.path.basename(path).removesuffix('.yaml')}": path for path in shipped("vtes")}


def names_of_scenarios() -> tuple[str, ...]:
    """Return the names of the kit's scenarios that use only cards of the practice set, whose texts pages know."""

    return tuple(name for name, path in _paths().items() if not load(path).table.get("cards"))


def _story(name: str) -> DrillStory:
    if name.startswith("s/"):
        told_by = ToldGame(_paths()[name])
        if told_by.scenario.table.get("cards"):
            raise KeyError(name)
        return told_by
    if not name.partition("/")[2].isdecimal():
        raise KeyError(name)
    return BotGame(name)


# Units -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class StoryUnit(Played):
    """A unit of a story of V:TES."""

    before: Game
    after: Game

    WORLDS: ClassVar[int] = 4

    def over(self) -> Callable[[Game], bool]:
        return _over

    def in_game(self) -> list[int]:
        return [seat for seat in range(self.before.seats) if self.before.n[IN] >> seat & 1]

    def position(self) -> Game:
        return self.before.copy()

    def later(self, outcome: UnitOutcome) -> Game:
        """Return the position after an outcome as a game, for the engine's functions."""
        return Game(self.after.table, outcome.n[:], outcome.z[:], [], None, self.after.rows[:])

    def working(self, viewer: int, until: int | None, seat: int | None) -> tuple[ExplanationLine, ...]:
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
        return log_explanation(log_lines, viewer, self.names, events, entries)


def _over(g: Game) -> bool:
    return not g.agenda or g.agenda[-1][0] in _BREAKS


def units(name: str) -> Iterator[StoryUnit]:
    """Return all units of a story, one after the other.

    Args:
        name: ``s/`` and a scenario's id, or a table of :data:`TABLES`, ``/`` and the number of a game.

    Raises:
        KeyError: there is no such story.
    """
    return units_of(name, _story(name), StoryUnit)
