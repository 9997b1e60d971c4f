"""The nine cards of Clan Toreador."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    acted,
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
    resolve,
    seat,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Play, Stay

VICTIMS = [f"VI{number:02}" for number in range(1, 31)]
ALL_THE_OTHERS = [*VICTIMS, "VI33", "VI35"]
"""With these in Cy's Alliance the deck is empty."""


@pytest.mark.rules("GLOS-16", "CONF-10")
@pytest.mark.parametrize("card", ["TO01", "TO03", "TO04", "TO08", "TO09"])
def test_face_down_they_do_nothing(card: str) -> None:
    lies = (f"Ann 1: ({card}) +2", "Bob 1: VE08 +2")
    asleep(table(*lies, step="preparation", Ann={"alliance": VICTIMS[:4]}))


# TO01 Awe --------------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-12", "GLOS-17", "RUL-07")
@pytest.mark.parametrize(("cards", "stolen"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_awe_steals_one_from_each_rival_for_every_two_cards_of_the_alliance(cards: int, stolen: int) -> None:
    lies = ("Ann 1: TO01", "Bob 1: VE08", "Cy 1: +1")
    game = table(*lies, step="aftermath", ambition="Cy", Ann={"alliance": VICTIMS[:cards], "drained": VICTIMS[10:14]})
    assert moves(game, card="TO01") == ([("Cy", "Ann", stolen), ("Bob", "Ann", stolen)] if stolen else [])


@pytest.mark.rules("REW-04", "AFT-02")
def test_awe_counts_the_ally_that_was_won_here() -> None:
    game = table("Ann 1: TO01 +3", "Bob 1: VE08", step="conflict")
    assert len(seat(game, "Ann").alliance) == 2
    assert moves(game, card="TO01") == [("Bob", "Ann", 1)]


# TO02 Entourage --------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-37", "CONF-03")
@pytest.mark.parametrize(("cards", "total"), [(0, 0), (1, 1), (6, 6), (7, 7), (8, 7), (12, 7)])
def test_entourage_is_worth_one_for_each_card_of_the_alliance_up_to_seven(cards: int, total: int) -> None:
    lies = ("Ann 1: TO02", "Bob 1: VE08")
    game = table(*lies, step="conflict", Ann={"alliance": VICTIMS[:cards], "drained": VICTIMS[20:25]})
    assert power(game, "Ann") == total


# TO03 Charisma ---------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-13", "GLOS-17", "PREP-01")
@pytest.mark.parametrize(("cards", "bob", "left"), [(1, 3, 3), (2, 3, 2), (5, 3, 1), (8, 3, 0), (4, 1, 0)])
def test_charisma_rivals_discard_one_deployed_blood_for_every_two_cards(cards: int, bob: int, left: int) -> None:
    lies = ("Ann 1: TO03 +2", f"Bob 1: VE08 +{bob}", "Bob 2: +4", "Dee haven: +1")
    game = table(*lies, step="preparation", Ann={"alliance": VICTIMS[:cards]})
    assert (deployed(game, "Bob", 1), deployed(game, "Bob", 2), deployed(game, "Ann", 1)) == (left, 4, 2)
    assert moves(game, card="TO03") == ([("Bob 1", "bank", bob - left)] if bob > left else [])
    assert pool(game, "Bob") == 6


# TO04 Summon -----------------------------------------------------------------------------------------------


@pytest.mark.rules("AFT-02", "REW-01", "REW-02", "REW-03")
@pytest.mark.parametrize(("ann", "gained"), [("+5", 2), ("", 2), ("(TO09)", 2)])
def test_summon_one_more_victim_for_who_got_an_ally_or_a_victim(ann: str, gained: int) -> None:
    game = table(f"Ann 1: TO04 {ann}", "Bob 1: BR04", "Dee haven: +1", step="conflict")
    assert ranking(game).index("Ann") == (0 if ann == "+5" else 1)
    assert len(seat(game, "Ann").alliance) == 1 + gained
    assert events(game, "victim", "Ann")[-1].moment.step == "aftermath"


@pytest.mark.rules("REW-03", "CONTR-06")
def test_summon_nothing_for_the_third() -> None:
    game = table("Ann 1: TO04", "Bob 1: BR04", "Cy 1: NO07 +3", step="conflict")
    assert ranking(game) == ["Cy", "Bob", "Ann"]
    assert seat(game, "Ann").alliance == ("VI31",)


@pytest.mark.rules("RUL-13", "CONTR-06")
@pytest.mark.parametrize("ann", ["+5", ""])
def test_summon_nothing_where_the_conflict_had_nothing_to_give(ann: str) -> None:
    """No Ally lies here; and the Victims deck is empty for the second."""
    rest = {"Cy": {"alliance": ALL_THE_OTHERS}} if not ann else {}
    allies = [None, "AL17", "AL18"]
    game = table(f"Ann 1: TO04 {ann}", "Bob 1: BR04", step="conflict", locations=allies, **rest)
    assert seat(game, "Ann").alliance == ("VI31",)


# TO05 Entrancement -----------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-37", "GLOS-17")
@pytest.mark.parametrize(
    ("ann", "bob", "cy", "total"),
    [
        ("TO05", "VE08", "", 2),
        ("TO05 TO09", "VE08 VE06", "", 4),
        ("TO05 (TO01)", "VE08 (VE06)", "BR08", 5),
        ("TO05", "VE08", "+4", 2),
    ],
)
def test_entrancement_is_worth_one_for_each_card_here(ann: str, bob: str, cy: str, total: int) -> None:
    lies = [f"Ann 1: {ann}", f"Bob 1: {bob}", "Dee 2: NO08 NO09", "Dee haven: +1"] + ([f"Cy 1: {cy}"] if cy else [])
    assert power(table(*lies, step="conflict"), "Ann") == total


# TO06 Submission -------------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-01", "GLOS-11", "GLOS-12")
@pytest.mark.parametrize("rival", ["BR04", "BR07", "BR09", "GA09", "VE05"])
def test_submission_no_effect_here_takes_blood(rival: str) -> None:
    game = resolve(table("Ann 1: TO06", f"Bob 1: {rival}", "Cy 1: NO08", step="withdraw", round=3))
    assert pool(game, "Ann") == 6
    assert pool(game, "Cy") < 6
    (told,) = events(game, "protected", "Ann")
    assert (told.get("card"), told.get("against")) == ("TO06", rival)


@pytest.mark.rules("PLAN-17", "GLOS-16")
def test_submission_face_down_protects_nobody() -> None:
    game = table("Ann 1: (TO06)", "Bob 1: BR07", step="preparation")
    assert pool(game, "Ann") == 5


@pytest.mark.rules("PLAN-20", "REV-01")
def test_submission_protects_from_the_moment_it_turns_up() -> None:
    game = resolve(table("Ann 1: (TO06)", "Bob 1: BR07", step="withdraw"))
    assert pool(game, "Ann") == 6


@pytest.mark.rules("GLOS-05", "CONTR-01")
def test_submission_helps_only_where_it_lies() -> None:
    game = table("Ann 1: TO09", "Ann 2: TO06", "Bob 1: BR07", "Dee haven: +1", step="preparation")
    assert pool(game, "Ann") == 6 - 1 + 1
    game = table("Ann 1: TO06", "Bob 1: BR03", start={"phase": "planning", "turn": "Ann"}, Ann={"hand": ["TO09"]})
    do(game, "Ann", Play("TO09", 2))
    assert pool(game, "Ann") == 6  # Challenge lies at Location 1, where Submission lies too
    game = table("Ann 2: TO06", "Bob 1: BR03", start={"phase": "planning", "turn": "Ann"}, Ann={"hand": ["TO09"]})
    do(game, "Ann", Play("TO09", 2))
    assert pool(game, "Ann") == 5


@pytest.mark.rules("GLOS-10", "PLAN-09")
def test_submission_does_not_pay_what_is_spent() -> None:
    game = table("Ann 1: TO06", start={"phase": "planning", "turn": "Ann"}, Ann={"hand": ["TO09"]})
    do(game, "Ann", Play("TO09", 1, "down"))
    assert pool(game, "Ann") == 5


@pytest.mark.rules("GLOS-13")
def test_submission_protects_neither_deployed_blood_nor_influence() -> None:
    game = table("Ann 1: TO06 +3", "Bob 1: GA04", "Cy 1: VE06", step="preparation")
    do(game, "Ann", NO)
    assert deployed(game, "Ann", 1) == 3 - 2
    assert moves(game, card="VE06", token="influence") == [("Ann", "bank", 1), ("Bob", "bank", 1)]


@pytest.mark.rules("RUL-28", "CONTR-01")
def test_submission_one_stays_for_free_under_mass_manipulation() -> None:
    game = table("Ann 1: TO06", "Bob 1: VE05", step="withdraw")
    do(game, "Ann", Stay())
    do(game, "Bob", Stay())
    assert pool(game, "Ann") == 6
    assert set(ranking(game)) == {"Ann", "Bob"}


@pytest.mark.rules("CONTR-01", "REV-02")
def test_submission_the_price_of_one_step_ahead_counts_as_paid() -> None:
    game = table("Ann 1: TO06 (TO09)", "Bob 1: NO06", step="revelation")
    do(game, "Ann", YES)
    assert faces(game, "Ann", 1) == {"TO06": "up", "TO09": "up"}
    assert pool(game, "Ann") == 6 + 1


@pytest.mark.rules("CONTR-01", "RUL-46")
def test_submission_the_price_of_curfew_counts_as_paid() -> None:
    game = table("Ann 1: TO06 TO09", "Bob 1: VE03", step="revelation")
    do(game, "Ann", YES)
    assert acted(game) == ["VE03", "TO09"]
    assert pool(game, "Ann") == 6 + 1


@pytest.mark.rules("CONTR-01", "RUL-05")
def test_submission_a_bid_counts_as_paid() -> None:
    game = table("Ann 1: TO06", "Bob 1: MA02", step="revelation")
    do(game, "Ann", Bid(5))
    do(game, "Bob", Bid(1))
    assert (pool(game, "Ann"), pool(game, "Bob"), deployed(game, "Bob", 1)) == (6, 5, 1)
    assert faces(game, "Bob", 1) == {"MA02": "down"}


# TO07 Friends in High Places -------------------------------------------------------------------------------


@pytest.mark.rules("RUL-05", "REV-02", "GLOS-06")
@pytest.mark.parametrize(("cards", "blood", "most"), [(1, 6, 1), (3, 6, 3), (5, 6, 5), (7, 6, 5), (5, 2, 1)])
def test_friends_up_to_one_blood_for_each_card_of_the_alliance(cards: int, blood: int, most: int) -> None:
    lies = ("Ann 1: TO07", "Bob 1: (VE08)")
    game = table(*lies, step="revelation", Ann={"alliance": VICTIMS[:cards], "blood": blood})
    assert list(game.legal(0)) == [Choose(number) for number in range(most + 1)]
    assert faces(game, "Bob", 1) == {"VE08": "down"}
    do(game, "Ann", Choose(most))
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (blood - most, most)
    assert power(game, "Ann") == 3 + most
    assert {"RUL-05", "GLOS-06"} <= set(entries(game, card="TO07")[0].rules)


@pytest.mark.rules("RUL-01", "RUL-05", "FRZ-12")
def test_friends_may_take_the_last_blood_only_where_that_is_allowed() -> None:
    lies = ("Ann 1: TO07", "Bob 1: VE08")
    ann = {"blood": 2, "alliance": VICTIMS[:3]}
    game = table(*lies, step="revelation", Ann=ann, rulings={"last_blood": "allow"})
    do(game, "Ann", Choose(2))
    assert [event.get("causer") for event in events(game, "frenzy", "Ann")] == [None]


@pytest.mark.rules("PLAN-21", "GLOS-05")
@pytest.mark.parametrize("ann", ["Ann 1: (TO07)", "Ann 2: TO07"])
def test_friends_face_down_or_elsewhere_ask_nothing(ann: str) -> None:
    game = table(ann, "Ann 1: TO09", "Bob 1: VE08", "Dee haven: +1", step="revelation")
    assert not events(game, "choice")
    assert game.view(None).at != 1


# TO08 Ready, TO09 Hunt -------------------------------------------------------------------------------------


@pytest.mark.rules("SET-21", "REW-04", "PREP-01")
def test_ready_takes_a_victim_into_the_alliance() -> None:
    game = table("Ann 1: TO08 TO02", "Bob 1: VE08", step="preparation")
    (victim,) = events(game, "victim", "Ann", at=1)
    assert seat(game, "Ann").alliance[1] == victim.get("card")
    assert victim.moment.step == "preparation"
    assert power(game, "Ann") == 2


@pytest.mark.rules("RUL-13")
def test_ready_takes_nothing_from_an_empty_deck() -> None:
    game = table("Ann 1: TO08", "Bob 1: VE08", step="preparation", Cy={"alliance": ALL_THE_OTHERS})
    assert events(game, "no_victim", "Ann")
    assert seat(game, "Ann").alliance == ("VI31",)


@pytest.mark.rules("GLOS-12", "GLOS-17", "RUL-07", "FRZ-02")
def test_hunt_steals_one_from_each_rival() -> None:
    game = table("Ann 1: TO09", "Bob 1: VE08", "Cy 1: +1", step="aftermath", ambition="Cy", Bob={"blood": 1})
    assert moves(game, cause="steal") == [("Cy", "Ann", 1), ("Bob", "Ann", 1)]
    assert (pool(game, "Ann"), pool(game, "Bob"), influence(game, "Ann")) == (8, 3, 4)
