"""Drills without end: questions that a game's engine makes, for any rules, graded with the reason.

A drill comes from a position of one of the scenario files or of a game played at random, asked in one of many ways
(:mod:`.question_families`), or it asks what a rule says (:mod:`.rule_statements`). Whoever is asked sees the table of
her own seat, and whatever she cannot know is not asked. The id of a question is enough to make it again. A game gives
one :class:`Drills`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from vendetta_kit.course.known_rules import KnownRules
from vendetta_kit.course.questions import Question

from .question_families import Family, Unit, make, seats_for
from .rule_statements import ORDERS, Statements, shown_in

__all__ = ["Drills", "topic"]

STATEMENTS: Final = 0.3
"""How many drills ask what a rule says, where positions can ask about it too."""
PUZZLES: Final = 0.15
"""How many drills in a position are puzzles, where a rule has any."""
GAMES: Final = 2
"""So many random games are looked through for a rule before one of the known places is taken."""
NEW_GAMES: Final = 1_000_000
MOMENTS: Final = 4
"""So many moments of a game are tried."""


@dataclass(frozen=True, slots=True)
class Drills:
    """A game's drills.

    Args:
        families: its kinds of questions, by name.
        units: cuts a story, by its name, into units; a random game's name is a table's, a stroke and a number.
        statements: its rules as cards to recall.
        moments: where each rule can be asked about: at which random tables ``often``, and by ``ids`` of known
            questions; ``shown`` are ids of questions what the rule says, in moments that show it at work.
    """

    families: Mapping[str, Family]
    units: Callable[[str], Iterator[Unit]]
    statements: Statements
    moments: Callable[[], Mapping[str, Any]]
    puzzles: Callable[[], Mapping[str, Sequence[str]]] | None = None
    puzzle: Callable[[str], Question] | None = None

    def rules(self) -> frozenset[str]:
        """Return every rule and ruling that drills ask about."""
        return self.statements.rules

    def drill(self, rng: Random, rules: Collection[str] | None = None, reach: KnownRules | None = None) -> Question:
        """Return a new question about one of these rules (default: about any).

        With a ``reach`` nothing is asked whose answer rests on another rule, and no table shows what comes later.

        Raises:
            ValueError: there is no drill about any of them.
        """
        known = self.rules()
        wanted = sorted(known if rules is None else known & set(rules))
        if not wanted:
            raise ValueError(f"no drill about {', '.join(sorted(rules or ())) or 'no rule at all'}")
        rule_id = wanted[rng.randrange(len(wanted))]
        asked = self._in_a_game(rng, rule_id, reach) if rng.random() >= STATEMENTS else None
        return asked or self.statements.statement(rule_id, rng.randrange(ORDERS))

    def by_id(self, question_id: str) -> Question:
        """Return the question with this id.

        Raises:
            KeyError: there is none (any more).
        """
        parts = question_id.split(":", 4)
        try:
            if parts[0] == "statement":
                return self.statements.statement(parts[1], int(parts[2]))
            if parts[0] == "puzzle" and self.puzzle is not None:
                return self.puzzle(parts[1])
            if parts[0] == "why":
                return self._why(*parts[1:])
            entry, name, n, viewer, key = self.families[parts[0]], parts[1], int(parts[2]), int(parts[3]), parts[4]
            unit = next(unit for unit in self.units(name) if unit.n == n)
            asked = next(asked for asked in entry.about(unit) if asked.key == key)
        except (KeyError, ValueError, IndexError, StopIteration):
            raise KeyError(question_id) from None
        question = make(unit, entry, asked, viewer) if viewer in seats_for(unit, entry, asked) else None
        if question is None:
            raise KeyError(question_id)
        return question

    def _why(self, name: str, n: str, viewer: str, key: str) -> Question:
        rule_id, _, order = key.rpartition("-")
        unit = next(u for u in self.units(name) if u.n <= int(n) < u.n + len(u.events) + len(u.entries))
        return self.statements.why(unit, int(n), rule_id, int(viewer), int(order))

    def _in_a_game(self, rng: Random, rule_id: str, reach: KnownRules | None) -> Question | None:
        """A question in a position, if there are positions for this rule."""
        places = self.moments().get(rule_id)
        if places is None:
            return None
        question = self._puzzle(rng, rule_id, reach)
        if question is None and places["often"]:
            make_new = self._new if places["ids"] else self._new_why
            question = make_new(rng, rule_id, places, reach)
        if question is not None:
            return question
        known = list(places["ids"] or places["shown"])
        rng.shuffle(known)
        for name in known:
            try:
                question = self.by_id(name)
            except KeyError:  # the index is older than the scenarios or the engine
                continue
            if reach is None or reach.allows(question):
                return question
        return None

    def _puzzle(self, rng: Random, rule_id: str, reach: KnownRules | None) -> Question | None:
        """Now and then a puzzle in which this rule is at work, if there are any."""
        known = self.puzzles().get(rule_id, ()) if self.puzzles is not None else ()
        if not known or rng.random() >= PUZZLES:
            return None
        question = self.by_id(_one_of(rng, known))
        return question if reach is None or reach.allows(question) else None

    def _new_why(
        self, rng: Random, rule_id: str, places: Mapping[str, Any], reach: KnownRules | None
    ) -> Question | None:
        """The question what a rule says, in a game that nobody has seen yet."""
        units = self._units(rng, places, reach)
        found = [(unit, n) for unit in units for n, shown in shown_in(unit) if shown == rule_id]
        rng.shuffle(found)
        for unit, n in found[:MOMENTS]:
            viewer = _one_of(rng, unit.viewers())
            question = self.statements.why(unit, n, rule_id, viewer, rng.randrange(ORDERS))
            if reach is None or reach.allows(question):
                return question
        return None

    def _new(self, rng: Random, rule_id: str, places: Mapping[str, Any], reach: KnownRules | None) -> Question | None:
        """A question from a game that nobody has seen yet."""
        ways = [self.families[name] for name in sorted({known.partition(":")[0] for known in places["ids"]})]
        for _ in range(GAMES):
            entry = _one_of(rng, ways)
            found = [
                (unit, asked)
                for unit in self._units(rng, places, reach)
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

    def _units(self, rng: Random, places: Mapping[str, Any], reach: KnownRules | None) -> Iterator[Unit]:
        """What happens in a new game, as far as its table is within reach: what lies there once mostly stays."""
        tables = list(places["often"])
        rng.shuffle(tables)
        for table in tables:
            begun = False
            for unit in self.units(f"{table}/{rng.randrange(NEW_GAMES)}"):
                if reach is not None and not reach.shows(unit.position().view(None, log=False)):
                    break
                begun = True
                yield unit
            if begun:
                return


def topic(question_id: str) -> str:
    """Return what a question asks: the same for other orders of its options and other seats that are asked.

    >>> topic("statement:PLAN-03:4"), topic("why:4/0:3:0:PLAN-03-0"), topic("pool:4/0:338:1:2")
    ('statement:PLAN-03', 'statement:PLAN-03', 'pool:4/0:338:2')
    """
    parts = question_id.split(":", 4)
    if parts[0] == "why" and len(parts) == 5:
        return f"statement:{parts[4].rpartition('-')[0]}"
    if parts[0] == "statement":
        return ":".join(parts[:2])
    return ":".join(parts[:3] + parts[4:])


def _one_of(rng: Random, things: Sequence[Any]) -> Any:
    return things[rng.randrange(len(things))]
