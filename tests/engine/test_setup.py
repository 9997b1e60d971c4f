"""Setting up: seats, first player, Locations, clans, what everybody begins with (SET, FLOW-04)."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.engine.helpers import (
    CLAN_CARDS,
    asked,
    entries,
    events,
    hand,
    influence,
    moves,
    pool,
    seat,
    seat_of,
    to_phase,
)
from vendetta_kit import Game, IllegalAction
from vendetta_kit.games.vendetta.engine.actions import PickClan
from vendetta_kit.kernel.refusal import BadSetup

CLANS = ["brujah", "gangrel", "malkavian", "nosferatu", "toreador", "tremere", "ventrue"]


def new(seats: int = 4, seed: int = 0, clans: bool = True, **more: Any) -> Game:
    """A new game, by default with the first clans of the alphabet."""
    return Game.new(seats=seats, seed=seed, clans=CLANS[:seats] if clans else None, teams=seats == 6, **more)


# Players ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("SET-01")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_can_play(seats: int) -> None:
    game = new(seats)
    assert len(game.view(None).seats) == len(game.names) == len(set(game.names)) == seats


@pytest.mark.rules("SET-01", "FLOW-04")
@pytest.mark.parametrize("seats", [0, 1, 2, 7, 8])
def test_fewer_or_more_cannot(seats: int) -> None:
    with pytest.raises(BadSetup, match="SET-01"):
        Game.new(seats=seats)


@pytest.mark.rules("FLOW-04")
def test_six_play_only_in_teams() -> None:
    with pytest.raises(BadSetup, match="FLOW-04"):
        Game.new(seats=6)
    assert Game.new(seats=6, teams=True).names


@pytest.mark.rules("FLOW-04")
@pytest.mark.parametrize("seats", [4, 5])
def test_four_and_five_need_no_variant(seats: int) -> None:
    game = to_phase(new(seats, seed=2), "planning")
    (begun,) = events(game, "phase", phase="planning")
    assert "V3P-03" not in begun.rules


# Who begins ------------------------------------------------------------------------------------------------


@pytest.mark.rules("SET-02")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everybody_begins_equally_often(seats: int) -> None:
    first = Counter(new(seats, seed=seed, record=False).view(None).ambition for seed in range(300 * seats))
    assert set(first) == set(range(seats))
    assert all(220 < times < 380 for times in first.values())


@pytest.mark.rules("SET-02", "COMP-09")
def test_the_first_player_holds_the_one_ambition_token() -> None:
    game = new(seed=5)
    (event,) = events(game, "first_player")
    assert "SET-02" in event.rules
    assert event.seat == game.view(None).ambition == game.view(None).order[0]


# Clans -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("SET-09")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_one_clan_sheet_more_than_players_lies_open(seats: int) -> None:
    offers = set()
    for seed in range(30):
        game = new(seats, seed=seed, clans=False)
        offer = game.view(None).offer
        assert len(offer) == len(set(offer)) == seats + 1
        assert set(offer) <= set(CLANS)
        assert all(game.view(s).offer == offer for s in range(seats))
        assert set(game.legal(game.to_act or 0)) == {PickClan(clan) for clan in offer}
        offers.add(offer)
    assert len(offers) == 1 if seats == 6 else len(offers) > 5


@pytest.mark.rules("SET-10", "SET-03")
def test_clans_are_picked_clockwise_from_the_ambition_holder() -> None:
    game = new(5, seed=4, clans=False)
    order = list(game.view(None).order)
    picked = []
    while asked(game) and asked(game)[1] == "pick_clan":  # type: ignore[index]
        assert len(game.pending) == 1
        picked.append(game.to_act)
        game.apply(picked[-1], game.legal(picked[-1])[-1])
    assert picked == order
    assert all("SET-10" in event.rules for event in events(game, "clan"))


@pytest.mark.rules("SET-10")
def test_no_clan_is_picked_twice_or_from_outside_the_offer() -> None:
    game = new(4, seed=3, clans=False)
    first, second = game.view(None).order[:2]
    offer = game.view(None).offer
    (outside, *_) = [clan for clan in CLANS if clan not in offer]
    for wrong in (outside, "lasombra"):
        with pytest.raises(IllegalAction) as refusal:
            game.apply(first, PickClan(wrong))
        assert refusal.value.rule == "SET-10"
    game.apply(first, PickClan(offer[0]))
    with pytest.raises(IllegalAction) as refusal:
        game.apply(second, PickClan(offer[0]))
    assert refusal.value.rule == "SET-10"
    assert game.view(None).seats[first].clan == offer[0]


@pytest.mark.rules("SET-11")
def test_the_sheet_that_nobody_picks_leaves_the_game() -> None:
    game = new(4, seed=3, clans=False)
    (left,) = set(game.view(None).offer) - {clan for clan in game.view(None).offer[:4]}
    for clan in game.view(None).offer[:4]:
        game.apply(game.to_act or 0, PickClan(clan))
    assert left not in {player.clan for player in game.view(None).seats}
    assert game.view(None).offer == ()
    assert "SET-11" in events(game, "clans_out")[0].rules


# What everybody begins with --------------------------------------------------------------------------------


@pytest.mark.rules("SET-14")
@pytest.mark.parametrize("reader", [0, 1, 2, 3, None])
def test_the_victims_lie_open_for_all(reader: int | None) -> None:
    game = new(4)
    view = game.view(reader)
    assert view.victims_left == 31
    dealt = [event.data["card"] for event in view.events if event.kind == "alliance"]
    assert dealt == [player.alliance[0] for player in view.seats]


@pytest.mark.rules("SET-15")
def test_the_allies_are_shuffled_by_the_seed_and_hidden() -> None:
    first = Counter()
    for seed in range(400):
        game = new(3, seed=seed)
        first[events(game, "ally_placed")[0].get("card")] += 1
    assert len(first) == 30
    assert all(card.startswith("AL") for card in first)
    assert max(first.values()) < 40
    again = [events(new(3, seed=7), "ally_placed")[0].get("card") for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.rules("SET-16")
@pytest.mark.parametrize("clan", CLANS)
def test_hunt_and_ready_are_the_first_hand(clan: str) -> None:
    game = Game.new(seats=3, seed=1, clans=[clan, *(c for c in CLANS if c != clan)][:3])
    names = {CLAN_CARDS[card]["name"] for card in hand(game, "Ann")}
    assert names == {"Hunt", "Ready"}
    assert {CLAN_CARDS[card]["clan"] for card in hand(game, "Ann")} == {clan}
    assert len(hand(game, "Ann")) == 2
    assert "SET-16" in events(game, "start", "Ann")[0].rules


@pytest.mark.rules("SET-17")
def test_the_other_seven_cards_are_the_hidden_clan_deck() -> None:
    for seed in range(10):
        game = new(4, seed=seed)
        rest = {card for card, row in CLAN_CARDS.items() if row["clan"] == "gangrel" and not row["starting"]}
        assert seat(game, "Bob").deck_size == 7 == len(rest)
        for reader in (0, 2, 3, None):
            text = json.dumps(game.view(reader).to_json())
            assert not [card for card in rest if card in text]
        own = json.dumps(game.view(1).to_json())
        assert len([card for card in rest if card in own]) == 2  # those that he looks at in Hand Building


@pytest.mark.rules("SET-17")
def test_the_clan_deck_is_shuffled_by_the_seed() -> None:
    tops = Counter(new(3, seed=seed).view(0).looking_at[0] for seed in range(350))
    assert len(tops) == 7
    assert all(25 < times < 80 for times in tops.values())
    assert new(3, seed=9).view(0).looking_at == new(3, seed=9).view(0).looking_at


@pytest.mark.rules("SET-18", "SET-19")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_six_blood_and_three_influence_from_the_bank(seats: int) -> None:
    game = new(seats)
    for name in game.names:
        assert [
            (e.token, e.amount) for e in entries(game, cause="start") if game.names[e.target.seat or 0] == name
        ] == [("blood", 6), ("influence", 3)]
        assert influence(game, name) == 3
        assert pool(game, name) == 6 + 1  # the first Feed is over
    assert {who for who, _, _ in moves(game, cause="start")} == {"bank"}
    assert all("SET-19" in entry.rules for entry in entries(game, cause="start"))


@pytest.mark.rules("SET-22")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_what_is_left_after_the_set_up(seats: int) -> None:
    game = Game.new(seats=seats, seed=3, clans=CLANS[:seats], teams=seats == 6)
    view = game.view(None)
    assert view.victims_left == 35 - seats
    assert view.allies_left + len(events(game, "ally_placed")) == 30
    for token in ("blood", "influence"):
        out = sum(e.amount for e in entries(game, token=token) if e.source.kind == "bank")
        back = sum(e.amount for e in entries(game, token=token) if e.target.kind == "bank")
        pools = sum(getattr(player, token) for player in view.seats)
        assert out - back == pools


def test_names_are_given_or_usual() -> None:
    assert Game.new(seats=3).names == ("Ann", "Bob", "Cy")
    game = Game.new(seats=3, names=["Zoë", "Yves", "Xin"])
    assert game.view(None).names == ("Zoë", "Yves", "Xin")
    assert seat_of(game, "Xin") == 2
