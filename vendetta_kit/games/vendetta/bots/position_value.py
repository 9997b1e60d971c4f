"""Values that bots calculate once for each Clan card from its estimates: usual Power, value in hand.

The estimates stand beside the cards' effects (:mod:`..engine.card_estimates`).

>>> ground = LaidPosition()
>>> ground.add(0, True)  # BR01
>>> ground.blood_here = 2.0
>>> ground.power(2.3)
6.0
"""

from __future__ import annotations

from typing import Final

from vendetta_kit.games.vendetta.engine import card_estimates, effects
from vendetta_kit.games.vendetta.engine.card_estimates import A_CARD, ClanCardNumbers, LaidPosition
from vendetta_kit.games.vendetta.engine.card_hooks import CARDS_AT
from vendetta_kit.games.vendetta.engine.card_tables import CLAN_CARDS

_BEFORE_REVELATION: Final = (
    *("turn", "played", "hides", "watches", "tokens", "leaving", "withdrawal", "withdrawn", "revelation"),
)
"""The moments before a Location's cards are turned up, at which only a card that was played face up acts."""


KINDS: Final[list[ClanCardNumbers]] = card_estimates.KINDS
"""Each Clan card's numbers and estimates, with those that are calculated here."""


def _alone(card: int, pool: float, alliance: int, number: float, blood: float) -> LaidPosition:
    ground = LaidPosition()
    ground.add(card, True)
    ground.around_here.pool = pool
    ground.around_here.alliance = alliance
    ground.round_now = number
    ground.blood_here = blood
    return ground


def _tried(card: int, blood: float, pool: float) -> tuple[float, ...]:
    """Return a card's additional Power and effects in surroundings where every kind of effect can apply."""
    kind, ground = KINDS[card], _alone(card, pool, 4, 2.0, blood)
    around = ground.around_here
    around.haven = True
    around.their_blood = 4.0
    around.coming = around.elsewhere = 1.0
    e = ground.effect_of(card)
    return (kind.power(ground) if kind.power else 0.0, e.steal, e.lose, e.gain, e.victims, e.influence, e.pay)


def _calculate(kind: ClanCardNumbers) -> None:
    card = kind.card
    kind.asleep = any(card in CARDS_AT[moment] for moment in _BEFORE_REVELATION)
    kind.usual = _alone(card, 4.0, 1, 1.0, 0.0).power(A_CARD)
    kind.by_blood = [_tried(card, 0.0, pool) for pool in (1.0, 5.0)] != [_tried(card, 4.0, pool) for pool in (1.0, 5.0)]


assert effects.BONUS  # the effects are registered, and the estimates with them
for _kind in KINDS:
    _calculate(_kind)

ASLEEP: Final = frozenset([kind.card for kind in KINDS if kind.asleep])
"""Cards without effect face down."""
GUESSED: Final = frozenset([kind.card for kind in KINDS if kind.power is not None and not kind.visible])
"""Cards whose Power can only be expected, because it depends on what players will still do."""


def _in_hand(card: int) -> float:
    """Return the value of a Clan card in hand, by its Power and effects among a few Rivals."""
    ground = _alone(card, 6.0, 3, 2.0, 1.0)
    ground.clear()
    e = ground.effect_of(card)
    worth = KINDS[card].usual + 1.2 * e.steal + 0.9 * e.lose
    return worth + 0.4 * (e.gain - e.pay) + 2.0 * e.victims


CARD: Final[tuple[float, ...]] = tuple([_in_hand(card) for card in range(CLAN_CARDS)])
"""The value in hand of each Clan card."""
