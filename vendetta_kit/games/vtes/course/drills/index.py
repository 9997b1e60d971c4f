"""Writes down where each rule of V:TES can be asked about: ``python -m vendetta_kit.games.vtes.course.drills.index``.

Write it anew after a change of the engine, the bots, the scenarios or the families.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from vendetta_kit.course.drills.index import build
from vendetta_kit.paths import data_dir

from . import DRILLS
from .stories import TABLES, names_of_scenarios

__all__ = ["GAMES", "main", "stories"]

GAMES = 14
"""Games of bots at each table in which rules are looked for."""


def stories(games: int = GAMES) -> Iterator[tuple[str, int]]:
    """Return stories by name, with the number of the game (-1: a scenario file)."""
    for name in names_of_scenarios():
        yield name, -1
    for number in range(games):
        for table in TABLES:
            yield f"{table}/{number}", number


def main() -> None:
    """Write ``data/vtes/drills/moments.json``."""
    folder = os.path.join(data_dir(), "vtes", "drills")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "moments.json"), "w", encoding="utf-8") as file:
        json.dump(build(DRILLS, stories(), tuple(TABLES), tuple(TABLES)), file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
