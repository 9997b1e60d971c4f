"""What happened at each Location: Power step by step, who left and what that changed, Blood that was for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from vendetta_kit.games.vendetta.engine.card_tables import FIORENZA, IDS
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.known_history import KnownHistory

from .card_positions import At, PositionTable

__all__ = [
    "STAGES",
    "Departure",
    "LocationRound",
    "PowerRow",
    "SeenPosition",
    "WastedBlood",
    "WithdrawChoice",
    "places",
]

STAGES: Final = ("planned", "withdraw", "revelation", "preparation", "count")
"""After which step Power is told: as planned, after Withdraw, Revelation and Preparation, and the count itself."""
_ENDS: Final = {"revelation": "withdraw", "preparation": "revelation", "conflict": "preparation"}


@dataclass(frozen=True, slots=True)
class PowerRow:
    """The Power of one Position after a step. ``power`` is what lies open; in the stage ``count`` the very Power.

    ``hidden`` cards lie face down and count nothing yet.
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
    """What everybody could see of a Position: open Power, the Blood in it, and how many cards lay face down."""

    seat: int
    power: int
    blood: int
    hidden: int


@dataclass(frozen=True, slots=True)
class WithdrawChoice:
    """A token of the Withdraw step, beside what could be seen when it was chosen."""

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
    """Somebody left. ``power`` is what had lain open; ``winner`` won in the end, with so much Power."""

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
        """Whether what had lain open was more than what won."""
        return self.winner_power is not None and self.power > self.winner_power


@dataclass(frozen=True, slots=True)
class WastedBlood:
    """Deployed Blood that changed no place: without it, its player would have come in as she did."""

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
    """Who came in first, second, …; empty while nobody has."""
    alone: bool
    over: bool
    """Whether it has been resolved to its end."""

    @property
    def winner(self) -> int | None:
        return self.ranking[0] if self.ranking else None

    def at_stage(self, stage: str, seat: int) -> PowerRow | None:
        """That seat's Power after that step."""
        return next((row for row in self.power if row.stage == stage and row.seat == seat), None)


def places(told: KnownHistory) -> list[LocationRound]:
    """Every Location whose resolution has begun, in order."""
    return list(_places(told))


def _places(told: KnownHistory) -> Iterator[LocationRound]:
    table, ties, watching = PositionTable(), Ties(len(told.names)), None
    for row in told.rows():
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
    """Who wins a tie: Fiorenza Savona's player, else who is earlier in turn order (CONF-05, RUL-40)."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._first = 0
        self._fiorenza: int | None = None

    def follow(self, event: Event) -> None:
        """Go on by an event."""
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
        """Who has Fiorenza Savona."""
        return self._fiorenza

    def order(self) -> tuple[int, ...]:
        """All seats, who wins a tie against all others first."""
        around = [(self._first + k) % self._seats for k in range(self._seats)]
        return tuple(sorted(around, key=lambda seat: seat != self._fiorenza))


@cache
def _fiorenza() -> str:

    return IDS[FIORENZA]


class _Watching:
    """A Location while it is being resolved."""

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
        """Note how things lie."""
        for seat in self.table.at_location(self.at):
            cards, hidden = len(self.table.here(seat, self.at)), self.table.hidden(seat, self.at)
            power, blood = self.table.open_power(seat, self.at), self.table.blood.get((seat, self.at), 0)
            self.power.append(
                PowerRow(event.n, self.round, self.at, stage, seat, power, blood, cards, hidden, event.rules)
            )

    def before(self, event: Event) -> None:
        """An event, before it has changed anything."""
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
        """An event that says how it came out."""
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
        """The tokens show; shown once more (a Relic has turned one over), the later ones hold."""
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
        """What there is to tell, now that it is over (or as far as it has come)."""
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
        """Blood beyond what it took to come in where its player did.

        Ties go by turn order or Fiorenza Savona, which the ranking knows: who is ahead of the next with the same Power
        needs no more than that; who would lose the tie needs one more. The last one, and who is alone, needed none.
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
        """Whether this seat would be ahead of the other with the same Power."""
        return self._order.index(seat) < self._order.index(other)
