"""Questions about a successful bleed: how much pool is left, and who has the Edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome, rules_in
from vendetta_kit.course.questions import ExplanationLine, with_reasons
from vendetta_kit.games.vtes.engine.action_resolution import settle_action
from vendetta_kit.games.vtes.engine.board import seat_of
from vendetta_kit.games.vtes.engine.state import ACT, ACT_TARGET, ACTOR, BLEED, BLEEDING, EDGE, IN, POOL

from ..question_words import phrase
from .drill_positions import StoryUnit
from .question_families import add_family, answer_options, outcome, why_by_half

RULES: Final = frozenset(("BLEED-02", "BLEED-03", "COMP-10", "RUL-15"))


def _about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.does(settle_action) and unit.before.n[ACT] == BLEEDING:
        bled = [event for event in unit.events if event.kind in ("bled", "edge")]
        if bled:
            enough = unit.before.n[POOL + unit.before.n[ACT_TARGET]] >= unit.before.n[BLEED]
            rules = dict.fromkeys((*rules_in((*bled, *unit.entries), RULES), "BLEED-03"))
            yield QuestionKey("both", tuple(rule for rule in rules if rule != "RUL-15" or not enough))


def _value(pool: int, holder: int) -> str:
    return f"{pool}/{holder if holder >= 0 else 'nobody'}"


def _right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (_value(out.n[POOL + unit.before.n[ACT_TARGET]], out.n[EDGE]),)


def _body(unit: StoryUnit, key: str, viewer: int) -> Body:
    before, after = unit.before.n, unit.after.n
    actor, target, count = before[ACTOR], before[ACT_TARGET], before[BLEED]
    seat = seat_of(unit.before, actor)
    had, left = before[POOL + target], after[POOL + target]
    right = _value(left, after[EDGE])
    # Two pools and two holders: each half of the right option stands in a wrong one, too. The other holder is not the
    # target, whose name is in each option anyway.
    other_pool = had if left != had else max(0, had - 1)
    seats = (before[EDGE], seat, *(one for one in range(unit.before.seats) if before[IN] >> one & 1), -1)
    other_holder = next(one for one in seats if one not in (after[EDGE], target))
    found = {
        _value(pool, holder): phrase(
            "bleed.left" if holder >= 0 else "bleed.left.nobody",
            n=pool,
            name=unit.names[target],
            holder=unit.names[holder],
        )
        for pool in dict.fromkeys((left, other_pool))
        for holder in (after[EDGE], other_holder)
    }
    of_pool = phrase("left.why" if had >= count else "left.why.all", pool=had, n=count, left=left) if count else None
    of_edge = phrase("edge.why", name=unit.names[seat]) if count and after[EDGE] == seat else None
    whys = why_by_half(found, right, of_pool if left == max(0, had - count) else None, of_edge)
    options = with_reasons(answer_options(found, right), whys)
    holder = "bleed.edge" if before[EDGE] >= 0 else "bleed.edge.nobody"
    prompt = phrase(
        "bleed",
        minion=unit.before.rules.card(unit.before, actor),
        name=unit.names[seat],
        target=unit.names[target],
        n=count,
        pool=had,
        edge=phrase(holder, holder=unit.names[before[EDGE]]),
    )
    last = ExplanationLine(phrase("bleed.before", name=unit.names[target], before=had, after=left), ("BLEED-02",))
    none = () if count else (ExplanationLine(phrase("bleed.none"), ("BLEED-03",)),)
    why = None
    if count == 0:
        why = phrase("bleed.none")
    elif left == max(0, had - count) and after[EDGE] == seat:
        key = "bleed.why" if left else "bleed.why.all"
        why = phrase(key, target=unit.names[target], n=count, pool=had, left=left, name=unit.names[seat])
    return Body(prompt, options, (), (*none, last), scene=False, why=why)


add_family(Family("bleed", "one", _about, _right, _body, then=outcome))
