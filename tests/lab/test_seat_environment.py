"""A seat as an environment of Gymnasium's: its own checks, what ends a game, and several of them side by side."""

from __future__ import annotations

import random
import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers import PassiveEnvChecker

from vendetta_kit.bots import UnknownBot
from vendetta_kit.games.vendetta.lab import train
from vendetta_kit.games.vendetta.lab.train.environments import SEAT_ID, SeatEnv
from vendetta_kit.input_errors import BadInput
from vendetta_kit.kernel.refusal import BadSetup


def test_one_seat_is_a_gymnasium_environment() -> None:
    """Gymnasium's own checker finds nothing, and a game ends with the seat's reward and everybody's Influence."""
    rng = random.Random(3)
    env = PassiveEnvChecker(train.SeatEnv(1, others="greedy", seats=3))

    def played(seed: int | None) -> list[Any]:
        seen, info = env.reset(seed=seed)
        told, over = [seen.tobytes()], False
        while not over:
            mask = env.get_wrapper_attr("action_masks")()
            assert mask.dtype == bool
            assert (mask == info["action_mask"].astype(bool)).all()
            seen, reward, over, cut, info = env.step(np.int64(rng.choice(mask.nonzero()[0])))
            assert not cut
            told += [seen.tobytes(), reward]
            assert reward == 0 or over
        most = info["score"].max()
        assert (reward > 0) <= (info["score"][1] == most)
        assert len(info["score"]) == 3
        return told

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first = played(7)
        assert played(None) != first
        rng.seed(3)
        assert played(7) == first


def test_several_of_them_are_gymnasiums_vector() -> None:
    envs = SyncVectorEnv([lambda: train.SeatEnv(rewards="influence", one_hot=True, seats=3)] * 3)
    seen, info = envs.reset(seed=1)
    rng, gained = random.Random(2), np.zeros(3)
    for _ in range(60):
        assert seen.shape == (3, len(train.SeatEnv(one_hot=True, seats=3).describe()))
        seen, rewards, _, _, info = envs.step([rng.choice(mask.nonzero()[0]) for mask in info["action_mask"]])
        gained += rewards
    assert gained.any()


@pytest.mark.filterwarnings("ignore::UserWarning")  # the checker would rather make it by its name
def test_gymnasium_finds_a_seat_by_its_name_and_no_fault_in_it() -> None:
    for given in ({}, {"rewards": "influence", "one_hot": True}, {"render_mode": "ansi"}):
        check_env(train.SeatEnv(0, seats=3, **given))
    env = gymnasium.make(f"{SeatEnv.__module__}:{SEAT_ID}", seats=3, render_mode="ansi")
    env.reset(seed=7)
    assert "Round" in env.render() or "clan" in env.render()


def test_the_last_observation_is_of_the_game_that_is_over() -> None:
    env, rng = train.SeatEnv(seats=3, rewards="influence"), random.Random(5)
    columns = [column.name for column in env.describe()]
    _, info = env.reset(seed=7)
    over, gained = False, 0.0
    while not over:
        seen, reward, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        gained += reward
    assert seen[columns.index("round")] == 3
    assert env.action_masks().all()
    assert gained == info["score"][0]
    with pytest.raises(BadInput, match="reset"):
        env.step(0)


def test_a_seat_that_does_what_it_may_not_loses_at_once_and_is_told_why() -> None:
    env = train.SeatEnv(seats=3)
    with pytest.raises(BadInput, match="reset"):
        env.step(0)
    _, info = env.reset(seed=7)
    _, reward, over, _, told = env.step(int(info["action_mask"].argmin()))
    assert (reward, over) == (-1, True)
    assert "[PLAN-03]" in told["illegal"]
    with pytest.raises(BadInput, match="reset"):
        env.step(int(info["action_mask"].argmax()))
    wrongs = {"seat": -1}, {"others": "nobody"}, {"rewards": "x"}, {"render_mode": "x"}, {"seatz": 3}
    for wrong in ({"seat": 3}, *wrongs):
        with pytest.raises((BadSetup, UnknownBot)):
            train.SeatEnv(**{"seats": 3, **wrong})
    with pytest.raises(BadSetup, match="seed"):
        env.reset(seed=-1)


def test_a_number_and_its_action_lead_to_each_other() -> None:
    seat, rng = train.SeatEnv(1, seats=3), random.Random(4)
    games = train.ManyGames(2, seats=3, seed=1)
    _, info = seat.reset(seed=7)
    over = False
    while not over:
        for number in info["action_mask"].nonzero()[0]:
            action = seat.aec.action_of(number)
            assert action in seat.aec.view().legal
            assert seat.aec.number_of(action) == number
            assert seat.aec.why_not(int(number)) is None
        _, _, over, _, info = seat.step(rng.choice(info["action_mask"].nonzero()[0]))
        numbers = games.sample(rng)
        for game, number in enumerate(numbers):
            assert games.action_of(game, number).do in (games.numbering.name(number), "choose")
        games.step(numbers)
    for ask in (partial(seat.aec.action_of, -1), partial(games.action_of, 0, 10**6)):
        with pytest.raises(BadInput, match="action"):
            ask()


def test_a_policy_whose_act_takes_something_else_is_refused_where_it_is_made() -> None:
    expected = r"Narrow.act\(self, observation\); expected act\(self, observation, action_mask, rng\)"
    with pytest.raises(TypeError, match=expected):
        type("Narrow", (train.PolicyBot,), {"act": lambda self, observation: 0})


def test_every_number_that_is_not_legal_says_why_also_before_there_is_a_clan() -> None:
    game = train.raw_env(seats=3)
    game.reset(seed=7)
    while game.game.decision(game.game.to_act).kind != "plan":  # clans, then hands
        legal = game.observe(game.agent_selection)["action_mask"]
        for number in range(game.numbering.size):
            why = game.why_not(number)
            assert (why is None) == bool(legal[number])
            assert why is None or why.rules
        game.step(game.sample(random.Random(1)))
