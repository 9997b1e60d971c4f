"""What a store of tables hands out: a person's key, a table as it is now, the rows of its log; and how a code reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from vendetta_kit.input_errors import Message

from .table_errors import BadTable

__all__ = [
    "BOUNDS",
    "DAY",
    "LETTERS",
    "LONG",
    "NEWS",
    "OPENER",
    "UNDO",
    "Bound",
    "LogEntry",
    "News",
    "Seat",
    "SeatKey",
    "TableNow",
    "kept_by",
    "read_code",
]

LETTERS: Final = "BCDFHJKMNPRSTWXZ"
"""What codes are made of: nothing that looks like another letter or a number, and no vowels, so no words come about."""
LONG: Final = 8
"""So many letters has a code: docs/tables.md says how long it takes to guess one."""
FIRST_LONG: Final = 5
"""So many had those of the first version, which go on."""
OPENER: Final = 0
"""The seat of who has opened the table: she seats the bots and begins."""
UNDO: Final = -1
"""What stands in the log in place of a seat where actions were taken back."""
NEWS: Final = 500
"""So many rows of the log are handed out at once at most."""


HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class SeatKey:
    """What a person's browser keeps of her place at a table: who has it, has the seat."""

    code: str
    seat: int
    secret: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits on a seat: a person, a bot, or nobody yet. ``stand_in`` is the bot that plays for a person meanwhile."""

    name: str = ""
    person: bool = False
    bot: str | None = None
    stand_in: str | None = None
    seen: float = 0.0
    """When she was last seen, by the clock."""
    seen_at: float = 0.0
    """The same in seconds of the table (:attr:`TableNow.lived`)."""

    @property
    def open(self) -> bool:
        """Whether somebody may still sit down here."""
        return not self.person and self.bot is None

    @property
    def played_by(self) -> str | None:
        """The bot that plays this seat now."""
        return self.bot or self.stand_in


class LogEntry(NamedTuple):
    """A row of the log. ``seat`` is :data:`UNDO` where actions were taken back; ``action`` is JSON."""

    n: int
    seat: int
    action: Any


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table, for those at it. No page shows its set-up: the seed in it tells what is hidden in the game."""

    code: str
    game: str
    setup: Mapping[str, Any]
    seats: tuple[Seat, ...]
    state: str
    wait: float
    count: int
    news: int
    chosen: frozenset[int]
    """Who has given a sealed answer to what is asked now."""
    undo: Mapping[int, int]
    """Who is for an undo, and how many actions of the game would stay."""
    next: str | None = None
    """The code of the table at which the same people play again, with the same secrets."""
    lived: float = 0.0
    """For how many seconds anybody was there: no clock that jumps makes it longer by more than a few."""

    def absent(self, seat: int) -> float:
        """Return for how many seconds of the table somebody has not been seen, while others were."""
        return self.lived - self.seats[seat].seen_at


@dataclass(frozen=True, slots=True)
class News:
    """What is new at a table, and one's own sealed answer, if one has given one."""

    table: TableNow
    log: tuple[LogEntry, ...]
    own: Any = None


class Bound(NamedTuple):
    """How often something may be tried in so many seconds: from one page, and from all pages of one address.

    A page has its ``first`` tries also where its address has none left: not everybody behind a router knows the others.
    """

    page: int
    address: int
    seconds: float = HOUR
    first: int = 0


BOUNDS: Final[dict[str, Bound]] = {
    "code": Bound(12, 60),
    "key": Bound(24, 240, first=8),
    "password": Bound(12, 30),
    "table": Bound(12, 200, DAY),
}
"""Wrong codes, wrong secrets of seats, wrong passwords of the teacher, and tables that are opened."""


def kept_by(undo: Any, actions: int, n: int) -> int:
    """Return how many of so many actions of the game stay, by row ``n`` of the log.

    Raises:
        BadTable: the row says nothing that can be.

    >>> kept_by({"keep": 2}, 3, 7)
    2
    """
    keep = undo.get("keep") if isinstance(undo, Mapping) else None
    if type(keep) is not int or not 0 <= keep <= actions:
        raise BadTable(Message("tables.unplayable", n=n))
    return keep


def read_code(typed: object) -> str:
    """Return the code that was typed, with whatever case, blanks and dashes.

    Raises:
        BadTable: no table has such a code.

    >>> read_code(" bcdf-hjkm "), read_code("bcdfh")
    ('BCDFHJKM', 'BCDFH')
    """
    code = "".join(sign for sign in str(typed)[:40].upper() if sign not in " -.\u2013\u00a0")
    if len(code) not in (LONG, FIRST_LONG) or set(code) - set(LETTERS):
        raise BadTable(Message("tables.no_such_code", code=str(typed)), Message("want.code", letters=LETTERS))
    return code
