"""The Vendetta Kit: learn the card game *Vampire: The Masquerade – Vendetta* by playing it.

>>> import random
>>> from vendetta_kit import Game
>>> game, rng = Game.new(seats=4, seed=7), random.Random(1)
>>> while not game.is_over:
...     seat = game.to_act
...     events = game.apply(seat, game.legal(seat).sample(rng))
>>> game.winner is not None
True
"""

from __future__ import annotations

from .games.vendetta.engine.game import Game
from .input_errors import BadInput
from .kernel.refusal import BadSetup, IllegalAction
from .version import __version__

__all__ = ["BadInput", "BadSetup", "Game", "IllegalAction", "__version__"]


def __dir__() -> list[str]:
    """Return what completion offers: what is public, and not what happens to be imported."""
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__"]
