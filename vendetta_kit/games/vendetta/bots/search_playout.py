"""The fast player for simulations of the searching bot: it also considers losses of Blood.

:class:`.playout.PlayoutPlayer` considers ranks only. In games among greedy bots one token in four is a Withdraw, mostly
because of Blood that visible cards would take, and every seventh Planning turn begins with a Drain. This player expects
both.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final

from vendetta_kit.games.vendetta.engine import state as s
from vendetta_kit.games.vendetta.engine.actions import CARD0, DRAIN0, END_CODE, STAY_CODE, WITHDRAW_CODE
from vendetta_kit.games.vendetta.engine.agenda import AFTER, CHOOSE, KEEP, PLAN, QUESTION_NUMBER, TOKEN
from vendetta_kit.games.vendetta.engine.card_estimates import LaidPosition
from vendetta_kit.games.vendetta.engine.card_tables import (
    BIT,
    CLAN_CARDS,
    DRAIN_BLOOD,
    DRAINED_INFLUENCE,
    FEED,
    FIRST_ALLY,
    FIRST_LOCATION_CARD,
    HAVEN,
    IDS,
    INFLUENCE,
    LOCATIONS,
    PLANNING_TURNS,
    PORTIA,
    REWARD_INFLUENCE,
    VAMPIRE,
)
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.kernel.state import ASK, QUESTION, WHO

from .alliance_values import person_worth
from .answer_values import FIRST_TO_ACT, LAST_TO_ACT
from .playout import PlayoutPlayer, worth
from .position_value import ASLEEP, KINDS
from .weights import Weights

_Q: Final = 4
"""Power is counted in quarters here, because integers are fast."""
_POWER: Final = tuple(round(_Q * kind.usual) for kind in KINDS)
_WHOLE: Final = tuple(max(0, round(kind.usual)) for kind in KINDS)
"""Each card's usual Power in the hand, as an integer."""
_MOST_WHOLE: Final = max(_WHOLE) + 4
_VICTIM: Final = 93
_SPREAD: Final = 2.0
"""How far visible Power can still change."""
_STAYS: Final = 0.9
_LIMIT: Final = 600
_AHEAD: Final = tuple(
    _STAYS / (1 + exp(min(300.0, 1.7 * (k if k < _LIMIT else k - 2 * _LIMIT) / _Q / _SPREAD)))
    for k in range(2 * _LIMIT)
)
"""The chance to be ahead at the end by the present lead in Power; negative leads count from the end."""
_HIDDEN: Final = 10
"""The Power in quarters that is assumed for a face-down card; hidden cards are better than average."""
_NEWCOMER: Final = [10]
"""The Power of a player who may still come to a Location that has no other."""
_COMES: Final = 3.4 * _Q
"""The usual Power of a card still to come, with its Blood."""
_EFFECT: Final = 0.7
"""The share of an effect's value that is counted, because its targets are not examined here."""
_ORDER: Final = {
    **{CARD0 + IDS.index(card): 50 - k for k, card in enumerate(FIRST_TO_ACT)},
    **{CARD0 + IDS.index(card): -50 - k for k, card in enumerate(LAST_TO_ACT)},
}
_ASKED_ORDER: Final = QUESTION_NUMBER["order"]


@cache
def _takes(round_number: int) -> tuple[float, ...]:
    """Return the Blood that each card usually takes from a Rival in this round."""
    usual = _usual(round_number)
    found = []
    for c in range(CLAN_CARDS):
        effect = usual.effect_of(c)
        found.append(effect.steal + effect.lose)
    return tuple(found)


def _usual(round_number: int) -> LaidPosition:
    """Return a Position with usual surroundings."""
    ground = LaidPosition()
    around = ground.around_here
    ground.blood_here = 2.0
    ground.round_now = float(max(1, round_number))
    around.alliance = 2 + max(1, round_number)
    around.pool = 5.0
    around.their_blood = 2.0
    around.their_printed = 4.0
    around.coming = 1.5
    return ground


@cache
def _brings(round_number: int, w: Weights) -> tuple[float, ...]:
    """Return the usual value in Influence of each card's effect for its player in this round."""
    usual = _usual(round_number)
    found = []
    for c in range(CLAN_CARDS):
        effect = usual.effect_of(c)
        each = effect.steal + effect.lose
        value = effect.influence + effect.victims * person_worth("VI01", max(0, ROUNDS - round_number), w)
        value += 1.5 * (min(each, 3) * w.harm + (0.15 if each >= 1 else 0.0) * w.cause)
        value += (effect.gain - effect.pay + 1.5 * effect.steal) * (w.blood_later[round_number] + 0.1)
        found.append(_EFFECT * value)
    return tuple(found)


@cache
def _pool(round_number: int, planning: bool, w: Weights) -> tuple[float, ...]:
    """Return the values of 0, 1, 2, … Blood in the Pool, less the danger of a Frenzy."""
    price = w.blood_later[round_number]
    if planning:
        price = max(price, w.blood_now)
    danger = (*w.danger, *[w.danger[-1]] * 100)
    return tuple(k * price - w.frenzy * danger[k] for k in range(100))


@cache
def _drain_costs(round_number: int, w: Weights) -> tuple[float, ...]:
    """Return the cost of a Drain by card; vampires are not Drained."""
    feeds = max(0, ROUNDS - round_number)
    costs = [99.0] * FIRST_LOCATION_CARD
    for card in range(FIRST_ALLY, FIRST_LOCATION_CARD):
        if card not in VAMPIRE and card != PORTIA and DRAIN_BLOOD[card] > 1:
            ability = w.ability.get(IDS[card], 0.0)
            costs[card] = (
                INFLUENCE[card]
                - DRAINED_INFLUENCE[card]
                + FEED[card] * feeds * w.blood_later[2]
                + ability
                + w.drain_edge
            )
    return tuple(costs)


@cache
def _firsts(round_number: int, w: Weights) -> tuple[float, ...]:
    """Return the value of the first rank, by the Ally that lies there."""
    first = REWARD_INFLUENCE[max(0, round_number - 1)][0]
    return tuple(
        first + person_worth(IDS[card], max(0, ROUNDS - round_number), w) if card >= FIRST_ALLY else 0.0
        for card in range(FIRST_LOCATION_CARD)
    )


def _turns_left(g: Game) -> list[int]:
    """Return the Planning turns that each seat has left after the present one."""
    n, seats = g.n, g.seats
    later = PLANNING_TURNS[seats][n[s.ROUND] - 1] - n[s.TURN_NUMBER]
    first, out = n[s.AMBITION], n[s.OUT]
    present = (n[s.ACTIVE] - first) % seats
    return [0 if out >> seat & 1 else later + ((seat - first) % seats > present) for seat in range(seats)]


def ranked(own: int, others: list[int], first: float, second: float, third: float) -> float:
    """Return the expected reward for this Power, in quarters, against these others.

    >>> ranked(12, [], 4.0, 3.0, 1.0)
    4.0
    >>> 3.3 < ranked(12, [12], 4.0, 3.0, 1.0) < 3.6
    True
    """
    none, one, two = 1.0, 0.0, 0.0
    for power in others:
        ahead = _AHEAD[own - power]
        two += (one - two) * ahead
        one += (none - one) * ahead
        none -= none * ahead
    return none * first + one * second + two * third


class SearchPlayout(PlayoutPlayer):
    """Plays imagined games to their end, all seats by the same method."""

    def decide(self, world: Game, seat: int) -> int:
        """Return the code of a seat's decision."""
        kind = world.n[ASK]
        if kind == PLAN:
            return self._plan(world, seat)
        if kind == TOKEN:
            return self._token(world, seat)
        if kind == AFTER:
            return END_CODE
        if kind == CHOOSE:
            return self._choose(world, seat)
        return self._keep(world, seat) if kind == KEEP else self._bid(world, seat)

    def play_on(self, world: Game) -> None:
        """Play until the imagined game stops."""
        n = world.n
        while n[WHO]:
            who = n[WHO]
            seat = (who & -who).bit_length() - 1
            world.advance(seat, self.decide(world, seat))

    def play_to(self, world: Game, seat: int) -> None:
        """Play until the imagined game stops, or until this seat has its next Planning turn."""
        n = world.n
        mine = 1 << seat
        while n[WHO]:
            who = n[WHO]
            if who == mine and n[ASK] == PLAN:
                return
            acting = (who & -who).bit_length() - 1
            world.advance(acting, self.decide(world, acting))

    def outlook(self, g: Game) -> list[float]:
        """Return each seat's total in Influence, with what it may expect from the table."""
        n, z = g.n, g.z
        has = [worth(g, seat, self.w) for seat in range(g.seats)]
        brings = _brings(n[s.ROUND], self.w)
        for loc in LOCATIONS[g.seats]:
            if n[s.ALLY_AT + loc] < 0:
                continue
            first, second, third = self._prizes(g, loc)
            there = [seat for seat in range(g.seats) if z[s.CARDS + seat * 4 + loc]]
            powers = [self._mine(g, seat, loc) for seat in there]
            for k, seat in enumerate(there):
                others = powers[:k] + powers[k + 1 :]
                has[seat] += ranked(powers[k], others or _NEWCOMER, first, second, third)
                for card in z[s.CARDS + seat * 4 + loc]:
                    has[seat] += brings[card]
        return has

    # Values of a Location ---------------------------------------------------------------------------------------

    def _prizes(self, g: Game, loc: int) -> tuple[float, float, float]:
        """Return the rewards of the first three ranks there."""
        r = g.n[s.ROUND]
        firsts = _firsts(r, self.w)
        one, two, three = REWARD_INFLUENCE[max(0, r - 1)]
        best = firsts[g.n[s.ALLY_AT + loc]]
        if loc == HAVEN:
            best += 1.3 if r < 3 else 1.05
        return best, firsts[_VICTIM] - one + two, float(three)

    def _mine(self, g: Game, seat: int, loc: int) -> int:
        """Return the own Power there, in quarters."""
        pos = seat * 4 + loc
        power = _Q * g.n[s.BLOOD + pos]
        for card in g.z[s.CARDS + pos]:
            power += _POWER[card]
        return power

    def _theirs(self, g: Game, seat: int, loc: int) -> list[int]:
        """Return the Power of the other seats with cards there, as this seat estimates it."""
        n, z = g.n, g.z
        up = n[s.UP]
        mate = g.table.mate[seat]
        found = []
        for other in range(g.seats):
            cards = z[s.CARDS + other * 4 + loc]
            if cards and other != seat and other != mate:
                power = _Q * n[s.BLOOD + other * 4 + loc]
                for card in cards:
                    power += _POWER[card] if up & BIT[card] else _HIDDEN
                found.append(power)
        return found

    def _expected(self, g: Game, seat: int, loc: int, coming: list[float]) -> list[int]:
        """Return the Power of the other seats there at the count, with the cards that each may still play."""
        n, z, random = g.n, g.z, self.rng.random
        up = n[s.UP]
        mate = g.table.mate[seat]
        found = []
        for other in range(g.seats):
            if other in (seat, mate):
                continue
            more = coming[other]
            cards = z[s.CARDS + other * 4 + loc]
            if cards:
                power = _Q * n[s.BLOOD + other * 4 + loc] + int(more * _COMES * (0.5 + random()))
                for card in cards:
                    power += _POWER[card] if up & BIT[card] else _HIDDEN
                found.append(power)
            elif more > random():
                found.append(int(max(more, 0.8) * _COMES * (0.5 + random())))
        return found

    # Decisions -----------------------------------------------------------------------------------------------

    def _plan(self, g: Game, seat: int) -> int:
        """Return the play that looks best: first with no Blood or all of it, then with amounts between."""
        n, z, random = g.n, g.z, self.rng.random
        r, pool = n[s.ROUND], n[s.POOL + seat]
        hand = z[s.HAND + seat]
        turns = _turns_left(g)
        left = _pool(r, turns[seat] > 0, self.w)
        brings = _brings(r, self.w)
        spare = 3 if pool > 3 else max(0, pool - 1)
        cheapest, drain = 99.0, -1
        if spare < 3:
            costs = _drain_costs(r, self.w)
            for card in z[s.ALLIANCE + seat]:
                if costs[card] < cheapest:
                    cheapest, drain = costs[card], DRAIN0 + card
        now_left = left[pool]
        kept = left[pool - spare] - now_left  # the loss if all is played
        rich = [left[pool + 3] - now_left, left[pool] - now_left]  # after that Drain, without Blood and with 3
        each = 1 / len(LOCATIONS[g.seats])
        coming = [each * more for more in turns]
        best, at, played, blood = -99.0, 0, -1, 0
        best_rich = -99.0
        others_there: list[int] = []
        for loc in LOCATIONS[g.seats]:
            if n[s.ALLY_AT + loc] < 0:
                continue
            others = self._expected(g, seat, loc, coming)
            first, second, third = self._prizes(g, loc)
            own = self._mine(g, seat, loc)
            now = ranked(own, others, first, second, third) if z[s.CARDS + seat * 4 + loc] else 0.0
            ranks = [-1.0] * _MOST_WHOLE
            for card in hand:
                k = _WHOLE[card]
                gain = brings[card] - now + 0.2 * random()
                bare = ranks[k]
                if bare < 0:
                    bare = ranks[k] = ranked(own + _Q * k, others, first, second, third)
                if bare + gain > best:
                    best, at, played, blood, others_there = bare + gain, loc, card, 0, others
                if spare:
                    full = ranks[k + spare]
                    if full < 0:
                        full = ranks[k + spare] = ranked(own + _Q * (k + spare), others, first, second, third)
                    if full + gain + kept > best:
                        best, at, played, blood, others_there = full + gain + kept, loc, card, spare, others
                if drain >= 0:
                    full = ranks[k + 3]
                    if full < 0:
                        full = ranks[k + 3] = ranked(own + _Q * (k + 3), others, first, second, third)
                    best_rich = max(best_rich, bare + gain + rich[0], full + gain + rich[1])
        legal = g.legal(seat)
        if drain >= 0 and best_rich - best > cheapest and legal.allows(drain):
            return drain
        if played >= 0:
            if spare > 1:
                blood = self._between(g, seat, at, played, blood, spare, others_there, left)
            code = (played * 8 + at * 2) * 12 + blood * 3
            if pool >= 5 and r > 1 and random() < 0.2 and played not in ASLEEP and legal.allows(code + 12):
                return code + 12
            if legal.allows(code):
                return code
        options = [legal.code_at(k) for k in range(len(legal))]
        plays = [code for code in options if code < CLAN_CARDS * 96]
        return plays[int(random() * len(plays))] if plays else options[-1]

    def _between(
        self,
        g: Game,
        seat: int,
        loc: int,
        card: int,
        blood: int,
        spare: int,
        others: list[int],
        left: tuple[float, ...],
    ) -> int:
        """Return how much Blood to play with this card."""
        first, second, third = self._prizes(g, loc)
        own = self._mine(g, seat, loc) + _Q * _WHOLE[card]
        pool = g.n[s.POOL + seat]
        best = ranked(own + _Q * blood, others, first, second, third) + left[pool - blood]
        for less in range(1, spare):
            value = ranked(own + _Q * less, others, first, second, third) + left[pool - less]
            if value > best:
                best, blood = value, less
        return blood

    def _token(self, g: Game, seat: int) -> int:
        n, z = g.n, g.z
        r, loc, pool = n[s.ROUND], n[s.LOC], n[s.POOL + seat]
        pos = seat * 4 + loc
        cards, blood = z[s.CARDS + pos], n[s.BLOOD + pos]
        if not cards:
            return WITHDRAW_CODE
        left = _pool(r, False, self.w)
        brings, takes, up = _brings(r, self.w), _takes(r), n[s.UP]
        threat = 0.0
        for other in range(g.seats):
            if other != seat:
                for card in z[s.CARDS + other * 4 + loc]:
                    threat += takes[card] if up & BIT[card] else 0.3
        effects = 0.0
        own = _Q * blood
        for card in cards:
            effects += brings[card]
            own += _POWER[card]
        first, second, third = self._prizes(g, loc)
        stay = ranked(own, self._theirs(g, seat, loc), first, second, third) + effects
        kept = max(0.0, pool - threat)
        low = int(kept)
        stay += left[low] + (left[low + 1] - left[low]) * (kept - low)
        leave = left[pool + blood]
        if loc != HAVEN and n[s.ALLY_AT + HAVEN] >= 0:
            others = self._theirs(g, seat, HAVEN)
            first, second, third = self._prizes(g, HAVEN)
            there = self._mine(g, seat, HAVEN)
            if z[s.CARDS + seat * 4 + HAVEN]:
                leave -= ranked(there, others, first, second, third)
            leave += ranked(there + own - _Q * blood, others, first, second, third) + effects
        return STAY_CODE if stay + 0.2 * self.rng.random() > leave else WITHDRAW_CODE

    def _choose(self, g: Game, seat: int) -> int:
        if g.n[QUESTION] == _ASKED_ORDER:
            legal = g.legal(seat)
            codes = [legal.code_at(k) for k in range(len(legal))]
            return max(codes, key=lambda code: _ORDER.get(code, 0))
        return super()._choose(g, seat)
