"""Questions about an oust: who is whose prey then, and what the predator gets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome, rules_in
from vendetta_kit.course.questions import NOBODY, Words, join_texts, seat_options, with_reasons
from vendetta_kit.games.vtes.engine.board import predator, prey
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.ousting import oust
from vendetta_kit.games.vtes.engine.rule_numbers import POOL_FOR_PREY
from vendetta_kit.games.vtes.engine.state import IN, POINTS, POOL
from vendetta_kit.kernel.events import Event

from ..question_words import phrase, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, answer_options, outcome, why_by_half

RULES: Final = frozenset(("END-02", "END-03", "END-05", "OBJ-03"))


def _ousted(unit: StoryUnit) -> Event | None:
    """Return the event by which a player is ousted in this unit, if it is one player who has a predator."""
    gone = [event for event in unit.events if event.kind == "ousted"] if unit.does(oust) else []
    return gone[0] if len(gone) == 1 and gone[0].data["predator"] is not None else None


def not_neighbour(g: Game, what: str, seat: int, other: int, names: Sequence[str]) -> Words:
    """Return why a player is not another's prey or predator: she is the other of the two, or sits farther away."""
    key = "far" if other not in (prey(g, seat), predator(g, seat)) else f"not_{what}"
    return phrase(f"neighbour.{key}", name=names[seat], other=names[other])


# Prey and predator -----------------------------------------------------------------------------------------


def _next_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    gone = _ousted(unit)
    if gone is not None and unit.after.n[IN].bit_count() > 2:  # of two, each is the other's prey
        assert gone.seat is not None
        yield QuestionKey(f"prey-{gone.data['predator']}", ("START-01",))
        yield QuestionKey(f"predator-{prey(unit.before, gone.seat)}", ("START-01",))


def _next_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    what, _, seat = key.partition("-")
    found = (prey if what == "prey" else predator)(unit.later(out), int(seat))
    return (str(found) if found >= 0 else NOBODY,)


def _next_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    what, _, seat = key.partition("-")
    gone = _ousted(unit)
    assert gone is not None
    assert gone.seat is not None
    others = [
        other
        for other in range(unit.before.seats)
        if unit.before.n[IN] >> other & 1 and other not in (int(seat), gone.seat)
    ]
    options = seat_options(unit.names, others)
    seats = phrase("order.seats", names=[unit.names[other] for other in range(unit.before.seats)])
    asked = phrase(f"next.{what}", gone=unit.names[gone.seat], name=unit.names[int(seat)])
    prompt = join_texts((seats, asked))
    found = _next_right(unit, unit.outcome(), key)[0]
    why = None
    if found != NOBODY:
        why = phrase(
            f"next.why.{what}", gone=unit.names[gone.seat], name=unit.names[int(seat)], other=unit.names[int(found)]
        )
    whys = {
        str(one): not_neighbour(unit.after, what, int(seat), one, unit.names) for one in others if str(one) != found
    }
    return Body(prompt, with_reasons(options, whys), last=(rule_line("START-01"),), scene=False, why=why)


add_family(Family("next", "one", _next_about, _next_right, _next_body, pressed=True, then=outcome))


# Points and pool -------------------------------------------------------------------------------------------


def _gain_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    gone = _ousted(unit)
    if gone is None:
        return
    key = str(gone.data["predator"])
    if _gain_right(unit, unit.outcome(), key)[0] in _gains(unit, key):
        rows = [event for event in unit.events if event.kind == "point"]
        yield QuestionKey(key, rules_in((*rows, *unit.entries), RULES))


def _gains(unit: StoryUnit, key: str) -> dict[str, tuple[int, int]]:
    """Return likely answers, as points and pool of a predator after an oust, by the answer's value.

    If something else changes the pool at the same time, the right answer is not among them.
    """
    n = unit.before.n
    points, pool = n[POINTS + int(key)], n[POOL + int(key)]
    more, less = pool + POOL_FOR_PREY, pool + POOL_FOR_PREY // 2
    # None of the first four has a number of the question; each half of the right one stands in a wrong one, too.
    likely = ((points + 1, more), (points + 2, more), (points + 1, less), (points + 2, less))
    rows = (*likely, (points + 1, pool), (points, more), (points, pool))
    return {f"{a}/{b}": (a, b) for a, b in rows}


def _gain_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (f"{out.n[POINTS + int(key)]}/{out.n[POOL + int(key)]}",)


def _gain_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    gone = _ousted(unit)
    assert gone is not None
    assert gone.seat is not None
    n, name = unit.before.n, unit.names[int(key)]
    points, pool = n[POINTS + int(key)], n[POOL + int(key)]
    right = _gain_right(unit, unit.outcome(), key)[0]
    found = {value: phrase("gain.has", name=name, n=a, pool=b) for value, (a, b) in _gains(unit, key).items()}
    left = [unit.names[seat] for seat in range(unit.before.seats) if n[IN] >> seat & 1 and seat != gone.seat]
    prompt = phrase("gain", gone=unit.names[gone.seat], name=name, n=points, pool=pool, names=left)
    why = phrase("gain.why", pool=pool, more=POOL_FOR_PREY, left=pool + POOL_FOR_PREY)
    if right != f"{points + 1}/{pool + POOL_FOR_PREY}":
        why = phrase("gain.why.last", more=POOL_FOR_PREY)
    halves = phrase("gain.points"), phrase("gain.pool", pool=pool, more=POOL_FOR_PREY, left=pool + POOL_FOR_PREY)
    whys = why_by_half(found, right, *halves) if right == f"{points + 1}/{pool + POOL_FOR_PREY}" else {}
    options = with_reasons(answer_options(found, right), whys)
    return Body(prompt, options, last=(rule_line("END-02"), rule_line("END-05")), scene=False, why=why)


add_family(Family("gain", "one", _gain_about, _gain_right, _gain_body, then=outcome))
