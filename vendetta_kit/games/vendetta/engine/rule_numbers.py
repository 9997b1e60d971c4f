"""Numbers of the rules, each named once; what a single card says in numbers stands with that card's function.

Tables of numbers (Planning turns, rewards by rank and round) and the numbers printed on cards are in
:mod:`.card_tables`.

>>> FEE + KEPT_BACK  # so much Blood a Pool must hold before a card may be played face down (PLAN-11)
2
"""

from __future__ import annotations

from typing import Final

# The table -------------------------------------------------------------------------------------------------
ROUNDS: Final = 3  # FLOW-01
FEWEST_SEATS: Final = 3  # SET-01; the most are state.MAX_SEATS
TEAM_SEATS: Final = (4, 6)  # VTAG-02
ONLY_TEAMS: Final = 6  # as many play in teams alone (SET-07)
BOX_BLOOD: Final = 70  # face total of the Blood tokens of the box (COMP-12)
BOX_INFLUENCE: Final = 80  # face total of the Influence tokens of the box (COMP-11)
START_BLOOD: Final = 6  # SET-19
START_INFLUENCE: Final = 3  # SET-19

# Hand Building ---------------------------------------------------------------------------------------------
LOOKED_AT: Final = 2  # top cards of the Clan deck (HAND-01)
KEPT: Final = 1  # HAND-02
LOOKED_AT_FIRST_BY_THREE: Final = 3  # in the first round of three players (V3P-02)
KEPT_OF_THREE: Final = 2  # of so many (V3P-02)

# Planning --------------------------------------------------------------------------------------------------
FEE: Final = 1  # Blood for a card face down (PLAN-09)
KEPT_BACK: Final = 1  # Blood that Spending must leave in the Pool (GLOS-10, RUL-01)
MOST_BLOOD: Final = 3  # that may go along with a card (PLAN-12)
LOOK_COSTS: Final = 1  # Ambrus Maropis (RUL-22)

# Diablerie and Frenzy --------------------------------------------------------------------------------------
TOKENS_OF_A_VAMPIRE: Final = 1  # DIAB-01
DEADLY_TOKENS: Final = 3  # DIAB-03
POINTS_OF_A_TOKEN: Final = -1  # DIAB-02
CAUSER_PAID: Final = 1  # Influence (FRZ-02)
BARE_INFLUENCE: Final = 1  # lost where nobody can be Drained (FRZ-07)
BARE_BLOOD: Final = 1  # got for it (FRZ-07)

# Locations -------------------------------------------------------------------------------------------------
POWER_OF_BLOOD: Final = 1  # CONF-03
BLOOD_OF_A_TOKEN: Final = 1  # a Diablerie token turned over (DIAB-05)
HAVEN_MORE: Final = 1  # Influence for who wins the Prince's Haven (REW-08)

# Cards that more than one place must know in numbers -------------------------------------------------------
MINDLESS_POWER: Final = 4  # a card face down under Mindless Assault (RUL-36)
LITANY_POWER: Final = 3  # the Fragment of the Litany (VREL-05)
HUMAN_ALLY_MORE: Final = 2  # Julie Martin beside no other human Ally (RUL-50)
