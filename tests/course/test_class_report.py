"""A class side by side, with the numbers of ``vendetta progress``; bad files do not keep the good ones back."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vendetta_kit.cli import main
from vendetta_kit.course import lessons
from vendetta_kit.course.assignment import read_assignment
from vendetta_kit.course.class_report import MOST_MISSED, csv_of, report, report_lines
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.rule_map import rule_map

NOW = datetime(2026, 1, 5, tzinfo=UTC)
FROZEN = Path(__file__).parents[1] / "frozen" / "files" / "progress.json"


def pupil(*answers: tuple[str, bool], finished: tuple[str, ...] = ()) -> Progress:
    """A pupil who gave these answers, and finished these lessons."""
    progress = Progress()
    for k, (rule, right) in enumerate(answers):
        progress.answered([rule], right, f"question {k}", NOW)
    for name in finished:
        progress.lesson(name, finished=True)
    return progress


def test_the_numbers_are_those_of_the_map() -> None:
    progress = Progress.loads(FROZEN.read_text("utf-8"))
    (row,) = report([("some/where/anna b.json", progress)], "en", NOW).rows
    picture = rule_map(progress, "en", NOW)
    assert row.name == "anna b"
    assert (row.counts, row.proved, row.due) == (picture.counts, picture.proved, len(picture.due))
    assert (row.finished, row.begun) == (progress.finished, progress.begun)
    assert row.done == tuple(name in progress.lessons and progress.lessons[name].finished for name in lessons.ids())


def test_the_command_line_shows_the_same_numbers_for_one_and_for_a_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "ann.json", tmp_path / "bob.json"
    one.write_text(FROZEN.read_text("utf-8"), "utf-8")
    two.write_text(pupil(("PLAN-11", False), finished=("planning",)).dumps(), "utf-8")
    alone = {}
    for path in (one, two):
        assert main(["progress", str(path), "--json", "--lang", "en"]) == 0
        alone[path.stem] = json.loads(capsys.readouterr().out)
    assert main(["progress", "--class", "--json", "--lang", "en", str(one), str(two)]) == 0
    found = json.loads(capsys.readouterr().out)
    for row in found["pupils"]:
        assert row["counts"] == alone[row["name"]]["counts"]
        assert row["due"] == len(alone[row["name"]]["due"])
    assert main(["progress", "--class", "--csv", "--lang", "de", str(one), str(two)]) == 0
    table = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert [row[0] for row in table[:3]] == ["Lernende", "ann", "bob"]
    assert main(["progress", "--class", "--lang", "en", str(one), str(two)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Pupil")
    assert "Missed most:" in text


def test_a_bad_file_of_a_class_is_named_and_the_others_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, worse = tmp_path / "ann.json", tmp_path / "bob.json", tmp_path / "cy.json"
    good.write_text(pupil(("PLAN-11", True)).dumps(), "utf-8")
    bad.write_text("{", "utf-8")
    assert main(["progress", "--class", "--lang", "en", str(bad), str(good), str(worse)]) == 2
    said = capsys.readouterr()
    assert "ann" in said.out
    assert [line.split(": ")[1] for line in said.err.splitlines()] == [str(bad), str(worse)]
    assert main(["progress", "--csv", str(good)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_rules_missed_most_come_first() -> None:
    found = report(
        [
            ("a", pupil(("PLAN-11", False), ("PLAN-12", False), ("FRZ-01", True))),
            ("b", pupil(("PLAN-12", False), ("PLAN-11", True))),
            ("c", pupil(("PLAN-12", False), ("PLAN-12", True))),
        ],
        "de",
        NOW,
    )
    assert [(line.rule, line.wrong, line.right, line.pupils) for line in found.missed] == [
        ("PLAN-12", 3, 1, 3),
        ("PLAN-11", 1, 1, 1),
    ]
    assert [(row.right, row.wrong) for row in found.rows] == [(1, 2), (1, 1), (1, 1)]
    many = pupil(*((f"PLAN-{k:02}", False) for k in range(1, 19)))
    assert len(report([("a", many)], "en", NOW).missed) == MOST_MISSED


def test_columns_stand_for_what_was_given() -> None:
    progress = pupil(finished=("planning",))
    progress.mark_done("drill:planning")
    items = read_assignment("lesson:set_up,lesson:planning,drill:planning").items
    found = report([("a", progress)], "en", NOW, items)
    assert found.rows[0].done == (False, True, True)
    head, row = csv_of(found).splitlines()[:2]
    assert head.split(",")[-3:] == ["lesson:set_up", "lesson:planning", "drill:planning"]
    assert row.split(",")[-3:] == ["0", "1", "1"]


def test_names_of_files_are_only_text_in_the_table() -> None:
    names = ['=HYPERLINK("x").json', "+1.json", "@a.json", 'ann, "the" bob.json', "two\nlines.json", ".json"]
    found = report([(name, Progress()) for name in names], "en", NOW)
    table = list(csv.reader(io.StringIO(csv_of(found))))
    assert [row[0] for row in table[1:]] == [
        '\'=HYPERLINK("x")', "'+1", "'@a", 'ann, "the" bob', "two lines", ".json",
    ]  # fmt: skip
    assert len({len(row) for row in table}) == 1
    assert report_lines(found)[-1] == "No rule has been answered wrongly."
