"""How deep a review looks, in simulations, never in seconds: the same depth gives the same review everywhere."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["DEPTHS", "Depth"]


class Depth(NamedTuple):
    """What a review may spend, in simulations."""

    decision: int
    """On a decision of the weightiest kind (:attr:`.game_for_coach.SeatKnowledge.share` is what others get of it)."""
    point: int
    """On a point of the curve; twice as many again on each side of what may be a turning point."""
    ways: int
    """On either choice, to tell how it goes on."""
    look: int
    """So many choices of a decision are looked at."""


DEPTHS: Final = {1: Depth(90, 32, 12, 10), 2: Depth(450, 160, 24, 16), 3: Depth(1200, 400, 40, 24)}
"""By number: the first for a short while at the table, the third for who wants to know."""
