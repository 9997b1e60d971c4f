"""Tables of every size with every variant, and how to play on them at random: what all property tests stand on.

``VENDETTA_GAMES`` is the number of games that each test plays at each table (default 2). Everything is seeded: a test
that fails names its table and its number, and fails again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest

from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Action
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.kernel.events import Event

GAMES = int(os.environ.get("VENDETTA_GAMES", "2"))
MOST_ACTIONS = 1500
"""No game of any kind may take more."""

SIZES: dict[str, dict[str, Any]] = {
    "3": {"seats": 3},
    "4": {"seats": 4},
    "5": {"seats": 5},
    "4-in-teams": {"seats": 4, "teams": True},
    "6-in-teams": {"seats": 6, "teams": True},
}
OTHER_READINGS = {name: other for name, (_, other) in RULINGS.items()}
VARIANTS: dict[str, dict[str, Any]] = {
    "base": {},
    "location-cards": {"location_cards": True},
    "relics": {"relics": True},
    "last-blood": {"rulings": {"last_blood": "allow"}},
    "nobody-left": {"rulings": {"nobody_left": "after_withdraw"}},
    "all": {"location_cards": True, "relics": True, "rulings": OTHER_READINGS},
}
TABLES: dict[str, dict[str, Any]] = {
    f"{size}-{variant}": {**seats, **options} for size, seats in SIZES.items() for variant, options in VARIANTS.items()
}
"""Every number of players with every variant, alone and together: arguments of ``Game.new`` by name."""
_VARIED: dict[str, Any] = {"location_cards": True, "relics": True, **OTHER_READINGS}
_FOURS = tuple(combinations(range(1, 8), 4))
"""Any two share a table and each has one of its own, so eight tables, the first without any, hold every pair."""
PAIRED: dict[str, dict[str, Any]] = {
    f"{size}-paired-{number}": {
        **SIZES[size],
        **{name: True for name, held in zip(_VARIED, _FOURS, strict=False) if number in held and name not in RULINGS},
        "rulings": {
            name: OTHER_READINGS[name]
            for name, held in zip(_VARIED, _FOURS, strict=False)
            if number in held and name in RULINGS
        },
    }
    for number, size in enumerate(("3", "4", "5", "4-in-teams", "6-in-teams", "4", "3", "6-in-teams"))
}
"""Eight tables, of every size, in which each two variants come in all four ways: with both, with either, with neither.
``test_the_paired_tables_hold_every_pair`` counts them."""

ANY_TABLE = TABLES | PAIRED
each_table = pytest.mark.parametrize(
    "table", [*PAIRED, *(pytest.param(table, marks=pytest.mark.long) for table in TABLES)]
)
"""For a property that holds at every table: the paired ones in the quick run, and all of ``TABLES`` in the long one."""
all_tables = pytest.mark.parametrize(
    "tables", [pytest.param(PAIRED, id="paired"), pytest.param(TABLES, id="all", marks=pytest.mark.long)]
)
"""The same for a property of all tables together."""


class Start(NamedTuple):
    """A game about to begin, and how it will be played."""

    name: str
    number: int
    game: Game
    rng: Random
    eager: bool


def begin(table: str, number: int, test: str = "", record: bool = True) -> Start:
    """Game ``number`` at a table; ``test`` gives each test games of its own. Every second one is played eagerly."""
    rng = Random(f"{table}/{number}/{test}")
    game = Game.new(**ANY_TABLE[table], seed=rng.getrandbits(40), record=record)
    return Start(table, number, game, rng, number % 2 == 1)


def waiting(game: Game) -> list[int]:
    """The seats that must decide now."""
    return [seat for seat in range(game.seats) if len(game.legal(seat))]


def choose(game: Game, seat: int, rng: Random, eager: bool) -> Action:
    """Any legal action; eagerly: often one of the last in the list, where Drains and the rarer things stand."""
    options = game.legal(seat)
    if eager and rng.random() < 0.4:
        return options[-1 - rng.randrange(min(8, len(options)))]
    return options.sample(rng)


def playing(start: Start) -> Iterator[tuple[int, Action, tuple[Event, ...]]]:
    """Play the game to its end; yields seat, action and events after each action."""
    game, rng = start.game, start.rng
    for _ in range(MOST_ACTIONS):
        seats = waiting(game)
        if not seats:
            assert game.is_over
            return
        seat = seats[rng.randrange(len(seats))]
        action = choose(game, seat, rng, start.eager)
        yield seat, action, game.apply(seat, action)
    raise AssertionError(f"{start.name}, game {start.number}: not over after {MOST_ACTIONS} actions")


def play_out(start: Start) -> Game:
    """The game, played to its end."""
    for _ in playing(start):
        pass
    return start.game
