"""Legal actions as lazy sequences: an action is made only when it is read, once for the whole process.

``game.legal(seat)`` is such a sequence. Length, membership and a random sample take constant time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from .actions import Action, Actions

if TYPE_CHECKING:
    from random import Random


class Options:
    """Legal actions given by their codes.

    >>> options = Options((3, 5), Actions((), lambda code: Action()))
    >>> len(options), options[1], options.allows(5), options.allows(4)
    (2, Action(), True, False)
    """

    __slots__ = ("_actions", "_codes")

    def __init__(self, codes: tuple[int, ...], actions: Actions) -> None:
        self._codes = codes
        self._actions = actions

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._codes, self._actions)

    def code_at(self, i: int) -> int:
        """Return the code of option ``i``, from 0 to len-1."""
        return self._codes[i]

    def allows(self, code: int) -> bool:
        """Return whether the action with this code is among the options."""
        return code in self._codes

    def singles(self) -> tuple[int, ...]:
        """Return the codes that are kept one by one: all of them, or in a :class:`Product` those after the product."""
        return self._codes

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> list[Action]: ...
    def __getitem__(self, i: int | slice) -> Action | list[Action]:
        if isinstance(i, slice):
            actions = self._actions
            return [actions[self.code_at(k)] for k in range(*i.indices(len(self)))]
        size = len(self)
        if not -size <= i < size:
            raise IndexError(f"option {i} of {size}")
        return self._actions[self.code_at(i % size)]

    def __iter__(self) -> Iterator[Action]:
        actions = self._actions
        return (actions[self.code_at(i)] for i in range(len(self)))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and type(action) in self._actions.types and self.allows(action.code)

    def __reversed__(self) -> Iterator[Action]:
        actions = self._actions
        return (actions[self.code_at(i)] for i in range(len(self) - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        """Return whether both hold the same actions of the same game in the same order."""
        if not isinstance(other, Options):
            return NotImplemented
        if self._actions is not other._actions or len(self) != len(other):
            return False
        return all([self.code_at(i) == other.code_at(i) for i in range(len(self))])

    def __hash__(self) -> int:
        size = len(self)
        return hash((size, self.code_at(0), self.code_at(size - 1)) if size else 0)

    def index(self, action: object, start: int = 0, stop: int | None = None) -> int:
        """Return the index of an action among the options. Raises ``ValueError`` if it is not one of them."""
        for i in range(*slice(start, stop).indices(len(self))):
            if self[i] == action:
                return i
        raise ValueError(f"{action!r} is not among the options")

    def count(self, action: object) -> int:
        """Return 1 if the action is among the options, else 0."""
        return int(action in self)

    def sample(self, rng: Random) -> Action:
        """Return a random option, all equally likely, in constant time."""
        codes = self._codes
        return self._actions[codes[int(rng.random() * len(codes))]]

    def __repr__(self) -> str:
        shown = ", ".join(repr(action) for action in self[:3])
        return f"<{len(self)} legal actions{': ' if shown else ''}{shown}{', …' if len(self) > 3 else ''}>"


class Product(Options):
    """Legal actions with the code ``row * unit + column`` for each row and each column, and single ones after them.

    A row is, say, a card and a column a way of playing it. If there are more than two parts, join those that depend on
    each other, or that seldom change, into the columns.

    >>> actions = Actions((), lambda code: Action())
    >>> options = Product(actions, (4, 9), 100, (0, 3, 5), frozenset((0, 3, 5)), (7000,))
    >>> len(options), [options.code_at(i) for i in range(7)]
    (7, [400, 403, 405, 900, 903, 905, 7000])
    >>> options.allows(903), options.allows(503), options.allows(901), options.allows(7000)
    (True, False, False, True)
    """

    __slots__ = ("_allowed", "_columns", "_rows", "_unit")

    def __init__(
        self,
        actions: Actions,
        rows: tuple[int, ...],
        unit: int,
        columns: tuple[int, ...],
        allowed: frozenset[int],
        singles: tuple[int, ...] = (),
    ) -> None:
        """Keep the parts.

        Args:
            unit: a number above every column.
            allowed: the columns as a set; an argument, so that it can be made once for many decisions.
            singles: codes of the actions that follow the product.
        """
        self._codes = singles
        self._actions = actions
        self._rows = rows
        self._unit = unit
        self._columns = columns
        self._allowed = allowed

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._actions, self._rows, self._unit, self._columns, self._allowed, self._codes)

    def __len__(self) -> int:
        return len(self._rows) * len(self._columns) + len(self._codes)

    def code_at(self, i: int) -> int:
        columns = self._columns
        size = len(columns)
        whole = len(self._rows) * size
        return self._rows[i // size] * self._unit + columns[i % size] if i < whole else self._codes[i - whole]

    def allows(self, code: int) -> bool:
        unit = self._unit
        return (code // unit in self._rows and code % unit in self._allowed) or code in self._codes

    def sample(self, rng: Random) -> Action:
        # code_at() of a random index, inlined: simulations spend most of their time here
        rows, columns = self._rows, self._columns
        size = len(columns)
        whole = len(rows) * size
        i = int(rng.random() * (whole + len(self._codes)))
        if i < whole:
            return self._actions[rows[i // size] * self._unit + columns[i % size]]
        return self._actions[self._codes[i - whole]]


Sequence.register(Options)  # not a subclass: a compiled one would count as a base of every other sequence
