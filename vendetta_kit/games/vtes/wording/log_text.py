"""The log: events and ledger entries in order, as lines of text with their rules.

Rows that one line can tell, such as the transfers onto one vampire, share a line, which has the rules of all.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from vendetta_kit.games.vtes.engine.events import goes_on
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.log import LoggedView, LogLine, joined, rows

from .words import practice_words

__all__ = ["log_lines"]

_CLOCK: Final = ("turn", "phase")
"""Kinds of events that only give the time."""


def log_lines(view: LoggedView, lang: str = "en") -> list[LogLine]:
    """Return the lines of a view's events and ledger entries, in order.

    A phase in which nothing happens has no line; successive entries between the same places share one.

    Args:
        view: a reader's view of a game, with its events.
        lang: ``"en"`` or ``"de"``.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> [line.text for line in log_lines(Game.new(["claw", "court"], seed=7).view(0))][-1]
    'Bob: master phase.'
    """
    found: list[LogLine] = []
    gone: list[str] = []  # cards burned with their player before this row
    carried: tuple[str, ...] = ()  # rules of rows that the next line tells too
    amount = 0  # counters moved between the same places before this row
    told, line_of = rows(view), practice_words().teller.for_reader(view, lang)
    for row, after in zip_longest(told, told[1:]):
        if after is not None and (_is_empty_phase(row, after) or _is_told_next(row, after)):
            carried = joined(carried, row.rules)
            if isinstance(row, Event) and _leaver(row) is not None:
                gone.append(row.data["card"])
            continue
        if isinstance(row, Event) and _leaver(row) is not None:
            row = replace(row, data=MappingProxyType({**row.data, "cards": (*gone, row.data["card"])}))
            gone = []
        if isinstance(row, Entry) and isinstance(after, Entry) and goes_on(row, after):
            amount += row.amount
            carried = joined(carried, row.rules)
            continue
        line = line_of(replace(row, amount=row.amount + amount) if amount and isinstance(row, Entry) else row)
        found.append(line._replace(rules=joined(carried, line.rules)) if carried else line)
        carried, amount = (), 0
    return found


def _is_empty_phase(row: Event | Entry, after: Event | Entry) -> bool:
    """Check whether a phase ends without any other row."""
    return isinstance(row, Event) and row.kind == "phase" and isinstance(after, Event) and after.kind in _CLOCK


def _is_told_next(row: Event | Entry, after: Event | Entry) -> bool:
    """Check whether the next line tells this row too: a bleed's success, cards burned with a player who leaves."""
    if isinstance(row, Event) and row.kind == "succeeds":
        return isinstance(after, Event) and after.kind == "bled"
    leaver = _leaver(row) if isinstance(row, Event) else None
    return leaver is not None and leaver == _leaver(after)


def _leaver(row: Event | Entry) -> int | None:
    """Return the seat whose player leaves the game, if the row is about a card burned by that; else ``None``."""
    if isinstance(row, Entry):
        return row.source.seat if row.cause == "ousted" else None
    return row.seat if row.kind == "burned" and row.data["cause"] == "ousted" else None
