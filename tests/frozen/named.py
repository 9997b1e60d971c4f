"""What a game is and comes to, in named values: no slot numbers, no names of functions, no words."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Any

from vendetta_kit import Game
from vendetta_kit.kernel.events import Account


def plain(value: Any) -> Any:
    """A value as JSON gives it back."""
    return json.loads(json.dumps(value))


def table(game: Game) -> dict[str, Any]:
    """All that lies on the table and in the hands, and who is asked what."""
    view = game.view(None, log=False)
    seats = []
    for number in range(game.seats):
        seat = game.view(number, log=False).seats[number]
        lying = {
            str(place.at): {"blood": place.blood, "cards": [f"{card.card} {card.face}" for card in place.cards]}
            for place in seat.positions
            if place.blood or place.cards
        }
        seats.append(
            {
                "name": seat.name,
                "clan": seat.clan,
                "out": seat.out,
                "blood": seat.blood,
                "influence": seat.influence,
                "tokens": [seat.tokens_up, seat.tokens_down],
                "hand": seat.hand,
                "deck": seat.deck_size,
                "alliance": seat.alliance,
                "drained": seat.drained,
                "relic": seat.relic,
                "relic_used": seat.relic_used,
                "positions": lying,
            }
        )
    asked = {str(seat): [asked.kind, asked.question, asked.card] for seat, asked in game.pending.items()}
    here = {str(place.at): [place.ally, place.location_card] for place in view.locations}
    found = {
        "round": view.round,
        "phase": view.phase,
        "step": view.step,
        "at": view.at,
        "ambition": view.ambition,
        "asked": asked,
        "locations": here,
        "victims": view.victims_left,
        "allies": view.allies_left,
        "seats": seats,
    }
    return dict(plain(found))


def mark(game: Game) -> str:
    """A short mark of :func:`table`."""
    return hashlib.blake2b(json.dumps(table(game), sort_keys=True).encode(), digest_size=4).hexdigest()


def end(game: Game) -> dict[str, Any]:
    """What a game has come to: who has how much, who has won, how often what happened, what was paid for what."""
    paid: Counter[str] = Counter()
    for entry in game.ledger:
        paid[f"{entry.token} {entry.cause}"] += entry.amount
    found = {
        "over": game.is_over,
        "scores": game.scores,
        "winners": game.winners,
        "actions": len(game.actions),
        "events": dict(sorted(Counter(event.kind for event in game.events).items())),
        "ledger": dict(sorted(paid.items())),
        "table": table(game),
    }
    return dict(plain(found))


def events(game: Game) -> list[str]:
    """Each event: its kind, whose it is, where, and its rules."""
    return [
        f"{event.kind} {_or_dash(event.seat)} {_or_dash(event.at)} {' '.join(event.rules)}" for event in game.events
    ]


def ledger(game: Game) -> list[str]:
    """Each line of the ledger: how much of what went from where to where, and why."""
    return [
        f"{entry.amount} {entry.token} {_account(entry.source)} {_account(entry.target)} {entry.cause}"
        for entry in game.ledger
    ]


def _account(account: Account) -> str:
    return ".".join([account.kind, *(str(part) for part in account[1:] if part is not None)])


def _or_dash(value: Any) -> str:
    return "-" if value is None else str(value)
