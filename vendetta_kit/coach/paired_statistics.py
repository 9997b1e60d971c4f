"""Means of what came out, and how sure one can be of them: paired differences, and where they would settle.

Two choices are compared over the same worlds with the same luck, so what counts is the difference in each of them. Its
interval adds one pair in which the one won and one in which the other did (Agresti and Min, 2005, for shares): so forty
pairs without any difference say that it is small, and not that it is nought.

>>> even = Sums()
>>> for _ in range(40):
...     even.add(0.0)
>>> even.interval(0.95)
Interval(mean=0.0, low=-0.066, high=0.066)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

__all__ = ["Interval", "Sums", "deviates"]

_DIGITS = 4


class Interval(NamedTuple):
    """A mean with the bounds between which it would settle, in the same unit."""

    mean: float
    low: float
    high: float


@cache
def deviates(level: float, comparisons: int = 1) -> float:
    """Return how many standard errors an interval reaches to each side, so that all of them hold together.

    Args:
        level: how often all of the intervals hold what they are of, between 0 and 1.
        comparisons: how many intervals there are; each gets its part of what is left (Bonferroni).

    Raises:
        ValueError: a level outside 0 to 1, or no comparison.

    >>> round(deviates(0.95), 2), round(deviates(0.95, 3), 2)
    (1.96, 2.39)
    """
    if not 0 < level < 1 or comparisons < 1:
        raise ValueError(f"level {level}, comparisons {comparisons}: expected between 0 and 1, and at least 1")
    return NormalDist().inv_cdf(1 - (1 - level) / (2 * comparisons))


@dataclass(slots=True)
class Sums:
    """How many values there were, their sum, and the sum of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = field(default=0.0, repr=False)

    def add(self, value: float) -> None:
        """Count one value in."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean of the values; 0 of none."""
        return self.total / self.count if self.count else 0.0

    def interval(self, level: float, comparisons: int = 1) -> Interval:
        """Return the mean of differences, and where it would settle with ``level``.

        Args:
            level: how often it holds, between 0 and 1.
            comparisons: intervals that are to hold together (:func:`deviates`).
        """
        count = self.count + 2
        middle = self.total / count
        spread = max(0.0, (self.squares + 2.0) / count - middle * middle)
        half = deviates(level, comparisons) * sqrt(spread / count)
        return Interval(round(self.mean, _DIGITS), round(middle - half, _DIGITS), round(middle + half, _DIGITS))
