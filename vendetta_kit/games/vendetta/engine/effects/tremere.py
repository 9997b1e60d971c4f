"""Tremere: Blood spent, Blood repaid. (Dark Pact and Retaliation: :mod:`..verbs`; Ready: :mod:`..draining`.)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.state import Step

from ..actions import NO, YES
from ..agenda import YES_OR_NO
from ..draining import turn_down
from ..ledger import gain
from ..state import POOL
from ..verbs import can_spend, lose_each, rivals, spend, steal_each
from .registry import acts, adds
from .shared import half_of_pool, spend_half, take_deployed

if TYPE_CHECKING:
    from ..game import Game

NO_CHOICE = (NO,)


@adds("TR01")
def focus_from_hunger(g: Game, me: int, loc: int) -> int:
    """1 Power less for each Blood in the Pool."""
    return -g.n[POOL + me]


@acts("TR02", "preparation")
def ancient_artifacts(g: Game, me: int, loc: int, card: int) -> None:
    """Spend half of the Pool, or turn this card face down; with nothing to Spend only the latter (RUL-04)."""
    choices = YES_OR_NO if half_of_pool(g, me) else NO_CHOICE
    ask(g, me, "spend_half", choices, (artifacts_answered, me, loc, card), card)


def artifacts_answered(g: Game, step: Step, code: int) -> None:
    """Paid, or face down."""
    _, me, loc, card = step
    if code == YES:
        spend_half(g, me, loc, card)
    else:
        turn_down(g, me, card, card)


@acts("TR03", "preparation")
def theft_of_vitae(g: Game, me: int, loc: int, card: int) -> None:
    """Fill the Pool up to 7 Blood; from 7 on Gain 1."""
    gain(g, me, max(1, 7 - g.n[POOL + me]), card, ("CONTR-01",))


@acts("TR05", "aftermath", aimed=True)
def cauldron_of_blood(g: Game, me: int, loc: int, card: int) -> None:
    """Spend half of the Pool to make every Rival Lose 4 Blood?"""
    if half_of_pool(g, me):
        ask(g, me, "spend_half", YES_OR_NO, (cauldron_answered, me, loc, card, rivals(g, me, loc)), card)


def cauldron_answered(g: Game, step: Step, code: int) -> None:
    """The price, then the losses."""
    _, me, loc, card, targets = step
    if code == YES:
        g.agenda.append((cauldron_boils, me, loc, card, targets))
        spend_half(g, me, loc, card)


def cauldron_boils(g: Game, step: Step) -> None:
    """Every Rival Loses 4."""
    _, me, loc, card, targets = step
    lose_each(g, targets, 4, me, loc, card)


@acts("TR07", "preparation", aimed=True)
def arcane_drain(g: Game, me: int, loc: int, card: int) -> None:
    """Spend half of the Pool to take half of each Rival's Deployed Blood here?"""
    if half_of_pool(g, me):
        ask(g, me, "spend_half", YES_OR_NO, (arcane_answered, me, loc, card, rivals(g, me, loc)), card)


def arcane_answered(g: Game, step: Step, code: int) -> None:
    """The price, then the Blood."""
    _, me, loc, card, targets = step
    if code == YES:
        g.agenda.append((arcane_takes, me, loc, card, targets))
        spend_half(g, me, loc, card)


def arcane_takes(g: Game, step: Step) -> None:
    """Half of each Rival's Deployed Blood here, rounding up."""
    _, me, loc, card, targets = step
    take_deployed(g, me, targets, loc, card)


@acts("TR09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Spend 1 Blood to Steal 1 from every Rival?"""
    if can_spend(g, me, 1):
        ask(g, me, "spend_one", YES_OR_NO, (hunt_answered, me, loc, card, rivals(g, me, loc)), card)


def hunt_answered(g: Game, step: Step, code: int) -> None:
    """The price, then the thefts."""
    _, me, loc, card, targets = step
    if code == YES:
        g.agenda.append((hunt_steals, me, loc, card, targets))
        spend(g, me, 1, loc, "spend", card)


def hunt_steals(g: Game, step: Step) -> None:
    """1 Blood from each Rival."""
    _, me, loc, card, targets = step
    steal_each(g, targets, 1, me, loc, card)
