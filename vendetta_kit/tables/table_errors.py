"""What can go wrong at a common table, each in one line of any language."""

from __future__ import annotations

import logging
from typing import Final

from sqlalchemy.exc import DBAPIError

from vendetta_kit.input_errors import BadInput, Message

__all__ = ["BadTable", "TooLate", "Unusable", "unusable"]

_log = logging.getLogger(__name__)
_LOCKED: Final = "tables.locked"


class BadTable(BadInput):
    """What was asked of a table cannot be: a wrong code or secret, a seat that is taken. Nothing has changed."""

    def __init__(self, fault: Message, expected: Message | None = None) -> None:
        super().__init__("", fault, expected)


class TooLate(BadTable):
    """Somebody was quicker: the table is another one by now. Nothing has changed; catch up and look again."""


class Unusable(BadInput):
    """The database cannot be used just now, or never; what was acknowledged before is still there.

    Which database it is stands in the log and in :attr:`database`, not in the words: players read them.
    """

    def __init__(self, database: str, fault: Message, expected: Message | None = None) -> None:
        super().__init__("", fault, expected)
        self.database = database
        _log.info("%s: %s", database, self.text())

    @property
    def passes(self) -> bool:
        """Whether it was busy only: nothing was changed, and the same may go well in a moment."""
        return self.fault.key == _LOCKED


_SAID = (
    ("locked", _LOCKED),
    ("lock timeout", _LOCKED),
    ("disk is full", "tables.full_disk"),
    ("no space left", "tables.full_disk"),
    ("readonly", "tables.read_only"),
    ("read-only", "tables.read_only"),
    ("unable to open", "tables.unreachable"),
    ("connection", "tables.unreachable"),
    ("connect", "tables.unreachable"),
    ("not a database", "tables.no_database"),
    ("malformed", "tables.no_database"),
)
"""What databases say, in English or by SQLite's names, and our word for it; the first that fits."""


def unusable(database: str, error: Exception) -> Unusable:
    """Return what a database's error means to a person.

    Args:
        database: as people name it, without a password.
        error: what it said; nothing of it is quoted, for it may hold what was to be written.
    """
    said = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    key = next((key for words, key in _SAID if words in said), "tables.broken")
    return Unusable(database, Message(key))
