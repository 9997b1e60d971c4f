"""Tell which programs outside the checkout a run has used, so that a step that sets up and is missing shows.

    VENDETTA_WATCH=1 bash .ci/run

On a new machine there is what every Debian has and what the README asks for; all else must be installed by a script.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASKED_FOR = re.compile(r"(?:lib)?python3[\w.-]*|make|git")
"""Debian's packages of what the README says that a person needs."""
INSTALLED = re.compile(r"chromium[\w-]*|nodejs|npm|node-[\w-]*|fontconfig|postgresql[\w-]*|strace")
"""Debian's packages of what scripts/ installs: chromium.sh, npm.sh, browser_needs.sh, postgres_needs.sh; and strace,
which looks on."""
_STARTED = re.compile(r'execve\("((?:[^"\\]|\\.)+)"')


def started(log: Path) -> set[str]:
    """Return the absolute paths outside the checkout and its temporary folders that were started.

    A path that is not absolute was found from the folder of whoever started it: it is the checkout's own.
    """
    own = (f"{ROOT}/", "/tmp/", "/proc/", os.environ.get("TMPDIR", "/tmp") + "/")
    found = _STARTED.findall(log.read_text("utf-8", errors="replace"))
    return {path for path in found if path.startswith("/") and not path.startswith(own)}


def package(path: str) -> str:
    """Return the Debian package that a program came with, or ``""``."""
    for name in dict.fromkeys((path, os.path.realpath(path), path.removeprefix("/usr"))):
        told = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True, check=False).stdout.splitlines()
        owners = [line for line in told if not line.startswith("diversion ")]
        if owners:
            return owners[0].split(":")[0].split(",")[0]
    return ""


def belongs_to_every_debian() -> set[str]:
    """Return the packages that no Debian is without."""
    asked = ["dpkg-query", "-W", "-f", "${Package} ${Essential} ${Priority}\n"]
    rows = [
        line.split() for line in subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
    ]
    return {row[0] for row in rows if "yes" in row[1:] or "required" in row[1:]}


def main(log: Path) -> None:
    """Print the programs by where a new machine gets them from."""
    if shutil.which("dpkg-query") is None:
        print("\n".join(["used from outside the checkout:", *sorted(started(log))]))
        return
    common = belongs_to_every_debian()
    groups: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in started(log):
        name = package(path)
        if name in common:
            group = "every Debian has"
        elif ASKED_FOR.fullmatch(name) or re.fullmatch(r"python3?(\.\d+)?", Path(path).name):
            group = "the README asks for"
        elif INSTALLED.fullmatch(name) or name == "apt":
            group = "scripts/ installs"
        else:
            group = "NOBODY INSTALLS"
        groups[group][name or "of no package"].add(path)
    for group, packages in sorted(groups.items()):
        print(f"used from outside the checkout, {group}:")
        for name, paths in sorted(packages.items()):
            print(f"  {name}: {' '.join(sorted(paths))}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
