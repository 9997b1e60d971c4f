"""Our side: random four-player games through the public API, recorder off. Which engine it is, is seen to elsewhere."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.measure import Played, Shape
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint

SEATS = 4
VTES_ROUNDS = 40
ALL_READINGS = ({}, {name: other for name, (_, other) in RULINGS.items()})
TABLES: tuple[dict[str, Any], ...] = tuple(
    {**size, "location_cards": extras, "relics": extras, "rulings": rulings}
    for size, extras, rulings in product(
        ({"seats": 3}, {"seats": 4}, {"seats": 5}, {"seats": 4, "teams": True}, {"seats": 6, "teams": True}),
        (False, True),
        ALL_READINGS,
    )
)
"""Every number of players, with and without everything else."""


def new_game(seed: int) -> Game:
    return Game.new(seats=SEATS, seed=seed, record=False)


def new_vtes(seed: int) -> Any:
    """Four players with the practice decks; who plays at random would not end by itself."""
    from vendetta_kit.games.vtes.engine.game import Game

    return Game.new(seed=seed, rounds=VTES_ROUNDS, record=False)


def new_vtes_asked(seed: int) -> Any:
    """The same, with everybody asked in every window, also who can only pass there: as the peer asks its players."""
    from vendetta_kit.games.vtes.engine.game import Game

    return Game.new(seed=seed, rounds=VTES_ROUNDS, ask_always="yes", record=False)


NEW: dict[str, Callable[[int], Any]] = {"vendetta": new_game, "vtes": new_vtes, "vtes_asked": new_vtes_asked}
"""A new game of each of ours."""


def play(seeds: Iterator[int], rng: Random, seconds: float, of: str = "vendetta") -> Played:
    """Whole games for about `seconds`, the making of each game inside the clock."""
    begin = NEW[of]
    played = Played()
    start = now = perf_counter()
    while now - start < seconds:
        game = begin(next(seeds))
        decisions = 0
        while (seat := game.to_act) is not None:
            game.apply(seat, game.legal(seat).sample(rng))
            decisions += 1
        now = perf_counter()
        played.games += 1
        played.decisions += decisions
    played.seconds = now - start
    return played


def shape(decisions: int, of: str = "vendetta") -> Shape:
    """How long the games are, and how many of their questions have one answer."""
    rng = Random(1)
    found = Shape(players=SEATS)
    while found.decisions < decisions:
        found.games += 1
        game = NEW[of](found.games)
        while (seat := game.to_act) is not None:
            legal = game.legal(seat)
            found.forced += len(legal) == 1
            found.decisions += 1
            game.apply(seat, legal.sample(rng))
    return found


def _advance(seed: int, of: str, limit: int | None = None) -> tuple[Any, int]:
    """A random game after `limit` decisions, or at its end."""
    rng = Random(seed)
    game = NEW[of](seed)
    decisions = 0
    while decisions != limit and (seat := game.to_act) is not None:
        game.apply(seat, game.legal(seat).sample(rng))
        decisions += 1
    return game, decisions


def midgame_copies(seeds: Iterable[int], of: str = "vendetta") -> list[Callable[[], object]]:
    """The bound `copy` of one game a seed, stopped after half of its decisions."""
    return [_advance(seed, of, limit=_advance(seed, of)[1] // 2)[0].copy for seed in seeds]


def mark_of_game(seed: int) -> str:
    """A mark of all that happens in one recorded random game; the seeds go round all `TABLES`."""
    rng = Random(seed)
    game = Game.new(seed=seed, **TABLES[seed % len(TABLES)])
    mark = hashlib.blake2b(digest_size=8)
    while (seat := game.to_act) is not None:
        action = game.legal(seat).sample(rng)
        events = game.apply(seat, action)
        mark.update(f"{seat} {action!r} {fingerprint(game)} {events!r}".encode())
    mark.update(repr((game.ledger, game.scores, game.winners)).encode())
    return mark.hexdigest()
