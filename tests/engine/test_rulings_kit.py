"""The kit's own rulings, on what neither the rulebook nor the list of rulings settles (KIT)."""

from __future__ import annotations

from typing import Any

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
    hand,
    moves,
    pool,
    power,
    ranking,
    resolve,
    table,
    to_phase,
)
from vendetta_kit import Game, rulebook
from vendetta_kit.games.vendetta.engine.actions import Choose, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.wording.message_text import event_text


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
    do(game, "Ann", YES)  # One Step Ahead: her card turns up,
    do(game, "Cy", NO)  # his stays down
    assert asked(game) == ("Ann", "name_card")
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
@pytest.mark.parametrize(("reading", "stolen"), [("after_leaving", []), ("before_leaving", [("Bob", "Ann", 2)])])
def test_kit_07_mass_manipulation_if_its_player_withdraws(reading: str, stolen: list[tuple[str, str, int]]) -> None:
    game = table("Ann 1: VE05", "Bob 1: GA01", step="withdraw", rulings={"mass_manipulation": reading})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert moves(game, cause="steal") == stolen
    assert "VE05" in faces(game, "Ann", "haven")
    told = entries(game, cause="steal") or events(game, "ignored", "Ann", card="VE05")
    assert "KIT-07" in told[0].rules


@pytest.mark.rules("KIT-07", "WDR-05", "GLOS-18")
@pytest.mark.parametrize(("reading", "hit"), [("after_leaving", ["Ann"]), ("before_leaving", ["Ann", "Cy"])])
def test_kit_07_who_has_gone_is_not_hit_by_what_the_theft_sets_off(reading: str, hit: list[str]) -> None:
    game = table("Ann 1: VE05", "Bob 1: TR06", "Cy 1: +1", step="withdraw", rulings={"mass_manipulation": reading})
    for name, token in (("Ann", Stay()), ("Bob", Stay()), ("Cy", Withdraw())):
        do(game, name, token)
    assert [name for name, _, _ in moves(game, card="TR06")] == hit


@pytest.mark.rules("KIT-07", "RUL-25")
def test_kit_07_leaving_the_haven_takes_the_card_home_and_nothing_else() -> None:
    game = table("Ann haven: VE05", "Bob haven: GA01", at="haven", step="withdraw", Ann={"hand": []})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert not entries(game, cause="steal")
    assert hand(game, "Ann") == {"VE05"}


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
    game = table(
        "Ann 1: MA07",
        "Ann haven: MA08",
        "Bob 1: GA01",
        "Bob haven: GA06 NO06",
        step="preparation",
        Bob={"clan": "gangrel"},
        Cy={"clan": "nosferatu"},
    )
    do(game, "Ann", Choose("MA07"))
    answer_all(game, lambda g: g.phase != "resolution")
    assert power(game, "Ann", 1) == 4
    assert power(game, "Ann", "haven") == 1


@pytest.mark.rules("KIT-09")
def test_kit_09_diplomacy_takes_what_is_printed_not_what_is_added() -> None:
    game = resolve(table("Ann 1: MA04", "Bob 1: VE02", "Cy 1: GA01", step="conflict"))
    assert dict(events(game, "count", "Ann")[0].get("cards")) == {"MA04": 0 + 2}
    assert [(e.get("card"), e.get("after")) for e in events(game, "printed")] == [("MA04", 0)]


@pytest.mark.rules("KIT-12", "WDR-08")
def test_kit_12_somebody_elses_card_goes_to_its_owner() -> None:
    game = table(
        "Ann haven: MA08 GA01", "Bob haven: GA03", at="haven", step="withdraw", Ann={"hand": []}, Bob={"hand": []}
    )
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
