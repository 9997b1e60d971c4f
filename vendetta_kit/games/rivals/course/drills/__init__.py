"""The drills of Rivals: questions on what its rules say, and calculations.

>>> question = by_id("wounded:wounded/3:0:0:-")
>>> question.rules, question.grade(question.right)
(('VAMP-10',), True)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.drills.rule_statements import Statements
from vendetta_kit.data_paths import read_words
from vendetta_kit.games.rivals.wording.log_lines import TELLER
from vendetta_kit.rulebook import RIVALS

from .calculation_questions import FAMILIES, phrase, units

KNOWN: Final = 24
"""How many calculations of a family are made to find out which rules the family asks about."""


@cache
def moments() -> Mapping[str, Any]:
    """Return the question families that ask about each rule, found by making sample questions."""
    found: dict[str, Any] = {}
    for name, family in FAMILIES.items():
        for k in range(KNOWN):
            (unit,) = units(f"{name}/{k}")
            for asked in family.about(unit):
                for rule in STATEMENTS.rules & set(asked.rules):
                    row = found.setdefault(rule, {"often": [], "ids": [], "shown": []})
                    row["often"] = [name]
                    row["ids"].append(f"{name}:{unit.story}:{unit.n}:0:{asked.key}")
    return found


STATEMENTS: Final = Statements(
    RIVALS, lambda lang: read_words("drills.json", lang, "rivals")["gaps"], phrase, TELLER.text
)
DRILLS: Final = Drills(FAMILIES, units, STATEMENTS, moments)
drill = DRILLS.drill
by_id = DRILLS.by_id
