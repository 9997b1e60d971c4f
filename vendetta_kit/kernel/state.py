"""The layout of the changing state of a game: two flat lists and a stack; the kernel uses the first few indices.

``g.n`` holds whole numbers, ``g.z`` zones (tuples of card numbers), ``g.agenda`` the steps still to be done. Flat lists
are fast to copy. A game's own indices begin at :data:`NUMBERS` and :data:`ZONES`. A game with more state, such as an
array of small numbers for each card, overrides ``Game._more`` and ``_restore``.
"""

from __future__ import annotations

from typing import Any, Final

Step = tuple[Any, ...]
"""One step still to be done: a function and its arguments, all immutable."""

MAX_SEATS: Final = 6

# --- g.n: whole numbers ------------------------------------------------------------------------------------
RNG: Final = 0  # state of the game's own random numbers, 64 bits
ASK: Final = 1  # kind of the open decision, 0 while the game runs on by itself
WHO: Final = 2  # bit set of the seats that must still answer it
QUESTION: Final = 3  # which question of a card is open
ASKER: Final = 4  # number of the card that asks, or -1
ANSWER: Final = 5  # + seat: sealed answer to a decision of several at once, -1 if none
NUMBERS: Final = ANSWER + MAX_SEATS  # where a game's own numbers begin

# --- g.z: zones --------------------------------------------------------------------------------------------
CHOICES: Final = 0  # codes of the answers to the open question
ZONES: Final = 1  # where a game's own zones begin


def blank(numbers: int, zones: int) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return lists of so many numbers and empty zones, the kernel's included, in which nothing is asked or answered.

    >>> n, z = blank(NUMBERS + 2, ZONES + 1)
    >>> len(n), n[ASKER], z
    (13, -1, [(), ()])
    """
    n = [0] * numbers
    n[ASKER] = -1
    n[ANSWER : ANSWER + MAX_SEATS] = [-1] * MAX_SEATS
    return n, [()] * zones


def digest(text: str) -> str:
    """Return a fingerprint of a text, as saves hold it: 16 hexadecimal digits.

    >>> digest("one"), digest("one") == digest("two")
    ('34f2ddaa8b7615c9', False)
    """
    from hashlib import blake2b  # slow to import, and only saving needs it

    return blake2b(text.encode(), digest_size=8).hexdigest()
