"""Bot games a second from `simulate` to Parquet, beside the games a second of catanatron's own simulator.

    python -m benchmarks.simulate [--rounds N] [--games N] [--json]
    python -m benchmarks.simulate --memory [--many N]

Ours are four `greedy` bots, whole simulations: plan, games, rows and files. README.md beside this file says what is
counted. `--memory` compares the peaks of parent and worker after ten thousand and after many games instead.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

from benchmarks.engines import COMPILED, ROOT, STARTS, BenchmarkError, environment, start_engines
from benchmarks.measure import Spread, fair_heap, ratios

WARM_UP = 20
FEW = 10_000
TABLES = {
    "games and seats": ("games", "seats"),
    "the usual tables": ("games", "seats", "rounds", "locations"),
    "all tables": ("games", "seats", "rounds", "locations", "decisions", "ledger"),
}
GOAL, GOAL_TWO, GOAL_MEMORY = 600, 1.8, 1.1
CHUNK = 500
"""Games to a file, as in simulations of 25,000 games and more."""
ALIKE = (
    {"players": 4},
    {"players": 5, "variants": ["relics", "location_cards"]},
    {"players": 4, "variants": ["teams"]},
)
"""What all builds must play alike before any is measured, 100 games of each."""
SLOWER = 8
"""Pure Python gets so many times fewer games."""


class Run(NamedTuple):
    """One simulation: how long so many games took by the clock, and of all its processes' time on a core; the peaks of
    memory of the caller and its largest worker (KiB)."""

    games: int
    seconds: float
    busy: float
    parent: int
    worker: int

    @property
    def rate(self) -> float:
        return self.games / self.seconds

    @property
    def busy_rate(self) -> float:
        return self.games / self.busy


class Side(NamedTuple):
    """What is measured: one of our builds, the tables that it writes, and its workers."""

    engine: str
    tables: str
    workers: int

    @property
    def title(self) -> str:
        cores = "" if self.workers == 1 else f", {self.workers} workers"
        return f"{self.engine}, {self.tables}{cores}"


# --- ours, each time in an interpreter of its own ---------------------------------------------------------------


def simulated(engine: str, tables: Sequence[str], games: int, workers: int) -> Run:
    """One simulation by one of our builds into a folder that is thrown away."""
    return Run(**asked(engine, {"tables": list(tables), "games": games, "workers": workers}))


def asked(engine: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """What :func:`serve` answers over there."""
    code = STARTS[engine].replace("engines import serve; serve()", "simulate import serve; serve()")
    ran = subprocess.run(
        [sys.executable, "-P", "-c", code],
        input=json.dumps(wanted),
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
    )
    try:
        found: dict[str, Any] = json.loads(ran.stdout)
        return found
    except ValueError:
        reason = (ran.stderr.strip().splitlines() or ["no message"])[-1]
        raise BenchmarkError(f"the {engine} engine cannot simulate: {reason}") from None


def serve() -> None:
    """Over there: read what is wanted, simulate, tell how long it took."""
    import os
    import resource

    def busy() -> float:
        return sum(os.times()[:4])

    from vendetta_kit.games.vendetta.lab import simulate

    wanted = json.loads(sys.stdin.read())
    if "alike" in wanted:
        print(json.dumps({"rows": rows(wanted["alike"])}))
        return
    plan = {"bots": "greedy", "players": 4, "seed": 1, "tables": wanted["tables"], "chunk": CHUNK}
    with TemporaryDirectory() as folder:
        simulate({**plan, "games": WARM_UP}, out=Path(folder, "warm"), workers=1, progress=False)
        with fair_heap():
            start, before = perf_counter(), busy()
            simulate(
                {**plan, "games": wanted["games"]},
                out=Path(folder, "made"),
                workers=wanted["workers"],
                progress=False,
            )
            seconds, used = perf_counter() - start, busy() - before
    peaks = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps(Run(wanted["games"], seconds, used, *peaks)._asdict()))


def rows(plans: Sequence[dict[str, Any]]) -> str:
    """A digest of every row of the games of these plans."""
    from vendetta_kit.games.vendetta.lab import simulate

    digest = hashlib.sha256()
    for plan in plans:
        with TemporaryDirectory() as folder:
            wanted = {**plan, "bots": "greedy", "games": 100, "tables": "all"}
            made = simulate(wanted, out=folder, workers=1, progress=False)
            for name in made:
                digest.update(repr(made.arrow(name).to_pylist()).encode())
    return digest.hexdigest()


def check_alike(builds: Sequence[str]) -> None:
    """The compiled bots make the very choices of the pure ones, or nothing is measured."""
    found = {asked(build, {"alike": ALIKE})["rows"] for build in builds}
    if len(found) > 1:
        raise BenchmarkError(f"{' and '.join(builds)} play different games: what is compiled is wrong")


# --- catanatron: whole games by its own Game.play, nothing written ----------------------------------------------


def catanatron_sides() -> dict[str, Callable[[Iterator[int], float], tuple[float, float]]]:
    """Its simulator's loop with players of its own: games a second, and a second of a core."""
    try:
        from catanatron import Color, Game, RandomPlayer
        from catanatron.players.weighted_random import WeightedRandomPlayer
    except ImportError as error:
        raise BenchmarkError(f"{error}; `make bench-lab` sets up all that is needed") from error
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def of(kind: Any) -> Callable[[Iterator[int], float], tuple[float, float]]:
        players = [kind(colour) for colour in colours]

        def play(seeds: Iterator[int], seconds: float) -> tuple[float, float]:
            games = 0
            with fair_heap():
                start, busy = perf_counter(), process_time()
                now = start
                while now - start < seconds:
                    Game(players, seed=next(seeds)).play()
                    games += 1
                    now = perf_counter()
                return games / (now - start), games / (process_time() - busy)

        return play

    return {"catanatron, random players": of(RandomPlayer), "catanatron, weighted players": of(WeightedRandomPlayer)}


# --- measuring --------------------------------------------------------------------------------------------------


def engines() -> list[str]:
    """Our builds that are there; one of other sources is refused."""
    found = start_engines()
    try:
        return [engine.name for engine in found]
    finally:
        for engine in found:
            engine.close()


def measure(rounds: int, games: int, seconds: float = 2.0) -> dict[str, Any]:
    """Every side once in each round, one after the other."""
    builds = engines()
    check_alike(builds)
    sides = [Side(engine, tables, 1) for engine in builds for tables in TABLES]
    sides += [Side(builds[0], tables, 2) for tables in ("games and seats", "the usual tables")]
    peers, seeds = catanatron_sides(), count(1)
    rates: dict[str, list[float]] = {side.title: [] for side in sides} | {name: [] for name in peers}
    on_core: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(rounds):
        for side in sides:
            many = games * side.workers if side.engine == COMPILED else max(WARM_UP, games * side.workers // SLOWER)
            run = simulated(side.engine, TABLES[side.tables], many, side.workers)
            rates[side.title].append(run.rate)
            on_core[side.title].append(run.busy_rate)
        for name, play in peers.items():
            by_clock, busy = play(seeds, seconds)
            rates[name].append(by_clock)
            on_core[name].append(busy)
    best = on_core[Side(builds[0], "games and seats", 1).title]
    goals = [
        (f"{side.title}: games a second", Spread.of(rates[side.title]).median, GOAL)
        for side in sides
        if side.workers == 1
    ] + [
        (f"{side.title} against one", ratios(rates[side.title], rates[side._replace(workers=1).title]).median, GOAL_TWO)
        for side in sides
        if side.workers == 2
    ]
    return {
        "rates": {name: Spread.of(values) for name, values in rates.items()},
        "on_core": {name: Spread.of(values) for name, values in on_core.items()},
        "against": {name: ratios(best, on_core[name]) for name in peers},
        "goals": goals,
    }


def show(found: dict[str, Any], rounds: int, games: int) -> str:
    lines = [f"Games a second, four players, {rounds} rounds of {games} games a worker (pure Python fewer)"]
    lines.append(f"  {'':<44}{'by the clock':>27}{'a core second':>14}")
    for name, spread in found["rates"].items():
        between = f"({spread.low:,.0f} .. {spread.high:,.0f})"
        line = f"  {name:<44}{spread.median:>9,.0f} {between:<18}{found['on_core'][name].median:>9,.0f}"
        if name in found["against"]:
            line += f"   {found['against'][name].median:.1f} times as many by the first of ours"
        lines.append(line)
    lines.append("Goals (information, not a test)")
    for text, value, goal in found["goals"]:
        reached = "reached" if value >= goal else "not reached"
        lines.append(f"  {reached:<13}{text}: {value:,.2f} (at least {goal:g})")
    return "\n".join(lines)


def memory(many: int) -> str:
    """Peaks after few games and after many, with two workers, by the quickest build there is."""
    build = engines()[0]
    runs = [simulated(build, TABLES["games and seats"], games, 2) for games in (FEW, many)]
    lines = [f"Peak memory, {build}, games and seats, two workers"]
    for run in runs:
        lines.append(
            f"  {run.games:>9,} games in {run.seconds:,.0f} s: parent {run.parent / 1024:,.1f} MiB,"
            f" largest worker {run.worker / 1024:,.1f} MiB"
        )
    for name in ("parent", "worker"):
        ratio = getattr(runs[1], name) / getattr(runs[0], name)
        reached = "reached" if ratio <= GOAL_MEMORY else "not reached"
        lines.append(f"  {reached:<13}{name}: {ratio:.3f} times as much (at most {GOAL_MEMORY:g})")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    from benchmarks.run import machine, positive

    parser = argparse.ArgumentParser("benchmarks/simulate.py", description="Bot games a second, written to Parquet.")
    parser.add_argument("--rounds", type=positive(int), default=3, help="each with every side (default 3)")
    parser.add_argument("--games", type=positive(int), default=2000, help="of a worker in a round (default 2000)")
    parser.add_argument("--memory", action="store_true", help="compare peaks of memory instead")
    parser.add_argument("--many", type=int, default=200_000, help="games beside ten thousand (default 200000)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(argv)
    try:
        if options.memory:
            print(memory(options.many))
            return 0
        if not options.json:
            print(", ".join(f"{key} {value}" for key, value in machine().items()), flush=True)
        found = measure(options.rounds, options.games)
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    if options.json:
        plain = {
            key: {name: vars(each) for name, each in found[key].items()} for key in ("rates", "on_core", "against")
        }
        print(json.dumps({"machine": machine(), **plain, "goals": found["goals"]}, indent=1))
    else:
        print(show(found, options.rounds, options.games))
    return 0


if __name__ == "__main__":
    sys.exit(main())
