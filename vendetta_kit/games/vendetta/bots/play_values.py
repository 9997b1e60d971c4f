"""The greedy bot's Planning turn: the value of each play by what it brings there and what it costs the Pool.

What a card brings at a Location is calculated once for all amounts of Blood; each play is then a sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta.engine.actions import DRAIN0, END_CODE, LOOK0, USE0
from vendetta_kit.games.vendetta.engine.card_estimates import ClanCardNumbers
from vendetta_kit.games.vendetta.engine.card_tables import CARMELITA, DRAINED_INFLUENCE, HAVEN, INFLUENCE
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.options import PlanOptions
from vendetta_kit.games.vendetta.engine.planning import fee_of
from vendetta_kit.games.vendetta.engine.rule_numbers import MOST_BLOOD, ROUNDS
from vendetta_kit.games.vendetta.engine.state import ALLIANCE, CARDS

from .alliance_values import AllianceValues
from .own_position_value import CachedNumber, OwnPositionValue
from .position_value import KINDS

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64


_DEEP: Final = 8  # more Blood than any play brings: 3, 3 tokens, 1 of Carmelita's
_DEAREST: Final = 6  # more Blood than any play costs: 3 and a fee of 2
_MOST_EXTRA: Final = 16  # more Blood than any Drain brings
_MOST_POOL: Final = 100  # more Blood than there is
_END: Final[int] = END_CODE  # typed once more for the compiler
_DRAIN: Final[int] = DRAIN0


class PlayVariants:
    """A card at a Location, face up or down: what its plays with different amounts of Blood have in common."""

    def __init__(self) -> None:
        self.card: i64 = 0
        self.loc: i64 = 0
        self.is_up = True
        self.slot: i64 = 0  # index of its value there without Blood
        self.top: i64 = 0  # the most Blood
        self.fee: i64 = 0
        self.cover = 0.0  # the value of being hidden
        self.most = 0.0  # upper limit of the value with any amount of Blood


class PlayValue:
    """The parts of a play's value, in Influence."""

    def __init__(self, place: float, effect: float, pool: float, cover: float, fee: int) -> None:
        self.place = place  # gain in rewards from the better rank
        self.effect = effect  # value of its effect
        self.pool = pool  # loss of value of the Pool (never above 0)
        self.cover = cover  # value of being hidden
        self.fee = fee  # Blood


class PlayValues(OwnPositionValue):
    """Compares the plays of one Planning turn, and the Drains around it."""

    def __init__(self, worths: AllianceValues) -> None:
        super().__init__(worths)
        # by index in hand, Location, asleep or awake, Blood: what the card brings
        self._gain: list[CachedNumber] = [CachedNumber() for _ in range(9 * 4 * 2 * _DEEP)]
        self._most: list[CachedNumber] = [CachedNumber() for _ in range(9 * 4 * 2)]  # the maximum of those
        self._tops: list[int] = [-1] * 8
        self._fees: list[int] = [0] * 4
        # the Position that is set up: Location, value as it is, number of cards
        self._laid: i64 = -1
        self._before = 0.0
        self._effects_before = 0.0
        self._cards_before: i64 = 0
        self._floor_before = 0.0
        self._blood_before = 0.0
        self._worths: list[float] = [0.0] * 64
        self._ways: list[PlayVariants] = []  # in order; only the first ``_many`` are valid
        self._many: i64 = 0
        self._tokens: i64 = 0  # that may be turned over
        self._pools: list[CachedNumber] = [
            CachedNumber() for _ in range(_MOST_POOL)
        ]  # value of the Pool by amount of Blood
        self._spare: list[float] = [0.0] * _DEAREST  # change of that value by cost
        self._least: list[float] = [0.0] * _DEAREST  # the change by this or a higher cost, whichever is smaller
        self._found: list[int] = []  # codes of the best plays
        self.play_after: i64 = -1  # the play that a Drain pays for
        # by additional Blood: the best score and the plays that reach it
        self._rich: list[CachedNumber] = [CachedNumber() for _ in range(_MOST_EXTRA)]
        self._plays: list[list[int]] = [[]] * _MOST_EXTRA

    def plan(self, o: VendettaObservation, rng: Random) -> int:
        """Return the code of the play for this turn, or of an action before it."""
        self.look(o)
        offer = o.offer
        assert isinstance(offer, PlanOptions)
        hand, cells, tokens, drains, extras = offer.parts()
        if extras:
            extra = self._aside(extras, rng)
            if extra >= 0:
                return extra
        self._weigh(hand, cells, tokens)
        self._best(0)
        found = self._found
        play = found[0] if len(found) == 1 else found[int(rng.random() * len(found))]
        drain = self._drain_first(drains, self._rich[0].value, rng) if drains else -1
        return play if drain < 0 else _DRAIN + drain

    def scores(self, o: VendettaObservation) -> dict[int, float]:
        """Return the value in Influence of each play of a Planning turn, by its code."""
        self.look(o)
        offer = o.offer
        assert isinstance(offer, PlanOptions)
        hand, cells, tokens, _, _ = offer.parts()
        self._weigh(hand, cells, tokens)
        self._costs(self.blood)
        found: dict[int, float] = {}
        for k in range(self._many):
            way = self._ways[k]
            for blood in range(way.top + 1):
                for flips in range(self._tokens + 1):
                    gain = self._gain[way.slot + blood + flips].value
                    found[self._code(way, blood, flips)] = gain + self._spare[way.fee + blood] + way.cover
        return found

    def weigh(self, card: int, loc: int, is_up: bool, blood: int, flips: int) -> PlayValue:
        """Return the parts of a play's value; the observation must have been read before."""
        kind = KINDS[card]
        self._begin(loc)
        self.add(card, is_up or not kind.asleep)
        self.blood_here += float(blood + flips + (1 if loc == HAVEN and self._carmelita() else 0))
        place = self.present(loc) - self._before
        effect = self.effects(loc) - self._effects_before
        fee = 0 if is_up else self.fee(loc)
        paid = blood + fee
        pool = self._pool_of(self.blood - paid if self.blood > paid else 0) - self._pool_of(self.blood)
        return PlayValue(place, effect, pool, 0.0 if is_up else self._cover(kind), fee)

    def _cover(self, kind: ClanCardNumbers) -> float:
        """Return the value of hiding a card."""
        if not self.opponents:
            return 0.0
        above = kind.usual - 2.0
        return self.v.hide + (self.v.cover * above if above > 0.0 else self.v.bluff * -above)

    def fee(self, loc: int) -> int:
        """Return the fee in Blood for a face-down card there."""
        return fee_of(self.zones[ALLIANCE + self.me], self.location_card[loc])

    # Values of plays -------------------------------------------------------------------------------------------

    def _weigh(self, hand: tuple[int, ...], cells: tuple[int, ...], tokens: int) -> None:
        """Calculate what each card brings at each Location, and list the ways to play."""
        loc: i64
        slot: i64
        part: i64
        card: i64
        up: i64
        down: i64
        h: i64
        k: i64
        cell: i64
        flips: i64 = tokens
        cards: i64 = len(hand)
        self._tokens = flips
        tops = self._tops
        for k in range(8):
            tops[k] = -1
        for cell in cells:  # most Blood face up and face down, by Location
            part = cell // 12
            tops[part] = cell % 12 // 3
        bonus: i64 = 1 if self._carmelita() else 0
        for loc in self.locations:
            up = tops[loc * 2]
            down = tops[loc * 2 + 1]
            if up < 0 and down < 0:
                continue
            self._begin(loc)
            for h in range(cards):
                card = hand[h]
                slot = (h * 4 + loc) * 2 * _DEEP
                if loc == HAVEN:
                    slot += bonus
                if KINDS[card].asleep:
                    if down >= 0:
                        self._bring(card, False, slot, slot + down + flips)
                    if up >= 0:
                        self._bring(card, True, slot + _DEEP, slot + _DEEP + up + flips)
                else:
                    self._bring(card, True, slot + _DEEP, slot + _DEEP + (up if up > down else down) + flips)
        self._note(hand, bonus)

    def _note(self, hand: tuple[int, ...], bonus: i64) -> None:
        """List the ways to play, in order."""
        loc: i64
        slot: i64
        top: i64
        card: i64
        down: i64
        h: i64
        cards: i64 = len(hand)
        ways = self._ways
        tops = self._tops
        alliance = self.zones[ALLIANCE + self.me]
        usual: i64 = fee_of(alliance, -1)
        fees = self._fees
        for loc in self.locations:
            fees[loc] = usual if self.location_card[loc] < 0 else fee_of(alliance, self.location_card[loc])
        many: i64 = 0
        for h in range(cards):
            card = hand[h]
            kind = KINDS[card]
            cover = self._cover(kind)
            for loc in self.locations:
                for down in range(2):
                    top = tops[loc * 2 + down]
                    if top < 0:
                        continue
                    if many == len(ways):
                        ways.append(PlayVariants())
                    way = ways[many]
                    many += 1
                    slot = (h * 4 + loc) * 2
                    if not (down and kind.asleep):
                        slot += 1
                    way.card = card
                    way.loc = loc
                    way.is_up = not down
                    way.slot = slot * _DEEP + (bonus if loc == HAVEN else 0)
                    way.top = top
                    way.fee = fees[loc] if down else 0
                    way.cover = cover if down else 0.0
                    way.most = self._most[slot].value
        self._many = many

    def _carmelita(self) -> bool:
        card: i64
        found = False
        for card in self.zones[ALLIANCE + self.me]:  # `in` would create objects when compiled
            found = found or card == CARMELITA
        return found

    def _begin(self, loc: i64) -> None:
        """Set up the own Position at a Location without a new card."""
        self.lay(loc, 0.0)
        self._laid = loc
        self._cards_before = self.count
        self._floor_before = self.floor
        self._blood_before = self.blood_here
        self._before = self.present(loc)
        self._effects_before = self.effects(loc)

    def _bring(self, card: i64, wakes: bool, first: i64, last: i64) -> None:
        """Calculate what a card adds there with each amount of Blood: rank and effect, compared with not playing it."""
        slot: i64
        k: i64
        now = self.now
        loc = self._laid
        self.add(card, wakes)
        by_blood = False
        for k in range(self.count):
            by_blood = by_blood or self.cards[k].by_blood
        curbed = len(self.curbs(loc)) > 0
        worths = self._worths
        effects = 0.0
        if not by_blood:  # only the Blood changes the value
            for k in range(self.count):
                worths[k] = self.worth(k)
            effects = self.effects(loc)
        most = self._most[first // _DEEP]
        if most.at != now:
            most.value = -1e9
            most.at = now
        for slot in range(first, last + 1):
            has = self._blood_before + float(slot % _DEEP)
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
            kept = self._gain[slot]
            kept.value = (self.place(loc, has) - self._before) + (effects - self._effects_before)
            kept.at = now
            if kept.value > most.value:
                most.value = kept.value
        self.count = self._cards_before
        self.floor = self._floor_before
        self.blood_here = self._blood_before

    # The best play ---------------------------------------------------------------------------------------------

    def _pool_of(self, blood: i64) -> float:
        """Return the value of this much Blood in the own Pool."""
        kept = self._pools[blood]
        if kept.at != self.now:
            kept.value = self.pool(float(blood))
            kept.at = self.now
        return kept.value

    def _costs(self, blood: i64) -> None:
        """Calculate how the value of a Pool with this much Blood falls by spending 0, 1, 2 … of it."""
        cost: i64
        spare, least = self._spare, self._least
        whole = self._pool_of(blood)
        best = -1e9
        for cost in range(_DEAREST - 1, -1, -1):
            rest = self._pool_of(blood - cost if blood > cost else 0) - whole
            if rest > best:
                best = rest
            spare[cost] = rest
            least[cost] = best

    def _best(self, extra: i64) -> None:
        """Find the best score and the number of plays that reach it, if a Drain gains ``extra`` Blood first."""
        k: i64
        cost: i64
        slot: i64
        flips: i64
        self._costs(self.blood + extra)
        spare, least, gain, ways = self._spare, self._least, self._gain, self._ways
        tokens = self._tokens
        best = -1e9
        near = best - 1e-9
        found: list[int] = []
        for k in range(self._many):
            way = ways[k]
            most, cover = way.most, way.cover
            slot = way.slot
            for cost in range(way.fee, way.fee + way.top + 1):
                if most + least[cost] + cover <= near:  # no play at this or a higher cost comes near the best
                    break
                rest = spare[cost]
                for flips in range(tokens + 1):
                    score = gain[slot + flips].value + rest + cover
                    if score > near:
                        if score > best + 1e-9:
                            best = score
                            near = best - 1e-9
                            found.clear()
                        found.append(self._code(way, cost - way.fee, flips))
                slot += 1
        self._found = found
        if extra and self.blood <= MOST_BLOOD:
            best = self._dearer(extra, best)
        rich = self._rich[extra]
        rich.value = best
        rich.at = self.now
        self._plays[extra] = self._found

    @staticmethod
    def _code(way: PlayVariants, blood: i64, flips: i64) -> int:
        return way.card * 96 + way.loc * 24 + (0 if way.is_up else 12) + blood * 3 + flips

    def _dearer(self, extra: i64, best: float) -> float:
        """Return the best score including the face-up plays that this much more Blood would allow."""
        k: i64
        more: i64
        slot: i64
        flips: i64
        most: i64 = self.blood + extra - 1
        if most > MOST_BLOOD:
            most = MOST_BLOOD
        for k in range(self._many):
            way = self._ways[k]
            if not way.is_up:
                continue
            for flips in range(self._tokens + 1):
                for more in range(self.blood, most + 1):
                    slot = way.slot + flips + more
                    kept = self._gain[slot]
                    if kept.at != self.now:
                        if self._laid != way.loc:
                            self._begin(way.loc)
                        self._bring(way.card, True, slot, slot)
                    score = kept.value + self._spare[more] + 0.0
                    if score > best - 1e-9:
                        if score > best + 1e-9:
                            best = score
                            self._found.clear()
                        self._found.append(self._code(way, more, flips))
        return best

    # Drains and other things --------------------------------------------------------------------------------

    def _drain_first(self, drains: tuple[int, ...], score: float, rng: Random) -> int:
        """Return the code of a Drain that pays off before the play, else -1."""
        v = self.v
        tokens = self.tokens()
        costs = v.drain[self.round][tokens if tokens < 2 else 2]
        best = 0.0
        found = -1
        now = self._pool_of(self.blood)
        for k in range(len(drains)):
            card = drains[k]
            cost = costs[card]
            blood = v.drained[card]
            if cost > v.drain_most or not blood:
                continue
            known = False
            for earlier in range(k):
                if v.drained[drains[earlier]] == blood and costs[drains[earlier]] == cost:
                    known = True
            if known:
                continue
            rich = self._rich[blood]
            if rich.at != self.now:
                self._best(blood)
            plays = self._plays[blood]
            play = plays[0] if len(plays) == 1 else plays[int(rng.random() * len(plays))]
            gain = rich.value - score + self._pool_of(self.blood + blood) - now
            value = gain - cost - v.drain_edge
            if value > best:
                best, found = value, card
                self.play_after = play
        return found

    def after_play(self, o: VendettaObservation, rng: Random) -> int:
        """Return the code of a Drain that prevents a Frenzy after the play, else of ending the turn."""
        self.look(o)
        offer = o.offer
        assert isinstance(offer, PlanOptions)
        _, _, _, drains, extras = offer.parts()
        if len(extras) > 1:
            extra = self._aside(extras, rng)
            if extra >= 0:
                return extra
        v = self.v
        tokens = self.tokens()
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
                found.append(_DRAIN + card)
        if best + 1e-9 < 0.0:  # ending the turn has value 0
            return _END
        if best - 1e-9 < 0.0:
            found.append(_END)
        return found[0] if len(found) == 1 else found[int(rng.random() * len(found))]

    def _aside(self, extras: tuple[int, ...], rng: Random) -> int:
        """Return the code of using a Relic for a Drained card or of looking at a hidden card, else -1."""
        v = self.v
        relics = [code for code in extras if USE0 <= code < END_CODE]
        last = not self.left
        if relics:
            gains = [float(INFLUENCE[code - USE0] - DRAINED_INFLUENCE[code - USE0]) for code in relics]
            code = self.best(relics, gains, rng)
            least = v.chalice_last if last and self.round == ROUNDS else v.chalice[self.round]
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
