"""Good files spoiled in one place each, and the line that each then gets."""

from __future__ import annotations

from pathlib import Path


def spoiled(path: Path) -> list[tuple[str, str, str]]:
    """What is changed, what it becomes and what is said of it: blocks of lines that begin with ``-``, ``+`` and ``!``.

    The first block says what the file is for.
    """
    found = []
    for block in path.read_text(encoding="utf-8").split("\n\n")[1:]:
        parts: dict[str, list[str]] = {"-": [], "+": [], "!": []}
        for line in block.strip("\n").split("\n"):
            parts[line[0]].append(line[2:])
        old, new = "\n".join(parts["-"]), "\n".join(parts["+"])
        found.append((old if parts["+"] else old + "\n", new, parts["!"][0]))
    return found
