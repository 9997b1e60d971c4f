"""Counters on the move: nodes that they leave and reach, and all that went the same way as one link.

A game makes flows of its ledger, each with the line of the log that says so; here they are joined for a picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Link", "Node", "joined"]


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """Where counters are, or what they went for: a kind, and whose."""

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
    """Running numbers of the ledger's lines behind it."""
    rules: tuple[str, ...]

    @property
    def key(self) -> tuple[str, int, str, int]:
        """What links are sorted by: their nodes, those that are nobody's first."""
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


def joined(found: Iterable[_Flow]) -> list[Link]:
    """Return flows joined by where they come from and where they go, in the order of their nodes.

    >>> from vendetta_kit.games.vtes.flows import CounterFlow
    >>> bled = CounterFlow(4, 1, "minion", Node("pool", 1), Node("bled", 0), 2, "bleed", None, 0, ("BLEED-02",))
    >>> [(link.amount, link.lines) for link in joined([bled, bled])]
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
