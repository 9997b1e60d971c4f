"""Families of questions about a unit of a story: what can be asked, the right answer, and who can know it.

For a unit, a family gives the keys of what it could ask, each with the ids of the rules that the answer needs. A
question is made from a unit, a key and the seat that is asked. If hidden cards or random numbers might matter, the unit
is played again in games that this seat imagines: if the answers differ, the question is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from vendetta_kit.course.questions import AnswerOption, ExplanationLine, Question, Words, join_texts, shuffled_options
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.game import Game

FEWEST: Final = {"one": 2, "many": 3, "order": 2}
"""The fewest options of a question by its form: of two things, those that fit are seen at once."""


class UnitOutcome(NamedTuple):
    """The outcome of a unit, in the real game or in an imagined one."""

    n: list[int]
    z: list[tuple[int, ...]]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class Unit:
    """Something to ask about: a part of a story (:class:`.drill_positions.Played`), or a situation made up by a game.

    ``story`` and ``n``, the running number of its first row of the log, identify it.
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
        """Whether it is an action that a player chose: then its outcome is seen only from the unit itself."""
        return False

    def position(self) -> Game[Any]:
        """Return the game before it, with its record."""
        raise NotImplementedError

    def outcome(self) -> UnitOutcome:
        """Return its outcome in the real game."""
        return UnitOutcome([], [], (), ())

    def worlds(self, seat: int) -> Iterator[Game[Any]]:
        """Yield games that a seat imagines before the unit, in which the unit was played and recorded."""
        return iter(())

    def viewers(self) -> tuple[int, ...]:
        """Return the seats that can be asked about it."""
        return (0,)

    def by_chance(self) -> bool:
        """Return whether random numbers decided between different outcomes, or revealed an unknown card."""
        return False

    def told_to(self, viewer: int) -> Unit:
        """Return the unit as it is told to a seat: who is asked is always the same person."""
        return self

    def scene(self) -> Words | None:
        """Return what is about to happen as text; ``None`` if each family says it, or if it would reveal the answer."""
        return None

    def working(self, viewer: int, until: int | None, seat: int | None) -> tuple[ExplanationLine, ...]:
        """Return its log lines; with ``until`` up to a row's number, with ``seat`` only those that concern one seat."""
        return ()


class QuestionKey(NamedTuple):
    """Something to ask: the family's key for it, and the ids of the rules that the answer needs."""

    key: str
    rules: tuple[str, ...]


class Body(NamedTuple):
    """The texts of a question: its part of the prompt, its options, and the lines before and after the log's.

    ``why`` is one sentence with the position's numbers that says why the right answer is right.
    """

    prompt: Words
    options: tuple[AnswerOption, ...] = ()
    first: tuple[ExplanationLine, ...] = ()
    last: tuple[ExplanationLine, ...] = ()
    scene: bool = True
    why: Words | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """A family of questions.

    ``about`` returns the keys of what can be asked of a unit, ``right`` the right values, ``body`` the texts, or
    ``None`` if there is nothing sensible to ask, ``until`` the row's number up to which the log explains the answer.
    With ``open``, hidden cards cannot matter, and no imagined games are tried; with ``drawn``, random numbers matter.
    ``kept`` is the share of questions that are asked, by the right answer, where some answers are right too often.
    ``focus`` returns the seat that a key is about, to which the explanation is limited. ``asker`` returns the only seat
    that can be asked, if there is one. ``strip`` removes the answer from the view.
    With ``table`` a page shows the view with the question: what it asks about lies there; with ``pressed`` so do its
    options, and a press there answers. ``shows`` returns the names of what the page shows of it; none: what is usual.
    ``then`` returns the game that a page shows once the question is answered; ``None``: the same as before.
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
    kept: Mapping[str, float] = field(default_factory=dict)
    table: bool = True
    pressed: bool = False
    shows: Callable[[Any, str], tuple[str, ...]] | None = None
    then: Callable[[Any, str], Game[Any] | None] | None = None


def rules_in(rows: Iterable[Event | Entry], known: frozenset[str]) -> tuple[str, ...]:
    """Return the rules of these rows that are in ``known``, special cases first."""
    return tuple(dict.fromkeys(rule for row in rows for rule in row.rules if rule in known))


def possible_questions(unit: Unit, families: Mapping[str, Family]) -> Iterable[tuple[Family, QuestionKey]]:
    """Return all keys that could be asked of a unit, each with its family."""
    for entry in families.values():
        for asked in entry.about(unit):
            if asked.rules:
                yield entry, asked


def seats_for(unit: Unit, entry: Family, asked: QuestionKey) -> tuple[int, ...]:
    """Return the seats to which the question of this key about a unit can be put."""
    return unit.viewers() if entry.asker is None else (entry.asker(asked.key),)


def make_question(unit: Unit, entry: Family, asked: QuestionKey, viewer: int) -> Question | None:
    """Return the question, or ``None`` if it cannot be asked of this seat."""
    unit = unit.told_to(viewer)
    body = entry.body(unit, asked.key, viewer)
    if body is None:
        return None
    prompt = body.prompt
    if body.scene:
        what = unit.scene()
        if what is None:
            return None
        prompt = join_texts([what, prompt])
    right = entry.right(unit, unit.outcome(), asked.key)
    if not entry.open and not _can_be_known(unit, entry, asked.key, viewer, right):
        return None
    question_id = f"{entry.name}:{unit.story}:{unit.n}:{viewer}:{asked.key}"
    view = unit.position().view(viewer)
    until = entry.until(unit) if entry.until is not None else None
    log = unit.working(viewer, until, entry.focus(asked.key) if entry.focus is not None else None)
    working = (*body.first, *log, *body.last)
    options = body.options if entry.form == "number" else shuffled_options(body.options, question_id)
    values = {option.value for option in options}
    if entry.form != "number" and (not set(right) <= values or len(values) < FEWEST[entry.form]):
        return None
    if entry.strip is not None:
        view = entry.strip(view)
    then = entry.then(unit, asked.key) if entry.then is not None else None
    return Question(
        question_id,
        entry.form,
        asked.rules,
        prompt,
        options,
        right,
        working,
        view,
        reason=body.why,
        table=entry.table,
        shows=entry.shows(unit, asked.key) if entry.shows is not None else (),
        after=then.view(viewer, log=False) if then is not None else None,
    )


def _can_be_known(unit: Unit, entry: Family, key: str, viewer: int, right: tuple[str, ...]) -> bool:
    """Return whether the answer is the same in every game that this seat imagines."""
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
