"""Moves of counters: one flow for each line of the log, and links for counters that remain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from vendetta_kit.games.vtes.engine.events import goes_on
from vendetta_kit.kernel.events import Entry
from vendetta_kit.kernel.flow_graph import Link, Node
from vendetta_kit.kernel.known_history import KnownHistory


@dataclass(frozen=True, slots=True)
class CounterFlow:
    """Counters that moved from one place to another, with their line of the log."""

    n: int
    turn: int
    phase: str
    source: Node
    target: Node
    amount: int
    cause: str
    card: str | None
    by: int | None
    rules: tuple[str, ...]


def lines(told: KnownHistory) -> Iterator[Entry]:
    """Yield the ledger entries as the log shows them: successive entries between the same places are one."""
    before = 0
    rows = told.rows()
    for row, after in zip_longest(rows, rows[1:]):
        if not isinstance(row, Entry):
            continue
        if isinstance(after, Entry) and goes_on(row, after):
            before += row.amount
            continue
        yield replace(row, amount=row.amount + before) if before else row
        before = 0


def flow(entry: Entry, source: Node, target: Node) -> CounterFlow:
    """Return a ledger entry as a flow between two nodes."""
    moment = entry.moment
    return CounterFlow(
        entry.n,
        moment.turn,
        moment.phase,
        source,
        target,
        entry.amount,
        entry.cause,
        entry.card,
        entry.by,
        entry.rules,
    )


def remaining_link(where: Node, amount: int, n: int, rules: tuple[str, ...]) -> Link:
    """Return a link from ``where`` for the counters that remain there after line ``n`` of the log."""
    return Link(where, Node("left"), amount, ("left",), (n,), rules)
