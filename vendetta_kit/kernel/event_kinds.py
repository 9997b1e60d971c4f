"""Kinds of events, as a game declares them: the rules behind each, and what each of its fields holds.

Logs, transcripts, the expectations of scenarios and the tests learn from this which field is a seat, a card or a place.

>>> kinds = {"hit": kind("COMBAT-01", by=FieldKind.SEAT, power=FieldKind.NUMBER)}
>>> with_seats(kinds["hit"], {"by": 1, "power": 2}, ("Ann", "Bob").__getitem__)
{'by': 'Bob', 'power': 2}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple


class FieldKind(Enum):
    """What a field of an event holds. A single seat, card or place may be ``None``: nobody, nothing."""

    SEAT = "seat"
    SEATS = "seats"
    GROUPS = "groups of seats"
    NUMBER_BY_SEAT = "number by seat"
    CARD = "card"
    CARDS = "cards"
    NUMBER_BY_CARD = "number by card"
    CLAN = "clan"
    CLANS = "clans"
    PLACE = "place"
    PLACES = "places"
    NUMBER = "number"
    NUMBERS = "numbers"
    TRUTH = "yes or no"
    WORD = "word"
    WORDS = "words"
    ANSWER = "answer"  # the answer to a card's question: yes or no, a number, a seat, a card or a place


class EventKind(NamedTuple):
    """A kind of event: the rules behind it, and what each field holds, whether public or known to some seats only."""

    rules: tuple[str, ...]
    fields: Mapping[str, FieldKind]


def kind(*rules: str, **fields: FieldKind) -> EventKind:
    """Return the kind of event with these rules behind it and these fields."""
    return EventKind(rules, MappingProxyType(fields))


def with_seats(kind: EventKind, data: Mapping[str, Any], name: Callable[[Any], Any]) -> dict[str, Any]:
    """Return an event's fields with each seat replaced by ``name(seat)``.

    Args:
        kind: the kind of event.
        data: some of its fields, public or secret.
        name: returns what to put in place of a seat, such as the player's name.
    """
    return {key: _renamed(kind.fields.get(key), value, name) for key, value in data.items()}


def _renamed(holds: FieldKind | None, value: Any, name: Callable[[Any], Any]) -> Any:
    if value is None:
        return None
    if holds is FieldKind.SEAT:
        return name(value)
    if holds is FieldKind.SEATS:
        return [name(seat) for seat in value]
    if holds is FieldKind.GROUPS:
        return [[name(seat) for seat in group] for group in value]
    if holds is FieldKind.NUMBER_BY_SEAT:
        return {name(seat): number for seat, number in value.items()}
    return value
