"""Means of paired differences and their confidence intervals.

Two choices are compared in the same imagined games with the same random numbers, so each game gives one difference.
The interval adds one pair won by the one and one won by the other (Agresti and Min, 2005): so forty pairs without any
difference show that the difference is small, not that it is zero.

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

_DIGITS = 4


class Interval(NamedTuple):
    """A mean with the bounds of its confidence interval, in the same unit."""

    mean: float
    low: float
    high: float

    def turned(self) -> Interval:
        """Return the interval of the opposite difference."""
        return Interval(-self.mean, -self.high, -self.low)


@cache
def interval_half_width(level: float, comparisons: int = 1) -> float:
    """Return the half-width of confidence intervals, in standard errors, for which all of them hold together.

    Args:
        level: probability with which all intervals hold, between 0 and 1.
        comparisons: number of intervals (Bonferroni correction).

    Raises:
        ValueError: a level outside 0 to 1, or no comparison.

    >>> round(interval_half_width(0.95), 2), round(interval_half_width(0.95, 3), 2)
    (1.96, 2.39)
    """
    if not 0 < level < 1 or comparisons < 1:
        raise ValueError(f"level, comparisons: found {level}, {comparisons}; expected between 0 and 1, and at least 1")
    return NormalDist().inv_cdf(1 - (1 - level) / (2 * comparisons))


@dataclass(slots=True)
class Sums:
    """The number of values, their sum, and the sum of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = field(default=0.0, repr=False)

    def add(self, value: float) -> None:
        """Add one value."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean of the values; 0 if there are none."""
        return self.total / self.count if self.count else 0.0

    def interval(self, level: float, comparisons: int = 1) -> Interval:
        """Return the mean of the differences with its confidence interval.

        Args:
            level: probability with which it holds, between 0 and 1.
            comparisons: number of intervals that shall hold together (:func:`interval_half_width`).
        """
        count = self.count + 2
        middle = self.total / count
        spread = max(0.0, (self.squares + 2.0) / count - middle * middle)
        half = interval_half_width(level, comparisons) * sqrt(spread / count)
        return Interval(round(self.mean, _DIGITS), round(middle - half, _DIGITS), round(middle + half, _DIGITS))
