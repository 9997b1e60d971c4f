"""The greedy bot: values each legal action in its own pool by its :class:`.Weights` and takes the best.

Its reasons are the terms of that value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.bots import Advice
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import decision_kinds
from vendetta_kit.games.vtes.engine.blocking import intercept_of, is_barred
from vendetta_kit.games.vtes.engine.board import (
    awake,
    bleed_of,
    blood,
    capacity,
    given,
    is_card,
    is_vampire,
    level,
    may_block,
    on,
    predator,
    prey,
    printed,
    seat_of,
    untapped,
)  # fmt: skip
from vendetta_kit.games.vtes.engine.card_play import cost_in, is_used, usable
from vendetta_kit.games.vtes.engine.minion_actions import action_kind, cost_of_rescue
from vendetta_kit.games.vtes.engine.rule_numbers import BASIC, SUPERIOR, TRANSFERS
from vendetta_kit.games.vtes.engine.state import (
    ACT,
    ACT_CARD,
    ACT_LEVEL,
    ACT_MORE,
    ACT_TARGET,
    ACTOR,
    ANSWERED,
    BLEED,
    BLEEDING,
    BLOCKER,
    CALLED_BY,
    CONTESTED,
    DECLINED,
    DEFENDER,
    DIABLERIZING,
    EDGE,
    HAND,
    HUNTING,
    INTERCEPT,
    LEAVING_TORPOR,
    POLITICAL,
    POOL,
    READY,
    RESCUING,
    SHARES,
    STAGE,
    STEALTH,
    TRANSFERS_LEFT,
    TRIED,
    UNBLOCKED,
    UNCONTROLLED,
    UNTAPS,
)  # fmt: skip
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import QUESTION

from .bot import ChoiceReason, advice
from .bot_view import BotView
from .fighting import NOTHING as _NOTHING
from .fighting import TO_TAP, Value, reasoned
from .requirement_checks import intercept_gained, may_block_of, meets_needs, rivals, would_contest
from .voting import Voting
from .weights import DEFAULT, Weights

if TYPE_CHECKING:
    from random import Random


AGAINST: Final = (
    "bleed_none", "could_block", "too_dear", "no_intercept", "fight", "out_of_range", "enough", "reserve", "contested",
    "vote_needless", "vote_hopeless",
)  # fmt: skip
"""Keys of reasons against an action."""
WAITING: Final = 0.15
"""The worth of doing nothing more in a minion phase."""
TOO_DEAR: Final = -5.0
"""The worth of a card that costs more than the player has."""
MOST_AT_RISK: Final = 6
"""With less pool nothing is paid for a contested card."""


class GreedyBot(Voting):
    """A bot that takes the action worth most by its :class:`.Weights`."""

    name = "greedy"

    def __init__(self, weights: Weights = DEFAULT) -> None:
        self.w = weights

    def choose(self, sight: BotView, rng: Random) -> Action:
        """Return the legal action worth most; one of them at random if several are equal."""
        if len(sight.legal) == 1:
            return sight.legal[0]
        worths = [(self.worth(sight, action)[0], action) for action in sight.legal]
        best = max(worth for worth, _ in worths)
        ties = [action for worth, action in worths if worth >= best - 1e-9]
        return ties[0] if len(ties) == 1 else ties[int(rng.random() * len(ties))]

    def advise(self, sight: BotView, lang: str = "en") -> Advice:
        """Return the action worth most with its reasons; for a pass, also the reasons against the best other action."""
        action = max(sight.legal, key=lambda a: self.worth(sight, a)[0])
        _, reasons = self.worth(sight, action)
        told = reasons or [ChoiceReason("nothing_better", 0.0)]
        if isinstance(action, do.Pass):
            told = [*told, *self._against(sight)]
        return advice(action, told, lang)

    def _against(self, sight: BotView) -> list[ChoiceReason]:
        """Return the reasons against the best action other than a pass."""
        rest = [self.worth(sight, action) for action in sight.legal if not isinstance(action, do.Pass)]
        if not rest:
            return []
        _, reasons = max(rest, key=lambda value: value[0])
        return [reason for reason in reasons if reason.key in AGAINST] or [ChoiceReason("not_worth", 0.0)]

    def worth(self, s: Any, action: Action) -> Value:
        """Return the worth of an action in pool, with its reasons."""
        judge = _JUDGES.get(s.kind)
        if isinstance(action, do.Play) and action.minion < 0 and s.kind in _WITH_MASTERS:
            judge = GreedyBot._out_of_turn
        if judge is None:
            return _NOTHING
        value: Value = getattr(self, judge.__name__)(s, action)  # by name, as a subclass may override it
        return value

    # Phases -----------------------------------------------------------------------------------------------

    def _untap(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.TakeEdge):
            return reasoned(1.0, "edge_pool", "UNTAP-03")
        if isinstance(action, do.Use):
            return reasoned(1.0, "use", "UNTAP-02")
        if isinstance(action, do.Pay):
            return reasoned(self._holding_on(s, action.card), "contest", "CONT-03")
        if isinstance(action, do.Yield):
            return reasoned(0.0, "yields", "CONT-03")
        if isinstance(action, do.Withdraw):
            return reasoned(0.5 if s.n[POOL + s.seat] < 5 else -1.0, "withdraw", "WITH-01")
        return _NOTHING

    def _holding_on(self, s: Any, card: int) -> float:
        """Return the worth of paying for a contested card or title; below 0 where one contests it oneself.

        So it is for who would be outlasted, too: who has less pool than another that contests it, or as much and sits
        later.
        """
        others = rivals(s, card)
        mine = s.n[POOL + s.seat], -s.seat
        if s.seat in others or s.n[POOL + s.seat] < MOST_AT_RISK:
            return -1.0
        if any((s.n[POOL + seat], -seat) > mine for seat in others):
            return -1.0
        worth = printed(s.g, card).capacity * 0.5 or 1.0
        return float(worth - 1.0) if card in s.z[CONTESTED + s.seat] else 1.0 - self.w.own_blood

    def _master(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Play):
            card = printed(s.g, action.card)
            if would_contest(s, card):
                return reasoned(TOO_DEAR, "contested", "LIB-09")
            pool = cost_in(card, "pool", action.choice)
            worth = self._effects(s, card, action.target, part=action.part) - pool - self.w.card
            if s.n[POOL + s.seat] - pool < 5:
                worth -= 3.0
            return reasoned(worth, "master", "MAST-01")
        if isinstance(action, do.Use):
            return reasoned(self._effects(s, printed(s.g, action.card), action.target, tap=True), "use", "LIB-12")
        return _NOTHING

    # Actions ----------------------------------------------------------------------------------------------

    def _minion(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Pass):
            free = untapped(s.g, s.seat)
            if free and self._held_back(s, free[0]) > self.w.danger:
                values = {
                    "pool": s.n[POOL + s.seat],
                    "loss": sum(self._bleeds(s)),
                    "name": s.g.names[predator(s.g, s.seat)],
                }
                return WAITING, [ChoiceReason("guard", 1.0, ("BLOCK-03", "BLOCK-05"), values)]
            return reasoned(WAITING, "wait", "PHASE-02")
        if isinstance(action, do.Use):
            return self._master(s, action)
        if isinstance(action, do.Hunt):
            return self._hunt(s, action.minion, 1)
        if isinstance(action, do.Leave):
            return reasoned(self.w.vampire, "leave", "TORP-04")
        if isinstance(action, do.Rescue):
            worth = self.w.vampire - self.w.own_blood * cost_of_rescue(s.g, action.target)
            return reasoned(
                worth - action.pays * 0.1 if seat_of(s.g, action.target) == s.seat else -1.0, "rescue", "TORP-06"
            )
        if isinstance(action, do.Diablerize):
            theirs = seat_of(s.g, action.target) != s.seat
            gain = self.w.own_blood * min(
                blood(s.g, action.target), capacity(s.g, action.minion) - blood(s.g, action.minion)
            )
            return reasoned((gain + 2.0 - self.w.vampire * 0.4) if theirs else -5.0, "diablerize", "TORP-08", "DBL-05")
        if isinstance(action, do.Take):
            return reasoned(-0.1, "take", "EQUIP-02")
        if isinstance(action, do.Bleed):
            return self._bleed(s, action.minion, bleed_of(s.g, action.minion), given(s.g, action.minion, "stealth"), 0)
        assert isinstance(action, do.Play)
        return self._action_card(s, action)

    def _hunt(self, s: Any, minion: int, count: int) -> Value:
        room = capacity(s.g, minion) - blood(s.g, minion)
        worth = self.w.own_blood * min(count, room) + (0.6 if blood(s.g, minion) < 2 else 0.0)
        return reasoned(worth - 0.2 - self._held_back(s, minion), "hunt", "HUNT-02")

    def _bleeds(self, s: Any) -> list[int]:
        """Return the bleed of each ready minion of the predator, the largest first."""
        other = predator(s.g, s.seat)
        if other < 0 or other == s.seat:
            return []
        return sorted((b for m in s.z[READY + other] if (b := bleed_of(s.g, m)) > 0), reverse=True)

    def _open_to(self, s: Any, blockers: int) -> float:
        """Return how much the predator could bleed in its next turn if each blocker stops one bleed."""
        bleeds = self._bleeds(s)
        return sum(bleeds[blockers:]) + (self.w.surprise if bleeds else 0.0)

    def _held_back(self, s: Any, minion: int) -> float:
        """Return the cost of tapping a minion, which then cannot block a bleed that could oust (BLOCK-05)."""
        free = untapped(s.g, s.seat)
        if minion not in free or not self._bleeds(s):
            return 0.0
        left = s.n[POOL + s.seat]
        if self._open_to(s, len(free) - 1) < left:
            return 0.0
        return self.w.out * (1.0 if self._open_to(s, len(free)) < left else self.w.late)

    def _blockers(self, s: Any, seats: list[int], stealth: int) -> int:
        """Return how many minions of ``seats`` have enough intercept to block without a card (BLOCK-06)."""
        return sum(given(s.g, m, "intercept") >= stealth for other in seats for m in untapped(s.g, other))

    def _through(self, s: Any, seats: list[int], stealth: int) -> float:
        """Return a rough chance that an action is not blocked; blockers tap, so they cannot stop every action."""
        blockers = self._blockers(s, seats, stealth)
        if not blockers:
            return 0.95
        hand = [printed(s.g, card) for card in s.z[HAND + s.seat]]
        helpers = sum(card.type == "action_modifier" and bool(card.does("stealth", 1)) for card in hand)
        stopped = self.w.blocked * min(1.0, blockers / len(untapped(s.g, s.seat)))
        return max(0.1, min(0.95, 1.0 - stopped + 0.15 * helpers))

    def _bleed(self, s: Any, minion: int, count: int, stealth: int, card: float) -> Value:
        target = prey(s.g, s.seat)
        if count < 1:
            return reasoned(-1.0, "bleed_none", "BLEED-02")
        worth = self._pool_loss(s, target, count) + (self.w.edge if s.n[EDGE] != s.seat else 0.0)
        worth += self._towards_an_oust(s, target, count)
        chance = self._through(s, [target], stealth)
        blockers = self._blockers(s, [target], stealth)
        risk = (1 - chance) * self._danger_of_fight(s, minion) if blockers else 0.0
        total = worth * chance - risk - card
        total += self._tapping(s, minion, chance if count >= s.n[POOL + target] else 0.0)
        return total, [
            ChoiceReason("bleed", worth * chance, ("BLEED-02",), {"count": count, "name": s.g.names[target]}),
            *([ChoiceReason("could_block", risk, ("BLOCK-03",), {"count": blockers})] if blockers else []),
        ]

    def _towards_an_oust(self, s: Any, target: int, count: int) -> float:
        """Return what a bleed is worth beyond its pool where the minions that may act could bleed the prey out."""
        left = s.n[POOL + target]
        if count >= left or sum(bleed_of(s.g, m) for m in untapped(s.g, s.seat)) < left:
            return 0.0
        return float(self.w.nearly * self.w.oust * count / left)

    def _danger(self, s: Any) -> float:
        """Return what an own tapped minion costs: the less, the more turns its pool outlasts the predator's bleeds."""
        return float(self.w.danger * min(1.0, self.w.lasts * sum(self._bleeds(s)) / s.n[POOL + s.seat]))

    def _tapping(self, s: Any, minion: int, ousts: float) -> float:
        """Return the worth (mostly negative) of tapping a bleeding minion; ``ousts`` is the chance to oust the prey."""
        if not self._bleeds(s):
            return 0.1
        return -self._danger(s) / len(untapped(s.g, s.seat)) - self._held_back(s, minion) * (1.0 - ousts)

    def _danger_of_fight(self, s: Any, minion: int) -> float:
        """Return the expected cost of a combat to a minion."""
        left = blood(s.g, minion)
        return self.w.vampire * (0.6 if left <= 1 else 0.2 if left <= 2 else 0.05) + 0.3

    def _action_card(self, s: Any, action: do.Play) -> Value:
        card = printed(s.g, action.card)
        minion = action.minion
        kind = action_kind(s.g, action.card, action.superior)
        stealth = card.stealth + given(s.g, minion, "stealth")
        of_pool, of_blood = cost_in(card, "pool", action.choice), cost_in(card, "blood", action.choice)
        cost = of_pool + of_blood * self.w.own_blood + self.w.card
        if of_pool and s.n[POOL + s.seat] - of_pool < 4:
            return reasoned(TOO_DEAR, "too_dear", "LIB-08")
        if of_blood > blood(s.g, minion):
            return reasoned(TOO_DEAR, "too_dear", "LIB-08")
        if would_contest(s, card):
            return reasoned(TOO_DEAR, "contested", "LIB-09")
        if kind == BLEEDING:
            count = bleed_of(s.g, minion) + (card.does("bleed_action", 2 if action.superior else 1) or 0)
            return self._bleed(s, minion, count, stealth, cost)
        if kind == HUNTING:
            return self._hunt(s, minion, 1 + (card.does("hunt_action", 2 if action.superior else 1) or 0))
        worth = 0.0
        if card.type == "ally":
            worth = (
                card.life * self.w.life_point + (card.bleed + card.strength) * 1.2 + self._effects(s, card, -1) * 0.5
            )
        elif card.type in ("equipment", "retainer"):
            same = any(printed(s.g, c).id == card.id for c in on(s.g, minion))
            worth = self._effects(s, card, -1) + 0.6 - (2.0 if same else 0.0)
        elif kind == POLITICAL:
            worth = self._chance_to_pass(s) * self._terms_worth(s, card)
        else:
            worth = self._effects(s, card, action.target, part=action.part)
            if card.does("combat", 1):
                worth += self._fight_worth(s, minion, action.target)
        through = self._through(s, may_block_of(s, action.target), stealth + (0 if card.type == "action" else 1))
        held_back = self._held_back(s, minion)
        return reasoned(worth * through - cost - self._danger(s) * 0.5 - held_back, "card_action", "LIB-17")

    # Others' actions --------------------------------------------------------------------------------------

    def _block(self, s: Any, action: Action) -> Value:
        harm = self._harm(s)
        if not isinstance(action, do.Block):
            return -harm, [ChoiceReason("let_through", -harm, ("BLOCK-04",))]
        minion = action.minion
        if not self._can_catch(s, minion):
            return reasoned(-harm - 0.1, "no_intercept", "BLOCK-06")
        risk = self._risk_of_block(s, minion)
        return -risk - 0.2, [
            ChoiceReason("block", harm, ("BLOCK-06", "BLOCK-11")),
            ChoiceReason("fight", -risk, ("COMB-01",)),
        ]

    def _risk_of_block(self, s: Any, minion: int) -> float:
        return max(0.0, -self._fight_worth(s, minion, s.n[ACTOR])) * 0.7 + self._danger_of_fight(s, minion) * 0.5

    def _can_catch(self, s: Any, minion: int) -> bool:
        """Check whether a minion has or can add enough intercept; one that failed before cannot (BLOCK-06)."""
        lacks = s.n[STEALTH] - intercept_of(s.g, minion)
        return lacks <= 0 or (minion not in s.z[TRIED] and self._can_add(s, minion) >= lacks)

    def _can_add(self, s: Any, minion: int) -> int:
        """Return how much intercept a blocker can still add by cards in hand and cards to tap."""
        added: dict[str, int] = {}
        for c in s.z[HAND + s.seat]:
            card = printed(s.g, c)
            payable = card.blood <= blood(s.g, minion) and card.pool < s.n[POOL + s.seat]
            if payable and card.type == "reaction" and meets_needs(s, card, minion) and not is_used(s.g, minion, c):
                superior = card.needs.discipline and level(s.g, minion, card.needs.discipline) > 1
                added[card.id] = intercept_gained(card.effects(SUPERIOR if superior else BASIC))
        return sum(added.values()) + sum(
            intercept_gained(printed(s.g, c).tap) for c in usable(s.g, s.seat, s.g.table.tappable)
        )

    def _harm(self, s: Any) -> float:
        """Return the cost if the current action succeeds."""
        n = s.n
        kind = n[ACT]
        if kind == BLEEDING and n[DEFENDER] == s.seat:
            left = n[POOL + s.seat]
            return float(n[BLEED]) * (1.5 if left > 10 else 2.5) + (20.0 if n[BLEED] >= left else 0.0) + 0.5
        if kind == DIABLERIZING and n[DEFENDER] == s.seat:
            return self.w.vampire
        if kind == POLITICAL:
            return 2.0
        if kind == HUNTING:
            return 0.4
        if n[DEFENDER] == s.seat:
            return 2.0
        return 1.0

    def _react(self, s: Any, action: Action) -> Value:
        n = s.n
        if isinstance(action, do.Pass):
            return _NOTHING
        mine = seat_of(s.g, n[ACTOR]) == s.seat
        if isinstance(action, do.Play):
            card = printed(s.g, action.card)
            what = card.effects(action.part)
            of_blood = cost_in(card, "blood", action.choice)
            if mine and of_blood and blood(s.g, action.minion) - of_blood < self._owed(s):
                return reasoned(TOO_DEAR, "too_dear", "BLOCK-12", "LIB-08")
            cost = self.w.card + of_blood * self.w.own_blood + cost_in(card, "pool", action.choice)
        else:
            assert isinstance(action, do.Use)
            what, cost = printed(s.g, action.card).tap, TO_TAP
        total = -cost
        for verb, value in what:
            if verb == "stealth":
                total += 3.0 if n[STEALTH] + value > n[INTERCEPT] else 0.1
            elif verb == "intercept":
                total += self._harm(s) if self._can_add(s, n[BLOCKER]) >= n[STEALTH] - n[INTERCEPT] else 0.0
            elif verb == "bleed" and mine:
                sure = 1.0 if n[STAGE] == UNBLOCKED else 0.0  # before that the card is better kept
                total += self._pool_loss(s, n[ACT_TARGET], value) * sure
                if n[BLEED] + value >= n[POOL + n[ACT_TARGET]] > n[BLEED]:
                    total += self.w.oust * sure
            elif verb == "reduce_bleed" and n[STAGE] == UNBLOCKED:  # before that a block may make it needless
                total += min(value, n[BLEED]) * 1.2 + (15.0 if n[BLEED] >= n[POOL + s.seat] else 0.0)
            elif verb == "untap_after":
                total += 0.0 if n[UNTAPS] else 1.0 if n[STAGE] == UNBLOCKED else 0.5  # it comes even if one blocks
            else:
                total += self._reaction(s, verb, value, action)
        return reasoned(total, "effect", "BLOCK-07" if not mine else "LIB-18")

    def _owed(self, s: Any) -> int:
        """Return how much blood the acting minion has still to pay for its action, or it comes to nothing (RUL-16)."""
        n = s.n
        if n[ACT] == LEAVING_TORPOR:
            return cost_of_rescue(s.g, n[ACTOR])
        if n[ACT] == RESCUING:
            return int(n[ACT_MORE])
        return cost_in(printed(s.g, n[ACT_CARD]), "blood", (n[ACT_LEVEL] >> 4) - 1) if n[ACT_CARD] >= 0 else 0

    def _reaction(self, s: Any, verb: str, value: Any, action: do.Play | do.Use) -> float:
        """Return the worth of one of the rarer effects during an action."""
        n = s.n
        if verb == "reduce_stealth":
            return self._harm(s) if self._can_add(s, n[BLOCKER]) >= n[STEALTH] - n[INTERCEPT] else 0.0
        if verb == "reduce_intercept":
            return 3.0 if n[INTERCEPT] - value < n[STEALTH] else 0.1
        if verb == "continue_action":
            return 1.5 - self._danger_of_fight(s, n[ACTOR])
        if verb == "not_blocked_by":
            asked = [m for seat in may_block(s.g) for m in awake(s.g, seat) if given(s.g, m, "intercept") >= n[STEALTH]]
            if n[BLOCKER] >= 0:
                return 3.0 if is_barred(s.g, n[BLOCKER], value) else 0.05
            kept = sum(is_barred(s.g, m, value) for m in asked)
            return 2.5 * kept / len(asked) if asked else 0.0
        if verb == "redirect_bleed" and n[STAGE] == UNBLOCKED:
            last = 15.0 if n[BLEED] >= n[POOL + s.seat] else 0.0
            return float(n[BLEED]) * 1.2 + last + self._pool_loss(s, action.target, n[BLEED])
        if verb == "wake" and isinstance(action, do.Play):
            may = not n[DECLINED] >> s.seat & 1 and s.seat in may_block(s.g)
            gain = self._harm(s) - self._risk_of_block(s, action.minion) - 0.2  # if not positive, it would not block
            blocks = may and gain > 0 and self._can_catch(s, action.minion)
            return (gain if blocks else 0.0) + (0.7 if value == "untap" else 0.0)
        return 0.0

    def _answer(self, s: Any, action: Action) -> Value:
        """Return the worth of cancelling the card that is being played."""
        if not isinstance(action, do.Play):
            return _NOTHING
        mine = seat_of(s.g, s.n[ACTOR]) == s.seat
        kind = printed(s.g, s.n[ANSWERED]).type
        if kind == "combat":
            return reasoned(1.0 - self._cost_of_play(s, action), "cancel", "COMP-14")
        worth = 1.5 if mine else self._harm(s) * (0.9 if kind in ("action", "political_action") else 0.5)
        return reasoned(worth - self._cost_of_play(s, action), "cancel", "COMP-14")

    def _out_of_turn(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Play):
            card = printed(s.g, action.card)
            worth = 1.2 if card.does("cancel", 1) else self._effects(s, card, action.target, part=action.part)
            return reasoned(worth - cost_in(card, "pool", action.choice) - 0.2, "out_of_turn", "LIB-14")
        return _NOTHING

    # Influence, discard, questions ------------------------------------------------------------------------

    def _transfer(self, s: Any, action: Action) -> Value:
        n = s.n
        pool = n[POOL + s.seat]
        counters = dict(zip(s.z[UNCONTROLLED + s.seat], s.counters[s.seat], strict=True))
        if isinstance(action, do.Transfer):
            left = capacity(s.g, action.card) - counters[action.card]
            if left <= 0:
                return reasoned(-5.0, "enough", "INF-06")
            if self._is_out_already(s, action.card):
                return reasoned(-3.0, "contested", "CRYPT-01")
            if pool - left < self._reserve(s, left) and not self._saves(s, left):
                return reasoned(-1.0, "reserve", "INF-03", pool=pool)
            key = "transfer" if left > 1 else "transfer_last"
            return reasoned(3.0 + counters[action.card] * 0.4 - left * 0.15, key, "INF-03", left=left - 1)
        if isinstance(action, do.TakeBack):
            left = capacity(s.g, action.card) - counters[action.card]
            lost = self._open_to(s, len(untapped(s.g, s.seat))) >= pool and pool - left < self._reserve(s, left)
            return reasoned(1.0 + left * 0.1 if lost else -2.0, "take_back", "INF-04")
        if isinstance(action, do.Draw):
            wanted = any(
                counted < capacity(s.g, card) and not self._is_out_already(s, card)
                for card, counted in counters.items()
            )
            few = not wanted and pool > self._reserve(s, 8) + 8
            return reasoned(1.5 if few else -2.0, "draw", "INF-05")
        return _NOTHING

    def _is_out_already(self, s: Any, vampire: int) -> bool:
        """Whether a copy of an uncontrolled vampire is in play, or would come out first, so that it would be contested.

        Of its own uncontrolled copies the one with the most counters comes out (CRYPT-01).
        """
        mine = printed(s.g, vampire)
        own = list(zip(s.counters[s.seat], s.z[UNCONTROLLED + s.seat], strict=True))
        copies = [(held, -c) for held, c in own if printed(s.g, c).id == mine.id]
        return would_contest(s, mine) or max(copies)[1] != -vampire

    def _reserve(self, s: Any, left: int) -> float:
        """Return the pool that must remain after a vampire that needs ``left`` more counters comes out."""
        free = len(untapped(s.g, s.seat))
        turns = -(-max(0, left - s.n[TRANSFERS_LEFT]) // TRANSFERS)  # until the vampire is ready
        loss = self._open_to(s, free) if turns else self._open_to(s, free + 1)
        more: float = self.w.reserve if s.z[READY + s.seat] else 1.0
        total: float = more + loss * (turns + 1)
        return total

    def _saves(self, s: Any, left: int) -> bool:
        """Check whether a vampire that comes out in this phase would block as much bleed as it costs pool."""
        free, pool = len(untapped(s.g, s.seat)), s.n[POOL + s.seat]
        stopped = self._open_to(s, free) - self._open_to(s, free + 1)
        return left <= s.n[TRANSFERS_LEFT] and left < pool and left <= stopped

    def _discard(self, s: Any, action: Action) -> Value:
        if not isinstance(action, do.Discard):
            return reasoned(0.1, "keep", "DISC-01")
        card = printed(s.g, action.card)
        copies = sum(printed(s.g, c).id == card.id for c in s.z[HAND + s.seat]) - 1
        useless = bool(card.needs.discipline) and not any(
            is_vampire(s.g, m) and level(s.g, m, card.needs.discipline)
            for m in (*s.z[READY + s.seat], *s.z[UNCONTROLLED + s.seat])
        )
        return reasoned(0.3 * copies + (0.4 if useless else 0.0) - 0.3, "discard", "DISC-01")

    def _choose(self, s: Any, action: Action) -> Value:
        assert isinstance(action, do.Choose)
        value = action.value
        n = s.n
        if value in (0, 1) and not is_card(s.g, value) and n[CALLED_BY] < 0:
            return _NOTHING
        if value in s.z[UNCONTROLLED + s.seat]:
            left = capacity(s.g, value) - s.counters[s.seat][s.z[UNCONTROLLED + s.seat].index(value)]
            wanted = left > 0 and not self._is_out_already(s, value)
            return reasoned(3.0 - 0.15 * left if wanted else -1.0, "choice", "CRYPT-04")
        if is_card(s.g, value):
            if n[ACT] == POLITICAL and n[ACT_CARD] >= 0 and printed(s.g, n[ACT_CARD]).does("give_title", 1):
                return reasoned(self._effects(s, printed(s.g, n[ACT_CARD]), value), "choice", "POL-02", "TCON-01")
            mine = seat_of(s.g, value) == s.seat
            return reasoned(1.0 if mine else 0.5, "choice", "POL-02")
        if n[ACT] == POLITICAL and n[ACT_CARD] >= 0 and n[QUESTION] == s.g.rules.question_number["option"]:
            part = n[ACT_LEVEL] | (value + 1) << 4
            return reasoned(self._effects(s, printed(s.g, n[ACT_CARD]), -1, part=part), "choice", "POL-02")
        if n[ACT] == POLITICAL and n[ACT_CARD] >= 0 and printed(s.g, n[ACT_CARD]).does("share_pool_loss", 1):
            given_already = s.z[SHARES].count(value)
            more = self._pool_loss(s, value, given_already + 1) - self._pool_loss(s, value, given_already)
            return reasoned(more, "choice", "POL-02")
        if n[ACT] == POLITICAL and n[ACT_CARD] >= 0:
            return reasoned(self._effects(s, printed(s.g, n[ACT_CARD]), value), "choice", "POL-02")
        return reasoned(float(value) * 0.5, "choice", "COMP-14")


_WITH_MASTERS: Final = frozenset(
    {decision_kinds.REACT, decision_kinds.BEFORE_RANGE, decision_kinds.BEFORE_VOTES, decision_kinds.VOTE}
)
"""Windows in which an out-of-turn master may be played beside what they are for."""
_JUDGES: Final[dict[int, Callable[[GreedyBot, Any, Any], Value]]] = {
    decision_kinds.UNTAP_PHASE: GreedyBot._untap,
    decision_kinds.MASTER_PHASE: GreedyBot._master,
    decision_kinds.OUT_OF_TURN: GreedyBot._out_of_turn,
    decision_kinds.MINION_PHASE: GreedyBot._minion,
    decision_kinds.BLOCK: GreedyBot._block,
    decision_kinds.REACT: GreedyBot._react,
    decision_kinds.ANSWER: GreedyBot._answer,
    decision_kinds.BEFORE_RANGE: GreedyBot._before_range,
    decision_kinds.MANEUVER: GreedyBot._maneuver,
    decision_kinds.STRIKE: GreedyBot._strike,
    decision_kinds.PREVENT: GreedyBot._prevent,
    decision_kinds.ADDITIONAL: GreedyBot._additional,
    decision_kinds.PRESS: GreedyBot._press,
    decision_kinds.BEFORE_VOTES: GreedyBot._vote,
    decision_kinds.VOTE: GreedyBot._vote,
    decision_kinds.BLOOD_HUNT: GreedyBot._hunt_call,
    decision_kinds.TRANSFER: GreedyBot._transfer,
    decision_kinds.DISCARD: GreedyBot._discard,
    decision_kinds.HAND_DOWN: GreedyBot._discard,
    decision_kinds.CHOOSE: GreedyBot._choose,
}
