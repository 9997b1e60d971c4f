"""Tell an environment that its folder has another name now: its commands name their Python by its whole path.

    .venv/bin/python -I scripts/moved.py .venv

Nothing is installed for that, so a moved or copied checkout needs no network.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

HEADER = re.compile(rb"\A#!(?:/bin/sh\n'''exec' [^\n]*\n' '''|[^\n]*python[^\n]*)\n")
"""How a command that pip has installed begins; the longer form is for paths that are long or have blanks."""


def main() -> None:
    """Rewrite the commands of the environment that is named; its file .home says where it was made."""
    environment = Path(sys.argv[1]).absolute()
    root = os.fsencode(Path.cwd())
    made = (environment / ".home").read_bytes().rstrip(b"\n")
    inside = b"/" + os.fsencode(sys.argv[1])
    header = b"#!/bin/sh\n'''exec' \"%s\" \"$0\" \"$@\"\n' '''\n" % os.fsencode(environment / "bin" / "python")
    for path in (environment / "bin").iterdir():
        if path.is_symlink() or not path.is_file():
            continue
        content = path.read_bytes()
        if path.name.lower().startswith("activate"):
            told = content.replace(made + inside, root + inside)
        else:
            told = HEADER.sub(lambda _: header, content, count=1)
        if told != content:
            new = path.with_name(f".{path.name}.new")  # a copy made of hard links has this file in common with others
            new.write_bytes(told)
            new.chmod(path.stat().st_mode)
            new.replace(path)


if __name__ == "__main__":
    main()
