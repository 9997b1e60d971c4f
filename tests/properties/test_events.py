"""Every recorded event is as its kind says: these fields and no others, each holding what it must hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS, NUMBER
from vendetta_kit.games.vendetta.engine.event_kinds import EVENTS
from vendetta_kit.kernel.event_kinds import FieldKind, with_seats
from vendetta_kit.kernel.events import Event
from vendetta_kit.scenarios import ScenarioRun, load, shipped

from .games import GAMES, all_tables, begin, each_table, play_out


def _all(holds: FieldKind, value: Any, seats: int) -> bool:
    return isinstance(value, tuple) and all(fits(holds, part, seats) and part is not None for part in value)


def _numbers(keys: FieldKind, value: Any, seats: int) -> bool:
    return isinstance(value, Mapping) and all(
        fits(keys, key, seats) and fits(FieldKind.NUMBER, number, seats) for key, number in value.items()
    )


def fits(holds: FieldKind, value: Any, seats: int) -> bool:
    """Whether a value is what such a field holds, at a table of so many seats."""
    one: dict[FieldKind, Callable[[], bool]] = {
        FieldKind.SEAT: lambda: value is None or (type(value) is int and 0 <= value < seats),
        FieldKind.CARD: lambda: value is None or value in NUMBER,
        FieldKind.PLACE: lambda: value in AT and type(value) in (int, str),
        FieldKind.CLAN: lambda: value in CLANS,
        FieldKind.NUMBER: lambda: type(value) is int,
        FieldKind.TRUTH: lambda: type(value) is bool,
        FieldKind.WORD: lambda: type(value) is str and value not in NUMBER,
        FieldKind.ANSWER: lambda: isinstance(value, bool | int | str),
        FieldKind.SEATS: lambda: _all(FieldKind.SEAT, value, seats),
        FieldKind.GROUPS: lambda: _all(FieldKind.SEATS, value, seats),
        FieldKind.CARDS: lambda: _all(FieldKind.CARD, value, seats),
        FieldKind.CLANS: lambda: _all(FieldKind.CLAN, value, seats),
        FieldKind.PLACES: lambda: _all(FieldKind.PLACE, value, seats),
        FieldKind.NUMBERS: lambda: _all(FieldKind.NUMBER, value, seats),
        FieldKind.WORDS: lambda: _all(FieldKind.WORD, value, seats),
        FieldKind.NUMBER_BY_SEAT: lambda: _numbers(FieldKind.SEAT, value, seats),
        FieldKind.NUMBER_BY_CARD: lambda: _numbers(FieldKind.CARD, value, seats),
    }
    return one[holds]()


def check(event: Event, seats: int) -> None:
    """Fail where an event has a field that its kind has not, or one that holds something else."""
    fields = EVENTS[event.kind].fields
    for key, value in {**event.data, **event.secret}.items():
        assert key in fields, event
        assert fits(fields[key], value, seats), (key, fields[key], event)


@each_table
def test_every_event_is_as_its_kind_says(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "events")
        play_out(start)
        for event in start.game.events:
            check(event, start.game.seats)


@all_tables
def test_every_field_of_every_kind_is_recorded(tables: dict[str, Any]) -> None:
    found: dict[str, set[str]] = {}
    games = [play_out(begin(table, number, "events")) for table in tables for number in range(GAMES)]
    for path in shipped():
        story = ScenarioRun(load(path))
        for step in story.scenario.steps:
            story.do(step)
        games.append(story.game)
    for game in games:
        for event in game.events:
            check(event, game.seats)
            found.setdefault(event.kind, set()).update(event.data, event.secret)
    shown = {kind: fields for kind, fields in found.items() if fields}
    assert shown == {kind: set(each.fields) for kind, each in EVENTS.items() if each.fields}


def test_what_is_a_seat_is_named() -> None:
    names = ("Ann", "Bob", "Cy").__getitem__
    told = with_seats(EVENTS["winner"], {"ranking": (2, 0), "tied": (), "ties": ((2, 0),)}, names)
    assert told == {"ranking": ["Cy", "Ann"], "tied": [], "ties": [["Cy", "Ann"]]}
    assert with_seats(EVENTS["bids"], {"bids": {1: 3}, "lowest": 1, "card": "MA07"}, names) == {
        "bids": {"Bob": 3},
        "lowest": "Bob",
        "card": "MA07",
    }
    assert with_seats(EVENTS["frenzy"], {"causer": None}, names) == {"causer": None}
    assert with_seats(EVENTS["kept"], {"count": 1, "exchange": False}, names) == {"count": 1, "exchange": False}
