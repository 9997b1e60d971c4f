"""Who knows what in V:TES: no imagined game can be told from the real one by who imagines it."""

from __future__ import annotations

from random import Random

import pytest

from tests.kernel.knows import check_imagined
from vendetta_kit.games.vtes.engine.game import Game


@pytest.mark.parametrize("seed", range(3))
def test_an_imagined_game_looks_the_same_to_who_imagines_it(seed: int) -> None:
    game, rng = Game.new(seed=seed, record=False), Random(seed)
    others = 0
    for k in range(500):
        if game.is_over:
            break
        if k % 9 == 0:
            for seat in range(game.seats):
                others += check_imagined(game, seat, k + 1)
        seat = rng.choice(list(game.pending))
        game.apply(seat, game.legal(seat).sample(rng))
    assert others > 30
