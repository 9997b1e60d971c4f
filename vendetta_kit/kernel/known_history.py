"""What a reader knows of a game, ready to be counted: names, events and ledger, up to any moment.

A :class:`KnownHistory` is made from a seat's view, so that it holds what that seat may know and nothing else. The whole
truth, with what was hidden from everybody, is given out only of a game that is over or that nobody but bots plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from .log import LoggedView, after, rows

if TYPE_CHECKING:
    from .events import Entry, Event
    from .game import AnyGame

__all__ = ["KnownHistory", "story", "whole_story"]


@dataclass(frozen=True, slots=True)
class KnownHistory:
    """A game as one reader knows it; ``me`` is ``None`` for who sits nowhere."""

    names: tuple[str, ...]
    me: int | None
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]
    whole: bool = False
    """Whether nothing is hidden from this reader."""
    end: int | None = None
    """The running number of the event with which the game was over; ``None``: it goes on."""

    @property
    def seats(self) -> range:
        return range(len(self.names))

    @property
    def last(self) -> int:
        """The highest running number; -1 before anything has happened."""
        return after(self) - 1

    @property
    def over(self) -> bool:
        return self.end is not None and self.last >= self.end

    def until(self, n: int) -> KnownHistory:
        """The same, as far as the event or entry with the running number ``n``."""
        if n >= self.last:
            return self
        return replace(
            self,
            events=tuple(event for event in self.events if event.n <= n),
            ledger=tuple(entry for entry in self.ledger if entry.n <= n),
        )

    def rows(self) -> list[Event | Entry]:
        """Events and entries in the order in which they came to pass."""
        return rows(self)


class _Ending(LoggedView, Protocol):
    """A view, which also says whether the game is over."""

    @property
    def over(self) -> bool: ...


def story(view: _Ending) -> KnownHistory:
    """What the reader of a view knows.

    >>> from vendetta_kit import Game
    >>> told = story(Game.new(seed=7).view(0))
    >>> told.names, told.whole, told.events[0].kind
    (('Ann', 'Bob', 'Cy', 'Dee'), False, 'table')
    """
    return KnownHistory(view.names, view.me, view.events, view.ledger, end=_end(view.events, view.over))


def whole_story(game: AnyGame, bots_only: bool = False) -> KnownHistory:
    """All that happened, hidden things included: of a game that is over, or that bots alone play.

    Raises:
        PermissionError: somebody still plays, so there are secrets.
        ValueError: the game is not recorded.
    """
    if not (game.is_over or bots_only):
        raise PermissionError("the whole story is told when the game is over")
    end = _end(game.events, game.is_over)
    return KnownHistory(game.names, None, tuple(map(_open, game.events)), game.ledger, True, end)


def _end(events: Sequence[Event], over: bool) -> int | None:
    return events[-1].n if over and events else None


def _open(event: Event) -> Event:
    """The event with what only some seats knew."""
    if not event.secret:
        return event
    data: Mapping[str, Any] = MappingProxyType({**event.data, **event.secret})
    return replace(event, data=data, secret=MappingProxyType({}), knows=0)
