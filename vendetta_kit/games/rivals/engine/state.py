"""Where things lie in a game of Rivals, and which number is which card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from vendetta_kit.data_paths import read_json
from vendetta_kit.kernel.state import MAX_SEATS, NUMBERS, ZONES
from vendetta_kit.kernel.visibility import NOBODY, OPEN, OWNER, Places, VisibilityTable

__all__ = ["KNOWN", "back", "blood_potency", "card_id", "number_of", "numbers", "seat_of", "vampires_of", "which_of"]

MOST: Final = 4
LIBRARY_SIZE: Final = 40
FACTION_SIZE: Final = 7
ONGOING: Final = 4
EVENTS: Final = 10
BOXED: Final = 4  # of the Events, unseen (SET-01)
CITY_SIZE: Final = 27
PRESTIGE_EACH: Final = 20
SUPPLY_SIZE: Final = 1000  # the source gives tokens, not what they are worth, and no end of the supply

# Cards: each seat's Library, each seat's vampires, the city's, the Rival tokens
FIRST_LIBRARY: Final = 1
FIRST_VAMPIRE: Final = FIRST_LIBRARY + MOST * LIBRARY_SIZE
FIRST_CITY: Final = FIRST_VAMPIRE + MOST * FACTION_SIZE
FIRST_TOKEN: Final = FIRST_CITY + CITY_SIZE

# --- g.n
TURN: Final = NUMBERS
ACTIVE: Final = TURN + 1
PHASE: Final = TURN + 2
ACTIONS_LEFT: Final = TURN + 3
SUPPLY: Final = TURN + 4
MENDED: Final = TURN + 5  # the vampires that have mended in this step, a bit each
PRESTIGE: Final = TURN + 6
LEADER: Final = PRESTIGE + MAX_SEATS  # number of the card
EXHAUSTED: Final = LEADER + MAX_SEATS  # a bit for each of the seat's vampires
BLOOD: Final = EXHAUSTED + MAX_SEATS  # + vampire
PARTY: Final = BLOOD + MOST * FACTION_SIZE  # + vampire, in The Streets
MARKED: Final = PARTY + MOST * FACTION_SIZE  # + Ongoing Event: worth of the token on it
COLOUR: Final = MARKED + ONGOING  # + Ongoing Event: seat + 1
END: Final = COLOUR + ONGOING

# --- g.z
LIBRARY: Final = ZONES
FACTION: Final = LIBRARY + MAX_SEATS
HAND: Final = FACTION + MAX_SEATS
HAVEN: Final = HAND + MAX_SEATS
OUT: Final = HAVEN + MAX_SEATS  # own vampires in The Streets
TORPOR: Final = OUT + MAX_SEATS
DISCARDED: Final = TORPOR + MAX_SEATS
TAKEN: Final = DISCARDED + MAX_SEATS
STREETS: Final = TAKEN + MAX_SEATS
BURNED: Final = STREETS + 1
CITY: Final = BURNED + 1
BOX: Final = CITY + 1
TOKENS: Final = BOX + 1


def vampires_of(seat: int) -> range:
    """Return the numbers of a seat's seven vampires.

    >>> len(vampires_of(0)), vampires_of(1)[0] - vampires_of(0)[0]
    (7, 7)
    """
    first = FIRST_VAMPIRE + seat * FACTION_SIZE
    return range(first, first + FACTION_SIZE)


def number_of(vampire: int) -> int:
    """Return which of all vampires a card is, from 0 on: where its Blood stands after ``BLOOD``."""
    return vampire - FIRST_VAMPIRE


def seat_of(vampire: int) -> int:
    """Return whose vampire a card is."""
    return number_of(vampire) // FACTION_SIZE


def which_of(vampire: int) -> int:
    """Return which of its player's vampires a card is, from 0 on: its bit."""
    return number_of(vampire) % FACTION_SIZE


def blood_potency(vampire: int) -> int:
    """Return a vampire's Blood Potency (VAMP-02).

    >>> [blood_potency(card) for card in vampires_of(0)]
    [6, 5, 4, 4, 3, 3, 2]
    """
    seat, which = divmod(number_of(vampire), FACTION_SIZE)
    return int(read_json("rivals", "cards", "stand_in.json")["decks"][seat]["vampires"][which][1])


def card_id(card: int) -> str:
    """Return a card's name in files: ``2-V1`` is the second deck's first vampire, ``C-E04`` an Event.

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
    """Return the numbers of all cards by their names in files.

    >>> numbers()["1-V1"] == FIRST_VAMPIRE, len(numbers()) == FIRST_TOKEN + MOST - 1
    (True, True)
    """
    return {card_id(card): card for card in range(1, FIRST_TOKEN + MOST)}


def back(g: Any, card: int) -> int:
    """Return which back a card has: one for each Library, each Faction Deck, the city, the tokens."""
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
