"""What the rulebook leaves open (RUL, KIT), as far as the files of a phase, a card or an Ally do not hold it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    answer_all,
    do,
    entries,
    events,
    faces,
    hand,
    influence,
    moves,
    pool,
    ranking,
    resolve,
    table,
    to_phase,
)
from vendetta_kit import rulebook
from vendetta_kit.games.vendetta.engine.actions import Choose, Stay, Withdraw
from vendetta_kit.games.vendetta.wording.message_text import event_text
from vendetta_kit.rulebook import all_rules, all_rulings

HAND = ["BR04", "BR05", "BR06"]


# The rulebook's gaps ---------------------------------------------------------------------------------------


def test_every_ruling_of_the_list_is_there() -> None:
    ids = {entry.id for entry in (*all_rulings(), *all_rules())}
    assert ids >= {f"RUL-{k:02}" for k in range(1, 54)} | {f"KIT-{k:02}" for k in range(1, 27)}


@pytest.mark.rules("RUL-46", "RUL-52")
def test_rul_46_and_52_are_shown_as_doubtful() -> None:
    assert {ruling.id for ruling in all_rulings() if ruling.doubtful} >= {"RUL-46", "RUL-52"}


@pytest.mark.rules("RUL-01")
def test_rul_01_the_reading_in_force_is_told() -> None:
    assert table().view(None).rulings["last_blood"] == "forbid"
    assert table(rulings={"last_blood": "allow"}).view(2).rulings["last_blood"] == "allow"
    assert all_rulings()[0].options == ("forbid", "allow")


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


# The kit's own rulings -------------------------------------------------------------------------------------


@pytest.mark.rules("KIT-07", "RUL-25")
def test_kit_07_leaving_the_haven_takes_the_card_home_and_nothing_else() -> None:
    game = table("Ann haven: VE05", "Bob haven: GA01", at="haven", step="withdraw", Ann={"hand": []})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert not entries(game, cause="steal")
    assert hand(game, "Ann") == {"VE05"}


@pytest.mark.rules("KIT-09", "GLOS-15")
def test_kit_09_the_log_says_that_the_power_changes_not_the_printed_number() -> None:
    game = resolve(table("Ann 1: MA04", "Bob 1: VE02", "Cy 1: GA01", step="conflict"))
    (change,) = events(game, "printed")
    assert "KIT-09" in change.rules
    assert "Printed" not in event_text(change, game.names)
    assert "printed" not in event_text(change, game.names)
    assert "aufgedruckt" not in event_text(change, game.names, "de")
    halved = resolve(table("Ann 1: MA04", "Bob 1: GA02", step="conflict"))
    assert "printed Power" in event_text(events(halved, "printed")[0], halved.names)  # the Wolf speaks of that


@pytest.mark.rules("KIT-21", "RUL-35")
def test_kit_21_chaos_played_again_in_its_step_has_acted() -> None:
    game = table("Ann 1: MA05 MA03", "Bob 1: +1", step="preparation", Ann={"hand": ["MA08"]})
    do(game, "Ann", Choose("MA05"), Choose("MA05"), NO)  # Chaos acts first and goes home, then the network plays it
    assert faces(game, "Ann", 1) == {"MA03": "up", "MA08": "up", "MA05": "up"}
    resolve(game)
    assert [event.get("card") for event in events(game, "act", "Ann")] == ["MA05", "MA03", "MA08"]
    cited = {event.get("card"): event.rules for event in events(game, "play", "Ann")}
    assert "KIT-21" in cited["MA05"]
    assert "RUL-35" not in cited["MA05"]
    assert "RUL-35" in cited["MA08"]


NEARLY_OUT: dict[str, Any] = {"blood": 1, "alliance": ["AL09"], "diablerie": {"up": 2}}
"""With the next Frenzy a Vampire is Drained, and the third token puts the player out."""


@pytest.mark.rules("KIT-22", "REW-12", "DIAB-03")
def test_kit_22_nobody_moves_up_when_a_ranked_player_is_eliminated() -> None:
    lies = ("Ann 1: BR04 +3", "Bob 1: GA01 +4", "Cy 1: TO04 +1")
    game = table(*lies, step="conflict", locations=["AL02", "AL16", "AL17"], round=2, Ann={"blood": 3}, Bob=NEARLY_OUT)
    resolve(game)  # Ann wins Sgt. McTavish, who Steals from everybody
    assert ranking(game) == ["Ann", "Bob", "Cy"]
    assert "KIT-22" in events(game, "eliminated", "Bob")[0].rules
    assert not events(game, "victim")  # the second place, and its Victim, stay empty
    assert moves(game, cause="reward") == [("bank", "Ann", 2), ("bank", "Cy", 1)]
    first, third = entries(game, cause="reward")
    assert "KIT-22" not in first.rules
    assert "KIT-22" in third.rules


@pytest.mark.rules("KIT-23", "DIAB-03")
def test_kit_23_a_lose_goes_on_when_its_player_is_out() -> None:
    lies = ("Ann 1: BR04", "Bob 1: TR06", "Cy 1: TO04")
    game = resolve(table(*lies, step="aftermath", ranking=("Bob", "Cy", "Ann"), Ann=NEARLY_OUT))
    assert events(game, "eliminated", "Ann")
    assert moves(game, card="BR04") == [("Bob", "bank", 1), ("Cy", "bank", 1)]
    before, after = entries(game, card="BR04")
    assert "KIT-23" not in before.rules
    assert "KIT-23" in after.rules


@pytest.mark.rules("KIT-23", "DIAB-03")
def test_kit_23_a_steal_stops_when_its_player_is_out() -> None:
    lies = ("Ann 1: TO01", "Bob 1: TR06", "Cy 1: GA06")
    ann = {**NEARLY_OUT, "alliance": ["AL09", "VI01", "VI02", "VI03"]}
    more: dict[str, Any] = {"Ann": ann, "Bob": {"blood": 1}, "next_random": {"frenzy": ["AL09"]}}
    game = resolve(table(*lies, step="aftermath", ranking=("Bob", "Cy", "Ann"), **more))
    assert events(game, "eliminated", "Ann")  # she Stole the 1 that was there, and Lost the 2 that she had aimed at
    assert moves(game, cause="steal") == [("Bob", "Ann", 1)]
    assert pool(game, "Cy") == 6 - 2  # for Bob's Retaliation, not for Awe
    (stopped,) = events(game, "ignored", "Ann")
    assert "KIT-23" in stopped.rules
    assert event_text(stopped, game.names) == "Ann is out of the game, so Awe Steals nothing from Cy."


@pytest.mark.rules("KIT-24", "CONF-07", "CONF-08")
@pytest.mark.parametrize(("reading", "ranked"), [("after_conflict", []), ("after_withdraw", ["Bob", "Cy"])])
def test_kit_24_a_lone_player_who_vanishes_does_not_win(reading: str, ranked: list[str]) -> None:
    game = table("Ann 1: NO07", "Bob 1: +2", "Cy 1: +1", step="preparation", rulings={"nobody_left": reading})
    do(game, "Ann", YES)
    resolve(game)
    assert ranking(game) == ranked
    (told,) = events(game, "winner", at=1) or events(game, "nobody", at=1)
    assert "KIT-24" in told.rules
    stays = table("Ann 1: NO07", "Bob 1: +2", step="preparation", rulings={"nobody_left": reading})
    do(stays, "Ann", NO)
    resolve(stays)
    assert ranking(stays) == ["Ann", "Bob"]  # RUL-30: Blood alone is ranked behind the lone winner
    assert not any("KIT-24" in event.rules for event in stays.events)
    alone = table("Ann 1: NO07", step="preparation", rulings={"nobody_left": reading})
    do(alone, "Ann", YES)
    resolve(alone)
    assert not any("KIT-24" in event.rules for event in alone.events)


@pytest.mark.rules("KIT-25")
def test_kit_25_malkavs_bane_with_an_empty_deck_does_nothing_and_takes_nothing_back() -> None:
    game = table("Ann 1: (MA06)", "Bob 1: +2", step="revelation", Ann={"deck": [], "hand": ["MA05"]})
    (told,) = events(game, "ignored", "Ann")
    assert "KIT-25" in told.rules
    assert "deck is empty" in event_text(told, game.names)
    answer_all(game, lambda g: g.round == 2)
    assert not events(game, "shuffled_in")
    assert hand(game, "Ann") == {"MA05", "MA06"}


@pytest.mark.rules("KIT-26", "FRZ-07")
def test_kit_26_the_symbols_of_a_bare_frenzy_are_in_doubt() -> None:
    game = resolve(table("Ann 1: BR09", "Bob 1: GA01", step="aftermath", Bob={"blood": 1, "alliance": []}))
    assert moves(game, cause="frenzy_bare") == [("Bob", "bank", 1), ("bank", "Bob", 1)]
    assert "KIT-26" in events(game, "frenzy_bare", "Bob")[0].rules
    assert rulebook.ruling("KIT-26").doubtful
    assert "KIT-26" in rulebook.rule("FRZ-07").rulings
