"""What the coach (:mod:`vendetta_kit.coach`) needs to review games of Vendetta.

>>> from vendetta_kit import Game
>>> from vendetta_kit.coach import judge
>>> game = Game.new(seats=3, seed=7)
>>> judge(game, 2, COACHING, budget=12) == judge(game, 2, COACHING, budget=12)
True
"""

from __future__ import annotations

from .game_for_coach import COACHING

__all__ = ["COACHING"]
