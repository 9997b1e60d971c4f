"""What a game adds to scenario files: how a position is described, the actions, and what can be expected.

Each game gives one :class:`Dialect`, as it gives :class:`vendetta_kit.kernel.rules.Rules` to the kernel. The key
``format`` of a file says which dialect it is written in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vendetta_kit.input_errors import Path
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import Rules

if TYPE_CHECKING:
    from .model import Do, Expectation
    from .parser import Parser

STEP: Final = "step:"
"""Prefix of the names of goals that a scenario also passes without a ``run_to``."""
START: Final = "start"
"""The point of a scenario before its first step."""


class ExpectedFact(NamedTuple):
    """An expectation as read from a file: ``about`` is its subject, ``wants`` what must be true of it."""

    about: Mapping[str, Any]
    wants: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ExpectationForm:
    """One form of expectation.

    Args:
        kind: name of the form.
        told_by: sets of keys; a row that has all keys of one of these sets has this form.
        read: reads a row of the file: ``(parser, row, path)``.
        judge: returns what does not hold, as text: ``(game, expectation)``.
    """

    kind: str
    told_by: tuple[tuple[str, ...], ...]
    read: Callable[[Any, Mapping[str, Any], Path], ExpectedFact]
    judge: Callable[[Any, Expectation], Iterator[str]]

    def fits(self, row: Mapping[str, Any]) -> bool:
        """Return whether a row of the file has this form."""
        return any(all(key in row for key in keys) for keys in self.told_by)


def _at_the_start(table: Mapping[str, Any]) -> str:
    return START


def _nowhere(g: Any) -> Iterable[tuple[int, str]]:
    return ()


def _no_order(g: Any, seat: int, cards: tuple[str, ...]) -> Action | None:
    return None


def _never(g: Any, before: Do | None, step: Do) -> bool:
    return False


def _plainly(action: Action, names: tuple[str, ...], lang: str) -> str:
    return str(action)


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a game adds to scenario files.

    Args:
        format: value of the key ``format`` in files of this game, such as ``vendetta-scenario/1``.
        rules: the rules of the game.
        table: the keys of a file that describe the position.
        begins: those of them of which a file must have one.
        reader: the parser class of such files.
        prepare: returns the game at the described position: ``(table, whether it is recorded)``.
        forms: the forms of expectation; a row has the first form that fits it.
        fits: for each class of action the numbers of the kinds of decision that it can answer.
        default: returns what a seat does where the file says nothing: ``(game, seat)``.
        is_rule: returns whether a text is the id of a rule or ruling.
        step: returns the step of a file in which a seat does something: ``(game before it, seat, action)``.
        goals: the points at which ``run_to`` can stop; those with the prefix ``step:`` are also passed without it.
        pauses: returns the indices of the agenda's steps before which a goal lies, from the top: ``(game)``.
        start: returns the goal at which a described position is: ``(table)``.
        by_order: returns the answer to an open question of order, from the order that a seat gave for its cards.
        never_by_default: numbers of the kinds of decision that a file must answer itself.
        idle: numbers of the kinds in which a seat may only say that it is done.
        turn_ends: the actions that end a turn, with the numbers of the kinds in which the turn may still go on.
        says: returns an action as text: ``(action, names, language)``.
        plays_out: numbers of the kinds of decision that are part of something bigger, such as an action: a scenario
            ends with that, so seats that are still asked take the default.
        as_read: returns whether what a step says has already happened: ``(game, step before it or None, step)``.
        themes: the themes of puzzles; a game without any has no puzzles.
    """

    format: str
    rules: Rules
    table: tuple[str, ...]
    reader: type[Parser]
    prepare: Callable[[Mapping[str, Any], bool], Any]
    forms: tuple[ExpectationForm, ...]
    fits: Mapping[type[Action], tuple[int, ...]]
    default: Callable[[Any, int], Action]
    is_rule: Callable[[str], bool]
    step: Callable[[Any, int, Action], Mapping[str, Any]]
    goals: tuple[str, ...] = ()
    pauses: Callable[[Any], Iterable[tuple[int, str]]] = _nowhere
    start: Callable[[Mapping[str, Any]], str] = _at_the_start
    by_order: Callable[[Any, int, tuple[str, ...]], Action | None] = _no_order
    never_by_default: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    turn_ends: Mapping[type[Action], tuple[int, ...]] | None = None
    says: Callable[[Action, tuple[str, ...], str], str] = _plainly
    begins: tuple[str, ...] = ("seats",)
    plays_out: tuple[int, ...] = ()
    as_read: Callable[[Any, Do | None, Do], bool] = _never
    themes: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a file, in the order in which they usually stand."""
        puzzle = ("puzzle",) if self.themes else ()
        return ("format", "id", "title", "rules", *puzzle, *self.table, "steps", "expect")

    @property
    def steps(self) -> tuple[str, ...]:
        """The names, without prefix, of the goals that a scenario also passes without a ``run_to``."""
        return tuple(goal.removeprefix(STEP) for goal in self.goals if goal.startswith(STEP))

    @property
    def ends(self) -> tuple[str, ...]:
        """The names of the goals that only ``run_to`` stops at, each of them the end of something."""
        return (*(goal for goal in self.goals if not goal.startswith(STEP)), "end_of_game")

    def judge(self, g: Any, wanted: Expectation) -> list[str]:
        """Return what does not hold of an expectation, as texts; empty if all of it holds."""
        return list(next(form for form in self.forms if form.kind == wanted.kind).judge(g, wanted))

    def ends_turn(self, action: Action) -> tuple[int, ...] | None:
        """Return the kinds of decision in which the turn can go on after this action; ``None`` if it ends no turn."""
        return (self.turn_ends or {}).get(type(action))
