"""The log: events and ledger entries in order, as lines of text with their rules.

Rows that one line can tell, such as the transfers onto one vampire, share a line, which has the rules of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from vendetta_kit.games.vtes.engine.events import goes_on
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.log import LoggedView, LogLine, join_rules, sorted_rows

from .message_text import words_of

_CLOCK: Final = ("turn", "phase")
"""Kinds of events that only give the time."""


def log_lines(view: LoggedView, lang: str = "en") -> list[LogLine]:
    """Return the lines of a view's events and ledger entries, in order.

    A phase in which nothing happens has no line, counters that go the same way one after the other have one, and what
    the line before or after says as well has none.

    Args:
        view: a reader's view of a game, with its events.
        lang: ``"en"`` or ``"de"``.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> [line.text for line in log_lines(Game.new(["claw", "court"], seed=7).view(0))][-1]
    'Bob: master phase.'
    """
    found: list[LogLine] = []
    gone: list[str] = []  # cards that were burned with their player before the row at hand
    carried: tuple[str, ...] = ()  # rules of rows that the next one says
    amount = 0  # what went the same way before the row at hand
    words = words_of(view.own if isinstance(view, View) else None)
    told, line_of = sorted_rows(view), words.teller.for_reader(view, lang)
    for k, row in enumerate(told):
        if k and _was_told(told[k - 1], row):
            found[-1] = found[-1]._replace(rules=join_rules(found[-1].rules, row.rules))
            continue
        if _is_told_next(told, k):
            carried = join_rules(carried, row.rules)
            if isinstance(row, Event) and _leaver(row) is not None:
                gone.append(row.data["card"])
            continue
        if isinstance(row, Event) and _leaver(row) is not None:
            row = replace(row, data=MappingProxyType({**row.data, "cards": (*gone, row.data["card"])}))
            gone = []
        after = told[k + 1] if k + 1 < len(told) else None
        if isinstance(row, Entry) and isinstance(after, Entry) and goes_on(row, after):
            amount += row.amount
            carried = join_rules(carried, row.rules)
            continue
        line = line_of(replace(row, amount=row.amount + amount) if amount and isinstance(row, Entry) else row)
        found.append(line._replace(rules=join_rules(carried, line.rules)) if carried else line)
        carried, amount = (), 0
    return found


def _was_told(before: Event | Entry, row: Event | Entry) -> bool:
    """Whether the line before says it: that the Edge is nobody's once it was burned for a vote."""
    return (
        isinstance(row, Event)
        and isinstance(before, Event)
        and (before.kind, row.kind) == ("vote", "edge")
        and before.data["source"] is None
        and row.seat is None
    )


def _is_told_next(told: Sequence[Event | Entry], k: int) -> bool:
    """Whether a line to come says it, too.

    That a phase has begun which is over at once, that a bleed succeeds and how large it was, that somebody tries to
    block who does at once, who does not block where nobody does, and what is burned with a player who leaves.
    """
    row, after = told[k], told[k + 1] if k + 1 < len(told) else None
    if after is None or not isinstance(row, Event):
        return False
    leaver = _leaver(row)
    if leaver is not None:
        return leaver == _leaver(after)
    if isinstance(after, Entry):
        return row.kind == "bled" and after.cause == "bleed"
    if row.kind == "phase":
        return after.kind in _CLOCK
    if row.kind == "no_block":
        end = next((one for one in told[k:] if not isinstance(one, Event) or one.kind != "no_block"), None)
        return isinstance(end, Event) and end.kind == "unblocked"
    return (row.kind, after.kind) in (("succeeds", "bled"), ("block", "blocked"))


def _leaver(row: Event | Entry) -> int | None:
    """Return the seat whose player leaves the game, if the row is about a card burned by that; else ``None``."""
    if isinstance(row, Entry):
        return row.source.seat if row.cause == "ousted" else None
    return row.seat if row.kind == "burned" and row.data["cause"] == "ousted" else None
