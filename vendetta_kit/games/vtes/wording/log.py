"""The log: events and ledger entries in their running order, as lines of words with their rules.

What one line can say, one line says (the transfers onto one vampire); no rule is lost by that.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import Final

from vendetta_kit.games.vtes.engine.events import goes_on
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.log import LogLine, Watched, joined, line, rows

from .words import practice_words

__all__ = ["log_lines"]

_CLOCK: Final = ("turn", "phase")
"""Kinds of events that only say when it is."""


def log_lines(view: Watched, lang: str = "en") -> list[LogLine]:
    """Return events and ledger of a view in the order in which they came to pass.

    A phase in which nothing happens has no line, and counters that go the same way one after the other have one.

    Args:
        view: what one reader may know of a game, with its events.
        lang: ``"en"`` or ``"de"``.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> [line.text for line in log_lines(Game.new(["claw", "court"], seed=7).view(0))][-1]
    'Bob: master phase.'
    """
    found: list[LogLine] = []
    carried: tuple[str, ...] = ()  # rules of rows that the next one says
    amount = 0  # what went the same way before the row at hand
    told = rows(view)
    for row, after in zip_longest(told, told[1:]):
        if after is not None and _is_empty_phase(row, after):
            carried = joined(carried, row.rules)
            continue
        if isinstance(row, Entry) and isinstance(after, Entry) and goes_on(row, after):
            amount += row.amount
            carried = joined(carried, row.rules)
            continue
        told_as = line(row, _text(row, amount, view, lang))
        found.append(told_as._replace(rules=joined(carried, row.rules)))
        carried, amount = (), 0
    return found


def _text(row: Event | Entry, before: int, view: Watched, lang: str) -> str:
    """Put a row into words; ``before`` counters more went the same way just before it."""
    if isinstance(row, Event):
        return practice_words().event_text(row, view.names, lang, view.me)
    return practice_words().entry_text(replace(row, amount=row.amount + before), view.names, lang)


def _is_empty_phase(row: Event | Entry, after: Event | Entry) -> bool:
    """Whether a phase is over as soon as it has begun."""
    return isinstance(row, Event) and row.kind == "phase" and isinstance(after, Event) and after.kind in _CLOCK
