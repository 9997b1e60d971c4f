"""Frenzy: an empty Pool, who is paid, what is Drained (FRZ)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.helpers import (
    YES,
    do,
    entries,
    events,
    influence,
    kinds,
    moves,
    pool,
    refused,
    resolve,
    seat,
    table,
    tokens,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Play

# Show of Force (BR07) Steals 1 in the Preparation; Fist of Caine (BR04) costs 1, 2 or 3 by the round in the Aftermath


def robbed(blood: int = 1, **more: Any) -> Game:
    """Ann has Stolen 1 Blood from Bob, who has ``blood`` and gets nothing for his Blood there (RUL-30)."""
    bob, rulings = {"blood": blood, **more.pop("Bob", {})}, {"blood_alone": "nothing"}
    return resolve(table("Ann 1: BR07", "Bob 1: +1", step="preparation", Bob=bob, rulings=rulings, **more))


def bled(blood: int, number: int = 3, **more: Any) -> Game:
    """Ann's Fist of Caine has hit Bob, who has ``blood``."""
    bob = {"blood": blood, **more.pop("Bob", {})}
    lies = more.pop("lies", ("Ann 1: BR04", "Bob 1: +1"))
    return resolve(table(*lies, step="aftermath", ranking=("Ann",), round=number, Bob=bob, **more))


# When ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("FRZ-01", "RUL-07")
def test_frenzy_comes_at_once_in_the_middle_of_an_effect() -> None:
    game = resolve(table("Ann 1: BR07", "Bob 1: +1", "Cy 1: +1", step="preparation", Bob={"blood": 1}))
    told = [
        line
        for line in (*game.events, *game.ledger)
        if getattr(line, "kind", "") in ("frenzy", "drain")
        or getattr(line, "cause", "") in ("steal", "frenzy_paid", "drain")
    ]
    told.sort(key=lambda line: line.n)
    assert [getattr(line, "kind", None) or getattr(line, "cause", None) for line in told] == (
        ["steal", "frenzy", "frenzy_paid", "drain", "drain", "steal"]
    )
    assert [(a, b) for a, b, _ in moves(game, cause="steal")] == [("Bob", "Ann"), ("Cy", "Ann")]
    assert "FRZ-01" in events(game, "frenzy")[0].rules


@pytest.mark.rules("FRZ-01")
@pytest.mark.parametrize(("blood", "frenzy"), [(1, 1), (2, 0)])
def test_the_last_blood_makes_the_frenzy(blood: int, frenzy: int) -> None:
    game = robbed(blood)
    assert len(events(game, "frenzy", "Bob")) == frenzy
    assert seat(game, "Bob").drained == (("VI32",) if frenzy else ())


@pytest.mark.rules("FRZ-01")
def test_who_begins_with_nothing_is_in_frenzy_at_once() -> None:
    game = table(Bob={"blood": 0})
    assert pool(game, "Bob") == 3
    assert len(events(game, "frenzy", "Bob")) == 1


# Who is paid -----------------------------------------------------------------------------------------------


@pytest.mark.rules("FRZ-02", "RUL-06")
def test_who_causes_it_gains_one_influence() -> None:
    game = robbed()
    (frenzy,) = events(game, "frenzy", "Bob")
    assert frenzy.get("causer") == 0
    (paid,) = entries(game, cause="frenzy_paid")
    assert (paid.source.kind, paid.target.seat, paid.amount, paid.token) == ("bank", 0, 1, "influence")
    assert "FRZ-02" in paid.rules
    assert frenzy.n < paid.n < events(game, "drain")[0].n


def own_swap() -> Game:
    """Ann's Fearless puts her whole Pool on the table."""
    game = table("Ann 1: GA05", "Bob 1: +1", step="preparation", rulings={"last_blood": "allow"})
    do(game, "Ann", YES)
    return game


def location_card() -> Game:
    """The Cold Morgue takes Bob's last Blood."""
    variants = {"location_cards": ["LC07", "LC01"]}
    return table("Ann 1: BR08", "Bob 1: +1", step="aftermath", ranking=("Ann",), variants=variants, Bob={"blood": 1})


def from_the_start() -> Game:
    """Bob has nothing as the game is joined."""
    return table(Bob={"blood": 0})


@pytest.mark.rules("FRZ-12", "RUL-06")
@pytest.mark.parametrize(("how", "who"), [(own_swap, "Ann"), (location_card, "Bob"), (from_the_start, "Bob")])
def test_without_a_causer_nobody_is_paid(how: Callable[[], Game], who: str) -> None:
    game = how()
    (frenzy,) = events(game, "frenzy", who)
    assert frenzy.get("causer") is None
    assert "FRZ-12" in frenzy.rules
    assert not entries(game, cause="frenzy_paid")


# How much --------------------------------------------------------------------------------------------------


@pytest.mark.rules("FRZ-03")
@pytest.mark.parametrize(("blood", "number"), [(1, 3), (2, 3), (3, 3), (1, 2), (2, 2), (1, 1)])
def test_what_cannot_be_lost_is_forgotten(blood: int, number: int) -> None:
    game = bled(blood, number)
    (lost,) = entries(game, cause="lose")
    assert lost.amount == blood
    assert ("FRZ-03" in lost.rules) == (number > blood)
    assert pool(game, "Bob") == 3  # the Drained Victim's Blood, nothing taken off it
    assert len(events(game, "frenzy", "Bob")) == 1


@pytest.mark.rules("FRZ-10", "GLOS-10")
def test_nobody_can_pay_the_last_blood() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "blood": 1})
    refusal = refused(game, "Ann", Play("BR04", 1, "down"))
    assert {"PLAN-11", "GLOS-10"} <= set(refusal.why.rules)
    game = resolve(table("Ann 1: TR09", "Bob 1: +1", step="aftermath", ranking=("Ann",), Ann={"blood": 1}))
    assert not events(game, "choice")
    assert not events(game, "frenzy")


@pytest.mark.rules("FRZ-11", "GLOS-11", "GLOS-12")
@pytest.mark.parametrize(("effect", "cause", "rule"), [("robbed", "steal", "GLOS-12"), ("bled", "lose", "GLOS-11")])
def test_lose_and_steal_take_the_last_blood(effect: str, cause: str, rule: str) -> None:
    game = robbed(1) if effect == "robbed" else bled(1, 1)
    (taken,) = entries(game, cause=cause)
    assert rule in taken.rules
    assert taken.source.seat == 1
    assert len(events(game, "frenzy", "Bob")) == 1


# The Drain -------------------------------------------------------------------------------------------------


@pytest.mark.rules("FRZ-04")
def test_the_card_is_drawn_at_random_from_all_that_are_undrained() -> None:
    alliance = ["VI01", "AL19", "AL09"]  # a Victim, a Human, a Vampire
    drawn = Counter(
        seat(robbed(seed=seed, record=False, Bob={"alliance": alliance}), "Bob").drained for seed in range(240)
    )
    assert set(drawn) == {("VI01",), ("AL19",), ("AL09",)}
    assert all(50 < times < 110 for times in drawn.values())
    again = {seat(robbed(seed=5, Bob={"alliance": alliance}), "Bob").drained for _ in range(4)}
    assert len(again) == 1


@pytest.mark.rules("FRZ-05", "DRAIN-08")
def test_what_is_drained_is_not_drained_again() -> None:
    for seed in range(10):
        game = robbed(seed=seed, Bob={"alliance": ["VI01"], "drained": ["AL09", "AL19", "VI02", "VI03"]})
        assert seat(game, "Bob").drained == ("AL09", "AL19", "VI02", "VI03", "VI01")
        assert "FRZ-05" in events(game, "drain")[0].rules


@pytest.mark.rules("FRZ-06", "DRAIN-04", "DRAIN-05", "DRAIN-06")
def test_it_is_a_drain_like_any_other() -> None:
    game = robbed(Bob={"alliance": ["AL07"], "influence": 0})
    assert moves(game, cause="drain") == [("bank", "Bob", 3)]
    assert pool(game, "Bob") == 3
    assert seat(game, "Bob").alliance == ()
    assert seat(game, "Bob").score == 1 - 1  # Drained worth 1, and the Diablerie token
    (event,) = events(game, "drain", "Bob", card="AL07")
    assert {"FRZ-06", "DRAIN-03", "DRAIN-04", "DRAIN-05", "DRAIN-06"} <= set(event.rules)


@pytest.mark.rules("FRZ-07")
def test_with_nothing_to_drain_one_influence_buys_one_blood() -> None:
    game = robbed(Bob={"alliance": [], "drained": ["VI01"]})
    assert pool(game, "Bob") == 1
    assert influence(game, "Bob") == 2
    assert sorted(moves(game, cause="frenzy_bare")) == [("Bob", "bank", 1), ("bank", "Bob", 1)]
    assert [e.token for e in entries(game, cause="frenzy_bare")] == ["influence", "blood"]
    assert all("FRZ-07" in e.rules for e in (*entries(game, cause="frenzy_bare"), *events(game, "frenzy_bare")))
    assert not events(game, "drain")


@pytest.mark.rules("FRZ-08", "DIAB-01")
@pytest.mark.parametrize(("card", "got"), [("AL09", 1), ("AL14", 2), ("AL19", 0), ("VI01", 0)])
def test_a_vampire_drained_in_frenzy_is_diablerie(card: str, got: int) -> None:
    game = robbed(Bob={"alliance": [card]})
    assert tokens(game, "Bob") == (got, 0)
    assert [event.get("tokens") for event in events(game, "diablerie")] == ([got] if got else [])
    assert all("FRZ-08" in event.rules for event in events(game, "diablerie"))


@pytest.mark.rules("FRZ-09", "DIAB-03", "DIAB-09")
@pytest.mark.parametrize("before", [{"up": 2}, {"down": 2}, {"up": 1, "down": 1}], ids=str)
def test_a_third_token_got_in_frenzy_is_the_end(before: dict[str, int]) -> None:
    game = robbed(Bob={"alliance": ["AL09"], "diablerie": before})
    assert seat(game, "Bob").out
    assert influence(game, "Ann") >= 4  # the causer is paid all the same


@pytest.mark.rules("FRZ-13")
def test_the_same_player_can_be_in_frenzy_twice_at_one_location() -> None:
    game = table(
        "Ann 1: BR04 BR07", "Bob 1: +1", step="preparation", round=3, Bob={"blood": 1, "alliance": ["VI01", "VI02"]}
    )
    resolve(game)
    assert len(events(game, "frenzy", "Bob")) == 2
    assert kinds(game, "act", "frenzy") == ["act BR07", "frenzy", "act BR04", "frenzy"]
    assert sorted(seat(game, "Bob").drained) == ["VI01", "VI02"]
    assert pool(game, "Bob") == 3
    assert len(entries(game, cause="frenzy_paid")) == 2


@pytest.mark.rules("FRZ-13")
def test_one_effect_can_send_several_into_frenzy() -> None:
    game = resolve(table("Ann 1: BR07", "Bob 1: +1", "Cy 1: +1", step="preparation", Bob={"blood": 1}, Cy={"blood": 1}))
    assert [game.names[event.seat or 0] for event in events(game, "frenzy")] == ["Bob", "Cy"]
    assert len(entries(game, cause="frenzy_paid", by=0)) == 2


@pytest.mark.rules("FRZ-14", "RUL-11", "CONTR-05")
def test_with_no_influence_either_there_is_still_one_blood() -> None:
    game = robbed(Bob={"alliance": [], "influence": 0})
    assert (pool(game, "Bob"), influence(game, "Bob")) == (1, 0)
    assert moves(game, cause="frenzy_bare") == [("bank", "Bob", 1)]
    assert {"FRZ-14", "RUL-11"} <= set(events(game, "frenzy_bare")[0].rules)


# Blood that is not enough, cards that change the draw --------------------------------------------------------


@pytest.mark.rules("RUL-08", "FRZ-07")
def test_if_the_last_card_gives_no_blood_either_influence_pays() -> None:
    game = robbed(Bob={"alliance": ["AL25"]})
    assert seat(game, "Bob").drained == ("AL25",)
    assert (pool(game, "Bob"), influence(game, "Bob")) == (1, 2)
    assert len(entries(game, cause="frenzy_paid")) == 1


@pytest.mark.rules("RUL-09", "FRZ-05")
def test_portia_is_never_drawn() -> None:
    for seed in range(12):
        assert seat(robbed(seed=seed, Bob={"alliance": ["AL11", "VI01"]}), "Bob").drained == ("VI01",)


@pytest.mark.rules("RUL-10")
def test_miguel_chandler_comes_before_the_draw() -> None:
    for seed in range(12):
        game = robbed(seed=seed, Bob={"alliance": ["VI01", "VI02", "AL30", "AL09"]})
        assert seat(game, "Bob").drained == ("AL30",)
        assert "RUL-10" in events(game, "drain")[0].rules
