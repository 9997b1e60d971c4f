"""Set the kit up with every Python on this machine, and play golden games, frozen saves and a served page on each.

    .venv/bin/python scripts/pythons.py        (make pythons)

Each has an environment of its own in build/pythons/, made by scripts/setup.sh, which also says which Pythons suit. It
looks on the PATH and at what pyenv has; PYTHONS="/path/to/python3.15 python3.13" names more, which must work.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
SETUP = ("sh", str(ROOT / "scripts" / "setup.sh"))
TESTS = (
    "tests/golden",
    "tests/frozen/test_frozen.py",
    "tests/browser/test_learn.py::test_the_first_page_is_served_with_its_widget",
)


class PythonsError(Exception):
    """What was asked for and is not there. The message is one line."""


@dataclass(frozen=True, slots=True)
class Found:
    """A Python of this machine: its command, its whole version, and whether it was asked for by name."""

    command: str
    version: str
    named: bool = False


def main() -> int:
    """Try each Python and say at the end how it went; returns 0 if all that ran went well, and one did."""
    try:
        pythons = found(os.environ.get("PYTHONS", "").split())
    except PythonsError as missing:
        print(f"vendetta-kit: {missing}", file=sys.stderr)
        return 2
    said, short, tried, failed, started = [], [], 0, 0, perf_counter()
    for python in pythons:
        name = f"Python {python.version} ({python.command})"
        print(f"== {name}", flush=True)
        begun = perf_counter()
        if answer(python.command, "import ensurepip, venv") is None:
            # Many machines have Debian's Python without it, and use another: only one that was asked for must have it.
            failed += python.named
            verdict = "not run"
            told = "not run: it has no venv module (Debian, Ubuntu: apt-get install python3-venv)"
        else:
            tried += 1
            fault = play(python)
            failed += fault is not None
            verdict = "FAILED" if fault else "passed"
            told = f"{verdict}{fault or ''}, {perf_counter() - begun:.0f} s"
        said.append(f"  {name}: {told}")
        short.append(f"{python.version} {verdict}")
    print("\nmake pythons: golden games, frozen saves and a served page", *said, sep="\n")
    if not tried:
        print("vendetta-kit: there is no Python here that could be tried", file=sys.stderr)
    print(f"Python {', '.join(short) or 'none'} in {perf_counter() - started:.0f} s", flush=True)
    return int(failed > 0 or not tried)


def found(names: Sequence[str]) -> list[Found]:
    """Return every Python once, those that are named first; of several of one version the first.

    Raises:
        PythonsError: a name is of nothing that runs.
    """
    pythons: dict[str, Found] = {}
    for name in names:
        command = shutil.which(name)
        version = version_of(command) if command is not None else None
        if command is None or version is None:
            raise PythonsError(f"PYTHONS: {name} does not run: expected the name or path of a Python")
        pythons.setdefault(version, Found(command, version, True))
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *map(str, pyenv())])
    listed = subprocess.run([*SETUP, "pythons"], env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, check=True)
    for command in os.fsdecode(listed.stdout).splitlines():
        version = version_of(command)
        if version is not None:
            pythons.setdefault(version, Found(command, version))
    return list(pythons.values())


def pyenv() -> list[Path]:
    """Return the folders of commands of all Pythons that pyenv has installed."""
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    return sorted(home.glob("versions/3.*/bin"))


def version_of(command: str) -> str | None:
    """Return the whole version, as in "3.14.0"; nothing if this does not run."""
    return answer(command, "import platform; print(platform.python_version())")


def answer(command: str, code: str) -> str | None:
    """Return what a Python prints that runs this; nothing if it cannot."""
    try:
        ran = subprocess.run(
            [command, "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return ran.stdout.strip()


def play(python: Found) -> str | None:
    """Set up and play with this Python; returns what went wrong, after a colon, or nothing."""
    folder = f"build/pythons/{python.version}"
    made = subprocess.run([*SETUP, "test", folder], cwd=ROOT, env={**os.environ, "PYTHON": python.command})
    if made.returncode:
        return ": it could not be set up"
    own = str(ROOT / folder / "bin" / "python")
    if version_of(own) != python.version:
        return f": {folder} has another Python; remove it"
    played = subprocess.run([own, "-m", "pytest", "-q", "-n", "auto", *TESTS], cwd=ROOT)
    return ": see its tests above" if played.returncode else None


if __name__ == "__main__":
    sys.exit(main())
