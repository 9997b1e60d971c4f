"""The two fighters, and their combat cards: 0 is the acting minion, which is first (COMB-04), 1 the other."""

from __future__ import annotations

from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from . import actions as do
from . import state as s
from .action_codes import action_of
from .board import (
    is_ready,
    lies_in,
    on,
    one_of_each,
    printed,
    put,
    seat_of,
)
from .bonuses import in_mode
from .card_play import No, against_cost, against_needs, forget, levels, settle_hands
from .game import Game
from .rule_numbers import BASIC, SUPERIOR
from .uses import burn_empty, played_already


def fighter(g: Game, k: int) -> int:
    """Return the card of a fighter."""
    return g.n[s.FIGHTER + k]


def fighters(g: Game, seat: int) -> list[int]:
    """Return the minions of a seat that fight now: one of the two, or none."""
    return [minion for minion in g.n[s.FIGHTER : s.FIGHTER + 2] if seat_of(g, minion) == seat] if g.n[s.ROUND] else []


def which(g: Game, seat: int) -> int:
    """Return the fighter, 0 or 1, of a seat."""
    return 0 if seat_of(g, g.n[s.FIGHTER]) == seat else 1


def stand(g: Game) -> bool:
    """Check whether both fighters are still ready (STRIKE-06)."""
    return is_ready(g, g.n[s.FIGHTER]) and is_ready(g, g.n[s.FIGHTER + 1])


def finish(g: Game, step: Step) -> None:
    """End the combat: remaining retainers regain the life that they lost in it (RTC-02)."""
    burn_empty(g)
    n = g.n
    if n[s.ANSWERED] >= 0:  # broken off while a combat card waited
        if lies_in(g, n[s.ANSWERED], s.PLAYED):
            put(g, n[s.ANSWERED], s.ASH, g.table.owner[n[s.ANSWERED]])
        n[s.ANSWERED] = -1
    for k in (0, 1):
        minion = fighter(g, k)
        if is_ready(g, minion) or lies_in(g, minion, s.TORPOR):
            for card in on(g, minion):
                lost = g.rows[s.LOST + card * s.WIDTH]
                if lost:
                    g.rows[s.LOST + card * s.WIDTH] = 0
                    move(g, s.BANK, g.table.purse[card], lost, "regained", card)
                g.rows[s.MARKS + card * s.WIDTH] &= ~s.STOLEN
    n[s.ROUND] = 0
    forget(g)
    if g.rec is not None:
        g.rec.event(g, "combat_over")
    settle_hands(g)


def break_off(g: Game) -> None:
    """Drop the remaining steps of this combat."""
    while g.agenda and g.agenda[-1][0] is not finish:
        g.agenda.pop()


# Cards in combat -------------------------------------------------------------------------------------------


def against_verb(g: Game, k: int, verb: str) -> No | None:
    """Return the reason against a fighter's maneuver, press, or strike other than with hands, or ``None``."""
    if verb == "maneuver":
        return ("COMP-14", "cannot_maneuver", {}) if in_mode(g, k, s.NO_MANEUVER) else None
    if verb == "press":
        return ("COMP-14", "cannot_press", {}) if in_mode(g, k, s.NO_PRESS) else None
    return ("COMP-14", "hands_only", {}) if in_mode(g, k, s.HANDS_ONLY) else None


def against_combat_card(g: Game, seat: int, action: do.Play, verbs: tuple[str, ...]) -> No | None:
    """Return why a fighter cannot play a combat card for one of these verbs now, or ``None``."""
    card = action.card
    record = printed(g, card)
    if record.type != "combat":
        return "COMB-03", "combat_cards_only", {"type": record.type}
    if action.minion not in (g.n[s.FIGHTER], g.n[s.FIGHTER + 1]) or seat_of(g, action.minion) != seat:
        return "COMB-01", "not_fighting", {}
    level = SUPERIOR if action.superior else BASIC
    if not any([effect.verb in verbs for effect in record.effects(level)]):
        return "COMB-03", "not_for_this", {}
    if g.table.played_for[record.id][level - 1].isdisjoint(verbs):
        must = record.does("maneuver", level) == "must"
        return ("RANGE-05", "must_maneuver", {}) if must else ("COMB-04", "played_earlier", {})
    if record.does("once_each_combat", level) and played_already(g, action.minion, card):
        return "COMP-14", "used_in_combat", {}
    return against_needs(g, seat, card, action.minion, action.superior) or against_cost(g, seat, card, action.minion)


def plays_for(g: Game, seat: int, *verbs: str) -> list[do.Play]:
    """Return the combat cards, at each level, that a seat's fighter could play for one of these verbs.

    The verbs are of one step of :data:`.COMBAT_STEPS`.
    """
    minion = fighter(g, which(g, seat))
    found = []
    for card in one_of_each(g, seat, g.table.cards_for[verbs[0]]):
        for superior in levels(printed(g, card)):
            action = action_of(do.Play, card, minion, -1, superior)
            if against_combat_card(g, seat, action, verbs) is None:
                found.append(action)
    return found


def level_of(action: do.Play) -> int:
    return SUPERIOR if action.superior else BASIC
