"""What a scenario file says, once it is read: frozen values, seats as numbers, each with the line where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.agenda import run

from .dialect import Dialect


class BadScenario(BadInput):
    """A file that is no scenario, or tells of something that cannot be done. The message is one line.

    ``file``, ``line``, ``key``, ``fault`` and ``expected`` are its parts; a ``key`` that is empty means the whole file.
    """

    def __init__(self, file: str, line: int, key: str, fault: Message, expected: Message | None = None) -> None:
        super().__init__(f"{file}:{line}", fault, expected)
        self.args = (file, line, key, fault, expected)
        self.file = file
        self.line = line
        self.key = key or str(Message("file"))

    def place(self, lang: str) -> str:
        return f"{self.where}: {self.args[2] or Message('file').text(lang)}"


@dataclass(frozen=True, slots=True)
class SourceMark:
    """Where something stands, and how it reads there in one line of YAML."""

    line: int
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Do:
    """A seat does something: plays, Drains, keeps, chooses …"""

    mark: SourceMark
    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Order:
    """A seat says in which order its own cards of one step act."""

    mark: SourceMark
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """Something that must be true.

    ``kind`` is the name of one of its dialect's forms (event, transfer, hidden, end, moment, and the game's own);
    ``about`` says of what, ``wants`` what must hold there.
    """

    mark: SourceMark
    kind: str
    about: Mapping[str, Any]
    wants: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """What a seat may not do now, and the rules that must be among those that forbid it."""

    mark: SourceMark
    seat: int
    action: Action
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunTo:
    """Everybody takes the default until ``goal``: the end of something, or ``step:`` and the name of a step."""

    mark: SourceMark
    goal: str


@dataclass(frozen=True, slots=True)
class Check:
    """An expectation that must hold here already, in the middle of the story."""

    mark: SourceMark
    expectation: Expectation


Step = Do | Order | RefusedStep | RunTo | Check


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What makes a scenario a puzzle: its first step is the solution, and the rest of its steps how it goes on.

    ``seat`` is to act; ``gap`` is what the next best choice has less chance to win, in per cent, with the bounds of its
    ``interval``, found with so many ``simulations`` under each reading of each switch. Who writes a puzzle by hand may
    leave these three out.
    """

    seat: int
    themes: tuple[str, ...]
    grade: int
    gap: int | None = None
    interval: tuple[int, int] | None = None
    simulations: int | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file: a table, what the players do, and what must be true afterwards.

    ``title`` holds the words by language; ``rules`` the ids that it shows; ``table`` the keys that set the table;
    ``puzzle`` what makes it a puzzle, if it is one.
    """

    dialect: Dialect
    file: str
    id: str
    title: Mapping[str, str]
    rules: tuple[str, ...]
    names: tuple[str, ...]
    table: Mapping[str, Any]
    steps: tuple[Step, ...]
    expect: tuple[Expectation, ...]
    text: str
    puzzle: Puzzle | None = None

    def game(self, record: bool = True) -> Any:
        """Return a game at the scenario's start, for somebody to play on from there."""
        game = self.dialect.prepare(self.table, record)
        run(game)
        return game


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that does not hold: where it stands, what it says, and what was found."""

    file: str
    line: int
    expectation: str
    found: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.expectation}: {self.found}"


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """What came of a scenario. ``game`` is the game as the story left it."""

    scenario: Scenario
    failures: tuple[Failure, ...]
    game: Any

    @property
    def ok(self) -> bool:
        """Whether all that the file expects holds."""
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        """``{"id", "ok", "failures"}``, the failures in words."""
        return {"id": self.scenario.id, "ok": self.ok, "failures": [str(failure) for failure in self.failures]}
