"""The curve of a game: each seat's chance to win and expected final score over time, by public information.

It has a point before the first action, one at the end, and points in between, after actions that revealed something to
all (a sealed token and the end of a turn reveal nothing): after each of them if the depth allows, else evenly spread,
and closer together where the curve jumps most. Everything that an action caused until the next decision belongs to its
point. Games are imagined from public information only. All points use the same random numbers, to keep the noise small.

A turning point is a confirmed change: both sides of the largest jumps are estimated again in fresh imagined games, and
only a change that is significant there counts. So noise is not taken for a turning point.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from vendetta_kit.kernel.game import AnyGame

from .game_for_coach import CoachedGame
from .paired_statistics import interval_half_width

MOST_TURNS: Final = 6
"""Number of jumps of the curve that are estimated again."""
LEAST: Final = 0.08
"""The smallest change of a chance to win that is a turning point."""
_SLICE: Final = 8


class WinChance(NamedTuple):
    """A seat's chance to win with its confidence interval, and its expected final score."""

    won: float
    low: float
    high: float
    score: float


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The chances of all seats at one moment of a game."""

    after: int
    """The number of actions before it."""
    n: int
    """The running number of the last event or ledger entry before it; -1 if there is none."""
    seats: tuple[WinChance, ...]
    simulations: int


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turning point of the curve, for the seat whose chance changed most."""

    seat: int
    before: float
    after: float
    """The seat's chances to win before and after, from fresh imagined games."""
    low: float
    high: float
    """The bounds of the change."""
    action: int
    """The index of the action that caused it, from 0."""
    first: int
    last: int
    """The first and last running number of what belongs to it in the log."""

    @property
    def change(self) -> float:
        """The change of the chance to win; negative for the worse."""
        return self.after - self.before


def estimate_point(
    game: AnyGame, after: int, coaching: CoachedGame, simulations: int, seed: str, level: float
) -> Generator[int, None, CurvePoint]:
    """Estimate one point of the curve in steps: yield the number of simulations done, return the point.

    Args:
        game: the game after ``after`` actions; only what is public of it is used.
        coaching: the game's functions for the coach.
        simulations: number of simulations.
        seed: seed of the imagined games and their random numbers.
        level: probability with which each interval holds, between 0 and 1.
    """
    n = game.rec.next - 1 if game.rec is not None else -1
    if game.is_over:
        ended = tuple(WinChance(o.won, o.won, o.won, o.score) for o in coaching.outcomes(game))
        return CurvePoint(after, n, ended, 0)
    won = [0.0] * game.seats
    score = [0.0] * game.seats
    for number, world in enumerate(coaching.seat_knowledge(game, None).worlds(simulations, Random(f"{seed}/worlds"))):
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
    """Return a chance with its Wilson interval."""
    z = interval_half_width(level)
    share, square = won / count, z * z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = z * sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    return WinChance(
        round(share, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4), round(score, 2)
    )


def jump(old: CurvePoint, new: CurvePoint) -> float:
    """Return the largest change of a seat's chance to win between two points."""
    return max(abs(b.won - a.won) for a, b in zip(old.seats, new.seats, strict=True))


def largest_jumps(points: Sequence[CurvePoint]) -> list[int]:
    """Return the largest jumps of the curve, as indices of the later points, the largest first."""
    sizes = []
    for k in range(1, len(points)):
        size = jump(points[k - 1], points[k])
        if size >= LEAST:
            sizes.append((-size, k))
    return [k for _, k in sorted(sizes)[:MOST_TURNS]]


def turning_point(old: CurvePoint, new: CurvePoint, mine: int, level: float) -> TurningPoint | None:
    """Return the turning point between two points that were estimated again; ``None`` if it may be noise.

    Args:
        mine: the seat that is preferred if its change is significant; else the one that changed most is taken.
        level: probability with which the intervals of all estimated changes hold together.
    """
    found: list[tuple[bool, float, TurningPoint]] = []
    for seat, (a, b) in enumerate(zip(old.seats, new.seats, strict=True)):
        spread = _spread(a.won, old.simulations) + _spread(b.won, new.simulations)
        half = interval_half_width(level, len(old.seats) * MOST_TURNS) * sqrt(spread)
        change = b.won - a.won
        if abs(change) >= LEAST and abs(change) > half:
            ends = (round(change - half, 4), round(change + half, 4))
            turn = TurningPoint(seat, a.won, b.won, *ends, new.after - 1, old.n + 1, new.n)
            found.append((seat == mine, abs(change), turn))
    return max(found, key=lambda row: row[:2])[2] if found else None


class PhaseChange(NamedTuple):
    """How a seat's chance to win changed over one phase of the game."""

    phase: Any
    before: WinChance
    after: WinChance
    first: int
    last: int
    """The first and last running number of the log lines between the two points that lie furthest apart in it."""


def phase_changes(points: Sequence[CurvePoint], phases: Sequence[Any], seat: int) -> list[PhaseChange]:
    """Return the phases over which a seat's chance surely changed, in order: the intervals have nothing in common.

    Args:
        points: the curve.
        phases: the phase that goes on at each point.
        seat: whose chance it is.
    """
    found = []
    for phase in dict.fromkeys(phases[:-1]):
        steps = [k for k, at in enumerate(phases[:-1]) if at == phase]
        before, after = points[steps[0]].seats[seat], points[steps[-1] + 1].seats[seat]
        sure = after.high < before.low or before.high < after.low
        if sure and abs(after.won - before.won) >= LEAST:
            way = 1 if after.won > before.won else -1
            most = max(steps, key=lambda k: way * (points[k + 1].seats[seat].won - points[k].seats[seat].won))
            found.append(PhaseChange(phase, before, after, points[most].n + 1, points[most + 1].n))
    return found


def _spread(share: float, count: int) -> float:
    """Return the variance of a share; 0 for a game that is over."""
    if not count:
        return 0.0
    middle = (share * count + 1) / (count + 2)
    return middle * (1 - middle) / (count + 2)
