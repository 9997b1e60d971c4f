"""The content of a scenario file as frozen values: seats as numbers, each value with its line in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.agenda import run

from .dialect import Dialect


class BadScenario(BadInput):
    """Error: a file is not a valid scenario, or a step in it is not possible. The message is one line.

    ``file``, ``line``, ``key``, ``fault`` and ``expected`` are its parts; an empty ``key`` stands for the whole file.
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
    """The line of a value in a file, and its text as one line of YAML."""

    line: int
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Do:
    """A step in which a seat takes an action: plays, Drains, keeps, chooses …"""

    mark: SourceMark
    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Order:
    """A step in which a seat gives the order in which its cards act."""

    mark: SourceMark
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """Something that must be true.

    ``kind`` is the name of one of its dialect's forms (event, transfer, hidden, end, moment, and the game's own);
    ``about`` is its subject, ``wants`` what must be true of it.
    """

    mark: SourceMark
    kind: str
    about: Mapping[str, Any]
    wants: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """A step that tries an illegal action, and the rules that must be among those that forbid it."""

    mark: SourceMark
    seat: int
    action: Action
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunTo:
    """A step in which all seats take the default until ``goal``: the end of something, or ``step:`` and a name."""

    mark: SourceMark
    goal: str


@dataclass(frozen=True, slots=True)
class Check:
    """A step that checks an expectation in the middle of the scenario."""

    mark: SourceMark
    expectation: Expectation


Step = Do | Order | RefusedStep | RunTo | Check


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The puzzle of a scenario: the step after the first ``after`` ones is the solution, the further show what follows.

    ``seat`` is to act. ``gap`` is the difference in winning chance to the second best choice, in percentage points,
    ``interval`` its bounds, and ``simulations`` the number of games played for it under each reading of each rule
    switch. A puzzle written by hand may omit these three. ``asks`` names the fields of the solution that a move must
    share with it to be right; if it is empty, all of them. ``answers`` says how many there are. ``wins``, at a choice
    to stay or not: whether who stays wins there, which is then asked, too.
    """

    seat: int
    themes: tuple[str, ...]
    grade: int
    gap: int | None = None
    interval: tuple[int, int] | None = None
    simulations: int | None = None
    after: int = 0
    asks: tuple[str, ...] = ()
    answers: int | None = None
    wins: bool | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file: a position, what the players do, and what must be true afterwards.

    ``title`` has the titles by language, ``rules`` the ids of the rules that it shows, ``table`` the keys that describe
    the position; ``puzzle`` is ``None`` if it is no puzzle.
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
        """Return a game at the scenario's start, from which it can be played freely."""
        game = self.dialect.prepare(self.table, record)
        run(game)
        return game


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that does not hold: its place in the file, its text, and what was found."""

    file: str
    line: int
    expectation: str
    found: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.expectation}: {self.found}"


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """The result of running a scenario. ``game`` is the game after its last step."""

    scenario: Scenario
    failures: tuple[Failure, ...]
    game: Any

    @property
    def ok(self) -> bool:
        """Whether all expectations of the file hold."""
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        """Return ``{"id": …, "ok": …, "failures": […]}``, the failures as texts."""
        return {"id": self.scenario.id, "ok": self.ok, "failures": [str(failure) for failure in self.failures]}
