"""Printed Power as changed by effects at the Location being resolved."""

from __future__ import annotations

from .card_tables import POWER
from .game import Game
from .state import PRINTED


def printed_now(g: Game, card: int) -> int:
    """Return a Clan card's printed Power as changed by effects at this Location (RUL-37)."""
    changes = g.z[PRINTED]
    power = POWER[card]
    for k in range(0, len(changes), 2):
        if changes[k] == card:
            power = changes[k + 1]
    return power
