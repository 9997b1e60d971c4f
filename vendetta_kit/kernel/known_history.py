"""The part of a game's history that one reader may know: names, events and ledger, up to any running number.

:func:`known_history` makes a :class:`KnownHistory` from a seat's view, so that it holds only what that seat may know.
:func:`whole_history` includes everything hidden; it is given only for games that are over or that only bots play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol

from .events import Entry, Event
from .game import AnyGame
from .log import LoggedView, next_row_number, sorted_rows


@dataclass(frozen=True, slots=True)
class KnownHistory:
    """The history of a game as one reader knows it; ``me`` is the reader's seat, ``None`` for a spectator."""

    names: tuple[str, ...]
    me: int | None
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]
    whole: bool = False
    """Whether nothing is hidden from this reader."""
    end: int | None = None
    """The running number of the event that ended the game; ``None`` if the game goes on."""

    @property
    def seats(self) -> range:
        return range(len(self.names))

    @property
    def last(self) -> int:
        """The highest running number; -1 before anything has happened."""
        return next_row_number(self) - 1

    @property
    def over(self) -> bool:
        return self.end is not None and self.last >= self.end

    def until(self, n: int) -> KnownHistory:
        """Return the history up to and with the event or entry with the running number ``n``."""
        if n >= self.last:
            return self
        return replace(
            self,
            events=tuple(event for event in self.events if event.n <= n),
            ledger=tuple(entry for entry in self.ledger if entry.n <= n),
        )

    def rows(self) -> list[Event | Entry]:
        """Return events and entries in the order in which they happened."""
        return sorted_rows(self)


class _Ending(LoggedView, Protocol):
    """A view that also has ``over``: whether the game has ended."""

    @property
    def over(self) -> bool: ...


def known_history(view: _Ending) -> KnownHistory:
    """Return the history of a game as the reader of a view knows it.

    >>> from vendetta_kit import Game
    >>> known = known_history(Game.new(seed=7).view(0))
    >>> known.names, known.whole, known.events[0].kind
    (('Ann', 'Bob', 'Cy', 'Dee'), False, 'table')
    """
    return KnownHistory(view.names, view.me, view.events, view.ledger, end=_end(view.events, view.over))


def whole_history(game: AnyGame, bots_only: bool = False) -> KnownHistory:
    """Return the history with everything hidden included; the game must be over, or ``bots_only``.

    Raises:
        PermissionError: the game goes on and people play it, so there are secrets.
        ValueError: the game is not recorded.
    """
    if not (game.is_over or bots_only):
        raise PermissionError("the whole story is told when the game is over")
    end = _end(game.events, game.is_over)
    return KnownHistory(game.names, None, tuple(map(_open, game.events)), game.ledger, True, end)


def _end(events: Sequence[Event], over: bool) -> int | None:
    return events[-1].n if over and events else None


def _open(event: Event) -> Event:
    """Return the event with its secret fields made public."""
    if not event.secret:
        return event
    data: Mapping[str, Any] = MappingProxyType({**event.data, **event.secret})
    return replace(event, data=data, secret=MappingProxyType({}), knows=0)
