"""A fast player for imagined games: about a hundred times faster than a bot that uses views.

It gets imagined games only (see :mod:`.imagined_worlds`) and plays all seats by simple estimates: each player uses the
own hand and what others show. Its results are no forecasts, but measure all compared choices alike. It uses the numbers
of :class:`.weights.Weights`.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta.engine.actions import (
    BID0,
    CARD0,
    END_CODE,
    INT0,
    NO,
    STAY_CODE,
    WITHDRAW_CODE,
    YES,
    kept_cards,
)
from vendetta_kit.games.vendetta.engine.agenda import AFTER, BID, CHOOSE, KEEP, PLAN, QUESTION_NUMBER, TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import (
    BIT,
    CLAN_CARDS,
    FIRST_ALLY,
    FIRST_LOCATION_CARD,
    HAVEN,
    IDS,
    INFLUENCE,
    LOCATIONS,
    REWARD_INFLUENCE,
)
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.planning import turn
from vendetta_kit.games.vendetta.engine.resolution import location
from vendetta_kit.games.vendetta.engine.rounds import end_of_round
from vendetta_kit.games.vendetta.engine.scoring import finish, score
from vendetta_kit.games.vendetta.engine.state import (
    ALLIANCE,
    ALLY_AT,
    AMBITION,
    BLOOD,
    CARDS,
    HAND,
    LOC,
    POOL,
    ROUND,
    UP,
)
from vendetta_kit.kernel.state import ASK, QUESTION, WHO

from .alliance_values import person_worth
from .position_value import ASLEEP, CARD, KINDS
from .weights import Weights

if TYPE_CHECKING:
    from random import Random


LOCATION: Final = "location"
ROUND_END: Final = "round"

_POWER: Final = tuple(kind.usual for kind in KINDS)
_EFFECT: Final = tuple(0.22 * (w - p) for w, p in zip(CARD, _POWER, strict=True))
_HIDDEN: Final = 2.6
"""The Power that others assume for a face-down card; hidden cards are better than average."""
_SPREAD: Final = 1.8
_AHEAD: Final = tuple(1 / (1 + exp(-1.7 * (k / 4 - 15) / _SPREAD)) for k in range(121))
"""The chance to be ahead at the end, by the present lead in Power from -15 to 15 in quarters."""


def stop_after(world: Game, horizon: str) -> None:
    """Make an imagined game stop after the current Location or round, before anything new is dealt."""
    ends: tuple[Any, ...] = (end_of_round, finish) if horizon == ROUND_END else (location, end_of_round, finish)
    agenda = world.agenda
    for k in range(len(agenda) - 1, -1, -1):
        if agenda[k][0] in ends:
            world.pause_before(k)
            return


def go_on(world: Game) -> None:
    """Continue a stopped imagined game to its next stop or question; one that has ended is not changed."""
    world.run()


@cache
def _people(round_number: int, w: Weights) -> tuple[float, ...]:
    """Return the value of each Ally and Victim in an Alliance beyond its Influence, at the end of a round."""
    more = [0.0] * FIRST_LOCATION_CARD
    for card in range(FIRST_ALLY, FIRST_LOCATION_CARD):
        more[card] = person_worth(IDS[card], max(0, 3 - round_number), w) - INFLUENCE[card]
    return tuple(more)


@cache
def _blood(round_number: int, w: Weights) -> tuple[float, ...]:
    """Return the values of 0, 1, 2, … Blood at the end of a round; each Blood adds less than the one before."""
    if round_number == 3:
        return tuple(0.02 * k for k in range(100))
    total, table = -1.0, []
    for k in range(100):
        table.append(total)
        total += (0.9 if k == 0 else 1.4 if k < 4 else 1.1 if k < 9 else 0.7) * w.blood_later[round_number]
    return tuple(table)


def worth(world: Game, seat: int, w: Weights) -> float:
    """Return a seat's total in Influence: its current score and the later value of its Blood and Alliance."""
    points = score(world, seat)
    if points is None:
        return -5.0
    n = world.n
    now = n[ROUND]
    people = _people(now, w)
    value = points + _blood(now, w)[n[POOL + seat]]
    for card in world.z[ALLIANCE + seat]:
        value += people[card]
    return value + (w.ambition if now < 3 and n[AMBITION] == seat else 0.0)


class PlayoutPlayer:
    """Plays imagined games to their end with the caller's random generator."""

    def __init__(self, w: Weights, rng: Random) -> None:
        self.w = w
        self.rng = rng

    def play_on(self, world: Game) -> None:
        """Play until the imagined game stops."""
        n = world.n
        asked = {
            PLAN: self._plan,
            AFTER: self._end,
            TOKEN: self._token,
            KEEP: self._keep,
            CHOOSE: self._choose,
            BID: self._bid,
        }
        while n[WHO]:
            who = n[WHO]
            seat = (who & -who).bit_length() - 1
            code = asked[n[ASK]](world, seat)
            world.advance(seat, code)

    # Values at a Location by Power -----------------------------------------------------------------------------

    def _rewards(self, g: Game, loc: int) -> tuple[float, float, float]:
        n = g.n
        first, second, third = REWARD_INFLUENCE[max(0, n[ROUND] - 1)]
        people = _people(n[ROUND], self.w)
        ally = n[ALLY_AT + loc]
        best = first + (INFLUENCE[ally] + people[ally] if ally >= 0 else 0.0)
        if loc == HAVEN:
            best += 1.3 if n[ROUND] < 3 else 1.05
        return best, second + INFLUENCE[93] + people[93], float(third)

    def _others(self, g: Game, seat: int, loc: int) -> list[float]:
        """Return the Power of all other seats there, as this seat estimates it."""
        n, z = g.n, g.z
        up = n[UP]
        found = []
        mate = g.table.mate[seat]
        for other in range(g.seats):
            if other in (seat, mate):
                continue
            pos = other * 4 + loc
            cards = z[CARDS + pos]
            blood = n[BLOOD + pos]
            if cards:
                power = float(blood)
                for c in cards:
                    power += _POWER[c] if up & BIT[c] else _HIDDEN
                found.append(power)
        return found

    def _prospect(self, own: float, others: list[float], rewards: tuple[float, float, float]) -> float:
        """Return the expected rewards from the likely ranks."""
        none, one, two = 1.0, 0.0, 0.0
        for power in others:
            k = int((own - power) * 4 + 60.5)
            ahead = 1.0 - _AHEAD[0 if k < 0 else 120 if k > 120 else k]
            two = two * (1 - ahead) + one * ahead
            one = one * (1 - ahead) + none * ahead
            none *= 1 - ahead
        return none * rewards[0] + one * rewards[1] + two * rewards[2]

    def _own(self, g: Game, seat: int, loc: int) -> float:
        pos = seat * 4 + loc
        power = float(g.n[BLOOD + pos])
        for c in g.z[CARDS + pos]:
            power += _POWER[c]
        return power

    # Decisions -----------------------------------------------------------------------------------------------

    def _plan(self, g: Game, seat: int) -> int:
        n, z = g.n, g.z
        rng = self.rng
        hand, pool = z[HAND + seat], n[POOL + seat]
        legal = g.legal(seat)
        later = 0.16 if n[ROUND] == 3 else self.w.blood_later[n[ROUND]]
        turns = sum(1 for step in g.agenda if step[0] is turn and step[1] == seat)
        if n[ROUND] == 3 and not turns:
            later = 0.03
        cost = [0.0, later, 2 * later, 3 * later]
        spare = pool - 1 - turns
        best, found = -99.0, -1
        for loc in LOCATIONS[g.seats]:
            if n[ALLY_AT + loc] < 0:
                continue
            others = self._others(g, seat, loc)
            rewards = self._rewards(g, loc)
            coming = rng.random() * 2.4  # other players may still come, or add cards or Blood
            others = [power + coming for power in others] if others else [coming + 0.8]
            there = bool(z[CARDS + seat * 4 + loc])
            own = self._own(g, seat, loc)
            now = self._prospect(own, others, rewards) if there else 0.0
            for card in hand:
                gain = _EFFECT[card] - now + 0.3 * rng.random()
                for blood in range(4):
                    if blood > spare and blood:
                        break
                    value = self._prospect(own + _POWER[card] + blood, others, rewards) + gain - cost[blood]
                    if value > best:
                        best, found = value, (card * 8 + loc * 2) * 12 + blood * 3
        if found >= 0:
            card = found // 96
            if pool >= 4 and card not in ASLEEP and rng.random() < 0.3 and legal.allows(found + 12):
                return found + 12
            if legal.allows(found):
                return found
        options = [legal.code_at(k) for k in range(len(legal))]
        plays = [code for code in options if code < CLAN_CARDS * 96]
        return plays[int(rng.random() * len(plays))] if plays else options[-1]

    def _end(self, g: Game, seat: int) -> int:
        return END_CODE

    def _token(self, g: Game, seat: int) -> int:
        n, z = g.n, g.z
        loc = n[LOC]
        cards = z[CARDS + seat * 4 + loc]
        blood = n[BLOOD + seat * 4 + loc]
        if not cards:
            return WITHDRAW_CODE
        own = self._own(g, seat, loc)
        stay = self._prospect(own, self._others(g, seat, loc), self._rewards(g, loc))
        for card in cards:
            stay += _EFFECT[card]
        leave = blood * self.w.blood_later[n[ROUND]]
        if loc != HAVEN and n[ALLY_AT + HAVEN] >= 0:
            others = self._others(g, seat, HAVEN)
            rewards = self._rewards(g, HAVEN)
            there = self._own(g, seat, HAVEN)
            if z[CARDS + seat * 4 + HAVEN]:
                leave -= self._prospect(there, others, rewards)
            leave += self._prospect(there + own - blood, others, rewards)
        return STAY_CODE if stay + 0.3 * self.rng.random() > leave else WITHDRAW_CODE

    def _keep(self, g: Game, seat: int) -> int:
        legal = g.legal(seat)
        best, found = -99.0, legal.code_at(0)
        for k in range(len(legal)):
            code = legal.code_at(k)
            kept, given = kept_cards(code)
            value = sum(CARD[c] for c in kept) - (CARD[given] if given >= 0 else 0.0)
            if value > best:
                best, found = value, code
        return found

    def _bid(self, g: Game, seat: int) -> int:
        most = len(g.legal(seat)) - 1
        return BID0 + min(most, int(self.rng.random() * 3))

    def _choose(self, g: Game, seat: int) -> int:
        legal = g.legal(seat)
        number = g.n[QUESTION]
        last = legal.code_at(len(legal) - 1)
        if number in _NO_THANKS:
            return NO if legal.allows(NO) else last
        if number == _BLOOD_TO_PLAY:
            return INT0 + 1 if legal.allows(INT0 + 1) and g.n[POOL + seat] > 3 else legal.code_at(0)
        if number == _DO_IT:  # to leave early and Steal
            return YES if self._behind(g, seat) else NO
        if number in (_TURN_DOWN, _INTO_DECK):
            codes = [legal.code_at(k) for k in range(len(legal))]
            cards = [code for code in codes if CARD0 <= code < CARD0 + CLAN_CARDS]
            if number == _TURN_DOWN and len(cards) < len(codes) and min(_POWER[c - CARD0] for c in cards) > 2:
                return next(code for code in codes if code not in cards)
            return min(cards, key=lambda code: _POWER[code - CARD0]) if cards else codes[0]
        if number == _NAME_CARD:
            codes = [legal.code_at(k) for k in range(len(legal))]
            return max(codes, key=lambda code: _POWER[code - CARD0] if code < CARD0 + CLAN_CARDS else 0.0)
        if legal.allows(YES):
            return YES
        return legal.code_at(int(self.rng.random() * len(legal)))

    def _behind(self, g: Game, seat: int) -> bool:
        loc = g.n[LOC]
        others = self._others(g, seat, loc)
        return bool(others) and max(others) > self._own(g, seat, loc)


_NO_THANKS: Final = frozenset(
    QUESTION_NUMBER[name] for name in ("mate", "use_relic", "cloak", "to_haven", "take_back", "toll", "shift_blood")
)
_BLOOD_TO_PLAY: Final = QUESTION_NUMBER["blood_to_play"]
_DO_IT: Final = QUESTION_NUMBER["do_it"]
_TURN_DOWN: Final = QUESTION_NUMBER["turn_down"]
_INTO_DECK: Final = QUESTION_NUMBER["into_deck"]
_NAME_CARD: Final = QUESTION_NUMBER["name_card"]
