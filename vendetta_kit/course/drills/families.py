"""Families of questions about a unit of a story: what can be asked, what is right, and who can know it.

A family looks at a unit and names what it could ask there (its keys, each with the rules that the answer rests on). A
question is made of a unit, a key and the seat that is asked. Where hidden cards or chance might matter, the unit is
played again in worlds that this seat cannot tell from the real one: if they do not agree on the answer, the question
is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vendetta_kit.course.drills.scenes import scene
from vendetta_kit.course.questions import Line, Option, Question, Words, shuffled, worded
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.phrases import told
from vendetta_kit.games.vendetta.engine.actions import Choose
from vendetta_kit.games.vendetta.engine.state import ALLIANCE, OUT
from vendetta_kit.games.vendetta.engine.tables import IDS

if TYPE_CHECKING:
    from vendetta_kit.course.drills.stories import Unit
    from vendetta_kit.games.vendetta.engine.views import View
    from vendetta_kit.kernel.events import Entry, Event

__all__ = ["FAMILIES", "Asked", "Family", "Outcome", "asked_in", "family", "make", "outcome", "rules_in"]


class Outcome(NamedTuple):
    """What came of a unit, in the real game or in an imagined one."""

    n: list[int]
    z: list[tuple[int, ...]]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]


class Asked(NamedTuple):
    """Something to ask: the family's key for it, and the rules that the answer rests on."""

    key: str
    rules: tuple[str, ...]


class Body(NamedTuple):
    """The words of a question: its own part of the prompt, its options, and lines before and after the log's."""

    prompt: Words
    options: tuple[Option, ...] = ()
    first: tuple[Line, ...] = ()
    last: tuple[Line, ...] = ()
    scene: bool = True


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of question.

    ``about`` names what can be asked of a unit; ``right`` gives the right values; ``body`` the words, or ``None`` if
    there is nothing sensible to ask after all; ``shown`` how far the log is part of the working (a row's number).
    With ``open`` nothing hidden can matter, and no worlds are tried; with ``drawn`` it matters which card a Frenzy
    Drains. With ``focus`` the working leaves out what does not touch the seat that the key begins with. ``strip`` takes
    the answer out of the view where it would show it.
    """

    name: str
    form: str
    about: Callable[[Unit], Iterable[Asked]]
    right: Callable[[Unit, Outcome, str], tuple[str, ...]]
    body: Callable[[Unit, str, int], Body | None]
    open: bool = False
    strip: Callable[[View], View] | None = None
    until: Callable[[Unit], int] | None = None
    focus: bool = False
    drawn: bool = False


FAMILIES: Final[dict[str, Family]] = {}


def family(entry: Family) -> Family:
    """Put a family among those that are asked."""
    FAMILIES[entry.name] = entry
    return entry


def outcome(unit: Unit) -> Outcome:
    """What really came of it."""
    return Outcome(*unit.after, unit.events, unit.entries)


def rules_in(rows: Iterable[Event | Entry], known: frozenset[str]) -> tuple[str, ...]:
    """The rules of these rows that a family asks about, the special cases first."""
    return tuple(dict.fromkeys(rule for row in rows for rule in row.rules if rule in known))


def asked_in(unit: Unit) -> Iterable[tuple[Family, Asked]]:
    """All that could be asked of a unit."""
    for entry in FAMILIES.values():
        for asked in entry.about(unit):
            if asked.rules:
                yield entry, asked


def viewers(unit: Unit) -> tuple[int, ...]:
    """The seats that can be asked about a unit: all still in the game; of an answer only who gave it."""
    if isinstance(unit.action, Choose) and unit.seat is not None:
        return (unit.seat,)
    return tuple(seat for seat in range(unit.game.seats) if not unit.before[0][OUT] >> seat & 1)


def make(unit: Unit, entry: Family, asked: Asked, viewer: int) -> Question | None:
    """The question, or ``None`` if it cannot be asked of this seat."""
    body = entry.body(unit, asked.key, viewer)
    if body is None:
        return None
    prompt = body.prompt
    if body.scene:
        what = scene(unit)
        if what is None:
            return None
        prompt = worded([what, prompt])
    right = entry.right(unit, outcome(unit), asked.key)
    if not entry.open and not _can_be_known(unit, entry, asked.key, viewer, right):
        return None
    question_id = f"{entry.name}:{unit.story}:{unit.n}:{viewer}:{asked.key}"
    view = unit.position().view(viewer)
    working = (*body.first, *_log(unit, entry, viewer, asked.key), *body.last)
    options = body.options if entry.form == "number" else shuffled(body.options, question_id)
    values = {option.value for option in options}
    if entry.form != "number" and (not set(right) <= values or len(values) < 2):
        return None
    return Question(
        question_id,
        entry.form,
        asked.rules,
        prompt,
        options,
        right,
        working,
        entry.strip(view) if entry.strip is not None else view,
    )


_SCENERY: Final = ("act", "choice", "order", "tokens", "winner", "lone", "nobody", "bids", "relic_used", "ignored")


def _log(unit: Unit, entry: Family, viewer: int, key: str) -> tuple[Line, ...]:
    until = entry.until(unit) if entry.until is not None else 1 << 60
    events = [event for event in unit.events if event.n <= until and event.kind not in ("phase", "step")]
    entries = [line for line in unit.entries if line.n <= until]
    if entry.focus:
        seat = seat_of(key)
        events = [event for event in events if event.seat == seat or event.kind in _SCENERY]
        entries = [line for line in entries if seat in (line.source.seat, line.target.seat)]
    return told(viewer, unit.game.names, events, entries)


def _can_be_known(unit: Unit, entry: Family, key: str, viewer: int, right: tuple[str, ...]) -> bool:
    """Whether the answer is the same in every world that this seat holds possible."""
    acted = unit.action is not None and not isinstance(unit.action, Choose)
    if (acted or entry.drawn) and _by_chance(unit):
        return False
    if acted:
        return True
    for world in unit.worlds(viewer):
        assert world.rec is not None
        there = Outcome(world.n, world.z, tuple(world.rec.events), tuple(world.rec.entries))
        if entry.right(unit, there, key) != right:
            return False
    return True


def _by_chance(unit: Unit) -> bool:
    """Whether chance chose among cards that are not alike in a Frenzy, or brought a card that nobody knew."""
    for event in unit.events:
        if event.kind == "drain" and "FRZ-04" in event.rules and event.seat is not None:
            cards = [IDS[card] for card in unit.before[1][ALLIANCE + event.seat]]
            cards += [e.data["card"] for e in unit.events if e.kind in ("ally", "victim") and e.seat == event.seat]
            people = [box.find(card) for card in cards]
            worth = {(getattr(p, "drain_blood", 0), getattr(p, "creature", "")) for p in people}
            if len(worth) > 1:
                return True
    return any(event.kind in ("draw", "look") for event in unit.events)


# Views that do not give the answer away --------------------------------------------------------------------


def without_scores(view: View) -> View:
    """The same view without the running scores."""
    seats = tuple(replace(seat, score=None) for seat in view.seats)
    return replace(view, seats=seats, scores=tuple(None for _ in view.scores))


def without_agenda(view: View) -> View:
    """The same view without what is to come."""
    return replace(view, agenda=())


def seat_of(key: str) -> int:
    """The seat that a key begins with."""
    return int(key.partition("-")[0])


def names(unit: Unit, seat: Any) -> str:
    """A player's name."""
    return unit.game.names[int(seat)]
