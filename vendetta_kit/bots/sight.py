"""What a quick player reads off a table: who is strong where, what that brings, and what Blood is worth now.

A :class:`Sight` is made from one view and thrown away; it works out each thing once, when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import exp, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit import box
from vendetta_kit.engine.tables import REWARD_INFLUENCE

from .cards import DOES, NEEDS_FACE_UP, PRINTED, TYPICAL, Does, Lying, Spot, cards_of, power

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vendetta_kit.engine.actions import At
    from vendetta_kit.engine.views import PositionView, SeatView, View

    from .weights import Weights

__all__ = ["VICTIM", "Place", "Rival", "Sight", "drain_worth", "person_worth", "total"]

VICTIM: Final = "VI01"
"""All Victims are alike."""


def total(amounts: Iterable[float]) -> float:
    """Their sum from left to right: since Python 3.12 ``sum`` rounds otherwise, and a choice must not hang on that."""
    found = 0.0
    for amount in amounts:
        found += amount
    return found


class Rival(NamedTuple):
    """An opponent at a Location: how likely there at the count, with how much Power, how far off that may be."""

    seat: int
    there: float
    power: float
    spread: float
    shown: int
    pool: float


class Place(NamedTuple):
    """How a seat is likely to be ranked: chances of each rank, and what that brings in Influence."""

    chances: tuple[float, ...]
    value: float


class Sight:
    """One view, read by a greedy player."""

    def __init__(self, view: View, weights: Weights) -> None:
        if view.me is None:
            raise ValueError("a spectator has nothing to weigh")
        self.view = view
        self.w = weights
        self.me = view.me
        self.mine = view.seats[view.me]
        self.round = view.round
        self.mate = self.mine.mate
        self.others = [s for s in view.seats if s.seat != view.me and not s.out]
        self.opponents = [s for s in self.others if s.seat != self.mate]
        self.order = {seat: k for k, seat in enumerate(view.order)}
        self.open = tuple(loc.at for loc in view.locations if loc.ally is not None)
        """Locations whose conflict is still to come."""
        self.allies = {loc.at: loc.ally for loc in view.locations}
        left = Counter(item.seat for item in view.agenda if item.name == "turn")
        self.left = {s.seat: min(left[s.seat], s.hand_size) for s in view.seats}
        """Planning turns that each seat has after this moment (the own present one not counted)."""
        self.planning = view.phase == "planning"
        self.cards_at = {loc.at: loc.location_card for loc in view.locations}
        """Location cards (the variant)."""
        self.spots = {(s.seat, spot.at): spot for s in view.seats for spot in s.positions}
        later = weights.blood_later[view.round]
        self.blood_price = max(later, weights.blood_now) if self.planning and self.left[view.me] else later
        """One Blood more in the Pool, danger aside."""
        self._rewards: dict[At, tuple[float, ...]] = {}
        self._curbs: dict[At, tuple[str, ...]] = {}
        self._rivals: dict[At, tuple[Rival, ...]] = {}
        self._places: dict[tuple[At, float], Place] = {}
        self._around: dict[At, Spot] = {}
        self._unseen: dict[int, float] = {}

    # People and Blood -------------------------------------------------------------------------------------

    def person(self, card: str) -> float:
        """What an Ally or Victim in the Alliance is worth: its Influence, what it feeds or could be Drained for."""
        return person_worth(card, max(0, 3 - self.round), self.w)

    def drain_cost(self, card: str) -> float:
        """What the end of the game loses by a Drain of this card; its Blood is not counted."""
        tokens = self.mine.tokens_up + self.mine.tokens_down
        return drain_worth(card, max(0, 3 - self.round), self.w, tokens)

    def pool(self, blood: float) -> float:
        """What so much Blood in the own Pool is worth: it buys Power later and keeps Frenzy away."""
        danger = self.w.danger
        whole = max(0, min(int(blood), len(danger) - 1))
        risk = danger[whole]
        if 0 < blood < len(danger) - 1:
            risk += (danger[whole + 1] - risk) * (blood - whole)
        if whole and not self.planning and self.view.at == "haven":
            risk *= self.w.safe_after
        return max(0.0, blood) * self.blood_price - self.w.frenzy * risk

    def acquired(self, card: str) -> float:
        """What an Ally does as it is taken."""
        price = self.w.blood_later[self.round]
        if card == "AL02":
            return total(min(2, s.blood) * (price + self.w.harm) for s in self.opponents)
        if card == "AL03":
            return self.w.card if self.round < 3 else 0.0
        if card == "AL04":
            return self.person(VICTIM)
        blood = {"AL01": 3, "AL06": 5, "AL29": len(self.mine.alliance) + 1}.get(card, 0)
        return blood * price

    def reward(self, at: At, rank: int) -> float:
        """What being ranked so (from 0) at a Location brings."""
        if at not in self._rewards:
            first, second, third = map(float, REWARD_INFLUENCE[max(0, self.round - 1)])
            ally = self.allies[at]
            if ally is not None:
                first += self.person(ally) + self.acquired(ally)
            if at == "haven":
                first += 1 + (self.w.ambition if self.round < 3 else self.w.ambition / 6)
            second += self.person(VICTIM) + (self.cards_at[at] == "LC06")
            self._rewards[at] = first, second, third
        return self._rewards[at][rank] if rank < 3 else 0.0

    # Positions --------------------------------------------------------------------------------------------

    def position(self, seat: SeatView, at: At) -> PositionView:
        """A seat's Position at a Location."""
        return self.spots[seat.seat, at]

    def unseen(self, seat: SeatView) -> float:
        """What a card of this seat that nobody has seen usually comes to."""
        if seat.seat not in self._unseen:
            shown = {c.card for s in self.view.seats for spot in s.positions for c in spot.cards if c.face == "up"}
            if seat.seat == self.me:
                cards = list(seat.hand or ())
            else:
                cards = [c for c in cards_of(seat.clan) if c not in shown and c not in seat.known_hand]
                cards += seat.among  # seen before, and surely near: twice as likely
            worth = [TYPICAL[c] for c in cards]
            self._unseen[seat.seat] = total(worth) / len(worth) if worth else 2.0
        return self._unseen[seat.seat]

    def share(self, seat: int, at: At) -> float:
        """How many of its coming cards an opponent is likely to play there."""
        return self.left[seat] / max(1, len(self.open)) if self.planning and at in self.open else 0.0

    def rivals(self, at: At) -> tuple[Rival, ...]:
        """Everybody else who is, or may still come, at a Location."""
        if at not in self._rivals:
            self._rivals[at] = tuple(rival for s in self.others if (rival := self._rival(s, at)).there > 0)
        return self._rivals[at]

    def standing(self, seat: SeatView, at: At) -> Spot:
        """Another seat's Position as its cards see it, as far as it can be known."""
        spot = self.position(seat, at)
        return Spot(
            cards=tuple(Lying(c.card, c.face == "up") for c in spot.cards if c.card is not None),
            unseen=sum(1 for c in spot.cards if c.card is None),
            blood=spot.blood,
            pool=seat.blood,
            alliance=len(seat.alliance),
            spare=max(1, seat.hand_size - self.left[seat.seat]),
            haven=at == "haven",
            round=max(1, self.round),
        )

    def _rival(self, seat: SeatView, at: At) -> Rival:
        w = self.w
        spot = self.standing(seat, at)
        coming = self.share(seat.seat, at)
        typical = self.unseen(seat)
        has = power(spot, typical) if spot.cards or spot.unseen or spot.blood else 0.0
        shown = int(power(spot._replace(cards=tuple(c for c in spot.cards if c.up), unseen=0)))
        there = 1.0
        if not (spot.cards or spot.unseen or spot.blood):
            there = min(0.9, coming)
            coming = max(coming, 0.8) if coming else 0.0  # if they come, they come with something
            if not self.planning and at == "haven":
                has, there = self._withdrawn(seat)
        elif self.planning or self.view.step in ("", "withdraw") or at != self.view.at:
            there = w.stays
        if self.planning:
            there = min(there, w.stays)
        mean = has + coming * (typical + min(w.usual_blood, max(0, seat.blood - 1)))
        spread = sqrt(w.spread**2 + spot.unseen * w.hidden**2 + coming * w.coming**2)
        pool = float(seat.blood)
        if coming:
            pool = max(1.0, pool - (w.usual_blood + 0.3) * self.left[seat.seat])
        return Rival(seat.seat, there, mean, spread, shown, pool)

    def _withdrawn(self, seat: SeatView) -> tuple[float, float]:
        """What another seat may bring to the Haven by leaving a Location, and how likely that is."""
        brings, likely = 0.0, 0.0
        for at in self.open:
            spot = self.standing(seat, at)
            if at != "haven" and (spot.cards or spot.unseen):
                brings = max(brings, power(spot._replace(blood=0, haven=True), self.unseen(seat)))
                likely = 1 - (1 - likely) * self.w.stays
        return brings, likely

    def around(self, at: At) -> Spot:
        """The own Position there with nothing on it: what its cards would see around them."""
        if at not in self._around:
            theirs = [self.position(s, at) for s in self.opponents]
            known = [[PRINTED[c.card] for c in spot.cards if c.card is not None] for spot in theirs]
            mine = self.mine
            coming = total(self.share(s.seat, at) for s in self.opponents)
            every = sum(self.left[s.seat] for s in self.opponents) if self.planning else 0
            pool = float(mine.blood)
            if self.planning:
                pool = max(1.0, pool - 1.5 * self.left[self.me])
            self._around[at] = Spot(
                pool=pool,
                alliance=len(mine.alliance),
                spare=max(0, mine.hand_size - self.left[self.me] - (1 if self.planning else 0)),
                haven=at == "haven",
                round=max(1, self.round),
                rivals=total(r.there for r in self.rivals(at) if r.seat != self.mate),
                their_cards=sum(len(spot.cards) for spot in theirs) + coming,
                their_top=max([0, *(p for cards in known for p in cards)]) or min(2.5, 1.5 * coming),
                their_printed=max([0, *(sum(cards) for cards in known)]) or min(2.5, coming),
                their_blood=max([0, *(spot.blood for spot in theirs)]) + 0.3 * coming,
                coming=coming,
                elsewhere=every - coming,
            )
        return self._around[at]

    def spot(
        self, at: At, add: tuple[Lying, ...] = (), blood: int = 0, pool: float | None = None, without: str | None = None
    ) -> Spot:
        """The own Position there, with something more (or one card less)."""
        here = self.position(self.mine, at)
        around = self.around(at)
        lying = tuple(Lying(c.card, c.face == "up") for c in here.cards if c.card is not None and c.card != without)
        return around._replace(
            cards=lying + add, blood=here.blood + blood, pool=around.pool if pool is None else max(0.0, pool)
        )

    def power(self, at: At, add: tuple[Lying, ...] = (), blood: int = 0, pool: float | None = None) -> float:
        """The own Power there at the count, with something more."""
        return self.power_of(at, self.spot(at, add, blood, pool))

    def power_of(self, at: At, spot: Spot) -> float:
        """The Power of an own Position there, less what cards in sight will take from it."""
        has = power(spot)
        if at not in self._curbs:
            here = (c.card for rival in self.opponents for c in self.position(rival, at).cards)
            self._curbs[at] = tuple(card for card in here if card in ("GA02", "VE02"))
        for card in self._curbs[at]:
            own = [PRINTED[lying.card] for lying in spot.cards]
            has -= max([0, *own]) if card == "VE02" else sum(own) / 2
        return max(0.0, has)

    # Conflicts --------------------------------------------------------------------------------------------

    def place(self, at: At, has: float) -> Place:
        """How the own Position would be ranked with so much Power, and what that is worth."""
        key = (at, round(has * 2) / 2)
        if key not in self._places:
            chances = [1.0]
            for rival in self.rivals(at):
                earlier = self.order.get(rival.seat, 9) < self.order.get(self.me, 9)
                ahead = rival.there * _chance((rival.power - key[1] + (0.5 if earlier else -0.5)) / rival.spread)
                more = [0.0, *chances]
                chances = [*(c * (1 - ahead) for c in chances), 0.0]
                chances = [c + m * ahead for c, m in zip(chances, more, strict=True)]
            value = total(chance * self.reward(at, rank) for rank, chance in enumerate(chances[:3]))
            self._places[key] = Place(tuple(chances), value)
        return self._places[key]

    def present(self, at: At, add: tuple[Lying, ...] = (), blood: int = 0, pool: float | None = None) -> Place:
        """The same for the own Position with something more; without anything there is no rank."""
        spot = self.spot(at, add, blood, pool)
        if not spot.cards and not spot.blood:
            return Place((), 0.0)
        return self.place(at, self.power_of(at, spot))

    def hits(self, at: At, does: Does) -> float:
        """What an effect at a Location is worth, Rival by Rival."""
        w = self.w
        value = does.influence + does.victims * self.person(VICTIM)
        got = does.gain - does.pay
        each = does.steal + does.lose
        if each > 0:
            for rival in self.rivals(at):
                if rival.seat == self.mate:
                    continue
                taken = min(each, rival.pool)
                value += rival.there * taken * w.harm
                got += rival.there * min(does.steal, rival.pool)
                if rival.pool <= each:
                    value += rival.there * w.cause * min(1.0, each)
        if got:
            pool = self.around(at).pool
            value += self.pool(pool + got) - self.pool(pool)
        return value

    def does(self, at: At, card: str, spot: Spot, up: bool = True) -> float:
        """What a card's effect is worth where it lies."""
        effect = DOES.get(card)
        if effect is None or (not up and card in NEEDS_FACE_UP):
            return 0.0
        return self.hits(at, effect(spot))

    def effects(self, at: At, spot: Spot) -> float:
        """What the effects of all own cards of a Position are worth."""
        return total(self.does(at, card, spot, up) for card, up in spot.cards)

    def threat(self, at: At) -> float:
        """Blood that cards in sight are going to take from a Rival there."""
        total = 0.0
        for rival in self.opponents:
            spot = self.position(rival, at)
            if not spot.cards:
                continue
            theirs = Spot(blood=spot.blood, alliance=len(rival.alliance), round=max(1, self.round), pool=rival.blood)
            for c in spot.cards:
                effect = DOES.get(c.card) if c.card is not None else None
                if effect is not None:
                    does = effect(theirs)
                    total += does.steal + does.lose
                elif c.card is None:
                    total += 0.3
        return total


def _chance(z: float) -> float:
    """The chance that a roughly normal amount is above 0 when its mean is ``z`` standard deviations above."""
    return 1.0 / (1.0 + exp(-1.7 * max(-12.0, min(12.0, z))))


@cache
def person_worth(card: str, feeds: int, w: Weights) -> float:
    record = box.find(card)
    assert isinstance(record, box.Person)
    later = w.blood_later[3 - feeds]
    kept = record.influence + record.feed * feeds * later + w.ability.get(card, 0.0)
    drained = record.drained_influence + record.drain_blood * later
    if record.creature == "vampire":
        drained -= w.diablerie[0]
    return max(kept, drained) if card != "AL11" else kept


@cache
def drain_worth(card: str, feeds: int, w: Weights, tokens: int) -> float:
    record = box.find(card)
    assert isinstance(record, box.Person)
    cost = (
        record.influence - record.drained_influence + record.feed * feeds * w.blood_later[2] + w.ability.get(card, 0.0)
    )
    if record.creature == "vampire":
        for k in range(2 if card == "AL14" else 1):
            cost += w.diablerie[min(tokens + k, 2)] - w.token_blood * (feeds + 1)
    return cost
