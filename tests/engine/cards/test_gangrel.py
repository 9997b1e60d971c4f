"""The nine cards of Clan Gangrel."""

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
    resolve,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Choose, Play


@pytest.mark.rules("GLOS-16", "CONF-10")
@pytest.mark.parametrize("card", ["GA01", "GA02", "GA04", "GA05", "GA07", "GA08", "GA09"])
def test_face_down_they_do_nothing(card: str) -> None:
    asleep(table(f"Ann 1: ({card}) +2", "Bob 1: VE08 +2", step="preparation"))


# GA01 Earth Meld -------------------------------------------------------------------------------------------


@pytest.mark.rules("AFT-01", "REV-06")
def test_earth_meld_brings_all_own_blood_back_once_the_winner_is_fixed() -> None:
    game = table("Ann 1: GA01 +3", "Ann 2: +1", "Bob 1: VE08 +1", "Dee haven: +1", step="conflict")
    assert ranking(game) == ["Ann", "Bob"]
    assert moves(game, cause="take_back") == [("Ann 1", "Ann", 3)]
    assert (deployed(game, "Ann", 1), deployed(game, "Ann", 2), deployed(game, "Bob", 1)) == (0, 1, 1)


@pytest.mark.rules("CONTR-06")
def test_earth_meld_without_blood_is_ignored() -> None:
    assert not moves(table("Ann 1: GA01", "Bob 1: VE08", step="aftermath"))


# GA02 Wolf Companion ---------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-37", "GLOS-15", "CONF-02")
@pytest.mark.parametrize(
    ("card", "halved"), [("VE06", 1), ("VE01", 1 + 1), ("VE08", 1), ("VE09", 0), ("TR02", 3), ("TR01", 4 - 4)]
)
def test_wolf_companion_halves_the_printed_power_of_rivals_rounding_down(card: str, halved: int) -> None:
    game = table("Ann 1: GA02", f"Bob 1: {card} +2", step="conflict")
    assert power(game, "Bob") == halved + 2


@pytest.mark.rules("GLOS-17", "RUL-37")
def test_wolf_companion_leaves_own_cards_blood_and_other_locations_alone() -> None:
    lies = ("Ann 1: GA02 GA06 +1", "Bob 1: BR04 BR01 +3", "Cy 1: TR03", "Cy 2: TR02", "Dee haven: +1")
    game = table(*lies, step="conflict")
    resolve(game, 1)
    assert power(game, "Ann") == 2 + 3 + 1
    assert power(game, "Bob") == 4 // 2 + (6 // 2 - 2) + 3
    assert power(game, "Cy") == 3 // 2
    resolve(game, 2)
    assert [event.get("card") for event in events(game, "printed")] == ["BR04", "BR01", "TR03"]


@pytest.mark.rules("RUL-37")
def test_halved_powers_are_whole_again_at_the_next_location() -> None:
    game = table("Ann 1: GA02", "Bob 1: NO01", "Cy haven: VE08", step="conflict", round=3)
    resolve(game, "haven")
    assert power(game, "Bob", 1) == 1
    assert power(game, "Bob", "haven") == 2


# GA03 Feral Weapons ----------------------------------------------------------------------------------------


@pytest.mark.rules("CONF-03", "GLOS-07")
@pytest.mark.parametrize(("ann", "total"), [("GA03", 1), ("GA03 +3", 1 + 6), ("(GA03) +3", 3)])
def test_feral_weapons_own_blood_is_worth_two_each(ann: str, total: int) -> None:
    game = table(f"Ann 1: {ann}", "Bob 1: VE08 +2", step="conflict")
    assert (power(game, "Ann"), power(game, "Bob")) == (total, 4)


@pytest.mark.rules("GLOS-05")
def test_feral_weapons_only_where_they_lie() -> None:
    game = table("Ann 1: GA09 +3", "Ann 2: GA03", "Bob 1: VE08", "Dee haven: +1", step="conflict")
    assert power(game, "Ann") == 3


# GA04 Power of the Pack ------------------------------------------------------------------------------------


@pytest.mark.rules("PREP-01", "GLOS-17", "RUL-07")
def test_power_of_the_pack_takes_half_of_each_rivals_deployed_blood_rounding_up() -> None:
    lies = ("Ann 1: GA04 +2", "Bob 1: VE08 +3", "Cy 1: +4", "Eve 1: TO08", "Dee 2: +5", "Dee haven: +1")
    game = table(*lies, step="preparation", players=5, ambition="Cy")
    assert moves(game, card="GA04") == [("Cy 1", "Ann", 2), ("Bob 1", "Ann", 2)]
    assert (deployed(game, "Bob", 1), deployed(game, "Cy", 1), deployed(game, "Ann", 1)) == (1, 2, 2)


@pytest.mark.rules("GLOS-13", "GLOS-18")
def test_power_of_the_pack_may_take_the_last_blood_of_a_position() -> None:
    game = table("Ann 1: GA04", "Bob 1: +1", "Cy 1: VE08", "Eve 1: TO08", step="preparation", players=5)
    assert deployed(game, "Bob", 1) == 0
    assert ranking(game) == ["Ann", "Cy", "Eve"]
    assert not events(game, "frenzy")


# GA05 Fearless ---------------------------------------------------------------------------------------------


@pytest.mark.rules("PREP-01")
def test_fearless_swaps_blood_here_with_the_pool_and_adds_two() -> None:
    game = table("Ann 1: GA05 +4", "Bob 1: VE08", step="preparation", Ann={"blood": 1})
    assert asked(game) == ("Ann", "swap")
    do(game, "Ann", YES)
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (4, 1 + 2)
    assert moves(game, card="GA05") == [("Ann 1", "Ann", 4), ("Ann", "Ann 1", 1), ("bank", "Ann 1", 2)]


@pytest.mark.rules("PREP-01", "CONTR-01")
def test_fearless_may_be_left_alone() -> None:
    game = table("Ann 1: GA05 +4", "Bob 1: VE08", step="preparation", Ann={"blood": 1})
    do(game, "Ann", NO)
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (1, 4)


@pytest.mark.rules("RUL-01", "GLOS-10")
def test_fearless_with_nothing_deployed_is_no_frenzy_of_ones_own_will() -> None:
    game = table("Ann 1: GA05", "Bob 1: VE08", step="preparation")
    assert not events(game, "choice")
    (left_out,) = events(game, "ignored", "Ann", card="GA05")
    assert "RUL-01" in left_out.rules
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (6, 0)


@pytest.mark.rules("RUL-01", "GLOS-10")
def test_games_of_the_first_version_go_on_with_fearless_as_they_began() -> None:
    game = table("Ann 1: GA05", "Bob 1: VE08", step="preparation", version=1)
    do(game, "Ann", YES)
    assert events(game, "frenzy", "Ann")


@pytest.mark.rules("RUL-06", "FRZ-01", "FRZ-12")
def test_where_the_last_blood_may_go_fearless_is_a_frenzy_that_nobody_caused() -> None:
    game = table("Ann 1: GA05", "Bob 1: VE08", step="preparation", rulings={"last_blood": "allow"})
    do(game, "Ann", YES)
    (frenzy,) = events(game, "frenzy", "Ann")
    assert (frenzy.get("causer"), "FRZ-12" in frenzy.rules) == (None, True)
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (3, 6 + 2)
    assert not entries(game, cause="frenzy_paid")


# GA06 On the Prowl -----------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-03", "PLAN-20")
@pytest.mark.parametrize(("at", "face", "blood"), [(1, "up", 1), (1, "down", 1), (2, "up", 0)])
def test_on_the_prowl_each_opponents_card_played_here_brings_one_blood(at: int, face: str, blood: int) -> None:
    game = table("Ann 1: GA06", Bob={"hand": ["BR04"]}, start={"phase": "planning", "turn": "Bob"})
    do(game, "Bob", Play("BR04", at, face))
    assert moves(game, card="GA06") == [("bank", "Ann 1", 1)] * blood


@pytest.mark.rules("GLOS-03", "PLAN-17")
@pytest.mark.parametrize(("lies", "name", "card"), [("Ann 1: (GA06)", "Bob", "BR04"), ("Ann 1: GA06", "Ann", "GA08")])
def test_on_the_prowl_is_asleep_face_down_and_minds_no_own_cards(lies: str, name: str, card: str) -> None:
    game = table(lies, start={"phase": "planning", "turn": name}, **{name: {"hand": [card]}})
    do(game, name, Play(card, 1))
    assert deployed(game, "Ann", 1) == 0


@pytest.mark.rules("RUL-21", "GLOS-03")
def test_on_the_prowl_counts_cards_that_an_effect_plays() -> None:
    game = table("Ann 1: GA06", "Bob 1: MA03", step="preparation", Bob={"hand": ["MA04", "MA08"]})
    assert deployed(game, "Ann", 1) == 2


@pytest.mark.rules("RUL-23", "GLOS-05", "GLOS-03")
def test_on_the_prowl_counts_where_it_lies_now_but_not_cards_that_are_only_moved() -> None:
    game = table("Ann haven: GA06", "Bob 1: NO01 NO09", "Cy 1: VE08", step="aftermath", Bob={"blood": 1})
    do(game, "Bob", Choose("NO01"), YES)
    assert faces(game, "Bob", "haven") == {"NO01": "up", "NO09": "up"}
    assert deployed(game, "Ann", "haven") == 0


# GA07 Mist Form --------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-45", "AFT-01")
def test_mist_form_moves_half_of_the_own_blood_rounding_up() -> None:
    game = table("Ann 1: GA07 +5", "Bob 1: VE08", "Bob 2: BR08", step="aftermath", Cy={"clan": "brujah"})
    assert set(game.legal(0)) == {NO, Choose(2), Choose("haven")}
    do(game, "Ann", Choose(2))
    assert (deployed(game, "Ann", 1), deployed(game, "Ann", 2)) == (2, 3)
    assert 0 in game.pending
    assert "RUL-45" in entries(game, card="GA07")[0].rules


@pytest.mark.rules("CONTR-01")
def test_mist_form_may_be_left_alone_and_without_blood_is_not_asked() -> None:
    game = table("Ann 1: GA07 +5", "Bob 1: VE08", step="aftermath")
    do(game, "Ann", NO)
    assert deployed(game, "Ann", 1) == 5
    assert asked(table("Ann 1: GA07", "Bob 1: VE08", step="aftermath")) == ("Dee", "withdraw")


@pytest.mark.rules("RUL-29")
def test_mist_form_may_move_blood_to_a_location_that_is_resolved() -> None:
    game = table("Ann 2: GA07 +4", "Bob 2: VE08", at=2, step="aftermath")
    do(game, "Ann", Choose(1))
    assert deployed(game, "Ann", 1) == 2
    assert (asked(game), ranking(game, 1)) == (("Dee", "withdraw"), [])


# GA08 Ready, GA09 Hunt -------------------------------------------------------------------------------------


@pytest.mark.rules("PREP-01", "CONF-03")
def test_ready_brings_two_blood_from_the_bank() -> None:
    game = table("Ann 1: GA08", "Bob 1: VE08", step="preparation")
    assert moves(game, card="GA08") == [("bank", "Ann 1", 2)]
    assert power(game, "Ann") == 2


@pytest.mark.rules("GLOS-12", "GLOS-17", "RUL-07", "FRZ-02")
def test_hunt_steals_one_from_each_rival() -> None:
    lies = ("Ann 1: GA09", "Bob 1: VE08", "Cy 1: +1", "Dee 2: +1", "Dee haven: +1")
    game = table(*lies, step="aftermath", Bob={"blood": 1})
    assert moves(game, cause="steal") == [("Bob", "Ann", 1), ("Cy", "Ann", 1)]
    assert (pool(game, "Ann"), influence(game, "Ann"), pool(game, "Bob")) == (8, 4, 3)
