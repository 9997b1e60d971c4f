"""The draw of the Rival tokens (SET-11, SET-12) and its exact chances (SET-18)."""

from __future__ import annotations

from fractions import Fraction


def last_assignment(left: tuple[int, ...], tokens: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the tokens of the last two players once only one assignment is left, else ``None``.

    Args:
        left: the players without a token, in order of seats.
        tokens: the tokens that are face down.

    Rule: SET-12.

    >>> last_assignment((2, 3), (1, 3)), last_assignment((3, 4), (1, 2)), last_assignment((2, 3, 4), (1, 3, 4))
    ((3, 1), None, None)
    """
    if len(left) != 2 or not set(left) & set(tokens):
        return None
    one, other = tokens
    return (one, other) if one != left[0] and other != left[1] else (other, one)


def chances(players: int) -> dict[tuple[int, ...], Fraction]:
    """Return each possible assignment of Rivals with its exact chance.

    Args:
        players: number of players, 2 to 4.

    Returns:
        A fraction for each tuple of Rivals (of Player 1, Player 2 …, counted from 1); the fractions add up to 1.

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
    """Add to ``found`` the chances of all assignments that can follow from here."""
    left = tuple(range(len(taken) + 1, len(taken) + 1 + len(tokens)))
    if not left:
        found[taken] = found.get(taken, Fraction()) + chance
        return
    last = last_assignment(left, tokens)
    if last is not None:
        found[taken + last] = found.get(taken + last, Fraction()) + chance
        return
    # A drawn own number is replaced by another token, so each of the others is equally likely.
    others = tuple(token for token in tokens if token != left[0])
    for token in others:
        rest = tuple(other for other in tokens if other != token)
        _draw((*taken, token), rest, chance / len(others), found)
