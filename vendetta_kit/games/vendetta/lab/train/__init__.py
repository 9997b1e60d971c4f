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

from typing import Any

from vendetta_kit.input_errors import installed
from vendetta_kit.lazy_imports import deferred

__all__, _first_use, __dir__ = deferred(__name__, __file__)


def __getattr__(name: str) -> Any:
    """Import what is first used: the environments need more packages than many games and agents, which need numpy."""
    with installed("train"):
        return _first_use(name)
