"""The options of a Planning turn: hand × grid × flips, counted and drawn from without building one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.options import Options

from .actions import ACTIONS, DRAIN0, LOOK0

if TYPE_CHECKING:
    from random import Random

Grid = tuple[tuple[int, ...], frozenset[int]]


class PlanOptions(Options):
    """The options of a Planning turn: hand × grid × flips, then Drains, then the rarer ones.

    ``grid`` holds a play's Location, facing and Blood as the part of its code that does not depend on the card.
    """

    __slots__ = ("_allowed", "_cells", "_drains", "_extras", "_hand", "_tokens")

    def __init__(
        self, hand: tuple[int, ...], grid: Grid, tokens: int, drains: tuple[int, ...], extras: tuple[int, ...]
    ) -> None:
        super().__init__((), ACTIONS)
        self._hand = hand
        self._cells, self._allowed = grid
        self._tokens = tokens
        self._drains = drains
        self._extras = extras

    def parts(self) -> tuple[tuple[int, ...], tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]:
        """Hand, cells of the grid, tokens that may be flipped, Drains (card numbers) and the codes of the rest."""
        return self._hand, self._cells, self._tokens, self._drains, self._extras

    def __len__(self) -> int:
        return len(self._hand) * len(self._cells) * (self._tokens + 1) + len(self._drains) + len(self._extras)

    def code_at(self, i: int) -> int:
        cells = self._cells
        flip = 0
        rest = i
        if self._tokens:
            rest, flip = divmod(i, self._tokens + 1)
        h, cell = divmod(rest, len(cells))
        hand = self._hand
        if h < len(hand):
            return hand[h] * 96 + cells[cell] + flip
        i -= len(hand) * len(cells) * (self._tokens + 1)
        drains = self._drains
        if i < len(drains):
            return DRAIN0 + drains[i]
        return self._extras[i - len(drains)]

    def sample(self, rng: Random) -> Action:
        # ACTIONS[self.code_at(random index)] without its calls: the hottest line of a simulation
        hand, cells, drains, extras = self._hand, self._cells, self._drains, self._extras
        tokens = self._tokens
        plays = len(hand) * len(cells) * (tokens + 1)
        i = int(rng.random() * (plays + len(drains) + len(extras)))
        if i < plays:
            flip = 0
            if tokens:
                i, flip = divmod(i, tokens + 1)
            size = len(cells)
            return ACTIONS[hand[i // size] * 96 + cells[i % size] + flip]
        i -= plays
        if i < len(drains):
            return ACTIONS[DRAIN0 + drains[i]]
        return ACTIONS[extras[i - len(drains)]]

    def allows(self, code: int) -> bool:
        if code < DRAIN0:
            flip = code % 3
            cell = code % 96 - flip
            return code >= 0 and code // 96 in self._hand and flip <= self._tokens and cell in self._allowed
        if code < LOOK0:
            return code - DRAIN0 in self._drains
        return code in self._extras


def plan_grid(key: tuple[Any, ...]) -> Grid:
    """The grid of plays: for each Location its number and the most Blood face up and down (-1: not allowed)."""
    cells = []
    for loc, up, down in key:
        cells += [loc * 24 + blood * 3 for blood in range(up + 1)]
        cells += [loc * 24 + 12 + blood * 3 for blood in range(down + 1)]
    return tuple(cells), frozenset(cells)
