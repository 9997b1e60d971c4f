"""True expectations of the present table, as rows of a scenario file that a person can choose from.

A chosen row is put into the file unchanged; :mod:`.verdict` judges it like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from vendetta_kit.games.vendetta.engine.card_tables import AT, LOCATIONS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import SCHEMA
from vendetta_kit.scenarios.expectations import named_entry, named_event
from vendetta_kit.scenarios.parser import parse_expectation

from . import DIALECT
from .expectations import account_name

GROUPS: Final = ("seats", "positions", "locations", "moment", "hidden", "events", "transfers")
"""The groups of expectations in the order in which they are shown."""
MOST: Final = 80
"""The most events, and the most ledger entries, that are offered: the newest ones."""
_EVENT_KEYS: Final[tuple[str, ...]] = ("event", "seat", "at", "card", "by", "causer", "owner")


class Offer(NamedTuple):
    """A true expectation: its group, its row in the file, and the number of the event or entry."""

    group: str
    row: dict[str, Any]
    n: int = -1


def failures_of(g: Game, row: dict[str, Any]) -> list[str]:
    """Return what does not hold of an expectation, in words; nothing if it holds.

    Raises:
        BadScenario: the row is no expectation about this table.
    """
    return DIALECT.judge(g, parse_expectation(row, g.names, DIALECT))


def true_expectations(g: Game) -> tuple[Offer, ...]:
    """Return the true expectations of a game as it is now.

    >>> from vendetta_kit.scenarios import find, load
    >>> g = load(find("w-01a-claudia-with-three")).game()
    >>> [offer.row for offer in true_expectations(g) if "blood" in offer.row][0]
    {'seat': 'Claudia', 'blood': 3}
    """
    found: dict[str, Offer] = {}
    for offer in (*_seats(g), *_positions(g), *_locations(g), *_moment(g), *_hidden(g), *_events(g), *_transfers(g)):
        found.pop(str(offer.row), None)  # keep the newest of equal rows
        found[str(offer.row)] = offer
    return tuple(offer for offer in found.values() if not failures_of(g, offer.row))


def _seats(g: Game) -> Iterator[Offer]:
    for seat, name in enumerate(g.names):
        own = g.view(seat).seats[seat]
        tokens = {"up": own.tokens_up, "down": own.tokens_down}
        wants: dict[str, Any] = {
            **SCHEMA.written(g.n, seat),
            "hand": list(own.hand or ()),
            "alliance": list(own.alliance),
            "drained": list(own.drained),
            "diablerie": tokens,
        }
        if own.out:
            wants["out"] = True
        if own.relic is not None:
            wants["relic"] = {"id": own.relic, "used": own.relic_used}
        for key, value in wants.items():
            yield Offer("seats", {"seat": name, key: value})


def _positions(g: Game) -> Iterator[Offer]:
    for seat, name in enumerate(g.names):
        for position in g.view(seat).seats[seat].positions:
            if not position.cards and not position.blood:
                continue
            where = {"seat": name, "at": position.at}
            yield Offer("positions", {**where, "deployed_blood": position.blood})
            yield Offer("positions", {**where, "cards": [item.card for item in position.cards]})
            down = [item.card for item in position.cards if item.face == "down"]
            if down:
                yield Offer("positions", {**where, "face_down": down})


def _locations(g: Game) -> Iterator[Offer]:
    counted = {(event.seat, event.at): event.data["power"] for event in g.events if event.kind == "count"}
    for (seat, at), power in counted.items():
        if seat is not None and at is not None:
            yield Offer("locations", {"seat": g.names[seat], "at": at, "power": power})
    view = g.view(None)
    for place in view.locations:
        if place.ally is not None:
            yield Offer("locations", {"at": place.at, "ally": place.ally})
    for at in (AT[loc] for loc in LOCATIONS[g.seats]):
        ranked = next((event for event in reversed(g.events) if event.at == at and event.kind == "winner"), None)
        if ranked is not None:
            names = [g.names[seat] for seat in ranked.data["ranking"]]
            yield Offer("locations", {"at": at, "winner": names[0]})
            if len(names) > 1:
                yield Offer("locations", {"at": at, "ranking": names})


def _moment(g: Game) -> Iterator[Offer]:
    view = g.view(None)
    if g.is_over:
        for winner in g.winners:
            yield Offer("moment", {"winner": g.names[winner]})
        yield Offer("moment", {"final": {name: g.scores[seat] for seat, name in enumerate(g.names)}})
        return
    yield Offer("moment", {"ambition": g.names[view.ambition]})
    yield Offer("moment", {"round": g.round, "phase": g.phase})
    if view.active is not None and view.phase == "planning":
        yield Offer("moment", {"turn": g.names[view.active]})
    if view.pending:
        yield Offer("moment", {"pending": [g.names[seat] for seat in view.pending]})


def _hidden(g: Game) -> Iterator[Offer]:
    """Yield the hands and face-down cards that each other seat may not know."""
    for seat in range(g.seats):
        own = g.view(seat).seats[seat]
        lying = [[item.card for item in position.cards if item.face == "down"] for position in own.positions]
        for cards in (list(own.hand or ()), *lying):
            for other, name in enumerate(g.names):
                if cards and other != seat:
                    yield Offer("hidden", {"hidden_from": name, "cards": cards})


def _events(g: Game) -> Iterator[Offer]:
    for event in g.events[-MOST:]:
        whole = named_event(g, event)
        row = {key: whole[key] for key in _EVENT_KEYS if key in whole}
        if event.rules:
            row["rule"] = event.rules[0]
        yield Offer("events", row, event.n)


def _transfers(g: Game) -> Iterator[Offer]:
    for entry in g.ledger[-MOST:]:
        if "score" in (entry.source.kind, entry.target.kind):
            continue
        row = named_entry(g, entry, account_name)
        row.pop("cause")
        yield Offer("transfers", {"transfer": entry.token, **row}, entry.n)
