"""What the cards do: one small function per card, by clan; Allies, Location cards and Relics apart.

Passive cards whose moment lies elsewhere are asked there: Challenge, On the Prowl, Eyes in the Dark and Master Plan in
:mod:`..planning`; Mass Manipulation, Cloak of Shadows and Feral Whispers in :mod:`..withdraw`; One Step Ahead and
Friends in High Places in :mod:`..resolution`; Submission, Dark Pact and Retaliation in :mod:`..verbs`; the Ready cards
of Brujah and Tremere in :mod:`..draining`.
"""

from __future__ import annotations

from typing import Final

from ..tables import NUMBER
from . import allies, brujah, gangrel, malkavian, nosferatu, toreador, tremere, ventrue
from .registry import ACQUIRED, AIMED, BONUS, EFFECT, MOMENTS

REVEALED: Final = MOMENTS["revealed"]
PREPARATION: Final = MOMENTS["preparation"]
FIRST: Final = MOMENTS["first"]
CONFLICT: Final = MOMENTS["conflict"]
AFTERMATH: Final = MOMENTS["aftermath"]
ASKS_MATE: Final = AIMED[0]
MASTER_PLAN: Final = NUMBER["VE01"]

__all__ = [
    "ACQUIRED",
    "AFTERMATH",
    "ASKS_MATE",
    "BONUS",
    "CONFLICT",
    "EFFECT",
    "FIRST",
    "MASTER_PLAN",
    "PREPARATION",
    "REVEALED",
    "allies",
    "brujah",
    "gangrel",
    "malkavian",
    "nosferatu",
    "toreador",
    "tremere",
    "ventrue",
]
