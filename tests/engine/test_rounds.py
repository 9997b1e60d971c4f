"""The frame of the game: rounds and phases, Feed, Location Setup, Hand Building, clean-up (FLOW FEED LOC HAND EOR)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engine.helpers import (
    CLAN_CARDS,
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
    pool,
    refused,
    seat,
    seat_of,
    table,
    to_phase,
    tokens,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Keep

CLANS = ["brujah", "gangrel", "malkavian", "nosferatu", "toreador", "tremere", "ventrue"]
FIVE = ["feed", "location_setup", "hand_building", "planning", "resolution"]
FEEDING = {"phase": "feed"}


def at_random(seats: int = 4, seed: int = 1) -> Game:
    """A whole game, played at random."""
    game, rng = Game.new(seats=seats, seed=seed, clans=CLANS[:seats], teams=seats == 6), Random(seed)
    while not game.is_over:
        who = rng.choice(sorted(game.pending))
        game.apply(who, game.legal(who).sample(rng))
    return game


def to_round(game: Game, number: int, phase: str = "hand_building") -> Game:
    return answer_all(game, lambda g: g.round == number and g.phase == phase)


# The skeleton ----------------------------------------------------------------------------------------------


@pytest.mark.rules("FLOW-03", "FEED-06")
def test_nobody_is_at_turn_before_planning() -> None:
    game = Game.new(seats=4, seed=1, clans=CLANS[:4])
    seen = set()
    while not game.is_over:
        view = game.view(None)
        if game.phase == "planning":
            assert view.active in game.pending
        elif game.phase == "hand_building":
            assert view.active is None
            assert {decision.kind for decision in game.pending.values()} == {"keep"}
        seen.add(game.phase)
        name = game.names[game.to_act or 0]
        do(game, name, by_default(game, name))
    assert seen == {"hand_building", "planning", "resolution"}  # Feed and Location Setup ask nobody anything


@pytest.mark.rules("FLOW-03")
def test_all_build_their_hands_at_the_same_time() -> None:
    game = table(start={"phase": "hand_building"})
    assert sorted(game.pending) == [0, 1, 2, 3]


@pytest.mark.rules("FLOW-05", "EOG-04")
@pytest.mark.parametrize("seed", range(6))
def test_who_has_most_influence_after_round_three_wins(seed: int) -> None:
    game = at_random(4, seed)
    scores = [score for score in game.scores if score is not None]
    assert game.winner is not None
    assert game.scores[game.winner] == max(scores)


# Feed ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("FEED-01", "FEED-02")
@pytest.mark.parametrize(
    ("alliance", "blood"),
    [
        (["VI01"], 1),
        (["VI01", "VI02", "VI03"], 3),
        (["AL16", "VI01"], 4),
        (["AL09", "AL10", "AL28"], 6),
        (["AL01", "AL02"], 0),
        ([], 0),
    ],
    ids=str,
)
def test_feed_pays_the_sum_of_the_alliance_into_the_pool(alliance: list[str], blood: int) -> None:
    game = table(start=FEEDING, Bob={"alliance": alliance, "blood": 4})
    assert pool(game, "Bob") == 4 + blood
    paid = [(a, b, n) for a, b, n in moves(game, cause="feed") if b == "Bob"]
    assert paid == ([("bank", "Bob", blood)] if blood else [])
    assert all({"FEED-01", "FEED-02"} <= set(entry.rules) for entry in entries(game, cause="feed"))


@pytest.mark.rules("FEED-03")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_feed_comes_first_in_every_round(number: int) -> None:
    game = at_random(4, 3)
    begun = next(event for event in events(game, "round") if event.data["round_number"] == number)
    after = next(event for event in game.events if event.n > begun.n)
    assert (after.kind, after.data["phase"]) == ("phase", "feed")
    assert "FEED-03" in after.rules
    fed = [entry for entry in entries(game, cause="feed", round=number)]
    assert fed
    assert all(entry.n == after.n + 1 + k for k, entry in enumerate(fed))


@pytest.mark.rules("FEED-06")
def test_the_order_of_players_does_not_matter_in_feed() -> None:
    rich = {"Ann": {"alliance": ["AL16"]}, "Bob": {"alliance": ["AL12"]}, "Cy": {"alliance": ["VI03", "VI04"]}}
    pools = set()
    for ambition in ("Ann", "Bob", "Cy", "Dee"):
        game = table(start=FEEDING, ambition=ambition, **rich)
        pools.add(tuple(pool(game, name) for name in game.names))
    assert pools == {(9, 6, 8, 7)}


# Location Setup --------------------------------------------------------------------------------------------


@pytest.mark.rules("LOC-01", "LOC-02", "LOC-03")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_an_open_ally_from_the_deck_at_every_location(seats: int) -> None:
    game = Game.new(seats=seats, seed=2, clans=CLANS[:seats], teams=seats == 6)
    for reader in (*range(seats), None):
        view = game.view(reader)
        allies = [place.ally for place in view.locations]
        assert None not in allies
        assert len(set(allies)) == len(allies)
        assert view.allies_left == 30 - len(allies)
        assert [event.data["card"] for event in view.events if event.kind == "ally_placed"] == allies
    assert all({"LOC-01", "LOC-02", "LOC-03"} <= set(event.rules) for event in events(game, "ally_placed"))


@pytest.mark.rules("LOC-03")
def test_an_ally_that_somebody_has_does_not_come_again() -> None:
    taken = {"Ann": {"alliance": [f"AL{k:02}" for k in range(1, 14)]}, "Bob": {"drained": ["AL14", "AL15"]}}
    for seed in range(10):
        view = table(start=FEEDING, seed=seed, locations=["AL16", "AL17", "AL18"], **taken).view(None)
        assert [place.ally for place in view.locations] == ["AL16", "AL17", "AL18"]
    drawn = set()
    for seed in range(20):
        game = table("Ann haven: +1", at="haven", step="withdraw", seed=seed, locations=[None, None, "AL30"], **taken)
        to_phase(game, "hand_building")
        drawn |= {place.ally for place in game.view(None).locations}
    assert drawn <= {f"AL{k}" for k in range(16, 30)}
    assert len(drawn) > 10


@pytest.mark.rules("LOC-04")
@pytest.mark.parametrize(("seats", "used"), [(3, 9), (4, 9), (5, 12), (6, 12)])
def test_the_allies_never_run_out(seats: int, used: int) -> None:
    game = at_random(seats)
    placed = [event.data["card"] for event in events(game, "ally_placed")]
    assert len(placed) == len(set(placed)) == used
    assert game.view(None).allies_left == 30 - used


@pytest.mark.rules("LOC-05")
@pytest.mark.parametrize("seed", range(5))
def test_no_ally_lies_over_to_the_next_round(seed: int) -> None:
    game = at_random(5, seed)
    for number in (2, 3):
        (setup,) = [e for e in events(game, "phase", phase="location_setup") if e.moment.round == number]
        before = [e for e in game.events if e.n < setup.n]
        placed = [e.data["card"] for e in before if e.kind == "ally_placed"]
        gone = [e.data["card"] for e in before if e.kind in ("ally", "ally_removed")]
        assert sorted(gone) == sorted(placed)
    assert all(place.ally is None for place in game.view(None).locations)


# Hand Building ---------------------------------------------------------------------------------------------

DECK = ["BR01", "BR02", "BR03", "BR04", "BR05", "BR06", "BR07"]


def building(**more: Any) -> Game:
    return table(start={"phase": "hand_building"}, **{"Ann": {"hand": ["BR08", "BR09"], "deck": DECK}, **more})


@pytest.mark.rules("HAND-01")
def test_the_two_top_cards_are_looked_at() -> None:
    game = building()
    assert game.view(0).looking_at == ("BR01", "BR02")
    assert list(game.legal(0)) == [Keep(("BR01",)), Keep(("BR02",))]
    assert "HAND-01" in events(game, "looked", "Ann")[0].rules
    assert refused(game, "Ann", Keep(("BR03",))).rule == "HAND-01"


@pytest.mark.rules("HAND-02")
@pytest.mark.parametrize("kept", [(), ("BR01", "BR02")], ids=["none", "two"])
def test_exactly_one_is_kept(kept: tuple[str, ...]) -> None:
    game = building()
    assert "HAND-02" in refused(game, "Ann", Keep(kept)).why.rules


@pytest.mark.rules("HAND-02", "HAND-03")
@pytest.mark.parametrize(("kept", "other"), [("BR01", "BR02"), ("BR02", "BR01")])
def test_one_goes_to_the_hand_the_other_to_the_bottom(kept: str, other: str) -> None:
    game = building()
    do(game, "Ann", Keep((kept,)))
    to_phase(game, "planning")
    assert hand(game, "Ann") == {"BR08", "BR09", kept}
    assert seat(game, "Ann").deck_size == 6
    assert seat(game, "Ann").deck_bottom == (other,)
    to_round(game, 2)
    assert game.view(0).looking_at == ("BR03", "BR04")


@pytest.mark.rules("HAND-06")
def test_the_new_card_comes_from_the_own_clan_deck() -> None:
    game = to_phase(Game.new(seats=5, seed=3, clans=CLANS[:5]), "planning")
    for name, clan in zip(game.names, CLANS, strict=False):
        assert {CLAN_CARDS[card]["clan"] for card in hand(game, name)} == {clan}
        assert sum(not CLAN_CARDS[card]["starting"] for card in hand(game, name)) == 1


@pytest.mark.rules("HAND-05", "HAND-07", "HAND-08", "HAND-09", "PLAN-23")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_sizes_of_hand_and_deck_by_round(seats: int) -> None:
    # these clans' Hunt and Ready never touch a hand; nobody withdraws
    game = Game.new(seats=seats, seed=3, clans=[c for c in CLANS if c != "malkavian"][:seats], teams=seats == 6)
    for number, (before, after, deck) in enumerate([(2, 3, 6), (3, 4, 5), (4, 5, 4)], 1):
        to_round(game, number)
        assert {player.hand_size for player in game.view(None).seats} == {before}
        to_round(game, number, "planning")
        assert {player.hand_size for player in game.view(None).seats} == {after}
        assert {player.deck_size for player in game.view(None).seats} == {deck}
        to_round(game, number, "resolution")
        assert {player.hand_size for player in game.view(None).seats} == {1}


@pytest.mark.rules("HAND-07", "EOR-03")
def test_played_cards_are_back_before_the_next_hand_building() -> None:
    game = to_round(table("Ann 1: BR04", "Ann 2: (BR07)", Ann={"hand": ["BR09"]}, step="withdraw"), 2)
    assert hand(game, "Ann") == {"BR04", "BR07", "BR09"}
    assert faces(game, "Ann", 1) == faces(game, "Ann", 2) == {}
    assert "HAND-07" in events(game, "cards_back", "Ann")[0].rules


@pytest.mark.rules("RUL-20")
def test_only_the_newest_card_is_a_surprise() -> None:
    game = to_round(Game.new(seats=4, seed=3, clans=["brujah", "gangrel", "toreador", "ventrue"]), 3, "planning")
    for me in range(4):
        for other in game.view(me).seats:
            if other.seat != me:
                assert other.hand_size == 5
                shown = set(other.known_hand) | set(other.among) | set(other.maybe)
                assert shown <= set(game.view(other.seat).seats[other.seat].hand or ())
                assert len(shown) >= 3


# End of the round ------------------------------------------------------------------------------------------


@pytest.mark.rules("EOR-02")
def test_deployed_blood_goes_to_the_bank() -> None:
    game = table("Ann 1: +2", "Ann haven: +1", "Bob 2: +3", round=2, start={"phase": "end_of_round"})
    to_phase(game, "hand_building")
    assert moves(game, cause="round_end") == [("Ann 1", "bank", 2), ("Ann haven", "bank", 1), ("Bob 2", "bank", 3)]
    assert all("EOR-02" in entry.rules for entry in entries(game, cause="round_end"))
    assert deployed(game, "Ann", 1) == deployed(game, "Ann", "haven") == deployed(game, "Bob", 2) == 0
    assert pool(game, "Ann") == 6 + 1  # the next Feed, nothing else
    assert pool(game, "Bob") == 6 + 1


@pytest.mark.rules("EOR-03")
def test_cards_go_back_to_their_owners_from_whatever_position() -> None:
    game = table(
        "Ann 1: MA01 GA03 (MA04)",
        "Bob 2: (GA01)",
        start={"phase": "end_of_round"},
        Bob={"hand": ["GA08"], "clan": "gangrel"},
        Ann={"hand": ["MA08"], "clan": "malkavian"},
    )
    to_phase(game, "hand_building")
    assert hand(game, "Ann") == {"MA01", "MA04", "MA08"}
    assert hand(game, "Bob") == {"GA01", "GA03", "GA08"}
    assert all("EOR-03" in event.rules for event in events(game, "cards_back"))


@pytest.mark.rules("EOR-04", "DIAB-07")
def test_diablerie_tokens_turn_up_again() -> None:
    game = table(
        start={"phase": "end_of_round"},
        Ann={"diablerie": {"up": 0, "down": 2}},
        Bob={"diablerie": {"up": 1, "down": 1}},
    )
    to_phase(game, "hand_building")
    assert tokens(game, "Ann") == (2, 0)
    assert tokens(game, "Bob") == (2, 0)
    assert [event.seat for event in events(game, "tokens_up")] == [0, 1]
    assert all({"EOR-04", "DIAB-07"} <= set(event.rules) for event in events(game, "tokens_up"))


@pytest.mark.rules("EOR-05")
def test_after_the_last_round_nothing_is_cleared_away() -> None:
    game = table("Ann haven: BR04 +2", at="haven", step="withdraw", round=3, Ann={"diablerie": {"down": 1}})
    answer_all(game, lambda g: g.is_over)
    assert deployed(game, "Ann", "haven") == 2
    assert faces(game, "Ann", "haven") == {"BR04": "up"}
    assert tokens(game, "Ann") == (0, 1)
    assert not entries(game, cause="round_end")


@pytest.mark.rules("EOR-06", "REW-10")
def test_the_next_round_begins_with_the_new_holder() -> None:
    game = table("Cy haven: TO07", at="haven", step="withdraw")
    to_round(game, 2, "planning")
    assert game.view(None).ambition == seat_of(game, "Cy")
    assert asked(game) == ("Cy", "plan")
    assert game.view(None).order == (2, 3, 0, 1)
