"""Worlds played on by the quick player, and the game of the tokens that comes of it."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.helpers import table
from tests.properties.games import TABLES, begin, playing
from vendetta_kit import Game
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.bots.playout import LOCATION, ROUND_END, PlayoutPlayer, go_on, stop_after, worth
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.bots.withdraw_subgame import own_worth, stand_off
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint

W = Weights()


@pytest.mark.parametrize("name", ["3-all", "4-base", "4-last-blood", "5-location-cards", "5-relics", "6-in-teams-all"])
def test_the_quick_player_plays_any_world_on_to_the_end_of_the_round(name: str) -> None:
    start = begin(name, 0, "quick", record=False)
    stopped = 0
    for k, _ in enumerate(playing(start)):
        game = start.game
        if k % 6 or game.is_over or game.round == 0:
            continue
        world = game.copy(record=False)
        stop_after(world, ROUND_END)
        PlayoutPlayer(W, Random(k)).play_on(world)
        assert world.round == game.round, "nothing of the next round was dealt"
        assert not world.pending
        stopped += 1
        here = fingerprint(world)
        go_on(world)
        assert fingerprint(world) != here or world.is_over
    assert stopped > 5


def test_it_can_play_a_whole_game() -> None:
    for name in ("3-base", "4-all", "6-in-teams-all"):
        game = Game.new(**TABLES[name], seed=3, record=False, clans=None)
        rng = Random(1)
        while game.round == 0:
            seat = game.to_act
            assert seat is not None
            game.apply(seat, game.legal(seat).sample(rng))
        PlayoutPlayer(W, rng).play_on(game)
        assert game.is_over
        assert game.winners


@pytest.mark.rules("RES-02", "EOR-01")
def test_a_location_is_a_shorter_way_than_the_round() -> None:
    game = table("Ann 1: BR04 +1", "Bob 1: TR07 +1", "Cy 2: VE01", "Dee haven: GA05 +1", step="withdraw", record=False)
    stop_after(game, ROUND_END)
    stop_after(game, LOCATION)
    player = PlayoutPlayer(W, Random(1))
    player.play_on(game)
    assert game.view(None).at == 1
    go_on(game)
    player.play_on(game)
    assert game.view(None).at == "haven"
    assert game.round == 1


def test_what_a_seat_has_grows_with_blood_and_influence() -> None:
    poor = table("Ann 1: BR04", step="withdraw", Ann={"blood": 1})
    rich = table("Ann 1: BR04", step="withdraw", Ann={"blood": 6})
    famous = table("Ann 1: BR04", step="withdraw", Ann={"blood": 1, "influence": 5})
    assert worth(poor, 0, W) < worth(rich, 0, W)
    assert worth(famous, 0, W) - worth(poor, 0, W) == pytest.approx(2)


@pytest.mark.rules("WDR-01", "WDR-02", "CONF-07", "WDR-05")
def test_every_set_of_tokens_is_played_out() -> None:
    game = table("Ann 1: BR04 +1", "Bob 1: TR03 +3", "Cy haven: VE01", step="withdraw")
    off = stand_off(ImaginedWorlds(game, 0).draw(6, Random(1)), W, 1, LOCATION)
    assert off.seats == (0, 1)
    assert set(off.outcomes) == {(a, b) for a in (True, False) for b in (True, False)}
    assert off.outcomes[True, False].wins == pytest.approx((1.0, 0.0)), "whoever stays alone wins"
    assert off.outcomes[False, True].wins == pytest.approx((0.0, 1.0))
    assert off.outcomes[False, False].wins == (0.0, 0.0)
    assert off.outcomes[False, True].blood[0] == pytest.approx(7), "Deployed Blood comes back with whoever leaves"
    alone = off.outcomes[True, False].payoffs[0]
    assert alone > off.outcomes[False, False].payoffs[0], "an Ally is worth a Blood"
    mean = off.mean(0, True, (0.3, 0.0))
    assert (mean.payoff, mean.wins) == pytest.approx((alone, 1.0))
    half = off.mean(0, True, (0.3, 0.5))
    both = off.outcomes[True, True].payoffs[0]
    assert half.payoff == pytest.approx((alone + both) / 2)
    assert off.game.payoff((True, False))[0] == pytest.approx(alone)


@pytest.mark.rules("WDR-02", "RUL-20")
def test_tokens_laid_already_are_as_if_they_were_not() -> None:
    """Whether the others have chosen, and what, changes nothing for who still thinks."""
    game = table("Ann 1: BR04 +1", "Bob 1: TR03 +3", "Cy 1: VE01", step="withdraw")
    open_to_all = stand_off(ImaginedWorlds(game, 0).draw(4, Random(1)), W, 1)
    for token in game.legal(1):
        laid = game.copy()
        laid.apply(1, token)
        assert stand_off(ImaginedWorlds(laid, 0).draw(4, Random(1)), W, 1).seats == open_to_all.seats
    same = stand_off(ImaginedWorlds(game, 0).draw(4, Random(1)), W, 1)
    assert same == open_to_all
    assert own_worth([1.0, 2.0], 1) == 2.0


def test_without_an_open_withdraw_step_there_is_no_game() -> None:
    game = Game.new(seats=4, seed=1, clans=["brujah", "tremere", "ventrue", "gangrel"])
    with pytest.raises(ValueError, match="no Withdraw step is open"):
        stand_off(ImaginedWorlds(game, 0).draw(2, Random(1)), W, 1)
    with pytest.raises(ValueError, match="no Withdraw step is open"):
        stand_off([], W, 1)
