"""The nine cards of Clan Ventrue."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    acted,
    asked,
    asleep,
    deployed,
    do,
    entries,
    events,
    influence,
    moves,
    play,
    pool,
    power,
    ranking,
    refused,
    resolve,
    table,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Choose, Stay, Withdraw


@pytest.mark.rules("GLOS-16", "CONF-10")
@pytest.mark.parametrize("card", ["VE02", "VE04", "VE06", "VE08", "VE09"])
def test_face_down_they_do_nothing(card: str) -> None:
    asleep(table(f"Ann 1: ({card}) +2", "Bob 1: BR08 +2", step="preparation"))


# VE01 Master Plan ------------------------------------------------------------------------------------------


def end_of_planning(*lies: str, **more: object) -> Game:
    """Round 1's last turn is played at Location 2 by Dee; the others have nothing left to play."""
    seats = {name: {"hand": [], **more.pop(name, {})} for name in ("Ann", "Bob", "Cy")}  # type: ignore[dict-item]
    start = {"phase": "planning", "turn": "Dee", "number": 2}
    game = table(*lies, start=start, Dee={"hand": ["NO08"]}, **seats, **more)
    play(game, "Dee", "NO08", 2)
    return game


@pytest.mark.rules("GLOS-11", "GLOS-04")
def test_master_plan_opponents_without_a_card_here_lose_one_influence_when_planning_ends() -> None:
    game = end_of_planning("Ann 1: VE01", "Bob 1: (BR08)", "Cy 1: +2")
    assert moves(game, token="influence") == [("Cy", "bank", 1), ("Dee", "bank", 1)]
    assert [influence(game, name) for name in ("Ann", "Bob", "Cy", "Dee")] == [3, 3, 2, 2]


@pytest.mark.rules("PLAN-17", "PLAN-21")
def test_master_plan_face_down_has_missed_that_moment_but_counts_rivals_later() -> None:
    game = end_of_planning("Ann 1: (VE01)", "Bob 1: BR08", "Cy 1: +1")
    assert not moves(game, token="influence")
    resolve(game)
    assert power(game, "Ann") == 3 + 2


@pytest.mark.rules("RUL-11")
def test_master_plan_takes_no_more_influence_than_there_is() -> None:
    game = end_of_planning("Ann 1: VE01", "Bob 1: BR08", Cy={"influence": 0})
    assert moves(game, token="influence") == [("Dee", "bank", 1)]
    assert influence(game, "Cy") == 0


@pytest.mark.rules("RUL-37", "GLOS-17")
@pytest.mark.parametrize(("lies", "total"), [((), 4), (("Bob 1: BR08",), 5), (("Bob 1: BR08", "Cy 1: +1"), 6)])
def test_master_plan_is_worth_one_more_for_each_rival_here(lies: tuple[str, ...], total: int) -> None:
    game = table("Ann 1: VE01", *lies, "Dee 1: NO08", "Dee 2: +1", "Bob haven: +1", step="conflict")
    assert power(game, "Ann") == total


# VE02 Diplomacy --------------------------------------------------------------------------------------------


@pytest.mark.rules("KIT-09", "RUL-37", "GLOS-15")
@pytest.mark.parametrize(
    ("bob", "cy", "powers"),
    [
        ("BR04 BR08", "NO08", (1, 1)),  # 4 and 1, 1: the 4 falls
        ("BR04 BR08", "NO07 NO08", (1, 1)),  # 4 and 4: both fall
        ("BR01 BR04", "NO07", (4, 4)),  # 6 falls alone
        ("BR02 BR04", "NO08", (4, 1)),  # Punk's Posse prints 0
        ("(BR01) BR08", "NO05", (1, 0)),  # a hidden card is passed over
    ],
)
def test_diplomacy_the_highest_printed_power_elsewhere_here_becomes_zero(
    bob: str, cy: str, powers: tuple[int, int]
) -> None:
    game = table("Ann 1: VE02 VE01", f"Bob 1: {bob}", f"Cy 1: {cy}", "Cy 2: NO01", "Dee haven: +1", step="conflict")
    assert (power(game, "Bob"), power(game, "Cy")) == powers
    assert power(game, "Ann") == 3 + 3 + 2


@pytest.mark.rules("KIT-09")
def test_diplomacy_what_a_card_adds_by_its_own_text_still_counts() -> None:
    game = table("Ann 1: VE02", "Bob 1: NO08", "Bob haven: +1", step="conflict")
    assert power(game, "Bob") == 0
    game = table("Ann haven: VE02", "Bob haven: NO08", at="haven", step="conflict", round=3)
    assert power(game, "Bob", "haven") == 0 + 2


@pytest.mark.rules("CONF-02", "CONTR-01")
@pytest.mark.parametrize("ambition", ["Ann", "Bob"])
def test_diplomacy_acts_before_all_other_conflict_cards(ambition: str) -> None:
    game = table("Ann 1: VE02", "Bob 1: GA02", "Cy 1: BR01", step="conflict", ambition=ambition)
    assert acted(game)[0] == "VE02"
    assert power(game, "Ann") == 3 // 2


# VE03 Curfew -----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-46", "GLOS-12", "GLOS-17", "RUL-07")
def test_curfew_each_rival_pays_three_or_gives_up_preparation_and_aftermath_here() -> None:
    game = table("Ann 1: (VE03)", "Bob 1: BR07 BR09", "Cy 1: NO09 +1", step="revelation")
    assert asked(game) == ("Bob", "curfew")
    do(game, "Bob", NO)
    assert asked(game) == ("Cy", "curfew")
    do(game, "Cy", YES)
    assert moves(game, card="VE03") == [("Cy", "Ann", 3)]
    assert events(game, "silenced", "Bob", at=1)
    assert acted(game) == ["VE03", "NO09"]


@pytest.mark.rules("RUL-46", "CONF-01")
def test_curfew_leaves_conflict_cards_and_later_locations_alone() -> None:
    game = table("Ann 1: VE03", "Bob 1: GA02 GA04 +1", "Bob 2: GA08", "Dee haven: +1", step="revelation")
    do(game, "Bob", NO)
    resolve(game)
    resolve(game, 2)
    assert acted(game) == ["VE03", "GA02", "GA08"]


@pytest.mark.rules("RUL-46", "GLOS-16")
def test_curfew_that_is_still_hidden_asks_nobody() -> None:
    game = table("Ann 1: (VE03)", "Bob 1: BR07", step="preparation")
    assert acted(game) == ["BR07"]


@pytest.mark.rules("FRZ-02", "FRZ-11", "CONTR-05")
def test_curfew_may_be_paid_with_a_frenzy() -> None:
    game = table("Ann 1: VE03", "Bob 1: BR07", step="revelation", Bob={"blood": 2})
    do(game, "Bob", YES)
    assert moves(game, card="VE03") == [("Bob", "Ann", 2)]
    assert events(game, "frenzy", "Bob")[0].get("causer") == 0
    assert "BR07" in acted(game)


# VE04 Majesty ----------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-15", "RUL-37")
@pytest.mark.parametrize(
    ("ann", "bob", "total"),
    [
        ("VE04", "BR09", 0),
        ("VE04", "BR04", 4),
        ("VE04", "BR01 +2", 6),
        ("VE04", "(BR01) BR08", 1),
        ("VE04 VE07", "BR08", 3 + 3),
        ("VE04 +2", "BR02 BR08", 1 + 2),
    ],
)
def test_majesty_is_worth_the_highest_printed_power_here(ann: str, bob: str, total: int) -> None:
    game = table(f"Ann 1: {ann}", f"Bob 1: {bob}", "Cy 2: NO07", "Dee haven: +1", step="conflict")
    assert power(game, "Ann") == total


# VE05 Mass Manipulation ------------------------------------------------------------------------------------


def manipulated(
    ann: Stay | Withdraw, bob: Stay | Withdraw, cy: Stay | Withdraw, card: str = "VE05", **more: object
) -> Game:
    """Mass Manipulation lies at Location 1 with Ann; the three have chosen."""
    game = table(f"Ann 1: {card}", "Bob 1: BR08", "Cy 1: +1", step="withdraw", **more)
    for name, token in (("Ann", ann), ("Bob", bob), ("Cy", cy)):
        do(game, name, token)
    return game


@pytest.mark.rules("RUL-28", "KIT-07", "GLOS-12")
def test_mass_manipulation_who_stays_is_robbed_of_two() -> None:
    game = manipulated(Stay(), Stay(), Withdraw())
    assert moves(game, card="VE05") == [("Bob", "Ann", 2)]
    assert pool(game, "Cy") == 6 + 1
    assert {"RUL-28", "KIT-07"} <= set(entries(game, card="VE05")[0].rules)


@pytest.mark.rules("RUL-28", "RUL-07")
def test_mass_manipulation_goes_round_in_turn_order() -> None:
    game = manipulated(Stay(), Stay(), Stay(), ambition="Cy")
    assert moves(game, card="VE05") == [("Cy", "Ann", 2), ("Bob", "Ann", 2)]


@pytest.mark.rules("KIT-07", "RUL-28")
def test_mass_manipulation_leaves_with_its_player_and_takes_nothing() -> None:
    game = manipulated(Withdraw(), Stay(), Withdraw())
    assert not moves(game, card="VE05")
    (gone,) = events(game, "ignored", "Ann", card="VE05")
    assert "KIT-07" in gone.rules
    assert not events(manipulated(Withdraw(), Withdraw(), Withdraw()), "ignored")  # nobody stayed to pay


@pytest.mark.rules("KIT-07", "RUL-28")
def test_by_the_other_reading_mass_manipulation_takes_also_when_its_player_leaves() -> None:
    game = manipulated(Withdraw(), Stay(), Withdraw(), rulings={"mass_manipulation": "before_leaving"})
    assert moves(game, card="VE05") == [("Bob", "Ann", 2)]
    (left,) = events(game, "withdraw", "Ann")
    assert entries(game, card="VE05")[0].n < left.n


@pytest.mark.rules("RUL-28", "PLAN-17")
def test_mass_manipulation_face_down_is_asleep() -> None:
    assert not moves(manipulated(Stay(), Stay(), Stay(), card="(VE05)"), cause="steal")


@pytest.mark.rules("GLOS-05", "RUL-28")
def test_mass_manipulation_speaks_only_of_where_it_lies() -> None:
    game = resolve(table("Ann 1: VE08", "Ann 2: VE05", "Bob 1: BR08", step="withdraw"))
    assert not moves(game, cause="steal")


@pytest.mark.rules("FRZ-02", "FRZ-11", "CONTR-05", "RUL-28")
def test_mass_manipulation_may_be_a_frenzy_and_one_stays_all_the_same() -> None:
    game = manipulated(Stay(), Stay(), Withdraw(), Bob={"blood": 1})
    assert events(game, "frenzy", "Bob")[0].get("causer") == 0
    assert ranking(game) == ["Ann", "Bob"]


# VE06 Tyrant's Gaze ----------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-17", "GLOS-13", "RUL-07")
def test_tyrants_gaze_half_of_the_deployed_blood_or_one_influence() -> None:
    game = table("Ann 1: VE06", "Bob 1: BR08 +3", "Cy 1: +2", "Dee 2: +2", "Dee haven: +1", step="preparation")
    assert asked(game) == ("Bob", "gaze")
    do(game, "Bob", YES)
    do(game, "Cy", NO)
    assert moves(game, card="VE06") == [("Bob 1", "Ann 1", 2), ("Cy", "bank", 1)]
    assert (deployed(game, "Ann", 1), deployed(game, "Bob", 1), deployed(game, "Cy", 1)) == (2, 1, 2)


@pytest.mark.rules("RUL-48")
@pytest.mark.parametrize(
    ("blood", "tokens", "paid"), [("", 3, [("Bob", "bank", 1)]), ("+1", 0, [("Bob 1", "Ann 1", 1)]), ("", 0, [])]
)
def test_tyrants_gaze_offers_only_what_somebody_has(blood: str, tokens: int, paid: list[tuple[str, str, int]]) -> None:
    game = table("Ann 1: VE06", f"Bob 1: BR08 {blood}", step="preparation", Bob={"influence": tokens})
    assert asked(game) == ("Dee", "withdraw")
    assert moves(game, card="VE06") == paid


# VE07 Forestall --------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-15", "GLOS-09", "REV-02")
def test_forestall_pays_the_named_cards_printed_power_and_holds_it_off() -> None:
    lies = ("Ann 1: (VE07)", "Bob 1: BR07 (BR04)", "Cy 1: GA09", "Dee 2: NO07", "Dee haven: +1")
    game = table(*lies, step="revelation", round=3)
    assert asked(game) == ("Ann", "name_card")
    assert set(game.legal(0)) == {Choose("BR07"), Choose("BR04"), Choose("GA09")}
    do(game, "Ann", Choose("BR04"))
    assert moves(game, card="VE07") == [("bank", "Ann", 4)]
    assert pool(game, "Ann") == 6 + 4 - 1 - 1
    assert pool(game, "Cy") == 6 - 1 - 3 + 2
    (told,) = events(game, "protected", "Ann")
    assert (told.get("card"), told.get("against")) == ("VE07", "BR04")


@pytest.mark.rules("KIT-03")
def test_forestall_cannot_name_a_card_that_stays_hidden() -> None:
    lies = ("Ann 1: VE07", "Bob 1: (BR07) BR08", "Cy 1: NO06")
    game = table(*lies, step="revelation")
    do(game, "Bob", NO)
    assert set(game.legal(0)) == {Choose("BR08"), Choose("NO06")}
    assert refused(game, "Ann", Choose("BR07")).rule == "CONTR-01"


@pytest.mark.rules("GLOS-17", "CONTR-06", "KIT-03")
@pytest.mark.parametrize("bob", ["Bob 1: +2", "Bob 2: BR04"])
def test_forestall_names_nothing_where_no_rival_has_a_card(bob: str) -> None:
    game = table("Ann 1: VE07", bob, "Dee haven: +1", step="revelation")
    assert not events(game, "forestalled")
    assert not moves(game, cause="gain")


@pytest.mark.rules("GLOS-15", "RUL-38")
def test_forestall_of_a_card_that_prints_nothing_pays_nothing() -> None:
    game = table("Ann 1: VE07", "Bob 1: BR09", step="revelation")
    assert events(game, "forestalled", "Ann")[0].get("named") == "BR09"
    assert not moves(game, card="VE07")
    assert not moves(game, card="BR09")


@pytest.mark.rules("RUL-37", "KIT-03")
def test_forestall_leaves_the_cards_power_alone() -> None:
    game = table("Ann 1: VE07", "Bob 1: BR04", step="revelation")
    assert power(game, "Bob") == 4


# VE08 Ready ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CONF-03", "GLOS-14")
def test_ready_is_worth_two_and_does_nothing_else() -> None:
    game = resolve(table("Ann 1: VE08", "Bob 1: BR08", step="withdraw"))
    assert power(game, "Ann") == 2
    assert {entry.cause for entry in game.ledger} == {"reward"}


# VE09 Hunt -------------------------------------------------------------------------------------------------


@pytest.mark.rules("AFT-02", "GLOS-12")
@pytest.mark.parametrize(("answer", "paid"), [(YES, [("Bob", "Ann", 2)]), (NO, [("Bob", "Ann", 1)])])
def test_hunt_the_winner_gives_two_blood_or_one_influence(answer: Choose, paid: list[tuple[str, str, int]]) -> None:
    game = table("Ann 1: VE09", "Bob 1: BR04", "Cy 1: NO08", step="conflict", Bob={"influence": 0})
    assert asked(game) == ("Bob", "toll")
    do(game, "Bob", answer)
    assert moves(game, card="VE09") == paid
    assert influence(game, "Bob") == (1 if answer == YES else 0)
    assert influence(game, "Ann") == (4 if answer == YES else 5)


@pytest.mark.rules("RUL-47")
@pytest.mark.parametrize("lies", [("Ann 1: VE09 +9", "Bob 1: BR04"), ("Ann 1: VE09", "Bob 1: +9")])
def test_hunt_is_ignored_when_its_player_won(lies: tuple[str, ...]) -> None:
    game = table(*lies, step="conflict")
    assert ranking(game)[0] == "Ann"
    assert not moves(game, card="VE09")
    assert "RUL-47" in events(game, "ignored", "Ann")[0].rules


@pytest.mark.rules("RUL-48")
def test_hunt_a_winner_without_a_token_can_only_give_blood() -> None:
    game = table(
        "Ann 1: VE09", "Bob 1: BR04", "Cy 1: NO08", step="aftermath", ranking=("Bob", "Cy", "Ann"), Bob={"influence": 0}
    )
    assert moves(game, card="VE09") == [("Bob", "Ann", 2)]


@pytest.mark.rules("FRZ-02", "FRZ-11")
def test_hunt_two_blood_may_be_a_frenzy() -> None:
    game = table("Ann 1: VE09", "Bob 1: BR08 +3", step="conflict", Bob={"blood": 2})
    do(game, "Bob", YES)
    assert events(game, "frenzy", "Bob")[0].get("causer") == 0
    assert pool(game, "Bob") >= 1
