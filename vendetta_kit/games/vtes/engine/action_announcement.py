"""The announcement of an action: its minion, its card, its target (BLOCK-01, BLOCK-02)."""

from __future__ import annotations

from vendetta_kit.kernel import agenda
from vendetta_kit.kernel.state import Step

from . import actions as do
from . import state as s
from .action_codes import NO, PASS, YES
from .action_resolution import end_action, fail, settle_action
from .blocking import blocks, early_effects, last_effects
from .board import (
    bleed_of,
    given,
    is_card,
    lies_in,
    names,
    prey,
    printed,
    refill,
    seat_of,
    tap,
)
from .card_play import play, wait, waits
from .game import Game
from .minion_actions import action_kind, cost_of_rescue
from .rule_numbers import BASIC, STEALTH_OF_A_SPECIAL_ACTION, SUPERIOR
from .turn import use_now


def minion_answered(g: Game, seat: int, code: int) -> None:
    """Begin an action, use a card, or end the phase."""
    agenda.close_decision(g)
    if code == PASS:
        g.agenda.pop()
        return
    action = g.rules.actions[code]
    if isinstance(action, do.Use):
        use_now(g, seat, action)
        return
    n = g.n
    n[s.ACT_CARD] = n[s.ACT_TARGET] = n[s.DEFENDER] = n[s.BLOCKER] = -1
    n[s.ACT_LEVEL] = BASIC
    n[s.ANSWERED] = -1
    n[s.ACT_MORE] = n[s.DECLINED] = n[s.CONTINUES] = n[s.UNTAPS] = n[s.BLEED] = n[s.STEALTH] = n[s.INTERCEPT] = 0
    g.z[s.USED] = g.z[s.TRIED] = g.z[s.BARS] = g.z[s.AWAKE] = ()
    if isinstance(action, do.Play):
        n[s.ACT] = action_kind(g, action.card, action.superior)
        n[s.ACT_CARD], n[s.ACT_TARGET] = action.card, action.target
        n[s.ACT_LEVEL] = action.part
        actor = action.minion
        n[s.STEALTH] += printed(g, action.card).stealth
    elif isinstance(action, do.Rescue):
        n[s.ACT], actor, n[s.ACT_TARGET], n[s.ACT_MORE] = s.RESCUING, action.minion, action.target, action.pays
    elif isinstance(action, do.Diablerize):
        n[s.ACT], actor, n[s.ACT_TARGET] = s.DIABLERIZING, action.minion, action.target
    elif isinstance(action, do.Take):
        n[s.ACT], actor, n[s.ACT_TARGET], n[s.ACT_MORE] = s.TAKING, action.minion, action.source, action.which
    else:
        assert isinstance(action, do.Bleed | do.Hunt | do.Leave)
        kinds = {do.Bleed: s.BLEEDING, do.Hunt: s.HUNTING, do.Leave: s.LEAVING_TORPOR}
        n[s.ACT], actor = kinds[type(action)], action.minion
    announce(g, seat, actor)


def announce(g: Game, seat: int, actor: int) -> None:
    """Tap the minion, set the action's target and stealth, then ask for blocks (BLOCK-01 to BLOCK-03)."""
    n = g.n
    n[s.ACTOR] = actor
    kind = n[s.ACT]
    target = n[s.ACT_TARGET]
    tap(g, actor)
    if kind == s.BLEEDING:
        n[s.ACT_TARGET] = n[s.DEFENDER] = target if target >= 0 else prey(g, seat)
        n[s.BLEED] = bleed_of(g, actor)
        if n[s.ACT_CARD] >= 0:
            n[s.BLEED] += printed(g, n[s.ACT_CARD]).does("bleed_action", n[s.ACT_LEVEL]) or 0
    elif kind in (s.RESCUING, s.DIABLERIZING):
        other = seat_of(g, target)
        n[s.DEFENDER] = other if other != seat else -1
    elif kind in (s.CARD_ACTION, s.HUNTING) and target >= 0:
        other = seat_of(g, target) if is_card(g, target) else target
        n[s.DEFENDER] = other if other != seat else -1
    special = kind in (s.HUNTING, s.EQUIPPING, s.TAKING, s.EMPLOYING, s.RECRUITING, s.POLITICAL, s.LEAVING_TORPOR)
    if special or (kind in (s.RESCUING, s.DIABLERIZING) and n[s.DEFENDER] < 0):
        n[s.STEALTH] += STEALTH_OF_A_SPECIAL_ACTION
    n[s.STEALTH] += given(g, actor, "stealth")
    if n[s.ACT_CARD] >= 0:
        card = n[s.ACT_CARD]
        play(g, seat, card, actor, target, n[s.ACT_LEVEL] & 15 == SUPERIOR, (n[s.ACT_LEVEL] >> 4) - 1)
        refill(g, seat)
    if g.rec is not None:
        seen = names(g, (target,))[0] if target >= 0 and kind in (s.RESCUING, s.DIABLERIZING, s.TAKING) else None
        played = g.rules.card(g, n[s.ACT_CARD]) if n[s.ACT_CARD] >= 0 else None
        g.rec.event(
            g, "action", seat, _rules_of(g), action=s.ACTION_NAMES[kind], minion=g.rules.card(g, actor), card=played,
            target=seen, at_seat=n[s.DEFENDER] if n[s.DEFENDER] >= 0 else None, stealth=n[s.STEALTH], bleed=n[s.BLEED],
        )  # fmt: skip
    g.agenda += [(end_action,), (settle_action,), (last_effects,), (blocks,), (early_effects,)]
    if kind == s.RESCUING and n[s.DEFENDER] >= 0 and n[s.ACT_MORE] < cost_of_rescue(g, target):
        g.agenda.append((ask_consent,))
    if n[s.ACT_CARD] >= 0 and waits(g, n[s.ACT_CARD]):
        wait(g, n[s.ACT_CARD], (card_answered,))


def card_answered(g: Game, step: Step) -> None:
    """End the action if the card that was played for it has been cancelled (COMP-14)."""
    if not lies_in(g, g.n[s.ACT_CARD], s.PLAYED):
        while g.agenda[-1][0] is not end_action:
            g.agenda.pop()
        fail(g, "COMP-14")


def ask_consent(g: Game, step: Step) -> None:
    """Ask a vampire's controller to agree that the vampire pays for its own rescue (RUL-18)."""
    agenda.ask(g, g.n[s.DEFENDER], "rescue_consent", (YES, NO), (consented,), g.n[s.ACT_TARGET])


def consented(g: Game, step: Step, code: int) -> None:
    """Continue the rescue, or end it if the answer is no."""
    if code == NO:
        while g.agenda[-1][0] is not end_action:
            g.agenda.pop()
        fail(g, "RUL-18")


_RULES = {
    s.BLEEDING: ("BLEED-01", "BLEED-02"),
    s.HUNTING: ("HUNT-01", "HUNT-03"),
    s.EQUIPPING: ("EQUIP-01",),
    s.TAKING: ("EQUIP-02",),
    s.EMPLOYING: ("RET-01",),
    s.RECRUITING: ("ALLY-01",),
    s.CARD_ACTION: ("ACARD-01",),
    s.POLITICAL: ("POLA-01", "POL-01", "BLOCK-05"),
    s.LEAVING_TORPOR: ("TORP-04",),
    s.RESCUING: ("TORP-06", "TORP-07"),
    s.DIABLERIZING: ("TORP-08",),
}


def _rules_of(g: Game) -> tuple[str, ...]:
    """Return the rules of the current kind of action."""
    return _RULES[g.n[s.ACT]]
