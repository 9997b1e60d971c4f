"""The nine cards of Clan Brujah."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    asleep,
    deployed,
    do,
    entries,
    events,
    influence,
    moves,
    pool,
    power,
    ranking,
    seat,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Play, Stay, Withdraw


@pytest.mark.rules("GLOS-16", "CONF-10")
@pytest.mark.parametrize("card", ["BR04", "BR05", "BR06", "BR07", "BR09"])
def test_face_down_they_do_nothing(card: str) -> None:
    asleep(table(f"Ann 1: ({card}) +2", "Bob 1: VE08 +2", step="preparation"))


@pytest.mark.rules("GLOS-17", "GLOS-18", "RUL-07")
@pytest.mark.parametrize(("card", "amount"), [("BR04", 2), ("BR05", 2), ("BR06", 2), ("BR07", 1), ("BR09", 1)])
def test_all_rivals_and_only_rivals_in_turn_order(card: str, amount: int) -> None:
    lies = (f"Ann 1: {card}", "Bob 1: VE08 +1", "Cy 1: +3", "Eve 1: TO08", "Dee haven: +1")
    game = table(*lies, step="preparation", players=5, ambition="Cy", round=2, Eve={"blood": 9})
    assert [line[::2] for line in moves(game, card=card)] == [("Cy", amount), ("Eve", amount), ("Bob", amount)]
    assert pool(game, "Dee") == 6


# BR01 Bloody Fury, BR02 Punk's Posse -----------------------------------------------------------------------


@pytest.mark.rules("RUL-37", "CONF-03")
@pytest.mark.parametrize(("ann", "total"), [("BR01", 6), ("BR01 +1", 5), ("BR01 +2", 6), ("BR01 +5", 9)])
def test_bloody_fury_is_worth_two_less_with_own_blood_beside_it(ann: str, total: int) -> None:
    game = table(f"Ann 1: {ann}", "Bob 1: VE08 +4", step="conflict")
    assert power(game, "Ann") == total


@pytest.mark.rules("RUL-37")
def test_bloody_fury_minds_only_blood_at_its_own_location() -> None:
    assert power(table("Ann 1: BR01", "Ann 2: +3", "Bob 1: VE08", step="conflict"), "Ann") == 6


@pytest.mark.rules("CONF-03", "GLOS-14")
@pytest.mark.parametrize(
    ("ann", "total"), [("BR02", 2), ("BR02 BR08", 4 + 1), ("BR02 BR08 (BR04)", 6 + 1), ("BR02 +2", 2 + 2)]
)
def test_punks_posse_is_worth_two_for_each_own_card_itself_and_hidden_ones_too(ann: str, total: int) -> None:
    game = table(f"Ann 1: {ann}", "Ann 2: BR07", "Bob 1: VE08 VE06", "Dee haven: +1", step="conflict")
    assert power(game, "Ann") == total


@pytest.mark.rules("GLOS-02")
def test_punks_posse_counts_somebody_elses_card_on_the_own_position() -> None:
    game = table("Ann 1: BR02 VE08", "Bob 1: GA09", step="conflict", Cy={"clan": "ventrue"})
    assert power(game, "Ann") == 4 + 2


# BR03 Challenge --------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-03", "PLAN-20", "GLOS-11")
@pytest.mark.parametrize(("at", "face", "lost"), [(1, "up", 0), (2, "up", 1), ("haven", "up", 1), (2, "down", 1)])
def test_challenge_an_opponent_who_plays_elsewhere_loses_one(at: int | str, face: str, lost: int) -> None:
    game = table("Ann 1: BR03", Bob={"hand": ["GA08"]}, start={"phase": "planning", "turn": "Bob"})
    do(game, "Bob", Play("GA08", at, face))
    assert moves(game, cause="lose") == [("Bob", "bank", 1)] * lost
    assert all(
        entry.card == "BR03" and entry.by == 0 and "GLOS-11" in entry.rules for entry in entries(game, cause="lose")
    )


@pytest.mark.rules("PLAN-17", "PLAN-20")
def test_challenge_face_down_is_asleep() -> None:
    game = table("Ann 1: (BR03)", Bob={"hand": ["GA08"]}, start={"phase": "planning", "turn": "Bob"})
    do(game, "Bob", Play("GA08", 2))
    assert not game.ledger


@pytest.mark.rules("GLOS-03")
def test_challenge_does_not_mind_its_own_player() -> None:
    game = table("Ann 1: BR03", Ann={"hand": ["BR04"]}, start={"phase": "planning", "turn": "Ann"})
    do(game, "Ann", Play("BR04", 2))
    assert not game.ledger


@pytest.mark.rules("FRZ-01", "FRZ-02", "RUL-06", "RUL-53")
def test_challenge_may_end_in_a_frenzy_that_its_player_caused() -> None:
    for reading, blood in (("one_move", 2), ("card_first", 1)):
        bob = {"hand": ["GA08"], "blood": blood}
        start, rulings = {"phase": "planning", "turn": "Bob"}, {"card_and_blood": reading}
        game = table("Ann 1: BR03", Bob=bob, start=start, rulings=rulings)
        do(game, "Bob", Play("GA08", 2, blood=blood - 1))
        assert events(game, "frenzy", "Bob")[0].get("causer") == 0
        assert (influence(game, "Ann"), pool(game, "Bob"), deployed(game, "Bob", 2)) == (4, 3, blood - 1)


@pytest.mark.rules("RUL-21", "GLOS-03")
@pytest.mark.parametrize(("at", "lost"), [(2, 2), (1, 0)])
def test_challenge_minds_cards_that_an_effect_plays(at: int, lost: int) -> None:
    lies = (f"Bob {at}: MA03", "Ann 1: BR03", "Ann haven: BR08")
    game = table(*lies, at=at, step="preparation", Bob={"hand": ["MA04", "MA08"]})
    assert sum(amount for *_, amount in moves(game, card="BR03")) == lost


# BR04 Fist of Caine, BR05 F*ck the System, BR06 Earthshock -------------------------------------------------


@pytest.mark.rules("AFT-01", "GLOS-11")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_fist_of_caine_takes_as_much_as_the_rounds_number(number: int) -> None:
    game = table("Ann 1: BR04", "Bob 1: VE08", step="aftermath", round=number)
    assert moves(game, cause="lose") == [("Bob", "bank", number)]


@pytest.mark.rules("FRZ-01", "FRZ-02", "FRZ-03", "FRZ-11", "RUL-07")
def test_fist_of_caine_more_than_there_is_goes_into_frenzy_and_no_further() -> None:
    lies = ("Ann 1: BR04", "Bob 1: VE08", "Cy 1: TO08")
    game = table(*lies, step="aftermath", round=3, Bob={"blood": 2})
    assert moves(game, cause="lose") == [("Bob", "bank", 2), ("Cy", "bank", 3)]
    assert (pool(game, "Bob"), influence(game, "Ann")) == (3, 4)
    (drain,) = events(game, "drain", "Bob")
    lost = entries(game, cause="lose")
    assert lost[0].n < drain.n < lost[1].n
    assert "FRZ-03" in lost[0].rules


@pytest.mark.rules("AFT-02", "REV-06")
@pytest.mark.parametrize(("ann", "lost"), [("BR05 +2", 4), ("BR05", 2)])
def test_against_the_system_four_if_its_player_won_else_two(ann: str, lost: int) -> None:
    game = table(f"Ann 1: {ann}", "Bob 1: VE08 VE06", step="conflict")
    assert ranking(game)[0] == ("Ann" if lost == 4 else "Bob")
    assert moves(game, cause="lose") == [("Bob", "bank", lost)]


@pytest.mark.rules("AFT-02")
def test_against_the_system_a_lone_winner_has_won() -> None:
    game = table("Ann 1: BR05", "Bob 1: +7", step="conflict")
    assert moves(game, cause="lose") == [("Bob", "bank", 4)]


@pytest.mark.rules("GLOS-07", "AFT-01")
@pytest.mark.parametrize(
    ("ann", "bob", "lost"), [("", "", 0), ("+1", "", 0), ("+1", "+1", 1), ("", "+3", 1), ("+2", "+3", 2)]
)
def test_earthshock_one_for_each_full_pair_of_all_blood_here(ann: str, bob: str, lost: int) -> None:
    game = table(f"Ann 1: BR06 {ann}", f"Bob 1: VE08 {bob}", "Bob 2: +4", "Dee haven: +1", step="aftermath")
    assert moves(game, cause="lose") == ([("Bob", "bank", lost)] if lost else [])


# BR07 Show of Force, BR09 Hunt -----------------------------------------------------------------------------


@pytest.mark.rules("GLOS-12")
@pytest.mark.parametrize(("card", "step"), [("BR07", "preparation"), ("BR09", "aftermath")])
def test_one_blood_is_stolen_from_each_rival(card: str, step: str) -> None:
    game = table(f"Ann 1: {card}", "Bob 1: VE08", "Cy 1: +1", step="preparation")
    assert moves(game, cause="steal") == [("Bob", "Ann", 1), ("Cy", "Ann", 1)]
    assert pool(game, "Ann") == 6 + 2
    assert {entry.moment.step for entry in entries(game, cause="steal")} == {step}


@pytest.mark.rules("GLOS-13")
def test_show_of_force_leaves_deployed_blood_alone() -> None:
    game = table("Ann 1: BR07", "Bob 1: VE08 +3", step="preparation", Bob={"blood": 1})
    assert deployed(game, "Bob", 1) == 3
    assert seat(game, "Bob").drained == ("VI32",)


@pytest.mark.rules("GLOS-18", "WDR-07")
def test_show_of_force_does_not_reach_who_withdrew() -> None:
    game = table("Ann 1: BR07", "Bob 1: VE08", "Cy 1: TO08", step="withdraw")
    do(game, "Ann", Stay())
    do(game, "Bob", Withdraw())
    do(game, "Cy", Stay())
    assert moves(game, cause="steal") == [("Cy", "Ann", 1)]


# BR08 Ready ------------------------------------------------------------------------------------------------


@pytest.mark.rules("FRZ-02", "GLOS-17")
@pytest.mark.parametrize(("lies", "paid"), [(["Ann 1: BR07 BR08"], 2), (["Ann 1: BR07 (BR08)"], 1)])
def test_ready_pays_one_more_for_a_rivals_frenzy(lies: list[str], paid: int) -> None:
    game = table(*lies, "Bob 1: VE08", step="preparation", Bob={"blood": 1})
    assert moves(game, cause="frenzy_paid") == [("bank", "Ann", 1)] * paid
    assert len(entries(game, cause="frenzy_paid", card="BR08")) == paid - 1


@pytest.mark.rules("GLOS-17", "GLOS-05")
@pytest.mark.parametrize(("bob", "paid"), [("Bob 2: +1", 2), ("Bob haven: +1", 1)])
def test_ready_asks_who_is_a_rival_where_it_lies_itself(bob: str, paid: int) -> None:
    lies = ("Ann 1: BR07", "Ann 2: BR08", "Bob 1: VE08", bob)
    game = table(*lies, "Dee haven: +1", step="preparation", Bob={"blood": 1})
    assert len(moves(game, cause="frenzy_paid")) == paid


@pytest.mark.rules("RUL-06", "FRZ-12")
def test_ready_pays_nothing_for_a_frenzy_that_somebody_else_caused() -> None:
    game = table("Ann 1: BR08", "Bob 1: VE08", "Cy 1: GA09", step="aftermath", Bob={"blood": 1})
    assert [target for _, target, _ in moves(game, cause="frenzy_paid")] == ["Cy"]
