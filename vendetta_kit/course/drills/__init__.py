"""Drills without end: questions that the engine makes, for any rules, graded with the reason.

A drill comes from a position of one of the scenario files or of a game played at random (:mod:`.stories`), asked in one
of many ways (:mod:`.families`: how much, who, where, may she, which verb), or it asks what a rule says
(:mod:`.statements`). Whoever is asked sees the table of her own seat, and whatever she cannot know is not asked. The id
of a question is enough to make it again.

>>> from random import Random
>>> question = drill(Random(1), ["REW-02"])
>>> "REW-02" in question.rules, question.grade(question.right)
(True, True)
>>> by_id(question.id).prompt == question.prompt
True
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from vendetta_kit.course.drills import may, numbers, order, people, places, verbs, worth
from vendetta_kit.course.drills.families import FAMILIES, Asked, Family, make, viewers
from vendetta_kit.course.drills.statements import ORDERS, shown_in, stated, statement, why
from vendetta_kit.course.drills.stories import Unit, units
from vendetta_kit.course.questions import Question
from vendetta_kit.course.reach import Reach
from vendetta_kit.paths import read_json

__all__ = ["by_id", "drill", "rules_with_drills", "topic"]

_MODULES: Final = (may, numbers, order, people, places, verbs, worth)
"""Importing them has filled FAMILIES."""
STATEMENTS: Final = 0.3
"""How many drills ask what a rule says, where positions can ask about it too."""
GAMES: Final = 2
"""So many random games are looked through for a rule before one of the known places is taken."""
NEW_GAMES: Final = 1_000_000
MOMENTS: Final = 4
"""So many moments of a game are tried."""


def rules_with_drills() -> frozenset[str]:
    """Every rule and ruling that drills ask about."""
    return stated()


def drill(rng: Random, rules: Collection[str] | None = None, reach: Reach | None = None) -> Question:
    """A new question about one of these rules (default: about any).

    With a ``reach`` nothing is asked whose answer rests on another rule, and no table shows what comes later.

    Raises:
        ValueError: there is no drill about any of them.
    """
    known = rules_with_drills()
    wanted = sorted(known if rules is None else known & set(rules))
    if not wanted:
        raise ValueError(f"no drill about {', '.join(sorted(rules or ())) or 'no rule at all'}")
    rule_id = wanted[rng.randrange(len(wanted))]
    asked = _in_a_game(rng, rule_id, reach) if rng.random() >= STATEMENTS else None
    return asked or statement(rule_id, rng.randrange(ORDERS))


def topic(question_id: str) -> str:
    """What a question asks: the same for other orders of its options and other seats that are asked.

    >>> topic("statement:PLAN-03:4"), topic("why:4/0:3:0:PLAN-03-0"), topic("pool:4/0:338:1:2")
    ('statement:PLAN-03', 'statement:PLAN-03', 'pool:4/0:338:2')
    """
    parts = question_id.split(":", 4)
    if parts[0] == "why" and len(parts) == 5:
        return f"statement:{parts[4].rpartition('-')[0]}"
    if parts[0] == "statement":
        return ":".join(parts[:2])
    return ":".join(parts[:3] + parts[4:])


def _in_a_game(rng: Random, rule_id: str, reach: Reach | None) -> Question | None:
    """A question in a position, if there are positions for this rule."""
    places = moments().get(rule_id)
    if places is None:
        return None
    question = None
    if places["often"]:
        make_new = _new if places["ids"] else _new_why
        question = make_new(rng, rule_id, places, reach)
    if question is not None:
        return question
    known = list(places["ids"] or places["shown"])
    rng.shuffle(known)
    for name in known:
        try:
            question = by_id(name)
        except KeyError:  # the index is older than the scenarios or the engine
            continue
        if reach is None or reach.allows(question):
            return question
    return None


def by_id(question_id: str) -> Question:
    """The question with this id.

    Raises:
        KeyError: there is none (any more).
    """
    parts = question_id.split(":", 4)
    try:
        if parts[0] == "statement":
            return statement(parts[1], int(parts[2]))
        if parts[0] == "why":
            return _why(*parts[1:])
        entry, name, n, viewer, key = FAMILIES[parts[0]], parts[1], int(parts[2]), int(parts[3]), parts[4]
        unit = next(unit for unit in units(name) if unit.n == n)
        asked = next(asked for asked in entry.about(unit) if asked.key == key)
    except (KeyError, ValueError, IndexError, StopIteration):
        raise KeyError(question_id) from None
    question = make(unit, entry, asked, viewer) if viewer in seats_for(unit, entry, asked) else None
    if question is None:
        raise KeyError(question_id)
    return question


def _why(name: str, n: str, viewer: str, key: str) -> Question:
    rule_id, _, order = key.rpartition("-")
    unit = next(unit for unit in units(name) if unit.n <= int(n) < unit.n + len(unit.events) + len(unit.entries))
    return why(unit, int(n), rule_id, int(viewer), int(order))


def seats_for(unit: Unit, entry: Family, asked: Asked) -> tuple[int, ...]:
    """The seats that can be asked this."""
    return (may.asker(asked.key),) if entry.name == "may" else viewers(unit)


@cache
def moments() -> dict[str, Any]:
    """Where each rule can be asked about: at which random tables ``often``, and by ``ids`` of known questions.

    ``shown`` are ids of questions what the rule says, in moments that show it at work.
    """
    found: dict[str, Any] = read_json("drills", "moments.json")
    return found


def _one_of(rng: Random, things: Sequence[Any]) -> Any:
    return things[rng.randrange(len(things))]


def _new_why(rng: Random, rule_id: str, places: dict[str, Any], reach: Reach | None) -> Question | None:
    """The question what a rule says, in a game that nobody has seen yet."""
    found = [(unit, n) for unit in _units(rng, places, reach) for n, shown in shown_in(unit) if shown == rule_id]
    rng.shuffle(found)
    for unit, n in found[:MOMENTS]:
        question = why(unit, n, rule_id, _one_of(rng, viewers(unit)), rng.randrange(ORDERS))
        if reach is None or reach.allows(question):
            return question
    return None


def _new(rng: Random, rule_id: str, places: dict[str, Any], reach: Reach | None) -> Question | None:
    """A question from a game that nobody has seen yet."""
    ways = [FAMILIES[name] for name in sorted({known.partition(":")[0] for known in places["ids"]})]
    for _ in range(GAMES):
        entry = _one_of(rng, ways)
        found = [
            (unit, asked)
            for unit in _units(rng, places, reach)
            for asked in entry.about(unit)
            if rule_id in asked.rules and (reach is None or reach.holds(asked.rules))
        ]
        rng.shuffle(found)
        for unit, asked in found[:MOMENTS]:
            seats = seats_for(unit, entry, asked)
            question = make(unit, entry, asked, _one_of(rng, seats)) if seats else None
            if question is not None and (reach is None or reach.allows(question)):
                return question
    return None


def _units(rng: Random, places: dict[str, Any], reach: Reach | None) -> Iterator[Unit]:
    """What happens in a new game, as far as its table is within reach: what lies there once mostly stays."""
    tables = list(places["often"])
    rng.shuffle(tables)
    for table in tables:
        begun = False
        for unit in units(f"{table}/{rng.randrange(NEW_GAMES)}"):
            if reach is not None and not reach.shows(unit.position().view(None, log=False)):
                break
            begun = True
            yield unit
        if begun:
            return
