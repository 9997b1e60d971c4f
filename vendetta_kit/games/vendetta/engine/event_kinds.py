"""Every kind of event of Vendetta: the rules of the kind, and what each of its fields holds.

>>> EVENTS["frenzy"].rules, EVENTS["frenzy"].fields["causer"].value
(('FRZ-01',), 'seat')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from vendetta_kit.kernel.event_kinds import EventKind, FieldKind, kind, with_seats
from vendetta_kit.kernel.events import Event

SEAT, SEATS, GROUPS, NUMBER_BY_SEAT, CARD, CARDS, NUMBER_BY_CARD, CLAN, CLANS = list(FieldKind)[:9]
PLACE, PLACES, NUMBER, NUMBERS, TRUTH, WORD, WORDS, ANSWER = list(FieldKind)[9:]

EVENTS: Final[Mapping[str, EventKind]] = {
    "table": kind(
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
    "first_player": kind("SET-02", "SET-03"),
    "offer_clans": kind("SET-09", "COMP-01", clans=CLANS),
    "clan": kind("SET-10", clan=CLAN),
    "clans_out": kind("SET-11", clans=CLANS),
    "relics_out": kind("VREL-04", relics=CARDS),
    "offer_relics": kind("VREL-01", "COMP-03", relics=CARDS),
    "relic": kind("VREL-03", "VREL-04", card=CARD),
    "location_card": kind("VLOC-01", "VLOC-02", "VLOC-03", "COMP-06", card=CARD),
    "start": kind("SET-16", "SET-17", "SET-19", "COMP-02", hand=CARDS),
    "alliance": kind("SET-21", "CARD-02", "CARD-05", card=CARD),
    "round": kind("FLOW-01", "FLOW-02", round_number=NUMBER),
    "phase": kind("FLOW-02", phase=WORD),
    "ally_placed": kind("LOC-01", "LOC-02", card=CARD),
    "looked": kind("HAND-01", "HAND-04", count=NUMBER, cards=CARDS),
    "kept": kind("HAND-02", "HAND-03", "HAND-04", count=NUMBER, exchange=TRUTH, cards=CARDS, bottom=CARDS),
    "turn": kind("PLAN-01", "PLAN-03", number=NUMBER),
    "turn_skipped": kind("RUL-19"),
    "play": kind(
        "PLAN-04", "PLAN-05", card=CARD, owner=SEAT, face=WORD, blood=NUMBER, flips=NUMBER, fee=NUMBER, by=CARD
    ),
    "flip": kind("DIAB-04", "DIAB-05", tokens=NUMBER),
    "drain": kind("DRAIN-03", "DRAIN-04", "DRAIN-05", card=CARD),
    "diablerie": kind("DIAB-01", "DRAIN-07", card=CARD, tokens=NUMBER),
    "eliminated": kind("DIAB-03", "RUL-14"),
    "look": kind("RUL-22", owner=SEAT, slot=NUMBER, card=CARD),
    "location": kind("RES-01", "RES-02"),
    "step": kind("RES-01", name=WORD),
    "tokens": kind("WDR-02", "WDR-03", staying=SEATS, leaving=SEATS),
    "withdraw": kind("WDR-07", cards=CARDS, count=NUMBER, blood=NUMBER, to=PLACE, unseen=CARDS),
    "withdraw_haven": kind("WDR-08", cards=CARDS, count=NUMBER, blood=NUMBER, to=PLACE, unseen=CARDS),
    "revealed": kind("REV-01", cards=CARDS),
    "held": kind("CONTR-01", by=CARD, slot=NUMBER, card=CARD),
    "act": kind("CONTR-02", card=CARD),
    "choice": kind("CONTR-01", question=WORD, card=CARD, answer=ANSWER),
    "order": kind("CONTR-04", card=CARD, others=CARDS),
    "face_down": kind("GLOS-16", "RUL-36", card=CARD, by=CARD),
    "moved": kind("GLOS-05", card=CARD, to=PLACE),
    "returned": kind("GLOS-05", card=CARD, by=CARD),
    "printed": kind("RUL-37", "GLOS-15", card=CARD, by=CARD, before=NUMBER, after=NUMBER),
    "count": kind(
        "CONF-03",
        power=NUMBER,
        cards=NUMBER_BY_CARD,
        face_down=NUMBERS,
        blood=NUMBER,
        blood_power=NUMBER,
        below=TRUTH,
        litany=CARD,
    ),
    "winner": kind("CONF-04", ranking=SEATS, tied=SEATS, ties=GROUPS),
    "lone": kind("CONF-07", "RUL-33", ranking=SEATS, ties=GROUPS),
    "nobody": kind("CONF-08"),
    "ally": kind("REW-01", "REW-04", card=CARD),
    "ally_removed": kind("CONF-08", "LOC-05", card=CARD),
    "victim": kind("SET-21", card=CARD),
    "no_victim": kind("RUL-13"),
    "ambition": kind("COMP-09"),
    "ambition_stays": kind("REW-13", "RUL-44"),
    "silenced": kind("CONTR-01", card=CARD),
    "forestalled": kind("CONTR-01", card=CARD, named=CARD),
    "protected": kind("CONTR-01", card=CARD, against=CARD),
    "ignored": kind("CONTR-06", card=CARD, spared=SEAT),
    "bids": kind("RUL-05", bids=NUMBER_BY_SEAT, lowest=SEAT, tied=SEATS, ally=SEAT, card=CARD),
    "frenzy": kind("FRZ-01", causer=SEAT),
    "frenzy_bare": kind("FRZ-07", "KIT-26"),
    "draw": kind("CONTR-01", card=CARD, by=CARD),
    "shuffled_in": kind("CONTR-01", card=CARD, by=CARD),
    "relic_used": kind("VREL-05", "VREL-06", card=CARD),
    "location_effect": kind("VLOC-04", card=CARD),
    "resolved": kind("RES-02"),
    "cards_back": kind("EOR-03", "HAND-07", "RUL-20", count=NUMBER),
    "tokens_up": kind("EOR-04", "DIAB-07"),
    "score": kind("EOG-02", "EOG-03", score=NUMBER),
    "game_over": kind("EOG-04", winners=SEATS, ranking=SEATS, ties=GROUPS, ties_by=WORDS),
}
"""All kinds of events; a single event may name further rules."""


def with_named_seats(event: Event, name: Callable[[Any], Any]) -> dict[str, Any]:
    """Return an event's public fields with ``name`` applied to every seat in them."""
    return with_seats(EVENTS[event.kind], event.data, name)
