"""Both builds of our engine, each in an interpreter of its own, so that one run can measure them side by side.

The pure-Python engine is this checkout's; the compiled one is what is installed beside the peers. They bear the same
name, so no process can hold both. Such an interpreter stays, takes one request a line (`{"do": "play", "seconds": 1}`),
times it by itself, and answers with one line. Between requests it sleeps.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import Played, Shape, fair_heap, microseconds_per_copy

ROOT = Path(__file__).resolve().parent.parent
COMPILED = "compiled"
PURE = "pure Python"
START = "import sys; sys.path.{}; from benchmarks.engines import serve; serve()"
STARTS = {
    PURE: START.format(f"insert(0, {str(ROOT)!r})"),
    COMPILED: START.format(f"append({str(ROOT)!r})"),  # for the benchmarks: what is installed comes first
}
COPY_SEEDS = range(1, 6)
SOURCES = (
    "vendetta_kit/games/vendetta/engine",
    "vendetta_kit/games/vendetta/engine/effects",
    "vendetta_kit/games/vendetta/bots",
    "vendetta_kit/games/vendetta/lab",
    "vendetta_kit/games/vtes/engine",
    "vendetta_kit/kernel",
    "data/vendetta/cards",
)


class BenchmarkError(Exception):
    """Something that the person who runs this can put right; shown as one line."""


def environment() -> dict[str, str]:
    """The caller's environment without any PYTHON* variables."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}


# --- from outside -------------------------------------------------------------------------------------------


class Engine:
    """One build of our engine, running; its methods are the loops of `ours.py`, timed over there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", STARTS[name]],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.is_compiled, self.is_current = self._ask("about")

    def _ask(self, do: str, **request: Any) -> Any:
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        try:
            stdin.write(json.dumps({"do": do, **request}) + "\n")
            stdin.flush()
            return json.loads(stdout.readline())
        except (OSError, ValueError):
            self._process.kill()
            reason = (stderr.read().strip().splitlines() or ["no message"])[-1]
            raise BenchmarkError(f"the {self.name} engine stopped at {do!r}: {reason}") from None

    def marks(self, seeds: range) -> list[str]:
        return list(self._ask("marks", seeds=[*seeds]))

    def shape(self, decisions: int, of: str = "vendetta") -> Shape:
        return Shape(**self._ask("shape", decisions=decisions, of=of))

    def play(self, seconds: float, of: str = "vendetta") -> Played:
        return Played(**self._ask("play", seconds=seconds, of=of))

    def microseconds_per_copy(self, seconds: float, of: str = "vendetta") -> float:
        return float(self._ask("copies", seconds=seconds, of=of))

    def search(self, simulations: int) -> tuple[int, float]:
        made, seconds = self._ask("search", simulations=simulations)
        return int(made), float(seconds)

    def close(self) -> None:
        self._process.communicate("")


def start_engines() -> list[Engine]:
    """The compiled engine, if one is installed here, and the pure-Python one."""
    compiled, pure = Engine(COMPILED), Engine(PURE)
    if pure.is_compiled:
        raise BenchmarkError("compiled modules (.so, .pyd) lie beside the engine's sources; remove them first")
    if not compiled.is_compiled:
        compiled.close()
        return [pure]
    if not compiled.is_current:
        raise BenchmarkError("the compiled engine is not of these sources; `make bench` builds it anew")
    return [compiled, pure]


def check_identical(engines: list[Engine], seeds: range) -> None:
    """Both builds must play the same games, event by event."""
    marks = [engine.marks(seeds) for engine in engines]
    for seed, *found in zip(seeds, *marks, strict=True):
        if len(set(found)) > 1:
            raise BenchmarkError(f"the compiled engine plays another game than the pure Python one with seed {seed}")


# --- inside -------------------------------------------------------------------------------------------------


def _is_current(package: Path) -> bool:
    """Whether the sources that were installed with a build are those of this checkout."""
    for folder in SOURCES:
        installed = package.parent / folder if not folder.startswith("data") else package / f"_{folder}"
        for suffix in ("*.py", "*.json"):
            here = {path.name: path.read_bytes() for path in (ROOT / folder).glob(suffix)}
            if here != {path.name: path.read_bytes() for path in installed.glob(suffix)}:
                return False
    return True


def serve() -> None:
    """Answer requests until there are no more."""
    import vendetta_kit
    from benchmarks import ours
    from vendetta_kit.games.vendetta.engine import game

    seeds, rng = count(1), Random(1)
    copies: dict[str, list[Callable[[], object]]] = {}
    places: list[tuple[Any, int]] = []

    def about() -> tuple[bool, bool]:
        is_compiled = not str(game.__file__).endswith(".py")
        return is_compiled, is_compiled and _is_current(Path(vendetta_kit.__file__).parent)

    def play(seconds: float, of: str) -> dict[str, Any]:
        with fair_heap():
            return asdict(ours.play(seeds, rng, seconds, of))

    def time_copies(seconds: float, of: str) -> float:
        if of not in copies:
            copies[of] = ours.midgame_copies(COPY_SEEDS, of)
        with fair_heap():
            return microseconds_per_copy(copies[of], seconds)

    def time_search(simulations: int) -> tuple[int, float]:
        from benchmarks import search

        if not places:
            places.extend(search.our_places())
        return search.our_round(places, simulations)

    answers: dict[str, Callable[..., Any]] = {
        "about": about,
        "marks": lambda seeds: [ours.mark_of_game(seed) for seed in seeds],
        "shape": lambda decisions, of: asdict(ours.shape(decisions, of)),
        "play": play,
        "copies": time_copies,
        "search": time_search,
    }
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(answers[request.pop("do")](**request)), flush=True)
