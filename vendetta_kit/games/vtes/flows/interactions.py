"""Interactions of players: bleeds, blocks, votes against and ousts, each one line of the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.known_history import KnownHistory

KINDS: Final = ("bleed", "block", "vote", "oust")
"""Kinds of interactions; the amount of a bleed is the pool burned, of a vote its votes, of the others 1."""


@dataclass(frozen=True, slots=True)
class Interaction:
    """What one player did to another; ``card`` is the minion that acted or the source of the votes."""

    n: int
    turn: int
    kind: str
    seat: int
    other: int
    amount: int
    card: str | None
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InteractionTotal:
    """All interactions of one kind from one player to another."""

    kind: str
    seat: int
    other: int
    times: int
    amount: int
    lines: tuple[int, ...]
    rules: tuple[str, ...]


def interactions_of(told: KnownHistory) -> list[Interaction]:
    """Return what players did to each other, in order.

    A block is counted against the acting player, a vote against a referendum against the player who called it.
    """
    found: list[Interaction] = []
    caller: int | None = None  # of the referendum that goes on
    for row in told.rows():
        if isinstance(row, Entry):
            one = _bleed(row) if row.cause == "bleed" else None
        else:
            caller = row.seat if row.kind == "referendum" else caller
            one = _deed(row, caller)
        if one is not None and one.seat != one.other:
            found.append(one)
    return found


def _bleed(entry: Entry) -> Interaction | None:
    return _done("bleed", entry, entry.by, entry.source.seat, entry.amount, entry.card)


def _deed(event: Event, caller: int | None) -> Interaction | None:
    data = event.data
    if event.kind == "blocked":
        return _done("block", event, event.seat, event.moment.seat, 1, data["minion"])
    if event.kind == "vote" and not data["yes"]:
        return _done("vote", event, event.seat, caller, data["votes"], data["source"])
    if event.kind == "ousted":
        return _done("oust", event, data["predator"], event.seat, 1, None)
    return None


def _done(
    kind: str, row: Event | Entry, seat: int | None, other: int | None, amount: int, card: str | None
) -> Interaction | None:
    if seat is None or other is None:
        return None
    return Interaction(row.n, row.moment.turn, kind, seat, other, amount, card, row.rules)


@dataclass(frozen=True, slots=True)
class SufferedBleed:
    """A bleed that burned a player's pool; ``blocked_by`` is the minion of hers whose block failed, ``None``: none."""

    n: int
    turn: int
    seat: int
    minion: str
    amount: int
    stealth: int
    """The stealth of the action, with what was added."""
    blocked_by: str | None = None
    intercept: int = 0
    """That minion's intercept."""


def suffered_bleeds(told: KnownHistory, seat: int) -> list[SufferedBleed]:
    """Return the bleeds by others that burned a player's pool, in order, each with her last block that failed."""
    found: list[SufferedBleed] = []
    minion, stealth, failed = "", 0, (None, 0)  # of the action that goes on
    for row in told.rows():
        if isinstance(row, Entry):
            if row.cause == "bleed" and row.source.seat == seat and row.by not in (None, seat):
                found.append(SufferedBleed(row.n, row.moment.turn, row.by, minion, row.amount, stealth, *failed))
        elif row.kind == "action":
            minion, stealth, failed = row.data["minion"], row.data["stealth"], (None, 0)
        elif row.kind == "changed" and row.data["what"] == "stealth":
            stealth = row.data["new"]
        elif row.kind == "block_failed" and row.seat == seat:
            failed, stealth = (row.data["minion"], row.data["intercept"]), row.data["stealth"]
    return found


def interaction_totals(found: Iterable[Interaction]) -> list[InteractionTotal]:
    """Return interactions summed up by kind, player and other player, in that order.

    >>> bled = Interaction(9, 1, "bleed", 0, 1, 2, "CV10", ("BLEED-02",))
    >>> voted = Interaction(30, 2, "bleed", 0, 1, 1, None, ("RUL-15",))
    >>> [(tie.times, tie.amount, tie.lines) for tie in interaction_totals([bled, voted])]
    [(2, 3, (9, 30))]
    """
    joined: dict[tuple[int, int, int], list[Interaction]] = {}
    for one in found:
        joined.setdefault((KINDS.index(one.kind), one.seat, one.other), []).append(one)
    return [
        InteractionTotal(
            KINDS[kind],
            seat,
            other,
            len(own),
            sum(one.amount for one in own),
            tuple(one.n for one in own),
            tuple(dict.fromkeys(rule for one in own for rule in one.rules)),
        )
        for (kind, seat, other), own in sorted(joined.items())
    ]
