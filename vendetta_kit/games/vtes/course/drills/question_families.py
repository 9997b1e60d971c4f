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


def why_by_half(found: dict[str, Words], right: str, first: Words | None, second: Words | None) -> dict[str, Words]:
    """Return why options that say two things are wrong, where they are wrong in one of them.

    ``first`` is the reason for what stands before the last "/" of a value, ``second`` for what stands behind it.
    """
    whys = {}
    for value in found:
        wrong = [half != true for half, true in zip(value.rsplit("/", 1), right.rsplit("/", 1), strict=True)]
        why = first if wrong == [True, False] else second if wrong == [False, True] else None
        if why is not None:
            whys[value] = why
    return whys


def outcome(unit: Any, key: str) -> Any:
    """Return the game after the unit: once a question about its outcome is answered, it is seen on the table."""
    return unit.after


def no_log(unit: Any) -> int:
    """Return -1, before the first row: the answer's explanation shows nothing of the unit's log."""
    return -1
