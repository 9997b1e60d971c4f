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

from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from vendetta_kit.course.drills import may, numbers, order, people, places, verbs, worth
from vendetta_kit.course.drills.families import FAMILIES, Asked, Family, make, viewers
from vendetta_kit.course.drills.statements import ORDERS, shown_in, stated, statement, why
from vendetta_kit.course.drills.stories import Unit, units
from vendetta_kit.course.questions import Question
from vendetta_kit.paths import read_json

__all__ = ["by_id", "drill", "rules_with_drills"]

_MODULES: Final = (may, numbers, order, people, places, verbs, worth)
"""Importing them has filled FAMILIES."""
STATEMENTS: Final = 0.3
"""How many drills ask what a rule says, where positions can ask about it too."""
GAMES: Final = 2
"""So many random games are looked through for a rule before one of the known places is taken."""
NEW_GAMES: Final = 1_000_000


def rules_with_drills() -> frozenset[str]:
    """Every rule and ruling that drills ask about."""
    return stated()


def drill(rng: Random, rules: Collection[str] | None = None) -> Question:
    """A new question about one of these rules (default: about any).

    Raises:
        ValueError: there is no drill about any of them.
    """
    known = rules_with_drills()
    wanted = sorted(known if rules is None else known & set(rules))
    if not wanted:
        raise ValueError(f"no drill about {', '.join(sorted(rules or ())) or 'no rule at all'}")
    rule_id = wanted[rng.randrange(len(wanted))]
    asked = _in_a_game(rng, rule_id) if rng.random() >= STATEMENTS else None
    return asked or statement(rule_id, rng.randrange(ORDERS))


def _in_a_game(rng: Random, rule_id: str) -> Question | None:
    """A question in a position, if there are positions for this rule."""
    places = moments().get(rule_id)
    if places is None:
        return None
    known = places["ids"] or places["shown"]
    question = None
    if places["often"]:
        question = _new(rng, rule_id, places) if places["ids"] else _new_why(rng, rule_id, places)
    if question is not None:
        return question
    try:
        return by_id(_one_of(rng, known))
    except KeyError:  # the index is older than the scenarios or the engine
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


def _new_why(rng: Random, rule_id: str, places: dict[str, Any]) -> Question | None:
    """The question what a rule says, in a game that nobody has seen yet."""
    name = f"{_one_of(rng, places['often'])}/{rng.randrange(NEW_GAMES)}"
    found = [(unit, n) for unit in units(name) for n, shown in shown_in(unit) if shown == rule_id]
    if not found:
        return None
    unit, n = _one_of(rng, found)
    return why(unit, n, rule_id, _one_of(rng, viewers(unit)), rng.randrange(ORDERS))


def _new(rng: Random, rule_id: str, places: dict[str, Any]) -> Question | None:
    """A question from a game that nobody has seen yet."""
    ways = [FAMILIES[name] for name in sorted({known.partition(":")[0] for known in places["ids"]})]
    for _ in range(GAMES):
        table = _one_of(rng, places["often"])
        entry = _one_of(rng, ways)
        found = [
            (unit, asked)
            for unit in units(f"{table}/{rng.randrange(NEW_GAMES)}")
            for asked in entry.about(unit)
            if rule_id in asked.rules
        ]
        rng.shuffle(found)
        for unit, asked in found[:4]:
            seats = seats_for(unit, entry, asked)
            question = make(unit, entry, asked, _one_of(rng, seats)) if seats else None
            if question is not None:
                return question
    return None
