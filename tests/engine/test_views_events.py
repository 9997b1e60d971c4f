"""What an event and a refusal may say to whom."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.engine.helpers import (
    do,
    refused,
    seat,
    table,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Drain, Keep, Look, Play, Stay
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.kernel.actions import Action

# Secrets of an event ---------------------------------------------------------------------------------------


WITH_SECRETS = frozenset(
    ("looked", "kept", "play", "look", "draw", "held", "returned", "shuffled_in", "withdraw", "withdraw_haven")
)
"""Events that may hide something; each has a test of its own in test_views.py. Another one needs another test."""


@pytest.mark.rules("RUL-20")
@pytest.mark.parametrize("seed", range(8))
def test_an_event_with_a_secret_is_whole_only_for_those_who_know(seed: int) -> None:
    game = Game.new(seats=4, seed=seed, clans=["malkavian", "nosferatu", "toreador", "tremere"])
    rng = Random(seed)
    while not game.is_over:
        who = rng.choice(sorted(game.pending))
        game.apply(who, game.legal(who).sample(rng))
    kinds = set()
    for event in game.events:
        if event.secret:
            kinds.add(event.kind)
            assert event.knows
            for reader in (0, 1, 2, 3, None):
                told = event.seen_by(reader)
                knows = reader is not None and event.knows >> reader & 1
                assert not told.secret
                assert dict(told.data) == ({**event.data, **event.secret} if knows else dict(event.data))
    assert {"looked", "kept", "play"} <= kinds <= WITH_SECRETS
    assert game.view(1).events == tuple(event.seen_by(1) for event in game.events)


@pytest.mark.rules("RUL-20")
@pytest.mark.parametrize("reader", [0, 1, 2, 3])
def test_the_spectator_knows_no_more_than_any_seat(reader: int) -> None:
    game, rng = Game.new(seats=4, seed=6, clans=["malkavian", "nosferatu", "toreador", "tremere"]), Random(2)
    while not game.is_over:
        mine, open_to_all = game.view(reader), game.view(None)
        for player in open_to_all.seats:
            assert player.hand is None
            same_player = mine.seats[player.seat]
            if player.seat != reader:
                assert set(player.known_hand) <= set(same_player.known_hand)
            for spot, my_spot in zip(player.positions, same_player.positions, strict=True):
                for card, my_card in zip(spot.cards, my_spot.cards, strict=True):
                    assert card.card in (None, my_card.card)
        who = rng.choice(sorted(game.pending))
        game.apply(who, game.legal(who).sample(rng))


@pytest.mark.rules("RUL-20")
@pytest.mark.parametrize("reader", [0, 1, 2, 3])
def test_an_imagined_world_looks_the_same_to_who_imagines_it(reader: int) -> None:
    game, rng = Game.new(seats=4, seed=7, clans=["malkavian", "nosferatu", "toreador", "gangrel"]), Random(4)
    different = 0
    while not game.is_over:
        world = imagine(game, reader, rng)
        assert world.view(reader).to_json(log=False) == game.view(reader).to_json(log=False)
        different += world.view(None).to_json(log=False) == game.view(None).to_json(log=False) and world.z != game.z
        who = rng.choice(sorted(game.pending))
        game.apply(who, game.legal(who).sample(rng))
    assert different > 20


# What a refusal may say ------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-20", "PLAN-25")
@pytest.mark.parametrize(
    "action",
    [
        Play("GA03", 1),
        Play("GA01", 1),
        Look(1, 1, 0),
        Look(1, 1, 1),
        Stay(),
        Choose("GA03"),
        Keep(("GA03",)),
        Drain("VI32"),
        Bid(1),
    ],
    ids=repr,
)
def test_a_refusal_tells_nothing_hidden(action: Action) -> None:
    one, two = (
        table(f"Bob 1: ({hidden})", Ann={"hand": ["BR04"]}, Bob={"hand": [kept], "deck": []})
        for hidden, kept in (("GA03", "GA01"), ("GA01", "GA03"))
    )
    for name in ("Ann", "Cy"):
        assert str(refused(one, name, action)) == str(refused(two, name, action))


def readers_of(secret: Callable[[Game], None]) -> list[int]:
    """Seats whose view changes by what ``secret`` does to a game."""
    game = table("Bob 1: (GA01)", Ann={"hand": ["BR04", "BR05"], "alliance": ["AL13"], "blood": 5})
    before = [game.view(reader).seats for reader in range(4)]
    secret(game)
    after = [game.view(reader).seats for reader in range(4)]
    return [reader for reader in range(4) if before[reader][1] != after[reader][1]]


@pytest.mark.rules("RUL-22")
def test_a_look_changes_only_what_the_looker_knows_of_bob() -> None:
    assert readers_of(lambda game: do(game, "Ann", Look(1, 1, 0)) and None) == [0]


@pytest.mark.rules("RUL-20")
def test_the_score_of_the_moment_is_open_information() -> None:
    game = table(Bob={"alliance": ["AL10"], "influence": 4})
    assert {game.view(reader).seats[1].score for reader in (0, 1, 2, None)} == {9}
    assert seat(game, "Bob").score == 9
