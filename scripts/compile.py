"""Build hook: the same sources, the engine's inner modules compiled with mypyc, as a wheel for this machine.

Off unless asked for, so that the kit stays pure Python for all who do not ask:

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 python -m pip install .

With VENDETTA_COMPILE=quick as well, which `make compiled` sets, the C compiler does not optimise, which is quicker.
It needs a C compiler and Python's headers. Which modules are compiled stands in pyproject.toml. All is done in a copy
of the package in a temporary folder: nothing is ever written beside the sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "vendetta_kit"
# No multiplying and adding in one: bots must weigh to the last bit as the sources do.
EXACT = "" if sys.platform == "win32" else "-ffp-contract=off"
WHOLE = "" if sys.platform == "win32" else "-flto -fno-semantic-interposition"
"""Optimised across files, a good twentieth faster; not every compiler has the linker that it takes."""
FUTURE = "from __future__ import annotations\n"
OPENING = """
from typing import TYPE_CHECKING as _LOOKED_AT

if _LOOKED_AT:
    from mypy_extensions import mypyc_attr
"""
"""Only the compiler looks at it: nothing of it runs."""
SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

setup(
    name="compiled",
    ext_modules=mypycify({modules!r}, group_name={package!r}, opt_level={level!r}, debug_level="0"),
    script_args=["-q", "build_ext", "--inplace"],
)
"""


class CompiledEngine(BuildHookInterface):
    """Adds the compiled modules to a wheel; their sources stay beside them, for tracebacks and for readers."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # reads the checkout, where nothing compiled belongs
            return
        self.folder = TemporaryDirectory(prefix="vendetta-compiled-")  # until the wheel is written
        folder = Path(self.folder.name)
        copytree(Path(self.root, PACKAGE), folder / PACKAGE, ignore=ignore_patterns("__pycache__"))
        modules = sorted(
            path.relative_to(folder).as_posix() for pattern in self.config["modules"] for path in folder.glob(pattern)
        )
        for name in self.config["open_classes"]:
            self._open(folder, *name.split(":"))
        self.app.display_waiting(f"Compiling {len(modules)} modules with mypyc")
        quick = os.environ.get("VENDETTA_COMPILE") == "quick"
        level = "0" if quick else "3"
        setup = SETUP.format(modules=["--ignore-missing-imports", *modules], package=PACKAGE, level=level)
        ran = self._compile(folder, setup, "" if quick else WHOLE)
        if ran.returncode and not quick:
            ran = self._compile(folder, setup, "")
        built = [
            path for path in folder.rglob(f"*{EXTENSION_SUFFIXES[0]}") if path.relative_to(folder).parts[0] != "build"
        ]
        if ran.returncode or len(built) != len(modules) + 1:
            raise RuntimeError(f"the engine could not be compiled:\n{ran.stdout[-4000:]}")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(path): path.relative_to(folder).as_posix() for path in built})

    @staticmethod
    def _open(folder: Path, file: str, name: str) -> None:
        """Let what is not compiled make subclasses of a class: in the copy, for the sources need no such word."""
        path = folder / file
        source = path.read_text("utf-8")
        if f"\nclass {name}" not in source:
            raise RuntimeError(f"{file}: expected a class {name}, for it is named in pyproject.toml")
        if OPENING not in source:
            source = source.replace(FUTURE, f"{FUTURE}{OPENING}", 1)
        opened = f"\n@mypyc_attr(allow_interpreted_subclasses=True)\nclass {name}"
        path.write_text(source.replace(f"\nclass {name}", opened, 1), "utf-8")

    def _compile(self, folder: Path, setup: str, flags: str) -> subprocess.CompletedProcess[str]:
        given = {name: f"{os.environ.get(name, '')} {more}".strip() for name, more in self._flags(flags)}
        return subprocess.run(
            [sys.executable, "-c", setup],
            cwd=folder,
            env={**os.environ, **given},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @staticmethod
    def _flags(flags: str) -> tuple[tuple[str, str], ...]:
        return ("CFLAGS", f"{EXACT} {flags}".strip()), ("LDFLAGS", f"-O3 {flags}".strip() if flags else "")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.folder.cleanup()
