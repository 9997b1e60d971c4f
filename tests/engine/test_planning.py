"""Planning: whose turn it is, what a turn may be, and what the others see of it (PLAN)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.engine.helpers import (
    CLAN_CARDS,
    acted,
    answer_all,
    asked,
    by_default,
    deployed,
    do,
    entries,
    events,
    faces,
    hand,
    moves,
    play,
    pool,
    power,
    refused,
    resolve,
    seat,
    seat_of,
    table,
    to_phase,
    tokens,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Choose, Drain, EndTurn, Play, Stay

HAND = ["BR04", "BR05", "BR06"]


def last_turns(*lies: str, **hands: list[str]) -> Game:
    """The last Planning turns of round 1, with these hands; who has none is skipped. Dee waits at the Haven."""
    names = ("Ann", "Bob", "Cy", "Dee")
    seats = {name: {"hand": hands.get(name, []), **({} if hands.get(name) else {"alliance": []})} for name in names}
    return table(*lies, "Dee haven: +1", start={"phase": "planning", "number": 2}, **seats)


# Turns -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-01", "SET-03")
def test_turns_go_clockwise_from_the_ambition_holder() -> None:
    game = to_phase(table(ambition="Cy"), "resolution")
    assert [game.names[event.seat] for event in events(game, "turn")] == ["Cy", "Dee", "Ann", "Bob"] * 2
    assert all("PLAN-01" in event.rules for event in events(game, "turn"))


@pytest.mark.rules("PLAN-01")
def test_nobody_plays_in_somebody_elses_turn() -> None:
    game = table(Bob={"hand": ["GA08", "GA09"]})
    refusal = refused(game, "Bob", Play("GA08", 1))
    assert refusal.rule == "PLAN-01"
    assert "Ann" in refusal.reason


@pytest.mark.rules("PLAN-02")
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize(("number", "turns"), [(1, 2), (2, 3), (3, 4)])
def test_planning_turns_by_round(players: int, number: int, turns: int) -> None:
    game = to_phase(table(players=players, round=number), "resolution")
    assert set(Counter(event.seat for event in events(game, "turn")).values()) == {turns}
    (begun,) = events(game, "phase", phase="planning")
    assert "PLAN-02" in begun.rules


@pytest.mark.rules("PLAN-03")
def test_a_turn_without_a_card_is_no_turn() -> None:
    game = table(Ann={"hand": HAND})
    refusal = refused(game, "Ann", EndTurn())
    assert refusal.rule == "PLAN-03"
    assert isinstance(refusal.nearest, Play)


@pytest.mark.rules("PLAN-03")
def test_one_card_a_turn_and_no_second() -> None:
    game = table(Ann={"hand": HAND})
    do(game, "Ann", Play("BR04", 1))
    refusal = refused(game, "Ann", Play("BR05", 1))
    assert refusal.rule == "PLAN-03"
    assert refusal.nearest == EndTurn()


@pytest.mark.rules("PLAN-01")
def test_who_is_not_on_turn_has_neither_played_nor_to_play() -> None:
    game = table(Ann={"hand": HAND}, Bob={"hand": ["VE04"]})
    assert refused(game, "Bob", EndTurn()).why.rules == ("PLAN-01",)
    do(game, "Ann", Play("BR04", 1))
    assert asked(game) == ("Ann", "after_play"), "she may still Drain"
    assert refused(game, "Bob", Play("VE04", 1)).why.rules == ("PLAN-01",)


@pytest.mark.rules("PLAN-03", "PLAN-22")
def test_a_turn_ends_by_itself_when_nothing_more_can_be_done() -> None:
    game = table(Ann={"hand": HAND, "alliance": []})
    do(game, "Ann", Play("BR04", 1))
    assert asked(game) == ("Bob", "plan")


@pytest.mark.rules("PLAN-23", "HAND-08")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_card_is_left_in_hand(number: int) -> None:
    game = to_phase(table(round=number), "resolution")
    assert [view.hand_size for view in game.view(None).seats] == [1, 1, 1, 1]


@pytest.mark.rules("RUL-19", "PLAN-22", "DRAIN-01")
def test_an_empty_hand_plays_nothing_but_may_drain() -> None:
    game = table(Ann={"hand": [], "alliance": ["VI01", "VI02"]})
    assert asked(game) == ("Ann", "after_play")
    assert "RUL-19" in events(game, "turn_skipped", "Ann")[0].rules
    assert set(game.legal(0)) == {Drain("VI01"), Drain("VI02"), EndTurn()}
    do(game, "Ann", Drain("VI01"))
    assert {"DRAIN-09", "RUL-18"} <= set(events(game, "drain", "Ann")[0].rules)
    do(game, "Ann", EndTurn())
    assert asked(game) == ("Bob", "plan")


@pytest.mark.rules("RUL-19")
@pytest.mark.parametrize("more", [{"Ann": {"hand": [], "alliance": []}}, {"rulings": {"empty_hand": "skips"}}])
def test_with_nothing_to_drain_or_by_the_other_reading_an_empty_hand_skips(more: dict[str, Any]) -> None:
    game = table(**{"Ann": {"hand": []}, **more})
    assert asked(game) == ("Bob", "plan")
    assert "RUL-19" in events(game, "turn_skipped", "Ann")[0].rules


# Where a card may go ---------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-04", "PLAN-05", "GLOS-01")
def test_a_played_card_lies_on_the_own_position_and_is_no_longer_in_hand() -> None:
    game = table(Ann={"hand": HAND})
    do(game, "Ann", Play("BR04", 2))
    assert faces(game, "Ann", 2) == {"BR04": "up"}
    assert hand(game, "Ann") == {"BR05", "BR06"}
    assert not any(faces(game, name, at) for name in ("Bob", "Cy", "Dee") for at in (1, 2, "haven"))
    assert {"PLAN-04", "PLAN-05"} <= set(events(game, "play", "Ann")[0].rules)


@pytest.mark.rules("PLAN-04")
@pytest.mark.parametrize("action", [Play("BR07", 1), Play("GA08", 1), Play("BR04", 3), Play("VI31", 1)])
def test_only_a_card_of_the_own_hand_and_only_to_a_location_in_play(action: Play) -> None:
    refusal = refused(table(Ann={"hand": HAND}), "Ann", action)
    assert refusal.rule == "PLAN-04"
    assert isinstance(refusal.nearest, Play)


@pytest.mark.rules("PLAN-04", "SET-06")
def test_location_3_is_there_for_five_players() -> None:
    game = table(players=5, Ann={"hand": HAND})
    do(game, "Ann", Play("BR04", 3))
    assert faces(game, "Ann", 3) == {"BR04": "up"}


@pytest.mark.rules("PLAN-06")
@pytest.mark.parametrize("second", [1, 2, "haven"])
def test_a_later_card_may_go_anywhere(second: int | str) -> None:
    game = table("Ann 1: BR04", Ann={"hand": ["BR05", "BR06"]}, start={"phase": "planning", "turn": "Ann"})
    do(game, "Ann", Play("BR05", second))
    assert "BR05" in faces(game, "Ann", second)
    assert "BR04" in faces(game, "Ann", 1)


# Face up, face down ----------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-07", "PLAN-08")
def test_face_up_costs_nothing() -> None:
    game = table(Ann={"hand": HAND})
    happened = do(game, "Ann", Play("BR04", 1, "up"))
    assert faces(game, "Ann", 1) == {"BR04": "up"}
    assert pool(game, "Ann") == 6
    assert not game.ledger
    assert {"PLAN-07", "PLAN-08"} <= set(happened[0].rules)


@pytest.mark.rules("PLAN-07", "PLAN-09")
def test_face_down_costs_one_blood_into_the_bank() -> None:
    game = table(Ann={"hand": HAND})
    happened = do(game, "Ann", Play("BR04", 1, "down"))
    assert faces(game, "Ann", 1) == {"BR04": "down"}
    assert pool(game, "Ann") == 5
    assert deployed(game, "Ann", 1) == 0
    assert moves(game) == [("Ann", "bank", 1)]
    assert {"PLAN-09", "GLOS-10"} <= set(entries(game, cause="fee")[0].rules)
    assert {"PLAN-07", "PLAN-09"} <= set(happened[0].rules)


@pytest.mark.rules("PLAN-10")
def test_the_fee_does_not_count_against_the_three_blood() -> None:
    game = table(Ann={"hand": HAND, "blood": 5})
    do(game, "Ann", Play("BR04", 1, "down", blood=3))
    assert pool(game, "Ann") == 1
    assert moves(game) == [("Ann", "bank", 1), ("Ann", "Ann 1", 3)]


@pytest.mark.rules("PLAN-11", "GLOS-10", "RUL-02", "FRZ-10")
def test_face_down_needs_two_blood() -> None:
    game = table(Ann={"hand": HAND, "blood": 1})
    refusal = refused(game, "Ann", Play("BR04", 2, "down"))
    assert refusal.rule == "PLAN-11"
    assert {"GLOS-10", "RUL-02"} <= set(refusal.why.rules)
    assert refusal.nearest == Play("BR04", 2, "up")


@pytest.mark.rules("PLAN-11", "RUL-02", "DRAIN-09")
def test_who_drains_first_can_pay_the_fee() -> None:
    game = table(Ann={"hand": HAND, "blood": 1})
    do(game, "Ann", Drain("VI31"), Play("BR04", 1, "down"))
    assert pool(game, "Ann") == 1 + 3 - 1


@pytest.mark.rules("PLAN-11")
def test_two_blood_are_enough_for_the_fee() -> None:
    game = table(Ann={"hand": HAND, "blood": 2})
    do(game, "Ann", Play("BR04", 1, "down"))
    assert pool(game, "Ann") == 1


@pytest.mark.rules("PLAN-07")
def test_there_is_no_third_way_to_lay_a_card() -> None:
    assert refused(table(Ann={"hand": HAND}), "Ann", Play("BR04", 1, "sideways")).rule == "PLAN-07"


# Blood -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-12", "PLAN-13", "GLOS-06")
@pytest.mark.parametrize("blood", [0, 1, 2, 3])
def test_up_to_three_blood_go_with_the_card_to_its_location(blood: int) -> None:
    game = table(Ann={"hand": HAND})
    do(game, "Ann", Play("BR04", 2, blood=blood))
    assert pool(game, "Ann") == 6 - blood
    assert [deployed(game, "Ann", at) for at in (1, 2, "haven")] == [0, blood, 0]
    assert all({"PLAN-12", "PLAN-13"} <= set(entry.rules) for entry in entries(game, cause="play"))


@pytest.mark.rules("PLAN-12")
@pytest.mark.parametrize(("have", "blood", "most"), [(9, 4, 3), (3, 3, 2), (2, 3, 1)])
def test_four_blood_or_more_than_there_is_may_not_be_played(have: int, blood: int, most: int) -> None:
    refusal = refused(table(Ann={"hand": HAND, "blood": have}), "Ann", Play("BR04", 1, blood=blood))
    assert {"PLAN-12", "RUL-01"} & set(refusal.why.rules)
    assert ("PLAN-12" in refusal.why.rules) == (blood > 3 or blood > have)
    assert refusal.nearest == Play("BR04", 1, blood=most)


@pytest.mark.rules("PLAN-12")
@pytest.mark.parametrize("blood", [-1, 1000, "2", True, 1.0])
def test_blood_is_a_whole_number(blood: object) -> None:
    action = Play("BR04", 1, blood=blood)  # type: ignore[arg-type]
    assert refused(table(Ann={"hand": HAND}), "Ann", action).rule == "PLAN-12"


@pytest.mark.rules("PLAN-14")
def test_the_limit_renews_with_each_card() -> None:
    game = table(Ann={"hand": HAND, "blood": 9})
    play(game, "Ann", "BR04", 1, blood=3)
    answer_all(game, lambda g: asked(g) == ("Ann", "plan"))
    play(game, "Ann", "BR05", 1, blood=3)
    assert deployed(game, "Ann", 1) == 6


@pytest.mark.rules("PLAN-15")
def test_blood_goes_only_with_a_card() -> None:
    game = table(Ann={"hand": HAND})
    legal = game.legal(seat_of(game, "Ann"))
    assert {type(action) for action in legal} == {Play, Drain}
    assert {action.card for action in legal if isinstance(action, Play)} == set(HAND)
    refusal = refused(game, "Ann", Play("", 1, blood=2))
    assert "PLAN-15" in refusal.why.rules
    assert isinstance(refusal.nearest, Play)
    assert (refusal.nearest.at, refusal.nearest.blood) == (1, 2)


@pytest.mark.rules("PLAN-15")
def test_no_more_blood_to_a_card_that_lies_there_already() -> None:
    game = table(Ann={"hand": HAND})
    do(game, "Ann", Play("BR04", 1))
    refusal = refused(game, "Ann", Play("BR04", 1, blood=2))
    assert "PLAN-15" in refusal.why.rules


@pytest.mark.rules("PLAN-16", "GLOS-07")
def test_each_deployed_blood_is_one_power() -> None:
    game = last_turns(Ann=["BR08"], Bob=["VE08"])
    play(game, "Ann", "BR08", 1, blood=3)
    play(game, "Bob", "VE08", 1)
    resolve(game)
    assert (power(game, "Ann"), power(game, "Bob")) == (1 + 3, 2)


@pytest.mark.rules("PLAN-26", "RUL-01")
@pytest.mark.parametrize("face", ["up", "down"])
def test_the_last_blood_stays_in_the_pool(face: str) -> None:
    have = 3 if face == "up" else 4
    refusal = refused(table(Ann={"hand": HAND, "blood": have}), "Ann", Play("BR04", 1, face, blood=3))
    assert refusal.rule == "RUL-01"
    assert "PLAN-26" in refusal.why.rules
    assert refusal.nearest == Play("BR04", 1, face, blood=2)


@pytest.mark.rules("PLAN-26", "RUL-01", "FRZ-01", "FRZ-12")
def test_where_the_last_blood_may_be_played_it_is_a_frenzy_that_nobody_caused() -> None:
    game = table(Ann={"hand": HAND, "blood": 3}, rulings={"last_blood": "allow"})
    do(game, "Ann", Play("BR04", 1, blood=3))
    (frenzy,) = events(game, "frenzy", "Ann")
    assert frenzy.get("causer") is None
    assert seat(game, "Ann").drained == ("VI31",)
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (3, 3)
    assert not entries(game, cause="frenzy_paid")


@pytest.mark.rules("PLAN-26", "PLAN-11", "GLOS-10")
def test_also_then_the_fee_may_not_be_the_last_blood() -> None:
    game = table(Ann={"hand": HAND, "blood": 1}, rulings={"last_blood": "allow"})
    assert refused(game, "Ann", Play("BR04", 1, "down")).rule == "PLAN-11"


# Face down is asleep ---------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-17", "PLAN-20", "GLOS-16")
@pytest.mark.parametrize(("card", "reward"), [("GA06", 1), ("(GA06)", 0)])
def test_a_passive_works_in_planning_only_if_it_lies_face_up(card: str, reward: int) -> None:
    game = table(f"Bob 1: {card}", Ann={"hand": HAND})
    do(game, "Ann", Play("BR04", 1))
    assert deployed(game, "Bob", 1) == reward


@pytest.mark.rules("PLAN-21", "REV-01")
def test_a_passive_whose_moment_has_passed_does_nothing_when_it_turns_up() -> None:
    game = last_turns("Bob 1: (GA06)", Ann=["BR04"], Bob=[])
    play(game, "Ann", "BR04", 1)
    resolve(game)
    (revealed,) = events(game, "revealed", "Bob", at=1)
    assert revealed.get("cards") == ("GA06",)
    assert "PLAN-21" in revealed.rules
    assert deployed(game, "Bob", 1) == 0
    assert power(game, "Bob") == 3


@pytest.mark.rules("PLAN-18", "REV-03")
def test_clan_cards_are_passive_or_one_of_three_active_kinds() -> None:
    count = Counter(card["type"] for card in CLAN_CARDS.values())
    assert set(count) == {"passive", "preparation", "conflict", "aftermath"}
    assert sum(count.values()) == 63


@pytest.mark.rules("PLAN-19")
@pytest.mark.parametrize("face", ["up", "down"])
def test_an_active_card_does_nothing_before_resolution(face: str) -> None:
    game = last_turns(Ann=["GA08"], Bob=["VE08"])
    play(game, "Ann", "GA08", 1, face)
    play(game, "Bob", "VE08", 1)
    assert game.phase == "resolution"
    assert not acted(game)
    assert deployed(game, "Ann", 1) == 0
    resolve(game)
    assert deployed(game, "Ann", 1) == 2


# Drains and flips in a turn --------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-22", "DRAIN-01", "RUL-18")
def test_one_drains_before_or_after_the_play() -> None:
    game = table(Ann={"hand": HAND, "alliance": ["VI01", "VI02"]})
    do(game, "Ann", Drain("VI01"), Play("BR04", 1), Drain("VI02"))
    assert asked(game) == ("Bob", "plan")
    assert pool(game, "Ann") == 6 + 3 + 3


@pytest.mark.rules("PLAN-22", "PLAN-09", "PLAN-12", "DRAIN-09", "RUL-53")
def test_claudia_has_three_blood_to_play_only_after_a_drain() -> None:
    claudia = {"hand": HAND, "blood": 3}
    paying_3 = Play("BR04", 1, "down", blood=3)
    assert refused(table(Ann=claudia), "Ann", paying_3).rule == "PLAN-12"
    game = table(Ann=claudia)
    do(game, "Ann", Drain("VI31"), paying_3)
    assert (pool(game, "Ann"), deployed(game, "Ann", 1), tokens(game, "Ann")) == (2, 3, (0, 0))


@pytest.mark.rules("RUL-53", "PLAN-09", "PLAN-13", "DIAB-04")
@pytest.mark.parametrize(
    ("reading", "order"),
    [
        ("card_first", ["play", "fee", "deploy", "play", "flip", "flip"]),
        ("one_move", ["play", "fee", "play", "flip", "flip", "deploy"]),
    ],
)
def test_what_a_card_sets_off_comes_before_its_blood_and_flips(reading: str, order: list[str]) -> None:
    rulings = {"card_and_blood": reading}
    game = table("Bob 1: GA06", Ann={"hand": HAND, "diablerie": {"up": 1}}, rulings=rulings)
    before = len(game.actions)
    do(game, "Ann", Play("BR04", 1, "down", blood=2, flips=1))
    assert len(game.actions) == before + 1
    told = [*events(game, "play"), *entries(game), *events(game, "flip")]
    causes = [getattr(line, "cause", None) or line.kind for line in sorted(told, key=lambda line: line.n)]
    assert causes == order


@pytest.mark.rules("RUL-53", "PLAN-12")
@pytest.mark.parametrize(("have", "may"), [(4, [0, 1, 2]), (3, [0, 1]), (2, [])])
def test_blood_that_a_card_has_cost_is_asked_anew(have: int, may: list[int]) -> None:
    game = table("Bob 2: BR03", Ann={"clan": "tremere", "hand": ["TR08", "TR09"], "blood": have})
    do(game, "Ann", Play("TR08", 1, blood=have - 1))  # Challenge takes 1 before it is played
    if may:
        assert asked(game) == ("Ann", "blood_after_card")
        assert list(game.legal(0)) == [Choose(blood) for blood in may]
        do(game, "Ann", Choose(1))
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (have - 1 - bool(may), int(bool(may)))
    (told,) = events(game, "choice", "Ann")
    assert (told.get("question"), told.get("answer"), "RUL-53" in told.rules) == (
        "blood_after_card",
        int(bool(may)),
        True,
    )
    assert asked(game) == ("Ann", "after_play")


@pytest.mark.rules("RUL-53")
def test_with_nothing_between_or_enough_blood_a_play_stays_one_gesture() -> None:
    for lies in ((), ("Bob 2: BR03",)):
        game = table(*lies, Ann={"clan": "tremere", "hand": ["TR08", "TR09"]})
        do(game, "Ann", Play("TR08", 1, blood=3))
        assert asked(game) == ("Ann", "after_play")
        assert deployed(game, "Ann", 1) == 3


@pytest.mark.rules("RUL-53", "DIAB-03")
def test_who_is_out_by_the_card_plays_no_blood() -> None:
    ann = {"clan": "tremere", "hand": ["TR08"], "blood": 1, "alliance": ["AL09"], "diablerie": {"up": 2}}
    game = table("Bob 2: BR03", Ann=ann)
    do(game, "Ann", Play("TR08", 1, flips=2))
    assert seat(game, "Ann").out
    assert not entries(game, cause="flip")


# What the others see ---------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-03", "WDR-01")
def test_no_withdraw_in_planning() -> None:
    refusal = refused(table(Ann={"hand": HAND}), "Ann", Stay())
    assert "WDR-01" in refusal.why.rules


@pytest.mark.rules("PLAN-03", "PLAN-04", "PLAN-12")
def test_every_legal_play_is_accepted_and_takes_effect() -> None:
    start = table(Ann={"hand": HAND[:2], "blood": 3, "diablerie": {"up": 1}}, Bob={"alliance": []})
    for action in start.legal(0):
        game = start.copy()
        do(game, "Ann", action)
        if isinstance(action, Play):
            cost = action.blood + (action.face == "down")
            assert faces(game, "Ann", action.at) == {action.card: action.face}
            assert pool(game, "Ann") == 3 - cost
            assert deployed(game, "Ann", action.at) == action.blood + action.flips
    assert len(start.legal(0)) == 2 * 3 * (3 + 2) * 2 + 1
    assert by_default(start, "Ann") == start.legal(0)[0]
