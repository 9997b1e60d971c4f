"""Write the index of drills by rule: ``python -m vendetta_kit.games.vtes.course.drills.rule_index``.

Run it after a change of the engine, the bots, the scenarios or the families of questions.
"""

from __future__ import annotations

from collections.abc import Iterator

from vendetta_kit.course.drills.rule_index import build_index, write_index

from . import DRILLS
from .drill_positions import TABLES, names_of_scenarios

GAMES = 14
"""Games of bots at each table that are searched for rules."""


def stories(games: int = GAMES) -> Iterator[tuple[str, int]]:
    """Yield the names of stories, each with the number of its game (-1: a scenario file)."""
    for name in names_of_scenarios():
        yield name, -1
    for number in range(games):
        for table in TABLES:
            yield f"{table}/{number}", number


def main() -> None:
    """Write ``data/vtes/drills/moments.json``."""
    write_index("vtes", build_index(DRILLS, stories(), tuple(TABLES), tuple(TABLES)))


if __name__ == "__main__":
    main()
