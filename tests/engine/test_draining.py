"""Draining and Diablerie: Blood now, Influence later, and what a token gives and takes (DRAIN, DIAB)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    answer_all,
    asked,
    deployed,
    do,
    entries,
    events,
    faces,
    moves,
    play,
    pool,
    refused,
    seat,
    seat_of,
    table,
    to_phase,
    tokens,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Drain, Play, Stay

HAND = ["BR04", "BR05", "BR06"]


def ann(*alliance: str, up: int = 0, down: int = 0, players: int = 4, **more: object) -> Game:
    """Ann's Planning turn in round 1."""
    return table(
        players=players, Ann={"hand": HAND, "alliance": list(alliance), "diablerie": {"up": up, "down": down}, **more}
    )


# When ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("DRAIN-01", "RUL-18")
def test_drains_only_in_the_own_turn() -> None:
    game = ann("VI01")
    refusal = refused(game, "Bob", Drain("VI32"))
    assert "DRAIN-01" in refusal.why.rules


@pytest.mark.rules("DRAIN-01")
def test_drains_only_in_planning() -> None:
    game = table("Ann 1: BR04", "Bob 1: VE08", step="withdraw")
    refusal = refused(game, "Ann", Drain("VI31"))
    assert refusal.rule == "DRAIN-01"
    assert refusal.nearest == Stay()


@pytest.mark.rules("DRAIN-01")
def test_no_drain_in_hand_building() -> None:
    game = table(start={"phase": "hand_building"})
    assert refused(game, "Ann", Drain("VI31")).rule == "DRAIN-01"


@pytest.mark.rules("DRAIN-02")
def test_several_cards_may_be_drained_in_one_turn() -> None:
    game = ann("VI01", "VI02", "AL16")
    do(game, "Ann", Drain("VI02"), Drain("AL16"), Drain("VI01"))
    assert pool(game, "Ann") == 6 + 3 + 1 + 3
    assert seat(game, "Ann").alliance == ()
    assert seat(game, "Ann").drained == ("VI02", "AL16", "VI01")


@pytest.mark.rules("DRAIN-01")
@pytest.mark.parametrize("card", ["VI32", "AL16", "VI09", "BR04", "nobody"])
def test_only_cards_of_the_own_alliance_can_be_drained(card: str) -> None:
    refusal = refused(ann("VI01"), "Ann", Drain(card))
    assert refusal.rule == "DRAIN-01"
    assert refusal.nearest == Drain("VI01")


# What a Drain does -----------------------------------------------------------------------------------------


@pytest.mark.rules("DRAIN-03")
def test_a_drained_card_stays_with_its_player_for_all_to_see() -> None:
    game = ann("VI01", "AL16")
    happened = do(game, "Ann", Drain("VI01"))
    for reader in (0, 1, None):
        view = game.view(reader).seats[0]
        assert (view.alliance, view.drained) == (("AL16",), ("VI01",))
    assert {"DRAIN-01", "DRAIN-03", "DRAIN-04", "DRAIN-05"} <= set(happened[0].rules)


@pytest.mark.rules("DRAIN-04", "CARD-05")
@pytest.mark.parametrize(
    ("card", "blood"), [("VI01", 3), ("AL16", 1), ("AL17", 2), ("AL18", 4), ("AL22", 8), ("AL25", 0), ("AL09", 4)]
)
def test_the_blood_of_the_corner_goes_into_the_pool_at_once(card: str, blood: int) -> None:
    game = ann(card)
    do(game, "Ann", Drain(card))
    assert pool(game, "Ann") == 6 + blood
    assert moves(game, cause="drain") == ([("bank", "Ann", blood)] if blood else [])
    assert all("DRAIN-04" in entry.rules and entry.card == card for entry in entries(game))


@pytest.mark.rules("DRAIN-05", "EOG-02", "CARD-01")
@pytest.mark.parametrize(("card", "before", "after"), [("VI01", 1, 0), ("AL16", 2, 0), ("AL18", 3, 2), ("AL22", 2, 0)])
def test_a_drained_card_scores_its_other_influence(card: str, before: int, after: int) -> None:
    game = ann(card)
    assert game.scores[0] == 3 + before
    do(game, "Ann", Drain(card))
    assert game.scores[0] == 3 + after


@pytest.mark.rules("DRAIN-06", "CARD-03")
def test_the_ability_is_lost() -> None:
    game = ann("AL07")  # Erichtho: face down without the fee
    assert Play("BR04", 1, "down", blood=3) in game.legal(seat_of(game, "Ann"))
    (drained, *_) = do(game, "Ann", Drain("AL07"))
    assert "DRAIN-06" in drained.rules
    do(game, "Ann", Play("BR04", 1, "down"))
    assert moves(game, cause="fee") == [("Ann", "bank", 1)]


@pytest.mark.rules("DRAIN-07", "DIAB-01", "CARD-04")
@pytest.mark.parametrize("card", ["AL01", "AL09", "AL10"])
def test_draining_a_vampire_is_diablerie(card: str) -> None:
    game = ann(card)
    happened = do(game, "Ann", Drain(card))
    assert tokens(game, "Ann") == (1, 0)
    (told,) = [event for event in happened if event.kind == "diablerie"]
    assert {"DIAB-01", "DRAIN-07"} <= set(told.rules)
    assert told.get("tokens") == 1


@pytest.mark.rules("DRAIN-08")
@pytest.mark.parametrize("others", [(), ("VI02",)])
def test_a_drained_card_cannot_be_drained_again(others: tuple[str, ...]) -> None:
    game = ann("VI01", *others)
    do(game, "Ann", Drain("VI01"))
    refusal = refused(game, "Ann", Drain("VI01"))
    assert refusal.rule == "DRAIN-08"
    assert refusal.nearest == Drain("VI02") if others else isinstance(refusal.nearest, Play)


@pytest.mark.rules("DRAIN-10")
@pytest.mark.parametrize("card", ["VI01", "AL16", "AL26", "AL30"])
def test_humans_and_victims_give_no_token(card: str) -> None:
    game = ann(card)
    do(game, "Ann", Drain(card))
    assert tokens(game, "Ann") == (0, 0)
    assert not events(game, "diablerie")


# Diablerie -------------------------------------------------------------------------------------------------


@pytest.mark.rules("DIAB-02", "EOG-03", "DRAIN-05")
def test_each_token_costs_one_influence() -> None:
    game = ann("AL09", "AL10")
    do(game, "Ann", Drain("AL09"))
    assert game.scores[0] == 3 + 5 + 2 - 1
    do(game, "Ann", Drain("AL10"))
    assert game.scores[0] == 3 + 3 + 2 - 2


@pytest.mark.rules("DIAB-03", "DIAB-09", "RUL-15")
@pytest.mark.parametrize(("up", "down"), [(2, 0), (1, 1), (0, 2)])
def test_the_third_token_is_the_end_at_once(up: int, down: int) -> None:
    game = ann("AL01", up=up, down=down)
    assert Drain("AL01") in game.legal(seat_of(game, "Ann"))
    do(game, "Ann", Drain("AL01"))
    assert seat(game, "Ann").out
    assert game.scores[0] is None
    assert {"DIAB-03", "RUL-14"} <= set(events(game, "eliminated", "Ann")[0].rules)
    assert asked(game) == ("Bob", "plan")
    assert refused(game, "Ann", Play("BR04", 1)).rule == "RUL-14"


@pytest.mark.rules("DIAB-03")
def test_two_tokens_are_not_yet_the_end() -> None:
    game = ann("AL01", up=1)
    do(game, "Ann", Drain("AL01"))
    assert tokens(game, "Ann") == (2, 0)
    assert asked(game) == ("Ann", "plan")


@pytest.mark.rules("DIAB-04", "DIAB-05", "PLAN-24")
@pytest.mark.parametrize("flips", [0, 1, 2])
def test_any_number_of_face_up_tokens_is_flipped_with_a_card(flips: int) -> None:
    game = ann("VI01", up=2)
    do(game, "Ann", Play("BR04", 2, flips=flips))
    assert tokens(game, "Ann") == (2 - flips, flips)
    assert (pool(game, "Ann"), deployed(game, "Ann", 2)) == (6, flips)
    assert moves(game) == ([("bank", "Ann 2", flips)] if flips else [])
    assert all({"DIAB-04", "DIAB-05"} <= set(event.rules) for event in events(game, "flip"))
    assert all("DIAB-05" in entry.rules for entry in entries(game))


@pytest.mark.rules("DIAB-04", "DIAB-08")
@pytest.mark.parametrize(("up", "down", "flips"), [(0, 0, 1), (1, 1, 2), (0, 2, 1), (2, 0, 3)])
def test_only_tokens_that_lie_face_up_can_be_flipped(up: int, down: int, flips: int) -> None:
    refusal = refused(ann("VI01", up=up, down=down), "Ann", Play("BR04", 1, flips=flips))
    assert refusal.rule == "DIAB-04"
    assert refusal.nearest == Play("BR04", 1, flips=up)


@pytest.mark.rules("DIAB-04")
def test_nothing_else_flips_a_token() -> None:
    game = ann("VI01", up=2)
    do(game, "Ann", Play("BR04", 1), Drain("VI01"))
    assert tokens(game, "Ann") == (2, 0)
    assert all(isinstance(action, Play) for action in game.legal(0) if getattr(action, "flips", 0))


@pytest.mark.rules("DIAB-06", "DIAB-05", "DIAB-08")
def test_louis_deploys_five_blood_in_one_turn() -> None:
    game = ann("VI01", up=2)
    do(game, "Ann", Play("BR04", 1, blood=3, flips=2))
    assert (pool(game, "Ann"), deployed(game, "Ann", 1), tokens(game, "Ann")) == (3, 5, (0, 2))
    assert moves(game) == [("Ann", "Ann 1", 3), ("bank", "Ann 1", 2)]
    assert "DIAB-06" in entries(game, cause="flip")[0].rules
    assert game.scores[0] == 3 + 1 - 2


@pytest.mark.rules("DIAB-08", "DIAB-06")
def test_other_cards_can_bring_more_than_five_blood_in_one_turn() -> None:
    more = {"alliance": ["AL05"], "diablerie": {"up": 2}, "hand": ["NO08", "NO09"]}
    game = table("Ann haven: NO03", Ann=more)  # Carmelita Neillson, and her own Eyes in the Dark
    do(game, "Ann", Play("NO08", "haven", "down", 3, 2))
    assert deployed(game, "Ann", "haven") == 3 + 2 + 1 + 1


@pytest.mark.rules("RUL-16")
def test_a_token_of_this_turn_may_be_flipped_in_this_turn() -> None:
    game = ann("AL01")
    do(game, "Ann", Drain("AL01"), Play("BR04", 1, flips=1))
    assert tokens(game, "Ann") == (0, 1)
    assert deployed(game, "Ann", 1) == 1


@pytest.mark.rules("DIAB-08", "DIAB-07")
def test_a_token_gives_one_blood_a_round() -> None:
    game = ann("VI01", up=1)
    play(game, "Ann", "BR04", 1, flips=1)
    answer_all(game, lambda g: asked(g) == ("Ann", "plan"))
    assert refused(game, "Ann", Play("BR05", 1, flips=1)).rule == "DIAB-04"
    answer_all(game, lambda g: g.round == 2)
    to_phase(game, "planning")
    play(game, "Ann", "BR05", 1, flips=1)
    assert deployed(game, "Ann", 1) == 1


@pytest.mark.rules("DIAB-05", "DIAB-06", "PLAN-09")
def test_flips_go_with_a_card_face_down_too() -> None:
    game = ann("VI01", up=1, blood=2)
    do(game, "Ann", Play("BR04", 1, "down", flips=1))
    assert faces(game, "Ann", 1) == {"BR04": "down"}
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (1, 1)
