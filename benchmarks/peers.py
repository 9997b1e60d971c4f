"""The peers, each used as its own documentation uses it, with nothing in the loop that it does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from time import perf_counter

import pyspiel
from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT
from open_spiel.python.games import liars_poker  # noqa: F401  importing it registers the game

from benchmarks.measure import Played, Shape

CATANATRON = "catanatron"
HEARTS = "hearts"
LIARS_POKER = "python_liars_poker"
SPIELS: dict[str, dict[str, int]] = {HEARTS: {}, LIARS_POKER: {"players": 4}}
"""OpenSpiel's games by its own names, and how they are asked for. Hearts, in C++, is a game of four, with passing.
Liar's poker, in Python, takes the parameter and plays with its default of two all the same."""
_CHANCE = int(pyspiel.PlayerId.CHANCE)

_PLAYERS = [RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]


# --- catanatron: four of its random players; a decision is one `play_tick` --------------------------------


def _running(game: Game) -> bool:
    """The condition of catanatron's own `Game.play`, which is not used because it also makes two copies."""
    return game.winning_color() is None and game.state.num_turns < TURNS_LIMIT


def catanatron_play(seeds: Iterator[int], seconds: float) -> Played:
    """Whole games for about `seconds`; its players draw from the global `random`, which each game seeds."""
    played = Played()
    start = now = perf_counter()
    while now - start < seconds:
        game = Game(_PLAYERS, seed=next(seeds))
        decisions = 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            decisions += 1
        now = perf_counter()
        played.games += 1
        played.decisions += decisions
    played.seconds = now - start
    return played


def catanatron_shape(decisions: int) -> Shape:
    found = Shape(players=len(_PLAYERS))
    while found.decisions < decisions:
        found.games += 1
        game = Game(_PLAYERS, seed=found.games)
        while _running(game):
            found.forced += len(game.state.playable_actions) == 1
            found.decisions += 1
            game.play_tick()
    return found


def _catanatron_advance(seed: int, limit: int | None = None) -> tuple[Game, int]:
    game = Game(_PLAYERS, seed=seed)
    decisions = 0
    while _running(game) and decisions != limit:
        game.play_tick()
        decisions += 1
    return game, decisions


def catanatron_midgame_copies(seeds: Iterable[int]) -> list[Callable[[], object]]:
    """The bound `copy` of one game a seed, stopped after half of its decisions."""
    return [_catanatron_advance(seed, limit=_catanatron_advance(seed)[1] // 2)[0].copy for seed in seeds]


# --- OpenSpiel: hearts in C++ and liar's poker in Python; the caller takes the chance steps (the dealing) too -----


def _spiel(name: str) -> pyspiel.Game:
    return pyspiel.load_game(name, SPIELS[name])


def _deal(state: pyspiel.State, rng: Random) -> int:
    """Take the chance steps that stand before the next decision; all outcomes of these games weigh the same."""
    steps = 0
    while state.current_player() == _CHANCE:
        state.apply_action(rng.choice(state.chance_outcomes())[0])
        steps += 1
    return steps


def spiel_play(name: str, rng: Random, seconds: float) -> Played:
    """Whole games for about `seconds`. Chance comes only before the first decision in these games."""
    spiel = _spiel(name)
    choice = rng.choice
    played = Played()
    start = now = perf_counter()
    while now - start < seconds:
        state = spiel.new_initial_state()
        chance_steps = _deal(state, rng)
        dealt = perf_counter()
        decisions = 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
        played.dealing_seconds += dealt - now
        now = perf_counter()
        played.games += 1
        played.chance_steps += chance_steps
        played.decisions += decisions
    played.seconds = now - start
    return played


def spiel_shape(name: str, decisions: int) -> Shape:
    rng = Random(1)
    spiel = _spiel(name)
    found = Shape(players=spiel.num_players())
    while found.decisions < decisions:
        found.games += 1
        state = spiel.new_initial_state()
        _deal(state, rng)
        while not state.is_terminal():
            legal = state.legal_actions()
            found.forced += len(legal) == 1
            found.decisions += 1
            state.apply_action(rng.choice(legal))
    return found
