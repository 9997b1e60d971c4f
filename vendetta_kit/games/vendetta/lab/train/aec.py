"""Vendetta as a PettingZoo environment: agents act in turn (AEC), with a mask of legal actions.

>>> from vendetta_kit.games.vendetta.lab.train import env
>>> game = env(seats=4)
>>> game.reset(seed=7)
>>> game.agent_selection
'seat_1'
>>> seen = game.observe("seat_1")
>>> int(seen["action_mask"].sum()), game.unwrapped.numbering.name(int(seen["action_mask"].argmax()))
(5, 'pick_clan')

Where several seats choose in secret at the same time, they are asked one after the other, and no view shows what others
have chosen. An agent that tries an illegal action loses at once (by PettingZoo's wrapper).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import action_of
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.refusal import BadSetup, IllegalAction

from .numbering import Numbering, columns, observed

__all__ = ["VendettaEnv", "env", "raw_env"]

LARGEST_SEED: Final = 2**31 - 1
FEWEST: Final = -1
MOST: Final = 1000


def env(**setup: Any) -> Any:
    """Return the environment with PettingZoo's usual wrappers; ``setup`` as for :class:`VendettaEnv`."""
    inner = wrappers.TerminateIllegalWrapper(raw_env(**setup), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def raw_env(**setup: Any) -> VendettaEnv:
    """Return the environment without wrappers; ``setup`` as for :class:`VendettaEnv`."""
    return VendettaEnv(**setup)


class VendettaEnv(AECEnv):
    """A game of Vendetta as an environment.

    An observation has ``observation`` (``int16``, one number for each of :attr:`columns`) and ``action_mask``
    (``int8``, one for each action number of :attr:`numbering`). Rewards come at the end: the winners share 1, all other
    seats share -1 in equal parts, so that rewards add up to 0.

    Args:
        render_mode: ``"ansi"`` for the public log as text, ``"human"`` to print it after each step, or ``None``.
        setup: the arguments of :meth:`vendetta_kit.Game.new` except the seed, which :meth:`reset` takes.

    Raises:
        BadSetup: the arguments are wrong or do not fit together, or ``render_mode`` is unknown.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo gives an instance its own
        "render_modes": ["ansi", "human"],
        "name": "vendetta_v1",
        "is_parallelizable": False,
    }

    def __init__(self, render_mode: str | None = None, **setup: Any) -> None:
        super().__init__()
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise BadSetup("render_mode", Message("found", value=render_mode), Message("want.one_of", words=modes))
        self._setup = {"seats": 4, **setup}
        self.game = Game.new(**self._setup, seed=0)
        self.numbering = Numbering()
        self.columns = columns(self.game.seats)
        self.render_mode = render_mode
        self._shown = 0
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = [*self.possible_agents]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._chance = np.random.default_rng()
        seen = spaces.Box(FEWEST, MOST, (len(self.columns),), np.int16)
        mask = spaces.Box(0, 1, (self.numbering.size,), np.int8)
        self._observations = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(self.numbering.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The same seed gives the same game; without a seed each game is different."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        record = self.render_mode is not None
        self.game = Game.new(**self._setup, seed=int(self._chance.integers(LARGEST_SEED)), record=record)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()
        self._shown = 0
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what this agent's seat may know, and the mask of its legal actions."""
        seat = self._seat[agent]
        view = self.game.view(seat, log=False)
        seen = np.array(observed(view), np.int16)
        return {"observation": np.clip(seen, FEWEST, MOST), "action_mask": self._mask(seat)}

    def step(self, action: Any) -> None:
        """Carry out the action with this number.

        Raises:
            IllegalAction: it is not legal; the message says why. (With the wrappers of :func:`env` the agent loses
                instead.)
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        self._cumulative_rewards[agent] = 0.0
        chosen = action_of(self.numbering.code(int(action), *self._about(seat)))
        why = self.game.why_not(seat, chosen)
        if why is not None:
            raise IllegalAction(seat, chosen, why)
        self.game.apply(seat, chosen)
        self._clear_rewards()
        if self.game.is_over:
            self._finish()
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()
        self._show()

    def render(self) -> str | None:
        """Return the public log so far as text; ``None`` if the mode is not ``"ansi"``."""
        return "\n".join(self._lines()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    # Inside

    def _lines(self) -> list[str]:
        return [line.text for line in log_lines(self.game.view(None), "en")]

    def _show(self) -> None:
        """Print new lines of the log in the mode ``"human"``."""
        if self.render_mode == "human":
            lines = self._lines()
            for text in lines[self._shown :]:
                print(text)
            self._shown = len(lines)

    def _asked(self) -> str:
        seat = self.game.to_act
        return self.possible_agents[seat if seat is not None else 0]

    def _about(self, seat: int) -> tuple[int, int, int]:
        return self.game.n[CLAN + seat], seat, self.game.seats

    def _mask(self, seat: int) -> Any:
        mask = np.zeros(self.numbering.size, np.int8)
        legal = self.game.legal(seat)
        about = self._about(seat)
        for k in range(len(legal)):
            number = self.numbering.of(legal.code_at(k), *about)
            if number is not None:
                mask[number] = 1
        return mask

    def _finish(self) -> None:
        won = {self.possible_agents[seat] for seat in self.game.winners}
        lost = [agent for agent in self.agents if agent not in won]
        if won and lost:
            self.rewards = {agent: 1 / len(won) if agent in won else -1 / len(lost) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"score": self.game.scores[self._seat[agent]]} for agent in self.agents}
