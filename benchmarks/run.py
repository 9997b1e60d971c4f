"""One command that measures the kit against its peers, interleaved, and prints the ratios.

    python benchmarks/run.py [--rounds N] [--seconds S] [--only decisions|copy|import] [--json]

README.md beside this file says what is counted. It is information, not a test: the exit code is 0 whatever
was measured.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib import metadata
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # what is measured is this checkout

from benchmarks.measure import Played, Shape, Spread, fair_heap, microseconds_per_copy, ratios

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("decisions", "copy", "import")
SHAPE_DECISIONS = 20_000
COPY_SEEDS = range(1, 6)
IMPORT_PAIRS_PER_ROUND = 4
BARE = "pass"
NEW_GAME = "from vendetta_kit import Game; Game.new(seats=4, seed=1)"


class BenchmarkError(Exception):
    """Something that the person who runs this can put right; shown as one line."""


@dataclass(frozen=True)
class Row:
    """One line of a table: a figure and, for a peer, how many times better ours is."""

    name: str
    figure: Spread
    ours_is_better_by: Spread | None = None


@dataclass(frozen=True)
class Goal:
    """A goal, what was measured, and whether it was met; the aim is twice the goal."""

    text: str
    measured: float
    goal: float
    unit: str
    less_is_better: bool = False

    @property
    def aim(self) -> float:
        return self.goal / 2 if self.less_is_better else self.goal * 2

    def _reaches(self, mark: float) -> bool:
        return self.measured <= mark if self.less_is_better else self.measured >= mark

    @property
    def verdict(self) -> str:
        if self._reaches(self.aim):
            return "aim reached"
        return "goal reached" if self._reaches(self.goal) else "not reached"

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"aim": self.aim, "reached": self._reaches(self.goal), "verdict": self.verdict}


@dataclass
class Table:
    """One part of the benchmark, measured."""

    title: str
    digits: int  # after the point, in the figures
    rows: list[Row]
    goals: list[Goal]
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "rows": [asdict(row) for row in self.rows],
            "goals": [goal.as_json() for goal in self.goals],
            "notes": self.notes,
        }


# --- the three parts --------------------------------------------------------------------------------------


def measure_decisions(rounds: int, seconds: float) -> Table:
    """Random games: ours, catanatron, liar's poker, ours, catanatron, liar's poker, ..."""
    ours, peers = load_sides()
    sides = {
        ours.NAME: (ours.play, ours.shape),
        peers.CATANATRON: (peers.catanatron_play, peers.catanatron_shape),
        peers.LIARS_POKER: (peers.liars_poker_play, peers.liars_poker_shape),
    }
    # Looking at each side's games warms it up as well.
    shapes = {name: shape(SHAPE_DECISIONS) for name, (_, shape) in sides.items()}
    seeds = {name: count(1) for name in sides}
    rngs = {name: Random(1) for name in sides}
    played: dict[str, list[Played]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, (play, _) in sides.items():
            with fair_heap():
                played[name].append(play(seeds[name], rngs[name], seconds))

    own = [one.decisions_per_second for one in played[ours.NAME]]
    catan = [one.decisions_per_second for one in played[peers.CATANATRON]]
    poker = [one.decisions_per_second for one in played[peers.LIARS_POKER]]
    undealt = [one.decisions_per_second_without_dealing for one in played[peers.LIARS_POKER]]
    steps = [one.steps_per_second for one in played[peers.LIARS_POKER]]
    strict = f"{peers.LIARS_POKER}: player decisions"
    later = f"{peers.LIARS_POKER}: the same, dealing not timed"
    return Table(
        title=f"Decisions per second, random games, {rounds} rounds of {seconds:g} s a side (more is better)",
        digits=0,
        rows=[
            Row(f"{ours.NAME}: player decisions", Spread.of(own)),
            Row(f"{peers.CATANATRON}: player decisions", Spread.of(catan), ratios(own, catan)),
            Row(strict, Spread.of(poker), ratios(own, poker)),
            Row(later, Spread.of(undealt), ratios(own, undealt)),
            Row(f"{peers.LIARS_POKER}: all steps, deals counted", Spread.of(steps), ratios(own, steps)),
        ],
        goals=[
            Goal(f"player decisions against {peers.CATANATRON}", ratios(own, catan).median, 8, "x"),
            Goal(f"player decisions against {peers.LIARS_POKER}", ratios(own, poker).median, 6, "x"),
        ],
        notes=[describe(name, shapes[name], played[name]) for name in sides]
        + ["Ours counts player decisions in every ratio, and its clock always includes making the game."],
    )


def describe(name: str, shape: Shape, played: Sequence[Played]) -> str:
    games = sum(one.games for one in played)
    chance = sum(one.chance_steps for one in played) / games
    return (
        f"{name}: {shape.players} players, {shape.decisions_per_game:.1f} decisions a game "
        f"({shape.forced_share:.0%} with a single legal option), "
        f"{chance:.0f} chance steps a game left to the caller; {games} games timed."
    )


def measure_copy(rounds: int, seconds: float) -> Table:
    """Copies of games in the middle: ours, catanatron, ours, catanatron, ..."""
    ours, peers = load_sides()
    copies = {
        ours.NAME: ours.midgame_copies(COPY_SEEDS),
        peers.CATANATRON: peers.catanatron_midgame_copies(COPY_SEEDS),
    }
    times: dict[str, list[float]] = {name: [] for name in copies}
    for side in copies.values():
        microseconds_per_copy(side, seconds / 10)
    for _ in range(rounds):
        for name, side in copies.items():
            with fair_heap():
                times[name].append(microseconds_per_copy(side, seconds))
    own, catan = times[ours.NAME], times[peers.CATANATRON]
    return Table(
        title=f"Microseconds per copy(), {rounds} rounds of {seconds:g} s a side (less is better)",
        digits=3,
        rows=[
            Row(ours.NAME, Spread.of(own)),
            Row(peers.CATANATRON, Spread.of(catan), ratios(catan, own)),
        ],
        goals=[Goal(f"copy() against {peers.CATANATRON}", ratios(catan, own).median, 30, "x")],
        notes=[f"{len(COPY_SEEDS)} random games a side, each stopped after half of its decisions."],
    )


def measure_import(rounds: int) -> Table:
    """New interpreters: bare, with a game, bare, with a game, ..."""
    for code in (BARE, NEW_GAME):
        milliseconds_to_run(code)
    pairs = rounds * IMPORT_PAIRS_PER_ROUND
    bare: list[float] = []
    whole: list[float] = []
    for _ in range(pairs):
        bare.append(milliseconds_to_run(BARE))
        whole.append(milliseconds_to_run(NEW_GAME))
    added = [a - b for a, b in zip(whole, bare, strict=True)]
    return Table(
        title=f"Milliseconds to import the kit and make a game, {pairs} pairs of runs (less is better)",
        digits=1,
        rows=[
            Row("bare interpreter", Spread.of(bare)),
            Row("with a new game", Spread.of(whole)),
            Row("added (pair by pair)", Spread.of(added)),
        ],
        goals=[Goal("importing and a new game add", Spread.of(added).median, 50, " ms", less_is_better=True)],
    )


def milliseconds_to_run(code: str) -> float:
    """One interpreter from start to end, with none of the caller's PYTHON* variables."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [sys.executable, "-c", code]
    start = perf_counter()
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    elapsed = perf_counter() - start
    if run.returncode:
        reason = (run.stderr.strip().splitlines() or ["no message"])[-1]
        raise BenchmarkError(f"this interpreter cannot run {code!r}: {reason}")
    return elapsed * 1e3


def load_sides() -> tuple[Any, Any]:
    """Ours (from this checkout) and the peers, imported only when a part needs them."""
    try:
        from benchmarks import ours, peers
    except ImportError as error:
        raise BenchmarkError(f"{error}; `make bench` sets up all that is needed") from error
    return ours, peers


# --- printing ---------------------------------------------------------------------------------------------


def show(table: Table) -> str:
    def number(value: float) -> str:
        return f"{value:,.{table.digits}f}"

    def between(spread: Spread, form: Callable[[float], str]) -> str:
        return f"{form(spread.low)} .. {form(spread.high)}"

    lines = [table.title, f"  {'':<46}{'median':>10}{'min .. max':>25}{'ratio':>9}{'min .. max':>19}"]
    for row in table.rows:
        line = f"  {row.name:<46}{number(row.figure.median):>10}{between(row.figure, number):>25}"
        better = row.ours_is_better_by
        if better is not None:
            line += f"{better.median:>8.2f}x{between(better, '{:.2f}'.format):>19}"
        lines.append(line)
    return "\n".join(lines + [f"  - {note}" for note in table.notes])


def show_goal(goal: Goal) -> str:
    measured = f"{goal.measured:.1f}{goal.unit}"
    bound = "at most" if goal.less_is_better else "at least"
    marks = f"{bound} {goal.goal:g}{goal.unit}, aim {goal.aim:g}{goal.unit}"
    return f"  {goal.verdict:<13}{goal.text}: {measured} ({marks})"


def version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def machine() -> dict[str, Any]:
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "catanatron": version("catanatron"),
        "open_spiel": version("open_spiel"),
    }


# --- the command ------------------------------------------------------------------------------------------


def positive(kind: type[int] | type[float]) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = kind(0)
        if not 0 < value < 10_000:
            noun = "whole number" if kind is int else "number"
            raise argparse.ArgumentTypeError(f"expected a {noun} above 0 and below 10000, not {text!r}")
        return value

    return parse


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("benchmarks/run.py", description="Measure the kit against its peers.")
    parser.add_argument("--rounds", type=positive(int), default=7, help="each with every side (default 7)")
    parser.add_argument(
        "--seconds", type=positive(float), default=0.5, help="of a side in a round (default 0.5)"
    )
    parser.add_argument("--only", choices=PARTS, help="one part instead of all three")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    options = arguments(argv)
    parts: dict[str, Callable[[], Table]] = {
        "decisions": lambda: measure_decisions(options.rounds, options.seconds),
        "copy": lambda: measure_copy(options.rounds, options.seconds),
        "import": lambda: measure_import(options.rounds),
    }
    chosen = [options.only] if options.only else list(PARTS)
    about = machine()
    if not options.json:
        print(", ".join(f"{key} {value}" for key, value in about.items()), flush=True)
    tables: dict[str, Table] = {}
    try:
        for part in chosen:
            tables[part] = parts[part]()
            if not options.json:
                print(f"\n{show(tables[part])}", flush=True)
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    if options.json:
        results = {part: table.as_json() for part, table in tables.items()}
        print(json.dumps({"machine": about, "results": results}, indent=1))
    else:
        print("\nGoals (information, not a test)")
        for table in tables.values():
            for goal in table.goals:
                print(show_goal(goal))
    return 0


if __name__ == "__main__":
    sys.exit(main())
