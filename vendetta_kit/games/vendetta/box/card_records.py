"""The records of the box: one immutable class for each kind of card, sheet or tile.

``source`` is where a record comes from: ``"rulebook"`` (legible in the rulebook), ``"community"`` (one community
transcription of the printed cards, not checked against a copy) or ``"kit"`` (made for the kit, because no source gives
the printed one). ``doubt`` names the fields about which the sources are not certain.

Texts are not in the records, since they depend on the language: see ``box.text``, ``box.shown_source`` and
``box.shown_doubt``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

Source: TypeAlias = Literal["rulebook", "community", "kit"]
Confidence: TypeAlias = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The fields that all records have."""

    id: str
    name: str
    """The printed English name, or the kit's own name for a card that no source gives."""
    source: Source
    seen_in: tuple[str, ...]
    """All sources that agree on this record; empty for the kit's own cards."""
    confidence: Confidence
    doubt: tuple[str, ...] = ()
    """Fields about which the sources are not certain; ``"effect"`` means the card's text."""

    @property
    def key(self) -> str:
        """The record's key in the text files (``data/lang/*/cards.json``)."""
        return self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Clan(Record):
    """A Clan sheet (COMP-01), with the clan's Position tiles (COMP-08)."""

    vampire: str
    """The vampire on the sheet."""
    prefix: str
    """The two letters at the beginning of the clan's card ids."""
    position_tiles: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClanCard(Record):
    """One of the nine cards of a clan (COMP-02)."""

    clan: str
    type: Literal["preparation", "conflict", "aftermath", "passive"]
    power: int
    starting: bool

    @property
    def active(self) -> bool:
        """True for the three types that act in a step of their own, False for Passive (PLAN-18, REV-03)."""
        return self.type != "passive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(Record):
    """An Ally or a Victim, with the six printed fields of such a card (CARD-01)."""

    title: str | None
    """The printed English description, where known."""
    influence: int
    """Influence at the end of the game for a card in an Alliance."""
    feed: int
    """Blood gained in each Feed for a card in an Alliance."""
    drain_blood: int
    """Blood gained when the card is Drained."""
    drained_influence: int
    """Influence at the end of the game for a Drained card."""
    creature: Literal["human", "vampire"]
    ability: bool
    name_source: Source
    """Where the name comes from: for most Victims the kit, although their numbers are printed."""

    @property
    def ally(self) -> bool:
        """True for an Ally, False for a Victim."""
        return self.id.startswith("AL")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationCard(Record):
    """A card of the Location card variant (COMP-06)."""

    moment: str
    """When it acts: planning, withdraw, revelation, rewards, aftermath, resolved or frenzy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relic(Record):
    """A card of the Relic variant (COMP-03)."""

    influence: int
    """Influence at the end of the game, used or not."""
    moment: str
    """When it may be used: ``feed``, ``hand_building``, ``planning``, ``resolution``, ``withdraw``,
    ``conflict``, ``rewards`` or ``frenzy``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationTile(Record):
    """A Location (COMP-07). Its id is printed on it: ``"1"``, ``"2"``, ``"3"`` or ``"haven"``."""

    haven: bool

    @property
    def key(self) -> str:
        """The tile's key in the text files.

        >>> from vendetta_kit.games.vendetta import box
        >>> box.find("haven").key
        'loc:haven'
        """
        return f"loc:{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """How many of one component are in the box."""

    count: int
    rule: str
    """The rule that gives the number."""
    per_clan: int | None = None
    starting_per_clan: int | None = None
    values: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """For tokens with printed values: how many there are of each value."""

    @property
    def face_total(self) -> int:
        """The sum of all printed values; 0 for a component without values.

        >>> Component(count=3, rule="COMP-11", values={3: 1, 1: 2}).face_total
        5
        """
        return sum(value * count for value, count in self.values.items())
