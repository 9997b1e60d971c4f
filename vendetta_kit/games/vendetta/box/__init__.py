"""The contents of the box: clans, Clan cards, Allies, Victims, Location cards, Relics, Locations and tokens.

The facts are immutable records (:mod:`.card_records`), read once from ``data/vendetta/cards`` and always in the same
order; the texts are in ``data/lang`` and are found by id and language.

>>> from vendetta_kit.games.vendetta import box
>>> len(box.clan_cards()), len(box.allies()), len(box.victims())
(63, 30, 35)
>>> box.find("AL16").feed
3
>>> box.name("BR09"), box.text("BR09", "de")
('Hunt', 'Stiehl jedem Rivalen 1 Blut.')
"""

from __future__ import annotations

from typing import Any

from vendetta_kit.former_names import former
from vendetta_kit.games.vendetta.box.card_names import (
    UnknownCardLanguage,
    name,
    shown_doubt,
    shown_source,
    text,
    title,
    translated_name,
    with_translated_names,
)
from vendetta_kit.games.vendetta.box.card_records import (
    Clan,
    ClanCard,
    Component,
    LocationCard,
    LocationTile,
    Person,
    Record,
    Relic,
)
from vendetta_kit.games.vendetta.box.catalogue import (
    TOKENS,
    UnknownCard,
    allies,
    clan_cards,
    clans,
    find,
    location_cards,
    location_tiles,
    people,
    records,
    relics,
    victims,
)

__all__ = [
    "TOKENS",
    "Clan",
    "ClanCard",
    "Component",
    "LocationCard",
    "LocationTile",
    "Person",
    "Record",
    "Relic",
    "UnknownCard",
    "UnknownCardLanguage",
    "allies",
    "clan_cards",
    "clans",
    "find",
    "location_cards",
    "location_tiles",
    "name",
    "people",
    "records",
    "relics",
    "shown_doubt",
    "shown_source",
    "text",
    "title",
    "translated_name",
    "victims",
    "with_translated_names",
]


def __getattr__(name: str) -> Any:
    return former(__name__, {"UnknownLanguage": UnknownCardLanguage}, name)
