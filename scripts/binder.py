"""Do what a Binder service does with binder/, without Docker, and tell what it took.

    .venv/bin/python scripts/binder.py        (make binder)

repo2docker itself says which commands build the image and what its base image brings. Here the base becomes an
environment of its own in build/binder/env with the same versions, the files of this checkout are copied to
build/binder/src, and the very commands are run there. tests/browser/test_binder.py then opens the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "binder"
TOOL = "jupyter-repo2docker==2026.4.0"
BASE = {
    "ipykernel": "ipykernel",
    "ipywidgets": "ipywidgets",
    "jupyter-resource-usage": "jupyter-resource-usage",
    "jupyter_client": "jupyter_client",
    "jupyter_core": "jupyter_core",
    "jupyter_server": "jupyter_server",
    "jupyterhub-base": "jupyterhub",
    "jupyterlab": "jupyterlab",
    "jupyterlab_server": "jupyterlab_server",
    "nbclient": "nbclient",
    "notebook": "notebook",
}
"""What the base image brings that matters to pages, as it is called there and in Python's package index."""
RUN = re.compile(r"^RUN (?P<command>\$\{KERNEL_PYTHON_PREFIX\}.*|(?:\./)?binder/postBuild.*|.*postBuild.*)$", re.M)
LOCK = re.compile(r"environment-2epy-2d(?P<version>3-2e\d+)-2dlinux")


class BinderError(Exception):
    """Why the recipe cannot be followed. The message is one line."""


def main() -> int:
    begun = time.perf_counter()
    try:
        shutil.rmtree(WORK, ignore_errors=True)
        copy_checkout(WORK / "src")
        version, commands, base = recipe(WORK / "src")
        python = find_python(version)
        say(f"binder: a base with Python {version} (here {python}) and jupyterlab {base['jupyterlab']}")
        make_base(python, base)
        bare = size(WORK / "env")
        started = time.perf_counter()
        prefixes = dict.fromkeys(("KERNEL_PYTHON_PREFIX", "NB_PYTHON_PREFIX"), str(WORK / "env"))
        for command in commands:
            say(f"binder: {command}")
            run(["bash", "-c", command], cwd=WORK / "src", **prefixes)
    except BinderError as fault:
        print(f"vendetta-kit: {' '.join(str(fault).split())}", file=sys.stderr)
        return 2
    built = size(WORK / "env")
    say(
        f"binder: built in {time.perf_counter() - started:.0f} s ({time.perf_counter() - begun:.0f} s with the base); "
        f"it adds {built - bare:.0f} MB to a base of {bare:.0f} MB"
    )
    return 0


def say(words: str) -> None:
    print(words, flush=True)


def run(command: list[str], cwd: Path = ROOT, **more: str) -> str:
    """Run a command that says something only if it fails."""
    ran = subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **more},
    )
    if ran.returncode:
        raise BinderError(f"{' '.join(command[:5])} … failed: {(ran.stderr or ran.stdout).strip()[-400:]}")
    return ran.stdout + ran.stderr


def copy_checkout(folder: Path) -> None:
    """The files of this checkout as they stand; what git does not know of and ignores stays behind."""
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
    for name in filter(None, listed.split("\0")):
        source = ROOT / name
        if source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name)


def recipe(folder: Path) -> tuple[str, list[str], dict[str, str]]:
    """What repo2docker would do: with which Python, which commands after copying, which packages in the base."""
    tool = WORK / "tool"
    run([sys.executable, "-m", "venv", str(tool)])
    run([str(tool / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", TOOL])
    told = run([str(tool / "bin" / "jupyter-repo2docker"), "--no-build", "--debug", "."], cwd=folder)
    lock = LOCK.search(told)
    after = told.partition("# Run assemble scripts")[2]
    commands = [found["command"].strip() for found in RUN.finditer(after)]
    if lock is None or not commands:
        raise BinderError("repo2docker tells its recipe in another way than this script knows")
    version = lock["version"].replace("-2e", ".")
    (known,) = tool.glob(
        f"lib/python3*/site-packages/repo2docker/buildpacks/conda/environment.py-{version}-linux-64.lock"
    )
    text = known.read_text("utf-8")
    base = {}
    for there, here in BASE.items():
        found = re.search(rf"/{re.escape(there)}-(\d[^-/]*)-[^-/]+$", text, re.M)
        if found is None:
            raise BinderError(f"the base image no longer brings {there}")
        base[here] = found[1]
    return version, commands, base


def find_python(version: str) -> str:
    """The Python of the recipe if there is one here, else the one that runs this."""
    return shutil.which(f"python{version}") or sys.executable


def make_base(python: str, base: dict[str, str]) -> None:
    env = WORK / "env"
    run([python, "-m", "venv", str(env)])
    pins = [f"{name}=={version}" for name, version in base.items()]
    run([str(env / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", *pins])


def size(folder: Path) -> float:
    """Megabytes in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


if __name__ == "__main__":
    sys.exit(main())
