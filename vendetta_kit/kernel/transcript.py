"""A whole game as text: the set-up, the actions, and all that followed from them, each line with its rules.

Transcripts serve bug reports and the recorded games that the tests compare. A transcript shows everything, secrets
included.

How to read it::

    12. Ann: Play('BR07', at=1, face='down', blood=3) (of 84)     the 12th action, one of 84 that were legal
      * play Ann @1 face=down blood=3 fee=1 secret card=BR07 [PLAN-07 PLAN-09]     an event, its place, its rules
      $ 1 blood: Ann > bank, fee [PLAN-09 GLOS-10]     a line of the ledger; ``Ann@1`` is Ann's Position there
      | Ann brujah: Blood 3, Influence 3; hand BR08, BR09; with VI12; at 1: BR07 down, 3 Blood     how things stand

The table (``|``) is shown before the first action, whenever one of the first two parts of the moment has changed, and
at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .event_kinds import with_seats
from .events import Account, Entry, Event
from .game import AnyGame
from .refusal import recorded
from .rules import Rules


def transcript(game: AnyGame) -> str:
    """Return the game so far as text; the same game gives the same text on every machine.

    Raises:
        BadInput: the game is not recorded.
    """
    return "\n".join(map(str.rstrip, lines(game))).rstrip() + "\n"


def lines(game: AnyGame) -> Iterator[str]:
    """Yield the lines of :func:`transcript`. Raises ``BadInput`` if the game is not recorded."""
    recorded(game.rec, "transcript")
    twin = game.fork(after=0)
    yield f"{game.rules.id}-transcript/1"
    yield "set-up"
    for key, value in twin.setup.items():
        yield f"  {key}: {json.dumps(value, ensure_ascii=False)}"
    teller = _Teller(twin)
    yield from teller.new()
    yield from twin.rules.table(twin)
    for number, (seat, action) in enumerate(game.actions, 1):
        now = twin.moment[:2]
        yield f"{number}. {game.names[seat]}: {action!r} (of {len(twin.legal(seat))})"
        twin.apply(seat, action)
        yield from teller.new()
        if twin.is_over or twin.moment[:2] != now:
            yield from twin.rules.table(twin)


class _Teller:
    """Makes the lines of what is new in the record of a game, in the order in which it happened."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.names = game.names
        self.events = 0
        self.entries = 0
        self.here: int | str | None = None

    def new(self) -> Iterator[str]:
        """Yield the lines of the events and ledger entries since the last call."""
        rec = self.game.rec
        assert rec is not None
        events, entries = rec.events[self.events :], rec.entries[self.entries :]
        self.events, self.entries = len(rec.events), len(rec.entries)
        told = [(event.n, self._event(event)) for event in events]
        told += [(entry.n, entry_line(entry, self.names)) for entry in entries]
        for _, line in sorted(told):
            yield f"  {line}"

    def _event(self, event: Event) -> str:
        """Return the line of an event, without the Location that is being resolved."""
        if event.kind == "location":
            self.here = None
        line = event_line(event, self.game.rules, self.names, self.here)
        if event.kind in ("location", "phase"):
            self.here = event.at
        return line


def event_line(event: Event, rules: Rules, names: Sequence[str], here: int | str | None = None) -> str:
    """Return an event as one line, without its place if that is ``here``."""
    words = ["*", event.kind]
    if event.seat is not None:
        words.append(names[event.seat])
    if event.at is not None and event.at != here:
        words.append(f"@{event.at}")
    words += _fields(with_seats(rules.events[event.kind], event.data, names.__getitem__), rules.usually_none)
    if event.secret:
        words += ["secret", *_fields(event.secret, rules.usually_none)]
    return f"{' '.join(words)} [{' '.join(event.rules)}]"


def entry_line(entry: Entry, names: Sequence[str]) -> str:
    """Return a ledger entry as one line."""
    why = [entry.cause]
    if entry.card is not None and entry.card not in (entry.source.card, entry.target.card):
        why.append(entry.card)
    if entry.by is not None and entry.by != entry.source.seat and entry.by != entry.target.seat:
        why.append(f"by {names[entry.by]}")
    way = f"{_account(entry.source, names)} > {_account(entry.target, names)}"
    return f"$ {entry.amount} {entry.token}: {way}, {' '.join(why)} [{' '.join(entry.rules)}]"


def _account(account: Account, names: Sequence[str]) -> str:
    if account.seat is None:
        return account.card or account.kind
    name = names[account.seat]
    if account.at is not None:
        return f"{name}@{account.at}"
    return f"{name}'s score" if account.kind == "score" else name


def _fields(data: Mapping[str, Any], usually_none: frozenset[str]) -> list[str]:
    return [
        f"{key}={_value(value)}"
        for key, value in data.items()
        if value or (value is not None and value not in ((), []) and key not in usually_none)
    ]


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{_value(key)}:{_value(part)}" for key, part in value.items())
    if isinstance(value, tuple | list):
        return ",".join(map(_value, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
