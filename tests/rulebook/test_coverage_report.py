"""How marks are read: from test files, from scenario files, and in a run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vendetta_kit.rulebook import all_rules, all_rulings
from vendetta_kit.rulebook.rule_coverage import Coverage, CoverageError, read_coverage

ROOT = Path(__file__).resolve().parents[2]

TESTS = """
import pytest

pytestmark = pytest.mark.rules("FLOW-01")
SHARED = ("REW-05", "REW-06")
CASES = [pytest.param(1, marks=pytest.mark.rules("REW-07")), pytest.param(2, marks=[pytest.mark.rules("REW-08")])]

@pytest.mark.rules("PLAN-09", "PLAN-11")
def test_fee(): ...

@pytest.mark.rules(*SHARED)
@pytest.mark.parametrize("case", [pytest.param(1, marks=pytest.mark.rules("RUL-01"))])
def test_shared(case): ...

@pytest.mark.rules("FRZ-01")
class TestFrenzy:
    @pytest.mark.rules("FRZ-02")
    def test_causer(self): ...

@pytest.mark.skip
@pytest.mark.rules("FRZ-03")
def test_never_run(): ...

@pytest.mark.rules("FRZ-04")
def helper(): ...

other.rules("FRZ-05")
'@pytest.mark.rules("FRZ-06")'
"""

SCENARIO = """\
format: vendetta-scenario/1
id: one
rules: [DRAIN-04, RUL-02]
steps:
  - {rules: [DRAIN-05]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "scenarios").mkdir()
    return tmp_path


def read(folder: Path) -> Coverage:
    return read_coverage(str(folder / "tests"), str(folder / "scenarios"))


def test_marks_of_test_files(folder: Path) -> None:
    (folder / "tests" / "test_a.py").write_text(TESTS, encoding="utf-8")
    coverage = read(folder)
    assert coverage.errors == []
    assert coverage.holders == {
        "FLOW-01": ["tests/test_a.py"],
        "REW-07": ["tests/test_a.py"],
        "REW-08": ["tests/test_a.py"],
        "PLAN-09": ["tests/test_a.py::test_fee"],
        "PLAN-11": ["tests/test_a.py::test_fee"],
        "REW-05": ["tests/test_a.py::test_shared"],
        "REW-06": ["tests/test_a.py::test_shared"],
        "RUL-01": ["tests/test_a.py::test_shared"],
        "FRZ-01": ["tests/test_a.py::TestFrenzy"],
        "FRZ-02": ["tests/test_a.py::TestFrenzy::test_causer"],
    }


def test_rules_of_scenario_files(folder: Path) -> None:
    (folder / "scenarios" / "one.yaml").write_text(SCENARIO, encoding="utf-8")
    assert set(read(folder).holders) == {"DRAIN-04", "RUL-02"}


def test_what_cannot_be_read_is_named_with_its_place(folder: Path) -> None:
    tests = folder / "tests"
    (tests / "test_a.py").write_text(
        'import pytest\n@pytest.mark.rules("PLAN-99")\ndef test_a(): ...\n', encoding="utf-8"
    )
    (tests / "test_b.py").write_text(
        "import pytest\n@pytest.mark.rules(x, 'plan-11', 'pool')\ndef test_b(): ...\n", encoding="utf-8"
    )
    (tests / "test_c.py").write_text("def (:\n", encoding="utf-8")
    (folder / "scenarios" / "d.yaml").write_text("id: d\nrules:\n- FRZ-01\n- FRZ-77\n", encoding="utf-8")
    (folder / "scenarios" / "e.yaml").write_text("id: [\n", encoding="utf-8")
    (folder / "scenarios" / "f.yaml").write_text("- 1\n", encoding="utf-8")
    coverage = read(folder)
    starts = [
        "tests/test_a.py:2: rule: found 'PLAN-99'; expected an id such as",
        "tests/test_b.py:2: rule ids must stand here as strings",
        "tests/test_b.py:2: 'plan-11' is no rule id: write 'PLAN-11'",
        "tests/test_b.py:2: 'pool' is a term: expected one of its rules, such as 'SET-19'",
        "tests/test_c.py:1: this is no Python file",
        "d.yaml:4: rule: found 'FRZ-77'",
        "e.yaml:2: this is no YAML",
        "f.yaml:1: expected a scenario",
    ]
    assert len(coverage.errors) == len(starts)
    for said, start in zip(coverage.errors, starts, strict=True):
        assert start in said
        assert "\n" not in said
    assert not coverage.complete


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CoverageError, match="There is no folder"):
        read_coverage(str(tmp_path / "nowhere"))


def test_a_full_report_leaves_nothing() -> None:
    coverage = Coverage()
    assert len(coverage.missing) == len(all_rules()) + len(all_rulings()) - len(coverage.without_effect)
    for rule_id in coverage.missing:
        coverage.add(rule_id, "tests/test_all.py", "tests/test_all.py:1")
    assert coverage.complete
    lines = coverage.lines()
    assert lines[-1] == "No rule and no ruling is left without a test or scenario."
    assert any(line.startswith("  HAND-10  It describes") for line in lines)
    assert "NOT HELD" not in "\n".join(lines)


def test_many_holders_are_counted_and_a_few_named() -> None:
    coverage = Coverage()
    for number in range(5):
        coverage.add("PLAN-11", f"test_{number}", "here")
        coverage.add("PLAN-11", f"test_{number}", "here")
    line = next(line for line in coverage.lines() if line.startswith("  PLAN-11"))
    assert line == "  PLAN-11    5  test_0, test_1, test_2, and 2 more"


def run_pytest(folder: Path, source: str) -> tuple[int, str, Path]:
    """The project's own conftest, in a run over one small file elsewhere."""
    shutil.copy(ROOT / "tests" / "conftest.py", folder / "conftest.py")
    (folder / "test_it.py").write_text(source, encoding="utf-8")
    report = folder / "build" / "report.txt"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--strict-markers",
            "--rule-report",
            report,
            folder,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    return done.returncode, done.stdout + done.stderr, report


def test_a_run_reports_what_passed_and_only_that(tmp_path: Path) -> None:
    source = """
import pytest

@pytest.mark.rules("PLAN-11")
def test_good(): ...

@pytest.mark.rules("PLAN-12")
def test_bad():
    assert False

def test_late(holds_rules):
    holds_rules("PLAN-13")
"""
    code, said, report = run_pytest(tmp_path, source)
    assert code == 1
    lines = {line.split()[0]: line for line in report.read_text(encoding="utf-8").splitlines() if line.strip()}
    text = report.read_text(encoding="utf-8").partition("Left without")[0]
    assert "test_it.py::test_good" in text
    assert "test_it.py::test_late" in text
    assert "test_bad" not in text
    assert "Not complete" in lines["Not"] + said


def test_an_unknown_id_in_a_marker_stops_the_run_with_one_line(tmp_path: Path) -> None:
    code, said, _ = run_pytest(tmp_path, 'import pytest\n@pytest.mark.rules("PLAN-99")\ndef test_it(): ...\n')
    assert code == pytest.ExitCode.USAGE_ERROR
    faults = [line for line in said.splitlines() if "PLAN-99" in line]
    assert len(faults) == 1
    assert "test_it.py::test_it: marker rules: rule: found 'PLAN-99'" in faults[0]
    assert "Traceback" not in said
