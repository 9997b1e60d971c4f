"""The PettingZoo environment: PettingZoo's own tests, the numbers of actions, and that nothing hidden is observed."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tests.properties.games import SIZES, TABLES, begin, playing, waiting
from vendetta_kit import Game
from vendetta_kit.bots import UnknownBot
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import arena
from vendetta_kit.games.vendetta.engine.actions import Bid
from vendetta_kit.games.vendetta.engine.agenda import BID, TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import NUMBER as CLAN_CARD
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.games.vendetta.lab import train
from vendetta_kit.games.vendetta.lab.train import columns, observed
from vendetta_kit.games.vendetta.lab.train.linear_agent import LinearAgent, learn
from vendetta_kit.games.vendetta.lab.train.numbering import MOST_BLOOD, Numbering
from vendetta_kit.games.vendetta.lab.train.observation_row import row_of, row_of_game
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.input_errors import BadInput
from vendetta_kit.kernel.refusal import BadSetup, IllegalAction
from vendetta_kit.kernel.state import ASK
from vendetta_widgets.page_arguments import checked_bot

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
    with pytest.raises(ValueError, match=f"expected a whole number from 0 to {NUMBERS.size - 1}"):
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
        assert row[f"blood.{k}"] == seat.blood
        assert row[f"hand_size.{k}"] == seat.hand_size
    assert sum(row[f"card.0.{card}"] == 1 for card in range(9)) == view.seats[1].hand_size


@pytest.mark.parametrize("name", ["3-all", "4-base", "5-all", "6-in-teams-all"])
def test_each_number_means_what_its_column_says(name: str) -> None:
    start = begin(name, 0, "described")
    game, described = start.game, train.described(start.game.seats)
    known = {column.name: k for k, column in enumerate(described)}
    shown = 0
    for _ in playing(start):
        for seat in range(game.seats):
            offer = game.legal(seat)
            assert row_of_game(game, seat, len(offer) > 0) == row_of(game.observe(seat)), seat
        for seat in waiting(game):
            view = game.view(seat, log=False)
            row = observed(view)
            for number, column in zip(row, described, strict=True):
                assert 0 <= number < (len(column.values) or 256), column

            def said(column: str, row: list[int] = row) -> str:
                return described[known[column]].values[row[known[column]]]

            assert (said("phase"), said("kind")) == (view.phase, view.asked)
            assert said("step") == (view.step or "none")
            for k in range(game.seats):
                other = view.seats[(seat + k) % game.seats]
                assert said(f"clan.{k}") == (other.clan or "none")
                assert row[known[f"influence.{k}"]] == other.influence
                for card in other.alliance:
                    assert said(f"person.{card}") == f"seat {k}, undrained"
                for card in other.drained:
                    assert said(f"person.{card}") == f"seat {k}, Drained"
                for place in other.positions:
                    at = f"{k}.{place.at}"
                    assert row[known[f"deployed.{at}"]] == place.blood
                    hidden = [lying for lying in place.cards if lying.card is None]
                    assert row[known[f"hidden.{at}"]] == len(hidden)
                    for lying in place.cards:
                        if lying.card is not None:
                            shown += 1
                            owner = (lying.owner - seat) % game.seats
                            card = CLAN_CARD[lying.card] % 9
                            told = said(f"card.{owner}.{card}")
                            assert told.startswith(f"face {lying.face} at {place.at}")
                            away = (other.seat - lying.owner) % game.seats
                            assert ("seats after" in told) == bool(away)
    assert shown


def test_one_hot_has_a_column_for_each_value() -> None:
    narrow, wide = train.raw_env(seats=4), train.raw_env(seats=4, one_hot=True)
    rng = random.Random(5)
    for game in (narrow, wide):
        game.reset(seed=5)
    for _ in range(40):
        number = narrow.sample(rng)
        for game in (narrow, wide):
            game.step(number)
        agent = narrow.agent_selection
        few = dict(zip(narrow.columns, narrow.observe(agent)["observation"].tolist(), strict=True))
        many = dict(zip(wide.columns, wide.observe(agent)["observation"].tolist(), strict=True))
        for column in narrow.describe():
            if column.values:
                ones = [value for value in column.values if many[f"{column.name}={value}"]]
                assert ones == [column.values[few[column.name]]]
            else:
                assert many[column.name] == few[column.name]


def test_rewards_by_influence_add_up_to_the_score() -> None:
    game = train.env(seats=4, rewards="influence")
    game.reset(seed=2)
    total = dict.fromkeys(game.agents, 0.0)
    rng = random.Random(2)
    while game.agents:
        agent = game.agent_selection
        _, reward, ended, cut, info = game.last()
        total[agent] += reward
        if ended or cut:
            assert total[agent] == (info["score"] or 0)
            game.step(None)
        else:
            game.step(game.unwrapped.sample(rng))
    with pytest.raises(BadSetup, match="expected one of end, influence"):
        train.env(rewards="often")


@pytest.mark.parametrize("rewards", ["end", "influence"])
def test_many_games_are_as_each_game_by_itself(rewards: str) -> None:
    """Each row, mask, reward and end is that of the same game played alone."""
    many = train.ManyGames(3, seed=4, rewards=rewards, seats=4)
    rng, ended = random.Random(4), 0
    for _ in range(160):
        games = many._batch.games
        for k, game in enumerate(games):
            seat = int(many.seat[k])
            assert seat in waiting(game)
            assert many.observation[k].tolist() == observed(game.view(seat, log=False))
            about = game.n[CLAN + seat], seat, game.seats
            legal = game.legal(seat)
            numbers = sorted(NUMBERS.of(legal.code_at(i), *about) or 0 for i in range(len(legal)))
            assert np.flatnonzero(many.action_mask[k]).tolist() == numbers
        before = [game.copy(record=False) for game in games]
        asked, actions = many.seat.tolist(), many.sample(rng)
        step = many.step(actions)
        for k, twin in enumerate(before):
            was = [score or 0 for score in twin.scores]
            code = NUMBERS.code(actions[k], twin.n[CLAN + asked[k]], asked[k], twin.seats)
            twin.advance(asked[k], code)
            assert step.over[k] == twin.is_over
            now = [score or 0 for score in twin.scores]
            if rewards == "influence":
                assert step.rewards[k].tolist() == [b - a for a, b in zip(was, now, strict=True)]
            if twin.is_over:
                ended += 1
                assert [int(seat) for seat in np.flatnonzero(step.won[k])] == sorted(twin.winners)
                assert step.scores[k].tolist() == now
                if rewards == "end":
                    assert (step.rewards[k] > 0).tolist() == step.won[k].tolist()
                    assert step.rewards[k].sum() == pytest.approx(0, abs=1e-6)
            elif rewards == "end":
                assert not step.rewards[k].any()
    assert ended


def test_seats_that_nobody_learns_for_are_played_inside() -> None:
    many, twin = (train.ManyGames(4, seed=1, learners=(2,), seats=4) for _ in range(2))
    rng = random.Random(1)
    for _ in range(30):
        assert set(many.seat.tolist()) == {2}
        actions = many.sample(rng)
        many.step(actions)
        twin.step(actions)
        assert (many.observation == twin.observation).all()


@pytest.mark.parametrize("who", ["greedy", "agent"])
def test_the_other_seats_are_played_by_who_is_named(who: str) -> None:
    """Each of their choices is that of the bot, asked with what its seat may know."""

    class Last(train.PolicyBot):
        def act(self, observation: Any, action_mask: Any, rng: random.Random) -> int:
            return int(action_mask.nonzero()[0][-1])

    bot: Any = bots.make("greedy") if who == "greedy" else Last()
    many = train.ManyGames(1, seed=1, learners=(2,), seats=3, others="greedy" if who == "greedy" else bot)
    rng, moved = random.Random(1), 0
    for _ in range(6):
        game = many._batch.games[0].copy(record=False)
        (number,) = many.sample(rng)
        chance = random.Random()
        chance.setstate(many._batch.rng.getstate())
        many.step([number])
        game.advance(2, NUMBERS.code(number, game.n[CLAN + 2], 2, 3))
        while game.to_act is not None and game.to_act != 2 and 2 not in game.pending:
            seat = game.to_act
            game.apply(seat, bot.choose(game.view(seat, log=False), chance))
            moved += 1
        assert game.n == many._batch.games[0].n
    assert moved
    with pytest.raises(UnknownBot, match="greedi"):
        train.ManyGames(1, others="greedi")
    assert train.ManyGames(1, 1, (2,), "influence", True, seats=3).observation.any(), "what was told in order still is"


def test_a_bot_sits_in_the_environment() -> None:
    env, greedy, rng = train.raw_env(seats=3), bots.make("greedy"), random.Random(1)
    env.reset(seed=7)
    while not any(env.terminations.values()):
        action = greedy.choose(env.view(), rng)
        number = env.number_of(action)
        assert env.observe(env.agent_selection)["action_mask"][number] == 1
        env.step(number)
    assert env.game.is_over
    for wrong in (7, "stay"):
        with pytest.raises(ValueError, match=r"^action: found"):
            env.number_of(wrong)  # type: ignore[arg-type]


def test_what_is_asked_of_many_games_is_checked() -> None:
    many = train.ManyGames(2, seed=1, seats=4)
    before = many.observation.copy()
    wrong = [int(many.action_mask[0].argmax()), int(many.action_mask[1].argmin())]
    with pytest.raises(IllegalAction) as told:
        many.step(wrong)
    assert told.value.__notes__ == ["This was actions[1], of 2 games."]
    assert (many.observation == before).all()
    with pytest.raises(ValueError, match="one for each game"):
        many.step([0])
    for bad in ({"games": 0}, {"games": 2, "learners": (7,)}, {"games": 2, "rewards": "often"}):
        with pytest.raises(BadSetup, match="expected"):
            train.ManyGames(**bad)


def test_a_wrong_argument_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    for made in (train.env, train.ManyGames):
        given: dict[str, Any] = {"games": 2} if made is train.ManyGames else {}
        with pytest.raises(BadSetup, match=r"^seat: no such argument; expected one of seats, .*rewards, one_hot"):
            made(**given, seat=4)
    (tmp_path / "agent.npz").write_text("no weights")
    for wrong, says in (
        (lambda: learn(batches=0), "batches: found 0; expected a whole number from 1"),
        (lambda: learn(minutes=-1), "minutes: found -1; expected a number above 0"),
        (lambda: learn(batches=1, agent="a.npz"), "agent: found 'a.npz'; expected a LinearAgent, as learn returns"),  # type: ignore[arg-type]
        (lambda: learn(batch=3), "batch: no such argument; expected one of batches, "),  # type: ignore[call-arg]
        (lambda: learn(), "batches: found nothing; expected a number of batches, or minutes"),
        (lambda: LinearAgent.load(tmp_path / "agent.npz"), "agent.npz: cannot be read"),
    ):
        with pytest.raises(BadInput) as told:
            wrong()
        assert says in str(told.value)
        assert "\n" not in str(told.value)


def test_an_agent_goes_on_learning_against_others_and_the_one_before_stays() -> None:
    first = learn(batches=1, games=4, seed=1)
    kept = first.pairs.copy(), first.numbers.copy()
    for others in ("greedy", first):
        further = learn(batches=1, games=4, seed=2, others=others, agent=first)
        assert np.array_equal(first.pairs, kept[0])
        assert np.array_equal(first.numbers, kept[1])
        assert not np.array_equal(further.pairs, first.pairs)
        step = np.abs(further.pairs - first.pairs).max()
        assert step < 0.02, "one step from where it was, not from nothing"
    three = learn(batches=1, games=3, seats=3)
    assert learn(batches=1, games=3, agent=three).seats == 3


def test_an_agent_is_saved_loaded_and_plays(tmp_path: Any) -> None:
    agent = learn(batches=1, games=4, seed=1)
    agent.save(tmp_path / "agent.npz")
    twin = LinearAgent.load(tmp_path / "agent.npz")
    game, rng = Game.new(seats=4, seed=3), random.Random(3)
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        view = game.view(seat, log=False)
        assert twin.advise(view, "de").action in view.legal
        game.apply(seat, twin.choose(view, rng))
    other = Game.new(seats=3, seed=1)
    view = other.view(other.to_act)
    with pytest.raises(ValueError, match="expected one of 4"):
        agent.choose(view, rng)


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


@pytest.mark.parametrize("one_hot", [False, True])
def test_a_policy_is_asked_as_a_bot_what_the_environment_asks(one_hot: bool) -> None:
    asked: list[tuple[Any, Any]] = []

    class Noting(train.PolicyBot):
        def act(self, observation: Any, action_mask: Any, rng: random.Random) -> int:
            asked.append((observation, action_mask))
            return int(rng.choice(np.flatnonzero(action_mask)))

    Noting.one_hot = one_hot
    env, rng = train.raw_env(seats=3, one_hot=one_hot), random.Random(2)
    env.reset(seed=5)
    for agent in env.agent_iter():
        if env.terminations[agent]:
            break
        seat = env.possible_agents.index(agent)
        action = Noting().choose(env.game.view(seat), rng)
        seen, (row, mask) = env.observe(agent), asked[-1]
        assert (row == seen["observation"]).all()
        assert row.dtype == seen["observation"].dtype
        assert (mask == seen["action_mask"]).all()
        assert mask.dtype == seen["action_mask"].dtype
        clan = env.game.n[CLAN + seat]
        number = env.numbering.of(action.code, clan, seat, 3)
        assert number is not None
        assert action in env.game.legal(seat)
        env.step(number)
    assert len(asked) > 30
    many = train.ManyGames(1, seats=3, one_hot=one_hot)
    assert (many.observation.dtype, many.action_mask.dtype) == (row.dtype, mask.dtype)


def test_a_policy_that_names_no_action_is_told_so() -> None:
    class Lost(train.PolicyBot):
        def act(self, observation: Any, action_mask: Any, rng: random.Random) -> int:
            return -1

    with pytest.raises(BadInput, match=r"^action: found -1; expected a whole number from 0 to "):
        Lost().choose(Game.new(seats=3, seed=5).view(Game.new(seats=3, seed=5).to_act), random.Random(1))


def test_what_has_learned_is_a_bot_for_arena_and_page(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    learn(batches=1, games=4, seed=2).save(tmp_path / "agent.npz")
    (tmp_path / "my_agent.py").write_text(
        "import pathlib\n"
        "from vendetta_kit.games.vendetta.lab.train.linear_agent import LinearAgent\n"
        'FILES = ["agent.npz"]\n'
        "class Mine(LinearAgent):\n"
        "    def __init__(self):\n"
        '        kept = LinearAgent.load(pathlib.Path(__file__).with_name("agent.npz"))\n'
        "        super().__init__(kept.seats, (kept.pairs, kept.numbers))\n"
    )
    monkeypatch.chdir(tmp_path)
    assert arena.play(["my_agent:Mine", "random", "random", "random"], games=4).games == 4
    assert checked_bot("my_agent:Mine", "vendetta") == "my_agent:Mine"


@pytest.mark.long
def test_the_agent_learns_to_win_four_in_five_against_random() -> None:
    agent = learn(batches=150, games=64, seed=1)
    result = arena.play([agent, "random", "random", "random"], games=200, seed=9)
    assert result.line("linear_agent").wins >= 160, result


def test_who_does_something_illegal_loses_and_is_told_which_rule_forbids_it() -> None:
    """PettingZoo's wrapper alone says that a move was illegal, and no more."""
    playing = train.env(seats=3)
    playing.reset(seed=7)
    agent = playing.agent_selection
    number = int(np.flatnonzero(playing.observe(agent)["action_mask"] == 0)[0])
    why = playing.unwrapped.why_not(number)
    assert why is not None
    playing.step(number)
    assert playing.infos[agent]["illegal"] == str(why)
    assert playing.terminations[agent]
    assert playing.unwrapped.rewards[agent] == -1


def test_a_file_that_is_no_agent_or_not_there_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "other.npz").write_text("no agent")
    for name in ("other.npz", "none.npz"):
        with pytest.raises(BadInput, match=name):
            LinearAgent.load(tmp_path / name)


def test_an_agent_learns_and_plays_where_no_environment_is_installed() -> None:
    """``linear_agent`` and many games need numpy alone; an environment names the extra to install."""
    program = """
import sys
sys.modules.update(gymnasium=None, pettingzoo=None)
from vendetta_kit.games.vendetta.lab import train
from vendetta_kit.games.vendetta.lab.train.linear_agent import learn
print(learn(batches=1, games=4), train.ManyGames(2).seats)
try:
    train.SeatEnv
except ModuleNotFoundError as fault:
    print(fault)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    first, second = told.splitlines()
    assert first == "<LinearAgent for 4 players> 4"
    assert second.endswith("expected an installation with vendetta-kit[train]")


def test_a_policy_without_act_is_refused_before_the_first_game() -> None:
    class Unfinished(train.PolicyBot):
        pass

    with pytest.raises(UnknownBot, match="act"):
        arena.play([Unfinished, "random", "random"], games=3)
