"""Expectations that a scenario of Vendetta can state: of seats, Positions, Locations and the Ambition token."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from vendetta_kit.games.vendetta.engine import state as s
from vendetta_kit.games.vendetta.engine.card_tables import BIT, CLANS, IDS, LOCATION_NUMBER
from vendetta_kit.games.vendetta.engine.conflict import total_power
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import CARDS as CARDS_AT
from vendetta_kit.games.vendetta.engine.state import turn_order
from vendetta_kit.input_errors import Path
from vendetta_kit.kernel.events import Account
from vendetta_kit.scenarios import expectations
from vendetta_kit.scenarios.expectations import (
    CARDS,
    NOBODY_OR_SEAT,
    SEAT,
    TRUTH,
    WHOLE,
    Keys,
    Value,
    numbers_of,
    one_of_words,
)

from .step_syntax import StepReader

PARTS: Final[expectations.Parts] = {"round": None, "phase": s.PHASES, "step": s.STEPS[1:]}


# A player's Pool and cards ---------------------------------------------------------------------------------------


def _tokens(read: StepReader, value: Any, path: Path) -> Any:
    if not isinstance(value, dict):
        return read.whole(value, path)
    read.mapping(value, path, ("up", "down"))
    return {key: read.whole(part, (*path, key)) for key, part in value.items()}


def _relic(read: StepReader, value: Any, path: Path) -> Any:
    if value is None:
        return {"id": None}
    if not isinstance(value, dict):
        return {"id": read.card(value, path)}
    read.mapping(value, path, ("id", "used"))
    wants: dict[str, Any] = {}
    if "id" in value:
        wants["id"] = read.card(value["id"], (*path, "id"))
    if "used" in value:
        wants["used"] = read.truth(value["used"], (*path, "used"))
    return wants


def _whole_or_none(read: StepReader, value: Any, path: Path) -> int | None:
    return None if value is None else read.whole(value, path, None)


def _card_or_none(read: StepReader, value: Any, path: Path) -> str | None:
    return None if value is None else read.card(value, path)


_TOKENS: Final = Value(
    _tokens,
    lambda wanted, found: {side: found[side] for side in wanted} if isinstance(wanted, dict) else sum(found.values()),
)
_RELIC: Final = Value(_relic, lambda wanted, found: {part: found[part] for part in wanted})
_CARD_OR_NONE: Final = Value(_card_or_none)


def _id(card: int) -> str | None:
    return IDS[card] if card >= 0 else None


def _ids(cards: Iterable[int]) -> list[str]:
    return [IDS[card] for card in cards]


_SEAT: Final[Keys] = {
    **numbers_of(s.SCHEMA, of_seats=True),
    "hand": (CARDS, lambda g, seat: _ids(g.z[s.HAND + seat])),
    "deck": (CARDS, lambda g, seat: _ids(g.z[s.DECK + seat])),
    "hand_size": (WHOLE, lambda g, seat: len(g.z[s.HAND + seat])),
    "deck_size": (WHOLE, lambda g, seat: len(g.z[s.DECK + seat])),
    "drained": (CARDS, lambda g, seat: _ids(g.z[s.DRAINED + seat])),
    "alliance": (CARDS, lambda g, seat: _ids(g.z[s.ALLIANCE + seat])),
    "diablerie": (_TOKENS, lambda g, seat: {"up": g.n[s.TOKENS_UP + seat], "down": g.n[s.TOKENS_DOWN + seat]}),
    "score": (Value(_whole_or_none), lambda g, seat: g.scores[seat]),
    "out": (TRUTH, lambda g, seat: bool(g.n[s.OUT] >> seat & 1)),
    "relic": (_RELIC, lambda g, seat: {"id": _id(g.n[s.RELIC + seat]), "used": bool(g.n[s.RELIC_USED + seat])}),
    "clan": (one_of_words(CLANS), lambda g, seat: CLANS[g.n[s.CLAN + seat]] if g.n[s.CLAN + seat] >= 0 else None),
}


# Positions, Locations, Ambition ----------------------------------------------------------------------------------

_AT: Final = Value(lambda read, value, path: read.at(value, path))


def _cards(g: Game, seat: int, at: int | str) -> tuple[int, ...]:
    return g.z[CARDS_AT + seat * 4 + LOCATION_NUMBER[at]]


def power(g: Game, seat: int, at: int | str) -> int:
    """Return a Position's Power as counted in this round's conflict there, else as it is now."""
    for event in reversed(g.events):
        if event.moment.round == g.n[s.ROUND] and event.at == at and event.kind == "count" and event.seat == seat:
            return int(event.data["power"])
    return total_power(g, seat, LOCATION_NUMBER[at])


_POSITION: Final[Keys] = {
    "deployed_blood": (WHOLE, lambda g, seat, at: g.n[s.BLOOD + seat * 4 + LOCATION_NUMBER[at]]),
    "cards": (CARDS, lambda g, seat, at: _ids(_cards(g, seat, at))),
    "face_down": (CARDS, lambda g, seat, at: _ids(card for card in _cards(g, seat, at) if not g.n[s.UP] & BIT[card])),
    "face_up": (CARDS, lambda g, seat, at: _ids(card for card in _cards(g, seat, at) if g.n[s.UP] & BIT[card])),
    "power": (WHOLE, power),
}


def ranking(g: Game, at: int | str) -> tuple[int, ...]:
    """Return the seats by rank at a Location's last resolution; empty if there was no ranking."""
    for event in reversed(g.events):
        if event.at == at and event.kind in ("winner", "lone"):
            return tuple(event.data["ranking"])
        if event.at == at and event.kind == "nobody":
            return ()
    return g.z[s.RANKING] if g.n[s.LOC] == LOCATION_NUMBER[at] else ()


_SEATS: Final = Value(
    lambda read, value, path: read.seats(value, path), show=lambda g, seats: [g.names[seat] for seat in seats]
)
_LOCATION: Final[Keys] = {
    "winner": (NOBODY_OR_SEAT, lambda g, at: next(iter(ranking(g, at)), None)),
    "ranking": (_SEATS, lambda g, at: list(ranking(g, at))),
    "ally": (_CARD_OR_NONE, lambda g, at: _id(g.n[s.ALLY_AT + LOCATION_NUMBER[at]])),
    "location_card": (_CARD_OR_NONE, lambda g, at: _id(g.table.location_card[LOCATION_NUMBER[at]])),
}
_AMBITION: Final[Keys] = {
    "ambition": (SEAT, lambda g: g.n[s.AMBITION]),
    "first": (SEAT, lambda g: turn_order(g)[0]),
}


def account_name(names: tuple[str, ...], account: Account) -> Any:
    """Return an account of the ledger as a scenario file names it."""
    if account.kind in ("pool", "score"):
        return None if account.seat is None else names[account.seat]
    if account.kind == "position":
        return {"seat": None if account.seat is None else names[account.seat], "at": account.at}
    return {"card": account.card} if account.kind == "card" else account.kind


FORMS: Final = (
    expectations.event_form(PARTS),
    expectations.transfer_form(PARTS, s.SCHEMA, account_name),
    expectations.HIDDEN,
    expectations.state_form("position", {"seat": SEAT, "at": _AT}, _POSITION),
    expectations.state_form("seat", {"seat": SEAT}, _SEAT),
    expectations.state_form("location", {"at": _AT}, _LOCATION),
    expectations.END,
    expectations.state_form("ambition", {}, _AMBITION),
    expectations.moment_form(PARTS, lambda g: g.n[s.ACTIVE]),
)
