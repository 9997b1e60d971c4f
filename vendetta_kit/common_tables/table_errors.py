"""Errors at a common table; each message is one line, in any language of the kit."""

from __future__ import annotations

import logging
from typing import Final

from sqlalchemy.exc import DBAPIError

from vendetta_kit.input_errors import BadInput, Message

_log = logging.getLogger(__name__)
_LOCKED: Final = "tables.locked"


class BadTable(BadInput):
    """Error: a request to a table failed, such as a wrong code or secret, or a taken seat. Nothing has changed."""

    def __init__(self, fault: Message, expected: Message | None = None) -> None:
        super().__init__("", fault, expected)


class TooLate(BadTable):
    """Error: the table has changed since the caller last read it. Nothing was done; catch up and try again."""


class Unusable(BadInput):
    """Error: the database cannot be used, for now or for good; what was acknowledged before is still stored.

    :attr:`database` and the server's log name the database; the message, which players read, does not.
    """

    def __init__(self, database: str, fault: Message, expected: Message | None = None) -> None:
        super().__init__("", fault, expected)
        self.database = database
        _log.info("%s: %s", database, self.text())

    @property
    def passes(self) -> bool:
        """Whether the database was only busy, so that the same call may succeed in a moment."""
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
"""Parts of database messages, each with the key of our message; the first that occurs is used."""


def unusable_database(database: str, error: Exception) -> Unusable:
    """Return the error, with a message for people, for an exception of the database.

    Args:
        database: name of the database without a password.
        error: the exception; its text is not quoted, as it may contain the data.
    """
    said = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    key = next((key for words, key in _SAID if words in said), "tables.broken")
    return Unusable(database, Message(key))
