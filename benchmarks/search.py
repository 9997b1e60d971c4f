"""Simulations a second of two searches for hidden information: our `search` bot, and OpenSpiel's Python IS-MCTS bot.

    python -m benchmarks.search [--rounds N] [--simulations N] [--json]

Each side searches at decisions spread over a whole game of four players, as its documentation uses it: ours Vendetta
(worlds are drawn, the tree is grown, the round is played to its end), OpenSpiel's bot hearts with random rollouts to
the end of the game. Decisions with one legal option are left out. README.md beside this file says what is counted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.engines import COMPILED, PURE, BenchmarkError, Engine, start_engines
from benchmarks.measure import Spread, fair_heap, ratios
from benchmarks.run import Row, Table, positive, show, show_goal, times_better

HEARTS = "OpenSpiel IS-MCTS in Python, hearts"
PLACES = 10
"""Decisions that each side searches at in a round."""
SIMULATIONS = 1000
SEED = 1


# --- ours, in an interpreter of its own (`engines.py`) ----------------------------------------------------------


def our_places(count: int = PLACES) -> list[tuple[Any, int]]:
    """Decisions of a game among greedy bots that `search` searches at, evenly spread over it."""
    from vendetta_kit import Game
    from vendetta_kit.games.vendetta import bots
    from vendetta_kit.games.vendetta.bots.search import searches

    game, rng, bot = Game.new(seats=4, seed=SEED, record=False), Random(SEED), bots.make("greedy")
    found = []
    while (seat := game.to_act) is not None:
        if searches(game.view(seat, log=False)):
            found.append((game.copy(), seat))
        game.apply(seat, bots.move(game, seat, bot, rng))
    return spread(found, count)


def our_round(places: Sequence[tuple[Any, int]], simulations: int) -> tuple[int, float]:
    """One search at each place: simulations made, and seconds."""
    from vendetta_kit.games.vendetta import bots
    from vendetta_kit.games.vendetta.bots.search import SearchBot

    bot = SearchBot(simulations)
    done = 0
    with fair_heap():
        start = perf_counter()
        for game, seat in places:
            thought = bot.think(game.view(seat, log=False), Random(SEED), bots.ImaginedWorlds(game, seat))
            done += thought.simulations
        return done, perf_counter() - start


# --- OpenSpiel ----------------------------------------------------------------------------------------------------


def hearts_places(count: int = PLACES) -> list[Any]:
    """Decisions of a random game of hearts, evenly spread over it.

    A deal without passing: the bot's own resampling breaks off while cards are passed (open_spiel 2.0.2).
    """
    import pyspiel

    rng = Random(SEED)
    state = pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(0)  # nobody passes
    found = []
    while not state.is_terminal():
        if not state.is_chance_node() and len(state.legal_actions()) > 1:
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return spread(found, count)


def hearts_round(places: Sequence[Any], simulations: int) -> tuple[int, float]:
    """One search at each place by the bot of `open_spiel.python.algorithms.ismcts`, with its own random rollouts."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    chance = np.random.RandomState(SEED)
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    bot = ismcts.ISMCTSBot(places[0].get_game(), rollouts, uct_c=2.0, max_simulations=simulations, random_state=chance)
    with fair_heap():
        start = perf_counter()
        for state in places:
            bot.step(state)
        return simulations * len(places), perf_counter() - start


def spread(found: Sequence[Any], count: int) -> list[Any]:
    """So many of them at even distances.

    >>> spread("abcdefgh", 4)
    ['b', 'd', 'f', 'h']
    """
    return [found[(2 * k + 1) * len(found) // (2 * count)] for k in range(min(count, len(found)))]


# --- the part of `make bench` -----------------------------------------------------------------------------------


def measure_search(engines: Sequence[Engine], rounds: int, simulations: int = SIMULATIONS) -> Table:
    """Simulations a second, round by round: ours (each engine), OpenSpiel, ours, OpenSpiel, ..."""
    try:
        places = hearts_places()
    except ImportError as error:
        raise BenchmarkError(f"{error}; `make bench` sets up all that is needed") from error
    sides: dict[str, Callable[[int], tuple[int, float]]] = {engine.name: engine.search for engine in engines}
    sides[HEARTS] = lambda budget: hearts_round(places, budget)
    for side in sides.values():
        side(max(20, simulations // 20))
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            done, seconds = side(simulations)
            found[name].append(done / seconds)
    theirs = found.pop(HEARTS)
    beaten = {name: ratios(ours, theirs) for name, ours in found.items()}
    return Table(
        title=f"Search simulations per second, {rounds} rounds of {PLACES} decisions a side (more is better)",
        digits=0,
        rows=[Row(f"search, {name}", Spread.of(ours)) for name, ours in found.items()]
        + [Row(HEARTS, Spread.of(theirs), beaten)],
        goals=times_better("search simulations against OpenSpiel's IS-MCTS", beaten, {COMPILED: 2, PURE: 1}),
        notes=[
            f"Up to {simulations} simulations a decision. Ours walk to the next own Planning turn or the round's end,",
            "OpenSpiel's to the end of the deal. Worlds, tree and walks are inside both clocks.",
        ],
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("benchmarks.search", description="Measure the search beside OpenSpiel's.")
    parser.add_argument("--rounds", type=positive(int), default=5, help="each with every side (default 5)")
    parser.add_argument("--simulations", type=positive(int), default=SIMULATIONS, help="of one decision (default 1000)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(argv)
    engines: list[Engine] = []
    try:
        engines += start_engines()
        table = measure_search(engines, options.rounds, options.simulations)
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    finally:
        for engine in engines:
            engine.close()
    if options.json:
        print(json.dumps(table.as_json(), indent=1))
    else:
        print("\n".join([show(table), *map(show_goal, table.goals)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
