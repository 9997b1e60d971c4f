"""Plays one game at each table and prints marks of all that happened: run in processes of their own, and compared."""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from tests.properties.games import begin, playing
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint


def plain(value: Any) -> Any:
    """Anything of an event as JSON, in the order in which it stands there."""
    if hasattr(value, "items"):
        return [[str(key), plain(part)] for key, part in value.items()]
    return [plain(part) for part in value] if isinstance(value, tuple | list) else value


def digest(table: str) -> str:
    """A mark of one game: every event, every ledger entry, every state, every set of options."""
    start = begin(table, 1, "digest")
    mark = hashlib.blake2b(digest_size=8)
    for done, (seat, action, events) in enumerate(playing(start)):
        legal = start.game.legal(start.game.to_act or 0)
        told = [
            [event.n, event.kind, event.rules, event.seat, plain(event.data), plain(event.secret)] for event in events
        ]
        view = start.game.view(seat).to_json(log=False) if done % 6 == 0 else None
        row = [seat, repr(action), told, fingerprint(start.game), repr(legal[-20:]), view]
        mark.update(json.dumps(row).encode())
    mark.update(repr(start.game.ledger).encode())
    return mark.hexdigest()


if __name__ == "__main__":
    print(json.dumps({table: digest(table) for table in sys.argv[1:]}))
