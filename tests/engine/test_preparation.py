"""The Preparation step, and what holds for every step in which cards act (PREP)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import YES, acted, asked, deployed, do, events, faces, moves, ranking, refused, resolve, table
from vendetta_kit.games.vendetta.engine.actions import Choose

THREE = ("Ann 1: BR07", "Bob 1: GA08", "Cy 1: TO08")


@pytest.mark.rules("PREP-01", "CONTR-02")
@pytest.mark.parametrize(
    ("ambition", "order"),
    [
        ("Ann", ["BR07", "GA08", "TO08"]),
        ("Bob", ["GA08", "TO08", "BR07"]),
        ("Cy", ["TO08", "BR07", "GA08"]),
        ("Dee", ["BR07", "GA08", "TO08"]),
    ],
)
def test_cards_act_in_turn_order_from_the_ambition_holder(ambition: str, order: list[str]) -> None:
    game = table(*THREE, step="preparation", ambition=ambition)
    assert acted(game) == order
    assert all({"CONTR-02", "PREP-01", "PREP-03"} <= set(event.rules) for event in events(game, "act"))


@pytest.mark.rules("PREP-01")
def test_only_cards_of_this_location_act() -> None:
    game = table("Ann 1: BR07", "Bob 1: GA08", "Cy 2: TO08", "Dee 2: VE06", step="preparation")
    assert acted(game) == ["BR07", "GA08"]


@pytest.mark.rules("PREP-02")
def test_the_order_is_asked_again_while_there_are_several_left() -> None:
    game = table("Ann 1: GA04 GA08 GA05", "Bob 1: VE08", step="preparation")
    do(game, "Ann", Choose("GA08"))
    assert set(game.legal(0)) == {Choose("GA04"), Choose("GA05")}
    do(game, "Ann", Choose("GA04"))
    assert asked(game) == ("Ann", "swap")


@pytest.mark.rules("PREP-02", "PREP-01")
def test_nobody_else_comes_in_between_two_cards_of_a_player() -> None:
    game = table("Ann 1: GA04 GA08", "Bob 1: BR07", step="preparation", ambition="Bob")
    do(game, "Ann", Choose("GA08"))
    assert acted(game) == ["BR07", "GA08", "GA04"]


@pytest.mark.rules("PREP-02", "CONTR-04")
def test_nobody_orders_somebody_elses_cards() -> None:
    game = table("Ann 1: GA04 GA08", "Bob 1: VE08", step="preparation")
    assert refused(game, "Bob", Choose("GA04")).rule == "CONTR-02"


@pytest.mark.rules("PREP-03")
def test_a_question_of_one_card_is_answered_before_the_next_card_acts() -> None:
    game = table("Ann 1: GA05 +1", "Bob 1: BR07", step="preparation")
    assert asked(game) == ("Ann", "swap")
    assert acted(game) == ["GA05"]


@pytest.mark.rules("PREP-04", "WDR-07")
def test_who_leaves_in_the_middle_has_left_for_the_cards_that_follow() -> None:
    game = table("Ann 1: NO07", "Bob 1: BR07", "Cy 1: VE08", step="preparation")
    do(game, "Ann", YES)
    assert moves(game, card="BR07") == [("Cy", "Bob", 1)]
    assert ranking(game) == ["Bob", "Cy"]


@pytest.mark.rules("RUL-34", "CONF-07")
def test_the_cards_of_a_lone_player_act() -> None:
    game = table("Ann 1: GA08 GA03", "Bob 1: +1", step="preparation")
    assert deployed(game, "Ann", 1) == 2
    assert ranking(game) == ["Ann", "Bob"]


@pytest.mark.rules("RUL-35", "RUL-21")
def test_a_card_that_arrives_during_the_step_acts_in_it() -> None:
    game = table("Ann 1: MA03", "Bob 1: VE08", step="preparation", Ann={"hand": ["MA05"]})
    assert faces(game, "Ann", 1) == {"MA03": "up", "MA05": "up"}
    assert asked(game) == ("Ann", "take_back")


@pytest.mark.rules("RUL-35")
def test_a_card_that_arrives_after_its_moment_does_not_act() -> None:
    game = resolve(table("Ann 1: MA03", "Bob 1: VE08", step="preparation", Ann={"hand": ["MA02"]}))
    assert faces(game, "Ann", 1) == {"MA03": "up", "MA02": "up"}
    assert acted(game) == ["MA03"]
