"""The PettingZoo environment: PettingZoo's own tests, the numbers of actions, and that nothing hidden is observed."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tests.properties.games import SIZES, TABLES, begin, playing, waiting
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Bid
from vendetta_kit.games.vendetta.engine.agenda import BID, TOKEN
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.games.vendetta.lab import train
from vendetta_kit.games.vendetta.lab.train.numbering import MOST_BLOOD, Numbering, columns, observed
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.kernel.refusal import BadSetup, IllegalAction
from vendetta_kit.kernel.state import ASK

NUMBERS = Numbering()


@pytest.mark.filterwarnings("ignore::UserWarning")  # PettingZoo likes pictures and values near 0 better
@pytest.mark.parametrize("setup", SIZES.values(), ids=SIZES)
def test_pettingzoo_finds_it_well_made(setup: dict[str, Any]) -> None:
    api_test(train.env(**setup), num_cycles=400)


def test_the_same_seed_gives_the_same_games() -> None:
    seed_test(lambda: train.env(seats=4), num_cycles=150)


@pytest.mark.parametrize("name", TABLES)
def test_every_legal_action_has_one_number(name: str) -> None:
    start = begin(name, 0, "numbers")
    game, sizes = start.game, set()
    for _ in playing(start):
        for seat in waiting(game):
            about = game.n[CLAN + seat], seat, game.seats
            legal = game.legal(seat)
            codes = [legal.code_at(k) for k in range(len(legal))]
            numbers = [NUMBERS.of(code, *about) for code in codes]
            assert None not in numbers
            assert len(set(numbers)) == len(codes)
            assert [NUMBERS.code(number, *about) for number in numbers if number is not None] == codes
            sizes.add(len(observed(game.view(seat, log=False))))
    assert sizes == {len(columns(game.seats))}


def test_bids_beyond_any_pool_have_no_number() -> None:
    assert NUMBERS.of(Bid(MOST_BLOOD - 1).code, 0, 0, 4) is not None
    assert NUMBERS.of(Bid(MOST_BLOOD).code, 0, 0, 4) is None
    with pytest.raises(ValueError, match=f"expected 0 to {NUMBERS.size - 1}"):
        NUMBERS.code(NUMBERS.size, 0, 0, 4)


@pytest.mark.parametrize("name", ["3-all", "4-base", "5-all", "6-in-teams-all"])
def test_nothing_hidden_is_observed(name: str) -> None:
    """In whatever world agrees with what a seat knows, it observes the same: so it observes no more than it knows."""
    start = begin(name, 1, "observed")
    rng, others = random.Random(name), 0
    for k, _ in enumerate(playing(start)):
        for seat in waiting(start.game) if k % 5 == 0 else ():
            world = imagine(start.game, seat, rng)
            others += world.z != start.game.z
            assert observed(world.view(seat, log=False)) == observed(start.game.view(seat, log=False))
    assert others


def test_columns_say_what_the_numbers_are() -> None:
    game = Game.new(seats=4, seed=7, clans=["brujah", "ventrue", "toreador", "tremere"])
    view = game.view(1, log=False)
    row = dict(zip(columns(4), observed(view), strict=True))
    assert (row["round"], row["ambition"]) == (1, (view.ambition - 1) % 4)
    for k in range(4):
        seat = view.seats[(1 + k) % 4]
        assert row[f"seat{k}.blood"] == seat.blood
        assert row[f"seat{k}.hand_size"] == seat.hand_size
    assert sum(row[f"seat0.known_in_hand.{card}"] for card in range(9)) == view.seats[1].hand_size


def test_secret_choices_are_asked_one_after_the_other_and_stay_secret() -> None:
    game = train.raw_env(seats=4)
    game.reset(seed=3)
    rng, seen = np.random.default_rng(3), 0
    while not game.game.is_over:
        still_asked = [f"seat_{seat}" for seat in waiting(game.game)][1:]
        before = {agent: game.observe(agent)["observation"] for agent in still_asked}
        secret = game.game.n[ASK] in (TOKEN, BID) and bool(still_asked)
        asked = game.agent_selection
        game.step(rng.choice(np.flatnonzero(game.observe(asked)["action_mask"])))
        if secret and game.agent_selection != asked:  # who has only looked at a card (RUL-22) is asked again
            seen += 1
            for agent, observation in before.items():
                assert (game.observe(agent)["observation"] == observation).all()
    assert seen


def test_rewards_add_up_to_nothing_and_the_winner_has_most() -> None:
    game = train.env(seats=4)
    for seed in range(3):
        game.reset(seed=seed)
        total: dict[str, float] = {}
        for agent in game.agent_iter():
            seen, reward, ended, cut, info = game.last()
            if ended or cut:
                total[agent] = reward
                assert info["score"] is None or info["score"] > -100
                game.step(None)
            else:
                game.step(game.action_space(agent).sample(seen["action_mask"]))
        assert sum(total.values()) == pytest.approx(0)
        winners = {f"seat_{seat}" for seat in game.unwrapped.game.winners}
        assert {agent for agent, reward in total.items() if reward > 0} == winners


def test_what_is_not_legal_loses_or_says_why() -> None:
    bare = train.raw_env(seats=4)
    bare.reset(seed=1)
    forbidden = int(np.flatnonzero(bare.observe(bare.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match=r"\["):
        bare.step(forbidden)
    wrapped = train.env(seats=4)
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(forbidden)
    assert wrapped.rewards[loser] == -1
    assert all(wrapped.terminations.values())


def test_a_setup_that_does_not_go_together() -> None:
    with pytest.raises(BadSetup):
        train.env(seats=9)


def test_the_game_can_be_read() -> None:
    game = train.env(seats=4, render_mode="ansi")
    game.reset(seed=1)
    game.step(int(game.observe(game.agent_selection)["action_mask"].argmax()))
    assert "takes the" in game.render()
    assert train.raw_env(seats=4).render() is None


def test_a_person_sees_the_log_grow(capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(1)
    game = train.raw_env(seats=4, render_mode="human")
    game.reset(seed=1)
    for _ in range(60):
        game.step(rng.choice(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])))
    assert game.render() is None
    told = [line.text for line in log_lines(game.game.view(None), "en")]
    assert capsys.readouterr().out.splitlines() == told, "each line once, in order, and nothing hidden"
    game.reset(seed=2)
    assert capsys.readouterr().out, "another game begins anew"
    with pytest.raises(BadSetup, match="expected one of ansi, human"):
        train.env(render_mode="pictures")


@pytest.mark.parametrize("make", [train.env, train.raw_env])
@pytest.mark.parametrize("way", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_an_environment_can_be_copied(make: Any, way: Any) -> None:
    def step(game: Any) -> None:
        game.step(int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])[-1]))

    def state(game: Any) -> Any:
        seen = {agent: game.observe(agent)["observation"].tolist() for agent in game.possible_agents}
        return game.agent_selection, seen, game.unwrapped.game.moment, dict(game.rewards), list(game.agents)

    game = make(seats=4, render_mode="ansi")
    game.reset(seed=3)
    for _ in range(10):
        step(game)
    was = state(game)
    twin = way(game)
    assert state(twin) == was
    for _ in range(10):
        step(twin)
    assert state(game) == was, "a move in the copy changes nothing"
    for _ in range(10):
        step(game)
    assert state(game) == state(twin)
    assert game.render() == twin.render()
    game.reset()
    twin.reset()
    assert state(game) == state(twin), "their chance goes on alike"
