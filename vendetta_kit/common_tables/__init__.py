"""Common tables: games that people play together on several pages, kept in a database.

A table is stored as a set-up, its seats and a log of actions. Each page holds a :class:`Replica`, which plays the log
and applies what is new. ``docs/tables.md`` describes how it works and what protects whom. The store knows the actions,
but not the rules of the games.
"""

from .replica import Replica, choices_of
from .store import MOST_KEYS, Store, default_folder, store_at
from .table_errors import BadTable, TooLate, Unusable
from .table_records import BOUNDS, LONG, NEWS, OPENER, Seat, SeatKey, TableNow, read_code

__all__ = [
    "BOUNDS",
    "LONG",
    "MOST_KEYS",
    "NEWS",
    "OPENER",
    "BadTable",
    "Replica",
    "Seat",
    "SeatKey",
    "Store",
    "TableNow",
    "TooLate",
    "Unusable",
    "choices_of",
    "default_folder",
    "read_code",
    "store_at",
]
