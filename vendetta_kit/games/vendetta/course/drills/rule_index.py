"""Writes the index of stories by rule: ``python -m vendetta_kit.games.vendetta.course.drills.rule_index``.

Run it after a change of the engine, the scenarios or the families.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from vendetta_kit.course.drills.rule_index import SEARCH, build_index, write_index
from vendetta_kit.scenarios import shipped

from . import DRILLS
from .drill_positions import TABLES

BASE: Final = ("3", "4", "5")
"""The tables without variants."""


def stories() -> Iterator[tuple[str, int]]:
    """Yield the names of stories with the number of the game; -1 for a scenario file."""

    names = [os.path.basename(path).removesuffix(".yaml") for path in shipped()]
    for name in names:
        if not name.startswith("lesson-"):  # the lessons use these
            yield f"s/{name}", -1
    for number in range(SEARCH):
        for table in TABLES:
            yield f"{table}/{number}", number


def main() -> None:
    """Write ``data/vendetta/drills/moments.json``."""
    write_index("vendetta", build_index(DRILLS, stories(), TABLES, BASE))


if __name__ == "__main__":
    main()
