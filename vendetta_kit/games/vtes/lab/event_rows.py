"""Rows of the tables turns, actions, ledger and events, from a recorded game's events and ledger entries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.rule_numbers import POOL_AT_START
from vendetta_kit.kernel.events import Account, Entry, Event

Row = tuple[Any, ...]


class _Turn:
    """Counts of one turn while its events are read."""

    def __init__(self, turn: int, seat: int, prey: int, edge: bool, pool: int) -> None:
        self.turn, self.seat, self.prey, self.edge, self.pool = turn, seat, prey, edge, pool
        self.counts = dict.fromkeys(_COUNTED.values(), 0)
        self.bled = self.invested = 0

    def row(self, pools: list[int]) -> Row:
        """Return the columns of the turn; ``pools`` are those at its end, by seat."""
        counts = self.counts
        return (
            self.turn,
            self.seat,
            self.prey,
            self.edge,
            self.pool,
            pools[self.seat],
            counts["actions"],
            counts["blocked"],
            self.bled,
            pools[self.prey],
            self.invested,
            counts["new_ready"],
            counts["combats"],
            counts["torpor"],
            counts["referendums"],
            counts["ousted"],
        )


_COUNTED = {
    "action": "actions",
    "blocked": "blocked",
    "ready": "new_ready",
    "combat": "combats",
    "torpor": "torpor",
    "referendum": "referendums",
    "ousted": "ousted",
}
"""The column that counts each kind of event."""


def turn_rows(game: Game) -> Iterator[Row]:
    """Yield the rows of the table turns, without the game's number."""
    pools = [POOL_AT_START] * game.seats
    left = set(range(game.seats))
    edge: int | None = None
    turn: _Turn | None = None
    story: list[Event | Entry] = [*game.events, *game.ledger]
    for told in sorted(story, key=lambda one: one.n):
        if isinstance(told, Entry):
            for account, sign in ((told.source, -1), (told.target, 1)):
                if account.kind == "pool" and account.seat is not None:
                    pools[account.seat] += sign * told.amount
            if turn is not None and told.cause == "bleed":
                turn.bled += told.amount
            if turn is not None and told.cause in ("transfer", "taken_back"):
                turn.invested += told.amount if told.cause == "transfer" else -told.amount
            continue
        if told.kind == "turn":
            if turn is not None:
                yield turn.row(pools)
            assert told.seat is not None
            turn = _Turn(told.moment.turn, told.seat, _prey(told.seat, left, game.seats), told.seat == edge,
                         pools[told.seat])  # fmt: skip
        elif told.kind == "edge":
            edge = told.seat
        elif told.kind in ("ousted", "withdrawn"):
            assert told.seat is not None
            left.discard(told.seat)
        if turn is not None and told.kind in _COUNTED:
            turn.counts[_COUNTED[told.kind]] += 1
    if turn is not None:
        yield turn.row(pools)


def _prey(seat: int, left: set[int], seats: int) -> int:
    """Return the next seat to the left that is still in the game (START-01)."""
    return next(other % seats for other in range(seat + 1, seat + seats + 1) if other % seats in left)


def action_rows(game: Game) -> Iterator[Row]:
    """Yield the rows of the table actions, without the game's number."""
    number = -1
    row: dict[str, Any] = {}
    for event in game.events:
        data = event.data
        if event.kind in ("action", "turn", "over") and row:
            yield tuple(row.values())
            row = {}
        if event.kind == "action":
            number += 1
            row = {
                "action": number,
                "turn": event.moment.turn,
                "seat": event.seat,
                "minion": data["minion"],
                "kind": data["action"],
                "target": data["target"],
                "at_seat": data["at_seat"],
                "stealth": data["stealth"],
                "bleed": data["bleed"],
                "attempts": 0,
                "blocker": None,
                "blocker_seat": None,
                "outcome": "broken_off",
                "bled": 0,
                "passed": None,
            }
        elif not row:
            continue
        elif event.kind == "block":
            row["attempts"] += 1
        elif event.kind == "blocked":
            row.update(blocker=data["minion"], blocker_seat=event.seat, outcome="blocked")
        elif event.kind == "succeeds":
            row["outcome"] = "success"
        elif event.kind == "fails":
            row["outcome"] = "fails"
        elif event.kind == "bled":
            row["bled"] += data["amount"]
        elif event.kind == "outcome" and row["kind"] == "political":
            row["passed"] = data["passes"]


def ledger_rows(game: Game) -> Iterator[Row]:
    """Yield the rows of the table ledger, without the game's number."""
    for k, entry in enumerate(game.ledger):
        yield (k, *entry.moment, entry.amount, *_account(entry.source), *_account(entry.target), entry.cause,
               entry.card, entry.by, entry.rules)  # fmt: skip


def event_rows(game: Game) -> Iterator[Row]:
    """Yield the rows of the table events, without the game's number."""
    for k, event in enumerate(game.events):
        data = json.dumps({**event.data, **event.secret})
        yield (k, *event.moment, event.kind, event.seat, data, event.rules)


def _numbered(rows: Callable[[Game], Iterator[Row]]) -> Callable[[Game, int], list[Row]]:
    return lambda game, number: [(number, *row) for row in rows(game)]


OF_A_RECORD: Final = {
    "turns": _numbered(turn_rows),
    "actions": _numbered(action_rows),
    "ledger": _numbered(ledger_rows),
    "events": _numbered(event_rows),
}
"""The tables that are made from a game's record alone."""


def _account(account: Account) -> Row:
    return (account.kind, account.seat, account.card)
