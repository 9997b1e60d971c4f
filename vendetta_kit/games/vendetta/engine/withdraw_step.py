"""The Withdraw step and other withdrawals (section WDR)."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask_all, seal, take_sealed_answers
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import ANSWER, Step

from . import state as s
from .actions import END_CODE, WITHDRAW_CODE
from .agenda import TOKEN
from .card_hooks import CARDS_AT, UP_AT, call_cards, call_place, call_relics, face_up
from .card_tables import AT, BIT, HAVEN, IDS
from .draining import back_to_hand
from .game import Game
from .planning import do_planning_action
from .state import begin_step, owner_of, turn_order


def withdraw_step(g: Game, step: Step) -> None:
    """Ask all seats at the Location in secret for Stay or Withdraw (WDR-01, WDR-02)."""
    begin_step(g, s.WITHDRAW_STEP)
    n, z = g.n, g.z
    loc = n[s.LOC]
    who = 0
    for seat in range(g.seats):
        if z[s.CARDS + seat * 4 + loc] or n[s.BLOOD + seat * 4 + loc]:
            who |= 1 << seat
    n[s.STAY] = who
    if who:
        ask_all(g, TOKEN, who)
    else:
        after_withdrawals(g, step)


def token_answered(g: Game, seat: int, code: int) -> None:
    """Record a seat's secret token; reveal all together once all are in (WDR-03)."""
    if code < END_CODE:  # an action before the choice (RUL-22)
        do_planning_action(g, seat, code)
        g._offer_to = None  # the question stays open with other options
        return
    if not seal(g, seat, code):
        return
    if g.rec is not None:
        tell_tokens(g)
    if g.table.relics:
        g.agenda.append((carry_out_tokens,))
        call_relics(g, "tokens", g.n[s.LOC])
    else:
        carry_out_tokens(g, (carry_out_tokens,))


def tell_tokens(g: Game, rules: tuple[str, ...] = ()) -> None:
    """Record an event with the tokens shown."""
    n = g.n
    if g.rec is not None:
        leaving = tuple(seat for seat in turn_order(g) if n[ANSWER + seat] == WITHDRAW_CODE)
        staying = tuple(seat for seat in turn_order(g) if n[s.STAY] >> seat & 1 and seat not in leaving)
        g.rec.event(g, "tokens", rules=rules, staying=staying, leaving=leaving)


def carry_out_tokens(g: Game, step: Step) -> None:
    """Withdraw the seats that show Withdraw, in turn order (WDR-03), with card effects (RUL-28, KIT-07)."""
    n = g.n
    loc = n[s.LOC]
    leaving: list[int] = []
    staying: list[int] = []
    for seat, token in take_sealed_answers(g, turn_order(g)):
        (leaving if token == WITHDRAW_CODE else staying).append(seat)
    if not n[s.UP] & (UP_AT["tokens"] | UP_AT["leaving"]):
        for seat in leaving:  # no step can intervene
            leave(g, (leave, seat, loc))
        after_withdrawals(g, step)
        return
    g.agenda.append((after_withdrawals,))
    follows: list[Step] = [(leave, seat, loc) for seat in leaving]
    call_cards(g, "tokens", staying, follows)
    g.agenda.extend(reversed(follows))


def leave(g: Game, step: Step) -> None:
    """Withdraw a seat. Step: ``(leave, seat, Location)``."""
    _, seat, loc = step
    n = g.n
    if n[s.OUT] >> seat & 1:
        return
    n[s.STAY] &= ~(1 << seat)
    n[s.WITHDREW] |= 1 << seat
    if n[s.UP] & UP_AT["leaving"]:
        for owner, at, card in face_up(g, "leaving"):
            if CARDS_AT["leaving"][card](g, owner, at, card, seat, loc):
                return
    go(g, seat, loc, HAVEN)


def go(g: Game, seat: int, loc: int, target: int, by: int = -1) -> None:
    """Carry out a withdrawal: Blood goes to the Pool and cards, face up, to the Haven (WDR-05, WDR-06).

    From the Haven, cards go to the hand (WDR-08). If the card ``by`` leads elsewhere (else -1), cards keep their facing
    and Blood moves with them.
    """
    n, z = g.n, g.z
    pos = seat * 4 + loc
    cards = z[s.CARDS + pos]
    blood = n[s.BLOOD + pos]
    home = target == loc  # leaving the Haven itself
    if g.rec is not None:
        why: tuple[str, ...] = ("WDR-05", "WDR-06")
        if by >= 0:
            why = ("CONTR-01", "KIT-20")
        elif home:
            why = ("RUL-25",)
        for owner, at, card in face_up(g, "withdrawal"):
            why += CARDS_AT["withdrawal"][card](g, owner, at, card, seat, home)
        if home and any(owner_of(g, c) != seat for c in cards):
            why += ("KIT-12",)
        # unseen cards stay unseen in a hand or where a card leads
        shown = cards if not (home or by >= 0) else tuple(c for c in cards if n[s.UP] & BIT[c])
        unseen = tuple(IDS[c] for c in cards if c not in shown)
        secret = {"unseen": unseen} if unseen else {}
        ids = tuple(IDS[c] for c in shown)
        kind = "withdraw_haven" if home else "withdraw"
        g.rec.event(g, kind, seat, why, secret, 1 << seat, cards=ids, count=len(cards), blood=blood, to=AT[target])
    if blood and by >= 0:
        move(g, s.BLOOD + pos, s.BLOOD + seat * 4 + target, blood, "shift", by, seat)
    elif blood:
        move(g, s.BLOOD + pos, s.POOL + seat, blood, "withdraw", -1, seat)
    z[s.CARDS + pos] = ()
    if home:
        for card in cards:
            back_to_hand(g, card)
    else:
        if by < 0:
            for card in cards:
                n[s.UP] |= BIT[card]
        z[s.CARDS + seat * 4 + target] += cards
    if g.table.location_cards:
        call_place(g, "withdrawn", seat, loc)
    if n[s.UP] & UP_AT["withdrawn"]:
        call_cards(g, "withdrawn", seat, cards, home)


def after_withdrawals(g: Game, step: Step) -> None:
    """Check once whether a lone player with Clan cards, or nobody, is left (CONF-07, RUL-32, RUL-33)."""
    n, z = g.n, g.z
    loc = n[s.LOC]
    with_cards = [seat for seat in range(g.seats) if z[s.CARDS + seat * 4 + loc]]
    if len(with_cards) == 1:
        n[s.LONE] = with_cards[0] + 1
    elif not with_cards and g.table.nobody_after_withdraw:
        n[s.NOBODY] = 1
