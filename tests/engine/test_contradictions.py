"""When cards and rules collide: card text first, turn order, own choice, as much as possible, else nothing (CONTR)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    acted,
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
    ranking,
    refused,
    resolve,
    seat,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Choose, Play

# Card text beats the rulebook ------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-01", "PLAN-09")
@pytest.mark.parametrize(("alliance", "fee"), [([], 1), (["AL07"], 0), (["AL28"], 2), (["AL07", "AL28"], 1)])
def test_allies_change_what_a_card_face_down_costs(alliance: list[str], fee: int) -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "alliance": alliance})
    do(game, "Ann", Play("BR04", 1, "down"))
    assert pool(game, "Ann") == 6 - fee
    assert sum(entry.amount for entry in entries(game, cause="fee")) == fee


@pytest.mark.rules("CONTR-01")
def test_eyes_in_the_dark_take_the_choice_of_facing_away() -> None:
    game = table("Bob 1: NO03", Ann={"hand": ["BR04", "BR05"]})
    refusal = refused(game, "Ann", Play("BR04", 1))
    assert refusal.rule == "CONTR-01"
    assert refusal.nearest == Play("BR04", 1, "down")
    do(game, "Ann", Play("BR04", 1, "down"))
    assert faces(game, "Ann", 1) == {"BR04": "down"}


@pytest.mark.rules("CONTR-01")
def test_summon_gives_a_card_that_the_reward_table_does_not() -> None:
    game = resolve(table("Ann 1: TO04", step="conflict"))
    assert seat(game, "Ann").alliance[:2] == ("VI31", "AL16")
    assert seat(game, "Ann").alliance[2].startswith("VI")


# Turn order ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-02", "PREP-01", "AFT-01")
@pytest.mark.parametrize(
    ("ambition", "order"),
    [("Ann", "Ann Bob Cy"), ("Bob", "Bob Cy Ann"), ("Cy", "Cy Ann Bob"), ("Dee", "Ann Bob Cy")],
)
def test_cards_of_one_moment_act_in_turn_order(ambition: str, order: str) -> None:
    game = resolve(
        table("Ann 1: BR07 BR09", "Bob 1: GA08 GA09", "Cy 1: TO08 TO09", step="preparation", ambition=ambition)
    )
    ready = {"Ann": "BR07", "Bob": "GA08", "Cy": "TO08"}
    hunt = {"Ann": "BR09", "Bob": "GA09", "Cy": "TO09"}
    assert acted(game) == [*(ready[name] for name in order.split()), *(hunt[name] for name in order.split())]
    assert all("CONTR-02" in event.rules for event in events(game, "act"))


@pytest.mark.rules("CONTR-02", "REV-02")
@pytest.mark.parametrize(("ambition", "first"), [("Ann", "MA06"), ("Bob", "VE07")])
def test_so_do_passive_cards_of_one_moment(ambition: str, first: str) -> None:
    game = table("Ann 1: (MA06)", "Bob 1: (VE07)", step="revelation", ambition=ambition)
    resolve(game)
    assert acted(game)[0] == first
    assert set(acted(game)[:2]) == {"MA06", "VE07"}


@pytest.mark.rules("CONTR-02", "GLOS-03")
def test_so_do_triggers_of_one_play() -> None:
    for ambition, order in (("Bob", ["Ann", "Cy 1"]), ("Cy", ["Cy 1", "Ann"])):
        # Bob's Challenge from Location 2 and Cy's On the Prowl both see Ann's card
        game = table(
            "Bob 2: BR03",
            "Cy 1: GA06",
            ambition=ambition,
            start={"phase": "planning", "turn": "Ann"},
            Ann={"hand": ["TO04", "TO01"]},
        )
        do(game, "Ann", Play("TO04", 1))
        told = [b if a == "bank" else a for a, b, _ in moves(game) if "Ann" in (a, b) or b == "Cy 1"]
        assert told == order


@pytest.mark.rules("CONTR-03", "SET-04", "CONF-06")
@pytest.mark.parametrize(
    ("ambition", "order"),
    [("Ann", ["Dee", "Ann", "Bob", "Cy"]), ("Bob", ["Dee", "Bob", "Cy", "Ann"]), ("Cy", ["Dee", "Cy", "Ann", "Bob"])],
)
def test_ties_for_lower_ranks_too(ambition: str, order: list[str]) -> None:
    game = table("Ann 1: BR08", "Bob 1: NO04", "Cy 1: TR04", "Dee 1: VE08", step="conflict", ambition=ambition)
    assert ranking(resolve(game)) == order


# One player's own cards --------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-04", "PREP-02", "CONF-02", "AFT-01")
@pytest.mark.parametrize(
    ("step", "cards"),
    [("preparation", ["BR07", "GA08"]), ("conflict", ["BR01", "BR02"]), ("aftermath", ["BR05", "BR09"])],
)
@pytest.mark.parametrize("turned", [False, True])
def test_who_has_several_chooses_the_order(step: str, cards: list[str], turned: bool) -> None:
    more = {"ranking": ("Ann",)} if step == "aftermath" else {}
    game = table(
        f"Ann 1: {cards[0]} {cards[1]}", "Bob 1: +1", step=step, Ann={"clan": "brujah"}, Bob={"clan": "gangrel"}, **more
    )
    order = cards[::-1] if turned else cards
    assert asked(game) == ("Ann", "order")
    assert set(game.legal(0)) == {Choose(card) for card in cards}
    do(game, "Ann", Choose(order[0]))
    resolve(game)
    assert acted(game) == order
    (event,) = events(game, "order", "Ann")
    assert "CONTR-04" in event.rules


# As much as possible, or nothing ---------------------------------------------------------------------------


@pytest.mark.rules("CONTR-05")
def test_steal_three_of_two() -> None:
    # Curfew: Bob lets 3 Blood be Stolen and has 2 (W-03)
    game = table("Ann 1: (VE03)", "Bob 1: GA06", step="revelation", Bob={"blood": 2})
    answer_all(game, lambda g: asked(g) == ("Bob", "curfew"))
    do(game, "Bob", Choose(True))
    assert moves(game, cause="steal") == [("Bob", "Ann", 2)]
    assert "CONTR-05" in entries(game, cause="steal")[0].rules
    assert pool(game, "Ann") == 6 + 2
    assert moves(game, cause="frenzy_paid") == [("bank", "Ann", 1)]
    assert pool(game, "Bob") == 3  # the Drained Victim


@pytest.mark.rules("CONTR-05")
def test_discarding_more_deployed_blood_than_there_is() -> None:
    game = resolve(
        table("Ann 1: TO03", "Bob 1: BR08 +1", step="preparation", Ann={"alliance": ["VI01", "VI02", "VI03", "VI04"]})
    )
    assert moves(game, cause="discard") == [("Bob 1", "bank", 1)]
    assert deployed(game, "Bob", 1) == 0


@pytest.mark.rules("CONTR-05", "RUL-13")
def test_an_empty_victims_deck_gives_nothing_and_the_rest_goes_on() -> None:
    everyone = [f"VI{k:02}" for k in range(1, 36)]
    game = table(
        "Ann 1: TO08",
        "Bob 1: BR08",
        step="preparation",
        Ann={"alliance": everyone[1:]},
        Bob={"alliance": everyone[:1]},
        Cy={"alliance": []},
        Dee={"alliance": []},
    )
    resolve(game)
    assert [event.seat for event in events(game, "no_victim")] == [0, 0]  # by Ready, and as second
    assert ranking(game) == ["Bob", "Ann"]
    assert influence(game, "Ann") == 3 + 1


@pytest.mark.rules("CONTR-06", "RUL-47")
@pytest.mark.parametrize("winner", ["Ann", None])
def test_a_toll_without_anybody_to_pay_it_is_ignored(winner: str | None) -> None:
    ranked = {"ranking": ("Ann",)} if winner else {"ranking": ()}
    game = resolve(table("Ann 1: VE09", step="aftermath", **ranked))
    ignored = events(game, "ignored", "Ann")
    assert len(ignored) == 1
    assert {"CONTR-06", "RUL-47"} <= set(ignored[0].rules)
    assert (pool(game, "Ann"), influence(game, "Ann")) == (6, 3)


@pytest.mark.rules("CONTR-06")
@pytest.mark.parametrize(
    "card", ["BR07", "GA04", "NO07", "TO03", "TR07", "MA01", "VE06", "BR04", "TR05", "VE07", "VE03"]
)
def test_a_card_about_rivals_without_any_does_no_harm(card: str) -> None:
    game = resolve(table(f"Ann 1: {card}", step="revelation"))
    assert not [entry for entry in entries(game) if entry.cause in ("steal", "lose", "take_back", "discard", "shift")]
    assert not events(game, "frenzy")
    assert ranking(game) == ["Ann"]
