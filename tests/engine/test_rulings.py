"""What the rulebook leaves open: switches, Planning and Withdraw (RUL-01 to RUL-29, RUL-53).

Rulings about Frenzy, elimination, the score, Allies, Relics and teams are also held in the files of those names.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import (
    YES,
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
    pool,
    ranking,
    refused,
    resolve,
    seat,
    table,
    to_phase,
    tokens,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Drain, EndTurn, Play, Stay, Withdraw
from vendetta_kit.rulebook import all_rules, all_rulings

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
        assert seat(game, "Ann").drained == ("VI31",)


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
    game = table(
        "Ann 1: MA05 +2",
        "Bob 1: NO07",
        step="withdraw",
        rulings={"nobody_left": reading},
        locations=["AL20", "AL21", "AL22"],
    )
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
@pytest.mark.parametrize(
    ("reading", "blood", "most"), [("forbid", 3, 2), ("allow", 3, 3), ("forbid", 1, 0), ("forbid", 9, 3)]
)
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
    game = table(
        "Ann 1: MA08 BR07",
        "Cy 1: +1",
        "Bob 2: BR08",
        step="preparation",
        Ann={"clan": "malkavian"},
        Bob={"clan": "brujah"},
        Cy={"blood": 1},
    )
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
@pytest.mark.parametrize(
    ("alliance", "fed"), [(["AL12"], 0), (["AL12", "VI01"], 0), (["AL12", "VI01", "VI02"], 1)], ids=str
)
def test_rul_12_the_feed_is_one_sum_and_never_negative(alliance: list[str], fed: int) -> None:
    game = table(start={"phase": "feed"}, Ann={"alliance": alliance})
    assert pool(game, "Ann") == 6 + fed


@pytest.mark.rules("RUL-13")
def test_rul_13_tokens_never_run_out() -> None:
    game = table(Ann={"hand": HAND, "blood": 90, "influence": 95}, start={"phase": "feed"})
    assert pool(game, "Ann") == 91
    resolve(answer_all(game, lambda g: g.phase == "resolution"))
    won = resolve(
        table("Ann 1: BR04", step="conflict", Ann={"blood": 90, "influence": 95}, locations=["AL06", None, None])
    )
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
    game = table(
        Ann={"hand": ["BR08", "BR09"], "diablerie": {"up": 2}}, start={"phase": "planning", "turn": "Ann", "number": 2}
    )
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
@pytest.mark.parametrize(("reading", "turns"), [("drains", 3), ("skips", 1)])
def test_rul_19_an_empty_hand_plays_nothing_and_extra_cards_add_no_turn(reading: str, turns: int) -> None:
    hands: dict[str, Any] = {"Ann": {"hand": ["BR04"]}, "Bob": {"hand": [f"GA0{k}" for k in range(1, 7)]}}
    game = to_phase(table(round=2, rulings={"empty_hand": reading}, **hands), "resolution")
    assert len(events(game, "turn", "Ann")) == turns
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
@pytest.mark.parametrize("reading", ["card_first", "one_move"])
def test_rul_53_fee_and_card_then_triggers_then_blood_and_flips(reading: str) -> None:
    rulings = {"card_and_blood": reading}
    game = table("Bob 1: GA06", Ann={"hand": HAND, "diablerie": {"up": 1}}, rulings=rulings)
    before = len(game.actions)
    do(game, "Ann", Play("BR04", 1, "down", blood=2, flips=1))
    assert len(game.actions) == before + 1
    blood, prowl = [("Ann", "Ann 1", 2), ("bank", "Ann 1", 1)], [("bank", "Bob 1", 1)]
    assert moves(game) == [("Ann", "bank", 1), *(prowl + blood if reading == "card_first" else blood + prowl)]
    assert kinds(game, "play", "flip") == ["play", "flip"]


# Withdrawing -----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-23", "PLAN-20")
@pytest.mark.parametrize("lies", ["Bob 1: TO06", "Bob 1: (TO06)"])
def test_rul_23_a_passive_works_where_it_withdrew_to(lies: str) -> None:
    game = table("Ann haven: BR07", lies, "Cy 1: +1", step="withdraw")
    do(game, "Bob", Withdraw())
    do(game, "Cy", Stay())
    answer_all(
        game, lambda g: (g.view(None).at == "haven" and g.view(None).step == "conflict") or g.phase != "resolution"
    )
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
    assert withdrawn.n < next(event.n for event in events(game, "step") if event.get("name") == "revelation")


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


@pytest.mark.rules("RUL-28", "WDR-03", "KIT-07")
@pytest.mark.parametrize("reading", ["after_leaving", "before_leaving"])
def test_rul_28_mass_manipulation_takes_its_blood_as_the_tokens_turn(reading: str) -> None:
    lies = ("Ann 1: VE05", "Bob 1: GA01 +2", "Cy 1: +1", "Dee 1: +1")
    game = table(*lies, step="withdraw", ambition="Cy", rulings={"mass_manipulation": reading})
    for name, token in (("Ann", Stay()), ("Bob", Withdraw()), ("Cy", Stay()), ("Dee", Stay())):
        do(game, name, token)
    assert moves(game, cause="steal") == [("Cy", "Ann", 2), ("Dee", "Ann", 2)]
    stolen, left = entries(game, cause="steal")[0].n, entries(game, cause="withdraw")[0].n
    assert events(game, "tokens")[0].n < min(stolen, left)
    assert (left < stolen) is (reading == "after_leaving")
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


def test_every_ruling_of_the_list_is_there() -> None:
    ids = {entry.id for entry in (*all_rulings(), *all_rules())}
    assert ids >= {f"RUL-{k:02}" for k in range(1, 54)} | {f"KIT-{k:02}" for k in range(1, 27)}


@pytest.mark.rules("RUL-13", "SET-18")
def test_rul_13_an_empty_victims_deck_gives_nothing() -> None:
    everyone = [f"VI{k:02}" for k in range(1, 36)]
    game = table(
        "Ann 1: TO08",
        "Bob 1: +1",
        step="preparation",
        Ann={"alliance": everyone},
        Bob={"alliance": []},
        Cy={"alliance": []},
        Dee={"alliance": []},
    )
    resolve(game)
    assert game.view(None).victims_left == 0
    assert "RUL-13" in events(game, "no_victim", "Ann")[0].rules
