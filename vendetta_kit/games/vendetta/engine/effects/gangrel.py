"""Gangrel cards: effects on Deployed Blood."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from ..actions import IN_HAVEN, INT0, NO, YES
from ..agenda import YES_OR_NO
from ..card_estimates import ExpectedEffect, estimate, least, most
from ..card_hooks import acts, adds, while_face_up
from ..card_tables import HAVEN, IDS, LOCATIONS
from ..draining import frenzy
from ..game import Game
from ..ledger import deploy
from ..planning import bank_blood_here, unless_mate
from ..state import BLOOD, CARDS, POOL
from ..token_verbs import rivals, steal_each
from .common_effects import change_printed, take_deployed


@acts("GA01", "aftermath")
def earth_meld(g: Game, me: int, loc: int, card: int) -> None:
    """Return all Deployed Blood here to the Pool."""
    blood = g.n[BLOOD + me * 4 + loc]
    if blood:
        move(g, BLOOD + me * 4 + loc, POOL + me, blood, "take_back", card, me)


estimate("GA01", effect=lambda here: ExpectedEffect(gain=here.blood_here))


@acts("GA02", "conflict", aimed=True)
def wolf_companion(g: Game, me: int, loc: int, card: int) -> None:
    """Halve the printed Power of the Rivals' cards here, rounded down (W-06)."""
    for rival in rivals(g, me, loc):
        for theirs in g.z[CARDS + rival * 4 + loc]:
            change_printed(g, rival, theirs, card, lambda power: power // 2)


estimate("GA02", power=lambda here: here.around_here.their_printed / 2.0)


@adds("GA03")
def feral_weapons(g: Game, me: int, loc: int) -> int:
    """Return 0: instead, the player's Deployed Blood here is worth 2 Power each (:func:`feral_blood`)."""
    return 0


estimate("GA03", power=lambda here: here.blood_here, visible=True)


@acts("GA04", "preparation", aimed=True)
def power_of_the_pack(g: Game, me: int, loc: int, card: int) -> None:
    """Move half of each Rival's Deployed Blood here, rounded up, into the Pool."""
    take_deployed(g, me, rivals(g, me, loc), loc, card)


estimate(
    "GA04",
    power=lambda here: here.around_here.their_blood / 2.0,
    effect=lambda here: ExpectedEffect(gain=here.around_here.rivals * here.around_here.their_blood / 3.0),
)


@acts("GA05", "preparation")
def fearless(g: Game, me: int, loc: int, card: int) -> None:
    """Ask whether to exchange Deployed Blood here with the Pool and Gain 2 Blood from the Bank.

    Without Deployed Blood the Pool would become empty, a Frenzy by choice, which RUL-01 may forbid.
    """
    if g.table.kept_back and g.table.version > 1 and not g.n[BLOOD + me * 4 + loc]:
        if g.rec is not None:
            g.rec.event(g, "ignored", me, ("RUL-01", "GLOS-10"), card=IDS[card])
        return
    ask(g, me, "swap", YES_OR_NO, (fearless_answered, me, loc, card), card)


estimate(
    "GA05",
    power=lambda here: least(6.0, most(0.0, here.around_here.pool + 2.0 - here.blood_here)) if here.blood_here else 0.0,
)


def fearless_answered(g: Game, step: Step, code: int) -> None:
    """Carry out the exchange; if the Pool is empty after it, nobody caused the Frenzy (RUL-06)."""
    _, me, loc, card = step
    if code != YES:
        return
    n = g.n
    deployed, pool = n[BLOOD + me * 4 + loc], n[POOL + me]
    if deployed:
        move(g, BLOOD + me * 4 + loc, POOL + me, deployed, "swap", card, me)
    if pool:
        move(g, POOL + me, BLOOD + me * 4 + loc, pool, "swap", card, me)
    deploy(g, me, loc, 2, card, ("CONTR-01",))
    if n[POOL + me] == 0:
        g.agenda.append((frenzy, me, -1, loc))


@acts("GA07", "aftermath")
def mist_form(g: Game, me: int, loc: int, card: int) -> None:
    """Ask whether to move half of the Deployed Blood here, rounded up, to another Location."""
    if g.n[BLOOD + me * 4 + loc]:
        there = tuple(IN_HAVEN if at == HAVEN else INT0 + at + 1 for at in LOCATIONS[g.seats] if at != loc)
        ask(g, me, "shift_blood", (NO, *there), (mist_form_answered, me, loc, card), card)


estimate("GA07", effect=lambda here: ExpectedEffect(gain=here.blood_here / 4.0))


def mist_form_answered(g: Game, step: Step, code: int) -> None:
    """Move the Blood; the target may already be resolved (RUL-29)."""
    _, me, loc, card = step
    if code != NO:
        there = HAVEN if code == IN_HAVEN else code - INT0 - 1
        blood = (g.n[BLOOD + me * 4 + loc] + 1) // 2
        move(g, BLOOD + me * 4 + loc, BLOOD + me * 4 + there, blood, "shift", card, me, ("RUL-45",))


@acts("GA08", "preparation")
def ready(g: Game, me: int, loc: int, card: int) -> None:
    """Put 2 Blood from the Bank here."""
    deploy(g, me, loc, 2, card, ("CONTR-01",))


estimate("GA08", power=lambda here: 2.0, visible=True)


@acts("GA09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival."""
    steal_each(g, rivals(g, me, loc), 1, me, loc, card)


estimate("GA09", effect=lambda here: ExpectedEffect(steal=1.0))


@while_face_up("GA06", "played")
def on_the_prowl(g: Game, me: int, loc: int, card: int, seat: int, at: int, down: int) -> Step:
    """Return the step that puts 1 Blood from the Bank here, after an opponent's play here."""
    return unless_mate(g, me, seat, card, (bank_blood_here, me, loc, card)) if seat != me and at == loc else ()


estimate("GA06", power=lambda here: here.around_here.coming)


@while_face_up("GA03", "blood")
def feral_blood(g: Game, me: int, loc: int, card: int) -> int:
    """Return the Power of 1 Deployed Blood of the owner here, which is 2."""
    return 2
