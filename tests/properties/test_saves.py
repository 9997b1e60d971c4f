"""A game saved at any moment and loaded again is the same game."""

from __future__ import annotations

import json

from tests.properties.games import GAMES, begin, choose, each_table, playing, waiting
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine import saves
from vendetta_kit.games.vendetta.engine.actions import ACTIONS
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint


def shown(game: Game) -> tuple[object, ...]:
    """State, record, open questions and what they offer."""
    pending = [(seat, decision.to_json(), decision.legal[:40]) for seat, decision in game.pending.items()]
    return fingerprint(game), game.events, game.ledger, game.actions, pending, game.names


@each_table
def test_save_and_load_at_every_step(table: str) -> None:
    """Sampled: as a save is played again from the start, each game is loaded at a dozen of its moments."""
    for number in range(GAMES):
        start = begin(table, number, "saves")
        game, rng = start.game, start.rng
        moments = {0, 1, 2} | {rng.randrange(200) for _ in range(12)}
        for done, _ in enumerate(playing(start), 1):
            if done in moments or game.is_over:
                text = json.dumps(saves.to_json(game))
                loaded = saves.loads(text)
                assert shown(loaded) == shown(game)
                assert json.dumps(saves.to_json(loaded)) == text
                twin = game.copy()
                for _ in range(4):  # and both go on alike
                    for seat in waiting(twin)[:1]:
                        action = choose(twin, seat, rng, start.eager)
                        assert loaded.apply(seat, action) == twin.apply(seat, action)


@each_table
def test_every_action_survives_json(table: str) -> None:
    """What is offered, and what was done, comes back from its JSON form equal, with the same code and repr."""
    for number in range(GAMES):
        start = begin(table, number, "json", record=False)
        for _, action, _ in playing(start):
            some = [start.game.legal(seat).sample(start.rng) for seat in waiting(start.game)]
            for one in (action, *some):
                back = ACTIONS.from_json(json.loads(json.dumps(one.to_json())))
                assert (back, back.code, repr(back), hash(back)) == (one, one.code, repr(one), hash(one))
                assert type(back) is type(one)
