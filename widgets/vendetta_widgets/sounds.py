"""The sounds of a game's events, by names that ``sounds.js`` plays if sound is on (:mod:`.appearance`).

They are made from a view, so that a player hears only what the player may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

OF_EVENTS: Final = {"play": "card", "frenzy": "frenzy", "game_over": "victory"}
"""The sound of an event of Vendetta by its kind; moved Blood or counters sound by their ledger entries."""
TOKENS: Final = ("blood", "counter")
"""The tokens that sound when they move."""
ORDER: Final = ("card", "blood", "frenzy", "victory")
SAMPLE: Final = "card"
"""The sound that is played when sound is turned on."""


def heard(view: Any, since: int, of: Mapping[str, str] = OF_EVENTS) -> tuple[str, ...]:
    """Return the sounds of the events from running number ``since`` on, each once, in the order of :data:`ORDER`.

    ``of`` is the sound of each kind of event in the view's game, by default Vendetta's.

    >>> from vendetta_kit.kernel.log import next_row_number
    >>> from vendetta_widgets.play_session import Session
    >>> session = Session(seed=7)
    >>> session.act(session.view.decision.legal[0])
    >>> heard(session.view, 0), heard(session.view, next_row_number(session.view))
    (('blood',), ())
    """
    found = {of.get(event.kind) for event in view.events if event.n >= since}
    if any(entry.n >= since and entry.token in TOKENS for entry in view.ledger):
        found.add("blood")
    return tuple(name for name in ORDER if name in found)
