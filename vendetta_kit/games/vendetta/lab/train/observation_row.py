"""What a seat may know of a game as a row of bytes, for learning agents, and what each of its columns means.

A row is made from an observation (:func:`vendetta_kit.games.vendetta.engine.observation.observe`), so nothing hidden is
in it. Seats are counted from the reader: seat 0 is the reader, 1 the next one clockwise. A card of a clan has the
numbers 0 to 8 for every clan. So an agent can use what it has learned in any seat and with any clan.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final, NamedTuple

from vendetta_kit.games.vendetta.engine import state as s
from vendetta_kit.games.vendetta.engine.agenda import AFTER, CHOOSE, KEEP, KIND_NAMES, PLAN, QUESTION_NAMES
from vendetta_kit.games.vendetta.engine.card_knowledge import known
from vendetta_kit.games.vendetta.engine.card_tables import (
    ALL_CARDS,
    AT,
    BIT,
    CARDS_OF_A_CLAN,
    CLAN_CARDS,
    CLANS,
    FIRST_ALLY,
    FIRST_RELIC,
    IDS,
    ORDERS,
)
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.observation import (
    VendettaObservation,
    identified,
    own_deck,
    surely_in_hand,
)
from vendetta_kit.games.vendetta.engine.rounds import count_looked_at
from vendetta_kit.games.vendetta.engine.rule_numbers import FEWEST_SEATS
from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel.agenda import PAUSED
from vendetta_kit.kernel.refusal import SetupChecks
from vendetta_kit.kernel.state import ASK, ASKER, QUESTION
from vendetta_kit.kernel.visibility import asking_card

LARGEST: Final = 255
"""The largest number in a row; an amount above it is shown as it."""
_SIZES: Final = s.CLAN - s.HAND
"""+ a zone: the place of its size, after all amounts of the state up to ``CLAN``."""
_PEOPLE: Final = FIRST_RELIC - FIRST_ALLY
_OFFERED: Final = s.MAX_SEATS + 2
_IN_HAND: Final = 1
_IN_DECK: Final = 2
_LYING: Final = 3
"""+ (holder, counted from the card's owner) * 8 + location * 2 + 1 if it lies face up."""
_ONE_COLUMN_A_SEAT: Final = (
    "clan",
    "blood",
    "influence",
    "tokens_up",
    "tokens_down",
    "hand_size",
    "deck_size",
    "relic",
    "relic_used",
    "out",
    "mate",
)


class ObservedColumn(NamedTuple):
    """One number of an observation.

    ``values`` is the name of each of its values from 0 on where it stands for one of several things; for an amount
    it is empty, and ``unit`` says of what.
    """

    name: str
    meaning: str
    values: tuple[str, ...] = ()
    unit: str = ""


def described(seats: int) -> tuple[ObservedColumn, ...]:
    """Return what each number of a row is, in order.

    Raises:
        BadSetup: there are never so many seats.

    >>> [column.name for column in described(4)[:4]], described(4)[1].values[:3]
    (['round', 'phase', 'step', 'location'], ('set_up', 'feed', 'location_setup'))
    """
    SetupChecks().whole(seats, ("seats",), FEWEST_SEATS, s.MAX_SEATS)
    places = ("none", *(f"location {at}" if isinstance(at, int) else str(at) for at in AT))
    cards = ("none", *IDS[:ALL_CARDS])
    who = tuple(f"seat {k}" for k in range(seats))
    someone = ("nobody", *who)
    found = [
        ObservedColumn("round", "the round; 0 in the set-up", unit="rounds"),
        ObservedColumn("phase", "the phase", s.PHASES),
        ObservedColumn("step", "the step of Resolution", tuple(step or "none" for step in s.STEPS)),
        ObservedColumn("location", "the Location that is being resolved", places),
        ObservedColumn("turn_number", "which of the round's Planning turns it is, 0 outside them", unit="turns"),
        ObservedColumn("kind", "the kind of decision", tuple(kind or "none" for kind in KIND_NAMES)),
        ObservedColumn("question", "what a card asks the reader", ("none", *QUESTION_NAMES)),
        ObservedColumn("asking_card", "the card that asks the reader", cards),
        ObservedColumn("victims_left", "the Victims deck", unit="cards"),
        ObservedColumn("allies_left", "Allies not yet seen", unit="cards"),
        ObservedColumn("ambition", "who holds the Ambition token", who),
        ObservedColumn("active", "whose Planning turn it is", someone),
    ]
    found += [ObservedColumn(f"ally.{at}", f"the Ally at {at}", cards) for at in AT]
    found += [ObservedColumn(f"location_card.{at}", f"the Location card at {at}", cards) for at in AT]
    offered = ("none", *(f"{CLANS[k]} or {IDS[k]}" if k < len(CLANS) else IDS[k] for k in range(ALL_CARDS)))
    found += [
        ObservedColumn(f"offer.{k}", "a card, or a clan sheet if kind is pick_clan, offered or looked at", offered)
        for k in range(_OFFERED)
    ]
    meanings = {
        "clan": ("the clan", ("none", *CLANS), ""),
        "blood": ("Blood in the Pool", (), "Blood"),
        "influence": ("Influence tokens", (), "Influence"),
        "tokens_up": ("Diablerie tokens face up", (), "tokens"),
        "tokens_down": ("Diablerie tokens face down", (), "tokens"),
        "hand_size": ("cards in hand", (), "cards"),
        "deck_size": ("cards in the Clan deck", (), "cards"),
        "relic": ("the Relic", cards, ""),
        "relic_used": ("whether the Relic is used", ("no", "yes"), ""),
        "out": ("whether the player is out of the game", ("no", "yes"), ""),
        "mate": ("the other player of the team", someone, ""),
    }
    for name in _ONE_COLUMN_A_SEAT:
        meaning, values, unit = meanings[name]
        found += [ObservedColumn(f"{name}.{k}", f"{meaning} of seat {k}", values, unit) for k in range(seats)]
    for name, meaning, unit in (
        ("deployed", "Deployed Blood", "Blood"),
        ("hidden", "unknown cards face down", "cards"),
    ):
        found += [
            ObservedColumn(f"{name}.{k}.{at}", f"{meaning} of seat {k} at {at}", (), unit)
            for k in range(seats)
            for at in AT
        ]
    people = ("in nobody's Alliance", *(f"seat {k}, {how}" for k in range(seats) for how in ("undrained", "Drained")))
    found += [
        ObservedColumn(f"person.{IDS[FIRST_ALLY + k]}", "whose Ally or Victim it is", people) for k in range(_PEOPLE)
    ]
    lying = tuple(
        f"face {face} at {at}, on the Position {k} seats after its owner's" if k else f"face {face} at {at}"
        for k in range(seats)
        for at in AT
        for face in ("down", "up")
    )
    where = ("not known", "in the owner's hand", "in the reader's deck, where it is known", *lying)
    found += [
        ObservedColumn(f"card.{k}.{card}", f"where card {card} of the clan of seat {k} is", where)
        for k in range(seats)
        for card in range(CARDS_OF_A_CLAN)
    ]
    return tuple(found)


class _Reader:
    """Where in the state the columns of a row lie, for one number of seats and one reader."""

    __slots__ = (
        "amounts",
        "clans",
        "deployed",
        "first_card",
        "first_person",
        "lies",
        "no_relics",
        "none",
        "order",
        "others",
        "people",
        "places",
        "rank",
        "rest",
    )

    def __init__(self, seats: int, me: int) -> None:
        order = ORDERS[seats][me]
        self.order = order
        self.others = order[1:]
        self.rank = tuple([(seat - me) % seats for seat in range(seats)])
        """How many seats each seat comes after the reader."""
        self.none = bytes(seats)
        self.no_relics = [-1] * seats
        counts = s.POOL, s.INFL, s.TOKENS_UP, s.TOKENS_DOWN, _SIZES + s.HAND, _SIZES + s.DECK
        self.amounts = bytes([place + seat - s.POOL for place in counts for seat in order])
        """Of each column from ``blood`` to ``deck_size`` the place among the amounts."""
        self.deployed = bytes([s.BLOOD + seat * 4 + at - s.POOL for seat in order for at in range(4)])
        """Of each column of ``deployed`` the place among the amounts."""
        self.clans: Callable[[list[int]], tuple[int, ...]] = itemgetter(*[s.CLAN + seat for seat in order])
        self.people = tuple([zone + seat for seat in order for zone in (s.ALLIANCE, s.DRAINED)])
        self.places = tuple([self.rank[seat] * 4 + at for seat in range(seats) for at in range(4)])
        """The Position that each one is for the reader, whose own come first."""
        self.first_person = seats * 4 - FIRST_ALLY
        """+ the number of an Ally or a Victim: its column, counted from ``hidden`` on."""
        self.first_card = seats * 4 + _PEOPLE
        self.rest = bytes(self.first_card + seats * CARDS_OF_A_CLAN)
        """The columns from ``hidden`` on, all 0."""
        self.lies = tuple([self._lies(seats, place) for place in self.places])
        """By Position and column: what stands there if the card lies face down on it."""

    def _lies(self, seats: int, pos: int) -> bytes:
        aways = [(pos // 4 - owner) % seats for owner in range(seats) for _ in range(CARDS_OF_A_CLAN)]
        return bytes(self.first_card) + bytes([_LYING + away * 8 + pos % 4 * 2 for away in aways])


def row_of(o: VendettaObservation) -> bytes:
    """Return what a seat may know as numbers from 0 to :data:`LARGEST`, one for each of :func:`described`."""
    asked = len(o.offer) > 0
    deck = o.z[s.DECK + o.seat]
    return _row(o.n, o.z, o.seats, o.seat, asked, o.n[ASKER], _ALL, _ALL, 0, deck, o.location_card, o.mate)


def row_of_game(g: Game, seat: int, asked: bool) -> bytes:
    """Return what a seat may know now, as :func:`row_of` does from its observation, in less time.

    Args:
        asked: whether the seat has legal actions.
    """
    n, z, seats = g.n, g.z, g.seats
    sure, near, _ = known(n, seat)
    cards = identified(n, seat, sure)
    deck = own_deck(g, seat) if n[ASK] == KEEP or n[s.KNOWN_BOTTOM + seat] else ()  # else it knows none of its cards
    asker, table = n[ASKER], g.table
    if asker >= 0:
        asker = asking_card(g, asked)
    return _row(n, z, seats, seat, asked, asker, cards, sure, near & ~cards, deck, table.location_card, table.mate)


def _row(
    n: list[int],
    z: list[tuple[int, ...]],
    seats: int,
    me: int,
    asked: bool,
    asker: int,
    sure: int,
    in_hand: int,
    near: int,
    deck: tuple[int, ...],
    location_card: tuple[int, ...],
    mate: tuple[int, ...],
) -> bytes:
    """Return a row, from the lists of an observation or of a game.

    Args:
        sure: bit set of the Clan cards that the reader knows where they lie on Positions; the others count as unknown.
        in_hand: bit set of the Clan cards that the reader knows in others' hands; the others are left out.
        near: bit set of others' cards that are in hand or face down, as far as that is not yet worked out.
        deck: the reader's own deck, with backs for the cards that it does not know; may be empty if it knows none.
    """
    reader = _READERS[seats][me]
    rank, none = reader.rank, reader.none
    kind, active = n[ASK], n[s.ACTIVE]
    top = (
        n[s.ROUND],
        n[s.PHASE],
        n[s.STEP],
        n[s.LOC] + 1,
        n[s.TURN_NUMBER] if kind in (PLAN, AFTER) else 0,
        kind if kind < PAUSED else 0,
        n[QUESTION] + 1 if asked and kind == CHOOSE else 0,
        asker + 1,
        len(z[s.VICTIMS]),
        len(z[s.ALLIES]),
        rank[n[s.AMBITION]],
        rank[active] + 1 if active >= 0 else 0,
        n[s.ALLY_AT] + 1,
        n[s.ALLY_AT + 1] + 1,
        n[s.ALLY_AT + 2] + 1,
        n[s.ALLY_AT + 3] + 1,
    )
    offer = z[s.OFFER]
    if kind == KEEP and asked:
        offer += deck[: count_looked_at(seats, n[s.ROUND])]
    clans = reader.clans(n)
    found = _CLANS.get(clans)
    if found is None:
        found = _CLANS[clans] = _clan_columns(clans, reader.first_card)
    clan_columns, column_of = found
    plain = n[s.RELIC : s.RELIC + seats] == reader.no_relics
    out = n[s.OUT]
    rest = bytearray(reader.rest)
    first = reader.first_person
    for mark, zone in enumerate(reader.people, 1):
        for card in z[zone]:
            rest[first + card] = mark
    for card in z[s.HAND + me]:
        rest[column_of[card]] = _IN_HAND
    if deck and (deck[0] >= 0 or deck[-1] >= 0):  # what is known lies at the top and at the bottom
        for card in deck:
            if card >= 0:
                rest[column_of[card]] = _IN_DECK
    up = n[s.UP]
    down = 0
    for pos, cards in enumerate(z[s.CARDS : s.CARDS + seats * 4]):
        if cards:
            place, lies = reader.places[pos], reader.lies[pos]
            for card in cards:
                if card < 0 or not sure & BIT[card]:
                    rest[place] += 1
                    if near and place > 3:
                        down |= 1 << card // CARDS_OF_A_CLAN
                else:
                    column = column_of[card]
                    rest[column] = lies[column] + 1 if up & BIT[card] else lies[column]
    if near:
        in_hand |= surely_in_hand(n, seats, me, near, down)
    if in_hand:
        for seat in reader.others:
            for card in z[s.HAND + seat]:
                if card >= 0 and in_hand & BIT[card]:
                    rest[column_of[card]] = _IN_HAND
    try:
        amounts = bytes(n[s.POOL : s.CLAN])
    except ValueError:  # one that has no place in a byte
        amounts = bytes([min(max(amount, 0), LARGEST) for amount in n[s.POOL : s.CLAN]])
    table = (amounts + bytes([len(cards) for cards in z[s.HAND : s.ALLIANCE]])).ljust(256, b"\0")
    return b"".join(
        (
            bytes(top),
            _NO_PLACES if location_card == _NOWHERE else bytes([card + 1 for card in location_card]),
            bytes([card + 1 for card in offer[:_OFFERED]]).ljust(_OFFERED, b"\0") if offer else _NO_OFFER,
            clan_columns,
            reader.amounts.translate(table),
            none if plain else bytes([n[s.RELIC + seat] + 1 for seat in reader.order]),
            none if plain else bytes([n[s.RELIC_USED + seat] for seat in reader.order]),
            bytes([out >> seat & 1 for seat in reader.order]) if out else none,
            bytes([rank[mate[seat]] + 1 for seat in reader.order]) if mate[me] >= 0 else none,
            reader.deployed.translate(table),
            rest,
        )
    )


def _clan_columns(clans: tuple[int, ...], first: int) -> tuple[bytes, tuple[int, ...]]:
    """Return the columns of the clans, seats from the reader on, and for each Clan card its place after ``hidden``."""
    column_of = [0] * CLAN_CARDS
    for k, clan in enumerate(clans):
        for card in range(CARDS_OF_A_CLAN) if clan >= 0 else ():
            column_of[clan * CARDS_OF_A_CLAN + card] = first + k * CARDS_OF_A_CLAN + card
    return bytes([clan + 1 for clan in clans]), tuple(column_of)


_ALL: Final = (1 << CLAN_CARDS) - 1
_NOWHERE: Final = (-1,) * len(AT)
_NO_PLACES: Final = bytes(len(AT))
_NO_OFFER: Final = bytes(_OFFERED)
_READERS: Final = tuple(
    [tuple([_Reader(seats, me) for me in range(seats)]) if seats > 1 else () for seats in range(s.MAX_SEATS + 1)]
)
"""By number of seats and by reader."""
_CLANS: Final[dict[tuple[int, ...], tuple[bytes, tuple[int, ...]]]] = {}
"""What :func:`_clan_columns` has made, by the clans from the reader on."""


def columns(seats: int) -> tuple[str, ...]:
    """Return the name of each number of an observation.

    >>> columns(4)[:4]
    ('round', 'phase', 'step', 'location')
    """
    return tuple([column.name for column in described(seats)])


def observed(view: Any) -> list[int]:
    """Return a seat's view, as ``game.view(seat)`` gives it, as numbers, one for each of :func:`columns`.

    Raises:
        BadInput: it is no view.

    >>> from vendetta_kit import Game
    >>> dict(zip(columns(4), observed(Game.new(seats=4, seed=7).view(0)), strict=True))["deck_size.0"]
    0
    """
    if not hasattr(view, "observation"):
        raise BadInput("view", Message("found", value=view), Message("want.view_of"))
    return list(row_of(view.observation))
