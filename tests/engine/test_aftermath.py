"""The Aftermath step (AFT)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    acted,
    asked,
    deployed,
    events,
    faces,
    influence,
    kinds,
    moves,
    pool,
    ranking,
    resolve,
    table,
)

THREE = ("Ann 1: BR09", "Bob 1: GA09", "Cy 1: TO09")


@pytest.mark.rules("AFT-01", "CONTR-02")
@pytest.mark.parametrize(
    ("ambition", "order"), [("Ann", "BR09 GA09 TO09"), ("Bob", "GA09 TO09 BR09"), ("Dee", "BR09 GA09 TO09")]
)
def test_cards_act_in_turn_order(ambition: str, order: str) -> None:
    game = table(*THREE, step="aftermath", ambition=ambition)
    assert acted(game) == order.split()
    assert all({"CONTR-02", "AFT-01", "AFT-02"} <= set(event.rules) for event in events(game, "act"))


@pytest.mark.rules("AFT-01", "PREP-03", "FRZ-01")
def test_a_frenzy_is_finished_before_the_next_card() -> None:
    game = table("Ann 1: BR09", "Bob 1: VE08", "Cy 1: TO09", step="aftermath", Bob={"blood": 1})
    assert kinds(game, "act", "frenzy", "drain") == ["act BR09", "frenzy", "drain", "act TO09"]
    assert pool(game, "Bob") == 0 + 3 - 1


@pytest.mark.rules("AFT-02")
def test_cards_of_winners_and_losers_act() -> None:
    game = table("Ann 1: BR04", "Bob 1: GA09", "Cy 1: TO09", step="conflict")
    assert ranking(game) == ["Ann", "Bob", "Cy"]
    assert acted(game) == ["BR04", "GA09", "TO09"]


@pytest.mark.rules("AFT-03", "GLOS-05")
def test_cards_and_blood_stay_where_they_are() -> None:
    game = table("Ann 1: BR04 (BR06) +2", "Bob 1: VE08 +1", step="withdraw")
    resolve(game)
    assert game.view(None).at == "haven"
    assert faces(game, "Ann", 1) == {"BR04": "up", "BR06": "up"}
    assert faces(game, "Bob", 1) == {"VE08": "up"}
    assert (deployed(game, "Ann", 1), deployed(game, "Bob", 1)) == (2, 1)


@pytest.mark.rules("AFT-04", "RUL-43", "REW-10")
def test_at_the_haven_the_new_holder_is_first_already() -> None:
    lies = ("Ann haven: BR09", "Bob haven: GA09", "Cy haven: TO09 +2")
    game = table(*lies, at="haven", step="conflict", round=3)
    assert ranking(game, "haven")[0] == "Cy"
    assert acted(game) == ["TO09", "BR09", "GA09"]
    assert moves(game, card="TO09") == [("Ann", "Cy", 1), ("Bob", "Cy", 1)]


@pytest.mark.rules("AFT-04", "RUL-43")
def test_at_the_haven_losses_go_round_in_the_new_order_too() -> None:
    lies = ("Ann haven: BR04", "Bob haven: VE08", "Cy haven: TO08 +6")
    game = table(*lies, at="haven", step="conflict", round=3, ambition="Bob")
    assert moves(game, card="BR04") == [("Cy", "bank", 3), ("Bob", "bank", 3)]


@pytest.mark.rules("AFT-02", "REV-06")
def test_what_the_aftermath_pays_comes_after_the_rewards() -> None:
    game = table("Ann 1: VE09 +3", "Bob 1: BR04 +3", step="conflict", Bob={"influence": 0})
    assert asked(game) == ("Bob", "toll")
    assert influence(game, "Bob") == 1
