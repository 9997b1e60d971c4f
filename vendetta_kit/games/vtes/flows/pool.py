"""Where the pool went: flows into and out of each player's pool by cause, each pool over time, and sums that add up.

Every player begins with as much pool as the rules give her (START-02); whatever came or went since is a line of the
ledger. No line is left out and none is counted twice, so that the sums of a picture are the ledger's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vendetta_kit.games.vtes.engine.rule_numbers import POOL_AT_START
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.flow_graph import Link, Node, joined
from vendetta_kit.kernel.known_history import KnownHistory

from .counter_moves import CounterFlow, flow, lines, what_is_left

__all__ = ["PoolPoint", "PoolSums", "pool_flows", "pool_links", "pool_points", "pool_sums"]

_IN: Final = {"taken_back": "returned", "prey_ousted": "prey", "edge": "edge"}
"""What pool comes from, by cause; anything else is ``gain``."""
_OUT: Final = {
    "transfer": "vampires",
    "new_vampire": "crypt",
    "cost": "cost",
    "contest": "contest",
    "title_contest": "contest",
}
"""What pool goes for, by cause; a bleed is whose it was, anything else is ``loss``."""
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
"""In which sum of a player each node counts."""


@dataclass(frozen=True, slots=True)
class PoolPoint:
    """A pool after a line of the log; ``left``: with it the player left the game, ``"ousted"`` or ``"withdrawn"``."""

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
    """What became of one player's pool: all that came is all that went and what is left."""

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
        """All that ever was in the pool."""
        return self.start + self.gained + self.returned

    @property
    def went(self) -> int:
        """All that ever left it."""
        return self.bled + self.invested + self.paid + self.lost


def pool_flows(told: KnownHistory) -> list[CounterFlow]:
    """Return a flow for each line by which a pool grew or shrank; those into a pool end there, others begin there."""
    return [found for entry in lines(told) if (found := _flow(entry)) is not None]


def pool_links(told: KnownHistory) -> list[Link]:
    """Return those flows joined, with what each player began with as the first and what is left as the last of them."""
    points = pool_points(told)
    begun = [
        Link(Node("start"), Node("pool", point.seat), point.change, ("start",), (point.n,), point.rules)
        for point in points
        if point.cause == "start"
    ]
    last = {point.seat: point for point in points}
    left = [
        what_is_left(Node("pool", seat), point.pool, point.n, point.rules)
        for seat, point in sorted(last.items())
        if point.pool
    ]
    return begun + joined(pool_flows(told)) + left


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
    """Return each pool after each line by which it changed, and where players left the game."""
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
    """Return the beginning, or where a player leaves."""
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
    """Return whose pool a flow is about, and whether it grows (1) or shrinks (-1)."""
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
