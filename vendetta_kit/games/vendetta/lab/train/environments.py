"""Vendetta as environments: PettingZoo's, in which agents act in turn (AEC), and Gymnasium's, of one seat.

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

from random import Random
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from vendetta_kit import Game
from vendetta_kit.bots.own_bots import contestants
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.engine.actions import action_of
from vendetta_kit.games.vendetta.engine.scoring import score
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.input_checks import one_of
from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import BadSetup, SetupChecks, WhyNot

from .game_batch import ILLEGAL, advance_by_number, sample_number, write_question
from .many_games import OneHot, checked_rewards, checked_setup, final_rewards
from .numbering import Numbering
from .observation_row import LARGEST, described

_UINT8, _INT8 = np.dtype(np.uint8), np.dtype(np.int8)  # made once: what asks for an array 10,000 times a second
LARGEST_SEED: Final = 2**31 - 1


class _LosesByIllegal(wrappers.TerminateIllegalWrapper):
    """PettingZoo's wrapper that lets who does something illegal lose, and which says what rule forbids it."""

    def step(self, action: Any) -> None:
        agent, inner = self.agent_selection, self.unwrapped
        illegal = not inner.terminations[agent] and not inner.observe(agent)["action_mask"][action]
        why = inner.why_not(int(action)) if illegal else None  # asked here alone: it takes longer than a step
        super().step(action)
        if why is not None:
            self.infos[agent] = {**self.infos.get(agent, {}), "illegal": str(why)}


def env(
    render_mode: str | None = None, *, seats: int = 4, rewards: str = "end", one_hot: bool = False, **setup: Any
) -> Any:
    """Return the environment with PettingZoo's usual wrappers; the arguments are those of :class:`VendettaEnv`.

    Who does something illegal loses at once, and ``infos[agent]["illegal"]`` says which rule forbids it. There is no
    parallel form: nearly all decisions are one seat's, and the few that seats make in secret are asked one by one.

    >>> playing = env(seats=3)
    >>> playing.reset(seed=7)
    >>> len(playing.possible_agents)
    3
    """
    game = raw_env(render_mode, seats=seats, rewards=rewards, one_hot=one_hot, **setup)
    inner = _LosesByIllegal(game, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def raw_env(
    render_mode: str | None = None, *, seats: int = 4, rewards: str = "end", one_hot: bool = False, **setup: Any
) -> VendettaEnv:
    """Return the environment without wrappers; the arguments are those of :class:`VendettaEnv`.

    >>> len(raw_env(seats=5).possible_agents)
    5
    """
    return VendettaEnv(render_mode, seats=seats, rewards=rewards, one_hot=one_hot, **setup)


class VendettaEnv(AECEnv):
    """A game of Vendetta as an environment.

    An observation has ``observation`` (``uint8``, one number for each of :meth:`describe`) and ``action_mask``
    (``int8``, one for each action number of :attr:`numbering`).

    Args:
        rewards: ``"end"``: at the end the winners share 1, all other seats share -1 in equal parts, so that rewards add
            up to 0; ``"influence"``: what a seat's Influence has changed by, each time.
        one_hot: whether what stands for one of several things has a column for each of its values.
        render_mode: ``"ansi"`` for the public log as text, ``"human"`` to print it after each step, or ``None``.
        setup: the arguments of :meth:`vendetta_kit.Game.new` except the seed, which :meth:`reset` takes.

    Raises:
        BadSetup: the arguments are wrong or do not fit together, or ``render_mode`` or ``rewards`` is unknown.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo gives an instance its own
        "render_modes": ["ansi", "human"],
        "name": "vendetta_v2",
        "is_parallelizable": False,
    }

    def __init__(
        self, render_mode: str | None = None, *, rewards: str = "end", one_hot: bool = False, **setup: Any
    ) -> None:
        super().__init__()
        checked_setup(setup, VendettaEnv)
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise BadSetup("render_mode", Message("found", value=render_mode), Message("want.one_of", words=modes))
        self._setup = {"seats": 4, **setup}
        self.game = Game.new(**self._setup, seed=0)
        self.numbering = Numbering()
        self._by_end = checked_rewards(rewards) == "end"
        columns = described(self.game.seats)
        self._width = len(columns)
        self._size = self._width + self.numbering.size
        """The numbers of an observation and of a mask."""
        self._wide = OneHot(columns) if SetupChecks().truth(one_hot, ("one_hot",)) else None
        self._columns = columns if self._wide is None else self._wide.columns
        self._seen: dict[str, dict[str, Any]] = {}
        """What has been observed since the last step, by agent."""
        self.render_mode = render_mode
        self.agent_selection = ""
        self._shown = 0
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = [*self.possible_agents]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._chance = np.random.default_rng()
        seen = spaces.Box(0, LARGEST, (len(self._columns),), np.uint8)
        mask = spaces.Box(0, 1, (self.numbering.size,), np.int8)
        self._observations = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(self.numbering.size) for agent in self.possible_agents}

    def describe(self) -> Any:
        """Return what each number of an observation means (:class:`.observation_row.ObservedColumn`), in order.

        >>> column = raw_env(seats=4).describe()[1]
        >>> column.name, column.values[4]
        ('phase', 'planning')
        """
        return self._columns

    @property
    def columns(self) -> tuple[str, ...]:
        """The name of each number of an observation."""
        return tuple(column.name for column in self._columns)

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations. Raises :class:`BadInput` if there is no such agent."""
        return self._of(self._observations, agent)

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions. Raises :class:`BadInput` if there is no such agent."""
        return self._of(self._actions, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The same seed gives the same game; without a seed each game is different.

        Raises:
            BadSetup: the seed is not a whole number from 0.
        """
        if seed is not None:
            self._chance = np.random.default_rng(SetupChecks().whole(seed, ("seed",)))
        record = self.render_mode is not None
        self.game = Game.new(**self._setup, seed=int(self._chance.integers(LARGEST_SEED)), record=record)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._rewarded = False
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.to_act or 0]
        self._shown = 0
        self._seen = {}
        self._scores = self._influence()
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what this agent's seat may know, and the mask of its legal actions.

        Raises:
            BadInput: there is no such agent, or before the first :meth:`reset`.
        """
        found = self._seen.get(agent)
        if found is None:
            seat = self._seat.get(agent)
            if seat is None or not self.agent_selection:
                seat = self._of(self._seat, agent)
                self._begun()
            width, both = self._width, bytearray(self._size)
            write_question(self.game, seat, self.numbering, both, 0, width, both, width)
            row = np.frombuffer(both, _UINT8, width)
            if self._wide is not None:
                row = self._wide(row[np.newaxis])[0]
            found = self._seen[agent] = {"observation": row, "action_mask": np.frombuffer(both, _INT8, -1, width)}
        return found

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return an iterator over the agents to act. Raises :class:`BadInput` before the first :meth:`reset`."""
        self._begun()
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward so far, whether the game is over or cut, and infos of the agent to act.

        Raises:
            BadInput: before the first :meth:`reset`.
        """
        agent = self.agent_selection or self._begun()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def sample(self, rng: Random) -> int:
        """Return the number of a random legal action of the agent to act, all equally likely.

        Raises:
            BadInput: before the first :meth:`reset`, or ``rng`` is none.
        """
        if not isinstance(rng, Random):
            raise BadInput("rng", Message("found", value=rng), Message("want.random"))
        seat = self._seat[self.agent_selection or self._begun()]
        return sample_number(self.game, seat, self.numbering, rng)

    def view(self) -> View:
        """Return what the agent to act may know as a bot's view, so that a bot can play a seat.

        Raises:
            BadInput: before the first :meth:`reset`.

        >>> from vendetta_kit.games.vendetta import bots
        >>> playing, greedy, rng = raw_env(seats=3), bots.make("greedy"), Random(1)
        >>> playing.reset(seed=7)
        >>> playing.step(playing.number_of(greedy.choose(playing.view(), rng)))
        """
        view: View = self.game.view(self._seat[self.agent_selection or self._begun()], log=False)
        return view

    def number_of(self, action: Action) -> int:
        """Return the number of an action of the agent to act, as :meth:`step` takes it.

        Raises:
            BadInput: before the first :meth:`reset`, it is no action, or a bid of more than a Pool can hold.
        """
        seat = self._seat[self.agent_selection or self._begun()]
        number = None
        if isinstance(action, Action) and action.code >= 0:
            number = self.numbering.of(action.code, self.game.n[CLAN + seat], seat, self.game.seats)
        if number is None:
            raise BadInput("action", Message("found", value=action), Message("want.action"))
        return number

    def action_of(self, number: int) -> Action:
        """Return the action that a number stands for, for the agent to act; the way back from :meth:`number_of`.

        Raises:
            BadInput: before the first :meth:`reset`, or no action has this number.

        >>> playing = raw_env(seats=3)
        >>> playing.reset(seed=7)
        >>> mask = playing.observe(playing.agent_selection)["action_mask"]
        >>> [playing.action_of(number) for number in mask.nonzero()[0][:2]]
        [PickClan('brujah'), PickClan('gangrel')]
        """
        return self._action(self._seat[self.agent_selection or self._begun()], self.numbering.checked(number))

    def why_not(self, number: int) -> WhyNot | None:
        """Return the rules that forbid the agent to act what has this number; ``None`` if it is legal, or no number.

        >>> playing = raw_env(seats=3)
        >>> playing.reset(seed=7)
        >>> playing.why_not(0) is None, int(playing.observe(playing.agent_selection)["action_mask"][0])
        (False, 0)
        """
        seat = self._seat[self.agent_selection or self._begun()]
        return self.game.why_not(seat, self._action(seat, number)) if 0 <= number < self.numbering.size else None

    def step(self, action: Any) -> None:
        """Carry out the action with this number.

        Raises:
            IllegalAction: it is not legal; the message says why. (With the wrappers of :func:`env` the agent loses
                instead.)
            BadInput: no action has this number, or before the first :meth:`reset`.
        """
        agent = self.agent_selection or self._begun()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game, seat, numbering = self.game, self._seat[agent], self.numbering
        number = action if type(action) is int else numbering.checked(action)
        following = advance_by_number(game, seat, numbering, number)
        if following == ILLEGAL:
            game.apply(seat, self._action(seat, number))  # raises, why
        self._seen = {}
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if not self._by_end:
            self._reward_influence()
        if following < 0:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[following]
        if self._rewarded:
            self._accumulate_rewards()
        if self.render_mode is not None:
            self._show()

    def render(self) -> str | None:
        """Return the public log so far as text; ``None`` if the mode is not ``"ansi"``."""
        return "\n".join(self._lines()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    # Inside

    def _begun(self) -> str:
        """Return the agent to act. Raises :class:`BadInput` before the first :meth:`reset`."""
        if not self.agent_selection:
            raise BadInput("env", Message("not_reset"), Message("want.reset"))
        return self.agent_selection

    def _of(self, values: dict[str, Any], agent: str) -> Any:
        """Return what belongs to an agent. Raises :class:`BadInput` if there is none of that name."""
        if agent not in values:
            raise BadInput("agent", Message("found", value=agent), one_of(self.possible_agents, agent))
        return values[agent]

    def _action(self, seat: int, number: int) -> Action:
        """Return the action of a seat that has this number."""
        return action_of(self.numbering.code(number, self.game.n[CLAN + seat], seat, self.game.seats))

    def _lines(self) -> list[str]:
        return [line.text for line in log_lines(self.game.view(None), "en")]

    def _show(self) -> None:
        """Print new lines of the log in the mode ``"human"``."""
        if self.render_mode == "human":
            lines = self._lines()
            for text in lines[self._shown :]:
                print(text)
            self._shown = len(lines)

    def _influence(self) -> list[int]:
        """Return the Influence of each seat, 0 for one that is out of the game."""
        return [] if self._by_end else [score(self.game, seat) or 0 for seat in range(self.game.seats)]

    def _reward_influence(self) -> None:
        now = self._influence()
        if now != self._scores:
            for agent, seat in self._seat.items():
                self.rewards[agent] = float(now[seat] - self._scores[seat])
            self._scores = now
            self._rewarded = True

    def _finish(self) -> None:
        if self._by_end:
            rewards = final_rewards(self.game.winners, self.game.seats)
            self.rewards = {agent: rewards[self._seat[agent]] for agent in self.agents}
            self._rewarded = True
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"score": self.game.scores[self._seat[agent]]} for agent in self.agents}


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game in which one seat learns; ``gymnasium.make`` knows it by :data:`SEAT_ID`.

    An observation is a row of ``uint8``, one number for each of :meth:`describe`, an action the number of one of
    ``numbering``. Which actions are legal stands in ``info["action_mask"]`` (``int8``) and in :meth:`action_masks`; at
    the end ``info["score"]`` has the Influence of each seat, and the mask allows all: a vector of environments asks for
    one action more, which it ignores.

    Args:
        seat: the seat that learns, from 0.
        others: who plays the other seats: a bot's name, one of your own (``"my_agent:Mine"``), its class, or an agent
            that has learned. A bot is made anew for each seat of each game.
        rewards: ``"end"``: at the end a winner has 1, shared among those who win together, and who loses -1, shared
            among those who lose; ``"influence"``: what the seat's Influence has changed by.
        one_hot: whether what stands for one of several things has a column for each of its values.
        render_mode: ``"ansi"`` for the public log as text, or ``None``.
        setup: the arguments of :meth:`vendetta_kit.Game.new` except the seed, which :meth:`reset` takes.

    Raises:
        BadSetup: the arguments are wrong or do not fit together.

    >>> seat = SeatEnv(seats=3)
    >>> seen, info = seat.reset(seed=7)
    >>> bool(info["action_mask"].any()), seat.step(int(info["action_mask"].argmax()))[2]
    (True, False)
    >>> seat.aec.action_of(int(seat.action_masks().argmax()))
    Keep(('MA04', 'MA06'))
    >>> gymnasium.make(SEAT_ID, seats=3).action_space == seat.action_space
    True
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        seat: int = 0,
        *,
        others: Any = "random",
        rewards: str = "end",
        one_hot: bool = False,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        checked_setup(setup, SeatEnv)
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise BadSetup("render_mode", Message("found", value=render_mode), Message("want.one_of", words=modes))
        self.render_mode = render_mode
        self.aec = raw_env(render_mode, rewards=rewards, one_hot=one_hot, **setup)
        """The game, in which this seat is to act, with its ``action_of``, ``number_of``, ``why_not`` and ``view``."""
        agents = self.aec.possible_agents
        self._agent = agents[SetupChecks().whole(seat, ("seat",), 0, len(agents) - 1)]
        (self._other,) = contestants([others], "vendetta", bots.make)
        self._at_random = others == "random"
        self._bots: dict[str, Any] = {}
        self._chance = Random(0)
        self._over = True
        self.numbering = self.aec.numbering
        self.observation_space = spaces.Box(0, LARGEST, (len(self.describe()),), np.uint8)
        self.action_space = spaces.Discrete(self.numbering.size)

    def describe(self) -> Any:
        """Return what each number of an observation means (:class:`.observation_row.ObservedColumn`), in order."""
        return self.aec.describe()

    def action_masks(self) -> Any:
        """Return which actions are legal now, as ``bool``, one for each number: learners that mask actions ask it."""
        return self._now()[3]["action_mask"].astype(bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game, and return the seat's first observation and info; the same seed gives the same games after it.

        Raises:
            BadSetup: the seed is not a whole number from 0.
        """
        super().reset(seed=None if seed is None else SetupChecks().whole(seed, ("seed",)))
        game = self.aec
        game.reset(int(self.np_random.integers(LARGEST_SEED)))
        self._chance = Random(int(self.np_random.integers(LARGEST_SEED)))
        self._bots = {agent: self._other.bot() for agent in game.agents if agent != self._agent}
        self._over = False
        self._play_others()
        seen, _, _, info = self._now()
        return seen, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out the action with this number, and all that others do until the seat is asked again.

        Who does something illegal loses at once, as in :func:`env`: the reward is -1, and ``info["illegal"]`` says
        which rule forbids it.

        Returns:
            Observation, reward, whether the game is over, ``False`` (no game is cut short), info.

        Raises:
            BadInput: no action has this number, or no game goes on: before the first :meth:`reset`, and after the end.
        """
        if self._over:
            raise BadInput("env", Message("not_reset"), Message("want.reset"))
        game, number = self.aec, self.numbering.checked(action)
        if not game.observe(self._agent)["action_mask"][number]:
            self._over = True
            seen, _, _, info = self._now()
            return seen, -1.0, True, False, {**info, "illegal": str(game.why_not(number))}
        game.step(number)
        self._play_others()
        seen, reward, self._over, info = self._now()
        return seen, reward, self._over, False, info

    def render(self) -> str | None:
        """Return the public log so far as text; ``None`` without a mode."""
        return self.aec.render()

    def _play_others(self) -> None:
        """Play the other seats until the one that learns is asked, or the game is over."""
        game = self.aec
        while (agent := game.agent_selection) != self._agent and not game.terminations[agent]:
            if self._at_random:
                game.step(game.sample(self._chance))  # what the bot does, without a view: most learn beside it first
            else:
                game.step(game.number_of(self._bots[agent].choose(game.view(), self._chance)))

    def _now(self) -> tuple[Any, float, bool, dict[str, Any]]:
        """Return the seat's observation, its reward since it was last asked, whether the game is over, and info.

        Arrays are the caller's own, also where nothing has changed.
        """
        game, agent = self.aec, self._agent
        seen, over = game.observe(agent), game.terminations[agent]
        info = {"action_mask": seen["action_mask"].copy()}
        if over:
            info["score"] = np.array([score or 0 for score in game.game.scores], np.int16)
            info["action_mask"][:] = 1  # a vector asks for one more action, which it ignores
        return seen["observation"].copy(), game._cumulative_rewards[agent], over, info


SEAT_ID: Final = "VendettaSeat-v0"
"""The name of :class:`SeatEnv` for ``gymnasium.make``, once this package has been imported."""
gymnasium.register(SEAT_ID, f"{__name__}:SeatEnv", disable_env_checker=True)
