"""Undo: step by step back to the start, and the same way forward again."""

from __future__ import annotations

import pytest

from tests.properties.games import GAMES, begin, each_table, play_out, playing
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint


def shown(game: Game) -> tuple[object, ...]:
    """State, record and options."""
    legal = [(len(game.legal(seat)), game.legal(seat)[-30:]) for seat in range(game.seats)]
    return fingerprint(game), game.events, game.ledger, game.actions, legal


@each_table
def test_undo_takes_back_exactly_one_action(table: str) -> None:
    """After each action: back, and everything is as before; forward, and the same happens again."""
    for number in range(GAMES):
        start = begin(table, number, "undo")
        game = start.game
        before = shown(game)
        for seat, action, events in playing(start):
            after = shown(game)
            assert game.undo() == (seat, action)
            assert shown(game) == before
            assert game.apply(seat, action) == events
            assert shown(game) == after
            before = after


@each_table
def test_undo_to_the_start_and_redo(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "start")
        first = shown(start.game)
        game = play_out(start)
        last = shown(game)
        taken = [game.undo() for _ in game.actions]
        assert shown(game) == first
        with pytest.raises(ValueError, match="nothing to undo"):
            game.undo()
        assert shown(game) == first
        for seat, action in reversed(taken):
            game.apply(seat, action)
        assert shown(game) == last
