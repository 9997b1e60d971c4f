"""The log: events and ledger entries in their running order, as lines of words with their rules.

What one line can say, one line says (the transfers onto one vampire); no rule is lost by that.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import Final

from vendetta_kit.games.vtes.engine.events import goes_on
from vendetta_kit.kernel.log import LogLine, Row, Watched, joined, rows

from .words import Words, practice_words

__all__ = ["log_lines"]

_CLOCK: Final = ("turn", "phase")
"""Kinds of events that only say when it is."""


def log_lines(view: Watched, lang: str = "en", words: Words | None = None) -> list[LogLine]:
    """Return events and ledger of a view in the order in which they came to pass.

    A phase in which nothing happens has no line, and counters that go the same way one after the other have one.

    Args:
        view: what one reader may know of a game, with its events.
        lang: ``"en"`` or ``"de"``.
        words: those of a game with cards of its own; left out, the practice set's.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> [line.text for line in log_lines(Game.new(["claw", "court"], seed=7).view(0))][-1]
    'Bob: master phase.'
    """
    words = words or practice_words()
    found: list[LogLine] = []
    carried: tuple[str, ...] = ()  # rules of rows that the next one says
    amount = 0  # what went the same way before the row at hand
    told, line_of = rows(view), words.teller.for_reader(view, lang)
    for row, after in zip_longest(told, told[1:]):
        if after is not None and _is_empty_phase(row, after):
            carried = joined(carried, row.rules)
            continue
        if after is not None and _goes_on(row, after):
            amount += _amount(row)
            carried = joined(carried, row.rules)
            continue
        line = line_of(_more(row, amount) if amount else row)
        found.append(line._replace(rules=joined(carried, line.rules)) if carried else line)
        carried, amount = (), 0
    return found


def _more(row: Row, before: int) -> Row:
    """Return the row with what went the same way just before it."""
    assert row.entry is not None
    return row._replace(entry=replace(row.entry, amount=row.entry.amount + before))


def _is_empty_phase(row: Row, after: Row) -> bool:
    """Whether a phase is over as soon as it has begun."""
    both = row.event, after.event
    return both[0] is not None and both[0].kind == "phase" and both[1] is not None and both[1].kind in _CLOCK


def _goes_on(row: Row, after: Row) -> bool:
    """Whether counters go the same way for the same reason twice in a row."""
    return row.entry is not None and after.entry is not None and goes_on(row.entry, after.entry)


def _amount(row: Row) -> int:
    return row.entry.amount if row.entry is not None else 0
