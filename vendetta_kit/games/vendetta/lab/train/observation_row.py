"""What a seat may know of a game as a row of bytes, for learning agents, and what each of its columns means.

A row is made from an observation (:func:`vendetta_kit.games.vendetta.engine.observation.observe`), so nothing hidden is
in it. Seats are counted from the reader: seat 0 is the reader, 1 the next one clockwise. A card of a clan has the
numbers 0 to 8 for every clan. So an agent can use what it has learned in any seat and with any clan.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from vendetta_kit.games.vendetta.engine.agenda import CHOOSE, KEEP, KIND_NAMES, PLAN, QUESTION_NAMES
from vendetta_kit.games.vendetta.engine.card_tables import (
    ALL_CARDS,
    AT,
    BIT,
    CARDS_OF_A_CLAN,
    CLANS,
    FIRST_ALLY,
    FIRST_RELIC,
    IDS,
)
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.rounds import count_looked_at
from vendetta_kit.games.vendetta.engine.state import (
    ACTIVE,
    ALLIANCE,
    ALLIES,
    ALLY_AT,
    AMBITION,
    BLOOD,
    CARDS,
    CLAN,
    DECK,
    DRAINED,
    HAND,
    INFL,
    LOC,
    MAX_SEATS,
    OFFER,
    OUT,
    PHASE,
    PHASES,
    POOL,
    RELIC,
    RELIC_USED,
    ROUND,
    STEP,
    STEPS,
    TOKENS_DOWN,
    TOKENS_UP,
    TURN_NUMBER,
    UP,
    VICTIMS,
)
from vendetta_kit.kernel.state import ASK, ASKER, QUESTION

__all__ = ["LARGEST", "ObservedColumn", "described", "row_of"]

LARGEST: Final = 255
"""The largest number in a row; an amount above it is shown as it."""
_PEOPLE: Final = FIRST_RELIC - FIRST_ALLY
_OFFERED: Final = MAX_SEATS + 2
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

    >>> [column.name for column in described(4)[:4]], described(4)[1].values[:3]
    (['round', 'phase', 'step', 'location'], ('set_up', 'feed', 'location_setup'))
    """
    places = ("none", *(f"location {at}" if isinstance(at, int) else str(at) for at in AT))
    cards = ("none", *IDS[:ALL_CARDS])
    who = tuple(f"seat {k}" for k in range(seats))
    someone = ("nobody", *who)
    found = [
        ObservedColumn("round", "the round; 0 in the set-up", unit="rounds"),
        ObservedColumn("phase", "the phase", PHASES),
        ObservedColumn("step", "the step of Resolution", tuple(step or "none" for step in STEPS)),
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


def row_of(o: VendettaObservation) -> bytes:
    """Return what a seat may know as numbers from 0 to :data:`LARGEST`, one for each of :func:`described`."""
    n, z = o.n, o.z
    me, seats = o.seat, o.seats
    kind = n[ASK]
    asks = kind == CHOOSE and len(o.offer) > 0
    active = n[ACTIVE]
    order = _ORDERS[seats][me]
    rank = _RANKS[seats][me]
    row = [
        n[ROUND],
        n[PHASE],
        n[STEP],
        n[LOC] + 1,
        n[TURN_NUMBER] if kind == PLAN or kind == PLAN + 1 else 0,
        kind if kind < len(KIND_NAMES) else 0,
        n[QUESTION] + 1 if asks else 0,
        n[ASKER] + 1,
        len(z[VICTIMS]),
        len(z[ALLIES]),
        rank[n[AMBITION]],
        rank[active] + 1 if active >= 0 else 0,
        n[ALLY_AT] + 1,
        n[ALLY_AT + 1] + 1,
        n[ALLY_AT + 2] + 1,
        n[ALLY_AT + 3] + 1,
    ]
    row += [card + 1 for card in o.location_card]
    offer = z[OFFER]
    if kind == KEEP and len(o.offer) > 0:
        offer += z[DECK + me][: count_looked_at(seats, n[ROUND])]
    if offer:
        row += [card + 1 for card in offer[:_OFFERED]]
        row += _ZEROS[: _OFFERED - len(offer)]
    else:
        row += _NO_OFFER
    end = CLAN + seats
    row += [clan + 1 for clan in n[CLAN + me : end] + n[CLAN : CLAN + me]]
    row += n[POOL + me : POOL + seats]
    row += n[POOL : POOL + me]
    row += n[INFL + me : INFL + seats]
    row += n[INFL : INFL + me]
    row += n[TOKENS_UP + me : TOKENS_UP + seats]
    row += n[TOKENS_UP : TOKENS_UP + me]
    row += n[TOKENS_DOWN + me : TOKENS_DOWN + seats]
    row += n[TOKENS_DOWN : TOKENS_DOWN + me]
    row += [len(cards) for cards in z[HAND + me : HAND + seats]]
    row += [len(cards) for cards in z[HAND : HAND + me]]
    row += [len(cards) for cards in z[DECK + me : DECK + seats]]
    row += [len(cards) for cards in z[DECK : DECK + me]]
    row += [card + 1 for card in n[RELIC + me : RELIC + seats] + n[RELIC : RELIC + me]]
    row += n[RELIC_USED + me : RELIC_USED + seats]
    row += n[RELIC_USED : RELIC_USED + me]
    out = n[OUT]
    row += [out >> seat & 1 for seat in order] if out else _ZEROS[:seats]
    mate = o.mate
    row += [rank[mate[seat]] + 1 for seat in order] if mate[me] >= 0 else _ZEROS[:seats]
    row += n[BLOOD + me * 4 : BLOOD + seats * 4]
    row += n[BLOOD : BLOOD + me * 4]
    hidden = len(row)
    people = hidden + seats * 4 - FIRST_ALLY
    row += _ZEROS[: seats * (4 + CARDS_OF_A_CLAN) + _PEOPLE]
    mark = 1
    for cards in z[ALLIANCE + me : ALLIANCE + seats] + z[ALLIANCE : ALLIANCE + me]:
        for card in cards:
            row[people + card] = mark
        mark += 2
    mark = 2
    for cards in z[DRAINED + me : DRAINED + seats] + z[DRAINED : DRAINED + me]:
        for card in cards:
            row[people + card] = mark
        mark += 2
    first = people + FIRST_ALLY + _PEOPLE
    first_of = [0] * len(CLANS)
    for k, clan in enumerate(n[CLAN + me : end] + n[CLAN : CLAN + me]):
        if clan >= 0:
            first_of[clan] = first + (k - clan) * CARDS_OF_A_CLAN
    for cards in z[HAND : HAND + seats]:
        if cards and cards[0] >= 0:  # those that the reader knows come first
            for card in cards:
                if card >= 0:
                    row[first_of[card // CARDS_OF_A_CLAN] + card] = _IN_HAND
    for card in z[DECK + me]:
        if card >= 0:
            row[first_of[card // CARDS_OF_A_CLAN] + card] = _IN_DECK
    up = n[UP]
    for pos, cards in enumerate(z[CARDS + me * 4 : CARDS + seats * 4] + z[CARDS : CARDS + me * 4]):
        if cards:
            for card in cards:
                if card < 0:
                    row[hidden + pos] += 1
                else:
                    at = first_of[card // CARDS_OF_A_CLAN] + card
                    away = (pos // 4 - (at - first) // CARDS_OF_A_CLAN) % seats
                    row[at] = _LYING + away * 8 + pos % 4 * 2 + (1 if up & BIT[card] else 0)
    try:
        return bytes(row)
    except ValueError:  # an amount that has no place in a byte
        return bytes([min(max(value, 0), LARGEST) for value in row])


_ZEROS: Final = [0] * (MAX_SEATS * (4 + CARDS_OF_A_CLAN) + _PEOPLE + _OFFERED)
_NO_OFFER: Final = [0] * _OFFERED
_ORDERS: Final = tuple(
    [tuple([tuple([(me + k) % seats for k in range(seats)]) for me in range(seats)]) for seats in range(MAX_SEATS + 1)]
)
"""All seats from each seat on, by number of seats."""
_RANKS: Final = tuple(
    [
        tuple([tuple([(seat - me) % seats for seat in range(seats)]) for me in range(seats)])
        for seats in range(MAX_SEATS + 1)
    ]
)
"""How many seats each seat comes after each seat, by number of seats."""
