"""How the greedy bot chooses tokens and answers: the value in Influence of each possible answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta.engine.actions import BID0, CARD0, IN_HAVEN, INT0, NO, YES
from vendetta_kit.games.vendetta.engine.agenda import QUESTION_NUMBER
from vendetta_kit.games.vendetta.engine.card_estimates import ClanCardNumbers, ExpectedEffect
from vendetta_kit.games.vendetta.engine.card_tables import (
    APOCRYPHA,
    BIT,
    CLAN_CARDS,
    HAVEN,
    HOURGLASS,
    IDS,
    LAUNDRY,
    LITANY,
    NUMBER,
    POWER,
    SEAL,
    VIAL,
)
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.rule_numbers import LITANY_POWER
from vendetta_kit.games.vendetta.engine.state import (
    ALLIANCE,
    BLOOD,
    CARDS,
    CONFLICT_STEP,
    HAND,
    MAX_SEATS,
    RELIC,
    RELIC_USED,
    UP,
)
from vendetta_kit.kernel.state import ASKER, QUESTION

from .alliance_values import AllianceValues
from .own_position_value import OwnPositionValue
from .position_value import CARD, KINDS

if TYPE_CHECKING:
    from random import Random


_GA06: Final = 14
_MA02: Final = 19
_MA07: Final = 24
_NO04: Final = 30
_TO05: Final = 40
_TR02: Final = 46
_TR05: Final = 49
_TR07: Final = 51
_VE01: Final = 54

# Questions by number
_MATE: Final = QUESTION_NUMBER["mate"]
_USE_RELIC: Final = QUESTION_NUMBER["use_relic"]
_DO_IT: Final = QUESTION_NUMBER["do_it"]
_TO_HAVEN: Final = QUESTION_NUMBER["to_haven"]
_CLOAK: Final = QUESTION_NUMBER["cloak"]
_TURN_UP: Final = QUESTION_NUMBER["turn_up"]
_CURFEW: Final = QUESTION_NUMBER["curfew"]
_SPEND_HALF: Final = QUESTION_NUMBER["spend_half"]
_SPEND_ONE: Final = QUESTION_NUMBER["spend_one"]
_SWAP: Final = QUESTION_NUMBER["swap"]
_GAZE: Final = QUESTION_NUMBER["gaze"]
_TOLL: Final = QUESTION_NUMBER["toll"]
_TREMERE_READY: Final = QUESTION_NUMBER["tremere_ready"]
_ORDER: Final = QUESTION_NUMBER["order"]
_BLOOD_TO_PLAY: Final = QUESTION_NUMBER["blood_to_play"]
_BLOOD_TO_TAKE: Final = QUESTION_NUMBER["blood_to_take"]
_TURN_DOWN: Final = QUESTION_NUMBER["turn_down"]
_TAKE_BACK: Final = QUESTION_NUMBER["take_back"]
_RIVAL: Final = QUESTION_NUMBER["rival"]
_NAME_CARD: Final = QUESTION_NUMBER["name_card"]
_SHIFT_BLOOD: Final = QUESTION_NUMBER["shift_blood"]
_INTO_DECK: Final = QUESTION_NUMBER["into_deck"]
_BLOOD_AFTER_CARD: Final = QUESTION_NUMBER["blood_after_card"]


FIRST_TO_ACT: Final = ("MA03", "MA01", "TO08", "TR02", "TR07", "GA05", "BR07", "VE06", "GA08", "GA04", "TR09", "TO09")
LAST_TO_ACT: Final = ("TR03", "MA07", "MA05", "NO05", "NO07", "GA07", "GA01")


def _acts(card: str) -> float:
    if card in FIRST_TO_ACT:
        return 50.0 - FIRST_TO_ACT.index(card)
    if card in LAST_TO_ACT:
        return -50.0 - LAST_TO_ACT.index(card)
    return 0.0


_CALM: Final = frozenset(
    NUMBER[card]
    for card in (
        *("BR03", "BR04", "BR05", "BR06", "BR07", "BR08", "BR09", "GA01", "GA07", "GA09", "MA05", "MA09", "NO01"),
        *("NO02", "NO03", "NO04", "NO07", "NO09", "TO01", "TO04", "TO06", "TO08", "TO09", "TR03", "TR05", "TR06"),
        *("TR09", "VE03", "VE05", "VE07", "VE09"),
    )
)
"""Cards whose Power before the count is the printed one, or less by choice, and that do not change other cards."""


WHEN: Final[tuple[float, ...]] = tuple([_acts(IDS[card]) for card in range(CLAN_CARDS)])
"""How early each card should act: above 0 before other cards, below 0 after them."""


class AnswerValues(OwnPositionValue):
    """Compares Stay with Withdraw, and the answers to questions."""

    def __init__(self, worths: AllianceValues) -> None:
        super().__init__(worths)
        self._yes_or_no = frozenset(
            (
                _MATE,
                _USE_RELIC,
                _DO_IT,
                _TO_HAVEN,
                _CLOAK,
                _TURN_UP,
                _CURFEW,
                _SPEND_HALF,
                _SPEND_ONE,
                _SWAP,
                _GAZE,
                _TOLL,
                _TREMERE_READY,
            )
        )
        self._carried: list[ClanCardNumbers] = []
        self._carried_ups: list[bool] = []

    def token(self, o: VendettaObservation) -> tuple[float, float]:
        """Return the values of staying at the Location being resolved and of leaving it."""
        self.look(o)
        return self.stay_and_leave(self.here)

    def stay_and_leave(self, loc: int) -> tuple[float, float]:
        """Return the values of staying and of leaving; the observation must have been read before."""
        n, z = self.counts, self.zones
        pos = self.me * 4 + loc
        mine = z[CARDS + pos]
        blood = n[BLOOD + pos]
        threat = self.threat(loc)
        pool = float(self.blood)
        if threat > pool:
            threat = pool
        self.lay(loc, 0.0)
        stay = 0.0
        if mine or self._others_with_cards(loc) > 1:  # Blood alone wins nothing (CONF-08)
            stay = self.place(loc, self.power_here(loc))
        stay += self.effects(loc) + self.pool(pool - threat)
        surely = self.v.certain and self.wins_surely(loc)
        leave = self.pool(float(self.blood + blood) + (1.0 if self.location_card[loc] == LAUNDRY else 0.0))
        if loc != HAVEN and mine and self.is_open[HAVEN]:
            self.lay(HAVEN, 0.0)
            before = self.present(HAVEN)
            effects = self.effects(HAVEN)
            for card in mine:
                self.add(card, True)
            leave += self.present(HAVEN) - before
            leave += self.effects(HAVEN) - effects
        leave += self._whispers(loc, len(mine))
        if surely and stay <= leave:
            stay = leave + 0.01
        return stay, leave

    def wins_surely(self, loc: int) -> bool:
        """Return whether this seat, if it stays, certainly wins this Location by what it knows.

        All others must have either only Blood there, or face-up cards that neither gain Power nor take any before the
        count, and less Power than this seat has by printed Power and Blood.
        """
        n, z = self.counts, self.zones
        mine = z[CARDS + self.me * 4 + loc]
        if not mine:
            return False
        most = -1
        for other in self.others:
            pos = other.seat * 4 + loc
            if not z[CARDS + pos]:
                continue
            power = n[BLOOD + pos]
            if n[RELIC + other.seat] == LITANY and not n[RELIC_USED + other.seat]:
                power += LITANY_POWER
            for card in z[CARDS + pos]:
                if card < 0 or not self.up & BIT[card] or card not in _CALM:
                    return False
                power += POWER[card]
            if power > most:
                most = power
        if most < 0:
            return True
        if self.location_card[loc] >= 0 or _MA02 in mine:
            return False
        least = n[BLOOD + self.me * 4 + loc]
        for other in self.others:  # Blood alone is ranked too
            if n[BLOOD + other.seat * 4 + loc] > most:
                most = n[BLOOD + other.seat * 4 + loc]
        for card in mine:
            if card in _CALM:
                least += POWER[card]
        return least > most

    def _others_with_cards(self, loc: int) -> int:
        count = 0
        for other in self.others:
            if self.zones[CARDS + other.seat * 4 + loc]:
                count += 1
        return count

    def _whispers(self, loc: int, cards: int) -> float:
        """Return the value of Feral Whispers: 2 Blood at its Location for each card that leaves another one."""
        if self.counts[UP] & BIT[_NO04]:
            for other in self.locations:
                if other != loc and _NO04 in self.zones[CARDS + self.me * 4 + other]:
                    return self.more_power(other, 2.0 * cards)
        return 0.0

    # Changes of the own Position -----------------------------------------------------------------------------

    def _present(self, loc: int, blood: float) -> float:
        """Return the value of the own Position with this much Blood more."""
        self.lay(loc, blood)
        return self.present(loc)

    def power_at(self, loc: int, blood: float = 0.0) -> float:
        """Return the Power of the own Position with this much Blood more."""
        self.lay(loc, blood)
        return self.power_here(loc)

    def _better(self, loc: int, blood: float) -> float:
        """Return the gain in value from this much Blood more on the own Position."""
        if not self.is_open[loc]:
            return 0.0
        return self._present(loc, blood) - self._present(loc, 0.0)

    def _better_with(self, loc: int, blood: float, all_up: bool) -> float:
        """Return the gain in value from this much Blood more and from the cards that are moved there."""
        if not self.is_open[loc]:
            return 0.0
        self.lay(loc, blood)
        for k in range(len(self._carried)):
            self.add(self._carried[k].card, all_up or self._carried_ups[k])
        return self.present(loc) - self._present(loc, 0.0)

    def more_power(self, loc: int, points: float) -> float:
        """Return the value of this many points of Power more (or fewer) at a Location."""
        if not self.is_open[loc]:
            return 0.0
        has = self.power_at(loc)
        more = has + points
        return self.place(loc, more if more > 0.0 else 0.0) - self.place(loc, has)

    def _without(self, loc: int, power: float) -> float:
        """Return the value of the own Position with this much less Power."""
        has = self.power_at(loc) - power
        return self.place(loc, has if has > 0.0 else 0.0)

    def _less(self, loc: int, card: int) -> float:
        """Return the value of the own Position without one of its cards."""
        self.lay(loc, 0.0, card)
        return self.present(loc)

    # Questions ----------------------------------------------------------------------------------------------

    def answer(self, o: VendettaObservation, codes: list[int], rng: Random) -> int:
        """Return the code of the answer to a card's question."""
        self.look(o)
        question = o.n[QUESTION]
        asker = o.n[ASKER]
        loc = self.place_of_question()
        if question in self._yes_or_no:
            value = self._yes(question, asker, loc)
            worths = [value if code == YES else 0.0 for code in codes]
        else:
            worths = [self._worth(question, asker, loc, code) for code in codes]
        return self.best(codes, worths, rng)

    def _yes(self, question: int, card: int, loc: int) -> float:
        """Return by how much Yes is better than No."""
        pool = float(self.blood)
        now = self.pool(pool)
        if question == _MATE:
            counts = card in (_TO05, _GA06) or (card == _VE01 and self.step == CONFLICT_STEP)
            return 1.0 if counts else -1.0
        if question == _USE_RELIC:
            return self._relic(card, loc)
        if question == _DO_IT:
            stay, leave = self.stay_and_leave(loc)
            return leave + self._takes(loc, 1.0, 0.0, 0.0) - stay  # Steal 1 Blood from each Rival, as a Hunt does
        if question == _TO_HAVEN:
            return self._to_haven(card, loc) + 0.01
        if question == _CLOAK:
            return self._cloak(card, loc)
        if question == _TURN_UP:
            power = KINDS[card].usual if 0 <= card < CLAN_CARDS else 2.0
            return self._present(loc, 0.0) - self._without(loc, power) + self.pool(pool - 2.0) - now
        if question == _CURFEW:
            self.lay(loc, 0.0)
            return self.effects(loc) + self.pool(pool - 3.0) - now
        if question == _SPEND_HALF:
            return self._spend_half(card, loc)
        if question == _SPEND_ONE:
            return self._takes(loc, 1.0, 0.0, 1.0)
        blood = self.counts[BLOOD + self.me * 4 + loc]
        if question == _SWAP:
            return self.pool(float(blood)) - now + self.more_power(loc, float(self.blood + 2 - blood))
        if question == _GAZE:
            return self.more_power(loc, -1.5 * ((blood + 1) // 2)) + 1.0  # the other answer costs 1 Influence
        if question == _TOLL:
            return self.pool(pool - 2.0) - now + self.v.give
        return self._tremere_ready(loc)

    def _worth(self, question: int, asker: int, loc: int, code: int) -> float:
        """Return the value of one of several answers."""
        pool = self.blood
        card = code - CARD0
        if question == _ORDER:
            return WHEN[card]
        if question == _BLOOD_TO_PLAY:
            blood = code - INT0
            return self._better(loc, float(blood)) + self.pool(float(pool - blood)) - self.pool(float(pool))
        if question in (_BLOOD_TO_TAKE, _BLOOD_AFTER_CARD):  # as much of it as is still allowed
            return float(code - INT0)
        if question == _NAME_CARD:
            return KINDS[card].printed + (0.6 if KINDS[card].effect is not None else 0.0)
        if question == _INTO_DECK:
            return -CARD[card]
        if question == _RIVAL:
            return self._rich_hand(code - INT0)
        if code in (NO, YES):
            return 0.0
        if question == _TURN_DOWN:
            if asker == _MA07:  # face down it has 4 Power, whatever is printed
                return 4.0 - KINDS[card].printed
            has = self.power_at(loc)
            self.lay(loc, 0.0, card)
            return -(has - self.power_here(loc))
        if question == _TAKE_BACK:
            return self._take_back(loc, card)
        if question == _SHIFT_BLOOD:
            half = (self.counts[BLOOD + self.me * 4 + loc] + 1) // 2
            return self._better(HAVEN if code == IN_HAVEN else code - INT0 - 1, float(half))
        return 0.0

    def _takes(self, loc: int, steal: float, lose: float, pay: float) -> float:
        """Return the value of taking these amounts from each Rival."""
        self.lay(loc, 0.0)
        return self.hits(loc, ExpectedEffect(steal=steal, lose=lose, pay=pay))

    def _relic(self, card: int, loc: int) -> float:
        v = self.v
        if card == APOCRYPHA:
            spots = self.open[: max(0, self.blood - 1)]
            value = 0.0
            for there in spots:
                pos = self.me * 4 + there
                if self.zones[CARDS + pos] or self.counts[BLOOD + pos]:
                    value += self._better(there, 1.0)
            value += 0.15 * len(spots)
            value += self.pool(float(self.blood - len(spots))) - self.pool(float(self.blood))
            return value - v.apocrypha[self.round]
        if card == LITANY:
            return self.more_power(loc, float(LITANY_POWER)) - v.litany[self.round]
        return 1.0 if card in (HOURGLASS, VIAL, SEAL) else -1.0

    def _to_haven(self, card: int, loc: int) -> float:
        self.lay(HAVEN, 0.0)
        before = self.present(HAVEN)
        self.add(card, True)
        value = self.present(HAVEN) - before
        if self.is_open[loc]:  # its Power will be missing here
            value += self._less(loc, card) - self._present(loc, 0.0)
        return value

    def where(self, card: int, otherwise: int) -> int:
        """Return the Location where an own card lies."""
        for loc in self.locations:
            if card in self.zones[CARDS + self.me * 4 + loc]:
                return loc
        return otherwise

    def _cloak(self, card: int, loc: int) -> float:
        there = self.where(card, loc)
        self.lay(loc, 0.0)
        self._carried = self.cards[: self.count]
        self._carried_ups = self.ups[: self.count]
        blood = self.counts[BLOOD + self.me * 4 + loc]
        value = self._better_with(there, float(blood), False)
        usual = self.pool(float(self.blood + blood)) - self.pool(float(self.blood))
        usual += self._better_with(HAVEN, 0.0, True)
        return value - usual

    def _spend_half(self, card: int, loc: int) -> float:
        half = self.blood // 2
        cost = self.pool(float(self.blood - half)) - self.pool(float(self.blood))
        if card == _TR02:
            return self._present(loc, 0.0) - self._without(loc, 6.0) + cost
        self.lay(loc, 0.0)
        effect = self.effect_of(_TR05 if card == _TR05 else _TR07)
        gain = self.hits(loc, ExpectedEffect(lose=effect.lose, gain=effect.gain))  # the price is counted in the cost
        if card != _TR05:
            gain += self.more_power(loc, self.around(loc).their_blood / 2.0)
        return gain + cost

    def _tremere_ready(self, loc: int) -> float:
        alliance = self.zones[ALLIANCE + self.me]
        tokens = self.tokens()
        cost = 1.0
        if alliance:
            cost = 0.0
            for card in alliance:
                cost += self.drain_cost(card, tokens)
            cost /= len(alliance)
        return (cost + self.more_power(loc, -1.0) if self.is_open[loc] else cost) - 0.3

    def _rich_hand(self, seat: int) -> float:
        """Return how good a player's hand is, by what is known of it."""
        other = self.seen[seat]
        usual = self.unseen(other)
        value = 0.0
        hidden = 0
        for card in self.zones[HAND + seat]:
            if card >= 0:
                value += KINDS[card].usual
            else:
                hidden += 1
        value += hidden * usual
        return value * (0.2 if seat == self.mate else 1.0)

    def _take_back(self, loc: int, card: int) -> float:
        rivals, poor = 0, 0
        first = loc * MAX_SEATS
        for k in range(first, first + self.rivals(loc)):
            if not self.rival[k].is_mate:
                rivals += 1
                if self.rival[k].pool <= 1.0:
                    poor += 1
        pool = float(self.blood)
        gain = self.pool(pool + rivals) - self.pool(pool) + rivals * self.v.harm + poor * self.v.cause
        return self._less(loc, card) - self._present(loc, 0.0) + gain

    def place_of_question(self) -> int:
        """Return the Location of a question."""
        return self.here if self.here >= 0 else HAVEN

    def _not_lowest(self, loc: int, blood: int) -> float:
        """Return the chance that this bid is not the lowest; of equal bids the later in turn order is (RUL-05)."""
        above = 1.0
        likely = self.v.bids
        for other in self.others:
            pos = other.seat * 4 + loc
            if other.is_mate or not (self.zones[CARDS + pos] or self.counts[BLOOD + pos]):
                continue
            least = blood if other.tie > 0.0 else blood + 1
            if least >= len(likely) or (least and float(least) > other.pool - 1.0):
                above = 0.0
            else:
                above *= likely[least]
        return 1.0 - above

    def bid(self, o: VendettaObservation, codes: list[int], rng: Random) -> int:
        """Return the code of a bid, at most the value of the card that would turn down, without risking a Frenzy."""
        self.look(o)
        loc = self.place_of_question()
        mine = self.zones[CARDS + self.me * 4 + loc]
        least = -1.0
        for card in mine:
            power = KINDS[card].printed
            if self.counts[UP] & BIT[card] and (least < 0.0 or power < least):
                least = power
        certain = self.v.certain
        at_stake = self._present(loc, 0.0) - self._without(loc, least if least > 0.0 else 0.0)
        if certain:  # the least valuable card is turned down
            here = self._present(loc, 0.0)
            at_stake = min([here - self._less(loc, card) for card in mine if self.counts[UP] & BIT[card]], default=0.0)
        rivals = max(1.0, float(self.rivals(loc)))
        pool = self.pool(float(self.blood))
        worths: list[float] = []
        for code in codes:
            blood = code - BID0
            if certain:
                safe = self._not_lowest(loc, blood)
            else:
                safe = min(1.0, 0.25 + 0.3 * blood) if blood else 1.0 / (rivals + 2.0)
            deployed = self.more_power(loc, float(blood)) if _MA02 in mine else 0.0
            worths.append(safe * at_stake + deployed + self.pool(float(self.blood - blood)) - pool)
        return self.best(codes, worths, rng)
