"""A log: what happened and what was paid, in the order in which it came to pass, as lines of words with their rules.

Each game puts its own events and entries into words; what a line is, and where the next one comes, is the same for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from .events import Entry, Event, Moment

__all__ = ["LogLine", "Row", "Watched", "after", "joined", "rows"]


class LogLine(NamedTuple):
    """One line of a game's log: its running number, words, rules, and where in the game it belongs.

    ``kind`` is the event's kind; for a line of the ledger it is ``"entry."`` and the cause.
    """

    n: int
    text: str
    rules: tuple[str, ...]
    moment: Moment
    at: int | str | None
    kind: str


class Watched(Protocol):
    """The part of a view that a log, or any other account of a game, is made from."""

    @property
    def me(self) -> int | None: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def ledger(self) -> tuple[Entry, ...]: ...


class Row(NamedTuple):
    """An event or an entry of the ledger."""

    n: int
    event: Event | None
    entry: Entry | None

    @property
    def rules(self) -> tuple[str, ...]:
        both = self.event or self.entry
        return both.rules if both is not None else ()


def rows(view: Watched) -> list[Row]:
    """Return all that a view tells, in its running order."""
    found = [Row(event.n, event, None) for event in view.events]
    found += [Row(entry.n, None, entry) for entry in view.ledger]
    return sorted(found, key=lambda row: row.n)


def after(view: Watched) -> int:
    """Return the running number after the last thing that has happened.

    >>> from vendetta_kit import Game
    >>> view = Game.new(seats=3, seed=7).view(0)
    >>> after(view) == 1 + view.events[-1].n
    True
    """
    return 1 + max((told[-1].n for told in (view.events, view.ledger) if told), default=-1)


def joined(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return both lists of rules, each rule once.

    >>> joined(("PLAN-11", "PLAN-04"), ("PLAN-04",))
    ('PLAN-11', 'PLAN-04')
    """
    return tuple(dict.fromkeys((*first, *second)))
