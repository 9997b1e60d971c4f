"""Reading what a scenario expects: which form it is, and whether each of its fields is what it must be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn, Protocol

from vendetta_kit.faults import Path, Said
from vendetta_kit.games.vendetta.engine.event_kinds import EVENTS, EVERY_EVENT
from vendetta_kit.games.vendetta.engine.events import CAUSE_RULES
from vendetta_kit.games.vendetta.engine.state import PHASES, STEPS
from vendetta_kit.games.vendetta.engine.tables import CLANS
from vendetta_kit.kernel.event_kinds import Holds

from .model import Expectation, Mark

SEAT_KEYS: Final = (
    "blood", "influence", "hand", "deck", "hand_size", "deck_size", "drained", "alliance", "diablerie", "score", "out",
    "relic", "clan",
)  # fmt: skip
POSITION_KEYS: Final = ("deployed_blood", "cards", "face_down", "face_up", "power")
LOCATION_KEYS: Final = ("winner", "ranking", "ally", "location_card")
MOMENT_KEYS: Final = ("round", "phase", "step", "turn", "pending", "over")
FORMS: Final = ("seat", "at", "ambition", "event", "transfer", "hidden_from", "winner", "final", "phase")
TRANSFER_KEYS: Final = (
    "transfer", "from", "to", "amount", "cause", "card", "rule", "by", "count", "round", "phase", "step",
)  # fmt: skip


class Reader(Protocol):
    """What the parser offers."""

    names: tuple[str, ...]

    def fail(self, path: Path, fault: Said, expected: Said | None = None) -> NoReturn: ...
    def found(self, path: Path, value: object, expected: Said) -> NoReturn: ...
    def key(self, row: Mapping[str, Any], key: str, path: Path, expected: Said) -> Any: ...
    def mark(self, path: Path, value: Any) -> Mark: ...
    def mapping(self, value: Any, path: Path, keys: Any = None) -> Mapping[str, Any]: ...
    def items(self, value: Any, path: Path) -> list[Any]: ...
    def one_of(self, value: Any, path: Path, words: Any) -> Any: ...
    def whole(self, value: Any, path: Path, least: int | None = 0) -> int: ...
    def truth(self, value: Any, path: Path) -> bool: ...
    def seat(self, value: Any, path: Path) -> int: ...
    def at(self, value: Any, path: Path) -> int | str: ...
    def rule(self, value: Any, path: Path) -> str: ...
    def card(self, value: Any, path: Path) -> str: ...


def expectation(read: Reader, value: Any, path: Path) -> Expectation:
    """Read one expectation; which form it is follows from its keys."""
    row = read.mapping(value, path, None)
    mark = read.mark(path, row)
    if "event" in row:
        return _event(read, row, path, mark)
    if "transfer" in row:
        return _transfer(read, row, path, mark)
    if "hidden_from" in row:
        return _hidden(read, row, path, mark)
    if "seat" in row and "at" in row:
        return _position(read, row, path, mark)
    if "seat" in row:
        return _seat(read, row, path, mark)
    if "at" in row:
        return _location(read, row, path, mark)
    if "winner" in row or "final" in row:
        return _end(read, row, path, mark)
    if "ambition" in row or "first" in row:
        read.mapping(row, path, ("ambition", "first"))
        return Expectation(mark, "ambition", {}, {key: read.seat(row[key], (*path, key)) for key in row})
    if any(key in row for key in MOMENT_KEYS):
        return _moment(read, row, path, mark)
    read.fail(
        path,
        Said("nothing_expected_in", words=mark.text),
        Said("want.one_of", words=FORMS),
    )


def _some(read: Reader, row: Mapping[str, Any], path: Path, named: tuple[str, ...], keys: tuple[str, ...]) -> None:
    read.mapping(row, path, (*named, *keys))
    if not any(key in row for key in keys):
        read.fail(path, Said("nothing_expected"), Said("want.some_of", words=keys))


def _cards(read: Reader, value: Any, path: Path) -> list[str]:
    return [read.card(card, (*path, k)) for k, card in enumerate(read.items(value, path))]


def _seat(read: Reader, row: Mapping[str, Any], path: Path, mark: Mark) -> Expectation:
    _some(read, row, path, ("seat",), SEAT_KEYS)
    wants: dict[str, Any] = {}
    for key, value in row.items():
        here = (*path, key)
        if key in ("blood", "influence", "hand_size", "deck_size"):
            wants[key] = read.whole(value, here)
        elif key in ("hand", "deck", "drained", "alliance"):
            wants[key] = _cards(read, value, here)
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
    return Expectation(mark, "seat", {"seat": read.seat(row["seat"], (*path, "seat"))}, wants)


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


def _position(read: Reader, row: Mapping[str, Any], path: Path, mark: Mark) -> Expectation:
    _some(read, row, path, ("seat", "at"), POSITION_KEYS)
    wants: dict[str, Any] = {}
    for key in POSITION_KEYS:
        if key in row:
            here = (*path, key)
            wants[key] = (
                read.whole(row[key], here) if key in ("deployed_blood", "power") else _cards(read, row[key], here)
            )
    about = {"seat": read.seat(row["seat"], (*path, "seat")), "at": read.at(row["at"], (*path, "at"))}
    return Expectation(mark, "position", about, wants)


def _location(read: Reader, row: Mapping[str, Any], path: Path, mark: Mark) -> Expectation:
    _some(read, row, path, ("at",), LOCATION_KEYS)
    wants: dict[str, Any] = {}
    for key in LOCATION_KEYS:
        if key in row:
            here = (*path, key)
            if key == "ranking":
                wants[key] = _seats(read, row[key], here)
            elif row[key] is None:
                wants[key] = None
            else:
                wants[key] = read.seat(row[key], here) if key == "winner" else read.card(row[key], here)
    return Expectation(mark, "location", {"at": read.at(row["at"], (*path, "at"))}, wants)


def _seats(read: Reader, value: Any, path: Path) -> list[int]:
    return [read.seat(name, (*path, k)) for k, name in enumerate(read.items(value, path))]


def _names(read: Reader, value: Any, path: Path) -> list[int]:
    if isinstance(value, list):
        return _seats(read, value, path)
    return [read.seat(value, path)]


def _end(read: Reader, row: Mapping[str, Any], path: Path, mark: Mark) -> Expectation:
    read.mapping(row, path, ("winner", "final"))
    wants: dict[str, Any] = {}
    if "winner" in row:
        wants["winner"] = _names(read, row["winner"], (*path, "winner"))
    if "final" in row:
        here = (*path, "final")
        scores = read.mapping(row["final"], here, None)
        wants["final"] = {
            read.seat(name, (*here, name)): None if score is None else read.whole(score, (*here, name), None)
            for name, score in scores.items()
        }
    return Expectation(mark, "end", {}, wants)


def _moment(read: Reader, row: Mapping[str, Any], path: Path, mark: Mark) -> Expectation:
    read.mapping(row, path, MOMENT_KEYS)
    wants: dict[str, Any] = {}
    for key, value in row.items():
        here = (*path, key)
        if key == "round":
            wants[key] = read.whole(value, here)
        elif key == "phase":
            wants[key] = read.one_of(value, here, PHASES)
        elif key == "step":
            wants[key] = read.one_of(value, here, STEPS[1:])
        elif key == "turn":
            wants[key] = None if value is None else read.seat(value, here)
        elif key == "pending":
            wants[key] = _names(read, value, here)
        else:
            wants[key] = read.truth(value, here)
    return Expectation(mark, "moment", {}, wants)


def _rules(read: Reader, value: Any, path: Path) -> list[str]:
    if isinstance(value, list):
        return [read.rule(r, (*path, k)) for k, r in enumerate(value)]
    return [read.rule(value, path)]


def _event(read: Reader, row: Mapping[str, Any], path: Path, mark: Mark) -> Expectation:
    kind = read.one_of(row["event"], (*path, "event"), tuple(EVENTS))
    fields = {**EVENTS[kind].fields, **EVERY_EVENT}
    read.mapping(row, path, ("event", "rule", "count", *(key for key in fields if key != "count")))
    wants: dict[str, Any] = {}
    about: dict[str, Any] = {"event": kind}
    for key, value in row.items():
        here = (*path, key)
        if key == "count":
            about[key] = read.whole(value, here)
        elif key == "rule":
            wants[key] = _rules(read, value, here)
        elif key != "event":
            wants[key] = _field(read, fields[key], value, here)
    return Expectation(mark, "event", about, wants)


def _field(read: Reader, holds: Holds, value: Any, path: Path) -> Any:
    """Read a field of an event by what it holds; seats are given by their names."""
    if holds is Holds.SEATS:
        return _seats(read, value, path)
    if holds is Holds.GROUPS:
        return [_seats(read, group, (*path, k)) for k, group in enumerate(read.items(value, path))]
    if holds is Holds.NUMBER_BY_SEAT:
        return {read.seat(name, (*path, name)): n for name, n in read.mapping(value, path, None).items()}
    if holds is Holds.CARDS or (holds is Holds.NUMBER_BY_CARD and not isinstance(value, dict)):
        return _cards(read, value, path)
    if value is None:
        return None
    one = {Holds.SEAT: read.seat, Holds.CARD: read.card, Holds.PLACE: read.at}.get(holds)
    return value if one is None else one(value, path)


def _transfer(read: Reader, row: Mapping[str, Any], path: Path, mark: Mark) -> Expectation:
    read.mapping(row, path, TRANSFER_KEYS)
    about: dict[str, Any] = {"token": read.one_of(row["transfer"], (*path, "transfer"), ("blood", "influence"))}
    wants: dict[str, Any] = {}
    for key, value in row.items():
        here = (*path, key)
        if key in ("from", "to"):
            wants[key] = _account(read, value, here)
        elif key in ("amount", "round"):
            wants[key] = read.whole(value, here)
        elif key == "count":
            about[key] = read.whole(value, here)
        elif key == "cause":
            wants[key] = read.one_of(value, here, tuple(CAUSE_RULES))
        elif key == "card":
            wants[key] = None if value is None else read.card(value, here)
        elif key == "rule":
            wants[key] = _rules(read, value, here)
        elif key == "by":
            wants[key] = None if value is None else read.seat(value, here)
        elif key == "phase":
            wants[key] = read.one_of(value, here, PHASES)
        elif key == "step":
            wants[key] = read.one_of(value, here, STEPS[1:])
    return Expectation(mark, "transfer", about, wants)


def _account(read: Reader, value: Any, path: Path) -> tuple[Any, ...]:
    if value == "bank":
        return ("bank",)
    if isinstance(value, dict):
        if "card" in value:
            read.mapping(value, path, ("card",))
            return ("card", read.card(value["card"], (*path, "card")))
        read.mapping(value, path, ("seat", "at"))
        for key in ("seat", "at"):
            read.key(value, key, path, Said("want.position"))
        return ("position", read.seat(value["seat"], (*path, "seat")), read.at(value["at"], (*path, "at")))
    if isinstance(value, str) and value in read.names:
        return ("pool", read.names.index(value))
    read.found(path, value, Said("want.account", names=read.names))


def _hidden(read: Reader, row: Mapping[str, Any], path: Path, mark: Mark) -> Expectation:
    read.mapping(row, path, ("hidden_from", "cards"))
    read.key(row, "cards", path, Said("want.hidden"))
    about = {"from": _names(read, row["hidden_from"], (*path, "hidden_from"))}
    return Expectation(mark, "hidden", about, {"cards": _cards(read, row["cards"], (*path, "cards"))})
