"""The kinds of events, causes of ledger entries and accounts, each with its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from vendetta_kit.kernel.event_kinds import EventKind, FieldKind, kind
from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.kernel.ledger import account_of
from vendetta_kit.kernel.state import MAX_SEATS
from vendetta_kit.registered_games import registered

from .board import seat_of
from .game import Game
from .state import ACTIVE, AT, PHASE, PHASES, PLACES_END, SCHEMA, TURN, UNCONTROLLED, WIDTH

_SEAT, _SEATS, _CARD, _CARDS = FieldKind.SEAT, FieldKind.SEATS, FieldKind.CARD, FieldKind.CARDS
_NUMBER, _TRUTH, _WORD = FieldKind.NUMBER, FieldKind.TRUTH, FieldKind.WORD

EVENTS: Final[Mapping[str, EventKind]] = {
    "table": kind("START-01", "START-02", "START-03", "COMP-05", "OBJ-01", seats=_NUMBER, first=_SEAT),
    "dealt": kind("START-05", "START-06", "START-04", hand=_CARDS, uncontrolled=_CARDS),
    "ante": kind("START-07", card=_CARD),
    "turn": kind("PHASE-01", number=_NUMBER),
    "phase": kind("PHASE-01", phase=_WORD),
    "drawn": kind("LIB-03", count=_NUMBER, cards=_CARDS),
    "discarded": kind("DISC-01", card=_CARD),
    "tapped": kind("COMP-01", "COMP-14", card=_CARD, minion=_CARD),
    "untapped": kind("COMP-01", "COMP-14", card=_CARD, minion=_CARD),
    "played": kind(
        "LIB-01", card=_CARD, minion=_CARD, level=_WORD, at_card=_CARD, at_whose=_SEAT, at_seat=_SEAT, choice=_NUMBER
    ),
    "cancelled": kind(card=_CARD),
    "redirected": kind("BLEED-01", "BLOCK-03", minion=_CARD, at_seat=_SEAT, bleed=_NUMBER),
    "woken": kind("LIB-20", "COMP-14", minion=_CARD, how=_WORD),
    "control": kind("COMP-11", "COMP-14", card=_CARD, old=_SEAT),
    "looked": kind("START-06", "COMP-14", at_seat=_SEAT, count=_NUMBER, cards=_CARDS),
    "fetched": kind("COMP-04", "LIB-05", card=_CARD),
    "searched": kind("LIB-05", "COMP-14", card=_CARD),
    "used": kind("LIB-12", card=_CARD, at_card=_CARD, at_whose=_SEAT, at_seat=_SEAT),
    "burned": kind("COMP-03", "LIB-16", card=_CARD, cause=_WORD),
    "edge": kind("COMP-10", "BLEED-03", old=_SEAT),
    "new_vampire": kind("INF-05", card=_CARD),
    "ready": kind("CRYPT-04", "INF-06", card=_CARD),
    "contested": kind("CONT-01", "CONT-02", "CRYPT-01", "LIB-09", card=_CARD, seats=_SEATS),
    "yielded": kind("CONT-03", card=_CARD),
    "contest_won": kind("CONT-04", "RUL-19", card=_CARD),
    "title": kind("TITLE-04", card=_CARD, title=_WORD, of=_WORD),
    "title_contested": kind("TCON-01", title=_WORD, of=_WORD, cards=_CARDS),
    "title_yielded": kind("TCON-04", "TCON-02", "TCON-03", card=_CARD, title=_WORD, of=_WORD),
    "title_won": kind("TCON-05", card=_CARD, title=_WORD, of=_WORD),
    "action": kind(
        "BLOCK-01", "MIN-01", "COMP-01", action=_WORD, minion=_CARD, card=_CARD, target=_CARD, at_seat=_SEAT,
        stealth=_NUMBER, bleed=_NUMBER,
    ),
    "no_block": kind("BLOCK-04", "BLOCK-09", minion=_CARD),
    "block": kind("BLOCK-03", minion=_CARD, intercept=_NUMBER, stealth=_NUMBER),
    "blocked": kind("BLOCK-06", "BLOCK-11", minion=_CARD, intercept=_NUMBER, stealth=_NUMBER),
    "block_failed": kind("BLOCK-06", "BLOCK-04", minion=_CARD, intercept=_NUMBER, stealth=_NUMBER),
    "unblocked": kind("BLOCK-09", minion=_CARD),
    "changed": kind("BLOCK-08", "BLOCK-13", what=_WORD, card=_CARD, old=_NUMBER, new=_NUMBER),
    "succeeds": kind("BLOCK-10", "MIN-02", minion=_CARD, action=_WORD, card=_CARD),
    "continues": kind("COMP-14", "BLOCK-04", minion=_CARD),
    "fails": kind("BLOCK-12", minion=_CARD, action=_WORD, card=_CARD),
    "bled": kind("BLEED-02", "RUL-15", minion=_CARD, target=_SEAT, amount=_NUMBER),
    "taken": kind("EQUIP-02", card=_CARD, minion=_CARD),
    "combat": kind("COMB-01", "COMB-02", minion=_CARD, other=_CARD),
    "round": kind("COMB-04", "RANGE-01", number=_NUMBER),
    "stronger": kind("RANGE-03", "EFF-01", minion=_CARD, amount=_NUMBER, whole=_TRUTH),
    "holds": kind(minion=_CARD, what=_WORD, whole=_TRUTH),
    "range_set": kind("COMP-14", "RANGE-01", "RANGE-03", minion=_CARD, long=_TRUTH),
    "maneuver": kind("RANGE-02", "RANGE-04", minion=_CARD, card=_CARD, long=_TRUTH),
    "range": kind("RANGE-01", long=_TRUTH),
    "strike": kind("STRIKE-02", "STRIKE-03", minion=_CARD, card=_CARD, target=_CARD),
    "combat_ends": kind("EFF-07", minion=_CARD, card=_CARD),
    "dodged": kind("EFF-06", minion=_CARD),
    "round_damage": kind("COMP-14", "STRIKE-05", card=_CARD, minion=_CARD, amount=_NUMBER),
    "retaliate": kind("COMP-14", "EFF-01", card=_CARD, minion=_CARD, amount=_NUMBER),
    "prevented": kind("DMG-01", minion=_CARD, card=_CARD, amount=_NUMBER),
    "damage": kind("DMG-02", "DMG-05", minion=_CARD, amount=_NUMBER, aggravated=_NUMBER),
    "destroyed": kind("DMG-04", minion=_CARD),
    "torpor": kind("TORP-02", "TORP-01", card=_CARD),
    "additional": kind("STRIKE-07", minion=_CARD, amount=_NUMBER),
    "press": kind("PRESS-01", minion=_CARD, card=_CARD, goes_on=_TRUTH),
    "combat_over": kind("COMB-04", "RTC-02"),
    "awake": kind("TORP-04", "TORP-07", card=_CARD),
    "diablerie": kind("DBL-01", card=_CARD, victim=_CARD),
    "learned": kind("DBL-04", card=_CARD, minion=_CARD),
    "referendum": kind("POL-04", "POLA-01", card=_CARD, about=_CARD),
    "terms": kind("POL-02", "BLOCK-02", at_card=_CARD, at_whose=_SEAT, at_seat=_SEAT),
    "option": kind("POL-02", "BLOCK-02", card=_CARD, level=_WORD, choice=_NUMBER),
    "shared": kind("POL-02", "BLOCK-02", shares=FieldKind.NUMBER_BY_SEAT),
    "vote": kind(
        "POL-05", "POL-07", source=_CARD, burned=_TRUTH, votes=_NUMBER, yes=_TRUTH, priscus=_TRUTH,
        total_for=_NUMBER, total_against=_NUMBER, prisci_for=_NUMBER, prisci_against=_NUMBER,
    ),
    "outcome": kind(
        "POL-06", passes=_TRUTH, total_for=_NUMBER, total_against=_NUMBER, prisci_for=_NUMBER, prisci_against=_NUMBER
    ),
    "choice": kind(question=_WORD, card=_CARD, answer=FieldKind.ANSWER),
    "withdrawal": kind("WITH-01"),
    "withdrawal_failed": kind("WITH-02", "WITH-03"),
    "withdrawn": kind("WITH-04", "RUL-13"),
    "ousted": kind("END-01", "OBJ-02", "COMP-12", predator=_SEAT),
    "point": kind("OBJ-03", prey=_SEAT, points=_NUMBER),
    "time": kind("RUL-05", rounds=_NUMBER),
    "over": kind("END-04", "RUL-23", winners=_SEATS, points=FieldKind.NUMBER_BY_SEAT),
}  # fmt: skip

CAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "cost": ("LIB-08", "BLOCK-12", "COMP-09"),
    "card": ("COMP-14",),
    "edge": ("UNTAP-03",),
    "contest": ("CONT-03",),
    "title_contest": ("TCON-02",),
    "transfer": ("INF-03",),
    "taken_back": ("INF-04",),
    "new_vampire": ("INF-05",),
    "influenced": ("CRYPT-04", "COMP-14"),
    "drained": ("CRYPT-03", "INF-06"),
    "bleed": ("BLEED-02",),
    "hunt": ("HUNT-02",),
    "life": ("RET-02", "ALLY-02"),
    "stock": ("COMP-14",),
    "added": ("COMP-14",),
    "spent": ("COMP-14", "COMP-03"),
    "regained": ("RTC-02",),
    "stolen": ("EFF-08",),
    "damage": ("DMG-06",),
    "healed": ("DMG-03",),
    "aggravated": ("DMG-04",),
    "rescue": ("TORP-04", "TORP-06"),
    "diablerie": ("DBL-01", "DBL-03"),
    "blood_hunt": ("DBL-05",),
    "burned": ("COMP-03",),
    "ousted": ("COMP-12",),
    "prey_ousted": ("END-05",),
}


class GameMoment(NamedTuple):
    """A time: the turn's number, its seat, its phase."""

    turn: int
    phase: str
    seat: int

    def sentence(self, row: Event | Entry) -> str:
        """Return an event or a ledger entry of this time in one English sentence, as a spectator may know it."""
        told: str = registered("vtes").written().sentence(row)
        return told


def moment(g: Game) -> GameMoment:
    """Return the current time."""
    n = g.n
    return GameMoment(n[TURN], PHASES[n[PHASE]], n[ACTIVE])


def account(g: Any, index: int) -> Account:
    """Return the account of a place of the state: the bank, a pool, or the counters on a card."""
    if index < PLACES_END:
        return account_of(SCHEMA, index)
    card = g.table.bearers[index - PLACES_END]
    return Account("card", seat_of(g, card), None, g.rules.card(g, card))


def entry_knows(g: Any, source: int, target: int) -> int:
    """Return the bit set of seats that may know an entry's cards, which excludes others' uncontrolled cards."""
    for index in (source, target):
        if index >= PLACES_END:
            at: int = g.rows[AT + g.table.bearers[index - PLACES_END] * WIDTH]
            if UNCONTROLLED <= at < UNCONTROLLED + MAX_SEATS:
                return 1 << (at - UNCONTROLLED)
    return -1


def goes_on(one: Entry, two: Entry) -> bool:
    """Return whether two successive entries move counters the same way for the same reason, for one line."""
    if one.target != two.target or replace(one, n=two.n, amount=two.amount) != two:  # the first is quick
        return False
    unknown = ("card", None) in ((end.kind, end.card) for end in (one.source, one.target))
    return not unknown or one.cause in ("transfer", "taken_back")  # these words do not say how many cards
