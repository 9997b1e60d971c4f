"""Estimates of a Clan card's Power and of what its effect takes and gives.

These are estimates for bots; the exact effects are in the engine. Where something depends on the future, an expected
value is used. A Position is set up once and then asked about each of its cards.

It is written for mypyc: one object is reused, and no objects are created for a single question.

>>> ground = LaidPosition()
>>> ground.add(BR, True)
>>> ground.blood_here = 2.0
>>> ground.power(2.3)
6.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta.engine.card_tables import CLAN_CARDS, NUMBER, POWER

if TYPE_CHECKING:
    from mypy_extensions import i64  # a machine integer when compiled

# Numbers of each clan's first card, in alphabetical order of clans
BR: Final = 0
GA: Final = 9
MA: Final = 18
NO: Final = 27
TO: Final = 36
TR: Final = 45
VE: Final = 54

A_CARD: Final = 2.3
"""The Power assumed for a card that has not been chosen yet."""
_MOST_CARDS: Final = 64  # on one Position, including expected ones
_MINDLESS: Final = 24  # MA07
_ASLEEP: Final = frozenset(NUMBER[name] for name in ("BR03", "GA06", "NO02", "NO03", "NO04", "NO06", "TO07", "VE05"))
"""Passive cards that act before the Revelation, so that they have no effect face down."""
_SURE: Final = frozenset(NUMBER[name] for name in ("BR01", "BR02", "GA03", "GA08", "MA08", "NO08", "TO02"))
"""Cards that add Power by what is visible; other cards that add Power depend on what players will still do."""


class ClanCardNumbers:
    """Values of a Clan card that are needed often, stored as machine numbers."""

    def __init__(self, card: int) -> None:
        self.card: i64 = card
        self.printed = float(POWER[card])
        self.asleep = card in _ASLEEP  # has no effect face down
        # calculated once all cards exist
        self.usual = 0.0  # its usual Power, alone and face up
        self.more = True  # whether it adds to its printed Power
        self.acts = True  # whether it has another effect than its own Power
        self.by_blood = True  # whether its effect depends on the Blood beside it


KINDS: Final[list[ClanCardNumbers]] = [ClanCardNumbers(card) for card in range(CLAN_CARDS)]


def _least(a: float, b: float) -> float:
    return a if a <= b else b


def _most(a: float, b: float) -> float:
    return a if a >= b else b


class PositionSurroundings:
    """What surrounds the cards of a Position, with usual values."""

    def __init__(self) -> None:
        self.at: i64 = 0  # the decision for which this is valid
        self.pool = 0.0  # Blood in the player's Pool when the cards act
        self.alliance: i64 = 1
        self.spare = 1.0  # cards left in hand by then
        self.haven = False
        self.rivals = 2.0  # expected number of Rivals here
        self.their_cards = 2.0  # number of their cards here
        self.their_top = 2.0  # their highest printed Power
        self.their_printed = 3.0  # total printed Power of the strongest Rival
        self.their_blood = 1.0  # Deployed Blood of the Rival who has most
        self.coming = 0.0  # cards that opponents will still play here
        self.elsewhere = 0.0  # cards that opponents will still play elsewhere


class LaidPosition:
    """A Position as set up for estimates: known cards, number of unknown cards, Blood and surroundings."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.cards: list[ClanCardNumbers] = KINDS[:1] * _MOST_CARDS  # only the first ``count`` are valid
        self.ups: list[bool] = [False] * _MOST_CARDS
        self.mindless = False  # whether each card has at least 4 Power
        self.unseen_here = 0.0
        self.blood_here = 0.0
        self.around_here = PositionSurroundings()
        self.round_now = 1.0
        # results of does(), if the player stays
        self.d_steal = 0.0  # Blood from each Rival concerned
        self.d_lose = 0.0
        self.d_gain = 0.0  # Blood that the player gains
        self.d_victims = 0.0
        self.d_influence = 0.0
        self.d_pay = 0.0  # Blood that the player pays for it

    def clear(self) -> None:
        """Remove all cards."""
        self.count = 0
        self.mindless = False

    def add(self, card: i64, up: bool) -> None:
        """Add one card."""
        k = self.count
        self.cards[k] = KINDS[card]
        self.ups[k] = up
        self.count = k + 1
        if card == _MINDLESS:
            self.mindless = True

    def worth(self, k: i64) -> float:
        """Return the Power of a card here, as it counts."""
        kind = self.cards[k]
        worth = kind.printed
        if kind.more and (self.ups[k] or not kind.asleep):
            worth += self.more(kind.card)
        least = 4.0 if self.mindless else 0.0
        return worth if worth > least else least

    def power(self, unseen: float) -> float:
        """Return the Power of the Position; ``unseen`` is the Power assumed for a hidden card."""
        total = self.blood_here + self.unseen_here * unseen
        k: i64
        for k in range(self.count):
            total += self.worth(k)
        return total

    def more(self, card: i64) -> float:
        """Return the Power that a card adds to its printed Power."""
        if card < MA:
            if card < GA:
                if card == BR:
                    return -2.0 if self.blood_here else 0.0
                if card == BR + 1:
                    return 2.0 * (float(self.count) + self.unseen_here)
                return 0.0
            return self._more_gangrel(card)
        if card < TO:
            return self._more_malkavian(card) if card < NO else self._more_nosferatu(card)
        if card < TR:
            if card == TO + 1:
                return float(self.around_here.alliance) if self.around_here.alliance < 7 else 7.0
            if card == TO + 2:
                return _least(float(self.around_here.alliance // 2), self.around_here.their_blood)
            if card == TO + 4:
                return float(self.count) + self.unseen_here + self.around_here.their_cards
            if card == TO + 6:
                return _least(float(self.around_here.alliance), _most(0.0, self.around_here.pool - 2.0)) * 0.6
            return 0.0
        if card < VE:
            if card == TR:
                return -self.around_here.pool
            if card == TR + 1:
                return 0.0 if self.around_here.pool >= 2.0 else -6.0
            if card == TR + 6:
                return self.around_here.their_blood / 2.0 if self.around_here.pool >= 2.0 else 0.0
            return 0.0
        return self._more_ventrue(card)

    def _more_gangrel(self, card: i64) -> float:
        if card == GA + 1:
            return self.around_here.their_printed / 2.0
        if card == GA + 2:
            return self.blood_here
        if card == GA + 3:
            return self.around_here.their_blood / 2.0
        if card == GA + 4:
            return _least(6.0, _most(0.0, self.around_here.pool + 2.0 - self.blood_here)) if self.blood_here else 0.0
        if card == GA + 5:
            return self.around_here.coming
        if card == GA + 7:
            return 2.0
        return 0.0

    def _more_malkavian(self, card: i64) -> float:
        if card == MA:
            return A_CARD * _least(1.0, self.around_here.rivals)
        if card == MA + 1:
            return 1.0
        if card == MA + 2:
            return A_CARD * self.around_here.spare
        if card == MA + 3:
            return 2.0 if float(self.count) + self.unseen_here == 1.0 else 0.7
        if card == MA + 5:
            return A_CARD
        if card == MA + 7:
            return float(self.count) + self.unseen_here
        return 0.0

    def _more_nosferatu(self, card: i64) -> float:
        if card == NO + 2:
            return self.around_here.coming
        if card == NO + 4:
            return _least(3.0, _most(0.0, self.around_here.pool - 2.0)) * 0.6
        if card == NO + 7:
            return 2.0 if self.around_here.haven else 0.0
        return 0.0

    def _more_ventrue(self, card: i64) -> float:
        if card == VE:
            return self.around_here.rivals
        if card == VE + 1:
            return self.around_here.their_top
        if card == VE + 3:
            k: i64
            top = self.around_here.their_top
            for k in range(self.count):
                printed = self.cards[k].printed
                if printed > top:
                    top = printed
            return top
        if card == VE + 5:
            return self.around_here.their_blood / 2.0
        return 0.0

    # Effects other than Power -----------------------------------------------------------------------------------

    def does(self, card: i64) -> None:
        """Write what a card does, if its player stays, into the fields that begin with ``d_``."""
        self.d_steal = self.d_lose = self.d_gain = self.d_victims = self.d_influence = self.d_pay = 0.0
        if card < NO:
            if card < GA:
                self._does_brujah(card)
            elif card < MA:
                self._does_gangrel(card)
            elif card == MA + 4:
                self.d_steal = 0.5
            elif card == MA + 8:
                self.d_steal = 1.0
        elif card < TO:
            self._does_nosferatu(card)
        elif card < TR:
            self._does_toreador(card)
        elif card < VE:
            self._does_tremere(card)
        else:
            self._does_ventrue(card)

    def _does_brujah(self, card: i64) -> None:
        if card == BR + 2:
            self.d_influence = 0.1 * self.around_here.elsewhere
        elif card == BR + 3:
            self.d_lose = self.round_now
        elif card == BR + 4:
            self.d_lose = 3.0
        elif card == BR + 5:
            self.d_lose = _half(self.blood_here + self.around_here.their_blood * 1.5)
        elif card == BR + 6 or card == BR + 8:
            self.d_steal = 1.0
        elif card == BR + 7:
            self.d_influence = 0.15 * self.around_here.rivals

    def _does_gangrel(self, card: i64) -> None:
        if card == GA:
            self.d_gain = self.blood_here
        elif card == GA + 3:
            self.d_gain = self.around_here.rivals * self.around_here.their_blood / 3.0
        elif card == GA + 6:
            self.d_gain = self.blood_here / 4.0
        elif card == GA + 8:
            self.d_steal = 1.0

    def _does_nosferatu(self, card: i64) -> None:
        if card == NO:
            self.d_influence = 0.0 if self.around_here.haven else 0.4
        elif card == NO + 1 or card == NO + 3 or card == NO + 6:
            self.d_influence = 0.2
        elif card == NO + 2:
            self.d_lose = 0.3 * self.around_here.coming
        elif card == NO + 5:
            self.d_lose = 0.5
        elif card == NO + 8:
            self.d_steal = 1.0

    def _does_toreador(self, card: i64) -> None:
        if card == TO:
            self.d_steal = float(self.around_here.alliance // 2)
        elif card == TO + 3:
            self.d_victims = 0.7
        elif card == TO + 5:
            self.d_influence = 0.15
        elif card == TO + 7:
            self.d_victims = 1.0
        elif card == TO + 8:
            self.d_steal = 1.0

    def _does_tremere(self, card: i64) -> None:
        pool = self.around_here.pool
        if card == TR + 1:
            self.d_pay = _half(pool)
        elif card == TR + 2:
            self.d_gain = _most(1.0, 7.0 - pool)
        elif card == TR + 4:
            if pool >= 2.0 and self.around_here.rivals >= 1.0:
                self.d_lose = 4.0
                self.d_pay = _half(pool)
        elif card == TR + 5:
            self.d_lose = 0.5
        elif card == TR + 6:
            if self.around_here.their_blood > 2.0:
                self.d_gain = self.around_here.rivals * self.around_here.their_blood / 3.0
                self.d_pay = _half(pool)
        elif card == TR + 7:
            self.d_influence = 0.15
        elif card == TR + 8 and pool >= 2.0:
            self.d_steal = 1.0
            self.d_pay = 1.0

    def _does_ventrue(self, card: i64) -> None:
        if card == VE:
            self.d_influence = 0.3 if self.around_here.coming + self.around_here.elsewhere < 6.0 else 0.15
        elif card == VE + 2:
            self.d_steal = 0.7
        elif card == VE + 4:
            self.d_steal = 1.0
        elif card == VE + 6:
            self.d_gain = self.around_here.their_top if self.around_here.rivals >= 1.0 else 0.0
        elif card == VE + 8:
            self.d_gain = 1.0 if self.around_here.rivals >= 1.0 else 0.0


def _half(amount: float) -> float:
    """Return half of an amount of at least 0, rounded down."""
    return float(int(amount / 2.0))


# Calculated once for each card ------------------------------------------------------------------------------


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
    ground = _alone(card, pool, 4, 2.0, blood)
    around = ground.around_here
    around.haven = True
    around.their_blood = 4.0
    around.coming = around.elsewhere = 1.0
    more = ground.more(card)
    ground.does(card)
    does = (ground.d_steal, ground.d_lose, ground.d_gain, ground.d_victims, ground.d_influence, ground.d_pay)
    around.haven = False
    ground.does(card)
    return more, *does, ground.d_influence


def _ask(kind: ClanCardNumbers) -> None:
    card = kind.card
    kind.usual = _alone(card, 4.0, 1, 1.0, 0.0).power(A_CARD)
    tries = [_tried(card, blood, pool) for blood in (0.0, 4.0) for pool in (1.0, 5.0)]
    kind.more = any(found[0] for found in tries)
    kind.acts = any(any(found[1:]) for found in tries)
    kind.by_blood = tries[:2] != tries[2:]


for _kind in KINDS:
    _ask(_kind)

GUESSED: Final = frozenset([kind.card for kind in KINDS if kind.more]) - _SURE
"""Cards whose Power can only be expected, because it depends on what players will still do."""


def _in_hand(card: int) -> float:
    """Return the value of a Clan card in hand, by its Power and effects among a few Rivals."""
    ground = _alone(card, 6.0, 3, 2.0, 1.0)
    ground.clear()
    ground.does(card)
    worth = KINDS[card].usual + 1.2 * ground.d_steal + 0.9 * ground.d_lose
    return worth + 0.4 * (ground.d_gain - ground.d_pay) + 2.0 * ground.d_victims


CARD: Final[tuple[float, ...]] = tuple([_in_hand(card) for card in range(CLAN_CARDS)])
"""The value in hand of each Clan card."""
