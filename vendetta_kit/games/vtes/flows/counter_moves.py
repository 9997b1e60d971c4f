"""Counters on the move: one flow for each line that the log tells, and what has stayed where it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from vendetta_kit.games.vtes.engine.events import goes_on
from vendetta_kit.kernel.events import Entry
from vendetta_kit.kernel.flow_graph import Link, Node
from vendetta_kit.kernel.known_history import KnownHistory

__all__ = ["CounterFlow", "lines", "what_is_left"]


@dataclass(frozen=True, slots=True)
class CounterFlow:
    """Counters that went from one place to another, with the line of the log that says so."""

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
    """Give the ledger as the log tells it: counters that go the same way one after the other are one line."""
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
    """Return an entry of the ledger as a flow between two nodes."""
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


def what_is_left(where: Node, amount: int, n: int, rules: tuple[str, ...]) -> Link:
    """Return counters that have stayed where they are; ``n`` is the line after which they lie there so."""
    return Link(where, Node("left"), amount, ("left",), (n,), rules)
