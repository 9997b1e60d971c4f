"""Marks of a game's state: by them a save shows that it leads where it led when it was written.

Marks stand in files that people keep, so they are made in the same way for ever: of the values named here, in this
order, wherever in the state they lie. What goes on amid an action is not among them: chance, counters and the places of
all cards tell enough, and steps may be renamed. Whoever adds to the state adds it here so that marks of games without
it stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.kernel.state import ASK, RNG, WHO, digest

from .board import blood
from .state import (
    ACTIVE,
    ANTE,
    ASH,
    ATTACHED,
    BANK,
    CONTESTED,
    CRYPT,
    DEBT,
    EDGE,
    HAND,
    HELD,
    HOST,
    IN,
    LEAVING,
    LIBRARY,
    MARKS,
    MASTERS,
    NEW,
    PHASE,
    PLAYED,
    POINTS,
    POOL,
    READY,
    REMOVED,
    RIVALS,
    TAPPED,
    TITLE,
    TORPOR,
    TRANSFERS_LEFT,
    TURN,
    UNCONTROLLED,
    VOTING,
    WIDTH,
)

if TYPE_CHECKING:
    from .game import Game

_ONCE: Final = (RNG, ASK, WHO, TURN, ACTIVE, PHASE, EDGE, IN, BANK, MASTERS, TRANSFERS_LEFT, VOTING)
_EACH_SEAT: Final = (POOL, POINTS, DEBT, LEAVING)
_REGIONS: Final = (
    HAND, LIBRARY, CRYPT, UNCONTROLLED, READY, TORPOR, NEW, HELD, ATTACHED, CONTESTED, PLAYED, ASH, REMOVED, ANTE,
)  # fmt: skip
_EACH_CARD: Final = (TAPPED, HOST, TITLE, RIVALS, MARKS)


def fingerprint(g: Game) -> str:
    """Return a short mark of the state, the same on every platform and in every supported Python.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> fingerprint(Game.new(["claw", "court"], seed=7)) == fingerprint(Game.new(["claw", "court"], seed=7))
    True
    """
    n, z, rows = g.n, g.z, g.rows
    told: list[object] = [[n[place] for place in _ONCE]]
    for seat in range(g.seats):
        told.append([n[place + seat] for place in _EACH_SEAT])
        for region in _REGIONS:
            told.append(
                [
                    (card, blood(g, card), *(rows[place + card * WIDTH] for place in _EACH_CARD))
                    for card in z[region + seat]
                ]
            )
    return digest(repr(told))


def fingerprints(g: Game) -> tuple[str, ...]:
    """Return all marks that a save may hold of this state, the present one first."""
    return (fingerprint(g),)
