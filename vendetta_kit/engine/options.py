"""Legal actions as lazily indexed sequences: nothing is built before somebody looks at it.

``game.legal(seat)`` is a sequence of actions. Its length, membership and a random sample cost the same whatever its
length; an action is made when it is asked for, once for the whole process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from .actions import DRAIN0, END_CODE, LOOK0, Action, action_of

if TYPE_CHECKING:
    from random import Random

Grid = tuple[tuple[int, ...], frozenset[int]]
_grids: dict[int, Grid] = {}


class Options(Sequence[Action]):
    """Legal actions given by their codes.

    >>> from .actions import STAY_CODE, WITHDRAW_CODE, Stay
    >>> options = Options((STAY_CODE, WITHDRAW_CODE))
    >>> len(options), options[1], Stay() in options
    (2, Withdraw(), True)
    """

    __slots__ = ("_codes",)

    def __init__(self, codes: tuple[int, ...]) -> None:
        self._codes = codes

    def code_at(self, i: int) -> int:
        """Code of option ``i``, 0 … len-1."""
        return self._codes[i]

    def allows(self, code: int) -> bool:
        """Whether the action with this code is among the options."""
        return code in self._codes

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> list[Action]: ...
    def __getitem__(self, i: int | slice) -> Action | list[Action]:
        if isinstance(i, slice):
            return [action_of(self.code_at(k)) for k in range(*i.indices(len(self)))]
        size = len(self)
        if not -size <= i < size:
            raise IndexError(f"option {i} of {size}")
        return action_of(self.code_at(i % size))

    def __iter__(self) -> Iterator[Action]:
        return (action_of(self.code_at(i)) for i in range(len(self)))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.allows(action.code)

    def sample(self, rng: Random) -> Action:
        """One option, each as likely as the others, in constant time; ``rng`` is any :class:`random.Random`."""
        return action_of(self.code_at(int(rng.random() * len(self))))

    def __repr__(self) -> str:
        shown = ", ".join(repr(action) for action in self[:3])
        return f"<{len(self)} legal actions: {shown}{', …' if len(self) > 3 else ''}>"


class PlanOptions(Options):
    """The options of a Planning turn: hand × grid × flips, then Drains, then the rarer ones.

    ``grid`` holds a play's Location, facing and Blood as the part of its code that does not depend on the card.
    """

    __slots__ = ("_allowed", "_drains", "_extras", "_flips", "_grid", "_hand", "_plays", "_size")

    def __init__(
        self, hand: tuple[int, ...], grid: Grid, flips: int, drains: tuple[int, ...], extras: tuple[int, ...]
    ) -> None:
        self._hand = hand
        self._grid = cells = grid[0]
        self._allowed = grid[1]
        self._flips = flips
        self._drains = drains
        self._extras = extras
        self._plays = plays = len(hand) * len(cells) * (flips + 1)
        self._size = plays + len(drains) + len(extras)

    def __len__(self) -> int:
        return self._size

    def code_at(self, i: int) -> int:
        plays = self._plays
        if i < plays:
            flips = self._flips
            if flips:
                i, flip = divmod(i, flips + 1)
            else:
                flip = 0
            cells = self._grid
            h, cell = divmod(i, len(cells))
            return self._hand[h] * 96 + cells[cell] + flip
        i -= plays
        drains = self._drains
        if i < len(drains):
            return DRAIN0 + drains[i]
        return self._extras[i - len(drains)]

    def allows(self, code: int) -> bool:
        if 0 <= code < DRAIN0:
            card, cell = divmod(code, 96)
            flip = cell % 3
            return card in self._hand and flip <= self._flips and cell - flip in self._allowed
        if code < LOOK0:
            return code - DRAIN0 in self._drains
        return code in self._extras


AFTER_END = (END_CODE,)


def plan_grid(key: tuple[Any, ...]) -> Grid:
    """The grid of plays: for each Location its number and the most Blood face up and down (-1: not allowed)."""
    cells = []
    for loc, up, down in key:
        cells += [loc * 24 + blood * 3 for blood in range(up + 1)]
        cells += [loc * 24 + 12 + blood * 3 for blood in range(down + 1)]
    return tuple(cells), frozenset(cells)


def grid_for(up: int, down: int, locations: tuple[int, ...]) -> Grid:
    """The usual grid: the same limits at every Location in play."""
    key = (up * 8 + down + 1) * 2 + (len(locations) > 3)
    grid = _grids.get(key)
    if grid is None:
        grid = _grids[key] = plan_grid(tuple((loc, up, down) for loc in locations))
    return grid
