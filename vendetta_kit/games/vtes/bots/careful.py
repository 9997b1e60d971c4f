"""The careful bot: greedy, but it counts what tapping a minion risks, and discards cards that it cannot use.

Before a minion taps it compares what the predator could bleed in its next turn with what its untapped minions could
stop. It plays masters that work for many turns, and discards cards that no minion of its own can play.

>>> CarefulBot().name
'careful'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import decision_kinds
from vendetta_kit.games.vtes.engine.board import (
    bleed_of,
    blood,
    capacity,
    is_ready,
    is_vampire,
    on,
    prey,
    printed,
    title,
    untapped,
)
from vendetta_kit.games.vtes.engine.bonuses import power
from vendetta_kit.games.vtes.engine.cards import Card, StrikeEffect
from vendetta_kit.games.vtes.engine.combatants import fighter
from vendetta_kit.games.vtes.engine.minion_actions import action_kind
from vendetta_kit.games.vtes.engine.rule_numbers import BASIC
from vendetta_kit.games.vtes.engine.state import (
    ACT,
    BLEED,
    BLEEDING,
    DEFENDER,
    HAND,
    HANDS,
    HUNTING,
    POOL,
    READY,
    UNCONTROLLED,
)
from vendetta_kit.games.vtes.engine.strikes import blow_with, works_at
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason
from .fighting import Value, reasoned
from .greedy import TOO_DEAR, GreedyBot
from .requirement_checks import meets_needs, would_contest
from .weights import CAREFUL, CarefulWeights

if TYPE_CHECKING:
    from collections.abc import Sequence


class CarefulBot(GreedyBot):
    """A bot that takes the action worth most by its :class:`.CarefulWeights`."""

    name = "careful"

    def __init__(self, weights: CarefulWeights = CAREFUL) -> None:
        super().__init__(weights)
        self.w: CarefulWeights = weights

    def _master(self, s: Any, action: Action) -> Value:
        if not isinstance(action, do.Play):
            return super()._master(s, action)
        card = printed(s.g, action.card)
        if would_contest(s, card):
            return TOO_DEAR, [ChoiceReason("contested", TOO_DEAR, ("LIB-09",))]
        worth = self._effects(s, card, action.target) + self._serves(s, card) - card.pool * self.w.own_pool
        left = s.n[POOL + s.seat] - card.pool
        if card.pool:
            worth -= self._fear(s, self._unstopped(s, len(untapped(s.g, s.seat))), left) * 0.5 + (left < 3) * 3.0
        return worth, [ChoiceReason("master", worth, ("MAST-01",))]

    def _serves(self, s: Any, card: Card) -> float:
        """Return the worth of a master that stays in play and can be tapped every turn."""
        voting = any(title(s.g, m) is not None for m in s.z[READY + s.seat])
        worths = {"bleed": 0.8, "stealth": 0.6, "intercept": 0.6, "votes": 1.0 if voting else 0.2}
        worths["gain_blood"] = self.w.own_blood
        return self.w.lasting * sum(worths[verb] * float(value) for verb, value in card.tap if verb in worths)

    def _unstopped(self, s: Any, blockers: int) -> float:
        """Return the predator's expected bleed past so many blockers, of which each may stop one bleed."""
        bleeds = self._bleeds(s)
        missed = sum(bleeds[:blockers]) * (1.0 - self.w.blocks)
        return sum(bleeds[blockers:]) + missed + (self.w.surprise if bleeds else 0.0)

    def _fear(self, s: Any, loss: float, pool: int | None = None) -> float:
        """Return the worth of not losing ``loss`` pool: the less pool is left, the more."""
        left = s.n[POOL + s.seat] if pool is None else pool
        share = min(1.0, loss / max(1, left))
        fear: float = self.w.guard * loss * min(1.0, self.w.plenty / max(1, left)) + self.w.out * share**3
        return fear

    def _held_back(self, s: Any, minion: int) -> float:
        """Return the cost of tapping a minion until the next turn, as it cannot block the predator (BLOCK-05)."""
        free = untapped(s.g, s.seat)
        if minion not in free:
            return 0.0
        return self._fear(s, self._unstopped(s, len(free) - 1)) - self._fear(s, self._unstopped(s, len(free)))

    def bares(self, s: Any, action: Action) -> bool:
        """Check whether an action taps the last minion that could block, though the predator may bleed the seat out.

        What ousts the prey does not count: it brings the pool that is lacking (END-05).
        """
        minion, left = getattr(action, "minion", -1), s.n[POOL + s.seat]
        if s.kind != decision_kinds.MINION_PHASE or untapped(s.g, s.seat) != [minion] or self._open_to(s, 0) < left:
            return False
        count = bleed_of(s.g, minion) if isinstance(action, do.Bleed) else 0
        if isinstance(action, do.Play) and action_kind(s.g, action.card, action.superior) == BLEEDING:
            more = printed(s.g, action.card).does("bleed_action", 2 if action.superior else 1) or 0
            count = bleed_of(s.g, minion) + more
        return bool(count < s.n[POOL + prey(s.g, s.seat)])

    def _pool_loss(self, s: Any, seat: int, count: int) -> float:
        if seat == s.seat or seat != prey(s.g, s.seat):
            return super()._pool_loss(s, seat, count)
        share = float(min(1.0, count / max(1, s.n[POOL + seat])))
        return self.w.prey_pool * count + self.w.oust * share * share

    def _action_card(self, s: Any, action: do.Play) -> Value:
        worth, reasons = super()._action_card(s, action)
        if action_kind(s.g, action.card, action.superior) in (BLEEDING, HUNTING) or worth <= TOO_DEAR:
            return worth, reasons
        card = printed(s.g, action.card)
        if card.type in ("equipment", "retainer"):
            worth += (card.given("bleed") or 0) * self.w.lasting * 0.3
        return worth + self.w.danger * 0.5, reasons

    def _harm(self, s: Any) -> float:
        n, harm = s.n, super()._harm(s)
        if n[ACT] == BLEEDING and n[DEFENDER] == s.seat:
            harm += self.w.out * 0.5 * min(1.0, n[BLEED] / n[POOL + s.seat]) ** 3
        return harm

    def _discard(self, s: Any, action: Action) -> Value:
        if not isinstance(action, do.Discard):
            return super()._discard(s, action)
        card = printed(s.g, action.card)
        hand = [printed(s.g, c) for c in s.z[HAND + s.seat]]
        copies = sum(other.id == card.id for other in hand) - 1
        many = sum(other.type == card.type for other in hand) - self.w.of_a_type
        worth = 0.3 * copies + 0.1 * max(0, many) - 0.3
        if not self._playable(s, card, s.z[READY + s.seat]):
            waiting = self._waiting(s)
            if self._playable(s, card, [c for c, _ in waiting]):  # somebody who is not ready yet could play it
                soon = self._playable(s, card, [c for c, left in waiting if left <= self.w.soon])
                worth += 0.2 if soon else 0.4
                return worth, [ChoiceReason("discard_later", worth, ("DISC-01",))]
            worth += 1.0
            return (worth, [ChoiceReason("discard_dead", worth, ("DISC-01",))])
        return (worth, [ChoiceReason("discard", worth, ("DISC-01",))])

    def _waiting(self, s: Any) -> list[tuple[int, int]]:
        """Return the seat's uncontrolled vampires, each with the counters that it still needs."""
        counters = zip(s.z[UNCONTROLLED + s.seat], s.counters[s.seat], strict=True)
        return [(c, capacity(s.g, c) - held) for c, held in counters]

    def _playable(self, s: Any, card: Card, minions: Sequence[int]) -> bool:
        """Check whether a seat could ever play a card: it needs no minion, or one of these can (LIB-08, LIB-09)."""
        if card.pool and card.pool >= s.n[POOL + s.seat]:
            return False
        if card.type in ("master", "out_of_turn"):
            return not would_contest(s, card)
        return any(meets_needs(s, card, minion) for minion in minions)


_OF_MASTERS: Final = ("gain_pool", "take_edge", "gain_blood", "untap", "burn_blood", "to_ready")
"""Verbs of masters for which there is a reason in words."""
_OF_CARDS: Final = {
    "ally": "card_ally", "equipment": "card_lasting", "retainer": "card_lasting", "political_action": "vote_for",
}  # fmt: skip
"""The reason for an action card of a type."""


class AdvisingBot(CarefulBot):
    """The careful bot as it advises a person: in a fight it counts with the worst open strike of the other."""

    def _master(self, s: Any, action: Action) -> Value:
        worth, reasons = super()._master(s, action)
        if isinstance(action, do.Play) and [reason.key for reason in reasons] == ["master"]:
            card = printed(s.g, action.card)
            if card.does("take_edge", 1) is not None and self._bleeds_unblocked(s):
                worth -= self.w.edge + 0.5  # a bleed brings the Edge for nothing (BLEED-03)
            blood_given = card.does("gain_blood", 1)
            if isinstance(blood_given, int) and is_ready(s.g, action.target) and is_vampire(s.g, action.target):
                room = capacity(s.g, action.target) - blood(s.g, action.target)
                worth -= self.w.own_blood * max(0, blood_given - room)  # what has no room is lost
            gain, pool, learns = card.does("gain_pool", 1), s.n[POOL + s.seat], card.given("discipline")
            left = pool - card.pool + (gain if isinstance(gain, int) else 0)
            needed = sum(printed(s.g, c).needs.discipline == learns for c in s.z[HAND + s.seat]) if learns else 0
            found = "discipline" if needed else next((what for what in _OF_MASTERS if card.does(what, 1)), "")
            lasts = card.tap or card.untap or (card.gives and not learns)
            key = "master_lasting" if lasts else f"master_{found}" if found else "master"
            return reasoned(worth, key, "MAST-01", pool=pool, left=left, count=needed)
        return worth, reasons

    def _action_card(self, s: Any, action: do.Play) -> Value:
        worth, reasons = super()._action_card(s, action)
        kind = printed(s.g, action.card).type
        if [reason.key for reason in reasons] == ["card_action"] and kind in _OF_CARDS:
            return reasoned(worth, _OF_CARDS[kind], "LIB-17")
        return worth, reasons

    def _bleeds_unblocked(self, s: Any) -> bool:
        """Return whether a minion of the seat can bleed a prey of whom no minion is untapped."""
        return not untapped(s.g, prey(s.g, s.seat)) and any(bleed_of(s.g, m) > 0 for m in untapped(s.g, s.seat))

    def _blow_to_come(self, s: Any, k: int) -> StrikeEffect:
        minion = fighter(s.g, k)
        sources = [HANDS, *(c for c in (minion, *on(s.g, minion)) if printed(s.g, c).given("strike") is not None)]
        blows = [blow_with(s.g, k, source, BASIC) for source in sources]
        blows = [blow for blow in blows if works_at(s.g, blow)]
        return max(blows, key=lambda blow: (blow.aggravated, blow.damage), default=StrikeEffect())

    def _bonus(self, s: Any, k: int, verb: str, value: Any) -> float:
        other = fighter(s.g, 1 - k)
        falls_already = power(s.g, k) >= blood(s.g, other) + is_vampire(s.g, other)
        return 0.0 if verb == "strength" and falls_already else super()._bonus(s, k, verb, value)

    def _hurt_worth(self, s: Any, minion: int, damage: float) -> float:
        if is_vampire(s.g, minion):
            return super()._hurt_worth(s, minion, damage)
        return damage * 0.5 + (self.w.vampire if damage >= blood(s.g, minion) else 0.0)  # an ally dies of it (DMG-06)

    def _strike(self, s: Any, action: Action) -> Value:
        worth, reasons = super()._strike(s, action)
        k = self._side(s)
        blow = self._blow(s, k, action)
        if worth > 0 and (blow.dodge or blow.combat_ends):
            left = blood(s.g, fighter(s.g, k))
            return reasoned(worth, "strike_spares", "EFF-06" if blow.dodge else "EFF-07", left=left)
        return worth, reasons
