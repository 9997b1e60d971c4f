"""The effects of the cards, one small function each: a module for each clan, for Allies, Location cards and Relics.

:mod:`..card_hooks` lists the moments at which they run.
"""

from __future__ import annotations

from typing import Final

from ..card_hooks import ACQUIRED, AIMED, BONUS, EFFECT, MOMENTS
from . import (
    allies,
    brujah,
    gangrel,
    location_cards,
    malkavian,
    nosferatu,
    relics,
    toreador,
    tremere,
    ventrue,
)

REVEALED: Final = MOMENTS["revealed"]
PREPARATION: Final = MOMENTS["preparation"]
FIRST: Final = MOMENTS["first"]
CONFLICT: Final = MOMENTS["conflict"]
AFTERMATH: Final = MOMENTS["aftermath"]
ASKS_MATE: Final = AIMED[0]

__all__ = [
    "ACQUIRED",
    "AFTERMATH",
    "ASKS_MATE",
    "BONUS",
    "CONFLICT",
    "EFFECT",
    "FIRST",
    "PREPARATION",
    "REVEALED",
    "allies",
    "brujah",
    "gangrel",
    "location_cards",
    "malkavian",
    "nosferatu",
    "relics",
    "toreador",
    "tremere",
    "ventrue",
]
