"""What bots expect of Clan cards: Power and effects estimated from a Position and what surrounds it.

These are estimates; the exact effects are in ``effects/``, where :func:`estimate` registers what is expected of a card
beside what it does. Where something depends on the future, an expected value is used. A Position is set up once and
then asked about each of its cards.

It is written for mypyc: one Position is reused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .card_tables import CLAN_CARDS, NUMBER, POWER

A_CARD: Final = 2.3
"""The Power assumed for a card that has not been chosen yet."""
_MOST_CARDS: Final = 64  # on one Position, including expected ones


class ExpectedEffect:
    """What a card's effect is expected to take and give, if its player stays: amounts of Blood unless named."""

    def __init__(
        self,
        *,
        steal: float = 0.0,
        lose: float = 0.0,
        gain: float = 0.0,
        pay: float = 0.0,
        victims: float = 0.0,
        influence: float = 0.0,
    ) -> None:
        self.steal = steal  # from each Rival concerned
        self.lose = lose  # by each Rival concerned
        self.gain = gain
        self.pay = pay
        self.victims = victims
        self.influence = influence


NO_EFFECT: Final = ExpectedEffect()


class PositionSurroundings:
    """What surrounds the cards of a Position, with usual values."""

    def __init__(self) -> None:
        self.at: int = 0  # the decision for which this is valid
        self.pool = 0.0  # Blood in the player's Pool when the cards act
        self.alliance: int = 1
        self.spare = 1.0  # cards left in hand by then
        self.haven = False
        self.rivals = 2.0  # expected number of Rivals here
        self.their_cards = 2.0  # number of their cards here
        self.their_top = 2.0  # their highest printed Power
        self.their_printed = 3.0  # total printed Power of the strongest Rival
        self.their_blood = 1.0  # Deployed Blood of the Rival who has most
        self.coming = 0.0  # cards that opponents will still play here
        self.elsewhere = 0.0  # cards that opponents will still play elsewhere


class ClanCardNumbers:
    """Values of a Clan card that are needed often, stored as machine numbers, and its estimates."""

    def __init__(self, card: int) -> None:
        self.card: int = card
        self.printed = float(POWER[card])
        self.power: Callable[[LaidPosition], float] | None = None  # added to the printed Power
        self.effect: Callable[[LaidPosition], ExpectedEffect] | None = None
        self.visible = False  # whether the Power follows from what is visible
        self.floor = 0.0  # the least Power of each card on its Position
        # calculated once all effects and estimates are registered
        self.asleep = False  # whether it has no effect face down
        self.usual = 0.0  # its usual Power, alone and face up
        self.by_blood = True  # whether its effect depends on the Blood beside it


KINDS: Final[list[ClanCardNumbers]] = [ClanCardNumbers(card) for card in range(CLAN_CARDS)]


class LaidPosition:
    """A Position as set up for estimates: known cards, number of unknown cards, Blood and surroundings."""

    def __init__(self) -> None:
        self.count: int = 0
        self.cards: list[ClanCardNumbers] = KINDS[:1] * _MOST_CARDS  # only the first ``count`` are valid
        self.ups: list[bool] = [False] * _MOST_CARDS
        self.floor = 0.0  # the least Power of each card
        self.unseen_here = 0.0
        self.blood_here = 0.0
        self.around_here = PositionSurroundings()
        self.round_now = 1.0

    def clear(self) -> None:
        """Remove all cards."""
        self.count = 0
        self.floor = 0.0

    def add(self, card: int, up: bool) -> None:
        """Add one card."""
        k = self.count
        kind = KINDS[card]
        self.cards[k] = kind
        self.ups[k] = up
        self.count = k + 1
        if kind.floor > self.floor:
            self.floor = kind.floor

    def worth(self, k: int) -> float:
        """Return the Power of a card here, as it counts."""
        kind = self.cards[k]
        worth = kind.printed
        if kind.power is not None and (self.ups[k] or not kind.asleep):
            worth += kind.power(self)
        return worth if worth > self.floor else self.floor

    def power(self, unseen: float) -> float:
        """Return the Power of the Position; ``unseen`` is the Power assumed for a hidden card."""
        total = self.blood_here + self.unseen_here * unseen
        k: int
        for k in range(self.count):
            total += self.worth(k)
        return total

    def size(self) -> float:
        """Return the number of its cards, known or not."""
        return float(self.count) + self.unseen_here

    def top_printed(self) -> float:
        """Return the highest printed Power among its known cards and the Rivals'."""
        k: int
        top = self.around_here.their_top
        for k in range(self.count):
            printed = self.cards[k].printed
            if printed > top:
                top = printed
        return top

    def effect_of(self, card: int) -> ExpectedEffect:
        """Return what a card's effect is expected to take and give, if its player stays."""
        effect = KINDS[card].effect
        return NO_EFFECT if effect is None else effect(self)


def estimate(
    card_id: str,
    *,
    power: Callable[[LaidPosition], float] | None = None,
    effect: Callable[[LaidPosition], ExpectedEffect] | None = None,
    visible: bool = False,
    floor: float = 0.0,
) -> None:
    """Register what bots expect of a Clan card.

    ``power`` returns what it adds to its printed Power, ``effect`` what its effect takes and gives. ``visible`` if its
    Power follows from what is visible, and not from what players will still do. ``floor`` is the least Power that it
    gives each card on its Position.
    """
    kind = KINDS[NUMBER[card_id]]
    kind.power, kind.effect, kind.visible, kind.floor = power, effect, visible, floor


def least(a: float, b: float) -> float:
    """Return the smaller number."""
    return a if a <= b else b


def most(a: float, b: float) -> float:
    """Return the larger number."""
    return a if a >= b else b


def half(amount: float) -> float:
    """Return half of an amount of at least 0, rounded down."""
    return float(int(amount / 2.0))
