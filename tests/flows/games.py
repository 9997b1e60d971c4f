"""Random games of every kind, for tests that must hold in all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from vendetta_kit import Game

TABLES = (
    {"seats": 4},
    {"seats": 3},
    {"seats": 5},
    {"seats": 4, "location_cards": True},
    {"seats": 3, "relics": True},
    {"seats": 6, "teams": True},
    {"seats": 5, "location_cards": True, "relics": True},
    {"seats": 4, "teams": True, "relics": True},
    {"seats": 4, "rulings": {"last_blood": "allow"}},
    {"seats": 4, "rulings": {"nobody_left": "after_withdraw"}},
)


def played(seed: int) -> Game:
    """A whole game by chance; the seed also chooses the table."""
    game = Game.new(seed=seed, **TABLES[seed % len(TABLES)])  # type: ignore[arg-type]
    for _ in stepped(game, seed):
        pass
    return game


def stepped(game: Game, seed: int) -> Iterator[int]:
    """Play on by chance, stopping after every action; gives how many there were."""
    rng = random.Random(seed)
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        game.apply(seat, game.legal(seat).sample(rng))
        yield len(game.actions)
