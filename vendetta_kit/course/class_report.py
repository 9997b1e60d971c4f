"""The report on a class: the progress of its learners side by side, and the rules most often answered wrongly.

A learner is identified only by the name of the progress file. Command line and teacher's page show the same report.

>>> from datetime import UTC, datetime
>>> from vendetta_kit.course.progress import Progress
>>> progress, now = Progress(), datetime(2026, 1, 5, tzinfo=UTC)
>>> progress.answered(["PLAN-11"], False, "a question", now)
>>> found = report([("ann.json", progress)], "en", now)
>>> found.rows[0].name, found.rows[0].wrong, [(line.rule, line.wrong) for line in found.missed]
('ann', 1, [('PLAN-11', 1)])
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from vendetta_kit import rulebook
from vendetta_kit.course import lessons
from vendetta_kit.course.assignment import Item
from vendetta_kit.course.progress import LEVELS, Progress
from vendetta_kit.course.rule_map import RuleMap, levels, map_texts, rule_map
from vendetta_kit.input_checks import clean_name

MOST_MISSED: Final = 12
"""Number of rules that are listed as most often answered wrongly."""
_FORMULA: Final = ("=", "+", "-", "@")
"""Characters at which a spreadsheet program would begin to read a formula."""


@dataclass(frozen=True, slots=True)
class PupilRow:
    """The progress of one learner.

    ``finished`` and ``begun`` count lessons; ``counts`` (by level), ``proved`` and ``due`` count rules, as
    :func:`.rule_map.map_lines` does. ``right`` and ``wrong`` count answers; ``done`` has a truth value for each item.
    """

    name: str
    finished: int
    begun: int
    counts: dict[str, int]
    proved: int
    due: int
    right: int
    wrong: int
    done: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Missed:
    """A rule that was answered wrongly: how often, by how many learners, and how often rightly."""

    rule: str
    title: str
    wrong: int
    right: int
    pupils: int


@dataclass(frozen=True, slots=True)
class ClassReport:
    """The report: ``items`` are the columns of ``done`` in its rows; ``total`` is the number of all rules."""

    items: tuple[Item, ...]
    rows: tuple[PupilRow, ...]
    missed: tuple[Missed, ...]
    total: int
    lang: str

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "items": [item.text for item in self.items],
            "total": self.total,
            "pupils": [asdict(row) for row in self.rows],
            "missed": [asdict(line) for line in self.missed],
        }


def report(
    files: Iterable[tuple[str, Progress]], lang: str, now: datetime, items: Sequence[Item] | None = None
) -> ClassReport:
    """Return the report on several learners.

    Args:
        files: for each learner the name of the progress file, and the progress in it.
        lang: the language of the rules' titles.
        now: the time, which decides what is due.
        items: the items of the assignment; by default all lessons of the course.
    """
    wanted = tuple(items) if items is not None else tuple(Item("lesson", name) for name in lessons.ids())
    pupils = [
        (clean_name(os.path.splitext(os.path.basename(name))[0], 80) or "?", progress) for name, progress in files
    ]
    rows, total = [], 0
    for name, progress in pupils:
        picture = rule_map(progress, lang, now)
        total = sum(picture.counts.values())
        rows.append(_row(name, progress, picture, wanted))
    return ClassReport(wanted, tuple(rows), _missed([progress for _, progress in pupils], lang), total, lang)


def _row(name: str, progress: Progress, picture: RuleMap, items: Sequence[Item]) -> PupilRow:
    return PupilRow(
        name,
        progress.finished,
        progress.begun,
        dict(picture.counts),
        picture.proved,
        len(picture.due),
        sum(mark.right for mark in progress.rules.values()),
        sum(mark.wrong for mark in progress.rules.values()),
        tuple(item.is_done(progress) for item in items),
    )


def _missed(pupils: Sequence[Progress], lang: str) -> tuple[Missed, ...]:
    """Return the rules with the most wrong answers; of equal ones those come first that more learners missed."""
    found = []
    for rule in dict.fromkeys(rule for progress in pupils for rule in progress.rules if rulebook.is_id(rule)):
        marks = [progress.rules[rule] for progress in pupils if rule in progress.rules]
        wrong = sum(mark.wrong for mark in marks)
        if wrong:
            title = rulebook.find(rule, lang).title
            right = sum(mark.right for mark in marks)
            found.append(Missed(rule, title, wrong, right, sum(mark.wrong > 0 for mark in marks)))
    return tuple(sorted(found, key=lambda line: (-line.wrong, -line.pupils, line.right, line.rule))[:MOST_MISSED])


def _columns(found: ClassReport) -> list[str]:
    said = map_texts(found.lang)
    names = [level.name for level in levels(found.lang)]
    return [said["class.pupil"], *said["class.columns"].split("|"), *names]


def _cells(row: PupilRow) -> list[object]:
    numbers = (row.finished, row.begun, row.right, row.wrong, row.proved, row.due)
    return [row.name, *numbers, *(row.counts[level] for level in LEVELS)]


def csv_of(found: ClassReport) -> str:
    """Return the report as comma-separated values: one line for each learner, with 1 or 0 for each item.

    The last lines are the rules most often answered wrongly. A name that a spreadsheet program would read as a formula
    gets an apostrophe before it.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*_columns(found), *(item.text for item in found.items)])
    for row in found.rows:
        name, *numbers = _cells(row)
        shown = f"'{name}" if str(name).startswith(_FORMULA) else name
        table.writerow([shown, *numbers, *map(int, row.done)])
    if found.missed:
        table.writerow([])
        table.writerow(map_texts(found.lang)["class.missed_columns"].split("|"))
        table.writerows([line.rule, line.title, line.wrong, line.right, line.pupils] for line in found.missed)
    return text.getvalue()


def report_lines(found: ClassReport) -> list[str]:
    """Return the report as lines for a terminal: one for each learner, then the rules most often answered wrongly."""
    said = map_texts(found.lang)
    rows = [_columns(found), *([str(cell) for cell in _cells(row)] for row in found.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    text = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    text += ["", said["class.missed" if found.missed else "class.none_missed"]]
    text += [
        said["class.missed_line"].format(rule=line.rule, title=line.title, wrong=line.wrong, pupils=line.pupils)
        for line in found.missed
    ]
    return text
