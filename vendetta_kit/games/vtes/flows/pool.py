"""Pool: flows into and out of each player's pool by cause, each pool over time, and sums.

Each player begins with the pool of START-02; every later change is one ledger entry and is counted exactly once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vendetta_kit.games.vtes.engine.rule_numbers import POOL_AT_START
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.flow_graph import Link, Node, join_flows
from vendetta_kit.kernel.known_history import KnownHistory

from .counter_flows import CounterFlow, flow, lines, remaining_link

_IN: Final = {"taken_back": "returned", "prey_ousted": "prey", "edge": "edge"}
"""The source of pool by cause; else ``gain``."""
_OUT: Final = {
    "transfer": "vampires",
    "new_vampire": "crypt",
    "cost": "cost",
    "contest": "contest",
    "title_contest": "contest",
}
"""The use of pool by cause; a bleed names its player, anything else is ``loss``."""
_SUM: Final = {
    "returned": "returned",
    "prey": "gained",
    "edge": "gained",
    "gain": "gained",
    "bled": "bled",
    "vampires": "invested",
    "crypt": "paid",
    "cost": "paid",
    "contest": "paid",
    "loss": "lost",
}
"""The sum of a player that each node counts in."""


@dataclass(frozen=True, slots=True)
class PoolPoint:
    """A pool after a line of the log; ``left`` is ``"ousted"`` or ``"withdrawn"`` where the player leaves the game."""

    n: int
    turn: int
    phase: str
    seat: int
    pool: int
    change: int
    cause: str
    by: int | None
    rules: tuple[str, ...]
    left: str = ""


@dataclass(frozen=True, slots=True)
class PoolSums:
    """Sums of one player's pool: what came equals what went plus what remains (``pool``)."""

    seat: int
    start: int
    gained: int
    returned: int
    bled: int
    invested: int
    paid: int
    lost: int
    pool: int

    @property
    def came(self) -> int:
        """Return how much pool came, with that of the start."""
        return self.start + self.gained + self.returned

    @property
    def went(self) -> int:
        """Return how much pool went."""
        return self.bled + self.invested + self.paid + self.lost


def pool_flows(told: KnownHistory) -> list[CounterFlow]:
    """Return a flow for each line of the log by which a pool grew (its target) or shrank (its source)."""
    return [found for entry in lines(told) if (found := _flow(entry)) is not None]


def pool_links(told: KnownHistory) -> list[Link]:
    """Return links: each player's pool at the start, the flows joined, then the pool that remains."""
    points = pool_points(told)
    begun = [
        Link(Node("start"), Node("pool", point.seat), point.change, ("start",), (point.n,), point.rules)
        for point in points
        if point.cause == "start"
    ]
    last = {point.seat: point for point in points}
    left = [
        remaining_link(Node("pool", seat), point.pool, point.n, point.rules)
        for seat, point in sorted(last.items())
        if point.pool
    ]
    return begun + join_flows(pool_flows(told)) + left


def _flow(entry: Entry) -> CounterFlow | None:
    source, target = entry.source, entry.target
    if target.kind == "pool":
        whose = target.seat if entry.cause == "taken_back" else None
        return flow(entry, Node(_IN.get(entry.cause, "gain"), whose), Node("pool", target.seat))
    if source.kind == "pool":
        return flow(entry, Node("pool", source.seat), _away(entry, source.seat))
    return None


def _away(entry: Entry, seat: int | None) -> Node:
    if entry.cause == "bleed":
        return Node("bled", entry.by)
    kind = _OUT.get(entry.cause, "loss")
    return Node(kind, seat if kind == "vampires" else None)


def pool_points(told: KnownHistory) -> list[PoolPoint]:
    """Return a point for each line of the log by which a pool changes or a player leaves the game."""
    pools = [POOL_AT_START] * len(told.names)
    changes = {one.n: one for one in pool_flows(told)}
    found: list[PoolPoint] = []
    for row in told.rows():
        if isinstance(row, Event):
            found += _events(row, pools)
        elif row.n in changes:
            one = changes[row.n]
            seat, sign = _whose(one)
            pools[seat] += sign * one.amount
            found.append(
                PoolPoint(
                    one.n, one.turn, one.phase, seat, pools[seat], sign * one.amount, one.cause, one.by, one.rules
                )
            )
    return found


def _events(event: Event, pools: Sequence[int]) -> list[PoolPoint]:
    """Return the points of an event: the start of all pools, or a player who leaves."""
    moment = event.moment
    if event.kind == "table":
        return [
            PoolPoint(event.n, moment.turn, moment.phase, seat, pool, pool, "start", None, event.rules)
            for seat, pool in enumerate(pools)
        ]
    if event.kind not in ("ousted", "withdrawn"):
        return []
    assert event.seat is not None
    by, pool = event.data.get("predator"), pools[event.seat]
    return [PoolPoint(event.n, moment.turn, moment.phase, event.seat, pool, 0, event.kind, by, event.rules, event.kind)]


def _whose(one: CounterFlow) -> tuple[int, int]:
    """Return the seat whose pool a flow changes, and 1 if it grows, -1 if it shrinks."""
    into = one.target.kind == "pool"
    seat = (one.target if into else one.source).seat
    assert seat is not None
    return seat, 1 if into else -1


def pool_sums(told: KnownHistory) -> list[PoolSums]:
    """Return the sums of each player's pool, by seat."""
    sums = [dict.fromkeys(("gained", "returned", "bled", "invested", "paid", "lost"), 0) for _ in told.names]
    for one in pool_flows(told):
        seat, sign = _whose(one)
        sums[seat][_SUM[one.source.kind if sign > 0 else one.target.kind]] += one.amount
    return [_sums(seat, own) for seat, own in enumerate(sums)]


def _sums(seat: int, own: Mapping[str, int]) -> PoolSums:
    went = own["bled"] + own["invested"] + own["paid"] + own["lost"]
    return PoolSums(seat, POOL_AT_START, **own, pool=POOL_AT_START + own["gained"] + own["returned"] - went)
