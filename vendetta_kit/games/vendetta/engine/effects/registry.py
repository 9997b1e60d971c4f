"""Where the cards' functions register themselves: one small function per card.

Adding a card is one record in ``data/cards/`` and one function with one of these decorators; nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ..tables import BIT, NUMBER

if TYPE_CHECKING:
    from ..game import Game

Effect = Callable[["Game", int, int, int], None]
"""``effect(game, seat, Location, card)``: the seat is the one on whose Position the card lies (GLOS-02)."""
Bonus = Callable[["Game", int, int], int]
"""``bonus(game, seat, Location)``: Power on top of the printed one, worked out at the count (RUL-37)."""

EFFECT: Final[dict[int, Effect]] = {}
BONUS: Final[dict[int, Bonus]] = {}
ACQUIRED: Final[dict[int, Effect]] = {}
MOMENTS: Final[dict[str, int]] = {"revealed": 0, "preparation": 0, "first": 0, "conflict": 0, "aftermath": 0}
"""For each moment of Resolution the bit set of Clan cards that act then."""
AIMED: Final[list[int]] = [0]
"""Bit set of Clan cards whose effect counts or targets opponents or Rivals (RUL-51)."""


def acts(card_id: str, moment: str, aimed: bool = False) -> Callable[[Effect], Effect]:
    """The function is the effect of a Clan card at a moment; ``aimed``: it is about Rivals or opponents."""

    def register(effect: Effect) -> Effect:
        card = NUMBER[card_id]
        EFFECT[card] = effect
        MOMENTS[moment] |= BIT[card]
        if aimed:
            AIMED[0] |= BIT[card]
        return effect

    return register


def adds(card_id: str, conflict: bool = True) -> Callable[[Bonus], Bonus]:
    """The function is what a Clan card adds to its Power; ``conflict``: it acts in the Conflict step."""

    def register(bonus: Bonus) -> Bonus:
        card = NUMBER[card_id]
        BONUS[card] = bonus
        if conflict:
            EFFECT[card] = counts_later
            MOMENTS["conflict"] |= BIT[card]
        return bonus

    return register


def acquired(card_id: str) -> Callable[[Effect], Effect]:
    """The function is what an Ally does when it is acquired (RUL-41)."""

    def register(effect: Effect) -> Effect:
        ACQUIRED[NUMBER[card_id]] = effect
        return effect

    return register


def counts_later(g: Game, me: int, loc: int, card: int) -> None:
    """A Conflict card that only changes its own Power: nothing happens before the count (RUL-37)."""
