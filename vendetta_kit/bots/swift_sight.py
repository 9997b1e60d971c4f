"""What :mod:`.sight` reads off a view, read off the engine's own numbers, and no more than a view would show.

That a seat knows a Clan card is asked as :func:`vendetta_kit.engine.views.seen` asks it: it lies face up, or on the own
Position, or it is of the own clan, or it has been seen where it is. Of all other hidden cards nothing but their number
is looked at. Locations go by their numbers; each thing is worked out once for each decision, when it is asked for.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from vendetta_kit.engine.planning import end_of_planning, turn, turn_again
from vendetta_kit.engine.state import (
    ALLIANCE,
    ALLY_AT,
    AMBITION,
    AMONG,
    BLOOD,
    CARDS,
    CLAN,
    EXACT,
    HAND,
    LOC,
    MAX_SEATS,
    OUT,
    PHASE,
    PLANNING,
    POOL,
    ROUND,
    STEP,
    UP,
    WITHDRAW_STEP,
)
from vendetta_kit.engine.tables import BIT, HAVEN, LOCATIONS, REWARD_INFLUENCE, STAGE

from .swift_cards import PRINTED_POWER, USUAL_POWER, Around, Ground

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64

    from vendetta_kit.engine.game import Game

    from .swift_worths import Worths

__all__ = ["VICTIM", "Rival", "SwiftSight"]

VICTIM: Final = 93
"""All Victims are alike."""
_AL01: Final = 63
_AL02: Final = 64
_AL03: Final = 65
_AL04: Final = 66
_AL06: Final = 68
_AL29: Final = 91
_TURNS: Final = (turn, turn_again, end_of_planning)


class Rival:
    """Somebody else who is, or may still come, at a Location: as :class:`.sight.Rival`."""

    def __init__(self) -> None:
        self.is_mate = False
        self.there = 0.0
        self.power = 0.0
        self.spread = 1.0
        self.pool = 0.0
        self.tie = 0.0  # half a point for who is earlier in turn order


class Rewards:
    """What the first three ranks bring at a Location."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.first = 0.0
        self.second = 0.0
        self.third = 0.0


class SwiftSight(Ground):
    """One decision, read by a greedy player; made once and used for all decisions, of which it keeps nothing."""

    def __init__(self, worths: Worths) -> None:
        super().__init__()
        self.v = worths
        self.now: i64 = 0  # which decision it is; what was worked out for another one is void
        self.score = 0.0  # of what best() found
        self.counts: list[int] = []
        self.zones: list[tuple[int, ...]] = []
        self.me = 0
        self.mate = -1
        self.seats = 0
        self.round = 0
        self.blood = 0
        self.planning = False
        self.here = -1
        self.step = 0
        self.price = 0.0
        self.up = 0
        self.exact = 0
        self.clan = 0
        self.location_card: tuple[int, ...] = ()
        self.locations: tuple[int, ...] = ()
        self.others: list[int] = []
        self.opponents: list[int] = []
        self.left: list[int] = [0] * MAX_SEATS
        self._share: list[float] = [0.0] * MAX_SEATS
        self.open: list[int] = []
        self.is_open: list[bool] = [False] * 4
        # worked out at most once
        self._unseen_at: list[int] = [0] * MAX_SEATS
        self._unseen: list[float] = [0.0] * MAX_SEATS
        self.in_hand: list[int] = [0] * MAX_SEATS
        """The cards that are surely in somebody's hand, by their place in the clan: made with ``unseen``."""
        self._rewards: list[Rewards] = [Rewards() for _ in range(4)]
        self._rivals_at: list[int] = [0] * 4
        self._rivals_here: list[int] = [0] * 4
        self.rival: list[Rival] = [Rival() for _ in range(4 * MAX_SEATS)]
        self._usual = Around()
        self._around: list[Around] = [Around() for _ in range(4)]

    def look_at_me(self, g: Game, seat: int) -> None:
        """Begin a decision of a seat that needs to look at nobody else."""
        n, z, v = g.n, g.z, self.v
        self.now += 1
        self.counts = n
        self.zones = z
        self.me = seat
        self.round = n[ROUND]
        self.blood = n[POOL + seat]
        self.planning = n[PHASE] == PLANNING
        self.here = n[LOC]
        later = v.later[self.round]
        self.price = later
        if not self.planning:
            return
        agenda = g.agenda
        turn, again, end = _TURNS
        turns = 0
        for k in range(len(agenda) - 1, -1, -1):
            step = agenda[k]
            todo = step[0]
            if todo is turn or todo is again:
                turns += step[1] == seat
            elif todo is end:
                break
        self.left[seat] = min(turns, len(z[HAND + seat]))
        if self.left[seat] and v.blood_now > later:
            self.price = v.blood_now

    def look(self, g: Game, seat: int) -> None:
        """Begin a decision of a seat."""
        n, z, v = g.n, g.z, self.v
        self.now += 1
        self.counts = n
        self.zones = z
        self.me = seat
        self.seats = g.seats
        self.round = n[ROUND]
        self.blood = n[POOL + seat]
        self.planning = n[PHASE] == PLANNING
        self.here = n[LOC]
        self.step = n[STEP]
        self.up = n[UP]
        self.exact = n[EXACT] | n[EXACT + 1 + seat]
        self.clan = n[CLAN + seat]
        self.round_now = float(max(1, self.round))
        table = g.table
        mate = self.mate = table.mate[seat]
        self.location_card = table.location_card
        self.locations = LOCATIONS[g.seats]
        out = n[OUT]
        others, opponents, left = self.others, self.opponents, self.left
        del others[:]
        del opponents[:]
        for s in range(g.seats):
            left[s] = 0
            if s != seat and not out >> s & 1:
                others.append(s)
                if s != mate:
                    opponents.append(s)
        now_open = self.open
        del now_open[:]
        for loc in self.locations:
            still = n[ALLY_AT + loc] >= 0
            self.is_open[loc] = still
            if still:
                now_open.append(loc)
        later = v.later[self.round]
        self.price = later
        if not self.planning:
            return
        agenda = g.agenda
        turn, again, end = _TURNS
        for k in range(len(agenda) - 1, -1, -1):
            step = agenda[k]
            todo = step[0]
            if todo is turn or todo is again:
                left[step[1]] += 1
            elif todo is end:
                break
        places = max(1, len(now_open))
        for s in range(g.seats):
            hand = len(z[HAND + s])
            if hand < left[s]:
                left[s] = hand
            self._share[s] = left[s] / places
        if left[seat] and v.blood_now > later:
            self.price = v.blood_now

    def best(self, codes: list[int], worths: list[float], rng: Random) -> int:
        """The action that is worth most; among equals, chance decides."""
        best = -1e9
        found: list[int] = []
        for k in range(len(codes)):
            worth = worths[k]
            if worth > best - 1e-9:
                if worth > best + 1e-9:
                    best = worth
                    found = []
                found.append(codes[k])
        self.score = best
        return found[0] if len(found) == 1 else found[int(rng.random() * len(found))]

    # People and Blood -------------------------------------------------------------------------------------

    def person(self, card: int) -> float:
        """What an Ally or Victim in the Alliance is worth."""
        return self.v.person[self.round][card]

    def drain_cost(self, card: int, tokens: int) -> float:
        """What the end of the game loses by a Drain of this card; its Blood is not counted."""
        return self.v.drain[self.round][tokens if tokens < 2 else 2][card]

    def pool(self, blood: float) -> float:
        """What so much Blood in the own Pool is worth."""
        v = self.v
        danger = v.danger
        last = len(danger) - 1
        whole = int(blood)
        if whole < 0:
            whole = 0
        elif whole > last:
            whole = last
        risk = danger[whole]
        if 0.0 < blood < last and blood != whole:
            risk += (danger[whole + 1] - risk) * (blood - whole)
        if whole and not self.planning and self.here == HAVEN:
            risk *= v.safe_after
        return (blood if blood > 0.0 else 0.0) * self.price - v.frenzy * risk

    def _acquired(self, card: int) -> float:
        """What an Ally does as it is taken."""
        v = self.v
        price = v.later[self.round]
        if card == _AL01:
            return 3.0 * price
        if card == _AL02:
            total = 0.0
            for s in self.opponents:
                total += min(2, self.counts[POOL + s]) * (price + v.harm)
            return total
        if card == _AL03:
            return v.card if self.round < 3 else 0.0
        if card == _AL04:
            return self.person(VICTIM)
        if card == _AL06:
            return 5.0 * price
        if card == _AL29:
            return (len(self.zones[ALLIANCE + self.me]) + 1) * price
        return 0.0

    def rewards(self, loc: int) -> Rewards:
        """What being ranked brings at a Location."""
        brings = self._rewards[loc]
        if brings.at != self.now:
            v = self.v
            influence = REWARD_INFLUENCE[max(0, self.round - 1)]
            first = float(influence[0])
            ally = self.counts[ALLY_AT + loc]
            if ally >= 0:
                first += self.person(ally) + self._acquired(ally)
            if loc == HAVEN:
                first += 1.0 + (v.ambition if self.round < 3 else v.ambition / 6.0)
            brings.first = first
            more = 1.0 if self.location_card[loc] == STAGE else 0.0
            brings.second = float(influence[1]) + (self.person(VICTIM) + more)
            brings.third = float(influence[2])
            brings.at = self.now
        return brings

    # Who knows what ---------------------------------------------------------------------------------------

    def knows(self, holder: int, card: int) -> bool:
        """Whether the seat knows a card that lies on somebody's Position."""
        bit = BIT[card]
        return bool(self.up & bit) or holder == self.me or card // 9 == self.clan or bool(self.exact & bit)

    def unseen(self, seat: int) -> float:
        """What a card of another seat that nobody has seen usually comes to."""
        if self._unseen_at[seat] != self.now:
            self._unseen[seat] = self._usual_card(seat)
            self._unseen_at[seat] = self.now
        return self._unseen[seat]

    def _usual_card(self, seat: int) -> float:
        n, z = self.counts, self.zones
        clan = n[CLAN + seat]
        self.in_hand[seat] = 0
        if clan < 0:
            return 2.0
        first = clan * 9
        shown = self.up >> first & 511
        exact = self.exact >> first & 511
        known = 0
        if exact:
            for c in z[HAND + seat]:
                known |= exact & (1 << (c - first))
        near = (n[AMONG] | n[AMONG + 1 + self.me]) >> first & 511 & ~exact & ~shown
        if near and not self._hides(seat, clan):  # nothing of theirs lies face down unknown: so in the hand
            known |= near
            near = 0
        self.in_hand[seat] = known
        total = 0.0
        count = 0
        gone = shown | known
        for k in range(9):
            if not gone >> k & 1:
                total += USUAL_POWER[first + k]
                count += 1
        if near:  # seen before, and surely near: twice as likely
            for k in range(9):
                if near >> k & 1:
                    total += USUAL_POWER[first + k]
                    count += 1
        return total / count if count else 2.0

    def _hides(self, seat: int, clan: int) -> bool:
        """Whether a card of that seat's clan lies face down somewhere and is not known."""
        for pos in range(self.seats * 4):
            for c in self.zones[CARDS + pos]:
                if c // 9 == clan and not self.knows(seat, c):
                    return True
        return False

    # Who is where -----------------------------------------------------------------------------------------

    def share(self, seat: int, loc: int) -> float:
        """How many of its coming cards an opponent is likely to play there."""
        return self._share[seat] if self.planning and self.is_open[loc] else 0.0

    def _stand(self, seat: int, loc: int) -> None:
        """Lay out another seat's Position as its cards see it, as far as it can be known."""
        n, z = self.counts, self.zones
        pos = seat * 4 + loc
        self.clear()
        hidden = 0
        for c in z[CARDS + pos]:
            if self.knows(seat, c):
                self.add(c, (self.up & BIT[c]) != 0)
            else:
                hidden += 1
        self.unseen_here = float(hidden)
        self.blood_here = float(n[BLOOD + pos])
        around = self.around_here = self._usual
        around.pool = float(n[POOL + seat])
        around.alliance = len(z[ALLIANCE + seat])
        around.spare = float(max(1, len(z[HAND + seat]) - self.left[seat]))
        around.haven = loc == HAVEN

    def rivals(self, loc: int) -> int:
        """How many others are, or may still come, at a Location: those in ``rival`` from ``loc * 6``."""
        if self._rivals_at[loc] != self.now:
            count = 0
            for s in self.others:
                if self._rival(s, loc, self.rival[loc * MAX_SEATS + count]):
                    count += 1
            self._rivals_here[loc] = count
            self._rivals_at[loc] = self.now
        return self._rivals_here[loc]

    def _rival(self, seat: int, loc: int, rival: Rival) -> bool:
        """Take down another seat; ``False`` if it is surely not there."""
        n, v = self.counts, self.v
        pos = seat * 4 + loc
        coming = self.share(seat, loc)
        has = 0.0
        hidden = 0.0
        there = 1.0
        if self.zones[CARDS + pos] or n[BLOOD + pos]:
            self._stand(seat, loc)
            has = self.power(self.unseen(seat))
            hidden = self.unseen_here
            if self.planning or self.step == 0 or self.step == WITHDRAW_STEP or loc != self.here:
                there = v.stays
        else:
            there = coming if coming < 0.9 else 0.9
            coming = (coming if coming > 0.8 else 0.8) if coming else 0.0  # if they come, they come with something
            if not self.planning and loc == HAVEN:
                there, has = self._withdrawn(seat)
        if self.planning and there > v.stays:
            there = v.stays
        if there <= 0.0:
            return False
        pool = float(n[POOL + seat])
        mean = has
        if coming:
            extra = pool - 1.0 if pool > 1.0 else 0.0
            mean += coming * (self.unseen(seat) + (v.usual_blood if v.usual_blood <= extra else extra))
            pool -= (v.usual_blood + 0.3) * self.left[seat]
            if pool < 1.0:
                pool = 1.0
        seats, first = self.seats, n[AMBITION]
        earlier = (seat - first) % seats < (self.me - first) % seats
        rival.is_mate = seat == self.mate
        rival.there = there
        rival.power = mean
        rival.spread = sqrt(v.spread2 + hidden * v.hidden2 + coming * v.coming2)
        rival.pool = pool
        rival.tie = 0.5 if earlier else -0.5
        return True

    def _withdrawn(self, seat: int) -> tuple[float, float]:
        """How likely another seat comes to the Haven by leaving a Location, and what it may bring."""
        brings, likely = 0.0, 0.0
        for loc in self.open:
            if loc != HAVEN and self.zones[CARDS + seat * 4 + loc]:
                self._stand(seat, loc)
                self.blood_here = 0.0
                self.around_here.haven = True
                power = self.power(self.unseen(seat))
                if power > brings:
                    brings = power
                likely = 1.0 - (1.0 - likely) * self.v.stays
        return likely, brings

    def around(self, loc: int) -> Around:
        """What the own cards would see around them at a Location, themselves not yet."""
        around = self._around[loc]
        if around.at != self.now:
            self._look_around(loc, around)
            around.at = self.now
        return around

    def _look_around(self, loc: int, around: Around) -> None:
        n, z = self.counts, self.zones
        top = 0.0
        most = 0.0
        cards = 0
        blood = 0
        coming = 0.0
        every = 0
        for s in self.opponents:
            pos = s * 4 + loc
            printed = 0.0
            for c in z[CARDS + pos]:
                cards += 1
                if self.knows(s, c):
                    power = PRINTED_POWER[c]
                    printed += power
                    if power > top:
                        top = power
            if printed > most:
                most = printed
            if n[BLOOD + pos] > blood:
                blood = n[BLOOD + pos]
            coming += self.share(s, loc)
            every += self.left[s]
        pool = float(self.blood)
        if self.planning:
            pool -= 1.5 * self.left[self.me]
            if pool < 1.0:
                pool = 1.0
        rivals = 0.0
        k: i64
        first = loc * MAX_SEATS
        for k in range(first, first + self.rivals(loc)):
            rival = self.rival[k]
            if not rival.is_mate:
                rivals += rival.there
        if not top:
            top = 1.5 * coming
            if top > 2.5:
                top = 2.5
        if not most:
            most = coming if coming < 2.5 else 2.5
        around.pool = pool
        around.alliance = len(z[ALLIANCE + self.me])
        hand = len(z[HAND + self.me])
        around.spare = float(max(0, hand - self.left[self.me] - (1 if self.planning else 0)))
        around.haven = loc == HAVEN
        around.rivals = rivals
        around.their_cards = cards + coming
        around.their_top = top
        around.their_printed = most
        around.their_blood = blood + 0.3 * coming
        around.coming = coming
        around.elsewhere = every - coming
