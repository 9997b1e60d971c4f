"""The changing state of any game: two flat lists and a stack, of which the kernel needs the first few places.

``g.n`` holds whole numbers, ``g.z`` zones (tuples of card numbers), ``g.agenda`` what is still to be done. Flat lists
copy in well under a microsecond. A game's own places begin at :data:`NUMBERS` and :data:`ZONES`. A game with more state
than that, such as an array of small numbers for each of its many cards, tells it by ``Game._more`` and ``_restore``.
"""

from __future__ import annotations

from typing import Any, Final

Step = tuple[Any, ...]
"""One thing still to be done: a function and what it needs, all immutable."""

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
    """Return a state in which nothing was asked or answered: so many numbers and empty zones, the kernel's included.

    >>> n, z = blank(NUMBERS + 2, ZONES + 1)
    >>> len(n), n[ASKER], z
    (13, -1, [(), ()])
    """
    n = [0] * numbers
    n[ASKER] = -1
    n[ANSWER : ANSWER + MAX_SEATS] = [-1] * MAX_SEATS
    return n, [()] * zones


def digest(text: str) -> str:
    """Return a short mark of a text, as saves hold it: another text has another one.

    >>> digest("one"), digest("one") == digest("two")
    ('34f2ddaa8b7615c9', False)
    """
    from hashlib import blake2b  # loads a whole library of ciphers, which only who saves a game needs

    return blake2b(text.encode(), digest_size=8).hexdigest()
