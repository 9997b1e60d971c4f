"""Bots play legally at every table, and the same again with the same seed."""

from __future__ import annotations

from random import Random

import pytest

from tests.bots.helpers import played
from tests.properties.games import TABLES
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import Bot, NothingToDecide, UnknownBot, Weights
from vendetta_kit.games.vendetta.bots.greedy import GreedyBot
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn

QUICK = ("random", "greedy")
"""Bots that play a whole game in no time; the others have tests of their own."""


def test_names() -> None:
    assert bots.names() == ("random", "gentle", "greedy", "careful", "search")
    for name in bots.names():
        assert bots.make(name).name == name


def test_an_unknown_bot_is_one_line_that_names_those_there_are() -> None:
    with pytest.raises(UnknownBot) as told:
        bots.make("clever")
    assert str(told.value) == "bots: found 'clever'; expected one of random, gentle, greedy, careful, search"
    with pytest.raises(UnknownBot, match=r"or module:Class for one of your own$"):
        bots.make("my_bots.Upright")


@pytest.mark.parametrize("name", mostly_long(sorted(TABLES), quick=6))
@pytest.mark.parametrize("bot", QUICK)
def test_every_table_is_played_legally_to_its_end(name: str, bot: str) -> None:
    game = Game.new(**TABLES[name], seed=sum(map(ord, name)), record=False)
    player = bots.make(bot)
    assert played(game, [player] * game.seats, name).is_over


@pytest.mark.parametrize("name", ["3-all", "4-base", "4-location-cards", "4-relics", "5-all", "6-in-teams-all"])
def test_all_kinds_of_bots_at_one_table(name: str) -> None:
    for number in range(3):
        game = Game.new(**TABLES[name], seed=number, record=False)
        table = [bots.make(QUICK[(number + seat) % 2]) for seat in range(game.seats)]
        assert played(game, table, f"{name}/{number}").winners


@pytest.mark.parametrize("bot", QUICK)
def test_same_seed_same_game(bot: str) -> None:
    def actions(chance: int) -> tuple[object, ...]:
        game = Game.new(seats=4, seed=11, relics=True)
        return played(game, [bots.make(bot)] * 4, chance).actions

    assert actions(1) == actions(1)
    if bot == "random":
        assert actions(1) != actions(2)


@pytest.mark.parametrize("bot", QUICK)
def test_a_bot_keeps_nothing_between_two_decisions(bot: str) -> None:
    """A bot that has played another game, or that just advised, chooses as a fresh one."""
    old = bots.make(bot)
    played(Game.new(seats=4, seed=3, record=False), [old] * 4, 3)
    game, rng = Game.new(seats=4, seed=5, record=False), Random(5)
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        view = game.view(seat, log=False)
        state = rng.getstate()
        action = bots.make(bot).choose(view, rng)
        old.advise(view)
        again = Random()
        again.setstate(state)
        assert old.choose(view, again) == action
        assert old.choose(view, Random(1)) == old.choose(view, Random(1))
        game.apply(seat, action)


def test_who_has_nothing_to_decide_is_told_so() -> None:
    game = Game.new(seats=4, seed=1)
    idle = next(seat for seat in range(4) if seat not in game.pending)
    for name in bots.names():
        with pytest.raises(NothingToDecide):
            bots.make(name).choose(game.view(idle), Random(1))


def test_the_random_bot_ends_its_turn_more_often_than_it_drains() -> None:
    """It would Drain all that it has if it took any legal action alike."""
    ends = drains = 0
    bot, rng = bots.make("random"), Random(1)
    for seed in range(6):
        game = Game.new(seats=4, seed=seed, record=False)
        while not game.is_over:
            seat = game.to_act
            assert seat is not None
            view = game.view(seat, log=False)
            action = bot.choose(view, rng)
            if view.decision is not None and view.decision.kind == "after_play":
                ends += isinstance(action, EndTurn)
                drains += isinstance(action, Drain)
            game.apply(seat, action)
    assert 0 < drains < ends / 3


def wins(hero: Bot, others: Bot, games: int) -> int:
    """Games of four that the hero wins: each deal from all four seats."""
    won = 0
    for number in range(games):
        deal, seat = divmod(number, 4)
        table = [hero if k == seat else others for k in range(4)]
        game = played(Game.new(seats=4, seed=500 + deal, record=False), table, deal)
        won += seat in game.winners
    return won


def test_greedy_beats_random() -> None:
    """25 % is chance, 60 % the bar: 52 of 60 would be a lower bound (95 %) of 76 %."""
    assert wins(bots.make("greedy"), bots.make("random"), 60) >= 52


def test_its_weights_are_what_it_plays_by() -> None:
    """A player who thinks Blood is everything plays worse than one who wants Influence."""
    miser = GreedyBot(Weights(blood_later=(9.0, 9.0, 9.0, 9.0), blood_now=9.0))
    assert wins(miser, bots.make("greedy"), 20) <= 3
