"""Compile the engine and play on it: golden games, saves that people keep and bots' choices must come out the same.

Where there is no C compiler that finds Python's headers, it says so and does nothing: the kit needs none.

    .venv/bin/python scripts/compiled.py
    .venv/bin/python scripts/compiled.py --build          only compiles
    .venv/bin/python scripts/compiled.py --play           only plays, on what was compiled last
    .venv/bin/python scripts/compiled.py --can-compile    only asks whether there is a compiler
    .venv/bin/python scripts/compiled.py --lab            compiles for JupyterLab, in the background (make lab)

``make lab`` has build/lab/kit before the checkout on its kernels' path: while there is no such folder, or once the
sources have changed, notebooks use the sources as they are.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from time import perf_counter, time

ROOT = Path(__file__).resolve().parents[1]
THERE = ROOT / "build" / "compiled"
KIT = THERE / "kit"
LAB = ROOT / "build" / "lab"
SOURCES = ("vendetta_kit", "widgets", "data", "notebooks", "pyproject.toml", "scripts/compile.py")
"""What a build for JupyterLab holds; if any of it changes, the build is out of date."""
LONGEST_BUILD = 3600
"""Seconds after which a build that has not ended is no longer waited for."""
TESTS = (
    "tests/golden",
    "tests/frozen/test_frozen.py",
    "tests/bots/test_greedy.py",
    "tests/properties/test_determinism.py",
    "tests/properties/test_copies.py",
    "tests/properties/test_views.py",
    "tests/kernel/test_copying.py",
    "tests/kernel/test_toy.py",
    "tests/kernel/test_visibility.py",
    "tests/lab/test_seat_environment.py",
    "tests/lab/test_train.py",
    "tests/vtes/test_bots.py",
    "tests/vtes/test_properties.py",
)
STRENGTH = (
    "tests/lab/test_train.py::test_the_agent_learns_to_win_four_in_five_against_random",
    "tests/vtes/test_bots.py::test_careful_beats_greedy_and_three_that_play_at_random",
    "tests/vtes/test_bots.py::test_search_beats_three_greedy_ones",
)
"""Left out, as they take long: whoever makes the same choices is as strong."""
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
    if sys.argv[1:] == ["--lab"]:
        print(f"vendetta-kit: {lab()}", flush=True)
        return 0
    if sys.argv[1:] == ["--lab-build"]:
        return build_for_lab()
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
    make_kit(THERE, quick=True)
    print(f"compiled: built in {perf_counter() - began:.0f} s", flush=True)


def make_kit(folder: Path, quick: bool) -> None:
    """Compile into ``kit`` in a folder; ``quick`` leaves out what makes the engine fast."""
    folder.mkdir(parents=True)
    wheel = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-input", "--no-deps", "--disable-pip-version-check"]
    if importlib.util.find_spec("mypyc") is not None:
        wheel.append("--no-build-isolation")  # else pip has what it takes beside it, for as long as it builds
    given = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1", "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    given.pop("PYTHONPATH", None)
    if quick:
        given["VENDETTA_COMPILE"] = "quick"
    subprocess.run([*wheel, "-w", str(folder), "."], cwd=ROOT, env=given, check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as packed:
        packed.extractall(folder / "kit")


# For JupyterLab --------------------------------------------------------------------------------------------


def sources() -> str:
    """Return a hash of all that a build is made from, and of the Python that it is for."""
    found = hashlib.sha256(sys.version.encode())
    for name in SOURCES:
        top = ROOT / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def lab() -> str:
    """Begin a build in the background if it is needed and can be made; return one line about it."""
    mark, now = LAB / "sources", sources()
    if (LAB / "kit").is_dir() and mark.is_file() and mark.read_text() == now:
        return "notebooks use the compiled engine"
    shutil.rmtree(LAB / "kit", ignore_errors=True)
    if not can_compile():
        return "no C compiler that finds Python's headers, so notebooks use the engine in pure Python, as fast as it is"
    LAB.mkdir(parents=True, exist_ok=True)
    with open(LAB / "log", "w") as log:
        subprocess.Popen(
            [sys.executable, __file__, "--lab-build"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return (
        "the engine is being compiled in the background, some minutes (log: build/lab/log): "
        "kernels that start after that are faster"
    )


def build_for_lab() -> int:
    """Compile, and put the result in its place whole; one build at a time. Return 0 if all went well."""
    began, now = perf_counter(), sources()
    making = LAB / "making"
    try:
        making.mkdir()
    except FileExistsError:
        if time() - making.stat().st_mtime < LONGEST_BUILD:
            print("another build is under way", flush=True)
            return 0
        shutil.rmtree(making, ignore_errors=True)  # of a build that was ended
        making.mkdir()
    try:
        make_kit(making / "new", quick=False)
        if sources() != now:
            print("the sources have changed meanwhile: make lab builds anew", flush=True)
            return 1
        shutil.rmtree(LAB / "kit", ignore_errors=True)
        (LAB / "sources").write_text(now)
        os.replace(making / "new" / "kit", LAB / "kit")
    finally:
        shutil.rmtree(making, ignore_errors=True)
    print(f"built in {perf_counter() - began:.0f} s", flush=True)
    return 0


def play() -> int:
    """Run the tests; the compiled kit comes before the checkout, which holds them and the sources."""
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (KIT, ROOT)))}
    subprocess.run([sys.executable, "-c", COMPILED.format(kit=str(KIT))], cwd=KIT, env=there, check=True)
    tests = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-o", "pythonpath=", "--rootdir", str(ROOT)]
    named = [*(str(ROOT / test) for test in TESTS), *(f"--deselect={test}" for test in STRENGTH)]
    return subprocess.run([*tests, "-c", str(ROOT / "pyproject.toml"), *named], cwd=KIT, env=there).returncode


if __name__ == "__main__":
    sys.exit(main())
