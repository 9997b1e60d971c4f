"""The bots of V:TES: they see what their seat may know, end their games, say why, and greedy beats chance."""

from __future__ import annotations

from random import Random

import pytest

from vendetta_kit import rulebook
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.bots.arena import play
from vendetta_kit.games.vtes.bots.bot import Reason
from vendetta_kit.games.vtes.engine.box import DECKS
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.paths import read_json


def played(decks: list[str], seed: int, rounds: int = 40) -> Game:
    game, bot, rng = Game.new(decks, seed=seed, rounds=rounds), bots.make("greedy"), Random(seed)
    while game.to_act is not None:
        game.apply(game.to_act, bots.move(game, game.to_act, bot, rng))
    return game


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_greedy_plays_to_an_oust(seats: int) -> None:
    game = played([DECKS[k % 4] for k in range(seats)], seats)
    assert [event for event in game.events if event.kind == "ousted"]
    assert not [event for event in game.events if event.kind == "time"]
    assert sum(score or 0 for score in game.scores) == seats


def test_greedy_brings_out_no_copy_of_its_own_vampire() -> None:
    for seed in range(4):
        game = played(["whispers", "claw", "court"], seed)
        contests = [event.data["seats"] for event in game.events if event.kind == "contested"]
        assert all(len(seats) > 1 for seats in contests), seed


def test_greedy_beats_three_that_play_at_random() -> None:
    line = play(["greedy", "random", "random", "random"], 24, 5).line("greedy")
    assert line.interval[0] > 0.6, str(line)


def test_a_bot_chooses_alike_where_it_knows_alike() -> None:
    game, bot, rng = Game.new(["whispers", "court", "claw"], seed=3), bots.make("greedy"), Random(1)
    for k in range(150):
        seat = game.to_act
        if seat is None:
            break
        world = game.imagine(seat, Random(k))
        assert bots.move(world, seat, bot, Random(k)) == bots.move(game, seat, bot, Random(k))
        game.apply(seat, bots.move(game, seat, bot, rng))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_greedy_says_why_with_rules_that_there_are(lang: str) -> None:
    game, bot, rng = Game.new(["household", "court", "claw"], seed=9), bots.make("greedy"), Random(1)
    told: set[str] = set()
    for _ in range(200):
        seat = game.to_act
        if seat is None:
            break
        advice = bots.hint(game, seat, bot, lang)
        assert advice.reasons
        assert advice.action in game.legal(seat)
        assert all(rulebook.VTES.is_id(rule) for rule in advice.rules)
        told.update(advice.reasons)
        game.apply(seat, bots.move(game, seat, bot, rng))
    assert len(told) > 8


def test_reasons_have_words_in_both_languages() -> None:
    english, german = (read_json("vtes", "lang", lang, "bots.json") for lang in ("en", "de"))
    assert set(english) == set(german)
    values = {"count": 2, "name": "Bob", "pool": 3, "left": 1}
    assert all("{" not in Reason(key, 1.0, (), values).text(lang) for key in english for lang in ("en", "de"))


def test_an_unknown_bot_is_told_in_one_line() -> None:
    with pytest.raises(bots.UnknownBot, match="no bot 'genius'; there are: random, greedy"):
        bots.make("genius")
