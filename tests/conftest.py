"""Which rules a test holds: the marker ``rules``, checked when tests are collected, and the report of a run.

``--rule-report PATH`` writes, at the end of a run, which rules and rulings the tests that passed hold. The same
report from the files alone, without running anything, is ``vendetta rules --coverage``.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from vendetta_kit.rulebook import GAMES
from vendetta_kit.rulebook.rule_coverage import Coverage, is_mark, unknown_mark

# What reads notebooks builds a grammar of addresses when it is imported, for seconds, to check addresses that they have
# none of; without it that check is left out (the kit's server does the same).
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

# A busy machine is no fault: nothing fails because an example took long to make or to try.
settings.register_profile("kit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kit")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule-report",
        metavar="PATH",
        default=None,
        help="write to PATH which rules are held by the tests that passed in this run",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "rules(*ids): the rules that a test holds, by their ids (PLAN-11, RUL-01, vtes:BLOCK-07, ...)"
    )
    if config.getoption("--rule-report"):
        config.pluginmanager.register(RuleReport(Path(config.getoption("--rule-report"))), "rule-report")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    faults = {
        f"{item.nodeid}: marker rules: {unknown_mark(rule_id)}"
        for item in items
        for rule_id in rule_ids(item)
        if not is_mark(rule_id)
    }
    if faults:
        raise pytest.UsageError("\n".join(sorted(faults)))


def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: looking through it for garbage took a fifth of a run."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)


def rule_ids(item: pytest.Item) -> list[Any]:
    """All that the markers of a test name, each once."""
    return list(dict.fromkeys(rule_id for mark in item.iter_markers("rules") for rule_id in mark.args))


@pytest.fixture
def holds_rules(request: pytest.FixtureRequest) -> Callable[..., None]:
    """For a test that only learns while it runs which rules it holds: call this with their ids."""

    def note(*ids: str) -> None:
        for rule_id in ids:
            assert is_mark(rule_id), unknown_mark(rule_id)
        request.node.add_marker(pytest.mark.rules(*ids))

    return note


class RuleReport:
    """Gathers what the tests that pass hold, and writes it down when the run ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.coverages = [Coverage(game) for game in GAMES]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        report = yield
        if report.when == "call" and report.passed:
            report.user_properties.append(("rules", rule_ids(item)))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Where tests run in several processes, reports come together in the first."""
        for key, ids in report.user_properties:
            for rule_id in ids if key == "rules" else ():
                for coverage in self.coverages:
                    coverage.add(rule_id, report.nodeid, report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(
            "\n".join(line for each in self.coverages for line in (each.game, *each.lines(), "")), encoding="utf-8"
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        left = sum(len(coverage.missing) for coverage in self.coverages)
        said = f"{left} rules and rulings left without a test that passed" if left else "every rule is held"
        terminalreporter.write_line(f"rules: {said}; see {self.path}")
