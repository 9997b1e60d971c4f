"""Location cards: one for each Location but the Haven, in force all game (VLOC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    answer_all,
    asked,
    deployed,
    do,
    entries,
    events,
    influence,
    moves,
    pool,
    ranking,
    resolve,
    seat,
    table,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Choose, Stay, Withdraw

CLANS = ["brujah", "gangrel", "malkavian", "nosferatu", "toreador", "tremere"]


def with_card(card: str, *lies: str, other: str = "LC01", **more: Any) -> Game:
    """A table with this card at Location 1."""
    other = other if other != card else "LC03"
    return table(*lies, variants={"location_cards": [card, other], **more.pop("variants", {})}, **more)


# Setting them up -------------------------------------------------------------------------------------------


@pytest.mark.rules("VLOC-01", "VLOC-02", "VLOC-03")
@pytest.mark.parametrize(("seats", "cards"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_one_open_card_at_every_location_but_the_haven(seats: int, cards: int) -> None:
    game = Game.new(seats=seats, seed=3, clans=CLANS[:seats], teams=seats == 6, location_cards=True)
    for reader in (*range(seats), None):
        there = {place.at: place.location_card for place in game.view(reader).locations}
        assert there.pop("haven") is None
        assert len(there) == len(set(there.values()) - {None}) == cards
    told = events(game, "location_card")
    assert [event.data["card"] for event in told] == list(there.values())
    assert all({"VLOC-01", "VLOC-03"} <= set(event.rules) for event in told)


@pytest.mark.rules("VLOC-01")
def test_they_are_drawn_at_random_from_seven() -> None:
    seen = set()
    for seed in range(60):
        game = Game.new(seats=3, seed=seed, clans=CLANS[:3], location_cards=True)
        seen.add(game.view(None).locations[0].location_card)
    assert seen == {f"LC{k:02}" for k in range(1, 8)}


@pytest.mark.rules("VLOC-02")
def test_without_the_variant_there_are_none() -> None:
    game = Game.new(seats=4, seed=3, clans=CLANS[:4])
    assert all(place.location_card is None for place in game.view(None).locations)


@pytest.mark.rules("VLOC-05")
@pytest.mark.parametrize("seed", range(4))
def test_variants_go_together(seed: int) -> None:
    game = Game.new(seats=4, seed=seed, location_cards=True, relics=True, teams=True)
    answer_all(game, lambda g: g.is_over)
    view = game.view(None)
    assert view.teams == ((0, 2), (1, 3))
    assert sum(place.location_card is not None for place in view.locations) == 2
    assert all(player.relic for player in view.seats)


# What they do ----------------------------------------------------------------------------------------------


@pytest.mark.rules("VLOC-04")
@pytest.mark.parametrize(("blood", "most"), [(1, 1), (3, 3), (5, 3)])
def test_succubus_club_gives_blood_back(blood: int, most: int) -> None:
    game = with_card("LC01", f"Ann 1: BR08 +{blood}", "Bob 1: +1", step="aftermath", ranking=("Ann",))
    assert asked(game) == ("Ann", "blood_to_take")
    assert list(game.legal(0)) == [Choose(k) for k in range(most + 1)]
    do(game, "Ann", Choose(most))
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (6 + most, blood - most)
    assert asked(game) == ("Bob", "blood_to_take")
    do(game, "Bob", Choose(0))
    assert (pool(game, "Bob"), deployed(game, "Bob", 1)) == (6, 1)
    assert "VLOC-04" in entries(game, cause="take_back")[0].rules


@pytest.mark.rules("VLOC-04")
def test_the_collar_pays_twice_for_a_frenzy_there() -> None:
    game = resolve(with_card("LC02", "Ann 1: BR07", "Bob 1: +1", step="preparation", Bob={"blood": 1}))
    assert [(e.amount, e.card) for e in entries(game, cause="frenzy_paid")] == [(1, None), (1, "LC02")]
    elsewhere = table(
        "Ann 1: BR07", "Bob 1: +1", step="preparation", Bob={"blood": 1}, variants={"location_cards": ["LC05", "LC02"]}
    )
    assert len(entries(resolve(elsewhere), cause="frenzy_paid")) == 1


@pytest.mark.rules("VLOC-04")
def test_backdoor_laundry_pays_who_withdraws() -> None:
    game = with_card("LC04", "Ann 1: BR08 +2", "Bob 1: GA08", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert pool(game, "Ann") == 6 + 2 + 1
    assert [b for _, b, _ in moves(game, cause="gain", card="LC04")] == ["Ann"]
    vanishing = with_card("LC04", "Ann 1: NO07", "Bob 1: +1", step="preparation")
    do(vanishing, "Ann", YES)
    assert moves(vanishing, cause="gain", card="LC04") == [("bank", "Ann", 1)]


@pytest.mark.rules("VLOC-04")
def test_hall_of_veils_pays_who_turned_a_card_up() -> None:
    game = with_card("LC05", "Ann 1: (BR08) (BR01)", "Bob 1: GA01", "Cy 1: +1", "Dee 1: (VE08) VE04", step="revelation")
    assert moves(game, cause="deploy", card="LC05") == [("bank", "Ann 1", 1), ("bank", "Dee 1", 1)]
    held = with_card("LC05", "Ann 1: NO06", "Bob 1: (GA06)", step="revelation")
    answer_all(held, lambda g: asked(g) == ("Bob", "turn_up"))
    do(held, "Bob", NO)
    assert not entries(held, cause="deploy", card="LC05")


@pytest.mark.rules("VLOC-04")
@pytest.mark.parametrize(("number", "paid"), [(1, 1), (2, 2), (3, 2)])
def test_understudy_stage_pays_the_second_more(number: int, paid: int) -> None:
    game = resolve(with_card("LC06", "Ann 1: BR04", "Bob 1: GA06", "Cy 1: TR04", step="conflict", round=number))
    assert ranking(game) == ["Ann", "Bob", "Cy"]
    assert influence(game, "Bob") == 3 + paid + 1
    assert moves(game, cause="reward", card="LC06") == [("bank", "Bob", 1)]
    for reading, second in (("ranked", [("bank", "Bob", 1)]), ("nothing", [])):
        lies = ("Ann 1: BR04", "Bob 1: +1")
        alone = resolve(with_card("LC06", *lies, step="withdraw", rulings={"blood_alone": reading}))
        assert moves(alone, card="LC06") == second


@pytest.mark.rules("VLOC-04")
def test_cold_morgue_comes_before_the_aftermath_cards() -> None:
    game = with_card("LC07", "Ann 1: BR09", "Bob 1: +1", step="aftermath", ranking=("Ann",))
    told = [entry.card for entry in entries(game) if entry.cause in ("lose", "steal")]
    assert told == ["LC07", "BR09"]


@pytest.mark.rules("VLOC-04")
def test_who_withdrew_is_spared_by_the_morgue() -> None:
    game = with_card("LC07", "Ann 1: BR08", "Bob 1: GA01", step="withdraw")
    do(game, "Ann", Stay())
    do(game, "Bob", Withdraw())
    resolve(game)
    assert not entries(game, card="LC07")
    assert pool(game, "Bob") == 6


@pytest.mark.rules("VLOC-04")
def test_the_card_stays_in_force_in_every_round() -> None:
    game = with_card("LC06", "Ann 1: BR04", "Bob 1: GA06", step="withdraw")
    answer_all(game, lambda g: g.round == 3)
    assert game.view(None).locations[0].location_card == "LC06"
    assert seat(game, "Ann").blood > 0
