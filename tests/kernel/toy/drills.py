"""Drills about *Hush*: the answer that ends a secret choice, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import tests.kernel.toy as hush
from vendetta_kit.course.drills import Drills
from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.drills.rule_statements import Statements
from vendetta_kit.course.questions import ExplanationLine, Words, log_explanation, untranslated
from vendetta_kit.kernel.events import Entry, Event, Recorder
from vendetta_kit.kernel.state import ASK, WHO
from vendetta_kit.rulebook import Rulebook

from .teaching import log


@dataclass
class Closing:
    """The last secret choice of a round, with the coins that it pays out."""

    story: str
    n: int
    seat: int
    code: int
    before: hush.Hush
    result: UnitOutcome
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    acted: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return self.before.names

    def told_to(self, viewer: int) -> Closing:
        return self

    def position(self) -> hush.Hush:
        return self.before.copy()

    def outcome(self) -> UnitOutcome:
        return self.result

    def left(self, seat: int) -> bool:
        """Whether a seat left in this round."""
        return not self.result.n[hush.STAYED] >> seat & 1

    def worlds(self, seat: int) -> Iterator[hush.Hush]:
        for k in range(8):
            world, rng = self.position(), Random(k)
            world.rec = Recorder()
            world.unseal(seat)
            for who in [other for other in range(world.seats) if world.n[WHO] >> other & 1]:
                known = who == seat == self.seat
                world.advance(who, self.code if known else rng.randrange(2))
            yield world

    def viewers(self) -> tuple[int, ...]:
        return tuple(range(self.before.seats))

    def by_chance(self) -> bool:
        return False

    def scene(self) -> Words:
        return {"en": "All have chosen.", "de": "Alle haben gewählt."}

    def working(self, viewer: int, until: int | None, seat: int | None) -> tuple[ExplanationLine, ...]:
        return log_explanation(log, viewer, self.names, self.events, self.entries)


def units(name: str) -> Iterator[Closing]:
    """A game at random; ``3/7`` is the seventh of three players."""
    seats, _, number = name.partition("/")
    g, rng = hush.Hush.new(int(seats), int(number)), Random(name)
    while not g.is_over:
        seat = rng.choice(sorted(g.pending))
        action = g.legal(seat).sample(rng)
        before, closing = g.copy(), g.n[ASK] == hush.STAY_OR_LEAVE and len(g.pending) == 1
        rows = len(g.events), len(g.ledger)
        g.apply(seat, action)
        if closing:
            events, entries = g.events[rows[0] :], g.ledger[rows[1] :]
            assert before.rec is not None
            result = UnitOutcome(g.n[:], g.z[:], events, entries)
            yield Closing(name, before.rec.next, seat, action.code, before, result, events, entries)


def about(unit: Closing) -> Iterator[QuestionKey]:
    for seat in range(unit.before.seats):
        yield QuestionKey(str(seat), ("HUSH-01",))


def coins(unit: Closing, result: UnitOutcome, key: str) -> tuple[str, ...]:
    return (str(sum(entry.amount for entry in result.entries if entry.target.seat == int(key))),)


def ask_coins(unit: Closing, key: str, viewer: int) -> Body:
    who = unit.names[int(key)]
    return Body({"en": f"How many coins does {who} take?", "de": f"Wie viele Münzen nimmt {who}?"})


COINS = Family("coins", "number", about, coins, ask_coins)
GAPS = {"en": {"BLOCK-07": ["stealth", "blood", "pool"]}, "de": {"BLOCK-07": ["Stealth", "Blut", "Pool"]}}
"""*Hush* has no rulebook; the cards to recall are made of another game's."""


def drills(book: Rulebook) -> Drills:
    """The drills of *Hush*."""
    statements = Statements(
        book,
        lambda lang: GAPS[lang],
        lambda key, **values: untranslated(key),
        lambda row, names, lang, seat: row.rules[0],
    )
    places = {"BLOCK-07": {"often": [], "ids": ["coins:3/1:5:0:0"], "shown": []}}
    return Drills({"coins": COINS}, units, statements, lambda: places)
