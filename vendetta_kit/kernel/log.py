"""A log: what happened and what was paid, in the order in which it came to pass, as lines of words with their rules.

Each game puts its own events and entries into words; what a line is, and where the next one comes, is the same for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from .events import Event

if TYPE_CHECKING:
    from .events import Entry, Moment

__all__ = ["LogLine", "Watched", "after", "joined", "line", "rows"]


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


def rows(view: Watched) -> list[Event | Entry]:
    """Return all that a view tells, in its running order."""
    return sorted((*view.events, *view.ledger), key=lambda row: row.n)


def line(row: Event | Entry, text: str) -> LogLine:
    """Return what happened or was paid as a line of a log, in these words."""
    kind = row.kind if isinstance(row, Event) else f"entry.{row.cause}"
    return LogLine(row.n, text, row.rules, row.moment, row.at, kind)


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
