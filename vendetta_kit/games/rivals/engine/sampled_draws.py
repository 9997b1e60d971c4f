"""Many draws of Rival tokens by the game itself, and how far their counts may lie from the exact chances (SET-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

from . import state as s
from .actions import TakeToken
from .game import Game

__all__ = ["DRAWS", "drawn", "within"]

DRAWS: Final = 1000
"""So many draws are made where nothing else is said."""


@cache
def drawn(players: int, draws: int = DRAWS, seed: int = 0) -> Mapping[tuple[int, ...], int]:
    """Return how often each assignment of Rivals came of so many draws, each in a new game.

    Args:
        players: how many, 2 to 4.
        draws: how many games.
        seed: of the first; each has the next.

    Rules: SET-10 to SET-13.

    >>> sum(drawn(3, 20).values()), sorted(drawn(3, 20))
    (20, [(2, 3, 1), (3, 1, 2)])
    """
    found: Counter[tuple[int, ...]] = Counter()
    for k in range(draws):
        game = Game.new(players, seed + k, record=False)
        while game.moment.phase == "set_up":
            game.apply(game.to_act, TakeToken())
        found[tuple(game.z[s.TAKEN + seat][0] - s.FIRST_TOKEN + 1 for seat in range(players))] += 1
    return found


def within(draws: int, chance: Fraction, outside: Fraction = Fraction(1, 20)) -> tuple[int, int]:
    """Return between which counts something of this chance lies in so many draws, reckoned exactly.

    Args:
        draws: how many.
        chance: of it in each draw.
        outside: how likely the count may be outside: at most half of it on either side.

    Returns:
        The least and the most, both within.

    >>> within(1000, Fraction(1, 9)), within(4, Fraction(1, 2)), within(9, Fraction(1))
    ((92, 131), (0, 4), (9, 9))
    """
    yes, no = chance.numerator, chance.denominator - chance.numerator
    return _least(draws, yes, no, outside), draws - _least(draws, no, yes, outside)


def _least(draws: int, yes: int, no: int, outside: Fraction) -> int:
    """Return the least count below which no more than half of ``outside`` lies, for chances as ``yes`` to ``no``.

    Whole numbers do it: all are parts of the same power.
    """
    limit = outside * (yes + no) ** draws / 2
    below = 0
    for k in range(draws + 1):
        below += comb(draws, k) * yes**k * no ** (draws - k)
        if below > limit:
            return k
    return draws
