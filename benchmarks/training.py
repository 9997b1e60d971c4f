"""Measures the environments for training beside the engine's own decisions, in the same run.

    python -m benchmarks.training [--rounds N] [--seconds S] [--games N]

Random four-player games: the engine through `apply` with the recorder off, `raw_env` through `last` and `step`, and
`ManyGames`. All three draw their actions in the same way. Which build is measured is what is imported: this checkout's
in pure Python, or a compiled one that comes before it on the path. Needs vendetta-kit[train].
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import count
from random import Random
from time import process_time

from benchmarks import ours
from benchmarks.measure import Spread, fair_heap, ratios
from vendetta_kit.games.vendetta.engine import game as engine
from vendetta_kit.games.vendetta.lab import train

SEATS = ours.SEATS


def by_engine(seconds: float, seeds: count[int], rng: Random) -> float:
    """Decisions a second of the engine alone."""
    began = process_time()
    decisions = 0
    while process_time() - began < seconds:
        game = ours.new_game(next(seeds))
        while (seat := game.to_act) is not None:
            game.apply(seat, game.legal(seat).sample(rng))
            decisions += 1
    return decisions / (process_time() - began)


def by_environment(seconds: float, env: train.VendettaEnv, rng: Random) -> float:
    """Steps a second of the PettingZoo environment, each with an observation and a mask."""
    began = process_time()
    steps = 0
    while process_time() - began < seconds:
        env.reset()
        while env.agents:
            _, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(env.sample(rng))
                steps += 1
    return steps / (process_time() - began)


def by_many(seconds: float, many: train.ManyGames, rng: Random) -> float:
    """Steps a second of many games at once, each with an observation and a mask."""
    began = process_time()
    steps = 0
    while process_time() - began < seconds:
        many.step(many.sample(rng))
        steps += len(many.seat)
    return steps / (process_time() - began)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--games", type=int, default=128, help="games side by side in the vector form")
    options = parser.parse_args()
    rng, seeds = Random(1), count(1)
    env, many = train.raw_env(seats=SEATS), train.ManyGames(options.games, seed=1, seats=SEATS)
    env.reset(seed=1)
    sides: dict[str, Callable[[], float]] = {
        "the engine alone": lambda: by_engine(options.seconds, seeds, rng),
        "the PettingZoo environment": lambda: by_environment(options.seconds, env, rng),
        f"{options.games} games at once": lambda: by_many(options.seconds, many, rng),
    }
    speeds: dict[str, list[float]] = {name: [] for name in sides}
    for side in sides.values():
        side()  # warm
    for _ in range(options.rounds):
        for name, side in sides.items():
            with fair_heap():
                speeds[name].append(side())
    build = "pure Python" if str(engine.__file__).endswith(".py") else "compiled"
    print(f"{build}, {options.rounds} rounds of {options.seconds:g} s of processor time a side")
    base = speeds["the engine alone"]
    for name, found in speeds.items():
        spread, share = Spread.of(found), ratios(found, base)
        print(
            f"  {name:<28}{spread.median:>10,.0f} a second {share.median:>7.3f} ({share.low:.3f} .. {share.high:.3f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
