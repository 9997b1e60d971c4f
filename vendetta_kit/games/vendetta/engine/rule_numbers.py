"""Numbers in the rules, each with its name; numbers of a single card are in that card's function.

Tables of numbers (Planning turns, rewards by rank and round) and the numbers printed on cards are in
:mod:`.card_tables`.

>>> FEE + KEPT_BACK  # Blood that a Pool needs before a card may be played face down (PLAN-11)
2
"""

from __future__ import annotations

from typing import Final

# The table -------------------------------------------------------------------------------------------------
ROUNDS: Final = 3  # FLOW-01
FEWEST_SEATS: Final = 3  # SET-01; the maximum is state.MAX_SEATS
TEAM_SEATS: Final = (4, 6)  # VTAG-02
ONLY_TEAMS: Final = 6  # this number plays only in teams (SET-07)
BOX_BLOOD: Final = 70  # value of all Blood tokens in the box (COMP-12)
BOX_INFLUENCE: Final = 80  # value of all Influence tokens in the box (COMP-11)
START_BLOOD: Final = 6  # SET-19
START_INFLUENCE: Final = 3  # SET-19
MOST_TOKENS: Final = 500
"""The most Blood or Influence in a described Pool or Position."""

# Hand Building ---------------------------------------------------------------------------------------------
LOOKED_AT: Final = 2  # top cards of the Clan deck (HAND-01)
KEPT: Final = 1  # HAND-02
LOOKED_AT_FIRST_BY_THREE: Final = 3  # three players, first round (V3P-02)
KEPT_OF_THREE: Final = 2  # of three cards (V3P-02)

# Planning --------------------------------------------------------------------------------------------------
FEE: Final = 1  # Blood for a face-down card (PLAN-09)
KEPT_BACK: Final = 1  # Blood that must stay in the Pool after Spending (GLOS-10, RUL-01)
MOST_BLOOD: Final = 3  # most Blood that may be played with a card (PLAN-12)
LOOK_COSTS: Final = 1  # Ambrus Maropis (RUL-22)

# Diablerie and Frenzy --------------------------------------------------------------------------------------
TOKENS_OF_A_VAMPIRE: Final = 1  # DIAB-01
DEADLY_TOKENS: Final = 3  # DIAB-03
POINTS_OF_A_TOKEN: Final = -1  # DIAB-02
CAUSER_PAID: Final = 1  # Influence (FRZ-02)
BARE_INFLUENCE: Final = 1  # Influence lost where no card can be Drained (FRZ-07)
BARE_BLOOD: Final = 1  # Blood gained for it (FRZ-07)

# Locations -------------------------------------------------------------------------------------------------
POWER_OF_BLOOD: Final = 1  # CONF-03
BLOOD_OF_A_TOKEN: Final = 1  # a Diablerie token turned over (DIAB-05)
HAVEN_MORE: Final = 1  # more Influence for winning the Prince's Haven (REW-08)

# Numbers of cards that more than one module needs ------------------------------------------------------------
MINDLESS_POWER: Final = 4  # of a face-down card under Mindless Assault (RUL-36)
LITANY_POWER: Final = 3  # the Fragment of the Litany (VREL-05)
HUMAN_ALLY_MORE: Final = 2  # Julie Martin without another human Ally (RUL-50)
