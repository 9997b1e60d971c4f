"""Tremere cards: effects paid for with Blood."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from ..actions import NO, YES
from ..agenda import YES_OR_NO
from ..card_estimates import NO_EFFECT, ExpectedEffect, estimate, half, most
from ..card_hooks import acts, adds, while_face_up
from ..card_tables import NUMBER
from ..draining import random_drain, turn_down
from ..game import Game
from ..ledger import gain
from ..state import BANK_BLOOD, BLOOD, OUT, POOL
from ..token_verbs import can_spend, is_at_location, lose_each, rivals, spend, steal_each, with_mate
from .common_effects import ask_price, half_of_pool, spend_half, take_deployed

RETALIATION = NUMBER["TR06"]
TREMERE_READY = NUMBER["TR08"]
NO_CHOICE = (NO,)


@adds("TR01")
def focus_from_hunger(g: Game, me: int, loc: int) -> int:
    """Return 1 Power less for each Blood in the Pool."""
    return -g.n[POOL + me]


estimate("TR01", power=lambda here: -here.around_here.pool)


@acts("TR02", "preparation")
def ancient_artifacts(g: Game, me: int, loc: int, card: int) -> None:
    """Ask to Spend half of the Pool or turn this card face down; with nothing to Spend it turns (RUL-04)."""
    choices = YES_OR_NO if half_of_pool(g, me) else NO_CHOICE
    ask(g, me, "spend_half", choices, (artifacts_answered, me, loc, card), card)


estimate(
    "TR02",
    power=lambda here: 0.0 if here.around_here.pool >= 2.0 else -6.0,
    effect=lambda here: ExpectedEffect(pay=half(here.around_here.pool)),
)


def artifacts_answered(g: Game, step: Step, code: int) -> None:
    """Spend the Blood, or turn the card face down."""
    _, me, loc, card = step
    if code == YES:
        spend_half(g, me, loc, card)
    else:
        turn_down(g, me, card, card)


@acts("TR03", "preparation")
def theft_of_vitae(g: Game, me: int, loc: int, card: int) -> None:
    """Gain Blood up to 7 in the Pool; with 7 or more Gain 1."""
    gain(g, me, max(1, 7 - g.n[POOL + me]), card, ("CONTR-01",))


estimate("TR03", effect=lambda here: ExpectedEffect(gain=most(1.0, 7.0 - here.around_here.pool)))


@acts("TR05", "aftermath", aimed=True)
def cauldron_of_blood(g: Game, me: int, loc: int, card: int) -> None:
    """Ask whether to Spend half of the Pool to make every Rival Lose 4 Blood."""
    if half_of_pool(g, me):
        targets = rivals(g, me, loc)
        ask_price(g, me, loc, card, "spend_half", (cauldron_answered, me, loc, card, targets), targets)


estimate(
    "TR05",
    effect=lambda here: (
        ExpectedEffect(lose=4.0, pay=half(here.around_here.pool))
        if here.around_here.pool >= 2.0 and here.around_here.rivals >= 1.0
        else NO_EFFECT
    ),
)


def cauldron_answered(g: Game, step: Step, code: int) -> None:
    """Pay the price, then make the Rivals Lose Blood."""
    _, me, loc, card, targets = step
    if code == YES:
        g.agenda.append((cauldron_boils, me, loc, card, targets))
        spend_half(g, me, loc, card)


def cauldron_boils(g: Game, step: Step) -> None:
    """Make every Rival Lose 4 Blood."""
    _, me, loc, card, targets = step
    lose_each(g, targets, 4, me, loc, card)


@acts("TR07", "preparation", aimed=True)
def arcane_drain(g: Game, me: int, loc: int, card: int) -> None:
    """Ask whether to Spend half of the Pool to take half of each Rival's Deployed Blood here."""
    if half_of_pool(g, me):
        targets = rivals(g, me, loc)
        ask_price(g, me, loc, card, "spend_half", (arcane_answered, me, loc, card, targets), targets)


estimate(
    "TR07",
    power=lambda here: here.around_here.their_blood / 2.0 if here.around_here.pool >= 2.0 else 0.0,
    effect=lambda here: (
        ExpectedEffect(
            gain=here.around_here.rivals * here.around_here.their_blood / 3.0, pay=half(here.around_here.pool)
        )
        if here.around_here.their_blood > 2.0
        else NO_EFFECT
    ),
)


def arcane_answered(g: Game, step: Step, code: int) -> None:
    """Pay the price, then take the Blood."""
    _, me, loc, card, targets = step
    if code == YES:
        g.agenda.append((arcane_takes, me, loc, card, targets))
        spend_half(g, me, loc, card)


def arcane_takes(g: Game, step: Step) -> None:
    """Take half of each Rival's Deployed Blood here, rounded up."""
    _, me, loc, card, targets = step
    take_deployed(g, me, targets, loc, card)


@acts("TR09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Ask whether to Spend 1 Blood to Steal 1 from every Rival."""
    if can_spend(g, me, 1):
        targets = rivals(g, me, loc)
        ask_price(g, me, loc, card, "spend_one", (hunt_answered, me, loc, card, targets), targets)


estimate("TR09", effect=lambda here: ExpectedEffect(steal=1.0, pay=1.0) if here.around_here.pool >= 2.0 else NO_EFFECT)


def hunt_answered(g: Game, step: Step, code: int) -> None:
    """Pay the price, then Steal."""
    _, me, loc, card, targets = step
    if code == YES:
        g.agenda.append((hunt_steals, me, loc, card, targets))
        spend(g, me, 1, loc, "spend", card)


def hunt_steals(g: Game, step: Step) -> None:
    """Steal 1 Blood from each Rival."""
    _, me, loc, card, targets = step
    steal_each(g, targets, 1, me, loc, card)


# Effects outside Resolution --------------------------------------------------------------------------------------


@while_face_up("TR04", "takes")
def dark_pact(g: Game, me: int, loc: int, card: int, seat: int, at: int) -> int:
    """Return the index of the owner's Position for Blood that the owner pays or Loses, else -1."""
    return BLOOD + me * 4 + loc if seat == me else -1


@while_face_up("TR06", "hurt")
def retaliation(g: Game, me: int, loc: int, card: int, seat: int, at: int, amount: int) -> None:
    """Begin Retaliation after the owner has paid or lost Blood here."""
    if seat == me and at == loc:
        g.agenda.append((retaliate, me, loc, amount))


estimate("TR06", effect=lambda here: ExpectedEffect(lose=0.5))


def retaliate(g: Game, step: Step) -> None:
    """Make every Rival Lose as much as the owner lost at this Location, for Retaliation."""
    _, seat, loc, _amount = step
    mate = g.table.mate[seat]
    asked = mate >= 0 and is_at_location(g, mate, loc) and not g.n[OUT] >> mate & 1
    with_mate(g, seat, asked, RETALIATION, (retaliate_now, *step[1:]))


def retaliate_now(g: Game, step: Step) -> None:
    """Carry out the losses of a Retaliation, once it is decided whether the mate is included."""
    _, seat, loc, amount = step
    lose_each(g, rivals(g, seat, loc), amount, seat, loc, RETALIATION)


@while_face_up("TR08", "thirst")
def ready(g: Game, me: int, loc: int, card: int, seat: int, at: int) -> bool:
    """Ask in the owner's Frenzy here whether to turn this card face down instead of a Drain; return whether asked."""
    if seat != me or at != loc:
        return False
    ask(g, seat, "tremere_ready", YES_OR_NO, (ready_answered, seat, loc), card)
    return True


estimate("TR08", effect=lambda here: ExpectedEffect(influence=0.15))


def ready_answered(g: Game, step: Step, code: int) -> None:
    """Turn the card face down and Gain 1 Blood instead of a Drain (RUL-10)."""
    _, seat, loc = step
    if code == YES:
        turn_down(g, seat, TREMERE_READY, TREMERE_READY)
        move(g, BANK_BLOOD, POOL + seat, 1, "gain", TREMERE_READY, seat, ("RUL-10",))
    else:
        g.agenda.append((random_drain, seat, loc))
