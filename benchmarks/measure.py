"""What every side of a benchmark shares: the clock, the state of the heap, and how rounds become a figure."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from time import perf_counter

COPIES_BETWEEN_CLOCK_READS = 100


@dataclass
class Played:
    """Whole games that one side played in one round."""

    games: int = 0
    decisions: int = 0  # a seat was asked and answered
    chance_steps: int = 0  # steps that the caller must take for chance; none where the engine does it itself
    seconds: float = 0.0  # everything: making the games, chance and decisions
    dealing_seconds: float = 0.0  # of these: making the game and the chance steps before the first decision

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def decisions_per_second_without_dealing(self) -> float:
        return self.decisions / (self.seconds - self.dealing_seconds)

    @property
    def steps_per_second(self) -> float:
        return (self.decisions + self.chance_steps) / self.seconds


@dataclass
class Shape:
    """What a side's games are like, looked at outside the clock."""

    players: int
    games: int = 0
    decisions: int = 0
    forced: int = 0  # decisions with exactly one legal option

    @property
    def decisions_per_game(self) -> float:
        return self.decisions / self.games

    @property
    def forced_share(self) -> float:
        return self.forced / self.decisions


@dataclass(frozen=True)
class Spread:
    """The median of the rounds, and the rounds furthest from it."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(statistics.median(values), min(values), max(values))


def ratios(numerators: Sequence[float], denominators: Sequence[float]) -> Spread:
    """Round by round, so that a slow moment of the machine falls on both halves of a ratio."""
    return Spread.of([a / b for a, b in zip(numerators, denominators, strict=True)])


@contextmanager
def fair_heap() -> Iterator[None]:
    """The garbage collector stays on, as in real use, but never walks what another side left on the heap."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def microseconds_per_copy(copies: Sequence[Callable[[], object]], seconds: float) -> float:
    """Call each `copy` in turn, throwing the result away at once, for about `seconds`."""
    done = 0
    start = now = perf_counter()
    while now - start < seconds:
        for _ in repeat(None, COPIES_BETWEEN_CLOCK_READS):
            for copy in copies:
                copy()
        done += COPIES_BETWEEN_CLOCK_READS * len(copies)
        now = perf_counter()
    return (now - start) / done * 1e6
