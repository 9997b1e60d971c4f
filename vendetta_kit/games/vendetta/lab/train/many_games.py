"""Many games of Vendetta as one environment: an array of observations, an array of actions.

>>> import random
>>> from vendetta_kit.games.vendetta.lab import train
>>> games = train.ManyGames(8, seats=3, seed=1)
>>> games.observation.shape == (8, len(games.describe())), games.action_mask.shape == (8, games.numbering.size)
(True, True)
>>> rng, ended = random.Random(1), 0
>>> for _ in range(200):
...     ended += games.step(games.sample(rng)).over.sum()
>>> ended > 0
np.True_
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from vendetta_kit import Game
from vendetta_kit.argument_checks import argument_names
from vendetta_kit.bots.own_bots import contestants
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.engine.actions import action_of
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import BadSetup, IllegalAction, SetupChecks

from .game_batch import GameBatch
from .numbering import Numbering
from .observation_row import ObservedColumn, described

REWARDS: Final = ("end", "influence")
"""When rewards come: at the end of a game, or each time when a seat's Influence changes."""


def final_rewards(winners: Sequence[int], seats: int) -> list[float]:
    """Return the reward of each seat at the end of a game: the winners share 1, all others share -1."""
    lost = seats - len(winners)
    if not winners or not lost:
        return [0.0] * seats
    return [1 / len(winners) if seat in winners else -1 / lost for seat in range(seats)]


def checked_rewards(rewards: str) -> str:
    """Return it if it is one of :data:`REWARDS`. Raises :class:`BadSetup` if not."""
    if rewards not in REWARDS:
        raise BadSetup("rewards", Message("found", value=rewards), Message("want.one_of", words=REWARDS))
    return rewards


def checked_setup(setup: Mapping[str, Any], own: Callable[..., Any]) -> None:
    """Check the names of arguments that :meth:`.Game.new` shall get beside the seed and the record.

    Args:
        setup: the arguments by name.
        own: the function that has got them; a message names its own arguments, too.

    Raises:
        BadSetup: one is not among them.
    """
    names = dict.fromkeys((*argument_names(Game.new), *argument_names(own)))
    SetupChecks().only(setup, [name for name in names if name not in ("seed", "record")])


class OneHot:
    """Turns rows of an observation into wider ones: amounts stay, all else becomes a 1 in the column of its value."""

    def __init__(self, columns: Sequence[ObservedColumn]) -> None:
        kinds = [k for k, column in enumerate(columns) if column.values]
        amounts = [k for k, column in enumerate(columns) if not column.values]
        sizes = [len(columns[k].values) for k in kinds]
        self._kinds = np.array(kinds)
        self._amounts = np.array(amounts)
        self._first = len(amounts) + np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self.columns = (
            *(columns[k] for k in amounts),
            *(
                ObservedColumn(f"{column.name}={value}", f"{column.meaning}: {value}", ("no", "yes"))
                for column in (columns[k] for k in kinds)
                for value in column.values
            ),
        )
        """What each of the new columns is: first the amounts, then the values."""

    def __call__(self, rows: Any) -> Any:
        """Return an array of rows, ``(rows, columns)``, as the wider one."""
        wide = np.zeros((len(rows), len(self.columns)), np.uint8)
        wide[:, : len(self._amounts)] = rows[:, self._amounts]
        np.put_along_axis(wide, self._first + rows[:, self._kinds], 1, axis=1)
        return wide


def _choosing(bot: Any) -> Callable[[Game, int, Random], int]:
    """Return what a bot chooses in a game, as the code of an action; an action that is not legal is refused."""

    def choose(game: Game, seat: int, rng: Random) -> int:
        action: Action = bot.choose(game.view(seat, log=False), rng)
        why = game.why_not(seat, action)
        if why is not None:
            raise IllegalAction(seat, action, why)
        return action.code

    return choose


class StepResult(NamedTuple):
    """What a step has brought, in arrays with a row for each game.

    ``rewards`` has a column for each seat, ``over`` says whether the game has ended (the next one has begun in its
    place), ``won`` which seats have won it, ``scores`` their Influence (0 in games that go on).
    """

    rewards: Any
    over: Any
    won: Any
    scores: Any

    def __repr__(self) -> str:
        return f"<StepResult of {len(self.over)} games, {int(self.over.sum())} of them over>"


class ManyGames:
    """Games that are played side by side; one that ends is followed by another one in its place.

    Args:
        games: how many.
        seed: the same seed gives the same deals and the same moves of the seats that are played inside.
        learners: the seats that :meth:`step` plays (default: all).
        rewards: ``"end"``: the winners of a game share 1, all others share -1; ``"influence"``: what each seat's
            Influence has changed by since the last step.
        one_hot: whether what stands for one of several things has a column for each of its values.
        others: who plays the other seats: a bot's name as ``"random"`` or ``"greedy"``, one of your own
            (``"my_agent:Mine"``), its class, or an agent that has learned. One bot is asked in all games: it may keep
            nothing of one. What it thinks is time at each step.
        setup: the arguments of :meth:`vendetta_kit.Game.new` except the seed.

    Raises:
        BadSetup: the arguments are wrong or do not fit together.

    ``observation`` (``uint8``) and ``action_mask`` (``int8``) have a row for each game, about the seat that is asked
    there, ``seat``. They are new arrays after each step.

    >>> games = ManyGames(8, seed=1, learners=(0,), seats=3)
    >>> step = games.step(games.sample(Random(1)))
    >>> step.rewards.shape, games.observation.shape == (8, len(games.describe())), bool(games.action_mask.any(1).all())
    ((8, 3), True, True)
    """

    def __init__(
        self,
        games: int,
        seed: int = 0,
        learners: Sequence[int] | None = None,
        rewards: str = "end",
        one_hot: bool = False,
        others: Any = "random",
        **setup: Any,
    ) -> None:
        if type(games) is not int or games < 1:
            raise BadSetup("games", Message("found", value=games), Message("want.whole_from", least=1))
        SetupChecks().whole(seed, ("seed",), None)
        checked_setup(setup, ManyGames)
        given = {"seats": 4, **setup}
        self.seats = Game.new(**given, seed=0, record=False).seats
        outside = range(self.seats) if learners is None else learners
        checks = SetupChecks()
        expected = Message("want.some_of", words=range(self.seats))
        for k, seat in enumerate(
            outside if isinstance(outside, range) else checks.items(outside, ("learners",), expected)
        ):
            checks.whole(seat, ("learners", k), 0, self.seats - 1)
        if not outside:
            checks.found(("learners",), learners, expected)
        self.numbering = Numbering()
        self._by_end = checked_rewards(rewards) == "end"
        narrow = described(self.seats)
        self._wide = OneHot(narrow) if SetupChecks().truth(one_hot, ("one_hot",)) else None
        self._columns = narrow if self._wide is None else self._wide.columns
        (other,) = contestants([others], "vendetta", bots.make)
        seats_outside = sum(1 << seat for seat in set(outside))
        self._batch = GameBatch(
            games,
            lambda chance: Game.new(**given, seed=chance, record=False),
            seats_outside,
            len(narrow),
            not self._by_end,
            seed,
            None if others == "random" else _choosing(other.bot()),
        )
        self._show()

    def describe(self) -> Any:
        """Return what each column of ``observation`` means (:class:`.ObservedColumn`)."""
        return self._columns

    def step(self, actions: Any) -> StepResult:
        """Carry out an action in each game, given by its number, and go on to the next questions.

        Raises:
            IllegalAction: an action is not legal; the message says why. No game has changed.
            BadInput: there are more or fewer actions than games, or one is no number of an action.
        """
        batch = self._batch
        count = len(batch.games)
        if np.ndim(actions) != 1 or len(actions) != count:
            raise BadInput("actions", Message("found", value=actions), Message("want.action_numbers", count=count))
        numbers = list(actions)
        for k, number in enumerate(numbers):
            if type(number) is not int:
                numbers[k] = self.numbering.checked(number, f"actions[{k}]")
        wrong = batch.step(numbers)
        if wrong >= 0:
            raise self._illegal(wrong, numbers[wrong])
        rewards = np.zeros((count, self.seats), np.float32)
        over, won = np.zeros(count, bool), np.zeros((count, self.seats), bool)
        scores = np.zeros((count, self.seats), np.int16)
        if not self._by_end:
            rewards += np.array(batch.gained, np.float32)
        for k, winners, score in batch.ended:
            over[k] = True
            won[k, list(winners)] = True
            scores[k] = [value or 0 for value in score]
            if self._by_end:
                rewards[k] = final_rewards(winners, self.seats)
        self._show()
        return StepResult(rewards, over, won, scores)

    def sample(self, rng: Random) -> list[int]:
        """Return the number of a random legal action for each game, all equally likely.

        Raises:
            BadInput: ``rng`` is none.
        """
        if not isinstance(rng, Random):
            raise BadInput("rng", Message("found", value=rng), Message("want.random"))
        return self._batch.sample(rng)

    def action_of(self, game: int, number: int) -> Action:
        """Return the action that a number stands for, for the seat that is asked in a game, from 0.

        Raises:
            BadInput: no action has this number.
        """
        played, seat = self._batch.games[game], self._batch.asked[game]
        code = self.numbering.code(self.numbering.checked(number), played.n[CLAN + seat], seat, played.seats)
        return action_of(code)

    def _illegal(self, k: int, number: int) -> IllegalAction:
        self.numbering.checked(number, f"actions[{k}]")
        game, seat, action = self._batch.games[k], self._batch.asked[k], self.action_of(k, number)
        why = game.why_not(seat, action)
        assert why is not None
        illegal = IllegalAction(seat, action, why)
        illegal.add_note(f"This was actions[{k}], of {len(self._batch.games)} games.")
        return illegal

    def _show(self) -> None:
        batch = self._batch
        count = len(batch.games)
        rows = np.frombuffer(batch.rows, np.uint8).reshape(count, -1)
        self.observation = rows if self._wide is None else self._wide(rows)
        self.action_mask = np.frombuffer(batch.masks, np.int8).reshape(count, -1)
        self.seat = np.array(batch.asked)
