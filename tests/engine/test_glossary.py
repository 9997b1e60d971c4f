"""The words on the cards: Position, played, deployed, gain, spend, lose, steal, power, Rival (GLOS)."""

from __future__ import annotations

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
    play,
    pool,
    power,
    ranking,
    refused,
    resolve,
    seat,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Choose, Play, Stay, Withdraw

# Position, played, deployed ----------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-01")
def test_cards_and_blood_lie_on_the_own_slice_of_a_location() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"]})
    do(game, "Ann", Play("BR04", 2, blood=2))
    for other in ("Bob", "Cy", "Dee"):
        assert faces(game, other, 2) == {}
        assert deployed(game, other, 2) == 0
    assert faces(game, "Ann", 2) == {"BR04": "up"}
    assert deployed(game, "Ann", 2) == 2
    assert faces(game, "Ann", 1) == faces(game, "Ann", "haven") == {}


@pytest.mark.rules("GLOS-02", "CONF-09", "RUL-24")
def test_what_lies_on_a_position_is_its_players() -> None:
    # Mesmerize has brought two of Bob's cards to Ann: they act, count and withdraw for her
    game = table(
        "Ann 1: MA08 BR07 BR04",
        "Bob 1: BR08",
        "Cy 1: +1",
        step="preparation",
        Ann={"clan": "malkavian"},
        Bob={"clan": "brujah"},
    )
    resolve(game)
    assert ("Bob", "Ann", 1) in moves(game, cause="steal", card="BR07")
    assert [(a, n) for a, _, n in moves(game, cause="lose", card="BR04")] == [("Bob", 1), ("Cy", 1)]
    assert power(game, "Ann") == 3 + 3 + 4  # Ready counts three cards
    leaving = table(
        "Ann 1: MA08 BR07", "Bob 1: BR08", step="withdraw", Ann={"clan": "malkavian"}, Bob={"clan": "brujah"}
    )
    do(leaving, "Ann", Withdraw())
    do(leaving, "Bob", Stay())
    assert faces(leaving, "Ann", "haven") == {"MA08": "up", "BR07": "up"}


@pytest.mark.rules("GLOS-03")
def test_played_is_the_moment_and_moving_is_not_playing() -> None:
    # On the Prowl sees a card being played, but not one that arrives by a Withdraw
    game = table(
        "Bob haven: GA06", "Ann 1: BR08", Ann={"hand": ["BR04", "BR05"]}, start={"phase": "planning", "number": 2}
    )
    do(game, "Ann", Play("BR04", "haven"))
    assert moves(game, cause="deploy") == [("bank", "Bob haven", 1)]
    moved = table("Bob haven: GA06", "Ann 1: BR08", "Cy 1: TO08", step="withdraw")
    do(moved, "Ann", Withdraw())
    do(moved, "Cy", Stay())
    assert faces(moved, "Ann", "haven") == {"BR08": "up"}
    assert not moves(moved, cause="deploy", card="GA06")


@pytest.mark.rules("GLOS-04")
def test_a_card_may_be_its_own_target() -> None:
    game = table("Ann 1: MA07 MA08", step="preparation")
    assert Choose("MA07") in game.legal(0)
    do(game, "Ann", Choose("MA07"))
    assert faces(game, "Ann", 1) == {"MA07": "down", "MA08": "up"}
    back = table("Ann 1: MA05 MA08", "Bob 1: +1", step="preparation")
    assert Choose("MA05") in back.legal(0)


@pytest.mark.rules("GLOS-05")
def test_only_where_a_card_lies_now_matters() -> None:
    # Fist of Caine, played at Location 1, withdrew to the Haven: it strikes there, and not at 1
    game = table("Ann 1: BR04", "Bob 1: +1", "Cy haven: TO08", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    answer_all(game, lambda g: g.phase != "resolution")
    assert [(a, e.at) for e, (a, _, _) in zip(entries(game, cause="lose"), moves(game, cause="lose"), strict=True)] == [
        ("Cy", "haven")
    ]


# Deployed Blood ----------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-06", "PLAN-13")
@pytest.mark.parametrize("blood", [0, 1, 2, 3])
def test_up_to_three_blood_go_with_a_card_to_the_same_position(blood: int) -> None:
    game = table(Ann={"hand": ["BR04", "BR05"]})
    do(game, "Ann", Play("BR04", 2, blood=blood))
    assert (pool(game, "Ann"), deployed(game, "Ann", 2)) == (6 - blood, blood)
    assert refused(table(Ann={"hand": ["BR04"]}), "Ann", Play("BR04", 2, blood=4)).rule == "PLAN-12"


@pytest.mark.rules("GLOS-07", "CONF-03")
@pytest.mark.parametrize("blood", [1, 4, 9])
def test_each_deployed_blood_is_one_power(blood: int) -> None:
    game = resolve(table(f"Ann 1: BR08 +{blood}", "Bob 1: GA01", step="conflict"))
    assert power(game, "Ann") == 1 + blood


@pytest.mark.rules("GLOS-08", "RUL-31", "WDR-01")
def test_blood_alone_takes_part() -> None:
    game = table("Ann 1: BR08", "Bob 1: GA01", "Cy 1: +4", step="withdraw")
    assert sorted(game.pending) == [0, 1, 2]
    resolve(game)
    assert ranking(game) == ["Cy", "Ann", "Bob"]


# The verbs ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-09")
def test_gain_is_from_the_bank_to_the_pool() -> None:
    game = resolve(table("Ann 1: TR03", step="preparation", Ann={"blood": 2}))
    assert moves(game, cause="gain") == [("bank", "Ann", 5)]
    assert "GLOS-09" in entries(game, cause="gain")[0].rules
    assert pool(game, "Ann") == 7


@pytest.mark.rules("GLOS-10")
@pytest.mark.parametrize(("blood", "may"), [(1, False), (2, True), (6, True)])
def test_spend_is_a_cost_and_never_the_last_blood(blood: int, may: bool) -> None:
    game = table("Ann 1: TR09", "Bob 1: +1", step="aftermath", ranking=("Ann",), Ann={"blood": blood})
    assert (asked(game) == ("Ann", "spend_one")) == may
    if may:
        do(game, "Ann", YES)
        assert moves(game, cause="spend") == [("Ann", "bank", 1)]
        assert "GLOS-10" in entries(game, cause="spend")[0].rules


@pytest.mark.rules("GLOS-10")
def test_the_fee_leaves_at_least_one() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "blood": 2})
    do(game, "Ann", Play("BR04", 1, "down"))
    assert pool(game, "Ann") == 1


@pytest.mark.rules("GLOS-11")
def test_lose_is_from_the_pool_to_the_bank() -> None:
    game = resolve(table("Ann 1: BR04", "Bob 1: +1", step="aftermath", ranking=("Ann",), round=2))
    assert moves(game, cause="lose") == [("Bob", "bank", 2)]
    assert "GLOS-11" in entries(game, cause="lose")[0].rules


@pytest.mark.rules("GLOS-12", "GLOS-13")
def test_steal_is_from_pool_to_pool_and_leaves_deployed_blood_alone() -> None:
    game = resolve(table("Ann 1: BR07", "Bob 1: +5", step="preparation"))
    assert moves(game, cause="steal") == [("Bob", "Ann", 1)]
    assert {"GLOS-12", "GLOS-13"} <= set(entries(game, cause="steal")[0].rules)
    assert deployed(game, "Bob", 1) == 5


@pytest.mark.rules("GLOS-13", "FRZ-01")
def test_deployed_blood_does_not_save_an_empty_pool() -> None:
    game = resolve(table("Ann 1: BR07", "Bob 1: +5", step="preparation", Bob={"blood": 1}))
    assert len(events(game, "frenzy", "Bob")) == 1
    assert deployed(game, "Bob", 1) == 5


# Power -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-14", "RUL-37")
def test_power_is_printed_and_cards_change_it() -> None:
    game = resolve(table("Ann 1: BR02 BR08", "Bob 1: GA01", step="conflict"))
    (count,) = events(game, "count", "Ann")
    assert dict(count.get("cards")) == {"BR02": 4, "BR08": 1}
    assert power(game, "Ann") == 5


@pytest.mark.rules("GLOS-15")
def test_printed_power_is_the_number_on_the_card() -> None:
    # Punk's Posse is worth 4 here, but 0 is printed on it; Forestall pays what is printed
    game = table("Ann 1: (VE07)", "Bob 1: BR02 BR08", step="revelation")
    do(game, "Ann", Choose("BR02"))
    assert not moves(game, cause="gain")
    paid = table("Ann 1: (VE07)", "Bob 1: BR01 BR08 +1", step="revelation")
    do(paid, "Ann", Choose("BR01"))
    assert moves(paid, cause="gain") == [("bank", "Ann", 6)]
    assert "GLOS-15" in entries(paid, cause="gain")[0].rules


@pytest.mark.rules("GLOS-15")
def test_majesty_looks_at_printed_power() -> None:
    game = resolve(
        table("Ann 1: VE04", "Bob 1: TO02 TO05", step="conflict", Bob={"alliance": ["VI01", "VI02", "VI03"]})
    )
    assert power(game, "Ann") == 0
    game = resolve(table("Ann 1: VE04", "Bob 1: BR01 +1", step="conflict"))
    assert power(game, "Ann") == 6


@pytest.mark.rules("GLOS-16", "CONF-10", "RUL-36")
def test_a_card_face_down_does_nothing_and_counts_nothing() -> None:
    game = resolve(table("Ann 1: (BR07) (BR04)", "Bob 1: GA06", step="preparation"))
    assert not events(game, "act", "Ann")
    (count,) = events(game, "count", "Ann")
    assert (count.get("power"), count.get("face_down"), dict(count.get("cards"))) == (0, (0, 0), {})


@pytest.mark.rules("GLOS-16", "RUL-36", "KIT-08")
def test_unless_another_card_says_so() -> None:
    game = table("Ann 1: MA07 MA08", "Bob 1: GA06", step="preparation")
    do(game, "Ann", Choose("MA07"), NO)
    resolve(game)
    (count,) = events(game, "count", "Ann")
    assert count.get("face_down") == (4,)
    assert {"RUL-36", "KIT-08"} <= set(count.rules)
    assert "CONF-10" not in count.rules
    assert power(game, "Ann") == 4 + 2


# Rivals ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-17")
@pytest.mark.parametrize("lies", ["Bob 1: GA08", "Bob 1: (GA08)", "Bob 1: +1", "Bob 1: GA08 +2"])
def test_whoever_has_anything_here_is_a_rival(lies: str) -> None:
    game = resolve(table("Ann 1: BR07", lies, step="preparation"))
    assert moves(game, cause="steal") == [("Bob", "Ann", 1)]


@pytest.mark.rules("GLOS-18")
def test_who_has_nothing_here_is_none() -> None:
    game = resolve(table("Ann 1: BR07", "Bob 1: +1", "Cy 2: TO01 +3", step="preparation"))
    assert {a for a, _, _ in moves(game, cause="steal")} == {"Bob"}


@pytest.mark.rules("GLOS-18", "WDR-07")
def test_nor_is_who_has_withdrawn() -> None:
    game = table("Ann 1: BR07 BR04", "Bob 1: GA08 +1", "Cy 1: +1", step="withdraw")
    do(game, "Ann", Stay())
    do(game, "Bob", Withdraw())
    do(game, "Cy", Stay())
    resolve(game)
    assert {a for a, _, _ in (*moves(game, cause="steal"), *moves(game, cause="lose"))} == {"Cy"}
    assert ranking(game) == ["Ann", "Cy"]  # Cy has Blood alone


@pytest.mark.rules("GLOS-17", "GLOS-05")
def test_rivals_are_those_where_the_card_lies() -> None:
    game = table("Ann haven: BR09", "Bob 1: +1", "Cy haven: +1", at="haven", step="aftermath")
    answer_all(game, lambda g: g.phase != "resolution")
    assert moves(game, cause="steal") == [("Cy", "Ann", 1)]


# Rewards once more -------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-19", "REW-05", "REW-06", "REW-07", "REW-08", "REW-11")
@pytest.mark.parametrize(("number", "paid"), [(1, [1, 1, 1, 0, 0]), (2, [2, 2, 1, 0, 0]), (3, [3, 2, 1, 0, 0])])
@pytest.mark.parametrize("at", [1, "haven"])
def test_the_reward_table(number: int, paid: list[int], at: int | str) -> None:
    lies = [
        f"{name} {at}: {card}"
        for name, card in (("Ann", "BR04"), ("Bob", "GA06"), ("Cy", "TO04 +1"), ("Dee", "VE08"), ("Eve", "TR04"))
    ]
    game = table(*lies, at=at, step="conflict", players=5, round=number, locations=["AL20", "AL21", "AL22", "AL23"])
    answer_all(game, lambda g: g.view(None).at != at or g.is_over)
    rewards = [sum(e.amount for e in entries(game, cause="reward") if e.target.seat == s) for s in (0, 2, 1, 3, 4)]
    first, *rest = rewards
    assert [first - (at == "haven"), *rest] == paid
    ally = "AL20" if at == 1 else "AL23"
    assert [ally in seat(game, name).alliance for name in game.names] == [True, False, False, False, False]
    assert [event.seat for event in events(game, "victim") if event.moment.step == "conflict"] == [2]


@pytest.mark.rules("GLOS-19", "REW-15", "GLOS-09")
def test_rewards_come_from_the_bank() -> None:
    game = resolve(table("Ann 1: BR04", "Bob 1: GA06", step="conflict", round=2))
    assert moves(game, cause="reward") == [("bank", "Ann", 2), ("bank", "Bob", 2)]
    assert influence(game, "Ann") == 5
    assert all("REW-15" in entry.rules for entry in entries(game, cause="reward"))


@pytest.mark.rules("GLOS-05")
def test_a_passive_works_where_it_lies_now() -> None:
    game = table("Bob 1: GA06", Ann={"hand": ["BR04", "BR05", "BR06"]}, Cy={"hand": ["TO01", "TO02"]})
    play(game, "Ann", "BR04", 2)
    assert not moves(game, cause="deploy")
    answer_all(game, lambda g: asked(g) == ("Cy", "plan"))
    play(game, "Cy", "TO01", 1)
    assert moves(game, cause="deploy") == [("bank", "Bob 1", 1)]
