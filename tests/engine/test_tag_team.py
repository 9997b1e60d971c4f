"""Tag Team: who sits where, the mate as an opponent or not, and the score of two (VTAG, RUL-51)."""

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
    faces,
    influence,
    moves,
    pool,
    power,
    refused,
    resolve,
    seat,
    table,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Choose, Play, Stay
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.kernel.refusal import BadPosition, BadSetup

CLANS = ["brujah", "gangrel", "malkavian", "nosferatu", "toreador", "tremere"]


def teams(*lies: str, **more: Any) -> Game:
    """Four seats: Ann and Cy play together, Bob and Dee play together."""
    return table(*lies, variants={"teams": True, **more.pop("variants", {})}, **more)


# The teams -------------------------------------------------------------------------------------------------


@pytest.mark.rules("VTAG-01")
@pytest.mark.parametrize(("seats", "sides"), [(4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5)))])
def test_teams_of_two_for_four_or_six(seats: int, sides: tuple[tuple[int, int], ...]) -> None:
    game = Game.new(seats=seats, seed=2, clans=CLANS[:seats], teams=True)
    assert game.view(None).teams == sides
    for one, two in sides:
        assert game.view(None).seats[one].mate == two
        assert game.view(None).seats[two].mate == one


@pytest.mark.rules("VTAG-01")
@pytest.mark.parametrize("seats", [3, 5])
def test_not_for_three_or_five(seats: int) -> None:
    with pytest.raises(BadSetup, match="VTAG-01"):
        Game.new(seats=seats, teams=True)


@pytest.mark.rules("VTAG-04")
def test_other_teams_cannot_be_named() -> None:
    seats = [{"name": name} for name in ("Ann", "Bob", "Cy", "Dee")]
    assert position({"seats": seats, "variants": {"teams": [["Ann", "Cy"], ["Bob", "Dee"]]}}).view(None).teams
    with pytest.raises(BadPosition, match="VTAG-04"):
        position({"seats": seats, "variants": {"teams": [["Ann", "Bob"], ["Cy", "Dee"]]}})


# The mate as an opponent -----------------------------------------------------------------------------------


@pytest.mark.rules("VTAG-05", "RUL-51")
@pytest.mark.parametrize(("answer", "robbed"), [(YES, ["Bob", "Cy"]), (NO, ["Bob"])])
def test_an_effect_on_rivals_asks_whether_the_mate_is_in(answer: Choose, robbed: list[str]) -> None:
    game = teams("Ann 1: BR07", "Bob 1: +1", "Cy 1: +1", step="preparation")
    assert asked(game) == ("Ann", "mate")
    assert {"VTAG-05", "RUL-51"} <= set(game.pending[0].rules)
    assert game.pending[0].card == "BR07"
    do(game, "Ann", answer)
    assert [a for a, _, _ in moves(game, cause="steal")] == robbed


@pytest.mark.rules("VTAG-05", "RUL-51")
def test_it_is_asked_each_time_anew() -> None:
    game = teams("Ann 1: BR07 BR09", "Bob 1: +1", "Cy 1: +1", step="preparation")
    do(game, "Ann", YES)
    answer_all(game, lambda g: asked(g) == ("Ann", "mate"))
    assert game.pending[0].card == "BR09"
    do(game, "Ann", NO)
    assert [a for a, _, _ in moves(game, cause="steal")] == ["Bob", "Cy", "Bob"]


@pytest.mark.rules("VTAG-05")
@pytest.mark.parametrize("lies", [["Bob 1: +1"], ["Bob 1: +1", "Cy 2: +1"]])
def test_a_mate_who_is_not_there_is_no_question(lies: list[str]) -> None:
    game = resolve(teams("Ann 1: BR07", *lies, step="preparation"))
    assert not [event for event in events(game, "choice") if event.get("question") == "mate"]
    assert [a for a, _, _ in moves(game, cause="steal")] == ["Bob"]


@pytest.mark.rules("VTAG-05", "RUL-51")
@pytest.mark.parametrize(
    ("card", "answer", "total"),
    [("VE01", YES, 3 + 2), ("VE01", NO, 3 + 1), ("TO05", YES, 1 + 1 + 2), ("TO05", NO, 1 + 1)],
)
def test_cards_that_count_rivals_ask_before_the_count(card: str, answer: Choose, total: int) -> None:
    game = teams(f"Ann 1: {card}", "Bob 1: GA01", "Cy 1: TR06 TR04", step="conflict")
    assert asked(game) == ("Ann", "mate")
    do(game, "Ann", answer)
    assert power(game, "Ann") == total


@pytest.mark.rules("VTAG-05", "RUL-51")
@pytest.mark.parametrize(("answer", "loses"), [(YES, 2), (NO, 3)])
def test_triggers_ask_too(answer: Choose, loses: int) -> None:
    game = teams("Cy 2: BR03", Ann={"hand": ["TO01", "TO02"], "blood": 3})
    do(game, "Ann", Play("TO01", 1))
    assert asked(game) == ("Cy", "mate")
    do(game, "Cy", answer)
    assert pool(game, "Ann") == loses


@pytest.mark.rules("VTAG-05", "RUL-51")
@pytest.mark.parametrize(("answer", "tokens"), [(YES, 2), (NO, 3)])
def test_master_plan_asks_when_planning_ends(answer: Choose, tokens: int) -> None:
    game = teams("Ann 1: VE01", "Bob 1: GA01", start={"phase": "planning", "turn": "Dee", "number": 2})
    answer_all(game, lambda g: asked(g) == ("Ann", "mate"))
    do(game, "Ann", answer)
    assert influence(game, "Cy") == tokens


@pytest.mark.rules("VTAG-05", "RUL-51", "RUL-28")
@pytest.mark.parametrize(("answer", "payers"), [(YES, ["Bob", "Cy"]), (NO, ["Bob"])])
def test_mass_manipulation_asks_about_a_mate_who_stays(answer: Choose, payers: list[str]) -> None:
    game = teams("Ann 1: VE05", "Bob 1: GA01", "Cy 1: +1", step="withdraw")
    for name in ("Ann", "Bob", "Cy"):
        do(game, name, Stay())
    assert asked(game) == ("Ann", "mate")
    do(game, "Ann", answer)
    assert [a for a, _, _ in moves(game, cause="steal")] == payers


@pytest.mark.rules("VTAG-05", "RUL-51")
@pytest.mark.parametrize(("answer", "robbed"), [(YES, ["Bob", "Cy", "Dee"]), (NO, ["Bob", "Dee"])])
def test_an_ally_that_robs_opponents_asks_as_well(answer: Choose, robbed: list[str]) -> None:
    game = teams("Ann 1: BR08", step="conflict", locations=["AL02", None, None])
    assert asked(game) == ("Ann", "mate")
    do(game, "Ann", answer)
    assert [a for a, _, _ in moves(game, cause="steal")] == robbed


@pytest.mark.rules("KIT-11", "RUL-51")
@pytest.mark.parametrize("bound", [True, False])
def test_whether_eyes_in_the_dark_bind_the_mate_is_asked_before_each_turn(bound: bool) -> None:
    game = teams(Ann={"hand": ["NO03", "NO01"]}, Cy={"hand": ["TO01", "TO02", "TO04"]}, round=2)
    do(game, "Ann", Play("NO03", 1))
    assert asked(game) == ("Ann", "mate")
    do(game, "Ann", Choose(bound))
    answer_all(game, lambda g: asked(g) == ("Cy", "plan"))
    assert (Play("TO01", 1) in game.legal(2)) == (not bound)
    do(game, "Cy", Play("TO01", 1, "down"))
    answer_all(game, lambda g: asked(g) == ("Ann", "mate"))
    assert not events(game, "turn", "Cy", number=2)
    do(game, "Ann", Choose(not bound))
    assert asked(game) == ("Cy", "plan")
    assert (Play("TO02", 1) in game.legal(2)) == bound


@pytest.mark.rules("KIT-11", "RUL-51")
def test_eyes_in_the_dark_that_lie_there_already_ask_before_the_mates_turn() -> None:
    game = teams("Ann 1: NO03", Cy={"hand": ["TO01", "TO02", "TO04"]}, round=2, ambition="Cy")
    assert asked(game) == ("Ann", "mate")
    do(game, "Ann", YES)
    assert Play("TO01", 1) not in game.legal(2)


@pytest.mark.rules("KIT-11", "RUL-51")
@pytest.mark.parametrize("bound", [True, False])
def test_by_the_other_reading_eyes_in_the_dark_ask_once(bound: bool) -> None:
    hands = {"Ann": {"hand": ["NO03", "NO01"]}, "Cy": {"hand": ["TO01", "TO02", "TO04"]}}
    game = teams(**hands, round=2, rulings={"eyes_in_the_dark": "once"})
    do(game, "Ann", Play("NO03", 1))
    assert asked(game) == ("Ann", "mate")
    do(game, "Ann", Choose(bound))
    answer_all(game, lambda g: asked(g) == ("Cy", "plan"))
    assert (Play("TO01", 1) in game.legal(2)) == (not bound)
    assert Play("TO01", 1, "down") in game.legal(2)
    if bound:
        assert refused(game, "Cy", Play("TO01", 1)).rule == "CONTR-01"
    do(game, "Cy", Play("TO01", 1, "down"))
    answer_all(game, lambda g: asked(g) == ("Cy", "plan"))
    assert (Play("TO02", 1) in game.legal(2)) == (not bound)
    assert len([e for e in events(game, "choice") if e.get("question") == "mate"]) == 1


# Frenzy of the mate ----------------------------------------------------------------------------------------


@pytest.mark.rules("VTAG-06", "KIT-15")
@pytest.mark.parametrize(("reading", "blood"), [("blood", [("bank", "Ann", 2)]), ("nothing", [])])
def test_for_the_mates_frenzy_there_is_blood_at_most(reading: str, blood: list[tuple[str, str, int]]) -> None:
    # Talley, Brujah's Ready and the Collar would bring Influence, so they keep still; Mr. Damp does not
    game = teams(
        "Ann 1: BR07 BR08",
        "Bob 1: +1",
        "Cy 1: +1",
        step="preparation",
        variants={"location_cards": ["LC02", "LC01"]},
        Ann={"alliance": ["AL12", "AL15"]},
        Cy={"blood": 1},
        rulings={"mate_in_frenzy": reading},
    )
    do(game, "Ann", YES)
    (frenzy,) = events(game, "frenzy", "Cy")
    assert {"VTAG-06", "KIT-15"} <= set(frenzy.rules)
    assert not entries(game, cause="frenzy_paid")
    assert moves(game, card="AL15") == blood
    assert seat(game, "Cy").drained == ("VI33",)


@pytest.mark.rules("VTAG-06")
def test_an_opponents_frenzy_pays_as_ever() -> None:
    game = teams("Ann 1: BR07", "Bob 1: +1", step="preparation", Ann={"alliance": ["AL12", "AL15"]}, Bob={"blood": 1})
    resolve(game)
    assert [entry.card for entry in entries(game, cause="frenzy_paid")] == [None, "AL12"]
    assert moves(game, card="AL15") == [("bank", "Ann", 2)]


# Conflict and score ----------------------------------------------------------------------------------------


def ended(**seats: Any) -> Game:
    """A finished team game; who is not named has nothing."""
    bare = {"alliance": [], "influence": 0, "blood": 1}
    ambition = seats.pop("ambition", "Ann")
    return teams(
        start={"phase": "scoring"},
        round=3,
        ambition=ambition,
        **{n: {**bare, **seats.get(n, {})} for n in ("Ann", "Bob", "Cy", "Dee")},
    )


@pytest.mark.rules("VTAG-08")
@pytest.mark.parametrize(
    ("ann", "bob", "cy", "dee", "winners"),
    [(9, 5, 0, 5, (1, 3)), (9, 5, 2, 5, (0, 2)), (0, 9, 7, 0, (1, 3)), (3, 0, 3, 5, (0, 2))],
)
def test_both_scores_make_one(ann: int, bob: int, cy: int, dee: int, winners: tuple[int, int]) -> None:
    game = ended(Ann={"influence": ann}, Bob={"influence": bob}, Cy={"influence": cy}, Dee={"influence": dee})
    assert game.winners == winners
    assert game.winner == winners[0]
    assert game.scores == (ann, bob, cy, dee)
    assert "VTAG-08" in events(game, "game_over")[0].rules


@pytest.mark.rules("VTAG-09")
@pytest.mark.parametrize(("pools", "winners"), [((2, 5, 6, 2), (0, 2)), ((3, 5, 3, 2), (1, 3)), ((7, 4, 1, 3), (0, 2))])
def test_a_tie_goes_to_the_pools_of_both(pools: tuple[int, ...], winners: tuple[int, int]) -> None:
    game = ended(
        ambition="Bob" if winners == (0, 2) else "Ann",
        **{
            name: {"influence": 5, "blood": blood}
            for name, blood in zip(("Ann", "Bob", "Cy", "Dee"), pools, strict=True)
        },
    )
    assert game.winners == winners
    assert "VTAG-09" in events(game, "game_over")[0].rules


@pytest.mark.rules("VTAG-09")
@pytest.mark.parametrize(("ambition", "winners"), [("Ann", (0, 2)), ("Bob", (1, 3)), ("Cy", (0, 2)), ("Dee", (1, 3))])
def test_a_tie_in_blood_too_goes_to_the_team_of_the_first_in_turn_order(
    ambition: str, winners: tuple[int, int]
) -> None:
    even = {"influence": 5, "blood": 3}
    game = ended(ambition=ambition, Ann=even, Bob=even, Cy=even, Dee=even)
    assert game.winners == winners


@pytest.mark.rules("VTAG-09")
def test_three_teams_tied() -> None:
    names = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
    seats = [{"name": name, "alliance": [], "influence": 2, "blood": 2} for name in names]
    for first, winners in (("Cy", (2, 5)), ("Eve", (1, 4)), ("Dee", (0, 3))):
        game = position(
            {"seats": seats, "variants": {"teams": True}, "round": 3, "ambition": first, "start": {"phase": "scoring"}}
        )
        assert game.winners == winners


@pytest.mark.rules("VTAG-05", "GLOS-17")
def test_the_mates_blood_is_safe_from_own_cards_unless_told() -> None:
    game = teams("Ann 1: GA04", "Bob 1: +3", "Cy 1: TO04 +3", step="preparation")
    do(game, "Ann", NO)
    assert (deployed(game, "Bob", 1), deployed(game, "Cy", 1)) == (1, 3)
    assert faces(game, "Cy", 1) == {"TO04": "up"}
