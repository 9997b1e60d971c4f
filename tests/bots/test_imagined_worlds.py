"""Weighted worlds: nothing in them that the seat does not know, and each as often as its likelihood says."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import exp, log
from random import Random
from typing import Any

import pytest

from tests.bots.test_sees import views_on_the_way
from tests.engine.helpers import table
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.games.vendetta.bots.imagined_worlds import CardOdds, ImaginedWorlds
from vendetta_kit.games.vendetta.bots.position_value import CARD, KINDS
from vendetta_kit.games.vendetta.engine.actions import EndTurn, Play
from vendetta_kit.games.vendetta.engine.card_tables import IDS, NUMBER
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.state import CARDS, DECK, HAND
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint

TYPICAL = {IDS[kind.card]: kind.usual for kind in KINDS}
NEEDS_FACE_UP = {IDS[kind.card] for kind in KINDS if kind.asleep}
NO_PREFERENCE = CardOdds(hides=1.0, hides_for_free=1.0, asleep=1.0, keeps=1.0)
TRIES = 6000


def told(game: Game, seat: int) -> tuple[Any, ...]:
    return game.view(seat).to_json(log=False), list(game.legal(seat))


@pytest.mark.rules("RUL-20", "PLAN-25", "HAND-04", "WDR-02")
@pytest.mark.parametrize(
    "name", mostly_long(["3-all", "4-base", "4-relics", "5-location-cards", "6-in-teams-all"], quick=2)
)
def test_no_world_can_be_told_from_the_real_one(name: str) -> None:
    different = 0
    for number, (game, seat) in enumerate(views_on_the_way(name, 0, 7)):
        before = fingerprint(game)
        mine = told(game, seat)
        worlds = ImaginedWorlds(game, seat).draw(6, Random(number))
        assert sum(world.weight for world in worlds) == pytest.approx(1.0)
        assert all(world.weight > 0 for world in worlds)
        for world in worlds:
            assert told(world.game, seat) == mine
            assert world.game.rec is None
        different += len({fingerprint(world.game) for world in worlds}) > 1
        assert fingerprint(game) == before
    assert different > 5


@pytest.mark.parametrize("name", ["3-relics", "4-base", "5-all", "6-in-teams-base"])
def test_worlds_are_made_of_nothing_but_what_the_seat_knows(name: str) -> None:
    """From any world of the same view the same worlds are drawn, with the same weights: the real one is not in them."""
    for number, (game, seat) in enumerate(views_on_the_way(name, 1, 9)):
        other = imagine(game, seat, Random(f"other {number}"))
        here, there = (ImaginedWorlds(g, seat).draw(5, Random(3)) for g in (game, other))
        assert [(fingerprint(w.game), w.weight) for w in here] == [(fingerprint(w.game), w.weight) for w in there]
        assert fingerprint(ImaginedWorlds(game, seat)._one) == fingerprint(ImaginedWorlds(other, seat)._one)


def hidden_card() -> Game:
    """Bob has hidden a card at Location 1, with two more in hand: the starters, and one of seven others."""
    game = Game.new(seats=4, seed=11, clans=["brujah", "nosferatu", "ventrue", "gangrel"], record=False)
    while game.phase != "planning":
        seat = game.to_act
        assert seat is not None
        game.apply(seat, game.legal(seat)[0])
    while True:
        seat = game.to_act
        assert seat is not None
        if EndTurn() in game.legal(seat):
            game.apply(seat, EndTurn())
            continue
        card = IDS[game.z[HAND + seat][0]]
        if seat == 1:
            game.apply(1, Play(card, 1, "down"))
            if EndTurn() in game.legal(1):
                game.apply(1, EndTurn())
            return game
        game.apply(seat, Play(card, "haven"))


Arrangement = tuple[str, frozenset[str]]


def arrangement(world: Game) -> Arrangement:
    """What Bob has face down, and what in his hand."""
    (down,) = world.z[CARDS + 4]
    return IDS[down], frozenset(IDS[card] for card in world.z[HAND + 1])


def all_arrangements(game: Game, likely: CardOdds) -> dict[Arrangement, float]:
    """Every arrangement of Bob's nine cards that agrees with what Ann has seen, with its share: counted by hand."""
    starters = [card for card in TYPICAL if card in ("NO08", "NO09")]
    library = [card for card in TYPICAL if card[:2] == "NO" and card not in starters]
    near = 1 + len(game.z[HAND + 1])
    shares: dict[Arrangement, float] = {}
    for more in combinations(library, near - len(starters)):
        mine = [*starters, *more]
        for down in mine:
            odds = likely.hides ** TYPICAL[down] * (likely.asleep if down in NEEDS_FACE_UP else 1.0)
            for card in mine:
                odds *= likely.keeps ** CARD[NUMBER[card]]
            shares[down, frozenset(mine) - {down}] = odds
    whole = sum(shares.values())
    return {key: odds / whole for key, odds in shares.items()}


def chi_square(found: Counter[Arrangement], shares: dict[Arrangement, float]) -> float:
    """Pearson's sum; rare arrangements are counted as one."""
    drawn = found.total()
    rare = [key for key, share in shares.items() if share * drawn < 8]
    cells = [(found[key], share * drawn) for key, share in shares.items() if key not in rare]
    if rare:
        cells.append((sum(found[key] for key in rare), sum(shares[key] for key in rare) * drawn))
    return sum((seen - expected) ** 2 / expected for seen, expected in cells if expected)


MOST = 46.0
"""Chi-square with 20 degrees of freedom is above this once in a thousand times; seeds are fixed."""


@pytest.mark.rules("SET-17", "HAND-04", "PLAN-17")
def test_without_preferences_all_arrangements_are_equally_likely() -> None:
    game = hidden_card()
    shares = all_arrangements(game, NO_PREFERENCE)
    assert len(shares) == 21
    assert set(shares.values()) == {1 / 21}
    worlds, rng = ImaginedWorlds(game, 0, NO_PREFERENCE), Random(2)
    found = Counter(arrangement(worlds.any(rng)) for _ in range(TRIES))
    assert found.keys() == shares.keys()
    assert chi_square(found, shares) < MOST
    real = Counter({arrangement(game): TRIES})
    assert chi_square(real, shares) > 100 * MOST, "whoever peeked would be found out"


@pytest.mark.long
def test_weighted_worlds_come_as_often_as_their_likelihood_says() -> None:
    """Each dealt world is taken with its odds: what is left must follow the shares counted by hand."""
    game, likely = hidden_card(), CardOdds()
    shares = all_arrangements(game, likely)
    worlds, rng = ImaginedWorlds(game, 0, likely), Random(6)
    dealt = [worlds.any(rng) for _ in range(4 * TRIES)]
    odds = [likely.log_odds(world, 0) for world in dealt]
    most = max(odds)
    found = Counter(arrangement(world) for world, x in zip(dealt, odds, strict=True) if rng.random() < exp(x - most))
    assert found.total() > 300
    assert chi_square(found, shares) < MOST
    assert chi_square(found, all_arrangements(game, NO_PREFERENCE)) > 3 * MOST, "the weights would make no difference"


@pytest.mark.long
def test_drawn_worlds_have_these_shares_too() -> None:
    game = hidden_card()
    shares = all_arrangements(game, CardOdds())
    worlds, rng = ImaginedWorlds(game, 0), Random(8)
    found: Counter[Arrangement] = Counter()
    for _ in range(60):
        for world in worlds.draw(25, rng, tries=8):
            found[arrangement(world.game)] += world.weight / 60  # type: ignore[assignment]
    assert sum(found.values()) == pytest.approx(1.0)
    for key, share in shares.items():
        assert found[key] == pytest.approx(share, abs=0.03), key


def test_a_card_that_sleeps_face_down_is_seldom_there_and_a_good_one_often() -> None:
    shares = all_arrangements(hidden_card(), CardOdds())
    by_card: Counter[str] = Counter()
    for (down, _), share in shares.items():
        by_card[down] += share  # type: ignore[assignment]
    cards = [card for card in by_card if card not in NEEDS_FACE_UP]
    best, worst = max(cards, key=TYPICAL.__getitem__), min(cards, key=TYPICAL.__getitem__)
    assert by_card[best] > 3 * by_card[worst]
    asleep = [card for card in by_card if card in NEEDS_FACE_UP]
    assert sum(by_card[card] for card in asleep) < 0.3 < len(asleep) / len(by_card)


@pytest.mark.rules("PLAN-09", "CARD-03")
def test_where_hiding_is_free_it_tells_less() -> None:
    likely = CardOdds(hides=3.0, hides_for_free=1.5, asleep=0.25, keeps=1.0)
    paid = table("Bob 1: (TR07)")
    free = table("Bob 1: (TR07)", Bob={"alliance": ["AL07"]})  # Erichtho: no fee
    asleep = table("Bob 1: (NO06)")
    assert likely.log_odds(paid, 0) == pytest.approx(TYPICAL["TR07"] * log(3.0))
    assert likely.log_odds(free, 0) == pytest.approx(TYPICAL["TR07"] * log(1.5))
    assert likely.log_odds(asleep, 0) == pytest.approx(TYPICAL["NO06"] * log(3.0) + log(0.25))
    assert likely.log_odds(paid, 1) == 0.0, "one's own cards are no news"


def test_worlds_vary_and_the_same_seed_draws_the_same() -> None:
    game = hidden_card()
    worlds = ImaginedWorlds(game, 0)
    one, again, other = (worlds.draw(12, Random(seed)) for seed in (1, 1, 2))
    assert [(fingerprint(w.game), w.weight) for w in one] == [(fingerprint(w.game), w.weight) for w in again]
    assert [fingerprint(w.game) for w in one] != [fingerprint(w.game) for w in other]
    assert len({w.game.z[DECK + 1] for w in one}) > 3
