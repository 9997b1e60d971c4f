"""Build wheel and sdist in build/release, install each into an environment of its own, and play on both.

    .venv/bin/python scripts/release.py           (make release)

On each, bots play a game of Vendetta and one of V:TES, and the data and notebooks that came with it are opened. A
version that the changelog does not have is refused.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
THERE = ROOT / "build" / "release"
EXTRA = "learn"
"""What is installed with the kit: that which serves its pages."""
PLAYED = """
import random, sys
from pathlib import Path

import vendetta_kit, vendetta_widgets
from vendetta_kit import Game, paths
from vendetta_kit.games.vendetta import bots, box
from vendetta_kit.games.vtes import bots as vtes_bots
from vendetta_kit.games.vtes.engine.game import Game as Vtes
from vendetta_kit.rulebook import GAMES

home, own = Path(vendetta_kit.__file__).resolve().parent, Path(sys.prefix).resolve()
for folder in (home, Path(vendetta_widgets.__file__).resolve(), Path(paths.data_dir()).resolve()):
    assert folder.is_relative_to(own), f"{folder} is not in {own}"
assert vendetta_kit.__version__ == sys.argv[1], vendetta_kit.__version__

game, rng, bot = Game.new(seats=4, seed=7), random.Random(7), bots.make("greedy")
while not game.is_over:
    game.apply(game.to_act, bots.move(game, game.to_act, bot, rng))
game.save("game.json")
assert Game.load("game.json").scores == game.scores
other, bot = Vtes.new(["whispers", "claw", "court"], seed=7, rounds=40), vtes_bots.make("greedy")
while not other.is_over:
    other.apply(other.to_act, vtes_bots.move(other, other.to_act, bot, rng))
rules = {name: len(book.all_rules()) for name, book in GAMES.items()}
notebooks = [path.relative_to(home) for path in home.rglob("_notebooks/**/*.ipynb")]
assert all(rules.values()) and len(box.records()) > 100 and len(notebooks) > 50
print(f"Vendetta {game.scores}, V:TES {other.scores}; rules {rules}", end="; ")
print(f"{len(box.records())} cards, {len(notebooks)} notebooks")
"""


class ReleaseError(Exception):
    """What stands in the way of a release. The message is one line."""


def main() -> int:
    """Build, install, play; returns 0 if both files went through, else 1 with one line that says what did not."""
    started = perf_counter()
    try:
        version = agreed_version(ROOT)
        files = build()
        for path in files:
            print(f"release: {path.name}, {path.stat().st_size / 1e6:.1f} MB: {try_out(path, version)}", flush=True)
    except ReleaseError as fault:
        print(f"release: {fault}", file=sys.stderr)
        return 1
    took = perf_counter() - started
    print(f"release: {version} is in {THERE.relative_to(ROOT)}, built, installed and played in {took:.0f} s")
    return 0


def agreed_version(folder: Path) -> str:
    """Return the version that project, package and changelog of a checkout have alike.

    Raises:
        ReleaseError: they have not, or the changelog does not say the day.
    """
    version: str = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    package = re.search(r'^__version__ = "(.+)"$', (folder / "vendetta_kit/version.py").read_text("utf-8"), re.M)
    if package is None or package[1] != version:
        raise ReleaseError(f"vendetta_kit/version.py: __version__: expected {version!r}, as in pyproject.toml")
    heads = re.findall(r"^## (.+)$", (folder / "CHANGELOG.md").read_text("utf-8"), re.M)
    if not any(re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", head) for head in heads):
        raise ReleaseError(f"CHANGELOG.md: expected a heading '## {version} (the day as 2026-11-26)'")
    return version


def build() -> list[Path]:
    """Build wheel and sdist anew; returns both files.

    Raises:
        ReleaseError: one of them could not be built.
    """
    shutil.rmtree(THERE, ignore_errors=True)
    _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(THERE)], "building")
    files = sorted([*THERE.glob("*.whl"), *THERE.glob("*.tar.gz")])
    if len(files) != 2:
        raise ReleaseError(f"expected a wheel and an sdist in {THERE}, found {[path.name for path in files]}")
    return files


def try_out(path: Path, version: str) -> str:
    """Install a file into a fresh environment, play on it and use its command; returns what that said.

    Raises:
        ReleaseError: something of it went wrong.
    """
    folder = THERE / ("of-wheel" if path.suffix == ".whl" else "of-sdist")
    _run([sys.executable, "-m", "venv", str(folder)], "making an environment")
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check"]
    _run([*pip, "-c", "constraints.txt", "hatchling"], "installing hatchling")
    _run([*pip, "-c", "constraints.txt", "--no-build-isolation", f"{path}[{EXTRA}]"], f"installing {path.name}")
    said = _run([python, "-I", "-c", PLAYED, version], f"playing on {path.name}", cwd=folder)
    command = str(folder / "bin" / "vendetta")
    named = _run([command, "--version"], "vendetta --version", cwd=folder)
    if named.split() != ["vendetta-kit", version]:
        raise ReleaseError(f"vendetta --version of {path.name}: expected vendetta-kit {version}, got {named}")
    _run([command, "rules", "PLAN-11"], "vendetta rules", cwd=folder)
    _run([command, "aid", "--out", str(folder / "aid.html")], "vendetta aid", cwd=folder)
    shutil.rmtree(folder)
    return said


def _run(command: list[str], what: str, cwd: Path = ROOT) -> str:
    """Return what a command prints; what it says where it fails goes into the fault."""
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if ran.returncode:
        last = (ran.stderr.strip() or ran.stdout.strip() or f"exit code {ran.returncode}").splitlines()
        raise ReleaseError(f"{what}: {last[-1]}")
    return ran.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
