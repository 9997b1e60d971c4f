"""What each seat may know of a game: observations, imagined games, and a table from which both can be made.

An *observation* has the layout of a game's state (:mod:`.state`), without what its reader may not know. Views are made
from it; bots, search and simulations play by it. It has no agenda, as a step may hold hidden cards.

An *imagined* game keeps all that a seat knows and replaces the rest at random. Its observation is the same as that of
the real game; imagining it again with the same random numbers gives the same game.

A game defines both with two functions. If each place is known to all, to its owner or to nobody, a
:class:`VisibilityTable` makes them. Hidden cards may be named in zones and numbers only, never in a step on the agenda.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from .agenda import PAUSED, reseal
from .options import Options
from .rng import scramble
from .state import ANSWER, ASK, ASKER, CHOICES, MAX_SEATS, NUMBERS, QUESTION, RNG, WHO, ZONES
from .state import NOBODY as NOBODY
from .state import NOTES as NOTES
from .state import OPEN as OPEN
from .state import OWNER as OWNER
from .state import Places as Places

if TYPE_CHECKING:
    from random import Random

    from .game import AnyGame

_NO_ANSWERS: Final = [-1] * MAX_SEATS
UNKNOWN: Final = -1
"""Stands in an observation for a number that its reader may not know."""


def is_back(card: int) -> bool:
    """Return whether a card number in an observation stands for an unknown card: it is -1 minus the card's back.

    >>> is_back(-1), is_back(0)
    (True, False)
    """
    return card < 0


class Observation:
    """What one seat may know of a game; it has no reference to the game.

    ``seat`` is -1 for a spectator. ``n`` and ``z`` have the layout of the game's lists, with :data:`UNKNOWN` and backs
    (:func:`is_back`) for what is hidden; ``n[WHO]`` are the seats that the reader sees to be asked. ``offer`` are the
    seat's legal actions. A game that needs more makes a subclass.
    """

    def __init__(self, seat: int, seats: int, n: list[int], z: list[tuple[int, ...]], offer: Options) -> None:
        self.seat = seat
        self.seats = seats
        self.n = n
        self.z = z
        self.offer = offer

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.seat, self.seats, self.n, self.z, self.offer)

    @property
    def reader(self) -> int | None:
        """The seat that observes; ``None`` for a spectator."""
        return self.seat if self.seat >= 0 else None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that this reader sees to be asked."""
        return tuple([seat for seat in range(self.seats) if self.n[WHO] >> seat & 1])


# For every game: the kernel's part of the state -----------------------------------------------------------------


def without_secrets(g: AnyGame, seat: int) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return copies of a game's numbers and zones, in which the kernel's part holds only what ``seat`` may know.

    The random state, the sealed answers of others, and the questions of cards to others are removed. The game must
    remove what is hidden in its own part. ``seat`` is -1 for a spectator.
    """
    n, z = g.n[:], g.z[:]
    n[RNG] = 0
    answer = n[ANSWER + seat] if seat >= 0 else -1
    n[ANSWER : ANSWER + MAX_SEATS] = _NO_ANSWERS
    if seat >= 0:
        n[ANSWER + seat] = answer
    asked = seat >= 0 and n[WHO] >> seat & 1 > 0
    if g.rules.is_quiet(n):  # who is asked would reveal something about a hand
        n[WHO] = 1 << seat if asked else 0
    clear_question(g, n, z, asked)
    return n, z


def clear_question(g: AnyGame, n: list[int], z: list[tuple[int, ...]], asked: bool) -> None:
    """Clear the last question of a card from the state, as it may name hidden cards.

    If the question is still open, it is kept if ``asked``: the reader is one of those who must answer it.
    """
    if not asked or n[ASK] != g.rules.choose:
        n[QUESTION] = 0
        z[CHOICES] = ()
    n[ASKER] = asking_card(g, asked)


def asking_card(g: AnyGame, asked: bool) -> int:
    """Return the card whose question is open; -1 if there is none, or the reader is not ``asked``."""
    kind, rules = g.n[ASK], g.table.rules
    asks = asked and kind < PAUSED and (kind == rules.choose or rules.kinds[kind].card)
    return g.n[ASKER] if asks else -1


def legal_or_nothing(g: AnyGame, seat: int) -> Options:
    """Return the legal actions of a seat; none for a spectator (-1) and for a seat that is not asked."""
    return g.legal(seat) if seat >= 0 else g.rules.nothing


def redraw_sealed_answer(world: AnyGame, seat: int, rng: Random, first: int = 0) -> None:
    """Replace the sealed answer of a seat in an imagined game, if there is one, by a random legal answer.

    Args:
        first: subtracted from the code, for a game that keeps amounts instead of codes.
    """
    n = world.n
    kind = n[ASK]
    if n[ANSWER + seat] >= 0 and kind < PAUSED and world.rules.kinds[kind].sealed:
        options = world.rules.options(world, seat, kind)
        reseal(world, seat, options.code_at(int(rng.random() * len(options))) - first)


def reseed(world: AnyGame, rng: Random) -> None:
    """Give an imagined game its own stream of random numbers."""
    world.n[RNG] = scramble(rng.getrandbits(63))


# For games in which the place of a card decides who knows it -----------------------------------------------------


def _one_back(g: Any, card: int) -> int:
    return 0


def _same_code(code: int, new: Mapping[int, int]) -> int:
    return code


class VisibilityTable:
    """A table of who knows which place, with the :meth:`observe` and :meth:`imagine` that follow from it.

    The number of cards in a zone is public. Of a hidden card only the back is known; an imagined game shuffles the
    unknown cards that have the same back.

    Args:
        zones: all zones of the game in order, without a gap, beginning after the kernel's: those of its
            :class:`.state.StateSchema`.
        numbers: all numbers, in the same way.
        back: number of the back of a card, from 0: ``(game, card)``; it must not depend on where the card lies. By
            default all cards have the same back.
        renamed: the code of an answer after cards were replaced: ``(code, {card: its replacement})``. Needed if answers
            to a card's question can name hidden cards.

    Raises:
        ValueError: a place is left out or named twice; a hidden number has no values, an open one has some.

    >>> table = VisibilityTable(zones=[Places(ZONES, OWNER), Places(ZONES + 6, NOBODY, 1)], numbers=[])
    >>> table.zones == ZONES + 7, table.numbers == NUMBERS
    (True, True)
    >>> VisibilityTable(zones=[Places(ZONES + 1)], numbers=[])
    Traceback (most recent call last):
    ValueError: zones: the next place is 1, but the table goes on at 2
    """

    def __init__(
        self,
        zones: Iterable[Places],
        numbers: Iterable[Places],
        back: Callable[[Any, int], int] = _one_back,
        renamed: Callable[[int, Mapping[int, int]], int] = _same_code,
    ) -> None:
        self.back = back
        self.renamed = renamed
        self.hidden_zones: Final[list[tuple[int, int]]] = []
        """Zones that are not public, with their owner's seat or -1."""
        self.notes: Final[list[tuple[int, int]]] = []
        self.hidden_numbers: Final[list[tuple[int, int, tuple[int, ...]]]] = []
        self.zones: Final = self._zones(tuple(zones))
        """How many zones there are, the kernel's included, as :func:`.state.blank` wants it."""
        self.numbers: Final = self._numbers(tuple(numbers))

    def _zones(self, table: tuple[Places, ...]) -> int:
        for places in table:
            for zone in range(places.first, places.first + places.size):
                if places.knows == NOTES:
                    self.notes.append((zone, places.owner(zone)))
                elif places.knows != OPEN:
                    self.hidden_zones.append((zone, places.owner(zone)))
        return _end("zones", ZONES, table)

    def _numbers(self, table: tuple[Places, ...]) -> int:
        for places in table:
            if (places.knows == OPEN) != (not places.values) or places.knows == NOTES:
                raise ValueError(f"numbers: place {places.first} is {places.knows}, with values {places.values}")
            for number in range(places.first, places.first + places.size):
                if places.knows != OPEN:
                    self.hidden_numbers.append((number, places.owner(number), places.values))
        return _end("numbers", NUMBERS, table)

    def _seen(self, g: AnyGame, seat: int) -> frozenset[int]:
        """Return the hidden cards that a seat has seen."""
        return frozenset([card for zone, owner in self.notes if owner == seat for card in g.z[zone]])

    def observe(self, g: AnyGame, seat: int) -> Observation:
        """Return what a seat may know of a game now; -1 is a spectator, who sees what is public."""
        n, z = without_secrets(g, seat)
        seen = self._seen(g, seat)
        for zone, owner in self.hidden_zones:
            if owner < 0 or owner != seat:
                z[zone] = tuple([card if card in seen else -1 - self.back(g, card) for card in z[zone]])
        for zone, owner in self.notes:
            if owner != seat:
                z[zone] = ()
        for number, owner, _ in self.hidden_numbers:
            if owner < 0 or owner != seat:
                n[number] = UNKNOWN
        return Observation(seat, g.seats, n, z, legal_or_nothing(g, seat))

    def imagine(self, g: AnyGame, seat: int, rng: Random) -> Any:
        """Return a copy of ``g``, not recorded, in which ``rng`` has replaced all that ``seat`` does not know."""
        world = g.copy(record=False)
        n, z = world.n, world.z
        clear_question(g, n, z, n[WHO] > 0)
        new = self._deal_anew(world, seat, rng)
        for zone, owner in self.notes:
            if owner != seat:
                z[zone] = tuple([new.get(card, card) for card in z[zone]])
        if not n[WHO] >> seat & 1:  # somebody else's question
            n[ASKER] = new.get(n[ASKER], n[ASKER])
            z[CHOICES] = tuple([self.renamed(code, new) for code in z[CHOICES]])
        for number, owner, values in self.hidden_numbers:
            if owner < 0 or owner != seat:
                n[number] = rng.choice(values)
        for other in range(g.seats):
            if other != seat:
                redraw_sealed_answer(world, other, rng)
        reseed(world, rng)
        return world

    def _deal_anew(self, world: AnyGame, seat: int, rng: Random) -> dict[int, int]:
        """Shuffle the unknown cards of each back among their places; return which card has replaced each."""
        z = world.z
        seen = self._seen(world, seat)
        unknown: dict[int, list[int]] = {}
        for zone, owner in self.hidden_zones:
            if owner < 0 or owner != seat:
                for card in z[zone]:
                    if card not in seen:
                        unknown.setdefault(self.back(world, card), []).append(card)
        new: dict[int, int] = {}
        for back in sorted(unknown):
            cards = sorted(unknown[back])  # so that the real arrangement does not shape the imagined one
            rng.shuffle(cards)
            new.update(zip(unknown[back], cards, strict=True))
        for zone, _ in self.hidden_zones:
            z[zone] = tuple([new.get(card, card) for card in z[zone]])
        return new


def _end(what: str, first: int, table: tuple[Places, ...]) -> int:
    """Return the index after the last place; raise ``ValueError`` if the places have a gap or overlap."""
    for places in table:
        if places.first != first:
            raise ValueError(f"{what}: the next place is {first}, but the table goes on at {places.first}")
        first += places.size
    return first
