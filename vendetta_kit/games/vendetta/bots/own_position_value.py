"""The value of the own Position at a Location: likely ranks, their rewards, and card effects."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta.engine.card_estimates import A_CARD, ExpectedEffect
from vendetta_kit.games.vendetta.engine.state import ALLIANCE, BLOOD, CARDS, MAX_SEATS

from .alliance_values import AllianceValues
from .table_assessment import VICTIM, TableAssessment

if TYPE_CHECKING:
    from mypy_extensions import i64


_KEPT: Final = 160  # half points of Power for which results are cached
_GA02: Final = 10
_VE02: Final = 55


class CachedNumber:
    """A number, and the decision for which it is valid."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.value = 0.0


class PowerReductions:
    """Visible cards that will reduce the Power of the cards at a Location."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.cards: tuple[int, ...] = ()


class OwnPositionValue(TableAssessment):
    """Sets up the own Position and calculates its value."""

    def __init__(self, worths: AllianceValues) -> None:
        super().__init__(worths)
        self._places: list[CachedNumber] = [CachedNumber() for _ in range(4 * _KEPT)]
        self._curbs: list[PowerReductions] = [PowerReductions() for _ in range(4)]
        # chances of the first three ranks, from the last call of place()
        self.none_ahead = 1.0
        self.one_ahead = 0.0
        self.two_ahead = 0.0

    def lay(self, loc: i64, blood: float, skip: i64 = -1) -> None:
        """Set up the own Position with this much Blood more, and without the card ``skip``."""
        c: i64
        pos = self.me * 4 + loc
        self.around_here = self.around(loc)
        self.unseen_here = 0.0
        self.blood_here = float(self.counts[BLOOD + pos]) + blood
        self.clear()
        for c in self.zones[CARDS + pos]:
            if c != skip:
                self.add(c, (self.up >> c & 1) != 0)

    def power_here(self, loc: i64) -> float:
        """Return the Power of the Position that was set up, after reductions by visible cards."""
        return self.curbed(loc, self.power(A_CARD))

    def curbs(self, loc: i64) -> tuple[int, ...]:
        """Return the visible cards that will reduce the Power of the cards there."""
        curbs = self._curbs[loc]
        if curbs.at != self.now:
            c: i64
            found: list[int] = []
            for other in self.opponents:
                for c in self.zones[CARDS + other.seat * 4 + loc]:
                    if c == _GA02 or c == _VE02:  # noqa: SIM109  faster when compiled
                        found.append(c)
            curbs.cards = tuple(found)
            curbs.at = self.now
        return curbs.cards

    def curbed(self, loc: i64, has: float) -> float:
        """Return this Power after reductions by visible cards."""
        k: i64
        for card in self.curbs(loc):
            top = 0.0
            total = 0.0
            for k in range(self.count):
                printed = self.cards[k].printed
                total += printed
                if printed > top:
                    top = printed
            has -= top if card == _VE02 else total / 2.0
        return has if has > 0.0 else 0.0

    # Conflicts --------------------------------------------------------------------------------------------

    def chances(self, loc: i64, has: float) -> tuple[float, float, float]:
        """Return the chances to be first, second and third there with this Power."""
        self._ranked(loc, float(round(has * 2.0)) * 0.5)
        return self.none_ahead, self.one_ahead, self.two_ahead

    def place(self, loc: i64, has: float) -> float:
        """Return the value of the rank to expect with this Power."""
        twice = has * 2.0
        half: i64 = int(twice)
        over = twice - float(half)
        if over > 0.5 or (over == 0.5 and half & 1):  # as round() does
            half += 1
        if half >= _KEPT:
            return self._ranked(loc, float(half) * 0.5)
        kept = self._places[loc * _KEPT + half]
        if kept.at != self.now:
            kept.value = self._ranked(loc, float(half) * 0.5)
            kept.at = self.now
        return kept.value

    def _ranked(self, loc: i64, has: float) -> float:
        k: i64
        none, one, two = 1.0, 0.0, 0.0
        first = loc * MAX_SEATS
        count = self.rivals(loc)
        for k in range(first, first + count):
            rival = self.rival[k]
            z = (rival.power - has + rival.tie) / rival.spread
            if z < -12.0:
                z = -12.0
            elif z > 12.0:
                z = 12.0
            ahead = rival.there * (1.0 / (1.0 + exp(-1.7 * z)))
            behind = 1.0 - ahead
            two = two * behind + one * ahead
            one = one * behind + none * ahead
            none = none * behind
        self.none_ahead = none
        self.one_ahead = one
        self.two_ahead = two
        brings = self.rewards(loc)
        return none * brings.first + one * brings.second + two * brings.third

    def present(self, loc: i64) -> float:
        """Return the value of the rank to expect for the Position that was set up; 0 for an empty one."""
        if not self.count and not self.blood_here:
            return 0.0
        return self.place(loc, self.power_here(loc))

    def hits(self, loc: i64, effect: ExpectedEffect) -> float:
        """Return the value of an effect there, summed over Rivals."""
        v = self.v
        value = effect.influence + effect.victims * self.person(VICTIM)
        got = effect.gain - effect.pay
        steal = effect.steal
        each = steal + effect.lose
        if each > 0.0:
            k: i64
            first = loc * MAX_SEATS
            count = self.rivals(loc)
            for k in range(first, first + count):
                rival = self.rival[k]
                if rival.is_mate:
                    continue
                there, pool = rival.there, rival.pool
                value += there * (each if each < pool else pool) * v.harm
                got += there * (steal if steal < pool else pool)
                if pool <= each:
                    value += there * v.cause * (1.0 if each > 1.0 else each)
        if got:
            pool = self.around(loc).pool
            value += self.pool(pool + got) - self.pool(pool)
        return value

    def effects(self, loc: i64) -> float:
        """Return the value of the effects of all cards on the Position."""
        k: i64
        total = 0.0
        for k in range(self.count):
            kind = self.cards[k]
            if kind.effect is not None and (self.ups[k] or not kind.asleep):
                total += self.hits(loc, kind.effect(self))
        return total

    def threat(self, loc: i64) -> float:
        """Return how much Blood visible cards will take from a Rival there."""
        c: i64
        total = 0.0
        n, z = self.counts, self.zones
        around = self._usual
        for other in self.opponents:
            pos = other.seat * 4 + loc
            if not z[CARDS + pos]:
                continue
            self.around_here = around
            self.blood_here = float(n[BLOOD + pos])
            around.alliance = len(z[ALLIANCE + other.seat])
            around.pool = other.pool
            around.haven = False
            for c in z[CARDS + pos]:
                if c < 0:
                    total += 0.3
                else:
                    effect = self.effect_of(c)
                    total += effect.steal + effect.lose
        return total
