"""People at one table: games that several pages play together, kept in a database.

A table is a set-up, its seats and a list of what was done; no game is ever stored but as that list. Each page holds a
:class:`Replica`, which plays the list and applies what is new. ``docs/tables.md`` says how it works, and what protects
whom against what. The store knows actions, not games.
"""

from .replica import Replica, choices_of
from .store import MOST_KEYS, Store, home, store_at
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
    "home",
    "read_code",
    "store_at",
]
