"""The log: events and ledger entries in their running order, as lines of words with their rules."""

from __future__ import annotations

from vendetta_kit.kernel.log import LogLine, Watched, rows

from .words import entry_text, event_text

__all__ = ["log_lines"]


def log_lines(view: Watched, lang: str = "en") -> list[LogLine]:
    """Return events and ledger of a view in the order in which they came to pass.

    >>> from vendetta_kit.games.rivals.engine.game import Game
    >>> log_lines(Game.new(3).view(0))[0].text
    '4 Events go back to the box, unseen; the City Deck has 23 cards.'
    """
    found = []
    for row in rows(view):
        event, entry = row.event, row.entry
        if event is not None:
            text = event_text(event, view.names, lang, view.me)
            found.append(LogLine(row.n, text, event.rules, event.moment, event.at, event.kind))
        else:
            assert entry is not None
            text = entry_text(entry, view.names, lang)
            found.append(LogLine(row.n, text, entry.rules, entry.moment, entry.at, f"entry.{entry.cause}"))
    return found
