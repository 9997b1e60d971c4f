"""How often a card can be used in a combat: once in a round, once in the combat, as long as it has counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.ledger import move

from . import actions as do
from .board import blood, burn, on, printed, seat_of, worn
from .plays import OTHER, No, forget, play_at_once, used_code
from .state import BANK, FIGHTER, USED

if TYPE_CHECKING:
    from .game import Game

_ROUND = OTHER  # above all numbers by which a played card is remembered
_COMBAT = 1 << 24
_CARD_IN_COMBAT = 1 << 25
_VERBS = ("maneuver", "prevent", "additional_strikes", "press")


def against_using(g: Game, card: int, verb: str) -> No | None:
    """Return why a fighter's card cannot be used for a verb now, or ``None``; ``prevent`` stands for all prevention."""
    used = g.z[USED]
    if used and verb != "strike" and _round_code(card, verb) in used:
        return "COMP-14", "used_in_round", {}
    if card not in g.table.limited:
        return None
    record = printed(g, card)
    if used and _CARD_IN_COMBAT + card in used:
        return "COMP-14", "used_in_combat", {}
    if not blood(g, card) and (
        record.given("uses") is not None
        or (record.given("ammunition") is not None and (verb == "strike" or record.given("strike") is not None))
    ):
        return "COMP-14", "used_up", {}
    return None


def _round_code(card: int, verb: str) -> int:
    return _ROUND + card * len(_VERBS) + _VERBS.index(verb)


def usable_for(g: Game, minion: int, verb: str, given: str = "") -> list[int]:
    """Return the cards (the minion itself, and what lies on it) that it can use for a verb now.

    Args:
        given: the verb that the card must give, where another name stands for it.
    """
    return [card for card in worn(g, minion, given or verb) if against_using(g, card, verb) is None]


def used_now(g: Game, card: int, verb: str) -> None:
    """Take it that a card was used for a verb: remembered for as long as it counts, and a counter burned for it."""
    if verb != "strike":
        g.z[USED] += (_round_code(card, verb),)
    if card not in g.table.limited:
        return
    record = printed(g, card)
    if record.given("once_each_combat"):
        g.z[USED] += (_CARD_IN_COMBAT + card,)
    if record.given("ammunition" if verb == "strike" else "uses") is not None:
        move(g, g.table.purse[card], BANK, 1, "spent", card, seat_of(g, card))
        if verb != "strike" and not blood(g, card):
            burn(g, card)


def burn_empty(g: Game) -> None:
    """Burn the fighters' weapons that are burned with their last counter, once their strike is over."""
    if not g.table.limited:
        return
    for minion in (g.n[FIGHTER], g.n[FIGHTER + 1]):
        for card in on(g, minion):
            if card in g.table.limited and printed(g, card).given("burned_empty") and not blood(g, card):
                burn(g, card)


def played_already(g: Game, minion: int, card: int) -> bool:
    """Whether a minion has played this combat card, or another copy of it, in this combat."""
    return _COMBAT + used_code(minion, printed(g, card), g) in g.z[USED]


def play_in_combat(g: Game, seat: int, action: do.Play, level: int) -> bool:
    """Play and pay a combat card; where it can be played once each combat, that is remembered.

    Return whether the game goes on for the seat, as :func:`.plays.pay` does.
    """
    if not play_at_once(g, seat, action):
        return False
    if printed(g, action.card).does("once_each_combat", level):
        g.z[USED] += (_COMBAT + used_code(action.minion, printed(g, action.card), g),)
    return True


def begin_round(g: Game) -> None:
    """Forget what counts for a round only."""
    if g.z[USED]:
        lasting = [code for code in g.z[USED] if code >= _COMBAT]
        forget(g)
        g.z[USED] += tuple(lasting)
