"""The Conflict step: effects, then who wins (CONF)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    ally,
    answer_all,
    asked,
    deployed,
    do,
    entries,
    events,
    faces,
    influence,
    kinds,
    power,
    ranking,
    resolve,
    seat,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Choose, Stay, Withdraw
from vendetta_kit.games.vendetta.wording.message_text import event_text

# Two sub-steps ---------------------------------------------------------------------------------------------


@pytest.mark.rules("CONF-01")
def test_effects_come_before_the_winner() -> None:
    game = table("Ann 1: GA02", "Bob 1: VE06", step="conflict")
    assert kinds(game, "act", "printed", "count", "winner") == ["act GA02", "printed", "count", "count", "winner"]
    assert "CONF-01" in events(game, "act", "Ann")[0].rules


@pytest.mark.rules("CONF-02", "CONTR-02")
@pytest.mark.parametrize(("ambition", "order"), [("Ann", ["GA02", "BR01", "MA08"]), ("Cy", ["MA08", "GA02", "BR01"])])
def test_conflict_cards_act_in_turn_order(ambition: str, order: list[str]) -> None:
    game = table("Ann 1: GA02", "Bob 1: BR01", "Cy 1: MA08", step="conflict", ambition=ambition)
    assert [event.get("card") for event in events(game, "act")] == order


# The count -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CONF-03")
def test_total_power_is_cards_after_effects_plus_deployed_blood() -> None:
    game = table("Ann 1: VE06 VE08 +3", "Bob 1: BR04 +1", "Cy 1: GA02", step="conflict")
    assert power(game, "Ann") == 2 // 2 + 2 // 2 + 3
    assert power(game, "Bob") == 4 // 2 + 1
    (told,) = events(game, "count", "Ann")
    assert (dict(told.get("cards")), told.get("blood")) == ({"VE06": 1, "VE08": 1}, 3)
    assert "CONF-03" in told.rules


@pytest.mark.rules("CONF-03")
def test_what_lies_elsewhere_does_not_count() -> None:
    game = table("Ann 1: VE08", "Ann 2: VE06 +3", "Bob 1: BR08", step="conflict")
    assert power(game, "Ann") == 2


@pytest.mark.rules("CONF-04")
@pytest.mark.parametrize(
    ("ann", "bob", "cy", "order"),
    [
        ("VE08", "BR04", "TR03", ["Bob", "Cy", "Ann"]),
        ("VE08 +3", "BR04", "TR03", ["Ann", "Bob", "Cy"]),
        ("VE08", "BR04", "TR03 +2", ["Cy", "Bob", "Ann"]),
    ],
)
def test_most_power_wins(ann: str, bob: str, cy: str, order: list[str]) -> None:
    game = table(f"Ann 1: {ann}", f"Bob 1: {bob}", f"Cy 1: {cy}", step="conflict")
    assert ranking(game) == order
    assert "CONF-04" in events(game, "winner")[0].rules


@pytest.mark.rules("CONF-05", "SET-04", "CONTR-03")
@pytest.mark.parametrize(("ambition", "winner"), [("Ann", "Ann"), ("Bob", "Bob"), ("Cy", "Ann"), ("Dee", "Ann")])
def test_a_tie_is_won_by_who_is_earlier_in_turn_order(ambition: str, winner: str) -> None:
    game = table("Ann 1: TR06", "Bob 1: VE08", step="conflict", ambition=ambition)
    assert ranking(game)[0] == winner
    (told,) = events(game, "winner")
    assert set(told.get("tied")) == {0, 1}
    assert {"CONF-05", "SET-04"} <= set(told.rules)


@pytest.mark.rules("CONF-06", "SET-04")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_ties_further_down_go_by_turn_order_too(first: int) -> None:
    names = ["Ann", "Bob", "Cy"]
    game = table("Ann 1: TR06", "Bob 1: VE08", "Cy 1: NO01", step="conflict", ambition=names[first], round=2)
    assert ranking(game) == names[first:] + names[:first]
    second, third = ranking(game)[1:]
    assert (influence(game, second), influence(game, third)) == (3 + 2, 3 + 1)


@pytest.mark.rules("CONF-06")
@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "Cy and Ann tie for place 2: Cy is earlier"), ("de", "Gleichstand von Cy und Ann um Platz 2: Cy ist")],
)
def test_a_tie_for_the_second_place(lang: str, said: str) -> None:
    game = table("Ann 1: VE08", "Bob 1: BR04", "Cy 1: TR06", step="conflict", ambition="Cy")
    assert ranking(game) == ["Bob", "Cy", "Ann"]
    (told,) = events(game, "winner")
    assert said in event_text(told, game.names, lang)
    assert "CONF-06" in told.rules


@pytest.mark.rules("CONF-09", "GLOS-02")
def test_somebody_elses_card_counts_for_whose_position_it_lies_on() -> None:
    game = table("Ann 1: MA01 VE08", "Bob 1: BR08", step="conflict", Cy={"clan": "ventrue"})
    assert power(game, "Ann") == 3 + 2
    assert ranking(game) == ["Ann", "Bob"]


@pytest.mark.rules("CONF-11", "WDR-07")
def test_who_withdrew_is_not_ranked() -> None:
    game = table("Ann 1: VE08 +5", "Bob 1: BR08", "Cy 1: TR06", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    do(game, "Cy", Stay())
    assert ranking(game) == ["Cy", "Bob"]


@pytest.mark.rules("CONF-11")
def test_who_was_never_there_is_not_ranked() -> None:
    game = resolve(table("Ann 1: VE08", "Bob 1: BR08", "Cy 2: TR06", step="withdraw"))
    assert ranking(game) == ["Ann", "Bob"]


@pytest.mark.rules("KIT-05", "CONF-11")
def test_who_stayed_but_has_nothing_left_is_not_ranked() -> None:
    game = table("Ann 1: NO05", "Bob 1: BR08", "Cy 1: TR06", step="preparation")
    do(game, "Ann", Choose(0), YES)
    assert ranking(game) == ["Cy", "Bob"]
    assert "KIT-05" in events(game, "winner")[0].rules


# One player, or nobody -------------------------------------------------------------------------------------


@pytest.mark.rules("CONF-07", "RUL-30", "REW-02", "GLOS-08")
def test_the_only_player_with_cards_wins_and_blood_alone_is_ranked_behind() -> None:
    game = resolve(table("Ann 1: BR08", "Bob 1: +9", "Cy 1: +1", "Dee 1: +9", step="withdraw"))
    assert ranking(game) == ["Ann", "Bob", "Dee", "Cy"]
    assert seat(game, "Ann").alliance == ("VI31", "AL16")
    assert [influence(game, name) for name in ("Ann", "Bob", "Dee", "Cy")] == [4, 4, 4, 3]
    assert [len(seat(game, name).alliance) for name in ("Bob", "Dee", "Cy")] == [2, 1, 1]
    (told,) = events(game, "lone", "Ann")
    assert {"CONF-07", "RUL-30", "RUL-33"} <= set(told.rules)


@pytest.mark.rules("CONF-07", "RUL-30", "REW-12")
def test_by_the_other_reading_blood_alone_gets_nothing() -> None:
    game = resolve(table("Ann 1: BR08", "Bob 1: +9", "Cy 1: +1", step="withdraw", rulings={"blood_alone": "nothing"}))
    assert ranking(game) == ["Ann"]
    assert seat(game, "Ann").alliance == ("VI31", "AL16")
    assert [influence(game, name) for name in ("Ann", "Bob", "Cy")] == [4, 3, 3]
    assert seat(game, "Bob").alliance == ("VI32",)
    (told,) = events(game, "lone", "Ann")
    assert {"CONF-07", "RUL-30", "RUL-33"} <= set(told.rules)


@pytest.mark.rules("CONF-07", "WDR-07")
def test_it_is_also_lone_when_all_others_left() -> None:
    game = table("Ann 1: (BR08)", "Bob 1: VE08 +3", step="withdraw")
    do(game, "Bob", Withdraw())
    do(game, "Ann", Stay())
    assert ranking(game) == ["Ann"]
    assert influence(game, "Bob") == 3


@pytest.mark.rules("RUL-31", "GLOS-08")
def test_beside_two_with_cards_blood_alone_is_ranked() -> None:
    game = resolve(table("Ann 1: BR08", "Bob 1: VE08", "Cy 1: +3", step="withdraw"))
    assert ranking(game) == ["Cy", "Bob", "Ann"]
    assert "RUL-31" in events(game, "count", "Cy")[0].rules


@pytest.mark.rules("RUL-33")
def test_that_cards_leave_later_makes_nobody_a_lone_winner() -> None:
    game = table("Ann 1: NO07", "Bob 1: VE08", "Cy 1: +1", step="preparation")
    do(game, "Ann", YES)
    assert ranking(game) == ["Bob", "Cy"]
    assert not events(game, "lone")
    assert len(seat(game, "Cy").alliance) == 2


@pytest.mark.rules("CONF-08", "LOC-05")
def test_nobody_with_cards_no_reward_and_the_ally_leaves_the_game() -> None:
    game = resolve(table("Ann 1: +3", "Bob 1: +1", step="withdraw"))
    assert ranking(game) == []
    assert not entries(game, cause="reward")
    assert ally(game, 1) is None
    (gone,) = events(game, "ally_removed", at=1)
    assert gone.get("card") == "AL16"
    assert "CONF-08" in gone.rules
    assert not any("AL16" in view.alliance for view in game.view(None).seats)
    assert game.view(None).allies_left == 30 - 3


@pytest.mark.rules("CONF-08")
def test_the_ally_leaves_also_where_nobody_ever_was() -> None:
    game = table("Dee haven: +1", step="withdraw")
    assert [event.get("card") for event in events(game, "ally_removed")] == ["AL16", "AL17"]


@pytest.mark.rules("CONF-08", "RUL-32")
@pytest.mark.parametrize(("reading", "order"), [("after_conflict", []), ("after_withdraw", ["Ann"])])
def test_cards_that_leave_after_the_withdraw_step(reading: str, order: list[str]) -> None:
    """Both took part with cards; then Ann takes hers back and Bob vanishes, so that only Ann's Blood is left."""
    lies = ("Ann 1: MA05 +2", "Bob 1: NO07", "Dee haven: VE08")
    game = table(*lies, step="withdraw", rulings={"nobody_left": reading})
    answer_all(game, lambda g: asked(g) == ("Ann", "take_back"))
    do(game, "Ann", Choose("MA05"))
    do(game, "Bob", YES)
    assert (faces(game, "Ann", 1), faces(game, "Bob", 1), deployed(game, "Ann", 1)) == ({}, {}, 2)
    assert ranking(game) == order
    assert influence(game, "Ann") == 3 + len(order)
    if reading == "after_conflict":
        assert "RUL-32" in events(game, "nobody", at=1)[0].rules


@pytest.mark.rules("CONF-08", "RUL-32")
@pytest.mark.parametrize("reading", ["after_conflict", "after_withdraw"])
def test_blood_alone_wins_nothing_under_either_reading(reading: str) -> None:
    game = resolve(table("Ann 1: +2", "Bob 1: +1", step="withdraw", rulings={"nobody_left": reading}))
    assert ranking(game) == []
    assert events(game, "nobody", at=1)


@pytest.mark.rules("CONF-08", "RUL-32", "KIT-05")
def test_where_nothing_at_all_is_left_nobody_wins_under_the_german_reading_either() -> None:
    lies = ("Ann 1: MA05", "Bob 1: NO07", "Dee haven: VE08")
    game = table(*lies, step="preparation", rulings={"nobody_left": "after_withdraw"})
    do(game, "Ann", Choose("MA05"))
    do(game, "Bob", YES)
    assert ranking(game) == []
    assert events(game, "nobody", at=1)


@pytest.mark.rules("RUL-32", "RUL-33", "CONF-07")
@pytest.mark.parametrize(("reading", "order"), [("after_conflict", []), ("after_withdraw", ["Ann", "Bob"])])
def test_a_lone_winner_whose_card_has_moved_on(reading: str, order: list[str]) -> None:
    """Lone after the Withdraw step, Ann backstabs her way to the Haven: her Blood stays, and so does Bob's."""
    lies = ("Ann 1: NO05 +1", "Bob 1: +5")
    game = table(*lies, step="preparation", rulings={"nobody_left": reading})
    do(game, "Ann", Choose(0), YES)
    assert ranking(game) == order


# Powers that change ----------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-36", "CONF-10", "CONF-08")
def test_a_card_turned_face_down_is_worth_nothing_but_is_still_a_card() -> None:
    game = table("Ann 1: TR02", step="preparation", Ann={"blood": 1})
    assert faces(game, "Ann", 1) == {"TR02": "down"}
    assert ranking(game) == ["Ann"]


@pytest.mark.rules("RUL-36")
def test_turned_down_it_counts_zero_beside_others() -> None:
    game = table("Ann 1: TR02", "Bob 1: VE08", step="preparation")
    do(game, "Ann", NO)
    assert power(game, "Ann") == 0
    assert ranking(game) == ["Bob", "Ann"]


@pytest.mark.rules("RUL-37", "CONF-02")
@pytest.mark.parametrize("ambition", ["Ann", "Bob"])
def test_printed_powers_change_first_and_additions_count_last(ambition: str) -> None:
    """Wolf Companion halves the printed 6 of Bloody Fury whenever it acts; the 2 less come off at the count."""
    game = table("Ann 1: GA02", "Bob 1: BR01 +1", step="conflict", ambition=ambition)
    assert power(game, "Bob") == 6 // 2 - 2 + 1
    (told,) = events(game, "printed", "Bob")
    assert (told.get("before"), told.get("after")) == (6, 3)
    assert "RUL-37" in told.rules


@pytest.mark.rules("RUL-37", "KIT-09")
def test_diplomacy_sets_to_zero_before_anything_is_halved() -> None:
    game = table("Ann 1: GA02", "Bob 1: VE02", "Cy 1: BR04 BR08", step="conflict")
    assert power(game, "Cy") == 0 + 1 // 2
    assert [event.get("card") for event in events(game, "act")][:2] == ["VE02", "GA02"]


@pytest.mark.rules("RUL-38")
@pytest.mark.parametrize(("blood", "total"), [(9, 2), (12, 2), (4, 7)])
def test_a_card_is_never_worth_less_than_nothing(blood: int, total: int) -> None:
    game = table("Ann 1: TR01 +2", "Bob 1: VE08", step="conflict", Ann={"blood": blood})
    assert power(game, "Ann") == total


@pytest.mark.rules("RUL-39")
def test_a_total_of_zero_is_ranked() -> None:
    game = table("Ann 1: BR09", "Bob 1: VE08", step="conflict")
    assert power(game, "Ann") == 0
    assert ranking(game) == ["Bob", "Ann"]
    assert influence(game, "Ann") == 3 + 1
