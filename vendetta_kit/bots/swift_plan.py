"""The greedy bot's Planning turn (:mod:`.planning`) in numbers: all plays weighed, each part of them once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.engine.actions import DRAIN0, END_CODE, LOOK0, USE0
from vendetta_kit.engine.options import PlanOptions
from vendetta_kit.engine.planning import fee
from vendetta_kit.engine.state import ALLIANCE, BLOOD, CARDS, TOKENS_DOWN, TOKENS_UP
from vendetta_kit.engine.tables import CARMELITA, DRAINED_INFLUENCE, HAVEN, INFLUENCE

from .swift_cards import ASLEEP, BY_BLOOD, USUAL_POWER
from .swift_place import Kept, SwiftPlace

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64

    from vendetta_kit.engine.game import Game

    from .swift_worths import Worths

__all__ = ["SwiftPlan"]

_DEEP: Final = 8  # more Blood than any play brings: 3, 3 flips, 1 of Carmelita's
_DEAREST: Final = 6  # more Blood than any play costs: 3 and a fee of 2
_MOST_EXTRA: Final = 16  # more Blood than any Drain brings


class Weighed:
    """A play: its code, and the parts of what it is worth."""

    def __init__(self) -> None:
        self.code: i64 = 0
        self.gain = 0.0  # what it brings there
        self.cover = 0.0  # what it is worth that nobody sees it
        self.paid: i64 = 0  # what it costs the Pool


class SwiftPlan(SwiftPlace):
    """Weighs the plays of one Planning turn, and the Drains around it."""

    def __init__(self, worths: Worths) -> None:
        super().__init__(worths)
        self._before: list[Kept] = [Kept() for _ in range(4)]  # what the own Positions are worth as they are
        self._effects_before: list[float] = [0.0] * 4
        # what a card (its place in hand) brings at a Location, asleep or awake, with so much Blood
        self._gain: list[Kept] = [Kept() for _ in range(9 * 4 * 2 * _DEEP)]
        self._tops: list[int] = [-1] * 8
        # what is laid out
        self._worths: list[float] = [0.0] * 64
        self._effects = 0.0
        self._by_blood = False
        self._plays: list[Weighed] = []  # in their order, the first ``_many`` of them
        self._many: i64 = 0
        self._bare: list[int] = []  # of each play face up without Blood: where, how deep; and its card
        self._left: list[float] = []
        self._spare: list[float] = [0.0] * _DEAREST
        self._found: list[int] = []
        # the best score with so much more Blood, and how many plays have it
        self._rich: list[Kept] = [Kept() for _ in range(_MOST_EXTRA)]
        self._ties: list[int] = [0] * _MOST_EXTRA

    def plan(self, g: Game, offer: PlanOptions, seat: int, rng: Random) -> int:
        """The turn's play, or something to be done before it."""
        self.look(g, seat)
        hand, cells, tokens, drains, extras = offer.parts()
        if extras:
            extra = self._aside(extras, rng)
            if extra >= 0:
                return extra
        self._weigh(g, hand, cells, tokens)
        self._best(0)
        found = self._found
        play = self._plays[found[0] if len(found) == 1 else found[int(rng.random() * len(found))]].code
        drain = self._drain_first(drains, self._rich[0].value, rng)
        return play if drain < 0 else DRAIN0 + drain

    # Weighing -----------------------------------------------------------------------------------------------

    def _weigh(self, g: Game, hand: tuple[int, ...], cells: tuple[int, ...], tokens: int) -> None:
        """Note all plays."""
        v = self.v
        now = self.now
        plays, gain = self._plays, self._gain
        most = len(hand) * len(cells) * (tokens + 1)
        for _ in range(len(plays), most):
            plays.append(Weighed())
        self._many = most
        bare = self._bare = []
        bonus = 1 if self._carmelita() else 0
        hiding = v.cover if self.opponents else 0.0
        fees = [fee(g, self.me, loc) for loc in self.locations]
        fees = fees if len(fees) == 4 else [fees[0], fees[1], 0, fees[2]]
        tops = self._tops
        for k in range(8):
            tops[k] = -1
        for cell in cells:  # the most Blood face up and face down, by Location
            part = cell // 12
            tops[part] = cell % 12 // 3
        at: i64 = 0
        top: i64
        down: i64
        slot: i64
        code: i64
        cost: i64
        blood: i64
        flips: i64
        flippable: i64 = tokens
        poor = self.blood <= 3
        for h in range(len(hand)):
            card = hand[h]
            above = USUAL_POWER[card] - 2.0
            cover = hiding * above if above > 0.0 else 0.0
            asleep = ASLEEP[card]
            for loc in self.locations:
                for down in range(2):
                    top = tops[loc * 2 + down]
                    if top < 0:
                        continue
                    awake = not (down and asleep)
                    slot = ((h * 4 + loc) * 2 + (1 if awake else 0)) * _DEEP
                    if loc == HAVEN:
                        slot += bonus
                    if gain[slot + top + flippable].at != now:
                        self._bring(card, loc, awake, slot, slot + top + flippable)
                    code = card * 96 + loc * 24 + down * 12
                    cost = fees[loc] if down else 0
                    hides = cover if down else 0.0
                    for blood in range(top + 1):
                        for flips in range(flippable + 1):
                            play = plays[at]
                            at += 1
                            play.code = code + blood * 3 + flips
                            play.gain = gain[slot + blood + flips].value
                            play.cover = hides
                            play.paid = blood + cost
                            if poor and not blood and not down:
                                bare.append(slot + flips)
                                bare.append(card)

    def _carmelita(self) -> bool:
        found = False
        for card in self.zones[ALLIANCE + self.me]:  # `in` would make objects of the numbers, once it is compiled
            found = found or card == CARMELITA
        return found

    def _bring(self, card: int, loc: int, awake: bool, first: i64, last: i64) -> None:
        """Work out what a card brings there with each amount of Blood: its rank and its effect, more than without."""
        slot: i64
        k: i64
        now = self.now
        before = self._before[loc]
        if before.at != now:
            self.lay(loc, 0.0)
            before.value = self.present(loc)
            self._effects_before[loc] = self.effects(loc)
            before.at = now
        place, effect = before.value, self._effects_before[loc]
        self._lay_out(card, loc, awake)
        by_blood, effects, worths = self._by_blood, self._effects, self._worths
        curbed = bool(self.curbs(loc))
        blood = self.counts[BLOOD + self.me * 4 + loc]
        for slot in range(first, last + 1):
            kept = self._gain[slot]
            if kept.at == now:
                continue
            has = float(blood + slot % _DEEP)
            if by_blood:
                self.blood_here = has
                has = self.power_here(loc)
                effects = self.effects(loc)
            else:
                for k in range(self.count):
                    has += worths[k]
                if curbed:
                    has = self.curbed(loc, has)
                elif has < 0.0:
                    has = 0.0
            kept.value = (self.place(loc, has) - place) + (effects - effect)
            kept.at = now

    def _lay_out(self, card: int, loc: int, wakes: bool) -> None:
        """The own Position with a card more; what its cards are worth, where Blood changes nothing about that."""
        self.lay(loc, 0.0)
        self.add(card, wakes)
        by_blood = False
        for k in range(self.count):
            if BY_BLOOD[self.cards[k]]:
                by_blood = True
        self._by_blood = by_blood
        if not by_blood:
            self.worths(self._worths)
            self._effects = self.effects(loc)

    def _best(self, extra: int) -> None:
        """Find the best score, and how many plays have it, if a Drain brings ``extra`` Blood first."""
        blood = self.blood + extra
        left, spare = self._left, self._spare
        if not extra:
            left = self._left = []
        for whole in range(len(left), blood + 1):
            left.append(self.pool(float(whole)))
        for cost in range(_DEAREST):
            spare[cost] = left[blood - cost if blood > cost else 0] - left[blood]
        none, one, two, three = spare[0], spare[1], spare[2], spare[3]  # the usual costs
        plays = self._plays
        found = self._found = []
        best = -1e9
        near = best - 1e-9
        k: i64
        paid: i64
        for k in range(self._many):
            play = plays[k]
            paid = play.paid
            rest = none if not paid else one if paid == 1 else two if paid == 2 else three if paid == 3 else spare[paid]
            score = play.gain + rest + play.cover
            if score > near:
                if score > best + 1e-9:
                    best = score
                    near = best - 1e-9
                    if found:
                        found = self._found = []
                found.append(k)
        ties = len(found)
        if extra and self.blood <= 3:  # the plays that so much more Blood would allow
            most = self.blood + extra - 1
            bare = self._bare
            for pair in range(0, len(bare), 2):
                for more in range(self.blood, (most if most < 3 else 3) + 1):
                    slot = bare[pair] + more
                    kept = self._gain[slot]
                    if kept.at != self.now:
                        self._bring(bare[pair + 1], slot // (2 * _DEEP) % 4, True, slot, slot)
                    score = kept.value + spare[more] + 0.0
                    if score > best - 1e-9:
                        if score > best + 1e-9:
                            best = score
                            ties = 0
                        ties += 1
        rich = self._rich[extra]
        rich.value = best
        rich.at = self.now
        self._ties[extra] = ties

    # Drains and other things --------------------------------------------------------------------------------

    def _drain_first(self, drains: tuple[int, ...], score: float, rng: Random) -> int:
        """A Drain that pays, if there is one (else -1)."""
        v, n = self.v, self.counts
        tokens = n[TOKENS_UP + self.me] + n[TOKENS_DOWN + self.me]
        best = 0.0
        found = -1
        tried: list[tuple[float, int]] = []
        for card in drains:
            cost = self.drain_cost(card, tokens)
            blood = v.drained[card]
            if cost > v.drain_most or not blood:
                continue
            known = False
            for other, brought in tried:
                known = known or (other == cost and brought == blood)
            if known:
                continue
            tried.append((cost, blood))
            rich = self._rich[blood]
            if rich.at != self.now:
                self._best(blood)
            if self._ties[blood] > 1:
                rng.random()  # which of them it would be
            gain = rich.value - score + self._left[self.blood + blood] - self._left[self.blood]
            value = gain - cost - v.drain_edge
            if value > best:
                best, found = value, card
        return found

    def after_play(self, g: Game, offer: PlanOptions, seat: int, rng: Random) -> int:
        """After the play: the end of the turn, or a Drain that keeps Frenzy away."""
        _, _, _, drains, extras = offer.parts()
        if len(extras) > 1:
            self.look(g, seat)
            extra = self._aside(extras, rng)
            if extra >= 0:
                return extra
        else:
            self.look_at_me(g, seat)
        v, n = self.v, self.counts
        tokens = n[TOKENS_UP + seat] + n[TOKENS_DOWN + seat]
        now = self.pool(float(self.blood))
        best = -1e9
        found: list[int] = []
        for card in drains:
            more = self.pool(float(self.blood + v.drained[card])) - now
            worth = more - self.drain_cost(card, tokens) - v.drain_edge
            if worth > best - 1e-9:
                if worth > best + 1e-9:
                    best = worth
                    found = []
                found.append(DRAIN0 + card)
        if best + 1e-9 < 0.0:  # to end the turn is worth nothing, and costs nothing
            return END_CODE
        if best - 1e-9 < 0.0:
            found.append(END_CODE)
        return found[0] if len(found) == 1 else found[int(rng.random() * len(found))]

    def _aside(self, extras: tuple[int, ...], rng: Random) -> int:
        """The rarer things: a Relic that brings a Drained card back, a look at a hidden card (else -1)."""
        v = self.v
        relics = [code for code in extras if USE0 <= code < END_CODE]
        last = not self.left[self.me]
        if relics:
            gains = [float(INFLUENCE[code - USE0] - DRAINED_INFLUENCE[code - USE0]) for code in relics]
            code = self.best(relics, gains, rng)
            least = v.chalice_last if last and self.round == 3 else v.chalice[self.round]
            if self.score >= least:
                return code
        looks = [code for code in extras if LOOK0 <= code < USE0]
        if looks and self.blood >= v.look_blood and last:
            stakes = [self._stake((code - LOOK0) // 16 % 4) for code in looks]
            code = self.best(looks, stakes, rng)
            if self.score >= v.look_least:
                return code
        return -1

    def _stake(self, loc: int) -> float:
        return self.rewards(loc).first if self.zones[CARDS + self.me * 4 + loc] else 0.0
