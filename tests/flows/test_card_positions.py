"""The cards of every Position, followed through the events, lie as each reader's view says."""

from __future__ import annotations

import pytest

from tests.flows.games import TABLES, stepped
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.flows import KnownHistory, PositionTable, known_history, whole_history

STRIDE = 5


def followed(told: KnownHistory) -> PositionTable:
    table = PositionTable()
    for row in told.rows():
        table.follow(row)
    return table


def lies(table: PositionTable, view: View) -> None:
    for seat in view.seats:
        for position in seat.positions:
            here = table.here(seat.seat, position.at)
            assert table.blood.get((seat.seat, position.at), 0) == position.blood
            expected = sorted((card.owner, card.face == "up") for card in position.cards)
            assert sorted((card.owner, card.up) for card in here) == expected
            up = sorted(card.card or "" for card in position.cards if card.face == "up")
            assert sorted(card.card or "" for card in here if card.up) == up
            known = {card.card for card in position.cards if card.card is not None}
            assert {card.card for card in here if card.card is not None} <= known, "no more than the view knows"


@pytest.mark.parametrize("seed", mostly_long(range(40), quick=10))
def test_every_reader_follows_the_table_from_event_to_event(seed: int) -> None:
    game = Game.new(seed=seed, **TABLES[seed % len(TABLES)])  # type: ignore[arg-type]
    for number in stepped(game, seed):
        if number % STRIDE == seed % STRIDE:
            for viewer in (None, 0, 1):
                view = game.view(viewer)
                lies(followed(known_history(view)), view)
    whole = followed(whole_history(game))
    assert all(card.card is not None for here in whole.cards.values() for card in here)
