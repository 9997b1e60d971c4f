"""The layout of the changing state of a game: two flat lists and a stack; the kernel uses the first few indices.

``g.n`` holds whole numbers, ``g.z`` zones (tuples of card numbers), ``g.agenda`` the steps still to be done. Flat lists
are fast to copy. A game's own indices begin at :data:`NUMBERS` and :data:`ZONES`; it declares each of them once, in a
:class:`StateSchema`. A game with more state, such as an array of small numbers for each card, overrides
``Game._more`` and ``_restore``.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, Final, NamedTuple

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


# --- what a game declares ----------------------------------------------------------------------------------
OPEN: Final = "open"
"""All players and spectators know what is there."""
OWNER: Final = "owner"
"""Only the seat that owns the place knows what is there."""
NOBODY: Final = "nobody"
"""No player knows what is there, such as the order of a deck."""
NOTES: Final = "notes"
"""The owner has seen these cards, which lie hidden elsewhere; others know neither the cards nor their number."""

COUNT: Final = "count"
"""The number is a count, never below 0."""
SIGNED: Final = "signed"
"""The number may be below 0."""
TRUTH: Final = "truth"
"""The number is 1 or 0."""
SEAT: Final = "seat"
"""The number is a seat, or -1."""


class Places(NamedTuple):
    """Consecutive places of ``g.n`` or ``g.z`` that are alike, with all that a game says of them.

    ``first`` is the index of the first place and ``size`` their number. If they belong to seats, each seat has ``each``
    of them, seat after seat. ``values`` are the possible values of a hidden number. :meth:`StateSchema.number` has the
    others.

    >>> Places(7, OWNER, 12, each=2).owner(9)
    1
    """

    first: int
    knows: str = OPEN
    size: int = MAX_SEATS
    each: int = 1
    values: tuple[int, ...] = ()
    name: str = ""
    holds: str = COUNT
    initial: int = 0
    account: str = ""
    counts: str = ""
    parts: tuple[int | str, ...] = ()
    scenario_key: str = ""
    usual: int = 0
    least: int = 0
    most: int | None = None
    saved: bool = False
    late: str = ""

    def owner(self, place: int) -> int:
        """Return the seat that owns a place; -1 if no seat does."""
        return (place - self.first) // self.each if self.knows in (OWNER, NOTES) else -1

    @property
    def of_seats(self) -> bool:
        """Whether each seat has some of the places."""
        return self.size == MAX_SEATS * self.each

    @property
    def indices(self) -> range:
        """The indices of the places."""
        return range(self.first, self.first + self.size)

    def late_word(self, place: int) -> str:
        """Return the word by which a fingerprint names one of these places, if they are late."""
        return self.late if self.size == 1 else f"{self.late}+{place - self.first}="


class StateSchema:
    """The state of a game: its numbers and zones, each declared once and in order.

    :meth:`number` and :meth:`zone` return the index of the first place, the constant that the game's code uses.

    Args:
        saved: whether places belong to the fingerprints in saves unless they say otherwise.

    >>> schema = StateSchema()
    >>> TURN = schema.number("turn")
    >>> COINS = schema.number("coins", per=MAX_SEATS, account="purse", counts="coin", scenario_key="coins", usual=2)
    >>> HAND = schema.zone("hand", OWNER, per=MAX_SEATS)
    >>> TURN == NUMBERS, COINS - TURN, HAND == ZONES, len(schema.blank()[0]) == NUMBERS + 7
    (True, 1, True, True)
    >>> schema.at(COINS + 2).counts
    'coin'
    """

    def __init__(self, saved: bool = False) -> None:
        self.saved: Final = saved
        self.numbers: Final[list[Places]] = []
        self.zones: Final[list[Places]] = []
        self.described: Final[list[Places]] = []
        """The numbers of each seat that a position can describe."""
        self._at: Final[list[Places]] = [Places(0, NOBODY, NUMBERS, name="the kernel's")] * NUMBERS

    def number(
        self,
        name: str,
        knows: str = OPEN,
        per: int = 1,
        each: int = 1,
        *,
        values: tuple[int, ...] = (),
        holds: str = COUNT,
        initial: int = 0,
        account: str = "",
        counts: str = "",
        parts: Sequence[int | str] = (),
        scenario_key: str = "",
        usual: int = 0,
        least: int = 0,
        most: int | None = None,
        saved: bool | None = None,
        late: str = "",
    ) -> int:
        """Declare the next places of ``g.n``; return the index of the first one.

        Args:
            name: what the places hold.
            knows: who knows it: ``OPEN``, ``OWNER`` or ``NOBODY``.
            per: how many there are, ``MAX_SEATS`` for one of each seat.
            each: how many each of these has.
            values: what a hidden number may be.
            holds: ``COUNT``, ``SIGNED``, ``TRUTH`` or ``SEAT``.
            initial: the value before a game is set up.
            account: the kind of account that a place is, if counters lie there.
            counts: the token that is counted there.
            parts: what tells the ``each`` places of a seat apart, such as Locations.
            scenario_key: the key of a seat, or of the table, by which scenario files describe and expect the number.
            usual: what a seat has in a described position that does not say it.
            least, most: the bounds of what a position may describe; ``most`` is ``None`` for no bound.
            saved: whether fingerprints in saves contain it; the schema's default if it is ``None``.
            late: for a place that has been added since saves were made: a word by which a fingerprint names it where
                it is not as at the start, so that earlier saves stay valid.
        """
        kept = (self.saved if saved is None else saved) and not late
        told = name, holds, initial, account, counts, tuple(parts), scenario_key, usual, least, most, kept, late
        made = Places(len(self._at), knows, per * each, each, values, *told)
        self.numbers.append(made)
        self._at.extend([made] * made.size)
        if scenario_key and made.of_seats:
            self.described.append(made)
        return made.first

    def zone(
        self, name: str, knows: str = OPEN, per: int = 1, each: int = 1, saved: bool | None = None, late: str = ""
    ) -> int:
        """Declare the next places of ``g.z``; return the index of the first one. Arguments as for :meth:`number`."""
        first = self.zones[-1].first + self.zones[-1].size if self.zones else ZONES
        kept = (self.saved if saved is None else saved) and not late
        self.zones.append(Places(first, knows, per * each, each, (), name, saved=kept, late=late))
        return first

    def at(self, index: int) -> Places:
        """Return the places to which an index of ``g.n`` belongs."""
        return self._at[index]

    def blank(self) -> tuple[list[int], list[tuple[int, ...]]]:
        """Return the numbers and zones of a game that is not set up."""
        n, z = blank(len(self._at), ZONES + sum([places.size for places in self.zones]))
        for places in self.numbers:
            for index in places.indices:
                n[index] = places.initial
        return n, z

    def late(self, n: Sequence[int], z: Sequence[tuple[int, ...]]) -> str:
        """Return a text for those late places that are not as at the start, for a fingerprint."""
        told = [p.late_word(k) + repr(n[k]) for p in self.numbers if p.late for k in p.indices if n[k] != p.initial]
        return "".join(told + [p.late_word(k) + repr(z[k]) for p in self.zones if p.late for k in p.indices if z[k]])

    @property
    def tokens(self) -> tuple[str, ...]:
        """The kinds of tokens that accounts count."""
        return tuple(dict.fromkeys([places.counts for places in self.numbers if places.counts]))

    @property
    def seat_keys(self) -> tuple[str, ...]:
        """The keys of a seat by which a position describes its numbers."""
        return tuple([places.scenario_key for places in self.described])

    def lay(
        self, checks: Any, row: Mapping[str, Any], path: tuple[Any, ...], n: list[int], seat: int,
        without: Container[str] = (),
    ) -> None:  # fmt: skip
        """Set the numbers of a seat from its row in a described position, as a game's checks read it.

        Args:
            checks: the game's :class:`.refusal.SetupChecks`.
            without: keys that are not read.
        """
        for places in self.described:
            key = places.scenario_key
            if key in without:
                continue
            if places.holds == TRUTH:
                value = int(checks.truth(row.get(key, bool(places.usual)), (*path, key)))
            else:
                value = checks.whole(row.get(key, places.usual), (*path, key), places.least, places.most)
            n[places.first + seat] = value

    def of_seat(self, n: Sequence[int], seat: int) -> dict[str, Any]:
        """Return the numbers of a seat by the keys by which a position describes them."""
        return {
            places.scenario_key: n[places.first + seat] > 0 if places.holds == TRUTH else n[places.first + seat]
            for places in self.described
        }

    def written(self, n: Sequence[int], seat: int) -> dict[str, Any]:
        """Return the numbers of a seat as a position describes them: without those that are 0, as they usually are."""
        told = self.of_seat(n, seat)
        return {p.scenario_key: told[p.scenario_key] for p in self.described if p.usual or told[p.scenario_key]}


def digest(text: str) -> str:
    """Return a fingerprint of a text, as saves hold it: 16 hexadecimal digits.

    >>> digest("one"), digest("one") == digest("two")
    ('34f2ddaa8b7615c9', False)
    """
    from hashlib import blake2b  # slow to import, and only saving needs it

    return blake2b(text.encode(), digest_size=8).hexdigest()
