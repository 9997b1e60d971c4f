"""What bots of all games share."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vendetta_kit.kernel.game import AnyGame

__all__ = ["chance"]


def chance(game: AnyGame, seat: int) -> Random:
    """Return the chance of the next move of a bot on ``seat``, made of the seed and of how many actions were taken.

    It is the same after an undo, so that nothing is won by trying, and on every page that plays the same table.

    >>> from vendetta_kit import Game
    >>> game = Game.new(seed=7)
    >>> chance(game, 0).random() == chance(game, 0).random() != chance(game, 1).random()
    True
    """
    return Random(f"{game.setup.get('seed', 0)}/{len(game.actions)}/{seat}")
