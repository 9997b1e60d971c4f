"""What one reader may know of a game of Rivals, as names and ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.visibility import Observation

from . import state as s
from .game import Game, RivalsMoment, when


@dataclass(frozen=True, slots=True)
class View:
    """All that one reader may know: cards by id; ``marked`` gives the seat of the token on each Ongoing Event."""

    me: int | None
    names: tuple[str, ...]
    moment: RivalsMoment
    active: int
    actions_left: int
    prestige: tuple[int, ...]
    hands: tuple[int, ...]
    hand: tuple[str, ...] | None
    haven: tuple[tuple[str, ...], ...]
    out: tuple[tuple[str, ...], ...]
    torpor: tuple[tuple[str, ...], ...]
    blood: Mapping[str, int]
    rivals: tuple[int | None, ...]
    streets: tuple[str, ...]
    city: int
    asked: tuple[int, ...]
    leaders: tuple[str | None, ...]
    exhausted: tuple[str, ...]
    parties: Mapping[str, int]
    marked: Mapping[str, int]
    tokens: int
    libraries: tuple[int, ...]
    factions: tuple[int, ...]
    discarded: tuple[tuple[str, ...], ...]
    burned: tuple[str, ...]
    decision: Decision | None
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.moment.phase == "over"

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON values, without the offered actions and with events in short form."""
        told = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("decision", "events", "ledger")}
        return {**told, "events": [{"kind": e.kind, "seat": e.seat, **e.data, **e.secret} for e in self.events]}


def view(g: Game, seen: Observation, events: tuple[Event, ...], ledger: tuple[Entry, ...]) -> View:
    """Return a kernel observation as a :class:`View`."""
    me, n, z, seats = seen.reader, seen.n, seen.z, range(g.seats)
    haven, out, torpor = (
        tuple(tuple(map(s.card_id, z[zone + seat])) for seat in seats) for zone in (s.HAVEN, s.OUT, s.TORPOR)
    )
    shown = [card for zone in (s.HAVEN, s.OUT, s.TORPOR) for seat in seats for card in z[zone + seat]]
    return View(
        me,
        g.names,
        when(g),
        n[s.ACTIVE],
        n[s.ACTIONS_LEFT],
        tuple(n[s.PRESTIGE : s.PRESTIGE + g.seats]),
        tuple(len(z[s.HAND + seat]) for seat in seats),
        tuple(map(s.card_id, z[s.HAND + me])) if me is not None else None,
        haven,
        out,
        torpor,
        {s.card_id(card): n[s.BLOOD + s.index_of(card)] for card in shown},
        tuple(z[s.TAKEN + seat][0] - s.FIRST_TOKEN if z[s.TAKEN + seat] else None for seat in seats),
        tuple(map(s.card_id, z[s.STREETS])),
        len(z[s.CITY]),
        seen.asked,
        tuple(s.card_id(n[s.LEADER + seat]) if n[s.LEADER + seat] else None for seat in seats),
        tuple(s.card_id(card) for card in shown if n[s.EXHAUSTED + s.seat_of(card)] >> s.own_index(card) & 1),
        {s.card_id(card): n[s.PARTY + s.index_of(card)] for card in shown if n[s.PARTY + s.index_of(card)]},
        {s.card_id(s.FIRST_CITY + k): n[s.COLOUR + k] - 1 for k in range(s.ONGOING) if n[s.COLOUR + k]},
        len(z[s.TOKENS]),
        tuple(len(z[s.LIBRARY + seat]) for seat in seats),
        tuple(len(z[s.FACTION + seat]) for seat in seats),
        tuple(tuple(map(s.card_id, z[s.DISCARDED + seat])) for seat in seats),
        tuple(map(s.card_id, z[s.BURNED])),
        g.decision(me) if me is not None and me in seen.asked else None,
        events,
        ledger,
    )
