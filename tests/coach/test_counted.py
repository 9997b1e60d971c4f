"""The coach beside what can be counted: all worlds and all lines of a few positions of the last round."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

import pytest

from benchmarks.coach import Tally, positions
from benchmarks.counting import CannotCount, Counted, count, worlds
from vendetta_kit import Game
from vendetta_kit.coach import judge
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.coach import COACHING


@cache
def found() -> list[tuple[Game, int, dict[int, Counted]]]:
    """The first positions by seed, each with what its choices are worth exactly."""
    return list(islice(positions(1), 8))


@pytest.mark.long
def test_it_is_right_where_it_can_be_counted() -> None:
    tally = Tally()
    for number, (game, seat, exact) in enumerate(found()):
        tally.add(judge(game, seat, COACHING, 240, seed=number, look=None), exact)
    assert tally.positions == 8
    assert tally.right >= 7
    assert tally.wrong == 0
    assert tally.held >= 7


def test_all_worlds_are_those_that_are_drawn_and_as_likely() -> None:
    game, seat, _ = next(one for one in found() if len(worlds(one[0], one[1])) > 2)
    counted: dict[Zones, float] = {}
    for world, chance in worlds(game, seat):
        counted[_zones(world)] = counted.get(_zones(world), 0.0) + chance
    assert sum(counted.values()) == pytest.approx(1)
    met: dict[Zones, float] = {}
    for world, weight in ImaginedWorlds(game, seat).draw(4000, Random(3)):
        world.unseal(seat)
        met[_zones(world)] = met.get(_zones(world), 0.0) + weight
    assert set(met) <= set(counted)
    for zones, chance in counted.items():
        assert met.get(zones, 0.0) == pytest.approx(chance, abs=0.05)


Zones = tuple[tuple[int, ...], ...]


def _zones(world: Game) -> Zones:
    """What lies where; in a place the cards of one seat have no order."""
    return tuple(tuple(sorted(zone)) for zone in world.z)


@pytest.mark.long
def test_the_counted_worth_is_what_many_lines_come_to() -> None:
    for game, seat, exact in found()[:3]:
        insight = COACHING.seat_knowledge(game, seat)
        for code, one in exact.items():
            rng = Random(5)
            won = 0.0
            many = 300
            for world in insight.worlds(many, rng):
                twin = world.copy(record=False)
                twin.advance(seat, code)
                COACHING.play_on(twin, rng)
                won += COACHING.outcomes(twin)[seat].won / many
            assert won == pytest.approx(one.won, abs=0.12)


def test_what_is_not_to_be_counted_says_so() -> None:
    game = Game.new(seats=4, seed=7)
    for _ in range(9):
        seat = game.to_act
        assert seat is not None
        game.apply(seat, game.legal(seat)[0])
    with pytest.raises(CannotCount, match=r"^\d+ worlds are more than 150$"):
        count(game, 0, COACHING)
