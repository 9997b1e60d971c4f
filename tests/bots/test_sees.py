"""A bot sees a view and nothing else: what it cannot know never moves it."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import vendetta_kit.games.vendetta.bots
from tests.properties.games import TABLES, begin, playing
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.views import View

LIGHT = {"events": (), "ledger": ()}


def views_on_the_way(name: str, number: int, every: int) -> list[tuple[Game, int]]:
    """Games at some of their decisions, as copies, with a seat that must decide."""
    start = begin(name, number, "bots", record=False)
    found = []
    for k, _ in enumerate(playing(start)):
        if k % every == 0 and not start.game.is_over:
            seat = start.game.to_act
            assert seat is not None
            found.append((start.game.copy(), seat))
    return found


@pytest.mark.parametrize(
    "name", ["3-base", "4-base", "4-relics", "5-location-cards", "4-in-teams-base", "6-in-teams-all"]
)
@pytest.mark.parametrize("bot", mostly_long(bots.names(), quick=8))
def test_the_same_choice_in_every_imagined_world(name: str, bot: str) -> None:
    player = bots.make(bot)
    compared = moved = 0
    for game, seat in views_on_the_way(name, 0, 5):
        world = imagine(game, seat, Random(f"{name}/{compared}"))
        choice = player.choose(game.view(seat, log=False), Random(7))
        assert player.choose(world.view(seat, log=False), Random(7)) == choice
        assert player.advise(world.view(seat, log=False)) == player.advise(game.view(seat, log=False))
        compared += 1
        moved += world.z != game.z
    assert compared > 10
    assert moved > compared / 2, "the worlds hardly differ: the comparison would say nothing"


@pytest.mark.parametrize("bot", mostly_long(bots.names(), quick=2))
def test_a_view_without_its_game_is_enough(bot: str) -> None:
    """The choice is the same when the game has gone on since, or when its log is there."""
    game, rng, player = Game.new(seats=4, seed=8), Random(8), bots.make(bot)
    waiting: list[tuple[View, object]] = []
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        view = game.view(seat)
        assert player.choose(view, Random(2)) == player.choose(game.view(seat, log=False), Random(2))
        waiting.append((view, player.choose(view, Random(2))))
        game.apply(seat, game.legal(seat).sample(rng))
    for view, choice in waiting:
        assert player.choose(view, Random(2)) == choice


@pytest.mark.parametrize("name", mostly_long(["3-all", "4-base", "6-in-teams-all"], quick=1))
def test_a_light_view_lacks_the_log_and_nothing_else(name: str) -> None:
    game, rng = Game.new(**TABLES[name], seed=4), Random(4)
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        for reader in (seat, (seat + 1) % game.seats, None):
            full, light = game.view(reader), game.view(reader, log=False)
            assert light.events == light.ledger == ()
            assert full.events
            assert replace(full, **LIGHT, decision=None) == replace(light, decision=None)
            assert full.to_json(log=False) == light.to_json(log=False)
        game.apply(seat, game.legal(seat).sample(rng))


ALLOWED = {
    *("actions", "agenda", "card_estimates", "card_tables", "decisions", "observation", "options", "rule_numbers"),
    *("state", "views"),
}
"""What a bot may import of the engine: values, numbers of the rules, of the box and of observations, and views."""


IN_WORLDS = {
    "imagined_worlds.py", "playout.py", "withdraw_subgame.py", "search.py", "search_playout.py", "search_tree.py",
}  # fmt: skip
"""What imagines, and what plays imagined worlds on: it must know how a game lies, and is never given a real one."""
HOSTS = {"__init__.py", "arena.py"}
"""Who plays real games with bots and makes the views and worlds that they get."""
ASKS = {
    "play_values.py": {"fee_of"},
    "greedy_choice.py": {"count_looked_at", "usually_kept"},
    "position_value.py": {"CARDS_AT", "card_estimates", "effects"},
}
"""Rules that a bot asks the engine for, by numbers that it may know."""


def test_no_bot_imports_what_holds_hidden_cards() -> None:
    """Only who hosts bots, and makes their views, may name a game; whoever plays imagined worlds gets no other."""
    folder = Path(vendetta_kit.games.vendetta.bots.__file__).parent
    for path in sorted(folder.glob("*.py")):
        if path.name in IN_WORLDS:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                if name.startswith("vendetta_kit.games.vendetta.engine"):
                    if isinstance(node, ast.ImportFrom) and {a.name for a in node.names} <= ASKS.get(path.name, set()):
                        continue
                    allowed = ALLOWED | {"game"} if path.name in HOSTS else ALLOWED
                    assert name.rpartition(".")[2] in allowed, (path.name, name)
                if name == "vendetta_kit" and isinstance(node, ast.ImportFrom):
                    wanted = {alias.name for alias in node.names}
                    assert wanted <= {"box"} or path.name in HOSTS, (path.name, wanted)
