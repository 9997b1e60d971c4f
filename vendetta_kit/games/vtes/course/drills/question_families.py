"""The families of V:TES's questions, and helpers that several of them use."""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.course.drills.question_families import Family
from vendetta_kit.course.questions import AnswerOption, Words

FAMILIES: Final[dict[str, Family]] = {}


def add_family(entry: Family) -> Family:
    """Add a family to ``FAMILIES`` and return it."""
    FAMILIES[entry.name] = entry
    return entry


def answer_options(found: dict[str, Words], right: str) -> tuple[AnswerOption, ...]:
    """Return at most four of the options in ``found``, the right one among them."""
    values = [right, *(value for value in found if value != right)][:4]
    return tuple(AnswerOption(value, found[value]) for value in values)


def no_log(unit: Any) -> int:
    """Return -1, before the first row: the answer's explanation shows nothing of the unit's log."""
    return -1
