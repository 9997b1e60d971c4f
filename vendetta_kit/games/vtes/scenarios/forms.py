"""What can be expected of a V:TES table, beside events, transfers, what is hidden, the moment and the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.faults import Path
from vendetta_kit.games.vtes.engine import board
from vendetta_kit.games.vtes.engine.state import (
    ACTIVE,
    AT,
    EDGE,
    HAND,
    IN,
    INTERCEPT,
    PHASES,
    POINTS,
    POOL,
    RANGE,
    REGION_NAMES,
    STEALTH,
    TRANSFERS_LEFT,
    WIDTH,
)
from vendetta_kit.kernel.events import Account
from vendetta_kit.kernel.state import MAX_SEATS
from vendetta_kit.scenarios import forms
from vendetta_kit.scenarios.dialect import Form, Wanted

if TYPE_CHECKING:
    from vendetta_kit.scenarios.model import Expectation

    from .reading import Reader

_PARTS: Final[forms.Parts] = {"phase": PHASES}
_REGIONS: Final = tuple(name for name in REGION_NAMES if name != "played")
_SEAT: Final = ("pool", "points", "in", *_REGIONS)
_CARD: Final = ("in", "of", "blood", "tapped", "capacity", "strength", "title", "on")


def _account_name(names: tuple[str, ...], account: Account) -> Any:
    return account.card or (names[account.seat] if account.seat is not None else account.kind)


# Somebody's pool, points and regions ------------------------------------------------------------------------


def _read_seat(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, ("seat",), _SEAT).items():
        at = (*path, key)
        wants[key] = (
            read.whole(value, at) if key in ("pool", "points") else read.truth(value, at) if key == "in"
            else read.whole(value, at) if type(value) is int else read.cards(value, at)
        )  # fmt: skip
    return Wanted({"seat": read.seat(row["seat"], (*path, "seat"))}, wants)


def _seat(g: Any, wanted: Expectation) -> Iterator[str]:
    seat = wanted.about["seat"]
    found = {"pool": g.n[POOL + seat], "points": g.n[POINTS + seat], "in": bool(g.n[IN] >> seat & 1)}
    for k, name in enumerate(REGION_NAMES):
        lying = list(board.names(g, g.z[HAND + k * MAX_SEATS + seat]))
        found[name] = len(lying) if type(wanted.wants.get(name)) is int else lying
    yield from forms.compare(wanted.wants, found.__getitem__, forms.as_is)


# A card ------------------------------------------------------------------------------------------------------


def _read_card(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, ("card",), _CARD).items():
        at = (*path, key)
        if key == "in":
            wants[key] = read.one_of(value, at, _REGIONS)
        elif key == "of":
            wants[key] = read.seat(value, at)
        elif key == "tapped":
            wants[key] = read.truth(value, at)
        elif key == "on":
            wants[key] = read.cards(value, at)
        elif key == "title":
            wants[key] = value
        else:
            wants[key] = read.whole(value, at)
    return Wanted({"card": read.physical(row["card"], (*path, "card"))}, wants)


def _card(g: Any, wanted: Expectation) -> Iterator[str]:
    card = wanted.about["card"]
    held = board.title(g, card) if board.is_vampire(g, card) else None
    found = {
        "in": REGION_NAMES[(g.rows[AT + card * WIDTH] - HAND) // MAX_SEATS],
        "of": board.seat_of(g, card),
        "blood": board.blood(g, card),
        "tapped": board.is_tapped(g, card),
        "capacity": board.capacity(g, card),
        "strength": board.strength(g, card),
        "title": held.kind if held is not None else None,
        "on": list(board.names(g, board.on(g, card))),
    }

    def show(key: str, value: Any) -> Any:
        return g.names[value] if key == "of" else value

    yield from forms.compare(wanted.wants, found.__getitem__, show)


# The whole table ---------------------------------------------------------------------------------------------

_TABLE: Final = ("edge", "stealth", "intercept", "transfers", "range")


def _read_table(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, (), _TABLE).items():
        at = (*path, key)
        if key == "edge":
            wants[key] = None if value is None else read.seat(value, at)
        elif key == "range":
            wants[key] = read.one_of(value, at, ("close", "long"))
        else:
            wants[key] = read.whole(value, at)
    return Wanted({}, wants)


def _table(g: Any, wanted: Expectation) -> Iterator[str]:
    n = g.n
    found = {
        "edge": n[EDGE] if n[EDGE] >= 0 else None,
        "stealth": n[STEALTH],
        "intercept": n[INTERCEPT],
        "transfers": n[TRANSFERS_LEFT],
        "range": "long" if n[RANGE] else "close",
    }

    def show(key: str, value: Any) -> Any:
        return g.names[value] if key == "edge" and value is not None else value

    yield from forms.compare(wanted.wants, found.__getitem__, show)


FORMS: Final = (
    forms.event(_PARTS),
    forms.transfer(_PARTS, ("counter",), _account_name),
    forms.HIDDEN,
    Form("seat", (("seat",),), _read_seat, _seat),
    Form("card", (("card",),), _read_card, _card),
    forms.END,
    Form("table", tuple((key,) for key in _TABLE), _read_table, _table),
    forms.moment(_PARTS, lambda g: g.n[ACTIVE]),
)
"""All forms, the first that fits a row is meant."""
