"""A recorder that makes the rows of rounds and locations during a game.

The engine's own recorder keeps every event with its rules, which takes longer than the game itself. This one keeps
counts, and ledger entries and events only if they are wanted. Like every recorder it does not change the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final

from vendetta_kit.games.vendetta.engine.card_tables import AT, BIT, IDS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import (
    ALLY_AT,
    BLOOD,
    CARDS,
    INFL,
    LOC,
    MAX_SEATS,
    OUT,
    POOL,
    UP,
    turn_order,
)
from vendetta_kit.kernel import game as kernel
from vendetta_kit.kernel.events import NOTHING, Account, Entry, Event, Recorder

PLACES: Final = tuple(str(at) for at in AT)
"""The names of Locations in the tables, by number."""


@dataclass(slots=True)
class _Round:
    """A row of the table ``rounds`` without the number of the game: its fields are the columns in order."""

    round: int
    seat: int
    turn: int
    blood_start: int
    fed: int
    blood_end: int
    influence_start: int
    influence_end: int
    plays: int = 0
    plays_down: int = 0
    fees: int = 0
    blood_played: int = 0
    flips: int = 0
    drains: int = 0
    diablerie: int = 0
    frenzies: int = 0
    frenzies_caused: int = 0
    present: int = 0
    left: int = 0
    won: int = 0
    allies: int = 0
    victims: int = 0
    eliminated: bool = False


@dataclass(slots=True)
class _Here:
    """A row of the table ``locations`` without the number of the game: its fields are the columns in order."""

    round: int
    at: str
    seat: int
    location_card: str | None
    ally: str | None
    cards: tuple[str, ...]
    face_down: int
    blood: int
    token: str | None = None
    left: bool = False
    power: int | None = None
    rank: int | None = None
    lone: bool = False
    got_ally: bool = False
    victims: int = 0
    influence_change: int = 0
    blood_change: int = 0
    frenzies: int = 0


_columns_of_round: Final = attrgetter(*(each.name for each in fields(_Round)))
_columns_here: Final = attrgetter(*(each.name for each in fields(_Here)))


class GameRecorder(Recorder):
    """Makes ``rounds`` and ``locations``, the rows of one game without its number."""

    undoes = False  # a simulated game never goes back
    __slots__ = ("_blood", "_influence", "_keep", "_keep_events", "_round", "_seats", "_spot", "locations", "rounds")

    def __init__(self, game: Game, keep_entries: bool, keep_events: bool = False) -> None:
        """Take over from the game's first recorder, with all that it contains."""
        earlier = game.rec
        assert earlier is not None
        super().__init__()
        self.setup = earlier.setup
        self.rounds: list[tuple[Any, ...]] = []
        self.locations: list[tuple[Any, ...]] = []
        self._keep = keep_entries
        self._keep_events = keep_events
        self._round = 0
        self._seats: dict[int, _Round] = {}
        self._spot: dict[int, _Here] | None = None  # by seat, at the Location that is being resolved
        self._blood = [0] * MAX_SEATS
        self._influence = [0] * MAX_SEATS
        both: list[Event | Entry] = [*earlier.events, *earlier.entries]
        for one in sorted(both, key=lambda each: each.n):
            if isinstance(one, Entry):
                self._moved(one.token, one.source, one.target, one.amount, one.cause)
            else:
                self._happened(game, one.kind, one.seat, one.data)
        if keep_entries:
            self.entries = earlier.entries[:]
        if keep_events:
            self.events = earlier.events[:]
        self.next = earlier.next
        game.rec = self

    def event(
        self,
        g: kernel.AnyGame,
        kind: str,
        seat: int | None = None,
        rules: tuple[str, ...] = (),
        secret: Mapping[str, Any] = NOTHING,
        knows: int = 0,
        at: int | None = None,
        **data: Any,
    ) -> None:
        """Count an event for the tables, and keep it if it is wanted."""
        self._happened(g, kind, seat, data)
        if self._keep_events:
            super().event(g, kind, seat, rules, secret, knows, at, **data)

    def entry(
        self,
        g: kernel.AnyGame,
        source: int,
        target: int,
        amount: int,
        cause: str,
        card: int,
        by: int,
        rules: tuple[str, ...],
    ) -> None:
        """Count a ledger entry between two amounts of the state, without account objects, for speed."""
        if self._keep:
            super().entry(g, source, target, amount, cause, card, by, rules)
            return
        if POOL <= source < INFL:
            self._paid(source - POOL, amount, cause)
        elif INFL <= source < BLOOD:
            self._counted(source - INFL, -amount)
        if POOL <= target < INFL:
            self._got(target - POOL, amount, cause)
        elif INFL <= target < BLOOD:
            self._counted(target - INFL, amount)

    def _counted(self, seat: int, change: int) -> None:
        """Count Influence that has entered or left a Pool."""
        self._influence[seat] += change

    def line(
        self,
        g: kernel.AnyGame,
        token: str,
        source: Account,
        target: Account,
        amount: int,
        cause: str,
        card: int = -1,
        by: int = -1,
        rules: tuple[str, ...] = (),
        knows: int = -1,
    ) -> None:
        """Count an entry for the Pools, and keep it if entries are wanted."""
        if self._keep:
            super().line(g, token, source, target, amount, cause, card, by, rules, knows)
        self._moved(token, source, target, amount, cause)

    def _moved(self, token: str, source: Account, target: Account, amount: int, cause: str) -> None:
        if target.kind == "score" or source.kind == "score":  # counted at the end of the game, not moved
            return
        if source.kind == "pool":
            assert source.seat is not None
            if token == "blood":
                self._paid(source.seat, amount, cause)
            else:
                self._counted(source.seat, -amount)
        if target.kind == "pool":
            assert target.seat is not None
            if token == "blood":
                self._got(target.seat, amount, cause)
            else:
                self._counted(target.seat, amount)

    def _paid(self, seat: int, amount: int, cause: str) -> None:
        """Count Blood that leaves a Pool."""
        self._blood[seat] -= amount
        mine = self._seats.get(seat)
        if mine is not None:
            if cause == "fee":
                mine.fees += amount
            elif cause in ("play", "play_by_effect"):
                mine.blood_played += amount

    def _got(self, seat: int, amount: int, cause: str) -> None:
        """Count Blood that enters a Pool."""
        self._blood[seat] += amount
        if cause == "feed":
            self._seats[seat].fed += amount

    def _happened(self, g: kernel.AnyGame, kind: str, seat: int | None, data: Mapping[str, Any]) -> None:
        told = _TELLS.get(kind)
        if told is not None:
            told(self, g, -1 if seat is None else seat, data)

    # Rounds -------------------------------------------------------------------------------------------------

    def _begin_round(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        self._round = data["round_number"]
        order = turn_order(g)
        self._seats = {
            s: _Round(self._round, s, order.index(s) + 1, self._blood[s], 0, 0, self._influence[s], 0)
            for s in range(g.seats)
            if s in order
        }

    def _phase(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        """End the rows of a round before the cards return to hands; with one side left this also ends the game."""
        if data["phase"] in ("end_of_round", "scoring"):
            self._end_location()
            for s, mine in self._seats.items():
                mine.blood_end, mine.influence_end = self._blood[s], self._influence[s]
                self.rounds.append(_columns_of_round(mine))
            self._seats = {}

    def _play(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        if "by" not in data:
            self._seats[seat].plays += 1
            self._seats[seat].plays_down += data["face"] == "down"

    def _flip(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        self._seats[seat].flips += data["tokens"]

    def _drain(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        self._seats[seat].drains += 1

    def _diablerie(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        self._seats[seat].diablerie += data["tokens"]

    def _eliminated(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        self._seats[seat].eliminated = True

    def _frenzy(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        self._seats[seat].frenzies += 1
        if data["causer"] is not None:
            self._seats[data["causer"]].frenzies_caused += 1
        if self._spot is not None:
            self._spot[seat].frenzies += 1

    # Locations ----------------------------------------------------------------------------------------------

    def _location(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        self._end_location()
        n, z = g.n, g.z
        loc = n[LOC]
        card, ally = _id(g.table.location_card[loc]), _id(n[ALLY_AT + loc])
        spot = self._spot = {}
        for s, mine in self._seats.items():
            if n[OUT] >> s & 1:
                continue
            cards = z[CARDS + s * 4 + loc]
            blood = n[BLOOD + s * 4 + loc]
            down = sum(not n[UP] & BIT[c] for c in cards)
            ids = tuple([IDS[c] for c in cards])
            spot[s] = _Here(self._round, PLACES[loc], s, card, ally, ids, down, blood)
            spot[s].influence_change, spot[s].blood_change = -self._influence[s], -self._blood[s]
            mine.present += bool(cards or blood)

    def _tokens(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        spot = self._spot
        assert spot is not None
        for s in data["staying"]:
            spot[s].token = "stay"
        for s in data["leaving"]:
            spot[s].token = "withdraw"

    def _withdraw(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        assert self._spot is not None
        here = self._spot[seat]
        self._seats[seat].left += not here.left
        here.left = True

    def _count(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        assert self._spot is not None
        self._spot[seat].power = data["power"]

    def _winner(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        assert self._spot is not None
        for place, s in enumerate(data["ranking"]):
            self._spot[s].rank = place + 1
        self._seats[seat].won += 1

    def _lone(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        assert self._spot is not None
        self._winner(g, seat, data)
        self._spot[seat].lone = True

    def _ally(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        assert self._spot is not None
        self._spot[seat].got_ally = True
        self._seats[seat].allies += 1

    def _victim(self, g: Game, seat: int, data: Mapping[str, Any]) -> None:
        self._seats[seat].victims += 1
        if self._spot is not None:
            self._spot[seat].victims += 1

    def _end_location(self) -> None:
        """End the rows of a Location when the next Location or phase begins; effects until then belong to it."""
        spot = self._spot
        if spot is None:
            return
        for s, here in spot.items():
            here.influence_change += self._influence[s]
            here.blood_change += self._blood[s]
            self.locations.append(_columns_here(here))
        self._spot = None


def _id(card: int) -> str | None:
    return IDS[card] if card >= 0 else None


_TELLS: Final[dict[str, Any]] = {
    "round": GameRecorder._begin_round,
    "phase": GameRecorder._phase,
    "play": GameRecorder._play,
    "flip": GameRecorder._flip,
    "drain": GameRecorder._drain,
    "diablerie": GameRecorder._diablerie,
    "eliminated": GameRecorder._eliminated,
    "frenzy": GameRecorder._frenzy,
    "location": GameRecorder._location,
    "tokens": GameRecorder._tokens,
    "withdraw": GameRecorder._withdraw,
    "withdraw_haven": GameRecorder._withdraw,
    "count": GameRecorder._count,
    "winner": GameRecorder._winner,
    "lone": GameRecorder._lone,
    "ally": GameRecorder._ally,
    "victim": GameRecorder._victim,
}
"""The method for each kind of event; other kinds are not counted."""


# Rows of a record -----------------------------------------------------------------------------------------


def _ledger_rows(game: Game, number: int) -> list[tuple[Any, ...]]:
    return [
        (
            number,
            k,
            *_when(entry),
            entry.token,
            entry.amount,
            *_account(entry.source),
            *_account(entry.target),
            entry.cause,
            entry.card,
            entry.by,
            entry.rules,
        )
        for k, entry in enumerate(game.ledger)
    ]


def _event_rows(game: Game, number: int) -> list[tuple[Any, ...]]:
    return [
        (
            number,
            k,
            *_when(event),
            event.kind,
            event.seat,
            json.dumps({**event.data, **event.secret}),
            event.rules,
        )
        for k, event in enumerate(game.events)
    ]


OF_A_RECORD: Final = {"ledger": _ledger_rows, "events": _event_rows}
"""The tables that are made from a game's record alone."""


def _when(row: Entry | Event) -> tuple[Any, ...]:
    moment = row.moment
    return moment.round, moment.phase, moment.step or None, None if row.at is None else str(row.at)


def _account(account: Any) -> tuple[Any, ...]:
    return (account.kind, account.seat, None if account.at is None else str(account.at))
