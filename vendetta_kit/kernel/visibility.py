"""Who knows what: the one place of each game where it is decided, and what of it is the same in every game.

An *observation* is laid out as a game's state (:mod:`.state`) with everything taken out that its reader may not know.
Views are its words; bots, search and simulations play by it. It holds no agenda, for a step may need what is hidden;
who is asked, and what for, stands in the numbers.

An *imagined* game is one that a seat cannot tell from the real one: all that it knows is kept, and the rest dealt anew.
Observing it gives the same observation; imagining again from it, by the same chance, gives the same game.

A game says both with two functions. Where each place is known to all, to its owner or to nobody, a table will do:
:class:`VisibilityTable`. In both, the names of hidden cards lie in zones and numbers alone, never in a step on the
agenda.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .agenda import PAUSED, reseal
from .options import Options
from .rng import scramble
from .state import ANSWER, ASK, ASKER, CHOICES, MAX_SEATS, NUMBERS, QUESTION, RNG, WHO, ZONES

if TYPE_CHECKING:
    from random import Random

    from .game import AnyGame

OPEN: Final = "open"
"""Everybody knows what lies there."""
OWNER: Final = "owner"
"""Only the seat whose place it is."""
NOBODY: Final = "nobody"
"""No one, such as a deck."""
NOTES: Final = "notes"
"""Cards, noted again, that the seat whose place it is has seen where they lie; others do not know how many."""

UNKNOWN: Final = -1
"""What an observation holds in place of a number that its reader may not know."""


def is_back(card: int) -> bool:
    """Return whether a card in an observation is not known: ``-1`` less the number of its back.

    >>> is_back(-1), is_back(0)
    (True, False)
    """
    return card < 0


class Observation:
    """All that one seat may know, and nothing else; it holds no game.

    ``seat`` is -1 for a spectator. ``n`` and ``z`` are laid out as the game's, with :data:`UNKNOWN` and backs
    (:func:`is_back`) for what is hidden; ``n[WHO]`` are the seats that are seen to be asked. ``offer`` are the seat's
    own legal actions. A game that needs more makes a subclass.
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
        """The seat that may know this; ``None`` for a spectator."""
        return self.seat if self.seat >= 0 else None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that this reader sees to be asked."""
        return tuple([seat for seat in range(self.seats) if self.n[WHO] >> seat & 1])


# The kernel's own places: for every game ----------------------------------------------------------------------


def without_secrets(g: AnyGame, seat: int) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return twins of a game's numbers and zones in which the kernel's places hold only what ``seat`` may know.

    Chance, what others have sealed, and what a card asks of others are gone. The game's own places are as they were:
    taking out what is hidden there is left to the game. ``seat`` is -1 for a spectator.
    """
    n, z = g.n[:], g.z[:]
    n[RNG] = 0
    for other in range(g.seats):
        if other != seat:
            n[ANSWER + other] = -1
    asked = seat >= 0 and n[WHO] >> seat & 1 > 0
    if g.rules.is_quiet(n):  # being asked tells something of a hand
        n[WHO] = 1 << seat if asked else 0
    forget_the_question(g, n, z, asked)
    return n, z


def forget_the_question(g: AnyGame, n: list[int], z: list[tuple[int, ...]], asked: bool) -> None:
    """Clear what a card's question left behind, and what it asks if it is not ``asked`` of one who may know it.

    Nothing reads it again, but it may name hidden cards.
    """
    kind = n[ASK]
    if not asked or kind != g.rules.choose:
        n[QUESTION] = 0
        z[CHOICES] = ()
        if not asked or kind >= PAUSED or not g.rules.kinds[kind].card:
            n[ASKER] = -1


def offer_to(g: AnyGame, seat: int) -> Options:
    """Return what a seat may do now; nothing for a spectator (-1) and for who is not asked."""
    return g.legal(seat) if seat >= 0 else g.rules.nothing


def answer_anew(world: AnyGame, seat: int, rng: Random, first: int = 0) -> None:
    """Draw in an imagined game what a seat has sealed, if it has: any other answer is as good.

    Args:
        first: the code that is kept as 0, where a game keeps amounts and not codes.
    """
    n = world.n
    kind = n[ASK]
    if n[ANSWER + seat] >= 0 and kind < PAUSED and world.rules.kinds[kind].sealed:
        options = world.rules.options(world, seat, kind)
        reseal(world, seat, options.code_at(int(rng.random() * len(options))) - first)


def chance_anew(world: AnyGame, rng: Random) -> None:
    """Give an imagined game a stream of random numbers of its own."""
    world.n[RNG] = scramble(rng.getrandbits(63))


# By a table: for games in which places, not cards, decide -----------------------------------------------------


class Places(NamedTuple):
    """Some places in a row, all known alike.

    ``first`` is the number of the first and ``size`` how many there are. Those that belong to seats have ``each``
    places for each, seat after seat. ``values`` are those that a hidden number can have.

    >>> Places(7, OWNER, 12, each=2).owner(9)
    1
    """

    first: int
    knows: str = OPEN
    size: int = MAX_SEATS
    each: int = 1
    values: tuple[int, ...] = ()

    def owner(self, place: int) -> int:
        """Return the seat whose place it is; -1 if it is nobody's to know."""
        return (place - self.first) // self.each if self.knows in (OWNER, NOTES) else -1


def _one_back(g: Any, card: int) -> int:
    return 0


def _same_code(code: int, new: Mapping[int, int]) -> int:
    return code


class VisibilityTable:
    """Who knows what, as a table of places; :meth:`observe` and :meth:`imagine` follow from it.

    How many cards lie in a zone everybody knows. A hidden card is told by its back, and what is not known of cards of
    one back is a shuffle: any of them may lie in any of the places that hold an unknown one.

    Args:
        zones: all zones of the game, in the order in which they lie, without a gap after the kernel's.
        numbers: all numbers, in the same way.
        back: number of the back of a card, from 0: ``(game, card)``. It is the card's own, wherever it lies. By default
            all have the same.
        renamed: the code of an answer with other cards: ``(code, {card: card in its place})``. Needed where the answers
            to a card's question can name cards that others may not know.

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
        """Zones that not everybody knows, with their owner's seat or -1."""
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
        """Cards that a seat has seen where they lie."""
        return frozenset([card for zone, owner in self.notes if owner == seat for card in g.z[zone]])

    def observe(self, g: AnyGame, seat: int) -> Observation:
        """Return what a seat may know of a game now; -1 is a spectator, who knows what lies open."""
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
        return Observation(seat, g.seats, n, z, offer_to(g, seat))

    def imagine(self, g: AnyGame, seat: int, rng: Random) -> Any:
        """Return a twin of ``g``, not recorded, with all that ``seat`` does not know dealt anew by ``rng``."""
        world = g.copy(record=False)
        n, z = world.n, world.z
        forget_the_question(g, n, z, n[WHO] > 0)
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
                answer_anew(world, other, rng)
        chance_anew(world, rng)
        return world

    def _deal_anew(self, world: AnyGame, seat: int, rng: Random) -> dict[int, int]:
        """Shuffle the unknown cards of each back over their places; return which lies in whose place now."""
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
    """Return the place after the last one, if the table has all places from ``first`` on, each once."""
    for places in table:
        if places.first != first:
            raise ValueError(f"{what}: the next place is {first}, but the table goes on at {places.first}")
        first += places.size
    return first
