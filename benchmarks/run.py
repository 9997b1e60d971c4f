"""One command that measures the kit against its peers, interleaved, and prints the ratios.

    python benchmarks/run.py [--rounds N] [--seconds S] [--only decisions|copy|import|search|vtes] [--json]

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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import metadata
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.engines import (
    COMPILED,
    COPY_SEEDS,
    PURE,
    ROOT,
    BenchmarkError,
    Engine,
    check_identical,
    environment,
    start_engines,
)
from benchmarks.measure import Played, Shape, Spread, fair_heap, microseconds_per_copy, ratios

KIT = "vendetta-kit"
PARTS = ("decisions", "copy", "import", "search", "vtes")
SHAPE_DECISIONS = 20_000
IDENTICAL_SEEDS = range(1, 21)
IMPORT_PAIRS_PER_ROUND = 4
BARE = ["-c", "pass"]
NEW_GAME = "from vendetta_kit import Game; Game.new(seats=4, seed=1)"
NEW_GAMES = {PURE: ["-c", NEW_GAME], COMPILED: ["-P", "-c", NEW_GAME]}  # -P: not the sources of this folder


@dataclass(frozen=True)
class Row:
    """One line of a table: a figure and, by engine of ours, how many times better than this one that engine is."""

    name: str
    figure: Spread
    beaten_by: Mapping[str, Spread] = field(default_factory=dict)


@dataclass(frozen=True)
class Goal:
    """A goal, what was measured with one of our engines, and whether it was met; the aim is twice the goal."""

    engine: str
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


# --- the parts --------------------------------------------------------------------------------------------


def measure_decisions(engines: Sequence[Engine], rounds: int, seconds: float) -> Table:
    """Random games: ours (each engine), catanatron, liar's poker, ours, catanatron, liar's poker, ..."""
    peers = load_peers()
    others = {
        peers.CATANATRON: (peers.catanatron_play, peers.catanatron_shape),
        peers.LIARS_POKER: (peers.liars_poker_play, peers.liars_poker_shape),
    }
    # Looking at each side's games warms it up as well.
    shapes = {title(engine): engine.shape(SHAPE_DECISIONS) for engine in engines}
    shapes |= {name: shape(SHAPE_DECISIONS) for name, (_, shape) in others.items()}
    seeds = {name: count(1) for name in others}
    rngs = {name: Random(1) for name in others}
    played: dict[str, list[Played]] = {name: [] for name in shapes}
    for _ in range(rounds):
        for engine in engines:
            played[title(engine)].append(engine.play(seconds))
        for name, (play, _) in others.items():
            with fair_heap():
                played[name].append(play(seeds[name], rngs[name], seconds))

    ours = {engine.name: [one.decisions_per_second for one in played[title(engine)]] for engine in engines}
    catan = [one.decisions_per_second for one in played[peers.CATANATRON]]
    poker = [one.decisions_per_second for one in played[peers.LIARS_POKER]]
    undealt = [one.decisions_per_second_without_dealing for one in played[peers.LIARS_POKER]]
    steps = [one.steps_per_second for one in played[peers.LIARS_POKER]]

    def beaten(values: Sequence[float]) -> dict[str, Spread]:
        return {name: ratios(own, values) for name, own in ours.items() if own is not values}

    return Table(
        title=f"Decisions per second, random games, {rounds} rounds of {seconds:g} s a side (more is better)",
        digits=0,
        rows=[Row(title(engine), Spread.of(ours[engine.name])) for engine in engines]
        + [
            Row(peers.CATANATRON, Spread.of(catan), beaten(catan)),
            Row(peers.LIARS_POKER, Spread.of(poker), beaten(poker)),
            Row(f"{peers.LIARS_POKER}, dealing not timed", Spread.of(undealt), beaten(undealt)),
            Row(f"{peers.LIARS_POKER}, deals counted too", Spread.of(steps), beaten(steps)),
        ],
        goals=[
            Goal(name, f"decisions against {peer}", ratios(own, theirs).median, goal, "x")
            for peer, theirs, goal in ((peers.CATANATRON, catan, 8), (peers.LIARS_POKER, poker, 6))
            for name, own in ours.items()
        ],
        notes=[describe(name, shapes[name], played[name]) for name in shapes]
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


def measure_copy(engines: Sequence[Engine], rounds: int, seconds: float) -> Table:
    """Copies of games in the middle: ours (each engine), catanatron, ours, catanatron, ..."""
    peers = load_peers()
    peer_copies = peers.catanatron_midgame_copies(COPY_SEEDS)
    ours: dict[str, list[float]] = {engine.name: [] for engine in engines}
    catan: list[float] = []
    for engine in engines:
        engine.microseconds_per_copy(seconds / 10)
    microseconds_per_copy(peer_copies, seconds / 10)
    for _ in range(rounds):
        for engine in engines:
            ours[engine.name].append(engine.microseconds_per_copy(seconds))
        with fair_heap():
            catan.append(microseconds_per_copy(peer_copies, seconds))
    beaten = {name: ratios(catan, own) for name, own in ours.items()}
    return Table(
        title=f"Microseconds per copy(), {rounds} rounds of {seconds:g} s a side (less is better)",
        digits=3,
        rows=[Row(title(engine), Spread.of(ours[engine.name])) for engine in engines]
        + [Row(peers.CATANATRON, Spread.of(catan), beaten)],
        goals=[
            Goal(name, f"copy() against {peers.CATANATRON}", ratio.median, 30, "x") for name, ratio in beaten.items()
        ],
        notes=[f"{len(COPY_SEEDS)} random games a side, each stopped after half of its decisions."],
    )


def measure_vtes(engines: Sequence[Engine], rounds: int, seconds: float) -> Table:
    """V:TES beside catanatron: random games, asked in both ways, and copies of games in the middle."""
    peers = load_peers()
    peer_copies = peers.catanatron_midgame_copies(COPY_SEEDS)
    seeds, rng = count(1), Random(1)
    asked = {"vtes": "asked where there is a choice", "vtes_asked": "asked in every window"}
    games = {(of, engine.name): f"{title(engine)}, {way}" for of, way in asked.items() for engine in engines}
    # Looking at each side's games warms it up as well.
    shapes = {games[of, engine.name]: engine.shape(SHAPE_DECISIONS, of) for of in asked for engine in engines}
    shapes[peers.CATANATRON] = peers.catanatron_shape(SHAPE_DECISIONS)
    played: dict[str, list[Played]] = {name: [] for name in shapes}
    copies: dict[str, list[float]] = {engine.name: [] for engine in engines}
    catan_copies: list[float] = []
    for engine in engines:
        engine.microseconds_per_copy(seconds / 10, "vtes")
    for _ in range(rounds):
        for engine in engines:
            for of in asked:
                played[games[of, engine.name]].append(engine.play(seconds, of))
            copies[engine.name].append(engine.microseconds_per_copy(seconds, "vtes"))
        with fair_heap():
            played[peers.CATANATRON].append(peers.catanatron_play(seeds, rng, seconds))
            catan_copies.append(microseconds_per_copy(peer_copies, seconds))
    speeds = {name: [one.decisions_per_second for one in rounds_] for name, rounds_ in played.items()}
    catan = speeds[peers.CATANATRON]
    faster = {name: ratios(own, catan) for name, own in speeds.items() if own is not catan}
    lighter = {name: ratios(catan_copies, own) for name, own in copies.items()}
    wanted = {COMPILED: 5, PURE: 2}
    return Table(
        title=f"V:TES, {rounds} rounds of {seconds:g} s a side: decisions per second, microseconds per copy()",
        digits=1,
        rows=[Row(f"{name}: decisions", Spread.of(values)) for name, values in speeds.items()]
        + [Row(f"{title(engine)}: copy", Spread.of(copies[engine.name])) for engine in engines]
        + [Row(f"{peers.CATANATRON}: copy", Spread.of(catan_copies), lighter)],
        goals=[
            Goal(
                name,
                f"V:TES: decisions, {asked[of]}, against {peers.CATANATRON}",
                faster[game].median,
                wanted[name],
                "x",
            )
            for (of, name), game in games.items()
        ]
        + [Goal(name, f"V:TES: copy() against {peers.CATANATRON}", lighter[name].median, 20, "x") for name in lighter],
        notes=[describe(name, shapes[name], played[name]) for name in shapes]
        + ["Four players with the practice decks; a game ends after 40 rounds, as random players do not end it."],
    )


def measure_import(engines: Sequence[Engine], rounds: int) -> Table:
    """New interpreters: bare, with a game (each engine), bare, with a game, ..."""
    codes = {"bare interpreter": BARE} | {title(engine): NEW_GAMES[engine.name] for engine in engines}
    for code in codes.values():
        milliseconds_to_run(code)
    times: dict[str, list[float]] = {name: [] for name in codes}
    turns = rounds * IMPORT_PAIRS_PER_ROUND
    for _ in range(turns):
        for name, code in codes.items():
            times[name].append(milliseconds_to_run(code))
    bare = times["bare interpreter"]
    added = {
        engine.name: Spread.of([a - b for a, b in zip(times[title(engine)], bare, strict=True)]) for engine in engines
    }
    return Table(
        title=f"Milliseconds to import the kit and make a game, {turns} turns (less is better)",
        digits=1,
        rows=[Row(name, Spread.of(values)) for name, values in times.items()]
        + [Row(f"added by {title(engine)}", added[engine.name]) for engine in engines],
        goals=[
            Goal(name, "importing and a new game add", spread.median, 50, " ms", less_is_better=True)
            for name, spread in added.items()
        ],
    )


def milliseconds_to_run(code: Sequence[str]) -> float:
    """One interpreter from start to end, with none of the caller's PYTHON* variables."""
    command = [sys.executable, *code]
    start = perf_counter()
    run = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True)
    elapsed = perf_counter() - start
    if run.returncode:
        reason = (run.stderr.strip().splitlines() or ["no message"])[-1]
        raise BenchmarkError(f"this interpreter cannot run {code[-1]!r}: {reason}")
    return elapsed * 1e3


def title(engine: Engine) -> str:
    return f"{KIT}, {engine.name}"


def measure_search(engines: Sequence[Engine], rounds: int) -> Table:
    """The search's simulations beside another one's."""
    from benchmarks import search

    return search.measure_search(engines, rounds)


def load_peers() -> Any:
    """The peers, imported only when a part needs them."""
    try:
        from benchmarks import peers
    except ImportError as error:
        raise BenchmarkError(f"{error}; `make bench` sets up all that is needed") from error
    return peers


# --- printing ---------------------------------------------------------------------------------------------


def show(table: Table) -> str:
    def number(value: float) -> str:
        return f"{value:,.{table.digits}f}"

    def times(value: float) -> str:
        return f"{value:.2f}"

    def between(spread: Spread, form: Callable[[float], str]) -> str:
        return f"{form(spread.low)} .. {form(spread.high)}"

    engines = {name: None for row in table.rows for name in row.beaten_by}
    heads = "".join(f"{f'{name} is better by':>28}" for name in engines)
    wide = max(38, *(len(row.name) + 2 for row in table.rows))
    lines = [table.title, f"  {'':<{wide}}{'median':>9}{'min .. max':>21}{heads}"]
    for row in table.rows:
        line = f"  {row.name:<{wide}}{number(row.figure.median):>9}{between(row.figure, number):>21}"
        for better in row.beaten_by.values():
            line += f"{times(better.median):>9}x {f'({between(better, times)})':>17}"
        lines.append(line)
    return "\n".join(lines + [f"  - {note}" for note in table.notes])


def show_goal(goal: Goal) -> str:
    measured = f"{goal.measured:.1f}{goal.unit}"
    bound = "at most" if goal.less_is_better else "at least"
    marks = f"{bound} {goal.goal:g}{goal.unit}, aim {goal.aim:g}{goal.unit}"
    return f"  {goal.engine:<13}{goal.verdict:<14}{goal.text}: {measured} ({marks})"


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
    parser.add_argument("--seconds", type=positive(float), default=0.5, help="of a side in a round (default 0.5)")
    parser.add_argument("--only", choices=PARTS, help="one part instead of all")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    options = arguments(argv)
    about = machine()
    if not options.json:
        print(", ".join(f"{key} {value}" for key, value in about.items()), flush=True)
    engines: list[Engine] = []
    parts: dict[str, Callable[[], Table]] = {
        "decisions": lambda: measure_decisions(engines, options.rounds, options.seconds),
        "copy": lambda: measure_copy(engines, options.rounds, options.seconds),
        "import": lambda: measure_import(engines, options.rounds),
        "search": lambda: measure_search(engines, options.rounds),
        "vtes": lambda: measure_vtes(engines, options.rounds, options.seconds),
    }
    tables: dict[str, Table] = {}
    try:
        engines += start_engines()
        about["engines"] = check_engines(engines)
        if not options.json:
            print(about["engines"], flush=True)
        for part in [options.only] if options.only else PARTS:
            tables[part] = parts[part]()
            if not options.json:
                print(f"\n{show(tables[part])}", flush=True)
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    finally:
        for engine in engines:
            engine.close()
    if options.json:
        results = {part: table.as_json() for part, table in tables.items()}
        print(json.dumps({"machine": about, "results": results}, indent=1))
    else:
        print("\nGoals (information, not a test)")
        for table in tables.values():
            for goal in table.goals:
                print(show_goal(goal))
    return 0


def check_engines(engines: list[Engine]) -> str:
    """What is measured of ours, in one line, once it is certain that all of it plays the same."""
    if len(engines) == 1:
        return f"No compiled engine is installed here: ours is the {PURE} engine only."
    check_identical(engines, IDENTICAL_SEEDS)
    return (
        f"Both engines play the same: {len(IDENTICAL_SEEDS)} games of all sizes and variants, "
        "event by event and state by state."
    )


if __name__ == "__main__":
    sys.exit(main())
