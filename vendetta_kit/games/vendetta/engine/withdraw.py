"""The Withdraw step and every other way to withdraw (section WDR)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.agenda import ask, ask_all, opened, reseal, seal
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import ANSWER, Step

from .actions import WITHDRAW_CODE, YES
from .agenda import TOKEN, YES_OR_NO
from .draining import back_to_hand, owner_of, use_relic
from .events import CARD_RULES
from .ledger import deploy, gain
from .state import (
    BLOOD,
    CARDS,
    LOC,
    LONE,
    MATE,
    NOBODY,
    OUT,
    POOL,
    RELIC,
    RELIC_USED,
    STAY,
    UP,
    WITHDRAW_STEP,
    WITHDREW,
    begin_step,
    place_of,
    turn_order,
)
from .tables import AT, BIT, HAVEN, IDS, LAUNDRY, MASK, NUMBER
from .verbs import steal_each, with_mate

if TYPE_CHECKING:
    from .game import Game

CLOAK = NUMBER["NO02"]
WHISPERS = NUMBER["NO04"]
MASS_MANIPULATION = NUMBER["VE05"]


def withdraw_step(g: Game, step: Step) -> None:
    """Everybody at the Location chooses Stay or Withdraw, in secret and at the same time (WDR-01, WDR-02)."""
    begin_step(g, WITHDRAW_STEP)
    n, z = g.n, g.z
    loc = n[LOC]
    who = 0
    for seat in range(g.seats):
        if z[CARDS + seat * 4 + loc] or n[BLOOD + seat * 4 + loc]:
            who |= 1 << seat
    n[STAY] = who
    if who:
        ask_all(g, TOKEN, who)
    else:
        after_withdrawals(g, step)


def token_answered(g: Game, seat: int, code: int) -> None:
    """One seat's sealed token; once all are in, they are revealed together (WDR-03)."""
    if not seal(g, seat, code):
        return
    n = g.n
    if g.rec is not None:
        tell_tokens(g)
    if g.table.relics:
        g.agenda.append((carry_out_tokens,))
        for s in reversed(turn_order(g)):
            if n[RELIC + s] == MASK and not n[RELIC_USED + s] and n[ANSWER + s] >= 0:
                g.agenda.append((offer_mask, s))
    else:
        carry_out_tokens(g, (carry_out_tokens,))


def tell_tokens(g: Game, rules: tuple[str, ...] = ()) -> None:
    """Record which tokens show."""
    n = g.n
    if g.rec is not None:
        leaving = tuple(s for s in turn_order(g) if n[ANSWER + s] == WITHDRAW_CODE)
        staying = tuple(s for s in turn_order(g) if n[STAY] >> s & 1 and s not in leaving)
        g.rec.event(g, "tokens", rules=rules, staying=staying, leaving=leaving)


def offer_mask(g: Game, step: Step) -> None:
    """Relic: turn the own token over?"""
    ask(g, step[1], "use_relic", YES_OR_NO, (mask_answered, step[1]), MASK)


def mask_answered(g: Game, step: Step, code: int) -> None:
    """Relic: the own token shows its other side."""
    if code == YES:
        n = g.n
        use_relic(g, step[1])
        reseal(g, step[1], 2 * WITHDRAW_CODE - 1 - n[ANSWER + step[1]])  # the two codes are neighbours
        tell_tokens(g, ("VREL-05",))


def carry_out_tokens(g: Game, step: Step) -> None:
    """Who shows Withdraw leaves, in turn order; who stays pays Mass Manipulation (RUL-28), then or before (KIT-07)."""
    n = g.n
    loc = n[LOC]
    leaving: list[int] = []
    staying: list[int] = []
    for seat, token in opened(g, turn_order(g)):
        (leaving if token == WITHDRAW_CODE else staying).append(seat)
    if not n[UP] & (BIT[MASS_MANIPULATION] | BIT[CLOAK]):
        for seat in leaving:  # nothing can come in between
            leave(g, (leave, seat, loc))
        after_withdrawals(g, step)
        return
    g.agenda.append((after_withdrawals,))
    follows: list[Step] = [(leave, seat, loc) for seat in leaving]
    if n[UP] & BIT[MASS_MANIPULATION]:
        owner, at = divmod(place_of(g, MASS_MANIPULATION), 4)
        if at == loc:
            theft = (mass_manipulation, owner, loc, tuple([s for s in staying if s != owner]))
            if g.table.robs_before_leaving:
                follows.insert(0, theft)
            elif owner in staying:
                follows.append(theft)
            elif staying and g.rec is not None:
                g.rec.event(g, "ignored", owner, CARD_RULES["VE05"], card="VE05")
    g.agenda.extend(reversed(follows))


def mass_manipulation(g: Game, step: Step) -> None:
    """Mass Manipulation takes its price; in a team game its player first says whether the mate is in (RUL-51)."""
    _, owner, loc, payers = step
    mate = g.table.mate[owner]
    with_mate(g, owner, mate in payers, MASS_MANIPULATION, (manipulate, owner, loc, payers))


def manipulate(g: Game, step: Step) -> None:
    """Mass Manipulation: 2 Blood of each Rival that stays."""
    _, owner, loc, payers = step
    mate = g.table.mate[owner] if not g.n[MATE] else -1
    steal_each(g, tuple(s for s in payers if s != mate), 2, owner, loc, MASS_MANIPULATION)


def leave(g: Game, step: Step) -> None:
    """A seat withdraws. Step: ``(leave, seat, Location)``."""
    _, seat, loc = step
    n = g.n
    if n[OUT] >> seat & 1:
        return
    n[STAY] &= ~(1 << seat)
    n[WITHDREW] |= 1 << seat
    if n[UP] & BIT[CLOAK]:
        pos = place_of(g, CLOAK)
        if pos // 4 == seat and pos % 4 != loc:
            ask(g, seat, "cloak", YES_OR_NO, (cloak_answered, seat, loc, pos % 4), CLOAK)
            return
    go(g, seat, loc, HAVEN)


def cloak_answered(g: Game, step: Step, code: int) -> None:
    """Cloak of Shadows: all to that card's Location, or the usual way."""
    _, seat, loc, there = step
    go(g, seat, loc, there if code == YES else HAVEN, code == YES)


def go(g: Game, seat: int, loc: int, target: int, cloaked: bool = False) -> None:
    """Blood to the Pool, cards face up to the Haven (WDR-05, WDR-06); from the Haven to the hand (WDR-08)."""
    n, z = g.n, g.z
    pos = seat * 4 + loc
    cards = z[CARDS + pos]
    blood = n[BLOOD + pos]
    home = target == loc  # leaving the Haven itself
    if g.rec is not None:
        why: tuple[str, ...] = ("WDR-05", "WDR-06")
        if cloaked:
            why = ("CONTR-01", "KIT-20")
        elif home:
            why = ("RUL-25",)
            if n[UP] & BIT[WHISPERS] and place_of(g, WHISPERS) // 4 == seat:
                why += ("KIT-18",)
        if home and any(owner_of(g, c) != seat for c in cards):
            why += ("KIT-12",)
        # what goes back to a hand, or under the Cloak, unseen stays unseen
        shown = cards if not (home or cloaked) else tuple(c for c in cards if n[UP] & BIT[c])
        unseen = tuple(IDS[c] for c in cards if c not in shown)
        secret = {"unseen": unseen} if unseen else {}
        ids = tuple(IDS[c] for c in shown)
        kind = "withdraw_haven" if home else "withdraw"
        g.rec.event(g, kind, seat, why, secret, 1 << seat, cards=ids, count=len(cards), blood=blood, to=AT[target])
    if blood and cloaked:
        move(g, BLOOD + pos, BLOOD + seat * 4 + target, blood, "shift", CLOAK, seat)
    elif blood:
        move(g, BLOOD + pos, POOL + seat, blood, "withdraw", -1, seat)
    z[CARDS + pos] = ()
    if home:
        for card in cards:
            back_to_hand(g, card)
    else:
        if not cloaked:
            for card in cards:
                n[UP] |= BIT[card]
        z[CARDS + seat * 4 + target] += cards
    if g.table.location_card[loc] == LAUNDRY:
        gain(g, seat, 1, LAUNDRY, ("VLOC-04",))
    if n[UP] & BIT[WHISPERS] and cards and not home:
        there = place_of(g, WHISPERS)
        if there // 4 == seat and WHISPERS not in cards:
            deploy(g, seat, there % 4, 2 * len(cards), WHISPERS, ("CONTR-01",))


def after_withdrawals(g: Game, step: Step) -> None:
    """Who is left is tested once: a lone player with Clan cards, or nobody (CONF-07, RUL-32, RUL-33)."""
    n, z = g.n, g.z
    loc = n[LOC]
    with_cards = [s for s in range(g.seats) if z[CARDS + s * 4 + loc]]
    if len(with_cards) == 1:
        n[LONE] = with_cards[0] + 1
    elif not with_cards and g.table.nobody_after_withdraw:
        n[NOBODY] = 1
