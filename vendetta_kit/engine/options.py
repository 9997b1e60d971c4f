"""Legal actions as lazily indexed sequences: nothing is built before somebody looks at it.

``game.legal(seat)`` is a sequence of actions. Its length, membership and a random sample cost the same whatever its
length; an action is made when it is asked for, once for the whole process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from .actions import DRAIN0, LOOK0, Action, known_actions

if TYPE_CHECKING:
    from random import Random

Grid = tuple[tuple[int, ...], frozenset[int]]


class Options:
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
            return [known_actions[self.code_at(k)] for k in range(*i.indices(len(self)))]
        size = len(self)
        if not -size <= i < size:
            raise IndexError(f"option {i} of {size}")
        return known_actions[self.code_at(i % size)]

    def __iter__(self) -> Iterator[Action]:
        return (known_actions[self.code_at(i)] for i in range(len(self)))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.allows(action.code)

    def __reversed__(self) -> Iterator[Action]:
        return (known_actions[self.code_at(i)] for i in range(len(self) - 1, -1, -1))

    def index(self, action: object, start: int = 0, stop: int | None = None) -> int:
        """Place of an action among the options."""
        for i in range(*slice(start, stop).indices(len(self))):
            if self[i] == action:
                return i
        raise ValueError(f"{action!r} is not among the options")

    def count(self, action: object) -> int:
        """1 or 0."""
        return int(action in self)

    def sample(self, rng: Random) -> Action:
        """One option, each as likely as the others, in constant time; ``rng`` is any :class:`random.Random`."""
        codes = self._codes
        return known_actions[codes[int(rng.random() * len(codes))]]

    def __repr__(self) -> str:
        shown = ", ".join(repr(action) for action in self[:3])
        return f"<{len(self)} legal actions: {shown}{', …' if len(self) > 3 else ''}>"


class PlanOptions(Options):
    """The options of a Planning turn: hand × grid × flips, then Drains, then the rarer ones.

    ``grid`` holds a play's Location, facing and Blood as the part of its code that does not depend on the card.
    """

    __slots__ = ("_allowed", "_cells", "_drains", "_extras", "_hand", "_tokens")

    def __init__(
        self, hand: tuple[int, ...], grid: Grid, tokens: int, drains: tuple[int, ...], extras: tuple[int, ...]
    ) -> None:
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
        # known_actions[self.code_at(random index)] without its calls: the hottest line of a simulation
        hand, cells, drains, extras = self._hand, self._cells, self._drains, self._extras
        tokens = self._tokens
        plays = len(hand) * len(cells) * (tokens + 1)
        i = int(rng.random() * (plays + len(drains) + len(extras)))
        if i < plays:
            flip = 0
            if tokens:
                i, flip = divmod(i, tokens + 1)
            size = len(cells)
            return known_actions[hand[i // size] * 96 + cells[i % size] + flip]
        i -= plays
        if i < len(drains):
            return known_actions[DRAIN0 + drains[i]]
        return known_actions[extras[i - len(drains)]]

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


Sequence.register(Options)  # not its subclass: a compiled one would pass for a base of every other sequence
