"""The resolution and end of an action: its cost, and what each kind of action does (BLOCK-10, BLOCK-12)."""

from __future__ import annotations

from vendetta_kit.kernel.state import Step

from . import state as s
from .board import (
    attach,
    blood,
    gain_blood,
    is_card,
    is_ready,
    lies_in,
    lose_blood,
    lose_pool,
    put,
    seat_of,
    untap,
)
from .card_play import against_cost, effects, pay, settle_hands, take_edge
from .contests import enters
from .game import Game
from .masters import stock
from .minion_actions import actor_stands, cost_of_rescue, equipment
from .rule_numbers import HUNTED
from .torpor import diablerie, wake


def settle_action(g: Game, step: Step) -> None:
    """Resolve an action that was not blocked: pay its cost, then do what was announced (BLOCK-10, RUL-16)."""
    n = g.n
    if not actor_stands(g):
        fail(g, "RUL-08")
        return
    actor, card, target = n[s.ACTOR], n[s.ACT_CARD], n[s.ACT_TARGET]
    seat = seat_of(g, actor)
    aimed_at_nobody = n[s.DEFENDER] >= 0 and not n[s.IN] >> n[s.DEFENDER] & 1  # ousted by the cost of a reaction
    if aimed_at_nobody or (is_card(g, target) and lies_in(g, target, s.ASH)):
        fail(g, "RUL-08")
        return
    if card >= 0:
        if against_cost(g, seat, card, actor, (n[s.ACT_LEVEL] >> 4) - 1) is not None:
            fail(g, "RUL-16")
            return
        if not pay(g, seat, card, actor, (n[s.ACT_LEVEL] >> 4) - 1):
            return
    if n[s.ACT] in (s.LEAVING_TORPOR, s.RESCUING) and not _can_pay_rescue(g):
        fail(g, "RUL-16")
        return
    if g.rec is not None:
        named = g.rules.card(g, card) if card >= 0 else None
        g.rec.event(g, "succeeds", seat, minion=g.rules.card(g, actor), action=s.ACTION_NAMES[n[s.ACT]], card=named)
    _DO[n[s.ACT]](g, seat, actor)


def fail(g: Game, rule: str) -> None:
    if g.rec is not None:
        actor, card = g.n[s.ACTOR], g.n[s.ACT_CARD]
        named = g.rules.card(g, card) if card >= 0 else None
        g.rec.event(
            g, "fails", seat_of(g, actor), (rule,), minion=g.rules.card(g, actor), action=s.ACTION_NAMES[g.n[s.ACT]],
            card=named,
        )  # fmt: skip
    burn_card(g)


def burn_card(g: Game) -> None:
    """Burn the card that was played for the action, if it is still among the played cards (BLOCK-11, ACARD-02)."""
    card = g.n[s.ACT_CARD]
    if card >= 0 and lies_in(g, card, s.PLAYED):
        put(g, card, s.ASH, g.table.owner[card])


def end_action(g: Game, step: Step) -> None:
    """End the action and all that was added for it (BLOCK-08)."""
    n = g.n
    burn_card(g)
    actor = n[s.ACTOR]
    if n[s.UNTAPS] and (is_ready(g, actor) or lies_in(g, actor, s.TORPOR)):
        untap(g, actor)
    n[s.ACT] = s.NO_ACTION
    for minion in g.z[s.TRIED]:
        g.rows[s.ADDED + minion * s.WIDTH] = 0
    g.z[s.USED] = g.z[s.TRIED] = g.z[s.BARS] = g.z[s.AWAKE] = ()
    settle_hands(g)


def bleed(g: Game, seat: int, actor: int) -> None:
    """Burn the target's pool for the current bleed, and move the Edge (BLEED-02, BLEED-03)."""
    n = g.n
    target, count = n[s.ACT_TARGET], n[s.BLEED]
    if g.rec is not None:
        g.rec.event(g, "bled", seat, minion=g.rules.card(g, actor), target=target, amount=count)
    if count:
        lose_pool(g, target, count, "bleed", actor, seat)
        take_edge(g, seat)


def hunt(g: Game, seat: int, actor: int, more: int = 0) -> None:
    """Move blood from the bank to a hunting vampire, with ``more`` by a card (HUNT-02)."""
    gain_blood(g, actor, HUNTED + more, "hunt", s.BANK, seat)


def _bleed(g: Game, seat: int, actor: int) -> None:
    if g.n[s.ACT_CARD] < 0:
        bleed(g, seat, actor)
    else:
        _card(g, seat, actor)  # the bleed is one of its effects (ACARD-01, ACARD-02)


def _hunt(g: Game, seat: int, actor: int) -> None:
    if g.n[s.ACT_CARD] < 0:
        hunt(g, seat, actor)
    else:
        _card(g, seat, actor)


def _equip(g: Game, seat: int, actor: int) -> None:
    card = g.n[s.ACT_CARD]
    attach(g, card, actor)
    stock(g, card, seat)
    enters(g, card)


def _take(g: Game, seat: int, actor: int) -> None:
    n = g.n
    pieces = equipment(g, n[s.ACT_TARGET])
    for k, card in enumerate(pieces):
        if n[s.ACT_MORE] >> k & 1:
            attach(g, card, actor)
            if g.rec is not None:
                g.rec.event(g, "taken", seat, card=g.rules.card(g, card), minion=g.rules.card(g, actor))


def _recruit(g: Game, seat: int, actor: int) -> None:
    card = g.n[s.ACT_CARD]
    put(g, card, s.NEW, seat)
    stock(g, card, seat)
    enters(g, card)


def _card(g: Game, seat: int, actor: int) -> None:
    n = g.n
    burn_card(g)
    effects(g, seat, n[s.ACT_CARD], actor, n[s.ACT_TARGET], n[s.ACT_LEVEL])


def _political(g: Game, seat: int, actor: int) -> None:
    from .politics import call

    call(g, seat, g.n[s.ACT_CARD], g.n[s.ACT_LEVEL])


def _can_pay_rescue(g: Game) -> bool:
    n = g.n
    vampire = n[s.ACTOR] if n[s.ACT] == s.LEAVING_TORPOR else n[s.ACT_TARGET]
    if n[s.ACT] == s.RESCUING and not lies_in(g, vampire, s.TORPOR):
        return False
    cost = cost_of_rescue(g, vampire)
    own = n[s.ACT_MORE] if n[s.ACT] == s.RESCUING else 0
    return blood(g, vampire) >= cost - own and (own == 0 or blood(g, n[s.ACTOR]) >= own)


def _leave(g: Game, seat: int, actor: int) -> None:
    lose_blood(g, actor, cost_of_rescue(g, actor), "rescue", seat)
    wake(g, actor)


def _rescue(g: Game, seat: int, actor: int) -> None:
    n = g.n
    vampire = n[s.ACT_TARGET]
    cost = cost_of_rescue(g, vampire)
    lose_blood(g, actor, n[s.ACT_MORE], "rescue", seat)
    lose_blood(g, vampire, cost - n[s.ACT_MORE], "rescue", seat)
    wake(g, vampire)


def _diablerize(g: Game, seat: int, actor: int) -> None:
    if lies_in(g, g.n[s.ACT_TARGET], s.TORPOR):
        g.agenda.append((diablerie, actor, g.n[s.ACT_TARGET]))


_DO = {
    s.BLEEDING: _bleed,
    s.HUNTING: _hunt,
    s.EQUIPPING: _equip,
    s.TAKING: _take,
    s.EMPLOYING: _equip,
    s.RECRUITING: _recruit,
    s.CARD_ACTION: _card,
    s.POLITICAL: _political,
    s.LEAVING_TORPOR: _leave,
    s.RESCUING: _rescue,
    s.DIABLERIZING: _diablerize,
}
