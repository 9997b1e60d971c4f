"""The worth of a card's effects to the greedy bot, verb by verb, in its own pool."""

from __future__ import annotations

from typing import Any

from vendetta_kit.games.vtes.engine.board import (
    blood,
    capacity,
    is_card,
    is_vampire,
    prey,
    printed,
    seat_of,
    seats_from,
    untapped,
)
from vendetta_kit.games.vtes.engine.card_verbs import PREVENTING
from vendetta_kit.games.vtes.engine.cards import Card, Effects, Title
from vendetta_kit.games.vtes.engine.state import EDGE, POOL, READY, SHARES, UNCONTROLLED

from .requirement_checks import holders
from .weights import Weights


class EffectValues:
    """Methods that value effects by a bot's weights."""

    w: Weights

    def _effects(self, s: Any, card: Card, target: int, tap: bool = False, part: int = 1) -> float:
        """Return the worth of a card's effects; ``part`` is the level and option that is played."""
        what = card.tap if tap else (*card.effects(part), *card.gives, *card.untap)
        return self._sum(s, card, target, what)

    def _sum(self, s: Any, card: Card, target: int, what: Effects) -> float:
        total = 0.0
        me = s.seat
        mine = is_card(s.g, target) and seat_of(s.g, target) == me
        for verb, value in what:
            if verb == "one_of":
                total += max(self._sum(s, card, target, option) for option in value)
            elif verb == "gain_pool":
                total += value * (4 if (verb, value) in card.untap else 1)
            elif verb == "burn_pool":
                total += self._pool_loss(s, target, value)
            elif verb == "all_burn_pool":
                total += self.w.prey_pool * value - value
            elif verb == "share_pool_loss":
                shares = s.z[SHARES]
                total += sum(self._pool_loss(s, seat, 1) for seat in shares) if shares else self.w.prey_pool * value
            elif verb == "burn_pool_by_vampire":
                for seat in seats_from(s.g, me):
                    total += self._pool_loss(s, seat, value * sum(is_vampire(s.g, m) for m in s.z[READY + seat]))
            elif verb in ("add_to_card", "pool_from_card", "counters"):
                total += 0.6 * value
            elif verb == "blood_from_card":
                total += self.w.own_blood * value * (1 if mine else -1)
            elif verb == "gain_blood" and is_card(s.g, target):
                room = capacity(s.g, target) - blood(s.g, target)
                total += self.w.own_blood * min(value, room) * (1 if mine else -1)
            elif verb == "burn_blood":
                total += self.w.other_blood * value * (-1 if mine else 1)
            elif verb in ("damage", "aggravated_damage", "to_torpor"):
                total += self._wound(s, target, verb, value) * (-1 if mine else 1)
            elif verb == "burn" and is_card(s.g, target) and printed(s.g, target).type in ("vampire", "ally"):
                total += self.w.vampire * (-1.0 if mine else 0.5)
            elif verb in ("tap", "burn"):
                total += -2.0 if mine else 1.0
            elif verb == "untap" and is_card(s.g, target):
                total += 1.5 if target not in untapped(s.g, me) else -1.0
            elif verb == "take_edge":
                total += self.w.edge + 0.5 if s.n[EDGE] != me else -1.0
            elif verb == "to_ready":
                total += self.w.vampire if mine else -2.0
            elif verb == "take_control":
                total += 0.0 if mine else self.w.vampire * (0.3 if value == "turn" else 0.8)
            elif verb == "add_counters":
                total += 0.9 * value if s.z[UNCONTROLLED + me] else -1.0
            elif verb in ("draw", "fetch"):
                total += self.w.card * 2 * (value if verb == "draw" else 2)
            elif verb == "look_at_hand":
                total += 0.3
            elif verb == "give_title":
                total += self._title_worth(s, target, value)
            elif verb == "combat":
                total += 0.3
            elif verb == "discipline":
                total += 1.0
            elif verb in ("masters", "transfers", "hand_size"):
                total += 2.0
            elif verb in ("strength", "bleed", "intercept", "stealth"):
                total += self.w.minion_point * value * 2
            elif verb in ("strike", "maneuver", "press", "votes", *PREVENTING):
                total += 1.0
            elif verb in ("round_damage", "retaliate", "weaken"):
                total += value * 1.0
            elif verb in ("first_strike", "aggravated_hands"):
                total += 1.5
            elif verb in ("no_maneuver", "no_press"):
                total += 0.4
        return total

    def _title_worth(self, s: Any, target: int, title: Title) -> float:
        """Return the worth of a vampire's getting a title, which is contested with others that have it (TCON-01)."""
        having = holders(s, title)
        if target in having:
            return 0.0
        if any(seat_of(s.g, other) == s.seat for other in having):
            return -3.0
        if not is_card(s.g, target) or seat_of(s.g, target) != s.seat:
            return -2.0
        return 0.5 if having else 3.0

    def _wound(self, s: Any, minion: int, verb: str, value: int) -> float:
        """Return the worth of hurting another's minion outside of combat, or of sending it to torpor."""
        if not is_card(s.g, minion):
            return 0.0
        out = verb == "to_torpor" or value > blood(s.g, minion) or (verb != "damage" and is_vampire(s.g, minion))
        return self.w.vampire * 0.5 if out else self.w.other_blood * value

    def _pool_loss(self, s: Any, seat: int, count: int) -> float:
        """Return the worth of a seat burning pool."""
        if seat == s.seat:
            return -float(count) - (20.0 if count >= s.n[POOL + seat] else 0.0)
        if seat == prey(s.g, s.seat):
            return self.w.prey_pool * count + (self.w.oust if count >= s.n[POOL + seat] else 0.0)
        return self.w.other_pool * count
