"""Compile the engine and play on it: golden games, saves that people keep and bots' choices must come out the same.

Where there is no C compiler that finds Python's headers, it says so and does nothing: the kit needs none.

    .venv/bin/python scripts/compiled.py
    .venv/bin/python scripts/compiled.py --build          only compiles
    .venv/bin/python scripts/compiled.py --play           only plays, on what was compiled last
    .venv/bin/python scripts/compiled.py --can-compile    only asks whether there is a compiler
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
THERE = ROOT / "build" / "compiled"
KIT = THERE / "kit"
TESTS = (
    "tests/golden",
    "tests/frozen/test_frozen.py",
    "tests/bots/test_greedy.py",
    "tests/properties/test_determinism.py",
    "tests/properties/test_copies.py",
    "tests/properties/test_undo.py",
    "tests/properties/test_views.py",
    "tests/kernel/test_copying.py",
    "tests/kernel/test_toy.py",
    "tests/kernel/test_visibility.py",
    "tests/vtes/test_bots.py",
    "tests/vtes/test_golden.py",
    "tests/vtes/test_properties.py",
    "tests/vtes/test_visibility.py",
)
COMPILED = """
from vendetta_kit.games.vendetta.engine import game, observation
from vendetta_kit.games.vtes.engine import blocking, game as vtes
from vendetta_kit.kernel import game as kernel
for module in (game, observation, vtes, blocking, kernel):
    assert module.__file__.startswith({kit!r}) and not module.__file__.endswith(".py"), module.__file__
"""


def can_compile() -> bool:
    """Whether there is a C compiler that finds Python's headers."""
    cc = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if shutil.which(cc[0]) is None:
        return False
    source = "#include <Python.h>\n"
    headers = f"-I{sysconfig.get_path('include')}"
    return not subprocess.run(
        [*cc, headers, "-fsyntax-only", "-x", "c", "-"], input=source.encode(), capture_output=True
    ).returncode


def main() -> int:
    if sys.argv[1:] == ["--can-compile"]:
        return not can_compile()
    if not can_compile():
        print("compiled: there is no C compiler here that finds Python's headers, so nothing is compiled")
        return 0
    if sys.argv[1:] != ["--play"]:
        build()
    return 0 if sys.argv[1:] == ["--build"] else play()


def build() -> None:
    """Compile into a folder of its own."""
    began = perf_counter()
    shutil.rmtree(THERE, ignore_errors=True)
    THERE.mkdir(parents=True)
    wheel = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-input", "--no-deps", "--no-build-isolation", "-w"]
    quick = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1", "VENDETTA_COMPILE": "quick"}
    subprocess.run([*wheel, str(THERE), "."], cwd=ROOT, env=quick, check=True)
    with zipfile.ZipFile(next(THERE.glob("*.whl"))) as packed:
        packed.extractall(KIT)
    print(f"compiled: built in {perf_counter() - began:.0f} s", flush=True)


def play() -> int:
    """Run the tests; the compiled kit comes before the checkout, which holds them and the sources."""
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (KIT, ROOT)))}
    subprocess.run([sys.executable, "-c", COMPILED.format(kit=str(KIT))], cwd=KIT, env=there, check=True)
    tests = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-o", "pythonpath=", "--rootdir", str(ROOT)]
    named = [str(ROOT / test) for test in TESTS]
    return subprocess.run([*tests, "-c", str(ROOT / "pyproject.toml"), *named], cwd=KIT, env=there).returncode


if __name__ == "__main__":
    sys.exit(main())
