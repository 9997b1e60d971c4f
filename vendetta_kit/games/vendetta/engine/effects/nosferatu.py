"""Nosferatu: leave in the middle, come back elsewhere.

(The Withdraw cards: :mod:`..withdraw`; Eyes: :mod:`..planning`.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.state import Step

from ..actions import INT0, YES
from ..agenda import YES_OR_NO
from ..state import CARDS
from ..tables import HAVEN
from ..verbs import most_to_play, play_blood, rivals, steal_each
from ..withdraw import leave
from .registry import acts, adds
from .shared import to_haven

if TYPE_CHECKING:
    from ..game import Game


@acts("NO01", "aftermath")
def unseen_passage(g: Game, me: int, loc: int, card: int) -> None:
    """This card moves to the Haven."""
    if loc != HAVEN:
        to_haven(g, me, card, loc)


@acts("NO05", "preparation")
def backstab(g: Game, me: int, loc: int, card: int) -> None:
    """Up to 3 more Blood here; then this card may move to the Haven."""
    g.agenda.append((offer_haven, me, loc, card))
    most = min(3, most_to_play(g, me))
    ask(g, me, "blood_to_play", tuple(range(INT0, INT0 + most + 1)), (backstab_answered, me, loc, card), card)


def backstab_answered(g: Game, step: Step, code: int) -> None:
    """The chosen Blood is played (RUL-05)."""
    _, me, loc, card = step
    play_blood(g, me, loc, code - INT0, "play_by_effect", card)


def offer_haven(g: Game, step: Step) -> None:
    """Move the card to the Haven?"""
    _, me, loc, card = step
    if loc != HAVEN and card in g.z[CARDS + me * 4 + loc]:
        ask(g, me, "to_haven", YES_OR_NO, (haven_answered, me, loc, card), card)


def haven_answered(g: Game, step: Step, code: int) -> None:
    """The card moves, or stays."""
    _, me, loc, card = step
    if code == YES:
        to_haven(g, me, card, loc)


@acts("NO07", "preparation", aimed=True)
def vanish(g: Game, me: int, loc: int, card: int) -> None:
    """Withdraw now? Then Steal 1 Blood from every Rival of the Location left (W-07, RUL-27)."""
    ask(g, me, "do_it", YES_OR_NO, (vanish_answered, me, loc, card, rivals(g, me, loc)), card)


def vanish_answered(g: Game, step: Step, code: int) -> None:
    """The player withdraws as in WDR-05 to WDR-07, then steals."""
    _, me, loc, card, targets = step
    if code == YES:
        g.agenda.append((vanish_steals, me, loc, card, targets))
        leave(g, (leave, me, loc))


def vanish_steals(g: Game, step: Step) -> None:
    """1 Blood from each Rival as they were before."""
    _, me, loc, card, targets = step
    steal_each(g, targets, 1, me, loc, card)


@adds("NO08", conflict=False)
def ready(g: Game, me: int, loc: int) -> int:
    """2 Power more at the Haven."""
    return 2 if loc == HAVEN else 0


@acts("NO09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival; then this card may move to the Haven."""
    g.agenda.append((offer_haven, me, loc, card))
    steal_each(g, rivals(g, me, loc), 1, me, loc, card)
