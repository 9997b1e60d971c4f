"""What is heard of a game, where a person has chosen sound (:mod:`.appearance`): names of sounds, which ``sounds.js``
makes.

They are made from a view, as everything is: nobody hears what she may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["SAMPLE", "heard"]

OF_EVENTS: Final = {"play": "card", "frenzy": "frenzy", "game_over": "victory"}
"""The sound of an event of Vendetta, by its kind; Blood or counters that move are an entry of the ledger."""
TOKENS: Final = ("blood", "counter")
"""Those that are heard when they move."""
ORDER: Final = ("card", "blood", "frenzy", "victory")
SAMPLE: Final = "card"
"""What is heard when sound is chosen, so that she knows that it works."""


def heard(view: Any, since: int, of: Mapping[str, str] = OF_EVENTS) -> tuple[str, ...]:
    """Give the sounds of what has happened from running number ``since`` on, each once, in the order of :data:`ORDER`.

    ``of`` says which sound an event has in the game that the view is of; by default it is Vendetta.

    >>> from vendetta_kit.kernel.log import after
    >>> from vendetta_widgets.play_session import Session
    >>> session = Session(seed=7)
    >>> session.act(session.view.decision.legal[0])
    >>> heard(session.view, 0), heard(session.view, after(session.view))
    (('blood',), ())
    """
    found = {of.get(event.kind) for event in view.events if event.n >= since}
    if any(entry.n >= since and entry.token in TOKENS for entry in view.ledger):
        found.add("blood")
    return tuple(name for name in ORDER if name in found)
