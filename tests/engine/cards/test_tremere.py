"""The nine cards of Clan Tremere."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    asked,
    asleep,
    deployed,
    do,
    entries,
    events,
    faces,
    influence,
    moves,
    pool,
    power,
    ranking,
    refused,
    resolve,
    seat,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Play


@pytest.mark.rules("GLOS-16", "CONF-10")
@pytest.mark.parametrize("card", ["TR02", "TR03", "TR05", "TR07", "TR09"])
def test_face_down_they_do_nothing(card: str) -> None:
    asleep(table(f"Ann 1: ({card}) +2", "Bob 1: VE08 +2", step="preparation"))


# TR01 Focus from Hunger ------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-37", "RUL-38")
@pytest.mark.parametrize(("blood", "total"), [(1, 8), (6, 3), (9, 0), (11, 0)])
def test_focus_from_hunger_is_worth_one_less_for_each_blood_in_the_pool(blood: int, total: int) -> None:
    game = table("Ann 1: TR01", "Bob 1: VE08", step="conflict", Ann={"blood": blood})
    assert power(game, "Ann") == total


@pytest.mark.rules("RUL-37", "CONF-01")
def test_focus_from_hunger_looks_at_the_pool_when_power_is_counted() -> None:
    game = table("Ann 1: TR01", "Bob 1: BR07", "Bob 2: +1", "Dee haven: +1", step="preparation")
    assert pool(game, "Ann") == 5
    assert power(game, "Ann") == 9 - 5


# TR02 Ancient Artifacts ------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-10", "PREP-01")
@pytest.mark.parametrize(("blood", "spent"), [(2, 1), (6, 3), (7, 3)])
def test_ancient_artifacts_half_of_the_pool_rounding_down(blood: int, spent: int) -> None:
    game = table("Ann 1: TR02", "Bob 1: VE08", step="preparation", Ann={"blood": blood})
    assert asked(game) == ("Ann", "spend_half")
    do(game, "Ann", YES)
    assert moves(game, cause="spend") == [("Ann", "bank", spent)]
    assert power(game, "Ann") == 6


@pytest.mark.rules("RUL-36", "CONF-10")
def test_ancient_artifacts_or_it_turns_face_down() -> None:
    game = table("Ann 1: TR02", "Bob 1: VE08", step="preparation")
    do(game, "Ann", NO)
    assert faces(game, "Ann", 1) == {"TR02": "down"}
    assert (pool(game, "Ann"), power(game, "Ann")) == (6, 0)


@pytest.mark.rules("RUL-04")
def test_ancient_artifacts_with_one_blood_only_the_other_branch_is_left() -> None:
    game = table("Ann 1: TR02", "Bob 1: VE08", step="preparation", Ann={"blood": 1})
    assert faces(game, "Ann", 1) == {"TR02": "down"}
    assert not moves(game, cause="spend")


# TR03 Theft of Vitae ---------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-09", "PREP-01")
@pytest.mark.parametrize(("before", "after"), [(1, 7), (6, 7), (7, 8), (9, 10)])
def test_theft_of_vitae_fills_the_pool_to_seven_or_gives_one(before: int, after: int) -> None:
    game = table("Ann 1: TR03", "Bob 1: VE08", step="preparation", Ann={"blood": before})
    assert pool(game, "Ann") == after
    assert moves(game, cause="gain") == [("bank", "Ann", after - before)]


# TR04 Dark Pact --------------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-01", "GLOS-11")
@pytest.mark.parametrize(("at", "pact"), [(1, 1), (1, 2), (2, 1), (2, "haven")])
def test_dark_pact_lost_blood_of_any_location_lies_on_it(at: int, pact: int | str) -> None:
    lies = (f"Ann {at}: TR06", f"Ann {pact}: TR04", f"Bob {at}: BR04", "Dee haven: +1")
    game = table(*lies, at=at, step="aftermath", round=2)
    assert moves(game, card="BR04")[0] == ("Ann", f"Ann {pact}", 2)
    assert deployed(game, "Ann", pact) == 2


@pytest.mark.rules("CONTR-01", "PLAN-09", "GLOS-10")
def test_dark_pact_takes_the_fee_of_a_card_face_down() -> None:
    game = table("Ann 1: TR04", Ann={"hand": ["TR01"]}, start={"phase": "planning", "turn": "Ann"})
    do(game, "Ann", Play("TR01", 2, "down"))
    assert moves(game, cause="fee") == [("Ann", "Ann 1", 1)]


@pytest.mark.rules("CONTR-01", "GLOS-10")
def test_dark_pact_takes_what_a_card_makes_its_player_spend() -> None:
    game = table("Ann 1: TR02", "Ann 2: TR04", "Bob 1: VE08", "Dee haven: +1", step="preparation")
    do(game, "Ann", YES)
    assert deployed(game, "Ann", 2) == 3


@pytest.mark.rules("CONTR-01", "RUL-05")
def test_dark_pact_takes_a_lost_bid() -> None:
    game = table("Ann 1: TR04", "Bob 1: MA02 MA08", step="revelation")
    do(game, "Ann", Bid(2))
    do(game, "Bob", Bid(0), Choose("MA08"))
    assert deployed(game, "Ann", 1) == 2


@pytest.mark.rules("GLOS-12", "GLOS-13")
def test_dark_pact_does_not_hold_stolen_blood() -> None:
    game = table("Ann 1: TR04", "Bob 1: BR07", step="preparation")
    assert (pool(game, "Bob"), deployed(game, "Ann", 1)) == (7, 0)


@pytest.mark.rules("PLAN-17", "GLOS-16")
def test_dark_pact_face_down_is_asleep() -> None:
    game = table("Ann 1: (TR04)", "Bob 1: BR04", step="aftermath")
    assert moves(game, cause="lose") == [("Ann", "bank", 1)]


@pytest.mark.rules("CONTR-01")
def test_dark_pact_serves_nobody_else() -> None:
    game = table("Ann 1: TR04", "Bob 1: BR04", "Cy 1: VE08", step="aftermath")
    assert ("Cy", "bank", 1) in moves(game, cause="lose")


@pytest.mark.rules("FRZ-01", "FRZ-03", "FRZ-02")
def test_dark_pact_does_not_save_from_frenzy() -> None:
    game = table("Ann 1: TR04", "Bob 1: BR04", step="aftermath", round=3, Ann={"blood": 2})
    assert (deployed(game, "Ann", 1), pool(game, "Ann"), influence(game, "Bob")) == (2, 3, 4)
    assert events(game, "frenzy", "Ann")


# TR05 Cauldron of Blood ------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-10", "GLOS-11", "GLOS-17", "RUL-07", "FRZ-03")
def test_cauldron_of_blood_half_the_pool_and_every_rival_loses_four() -> None:
    lies = ("Ann 1: TR05", "Bob 1: VE08", "Cy 1: +1", "Dee 2: +1", "Dee haven: +1")
    game = table(*lies, step="aftermath", ambition="Cy", Ann={"blood": 7}, Cy={"blood": 2})
    do(game, "Ann", YES)
    assert moves(game, cause="spend") == [("Ann", "bank", 3)]
    assert moves(game, cause="lose") == [("Cy", "bank", 2), ("Bob", "bank", 4)]
    assert (pool(game, "Cy"), influence(game, "Ann"), pool(game, "Dee")) == (3, 4, 6)


@pytest.mark.rules("RUL-04")
@pytest.mark.parametrize(("blood", "offered"), [(1, False), (2, True)])
def test_cauldron_of_blood_is_no_offer_where_half_is_nothing(blood: int, offered: bool) -> None:
    game = table("Ann 1: TR05", "Bob 1: VE08", step="aftermath", Ann={"blood": blood})
    assert (asked(game) == ("Ann", "spend_half")) == offered


@pytest.mark.rules("CONTR-01")
@pytest.mark.parametrize(("card", "step"), [("TR05", "aftermath"), ("TR07", "preparation"), ("TR09", "aftermath")])
def test_a_price_may_be_left_unpaid(card: str, step: str) -> None:
    game = table(f"Ann 1: {card}", "Bob 1: VE08 +3", step=step)
    do(game, "Ann", NO)
    assert (pool(game, "Ann"), pool(game, "Bob"), deployed(game, "Bob", 1)) == (6, 6, 3)


@pytest.mark.rules("CONTR-06", "GLOS-17", "GLOS-10")
@pytest.mark.parametrize(("card", "step"), [("TR05", "aftermath"), ("TR07", "preparation"), ("TR09", "aftermath")])
@pytest.mark.parametrize(
    ("more", "version", "offered"),
    [((), 3, False), ((), 2, True), (("Bob 1: +1",), 3, True), (("Ann 2: TR04",), 3, True)],
)
def test_no_price_is_asked_where_there_is_no_rival(
    card: str, step: str, more: tuple[str, ...], version: int, offered: bool
) -> None:
    """But with Dark Pact the Blood itself is worth something; games of before are asked as they were."""
    game = table(f"Ann 1: {card}", "Bob 2: VE08", *more, step=step, version=version)
    assert (asked(game) in {("Ann", "spend_half"), ("Ann", "spend_one")}) == offered
    assert bool(events(game, "ignored", "Ann")) != offered


# TR06 Retaliation ------------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-01", "GLOS-17", "RUL-07")
@pytest.mark.parametrize(("card", "amount"), [("BR04", 2), ("BR05", 4), ("BR09", 1)])
def test_retaliation_every_rival_loses_what_an_effect_here_takes(card: str, amount: int) -> None:
    lies = ("Ann 1: TR06", f"Bob 1: {card}", "Cy 1: NO08", "Dee 2: +1", "Dee haven: +1")
    game = table(*lies, step="aftermath", round=2, ambition="Cy", Cy={"blood": 9})
    assert moves(game, card="TR06") == [("Cy", "bank", amount), ("Bob", "bank", amount)]
    assert pool(game, "Dee") == 6


@pytest.mark.rules("KIT-06", "FRZ-03")
@pytest.mark.parametrize("blood", [1, 2, 5])
def test_retaliation_hands_on_the_full_amount(blood: int) -> None:
    lies = ("Ann 1: TR06", "Bob 1: BR04")
    game = table(*lies, step="aftermath", round=3, Ann={"blood": blood})
    assert moves(game, card="BR04") == [("Ann", "bank", min(3, blood))]
    assert moves(game, card="TR06") == [("Bob", "bank", 3)]
    assert "KIT-06" in entries(game, card="TR06")[0].rules


@pytest.mark.rules("CONTR-01", "GLOS-10", "PLAN-09")
@pytest.mark.parametrize(("at", "lost"), [(1, [("Bob", "bank", 1)]), (2, [])])
def test_retaliation_answers_what_is_spent_here(at: int, lost: list[tuple[str, str, int]]) -> None:
    lies = ("Ann 1: TR06", "Bob 1: +1", "Cy 2: +1")
    game = table(*lies, Ann={"hand": ["TR01"]}, start={"phase": "planning", "turn": "Ann"})
    do(game, "Ann", Play("TR01", at, "down"))
    assert moves(game, cause="lose") == lost


@pytest.mark.rules("CONTR-01", "GLOS-10")
def test_retaliation_answers_the_price_of_a_card_here() -> None:
    game = table("Ann 1: TR06 TR02", "Bob 1: VE08", step="preparation", Ann={"blood": 7})
    do(game, "Ann", YES)
    assert moves(game, card="TR06") == [("Bob", "bank", 3)]


@pytest.mark.rules("PLAN-17", "GLOS-05")
@pytest.mark.parametrize("lies", ["Ann 1: (TR06)", "Ann 2: TR06"])
def test_retaliation_face_down_or_elsewhere_is_silent(lies: str) -> None:
    game = table(lies, "Ann 1: TR01", "Bob 1: BR09", "Dee haven: +1", step="aftermath")
    assert not moves(game, card="TR06")


@pytest.mark.rules("FRZ-02", "RUL-06", "RUL-07")
def test_retaliation_comes_before_the_next_target_and_may_cause_a_frenzy() -> None:
    lies = ("Ann 1: TR06", "Bob 1: BR09", "Cy 1: NO08")
    game = table(*lies, step="aftermath", Cy={"blood": 1})
    assert [event.get("causer") for event in events(game, "frenzy", "Cy")] == [0]
    assert influence(game, "Ann") == 4
    assert moves(game, card="BR09") == [("Ann", "Bob", 1), ("Cy", "Bob", 1)]


# TR07 Arcane Drain -----------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-10", "GLOS-13", "GLOS-17", "RUL-07")
def test_arcane_drain_half_the_pool_for_half_of_each_rivals_deployed_blood() -> None:
    lies = ("Ann 1: TR07 +1", "Bob 1: VE08 +3", "Cy 1: +2", "Dee haven: +5")
    game = table(*lies, step="preparation", ambition="Cy", Ann={"blood": 5})
    do(game, "Ann", YES)
    assert moves(game, cause="spend") == [("Ann", "bank", 2)]
    assert moves(game, cause="take_back") == [("Cy 1", "Ann", 1), ("Bob 1", "Ann", 2)]
    assert (pool(game, "Ann"), deployed(game, "Ann", 1), deployed(game, "Bob", 1)) == (6, 1, 1)


@pytest.mark.rules("RUL-04")
def test_arcane_drain_is_no_offer_with_one_blood() -> None:
    game = table("Ann 1: TR07", "Bob 1: VE08 +3", step="preparation", Ann={"blood": 1})
    assert deployed(game, "Bob", 1) == 3
    assert not events(game, "choice")


# TR08 Ready ------------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-10", "RUL-46", "FRZ-02")
@pytest.mark.parametrize(("card", "step"), [("BR07", "preparation"), ("BR09", "aftermath")])
def test_ready_may_turn_face_down_instead_of_a_drain_in_any_step(card: str, step: str) -> None:
    game = table("Ann 1: TR08", f"Bob 1: {card}", step=step, Ann={"blood": 1})
    assert asked(game) == ("Ann", "tremere_ready")
    do(game, "Ann", YES)
    assert faces(game, "Ann", 1) == {"TR08": "down"}
    assert (pool(game, "Ann"), seat(game, "Ann").drained) == (1, ())
    assert moves(game, cause="frenzy_paid") == [("bank", "Bob", 1)]
    assert {"RUL-10", "RUL-46"} <= set(entries(game, card="TR08")[0].rules)


@pytest.mark.rules("RUL-10", "FRZ-04")
def test_ready_is_an_offer_and_else_a_card_is_drained() -> None:
    game = table("Ann 1: TR08", "Bob 1: BR09", step="aftermath", Ann={"blood": 1})
    do(game, "Ann", NO)
    assert faces(game, "Ann", 1) == {"TR08": "up"}
    assert seat(game, "Ann").drained == ("VI31",)


@pytest.mark.rules("RUL-10")
def test_ready_comes_before_miguel_chandler() -> None:
    game = table("Ann 1: TR08", "Bob 1: BR09", step="aftermath", Ann={"blood": 1, "alliance": ["AL30", "VI01"]})
    assert asked(game) == ("Ann", "tremere_ready")
    do(game, "Ann", NO)
    assert seat(game, "Ann").drained == ("AL30",)


@pytest.mark.rules("GLOS-05", "PLAN-17", "RUL-10")
@pytest.mark.parametrize("lies", ["Ann 2: TR08", "Ann 1: (TR08)"])
def test_ready_elsewhere_or_face_down_offers_nothing(lies: str) -> None:
    game = table(lies, "Ann 1: TR01", "Bob 1: BR09", "Dee haven: +1", step="aftermath", Ann={"blood": 1})
    assert seat(game, "Ann").drained == ("VI31",)


@pytest.mark.rules("RUL-10", "RUL-36")
def test_ready_once_turned_down_is_no_help_the_next_time() -> None:
    game = table("Ann 1: TR08", "Bob 1: BR07", "Cy 1: GA09", step="preparation", Ann={"blood": 1})
    do(game, "Ann", YES)
    assert seat(game, "Ann").drained == ("VI31",)
    assert len(events(game, "frenzy", "Ann")) == 2
    assert power(game, "Ann") == 0


@pytest.mark.rules("CONF-03")
def test_ready_counts_one() -> None:
    game = table("Ann 1: TR08", "Bob 1: VE08", step="conflict")
    assert (power(game, "Ann"), ranking(game)) == (1, ["Bob", "Ann"])


# TR09 Hunt -------------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-10", "GLOS-12", "GLOS-17", "RUL-07", "FRZ-02")
def test_hunt_one_blood_spent_and_one_stolen_from_each_rival() -> None:
    lies = ("Ann 1: TR09", "Bob 1: VE08", "Cy 1: +1")
    game = table(*lies, step="aftermath", ambition="Cy", Ann={"blood": 2}, Bob={"blood": 1})
    do(game, "Ann", YES)
    assert moves(game, cause="spend") == [("Ann", "bank", 1)]
    assert moves(game, cause="steal") == [("Cy", "Ann", 1), ("Bob", "Ann", 1)]
    assert (pool(game, "Ann"), influence(game, "Ann")) == (3, 4)


@pytest.mark.rules("GLOS-10", "FRZ-10")
def test_hunt_cannot_be_paid_with_the_last_blood() -> None:
    game = resolve(table("Ann 1: TR09", "Bob 1: VE08", step="aftermath", Ann={"blood": 1}))
    assert (pool(game, "Ann"), pool(game, "Bob")) == (1, 6)
    assert asked(game) == ("Dee", "withdraw")


@pytest.mark.rules("GLOS-10", "CONTR-02")
def test_nobody_answers_for_somebody_else() -> None:
    game = table("Ann 1: TR09", "Bob 1: VE08", step="aftermath")
    assert refused(game, "Bob", YES).rule == "CONTR-02"
