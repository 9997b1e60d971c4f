"""Drills: any number of questions about rules, made by a game's engine and graded with an explanation.

A drill asks about a position of a scenario file or of a random game (:mod:`.question_families`), or what a rule says
(:mod:`.rule_statements`). The learner sees the view of one seat, and is asked only what that seat can know. A question
can be made again from its id. Each game has one :class:`Drills`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from vendetta_kit.course.known_rules import KnownRules
from vendetta_kit.course.questions import NOBODY, Question

from .question_families import Family, Unit, make_question, seats_for
from .rule_statements import ORDERS, Statements, shown_in

PUZZLES: Final = 0.15
"""The share of drills in positions that are puzzles, if a rule has any."""
GAMES: Final = 2
"""Number of random games that are searched for a rule before a known position is used."""
NEW_GAMES: Final = 1_000_000
MOMENTS: Final = 4
"""Number of moments that are tried in each of them."""
NOBODY_KEPT: Final = 0.25
"""The share of questions answered by "nobody" that are asked if their family has no share of its own."""


@dataclass(frozen=True, slots=True)
class Drills:
    """A game's drills.

    Args:
        families: the families of questions, by name.
        units: yields the units of a story, by its name; a random game's is ``<table>/<number>``.
        statements: the questions that ask what a rule says.
        moments: for each rule, ``often`` has the random tables at which it is common, ``ids`` the ids of known
            questions about it, ``shown`` the ids of questions that ask what it says, in moments that show it.
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
        """Return a new question about one of these rules (default: any).

        What a rule says is asked only if no position was found that asks about it. With a ``reach``, the answer needs
        no other rules, and the view shows nothing of later lessons.

        Raises:
            ValueError: there is no drill about any of these rules.
        """
        known = self.rules()
        wanted = sorted(known if rules is None else known & set(rules))
        if not wanted:
            raise ValueError(f"no drill about {', '.join(sorted(rules or ())) or 'no rule at all'}")
        rule_id = wanted[rng.randrange(len(wanted))]
        return self._in_a_game(rng, rule_id, reach) or self.statements.statement(rule_id, rng.randrange(ORDERS))

    def on_tables(self) -> frozenset[str]:
        """Return every rule that can be asked about in a position that a page shows."""
        known = {rule for rule, places in self.moments().items() if self._shown(places["ids"])}
        return frozenset(known.union(self.puzzles() if self.puzzles is not None else ()))

    def in_positions(self) -> frozenset[str]:
        """Return every rule that a position can ask about, be it shown or told."""
        known = {rule for rule, places in self.moments().items() if places["ids"]}
        return frozenset(known.union(self.puzzles() if self.puzzles is not None else ()))

    def in_moments(self) -> frozenset[str]:
        """Return every rule that is asked about with a table, be it only a moment that shows the rule."""
        return self.in_positions().union(rule for rule, places in self.moments().items() if places["shown"])

    def at_table(self, rng: Random, rule_id: str, reach: KnownRules | None = None) -> Question | None:
        """Return a question about this rule in a position that a page shows; ``None`` if none was found.

        Most are answered there: by a press on what lies on the table.
        """
        return self._in_a_game(rng, rule_id, reach, True)

    def _shown(self, ids: Collection[str]) -> list[str]:
        """Return the ids of questions that are shown with their table; those answered on it alone, if there are any."""
        ways = {name: self.families.get(name.partition(":")[0]) for name in ids}
        shown = [name for name, entry in ways.items() if entry is not None and entry.table]
        return [name for name in shown if self.families[name.partition(":")[0]].pressed] or shown

    def share(self, question: Question) -> float:
        """Return the share of such questions about positions that are asked, by their family and right answer.

        In games some answers are right far more often than others, and would be a good guess.
        """
        entry = self.families.get(question.id.partition(":")[0])
        if entry is None:
            return 1.0
        kept = {NOBODY: NOBODY_KEPT, **entry.kept}
        return min(kept.get(value.partition("/")[0], 1.0) for value in question.right)

    def by_id(self, question_id: str) -> Question:
        """Return the question with this id.

        Raises:
            KeyError: there is none, or none any more.
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
        question = make_question(unit, entry, asked, viewer) if viewer in seats_for(unit, entry, asked) else None
        if question is None:
            raise KeyError(question_id)
        return question

    def _why(self, name: str, n: str, viewer: str, key: str) -> Question:
        rule_id, _, order = key.rpartition("-")
        unit = next(u for u in self.units(name) if u.n <= int(n) < u.n + len(u.events) + len(u.entries))
        return self.statements.why(unit, int(n), rule_id, int(viewer), int(order))

    def _in_a_game(self, rng: Random, rule_id: str, reach: KnownRules | None, shown: bool = False) -> Question | None:
        """Return a question in a position, with ``shown`` one that a page shows; ``None`` if there is none."""
        places = self.moments().get(rule_id)
        if places is None:
            return None
        question = self._puzzle(rng, rule_id, reach)
        if shown:
            places = {**places, "ids": self._shown(places["ids"]), "shown": ()}
            if question is None and not places["ids"]:
                return None
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
            if (reach is None or reach.allows(question)) and rng.random() < self.share(question):
                return question
        return None

    def _puzzle(self, rng: Random, rule_id: str, reach: KnownRules | None) -> Question | None:
        """Return, with the probability :data:`PUZZLES`, a puzzle about this rule, if there is one; else ``None``."""
        known = self.puzzles().get(rule_id, ()) if self.puzzles is not None else ()
        if not known or rng.random() >= PUZZLES:
            return None
        question = self.by_id(_one_of(rng, known))
        return question if reach is None or reach.allows(question) else None

    def _new_why(
        self, rng: Random, rule_id: str, places: Mapping[str, Any], reach: KnownRules | None
    ) -> Question | None:
        """Return a question that asks what a rule says, in a moment of a new random game, or ``None``."""
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
        """Return a question about a new random game; ``None`` if none was found."""
        ways = [self.families[name] for name in sorted({known.partition(":")[0] for known in places["ids"]})]
        for _ in range(GAMES):
            entry = _one_of(rng, ways)
            found = [
                (unit, asked)
                for unit in self._units(rng, places, reach)
                for asked in entry.about(unit)
                if rule_id in asked.rules and (reach is None or reach.knows_all(asked.rules))
            ]
            rng.shuffle(found)
            for unit, asked in found[:MOMENTS]:
                seats = seats_for(unit, entry, asked)
                question = make_question(unit, entry, asked, _one_of(rng, seats)) if seats else None
                if question is None or rng.random() >= self.share(question):
                    continue
                if reach is None or reach.allows(question):
                    return question
        return None

    def _units(self, rng: Random, places: Mapping[str, Any], reach: KnownRules | None) -> Iterator[Unit]:
        """Yield the units of a new random game, up to the first whose view shows something of later lessons."""
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


def topic_of(question_id: str) -> str:
    """Return the part of a question's id without the order of its options and the seat that is asked.

    >>> topic_of("statement:PLAN-03:4"), topic_of("why:4/0:3:0:PLAN-03-0"), topic_of("pool:4/0:338:1:2")
    ('statement:PLAN-03', 'statement:PLAN-03', 'pool:4/0:338:2')
    """
    parts = question_id.split(":", 4)
    if parts[0] == "why" and len(parts) == 5:
        return f"statement:{parts[4].rpartition('-')[0]}"
    if parts[0] == "statement":
        return ":".join(parts[:2])
    return ":".join(parts[:3] + parts[4:])


def is_statement(question_id: str) -> bool:
    """Return whether a question asks what a rule says.

    >>> is_statement("why:4/0:3:0:PLAN-03-0"), is_statement("pool:4/0:338:1:2")
    (True, False)
    """
    return topic_of(question_id).startswith("statement:")


def _one_of(rng: Random, things: Sequence[Any]) -> Any:
    return things[rng.randrange(len(things))]
