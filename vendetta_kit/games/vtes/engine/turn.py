"""The phases of a turn: untap, master, minion, influence, discard (PHASE-01), each a step on the agenda."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.kernel import agenda
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from . import actions as do
from .action_codes import PASS, code_of
from .board import (
    blood,
    capacity,
    drain,
    gain_pool,
    hand_size,
    held,
    is_ready,
    is_vampire,
    lose_blood,
    lose_pool,
    printed,
    put,
    refill,
    seats_from,
)
from .card_play import No, at_any_time, choices, effects, settle_hands, targets, usable, use, within_reach
from .contests import become_ready, contested_titles, return_what_is_won, yield_card, yield_title
from .decision_kinds import DISCARD as ASK_DISCARD
from .decision_kinds import HAND_DOWN, MASTER_PHASE, MINION_PHASE, TRANSFER, UNTAP_PHASE
from .effects import give_back
from .game import Game
from .masters import against_master, let_others_play, play_master
from .rule_numbers import (
    BY_TAPPING,
    CONTEST_COSTS,
    EDGE_GIVES,
    IN_UNTAP_PHASE,
    MASTER_ACTIONS,
    NEW_VAMPIRE_COSTS,
    NEW_VAMPIRE_TAKES,
    TRANSFER_BACK_TAKES,
    TRANSFER_TAKES,
    TRANSFERS,
)
from .state import (
    ACTIVE,
    ASH,
    ATTACHED,
    BORROWED,
    CONTESTED,
    CRYPT,
    DEBT,
    DISCARD,
    EDGE,
    HAND,
    HELD,
    IN,
    INFLUENCE,
    LEAVING,
    LIBRARY,
    MARKS,
    MASTER,
    MASTERS,
    MINION,
    NEW,
    PARALYZED,
    PHASE,
    PHASES,
    POOL,
    READY,
    TAPPED,
    THIS_TURN,
    TORPOR,
    TRANSFERS_LEFT,
    TURN,
    UNCONTROLLED,
    UNTAP,
    USED,
    WIDTH,
)

MOVES: Final[dict[type[do.Move], tuple[str, int]]] = {
    do.Transfer: ("INF-03", TRANSFER_TAKES),
    do.TakeBack: ("INF-04", TRANSFER_BACK_TAKES),
    do.Draw: ("INF-05", NEW_VAMPIRE_TAKES),
}
"""The rule of each kind of transfer, and how many transfers it takes."""
EDGE_TAKEN = -1
"""The code in ``USED`` for taking the Edge's pool."""


def begin_turn(g: Game, step: Step) -> None:
    """Begin the next turn. Step: ``(begin_turn, seat)``."""
    n = g.n
    if g.z[BORROWED]:
        give_back(g)
    g.z[THIS_TURN] = ()
    n[TURN] += 1
    n[ACTIVE] = step[1]
    g.agenda += [
        (end_turn,), (discard_phase,), (influence_phase,), (minion_phase,), (master_phase,), (untap_phase,)
    ]  # fmt: skip
    if g.rec is not None:
        g.rec.event(g, "turn", step[1], number=n[TURN])


def _begin_phase(g: Game, phase: int) -> int:
    n = g.n
    n[PHASE] = phase
    g.z[USED] = ()
    if g.rec is not None:
        g.rec.event(g, "phase", n[ACTIVE], phase=PHASES[phase])
    return n[ACTIVE]


# Untap -----------------------------------------------------------------------------------------------------


def untap_phase(g: Game, step: Step) -> None:
    """Settle a withdrawal, return cards no longer contested, untap, then ask for the rest of the phase."""
    from .ousting import withdraw

    seat = _begin_phase(g, UNTAP)
    g.n[MASTERS] = 0
    if g.n[LEAVING + seat]:
        withdraw(g, seat)
        return
    return_what_is_won(g, seat)
    for region in (READY, TORPOR, HELD, ATTACHED):
        for card in g.z[region + seat]:
            if not g.rows[MARKS + card * WIDTH] & PARALYZED:
                g.rows[TAPPED + card * WIDTH] = 0
    for card in contested_titles(g, seat):
        if not is_ready(g, card) or not blood(g, card):
            yield_title(g, card)
    g.agenda.append((ask_untap,))


def ask_untap(g: Game, step: Step) -> None:
    """Ask for the next action of the untap phase."""
    seat = g.n[ACTIVE]
    agenda.ask_if_choice(g, UNTAP_PHASE, seat, PASS, step)


def to_settle(g: Game, seat: int) -> list[int]:
    """Return the contested cards, and vampires with contested titles, that a seat must still pay for or yield."""
    cards = [*g.z[CONTESTED + seat], *contested_titles(g, seat)]
    return [card for card in cards if card not in g.z[USED]]


def may_withdraw(g: Game, seat: int) -> No | None:
    """Return why a seat cannot announce a withdrawal, or ``None`` (WITH-01)."""
    if g.z[LIBRARY + seat]:
        return "WITH-01", "library_left", {"count": len(g.z[LIBRARY + seat])}
    if len(g.z[HAND + seat]) >= hand_size(g, seat):
        return "WITH-01", "hand_full", {}
    if g.n[LEAVING + seat]:
        return "WITH-01", "announced", {}
    return None


def untap_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's legal actions in its untap phase."""
    codes = []
    n = g.n
    settle = to_settle(g, seat)
    for card in settle:
        if (card in g.z[CONTESTED + seat] and n[POOL + seat]) or card not in g.z[CONTESTED + seat]:
            codes.append(code_of(do.Pay, card))
        codes.append(code_of(do.Yield, card))
    if n[EDGE] == seat and EDGE_TAKEN not in g.z[USED]:
        codes.append(code_of(do.TakeEdge))
    for card in within_reach(g, seat, g.table.untapping):
        if card not in g.z[USED]:
            codes += [code_of(do.Use, card, target) for target in targets(g, seat, card, -1)]
    if may_withdraw(g, seat) is None:
        codes.append(code_of(do.Withdraw))
    return codes if settle else [*codes, PASS]


def untap_answered(g: Game, seat: int, code: int) -> None:
    """Take an action of the untap phase, or end the phase."""
    agenda.close_decision(g)
    if code == PASS:
        g.agenda.pop()
        return
    action = g.rules.actions[code]
    if isinstance(action, do.TakeEdge):
        g.z[USED] += (EDGE_TAKEN,)
        gain_pool(g, seat, EDGE_GIVES, "edge")
    elif isinstance(action, do.Pay):
        g.z[USED] += (action.card,)
        if action.card in g.z[CONTESTED + seat]:
            lose_pool(g, seat, CONTEST_COSTS, "contest", action.card, seat)
        else:
            lose_blood(g, action.card, CONTEST_COSTS, "title_contest", seat)
    elif isinstance(action, do.Yield):
        if action.card in g.z[CONTESTED + seat]:
            yield_card(g, action.card)
        else:
            yield_title(g, action.card)
    elif isinstance(action, do.Use):
        g.z[USED] += (action.card,)
        if g.rec is not None:
            g.rec.event(g, "used", seat, card=g.rules.card(g, action.card), at_card=None, at_seat=None)
        effects(g, seat, action.card, -1, action.target, IN_UNTAP_PHASE)
    elif isinstance(action, do.Withdraw):
        g.n[LEAVING + seat] = 1
        if g.rec is not None:
            g.rec.event(g, "withdrawal", seat)


# Master ----------------------------------------------------------------------------------------------------


def master_phase(g: Game, step: Step) -> None:
    """Set the number of master phase actions, less one for an out-of-turn master (MAST-01, MAST-02, RUL-21)."""
    seat = _begin_phase(g, MASTER)
    n = g.n
    gained = n[MASTERS]  # from effects in the untap phase
    n[MASTERS] = max(0, gained + MASTER_ACTIONS + held(g, seat, "masters") - n[DEBT + seat])
    n[DEBT + seat] = 0
    g.agenda.append((ask_master,))
    let_others_play(g)


def ask_master(g: Game, step: Step) -> None:
    """Ask for a master phase action while one can be used."""
    seat = g.n[ACTIVE]
    agenda.ask_if_choice(g, MASTER_PHASE, seat, PASS, step)


def _used_options(g: Game, seat: int) -> list[int]:
    return [
        code_of(do.Use, card, target)
        for card in usable(g, seat, g.table.in_own_phase)
        if at_any_time(g, card)
        for target in targets(g, seat, card, -1)
    ]


def master_targets(g: Game, seat: int, card: int) -> Iterable[int]:
    """Return the targets of a master when it is played; a location has its target only when used."""
    return (-1,) if printed(g, card).kind == "location" else targets(g, seat, card, -1)


def master_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's legal actions in its master phase."""
    masters = g.table.of_type["master"]
    codes = [
        code_of(do.Play, card, -1, target, False, choice)
        for card in g.z[HAND + seat]
        if card in masters and against_master(g, seat, card) is None
        for target in master_targets(g, seat, card)
        for choice in choices(g, seat, card, -1, False)
    ]
    return [*codes, *_used_options(g, seat), PASS]


def master_answered(g: Game, seat: int, code: int) -> None:
    """Play a master, use a card, or end the phase."""
    agenda.close_decision(g)
    if code == PASS:
        g.agenda.pop()
        return
    action = g.rules.actions[code]
    if isinstance(action, do.Use):
        use_now(g, seat, action)
    else:
        assert isinstance(action, do.Play)
        play_master(g, seat, action)


def use_now(g: Game, seat: int, action: do.Use) -> None:
    """Tap a card for its effects in its controller's master or minion phase."""
    use(g, seat, action.card, action.target)
    effects(g, seat, action.card, -1, action.target, BY_TAPPING)


# Minion ----------------------------------------------------------------------------------------------------


def minion_phase(g: Game, step: Step) -> None:
    """Begin the minion phase, in which minions act one by one (MIN-01)."""
    _begin_phase(g, MINION)
    g.agenda.append((ask_minion,))
    let_others_play(g)


def ask_minion(g: Game, step: Step) -> None:
    """Ask for the next action of the minion phase."""
    agenda.ask_if_choice(g, MINION_PHASE, g.n[ACTIVE], PASS, step)


# Influence -------------------------------------------------------------------------------------------------


def influence_phase(g: Game, step: Step) -> None:
    """Set the number of transfers; the first turns have as many as their number (INF-01, INF-02)."""
    seat = _begin_phase(g, INFLUENCE)
    n = g.n
    n[TRANSFERS_LEFT] = min(TRANSFERS, n[TURN]) + held(g, seat, "transfers")
    g.agenda += [(end_influence,), (ask_transfer,)]
    let_others_play(g)


def ask_transfer(g: Game, step: Step) -> None:
    """Ask for the next transfer."""
    seat = g.n[ACTIVE]
    agenda.ask_if_choice(g, TRANSFER, seat, PASS, step)


def against_transfer(g: Game, seat: int, action: do.Move) -> No | None:
    """Return why a transfer is not possible, or ``None``."""
    card = action.card if isinstance(action, do.Transfer | do.TakeBack) else -1
    return _against_moving(g, seat, type(action), card) or _against_paying(g, seat, type(action))


def _against_moving(g: Game, seat: int, kind: type[do.Move], card: int) -> No | None:
    """Return why a transfer has nothing to move, or ``None``."""
    if kind is do.Draw:
        return None if g.z[CRYPT + seat] else ("RUL-02", "crypt_empty", {})
    if card not in g.z[UNCONTROLLED + seat]:
        return MOVES[kind][0], "not_uncontrolled", {}
    if kind is do.TakeBack and not blood(g, card):
        return MOVES[kind][0], "no_counters", {}
    return None


def _against_paying(g: Game, seat: int, kind: type[do.Move]) -> No | None:
    """Return why a seat cannot make any transfer of a kind, whatever the card, or ``None``."""
    rule, takes = MOVES[kind]
    left = g.n[TRANSFERS_LEFT]
    if left < takes:
        return rule, "transfers", {"takes": takes, "left": left}
    if kind is not do.TakeBack and g.n[POOL + seat] < 1:
        return rule, "no_pool", {}
    return None


def transfer_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's legal transfers, and of passing."""
    codes: list[int] = []
    paid = [kind for kind in MOVES if _against_paying(g, seat, kind) is None]
    for card in g.z[UNCONTROLLED + seat] if paid else ():
        for kind in paid:
            if kind is not do.Draw and _against_moving(g, seat, kind, card) is None:
                codes.append(code_of(kind, card))
    if do.Draw in paid and _against_moving(g, seat, do.Draw, -1) is None:
        codes.append(code_of(do.Draw))
    return [*codes, PASS]


def transfer_answered(g: Game, seat: int, code: int) -> None:
    """Make a transfer, or end the phase."""
    agenda.close_decision(g)
    if code == PASS:
        g.agenda.pop()
        return
    action = g.rules.actions[code]
    n = g.n
    if isinstance(action, do.Transfer):
        n[TRANSFERS_LEFT] -= TRANSFER_TAKES
        lose_pool(g, seat, 1, "transfer", action.card, seat, g.table.purse[action.card])
    elif isinstance(action, do.TakeBack):
        n[TRANSFERS_LEFT] -= TRANSFER_BACK_TAKES
        move(g, g.table.purse[action.card], POOL + seat, 1, "taken_back", action.card, seat)
    else:
        n[TRANSFERS_LEFT] -= NEW_VAMPIRE_TAKES
        lose_pool(g, seat, NEW_VAMPIRE_COSTS, "new_vampire", -1, seat)
        if not n[POOL + seat]:
            return  # ousted first (END-01)
        card = g.z[CRYPT + seat][0]
        put(g, card, UNCONTROLLED, seat)
        if g.rec is not None:
            g.rec.event(g, "new_vampire", seat, (), {"card": g.rules.card(g, card)}, 1 << seat)


def end_influence(g: Game, step: Step) -> None:
    """Move each vampire with enough counters for its capacity to the ready region (INF-06, CRYPT-04)."""
    seat = g.n[ACTIVE]
    for card in g.z[UNCONTROLLED + seat]:
        count = blood(g, card)
        if count and is_vampire(g, card) and count >= capacity(g, card):
            drain(g, card)
            become_ready(g, card)


# Discard and end -------------------------------------------------------------------------------------------


def discard_phase(g: Game, step: Step) -> None:
    """Begin the discard phase, in which a card may be discarded and replaced (DISC-01)."""
    _begin_phase(g, DISCARD)
    g.agenda.append((ask_discard,))
    let_others_play(g)


def ask_discard(g: Game, step: Step) -> None:
    """Ask which card to discard, if there is one."""
    seat = g.n[ACTIVE]
    if g.z[HAND + seat]:
        agenda.ask_all(g, ASK_DISCARD, 1 << seat)


def discard_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's legal actions in its discard phase."""
    return [*(code_of(do.Discard, card) for card in g.z[HAND + seat]), PASS]


def _discard(g: Game, seat: int, code: int) -> None:
    action = g.rules.actions[code]
    assert isinstance(action, do.Discard)
    put(g, action.card, ASH, g.table.owner[action.card])
    if g.rec is not None:
        g.rec.event(g, "discarded", seat, card=g.rules.card(g, action.card))


def discard_answered(g: Game, seat: int, code: int) -> None:
    """Discard a card, or pass."""
    agenda.close_decision(g)
    if code != PASS:
        _discard(g, seat, code)
        refill(g, seat)


def discard_down(g: Game, step: Step) -> None:
    """Ask a seat to discard while it has more cards than its hand size (LIB-05). Step: ``(discard_down, seat)``."""
    seat = step[1]
    if g.n[IN] >> seat & 1 and len(g.z[HAND + seat]) > hand_size(g, seat):
        g.agenda.append(step)
        agenda.ask_all(g, HAND_DOWN, 1 << seat)


def hand_down_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's discards down to its hand size."""
    return [code_of(do.Discard, card) for card in g.z[HAND + seat]]


def hand_down_answered(g: Game, seat: int, code: int) -> None:
    """Discard a card above the hand size."""
    agenda.close_decision(g)
    _discard(g, seat, code)


def end_turn(g: Game, step: Step) -> None:
    """Move new allies to the ready region (ALLY-02), and begin the next seat's turn."""
    from .ousting import end_by_limit

    n = g.n
    seat = n[ACTIVE]
    for card in g.z[NEW + seat]:
        put(g, card, READY, seat)
    if g.z[BORROWED]:
        give_back(g)
        settle_hands(g)
    after = [other for other in seats_from(g, (seat + 1) % g.seats)]
    if not end_by_limit(g):
        g.agenda.append((begin_turn, after[0]))
