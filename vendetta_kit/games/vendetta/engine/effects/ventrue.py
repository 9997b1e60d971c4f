"""Ventrue cards: a choice between a loss and a price."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from ..actions import CARD0, NO, YES
from ..agenda import YES_OR_NO
from ..card_estimates import ExpectedEffect, estimate
from ..card_hooks import SHIELDS, ability, acts, adds, while_face_up
from ..card_tables import BIT, IDS, NUMBER, POWER
from ..events import CARD_RULES
from ..game import Game
from ..ledger import gain, lose_influence
from ..state import BLOOD, CARDS, CURFEW, FORESTALLED, FORESTALLER, INFL, LOC, MATE, OUT, UP, WINNER, turn_order
from ..token_verbs import counted_rivals, rivals, steal_each, with_mate
from .common_effects import change_printed

MASTER_PLAN = NUMBER["VE01"]
MASS_MANIPULATION = NUMBER["VE05"]
YES_CHOICE = (YES,)
NO_CHOICE = (NO,)


@adds("VE01", conflict=False, rivals=True)
def master_plan(g: Game, me: int, loc: int) -> int:
    """Return 1 Power for each Rival here."""
    return len(counted_rivals(g, me, loc))


estimate(
    "VE01",
    power=lambda here: here.around_here.rivals,
    effect=lambda here: ExpectedEffect(
        influence=0.3 if here.around_here.coming + here.around_here.elsewhere < 6.0 else 0.15
    ),
)


@acts("VE02", "first")
def diplomacy(g: Game, me: int, loc: int, card: int) -> None:
    """Set the highest printed Power of other players' cards here to 0, all if tied, before other Conflict effects."""
    n, z = g.n, g.z
    theirs = [(seat, c) for seat in range(g.seats) if seat != me for c in z[CARDS + seat * 4 + loc] if n[UP] & BIT[c]]
    highest = max((POWER[c] for _, c in theirs), default=0)
    for seat, c in theirs:
        if POWER[c] == highest and highest:
            change_printed(g, seat, c, card, lambda _: 0)


estimate("VE02", power=lambda here: here.around_here.their_top)


@acts("VE03", "revealed", aimed=True)
def curfew(g: Game, me: int, loc: int, card: int) -> None:
    """Make each Rival choose: no Preparation and Aftermath effects here, or 3 Blood Stolen (RUL-46)."""
    g.agenda.extend([(curfew_for, seat, me, loc, card) for seat in reversed(rivals(g, me, loc))])


estimate("VE03", effect=lambda here: ExpectedEffect(steal=0.7))


def curfew_for(g: Game, step: Step) -> None:
    """Ask a Rival whether to pay and keep the effects."""
    _, seat, me, loc, card = step
    if not g.n[OUT] >> seat & 1:
        ask(g, seat, "curfew", YES_OR_NO, (curfew_answered, seat, me, loc, card), card)


def curfew_answered(g: Game, step: Step, code: int) -> None:
    """Steal 3 Blood, or cancel the Rival's effects here."""
    _, seat, me, loc, card = step
    if code == YES:
        steal_each(g, (seat,), 3, me, loc, card)
    else:
        g.n[CURFEW] |= 1 << seat
        if g.rec is not None:
            g.rec.event(g, "silenced", seat, card=IDS[card])


@adds("VE04")
def majesty(g: Game, me: int, loc: int) -> int:
    """Return the highest printed Power of a face-up card here (GLOS-15)."""
    n, z = g.n, g.z
    return max(POWER[c] for seat in range(g.seats) for c in z[CARDS + seat * 4 + loc] if n[UP] & BIT[c])


estimate("VE04", power=lambda here: here.top_printed())


@acts("VE06", "preparation", aimed=True)
def tyrants_gaze(g: Game, me: int, loc: int, card: int) -> None:
    """Make each Rival give half of its Deployed Blood here or Lose 1 Influence."""
    g.agenda.extend([(gaze_on, seat, me, loc, card) for seat in reversed(rivals(g, me, loc))])


estimate("VE06", power=lambda here: here.around_here.their_blood / 2.0)


def gaze_on(g: Game, step: Step) -> None:
    """Ask for Blood (yes) or Influence (no); what the Rival does not have is not offered (RUL-48)."""
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
    """Take the Blood, or make the Rival Lose Influence."""
    _, seat, me, loc, card = step
    if code == YES:
        blood = (g.n[BLOOD + seat * 4 + loc] + 1) // 2
        move(g, BLOOD + seat * 4 + loc, BLOOD + me * 4 + loc, blood, "shift", card, me)
    else:
        lose_influence(g, seat, 1, me, card, rules=("CONTR-01",))


@acts("VE07", "revealed", aimed=True)
def forestall(g: Game, me: int, loc: int, card: int) -> None:
    """Ask for a Rival's face-up card here: Gain its printed Power; it cannot take the player's Blood (KIT-03)."""
    theirs = tuple(CARD0 + c for rival in rivals(g, me, loc) for c in g.z[CARDS + rival * 4 + loc] if g.n[UP] & BIT[c])
    if theirs:
        ask(g, me, "name_card", theirs, (forestall_answered, me, card), card)


estimate(
    "VE07",
    effect=lambda here: ExpectedEffect(gain=here.around_here.their_top if here.around_here.rivals >= 1.0 else 0.0),
)


def forestall_answered(g: Game, step: Step, code: int) -> None:
    """Record the chosen card for this Location and Gain its printed Power in Blood."""
    _, me, card = step
    named = code - CARD0
    g.n[FORESTALLED] = named + 1
    g.n[FORESTALLER] = me
    if g.rec is not None:
        g.rec.event(g, "forestalled", me, ("KIT-03",), card=IDS[card], named=IDS[named])
    gain(g, me, POWER[named], card, ("GLOS-15",))


@acts("VE09", "aftermath")
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Ask the winner here for 2 Blood (yes) or 1 Influence (no) (RUL-47, RUL-48)."""
    n = g.n
    winner = n[WINNER] - 1
    if winner < 0 or winner == me:
        if g.rec is not None:
            g.rec.event(g, "ignored", me, ("RUL-47",), card=IDS[card])
        return
    choices = YES_OR_NO if n[INFL + winner] else YES_CHOICE
    ask(g, winner, "toll", choices, (toll_answered, winner, me, n[LOC], card), card)


estimate("VE09", effect=lambda here: ExpectedEffect(gain=1.0 if here.around_here.rivals >= 1.0 else 0.0))


def toll_answered(g: Game, step: Step, code: int) -> None:
    """Move the Blood or the Influence."""
    _, winner, me, loc, card = step
    if code == YES:
        steal_each(g, (winner,), 2, me, loc, card)
    else:
        move(g, INFL + winner, INFL + me, 1, "give", card, me, ("RUL-48",))


# Effects outside Resolution --------------------------------------------------------------------------------------


@while_face_up("VE01", "planned")
def master_plan_works(g: Game, me: int, loc: int, card: int) -> None:
    """Carry out Master Plan after Planning; in a team game ask first whether the mate is spared (RUL-51)."""
    mate = g.table.mate[me]
    if mate >= 0 and not g.n[OUT] >> mate & 1 and not g.z[CARDS + mate * 4 + loc]:
        ask(g, me, "mate", YES_OR_NO, (master_plan_mate, me, loc), card)
    else:
        _master_plan(g, me, loc, -1)


def master_plan_mate(g: Game, step: Step, code: int) -> None:
    """Carry out Master Plan after the question about the mate."""
    _, owner, loc = step
    _master_plan(g, owner, loc, -1 if code == YES else g.table.mate[owner])


def _master_plan(g: Game, owner: int, loc: int, spared: int) -> None:
    """Make opponents without a Deployed card here Lose 1 Influence each; ``spared`` is the mate, or -1."""
    for seat in turn_order(g):
        if seat not in (owner, spared) and not g.z[CARDS + seat * 4 + loc]:
            lose_influence(g, seat, 1, owner, MASTER_PLAN, rules=("CONTR-01", "RUL-11"))


@while_face_up("VE05", "tokens")
def manipulation(g: Game, me: int, loc: int, card: int, staying: list[int], follows: list[Step]) -> None:
    """Add the step in which staying Rivals pay, before or after withdrawals, if the owner stays (RUL-28, KIT-07)."""
    if loc != g.n[LOC]:
        return
    theft = (mass_manipulation, me, loc, tuple([s for s in staying if s != me]))
    if g.table.robs_before_leaving:
        follows.insert(0, theft)
    elif me in staying:
        follows.append(theft)
    elif staying and g.rec is not None:
        g.rec.event(g, "ignored", me, CARD_RULES[IDS[card]], card=IDS[card])


estimate("VE05", effect=lambda here: ExpectedEffect(steal=1.0))


def mass_manipulation(g: Game, step: Step) -> None:
    """Carry out Mass Manipulation; in a team game ask first whether the mate is included (RUL-51)."""
    _, owner, loc, payers = step
    mate = g.table.mate[owner]
    with_mate(g, owner, mate in payers, MASS_MANIPULATION, (manipulate, owner, loc, payers))


def manipulate(g: Game, step: Step) -> None:
    """Steal 2 Blood from each Rival that stays."""
    _, owner, loc, payers = step
    mate = g.table.mate[owner] if not g.n[MATE] else -1
    steal_each(g, tuple(s for s in payers if s != mate), 2, owner, loc, MASS_MANIPULATION)


@ability("VE07", SHIELDS)
def forestalled(g: Game, seat: int, card: int) -> bool:
    """Return whether a card was named by this seat and cannot take its Blood."""
    return g.n[FORESTALLED] == card + 1 and g.n[FORESTALLER] == seat and card >= 0
