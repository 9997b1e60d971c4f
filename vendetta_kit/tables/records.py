"""What a store of tables hands out: a person's key, a table as it is now, the rows of its log; and how a code reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from vendetta_kit.faults import Said

from .problems import BadTable

__all__ = ["LETTERS", "LONG", "NEWS", "UNDO", "Entry", "Key", "News", "Seat", "TableNow", "read_code"]

LETTERS: Final = "BCDFHJKMNPRSTWXZ"
"""What codes are made of: nothing that looks like another letter or a number, and no vowels, so no words come about."""
LONG: Final = 5
"""So many letters has a code."""
UNDO: Final = -1
"""What stands in the log in place of a seat where actions were taken back."""
NEWS: Final = 500
"""So many rows of the log are handed out at once at most."""


@dataclass(frozen=True, slots=True)
class Key:
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

    @property
    def open(self) -> bool:
        """Whether somebody may still sit down here."""
        return not self.person and self.bot is None

    @property
    def played_by(self) -> str | None:
        """The bot that plays this seat now."""
        return self.bot or self.stand_in


class Entry(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class News:
    """What is new at a table, and one's own sealed answer, if one has given one."""

    table: TableNow
    log: tuple[Entry, ...]
    own: Any = None


def read_code(typed: object) -> str:
    """Return the code that was typed, with whatever case, blanks and dashes.

    Raises:
        BadTable: no table has such a code.

    >>> read_code(" bcd-fh ")
    'BCDFH'
    """
    code = "".join(sign for sign in str(typed)[:40].upper() if sign not in " -.\u2013\u00a0")
    if len(code) != LONG or set(code) - set(LETTERS):
        raise BadTable(Said("tables.no_such_code", code=str(typed)), Said("want.code", letters=LETTERS))
    return code
