"""Our side: random four-player games through the public API, recorder off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from time import perf_counter

from benchmarks.measure import Played, Shape
from vendetta_kit import Game

NAME = "vendetta-kit"
SEATS = 4


def new_game(seed: int) -> Game:
    return Game.new(seats=SEATS, seed=seed, record=False)


def play(seeds: Iterator[int], rng: Random, seconds: float) -> Played:
    """Whole games for about `seconds`, the making of each game inside the clock."""
    played = Played()
    start = now = perf_counter()
    while now - start < seconds:
        game = new_game(next(seeds))
        decisions = 0
        while not game.is_over:
            seat = game.to_act
            game.apply(seat, game.legal(seat).sample(rng))
            decisions += 1
        now = perf_counter()
        played.games += 1
        played.decisions += decisions
    played.seconds = now - start
    return played


def shape(decisions: int) -> Shape:
    rng = Random(1)
    found = Shape(players=SEATS)
    while found.decisions < decisions:
        found.games += 1
        game = new_game(found.games)
        while not game.is_over:
            seat = game.to_act
            legal = game.legal(seat)
            found.forced += len(legal) == 1
            found.decisions += 1
            game.apply(seat, legal.sample(rng))
    return found


def _advance(seed: int, limit: int | None = None) -> tuple[Game, int]:
    """A random game after `limit` decisions, or at its end."""
    rng = Random(seed)
    game = new_game(seed)
    decisions = 0
    while not game.is_over and decisions != limit:
        seat = game.to_act
        game.apply(seat, game.legal(seat).sample(rng))
        decisions += 1
    return game, decisions


def midgame_copies(seeds: Iterable[int]) -> list[Callable[[], object]]:
    """The bound `copy` of one game a seed, stopped after half of its decisions."""
    return [_advance(seed, limit=_advance(seed)[1] // 2)[0].copy for seed in seeds]
