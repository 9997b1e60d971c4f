"""Bots at a table: whole games, and what they are asked on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from vendetta_kit import Game, bots
from vendetta_kit.bots import Bot
from vendetta_kit.engine.views import View

MOST_ACTIONS = 1500


def asked_about(view: View) -> str:
    """What the open decision is about: its kind, a card's question by its own name."""
    assert view.decision is not None
    return view.decision.question or view.decision.kind


def playing(game: Game, table: Sequence[Bot], seed: int | str) -> Iterator[View]:
    """Play a game to its end, each seat with chance of its own; yields the view before each action."""
    rngs = [Random(f"{seed}/{seat}") for seat in range(game.seats)]
    for _ in range(MOST_ACTIONS):
        seat = game.to_act
        if seat is None:
            assert game.is_over
            return
        yield game.view(seat, log=False)
        action = bots.move(game, seat, table[seat], rngs[seat])
        assert action in game.legal(seat), (seat, action)
        game.apply(seat, action)
    raise AssertionError(f"not over after {MOST_ACTIONS} actions")


def played(game: Game, table: Sequence[Bot], seed: int | str) -> Game:
    """The game, played to its end."""
    for _ in playing(game, table, seed):
        pass
    return game
