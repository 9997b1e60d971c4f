"""Families of questions about a unit of a story: what can be asked, what is right, and who can know it.

A family looks at a unit and names what it could ask there (its keys, each with the rules that the answer rests on). A
question is made of a unit, a key and the seat that is asked. Where hidden cards or chance might matter, the unit is
played again in worlds that this seat cannot tell from the real one: if they do not agree on the answer, the question
is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from vendetta_kit.course.questions import AnswerOption, ExplanationLine, Question, Words, shuffled, worded
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.game import Game

__all__ = ["Body", "Family", "QuestionKey", "Unit", "UnitOutcome", "asked_in", "make", "rules_in", "seats_for"]


class UnitOutcome(NamedTuple):
    """What came of a unit, in the real game or in an imagined one."""

    n: list[int]
    z: list[tuple[int, ...]]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class Unit:
    """Something to ask about: what happened in a story of a game (:class:`.drill_positions.Played`), or what a game
    makes up.

    ``story`` and ``n``, the running number of its first row of the log, are enough to find it again.
    """

    story: str
    n: int
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        raise NotImplementedError

    @property
    def acted(self) -> bool:
        """Whether it is something that a player did of her own accord: then its outcome shows in it alone."""
        return False

    def position(self) -> Game[Any]:
        """Return the game as it stood before, with its record up to there."""
        raise NotImplementedError

    def outcome(self) -> UnitOutcome:
        """Return what really came of it."""
        return UnitOutcome([], [], (), ())

    def worlds(self, seat: int) -> Iterator[Game[Any]]:
        """Return the unit played in games that a seat cannot tell from this one beforehand, recorded from there."""
        return iter(())

    def viewers(self) -> tuple[int, ...]:
        """Return the seats that can be asked about it."""
        return (0,)

    def by_chance(self) -> bool:
        """Return whether chance chose among things that are not alike, or brought what nobody knew."""
        return False

    def scene(self) -> Words | None:
        """Return what is about to happen, in words; ``None`` where each family says it, or that would give it away."""
        return None

    def working(self, viewer: int, until: int | None, seat: int | None) -> tuple[ExplanationLine, ...]:
        """Return the log of it: up to a row's number, and of what touches one seat, where these are given."""
        return ()


class QuestionKey(NamedTuple):
    """Something to ask: the family's key for it, and the rules that the answer rests on."""

    key: str
    rules: tuple[str, ...]


class Body(NamedTuple):
    """The words of a question: its own part of the prompt, its options, and lines before and after the log's."""

    prompt: Words
    options: tuple[AnswerOption, ...] = ()
    first: tuple[ExplanationLine, ...] = ()
    last: tuple[ExplanationLine, ...] = ()
    scene: bool = True


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of question.

    ``about`` names what can be asked of a unit; ``right`` gives the right values; ``body`` the words, or ``None`` if
    there is nothing sensible to ask after all; ``until`` how far the log is part of the working (a row's number).
    With ``open`` nothing hidden can matter, and no worlds are tried; with ``drawn`` it matters what chance chooses.
    ``focus`` names the seat that a key is about: the working leaves out what does not touch it. ``asker`` names the
    seat that can be asked, where it is only one. ``strip`` takes the answer out of the view where it would show it.
    """

    name: str
    form: str
    about: Callable[[Any], Iterable[QuestionKey]]
    right: Callable[[Any, UnitOutcome, str], tuple[str, ...]]
    body: Callable[[Any, str, int], Body | None]
    open: bool = False
    strip: Callable[[Any], Any] | None = None
    until: Callable[[Any], int] | None = None
    focus: Callable[[str], int] | None = None
    drawn: bool = False
    asker: Callable[[str], int] | None = None


def rules_in(rows: Iterable[Event | Entry], known: frozenset[str]) -> tuple[str, ...]:
    """Return the rules of these rows that a family asks about, the special cases first."""
    return tuple(dict.fromkeys(rule for row in rows for rule in row.rules if rule in known))


def asked_in(unit: Unit, families: Mapping[str, Family]) -> Iterable[tuple[Family, QuestionKey]]:
    """Return all that could be asked of a unit."""
    for entry in families.values():
        for asked in entry.about(unit):
            if asked.rules:
                yield entry, asked


def seats_for(unit: Unit, entry: Family, asked: QuestionKey) -> tuple[int, ...]:
    """Return the seats that can be asked this."""
    return unit.viewers() if entry.asker is None else (entry.asker(asked.key),)


def make(unit: Unit, entry: Family, asked: QuestionKey, viewer: int) -> Question | None:
    """Return the question, or ``None`` if it cannot be asked of this seat."""
    body = entry.body(unit, asked.key, viewer)
    if body is None:
        return None
    prompt = body.prompt
    if body.scene:
        what = unit.scene()
        if what is None:
            return None
        prompt = worded([what, prompt])
    right = entry.right(unit, unit.outcome(), asked.key)
    if not entry.open and not _can_be_known(unit, entry, asked.key, viewer, right):
        return None
    question_id = f"{entry.name}:{unit.story}:{unit.n}:{viewer}:{asked.key}"
    view = unit.position().view(viewer)
    until = entry.until(unit) if entry.until is not None else None
    log = unit.working(viewer, until, entry.focus(asked.key) if entry.focus is not None else None)
    working = (*body.first, *log, *body.last)
    options = body.options if entry.form == "number" else shuffled(body.options, question_id)
    values = {option.value for option in options}
    if entry.form != "number" and (not set(right) <= values or len(values) < 2):
        return None
    if entry.strip is not None:
        view = entry.strip(view)
    return Question(question_id, entry.form, asked.rules, prompt, options, right, working, view)


def _can_be_known(unit: Unit, entry: Family, key: str, viewer: int, right: tuple[str, ...]) -> bool:
    """Whether the answer is the same in every world that this seat holds possible."""
    if (unit.acted or entry.drawn) and unit.by_chance():
        return False
    if unit.acted:
        return True
    for world in unit.worlds(viewer):
        assert world.rec is not None
        there = UnitOutcome(world.n, world.z, tuple(world.rec.events), tuple(world.rec.entries))
        if entry.right(unit, there, key) != right:
            return False
    return True
