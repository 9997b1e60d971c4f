"""The worth of greedy's choices in combat: cards before range, maneuvers, strikes, prevention, presses."""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import (
    blood,
    is_vampire,
    on,
    printed,
    seat_of,
    strength,
)
from vendetta_kit.games.vtes.engine.bonuses import power
from vendetta_kit.games.vtes.engine.cards import StrikeEffect
from vendetta_kit.games.vtes.engine.combatants import fighter as fighter_of
from vendetta_kit.games.vtes.engine.state import (
    AGGRAVATED,
    BOUND,
    BOUND_LEVEL,
    FIGHTER,
    HANDS,
    HURT,
    NO_STRIKE,
    PRESSED,
    RANGE,
    STRIKE,
)
from vendetta_kit.games.vtes.engine.strikes import blow_of, blow_with, prevents, works_at
from vendetta_kit.games.vtes.engine.uses import brings, level_brought
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason
from .weights import Weights

Value = tuple[float, list[ChoiceReason]]
"""A worth in pool, with its reasons."""


def reasoned(weight: float, key: str, *rules: str, **values: Any) -> Value:
    """Return a worth with one reason."""
    return weight, [ChoiceReason(key, weight, rules, values)]


NOTHING: Final[Value] = (0.0, [])
TO_TAP: Final = 0.1
"""The cost of tapping a card for its effect, which could be tapped for something later."""


class Fighting:
    """Methods that value the choices in a combat by a bot's weights."""

    w: Weights

    def _side(self, s: Any) -> int:
        return 0 if seat_of(s.g, s.n[FIGHTER]) == s.seat else 1

    def _strike(self, s: Any, action: Action) -> Value:
        k = self._side(s)
        blow = self._blow(s, k, action)
        cost = self._cost_of_play(s, action)
        other = fighter_of(s.g, 1 - k)
        theirs = blow_of(s.g, 1 - k) if s.n[STRIKE + 1 - k] != NO_STRIKE else self._blow_to_come(s, 1 - k)
        expected = (
            (theirs.damage + 3 * (theirs.aggravated or theirs.part_aggravated > 0)) if works_at(s.g, theirs) else 0
        )
        if not works_at(s.g, blow):
            return reasoned(-cost, "out_of_range", "STRIKE-04")
        worth = 0.0
        if blow.damage and not theirs.dodge and not theirs.combat_ends:
            deadly = blow.aggravated or blow.part_aggravated or blow.damage > blood(s.g, other)
            worth += blow.damage * 0.6 + (self.w.vampire * 0.6 if deadly else 0.0)
        if blow.steal_blood:
            worth += 0.8 * min(blow.steal_blood, blood(s.g, other))
        if blow.destroy or blow.steal:
            worth += 1.5 if isinstance(action, do.Play | do.Strike) and action.target >= 0 else -0.5
        if blow.dodge or blow.combat_ends:
            worth += self._hurt_worth(s, fighter_of(s.g, k), expected) * 0.9
        if blow.first:
            worth += 0.3
        if blow.self_damage:
            worth -= self._hurt_worth(s, fighter_of(s.g, k), blow.self_damage)
        if isinstance(action, do.Strike) and action.weapon >= 0 and action.weapon in s.g.table.limited:
            worth -= self.w.card  # a counter, or the one use of this combat
        return reasoned(worth - cost, "strike", "STRIKE-03")

    def _blow_to_come(self, s: Any, k: int) -> StrikeEffect:
        """Return the strike that is expected of fighter ``k``, who has chosen none yet."""
        return StrikeEffect(1)

    def _hurt_worth(self, s: Any, minion: int, damage: float) -> float:
        left = blood(s.g, minion)
        return damage * 0.5 + (self.w.vampire if damage > left else 0.0)

    def _blow(self, s: Any, k: int, action: Action) -> StrikeEffect:
        if isinstance(action, do.Play):
            return blow_with(s.g, k, action.card, 2 if action.superior else 1)
        assert isinstance(action, do.Strike)
        bound = s.n[BOUND + k] != NO_STRIKE
        level = s.n[BOUND_LEVEL + k] if bound else level_brought(s.g, action.weapon)
        return blow_with(s.g, k, action.weapon if action.weapon >= 0 else HANDS, level)

    def _cost_of_play(self, s: Any, action: Action) -> float:
        if not isinstance(action, do.Play):
            return 0.0
        card = printed(s.g, action.card)
        return self.w.card + card.blood * self.w.own_blood

    def _maneuver(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Pass):
            return NOTHING
        k = self._side(s)
        minion = fighter_of(s.g, k)
        ranged = any(printed(s.g, c).given("strike").ranged for c in on(s.g, minion) if printed(s.g, c).given("strike"))
        weak = strength(s.g, minion) < strength(s.g, fighter_of(s.g, 1 - k))
        wants = ranged or weak
        close = s.n[RANGE] == 0
        return reasoned((1.0 if wants == close else -0.5) - self._cost_of_play(s, action), "maneuver", "RANGE-02")

    def _prevent(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Pass):
            return NOTHING
        k, n = self._side(s), s.n
        assert isinstance(action, do.Play | do.Use)
        card = printed(s.g, action.card)
        what = card.effects(2 if action.superior else 1) if isinstance(action, do.Play) else brings(s.g, action.card)
        worse, rest = prevents(s.g, k, what)
        minion, hurt, wounds = fighter_of(s.g, k), n[HURT + k], n[AGGRAVATED + k]
        saved = self._wound_worth(s, minion, hurt, wounds) - self._wound_worth(s, minion, hurt - rest, wounds - worse)
        return reasoned(saved - self._cost_of_play(s, action), "prevent", "DMG-01")

    def _wound_worth(self, s: Any, minion: int, ordinary: int, aggravated: int) -> float:
        """Return the cost of damage to a minion; aggravated damage always takes out a vampire."""
        out = aggravated > 0 if is_vampire(s.g, minion) else ordinary + aggravated >= blood(s.g, minion)
        lost = 0.5 * (ordinary + 3 * aggravated)
        return lost + (self.w.vampire if out or ordinary > blood(s.g, minion) else 0.0)

    def _additional(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Pass):
            return NOTHING
        blow = 0.7 * strength(s.g, fighter_of(s.g, self._side(s)))
        return reasoned(blow - self._cost_of_play(s, action), "additional", "STRIKE-07")

    def _press(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Pass):
            return NOTHING
        k = self._side(s)
        ahead = self._fight_worth(s, fighter_of(s.g, k), fighter_of(s.g, 1 - k))
        return reasoned((-ahead if s.n[PRESSED] else ahead) - 0.3 - self._cost_of_play(s, action), "press", "PRESS-01")

    def _before_range(self, s: Any, action: Action) -> Value:
        if isinstance(action, do.Pass):
            return NOTHING
        assert isinstance(action, do.Play)
        k = self._side(s)
        what = printed(s.g, action.card).effects(2 if action.superior else 1)
        worth = sum(self._bonus(s, k, verb, value) for verb, value in what)
        if any(verb == "whole_combat" for verb, _ in what):
            worth *= 1.3
        return reasoned(worth - self._cost_of_play(s, action), "stronger", "RANGE-03")

    def _bonus(self, s: Any, k: int, verb: str, value: Any) -> float:
        """Return the worth to fighter ``k`` of a verb that is played before range."""
        me, other = fighter_of(s.g, k), fighter_of(s.g, 1 - k)
        mine, theirs = self._armed(s, me), self._armed(s, other)
        if verb == "strength":
            return 0.5 * float(value)
        if verb == "weaken":
            return 0.5 * float(min(value, power(s.g, 1 - k)))
        if verb == "first_strike":
            fells = power(s.g, k) > blood(s.g, other) or bool(mine)
            return 0.9 if fells else 0.2
        if verb == "aggravated_hands":
            return self.w.vampire * 0.5 if power(s.g, k) and is_vampire(s.g, other) else 0.0
        if verb == "hands_only":
            return (1.0 if theirs else 0.2) - (1.0 if value == "both" and mine else 0.0)
        if verb == "no_maneuver":
            return 0.6 if any(blow.ranged for blow in theirs) or not any(blow.ranged for blow in mine) else 0.0
        if verb == "no_press":
            return 0.3
        if verb == "set_range":
            reach = any(blow.ranged for blow in mine) - any(blow.ranged for blow in theirs)
            if not reach:
                reach = (power(s.g, k) < power(s.g, 1 - k)) - (power(s.g, k) > power(s.g, 1 - k))
            return float(reach if value == "long" else -reach)
        return 0.0

    def _armed(self, s: Any, minion: int) -> list[StrikeEffect]:
        """Return the strikes of a minion and of the cards on it."""
        return [blow for c in (minion, *on(s.g, minion)) if (blow := printed(s.g, c).given("strike")) is not None]

    def _fight_worth(self, s: Any, minion: int, target: int) -> float:
        mine = strength(s.g, minion) + 0.3 * blood(s.g, minion)
        theirs = strength(s.g, target) + 0.3 * blood(s.g, target)
        worth: float = 1.5 * (mine - theirs)
        return worth
