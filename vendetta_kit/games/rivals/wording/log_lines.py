"""The log: events and ledger entries in order of their numbers, as lines of text with their rules."""

from __future__ import annotations

from typing import Final

from vendetta_kit.kernel.log import LoggedView, LogLine, LogWriter, sorted_rows

from .message_text import entry_text, event_text

TELLER: Final = LogWriter(event_text, entry_text)
sentence: Final = TELLER.sentence
"""Returns an event or a ledger entry in one English sentence."""


def log_lines(view: LoggedView, lang: str = "en") -> list[LogLine]:
    """Return the events and ledger entries of a view as lines, in the order in which they happened.

    >>> from vendetta_kit.games.rivals.engine.game import Game
    >>> log_lines(Game.new(3).view(0))[0].text
    '4 Events go back to the box, unseen; the City Deck has 23 cards.'
    """
    return list(map(TELLER.for_reader(view, lang), sorted_rows(view)))
