"""Who draws which Rival token (SET-11, SET-12), and the exact chances of it (SET-18)."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["chances", "forced"]


def forced(left: tuple[int, ...], tokens: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return which tokens the last two take where the rest is turned up, or ``None`` while it stays face down.

    Args:
        left: who has no token yet, in order of seats.
        tokens: those that are face down; two, if two are left.

    Rule: SET-12.

    >>> forced((2, 3), (1, 3)), forced((3, 4), (1, 2)), forced((2, 3, 4), (1, 3, 4))
    ((3, 1), None, None)
    """
    if len(left) != 2 or not set(left) & set(tokens):
        return None
    one, other = tokens
    return (one, other) if one != left[0] and other != left[1] else (other, one)


def chances(players: int) -> dict[tuple[int, ...], Fraction]:
    """Return each assignment of Rivals that the draw can give, with its exact chance.

    Args:
        players: how many, 2 to 4.

    Returns:
        For each assignment (the Rival of Player 1, of Player 2 …, from 1 on) a fraction; they add up to 1.

    Rules: SET-10, SET-18.

    >>> {rivals: str(chance) for rivals, chance in chances(3).items()}
    {(2, 3, 1): '1/2', (3, 1, 2): '1/2'}
    >>> sorted(map(str, chances(4).values()))
    ['1/12', '1/12', '1/12', '1/12', '1/6', '1/6', '1/9', '1/9', '1/9']
    """
    numbers = tuple(range(1, players + 1))
    found: dict[tuple[int, ...], Fraction] = {}
    if players == 2:
        return {(2, 1): Fraction(1)}
    _draw((), numbers, Fraction(1), found)
    return dict(sorted(found.items()))


def _draw(
    taken: tuple[int, ...], tokens: tuple[int, ...], chance: Fraction, found: dict[tuple[int, ...], Fraction]
) -> None:
    """Add to ``found`` all that can come of the draw from here on."""
    left = tuple(range(len(taken) + 1, len(taken) + 1 + len(tokens)))
    if not left:
        found[taken] = found.get(taken, Fraction()) + chance
        return
    last = forced(left, tokens)
    if last is not None:
        found[taken + last] = found.get(taken + last, Fraction()) + chance
        return
    # Whoever takes the own number takes another instead: in the end each of the others is as likely as any.
    others = tuple(token for token in tokens if token != left[0])
    for token in others:
        rest = tuple(other for other in tokens if other != token)
        _draw((*taken, token), rest, chance / len(others), found)
