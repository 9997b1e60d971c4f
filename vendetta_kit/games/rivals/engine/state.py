"""Where each number and zone of a game of Rivals is stored, and the numbers of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from vendetta_kit.data_paths import read_json
from vendetta_kit.kernel.state import MAX_SEATS, NOBODY, OWNER, StateSchema
from vendetta_kit.kernel.visibility import VisibilityTable

MOST: Final = 4
LIBRARY_SIZE: Final = 40
FACTION_SIZE: Final = 7
ONGOING: Final = 4
EVENTS: Final = 10
BOXED: Final = 4  # Events put away face down (SET-01)
CITY_SIZE: Final = 27
PRESTIGE_EACH: Final = 20

# Card numbers: each seat's Library, each seat's vampires, the city's cards, the Rival tokens
FIRST_LIBRARY: Final = 1
FIRST_VAMPIRE: Final = FIRST_LIBRARY + MOST * LIBRARY_SIZE
FIRST_CITY: Final = FIRST_VAMPIRE + MOST * FACTION_SIZE
FIRST_TOKEN: Final = FIRST_CITY + CITY_SIZE

SCHEMA: Final = StateSchema()
"""Every number and every zone, declared in order. Whichever side of a token is up, it is the same piece (COMP-04)."""

# --- indices into g.n
TURN: Final = SCHEMA.number("turn")
ACTIVE: Final = SCHEMA.number("active seat")
PHASE: Final = SCHEMA.number("phase")
ACTIONS_LEFT: Final = SCHEMA.number("actions left", scenario_key="actions")
SUPPLY: Final = SCHEMA.number(  # the source names neither the tokens' worth nor a limit of the supply
    "supply", account="supply", counts="token", initial=1000
)
MENDED: Final = SCHEMA.number("vampires that have mended in this step, as bits")
PRESTIGE: Final = SCHEMA.number(
    "prestige", per=MAX_SEATS, account="prestige", counts="token",
    scenario_key="prestige", usual=PRESTIGE_EACH, least=1, most=99,
)  # fmt: skip
LEADER: Final = SCHEMA.number("leader's card number", per=MAX_SEATS)
EXHAUSTED: Final = SCHEMA.number("the seat's exhausted vampires, as bits", per=MAX_SEATS)
BLOOD: Final = SCHEMA.number("blood of each vampire", per=MOST * FACTION_SIZE, account="blood", counts="token")
PARTY: Final = SCHEMA.number("party of each vampire in The Streets", per=MOST * FACTION_SIZE)
MARKED: Final = SCHEMA.number("worth of the token on each Ongoing Event", per=ONGOING, account="event", counts="token")
COLOUR: Final = SCHEMA.number("seat + 1 of the token on each Ongoing Event", per=ONGOING)

# --- indices into g.z
LIBRARY: Final = SCHEMA.zone("library", NOBODY, per=MAX_SEATS)
FACTION: Final = SCHEMA.zone("faction", NOBODY, per=MAX_SEATS)
HAND: Final = SCHEMA.zone("hand", OWNER, per=MAX_SEATS)
HAVEN: Final = SCHEMA.zone("haven", per=MAX_SEATS)
OUT: Final = SCHEMA.zone("the seat's vampires in The Streets", per=MAX_SEATS)
TORPOR: Final = SCHEMA.zone("torpor", per=MAX_SEATS)
DISCARDED: Final = SCHEMA.zone("discarded", per=MAX_SEATS)
TAKEN: Final = SCHEMA.zone("Rival token", per=MAX_SEATS)
STREETS: Final = SCHEMA.zone("the city's cards in The Streets")
BURNED: Final = SCHEMA.zone("burned")
CITY: Final = SCHEMA.zone("City Deck", NOBODY)
BOX: Final = SCHEMA.zone("box", NOBODY)
TOKENS: Final = SCHEMA.zone("Rival tokens", NOBODY)


def vampires_of(seat: int) -> range:
    """Return the card numbers of a seat's seven vampires.

    >>> len(vampires_of(0)), vampires_of(1)[0] - vampires_of(0)[0]
    (7, 7)
    """
    first = FIRST_VAMPIRE + seat * FACTION_SIZE
    return range(first, first + FACTION_SIZE)


def index_of(vampire: int) -> int:
    """Return the index of a vampire among all vampires, from 0, which is its offset after ``BLOOD``."""
    return vampire - FIRST_VAMPIRE


def seat_of(vampire: int) -> int:
    """Return the seat that a vampire belongs to."""
    return index_of(vampire) // FACTION_SIZE


def own_index(vampire: int) -> int:
    """Return the index of a vampire among its player's vampires, from 0; also its bit in bit sets of the seat."""
    return index_of(vampire) % FACTION_SIZE


def blood_potency(vampire: int) -> int:
    """Return a vampire's Blood Potency (VAMP-02).

    >>> [blood_potency(card) for card in vampires_of(0)]
    [6, 5, 4, 4, 3, 3, 2]
    """
    seat, which = divmod(index_of(vampire), FACTION_SIZE)
    return int(read_json("rivals", "cards", "stand_in.json")["decks"][seat]["vampires"][which][1])


def card_id(card: int) -> str:
    """Return a card's id in files: ``2-V1`` is the first vampire of the second deck, ``C-E04`` an Event.

    >>> [card_id(card) for card in (1, FIRST_VAMPIRE + 7, FIRST_CITY + 3, FIRST_CITY + 10, FIRST_TOKEN)]
    ['1-L01', '2-V1', 'C-E04', 'C-M01', 'R1']
    """
    if card >= FIRST_TOKEN:
        return f"R{card - FIRST_TOKEN + 1}"
    if card >= FIRST_CITY:
        which = card - FIRST_CITY
        return f"C-E{which + 1:02}" if which < EVENTS else f"C-M{which - EVENTS + 1:02}"
    if card >= FIRST_VAMPIRE:
        seat, which = divmod(card - FIRST_VAMPIRE, FACTION_SIZE)
        return f"{seat + 1}-V{which + 1}"
    seat, which = divmod(card - FIRST_LIBRARY, LIBRARY_SIZE)
    return f"{seat + 1}-L{which + 1:02}"


@cache
def numbers() -> Mapping[str, int]:
    """Return the card numbers by the cards' ids.

    >>> numbers()["1-V1"] == FIRST_VAMPIRE, len(numbers()) == FIRST_TOKEN + MOST - 1
    (True, True)
    """
    return {card_id(card): card for card in range(1, FIRST_TOKEN + MOST)}


def back(g: Any, card: int) -> int:
    """Return the kind of back of a card: one for each Library, each Faction Deck, the city and the tokens."""
    if card >= FIRST_TOKEN:
        return 0
    if card >= FIRST_CITY:
        return 1
    if card >= FIRST_VAMPIRE:
        return 2 + (card - FIRST_VAMPIRE) // FACTION_SIZE
    return 2 + MOST + (card - FIRST_LIBRARY) // LIBRARY_SIZE


KNOWN: Final = VisibilityTable(SCHEMA.zones, SCHEMA.numbers, back)
