"""The depths of a review, in simulations instead of seconds: so a depth gives the same review on every machine."""

from __future__ import annotations

from typing import Final, NamedTuple

LEAST_GAMES: Final = 100
"""No percentage is told that rests on fewer games."""


class Depth(NamedTuple):
    """The numbers of simulations that a review may use."""

    decision: int
    """For the selection of the best choice at a decision of the most important kind; others get the part
    :attr:`.game_for_coach.SeatKnowledge.share`."""
    point: int
    """For a point of the curve; twice as many more on each side of a possible turning point."""
    ways: int
    """For each of two choices, to find what follows it."""
    look: int
    """Number of choices of a decision that are tried."""
    scan: int
    """For a first look at a decision, by which the weightiest are found; with the same shares."""
    weighty: int
    """Number of decisions that are looked at closely."""
    most: int
    """Most games for the player's choice at one of these, and as many for the coach's."""
    points: int
    """Number of points of the curve before it is refined where it jumps."""
    turns: int
    """Number of jumps of the curve that are refined and estimated again."""

    @property
    def closely(self) -> int:
        """The most simulations of a close look at a decision."""
        return self.decision + 2 * self.most + 2 * self.ways


DEPTHS: Final = {
    1: Depth(90, 100, 100, 10, 40, 10, 400, 16, 3),
    2: Depth(450, 160, 200, 16, 120, 16, 1600, 48, 6),
    3: Depth(1200, 400, 400, 24, 300, 24, 3200, 400, 6),
}
"""The depths by number, from the quickest (1) to the most thorough (3)."""
FIRST: Final = Depth(90, 0, 50, 10, 40, 3, 200, 0, 0)
"""For the moments that decided the game, which a review judges before all else: a few seconds each."""
