"""What the rulebook leaves open: each ruling of the list, and the kit's own (RUL, KIT), with both readings of a switch.

Rulings about Frenzy, elimination, the score, Allies, Relics and teams are also held in the files of those names.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    acted,
    ally,
    answer_all,
    asked,
    deployed,
    do,
    entries,
    events,
    faces,
    hand,
    influence,
    kinds,
    moves,
    play,
    pool,
    power,
    ranking,
    refused,
    resolve,
    seat,
    table,
    to_phase,
    tokens,
)
from vendetta_kit import Game
from vendetta_kit.engine.actions import Bid, Choose, Drain, EndTurn, Play, Stay, Withdraw
from vendetta_kit.rulebook import all_rulings

HAND = ["BR04", "BR05", "BR06"]
ALLOW = {"last_blood": "allow"}


def until_asked(game: Game, name: str, question: str) -> Game:
    """Play on by default until this player is asked this."""
    return answer_all(game, lambda g: asked(g) == (name, question))


# The switches ----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-01", "PLAN-26")
@pytest.mark.parametrize(("reading", "most"), [("forbid", 2), ("allow", 3)])
def test_rul_01_playing_the_last_blood(reading: str, most: int) -> None:
    game = table(Ann={"hand": HAND, "blood": 3}, rulings={"last_blood": reading})
    assert max(a.blood for a in game.legal(0) if isinstance(a, Play) and a.face == "up") == most
    if reading == "forbid":
        refusal = refused(game, "Ann", Play("BR04", 1, blood=3))
        assert refusal.rule == "RUL-01"
        assert refusal.nearest == Play("BR04", 1, blood=2)
    else:
        do(game, "Ann", Play("BR04", 1, blood=3))
        (frenzy,) = events(game, "frenzy", "Ann")
        assert frenzy.get("causer") is None
        assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (3, 3)
        assert not entries(game, cause="frenzy_paid")
        assert asked(game) != ("Bob", "plan") or seat(game, "Ann").drained == ("VI31",)


@pytest.mark.rules("RUL-01")
def test_rul_01_the_reading_in_force_is_told() -> None:
    assert table().view(None).rulings["last_blood"] == "forbid"
    assert table(rulings=ALLOW).view(2).rulings["last_blood"] == "allow"
    assert all_rulings()[0].options == ("forbid", "allow")


@pytest.mark.rules("RUL-01", "RUL-02")
@pytest.mark.parametrize(("blood", "most"), [(2, 0), (3, 1), (6, 3)])
def test_rul_01_forbid_with_the_fee(blood: int, most: int) -> None:
    game = table(Ann={"hand": HAND, "blood": blood})
    assert max(a.blood for a in game.legal(0) if isinstance(a, Play) and a.face == "down") == most


def nobody_left(reading: str) -> Game:
    """Both stay with one card each and both cards are gone before the count; only Ann's Blood is left."""
    game = table("Ann 1: MA05 +2", "Bob 1: NO07", step="withdraw", rulings={"nobody_left": reading}, locations=["AL20", "AL21", "AL22"])
    do(game, "Ann", Stay())
    do(game, "Bob", Stay())
    do(game, "Ann", Choose("MA05"))
    do(game, "Bob", YES)
    return game


@pytest.mark.rules("RUL-32", "CONF-08")
def test_rul_32_tested_after_the_conflict_there_is_nobody() -> None:
    game = nobody_left("after_conflict")
    assert ranking(game) == []
    assert "RUL-32" in events(game, "nobody", at=1)[0].rules
    assert events(game, "ally_removed", at=1)[0].get("card") == "AL20"
    assert influence(game, "Ann") == 3


@pytest.mark.rules("RUL-32")
def test_rul_32_tested_after_the_withdraw_step_the_conflict_goes_on() -> None:
    game = nobody_left("after_withdraw")
    assert ranking(game) == ["Ann"]
    assert "AL20" in seat(game, "Ann").alliance
    assert influence(game, "Ann") == 3 + 1


@pytest.mark.rules("RUL-32", "WDR-10")
@pytest.mark.parametrize("reading", ["after_conflict", "after_withdraw"])
def test_rul_32_if_all_cards_withdraw_both_readings_agree(reading: str) -> None:
    game = table("Ann 1: BR04", "Bob 1: +3", step="withdraw", rulings={"nobody_left": reading})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert ranking(game) == []
    assert ally(game, 1) is None
    assert "RUL-32" in events(game, "nobody", at=1)[0].rules


# Paying, playing, draining ---------------------------------------------------------------------------------


@pytest.mark.rules("RUL-02", "PLAN-11")
def test_rul_02_drain_first_then_pay() -> None:
    game = table(Ann={"hand": HAND, "blood": 1})
    assert "RUL-02" in refused(game, "Ann", Play("BR04", 1, "down")).why.rules
    do(game, "Ann", Drain("VI31"), Play("BR04", 1, "down", blood=2))
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (1, 2)


@pytest.mark.rules("RUL-03")
def test_rul_03_who_cannot_pay_the_forced_fee_cannot_play_there() -> None:
    game = table("Bob 1: NO03", Ann={"hand": HAND, "blood": 1})
    assert {a.at for a in game.legal(0) if isinstance(a, Play)} == {2, "haven"}
    for face in ("up", "down"):
        assert "RUL-03" in refused(game, "Ann", Play("BR04", 1, face)).why.rules
    do(game, "Ann", Drain("VI31"))
    assert Play("BR04", 1, "down") in game.legal(0)


@pytest.mark.rules("RUL-04", "CONTR-06")
@pytest.mark.parametrize(("card", "step"), [("TR05", "aftermath"), ("TR07", "preparation")])
@pytest.mark.parametrize(("blood", "asks"), [(1, False), (2, True)])
def test_rul_04_half_of_one_is_nothing_to_spend(card: str, step: str, blood: int, asks: bool) -> None:
    more = {"ranking": ("Ann",)} if step == "aftermath" else {}
    game = table(f"Ann 1: {card}", "Bob 1: +2", step=step, Ann={"blood": blood}, **more)
    assert (asked(game) == ("Ann", "spend_half")) == asks


@pytest.mark.rules("RUL-04")
def test_rul_04_then_ancient_artifacts_must_turn_face_down() -> None:
    game = table("Ann 1: TR02", "Bob 1: +2", step="preparation", Ann={"blood": 1})
    assert faces(game, "Ann", 1) == {"TR02": "down"}
    assert pool(game, "Ann") == 1
    richer = table("Ann 1: TR02", "Bob 1: +2", step="preparation", Ann={"blood": 7})
    do(richer, "Ann", YES)
    assert faces(richer, "Ann", 1) == {"TR02": "up"}
    assert pool(richer, "Ann") == 7 - 3


@pytest.mark.rules("RUL-05", "RUL-01")
@pytest.mark.parametrize(("reading", "blood", "most"), [("forbid", 3, 2), ("allow", 3, 3), ("forbid", 1, 0), ("forbid", 9, 3)])
def test_rul_05_blood_played_by_backstab_is_pool_blood(reading: str, blood: int, most: int) -> None:
    game = table("Ann 1: NO05", "Bob 1: +1", step="preparation", Ann={"blood": blood}, rulings={"last_blood": reading})
    if most:
        assert list(game.legal(0)) == [Choose(k) for k in range(most + 1)]
        do(game, "Ann", Choose(most))
        assert moves(game, card="NO05") == [("Ann", "Ann 1", most)]
        assert bool(events(game, "frenzy", "Ann")) == (most == blood)
    else:
        assert asked(game) == ("Ann", "to_haven")


@pytest.mark.rules("RUL-05")
@pytest.mark.parametrize(("blood", "most"), [(6, 2), (2, 1)])
def test_rul_05_friends_in_high_places(blood: int, most: int) -> None:
    game = table("Ann 1: TO07", "Bob 1: (BR08)", step="revelation", Ann={"blood": blood, "alliance": ["VI01", "VI02"]})
    assert list(game.legal(0)) == [Choose(k) for k in range(most + 1)]
    do(game, "Ann", Choose(most))
    assert deployed(game, "Ann", 1) == most


@pytest.mark.rules("RUL-05", "RUL-01")
@pytest.mark.parametrize(("reading", "most"), [("forbid", 3), ("allow", 4)])
def test_rul_05_a_bid(reading: str, most: int) -> None:
    game = table("Ann 1: (MA02)", "Bob 1: BR08", step="revelation", Ann={"blood": 4}, rulings={"last_blood": reading})
    assert list(game.legal(0)) == [Bid(k) for k in range(most + 1)]
    do(game, "Ann", Bid(most))
    do(game, "Bob", Bid(0))
    answer_all(game, lambda g: asked(g) != ("Bob", "turn_down"))
    assert moves(game, cause="bid") == [("Ann", "Ann 1", most)]


@pytest.mark.rules("RUL-06", "GLOS-02")
def test_rul_06_the_causer_is_on_whose_position_the_card_lies() -> None:
    game = table("Ann 1: MA08 BR07", "Cy 1: +1", "Bob 2: BR08", step="preparation", Ann={"clan": "malkavian"}, Bob={"clan": "brujah"}, Cy={"blood": 1})
    resolve(game)
    assert events(game, "frenzy", "Cy")[0].get("causer") == 0
    assert moves(game, cause="frenzy_paid") == [("bank", "Ann", 1)]


@pytest.mark.rules("RUL-06")
def test_rul_06_a_frenzy_by_challenge_is_its_players_doing() -> None:
    game = table("Bob 2: BR03", Ann={"hand": ["TO01", "TO02"], "blood": 1})
    do(game, "Ann", Play("TO01", 1))
    assert events(game, "frenzy", "Ann")[0].get("causer") == 1


@pytest.mark.rules("RUL-07")
@pytest.mark.parametrize(("ambition", "order"), [("Ann", ["Bob", "Cy", "Dee"]), ("Cy", ["Cy", "Dee", "Bob"])])
def test_rul_07_targets_in_turn_order(ambition: str, order: list[str]) -> None:
    game = resolve(table("Ann 1: BR07", "Bob 1: +1", "Cy 1: +1", "Dee 1: +1", step="preparation", ambition=ambition))
    assert [a for a, _, _ in moves(game, cause="steal")] == order


@pytest.mark.rules("RUL-12")
@pytest.mark.parametrize(("alliance", "fed"), [(["AL12"], 0), (["AL12", "VI01"], 0), (["AL12", "VI01", "VI02"], 1)], ids=str)
def test_rul_12_the_feed_is_one_sum_and_never_negative(alliance: list[str], fed: int) -> None:
    game = table(start={"phase": "feed"}, Ann={"alliance": alliance})
    assert pool(game, "Ann") == 6 + fed


@pytest.mark.rules("RUL-13")
def test_rul_13_tokens_never_run_out() -> None:
    game = table(Ann={"hand": HAND, "blood": 90, "influence": 95}, start={"phase": "feed"})
    assert pool(game, "Ann") == 91
    resolve(answer_all(game, lambda g: g.phase == "resolution"))
    won = resolve(table("Ann 1: BR04", step="conflict", Ann={"blood": 90, "influence": 95}, locations=["AL06", None, None]))
    assert (pool(won, "Ann"), influence(won, "Ann")) == (95, 96)


@pytest.mark.rules("RUL-16", "DIAB-04")
def test_rul_16_a_token_of_this_turn_can_be_flipped_in_it() -> None:
    game = table(Ann={"hand": HAND, "alliance": ["AL10"]})
    assert "DIAB-04" in refused(game, "Ann", Play("BR04", 1, flips=1)).why.rules
    do(game, "Ann", Drain("AL10"), Play("BR04", 1, flips=1))
    assert tokens(game, "Ann") == (0, 1)
    assert deployed(game, "Ann", 1) == 1


@pytest.mark.rules("RUL-17", "WDR-11")
def test_rul_17_diablerie_blood_withdraws_into_the_pool() -> None:
    game = table(Ann={"hand": ["BR08", "BR09"], "diablerie": {"up": 2}}, start={"phase": "planning", "turn": "Ann", "number": 2})
    do(game, "Ann", Play("BR08", 1, flips=2))
    answer_all(game, lambda g: g.phase == "resolution" and 0 in g.pending and g.view(None).at == 1)
    do(game, "Ann", Withdraw())
    answer_all(game, lambda g: g.view(None).step != "withdraw" or g.view(None).at != 1)
    assert pool(game, "Ann") == 6 + 2
    assert deployed(game, "Ann", 1) == 0


@pytest.mark.rules("RUL-18", "DRAIN-01", "PLAN-22")
def test_rul_18_draining_is_for_the_own_turn_before_or_after_the_play() -> None:
    ann = {"hand": HAND, "alliance": ["VI01", "VI02"]}
    game = table(Ann=ann)
    do(game, "Ann", Drain("VI01"), Play("BR04", 1), Drain("VI02"))
    assert seat(game, "Ann").drained == ("VI01", "VI02")
    for name, victim in (("Cy", "VI33"), ("Dee", "VI34")):
        refused(game, name, Drain(victim))
    later = table("Ann 1: BR04", step="withdraw", Ann={"alliance": ["VI01"]})
    assert "DRAIN-01" in refused(later, "Ann", Drain("VI01")).why.rules
    assert "DRAIN-01" in refused(table(start={"phase": "hand_building"}, Ann=ann), "Ann", Drain("VI01")).why.rules


@pytest.mark.rules("RUL-19", "PLAN-02")
def test_rul_19_an_empty_hand_skips_and_extra_cards_add_no_turn() -> None:
    game = to_phase(table(round=2, Ann={"hand": ["BR04"]}, Bob={"hand": ["GA01", "GA02", "GA03", "GA04", "GA05", "GA06"]}), "resolution")
    assert len(events(game, "turn", "Ann")) == 1
    assert len(events(game, "turn_skipped", "Ann")) == 2
    assert all("RUL-19" in event.rules for event in events(game, "turn_skipped"))
    assert len(events(game, "turn", "Bob")) == 3
    assert len(hand(game, "Bob")) == 3


@pytest.mark.rules("RUL-21", "GLOS-03")
def test_rul_21_cards_played_by_an_effect_are_played() -> None:
    game = table("Ann 1: MA03", "Bob 1: GA06", "Cy 2: BR03", step="preparation", Ann={"hand": ["MA08", "MA09"]})
    assert moves(game, card="GA06") == [("bank", "Bob 1", 1)] * 2
    assert moves(game, card="BR03") == [("Ann", "bank", 1)] * 2
    assert all("RUL-21" in event.rules for event in events(game, "play"))


@pytest.mark.rules("RUL-21")
def test_rul_21_but_not_for_a_text_about_planning() -> None:
    # Eyes in the Dark speak of the Planning Phase: the cards come face up, and bring nothing
    game = table("Ann 1: MA03", "Bob 1: NO03", step="preparation", Ann={"hand": ["MA08"]})
    assert faces(game, "Ann", 1) == {"MA03": "up", "MA08": "up"}
    assert not entries(game, card="NO03")


@pytest.mark.rules("RUL-22")
def test_rul_22_ambrus_before_and_after_the_play() -> None:
    game = table("Bob 1: (GA01) (GA03)", Ann={"hand": HAND, "alliance": ["AL13"]})
    (before, _) = [a for a in game.legal(0) if a.do == "look"]
    do(game, "Ann", before, Play("BR04", 1))
    (after,) = [a for a in game.legal(0) if a.do == "look"]
    do(game, "Ann", after, EndTurn())
    assert moves(game, card="AL13") == [("Ann", "bank", 1)] * 2


@pytest.mark.rules("RUL-53", "PLAN-24")
def test_rul_53_fee_card_blood_and_flips_are_one_move_then_triggers() -> None:
    game = table("Bob 1: GA06", Ann={"hand": HAND, "diablerie": {"up": 1}})
    before = len(game.actions)
    do(game, "Ann", Play("BR04", 1, "down", blood=2, flips=1))
    assert len(game.actions) == before + 1
    assert moves(game) == [("Ann", "bank", 1), ("Ann", "Ann 1", 2), ("bank", "Ann 1", 1), ("bank", "Bob 1", 1)]
    assert kinds(game, "play", "flip") == ["play", "flip"]


# Withdrawing -----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-23", "PLAN-20")
@pytest.mark.parametrize("lies", ["Bob 1: TO06", "Bob 1: (TO06)"])
def test_rul_23_a_passive_works_where_it_withdrew_to(lies: str) -> None:
    game = table("Ann haven: BR07", lies, "Cy 1: +1", step="withdraw")
    do(game, "Bob", Withdraw())
    do(game, "Cy", Stay())
    answer_all(game, lambda g: g.view(None).at == "haven" and g.view(None).step == "conflict" or g.phase != "resolution")
    assert not entries(game, cause="steal")
    assert events(game, "protected", "Bob")[0].get("card") == "TO06"


@pytest.mark.rules("RUL-24", "WDR-06")
def test_rul_24_all_cards_on_the_position_move() -> None:
    game = table("Ann 1: MA08 GA01 (MA04)", "Bob 1: +1", step="withdraw", Bob={"clan": "gangrel"})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert faces(game, "Ann", "haven") == {"MA08": "up", "GA01": "up", "MA04": "up"}


@pytest.mark.rules("RUL-25", "WDR-08")
def test_rul_25_from_the_haven_to_hand_and_pool_at_once() -> None:
    game = table("Ann haven: BR04 (BR05) +3", "Bob haven: GA01", at="haven", step="withdraw", Ann={"hand": ["BR09"]})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    withdrawn = events(game, "withdraw_haven", "Ann")[0]
    assert "RUL-25" in withdrawn.rules
    assert ("Ann", 3) in [(b, n) for _, b, n in moves(game, cause="withdraw")]
    assert hand(game, "Ann") >= {"BR04", "BR05", "BR09"}
    assert withdrawn.n < events(game, "step", name="revelation")[-1].n


@pytest.mark.rules("RUL-26", "WDR-09")
def test_rul_26_vanish_works_again_at_the_haven() -> None:
    game = table("Ann 1: NO07", "Bob 1: +1", "Cy haven: GA01", step="preparation", Bob={"clan": "ventrue"})
    do(game, "Ann", YES)
    until_asked(game, "Ann", "do_it")
    assert game.view(None).at == "haven"
    do(game, "Ann", YES)
    assert [event.get("card") for event in events(game, "act", "Ann")] == ["NO07", "NO07"]
    assert moves(game, cause="steal") == [("Bob", "Ann", 1), ("Cy", "Ann", 1)]


@pytest.mark.rules("RUL-27", "PREP-04")
def test_rul_27_vanish_robs_the_rivals_of_the_location_left() -> None:
    game = table("Ann 1: NO07", "Bob 1: +1", "Cy haven: GA01", "Dee 1: +1", step="preparation")
    do(game, "Ann", YES)
    assert [a for a, _, _ in moves(game, cause="steal")] == ["Bob", "Dee"]
    assert "RUL-27" in entries(game, cause="steal")[0].rules


@pytest.mark.rules("RUL-28", "WDR-03")
def test_rul_28_mass_manipulation_takes_its_blood_as_the_tokens_turn() -> None:
    game = table("Ann 1: VE05", "Bob 1: GA01 +2", "Cy 1: +1", "Dee 1: +1", step="withdraw", ambition="Cy")
    for name, token in (("Ann", Stay()), ("Bob", Withdraw()), ("Cy", Stay()), ("Dee", Stay())):
        do(game, name, token)
    assert moves(game, cause="steal") == [("Cy", "Ann", 2), ("Dee", "Ann", 2)]
    assert events(game, "tokens")[0].n < entries(game, cause="steal")[0].n < entries(game, cause="withdraw")[0].n
    assert "RUL-28" in entries(game, cause="steal")[0].rules


@pytest.mark.rules("RUL-28")
def test_rul_28_face_down_it_takes_nothing() -> None:
    game = table("Ann 1: (VE05)", "Bob 1: GA01", step="withdraw")
    do(game, "Ann", Stay())
    do(game, "Bob", Stay())
    assert not entries(game, cause="steal")


@pytest.mark.rules("RUL-29")
def test_rul_29_moving_to_a_resolved_location_changes_nothing_there() -> None:
    game = table("Ann 2: GA07 +3", "Bob 1: BR04", at=2, step="aftermath", ranking=("Ann",))
    assert Choose(1) in game.legal(0)
    before = influence(game, "Bob")
    do(game, "Ann", Choose(1))
    assert deployed(game, "Ann", 1) == 2
    answer_all(game, lambda g: g.phase != "resolution")
    assert not events(game, "step", at=1)
    assert influence(game, "Bob") == before
    assert moves(game, cause="round_end")  # and goes to the Bank with the rest


@pytest.mark.rules("RUL-45", "WDR-01")
def test_rul_45_moved_blood_makes_its_player_take_part() -> None:
    game = table("Ann 1: GA07 +3", "Bob 2: BR04", step="aftermath", ranking=("Ann",))
    do(game, "Ann", Choose(2))
    assert game.view(None).at == 2
    assert sorted(game.pending) == [0, 1]
    assert deployed(game, "Ann", 2) == 2
    assert "RUL-45" in entries(game, cause="shift")[0].rules


# The conflict ----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-30", "CONF-07")
def test_rul_30_blood_alone_gets_nothing_beside_a_lone_player_with_cards() -> None:
    game = resolve(table("Ann 1: BR09", "Bob 1: +9", "Cy 1: +4", step="withdraw"))
    assert ranking(game) == ["Ann"]
    assert influence(game, "Ann") == 4
    assert (influence(game, "Bob"), influence(game, "Cy")) == (3, 3)
    assert "RUL-30" in events(game, "lone")[0].rules
    assert not events(game, "victim")


@pytest.mark.rules("RUL-31", "GLOS-08")
def test_rul_31_blood_alone_is_ranked_beside_two_with_cards() -> None:
    game = resolve(table("Ann 1: BR08", "Bob 1: GA01 +4", "Cy 1: +3", step="withdraw"))
    assert ranking(game) == ["Bob", "Cy", "Ann"]
    assert "RUL-31" in events(game, "count", "Cy")[0].rules


@pytest.mark.rules("RUL-33")
def test_rul_33_the_lone_win_is_tested_once_after_the_withdraw_step() -> None:
    # Bob's only card vanishes in the Preparation: Ann is the last with cards, and yet it is a usual count
    game = table("Ann 1: BR08", "Bob 1: NO07", "Cy 1: +3", step="withdraw")
    for name in ("Ann", "Bob", "Cy"):
        do(game, name, Stay())
    do(game, "Bob", YES)
    assert ranking(game) == ["Cy", "Ann"]
    assert not events(game, "lone")


@pytest.mark.rules("RUL-34", "PREP-01", "AFT-02")
def test_rul_34_a_lone_players_cards_still_act() -> None:
    game = resolve(table("Ann 1: TO08 TO04", "Bob 1: +1", step="withdraw"))
    assert acted(game) == ["TO08", "TO04"]
    assert len(events(game, "victim", "Ann")) == 2
    assert events(game, "lone")


@pytest.mark.rules("RUL-35")
def test_rul_35_a_card_that_arrives_in_its_step_acts_in_it() -> None:
    game = table("Ann 1: MA03", "Bob 1: GA01", step="preparation", Ann={"hand": ["MA07", "MA09"]})
    assert asked(game) == ("Ann", "turn_down")  # Mindless Assault came out of the hand and acts
    resolve(game)
    assert [e.get("card") for e in events(game, "act", "Ann")] == ["MA03", "MA07", "MA09"]


@pytest.mark.rules("RUL-35")
def test_rul_35_but_not_in_a_step_that_is_over() -> None:
    game = resolve(table("Ann 1: (MA06)", "Bob 1: GA01", step="revelation", Ann={"deck": ["MA02", "MA04"], "hand": ["MA09"]}))
    assert asked(game) is not None
    assert acted(game)[0] == "MA06"
    late = table("Ann 1: MA03", "Bob 1: GA01", step="preparation", Ann={"hand": ["MA02", "MA06"]})
    resolve(late)  # both would act right after the Revelation
    assert [e.get("card") for e in events(late, "act", "Ann")] == ["MA03"]


@pytest.mark.rules("RUL-36", "CONF-10")
def test_rul_36_turned_down_again_it_is_worth_nothing_but_still_a_card() -> None:
    game = resolve(table("Ann 1: TR02 +1", "Bob 1: BR08 +1", step="preparation", Ann={"blood": 1}))
    assert events(game, "count", "Ann")[0].get("face_down") == (0,)
    assert ranking(game) == ["Bob", "Ann"]
    alone = resolve(table("Ann 1: TR02", "Bob 1: +5", step="withdraw", Ann={"blood": 1}))
    assert ranking(alone) == ["Ann"]


@pytest.mark.rules("RUL-37", "GLOS-14")
def test_rul_37_printed_power_changes_when_a_card_acts_additions_at_the_count() -> None:
    # Wolf Companion halves Bloody Fury to 3; the 2 for her Blood come off afterwards
    game = resolve(table("Ann 1: BR01 +1", "Bob 1: GA02", step="conflict"))
    assert power(game, "Ann") == 3 - 2 + 1
    # Diplomacy acts first: the 6 becomes 0, and half of 0 is 0
    game = resolve(table("Ann 1: BR01 BR04", "Bob 1: GA02", "Cy 1: VE02", step="conflict"))
    assert power(game, "Ann") == 0 + 2
    assert [(e.get("card"), e.get("before"), e.get("after")) for e in events(game, "printed", "Ann")] == [("BR01", 6, 0), ("BR04", 4, 2)]


@pytest.mark.rules("RUL-37")
@pytest.mark.parametrize("ambition", ["Ann", "Bob", "Cy"])
def test_rul_37_two_changes_each_when_its_card_acts(ambition: str) -> None:
    game = resolve(table("Ann 1: BR04", "Bob 1: GA02", "Cy 1: VE02", step="conflict", ambition=ambition))
    assert power(game, "Ann") == 0
    assert power(game, "Cy") == 1  # 3 halved


@pytest.mark.rules("RUL-38")
@pytest.mark.parametrize(("blood", "worth"), [(8, 1), (9, 0), (12, 0)])
def test_rul_38_no_card_is_worth_less_than_nothing(blood: int, worth: int) -> None:
    game = resolve(table("Ann 1: TR01 TR06", "Bob 1: BR08", step="conflict", Ann={"blood": blood}))
    assert dict(events(game, "count", "Ann")[0].get("cards")) == {"TR01": worth, "TR06": 2}
    assert power(game, "Ann") == worth + 2


@pytest.mark.rules("RUL-39")
def test_rul_39_power_zero_is_ranked() -> None:
    game = resolve(table("Ann 1: BR09", "Bob 1: GA09", "Cy 1: TR04", step="conflict"))
    assert ranking(game) == ["Cy", "Ann", "Bob"]
    assert power(game, "Ann") == 0
    assert len(events(game, "victim", "Ann")) == 1
    assert influence(game, "Bob") == 4


@pytest.mark.rules("RUL-42", "REW-09")
def test_rul_42_the_order_of_the_rewards() -> None:
    game = table("Ann haven: BR04", "Bob haven: GA06", "Cy haven: TR04", at="haven", step="conflict", locations=[None, None, "AL01"], ambition="Dee")
    answer_all(game, lambda g: g.phase != "resolution")
    numbers = [
        events(game, "ally", "Ann")[0].n,
        entries(game, card="AL01")[0].n,
        events(game, "victim", "Bob")[0].n,
        *(entry.n for entry in entries(game, cause="reward")),
        events(game, "ambition", "Ann")[0].n,
    ]
    assert numbers == sorted(numbers)
    assert [b for _, b, _ in moves(game, cause="reward")] == ["Ann", "Bob", "Cy"]


@pytest.mark.rules("RUL-43", "AFT-04")
@pytest.mark.parametrize(("ambition", "winner", "order"), [("Ann", "Cy", ["TO09", "VE09", "BR09", "GA09"]), ("Dee", "Ann", ["BR09", "GA09", "TO09", "VE09"])])
def test_rul_43_the_havens_aftermath_is_in_the_new_order(ambition: str, winner: str, order: list[str]) -> None:
    lies = [f"{name} haven: {card}" + (" +3" if name == winner else "") for name, card in (("Ann", "BR09"), ("Bob", "GA09"), ("Cy", "TO09"), ("Dee", "VE09"))]
    game = table(*lies, at="haven", step="conflict", ambition=ambition)
    answer_all(game, lambda g: g.phase != "resolution")
    assert acted(game) == order


@pytest.mark.rules("RUL-44", "REW-13", "EOG-06")
def test_rul_44_without_a_winner_ambition_stays() -> None:
    level = {"influence": 9, "blood": 2, "alliance": []}
    game = table("Ann haven: +1", at="haven", step="withdraw", ambition="Dee", round=3, Bob=level, Dee=level)
    answer_all(game, lambda g: g.is_over)
    assert game.view(None).ambition == 3
    (stays,) = events(game, "ambition_stays")
    assert {"RUL-44", "REW-13"} <= set(stays.rules)
    assert game.winner == 3  # level with Bob, and first in the order from the holder


@pytest.mark.rules("RUL-44", "REW-13")
def test_rul_44_also_if_nobody_was_there_at_all() -> None:
    game = table("Ann 2: BR04", at=2, step="withdraw", ambition="Dee")
    answer_all(game, lambda g: g.round == 2)
    assert game.view(None).ambition == 3
    assert len(events(game, "ambition_stays")) == 1


# Single cards ----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-46", "REV-05")
def test_rul_46_curfew_acts_after_the_revelation_as_its_text_says() -> None:
    game = table("Ann 1: (VE03)", "Bob 1: BR07", step="revelation")
    assert asked(game) == ("Bob", "curfew")
    assert game.view(None).step == "revelation"
    do(game, "Bob", NO)
    assert not events(game, "act", "Bob")


@pytest.mark.rules("RUL-46")
@pytest.mark.parametrize(("step", "lies"), [("preparation", "Bob 1: BR07"), ("aftermath", "Bob 1: BR09")])
def test_rul_46_tremere_ready_acts_in_whatever_step_the_frenzy_is(step: str, lies: str) -> None:
    more = {"ranking": ("Bob",)} if step == "aftermath" else {}
    game = table("Ann 1: TR08", lies, step=step, Ann={"blood": 1}, **more)
    until_asked(game, "Ann", "tremere_ready")
    assert game.view(None).step == step


@pytest.mark.rules("RUL-46", "RUL-52")
def test_rul_46_and_52_are_shown_as_doubtful() -> None:
    assert {ruling.id for ruling in all_rulings() if ruling.doubtful} >= {"RUL-46", "RUL-52"}


@pytest.mark.rules("RUL-47")
@pytest.mark.parametrize(("lies", "pays"), [(["Ann 1: VE09 +2", "Bob 1: GA01"], False), (["Ann 1: VE09", "Bob 1: GA01"], True)])
def test_rul_47_ventrues_hunt_needs_another_winner(lies: list[str], pays: bool) -> None:
    game = table(*lies, step="conflict")
    assert (asked(game) == ("Bob", "toll")) == pays
    if not pays:
        assert "RUL-47" in events(game, "ignored", "Ann")[0].rules


@pytest.mark.rules("RUL-48")
@pytest.mark.parametrize(("tokens_", "offer"), [(0, {True}), (1, {True, False})])
def test_rul_48_influence_that_is_not_there_is_not_on_offer(tokens_: int, offer: set[bool]) -> None:
    # Bob, who won, still has the round's reward: so the toll is asked with 0 or 1 token before it
    game = table("Ann 1: VE09", "Bob 1: GA01", step="aftermath", ranking=("Bob", "Ann"), Bob={"influence": tokens_, "blood": 5})
    if len(offer) == 1:
        assert moves(game, cause="steal") == [("Bob", "Ann", 2)]  # the only answer is taken as read
    else:
        assert {a.value for a in game.legal(1) if isinstance(a, Choose)} == offer
        do(game, "Bob", NO)
        assert moves(game, cause="give") == [("Bob", "Ann", 1)]


@pytest.mark.rules("RUL-48")
@pytest.mark.parametrize(
    ("blood", "tokens_", "happens"),
    [(3, 0, ("Bob 1", "Ann 1", 2)), (0, 2, ("Bob", "bank", 1)), (0, 0, None)],
)
def test_rul_48_tyrants_gaze_takes_what_is_there(blood: int, tokens_: int, happens: tuple[str, str, int] | None) -> None:
    game = resolve(table("Ann 1: VE06", f"Bob 1: GA01 +{blood}" if blood else "Bob 1: GA01", step="preparation", Bob={"influence": tokens_}))
    assert moves(game, card="VE06") == ([happens] if happens else [])
    assert bool(events(game, "ignored", "Bob")) == (happens is None)


# The kit's own ---------------------------------------------------------------------------------------------


@pytest.mark.rules("KIT-01", "CONTR-06")
def test_kit_01_no_auction_without_a_rival() -> None:
    game = resolve(table("Ann 1: (MA02)", step="revelation"))
    assert not events(game, "bids")
    assert "KIT-01" in events(game, "ignored", "Ann")[0].rules
    assert faces(game, "Ann", 1) == {"MA02": "up"}


@pytest.mark.rules("KIT-02")
def test_kit_02_malkavs_bane_plays_face_up_and_the_card_acts() -> None:
    game = table("Ann 1: (MA06)", "Bob 1: +2", step="revelation", Ann={"deck": ["MA05", "MA04"], "hand": []})
    assert faces(game, "Ann", 1) == {"MA06": "up", "MA05": "up"}
    assert asked(game) == ("Ann", "take_back")  # Chaos acts in the Preparation
    (event,) = events(game, "play", "Ann")
    assert "KIT-02" in event.rules
    assert event.get("face") == "up"


@pytest.mark.rules("KIT-03", "GLOS-15")
def test_kit_03_forestall_names_only_what_lies_open() -> None:
    game = table("Ann 1: (VE07)", "Bob 1: NO06", "Cy 1: GA06 (GA03)", step="revelation")
    answer_all(game, lambda g: asked(g) == ("Ann", "name_card"))  # One Step Ahead has kept Cy's card down
    assert set(game.legal(0)) == {Choose("NO06"), Choose("GA06")}


@pytest.mark.rules("KIT-05")
def test_kit_05_who_has_nothing_left_is_not_ranked() -> None:
    game = table("Ann 1: TO03", "Bob 1: GA01", "Cy 1: +1", step="withdraw", Ann={"alliance": ["VI01", "VI02"]})
    resolve(game)
    assert deployed(game, "Cy", 1) == 0
    assert ranking(game) == ["Ann", "Bob"]
    assert "KIT-05" in events(game, "winner")[0].rules


@pytest.mark.rules("KIT-06")
def test_kit_06_retaliation_hands_on_the_full_amount() -> None:
    game = table("Ann 1: TR06", "Bob 1: BR04", step="aftermath", ranking=("Bob",), round=3, Ann={"blood": 1})
    resolve(game)
    assert moves(game, card="BR04") == [("Ann", "bank", 1)]
    assert moves(game, card="TR06") == [("Bob", "bank", 3)]
    assert "KIT-06" in entries(game, card="TR06")[0].rules


@pytest.mark.rules("KIT-07")
def test_kit_07_mass_manipulation_takes_also_if_its_player_withdraws() -> None:
    game = table("Ann 1: VE05", "Bob 1: GA01", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert moves(game, cause="steal") == [("Bob", "Ann", 2)]
    assert "VE05" in faces(game, "Ann", "haven")
    assert "KIT-07" in entries(game, cause="steal")[0].rules


@pytest.mark.rules("KIT-08", "RUL-36")
def test_kit_08_mindless_assault_may_hide_itself_and_its_four_stay() -> None:
    game = table("Ann 1: MA07 MA08", "Bob 1: GA01", step="preparation", Ann={"clan": "malkavian"})
    do(game, "Ann", Choose("MA07"))
    do(game, "Ann", Choose("MA08"))
    resolve(game)
    assert events(game, "count", "Ann")[0].get("face_down") == (4, 4)
    assert faces(game, "Ann", 1) == {"MA07": "down", "MA08": "down"}


@pytest.mark.rules("KIT-08")
def test_kit_08_the_four_are_for_this_location_alone() -> None:
    game = table("Ann 1: MA07", "Ann haven: MA08", "Bob 1: GA01", "Bob haven: GA06 NO06", step="preparation", Bob={"clan": "gangrel"},
                 Cy={"clan": "nosferatu"})  # fmt: skip
    do(game, "Ann", Choose("MA07"))
    answer_all(game, lambda g: g.phase != "resolution")
    assert power(game, "Ann", 1) == 4
    assert power(game, "Ann", "haven") == 1


@pytest.mark.rules("KIT-09")
def test_kit_09_diplomacy_takes_what_is_printed_not_what_is_added() -> None:
    game = resolve(table("Ann 1: VE01 VE08", "Bob 1: VE02" if False else "Bob 1: GA01", step="conflict"))
    assert power(game, "Ann") == 3 + 1 + 2
    game = resolve(table("Bob 1: VE02", "Ann 1: MA04", "Cy 1: GA01", step="conflict"))
    assert dict(events(game, "count", "Ann")[0].get("cards")) == {"MA04": 0 + 2}


@pytest.mark.rules("KIT-12", "WDR-08")
def test_kit_12_somebody_elses_card_goes_to_its_owner() -> None:
    game = table("Ann haven: MA08 GA01", "Bob haven: GA03", at="haven", step="withdraw", Ann={"hand": []}, Bob={"hand": []})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert "KIT-12" in events(game, "withdraw_haven", "Ann")[0].rules
    back = table("Ann 1: MA05 GA01", "Bob 1: GA03", step="preparation", Ann={"hand": []}, Bob={"hand": []})
    do(back, "Ann", Choose("GA01"))
    assert hand(back, "Bob") == {"GA01"}
    assert hand(back, "Ann") == set()


@pytest.mark.rules("KIT-13")
def test_kit_13_chaos_steals_once_after_all_cards_are_back() -> None:
    game = table("Ann 1: MA05 MA08 MA04", "Bob 1: +1", "Cy 1: +1", step="preparation", Ann={"hand": []})
    do(game, "Ann", Choose("MA08"))
    assert not entries(game, cause="steal")
    do(game, "Ann", Choose("MA05"))
    assert not entries(game, cause="steal")
    do(game, "Ann", NO)
    assert moves(game, cause="steal") == [("Bob", "Ann", 2), ("Cy", "Ann", 2)]
    assert hand(game, "Ann") == {"MA05", "MA08"}


@pytest.mark.rules("KIT-13")
def test_kit_13_one_effect_one_frenzy() -> None:
    game = table("Ann 1: MA05 MA08", "Bob 1: +1", step="preparation", Bob={"blood": 1})
    do(game, "Ann", Choose("MA08"), Choose("MA05"))
    assert len(events(game, "frenzy", "Bob")) == 1
    assert pool(game, "Bob") == 3


@pytest.mark.rules("KIT-17", "SET-16")
def test_kit_17_the_first_hand_is_public_but_for_the_card_kept() -> None:
    game = to_phase(Game.new(seats=4, seed=3, clans=["brujah", "gangrel", "toreador", "ventrue"]), "planning")
    for reader in (0, 2, 3, None):
        bob = game.view(reader).seats[1]
        assert (bob.hand, bob.hand_size, bob.known_hand) == (None, 3, ("GA08", "GA09"))


@pytest.mark.rules("KIT-18", "WDR-08")
@pytest.mark.parametrize(("at", "brought"), [(1, [("bank", "Ann 2", 4)]), ("haven", [])])
def test_kit_18_feral_whispers_do_not_count_cards_taken_back(at: Any, brought: list[Any]) -> None:
    other = "Bob 1: +1" if at == 1 else "Bob haven: +1"
    game = table("Ann 2: NO04", f"Ann {at}: NO08 NO09", other, at=at, step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert moves(game, card="NO04") == brought


@pytest.mark.rules("KIT-19")
def test_kit_19_dark_pact_does_not_see_ambrus_blood() -> None:
    game = table("Ann 1: TR04", "Bob 1: (GA01)", Ann={"hand": ["TR02", "TR03"], "alliance": ["AL13"]})
    (look,) = [a for a in game.legal(0) if a.do == "look"]
    do(game, "Ann", look)
    assert moves(game) == [("Ann", "bank", 1)]
    do(game, "Ann", Play("TR02", 1, "down"))
    assert moves(game, cause="fee") == [("Ann", "Ann 1", 1)]  # the fee it does see


@pytest.mark.rules("KIT-20")
@pytest.mark.parametrize(("answer", "seen"), [(YES, "down"), (NO, "up")])
def test_kit_20_cloak_of_shadows_takes_cards_along_as_they_lie(answer: Choose, seen: str) -> None:
    game = table("Ann 2: NO02", "Ann 1: (NO08) +2", "Bob 1: +1", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    do(game, "Ann", answer)
    there: Any = 2 if answer == YES else "haven"
    assert faces(game, "Ann", there)["NO08"] == seen
    assert (deployed(game, "Ann", 2), pool(game, "Ann")) == ((2, 6) if answer == YES else (0, 8))
    if answer == YES:
        assert [card.card for card in game.view(1).seats[0].positions[1].cards] == ["NO02", None]


def test_every_ruling_of_the_list_is_there() -> None:
    ids = [ruling.id for ruling in all_rulings()]
    assert ids[:53] == [f"RUL-{k:02}" for k in range(1, 54)]
    assert set(ids[53:]) >= {f"KIT-{k:02}" for k in range(1, 20)}


@pytest.mark.rules("RUL-13", "SET-18")
def test_rul_13_an_empty_victims_deck_gives_nothing() -> None:
    everyone = [f"VI{k:02}" for k in range(1, 36)]
    game = table("Ann 1: TO08", "Bob 1: +1", step="preparation", Ann={"alliance": everyone}, Bob={"alliance": []}, Cy={"alliance": []}, Dee={"alliance": []})
    resolve(game)
    assert game.view(None).victims_left == 0
    assert "RUL-13" in events(game, "no_victim", "Ann")[0].rules
    play_on = to_phase(game, "planning")
    name = play_on.names[play_on.to_act or 0]
    play(play_on, name, sorted(hand(play_on, name))[0], 1)
