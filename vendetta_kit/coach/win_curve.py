"""The curve: each seat's chance to win, and what it will have in the end, by what the whole table could know.

It has a point before the first action, and one after each action that told the table something (a token that lies
sealed tells nothing, nor does the end of a turn, so the curve goes on level there). All that an action set off, until
somebody was asked again, belongs to its point. Worlds are imagined from what lies open; nobody's hand is in them. All
points meet the same luck, so that the curve moves as little by chance as can be.

A turning point is a change that holds up: where the curve jumps most, both sides are estimated anew in worlds of their
own, and only what is surely a change there is told. So a jump by luck is not taken for one.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from vendetta_kit.kernel.game import AnyGame

from .game_for_coach import CoachedGame
from .paired_statistics import deviates

__all__ = ["LEAST", "MOST_TURNS", "CurvePoint", "TurningPoint", "WinChance", "estimating", "turning"]

MOST_TURNS: Final = 6
"""So many jumps of the curve are looked at again."""
LEAST: Final = 0.08
"""A smaller change of a chance to win is no turning point."""
_SLICE: Final = 8


class WinChance(NamedTuple):
    """A seat's chance to win, where it would settle in nineteen of twenty such cases, and its score in the end."""

    won: float
    low: float
    high: float
    score: float


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A moment of a game as the table could see it."""

    after: int
    """After so many actions."""
    n: int
    """The running number of the last thing that had happened; -1: nothing."""
    seats: tuple[WinChance, ...]
    simulations: int


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turning point, for the seat that it changed most."""

    seat: int
    before: float
    after: float
    """Its chances to win, from worlds of their own."""
    low: float
    high: float
    """Where the change would settle."""
    action: int
    """The number of the action that brought it, from 0."""
    first: int
    last: int
    """The running numbers of what belongs to it, in the log."""

    @property
    def change(self) -> float:
        """How much the chance to win changed; negative: for the worse."""
        return self.after - self.before


def estimating(
    game: AnyGame, after: int, coaching: CoachedGame, simulations: int, seed: str, level: float
) -> Generator[int, None, CurvePoint]:
    """Estimate one point, in slices that say how many simulations are done.

    Args:
        game: as it stood after ``after`` actions; only what lies open of it is used.
        coaching: the game for the coach.
        simulations: how many.
        seed: decides the worlds and the luck.
        level: how often the intervals hold, between 0 and 1.
    """
    n = game.rec.next - 1 if game.rec is not None else -1
    if game.is_over:
        ended = tuple(WinChance(o.won, o.won, o.won, o.score) for o in coaching.outcomes(game))
        return CurvePoint(after, n, ended, 0)
    won = [0.0] * game.seats
    score = [0.0] * game.seats
    for number, world in enumerate(coaching.insight(game, None).worlds(simulations, Random(f"{seed}/worlds"))):
        twin: Any = world.copy(record=False)
        coaching.play_on(twin, Random(f"{seed}/{number}"))
        for seat, outcome in enumerate(coaching.outcomes(twin)):
            won[seat] += outcome.won
            score[seat] += outcome.score
        if number % _SLICE == _SLICE - 1:
            yield number + 1
    seats = [_chance(w, simulations, s / simulations, level) for w, s in zip(won, score, strict=True)]
    return CurvePoint(after, n, tuple(seats), simulations)


def _chance(won: float, count: int, score: float, level: float) -> WinChance:
    """Wilson's interval around a share."""
    z = deviates(level)
    share, square = won / count, z * z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = z * sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    return WinChance(
        round(share, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4), round(score, 2)
    )


def jumps(points: Sequence[CurvePoint]) -> list[int]:
    """Return where the curve jumps most, as numbers of the later points, biggest first."""
    sizes = []
    for k in range(1, len(points)):
        old, new = points[k - 1].seats, points[k].seats
        size = max(abs(b.won - a.won) for a, b in zip(old, new, strict=True))
        if size >= LEAST:
            sizes.append((-size, k))
    return [k for _, k in sorted(sizes)[:MOST_TURNS]]


def turning(old: CurvePoint, new: CurvePoint, mine: int, level: float) -> TurningPoint | None:
    """Return what turned between two points that were estimated anew; ``None``: it may have been luck.

    Args:
        mine: the seat that is told of where it changed surely enough; else the one that changed most.
        level: how often the intervals of all the changes that are looked at hold together.
    """
    found: list[tuple[bool, float, TurningPoint]] = []
    for seat, (a, b) in enumerate(zip(old.seats, new.seats, strict=True)):
        spread = _spread(a.won, old.simulations) + _spread(b.won, new.simulations)
        half = deviates(level, len(old.seats) * MOST_TURNS) * sqrt(spread)
        change = b.won - a.won
        if abs(change) >= LEAST and abs(change) > half:
            ends = (round(change - half, 4), round(change + half, 4))
            turn = TurningPoint(seat, a.won, b.won, *ends, new.after - 1, old.n + 1, new.n)
            found.append((seat == mine, abs(change), turn))
    return max(found, key=lambda row: row[:2])[2] if found else None


def _spread(share: float, count: int) -> float:
    """The variance of a share; of a game that is over there is none."""
    if not count:
        return 0.0
    middle = (share * count + 1) / (count + 2)
    return middle * (1 - middle) / (count + 2)
