"""What one thing of the box is: frozen records, one class for each kind of card, sheet or tile.

Every record says where it comes from. ``source`` is ``"rulebook"`` (legible in the rulebook), ``"community"``
(one community transcription of the printed cards, not checked against a copy) or ``"kit"`` (our own, because
no source gives the printed one). ``doubt`` names the fields that no source gives beyond doubt.

A record holds only what does not change with the language: for the words ask ``box.text``, ``box.shown_source`` and
``box.shown_doubt``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

__all__ = [
    "Clan",
    "ClanCard",
    "Component",
    "Confidence",
    "LocationCard",
    "LocationTile",
    "Person",
    "Record",
    "Relic",
    "Source",
]

Source: TypeAlias = Literal["rulebook", "community", "kit"]
Confidence: TypeAlias = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What all records have in common."""

    id: str
    name: str
    """The printed name (English), or the kit's own name for a card that no source gives."""
    source: Source
    seen_in: tuple[str, ...]
    """All sources that agree on this record; empty for the kit's own."""
    confidence: Confidence
    doubt: tuple[str, ...] = ()
    """Fields that the sources do not give beyond doubt; ``"effect"`` stands for the card's text."""

    @property
    def key(self) -> str:
        """The record's key in the files of words (``data/lang/*/cards.json``)."""
        return self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Clan(Record):
    """A Clan sheet (COMP-01), with the clan's Position tiles (COMP-08)."""

    vampire: str
    """The vampire who stands for the clan."""
    prefix: str
    """The two letters that begin the ids of the clan's cards."""
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
        """True for the three kinds that act in a step of their own, False for Passive (PLAN-18, REV-03)."""
        return self.type != "passive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(Record):
    """An Ally or a Victim: the six printed fields of such a card (CARD-01)."""

    title: str | None
    """The printed description (English), where known."""
    influence: int
    """Influence at the end of the game while the card is in an Alliance."""
    feed: int
    """Blood in each Feed while the card is in an Alliance."""
    drain_blood: int
    """Blood at once when the card is Drained."""
    drained_influence: int
    """Influence at the end of the game once the card is Drained."""
    creature: Literal["human", "vampire"]
    ability: bool
    name_source: Source
    """Where the name comes from: for most Victims the kit, though their values are printed."""

    @property
    def ally(self) -> bool:
        """True for an Ally, False for a Victim."""
        return self.id.startswith("AL")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationCard(Record):
    """A card of the Location card variant (COMP-06)."""

    moment: str
    """When it acts: ``planning``, ``withdraw``, ``revelation``, ``rewards``, ``aftermath``, ``resolved`` or
    ``frenzy``."""


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
    """A Location (COMP-07). Its id is what is printed on it: ``"1"``, ``"2"``, ``"3"`` or ``"haven"``."""

    haven: bool

    @property
    def key(self) -> str:
        """The tile's key in the files of words.

        >>> from vendetta_kit.games.vendetta import box
        >>> box.find("haven").key
        'loc:haven'
        """
        return f"loc:{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """How many of one thing lie in the box."""

    count: int
    rule: str
    """The rule that gives the number."""
    per_clan: int | None = None
    starting_per_clan: int | None = None
    values: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """For tokens with a value printed on them: how many of each value."""

    @property
    def face_total(self) -> int:
        """The sum of all printed values; 0 where no value is printed.

        >>> Component(count=3, rule="COMP-11", values={3: 1, 1: 2}).face_total
        5
        """
        return sum(value * count for value, count in self.values.items())
