"""The log of a game: events and ledger entries in the order in which they happened, as lines of text with their rules.

Each game words its own events and entries; the lines and their order are made here for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from .events import SEAT_NAMES, Entry, Event, Moment


class LogLine(NamedTuple):
    """One line of a game's log: its running number, text and rules, the time and place in the game, and its kind.

    ``kind`` is the kind of the event; for a ledger entry it is ``"entry."`` and the cause.
    """

    n: int
    text: str
    rules: tuple[str, ...]
    moment: Moment
    at: int | str | None
    kind: str


class LoggedView(Protocol):
    """The part of a view that a log is made from."""

    @property
    def me(self) -> int | None: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def ledger(self) -> tuple[Entry, ...]: ...


def sorted_rows(view: LoggedView) -> list[Event | Entry]:
    """Return the events and ledger entries of a view, sorted by running number."""
    return sorted((*view.events, *view.ledger), key=attrgetter("n"))


class LogWriter:
    """Makes log lines from events and ledger entries, and keeps them, as a log is drawn again after every move.

    A kept line is used again if its row, reader and names are equal; so it is made anew when a secret is revealed,
    after an undo, and for another game.

    Args:
        event_text: returns the text of an event: ``(event, names, language, reader)``.
        entry_text: returns the text of a ledger entry: ``(entry, names, language)``.
    """

    def __init__(self, event_text: Callable[..., str], entry_text: Callable[..., str]) -> None:
        self._event_text, self._entry_text = event_text, entry_text
        self._told: dict[tuple[str, int], tuple[tuple[Any, ...], LogLine]] = {}

    def for_reader(self, view: LoggedView, lang: str) -> Callable[[Event | Entry], LogLine]:
        """Return the function that makes the line of a row, as the reader of ``view`` may know it."""
        me, names, told = view.me, view.names, self._told

        def line(row: Event | Entry) -> LogLine:
            known = row, me, names
            found = told.get((lang, row.n))
            if found is None or found[0] != known:
                found = told[lang, row.n] = known, self._line(row, me, names, lang)
            return found[1]

        return line

    def sentence(self, row: Event | Entry) -> str:
        """Return a row in one English sentence, as a spectator may know it; players are seats."""
        return self.text(row, SEAT_NAMES, "en", None)

    def text(self, row: Event | Entry, names: Sequence[str], lang: str, me: int | None) -> str:
        """Return a row in one sentence, as the reader ``me`` may know it (``None``: a spectator)."""
        if isinstance(row, Event):
            return self._event_text(row, names, lang, me)
        return self._entry_text(row.seen_by(me), names, lang)

    def _line(self, row: Event | Entry, me: int | None, names: tuple[str, ...], lang: str) -> LogLine:
        kind = row.kind if isinstance(row, Event) else f"entry.{row.cause}"
        return LogLine(row.n, self.text(row, names, lang, me), row.rules, row.moment, row.at, kind)


def next_row_number(view: LoggedView) -> int:
    """Return the running number that the next event or entry of a view will have.

    >>> from vendetta_kit import Game
    >>> view = Game.new(seats=3, seed=7).view(0)
    >>> next_row_number(view) == 1 + view.events[-1].n
    True
    """
    return 1 + max((rows[-1].n for rows in (view.events, view.ledger) if rows), default=-1)


def join_rules(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return both lists of rules, each rule once.

    >>> join_rules(("PLAN-11", "PLAN-04"), ("PLAN-04",))
    ('PLAN-11', 'PLAN-04')
    """
    return tuple(dict.fromkeys((*first, *second))) if first else second
