"""The numbers that the rules of 1998 print."""

from __future__ import annotations

from typing import Final

FEWEST_SEATS: Final = 2
POOL_AT_START: Final = 30
"""Pool of a player at the start (START-02)."""
HAND_AT_START: Final = 7
"""Cards in hand at the start, and the hand size until a card changes it (START-05)."""
UNCONTROLLED_AT_START: Final = 4
"""Vampires in the uncontrolled region at the start (START-05)."""
LEAST_CRYPT: Final = 12
"""The least cards of a crypt (COMP-06)."""
LEAST_LIBRARY: Final = 40
MORE_FOR_EACH_PLAYER: Final = 10
"""The cards by which a library may be larger for each player (COMP-07)."""
MASTER_ACTIONS: Final = 1
"""Master phase actions of a turn (MAST-01)."""
STRENGTH_OF_A_VAMPIRE: Final = 1
BLEED_OF_A_VAMPIRE: Final = 1
"""Strength and bleed of a vampire (EFF-01, BLEED-02); allies have 0 unless printed."""
HUNTED: Final = 1
"""Blood gained by a hunt (HUNT-02)."""
STEALTH_OF_A_SPECIAL_ACTION: Final = 1
"""Stealth of actions other than bleeds (HUNT-03, EQUIP-01, RET-01, ALLY-01, POLA-01, TORP-04, TORP-07, TORP-08)."""
COST_OF_RESCUE: Final = 2
"""Blood that it costs to leave torpor (TORP-04, TORP-06)."""
CONTEST_COSTS: Final = 1
"""The cost of a contest: pool for a card (CONT-03), blood for a title (TCON-02)."""
EDGE_GIVES: Final = 1
"""What the Edge gives: pool (UNTAP-03) or votes (POL-11)."""
TRANSFERS: Final = 4
"""Transfers of a turn (INF-01); the first turns have as many as their number (INF-02)."""
TRANSFER_TAKES: Final = 1
TRANSFER_BACK_TAKES: Final = 2
NEW_VAMPIRE_TAKES: Final = 4
NEW_VAMPIRE_COSTS: Final = 1
"""Transfers that each kind takes (INF-03, INF-04, INF-05), and the pool cost of a new vampire (INF-05)."""
POOL_FOR_PREY: Final = 6
"""Pool gained for ousting the prey (END-05)."""
VOTES_OF_PRISCI: Final = 3
"""Votes of the block of the Prisci (POL-12)."""
BASIC: Final = 1
SUPERIOR: Final = 2
"""The two levels of a discipline, which are parts of a card too (CRYPT-07)."""
BY_TAPPING: Final = 3
IN_UNTAP_PHASE: Final = 4
"""The two other parts of a card with effects."""
PARTS: Final = 1 << 12
"""The factor to store a card and its part with the choice as one number."""
