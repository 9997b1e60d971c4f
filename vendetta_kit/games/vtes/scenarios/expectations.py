"""The expectations of V:TES's scenario files, beside those of every game's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from vendetta_kit.games.vtes.engine import board
from vendetta_kit.games.vtes.engine.state import ACTIVE, AT, HAND, IN, PHASES, RANGE, REGION_NAMES, SCHEMA, WIDTH
from vendetta_kit.kernel.events import Account
from vendetta_kit.kernel.state import MAX_SEATS
from vendetta_kit.scenarios import expectations
from vendetta_kit.scenarios.expectations import (
    CARDS,
    CARDS_OR_COUNT,
    SEAT,
    TRUTH,
    WHOLE,
    Keys,
    Value,
    numbers_of,
    one_of_words,
)

_PARTS: Final[expectations.Parts] = {"phase": PHASES}
_REGIONS: Final = tuple(name for name in REGION_NAMES if name != "played")


def _account_name(names: tuple[str, ...], account: Account) -> Any:
    return account.card or (names[account.seat] if account.seat is not None else account.kind)


def _lying(region: str) -> Callable[[Any, int], list[str]]:
    """Return a function that lists the cards in a region of a seat."""
    first = HAND + REGION_NAMES.index(region) * MAX_SEATS
    return lambda g, seat: list(board.names(g, g.z[first + seat]))


_SEAT: Final[Keys] = {
    **numbers_of(SCHEMA, of_seats=True),
    "in": (TRUTH, lambda g, seat: bool(g.n[IN] >> seat & 1)),
    **{name: (CARDS_OR_COUNT, _lying(name)) for name in _REGIONS},
}


def _title(g: Any, card: int) -> str | None:
    held = board.title(g, card) if board.is_vampire(g, card) else None
    return held.kind if held is not None else None


_PHYSICAL: Final = Value(lambda read, value, path: read.physical(value, path))
_CARD: Final[Keys] = {
    "in": (one_of_words(_REGIONS), lambda g, card: REGION_NAMES[(g.rows[AT + card * WIDTH] - HAND) // MAX_SEATS]),
    "of": (SEAT, board.seat_of),
    "blood": (WHOLE, board.blood),
    "tapped": (TRUTH, board.is_tapped),
    "capacity": (WHOLE, board.capacity),
    "strength": (WHOLE, board.strength),
    "title": (Value(lambda read, value, path: value), _title),
    "on": (CARDS, lambda g, card: list(board.names(g, board.on(g, card)))),
}
_TABLE: Final[Keys] = {
    **numbers_of(SCHEMA, of_seats=False),
    "range": (one_of_words(("close", "long")), lambda g: "long" if g.n[RANGE] else "close"),
}

FORMS: Final = (
    expectations.event_form(_PARTS),
    expectations.transfer_form(_PARTS, SCHEMA, _account_name),
    expectations.HIDDEN,
    expectations.state_form("seat", {"seat": SEAT}, _SEAT),
    expectations.state_form("card", {"card": _PHYSICAL}, _CARD),
    expectations.END,
    expectations.state_form("table", {}, _TABLE),
    expectations.moment_form(_PARTS, lambda g: g.n[ACTIVE]),
)
"""All forms of expectations; the first that fits a row reads it."""
