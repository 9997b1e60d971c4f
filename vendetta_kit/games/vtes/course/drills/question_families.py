"""The families of V:TES's questions, and what most of them need."""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.course.drills.question_families import Family
from vendetta_kit.course.questions import AnswerOption, Words

__all__ = ["FAMILIES", "either", "family", "untold"]

FAMILIES: Final[dict[str, Family]] = {}


def family(entry: Family) -> Family:
    """Put a family among those that are asked."""
    FAMILIES[entry.name] = entry
    return entry


def either(found: dict[str, Words], right: str, most: int = 4) -> tuple[AnswerOption, ...]:
    """Return at most so many options by their values, the right one always among them."""
    values = [right, *(value for value in found if value != right)][:most]
    return tuple(AnswerOption(value, found[value]) for value in values)


def untold(unit: Any) -> int:
    """Return a row before any other: what came of a unit is no part of the answer, so none of its log is told."""
    return -1
