"""Makes the index of where each rule of a game can be asked about.

Common rules occur in any random game; for the others the index has ids of questions in scenario files and in certain
random games.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Any, Final

from vendetta_kit.data_paths import data_dir
from vendetta_kit.safe_files import write_whole

from . import Drills
from .question_families import Family, QuestionKey, Unit, make_question, possible_questions, seats_for
from .rule_statements import ORDERS, shown_in

PLACES: Final = 5
"""Number of known questions for each rule, from as many families as possible."""
SHOWN: Final = 3
"""Number of known moments that show a rule."""
TRIES: Final = 30
SAMPLE: Final = 6
"""Number of random games at each table from which it is found how common a rule is."""
SEARCH: Final = 40
"""Number of random games at each table that are searched for rules without a known question."""


class _Search:
    """The state of the search: what has been found so far."""

    def __init__(self, drills: Drills) -> None:
        self.drills = drills
        self.stated = drills.rules()
        self.rng = Random(0)
        self.found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self.shown: dict[str, list[str]] = defaultdict(list)
        self.passed_by: dict[str, tuple[Unit, int]] = {}  # the first moment of each rule that was skipped at random
        self.tries: Counter[tuple[str, str]] = Counter()
        self.common: dict[str, Counter[str]] = defaultdict(Counter)

    def look(self, unit: Unit, sampled: bool) -> set[str]:
        """Search one unit; return the rules that it shows or can ask about, for the sample."""
        here: set[str] = set()
        for entry, asked in possible_questions(unit, self.drills.families):
            if sampled:
                here.update(asked.rules)
            self.ask(unit, entry, asked)
        for n, rule_id in shown_in(unit):
            if len(self.shown[rule_id]) < SHOWN and rule_id in self.stated:
                if self.rng.random() < 0.5:
                    self.show(unit, n, rule_id)
                else:
                    self.passed_by.setdefault(rule_id, (unit, n))
            if sampled:
                here.add(rule_id)
        return here

    def show(self, unit: Unit, n: int, rule_id: str) -> None:
        """Record a moment that shows a rule."""
        viewer = self.one_of(unit.viewers())
        question = self.drills.statements.why(unit, n, rule_id, viewer, self.rng.randrange(ORDERS))
        self.shown[rule_id].append(question.id)

    def leave_none_out(self) -> None:
        """Use the skipped moments for rules that have none otherwise."""
        for rule_id, (unit, n) in sorted(self.passed_by.items()):
            if not self.shown[rule_id]:
                self.show(unit, n, rule_id)

    def ask(self, unit: Unit, entry: Family, asked: QuestionKey) -> None:
        """Make and record a question, if one of its rules still needs questions of this family."""
        open_rules = [
            rule_id
            for rule_id in asked.rules
            if _wanted(self.found[rule_id], entry.name) and self.tries[rule_id, entry.name] < TRIES
        ]
        seats = seats_for(unit, entry, asked)
        if not open_rules or not seats or self.rng.random() < 0.5:
            return
        question = make_question(unit, entry, asked, self.one_of(seats))
        for rule_id in open_rules:
            self.tries[rule_id, entry.name] += 1
            if question is not None:
                self.found[rule_id][entry.name].append(question.id)

    def one_of(self, seats: tuple[int, ...]) -> int:
        return seats[self.rng.randrange(len(seats))]


def build_index(
    drills: Drills,
    stories: Iterable[tuple[str, int]],
    tables: Collection[str],
    base: Collection[str],
    all_of_them: bool = True,
) -> dict[str, Any]:
    """Return the index: for each rule the tables where it is common, and ids of questions.

    Args:
        drills: the game's drills.
        stories: names of stories, each with the number of the game (-1 for a scenario file).
        tables: names of the tables of random games, as in ids.
        base: the tables without variants; if a rule is common at one of them, others are not listed.
        all_of_them: whether ``stories`` are all stories; then a rule that was only skipped gets its first moment.
    """
    search = _Search(drills)
    for name, number in stories:
        sampled = 0 <= number < SAMPLE
        here: set[str] = set()
        for unit in drills.units(name):
            here |= search.look(unit, sampled)
        search.common[name.partition("/")[0]].update(here)
    if all_of_them:
        search.leave_none_out()
    found: dict[str, Any] = {}
    for rule_id in sorted({*search.found, *search.shown} & search.stated):
        ways, shown = search.found[rule_id], search.shown[rule_id]
        if any(ways.values()) or shown:
            often = [table for table in tables if search.common[table][rule_id] * 3 >= SAMPLE * 2]
            plain = [table for table in often if table in base]
            found[rule_id] = {"often": plain or often, "ids": _few(ways, drills), "shown": shown}
    return found


def write_index(game: str, found: Mapping[str, Any]) -> None:
    """Write an index to ``data/<game>/drills/moments.json``."""
    folder = os.path.join(data_dir(), game, "drills")
    os.makedirs(folder, exist_ok=True)
    write_whole(os.path.join(folder, "moments.json"), f"{json.dumps(found, indent=1)}\n")


def _wanted(ways: dict[str, list[str]], name: str) -> bool:
    """Return whether more questions of this family are needed."""
    return len(ways.get(name, ())) < (2 if len(ways) > 2 else PLACES)


def _few(ways: dict[str, list[str]], drills: Drills) -> list[str]:
    """Return some of the ids, taken in turn from each family."""
    ids: list[str] = []
    rows = [ways[name] for name in drills.families if ways.get(name)]
    for k in range(PLACES):
        ids += [row[k] for row in rows if len(row) > k]
    return ids[: max(PLACES, len(rows))]
