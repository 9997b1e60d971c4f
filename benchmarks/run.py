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
from functools import partial
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
BARE_SHARE, ADDED_MILLISECONDS = 1.3, 30
"""What importing and a new game may take: so much of a bare interpreter's start, and so much more."""
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
    """A goal, what was measured with one of our engines, and whether it was met."""

    engine: str
    text: str
    measured: float
    goal: float
    unit: str
    less_is_better: bool = False

    @property
    def reached(self) -> bool:
        return self.measured <= self.goal if self.less_is_better else self.measured >= self.goal

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"reached": self.reached}


def times_better(text: str, beaten: Mapping[str, Spread], wanted: Mapping[str, float]) -> list[Goal]:
    """By how much each engine is to beat a peer; an engine of which nothing is wanted has no goal."""
    return [Goal(name, text, beaten[name].median, wanted[name], "x") for name in beaten if name in wanted]


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
    """Random games: ours (each engine), catanatron, each of OpenSpiel's, ours, catanatron, ..."""
    peers = load_peers()
    seeds = count(1)
    others: dict[str, Callable[[], Played]] = {
        peers.CATANATRON: lambda: peers.catanatron_play(seeds, seconds),
        **{name: partial(peers.spiel_play, name, Random(1), seconds) for name in peers.SPIELS},
    }
    # Looking at each side's games warms it up as well.
    shapes = {title(engine): engine.shape(SHAPE_DECISIONS) for engine in engines}
    shapes[peers.CATANATRON] = peers.catanatron_shape(SHAPE_DECISIONS)
    shapes |= {name: peers.spiel_shape(name, SHAPE_DECISIONS) for name in peers.SPIELS}
    played: dict[str, list[Played]] = {name: [] for name in shapes}
    for _ in range(rounds):
        for engine in engines:
            played[title(engine)].append(engine.play(seconds))
        for name, play in others.items():
            with fair_heap():
                played[name].append(play())

    ours = {engine.name: [one.decisions_per_second for one in played[title(engine)]] for engine in engines}
    theirs: dict[str, list[float]] = {}
    for name in others:
        theirs[name] = [one.decisions_per_second for one in played[name]]
        if name in peers.SPIELS:
            theirs[f"{name}, dealing not timed"] = [one.decisions_per_second_without_dealing for one in played[name]]
            theirs[f"{name}, deals counted too"] = [one.steps_per_second for one in played[name]]
    beaten = {peer: {name: ratios(own, values) for name, own in ours.items()} for peer, values in theirs.items()}
    wanted = {
        peers.CATANATRON: {COMPILED: 10, PURE: 4.5},
        peers.HEARTS: {COMPILED: 1.2},
        peers.LIARS_POKER: {COMPILED: 6},
    }
    return Table(
        title=f"Decisions per second, random games, {rounds} rounds of {seconds:g} s a side (more is better)",
        digits=0,
        rows=[Row(title(engine), Spread.of(ours[engine.name])) for engine in engines]
        + [Row(peer, Spread.of(values), beaten[peer]) for peer, values in theirs.items()],
        goals=[
            goal for peer in wanted for goal in times_better(f"decisions against {peer}", beaten[peer], wanted[peer])
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
        goals=times_better(f"copy() against {peers.CATANATRON}", beaten, {COMPILED: 40, PURE: 40}),
        notes=[f"{len(COPY_SEEDS)} random games a side, each stopped after half of its decisions."],
    )


def measure_vtes(engines: Sequence[Engine], rounds: int, seconds: float) -> Table:
    """V:TES beside catanatron: random games, asked in both ways, and copies of games in the middle."""
    peers = load_peers()
    peer_copies = peers.catanatron_midgame_copies(COPY_SEEDS)
    seeds = count(1)
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
            played[peers.CATANATRON].append(peers.catanatron_play(seeds, seconds))
            catan_copies.append(microseconds_per_copy(peer_copies, seconds))
    speeds = {name: [one.decisions_per_second for one in rounds_] for name, rounds_ in played.items()}
    catan = speeds[peers.CATANATRON]
    faster = {name: ratios(own, catan) for name, own in speeds.items() if own is not catan}
    lighter = {name: ratios(catan_copies, own) for name, own in copies.items()}
    return Table(
        title=f"V:TES, {rounds} rounds of {seconds:g} s a side: decisions per second, microseconds per copy()",
        digits=1,
        rows=[Row(f"{name}: decisions", Spread.of(values)) for name, values in speeds.items()]
        + [Row(f"{title(engine)}: copy", Spread.of(copies[engine.name])) for engine in engines]
        + [Row(f"{peers.CATANATRON}: copy", Spread.of(catan_copies), lighter)],
        goals=[
            goal
            for of, way in asked.items()
            for goal in times_better(
                f"V:TES: decisions, {way}, against {peers.CATANATRON}",
                {engine.name: faster[games[of, engine.name]] for engine in engines},
                {COMPILED: 5, PURE: 2},
            )
        ]
        + times_better(f"V:TES: copy() against {peers.CATANATRON}", lighter, {COMPILED: 20, PURE: 20}),
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
            Goal(
                engine.name,
                "an interpreter with the kit and a new game",
                Spread.of(times[title(engine)]).median,
                BARE_SHARE * Spread.of(bare).median + ADDED_MILLISECONDS,
                " ms",
                less_is_better=True,
            )
            for engine in engines
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
    verdict = "reached" if goal.reached else "not reached"
    return f"  {goal.engine:<13}{verdict:<14}{goal.text}: {measured} ({bound} {goal.goal:.3g}{goal.unit})"


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
