"""The random numbers of a game: a stream that is part of its state, and so the same on every machine."""

from __future__ import annotations

from typing import Final

from .state import RNG

_MASK64: Final = (1 << 64) - 1


def scramble(seed: int) -> int:
    """Return a seed mixed into 64 bits, so that neighbouring seeds give unrelated streams (one round of splitmix64)."""
    x = (seed + 0x9E3779B97F4A7C15) & _MASK64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK64
    return x ^ (x >> 31)


def random_below(n: list[int], k: int) -> int:
    """Return a random whole number from 0 to k-1 from the game's stream (64-bit linear congruential, high bits).

    >>> n = [scramble(7)]
    >>> [random_below(n, 6) for _ in range(4)]
    [4, 2, 3, 3]
    """
    x = (n[RNG] * 6364136223846793005 + 1442695040888963407) & _MASK64
    n[RNG] = x
    return ((x >> 33) * k) >> 31


def shuffled(n: list[int], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return ``cards`` in a random order (Fisher-Yates).

    >>> shuffled([scramble(7)], (1, 2, 3, 4))
    (1, 4, 2, 3)
    """
    pile = list(cards)
    x = n[RNG]
    for i in range(len(pile) - 1, 0, -1):
        x = (x * 6364136223846793005 + 1442695040888963407) & _MASK64  # as in chance()
        j = ((x >> 33) * (i + 1)) >> 31
        pile[i], pile[j] = pile[j], pile[i]
    n[RNG] = x
    return tuple(pile)
