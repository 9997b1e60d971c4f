"""A small agent that learns from games against other bots, with numpy alone, and plays as a bot.

Its value of an action is a sum of two parts: one of the action's number, and one of each pair of a property of the
action (which kind, which card, at which Location, how much Blood) and a number of the observation. It learns as an
advantage actor-critic does: what comes after an action, in Influence and at the end by winning, is compared with what a
second sum (the critic) expected, and the action becomes more or less likely. No rule and no bot of the kit is in it.

>>> agent = learn(batches=2, games=8, seed=1)
>>> from vendetta_kit.games.vendetta.bots import arena
>>> arena.play([agent, "random", "random", "random"], games=4, seed=1).games
4
"""

from __future__ import annotations

import os
import time
import zipfile
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np

from vendetta_kit.argument_checks import CALLABLE, FROM_1, PATH, SEED, Expected, takes
from vendetta_kit.games.vendetta.engine import actions
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.input_errors import BadInput, Message, error_text
from vendetta_kit.kernel.actions import Action

from .many_games import ManyGames, OneHot
from .numbering import Numbering
from .observation_row import ObservedColumn, described
from .policy_bot import PolicyBot

_SLOTS: Final = 5
"""How many properties an action has at most."""


def _properties(numbering: Numbering) -> tuple[Any, int]:
    """Return the properties of each action number, (numbers, _SLOTS), and how many there are; 0 is none."""
    found = np.zeros((numbering.size, _SLOTS), np.int64)
    names: dict[tuple[Any, ...], int] = {("none",): 0}

    def name(*what: Any) -> int:
        return names.setdefault(what, len(names))

    for segment in numbering.segments:
        for k in range(segment.size):
            row = [name(segment.name)]
            if segment.name == "play":
                card, way = divmod(k, actions.PLAYS_A_CARD)
                at, rest = divmod(way, 24)
                down, rest = divmod(rest, 12)
                row += [name("card", card), name("at", at, down), name("blood", rest // 3), name("flips", rest % 3)]
            elif segment.name not in ("keep", "look", "bid"):
                row.append(name(segment.name, k))
            found[segment.first + k, : len(row)] = row
    return found, len(names)


_MOST_VALUES: Final = 64


def _looks_at(column: ObservedColumn) -> bool:
    """Return whether the agent uses a column: amounts, states of the game, and where its own cards are."""
    kind = column.name.partition(".")[0]
    if kind in ("person", "card"):
        return column.name.startswith("card.0.")
    return len(column.values) <= _MOST_VALUES


class LinearAgent(PolicyBot):
    """A bot that takes the action with the largest value by its weights.

    Args:
        seats: the number of players that it is for.
        weights: as :meth:`save` keeps them (default: none, so that all actions are as good).
    """

    name = "linear_agent"

    def __repr__(self) -> str:
        return f"<LinearAgent for {self.seats} players>"

    def __init__(self, seats: int = 4, weights: tuple[Any, Any] | None = None) -> None:
        self.seats = seats
        self._numbering = Numbering()
        self._properties, count = _properties(self._numbering)
        self._chosen = np.array([k for k, column in enumerate(described(seats)) if _looks_at(column)])
        self._wide = OneHot([described(seats)[k] for k in self._chosen])
        columns = self._wide.columns
        self._scale = np.array([1.0 if column.values else 0.125 for column in columns], np.float32)
        shapes = (count, len(columns)), (self._numbering.size,)
        if weights is None:
            weights = np.zeros(shapes[0], np.float32), np.zeros(shapes[1], np.float32)
        self.pairs: Any = weights[0]
        self.numbers: Any = weights[1]
        if (self.pairs.shape, self.numbers.shape) != shapes:
            raise ValueError(f"weights: found {self.pairs.shape} and {self.numbers.shape}; expected {shapes}")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the weights to a file (``.npz``) that :meth:`load` reads."""
        with open(path, "wb") as file:
            np.savez_compressed(file, seats=self.seats, pairs=self.pairs.astype(np.float16), numbers=self.numbers)

    @classmethod
    @takes(path=PATH)
    def load(cls, path: str | os.PathLike[str]) -> LinearAgent:
        """Return the agent that :meth:`save` has written.

        Raises:
            BadInput: the file cannot be read, or holds no agent of this version of the kit.
        """
        try:
            with np.load(path, allow_pickle=False) as kept:
                weights = kept["pairs"].astype(np.float32), kept["numbers"].astype(np.float32)
                return cls(int(kept["seats"]), weights)
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as fault:
            problem = Message("file.unreadable", problem=error_text(fault))
            raise BadInput(os.fspath(path), problem, Message("want.agent")) from None

    # As a bot ----------------------------------------------------------------------------------------------------

    def choose(self, view: View, rng: Random) -> Action:
        """Return the legal action with the largest value.

        Raises:
            ValueError: the game has another number of players.
        """
        seats = view.observation.seats
        if seats != self.seats:
            raise ValueError(f"view: found a game of {seats}; expected one of {self.seats}, as in its training")
        return super().choose(view, rng)

    def act(self, observation: Any, action_mask: Any, rng: Random) -> int:
        """Return the number of the legal action with the largest value."""
        numbers = np.flatnonzero(action_mask)
        inputs = self.inputs(observation[np.newaxis])
        return int(numbers[int(self.values(inputs, np.zeros(len(numbers), np.int64), numbers).argmax())])

    # Values and learning -----------------------------------------------------------------------------------------

    def inputs(self, rows: Any) -> Any:
        """Return rows of observations as numbers of about the same size, ``float32``."""
        return self._wide(rows[:, self._chosen]) * self._scale

    def values(self, inputs: Any, games: Any, numbers: Any) -> Any:
        """Return the value of each of some actions: their numbers, and the rows of ``inputs`` that they belong to."""
        by_property = inputs @ self.pairs.T
        by_property[:, 0] = 0
        total = self.numbers[numbers]
        for slot in range(_SLOTS):
            total = total + by_property[games, self._properties[numbers, slot]]
        return total

    def chances(self, inputs: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Return all legal actions as ``(game, number, chance)``, by the softmax of their values in each game."""
        games, numbers = np.nonzero(mask)
        values = self.values(inputs, games, numbers)
        first = np.searchsorted(games, np.arange(len(inputs)))
        weights = np.exp(values - np.maximum.reduceat(values, first)[games])
        return games, numbers, weights / np.add.reduceat(weights, first)[games]

    def gradient(self, inputs: Any, games: Any, numbers: Any, share: Any) -> tuple[Any, Any]:
        """Return by how much each weight raises the sum of ``share`` times the actions' values."""
        by_property = np.zeros((len(inputs), self.pairs.shape[0]), np.float32)
        for slot in range(_SLOTS):
            np.add.at(by_property, (games, self._properties[numbers, slot]), share)
        by_property[:, 0] = 0
        by_number = np.bincount(numbers, share, len(self.numbers)).astype(np.float32)
        return by_property.T @ inputs, by_number


class _Adam:
    """Gradient ascent with Adam's step sizes (Kingma and Ba, 2015)."""

    def __init__(self, rate: float, shape: tuple[int, ...]) -> None:
        self.rate, self.times = rate, 0
        self.mean, self.square = np.zeros(shape, np.float32), np.zeros(shape, np.float32)

    def step(self, gradient: Any) -> Any:
        """Return what is to be added to the weights."""
        self.times += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.times), self.square / (1 - 0.999**self.times)
        return self.rate * mean / (np.sqrt(square) + 1e-8)


_STEPS: Final = 16
"""How many decisions of each game are in a batch."""
_WIN: Final = 4.0
"""What winning is worth beside Influence, in Influence."""
_UNIT: Final = 4.0
"""The Influence that rewards are counted in."""
_FORGETS: Final = 0.95
"""How far what comes later counts for an action (the lambda of generalised advantages); nothing is discounted."""
_ENTROPY: Final = 0.003


_ABOVE_0: Final = Expected(lambda value: type(value) in (int, float) and value > 0, Message("want.above_0"))


_AN_AGENT: Final = Expected(lambda value: isinstance(value, LinearAgent), Message("want.linear_agent"))


@takes(
    batches=FROM_1, minutes=_ABOVE_0, games=FROM_1, seats=FROM_1, seed=SEED, rate=_ABOVE_0, on_batch=CALLABLE,
    agent=_AN_AGENT,
)  # fmt: skip
def learn(
    batches: int | None = None,
    minutes: float | None = None,
    games: int = 128,
    seats: int = 4,
    seed: int = 1,
    rate: float = 0.01,
    on_batch: Callable[[int, float], None] | None = None,
    others: Any = "random",
    agent: LinearAgent | None = None,
) -> LinearAgent:
    """Return an agent that has learned by playing against other bots, from each seat as often.

    Args:
        batches: how many batches of 16 decisions in each game (default: as many as the minutes allow).
        minutes: how long at most.
        games: how many games are played side by side.
        seats: the number of players; ``agent`` brings its own.
        seed: decides all chance; with ``batches`` and no ``minutes``, the same seed gives the same agent.
        rate: the size of a learning step.
        on_batch: called after each batch with its number and the share of games won among the last ones that ended.
        others: who plays the other seats, as for :class:`.ManyGames`.
        agent: one to go on from (default: one that knows nothing); it stays as it is.

    Raises:
        BadInput: an argument is not as expected, or neither ``batches`` nor ``minutes`` is given.

    >>> first = learn(batches=1, games=4)
    >>> learn(batches=1, games=4, others="greedy", agent=first)
    <LinearAgent for 4 players>
    """
    if batches is None and minutes is None:
        raise BadInput("batches", Message("found", value=None), Message("want.batches"))
    if agent is not None:
        seats = agent.seats
    weights = None if agent is None else (agent.pairs.copy(), agent.numbers.copy())
    agent, rng = LinearAgent(seats, weights), np.random.default_rng(seed)
    tables = [
        ManyGames(max(1, games // seats), seed * seats + seat, (seat,), "influence", others=others, seats=seats)
        for seat in range(seats)
    ]
    critic = np.zeros(agent.pairs.shape[1], np.float32)
    climbs = [_Adam(rate, weights.shape) for weights in (agent.pairs, agent.numbers, critic)]
    end = None if minutes is None else time.monotonic() + 60 * minutes
    won: deque[bool] = deque(maxlen=1000)
    done = 0
    while (batches is None or done < batches) and (end is None or time.monotonic() < end):
        batch = [_play(agent, table, critic, rng, won) for table in tables]
        rows, advantages, targets, picked = (
            np.concatenate(parts) for parts in zip(*(b[:4] for b in batch), strict=True)
        )
        masks = np.concatenate([b[4] for b in batch])
        inputs = agent.inputs(rows)
        spread = float(advantages.std()) or 1.0
        gradients = _policy_gradient(agent, inputs, masks, picked, (advantages - advantages.mean()) / spread)
        gradients += ((targets - inputs @ critic) @ inputs / len(inputs),)
        for weights, climb, gradient in zip((agent.pairs, agent.numbers, critic), climbs, gradients, strict=True):
            weights += climb.step(gradient)
        done += 1
        if on_batch is not None:
            on_batch(done, sum(won) / max(1, len(won)))
    return agent


def _play(agent: LinearAgent, table: ManyGames, critic: Any, rng: Any, won: deque[bool]) -> tuple[Any, ...]:
    """Play some decisions at a table; return rows, advantages, targets of the critic, actions and masks."""
    seat = int(table.seat[0])
    rows, masks, picked, rewards, ends, worth = [], [], [], [], [], []
    for _ in range(_STEPS):
        inputs = agent.inputs(table.observation)
        rows.append(table.observation)
        masks.append(table.action_mask)
        worth.append(inputs @ critic)
        numbers = _drawn(agent, inputs, table.action_mask, rng)
        picked.append(numbers)
        step = table.step(numbers)
        gained = step.rewards[:, seat] - np.delete(step.rewards, seat, axis=1).mean(axis=1)
        rewards.append((gained + _WIN * step.won[:, seat]) / _UNIT)
        ends.append(step.over)
        won.extend(step.won[step.over, seat].tolist())
    following = agent.inputs(table.observation) @ critic
    advantages, carried = [], np.zeros(len(following), np.float32)
    for reward, over, now in zip(reversed(rewards), reversed(ends), reversed(worth), strict=True):
        goes_on = ~over
        carried = reward + goes_on * following - now + goes_on * _FORGETS * carried
        advantages.append(carried)
        following = now
    found = np.concatenate(advantages[::-1])
    return np.concatenate(rows), found, found + np.concatenate(worth), np.concatenate(picked), np.concatenate(masks)


def _drawn(agent: LinearAgent, inputs: Any, mask: Any, rng: Any) -> Any:
    """Return an action number for each game, drawn by the agent's chances."""
    games, numbers, chances = agent.chances(inputs, mask)
    running = np.cumsum(chances)
    last = np.searchsorted(games, np.arange(len(inputs)), side="right") - 1
    before = np.concatenate([[0.0], running[last[:-1]]])
    at = np.searchsorted(running, before + rng.random(len(inputs)) * (running[last] - before))
    return numbers[np.clip(at, np.concatenate([[0], last[:-1] + 1]), last)]


def _policy_gradient(agent: LinearAgent, inputs: Any, masks: Any, picked: Any, advantages: Any) -> tuple[Any, ...]:
    """Return the gradient of what the agent expects to gain, with a small share for staying undecided."""
    games, numbers, chances = agent.chances(inputs, masks)
    surprise = -np.log(chances + 1e-12)
    entropy = np.bincount(games, chances * surprise, len(inputs))
    share = -chances * advantages[games] + _ENTROPY * chances * (surprise - entropy[games])
    share[numbers == picked[games]] += advantages
    return agent.gradient(inputs, games, numbers, (share / len(inputs)).astype(np.float32))
