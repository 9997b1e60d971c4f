"""Movements of Blood: one flow for each line of the ledger, and the content of each Pool over time.

Flows go from left to right: from Bank, Feed and Drained cards to Pools, from Pools to Positions, and from both back to
a Pool or the Bank. Each line of the ledger is exactly one flow, so that sums of flows are sums of the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.kernel.flow_graph import Link, Node, join_flows
from vendetta_kit.kernel.known_history import KnownHistory

__all__ = ["STAGE", "BloodFlow", "BloodSums", "Link", "Node", "PoolLevel", "blood_sums", "flows", "links", "pools"]

BANK, FEED, DRAINED, POOL, POSITION = "bank", "feed", "drained", "pool", "position"
BACK, MOVED, SPENT = "back", "moved", "spent"
STAGE: Final = {BANK: 0, FEED: 0, DRAINED: 0, POOL: 1, POSITION: 2, BACK: 3, MOVED: 3, SPENT: 3}
"""The column of each kind of node, from the left. ``back`` is a Pool that gets Blood from the table or another player,
``moved`` a Position that gets Blood from another Position, ``spent`` the Bank that gets Blood back."""


@dataclass(frozen=True, slots=True)
class BloodFlow:
    """Blood that moved from one place to another, with the number of its ledger entry."""

    n: int
    round: int
    phase: str
    step: str
    at: int | str | None
    source: Node
    target: Node
    amount: int
    cause: str
    card: str | None
    by: int | None
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PoolLevel:
    """The content of a Pool after a ledger entry; ``frenzy`` marks the player's Frenzy."""

    n: int
    round: int
    phase: str
    seat: int
    blood: int
    change: int
    cause: str
    frenzy: bool = False
    causer: int | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BloodSums:
    """Sums of one player's Blood: ``came`` is ``went`` plus the Blood in the Pool.

    ``deployed`` moved from the Pool to the table, ``returned`` back. ``swept`` went from the player's Positions to the
    Bank at the end of a round or when the player left the game.
    """

    seat: int
    start: int
    fed: int
    drained: int
    gained: int
    stolen: int
    returned: int
    deployed: int
    spent: int
    lost: int
    taken: int
    swept: int
    pool: int
    on_table: int

    @property
    def came(self) -> int:
        """The sum of all Blood that entered the Pool."""
        return self.start + self.fed + self.drained + self.gained + self.stolen + self.returned

    @property
    def went(self) -> int:
        """The sum of all Blood that left the Pool."""
        return self.deployed + self.spent + self.lost + self.taken


def flows(history: KnownHistory, number: int | None = None, step: str | None = None) -> list[BloodFlow]:
    """Return all flows of Blood, or those of one round, and of one phase or step of Resolution."""
    return [
        _flow(entry)
        for entry in history.ledger
        if entry.token == "blood"
        and (number is None or entry.moment.round == number)
        and (step is None or step in (entry.moment.phase, entry.moment.step))
    ]


def _flow(entry: Entry) -> BloodFlow:
    return BloodFlow(
        entry.n,
        entry.moment.round,
        entry.moment.phase,
        entry.moment.step,
        entry.at,
        _source(entry),
        _target(entry),
        entry.amount,
        entry.cause,
        entry.card,
        entry.by,
        entry.rules,
    )


def _source(entry: Entry) -> Node:
    if entry.source.kind == "bank":
        return Node({"feed": FEED, "drain": DRAINED}.get(entry.cause, BANK))
    return Node(entry.source.kind, entry.source.seat)


def _target(entry: Entry) -> Node:
    if entry.target.kind == "bank":
        return Node(SPENT)
    if entry.target.kind == "pool" and entry.source.kind != "bank":
        return Node(BACK, entry.target.seat)
    if entry.target.kind == "position" and entry.source.kind == "position":
        return Node(MOVED, entry.target.seat)
    return Node(entry.target.kind, entry.target.seat)


def links(found: Iterable[BloodFlow]) -> list[Link]:
    """Return the flows as links of a figure, one for each pair of nodes, in order of columns."""
    return sorted(join_flows(found), key=lambda link: (STAGE[link.source.kind], STAGE[link.target.kind], link.key))


def pools(history: KnownHistory) -> list[PoolLevel]:
    """Return the content of each Pool after every entry that changed it, and at each Frenzy."""
    now = dict.fromkeys(history.seats, 0)
    found: list[PoolLevel] = []
    for row in history.rows():
        if isinstance(row, Event):
            if row.kind == "frenzy" and row.seat is not None:
                found.append(
                    PoolLevel(
                        row.n,
                        row.moment.round,
                        row.moment.phase,
                        row.seat,
                        now[row.seat],
                        0,
                        "frenzy",
                        True,
                        row.data["causer"],
                        row.rules,
                    )
                )
            continue
        if row.token != "blood":
            continue
        for account, sign in ((row.source, -1), (row.target, 1)):
            if account.kind == "pool" and account.seat is not None:
                now[account.seat] += sign * row.amount
                blood = now[account.seat]
                found.append(
                    PoolLevel(
                        row.n,
                        row.moment.round,
                        row.moment.phase,
                        account.seat,
                        blood,
                        sign * row.amount,
                        row.cause,
                        rules=row.rules,
                    )
                )
    return found


def blood_sums(history: KnownHistory) -> list[BloodSums]:
    """Return the sums of each player's Blood."""
    return [_sums(seat, history.ledger) for seat in history.seats]


_INTO: Final = {"start": "start", "feed": "fed", "drain": "drained"}


def _sums(seat: int, ledger: Sequence[Entry]) -> BloodSums:
    sums = dict.fromkeys(
        ("start", "fed", "drained", "gained", "stolen", "returned", "deployed", "spent", "lost", "taken", "swept"), 0
    )
    pool = on_table = 0
    for entry in ledger:
        if entry.token != "blood":
            continue
        for key in _kinds(seat, entry):
            sums[key] += entry.amount
        pool += entry.amount * (_is(entry.target, "pool", seat) - _is(entry.source, "pool", seat))
        on_table += entry.amount * (_is(entry.target, "position", seat) - _is(entry.source, "position", seat))
    return BloodSums(seat, **sums, pool=pool, on_table=on_table)


def _kinds(seat: int, entry: Entry) -> Iterator[str]:
    """Yield the fields of :class:`BloodSums` to which an entry adds for a player, by both of its accounts."""
    source, target = entry.source, entry.target
    if _is(target, "pool", seat):
        if source.kind == "bank":
            yield _INTO.get(entry.cause, "gained")
        else:
            yield "stolen" if source.kind == "pool" else "returned"
    if _is(source, "pool", seat):
        if target.kind == "position":
            yield "deployed"
        elif target.kind == "pool":
            yield "taken"
        else:
            yield "spent" if entry.cause in ("fee", "spend") else "lost"
    if _is(source, "position", seat) and target.kind == "bank":
        yield "swept"


def _is(account: Account, kind: str, seat: int) -> bool:
    return account.kind == kind and account.seat == seat
