"""Puzzles of Vendetta: decisions with one clearly best action, as scenario files (``data/puzzles``)."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from vendetta_kit.data_paths import data_dir
from vendetta_kit.input_errors import Message
from vendetta_kit.scenarios import BadScenario, Scenario, check_files, load
from vendetta_kit.scenarios.model import Do

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO


__all__ = ["PuzzleHeading", "check_puzzles", "folder", "headings", "open_puzzle", "shipped", "solution"]


class PuzzleHeading(NamedTuple):
    """The path, themes and grade of a puzzle, known without reading its file."""

    path: str
    themes: tuple[str, ...]
    grade: int


def folder() -> str:
    """Return the folder of the kit's own puzzles."""
    return os.path.join(data_dir(), "puzzles")


def shipped() -> tuple[str, ...]:
    """Return the paths of the kit's own puzzles, by name."""
    return tuple(os.path.join(folder(), name) for name in sorted(os.listdir(folder())) if name.endswith(".yaml"))


@cache
def headings() -> dict[str, PuzzleHeading]:
    """Return the kit's own puzzles by id, in order, without playing any of them.

    >>> all(1 <= heading.grade <= 3 and heading.themes for heading in headings().values())
    True
    """
    import yaml

    found = {}
    for path in shipped():
        with open(path, encoding="utf-8") as file:
            line = next(line for line in file if line.startswith("puzzle:"))
        told = yaml.safe_load(line)["puzzle"]
        name = os.path.basename(path).removesuffix(".yaml")
        found[name] = PuzzleHeading(path, tuple(told["themes"]), int(told["grade"]))
    return found


def open_puzzle(path: str) -> Scenario:
    """Return a puzzle: a scenario with a ``puzzle`` key whose first step is legal at the start.

    Raises:
        BadScenario: it is no scenario or no puzzle, or its solution is not legal at the start.
    """
    scenario = load(path)
    if scenario.puzzle is None:
        raise BadScenario(path, 1, "puzzle", Message("missing"), Message("want.a_puzzle"))
    step = solution(scenario)
    why = scenario.game().why_not(step.seat, step.action)
    if why is not None:
        fault = Message("cannot_why", name=scenario.names[step.seat], why=why)
        raise BadScenario(path, step.mark.line, f"{step.mark.key}.{step.action.do}", fault, Message("want.solution"))
    return scenario


def solution(scenario: Scenario) -> Do:
    """Return the first step of a puzzle: the best action of its seat."""
    step = scenario.steps[0]
    assert isinstance(step, Do)
    return step


def check_puzzles(paths: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Play puzzles to their end, check all that they expect, and write a line for each.

    Args:
        paths: their files.
        out: where results are written.
        err: where a line is written for a file that is no puzzle.

    Returns:
        0 if everything holds, 1 if not, 2 if a file is no puzzle.
    """
    code = 0
    good: list[str] = []
    for path in paths:
        try:
            open_puzzle(path)
            good.append(path)
        except BadScenario as bad:
            print(bad, file=err)
            code = 2
    return max(code, check_files(good, out=out))
