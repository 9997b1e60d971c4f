"""The nine cards of Clan Malkavian."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    NO,
    acted,
    answer_all,
    asked,
    asleep,
    deployed,
    do,
    entries,
    events,
    faces,
    hand,
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
    to_phase,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Keep


@pytest.mark.rules("GLOS-16", "CONF-10")
@pytest.mark.parametrize("card", ["MA01", "MA03", "MA05", "MA07", "MA09"])
def test_face_down_they_do_nothing(card: str) -> None:
    asleep(table(f"Ann 1: ({card}) +2", "Bob 1: VE08 +2", step="preparation"))


# MA01 Mesmerize --------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-17", "GLOS-02", "CONF-09")
def test_mesmerize_lays_out_a_rivals_whole_hand_on_the_own_position() -> None:
    lies = ("Ann 1: MA01", "Bob 1: VE08", "Cy 1: +1")
    hands = {"Bob": {"hand": ["VE06", "VE01"]}, "Cy": {"hand": ["GA03"]}, "Dee": {"hand": ["NO08"]}}
    game = table(*lies, step="preparation", **hands)
    assert asked(game) == ("Ann", "rival")
    assert set(game.legal(0)) == {Choose(1), Choose(2)}
    do(game, "Ann", Choose(1))
    assert faces(game, "Ann", 1) == {"MA01": "up", "VE06": "up", "VE01": "up"}
    assert hand(game, "Bob") == set()
    assert [card.owner for card in game.view(None).seats[0].positions[0].cards] == [0, 1, 1]


@pytest.mark.rules("CONF-09", "RUL-35", "GLOS-02")
def test_mesmerized_cards_act_and_count_for_the_malkavian() -> None:
    game = table("Ann 1: MA01", "Bob 1: BR08", step="preparation", Bob={"hand": ["BR07", "BR09"]})
    assert acted(game) == ["MA01", "BR07", "BR09"]
    assert moves(game, cause="steal") == [("Bob", "Ann", 1)] * 2
    assert power(game, "Ann") == 3 + 3 + 0


@pytest.mark.rules("CONTR-06", "GLOS-18")
def test_mesmerize_passes_over_empty_hands_and_who_is_no_rival() -> None:
    hands = {"Bob": {"hand": []}, "Cy": {"hand": ["GA03"]}}
    game = table("Ann 1: MA01", "Bob 1: VE08", step="preparation", **hands)
    assert faces(game, "Ann", 1) == {"MA01": "up"}
    assert hand(game, "Cy") == {"GA03"}


@pytest.mark.rules("EOR-03", "GLOS-04")
def test_mesmerized_cards_go_home_when_the_round_ends() -> None:
    lies = ("Ann haven: MA01", "Bob haven: VE08")
    game = table(*lies, at="haven", step="preparation", Bob={"hand": ["VE06"]}, Ann={"hand": []})
    to_phase(game, "hand_building")
    assert hand(game, "Bob") == {"VE08", "VE06"}
    assert hand(game, "Ann") == {"MA01"}


# MA02 Auction of Blood -------------------------------------------------------------------------------------


def auction(ann: int, bob: int, cy: int, *lies: str, **more: object) -> Game:
    """An auction of Ann's; Bob and Cy are her Rivals and bid."""
    game = table(*(lies or ("Ann 1: MA02", "Bob 1: VE08", "Cy 1: BR04")), step="revelation", **more)
    for name, blood in (("Cy", cy), ("Ann", ann), ("Bob", bob)):
        do(game, name, Bid(blood))
    return game


@pytest.mark.rules("RUL-05", "GLOS-11", "GLOS-07")
def test_auction_the_own_bid_is_deployed_the_rivals_lose_theirs_the_lowest_turns_a_card() -> None:
    game = auction(3, 1, 2)
    assert deployed(game, "Ann", 1) == 3
    assert moves(game, cause="bid") == [("Ann", "Ann 1", 3)]
    assert moves(game, card="MA02", cause="lose") == [("Bob", "bank", 1), ("Cy", "bank", 2)]
    assert faces(game, "Bob", 1) == {"VE08": "down"}
    assert (power(game, "Ann"), power(game, "Bob"), power(game, "Cy")) == (2 + 3, 0, 4)
    (told,) = events(game, "bids")
    assert (dict(told.get("bids")), told.get("lowest")) == ({0: 3, 1: 1, 2: 2}, 1)


@pytest.mark.rules("RUL-05", "RUL-01")
def test_auction_bids_come_from_the_pool_and_leave_the_last_blood() -> None:
    game = table("Ann 1: MA02", "Bob 1: VE08", "Cy 1: +1", step="revelation", Cy={"blood": 1})
    assert {seat: len(decision.legal) for seat, decision in game.pending.items()} == {0: 6, 1: 6, 2: 1}
    refusal = refused(game, "Bob", Bid(6))
    assert (refusal.rule, refusal.nearest) == ("RUL-01", Bid(5))


@pytest.mark.rules("RUL-05")
def test_auction_bids_are_sealed() -> None:
    games = [table("Ann 1: MA02", "Bob 1: VE08", "Cy 1: BR08", step="revelation") for _ in range(2)]
    for game, blood in zip(games, (2, 4), strict=True):
        assert do(game, "Bob", Bid(blood)) == ()
    for reader in (0, 2, None):
        assert games[0].view(reader).to_json() == games[1].view(reader).to_json()


@pytest.mark.rules("SET-04", "CONTR-03")
@pytest.mark.parametrize(("ambition", "lowest"), [("Ann", "Cy"), ("Cy", "Bob"), ("Bob", "Ann")])
def test_auction_of_tied_low_bids_the_latest_in_turn_order_is_lowest(ambition: str, lowest: str) -> None:
    game = auction(1, 1, 1, ambition=ambition)
    assert [event.seat for event in events(game, "face_down")] == [game.names.index(lowest)]
    assert "SET-04" in events(game, "bids")[0].rules


@pytest.mark.rules("RUL-40")
def test_auction_fiorenza_is_not_the_lowest_of_tied_bidders() -> None:
    game = auction(1, 1, 1, Cy={"alliance": ["AL08"]})
    assert [event.seat for event in events(game, "face_down")] == [1]


@pytest.mark.rules("CONTR-04", "GLOS-04")
def test_auction_the_lowest_picks_which_own_card_turns() -> None:
    game = auction(0, 2, 2, "Ann 1: MA02 MA08", "Bob 1: VE08", "Cy 1: BR04", "Ann 2: MA04", "Dee haven: +1")
    assert asked(game) == ("Ann", "turn_down")
    assert set(game.legal(0)) == {Choose("MA02"), Choose("MA08")}
    do(game, "Ann", Choose("MA02"))
    assert faces(game, "Ann", 1) == {"MA02": "down", "MA08": "up"}


@pytest.mark.rules("GLOS-08", "CONTR-06", "GLOS-17")
def test_auction_a_lowest_bidder_with_blood_alone_turns_nothing() -> None:
    game = auction(2, 2, 0, "Ann 1: MA02", "Bob 1: VE08", "Cy 1: +1")
    assert not events(game, "face_down")


@pytest.mark.rules("KIT-01")
def test_auction_without_a_rival_is_ignored() -> None:
    game = table("Ann 1: MA02", "Dee haven: +1", step="revelation")
    assert asked(game) == ("Dee", "withdraw")
    assert "KIT-01" in events(game, "ignored", "Ann")[0].rules


@pytest.mark.rules("RUL-36", "RUL-35")
def test_auction_a_card_turned_down_does_not_act_any_more() -> None:
    game = auction(3, 0, 2, "Ann 1: MA02", "Bob 1: VE06", "Cy 1: BR08 +2")
    assert faces(game, "Bob", 1) == {"VE06": "down"}
    assert acted(game) == ["MA02"]


@pytest.mark.rules("GLOS-16", "RUL-36")
def test_auction_the_log_cites_no_rule_of_the_card_that_was_turned() -> None:
    game = auction(3, 0, 2, "Ann 1: MA02", "Bob 1: NO07", "Cy 1: BR08 +2")
    (told,) = events(game, "face_down", "Bob")
    assert {"GLOS-16", "RUL-36"} <= set(told.rules)
    assert not {"PREP-04", "RUL-27"} & set(told.rules)


@pytest.mark.rules("FRZ-11", "RUL-06", "RUL-01", "FRZ-12")
def test_auction_a_bid_of_all_blood_is_a_frenzy() -> None:
    game = auction(6, 6, 2, rulings={"last_blood": "allow"})
    causers = {game.names[event.seat or 0]: event.get("causer") for event in events(game, "frenzy")}
    assert causers == {"Ann": None, "Bob": 0}
    assert influence(game, "Ann") == 3 + 1 + 1


# MA03 Madness Network --------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-21", "RUL-35")
def test_madness_network_plays_the_whole_hand_face_up_here() -> None:
    game = table("Ann 1: MA03", "Bob 1: VE08", step="preparation", Ann={"hand": ["MA08", "MA09"]})
    assert faces(game, "Ann", 1) == {"MA03": "up", "MA08": "up", "MA09": "up"}
    assert hand(game, "Ann") == set()
    assert (pool(game, "Ann"), power(game, "Ann")) == (6 + 1, 2 + 3 + 0)
    assert all("RUL-21" in event.rules for event in events(game, "play", "Ann"))


@pytest.mark.rules("CONTR-06")
def test_madness_network_with_an_empty_hand_does_nothing() -> None:
    game = table("Ann 1: MA03", "Bob 1: VE08", step="preparation", Ann={"hand": []})
    assert faces(game, "Ann", 1) == {"MA03": "up"}


# MA04 Shadow Strike ----------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-37", "GLOS-16")
@pytest.mark.parametrize(
    ("ann", "bob", "total"),
    [
        ("MA04", "VE08", 5),  # a tie
        ("MA04", "VE08 VE06", 5),
        ("MA04 MA06", "VE08", 3 + 2),  # MA06 is worth 2, and Bob has fewer
        ("MA04 MA06", "VE08 VE06", 5 + 2),
        ("MA04", "(VE08)", 3),
        ("MA04 (MA06)", "VE08", 5),
        ("MA04", "+3", 3),
    ],
)
def test_shadow_strike_two_more_if_nobody_has_fewer_face_up_cards(ann: str, bob: str, total: int) -> None:
    game = table(f"Ann 1: {ann}", f"Bob 1: {bob}", "Cy 1: BR04 BR08", step="conflict")
    assert power(game, "Ann") == total


# MA05 Chaos ------------------------------------------------------------------------------------------------


@pytest.mark.rules("KIT-13", "GLOS-12", "RUL-07")
def test_chaos_steals_once_from_each_rival_as_much_as_cards_were_taken_back() -> None:
    game = table("Ann 1: MA05 MA04 MA08", "Bob 1: VE08", "Cy 1: +1", step="preparation", Ann={"hand": []})
    do(game, "Ann", Choose("MA04"), Choose("MA05"), NO)
    assert hand(game, "Ann") == {"MA04", "MA05"}
    assert faces(game, "Ann", 1) == {"MA08": "up"}
    assert moves(game, cause="steal") == [("Bob", "Ann", 2), ("Cy", "Ann", 2)]
    assert all("KIT-13" in entry.rules for entry in entries(game, cause="steal"))


@pytest.mark.rules("KIT-13")
def test_chaos_may_take_back_nothing_and_then_steals_nothing() -> None:
    game = table("Ann 1: MA05", "Bob 1: VE08", step="preparation")
    do(game, "Ann", NO)
    assert faces(game, "Ann", 1) == {"MA05": "up"}
    assert not moves(game, cause="steal")


@pytest.mark.rules("KIT-13", "FRZ-02", "RUL-07")
def test_chaos_a_frenzy_in_the_middle_is_finished_before_the_next_theft() -> None:
    lies = ("Ann 1: MA05 MA04", "Bob 1: VE08", "Cy 1: TO08")
    game = table(*lies, step="preparation", Bob={"blood": 1})
    do(game, "Ann", Choose("MA04"), Choose("MA05"))
    first, second = entries(game, cause="steal")
    (drain,) = events(game, "drain", "Bob")
    assert first.n < drain.n < second.n
    assert [first.amount, second.amount, influence(game, "Ann")] == [1, 2, 4]


@pytest.mark.rules("KIT-12")
def test_chaos_somebody_elses_card_goes_to_its_owners_hand() -> None:
    owner = {"clan": "tremere", "hand": []}
    game = table("Ann 1: MA05 TR01", "Bob 1: VE08", step="preparation", Cy=owner)
    do(game, "Ann", Choose("TR01"), NO)
    assert hand(game, "Cy") == {"TR01"}
    assert moves(game, cause="steal") == [("Bob", "Ann", 1)]


# MA06 Malkav's Bane ----------------------------------------------------------------------------------------


@pytest.mark.rules("KIT-02", "RUL-21", "REV-02")
@pytest.mark.parametrize("bane", ["MA06", "(MA06)"])
def test_malkavs_bane_plays_the_top_of_the_deck_face_up_after_the_revelation(bane: str) -> None:
    game = table(f"Ann 1: {bane}", "Bob 1: (VE08)", step="revelation", Ann={"deck": ["MA08", "MA04"]})
    assert faces(game, "Ann", 1) == {"MA06": "up", "MA08": "up"}
    assert seat(game, "Ann").deck_size == 1
    assert events(game, "revealed")[-1].n < events(game, "play", "Ann")[0].n
    assert "KIT-02" in events(game, "play", "Ann")[0].rules
    assert power(game, "Ann") == 2 + 2


@pytest.mark.rules("KIT-02", "RUL-35")
def test_malkavs_bane_the_card_acts_in_its_step() -> None:
    game = table("Ann 1: MA06", "Bob 1: VE08", step="revelation", Ann={"deck": ["MA03"], "hand": ["MA04"]})
    assert acted(game) == ["MA06", "MA03", "MA04"]


@pytest.mark.rules("RUL-21", "GLOS-03")
def test_malkavs_bane_sets_off_what_waits_for_a_card() -> None:
    game = table("Ann 1: MA06", "Bob 1: GA06", step="revelation", Ann={"deck": ["MA03"], "hand": []})
    assert deployed(game, "Bob", 1) == 1


@pytest.mark.rules("EOR-03", "CONTR-01")
def test_malkavs_bane_when_the_cards_are_back_one_of_them_is_shuffled_into_the_deck() -> None:
    ann = {"deck": ["MA08", "MA04"], "hand": ["MA01"]}
    game = table("Ann haven: MA06", "Bob haven: VE08", at="haven", step="revelation", Ann=ann)
    assert asked(game) == ("Ann", "into_deck")
    assert set(game.legal(0)) == {Choose("MA01"), Choose("MA06"), Choose("MA08")}
    do(game, "Ann", Choose("MA01"))
    assert hand(game, "Ann") == {"MA06", "MA08"}
    assert seat(game, "Ann").deck_size == 2
    assert "MA01" not in str(game.view(1).to_json())


@pytest.mark.rules("RUL-20")
def test_malkavs_bane_after_shuffling_nobody_knows_the_bottom_of_the_deck() -> None:
    ann = {"hand": ["MA06", "MA08"], "deck": ["MA01", "MA02", "MA03", "MA04", "MA05"]}
    game = table("Bob haven: +1", start={"phase": "hand_building"}, Ann=ann)
    do(game, "Ann", Keep(("MA01",)))
    to_phase(game, "planning")
    assert seat(game, "Ann").deck_bottom == ("MA02",)
    play(game, "Ann", "MA06", "haven")
    answer_all(game, lambda g: asked(g) == ("Ann", "into_deck"))
    assert seat(game, "Ann").deck_bottom == ("MA02",)
    do(game, "Ann", Choose("MA08"))
    assert seat(game, "Ann").deck_bottom == ()


@pytest.mark.rules("REV-02")
def test_malkavs_bane_with_an_empty_deck_plays_nothing() -> None:
    game = table("Ann 1: MA06", "Bob 1: VE08", step="revelation", Ann={"deck": [], "hand": ["MA01"]})
    assert faces(game, "Ann", 1) == {"MA06": "up"}


# MA07 Mindless Assault -------------------------------------------------------------------------------------


@pytest.mark.rules("KIT-08", "RUL-36", "GLOS-16")
@pytest.mark.parametrize(("turned", "total"), [((), 3 + 2 + 0), (("MA09",), 3 + 2 + 4), (("MA07", "MA09"), 4 + 2 + 4)])
def test_mindless_assault_turns_any_own_cards_itself_too_and_each_is_worth_four(
    turned: tuple[str, ...], total: int
) -> None:
    game = table("Ann 1: MA07 MA06 MA09", "Bob 1: VE08", step="preparation")
    do(game, "Ann", *map(Choose, turned), NO)
    assert faces(game, "Ann", 1) == {c: "down" if c in turned else "up" for c in ("MA07", "MA06", "MA09")}
    assert power(game, "Ann") == total
    assert "KIT-08" in events(game, "act", "Ann")[0].rules


@pytest.mark.rules("RUL-36", "KIT-08")
def test_mindless_assault_counts_cards_that_were_face_down_already() -> None:
    game = table("Ann 1: MA07 (MA09)", "Bob 1: (VE08) VE06", step="preparation")
    do(game, "Ann", NO)
    assert (power(game, "Ann"), power(game, "Bob")) == (3 + 4, 2)


@pytest.mark.rules("RUL-36", "PLAN-17")
def test_mindless_assault_cards_turned_down_have_no_effect() -> None:
    game = table("Ann 1: MA07 MA09", "Bob 1: VE08", step="preparation")
    do(game, "Ann", Choose("MA09"), NO)
    assert acted(game) == ["MA07"]
    assert pool(game, "Bob") == 6


@pytest.mark.rules("KIT-08")
def test_mindless_assault_lasts_only_until_the_location_is_resolved() -> None:
    lies = ("Ann 1: MA07", "Bob 1: VE08", "Ann haven: (MA09)", "Bob haven: NO06", "Cy haven: VE06")
    game = table(*lies, step="preparation", round=3, Bob={"clan": "nosferatu"}, Cy={"clan": "ventrue"})
    answer_all(game, lambda g: asked(g) == ("Ann", "turn_up"))
    do(game, "Ann", NO)
    resolve(game, "haven")
    assert faces(game, "Ann", "haven") == {"MA09": "down"}
    assert power(game, "Ann", "haven") == 0


# MA08 Ready, MA09 Hunt -------------------------------------------------------------------------------------


@pytest.mark.rules("CONF-03", "GLOS-02")
@pytest.mark.parametrize(("ann", "total"), [("MA08", 1), ("MA08 MA09", 2), ("MA08 (MA04)", 2), ("MA08 VE08", 4)])
def test_ready_is_worth_one_for_each_own_card_here(ann: str, total: int) -> None:
    game = table(
        f"Ann 1: {ann}", "Bob 1: GA08", "Ann 2: MA06", "Dee haven: +1", step="conflict", Cy={"clan": "ventrue"}
    )
    assert power(game, "Ann") == total


@pytest.mark.rules("GLOS-12", "GLOS-17", "RUL-07", "FRZ-02")
def test_hunt_steals_one_from_each_rival() -> None:
    game = table("Ann 1: MA09", "Bob 1: VE08", "Cy 1: +1", step="aftermath", ambition="Cy", Cy={"blood": 1})
    assert moves(game, cause="steal") == [("Cy", "Ann", 1), ("Bob", "Ann", 1)]
    assert (pool(game, "Ann"), influence(game, "Ann"), ranking(game)) == (8, 4, [])
