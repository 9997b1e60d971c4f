"""The flows of counters between accounts as a graph of nodes and links, for a figure.

A game turns the entries of its ledger into flows; here the flows between the same two nodes become one link.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A place or purpose of counters: its kind, and the seat that it belongs to."""

    kind: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """All flows from one node to another."""

    source: Node
    target: Node
    amount: int
    causes: tuple[str, ...]
    lines: tuple[int, ...]
    """Running numbers of the ledger entries that the link sums up."""
    rules: tuple[str, ...]

    @property
    def key(self) -> tuple[str, int, str, int]:
        """The sort key of a link: its two nodes; nodes that belong to no seat come first."""
        seats = [-1 if node.seat is None else node.seat for node in (self.source, self.target)]
        return self.source.kind, seats[0], self.target.kind, seats[1]


class _Flow(Protocol):
    @property
    def n(self) -> int: ...
    @property
    def source(self) -> Node: ...
    @property
    def target(self) -> Node: ...
    @property
    def amount(self) -> int: ...
    @property
    def cause(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...


def join_flows(found: Iterable[_Flow]) -> list[Link]:
    """Return one link for all flows from the same node to the same node, sorted by :attr:`Link.key`.

    >>> from vendetta_kit.games.vtes.flows import CounterFlow
    >>> bled = CounterFlow(4, 1, "minion", Node("pool", 1), Node("bled", 0), 2, "bleed", None, 0, ("BLEED-02",))
    >>> [(link.amount, link.lines) for link in join_flows([bled, bled])]
    [(4, (4, 4))]
    """
    groups: dict[tuple[Node, Node], list[_Flow]] = {}
    for flow in found:
        groups.setdefault((flow.source, flow.target), []).append(flow)
    links = [
        Link(
            source,
            target,
            sum(flow.amount for flow in group),
            tuple(dict.fromkeys(flow.cause for flow in group)),
            tuple(flow.n for flow in group),
            tuple(dict.fromkeys(rule for flow in group for rule in flow.rules)),
        )
        for (source, target), group in groups.items()
    ]
    return sorted(links, key=lambda link: link.key)
