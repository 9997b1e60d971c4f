"""Every kind of event: the rules it always rests on, and what each of its fields holds.

All that must know which field is a seat, a card or a place is made from here: the words of a log, transcripts, the
reading of what scenarios expect, and the tests that hold each recorded event to it.

>>> EVENTS["frenzy"].rules, EVENTS["frenzy"].fields["causer"].value
(('FRZ-01',), 'seat')
>>> with_seats("frenzy", {"causer": 1}, ("Ann", "Bob").__getitem__)
{'causer': 'Bob'}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, NamedTuple


class Holds(Enum):
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
    ANSWER = "answer"  # what was answered to a card's question: yes or no, a number, a seat, a card or a place


SEAT, SEATS, GROUPS, NUMBER_BY_SEAT, CARD, CARDS, NUMBER_BY_CARD, CLAN, CLANS = list(Holds)[:9]
PLACE, PLACES, NUMBER, NUMBERS, TRUTH, WORD, WORDS, ANSWER = list(Holds)[9:]


class EventKind(NamedTuple):
    """A kind of event. ``fields`` are public ones and those that only some seats may know."""

    rules: tuple[str, ...]
    fields: Mapping[str, Holds]


def _kind(*rules: str, **fields: Holds) -> EventKind:
    return EventKind(rules, MappingProxyType(fields))


EVENTS: Final[Mapping[str, EventKind]] = {
    "table": _kind(
        "SET-08",
        "SET-12",
        "SET-13",
        "SET-14",
        "SET-15",
        "SET-18",
        "COMP-04",
        "COMP-05",
        "COMP-07",
        "COMP-08",
        "COMP-10",
        "COMP-11",
        "COMP-12",
        "COMP-13",
        seats=NUMBER,
        locations=PLACES,
        variants=WORDS,
    ),
    "first_player": _kind("SET-02", "SET-03"),
    "offer_clans": _kind("SET-09", "COMP-01", clans=CLANS),
    "clan": _kind("SET-10", clan=CLAN),
    "clans_out": _kind("SET-11", clans=CLANS),
    "relics_out": _kind("VREL-04", relics=CARDS),
    "offer_relics": _kind("VREL-01", "COMP-03", relics=CARDS),
    "relic": _kind("VREL-03", "VREL-04", card=CARD),
    "location_card": _kind("VLOC-01", "VLOC-02", "VLOC-03", "COMP-06", card=CARD),
    "start": _kind("SET-16", "SET-17", "SET-19", "COMP-02", hand=CARDS),
    "alliance": _kind("SET-21", "CARD-02", "CARD-05", card=CARD),
    "round": _kind("FLOW-01", "FLOW-02", round_number=NUMBER),
    "phase": _kind("FLOW-02", phase=WORD),
    "ally_placed": _kind("LOC-01", "LOC-02", card=CARD),
    "looked": _kind("HAND-01", "HAND-04", count=NUMBER, cards=CARDS),
    "kept": _kind("HAND-02", "HAND-03", "HAND-04", count=NUMBER, gave=TRUTH, cards=CARDS, bottom=CARDS),
    "turn": _kind("PLAN-01", "PLAN-03", number=NUMBER),
    "turn_skipped": _kind("RUL-19"),
    "play": _kind(
        "PLAN-04", "PLAN-05", card=CARD, owner=SEAT, face=WORD, blood=NUMBER, flips=NUMBER, fee=NUMBER, by=CARD
    ),
    "flip": _kind("DIAB-04", "DIAB-05", tokens=NUMBER),
    "drain": _kind("DRAIN-03", "DRAIN-04", "DRAIN-05", card=CARD),
    "diablerie": _kind("DIAB-01", "DRAIN-07", card=CARD, tokens=NUMBER),
    "eliminated": _kind("DIAB-03", "RUL-14"),
    "look": _kind("RUL-22", owner=SEAT, slot=NUMBER, card=CARD),
    "location": _kind("RES-01", "RES-02"),
    "step": _kind("RES-01", name=WORD),
    "tokens": _kind("WDR-02", "WDR-03", staying=SEATS, leaving=SEATS),
    "withdraw": _kind("WDR-07", cards=CARDS, count=NUMBER, blood=NUMBER, to=PLACE, unseen=CARDS),
    "withdraw_haven": _kind("WDR-08", cards=CARDS, count=NUMBER, blood=NUMBER, to=PLACE, unseen=CARDS),
    "revealed": _kind("REV-01", cards=CARDS),
    "held": _kind("CONTR-01", by=CARD, slot=NUMBER, card=CARD),
    "act": _kind("CONTR-02", card=CARD),
    "choice": _kind("CONTR-01", question=WORD, card=CARD, answer=ANSWER),
    "order": _kind("CONTR-04", card=CARD),
    "face_down": _kind("GLOS-16", "RUL-36", card=CARD, by=CARD),
    "moved": _kind("GLOS-05", card=CARD, to=PLACE),
    "returned": _kind("GLOS-05", card=CARD, by=CARD),
    "printed": _kind("RUL-37", "GLOS-15", card=CARD, by=CARD, before=NUMBER, after=NUMBER),
    "count": _kind(
        "CONF-03",
        power=NUMBER,
        cards=NUMBER_BY_CARD,
        face_down=NUMBERS,
        blood=NUMBER,
        blood_power=NUMBER,
        below=TRUTH,
        litany=CARD,
    ),
    "winner": _kind("CONF-04", ranking=SEATS, tied=SEATS, ties=GROUPS),
    "lone": _kind("CONF-07", "RUL-33"),
    "nobody": _kind("CONF-08"),
    "ally": _kind("REW-01", "REW-04", card=CARD),
    "ally_removed": _kind("CONF-08", "LOC-05", card=CARD),
    "victim": _kind("SET-21", card=CARD),
    "no_victim": _kind("RUL-13"),
    "ambition": _kind("COMP-09"),
    "ambition_stays": _kind("REW-13", "RUL-44"),
    "silenced": _kind("CONTR-01", card=CARD),
    "forestalled": _kind("CONTR-01", card=CARD, named=CARD),
    "protected": _kind("CONTR-01", card=CARD, against=CARD),
    "ignored": _kind("CONTR-06", card=CARD, spared=SEAT),
    "bids": _kind("RUL-05", bids=NUMBER_BY_SEAT, lowest=SEAT, card=CARD),
    "frenzy": _kind("FRZ-01", causer=SEAT),
    "frenzy_bare": _kind("FRZ-07", "KIT-26"),
    "draw": _kind("CONTR-01", card=CARD, by=CARD),
    "shuffled_in": _kind("CONTR-01", card=CARD, by=CARD),
    "relic_used": _kind("VREL-05", "VREL-06", card=CARD),
    "location_effect": _kind("VLOC-04", card=CARD),
    "resolved": _kind("RES-02"),
    "cards_back": _kind("EOR-03", "HAND-07", "RUL-20", count=NUMBER),
    "tokens_up": _kind("EOR-04", "DIAB-07"),
    "score": _kind("EOG-02", "EOG-03", score=NUMBER),
    "game_over": _kind("EOG-04", winners=SEATS, ranking=SEATS),
}
"""Every kind of event; an event may add the rules of its own case."""
EVENT_RULES: Final = {kind: each.rules for kind, each in EVENTS.items()}
EVERY_EVENT: Final = {"seat": SEAT, "at": PLACE, "round": NUMBER, "phase": WORD, "step": WORD}
"""What every event has beside the fields of its kind: whom it is about, and when and where it happened."""


def with_seats(kind: str, data: Mapping[str, Any], name: Callable[[Any], Any]) -> dict[str, Any]:
    """Return an event's fields with every seat in them replaced by what ``name`` makes of it.

    Args:
        kind: the kind of event.
        data: some of its fields, public or secret.
        name: makes something else of a seat, such as its player's name.
    """
    fields = EVENTS[kind].fields
    return {key: _renamed(fields.get(key), value, name) for key, value in data.items()}


def _renamed(holds: Holds | None, value: Any, name: Callable[[Any], Any]) -> Any:
    if value is None:
        return None
    if holds is SEAT:
        return name(value)
    if holds is SEATS:
        return [name(seat) for seat in value]
    if holds is GROUPS:
        return [[name(seat) for seat in group] for group in value]
    if holds is NUMBER_BY_SEAT:
        return {name(seat): number for seat, number in value.items()}
    return value
