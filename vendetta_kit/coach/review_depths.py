"""The depths of a review, in simulations instead of seconds: so a depth gives the same review on every machine."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["DEPTHS", "Depth"]


class Depth(NamedTuple):
    """The numbers of simulations that a review may use."""

    decision: int
    """For a decision of the most important kind; others get the part :attr:`.game_for_coach.SeatKnowledge.share`."""
    point: int
    """For a point of the curve; twice as many more on each side of a possible turning point."""
    ways: int
    """For each of two choices, to find what follows it."""
    look: int
    """Number of choices of a decision that are tried."""


DEPTHS: Final = {1: Depth(90, 32, 12, 10), 2: Depth(450, 160, 24, 16), 3: Depth(1200, 400, 40, 24)}
"""The depths by number, from the quickest (1) to the most thorough (3)."""
