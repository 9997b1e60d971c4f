"""What a game adds to scenario files: how its table is set, what is done there, and what can be expected of it.

One frozen :class:`Dialect` is all that the scenarios are given of a game, as :class:`vendetta_kit.kernel.rules.Rules`
is all that the kernel is. Which file speaks which is said by its ``format``.
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

__all__ = ["START", "STEP", "Dialect", "ExpectationForm", "ExpectedFact"]

STEP: Final = "step:"
"""How the name of a goal begins that a story runs through by itself."""
START: Final = "start"
"""Where a story is before its first step."""


class ExpectedFact(NamedTuple):
    """What an expectation says: ``about`` of what, ``wants`` what must hold there."""

    about: Mapping[str, Any]
    wants: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ExpectationForm:
    """One form of expectation.

    Args:
        kind: its name.
        told_by: the keys that tell it: one of these sets must be there.
        read: what a row of the file says: ``(parser, row, path)``.
        judge: what does not hold of it, in words: ``(game, expectation)``.
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
    """What a game adds to scenario files. What has a default need not be said by a game that has no use for it.

    Args:
        format: the word that files of this game begin with, such as ``vendetta-scenario/1``.
        rules: the game's.
        table: the keys of a file that set the table.
        begins: those of them with one of which it must begin.
        reader: reads the words of such a file.
        prepare: a game as the table says, before its first step: ``(table, whether it is recorded)``.
        forms: what can be expected; the first that fits a row is meant.
        fits: numbers of the kinds of decision in which a seat is asked for such an action, by its class.
        default: what a seat does where the story says nothing: ``(game, seat)``.
        is_rule: whether a text is the id of a rule or ruling.
        step: the step of a story in which a seat does this: ``(game before it, seat, action)``.
        goals: where a story can stop; ``step:`` and a name for a moment that it runs through by itself.
        pauses: places of the agenda before which there is one of the goals, from the top down: ``(game)``.
        start: where the story is when the table has been set: ``(table)``.
        by_order: the answer by the order that a seat has given for its cards, if that is asked now.
        never_by_default: numbers of the kinds of decision that a story must answer itself.
        idle: numbers of the kinds in which a seat may only say that it is done.
        turn_ends: actions that end a turn, with the kinds in which it can still go on: elsewhere it has ended.
        says: an action in words: ``(action, names, language)``.
        plays_out: numbers of the kinds of decision that belong to what goes on, such as an action: the story ends when
            that does, so who is still asked takes the default.
        as_read: whether a step says what has come by itself: ``(game, step before it or None, step)``.
        themes: what a puzzle can be about; without any, a file of this game is no puzzle.
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
        """Moments that a story runs through by itself, and where it can stop."""
        return tuple(goal.removeprefix(STEP) for goal in self.goals if goal.startswith(STEP))

    @property
    def ends(self) -> tuple[str, ...]:
        """What a story can run to the end of."""
        return (*(goal for goal in self.goals if not goal.startswith(STEP)), "end_of_game")

    def judge(self, g: Any, wanted: Expectation) -> list[str]:
        """Return what does not hold of an expectation, in words; empty if all of it holds."""
        return list(next(form for form in self.forms if form.kind == wanted.kind).judge(g, wanted))

    def ends_turn(self, action: Action) -> tuple[int, ...] | None:
        """Return the kinds in which a turn that this action ends can still go on; ``None`` if it ends none."""
        return (self.turn_ends or {}).get(type(action))
