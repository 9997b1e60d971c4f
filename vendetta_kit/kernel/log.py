"""A log: what happened and what was paid, in the order in which it came to pass, as lines of words with their rules.

Each game puts its own events and entries into words; what a line is, and where the next one comes, is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .events import Event

if TYPE_CHECKING:
    from .events import Entry, Moment

__all__ = ["LogLine", "LogWriter", "LoggedView", "after", "joined", "rows"]


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


class LoggedView(Protocol):
    """The part of a view that a log, or any other account of a game, is made from."""

    @property
    def me(self) -> int | None: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def ledger(self) -> tuple[Entry, ...]: ...


def rows(view: LoggedView) -> list[Event | Entry]:
    """Return all that a view tells, in its running order."""
    return sorted((*view.events, *view.ledger), key=attrgetter("n"))


class LogWriter:
    """Puts rows into a game's words, each once: a log is told with every move, and little in it is new.

    A line stays while the row with its number is the very same, for the same reader and with the same names: of a
    secret that comes out, after an undo and of another game there are new words.

    Args:
        event_text: one sentence on an event: ``(event, names, language, reader)``.
        entry_text: one sentence on an entry of the ledger: ``(entry, names, language)``.
    """

    def __init__(self, event_text: Callable[..., str], entry_text: Callable[..., str]) -> None:
        self._event_text, self._entry_text = event_text, entry_text
        self._told: dict[tuple[str, int], tuple[tuple[Any, ...], LogLine]] = {}

    def for_reader(self, view: LoggedView, lang: str) -> Callable[[Event | Entry], LogLine]:
        """Return what makes a line of a row, as the reader of ``view`` is told it."""
        me, names, told = view.me, view.names, self._told

        def line(row: Event | Entry) -> LogLine:
            known = row, me, names
            found = told.get((lang, row.n))
            if found is None or found[0] != known:
                found = told[lang, row.n] = known, self._line(row, me, names, lang)
            return found[1]

        return line

    def _line(self, row: Event | Entry, me: int | None, names: tuple[str, ...], lang: str) -> LogLine:
        if isinstance(row, Event):
            text, kind = self._event_text(row, names, lang, me), row.kind
        else:
            text, kind = self._entry_text(row, names, lang), f"entry.{row.cause}"
        return LogLine(row.n, text, row.rules, row.moment, row.at, kind)


def after(view: LoggedView) -> int:
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
    return tuple(dict.fromkeys((*first, *second))) if first else second
