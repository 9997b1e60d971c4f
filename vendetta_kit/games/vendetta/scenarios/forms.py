"""What can be expected of Vendetta's table: seats, Positions, Locations and who has Ambition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.faults import Path
from vendetta_kit.games.vendetta.engine.conflict import total_power
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import (
    ACTIVE,
    ALLIANCE,
    ALLY_AT,
    AMBITION,
    BLOOD,
    CARDS,
    CLAN,
    DECK,
    DRAINED,
    HAND,
    INFL,
    LOC,
    OUT,
    PHASES,
    POOL,
    RANKING,
    RELIC,
    RELIC_USED,
    ROUND,
    STEPS,
    TOKENS_DOWN,
    TOKENS_UP,
    UP,
    turn_order,
)
from vendetta_kit.games.vendetta.engine.tables import BIT, CLANS, IDS, LOCATION_NUMBER
from vendetta_kit.kernel.events import Account
from vendetta_kit.scenarios import forms
from vendetta_kit.scenarios.dialect import Form, Wanted
from vendetta_kit.scenarios.forms import as_is, compare, name_of

if TYPE_CHECKING:
    from vendetta_kit.scenarios.model import Expectation

    from .reading import Reader

__all__ = ["FORMS", "account_name", "power", "ranking"]

SEAT_KEYS: Final = (
    "blood", "influence", "hand", "deck", "hand_size", "deck_size", "drained", "alliance", "diablerie", "score", "out",
    "relic", "clan",
)  # fmt: skip
POSITION_KEYS: Final = ("deployed_blood", "cards", "face_down", "face_up", "power")
LOCATION_KEYS: Final = ("winner", "ranking", "ally", "location_card")
PARTS: Final[forms.Parts] = {"round": None, "phase": PHASES, "step": STEPS[1:]}


# Reading ---------------------------------------------------------------------------------------------------------


def _read_seat(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, ("seat",), SEAT_KEYS).items():
        here = (*path, key)
        if key in ("blood", "influence", "hand_size", "deck_size"):
            wants[key] = read.whole(value, here)
        elif key in ("hand", "deck", "drained", "alliance"):
            wants[key] = read.cards(value, here)
        elif key == "score":
            wants[key] = None if value is None else read.whole(value, here, None)
        elif key == "out":
            wants[key] = read.truth(value, here)
        elif key == "clan":
            wants[key] = read.one_of(value, here, CLANS)
        elif key == "diablerie":
            wants[key] = _tokens(read, value, here)
        elif key == "relic":
            wants[key] = _relic(read, value, here)
    return Wanted({"seat": read.seat(row["seat"], (*path, "seat"))}, wants)


def _tokens(read: Reader, value: Any, path: Path) -> Any:
    if not isinstance(value, dict):
        return read.whole(value, path)
    read.mapping(value, path, ("up", "down"))
    return {key: read.whole(part, (*path, key)) for key, part in value.items()}


def _relic(read: Reader, value: Any, path: Path) -> Any:
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


def _read_position(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, ("seat", "at"), POSITION_KEYS).items():
        here = (*path, key)
        wants[key] = read.whole(value, here) if key in ("deployed_blood", "power") else read.cards(value, here)
    return Wanted({"seat": read.seat(row["seat"], (*path, "seat")), "at": read.at(row["at"], (*path, "at"))}, wants)


def _read_location(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, ("at",), LOCATION_KEYS).items():
        here = (*path, key)
        if key == "ranking":
            wants[key] = read.seats(value, here)
        elif value is None:
            wants[key] = None
        else:
            wants[key] = read.seat(value, here) if key == "winner" else read.card(value, here)
    return Wanted({"at": read.at(row["at"], (*path, "at"))}, wants)


def _read_ambition(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    read.mapping(row, path, ("ambition", "first"))
    return Wanted({}, {key: read.seat(row[key], (*path, key)) for key in row})


# Judging ---------------------------------------------------------------------------------------------------------


def _ids(cards: tuple[int, ...]) -> list[str]:
    return [IDS[card] for card in cards]


def _seat(g: Game, wanted: Expectation) -> Iterator[str]:
    n, z = g.n, g.z
    seat = wanted.about["seat"]

    def found(key: str) -> Any:
        if key == "diablerie":
            value = wanted.wants[key]
            tokens = {"up": n[TOKENS_UP + seat], "down": n[TOKENS_DOWN + seat]}
            return {side: tokens[side] for side in value} if isinstance(value, dict) else sum(tokens.values())
        if key == "relic":
            relic = n[RELIC + seat]
            state = {"id": IDS[relic] if relic >= 0 else None, "used": bool(n[RELIC_USED + seat])}
            return {part: state[part] for part in wanted.wants[key]}
        values: dict[str, Callable[[], Any]] = {
            "blood": lambda: n[POOL + seat],
            "influence": lambda: n[INFL + seat],
            "hand": lambda: _ids(z[HAND + seat]),
            "deck": lambda: _ids(z[DECK + seat]),
            "hand_size": lambda: len(z[HAND + seat]),
            "deck_size": lambda: len(z[DECK + seat]),
            "drained": lambda: _ids(z[DRAINED + seat]),
            "alliance": lambda: _ids(z[ALLIANCE + seat]),
            "score": lambda: g.scores[seat],
            "out": lambda: bool(n[OUT] >> seat & 1),
            "clan": lambda: CLANS[n[CLAN + seat]] if n[CLAN + seat] >= 0 else None,
        }
        return values[key]()

    yield from compare(wanted.wants, found, as_is)


def power(g: Game, seat: int, at: int | str) -> int:
    """A Position's Power: as it was counted in this round's conflict there, else as it lies now."""
    for event in reversed(g.events):
        if event.moment.round == g.n[ROUND] and event.at == at and event.kind == "count" and event.seat == seat:
            return int(event.data["power"])
    return total_power(g, seat, LOCATION_NUMBER[at])


def _position(g: Game, wanted: Expectation) -> Iterator[str]:
    n = g.n
    seat, at = wanted.about["seat"], wanted.about["at"]
    pos = seat * 4 + LOCATION_NUMBER[at]
    cards = g.z[CARDS + pos]
    values: dict[str, Callable[[], Any]] = {
        "deployed_blood": lambda: n[BLOOD + pos],
        "cards": lambda: _ids(cards),
        "face_down": lambda: [IDS[card] for card in cards if not n[UP] & BIT[card]],
        "face_up": lambda: [IDS[card] for card in cards if n[UP] & BIT[card]],
        "power": lambda: power(g, seat, at),
    }
    yield from compare(wanted.wants, lambda key: values[key](), as_is)


def ranking(g: Game, at: int | str) -> tuple[int, ...]:
    """The seats in the order in which they were ranked at a Location when it was last resolved; empty if nobody was."""
    for event in reversed(g.events):
        if event.at == at and event.kind == "winner":
            return tuple(event.data["ranking"])
        if event.at == at and event.kind == "lone" and event.seat is not None:
            return (event.seat,)
        if event.at == at and event.kind == "nobody":
            return ()
    return g.z[RANKING] if g.n[LOC] == LOCATION_NUMBER[at] else ()


def _location(g: Game, wanted: Expectation) -> Iterator[str]:
    at = wanted.about["at"]
    loc = LOCATION_NUMBER[at]

    def card(number: int) -> str | None:
        return IDS[number] if number >= 0 else None

    def found(key: str) -> Any:
        if key == "ally":
            return card(g.n[ALLY_AT + loc])
        if key == "location_card":
            return card(g.table.location_card[loc])
        ranked = ranking(g, at)
        return list(ranked) if key == "ranking" else ranked[0] if ranked else None

    def show(key: str, value: Any) -> Any:
        if key == "ranking":
            return [g.names[seat] for seat in value]
        return name_of(g, value) if key == "winner" else value

    yield from compare(wanted.wants, found, show)


def _ambition(g: Game, wanted: Expectation) -> Iterator[str]:
    values = {"ambition": g.n[AMBITION], "first": turn_order(g)[0]}
    yield from compare(wanted.wants, values.__getitem__, lambda _, seat: name_of(g, seat))


def account_name(names: tuple[str, ...], account: Account) -> Any:
    """Return an account of the ledger as a scenario file names it."""
    if account.kind in ("pool", "score"):
        return None if account.seat is None else names[account.seat]
    if account.kind == "position":
        return {"seat": None if account.seat is None else names[account.seat], "at": account.at}
    return {"card": account.card} if account.kind == "card" else account.kind


FORMS: Final = (
    forms.event(PARTS),
    forms.transfer(PARTS, ("blood", "influence"), account_name),
    forms.HIDDEN,
    Form("position", (("seat", "at"),), _read_position, _position),
    Form("seat", (("seat",),), _read_seat, _seat),
    Form("location", (("at",),), _read_location, _location),
    forms.END,
    Form("ambition", (("ambition",), ("first",)), _read_ambition, _ambition),
    forms.moment(PARTS, lambda g: g.n[ACTIVE]),
)
