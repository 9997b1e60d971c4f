"""An observation is what its seat may know, and nothing else: the same in every world that the seat imagines."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.card_tables import BIT, IDS
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation, observe
from vendetta_kit.games.vendetta.engine.state import AMONG, CARDS, DECK, EXACT, HAND, MAX_SEATS, UP
from vendetta_kit.kernel.state import RNG
from vendetta_kit.kernel.visibility import is_back

from .games import begin, each_table, playing


def moments(table: str, every: int = 3) -> Iterator[tuple[Game, int]]:
    """Some moments of two games, each with a number."""
    for number in (0, 1):
        start = begin(table, number, "observe", record=False)
        for k, _ in enumerate(playing(start)):
            if k % every == 0:
                yield start.game, k


def told(o: VendettaObservation) -> tuple[object, ...]:
    """All that an observation holds."""
    offer = [o.offer.code_at(k) for k in range(len(o.offer))]
    return o.seat, o.seats, o.n, o.z, offer, o.turns, o.location_card, o.mate


@pytest.mark.rules("RUL-20", "PLAN-25", "HAND-04", "WDR-02")
@each_table
def test_it_is_the_same_in_every_imagined_world(table: str) -> None:
    moved = 0
    for game, k in moments(table):
        for seat in range(game.seats):
            world = imagine(game, seat, Random(k))
            assert told(observe(world, seat)) == told(observe(game, seat)), (k, seat)
            moved += world.z != game.z
    assert moved > 100


@pytest.mark.parametrize("table", ["3-all", "4-relics", "6-in-teams-all"])
def test_it_says_what_the_view_says(table: str) -> None:
    """The words for people and the numbers for bots are the same."""
    for game, _ in moments(table, 11):
        for reader in (*range(game.seats), None):
            view, o = game.view(reader, log=False), observe(game, -1 if reader is None else reader)
            for s in view.seats:
                hand = [IDS[c] for c in o.z[HAND + s.seat] if not is_back(c)]
                assert hand == list(s.hand if s.hand is not None else s.known_hand)
                assert len(o.z[HAND + s.seat]) == s.hand_size
                for spot, loc in zip(s.positions, (0, 1, 3) if len(s.positions) == 3 else range(4), strict=True):
                    lying = o.z[CARDS + s.seat * 4 + loc]
                    assert [None if is_back(c) else IDS[c] for c in lying] == [c.card for c in spot.cards]


def test_it_shares_nothing_with_the_game_and_changes_nothing() -> None:
    for game, _ in moments("5-all", 7):
        n, z = game.n[:], game.z[:]
        o = observe(game, 1)
        assert (game.n, game.z) == (n, z)
        assert o.n is not game.n
        assert o.z is not game.z
        assert o.n[RNG] == 0


def test_a_spectator_sees_what_lies_open() -> None:
    for game, _ in moments("4-base", 5):
        o = observe(game, -1)
        named = {c for zone in (*range(HAND, DECK + MAX_SEATS), *range(CARDS, CARDS + 24)) for c in o.z[zone] if c >= 0}
        shown = game.n[UP] | game.n[EXACT] | game.n[AMONG]
        assert all(shown & BIT[c] for c in named)
        assert len(o.offer) == 0
