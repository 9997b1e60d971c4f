"""Blood counters on a player's cards: where they came from, where they went, over time and by card.

Counters on uncontrolled cards count too. Only its controller knows a face-down card; for others its counters are on
the card ``None``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vendetta_kit.kernel.events import Entry
from vendetta_kit.kernel.flow_graph import Link, Node, join_flows
from vendetta_kit.kernel.known_history import KnownHistory

from .counter_flows import CounterFlow, flow, lines, remaining_link

_IN: Final = {"transfer": "pool", "hunt": "hunt"}
"""The source of blood by cause; ``taken`` if it comes from another card, else ``card``."""
_OUT: Final = {
    "taken_back": "back",
    "damage": "wounds",
    "healed": "wounds",
    "aggravated": "wounds",
    "cost": "spent",
    "rescue": "spent",
    "contest": "spent",
    "title_contest": "spent",
    "drained": "over",
    "ousted": "out",
}
"""The use of blood by cause; ``robbed`` if it goes to another card, else ``loss``."""


@dataclass(frozen=True, slots=True)
class BloodPoint:
    """The counters on a player's cards after a line of the log."""

    n: int
    turn: int
    phase: str
    seat: int
    blood: int
    change: int
    cause: str
    card: str | None
    by: int | None
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BloodSums:
    """Sums of the counters on one player's cards: what came equals what went plus what remains (``blood``)."""

    seat: int
    invested: int
    hunted: int
    gained: int
    returned: int
    wounds: int
    spent: int
    lost: int
    blood: int

    @property
    def came(self) -> int:
        """Return how many counters came onto the cards."""
        return self.invested + self.hunted + self.gained


@dataclass(frozen=True, slots=True)
class CardBlood:
    """Counters that came onto and left a player's copies of one card; card ``None``: all cards of the player."""

    seat: int
    card: str | None
    came: int
    went: int
    lines: tuple[int, ...]

    @property
    def blood(self) -> int:
        """Return how many counters remain."""
        return self.came - self.went


def blood_flows(told: KnownHistory) -> list[CounterFlow]:
    """Return a flow for each line of the log by which counters came onto a player's cards or left them.

    Blood stolen from another player's vampire makes two flows: it leaves one player's cards and comes onto another's.
    """
    return [one for entry in lines(told) for one in _flows(entry)]


def blood_links(told: KnownHistory) -> list[Link]:
    """Return those flows joined to links, then a link for the counters that remain on each player's cards."""
    last = {point.seat: point for point in blood_points(told)}
    return join_flows(blood_flows(told)) + [
        remaining_link(Node("vampires", seat), point.blood, point.n, point.rules)
        for seat, point in sorted(last.items())
        if point.blood
    ]


def _flows(entry: Entry) -> list[CounterFlow]:
    source, target = entry.source, entry.target
    found: list[CounterFlow] = []
    if source.kind == "card":
        kind = "robbed" if target.kind == "card" else _OUT.get(entry.cause, "loss")
        other = source.seat if kind == "back" else target.seat
        found.append(flow(entry, Node("vampires", source.seat), Node(kind, other)))
    if target.kind == "card":
        kind = "taken" if source.kind == "card" else _IN.get(entry.cause, "card")
        found.append(flow(entry, Node(kind, source.seat), Node("vampires", target.seat)))
    return found


def _whose(one: CounterFlow) -> tuple[int, int]:
    """Return the seat whose cards a flow changes, and 1 if counters come onto them, -1 if they leave."""
    into = one.target.kind == "vampires"
    seat = (one.target if into else one.source).seat
    assert seat is not None
    return seat, 1 if into else -1


def blood_points(told: KnownHistory) -> list[BloodPoint]:
    """Return how many counters are on a player's cards after each line of the log that changes it."""
    blood = [0] * len(told.names)
    found: list[BloodPoint] = []
    for one in blood_flows(told):
        seat, sign = _whose(one)
        blood[seat] += sign * one.amount
        found.append(
            BloodPoint(
                one.n,
                one.turn,
                one.phase,
                seat,
                blood[seat],
                sign * one.amount,
                one.cause,
                one.card,
                one.by,
                one.rules,
            )
        )
    return found


def blood_sums(told: KnownHistory) -> list[BloodSums]:
    """Return the sums of the counters on each player's cards, by seat."""
    sums = [dict.fromkeys(_COLUMNS, 0) for _ in told.names]
    for one in blood_flows(told):
        seat, sign = _whose(one)
        sums[seat][_SUM[one.source.kind if sign > 0 else one.target.kind, sign]] += one.amount
    return [_sums(seat, own) for seat, own in enumerate(sums)]


_COLUMNS: Final = ("invested", "hunted", "gained", "returned", "wounds", "spent", "lost")
_SUM: Final[Mapping[tuple[str, int], str]] = {
    ("pool", 1): "invested",
    ("hunt", 1): "hunted",
    ("taken", 1): "gained",
    ("card", 1): "gained",
    ("back", -1): "returned",
    ("wounds", -1): "wounds",
    ("spent", -1): "spent",
    ("over", -1): "lost",
    ("out", -1): "lost",
    ("robbed", -1): "lost",
    ("loss", -1): "lost",
}
"""The sum that each node counts in: by its kind, and 1 for blood that comes, -1 for blood that goes."""


def _sums(seat: int, own: Mapping[str, int]) -> BloodSums:
    came = own["invested"] + own["hunted"] + own["gained"]
    went = own["returned"] + own["wounds"] + own["spent"] + own["lost"]
    return BloodSums(seat, **own, blood=came - went)


def blood_by_card(told: KnownHistory) -> list[CardBlood]:
    """Return the counters that came onto and left each card, by player and card.

    If this reader does not know which of a player's cards some counters were on, that player has one row for all.
    """
    found: dict[tuple[int, str | None], tuple[list[int], list[int], list[int]]] = {}
    entries = list(lines(told))
    ends = [(entry, account, side) for entry in entries for side, account in enumerate((entry.target, entry.source))]
    on_cards = [(entry, account, side) for entry, account, side in ends if account.kind == "card"]
    hidden = {account.seat for _, account, _ in on_cards if account.card is None}
    for entry, account, side in on_cards:
        assert account.seat is not None
        card = None if account.seat in hidden else account.card
        row = found.setdefault((account.seat, card), ([], [], []))
        row[side].append(entry.amount)
        row[2].append(entry.n)
    return [
        CardBlood(seat, card, sum(came), sum(went), tuple(behind))
        for (seat, card), (came, went, behind) in sorted(found.items(), key=lambda item: (item[0][0], item[0][1] or ""))
    ]
