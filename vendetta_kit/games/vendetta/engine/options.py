"""The options of a Planning turn: the cards of the hand times the ways to play them, counted without a list."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from vendetta_kit.kernel.options import Product

from .actions import ACTIONS, DRAIN0, PLAYS_A_CARD
from .card_tables import ALL_CARDS
from .rule_numbers import DEADLY_TOKENS


class Grid(NamedTuple):
    """The ways to play any card, as the part of a play's code that does not depend on the card.

    ``cells`` are Location, facing and Blood; ``ways`` adds each number of ``tokens`` that may be turned over. ``marks``
    has a byte for each way that there can be: 1 if it is allowed.
    """

    cells: tuple[int, ...]
    tokens: int
    ways: tuple[int, ...]
    allowed: frozenset[int]
    marks: bytes


_drain: Final = tuple([DRAIN0 + card for card in range(ALL_CARDS)]).__getitem__
"""The code of a Drain, by card number."""
_grids: dict[tuple[Any, ...], Grid] = {}
NO_GRID: Final = Grid((), 0, (), frozenset(), b"")
"""The grid of a seat that can play no card."""


class PlanOptions(Product):
    """The options of a Planning turn: each hand card with each way to play it, then Drains, then other actions."""

    __slots__ = ("_drains", "_grid")

    def __init__(self, hand: tuple[int, ...], grid: Grid, drains: tuple[int, ...], extras: tuple[int, ...]) -> None:
        if drains:
            extras = (*map(_drain, drains), *extras)
        super().__init__(ACTIONS, hand, PLAYS_A_CARD, grid.ways, grid.allowed, extras)
        self._grid = grid
        self._drains = drains

    def __reduce__(self) -> tuple[Any, ...]:
        return PlanOptions, (self._rows, self._grid, self._drains, self._codes[len(self._drains) :])

    def parts(self) -> tuple[tuple[int, ...], tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]:
        """Return the hand, the grid's cells, how many tokens may turn over, Drains (card numbers) and other codes."""
        drains = self._drains
        return self._rows, self._grid.cells, self._grid.tokens, drains, self._codes[len(drains) :]

    def plays(self) -> tuple[tuple[int, ...], bytes]:
        """Return the cards that can be played, and for each way to play a card a byte: 1 if it is allowed."""
        return (self._rows, self._grid.marks) if self._columns else ((), b"")


def plan_grid(key: tuple[Any, ...], tokens: int) -> Grid:
    """Return the grid of ways to play a card.

    Args:
        key: for each Location its number and the most Blood face up and face down (-1: not allowed).
        tokens: how many Diablerie tokens may be turned over, at most two (DIAB-03).
    """
    found = _grids.get((key, tokens))
    if found is not None:
        return found
    cells = []
    for loc, up, down in key:
        cells += [loc * 24 + blood * 3 for blood in range(up + 1)]
        cells += [loc * 24 + 12 + blood * 3 for blood in range(down + 1)]
    ways = tuple([cell + flips for cell in cells for flips in range(min(tokens, DEADLY_TOKENS - 1) + 1)])
    marks = bytearray(PLAYS_A_CARD)
    for way in ways:
        marks[way] = 1
    grid = _grids[key, tokens] = Grid(tuple(cells), tokens, ways, frozenset(ways), bytes(marks))
    return grid
