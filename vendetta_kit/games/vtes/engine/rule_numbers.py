"""The numbers that the rules of 1998 print."""

from __future__ import annotations

from typing import Final

FEWEST_SEATS: Final = 2
POOL_AT_START: Final = 30
"""START-02."""
HAND_AT_START: Final = 7
"""START-05; the hand size until a card changes it."""
UNCONTROLLED_AT_START: Final = 4
"""START-05."""
LEAST_CRYPT: Final = 12
"""COMP-06."""
LEAST_LIBRARY: Final = 40
MORE_FOR_EACH_PLAYER: Final = 10
"""COMP-07: a library may hold so many cards more for each player."""
MASTER_ACTIONS: Final = 1
"""MAST-01."""
STRENGTH_OF_A_VAMPIRE: Final = 1
BLEED_OF_A_VAMPIRE: Final = 1
"""EFF-01, BLEED-02; allies have 0 if nothing else is printed."""
HUNTED: Final = 1
"""HUNT-02."""
STEALTH_OF_A_SPECIAL_ACTION: Final = 1
"""HUNT-03, EQUIP-01, RET-01, ALLY-01, POLA-01, TORP-04, TORP-07, TORP-08."""
COST_OF_RESCUE: Final = 2
"""TORP-04, TORP-06."""
CONTEST_COSTS: Final = 1
"""CONT-03 in pool, TCON-02 in blood."""
EDGE_GIVES: Final = 1
"""UNTAP-03 in pool, POL-11 in votes."""
TRANSFERS: Final = 4
"""INF-01; the first turns of the game have as many as their number (INF-02)."""
TRANSFER_TAKES: Final = 1
TRANSFER_BACK_TAKES: Final = 2
NEW_VAMPIRE_TAKES: Final = 4
NEW_VAMPIRE_COSTS: Final = 1
"""INF-03, INF-04, INF-05."""
POOL_FOR_PREY: Final = 6
"""END-05."""
VOTES_OF_PRISCI: Final = 3
"""POL-12."""
BASIC: Final = 1
SUPERIOR: Final = 2
"""CRYPT-07: the two levels of a discipline."""
BY_TAPPING: Final = 3
IN_UNTAP_PHASE: Final = 4
"""After the levels, the other two parts of a card in which effects stand."""
PARTS: Final = 1 << 12
"""Above all parts of a card, with what was chosen: a card and its part are kept as one number."""
