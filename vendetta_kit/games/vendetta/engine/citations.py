"""The rules that a single event shows, in addition to the rules of its kind.

Used only by games that are recorded. Each function looks at the case: a face-down card with 3 Blood shows PLAN-10, a
Drain in the player's own turn DRAIN-09, a tie for second place CONF-06. Only rules that apply to the case are named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from . import state as s
from .card_tables import BIT, CARD_TYPE, HAVEN, LOCATIONS, NUMBER, VAMPIRE
from .game import Game
from .rule_numbers import DEADLY_TOKENS, FEWEST_SEATS, MOST_BLOOD
from .state import END_OF_ROUND as CLEAN_UP

Data = Mapping[str, Any]
Case = Callable[["Game", int, int, Data], tuple[str, ...]]
"""``case(game, seat or -1, Location number or -1, the event's public data)``: returns rule ids."""


def _table(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    seats = g.seats
    rules = {3: ("V3P-01", "V3P-05", "SET-05"), 4: ("SET-05",), 5: ("SET-06",), 6: ("SET-07", "VTAG-02")}[seats]
    if seats > FEWEST_SEATS and not g.table.teams:
        rules += ("FLOW-04",)
    if g.table.teams:
        rules += ("VTAG-01", "VTAG-04")
    if len(data["variants"]) > 1:
        rules += ("VLOC-05",)
    return rules


def _round(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    return ("SET-22",) if data["round_number"] == 1 else ("EOR-06",)


def _phase(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    n, z = g.n, g.z
    phase = n[s.PHASE]
    everybody = range(g.seats)
    if phase == s.FEEDING:
        rules: tuple[str, ...] = () if g.table.relics else ("FEED-06",)
        if any(z[s.DRAINED + other] for other in everybody):
            rules += ("FEED-04",)
        return (*rules, "FEED-05") if n[s.ROUND] == 1 else rules
    if phase == s.LOCATION_SETUP:
        return ("LOC-04",)
    if phase in (s.HAND_BUILDING, s.PLANNING):
        return ("FLOW-03",)
    if phase == s.RESOLUTION:
        return ("PLAN-23",) if all(len(z[s.HAND + other]) == 1 for other in everybody) else ()
    if phase == CLEAN_UP:
        return ("RES-03", "FLOW-06")
    return ("RES-03", "FLOW-05", "FLOW-06", "RUL-49")


def _kept(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    n, z = g.n, g.z
    turn = n[s.ROUND]
    three = g.seats == FEWEST_SEATS
    rules: tuple[str, ...] = ("HAND-05", "HAND-06") if turn == 1 and not three else ()
    if three and turn > 1:
        rules += ("V3P-04",)
    if not three and len(z[s.HAND + seat]) == turn + 2:
        rules += ("HAND-08",)
    if not three and len(z[s.DECK + seat]) == 7 - turn:
        rules += ("HAND-09",)
    return rules


def _play(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    if data.get("by"):
        if g.n[s.LOC] < 0:
            return ()
        return ("KIT-21",) if g.n[s.ACTED] & BIT[NUMBER[data["card"]]] else ("RUL-35",)
    z, n = g.z, g.n
    rules: tuple[str, ...] = ("RUL-53", "GLOS-01")
    if z[s.CARDS + seat * 4 + at]:
        rules += ("PLAN-06",)
    if data["blood"] and n[s.BLOOD + seat * 4 + at]:
        rules += ("PLAN-14",)
    if data["blood"]:
        rules += ("PLAN-15",)
    if data["flips"]:
        rules += ("PLAN-24",)
    if data["face"] == "down":
        rules += ("PLAN-25", "GLOS-16")
        if data["fee"]:
            rules += ("FRZ-10",)
        if data["fee"] and data["blood"] == MOST_BLOOD:
            rules += ("PLAN-10",)
    else:
        rules += ("PLAN-18", "PLAN-20" if CARD_TYPE[NUMBER[data["card"]]] == "passive" else "PLAN-19")
    return rules


def _this_turn(g: Game, seat: int, kind: str) -> bool:
    """Return whether an event of this kind happened to the seat since its Planning turn began."""
    assert g.rec is not None
    for event in reversed(g.rec.events):
        if event.kind == "turn":
            return False
        if event.kind == kind and event.seat == seat:
            return True
    return False


def _drain(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    n = g.n
    rules: tuple[str, ...] = ()
    if n[s.PHASE] == s.PLANNING and n[s.ACTIVE] == seat:
        rules = ("DRAIN-09", "RUL-18")
        if _this_turn(g, seat, "drain"):
            rules += ("DRAIN-02",)
        if NUMBER[data["card"]] in VAMPIRE and n[s.TOKENS_UP + seat] + n[s.TOKENS_DOWN + seat] == DEADLY_TOKENS - 1:
            rules += ("RUL-15",)
    if NUMBER[data["card"]] not in VAMPIRE:
        rules += ("DRAIN-10",)
    return rules


def _diablerie(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    return ("DIAB-10", "DIAB-09") if g.n[s.TOKENS_DOWN + seat] else ("DIAB-10",)


def _flip(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    return ("DIAB-08", "RUL-16") if _this_turn(g, seat, "diablerie") else ("DIAB-08",)


def _eliminated(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    n = g.n
    rules: tuple[str, ...] = ("FRZ-09",) if n[s.PHASE] != s.PLANNING or n[s.ACTIVE] != seat else ()
    if n[s.STEP] == s.CONFLICT_STEP and seat in g.z[s.RANKING]:
        rules += ("KIT-22",)
    return rules


def _frenzy(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    assert g.rec is not None
    rules: tuple[str, ...] = ("FRZ-11",) if data["causer"] is not None else ()
    if any(event.kind == "frenzy" and event.seat == seat for event in g.rec.events):
        rules += ("FRZ-13",)
    return rules


def _location(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    return ("RES-04", "SET-08") if g.n[s.LOC] != HAVEN else ("SET-08",)


def _step(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    if data["name"] == "revelation":
        return ("REV-03",)
    if data["name"] != "aftermath":
        return ()
    return ("REV-06", "AFT-04", "RUL-43") if g.n[s.LOC] == HAVEN else ("REV-06",)


def _tokens(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    rules: tuple[str, ...] = ("WDR-12",)
    if data["staying"]:
        rules += ("WDR-04",)
    elif data["leaving"]:
        rules += ("WDR-10",)
    loc = g.n[s.LOC]
    if any(not g.z[s.CARDS + other * 4 + loc] for other in data["staying"]):
        rules += ("GLOS-08",)
    return rules


def _withdraw(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    n = g.n
    rules: tuple[str, ...] = ("GLOS-18",)
    if data["blood"]:
        rules += ("WDR-11", "RUL-17")
    if n[s.LOC] != HAVEN and data["count"]:
        rules += ("WDR-09",)
    numbers = [NUMBER[card] for card in data["cards"]]
    if any(card // 9 != n[s.CLAN + seat] for card in numbers):
        rules += ("RUL-24", "GLOS-02")
    if n[s.LOC] != HAVEN and any(CARD_TYPE[card] == "passive" for card in numbers):
        rules += ("RUL-23",)
    return rules


def _act(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    rules: tuple[str, ...] = ("REV-05",)
    if g.n[s.LONE] == seat + 1:
        rules += ("RUL-34",)
    if data["card"] == "NO07" and g.n[s.LOC] == HAVEN:
        rules += ("RUL-26",)
    return rules


def _count(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    n = g.n
    rules: tuple[str, ...] = ("GLOS-14", "RUL-37")
    cards = [NUMBER[card] for card in data["cards"]]
    if any(CARD_TYPE[card] in ("preparation", "aftermath") for card in cards):
        rules += ("REV-04",)
    if any(card // 9 != n[s.CLAN + seat] for card in cards):
        rules += ("CONF-09", "GLOS-02")
    if data["below"]:
        rules += ("RUL-38",)
    if not data["power"]:
        rules += ("RUL-39",)
    return rules


def _winner(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    ranked = len(data["ranking"])
    rules: tuple[str, ...] = ("GLOS-19",)
    if g.n[s.WITHDREW]:
        rules += ("CONF-11",)
    if ranked < 3:
        rules += ("REW-12",)
    else:
        rules += ("REW-03",)
    if ranked > 3:
        rules += ("REW-11",)
    if data["ties"]:
        rules += ("CONTR-03",)
    if g.table.teams:
        rules += ("VTAG-07",)
    return rules


def _lone(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    return ("REW-12", "CONF-11") if g.n[s.WITHDREW] else ("REW-12",)


def _score(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    return ("DIAB-09",) if g.n[s.TOKENS_DOWN + seat] else ()


def _face_down(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    return ("GLOS-04",) if g.n[s.PHASE] == s.RESOLUTION else ()


def _resolved(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    deployed = any(
        g.z[s.CARDS + other * 4 + loc] or g.n[s.BLOOD + other * 4 + loc]
        for other in range(g.seats)
        for loc in LOCATIONS[g.seats]
    )
    return ("AFT-03",) if deployed else ()


def _ally(g: Game, seat: int, at: int, data: Data) -> tuple[str, ...]:
    return ("SET-21", "CARD-01") if g.z[s.ALLIANCE + seat] else ("CARD-01",)


CASES: Final[dict[str, Case]] = {
    "table": _table,
    "round": _round,
    "phase": _phase,
    "kept": _kept,
    "play": _play,
    "drain": _drain,
    "diablerie": _diablerie,
    "flip": _flip,
    "eliminated": _eliminated,
    "frenzy": _frenzy,
    "location": _location,
    "step": _step,
    "tokens": _tokens,
    "withdraw": _withdraw,
    "withdraw_haven": _withdraw,
    "act": _act,
    "count": _count,
    "winner": _winner,
    "lone": _lone,
    "score": _score,
    "face_down": _face_down,
    "resolved": _resolved,
    "ally": _ally,
}
"""The function that names the rules of a case, by kind of event; it runs before the event is recorded."""
