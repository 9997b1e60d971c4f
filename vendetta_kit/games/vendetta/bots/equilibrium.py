"""Games in which each player makes one of two choices in secret, and how they are likely to be played.

:class:`TwoChoices` holds the pay-offs. Its pure equilibria are the profiles after which no player would have gained by
choosing otherwise. In its quantal response each player takes a choice with odds of ``exp(precision * gain)``, given
that the others do the same: at precision 0 all choices are equally likely, and as the precision grows the responses
approach an equilibrium. The curve of responses is followed from 0 by predictor and corrector steps along its length, so
that the result does not depend on where an iteration starts.

>>> chicken = TwoChoices.of(2, {(True, True): (-3, -3), (True, False): (2, 0), (False, True): (0, 2),
...                             (False, False): (1, 1)})
>>> chicken.pure()
((True, False), (False, True))
>>> [round(chance, 3) for chance in chicken.quantal(100.0).chances]  # the mixed equilibrium is 1 in 4
[0.253, 0.253]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, hypot
from typing import Final

Profile = tuple[bool, ...]
"""Whether each player takes the first choice (Stay)."""

MOST_STEPS: Final = 400
"""The most steps along the curve; usual games take about thirty."""

_CLOSE: Final = 1e-11
_FIRST: Final = 0.05
_SHORTEST: Final = 1e-7
"""Lengths of steps along the curve, in log-odds and precision together."""


@dataclass(frozen=True, slots=True)
class Quantal:
    """A quantal response: each player's chance to take the first choice.

    ``precision`` is the one asked for, or less if the steps ran out.
    """

    chances: tuple[float, ...]
    precision: float
    steps: int


@dataclass(frozen=True, slots=True)
class TwoChoices:
    """The pay-offs of all players for every profile; profiles are binary numbers (player 0 is bit 0)."""

    players: int
    payoffs: tuple[tuple[float, ...], ...]

    @classmethod
    def of(cls, players: int, payoffs: Mapping[Profile, Sequence[float]]) -> TwoChoices:
        """Return a game from its pay-offs by profile.

        Raises:
            ValueError: a profile is missing or too long, or lacks a pay-off for a player.
        """
        rows = []
        for bits in range(1 << players):
            profile = _profile(bits, players)
            row = payoffs.get(profile)
            if row is None or len(row) != players:
                raise ValueError(f"payoffs[{profile}]: found {row}; expected one for each of {players} players")
            rows.append(tuple(float(value) for value in row))
        if len(payoffs) != len(rows):
            raise ValueError(f"payoffs: found {len(payoffs)} profiles; expected {len(rows)} for {players} players")
        return cls(players, tuple(rows))

    def payoff(self, profile: Profile) -> tuple[float, ...]:
        """Return each player's pay-off for these choices."""
        return self.payoffs[sum(1 << k for k, first in enumerate(profile) if first)]

    def pure(self, slack: float = 1e-9) -> tuple[Profile, ...]:
        """Return the profiles after which no player would have got more by the other choice."""
        stable = []
        for profile in product((True, False), repeat=self.players):
            bits = sum(1 << k for k, first in enumerate(profile) if first)
            if all(self.payoffs[bits ^ 1 << k][k] <= self.payoffs[bits][k] + slack for k in range(self.players)):
                stable.append(profile)
        return tuple(stable)

    def edge(self, player: int, chances: Sequence[float]) -> float:
        """Return how much more the first choice than the second brings a player, if others choose by these chances."""
        return self._edges(chances)[player]

    def expected(self, chances: Sequence[float]) -> tuple[float, ...]:
        """Return each player's average pay-off if all choose by these chances."""
        likely = _likely(chances, ())
        return tuple(sum(p * row[k] for p, row in zip(likely, self.payoffs, strict=True)) for k in range(self.players))

    def quantal(self, precision: float, most_steps: int = MOST_STEPS) -> Quantal:
        """Return the quantal response of this precision on the curve that begins with equal chances.

        >>> dilemma = TwoChoices.of(1, {(True,): (2.0,), (False,): (1.0,)})
        >>> round(dilemma.quantal(1.0).chances[0], 4)  # 1 / (1 + exp(-1))
        0.7311
        """
        n = self.players
        at = [0.0] * n + [0.0]  # each player's log-odds, then the precision
        heading = [0.0] * n + [1.0]
        step, used = _FIRST, 0
        while at[n] < precision and used < most_steps:
            used += 1
            heading = self._tangent(at, heading)
            ahead = [a + step * h for a, h in zip(at, heading, strict=True)]
            found = self._correct(ahead, heading)
            if found is not None and found[n] > precision:  # the last step ends exactly at the precision
                share = (precision - at[n]) / (found[n] - at[n])
                ahead = [a + share * (b - a) for a, b in zip(at, found, strict=True)]
                ahead[n] = precision
                found = self._correct(ahead, [0.0] * n + [1.0])
            if found is None or _apart(found, ahead) > 0.3 * step + 1e-9:
                step /= 2
                if step < _SHORTEST:
                    break
                continue
            at = found
            step = min(step * 1.6, max(1.0, hypot(*at) / 10))
        return Quantal(tuple(_chance(x) for x in at[:n]), at[n], used)

    # The curve ------------------------------------------------------------------------------------------------

    def _edges(self, chances: Sequence[float]) -> list[float]:
        return [self._mean_edge(k, _likely(chances, (k,))) for k in range(self.players)]

    def _mean_edge(self, k: int, likely: Sequence[float]) -> float:
        total = 0.0
        for bits, p in enumerate(likely):
            if p:
                total += p * (self.payoffs[bits | 1 << k][k] - self.payoffs[bits & ~(1 << k)][k])
        return total

    def _misses(self, at: Sequence[float]) -> list[float]:
        chances = [_chance(x) for x in at[: self.players]]
        return [x - at[self.players] * edge for x, edge in zip(at, self._edges(chances), strict=False)]

    def _slopes(self, at: Sequence[float]) -> list[list[float]]:
        """Return how each player's error changes with all log-odds and with the precision."""
        n = self.players
        chances = [_chance(x) for x in at[:n]]
        rows = []
        for i in range(n):
            row = []
            for j in range(n):
                if i == j:
                    row.append(1.0)
                    continue
                sure = [*chances[:j], 1.0, *chances[j + 1 :]], [*chances[:j], 0.0, *chances[j + 1 :]]
                with_j, without = (self._mean_edge(i, _likely(p, (i,))) for p in sure)
                row.append(-at[n] * (with_j - without) * chances[j] * (1 - chances[j]))
            row.append(-self._mean_edge(i, _likely(chances, (i,))))
            rows.append(row)
        return rows

    def _tangent(self, at: Sequence[float], heading: Sequence[float]) -> list[float]:
        """Return the direction of the curve that continues the previous one."""
        found = _solve([*self._slopes(at), list(heading)], [0.0] * self.players + [1.0])
        if found is None:
            return list(heading)
        length = hypot(*found)
        return [x / length for x in found]

    def _correct(self, at: list[float], across: Sequence[float]) -> list[float] | None:
        """Return the point on the curve at right angles to ``across``, by Newton's method; ``None`` if it fails."""
        for _ in range(12):
            misses = self._misses(at)
            if max(map(abs, misses)) < _CLOSE * (1 + abs(at[-1])):
                return at
            move = _solve([*self._slopes(at), list(across)], [*(-m for m in misses), 0.0])
            if move is None or hypot(*move) > 1e6:
                return None
            at = [a + m for a, m in zip(at, move, strict=True)]
        return at if max(map(abs, self._misses(at))) < 1e-7 else None


def _profile(bits: int, players: int) -> Profile:
    return tuple(bool(bits >> k & 1) for k in range(players))


def _chance(log_odds: float) -> float:
    if log_odds < 0:
        odds = exp(max(log_odds, -700.0))
        return odds / (1 + odds)
    return 1 / (1 + exp(-min(log_odds, 700.0)))


def _likely(chances: Sequence[float], without: tuple[int, ...]) -> list[float]:
    """Return the chance of each profile; players in ``without`` always take the second choice."""
    likely = [1.0]
    for k, chance in enumerate(chances):
        p = 0.0 if k in without else chance
        likely = [*(q * (1 - p) for q in likely), *(q * p for q in likely)]
    return likely


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    return hypot(*(a - b for a, b in zip(one, other, strict=True)))


def _solve(rows: list[list[float]], right: Sequence[float]) -> list[float] | None:
    """Return the solution of linear equations by elimination with pivots; ``None`` if it is not unique."""
    size = len(rows)
    a = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda i: abs(a[i][k]))
        if abs(a[pivot][k]) < 1e-14:
            return None
        a[k], a[pivot] = a[pivot], a[k]
        for i in range(k + 1, size):
            factor = a[i][k] / a[k][k]
            if factor:
                a[i] = [x - factor * y for x, y in zip(a[i], a[k], strict=True)]
    found = [0.0] * size
    for k in range(size - 1, -1, -1):
        found[k] = (a[k][size] - sum(a[k][j] * found[j] for j in range(k + 1, size))) / a[k][k]
    return found
