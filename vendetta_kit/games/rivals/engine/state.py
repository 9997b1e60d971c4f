"""Where each number and zone of a game of Rivals is stored, and the numbers of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from vendetta_kit.data_paths import read_json
from vendetta_kit.kernel.state import MAX_SEATS, NUMBERS, ZONES
from vendetta_kit.kernel.visibility import NOBODY, OPEN, OWNER, Places, VisibilityTable

__all__ = ["KNOWN", "back", "blood_potency", "card_id", "index_of", "numbers", "own_index", "seat_of", "vampires_of"]

MOST: Final = 4
LIBRARY_SIZE: Final = 40
FACTION_SIZE: Final = 7
ONGOING: Final = 4
EVENTS: Final = 10
BOXED: Final = 4  # Events put away face down (SET-01)
CITY_SIZE: Final = 27
PRESTIGE_EACH: Final = 20
SUPPLY_SIZE: Final = 1000  # the source names neither the tokens' worth nor a limit of the supply

# Card numbers: each seat's Library, each seat's vampires, the city's cards, the Rival tokens
FIRST_LIBRARY: Final = 1
FIRST_VAMPIRE: Final = FIRST_LIBRARY + MOST * LIBRARY_SIZE
FIRST_CITY: Final = FIRST_VAMPIRE + MOST * FACTION_SIZE
FIRST_TOKEN: Final = FIRST_CITY + CITY_SIZE

# --- indices into g.n
TURN: Final = NUMBERS
ACTIVE: Final = TURN + 1
PHASE: Final = TURN + 2
ACTIONS_LEFT: Final = TURN + 3
SUPPLY: Final = TURN + 4
MENDED: Final = TURN + 5  # one bit for each vampire that has mended in this step
PRESTIGE: Final = TURN + 6
LEADER: Final = PRESTIGE + MAX_SEATS  # card number
EXHAUSTED: Final = LEADER + MAX_SEATS  # one bit for each of the seat's vampires
BLOOD: Final = EXHAUSTED + MAX_SEATS  # one entry for each vampire
PARTY: Final = BLOOD + MOST * FACTION_SIZE  # one entry for each vampire, used in The Streets
MARKED: Final = PARTY + MOST * FACTION_SIZE  # one entry for each Ongoing Event: worth of the token on it
COLOUR: Final = MARKED + ONGOING  # one entry for each Ongoing Event: seat + 1
END: Final = COLOUR + ONGOING

# --- indices into g.z
LIBRARY: Final = ZONES
FACTION: Final = LIBRARY + MAX_SEATS
HAND: Final = FACTION + MAX_SEATS
HAVEN: Final = HAND + MAX_SEATS
OUT: Final = HAVEN + MAX_SEATS  # the seat's vampires in The Streets
TORPOR: Final = OUT + MAX_SEATS
DISCARDED: Final = TORPOR + MAX_SEATS
TAKEN: Final = DISCARDED + MAX_SEATS
STREETS: Final = TAKEN + MAX_SEATS
BURNED: Final = STREETS + 1
CITY: Final = BURNED + 1
BOX: Final = CITY + 1
TOKENS: Final = BOX + 1


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


KNOWN: Final = VisibilityTable(
    zones=(
        Places(LIBRARY, NOBODY),
        Places(FACTION, NOBODY),
        Places(HAND, OWNER),
        Places(HAVEN, OPEN),
        Places(OUT, OPEN),
        Places(TORPOR, OPEN),
        Places(DISCARDED, OPEN),
        Places(TAKEN, OPEN),
        Places(STREETS, OPEN, 2),
        Places(CITY, NOBODY, 3),
    ),
    numbers=(Places(TURN, OPEN, END - TURN),),
    back=back,
)
