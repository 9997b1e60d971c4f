"""The records that a store of tables returns: keys of seats, tables, rows of logs; and the format of codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from vendetta_kit.input_errors import Message

from .table_errors import BadTable

LETTERS: Final = "BCDFHJKMNPRSTWXZ"
"""The letters of codes: none that looks like another letter or a digit, and no vowels, so that codes spell no words."""
LONG: Final = 8
"""Number of letters of a code; docs/tables.md says how long it takes to guess one."""
FIRST_LONG: Final = 5
"""Number of letters of codes of the first version, which are still valid."""
OPENER: Final = 0
"""The seat of the person who opened the table, who seats the bots and begins the game."""
UNDO: Final = -1
"""Stands in the log in place of a seat if actions were undone."""
NEWS: Final = 500
"""The most rows of the log that one call returns."""


HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class SeatKey:
    """The key of a person's seat at a table, kept by the browser; it gives full access to the seat."""

    code: str
    seat: int
    secret: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat with its person, its bot, or neither. ``stand_in`` is the bot that plays for an absent person."""

    name: str = ""
    person: bool = False
    bot: str | None = None
    stand_in: str | None = None
    seen: float = 0.0
    """When the person was last seen, by the clock."""
    seen_at: float = 0.0
    """When the person was last seen, in seconds of the table (:attr:`TableNow.lived`)."""

    @property
    def open(self) -> bool:
        """Whether the seat is free."""
        return not self.person and self.bot is None

    @property
    def played_by(self) -> str | None:
        """The name of the bot that plays this seat now, or ``None``."""
        return self.bot or self.stand_in


class LogEntry(NamedTuple):
    """A row of the log. ``seat`` is :data:`UNDO` if actions were undone; ``action`` is JSON."""

    n: int
    seat: int
    action: Any


@dataclass(frozen=True, slots=True)
class TableNow:
    """The state of a table. Pages must not show its set-up: the seed in it reveals everything hidden in the game."""

    code: str
    game: str
    setup: Mapping[str, Any]
    seats: tuple[Seat, ...]
    state: str
    wait: float
    count: int
    news: int
    chosen: frozenset[int]
    """The seats that have given a sealed answer to the open decision."""
    undo: Mapping[int, int]
    """The votes for an undo: for each seat the number of actions that would stay."""
    next: str | None = None
    """The code of the table at which the same people play again, with the same secrets."""
    lived: float = 0.0
    """The seconds during which somebody was present; a jump of the clock adds only a few."""

    def absent(self, seat: int) -> float:
        """Return the seconds for which the person at a seat was absent while others were present."""
        return self.lived - self.seats[seat].seen_at


@dataclass(frozen=True, slots=True)
class News:
    """What is new at a table, and the person's own sealed answer, if there is one."""

    table: TableNow
    log: tuple[LogEntry, ...]
    own: Any = None


class Bound(NamedTuple):
    """How often something may be tried in a number of seconds: from one page, and from all pages of one address.

    A page has its ``first`` tries even if its address has none left, as people behind one router may be strangers.
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
"""The limits for wrong codes, wrong secrets of seats, wrong passwords of the teacher, and opened tables."""


def actions_kept(undo: Any, actions: int, n: int) -> int:
    """Return how many of ``actions`` actions remain after an undo, which is row ``n`` of the log.

    Raises:
        BadTable: the row is not a valid undo.

    >>> actions_kept({"keep": 2}, 3, 7)
    2
    """
    keep = undo.get("keep") if isinstance(undo, Mapping) else None
    if type(keep) is not int or not 0 <= keep <= actions:
        raise BadTable(Message("tables.unplayable", n=n))
    return keep


def read_code(typed: object) -> str:
    """Return a typed code in its standard form; case, blanks and dashes do not matter.

    Raises:
        BadTable: the text is not a code.

    >>> read_code(" bcdf-hjkm "), read_code("bcdfh")
    ('BCDFHJKM', 'BCDFH')
    """
    code = "".join(sign for sign in str(typed)[:40].upper() if sign not in " -.\u2013\u00a0")
    if len(code) not in (LONG, FIRST_LONG) or set(code) - set(LETTERS):
        raise BadTable(Message("tables.no_such_code", code=str(typed)), Message("want.code", letters=LETTERS))
    return code
