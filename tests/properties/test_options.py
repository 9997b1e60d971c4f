"""Legal actions as a sequence: every way of looking at it shows the same things."""

from __future__ import annotations

from random import Random

import pytest

from tests.properties.games import GAMES, TABLES, begin, playing, waiting
from vendetta_kit.engine.actions import KINDS
from vendetta_kit.engine.options import Options

KINDS_OF = {
    "pick_clan": {"PickClan"},
    "pick_relic": {"PickRelic"},
    "keep": {"Keep"},
    "plan": {"Play", "Drain", "Look", "UseRelic"},
    "after_play": {"Drain", "Look", "UseRelic", "EndTurn"},
    "withdraw": {"Stay", "Withdraw"},
    "bid": {"Bid"},
    "choose": {"Choose"},
}


class EveryNumber(Random):
    """Random numbers that go through all of [0, 1) evenly, so that a sample goes through all options."""

    def __init__(self, steps: int) -> None:
        super().__init__(0)
        self.steps, self.at = steps, -1

    def random(self) -> float:
        self.at = (self.at + 1) % self.steps
        return (self.at + 0.5) / self.steps


def check(options: Options) -> None:
    whole = list(options)
    size = len(options)
    assert len(whole) == size
    assert bool(options) == bool(whole)
    assert [options[i] for i in range(size)] == whole
    assert [options[i - size] for i in range(size)] == whole
    assert options[:] == whole
    assert options[1::2] == whole[1::2]
    assert options[-3:] == whole[-3:]
    assert options[::-1] == whole[::-1] == list(reversed(options))
    assert all(action in options for action in whole)
    assert all(options.allows(options.code_at(i)) for i in range(size))
    assert [options.code_at(i) for i in range(size)] == [action.code for action in whole]
    assert len({action.code for action in whole}) == size, "an action stands there twice"
    assert len(set(whole)) == size
    assert len({repr(action) for action in whole}) == size
    for wrong in (size, -size - 1, 10**9):
        with pytest.raises(IndexError):
            options[wrong]
    for stranger in (None, 0, "Stay()", whole[:1], object()):
        assert stranger not in options
    assert repr(options).startswith(f"<{size} legal actions: ")
    if size:
        evenly = EveryNumber(size)
        assert [options.sample(evenly) for _ in range(size)] == whole, "each option is as likely as the others"


@pytest.mark.parametrize("table", TABLES)
def test_all_ways_of_looking_agree(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "options", record=False)
        game = start.game
        for done, _ in enumerate(playing(start)):
            for seat in waiting(game):
                options = game.legal(seat)
                if done % 5 == 0 or len(options) < 40:
                    check(options)
                decision = game.pending[seat]
                assert list(decision.legal[:5]) == list(options[:5])
                assert decision.rules
                assert {type(action).__name__ for action in options} <= KINDS_OF[decision.kind]
                again = game.copy().legal(seat)
                assert len(again) == len(options)
                assert again[-20:] == options[-20:]
            for seat in set(range(game.seats)) - set(waiting(game)):
                assert list(game.legal(seat)) == []
                check(game.legal(seat))


def test_every_kind_of_action_is_offered_somewhere() -> None:
    """The tables and ways of playing of these tests reach all kinds of actions."""
    found = set()
    for table in TABLES:
        for number in range(2):
            start = begin(table, number, "kinds", record=False)
            for _, action, _ in playing(start):
                found.add(action.do)
    assert found == set(KINDS)
