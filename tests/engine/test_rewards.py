"""What a Location pays, and to whom (REW)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    ally,
    entries,
    events,
    influence,
    kinds,
    moves,
    pool,
    ranking,
    refused,
    resolve,
    seat,
    table,
    tokens,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Drain

FOUR = ("Ann 1: BR08 +6", "Bob 1: VE06 +3", "Cy 1: TR06 +2", "Dee 1: NO08 +1")
"""Ranked Ann, Bob, Cy, Dee by 7, 5, 4 and 2."""


def four(number: int = 1, at: int | str = 1, **more: object) -> Game:
    """These four at a Location's Conflict step; none of their cards acts any more."""
    lies = [line.replace(" 1:", f" {at}:") for line in FOUR]
    if at == "haven":
        return table(*lies, at=at, step="conflict", round=number, **more)
    return table(*lies, "Eve haven: +1", at=at, step="conflict", round=number, players=5, **more)


def paid(game: Game) -> list[tuple[str, int]]:
    """Influence that the ranks were paid."""
    return [(target, amount) for _, target, amount in moves(game, cause="reward")]


# Cards -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("REW-01", "REW-02", "REW-03", "REW-11")
def test_the_ally_for_the_first_a_victim_for_the_second_no_card_for_the_rest() -> None:
    game = four()
    assert ranking(game) == ["Ann", "Bob", "Cy", "Dee"]
    assert seat(game, "Ann").alliance == ("VI31", "AL16")
    assert ally(game, 1) is None
    (victim,) = events(game, "victim")
    assert seat(game, "Bob").alliance == ("VI32", victim.get("card"))
    assert victim.get("card").startswith("VI")
    assert (seat(game, "Cy").alliance, seat(game, "Dee").alliance) == (("VI33",), ("VI34",))
    assert game.view(None).victims_left == 35 - 5 - 1
    assert "REW-01" in events(game, "ally", "Ann")[0].rules
    assert "REW-02" in victim.rules


@pytest.mark.rules("REW-04", "SET-21", "CARD-03")
def test_a_gained_card_works_at_once() -> None:
    """Ann wins Talley at Location 1 and sends Bob into Frenzy in the Aftermath there: 1 Influence more for Talley."""
    lies = ("Ann 1: BR09 +3", "Bob 1: VE08")
    game = table(*lies, step="conflict", locations=["AL12", "AL17", "AL18"], Bob={"blood": 1})
    assert moves(game, cause="frenzy_paid") == [("bank", "Ann", 1), ("bank", "Ann", 1)]
    assert entries(game, cause="frenzy_paid", card="AL12")


@pytest.mark.rules("REW-04", "FRZ-04")
def test_a_gained_card_can_be_drained_in_the_next_frenzy() -> None:
    lies = ("Ann 1: VE08 +3", "Bob 1: BR09")
    ann = {"blood": 1, "alliance": []}
    game = table(*lies, step="conflict", Ann=ann, locations=["AL09", "AL17", "AL18"])
    assert seat(game, "Ann").drained == ("AL09",)
    assert (pool(game, "Ann"), tokens(game, "Ann")) == (4, (1, 0))


# Influence -------------------------------------------------------------------------------------------------


@pytest.mark.rules("REW-08", "GLOS-19")
@pytest.mark.parametrize(("number", "amounts"), [(1, (2, 1, 1)), (2, (3, 2, 1)), (3, (4, 2, 1))])
def test_the_haven_pays_its_winner_one_more(number: int, amounts: tuple[int, ...]) -> None:
    game = four(number, "haven")
    assert paid(game)[:3] == list(zip(("Ann", "Bob", "Cy"), amounts, strict=True))
    first, second, third = entries(game, cause="reward")[:3]
    assert "REW-08" in first.rules
    assert "REW-08" not in second.rules + third.rules


@pytest.mark.rules("REW-12", "CONF-07")
@pytest.mark.parametrize(
    ("lies", "ranked"), [(FOUR[:1], ["Ann"]), (FOUR[:2], ["Ann", "Bob"]), (FOUR[:3], ["Ann", "Bob", "Cy"])]
)
def test_places_that_nobody_reached_are_not_awarded(lies: tuple[str, ...], ranked: list[str]) -> None:
    game = table(*lies, step="conflict", round=3)
    assert [name for name, _ in paid(game)] == ranked
    assert len(events(game, "victim")) == (len(ranked) > 1)


@pytest.mark.rules("REW-15", "GLOS-09")
def test_influence_comes_from_the_bank_into_the_pool() -> None:
    game = four(3)
    assert moves(game, cause="reward") == [("bank", "Ann", 3), ("bank", "Bob", 2), ("bank", "Cy", 1)]
    assert all("REW-15" in entry.rules for entry in entries(game, cause="reward"))
    assert [influence(game, name) for name in ("Ann", "Bob", "Cy")] == [6, 5, 4]


# The Haven and Ambition ------------------------------------------------------------------------------------


@pytest.mark.rules("REW-09", "REW-10", "SET-03")
def test_the_winner_of_the_haven_takes_ambition_and_is_first_at_once() -> None:
    game = table("Cy haven: BR04", "Bob haven: VE08", at="haven", step="conflict", round=3)
    view = game.view(None)
    assert (view.ambition, view.order) == (2, (2, 3, 0, 1))
    assert {"REW-09", "REW-10"} <= set(events(game, "ambition", "Cy")[0].rules)


@pytest.mark.rules("REW-09")
@pytest.mark.parametrize("at", [1, 2])
def test_no_other_location_gives_ambition(at: int) -> None:
    game = table(f"Cy {at}: BR04", f"Bob {at}: VE08", at=at, step="conflict")
    assert game.view(None).ambition == 0
    assert not events(game, "ambition")


@pytest.mark.rules("REW-13", "RUL-44")
@pytest.mark.parametrize("lies", [(), ("Cy haven: +3", "Bob haven: +1")])
def test_without_a_winner_at_the_haven_ambition_stays(lies: tuple[str, ...]) -> None:
    game = table(*lies, at="haven", step="withdraw", round=3, ambition="Bob")
    resolve(game, "haven")
    assert game.is_over
    assert game.view(None).ambition == 1
    assert not events(game, "ambition")
    assert {"REW-13", "RUL-44"} <= set(events(game, "ambition_stays", at="haven")[0].rules)


@pytest.mark.rules("REW-14", "CONF-07", "REW-08", "REW-09")
def test_a_lone_winner_of_the_haven_gets_one_more_and_ambition_too() -> None:
    game = table("Cy haven: BR04", "Bob haven: +9", at="haven", step="withdraw", round=3)
    resolve(game, "haven")
    assert paid(game) == [("Cy", 4), ("Bob", 2)]
    assert game.view(None).ambition == 2
    assert "REW-14" in entries(game, cause="reward")[0].rules
    assert "REW-14" in events(game, "ambition", "Cy")[0].rules


# In which order --------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-42", "REW-01", "REW-02", "REW-09")
def test_ally_victim_influence_by_rank_ambition() -> None:
    game = four(3, "haven")
    told = [*events(game, "ally"), *events(game, "victim"), *entries(game, cause="reward"), *events(game, "ambition")]
    words = [getattr(line, "kind", "") or line.target.seat for line in sorted(told, key=lambda line: line.n)]
    assert words == ["ally", "victim", 0, 1, 2, "ambition"]


@pytest.mark.rules("RUL-41", "RUL-42")
def test_what_an_ally_does_when_acquired_comes_before_all_other_rewards() -> None:
    game = table(*FOUR[:2], step="conflict", locations=["AL06", "AL17", "AL18"])
    assert pool(game, "Ann") == 6 + 5
    gained = entries(game, card="AL06")[0]
    assert (gained.moment.step, gained.at) == ("conflict", 1)
    assert events(game, "ally")[0].n < gained.n < events(game, "victim")[0].n < entries(game, cause="reward")[0].n


@pytest.mark.rules("RUL-41", "RUL-42", "REW-02", "FRZ-01")
def test_a_frenzy_that_the_new_ally_causes_is_finished_before_the_other_rewards() -> None:
    game = table(*FOUR[:2], step="conflict", locations=["AL02", "AL17", "AL18"], Bob={"blood": 2})
    assert kinds(game, "ally", "frenzy", "drain", "victim") == ["ally", "frenzy", "drain", "victim"]
    assert paid(game) == [("Ann", 1), ("Bob", 1)]
    assert moves(game, cause="frenzy_paid") == [("bank", "Ann", 1)] * 2  # one of them for her Ready here
    assert pool(game, "Bob") == 3


@pytest.mark.rules("RUL-14", "RUL-41", "REW-02", "REW-05", "FRZ-09")
def test_who_is_eliminated_by_the_new_ally_gets_no_reward_any_more() -> None:
    bob = {"blood": 2, "alliance": ["AL09"], "diablerie": {"up": 1, "down": 1}}
    game = table(*FOUR[:3], step="conflict", locations=["AL02", "AL17", "AL18"], Bob=bob)
    assert seat(game, "Bob").out
    assert paid(game)[0] == ("Ann", 1)
    assert not events(game, "victim", "Bob")
    assert "Bob" not in dict(paid(game))


@pytest.mark.rules("RUL-41", "REW-04")
def test_that_is_between_the_conflict_and_the_aftermath() -> None:
    lies = ("Ann 1: BR09 +3", "Bob 1: VE08")
    game = table(*lies, step="conflict", locations=["AL02", "AL17", "AL18"], Bob={"blood": 3})
    assert kinds(game, "ally", "act") == ["ally", "act BR09"]
    assert [entry.card for entry in entries(game, cause="steal", by=0) if entry.source.seat == 1] == ["AL02", "BR09"]


@pytest.mark.rules("REW-04", "DRAIN-01")
def test_a_gained_card_is_drained_by_choice_only_in_planning() -> None:
    game = four()
    assert refused(game, "Eve", Drain("VI35")).rule == "DRAIN-01"
    assert refused(game, "Ann", Drain("AL16")).why.rules[-1] == "DRAIN-01"
