"""What is heard of a game, where a person has chosen sound (:mod:`.looks`): names of sounds, which ``sounds.js`` makes.

They are made from a view, as everything is: nobody hears what she may not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View

__all__ = ["SAMPLE", "heard"]

OF_EVENTS: Final = {"play": "card", "frenzy": "frenzy", "game_over": "victory"}
"""The sound of an event, by its kind; Blood that moves is an entry of the ledger."""
ORDER: Final = ("card", "blood", "frenzy", "victory")
SAMPLE: Final = "card"
"""What is heard when sound is chosen, so that she knows that it works."""


def heard(view: View, since: int) -> tuple[str, ...]:
    """Give the sounds of what has happened from running number ``since`` on, each once, in the order of :data:`ORDER`.

    >>> from vendetta_kit.kernel.log import after
    >>> from vendetta_widgets.session import Session
    >>> session = Session(seed=7)
    >>> session.act(session.view.decision.legal[0])
    >>> heard(session.view, 0), heard(session.view, after(session.view))
    (('blood',), ())
    """
    found = {OF_EVENTS.get(event.kind) for event in view.events if event.n >= since}
    if any(entry.n >= since and entry.token == "blood" for entry in view.ledger):
        found.add("blood")
    return tuple(name for name in ORDER if name in found)
