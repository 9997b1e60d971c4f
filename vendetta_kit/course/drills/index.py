"""Finds out where each rule can be asked about, and writes it down: ``python -m vendetta_kit.course.drills.index``.

Common rules turn up in any random game; for the others the index names places: questions in scenario files and in
games with known numbers. Write it anew after a change of the engine, the scenarios or the families.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from vendetta_kit.course.drills import seats_for
from vendetta_kit.course.drills.families import FAMILIES, Asked, Family, asked_in, make, viewers
from vendetta_kit.course.drills.statements import ORDERS, shown_in, stated, why
from vendetta_kit.course.drills.stories import TABLES, Unit, units
from vendetta_kit.paths import data_dir

__all__ = ["build", "main"]

PLACES: Final = 5
"""So many known questions for each rule, of as many families as there are."""
SHOWN: Final = 3
"""So many known moments that show a rule at work."""
TRIES: Final = 30
SAMPLE: Final = 6
"""Random games at each table that say how common a rule is."""
SEARCH: Final = 40
"""Random games at each table in which rules that are still without a place are looked for."""
BASE: Final = ("3", "4", "5")


def _stories() -> Iterator[tuple[str, int]]:
    """Stories by name, with the number of the game (-1: a scenario file)."""
    from vendetta_kit.scenarios import shipped

    names = [os.path.basename(path).removesuffix(".yaml") for path in shipped()]
    for name in names:
        if not name.startswith("lesson-"):  # those the lessons tell
            yield f"s/{name}", -1
    for number in range(SEARCH):
        for table in TABLES:
            yield f"{table}/{number}", number


class _Search:
    """What has been found so far."""

    def __init__(self) -> None:
        self.rng = Random(0)
        self.found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self.shown: dict[str, list[str]] = defaultdict(list)
        self.tries: Counter[tuple[str, str]] = Counter()
        self.common: dict[str, Counter[str]] = defaultdict(Counter)

    def look(self, unit: Unit, sampled: bool) -> set[str]:
        """Look through one unit; the rules that it can ask about or shows, for the sample."""
        here: set[str] = set()
        for entry, asked in asked_in(unit):
            if sampled:
                here.update(asked.rules)
            self.ask(unit, entry, asked)
        for n, rule_id in shown_in(unit):
            if len(self.shown[rule_id]) < SHOWN and rule_id in stated() and self.rng.random() < 0.5:
                viewer = self.one_of(viewers(unit))
                self.shown[rule_id].append(why(unit, n, rule_id, viewer, self.rng.randrange(ORDERS)).id)
            if sampled:
                here.add(rule_id)
        return here

    def ask(self, unit: Unit, entry: Family, asked: Asked) -> None:
        """Make the question, if places of this family are still wanted for one of its rules."""
        open_rules = [
            rule_id
            for rule_id in asked.rules
            if _wanted(self.found[rule_id], entry.name) and self.tries[rule_id, entry.name] < TRIES
        ]
        seats = seats_for(unit, entry, asked)
        if not open_rules or not seats or self.rng.random() < 0.5:
            return
        question = make(unit, entry, asked, self.one_of(seats))
        for rule_id in open_rules:
            self.tries[rule_id, entry.name] += 1
            if question is not None:
                self.found[rule_id][entry.name].append(question.id)

    def one_of(self, seats: tuple[int, ...]) -> int:
        return seats[self.rng.randrange(len(seats))]


def build(stories: Iterable[tuple[str, int]] | None = None) -> dict[str, Any]:
    """The index: for each rule the tables where it is common, and ids of questions; of the first stories, or of all."""
    search = _Search()
    for name, number in _stories() if stories is None else stories:
        sampled = 0 <= number < SAMPLE
        here: set[str] = set()
        for unit in units(name):
            here |= search.look(unit, sampled)
        search.common[name.partition("/")[0]].update(here)
    return {
        rule_id: {
            "often": _often(rule_id, search.common),
            "ids": _few(search.found[rule_id]),
            "shown": search.shown[rule_id],
        }
        for rule_id in sorted({*search.found, *search.shown} & stated())
        if any(search.found[rule_id].values()) or search.shown[rule_id]
    }


def _wanted(ways: dict[str, list[str]], name: str) -> bool:
    """Whether more places of this family are of use."""
    return len(ways.get(name, ())) < (2 if len(ways) > 2 else PLACES)


def _often(rule_id: str, common: dict[str, Counter[str]]) -> list[str]:
    """Tables where most games show the rule, those without variants first."""
    tables = [table for table in TABLES if common[table][rule_id] * 3 >= SAMPLE * 2]
    return [table for table in tables if table in BASE] or tables


def _few(ways: dict[str, list[str]]) -> list[str]:
    """Some of the ids, turn by turn from each family."""
    ids: list[str] = []
    rows = [ways[name] for name in FAMILIES if ways.get(name)]
    for k in range(PLACES):
        ids += [row[k] for row in rows if len(row) > k]
    return ids[: max(PLACES, len(rows))]


def main() -> None:
    """Write ``data/drills/moments.json``."""
    folder = os.path.join(data_dir(), "drills")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "moments.json"), "w", encoding="utf-8") as file:
        json.dump(build(), file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
