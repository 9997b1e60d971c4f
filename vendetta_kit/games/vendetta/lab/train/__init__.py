"""Vendetta as a PettingZoo environment, for training agents.

``vendetta-kit[train]`` installs PettingZoo and what it needs.

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

from .aec import VendettaEnv, env, raw_env
from .numbering import Numbering, columns, observed

__all__ = ["Numbering", "VendettaEnv", "columns", "env", "observed", "raw_env"]
