"""Resolution's frame, and the Revelation step (RES, REV)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    CLAN_CARDS,
    NO,
    YES,
    acted,
    answer_all,
    asked,
    deployed,
    do,
    events,
    faces,
    kinds,
    power,
    ranking,
    resolve,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Choose, Stay, Withdraw

STEPS = ["withdraw", "revelation", "preparation", "conflict", "aftermath"]
LATE = {"VE03": "revelation"}
"""Cards that act at another moment than their printed type says (RUL-46)."""


# The frame -------------------------------------------------------------------------------------------------


@pytest.mark.rules("RES-01", "RES-02")
@pytest.mark.parametrize(("players", "places"), [(3, [1, 2, "haven"]), (4, [1, 2, "haven"]), (5, [1, 2, 3, "haven"])])
def test_five_steps_at_each_location_one_location_after_the_other(players: int, places: list[int | str]) -> None:
    game = table(players=players, round=3, start={"phase": "resolution"})
    told = [(event.at, event.get("name")) for event in events(game, "step")]
    assert told == [(at, step) for at in places for step in STEPS]
    assert all("RES-01" in event.rules for event in events(game, "step"))
    assert all("RES-02" in event.rules for event in events(game, "location"))


@pytest.mark.rules("RES-02")
def test_a_location_is_finished_before_the_next_begins() -> None:
    game = resolve(table("Ann 1: BR07 BR04", "Bob 1: VE08", "Ann 2: BR09", "Bob 2: VE06", step="withdraw"))
    assert acted(game) == ["BR07", "BR04"]
    assert events(game, "ally", at=1)
    assert not events(game, "act", at=2)


@pytest.mark.rules("RES-03", "EOR-01")
@pytest.mark.parametrize(("number", "after"), [(1, "end_of_round"), (2, "end_of_round"), (3, "scoring")])
def test_after_the_haven_the_round_is_over(number: int, after: str) -> None:
    game = table(round=number, start={"phase": "resolution"})
    phases = [event.get("phase") for event in events(game, "phase")]
    assert phases[:2] == ["resolution", after]
    assert game.is_over == (number == 3)


@pytest.mark.rules("RES-04", "REV-01")
def test_cards_at_later_locations_stay_hidden() -> None:
    game = resolve(table("Ann 1: (BR04)", "Ann 2: (BR05)", "Bob 1: VE08", step="withdraw"))
    assert faces(game, "Ann", 1) == {"BR04": "up"}
    assert faces(game, "Ann", 2) == {"BR05": "down"}
    assert "BR05" not in str(game.view(1).to_json())


# Revelation ------------------------------------------------------------------------------------------------


@pytest.mark.rules("REV-01")
def test_all_face_down_cards_of_those_who_stayed_turn_up() -> None:
    game = resolve(table("Ann 1: (BR04) BR05 (BR06)", "Bob 1: (VE08)", "Cy 1: TO08", step="withdraw"))
    assert faces(game, "Ann", 1) == {"BR04": "up", "BR05": "up", "BR06": "up"}
    assert [(event.seat, event.get("cards")) for event in events(game, "revealed", at=1)] == [
        (0, ("BR04", "BR06")),
        (1, ("VE08",)),
    ]
    assert all("REV-01" in event.rules for event in events(game, "revealed"))


@pytest.mark.rules("REV-01", "WDR-06")
def test_who_leaves_has_left_before_the_cards_turn_up() -> None:
    game = table("Ann 1: (BR04)", "Bob 1: (VE08)", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert kinds(game, "withdraw", "revealed") == ["withdraw", "revealed"]
    assert not events(game, "revealed", "Ann")
    assert faces(game, "Ann", "haven") == {"BR04": "up"}


@pytest.mark.rules("REV-02", "PLAN-20")
def test_a_passive_may_speak_before_the_cards_turn_up() -> None:
    game = table("Ann 1: TO07", "Bob 1: (VE08)", step="revelation")
    assert asked(game) == ("Ann", "blood_to_play")
    assert faces(game, "Bob", 1) == {"VE08": "down"}
    do(game, "Ann", Choose(1))
    assert faces(game, "Bob", 1) == {"VE08": "up"}


@pytest.mark.rules("REV-02", "PLAN-20")
def test_a_passive_may_speak_as_the_cards_turn_up() -> None:
    game = table("Ann 1: NO06", "Bob 1: (VE08) (VE06)", step="revelation")
    do(game, "Bob", NO, YES)
    assert events(game, "revealed", "Bob")[0].get("cards") == ("VE06",)


@pytest.mark.rules("REV-02", "PLAN-20")
def test_a_passive_may_speak_after_the_cards_have_turned_up() -> None:
    game = table("Ann 1: (MA02)", "Bob 1: (VE08)", step="revelation")
    assert {decision.kind for decision in game.pending.values()} == {"bid"}
    assert faces(game, "Bob", 1) == {"VE08": "up"}
    assert kinds(game, "revealed", "act") == ["revealed", "revealed", "act MA02"]


@pytest.mark.rules("PLAN-21", "REV-02")
@pytest.mark.parametrize("card", ["TO07", "NO06"])
def test_a_passive_that_turns_up_only_now_has_missed_its_moment(card: str) -> None:
    game = table(f"Ann 1: ({card})", "Bob 1: (VE08)", step="revelation")
    assert asked(game) == ("Dee", "withdraw")
    assert faces(game, "Bob", 1) == {"VE08": "up"}
    assert deployed(game, "Ann", 1) == 0


# The kinds of Active card ----------------------------------------------------------------------------------


@pytest.mark.rules("REV-03", "REV-05", "RUL-46")
@pytest.mark.parametrize("card", [card for card, facts in CLAN_CARDS.items() if facts["type"] != "passive"])
def test_an_active_card_acts_in_its_own_step_alone(card: str) -> None:
    rivals = ["GA09", "BR08"] if CLAN_CARDS[card]["clan"] not in ("brujah", "gangrel") else ["TO09", "VE08"]
    lies = [f"Ann 1: ({card}) +2", f"Bob 1: {rivals[0]} +1", f"Cy 1: {rivals[1]} +1"]
    game = table(*lies, "Dee haven: +1", step="withdraw", round=2)
    resolve(game)
    own = [event for event in events(game, "act", "Ann") if event.get("card") == card]
    step = LATE.get(card, CLAN_CARDS[card]["type"])
    assert [event.moment.step for event in own] == ([] if card in ("TR08", "VE08") else [step])


@pytest.mark.rules("REV-04", "CONF-03", "PLAN-20")
@pytest.mark.parametrize("card", ["BR04", "BR07", "GA02", "TR06", "TO08", "VE08", "NO01", "NO09"])
def test_every_kind_of_card_counts_its_power_in_the_conflict(card: str) -> None:
    other = "GA09" if card.startswith("VE") else "VE08"
    game = resolve(table(f"Ann 1: {card}", f"Bob 1: {other}", step="withdraw"))
    assert power(game, "Ann") == CLAN_CARDS[card]["power"]


@pytest.mark.rules("REV-05", "REV-06")
def test_the_steps_of_three_kinds_of_card() -> None:
    game = resolve(table("Ann 1: BR09", "Bob 1: GA08", "Cy 1: MA08", step="withdraw"))
    assert kinds(game, "act", "count", "winner")[:3] == ["act GA08", "act MA08", "count"]
    assert kinds(game, "act", "count", "winner")[-2:] == ["winner", "act BR09"]


@pytest.mark.rules("REV-06", "AFT-02")
def test_an_aftermath_cannot_change_the_winner() -> None:
    game = table("Ann 1: GA07 +5", "Bob 1: VE08", step="withdraw")
    answer_all(game, lambda g: asked(g) == ("Ann", "shift_blood"))
    assert ranking(game) == ["Ann", "Bob"]
    do(game, "Ann", Choose(2))
    assert (deployed(game, "Ann", 1), deployed(game, "Ann", 2)) == (2, 3)
    assert ranking(game) == ["Ann", "Bob"]
    assert len(events(game, "winner", at=1)) == 1
    assert events(game, "ally", at=1)[0].seat == 0


@pytest.mark.rules("RUL-46")
def test_curfew_acts_when_the_cards_are_up_whatever_its_printed_type() -> None:
    game = table("Ann 1: (VE03)", "Bob 1: BR07", step="revelation")
    assert asked(game) == ("Bob", "curfew")
    (told,) = events(game, "act", "Ann")
    assert (told.moment.step, "RUL-46" in told.rules) == ("revelation", True)
