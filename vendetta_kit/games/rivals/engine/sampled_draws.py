"""Counts from many simulated draws of Rival tokens, and how far they may lie from the exact chances (SET-18)."""

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

DRAWS: Final = 1000
"""The default number of simulated draws."""


@cache
def sampled_assignments(players: int, draws: int = DRAWS) -> Mapping[tuple[int, ...], int]:
    """Return how often each assignment of Rivals came up in simulated draws, each in a new game.

    Args:
        draws: number of games; the first is of seed 0, each other of the next.

    Rules: SET-10 to SET-13.

    >>> sum(sampled_assignments(3, 20).values()), sorted(sampled_assignments(3, 20))
    (20, [(2, 3, 1), (3, 1, 2)])
    """
    found: Counter[tuple[int, ...]] = Counter()
    for k in range(draws):
        game = Game.new(players, k, record=False)
        while game.moment.phase == "set_up":
            game.apply(game.to_act, TakeToken())
        found[tuple(game.z[s.TAKEN + seat][0] - s.FIRST_TOKEN + 1 for seat in range(players))] += 1
    return found


def expected_counts(draws: int, chance: Fraction, outside: Fraction = Fraction(1, 20)) -> tuple[int, int]:
    """Return the smallest and largest count to expect for something of this chance, calculated exactly.

    Args:
        draws: number of draws.
        chance: its chance in each draw.
        outside: the chance that the count lies outside; at most half of it on either side.

    Returns:
        The smallest and the largest count, both included.

    >>> expected_counts(1000, Fraction(1, 9)), expected_counts(4, Fraction(1, 2)), expected_counts(9, Fraction(1))
    ((92, 131), (0, 4), (9, 9))
    """
    yes, no = chance.numerator, chance.denominator - chance.numerator
    return _least(draws, yes, no, outside), draws - _least(draws, no, yes, outside)


def _least(draws: int, yes: int, no: int, outside: Fraction) -> int:
    """Return the smallest count below which the chance is at most half of ``outside``; odds are ``yes`` to ``no``.

    It uses whole numbers: every probability here is a fraction with the same denominator.
    """
    limit = outside * (yes + no) ** draws / 2
    below = 0
    for k in range(draws + 1):
        below += comb(draws, k) * yes**k * no ** (draws - k)
        if below > limit:
            return k
    return draws
