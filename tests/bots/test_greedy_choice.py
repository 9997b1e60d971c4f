"""What the greedy bot makes of a table that a person would judge at a glance, and how it says so."""

from __future__ import annotations

import pytest

from tests.engine.helpers import asked, seat_of, table
from vendetta_kit import Game
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import Advice
from vendetta_kit.games.vendetta.engine.actions import Choose, Drain, EndTurn, Play, Stay, Withdraw
from vendetta_kit.kernel.actions import Action

GREEDY = bots.make("greedy")
LAST_TURN = {"phase": "planning", "turn": "Ann", "number": 4}


def advice(game: Game, name: str = "Ann", lang: str = "en") -> Advice:
    """What it would do on that player's seat."""
    return GREEDY.advise(game.view(seat_of(game, name)), lang)


def does(game: Game, name: str = "Ann") -> Action:
    return advice(game, name).action


@pytest.mark.rules("CONF-07")
def test_alone_it_stays() -> None:
    game = table("Ann 1: BR04", "Bob haven: TR02 TR03 +3", step="withdraw")
    told = advice(game)
    assert told.action == Stay()
    assert told.reasons[0] == "The Rack: nobody else is here, so you win without a fight."
    assert "CONF-07" in told.rules


@pytest.mark.rules("WDR-05", "WDR-06")
def test_where_nothing_can_be_won_it_takes_its_blood_home() -> None:
    game = table("Ann 1: BR09 +3", "Bob 1: TR02 TR07 +3", "Cy 1: VE01 VE02 +3", "Dee 1: GA05 GA02 +3", step="withdraw")
    told = advice(game)
    assert told.action == Withdraw()
    assert told.reasons[1:] == (
        "You get your Deployed Blood (3) back into your Pool.",
        "Your cards go on to the Prince's Haven and count there.",
    )
    assert advice(game, lang="de").reasons[1] == "Dein eingesetztes Blut (3) kommt in den Vorrat zurück."


@pytest.mark.rules("CONF-08")
def test_blood_without_a_card_wins_nothing() -> None:
    game = table("Ann 1: +2", step="withdraw")
    assert does(game) == Withdraw()


@pytest.mark.rules("FRZ-01", "GLOS-18")
def test_it_leaves_before_its_last_blood_is_taken() -> None:
    lines = ("Ann 1: BR08", "Bob 1: TR05 TR02 +2", "Cy 1: VE01 +2")
    told = advice(table(*lines, step="withdraw", Ann={"blood": 2, "alliance": ["AL21"]}))
    assert told.action == Withdraw()
    assert any("take all the Blood you have (2)" in reason for reason in told.reasons)


def test_the_same_power_stays_with_enough_blood_and_a_rank_in_sight() -> None:
    assert (
        does(table("Ann 1: BR04 +3", "Bob 1: VE08", "Cy haven: TR02 TR03 +3", step="withdraw", Ann={"blood": 9}))
        == Stay()
    )


@pytest.mark.rules("DIAB-03")
def test_it_never_takes_a_third_token() -> None:
    start = {"phase": "planning", "turn": "Ann", "number": 4}
    row = {"clan": "brujah", "blood": 1, "hand": ["BR04", "BR03"], "alliance": ["AL01", "AL09"]}
    for tokens in ({"up": 2}, {"up": 1, "down": 1}):
        game = table(round=3, start=start, Ann={**row, "diablerie": tokens})
        assert isinstance(does(game), Play)


@pytest.mark.rules("DRAIN-04", "PLAN-22")
def test_in_the_last_turn_a_victim_is_drained_for_a_place_worth_more() -> None:
    row = {"clan": "brujah", "blood": 2, "hand": ["BR04", "BR09"], "alliance": ["VI31", "VI30"]}
    lines = ("Bob 1: VE08 +2", "Cy 2: TO06 +3", "Dee haven: GA05 +3")
    game = table(*lines, round=3, start=LAST_TURN, Ann=row)
    told = advice(game)
    assert told.action in (Drain("VI31"), Drain("VI30"))
    assert "gives you 3 Blood now and costs you 1 Influence at the end" in told.reasons[0]
    game.apply(0, told.action)
    play = does(game)
    assert isinstance(play, Play)
    assert play.blood == 3


@pytest.mark.rules("EOG-05")
def test_blood_is_spent_in_the_last_turn_and_kept_before() -> None:
    row = {"clan": "ventrue", "blood": 8, "hand": ["VE02", "VE08", "VE09"]}
    game = table("Bob 1: BR04 +2", round=3, start=LAST_TURN, Ann=row)
    told = advice(game)
    assert isinstance(told.action, Play)
    assert told.action.blood == 3
    last = "It is your last Planning turn of the game"
    assert f"{last}: Blood kept in the Pool now only guards against Frenzy and breaks ties." in told.reasons


@pytest.mark.rules("PLAN-20", "PLAN-21")
@pytest.mark.parametrize("card", ["BR03", "GA06", "NO03", "VE05"])
def test_a_passive_card_whose_moment_comes_early_lies_face_up(card: str) -> None:
    clan = {"BR": "brujah", "GA": "gangrel", "NO": "nosferatu", "VE": "ventrue"}[card[:2]]
    game = table(round=1, Ann={"clan": clan, "blood": 9, "hand": [card]})
    told = advice(game)
    assert isinstance(told.action, Play)
    assert (told.action.card, told.action.face) == (card, "up")
    assert any("must lie face up" in reason for reason in told.reasons)


@pytest.mark.rules("DIAB-04", "DIAB-05")
def test_tokens_are_flipped_for_they_cost_nothing() -> None:
    row = {"clan": "brujah", "blood": 3, "hand": ["BR04", "BR09"], "diablerie": {"up": 2}}
    play = does(table("Bob 1: VE08 +2", round=2, start={"phase": "planning", "turn": "Ann", "number": 3}, Ann=row))
    assert isinstance(play, Play)
    assert play.flips == 2


@pytest.mark.rules("RUL-48", "FRZ-01")
@pytest.mark.parametrize(("blood", "pays"), [(2, False), (8, True)])
def test_a_toll_in_blood_only_while_there_is_enough(blood: int, pays: bool) -> None:
    game = table("Bob 1: VE09", "Ann 1: BR07 +3", step="aftermath", ranking=("Ann", "Bob"), Ann={"blood": blood})
    assert asked(game) == ("Ann", "toll")
    assert does(game) == Choose(pays)


@pytest.mark.rules("PLAN-22", "DRAIN-05")
def test_it_ends_its_turn_with_enough_blood() -> None:
    game = table(Ann={"clan": "brujah", "blood": 6, "hand": ["BR04", "BR08", "BR09"]})
    game.apply(0, Play("BR04", 1))
    assert asked(game) == ("Ann", "after_play")
    told = advice(game)
    assert told.action == EndTurn()
    assert told.reasons[0].startswith("6 Blood in your Pool will do")


@pytest.mark.rules("VTAG-05")
def test_a_mate_is_spared() -> None:
    game = table("Ann 1: BR09", "Cy 1: VE08", "Bob 1: TO06", variants={"teams": True}, step="aftermath")
    assert asked(game) == ("Ann", "mate")
    told = advice(game)
    assert told.action == Choose(False)
    assert told.reasons == ("Your scores are added: what Cy loses to Hunt, your team loses.",)


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "you have 7 − 4 (Diplomacy) = 3 Power"), ("de", "Du hast 7 − 4 (Diplomacy) = 3 Macht")]
)
def test_power_that_a_visible_card_takes_away_is_told_with_that_card(lang: str, told: str) -> None:
    game = table("Ann 1: BR04 +3", "Bob 1: VE02", "Cy 2: TO06", step="withdraw")
    assert told in advice(game, lang=lang).reasons[0]


def test_power_is_taken_away_by_visible_cards_alone() -> None:
    """A Rival with more Power is no reason for less of one's own."""
    told = advice(table("Ann 1: BR04 +3", "Bob 1: TO06 +9", "Cy 2: VE02", step="withdraw")).reasons[0]
    assert "you have 7 Power" in told, told
