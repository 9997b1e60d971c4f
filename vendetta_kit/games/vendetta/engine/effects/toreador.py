"""Toreador: the strength of a large Alliance.

(Submission: :mod:`..verbs`; Friends in High Places: :mod:`..resolution`.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.ledger import move

from ..setup import take_victim
from ..state import ALLIANCE, BANK_BLOOD, BLOOD, CARDS, GIVEN
from ..verbs import counted_rivals, rivals, steal_each
from .registry import acts, adds

if TYPE_CHECKING:
    from ..game import Game


@acts("TO01", "aftermath", aimed=True)
def awe(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival for every two cards of the Alliance."""
    steal_each(g, rivals(g, me, loc), len(g.z[ALLIANCE + me]) // 2, me, loc, card)


@adds("TO02")
def entourage(g: Game, me: int, loc: int) -> int:
    """1 Power for each card of the Alliance, 7 at most."""
    return min(7, len(g.z[ALLIANCE + me]))


@acts("TO03", "preparation", aimed=True)
def charisma(g: Game, me: int, loc: int, card: int) -> None:
    """Every Rival discards 1 Deployed Blood here for every two cards of the Alliance."""
    n = g.n
    for rival in rivals(g, me, loc):
        blood = min(n[BLOOD + rival * 4 + loc], len(g.z[ALLIANCE + me]) // 2)
        if blood:
            move(g, BLOOD + rival * 4 + loc, BANK_BLOOD, blood, "discard", card, me)


@acts("TO04", "aftermath")
def summon(g: Game, me: int, loc: int, card: int) -> None:
    """One more Victim, if this Location's conflict gave an Ally or a Victim."""
    if g.n[GIVEN] >> me & 1:
        take_victim(g, me, rules=("CONTR-01",))


@adds("TO05")
def entrancement(g: Game, me: int, loc: int) -> int:
    """1 Power for each Deployed card here, own and Rivals'."""
    return sum(len(g.z[CARDS + seat * 4 + loc]) for seat in (me, *counted_rivals(g, me, loc)))


@acts("TO08", "preparation")
def ready(g: Game, me: int, loc: int, card: int) -> None:
    """A Victim from the deck."""
    take_victim(g, me, rules=("CONTR-01",))


@acts("TO09", "aftermath", aimed=True)
def hunt(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 1 Blood from every Rival."""
    steal_each(g, rivals(g, me, loc), 1, me, loc, card)
