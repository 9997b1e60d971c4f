"""What a fast player estimates from the table: who is strong where, what that brings, and the value of Blood.

It uses an observation, so it cannot contain what its seat may not know. Locations are numbers; each value is calculated
at most once for a decision, when it is first needed.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta.engine.card_estimates import LaidPosition, PositionSurroundings
from vendetta_kit.games.vendetta.engine.card_tables import HAVEN, LOCATIONS, REWARD_INFLUENCE, STAGE
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.rule_numbers import HAVEN_MORE, ROUNDS
from vendetta_kit.games.vendetta.engine.state import (
    ALLIANCE,
    ALLY_AT,
    AMBITION,
    AMONG,
    BLOOD,
    CARDS,
    CLAN,
    HAND,
    LOC,
    MAX_SEATS,
    OUT,
    PHASE,
    PLANNING,
    POOL,
    ROUND,
    STEP,
    TOKENS_DOWN,
    TOKENS_UP,
    UP,
    WITHDRAW_STEP,
)

from .alliance_values import AllianceValues
from .position_value import KINDS

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64


VICTIM: Final = 93
"""The first Victim's number; all Victims are alike."""
_AL01: Final = 63
_AL02: Final = 64
_AL03: Final = 65
_AL04: Final = 66
_AL06: Final = 68
_AL29: Final = 91
_WITHDRAWING: Final[int] = WITHDRAW_STEP  # typed once more for the compiler
_PLANNING: Final[int] = PLANNING
_STAGE: Final[int] = STAGE
_INFLUENCE: Final[list[list[float]]] = [[float(each) for each in ranks] for ranks in REWARD_INFLUENCE]


class AssessedSeat:
    """A seat as another seat sees it."""

    def __init__(self, seat: int) -> None:
        self.seat: i64 = seat
        self.is_mate = False
        self.pool = 0.0
        self.left: i64 = 0  # Planning turns left, without the present one
        self.share = 0.0  # the number of its coming cards that each open Location is likely to get
        self.tie = 0.0  # half a point for a seat that is earlier in turn order
        # calculated when needed
        self.at: i64 = 0
        self.unseen = 0.0


class LocationRival:
    """Another player who is, or may still come, at a Location."""

    def __init__(self) -> None:
        self.seat: i64 = 0
        self.is_mate = False
        self.there = 0.0  # the chance to be there at the count
        self.power = 0.0
        self.spread = 1.0  # the standard deviation of its Power
        self.pool = 0.0
        self.tie = 0.0  # half a point for a seat that is earlier in turn order


class LocationRivals:
    """The number of other players at a Location, and the decision for which it is valid."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.count: i64 = 0


class Rewards:
    """The values of the first three ranks at a Location."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.first = 0.0
        self.second = 0.0
        self.third = 0.0


class TableAssessment(LaidPosition):
    """The assessment of one decision; the object is reused and keeps nothing of earlier decisions."""

    def __init__(self, worths: AllianceValues) -> None:
        super().__init__()
        self.v = worths
        self.now: i64 = 0  # the number of the decision; values calculated for other numbers are invalid
        self.score = 0.0  # the value of what best() found
        self.counts: list[int] = []
        self.zones: list[tuple[int, ...]] = []
        self.me: i64 = 0
        self.mate: i64 = -1
        self.seats: i64 = 0
        self.round: i64 = 0
        self.blood: i64 = 0
        self.planning = False
        self.here: i64 = -1
        self.step: i64 = 0
        self.price = 0.0
        self.up: i64 = 0  # bit set of face-up cards
        self.location_card: tuple[int, ...] = ()
        self.locations: tuple[int, ...] = ()
        self.left: i64 = 0  # own Planning turns left
        self.seen: list[AssessedSeat] = [AssessedSeat(seat) for seat in range(MAX_SEATS)]
        self.others: list[AssessedSeat] = []
        self.opponents: list[AssessedSeat] = []
        self.open: list[int] = []
        self.is_open: list[bool] = [False] * 4
        # calculated at most once
        self._rewards: list[Rewards] = [Rewards() for _ in range(4)]
        self._rivals: list[LocationRivals] = [LocationRivals() for _ in range(4)]
        self.rival: list[LocationRival] = [LocationRival() for _ in range(4 * MAX_SEATS)]
        self._usual = PositionSurroundings()
        self._around: list[PositionSurroundings] = [PositionSurroundings() for _ in range(4)]

    def look(self, o: VendettaObservation) -> None:
        """Read an observation and begin the assessment of its seat's decision."""
        n, z = o.n, o.z
        seat: i64 = o.seat
        self.now += 1
        self.counts = n
        self.zones = z
        self.me = seat
        self.round = n[ROUND]
        self.blood = n[POOL + seat]
        self.planning = n[PHASE] == _PLANNING
        self.here = n[LOC]
        self.step = n[STEP]
        self.up = n[UP]
        self.round_now = float(self.round if self.round > 1 else 1)
        seats: i64 = o.seats
        mate: i64 = o.mate[seat]
        self.seats = seats
        self.mate = mate
        self.location_card = o.location_card
        self.locations = LOCATIONS[seats]
        out: i64 = n[OUT]
        first: i64 = n[AMBITION]
        mine: i64 = (seat - first + seats) % seats  # index in turn order
        others, opponents = self.others, self.opponents
        others.clear()
        opponents.clear()
        self.left = self._left(o, seat)
        now_open = self.open
        now_open.clear()
        for loc in self.locations:
            still = n[ALLY_AT + loc] >= 0
            self.is_open[loc] = still
            if still:
                now_open.append(loc)
        places = float(len(now_open)) if now_open else 1.0
        s: i64
        for s in range(seats):
            other = self.seen[s]
            other.left = self._left(o, s)
            other.share = float(other.left) / places
            if s != seat and not out >> s & 1:
                other.is_mate = s == mate
                other.pool = float(n[POOL + s])
                other.tie = 0.5 if (s - first + seats) % seats < mine else -0.5
                others.append(other)
                if s != mate:
                    opponents.append(other)
        v = self.v
        later = v.later[self.round]
        self.price = v.blood_now if self.left and v.blood_now > later else later

    @staticmethod
    def _left(o: VendettaObservation, seat: i64) -> i64:
        """Return the Planning turns that a seat has left and has cards for."""
        left: i64 = o.turns[seat]
        hand: i64 = len(o.z[HAND + seat])
        return left if left < hand else hand

    def best(self, codes: list[int], worths: list[float], rng: Random) -> int:
        """Return the code with the highest value, or a random one of several."""
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

    # Allies, Victims and Blood -----------------------------------------------------------------------------

    def person(self, card: int) -> float:
        """Return the value of an Ally or Victim in the Alliance."""
        return self.v.person[self.round][card]

    def drain_cost(self, card: int, tokens: int) -> float:
        """Return the Influence that a Drain of this card costs at the end of the game, without its Blood."""
        return self.v.drain[self.round][tokens if tokens < 2 else 2][card]

    def tokens(self) -> int:
        """Return the number of own Diablerie tokens."""
        return self.counts[TOKENS_UP + self.me] + self.counts[TOKENS_DOWN + self.me]

    def pool(self, blood: float) -> float:
        """Return the value of this much Blood in the own Pool."""
        v = self.v
        danger = v.danger
        last: i64 = len(danger) - 1
        whole: i64 = 0
        if blood > 0.0:
            whole = int(blood)
            if whole > last:
                whole = last
        risk = danger[whole]
        over = blood - float(whole)
        if over > 0.0 and whole < last:
            risk += (danger[whole + 1] - risk) * over
        if whole and not self.planning and self.here == HAVEN:
            risk *= v.safe_after
        return (blood if blood > 0.0 else 0.0) * self.price - v.frenzy * risk

    def _acquired(self, card: int) -> float:
        """Return the value of an Ally's effect when it is acquired."""
        v = self.v
        price = v.later[self.round]
        if card == _AL01:
            return 3.0 * price
        if card == _AL02:
            total = 0.0
            for other in self.opponents:
                total += (other.pool if other.pool < 2.0 else 2.0) * (price + v.harm)
            return total
        if card == _AL03:
            return v.card if self.round < ROUNDS else 0.0
        if card == _AL04:
            return self.person(VICTIM)
        if card == _AL06:
            return 5.0 * price
        if card == _AL29:
            return (len(self.zones[ALLIANCE + self.me]) + 1) * price
        return 0.0

    def rewards(self, loc: int) -> Rewards:
        """Return the values of the ranks at a Location."""
        brings = self._rewards[loc]
        if brings.at != self.now:
            v = self.v
            influence = _INFLUENCE[self.round - 1 if self.round > 1 else 0]
            first = influence[0]
            ally = self.counts[ALLY_AT + loc]
            if ally >= 0:
                first += self.person(ally) + self._acquired(ally)
            if loc == HAVEN:
                first += HAVEN_MORE + (v.ambition if self.round < ROUNDS else v.ambition / 6.0)
            brings.first = first
            more = 1.0 if self.location_card[loc] == _STAGE else 0.0
            brings.second = influence[1] + (self.person(VICTIM) + more)
            brings.third = influence[2]
            brings.at = self.now
        return brings

    def unseen(self, other: AssessedSeat) -> float:
        """Return the Power to expect of another seat's unseen card."""
        if other.at != self.now:
            other.unseen = self._usual_card(other)
            other.at = self.now
        return other.unseen

    def _usual_card(self, other: AssessedSeat) -> float:
        """Return the average over the cards that may be unseen."""
        c: i64
        k: i64
        n = self.counts
        clan: i64 = n[CLAN + other.seat]
        if clan < 0:
            return 2.0
        first: i64 = clan * 9
        gone = self.up >> first & 511
        for c in self.zones[HAND + other.seat]:
            if c >= 0:
                gone |= 1 << c - first
        among: i64 = n[AMONG]
        near = among >> first & 511
        total = 0.0
        count = 0.0
        for k in range(9):
            if not gone >> k & 1:
                total += KINDS[first + k].usual
                count += 1.0
        if near:  # seen before and surely near: twice as likely
            for k in range(9):
                if near >> k & 1:
                    total += KINDS[first + k].usual
                    count += 1.0
        return total / count if count else 2.0

    # Players at Locations ------------------------------------------------------------------------------------

    def _stand(self, other: AssessedSeat, loc: i64) -> None:
        """Set up another seat's Position as its cards see it, as far as it is known."""
        c: i64
        pos = other.seat * 4 + loc
        self.clear()
        hidden = 0.0
        for c in self.zones[CARDS + pos]:
            if c >= 0:
                self.add(c, (self.up >> c & 1) != 0)
            else:
                hidden += 1.0
        self.unseen_here = hidden
        self.blood_here = float(self.counts[BLOOD + pos])
        spare: i64 = len(self.zones[HAND + other.seat])
        spare -= other.left
        around = self.around_here = self._usual
        around.pool = other.pool
        around.alliance = len(self.zones[ALLIANCE + other.seat])
        around.spare = float(spare if spare > 1 else 1)
        around.haven = loc == HAVEN

    def rivals(self, loc: i64) -> i64:
        """Return how many others are or may still come there; they are in ``rival`` from ``loc * 6``."""
        rivals = self._rivals[loc]
        if rivals.at != self.now:
            rivals.count = 0
            first = loc * MAX_SEATS
            for other in self.others:
                if self._rival(other, loc, self.rival[first + rivals.count]):
                    rivals.count += 1
            rivals.at = self.now
        return rivals.count

    def met(self, loc: int) -> list[LocationRival]:
        """Return the players other than the team mate who are, or may still come, at a Location."""
        first = loc * MAX_SEATS
        return [rival for rival in self.rival[first : first + self.rivals(loc)] if not rival.is_mate]

    def shown(self, loc: int) -> tuple[int, bool]:
        """Return the highest Power that another player shows there, and whether it wins ties with this seat."""
        most, wins_ties = 0, False
        first = loc * MAX_SEATS
        for rival in self.rival[first : first + self.rivals(loc)]:
            self._stand(self.seen[rival.seat], loc)
            self.clear()
            self.unseen_here = 0.0
            for c in self.zones[CARDS + rival.seat * 4 + loc]:
                if c >= 0 and self.up >> c & 1:
                    self.add(c, True)
            power = int(self.power(0.0))
            if power >= most:
                wins_ties = rival.tie > 0.0 or (power == most and wins_ties)
                most = power
        return most, wins_ties

    def _rival(self, other: AssessedSeat, loc: i64, rival: LocationRival) -> bool:
        """Record another seat at a Location; return ``False`` if it is surely not there."""
        v = self.v
        pos = other.seat * 4 + loc
        coming = other.share if self.is_open[loc] else 0.0
        has = 0.0
        hidden = 0.0
        there = 1.0
        if self.zones[CARDS + pos] or self.counts[BLOOD + pos]:
            self._stand(other, loc)
            has = self.power(self.unseen(other))
            hidden = self.unseen_here
            if self.planning or self.step == 0 or self.step == _WITHDRAWING or loc != self.here:
                there = v.stays
        else:
            there = coming if coming < 0.9 else 0.9
            coming = (coming if coming > 0.8 else 0.8) if coming else 0.0  # if they come, they bring something
            if not self.planning and loc == HAVEN:
                there, has = self._withdrawn(other)
        if self.planning and there > v.stays:
            there = v.stays
        if there <= 0.0:
            return False
        pool = other.pool
        mean = has
        if coming:
            extra = pool - 1.0 if pool > 1.0 else 0.0
            mean += coming * (self.unseen(other) + (v.usual_blood if v.usual_blood <= extra else extra))
            pool -= (v.usual_blood + 0.3) * float(other.left)
            if pool < 1.0:
                pool = 1.0
        rival.seat = other.seat
        rival.is_mate = other.is_mate
        rival.there = there
        rival.power = mean
        rival.spread = sqrt(v.spread2 + hidden * v.hidden2 + coming * v.coming2)
        rival.pool = pool
        rival.tie = other.tie
        return True

    def _withdrawn(self, other: AssessedSeat) -> tuple[float, float]:
        """Return the chance that another seat withdraws to the Haven, and the Power that it may bring."""
        loc: i64
        brings, likely = 0.0, 0.0
        for loc in self.open:
            if loc != HAVEN and self.zones[CARDS + other.seat * 4 + loc]:
                self._stand(other, loc)
                self.blood_here = 0.0
                self.around_here.haven = True
                power = self.power(self.unseen(other))
                if power > brings:
                    brings = power
                likely = 1.0 - (1.0 - likely) * self.v.stays
        return likely, brings

    def around(self, loc: i64) -> PositionSurroundings:
        """Return what the own cards would see around them at a Location, themselves not included."""
        around = self._around[loc]
        if around.at != self.now:
            self._look_around(loc, around)
            around.at = self.now
        return around

    def _look_around(self, loc: i64, around: PositionSurroundings) -> None:
        c: i64
        k: i64
        n, z = self.counts, self.zones
        top = 0.0
        most = 0.0
        cards = 0.0
        blood: i64 = 0
        most_blood: i64 = 0
        coming = 0.0
        every: i64 = 0
        is_open = self.is_open[loc]
        for other in self.opponents:
            pos = other.seat * 4 + loc
            printed = 0.0
            for c in z[CARDS + pos]:
                cards += 1.0
                if c >= 0:
                    power = KINDS[c].printed
                    printed += power
                    if power > top:
                        top = power
            if printed > most:
                most = printed
            blood = n[BLOOD + pos]
            if blood > most_blood:
                most_blood = blood
            if is_open:
                coming += other.share
            every += other.left
        pool = float(self.blood)
        if self.planning:
            pool -= 1.5 * float(self.left)
            if pool < 1.0:
                pool = 1.0
        rivals = 0.0
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
        spare: i64 = len(z[HAND + self.me])
        spare -= self.left
        if self.planning:
            spare -= 1
        around.pool = pool
        around.alliance = len(z[ALLIANCE + self.me])
        around.spare = float(spare if spare > 0 else 0)
        around.haven = loc == HAVEN
        around.rivals = rivals
        around.their_cards = cards + coming
        around.their_top = top
        around.their_printed = most
        around.their_blood = float(most_blood) + 0.3 * coming
        around.coming = coming
        around.elsewhere = float(every) - coming
