"""Vendetta as a PettingZoo environment, as a Gymnasium one of a seat, and as many games at once, for training agents.

``vendetta-kit[train]`` installs PettingZoo, Gymnasium and what they need.

>>> from vendetta_kit.games.vendetta.lab import train
>>> game = train.env(seats=3)
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     seen, reward, terminated, truncated, _ = game.last()
...     choice = None if terminated or truncated else game.action_space(agent).sample(seen["action_mask"])
...     game.step(choice)
>>> game.agents
[]
"""

from __future__ import annotations

from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.input_errors import BadInput, Message, installed

with installed("train"):
    from .environments import SeatEnv, VendettaEnv, env, raw_env
    from .many_games import ManyGames
    from .numbering import Numbering
    from .observation_row import ObservedColumn, described, row_of
    from .policy_bot import PolicyBot

__all__ = [
    "ManyGames",
    "Numbering",
    "ObservedColumn",
    "PolicyBot",
    "SeatEnv",
    "VendettaEnv",
    "columns",
    "described",
    "env",
    "observed",
    "raw_env",
]


def __dir__() -> list[str]:
    """Return what completion offers: what is public."""
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__"]


def columns(seats: int) -> tuple[str, ...]:
    """Return the name of each number of an observation.

    >>> columns(4)[:4]
    ('round', 'phase', 'step', 'location')
    """
    return tuple(column.name for column in described(seats))


def observed(view: View) -> list[int]:
    """Return a seat's view as numbers, one for each of :func:`columns`.

    Raises:
        BadInput: it is no view.

    >>> from vendetta_kit import Game
    >>> dict(zip(columns(4), observed(Game.new(seats=4, seed=7).view(0)), strict=True))["deck_size.0"]
    0
    """
    if not hasattr(view, "observation"):
        raise BadInput("view", Message("found", value=view), Message("want.view_of"))
    return list(row_of(view.observation))
