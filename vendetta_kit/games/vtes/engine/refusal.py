"""The rules that forbid an action, and the nearest legal action.

The reasons come from the checks that make the options; only reasons about the moment are defined here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from vendetta_kit.kernel import refusal as kernel
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import WhyNot
from vendetta_kit.kernel.state import ASK, WHO

from . import actions as do
from . import decision_kinds as ask
from .blocking import against_blocking
from .board import is_card, is_stolen, on, printed, worn
from .cancelling import against_cancelling
from .card_play import No, against_choice
from .card_verbs import BEFORE_RANGE, PREVENTING
from .combatants import against_combat_card, against_verb, fighter, level_of, which
from .game import Game
from .masters import against_master, against_out_of_turn
from .minion_actions import (
    action_kind,
    against_acting,
    against_action_card,
    against_taking,
    against_torpor,
    cost_of_rescue,
    must_hunt,
)
from .modifiers_and_reactions import against_reaction, against_use
from .politics import against_vote
from .state import ACTIVE, BLEEDING, CALLED_BY, EDGE, HAND, HUNTING, IN, LEAVING_TORPOR, MASTER, PHASE
from .strikes import against_prevention, prevents
from .turn import against_transfer, may_withdraw, to_settle
from .uses import against_using, brought, value_brought


@dataclass(frozen=True, slots=True)
class Reason(kernel.Reason):
    """A rule of this game that forbids an action."""

    def text(self, lang: str = "en") -> str:
        """Return the reason in words."""
        from vendetta_kit.games.vtes.wording import say

        return say("refusal", self.key, lang, self.shown())


MOMENTS: Final[dict[type[Action], tuple[tuple[int, ...], str]]] = {
    do.TakeEdge: ((ask.UNTAP_PHASE,), "UNTAP-03"),
    do.Pay: ((ask.UNTAP_PHASE,), "UNTAP-04"),
    do.Yield: ((ask.UNTAP_PHASE,), "UNTAP-04"),
    do.Withdraw: ((ask.UNTAP_PHASE,), "WITH-01"),
    do.Bleed: ((ask.MINION_PHASE,), "MIN-01"),
    do.Hunt: ((ask.MINION_PHASE,), "MIN-01"),
    do.Take: ((ask.MINION_PHASE,), "MIN-01"),
    do.Leave: ((ask.MINION_PHASE,), "MIN-01"),
    do.Rescue: ((ask.MINION_PHASE,), "MIN-01"),
    do.Diablerize: ((ask.MINION_PHASE,), "MIN-01"),
    do.Block: ((ask.BLOCK,), "BLOCK-03"),
    do.Strike: ((ask.STRIKE,), "STRIKE-02"),
    do.Vote: ((ask.VOTE,), "POL-04"),
    do.Call: ((ask.BLOOD_HUNT,), "DBL-05"),
    do.Transfer: ((ask.TRANSFER,), "INF-03"),
    do.TakeBack: ((ask.TRANSFER,), "INF-04"),
    do.Draw: ((ask.TRANSFER,), "INF-05"),
    do.Discard: ((ask.DISCARD, ask.HAND_DOWN), "DISC-01"),
    do.Choose: ((ask.CHOOSE,), "COMP-14"),
    do.Use: ((ask.UNTAP_PHASE, ask.MASTER_PHASE, ask.MINION_PHASE, ask.REACT, ask.MANEUVER, ask.PREVENT,
              ask.ADDITIONAL, ask.PRESS), "LIB-12"),
    do.Play: ((ask.MASTER_PHASE, ask.OUT_OF_TURN, ask.MINION_PHASE, ask.REACT, ask.BEFORE_RANGE, ask.MANEUVER,
               ask.STRIKE, ask.PREVENT, ask.ADDITIONAL, ask.PRESS, ask.BEFORE_VOTES, ask.VOTE, ask.ANSWER), "PHASE-01"),
}  # fmt: skip
"""The kinds of decisions in which each action is possible, with the rule."""
_COMBAT_VERBS: Final[dict[int, tuple[str, ...]]] = {
    ask.BEFORE_RANGE: BEFORE_RANGE,
    ask.MANEUVER: ("maneuver",),
    ask.STRIKE: ("strike",),
    ask.PREVENT: PREVENTING,
    ask.ADDITIONAL: ("additional_strikes",),
    ask.PRESS: ("press",),
}


def why_not(g: Game, seat: Any, action: Any) -> WhyNot:
    """Return why ``action`` is illegal for ``seat`` now; it must be illegal."""
    reasons = list(_reasons(g, seat, action))
    legal = g.legal(seat)
    return WhyNot(tuple(Reason(*no) for no in reasons), _nearest(legal, action))


def _nearest(legal: Any, action: do.Move) -> Action | None:
    """Return a legal action of the same kind, else any legal action, else ``None``."""
    same = [other for other in legal if type(other) is type(action)]
    return same[0] if same else legal[0] if len(legal) else None


def _reasons(g: Game, seat: int, action: do.Move) -> list[No]:
    n = g.n
    kind = n[ASK]
    if kind == ask.OVER:
        return [("END-01", "over", {})]
    if not n[IN] >> seat & 1:
        return [("END-01", "out", {"name": g.names[seat]})]
    found: list[No] = []
    if not n[WHO] >> seat & 1:
        found.append(("PHASE-01", "not_asked", {"name": g.names[seat]}))
    if isinstance(action, do.Pass):
        if kind == ask.MINION_PHASE and n[WHO] >> seat & 1:
            found.append(("HUNT-04", "hungry", {"cards": [g.table.printed[card] for card in must_hunt(g, seat)]}))
        elif not found:
            found.append(("UNTAP-04", "no_pass", {}))
        return found
    late = _master_too_late(g, seat, action) if not found else None
    if late is not None:
        return [late]
    moments, rule = MOMENTS[type(action)]
    if kind not in moments:
        found.append((rule, "moment", {"do": action.do}))
        return found
    no = _CHECKS[type(action)](g, seat, action)
    if no is not None:
        return [*found, no]
    return found or [("PHASE-01", "not_offered", {})]


def _play(g: Game, seat: int, action: do.Play) -> No | None:
    """Return the reason against playing a card now, or ``None``."""
    if not is_card(g, action.card) or action.card not in g.z[HAND + seat]:
        return "LIB-01", "not_in_hand", {}
    kind = g.n[ASK]
    if action.choice >= 0 or printed(g, action.card).chooses:
        no = against_choice(g, seat, action)
        if no is not None:
            return no
    if _twin(g, seat, action):
        return "LIB-01", "twin", {}
    if kind == ask.MASTER_PHASE:
        return against_master(g, seat, action.card)
    if kind == ask.ANSWER:
        return against_cancelling(g, seat, action)
    if kind == ask.OUT_OF_TURN:
        return against_out_of_turn(g, seat, action.card)
    with_others = kind in (ask.REACT, ask.BEFORE_RANGE, ask.BEFORE_VOTES, ask.VOTE)
    if with_others and printed(g, action.card).type == "out_of_turn":
        return against_out_of_turn(g, seat, action.card)
    if printed(g, action.card).type == "out_of_turn":
        return "LIB-01", "master_card", {"type": printed(g, action.card).type}
    if not is_card(g, action.minion):
        return "LIB-01", "needs_minion", {}
    if kind == ask.MINION_PHASE:
        bleeds = action_kind(g, action.card, action.superior) == BLEEDING
        if bleeds and action.target == seat:
            return "BLEED-01", "bleeds_herself", {}
        return against_action_card(g, seat, action.minion, action.card, action.superior)
    if kind in (ask.BEFORE_VOTES, ask.VOTE) and g.n[CALLED_BY] < 0:
        return "DBL-05", "hunt_no_cards", {}
    if kind in (ask.REACT, ask.BEFORE_VOTES, ask.VOTE):
        return against_reaction(g, seat, action)
    if kind in _COMBAT_VERBS:
        return _combat_card(g, seat, action, _COMBAT_VERBS[kind])
    return "POL-04", "not_for_this", {}


def _combat_card(g: Game, seat: int, action: do.Play, verbs: tuple[str, ...]) -> No | None:
    """Return the reason against a combat card, by the opponent's cards too, or ``None``."""
    k = which(g, seat)
    effects = printed(g, action.card).effects(level_of(action))
    for effect in effects:
        if effect.verb in ("maneuver", "strike", "press"):
            no = against_verb(g, k, effect.verb)
            if no is not None:
                return no
    no = against_combat_card(g, seat, action, verbs)
    if no is None and verbs == PREVENTING and not any(prevents(g, k, effects)):
        return "DMG-01", "nothing_to_prevent", {}
    return no


def _master_too_late(g: Game, seat: int, action: do.Move) -> No | None:
    """Return why a master from hand cannot be played outside a master phase, or ``None``.

    If the master phase was skipped because nothing was possible in it, the reason is what prevented it (MAST-01).
    """
    if not isinstance(action, do.Play) or g.n[ASK] == ask.MASTER_PHASE or action.card not in g.z[HAND + seat]:
        return None
    if printed(g, action.card).type != "master":
        return None
    if seat != g.n[ACTIVE] or g.n[PHASE] < MASTER:
        return "LIB-11", "master_phase_only", {}
    return against_master(g, seat, action.card) or ("MAST-04", "master_phase_over", {})


def _twin(g: Game, seat: int, action: do.Play) -> bool:
    """Return whether the same play is legal with another copy, as only one of equal cards in a hand is offered."""
    record = printed(g, action.card)
    copies = [card for card in g.z[HAND + seat] if card != action.card and printed(g, card) is record]
    return any(replace(action, card=card) in g.legal(seat) for card in copies)


def _use(g: Game, seat: int, action: do.Use) -> No | None:
    if not is_card(g, action.card):
        return "LIB-12", "not_usable", {}
    kind = g.n[ASK]
    if kind == ask.REACT:
        return against_use(g, seat, action.card)
    if kind not in _COMBAT_VERBS:
        return "COMP-01", "not_usable", {}
    k = which(g, seat)
    played = [card for card, _ in brought(g, fighter(g, k))]
    if action.card not in (fighter(g, k), *on(g, fighter(g, k)), *played):
        return "RANGE-04", "not_usable", {}
    if kind == ask.PREVENT:
        return against_prevention(g, k, action.card)
    verb = _COMBAT_VERBS[kind][0]
    if is_stolen(g, action.card) or value_brought(g, action.card, verb) is None:
        return "RANGE-04", "not_usable", {}
    return (against_verb(g, k, verb) if verb in ("maneuver", "press") else None) or against_using(g, action.card, verb)


def _settle(g: Game, seat: int, action: do.Pay | do.Yield) -> No | None:
    return ("CONT-03", "no_pool", {}) if action.card in to_settle(g, seat) else ("UNTAP-04", "not_contested", {})


def _edge(g: Game, seat: int, action: do.TakeEdge) -> No | None:
    if g.n[EDGE] != seat:
        return "UNTAP-03", "no_edge", {}
    return "UNTAP-03", "edge_taken", {}


def _leave(g: Game, seat: int, action: do.Leave) -> No | None:
    no = against_acting(g, seat, action.minion, LEAVING_TORPOR)
    return no or ("TORP-04", "rescue_blood", {"cost": cost_of_rescue(g, action.minion)})


def _discard(g: Game, seat: int, action: do.Discard) -> No | None:
    return "LIB-01", "not_in_hand", {}


def _strike(g: Game, seat: int, action: do.Strike) -> No | None:
    k = which(g, seat)
    if action.weapon >= 0 and is_card(g, action.weapon) and action.weapon in worn(g, fighter(g, k), "strike"):
        no = against_verb(g, k, "strike") or against_using(g, action.weapon, "strike")
        if no is not None:
            return no
    return "STRIKE-03", "no_such_strike", {}


def _vote(g: Game, seat: int, action: do.Vote) -> No | None:
    return against_vote(g, seat, action)


def _choose(g: Game, seat: int, action: do.Choose) -> No | None:
    return "COMP-14", "no_such_choice", {}


_CHECKS: Final[dict[type[Action], Callable[[Any, int, Any], No | None]]] = {
    do.TakeEdge: _edge,
    do.Pay: _settle,
    do.Yield: _settle,
    do.Withdraw: lambda g, seat, action: may_withdraw(g, seat),
    do.Bleed: lambda g, seat, action: against_acting(g, seat, action.minion, BLEEDING),
    do.Hunt: lambda g, seat, action: against_acting(g, seat, action.minion, HUNTING),
    do.Take: against_taking,
    do.Leave: _leave,
    do.Rescue: against_torpor,
    do.Diablerize: against_torpor,
    do.Block: lambda g, seat, action: against_blocking(g, seat, action.minion),
    do.Strike: _strike,
    do.Vote: _vote,
    do.Call: lambda g, seat, action: None,
    do.Transfer: against_transfer,
    do.TakeBack: against_transfer,
    do.Draw: against_transfer,
    do.Discard: _discard,
    do.Choose: _choose,
    do.Use: _use,
    do.Play: _play,
}
