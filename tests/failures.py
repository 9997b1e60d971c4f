"""A pytest plugin that tells each failure at once and ends with the commands that repeat what failed.

``pytest -p tests.failures``: `make test` runs every part of the tests with it.
"""

from __future__ import annotations

import shlex
import sys

import pytest

_REPEATED = 5
"""Failures whose command is printed at the end; of more than that the first ones will do."""


class FailureReport:
    """Prints the name of each test that fails as soon as it has failed, and at the end how to run it again."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print the failed test and the last line of its error."""
        if not report.failed:
            return
        self._failed.append(report.nodeid)
        last = (report.longreprtext.strip().splitlines() or [""])[-1]
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        assert terminal is not None
        terminal.ensure_newline()
        terminal.write_line(f"FAILED {report.nodeid} ({report.when}): {last[:200]}", red=True)
        terminal.flush()  # whoever reads through a pipe, as `make test` does, is told at once too

    def pytest_unconfigure(self) -> None:
        """Print the commands last of all, after pytest's own summary."""
        names = list(dict.fromkeys(self._failed))
        for name in names[:_REPEATED]:
            print("again:", repeat_command(name, self._config.invocation_params.args))
        if len(names) > _REPEATED:
            print(f"and {len(names) - _REPEATED} more, named above")
        sys.stdout.flush()


def repeat_command(nodeid: str, args: tuple[str, ...]) -> str:
    """Return the shell command that runs one test alone, with the plugins and the nbval options of this run."""
    kept: list[str] = []
    for option, value in zip(args, (*args[1:], ""), strict=True):
        if option.startswith("--nbval"):
            kept.append(option)
        elif option == "-p" and value != __name__:
            kept += ["-p", value]
    return shlex.join([".venv/bin/python", "-m", "pytest", *kept, nodeid])


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a worker's reports come to the process that started it
        config.pluginmanager.register(FailureReport(config), "failure-report")
