"""Declarations to block an action and what follows from an attempt (BLOCK-03 to BLOCK-13)."""

from __future__ import annotations

from vendetta_kit.kernel import agenda, priority_windows
from vendetta_kit.kernel.state import Step

from . import actions as do
from . import state as s
from .action_codes import PASS, code_of
from .action_resolution import burn_card, end_action, settle_action
from .board import (
    awake,
    capacity,
    given,
    is_asleep,
    is_card,
    is_ready,
    is_vampire,
    level,
    lies_in,
    may_block,
    on,
    printed,
    seat_of,
    tap,
)
from .card_play import (
    No,
    priority,
)
from .cards import Barred
from .combat import begin
from .decision_kinds import BLOCK, REACT
from .game import Game
from .minion_actions import actor_stands
from .modifiers_and_reactions import holds
from .rule_numbers import PARTS
from .torpor import ask_diablerie


def early_effects(g: Game, step: Step) -> None:
    """Open the window for effects before any declaration on blocking (BLOCK-14)."""
    g.n[s.STAGE] = s.ANNOUNCED
    _open_early(g)


def _open_early(g: Game) -> None:
    """Open a window for effects before the last one, if some card of the game is of use then or with ``ask_always``."""
    if g.table.setup["ask_always"] == "yes":
        priority_windows.open_window(g, REACT, priority(g))
        return
    moment = min(g.n[s.STAGE], s.DECLARED)
    others, acting = g.table.of_use[moment]
    if others or acting:
        order = priority(g)
        if any([holds(g, seat, moment) for seat in order]):  # otherwise no seat would be asked
            priority_windows.open_window(g, REACT, order)


def blocks(g: Game, step: Step) -> None:
    """Ask the next seat that has not declined for a block. Step: ``(blocks,)``."""
    if not actor_stands(g):
        return
    for seat in may_block(g):
        if not g.n[s.DECLINED] >> seat & 1 and agenda.ask_if_choice(g, BLOCK, seat, PASS, step):
            return


def against_blocking(g: Game, seat: int, minion: int) -> No | None:
    """Return why a minion cannot try to block, or ``None`` (BLOCK-03, COMP-02, TORP-03)."""
    if not is_card(g, minion) or seat_of(g, minion) != seat:
        return "BLOCK-03", "not_yours", {}
    if lies_in(g, minion, s.TORPOR):
        return "TORP-03", "in_torpor", {}
    if not is_ready(g, minion):
        return "BLOCK-03", "not_ready", {}
    if is_asleep(g, minion):
        return "COMP-02", "tapped", {}
    return against_barred(g, minion)


def against_barred(g: Game, minion: int) -> No | None:
    """Return the reason by which a card keeps a minion from blocking the current action (COMP-14), or ``None``."""
    if not g.table.barring:
        return None
    n = g.n
    actor = n[s.ACTOR]
    texts = [(code // PARTS, printed(g, code // PARTS).effects(code % PARTS)) for code in g.z[s.BARS]]
    if n[s.ACT_CARD] >= 0:
        texts.append((n[s.ACT_CARD], printed(g, n[s.ACT_CARD]).effects(n[s.ACT_LEVEL])))
    texts += [(card, printed(g, card).gives) for card in (actor, *on(g, actor)) if card in g.table.barring]
    for card, what in texts:
        for effect in what:
            if effect.verb == "not_blocked_by" and is_barred(g, minion, effect.value):
                return "COMP-14", "barred", {"card": g.rules.card(g, card)}
    return None


def is_barred(g: Game, minion: int, barred: Barred) -> bool:
    """Check whether a minion is among the barred ones: by type, by age, or by a Discipline that it lacks."""
    vampire = is_vampire(g, minion)
    if barred.who == "without":
        return not vampire or not level(g, minion, barred.of)
    if barred.who in ("ally", "vampire"):
        return vampire == (barred.who == "vampire")
    mine, other = capacity(g, g.n[s.ACTOR]), capacity(g, minion)
    return vampire and (other < mine if barred.who == "younger" else other > mine)


def block_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's options: to try to block with each minion that can, and to decline."""
    return [*(code_of(do.Block, m) for m in awake(g, seat) if against_barred(g, m) is None), PASS]


def block_answered(g: Game, seat: int, code: int) -> None:
    """Begin an attempt to block, or decline for the rest of the action (BLOCK-04)."""
    agenda.close_decision(g)
    n = g.n
    if code == PASS:
        n[s.DECLINED] |= 1 << seat
        if g.rec is not None:
            g.rec.event(g, "no_block", seat, minion=g.rules.card(g, n[s.ACTOR]))
        n[s.STAGE] = s.DECLARED
        if any(not n[s.DECLINED] >> other & 1 and g.z[s.READY + other] for other in may_block(g)):
            _open_early(g)  # between two declarations (BLOCK-09)
        return
    action = g.rules.actions[code]
    assert isinstance(action, do.Block)
    n[s.BLOCKER] = action.minion
    n[s.INTERCEPT] = intercept_of(g, action.minion)
    if action.minion not in g.z[s.TRIED]:
        g.z[s.TRIED] += (action.minion,)
    if g.rec is not None:
        g.rec.event(
            g, "block", seat, minion=g.rules.card(g, action.minion), intercept=n[s.INTERCEPT], stealth=n[s.STEALTH]
        )
    g.agenda.append((settle_block,))
    priority_windows.open_window(g, REACT, priority(g))


def intercept_of(g: Game, minion: int) -> int:
    """Return a minion's intercept, with what was added in this action (BLOCK-08)."""
    return given(g, minion, "intercept") + g.rows[s.ADDED + minion * s.WIDTH]


def settle_block(g: Game, step: Step) -> None:
    """Compare intercept with stealth (BLOCK-06). A block ends the action, and combat follows (BLOCK-11, TORP-05)."""
    n = g.n
    blocker = n[s.BLOCKER]
    n[s.BLOCKER] = -1
    if not actor_stands(g) or not is_ready(g, blocker):
        return
    works = n[s.INTERCEPT] >= n[s.STEALTH] and against_barred(g, blocker) is None
    if g.rec is not None:
        g.rec.event(
            g, "blocked" if works else "block_failed", seat_of(g, blocker), minion=g.rules.card(g, blocker),
            intercept=n[s.INTERCEPT], stealth=n[s.STEALTH],
        )  # fmt: skip
    if not works:
        n[s.CONTINUES] = 0  # it was said of this attempt
        _open_early(g)  # before the decision on another attempt
        return
    while g.agenda[-1][0] is not end_action:
        g.agenda.pop()
    tap(g, blocker)
    if n[s.CONTINUES] or g.table.continuing:  # a strike may still say so
        g.agenda.append((go_on,))
    else:
        burn_card(g)
    if n[s.ACT] == s.LEAVING_TORPOR:
        ask_diablerie(g, blocker, n[s.ACTOR])
        return

    g.agenda.append((begin, n[s.ACTOR], blocker))


def go_on(g: Game, step: Step) -> None:
    """Continue a blocked action after the combat, if a card says so and its minion is ready (COMP-14).

    Others may try to block it.
    """
    goes_on = g.n[s.CONTINUES]
    g.n[s.CONTINUES] = 0
    if not goes_on or not actor_stands(g):
        burn_card(g)
        return
    if g.rec is not None:
        g.rec.event(g, "continues", seat_of(g, g.n[s.ACTOR]), minion=g.rules.card(g, g.n[s.ACTOR]))
    g.agenda += [(settle_action,), (last_effects,), (blocks,), (early_effects,)]


def last_effects(g: Game, step: Step) -> None:
    """Open the window for effects after all have declined to block (BLOCK-09)."""
    if actor_stands(g):
        g.n[s.STAGE] = s.UNBLOCKED
        if g.rec is not None:
            g.rec.event(g, "unblocked", seat_of(g, g.n[s.ACTOR]), minion=g.rules.card(g, g.n[s.ACTOR]))
        priority_windows.open_window(g, REACT, priority(g))
