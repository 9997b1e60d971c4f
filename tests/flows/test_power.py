"""Power at a Location, worked out: it adds up to what was counted, and before that to what lies open."""

from __future__ import annotations

import pytest

from tests.flows.games import TABLES, stepped
from vendetta_kit import Game
from vendetta_kit.flows import powers, story
from vendetta_kit.flows.lying import Table

STRIDE = 5


@pytest.mark.rules("CONF-03", "CONF-10")
@pytest.mark.parametrize("seed", range(30))
def test_every_reader_works_out_what_is_counted_and_what_lies_open(seed: int) -> None:
    game = Game.new(seed=seed, **TABLES[seed % len(TABLES)])  # type: ignore[arg-type]
    counted = lying = 0
    for number in stepped(game, seed):
        if number % STRIDE != seed % STRIDE:
            continue
        for viewer in (None, 0, 1):
            view = game.view(viewer)
            table = Table()
            for row in story(view).rows():
                table.follow(row)
            for here in view.locations:
                for row in powers(view, here.at):
                    whole = row.blood_power + sum(part.power for part in row.parts)
                    if row.counted:
                        events = [
                            event
                            for event in view.events
                            if (event.kind, event.at, event.seat, event.moment.round)
                            == ("count", here.at, row.seat, view.round)
                        ]
                        assert row.power == events[-1].data["power"]
                        assert whole == row.power or events[-1].data["below"]
                        counted += 1
                    else:
                        assert row.power == whole == table.open_power(row.seat, here.at)
                        assert row.hidden == table.hidden(row.seat, here.at)
                        lying += 1
    assert counted
    assert lying


def test_a_place_that_there_is_not() -> None:
    view = Game.new(seed=7).view(0)
    for at in (9, "heaven"):
        with pytest.raises(KeyError):
            powers(view, at)
