"""The cards and constants of the box as numbers, for the speed of the engine's inner loop.

Every card of the box has one number, the same in every game:

====================  =========  ==================================================
cards                 numbers    order
====================  =========  ==================================================
Clan cards            0 … 62     clan (alphabetical), then id: ``BR01`` is 0
Allies                63 … 92    ``AL01`` is 63
Victims               93 … 127   ``VI01`` is 93
Location cards        128 … 134  ``LC01`` is 128
Relics                135 … 142  ``RE01`` is 135
====================  =========  ==================================================

Locations are 0, 1, 2 and 3; 3 is always the Prince's Haven, also where the Location tile 3 is not in play.
"""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.data_paths import read_json

_clan_cards: list[dict[str, Any]] = read_json("vendetta", "cards", "clan_cards.json")
_allies: list[dict[str, Any]] = read_json("vendetta", "cards", "allies.json")
_victims: list[dict[str, Any]] = read_json("vendetta", "cards", "victims.json")
_location_cards: list[dict[str, Any]] = read_json("vendetta", "cards", "location_cards.json")
_relics: list[dict[str, Any]] = read_json("vendetta", "cards", "relics.json")
_clans: list[dict[str, Any]] = read_json("vendetta", "cards", "clans.json")

CLANS: Final[tuple[str, ...]] = tuple(clan["id"] for clan in _clans)
"""Clan ids in the order of their numbers."""

_all = [*_clan_cards, *_allies, *_victims, *_location_cards, *_relics]
IDS: Final[tuple[str, ...]] = tuple(card["id"] for card in _all)
"""Card id by card number."""
NUMBER: Final[dict[str, int]] = {card_id: number for number, card_id in enumerate(IDS)}
"""Card number by card id."""

CLAN_CARDS: Final = 63
CARDS_OF_A_CLAN: Final = 9
FIRST_ALLY: Final = 63
FIRST_VICTIM: Final = 93
FIRST_LOCATION_CARD: Final = 128
FIRST_RELIC: Final = 135
ALL_CARDS: Final = 143

# Clan cards, by card number -------------------------------------------------------------------------------------
POWER: Final[tuple[int, ...]] = tuple(card["power"] for card in _clan_cards)
"""Printed Power of each Clan card (GLOS-14)."""
CARD_TYPE: Final[tuple[str, ...]] = tuple(card["type"] for card in _clan_cards)
"""Type of each Clan card: preparation, conflict, aftermath or passive (REV-03, PLAN-18)."""
BIT: Final[tuple[int, ...]] = tuple(1 << card for card in range(CLAN_CARDS))
"""The bit of each Clan card: sets of Clan cards are stored as integers."""
OF_CLAN: Final[tuple[int, ...]] = tuple([511 << first for first in range(0, CLAN_CARDS, CARDS_OF_A_CLAN)])
"""The bit set of the nine cards of each clan."""
STARTING: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(c for c in range(clan * 9, clan * 9 + 9) if _clan_cards[c]["starting"]) for clan in range(7)
)
"""The two Starting cards of each clan (SET-16)."""
LIBRARY: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(c for c in range(clan * 9, clan * 9 + 9) if not _clan_cards[c]["starting"]) for clan in range(7)
)
"""The seven cards of each clan that begin in its Clan deck (SET-17)."""

# Allies and Victims, indexed by card number; 0 for every other card ----------------------------------------
_people = {NUMBER[card["id"]]: card for card in [*_allies, *_victims]}


def _column(field: str) -> tuple[int, ...]:
    return tuple(int(_people[n][field]) if n in _people else 0 for n in range(ALL_CARDS))


INFLUENCE: Final = _column("influence")
"""Influence at the end of the game for a card in an Alliance (CARD-01)."""
FEED: Final = _column("feed")
"""Blood gained in each Feed for a card in an Alliance (CARD-01)."""
DRAIN_BLOOD: Final = _column("drain_blood")
"""Blood gained when the card is Drained (CARD-01)."""
DRAINED_INFLUENCE: Final = _column("drained_influence")
"""Influence at the end of the game for a Drained card (CARD-01)."""
VAMPIRE: Final[frozenset[int]] = frozenset(n for n, card in _people.items() if card["creature"] == "vampire")
HUMAN_ALLIES: Final[frozenset[int]] = frozenset(range(FIRST_ALLY, FIRST_VICTIM)) - VAMPIRE
ALL_ALLIES: Final = tuple(range(FIRST_ALLY, FIRST_VICTIM))
ALL_VICTIMS: Final = tuple(range(FIRST_VICTIM, FIRST_LOCATION_CARD))
ALL_LOCATION_CARDS: Final = tuple(range(FIRST_LOCATION_CARD, FIRST_RELIC))
ALL_RELICS: Final = tuple(range(FIRST_RELIC, ALL_CARDS))
RELIC_INFLUENCE: Final = {NUMBER[card["id"]]: int(card["influence"]) for card in _relics}

# Cards named by bots and figures; the steps of the round name no card (see :mod:`.card_hooks`) ------------------
CARMELITA: Final = NUMBER["AL05"]
FIORENZA: Final = NUMBER["AL08"]
PORTIA: Final = NUMBER["AL11"]
JULIE: Final = NUMBER["AL26"]
SUCCUBUS_CLUB, THE_COLLAR, QUAY, LAUNDRY, VEILS, STAGE, MORGUE = ALL_LOCATION_CARDS
CHALICE, APOCRYPHA, HOURGLASS, LANTERN, MASK, LITANY, VIAL, SEAL = ALL_RELICS

# Locations -------------------------------------------------------------------------------------------------
HAVEN: Final = 3
AT: Final[tuple[int | str, ...]] = (1, 2, 3, "haven")
"""The public name of each Location number."""
LOCATION_NUMBER: Final[dict[int | str, int]] = {1: 0, 2: 1, 3: 2, "haven": 3}
LOCATIONS: Final[tuple[tuple[int, ...], ...]] = tuple(
    (0, 1, HAVEN) if seats < 5 else (0, 1, 2, HAVEN) for seats in range(7)
)
"""The Locations in play, in order of Resolution, by number of players (SET-05 to SET-07)."""
ORDERS: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(tuple((first + k) % seats for k in range(seats)) for first in range(seats)) for seats in range(7)
)
"""Turn order by number of players and by the holder of the Ambition token (SET-03)."""
PLANNING_TURNS: Final[dict[int, tuple[int, int, int]]] = {3: (3, 4, 5), 4: (2, 3, 4), 5: (2, 3, 4), 6: (2, 3, 4)}
"""Planning turns in rounds 1, 2, 3 by number of players (PLAN-02, V3P-03)."""
REWARD_INFLUENCE: Final = ((1, 1, 1), (2, 2, 1), (3, 2, 1))
"""Influence for ranks 1, 2, 3 in rounds 1, 2, 3 (REW-05 to REW-07)."""
