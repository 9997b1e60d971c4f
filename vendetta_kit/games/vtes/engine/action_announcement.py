"""The announcement of an action: its minion, its card, its target (BLOCK-01, BLOCK-02)."""

from __future__ import annotations

from vendetta_kit.kernel import agenda
from vendetta_kit.kernel.state import Step

from . import actions as do
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
from .state import (
    ACT,
    ACT_CARD,
    ACT_LEVEL,
    ACT_MORE,
    ACT_TARGET,
    ACTION_NAMES,
    ACTOR,
    ANSWERED,
    AWAKE,
    BARS,
    BLEED,
    BLEEDING,
    BLOCKER,
    CARD_ACTION,
    CONTINUES,
    DECLINED,
    DEFENDER,
    DIABLERIZING,
    EMPLOYING,
    EQUIPPING,
    HUNTING,
    INTERCEPT,
    LEAVING_TORPOR,
    PLAYED,
    POLITICAL,
    RECRUITING,
    RESCUING,
    STEALTH,
    TAKING,
    TRIED,
    UNTAPS,
    USED,
)
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
    n[ACT_CARD] = n[ACT_TARGET] = n[DEFENDER] = n[BLOCKER] = -1
    n[ACT_LEVEL] = BASIC
    n[ANSWERED] = -1
    n[ACT_MORE] = n[DECLINED] = n[CONTINUES] = n[UNTAPS] = n[BLEED] = n[STEALTH] = n[INTERCEPT] = 0
    g.z[USED] = g.z[TRIED] = g.z[BARS] = g.z[AWAKE] = ()
    if isinstance(action, do.Play):
        n[ACT] = action_kind(g, action.card, action.superior)
        n[ACT_CARD], n[ACT_TARGET] = action.card, action.target
        n[ACT_LEVEL] = action.part
        actor = action.minion
        n[STEALTH] += printed(g, action.card).stealth
    elif isinstance(action, do.Rescue):
        n[ACT], actor, n[ACT_TARGET], n[ACT_MORE] = RESCUING, action.minion, action.target, action.pays
    elif isinstance(action, do.Diablerize):
        n[ACT], actor, n[ACT_TARGET] = DIABLERIZING, action.minion, action.target
    elif isinstance(action, do.Take):
        n[ACT], actor, n[ACT_TARGET], n[ACT_MORE] = TAKING, action.minion, action.source, action.which
    else:
        assert isinstance(action, do.Bleed | do.Hunt | do.Leave)
        kinds = {do.Bleed: BLEEDING, do.Hunt: HUNTING, do.Leave: LEAVING_TORPOR}
        n[ACT], actor = kinds[type(action)], action.minion
    announce(g, seat, actor)


def announce(g: Game, seat: int, actor: int) -> None:
    """Tap the minion, set the action's target and stealth, then ask for blocks (BLOCK-01 to BLOCK-03)."""
    n = g.n
    n[ACTOR] = actor
    kind = n[ACT]
    target = n[ACT_TARGET]
    tap(g, actor)
    if kind == BLEEDING:
        n[ACT_TARGET] = n[DEFENDER] = target if target >= 0 else prey(g, seat)
        n[BLEED] = bleed_of(g, actor)
        if n[ACT_CARD] >= 0:
            n[BLEED] += printed(g, n[ACT_CARD]).does("bleed_action", n[ACT_LEVEL]) or 0
    elif kind in (RESCUING, DIABLERIZING):
        other = seat_of(g, target)
        n[DEFENDER] = other if other != seat else -1
    elif kind in (CARD_ACTION, HUNTING) and target >= 0:
        other = seat_of(g, target) if is_card(g, target) else target
        n[DEFENDER] = other if other != seat else -1
    special = kind in (HUNTING, EQUIPPING, TAKING, EMPLOYING, RECRUITING, POLITICAL, LEAVING_TORPOR)
    if special or (kind in (RESCUING, DIABLERIZING) and n[DEFENDER] < 0):
        n[STEALTH] += STEALTH_OF_A_SPECIAL_ACTION
    n[STEALTH] += given(g, actor, "stealth")
    if n[ACT_CARD] >= 0:
        card = n[ACT_CARD]
        play(g, seat, card, actor, target, n[ACT_LEVEL] & 15 == SUPERIOR, (n[ACT_LEVEL] >> 4) - 1)
        refill(g, seat)
    if g.rec is not None:
        seen = names(g, (target,))[0] if target >= 0 and kind in (RESCUING, DIABLERIZING, TAKING) else None
        played = g.rules.card(g, n[ACT_CARD]) if n[ACT_CARD] >= 0 else None
        g.rec.event(
            g, "action", seat, _rules_of(g), action=ACTION_NAMES[kind], minion=g.rules.card(g, actor), card=played,
            target=seen, at_seat=n[DEFENDER] if n[DEFENDER] >= 0 else None, stealth=n[STEALTH], bleed=n[BLEED],
        )  # fmt: skip
    g.agenda += [(end_action,), (settle_action,), (last_effects,), (blocks,), (early_effects,)]
    if kind == RESCUING and n[DEFENDER] >= 0 and n[ACT_MORE] < cost_of_rescue(g, target):
        g.agenda.append((ask_consent,))
    if n[ACT_CARD] >= 0 and waits(g, n[ACT_CARD]):
        wait(g, n[ACT_CARD], (card_answered,))


def card_answered(g: Game, step: Step) -> None:
    """End the action if the card that was played for it has been cancelled (COMP-14)."""
    if not lies_in(g, g.n[ACT_CARD], PLAYED):
        while g.agenda[-1][0] is not end_action:
            g.agenda.pop()
        fail(g, "COMP-14")


def ask_consent(g: Game, step: Step) -> None:
    """Ask a vampire's controller to agree that the vampire pays for its own rescue (RUL-18)."""
    agenda.ask(g, g.n[DEFENDER], "rescue_consent", (YES, NO), (consented,), g.n[ACT_TARGET])


def consented(g: Game, step: Step, code: int) -> None:
    """Continue the rescue, or end it if the answer is no."""
    if code == NO:
        while g.agenda[-1][0] is not end_action:
            g.agenda.pop()
        fail(g, "RUL-18")


_RULES = {
    BLEEDING: ("BLEED-01", "BLEED-02"),
    HUNTING: ("HUNT-01", "HUNT-03"),
    EQUIPPING: ("EQUIP-01",),
    TAKING: ("EQUIP-02",),
    EMPLOYING: ("RET-01",),
    RECRUITING: ("ALLY-01",),
    CARD_ACTION: ("ACARD-01",),
    POLITICAL: ("POLA-01", "POL-01", "BLOCK-05"),
    LEAVING_TORPOR: ("TORP-04",),
    RESCUING: ("TORP-06", "TORP-07"),
    DIABLERIZING: ("TORP-08",),
}


def _rules_of(g: Game) -> tuple[str, ...]:
    """Return the rules of the current kind of action."""
    return _RULES[g.n[ACT]]
