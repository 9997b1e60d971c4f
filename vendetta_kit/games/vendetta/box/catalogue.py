"""All records of the box in the order of their ids, and how to find one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from vendetta_kit.data_paths import read_json
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


class UnknownCard(ValueError):
    """Raised for an id that nothing in the box has. The message names the most similar ids."""

    def __init__(self, card_id: object, nearest: tuple[str, ...]) -> None:
        hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"Nothing in the box has the id {card_id!r}{hint}")
        self.card_id = card_id
        self.nearest = nearest


def _rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a data file, with tuples where a record needs them."""
    rows: list[dict[str, Any]] = read_json("vendetta", "cards", f"{name}.json")
    return [{key: tuple(v) if isinstance(v, list) else v for key, v in row.items()} for row in rows]


@cache
def clans() -> tuple[Clan, ...]:
    """Return the seven clans in alphabetical order.

    >>> [clan.id for clan in clans()][:3]
    ['brujah', 'gangrel', 'malkavian']
    """
    return tuple(Clan(**row) for row in _rows("clans"))


@cache
def clan_cards() -> tuple[ClanCard, ...]:
    """Return the 63 Clan cards, clan by clan.

    >>> card = clan_cards()[6]
    >>> card.id, card.name, card.type, card.power
    ('BR07', 'Show of Force', 'preparation', 3)
    """
    return tuple(ClanCard(**row) for row in _rows("clan_cards"))


@cache
def allies() -> tuple[Person, ...]:
    """Return the 30 Allies.

    >>> len(allies()), allies()[0].id
    (30, 'AL01')
    """
    return tuple(Person(**{"name_source": row["source"], **row}) for row in _rows("allies"))


@cache
def victims() -> tuple[Person, ...]:
    """Return the 35 Victims, which differ only in name and occupation (CARD-02).

    >>> len(victims()), len({victim.feed for victim in victims()})
    (35, 1)
    """
    return tuple(Person(**row) for row in _rows("victims"))


@cache
def people() -> tuple[Person, ...]:
    """Return the Allies, then the Victims.

    >>> people()[0].ally, people()[-1].ally
    (True, False)
    """
    return allies() + victims()


@cache
def location_cards() -> tuple[LocationCard, ...]:
    """Return the seven cards of the Location card variant.

    >>> [card.id for card in location_cards()][:2]
    ['LC01', 'LC02']
    """
    return tuple(LocationCard(**row) for row in _rows("location_cards"))


@cache
def relics() -> tuple[Relic, ...]:
    """Return the eight Relics.

    >>> len(relics()), relics()[0].id
    (8, 'RE01')
    """
    return tuple(Relic(**row) for row in _rows("relics"))


@cache
def location_tiles() -> tuple[LocationTile, ...]:
    """Return the four Locations, the Prince's Haven last.

    >>> [tile.id for tile in location_tiles()]
    ['1', '2', '3', 'haven']
    """
    return tuple(LocationTile(**row) for row in _rows("location_tiles"))


@cache
def records() -> Mapping[str, Record]:
    """Return every record of the box by its id, in the order of the functions above.

    >>> records()["VI01"].ally
    False
    """
    everything: tuple[Record, ...] = (
        *clans(),
        *clan_cards(),
        *people(),
        *location_cards(),
        *relics(),
        *location_tiles(),
    )
    return MappingProxyType({record.id: record for record in everything})


def find(card_id: str | int) -> Record:
    """Return the record with this id; a Location may be given as a number, as in actions. Raises :class:`UnknownCard`.

    >>> find("AL16").name
    'Bobby White'
    >>> find(2).name
    'The Asylum'
    >>> find("BR7")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ...
    vendetta_kit.games.vendetta.box.catalogue.UnknownCard: Nothing in the box has the id 'BR7'; did you mean BR07?
    """
    found = records().get(str(card_id).removeprefix("loc:"))
    if found is not None:
        return found
    import difflib

    wanted = str(card_id).casefold()
    folded = {known.casefold(): known for known in records()}
    nearest = difflib.get_close_matches(wanted, folded, n=3, cutoff=0.6)
    raise UnknownCard(card_id, tuple(folded[known] for known in nearest))


def _component(row: dict[str, Any]) -> Component:
    values = MappingProxyType({int(value): count for value, count in row.get("values", {}).items()})
    return Component(**{**row, "values": values})


TOKENS: Final[Mapping[str, Component]] = MappingProxyType(
    {name: _component(row) for name, row in read_json("vendetta", "cards", "components.json").items()}
)
"""How many of each component are in the box (p. 3 of the rulebook).

>>> TOKENS["blood"].count, dict(TOKENS["blood"].values), TOKENS["blood"].face_total
(40, {3: 15, 1: 25}, 70)
"""
