"""The history of each Location: Power step by step, withdrawals and their effect, and wasted Blood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from vendetta_kit.games.vendetta.engine.card_tables import FIORENZA, IDS
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.known_history import KnownHistory

from .card_positions import At, PositionTable

STAGES: Final = ("planned", "withdraw", "revelation", "preparation", "count")
"""The points at which Power is reported: after Planning, Withdraw, Revelation, Preparation, and at the count."""
_ENDS: Final = {"revelation": "withdraw", "preparation": "revelation", "conflict": "preparation"}


@dataclass(frozen=True, slots=True)
class PowerRow:
    """The Power of one Position at a stage. ``power`` is the visible Power; at the stage ``count`` the counted Power.

    ``hidden`` cards are face down and count 0 so far.
    """

    n: int
    round: int
    at: At
    stage: str
    seat: int
    power: int
    blood: int
    cards: int
    hidden: int
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenPosition:
    """What all players could see of a Position: visible Power, its Blood, and the number of face-down cards."""

    seat: int
    power: int
    blood: int
    hidden: int


@dataclass(frozen=True, slots=True)
class WithdrawChoice:
    """A token of the Withdraw step, with what was visible when it was chosen."""

    n: int
    round: int
    at: At
    seat: int
    stayed: bool
    own: SeenPosition
    others: tuple[SeenPosition, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Departure:
    """A withdrawal. ``power`` was visible before it; ``winner`` won with ``winner_power``."""

    n: int
    round: int
    at: At
    seat: int
    to: At
    blood: int
    cards: int
    power: int
    winner: int | None
    winner_power: int | None
    rules: tuple[str, ...]

    @property
    def would_have_led(self) -> bool:
        """Whether the visible Power before the withdrawal was more than the winner's."""
        return self.winner_power is not None and self.power > self.winner_power


@dataclass(frozen=True, slots=True)
class WastedBlood:
    """Deployed Blood without which the player would have had the same place."""

    n: int
    round: int
    at: At
    seat: int
    blood: int
    wasted: int
    place: int
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LocationRound:
    """A Location in one round."""

    n: int
    last: int
    round: int
    at: At
    power: tuple[PowerRow, ...]
    choices: tuple[WithdrawChoice, ...]
    departures: tuple[Departure, ...]
    waste: tuple[WastedBlood, ...]
    ranking: tuple[int, ...]
    """The seats by place, the first player first; empty before the count."""
    alone: bool
    over: bool
    """Whether its resolution has ended."""

    @property
    def winner(self) -> int | None:
        return self.ranking[0] if self.ranking else None

    def at_stage(self, stage: str, seat: int) -> PowerRow | None:
        """Return a seat's Power at a stage, or ``None``."""
        return next((row for row in self.power if row.stage == stage and row.seat == seat), None)


def location_rounds(history: KnownHistory) -> list[LocationRound]:
    """Return every Location whose resolution has begun, in order."""
    return list(_places(history))


def _places(history: KnownHistory) -> Iterator[LocationRound]:
    table, ties, watching = PositionTable(), Ties(len(history.names)), None
    for row in history.rows():
        if isinstance(row, Event):
            ties.follow(row)
            if row.kind == "location" and row.at is not None:
                if watching is not None:
                    yield watching.place()
                watching = _Watching(table, ties, row, row.at)
            elif row.kind == "phase" and watching is not None:
                yield watching.place()
                watching = None
            elif watching is not None:
                watching.before(row)
        table.follow(row)
        if watching is not None:
            watching.last = row.n
            if isinstance(row, Event):
                watching.after(row)
    if watching is not None:
        yield watching.place()


class Ties:
    """The order in which players win ties: with Fiorenza Savona first, then by turn order (CONF-05, RUL-40)."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._first = 0
        self._fiorenza: int | None = None

    def follow(self, event: Event) -> None:
        """Apply an event."""
        if event.seat is None:
            return
        if event.kind in ("first_player", "ambition"):
            self._first = event.seat
        elif event.kind == "ally" and event.data["card"] == _fiorenza():
            self._fiorenza = event.seat
        elif (event.kind == "drain" and event.data["card"] == _fiorenza()) or (
            event.kind == "eliminated" and event.seat == self._fiorenza
        ):
            self._fiorenza = None

    @property
    def fiorenza(self) -> int | None:
        """Return the seat with Fiorenza Savona, or ``None``."""
        return self._fiorenza

    def order(self) -> tuple[int, ...]:
        """Return all seats in the order in which they win ties."""
        around = [(self._first + k) % self._seats for k in range(self._seats)]
        return tuple(sorted(around, key=lambda seat: seat != self._fiorenza))


@cache
def _fiorenza() -> str:

    return IDS[FIORENZA]


class _Watching:
    """A Location during its resolution."""

    def __init__(self, table: PositionTable, ties: Ties, event: Event, at: At) -> None:
        self.table, self.ties, self.at = table, ties, at
        self._order: tuple[int, ...] = ()
        self.first = self.last = event.n
        self.round = event.moment.round
        self.power: list[PowerRow] = []
        self.choices: list[WithdrawChoice] = []
        self.departures: list[Departure] = []
        self.counts: list[PowerRow] = []
        self.blood_power: dict[int, int] = {}
        self.ranking: tuple[int, ...] = ()
        self.alone = self.over = False
        self._tell("planned", event)

    def _tell(self, stage: str, event: Event) -> None:
        """Store each Position's Power for a stage."""
        for seat in self.table.at_location(self.at):
            cards, hidden = len(self.table.here(seat, self.at)), self.table.hidden(seat, self.at)
            power, blood = self.table.open_power(seat, self.at), self.table.blood.get((seat, self.at), 0)
            self.power.append(
                PowerRow(event.n, self.round, self.at, stage, seat, power, blood, cards, hidden, event.rules)
            )

    def before(self, event: Event) -> None:
        """Read an event before it changes the table."""
        if event.kind == "step" and event.data["name"] in _ENDS:
            self._tell(_ENDS[event.data["name"]], event)
        elif event.kind == "tokens":
            self._tokens(event)
        elif event.kind in ("withdraw", "withdraw_haven") and event.seat is not None and event.at == self.at:
            power = self.table.open_power(event.seat, self.at)
            data = event.data
            self.departures.append(
                Departure(
                    event.n,
                    self.round,
                    self.at,
                    event.seat,
                    data["to"] if event.kind == "withdraw" else "hand",
                    data["blood"],
                    data["count"],
                    power,
                    None,
                    None,
                    event.rules,
                )
            )

    def after(self, event: Event) -> None:
        """Read an event after it has changed the table."""
        if event.kind == "count" and event.seat is not None:
            data = event.data
            self._order = self.ties.order()
            hidden = len(data["face_down"])
            self.blood_power[event.seat] = data["blood_power"]
            self.counts.append(
                PowerRow(
                    event.n,
                    self.round,
                    self.at,
                    "count",
                    event.seat,
                    data["power"],
                    data["blood"],
                    len(data["cards"]) + hidden,
                    hidden,
                    event.rules,
                )
            )
        elif event.kind == "winner":
            self.ranking = event.data["ranking"]
        elif event.kind == "resolved":
            self.over = True
        elif event.kind == "lone" and event.seat is not None:
            self.ranking, self.alone = event.data["ranking"], True
            self._tell("count", event)

    def _tokens(self, event: Event) -> None:
        """Store the tokens; if they are shown again because a Relic turned one over, the later ones count."""
        seats = (*event.data["staying"], *event.data["leaving"])
        seen = {seat: self._seen(seat) for seat in self.table.at_location(self.at)}
        self.choices = [
            WithdrawChoice(
                event.n,
                self.round,
                self.at,
                seat,
                seat not in event.data["leaving"],
                self._seen(seat),
                tuple(other for who, other in seen.items() if who != seat),
                event.rules,
            )
            for seat in sorted(seats)
        ]

    def _seen(self, seat: int) -> SeenPosition:
        table, at = self.table, self.at
        return SeenPosition(seat, table.open_power(seat, at), table.blood.get((seat, at), 0), table.hidden(seat, at))

    def place(self) -> LocationRound:
        """Return the history of the Location, as far as it has been played."""
        power = {row.seat: row.power for row in self.counts}
        winner = self.ranking[0] if self.ranking else None
        winner_power = power.get(winner) if winner is not None else None
        if self.alone and winner is not None:
            winner_power = next(row.power for row in reversed(self.power) if row.seat == winner)
        left = [replace(one, winner=winner, winner_power=winner_power) for one in self.departures]
        return LocationRound(
            self.first,
            self.last,
            self.round,
            self.at,
            (*self.power, *self.counts),
            tuple(self.choices),
            tuple(left),
            tuple(self._waste()),
            self.ranking,
            self.alone,
            self.over,
        )

    def _waste(self) -> Iterator[WastedBlood]:
        """Yield the Blood that players could have saved without losing their place.

        To keep its place, a seat needs as much Power as the next player behind if it wins the tie, else 1 more. The
        last player and a lone player need none.
        """
        if self.alone:
            row = next((row for row in reversed(self.power) if row.seat == self.ranking[0]), None)
            if row is not None and row.blood:
                yield WastedBlood(row.n, self.round, self.at, row.seat, row.blood, row.blood, 1, row.rules)
            return
        power = {row.seat: row for row in self.counts}
        for place, seat in enumerate(self.ranking, 1):
            row = power[seat]
            if not row.blood:
                continue
            each = max(1, self.blood_power[seat] // row.blood)
            below = self.ranking[place:]
            spare = row.blood
            if below:
                surplus = row.power - power[below[0]].power
                if surplus and not self._wins_tie(seat, below[0]):
                    surplus -= 1
                spare = min(row.blood, surplus // each)
            yield WastedBlood(row.n, self.round, self.at, seat, row.blood, spare, place, row.rules)

    def _wins_tie(self, seat: int, other: int) -> bool:
        """Return whether this seat is ranked before the other one at equal Power."""
        return self._order.index(seat) < self._order.index(other)
