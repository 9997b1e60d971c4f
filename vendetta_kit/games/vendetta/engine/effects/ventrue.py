"""Ventrue: bend or pay. (Master Plan and Mass Manipulation: :mod:`..planning`, :mod:`..withdraw`.)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from ..actions import CARD0, NO, YES
from ..agenda import YES_OR_NO
from ..ledger import gain, lose_influence
from ..state import BLOOD, CARDS, CURFEW, FORESTALLED, FORESTALLER, INFL, LOC, OUT, UP, WINNER
from ..tables import BIT, IDS, POWER
from ..verbs import counted_rivals, rivals, steal_each
from .registry import acts, adds
from .shared import change_printed

if TYPE_CHECKING:
    from ..game import Game

YES_CHOICE = (YES,)
NO_CHOICE = (NO,)


@adds("VE01", conflict=False)
def master_plan(g: Game, me: int, loc: int) -> int:
    """1 Power for each Rival here."""
    return len(counted_rivals(g, me, loc))


@acts("VE02", "first")
def diplomacy(g: Game, me: int, loc: int, card: int) -> None:
    """Ahead of all other Conflict effects: the highest printed Power elsewhere here becomes 0, all of them if tied."""
    n, z = g.n, g.z
    theirs = [(seat, c) for seat in range(g.seats) if seat != me for c in z[CARDS + seat * 4 + loc] if n[UP] & BIT[c]]
    highest = max((POWER[c] for _, c in theirs), default=0)
    for seat, c in theirs:
        if POWER[c] == highest and highest:
            change_printed(g, seat, c, card, lambda _: 0)


@acts("VE03", "revealed", aimed=True)
def curfew(g: Game, me: int, loc: int, card: int) -> None:
    """Each Rival: no Preparation and Aftermath effects here, or 3 Blood Stolen (RUL-46)."""
    g.agenda.extend([(curfew_for, seat, me, loc, card) for seat in reversed(rivals(g, me, loc))])


def curfew_for(g: Game, step: Step) -> None:
    """Keep the effects and pay?"""
    _, seat, me, loc, card = step
    if not g.n[OUT] >> seat & 1:
        ask(g, seat, "curfew", YES_OR_NO, (curfew_answered, seat, me, loc, card), card)


def curfew_answered(g: Game, step: Step, code: int) -> None:
    """Yes: 3 Blood are Stolen. No: silence."""
    _, seat, me, loc, card = step
    if code == YES:
        steal_each(g, (seat,), 3, me, loc, card)
    else:
        g.n[CURFEW] |= 1 << seat
        if g.rec is not None:
            g.rec.event(g, "silenced", seat, card=IDS[card])


@adds("VE04")
def majesty(g: Game, me: int, loc: int) -> int:
    """As much as the highest printed Power on a face-up card here (GLOS-15)."""
    n, z = g.n, g.z
    return max(POWER[c] for seat in range(g.seats) for c in z[CARDS + seat * 4 + loc] if n[UP] & BIT[c])


@acts("VE06", "preparation", aimed=True)
def tyrants_gaze(g: Game, me: int, loc: int, card: int) -> None:
    """Each Rival: half of the Deployed Blood here goes over, or 1 Influence is Lost."""
    g.agenda.extend([(gaze_on, seat, me, loc, card) for seat in reversed(rivals(g, me, loc))])


def gaze_on(g: Game, step: Step) -> None:
    """Blood (yes) or Influence (no)? What somebody does not have is not on offer (RUL-48)."""
    _, seat, me, loc, card = step
    n = g.n
    if n[OUT] >> seat & 1:
        return
    choices = (YES_CHOICE if n[BLOOD + seat * 4 + loc] else ()) + (NO_CHOICE if n[INFL + seat] else ())
    if choices:
        ask(g, seat, "gaze", choices, (gaze_answered, seat, me, loc, card), card)
    elif g.rec is not None:
        g.rec.event(g, "ignored", seat, card=IDS[card])


def gaze_answered(g: Game, step: Step, code: int) -> None:
    """Blood goes over, or Influence is Lost."""
    _, seat, me, loc, card = step
    if code == YES:
        blood = (g.n[BLOOD + seat * 4 + loc] + 1) // 2
        move(g, BLOOD + seat * 4 + loc, BLOOD + me * 4 + loc, blood, "shift", card, me)
    else:
        lose_influence(g, seat, 1, me, card, rules=("CONTR-01",))


@acts("VE07", "revealed", aimed=True)
def forestall(g: Game, me: int, loc: int, card: int) -> None:
    """Name a face-up card of a Rival here: it cannot take the own Blood, and its printed Power is Gained (KIT-03)."""
    theirs = tuple(CARD0 + c for rival in rivals(g, me, loc) for c in g.z[CARDS + rival * 4 + loc] if g.n[UP] & BIT[c])
    if theirs:
        ask(g, me, "name_card", theirs, (forestall_answered, me, card), card)


def forestall_answered(g: Game, step: Step, code: int) -> None:
    """The named card is held off for this Location."""
    _, me, card = step
    named = code - CARD0
    g.n[FORESTALLED] = named + 1
    g.n[FORESTALLER] = me
    if g.rec is not None:
        g.rec.event(g, "forestalled", me, ("KIT-03",), card=IDS[card], named=IDS[named])
    gain(g, me, POWER[named], card, ("GLOS-15",))


@acts("VE09", "aftermath")
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Whoever won here: 2 Blood Stolen (yes), or 1 Influence handed over (no)? (RUL-47, RUL-48)"""
    n = g.n
    winner = n[WINNER] - 1
    if winner < 0 or winner == me:
        if g.rec is not None:
            g.rec.event(g, "ignored", me, ("RUL-47",), card=IDS[card])
        return
    choices = YES_OR_NO if n[INFL + winner] else YES_CHOICE
    ask(g, winner, "toll", choices, (toll_answered, winner, me, n[LOC], card), card)


def toll_answered(g: Game, step: Step, code: int) -> None:
    """Blood or Influence changes hands."""
    _, winner, me, loc, card = step
    if code == YES:
        steal_each(g, (winner,), 2, me, loc, card)
    else:
        move(g, INFL + winner, INFL + me, 1, "give", card, me, ("RUL-48",))
