"""Allies that do something when they are acquired (RUL-41); lasting abilities are asked where they matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.state import Step

from ..ledger import gain
from ..setup import take_victim
from ..state import ALLIANCE, DECK, HAND, OUT
from ..tables import IDS
from ..verbs import opponents, steal_each, with_mate
from .registry import acquired

if TYPE_CHECKING:
    from ..game import Game


@acquired("AL01")
def anita_wainwright(g: Game, me: int, loc: int, card: int) -> None:
    """Gain 3 Blood."""
    gain(g, me, 3, card)


@acquired("AL02")
def sgt_mctavish(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 2 Blood from every opponent."""
    mate = g.table.mate[me]
    with_mate(g, me, mate >= 0 and not g.n[OUT] >> mate & 1, card, (mctavish_steals, me, loc, card))


def mctavish_steals(g: Game, step: Step) -> None:
    """2 Blood from each opponent in turn order (RUL-07)."""
    _, me, loc, card = step
    steal_each(g, opponents(g, me), 2, me, loc, card)


@acquired("AL03")
def khadija_al_kindi(g: Game, me: int, loc: int, card: int) -> None:
    """Draw a card of the own Clan deck."""
    z = g.z
    if z[DECK + me]:
        top = z[DECK + me][0]
        z[DECK + me] = z[DECK + me][1:]
        z[HAND + me] += (top,)
        if g.rec is not None:
            g.rec.event(g, "draw", me, ("CARD-04",), {"card": IDS[top]}, 1 << me, by=IDS[card])


@acquired("AL04")
def wauneka(g: Game, me: int, loc: int, card: int) -> None:
    """A Victim from the deck."""
    take_victim(g, me, rules=("CARD-04",))


@acquired("AL06")
def maldavis(g: Game, me: int, loc: int, card: int) -> None:
    """Gain 5 Blood."""
    gain(g, me, 5, card)


@acquired("AL29")
def sarah_mcaleer(g: Game, me: int, loc: int, card: int) -> None:
    """Gain 1 Blood for each undrained Ally and Victim, herself counted (KIT-04)."""
    gain(g, me, len(g.z[ALLIANCE + me]), card, ("KIT-04",))
