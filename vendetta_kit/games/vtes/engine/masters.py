"""Masters: in the master phase of a player, and out-of-turn masters (MAST-01, LIB-11, LIB-14)."""

from __future__ import annotations

from vendetta_kit.kernel import priority_windows
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from . import actions as do
from . import state as s
from .action_codes import code_of
from .board import (
    attach,
    is_ready,
    is_tapped,
    lies_in,
    printed,
    put,
    refill,
    seats_from,
)
from .card_play import No, against_cost, against_needs, choices, done, effects, pay, play, targets, window_action
from .card_verbs import IN_A_COMBAT, IN_A_REFERENDUM
from .contests import enters
from .decision_kinds import OUT_OF_TURN
from .game import Game
from .rule_numbers import BASIC


def against_master(g: Game, seat: int, card: int) -> No | None:
    """Return why a seat cannot play a card as its master phase action now, or ``None``."""
    record = printed(g, card)
    if record.type == "out_of_turn":
        return "LIB-14", "out_of_turn", {}
    if record.type != "master":
        return "LIB-01", "no_master", {"type": record.type}
    if g.n[s.MASTERS] < 1:
        return "MAST-01", "no_master_action", {}
    return against_needs(g, seat, card, -1, False) or against_cost(g, seat, card, -1)


def play_master(g: Game, seat: int, action: do.Play) -> None:
    """Play a master: other seats may play an out-of-turn master, then it takes effect."""
    g.n[s.MASTERS] -= 1
    play(g, seat, action.card, -1, action.target, False, action.choice)
    if not pay(g, seat, action.card, -1, action.choice):
        return
    refill(g, seat)
    g.agenda.append((resolve_master, action.card, action.target, seat, action.part))
    priority_windows.open_window(g, OUT_OF_TURN, [other for other in seats_from(g, seat) if other != seat])


def against_out_of_turn(g: Game, seat: int, card: int) -> No | None:
    """Return why a seat cannot play an out-of-turn master now, or ``None`` (LIB-14, RUL-21)."""
    record = printed(g, card)
    if record.type != "out_of_turn":
        return "LIB-14", "no_out_of_turn", {"type": record.type}
    if seat == g.n[s.ACTIVE]:
        return "LIB-14", "own_turn", {}
    if g.n[s.DEBT + seat]:
        return "LIB-14", "owes_master", {}
    cancels = record.does("cancel", BASIC)
    if cancels == "master" and being_played(g) < 0:
        return "LIB-14", "nothing_to_cancel", {}
    if cancels and cancels != "master" and g.n[s.ANSWERED] < 0:
        return "COMP-14", "nothing_being_played", {}
    return against_needs(g, seat, card, -1, False) or against_cost(g, seat, card, -1)


def out_of_turn_plays(g: Game, seat: int) -> list[int]:
    """Return the codes of the out-of-turn masters that a seat can play now, with each target."""
    masters = g.table.of_type["out_of_turn"]
    hand = g.z[s.HAND + seat]
    if masters.isdisjoint(hand):
        return []
    return [
        code_of(do.Play, card, -1, target, False, choice)
        for card in hand
        if card in masters and against_out_of_turn(g, seat, card) is None
        for target in targets(g, seat, card, -1)
        for choice in choices(g, seat, card, -1, False)
    ]


def serves(g: Game, action: do.Play) -> bool:
    """Check whether an out-of-turn master would change anything: one that only taps needs an untapped target."""
    return any(
        effect.verb != "tap" or not is_tapped(g, action.target)
        for effect in printed(g, action.card).effects(action.part)
    )


def let_others_play(g: Game) -> None:
    """Open the window for the other seats' out-of-turn masters in a phase of a turn or a combat (LIB-11, LIB-14).

    Without ``ask_always`` it opens where it matters most: before the minions act, and for what changes a combat.
    """
    active = g.n[s.ACTIVE]
    if g.table.setup["ask_always"] == "yes" or (
        g.n[s.PHASE] == s.MINION and any([holds_out_of_turn(g, seat) for seat in range(g.seats) if seat != active])
    ):
        priority_windows.open_window(g, OUT_OF_TURN, [other for other in seats_from(g, active) if other != active])


def holds_out_of_turn(g: Game, seat: int) -> bool:
    """Check whether a seat has an out-of-turn master in hand, in a combat one that can change it."""
    among = g.table.masters_in_combat if g.n[s.ROUND] else g.table.of_type["out_of_turn"]
    return not among.isdisjoint(g.z[s.HAND + seat])


def out_of_turn_now(g: Game, action: do.Move) -> bool:
    """Check whether a seat is asked because of this master now: to cancel another, else before the minions act.

    In a combat it is asked for what a fighter gains or suffers, in a referendum for what changes who can vote.
    """
    if not isinstance(action, do.Play):
        return False
    if being_played(g) >= 0:
        return bool(printed(g, action.card).does("cancel", BASIC))
    n = g.n
    verbs = IN_A_COMBAT if n[s.ROUND] else IN_A_REFERENDUM if n[s.VOTING] else None
    if verbs is not None:
        if n[s.ROUND] and action.target not in (n[s.FIGHTER], n[s.FIGHTER + 1]):
            return False
        return any(effect.verb in verbs for effect in printed(g, action.card).effects(action.part))
    return serves(g, action)


def is_of_use(g: Game, action: do.Move) -> bool:
    """Check whether a seat is asked because of this action in a combat or a referendum."""
    if isinstance(action, do.Play) and printed(g, action.card).type == "out_of_turn":
        return out_of_turn_now(g, action)
    return not isinstance(action, do.Pass)


def out_of_turn_answered(g: Game, seat: int, code: int) -> None:
    """Play an out-of-turn master, or pass."""
    action = window_action(g, code)
    if action is None:
        return
    assert isinstance(action, do.Play)
    play_out_of_turn(g, seat, action)


def being_played(g: Game) -> int:
    """Return the master that the active player is playing, or -1."""
    return next((c for c in g.z[s.PLAYED + g.n[s.ACTIVE]] if printed(g, c).type == "master"), -1)


def play_out_of_turn(g: Game, seat: int, action: do.Play) -> None:
    """Play an out-of-turn master, which takes an action from the seat's next master phase."""
    g.n[s.DEBT + seat] = 1
    play(g, seat, action.card, -1, action.target, False, action.choice)
    if not pay(g, seat, action.card, -1, action.choice):
        return
    if printed(g, action.card).does("cancel", BASIC):
        cancelled = being_played(g)
        if g.rec is not None:
            g.rec.event(g, "cancelled", seat, ("LIB-14",), card=g.rules.card(g, cancelled))
        put(g, cancelled, s.ASH, g.table.owner[cancelled])
    done(g, seat, action.card)
    effects(g, seat, action.card, -1, action.target, action.part)


def resolve_master(g: Game, step: Step) -> None:
    """Carry out a master, unless it was cancelled. Step: ``(…, card, target, seat, part)``."""
    _, card, target, seat, part = step
    if not lies_in(g, card, s.PLAYED) or not g.n[s.IN] >> seat & 1:
        return
    record = printed(g, card)
    if record.stays and record.kind != "location":
        if is_ready(g, target) or lies_in(g, target, s.TORPOR):
            attach(g, card, target)
            stock(g, card, seat)
            enters(g, card)
        else:
            put(g, card, s.ASH, g.table.owner[card])
    elif record.kind == "location":
        put(g, card, s.HELD, seat)
        stock(g, card, seat)
        enters(g, card)
    else:
        put(g, card, s.ASH, g.table.owner[card])
    effects(g, seat, card, -1, target, part)


def stock(g: Game, card: int, seat: int) -> None:
    """Put the counters with which a card enters play on it, from the bank: life, or by its text (COMP-14)."""
    record = printed(g, card)
    if record.stock:
        move(g, s.BANK, g.table.purse[card], record.stock, "life" if record.life else "stock", card, seat)
