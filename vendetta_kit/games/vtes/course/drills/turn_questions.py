"""Questions about order: who may use effects first during an action, and who may vote first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import ExplanationLine, untranslated
from vendetta_kit.games.vtes.engine import politics
from vendetta_kit.games.vtes.engine.board import seat_of, seats_from
from vendetta_kit.games.vtes.engine.card_play import priority
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import ACTIVE, ACTOR, BLOCKER, DEFENDER

from ..question_words import phrase, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, answer_options, no_log

FEWEST: Final = 3
"""The least players: the order of two is no question."""
_RULES: Final = {"effects": "LIB-10", "votes": "RUL-06"}


def _about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.after.is_over or len(seats_from(unit.after, unit.after.n[ACTIVE])) < FEWEST:
        return
    kinds = {event.kind for event in unit.events}
    if "block" in kinds and unit.after.n[BLOCKER] >= 0:
        yield QuestionKey("effects", (_RULES["effects"],))
    if "referendum" in kinds:
        yield QuestionKey("votes", (_RULES["votes"],))


def _order(g: Game, key: str) -> Sequence[int]:
    return priority(g) if key == "effects" else politics.order(g)


def _value(order: Sequence[int]) -> str:
    return "-".join(map(str, order))


def _right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (_value(_order(unit.later(out), key)),)


def _body(unit: StoryUnit, key: str, viewer: int) -> Body:
    g = unit.after
    right = _order(g, key)
    first = right[0]
    others = (
        seats_from(g, first),
        (first, *reversed([seat for seat in seats_from(g, first) if seat != first])),
        (*seats_from(g, first)[1:], first),
        (*reversed(seats_from(g, first)),),
    )
    found = {_value(order): untranslated(", ".join(unit.names[seat] for seat in order)) for order in (right, *others)}
    if key == "effects":
        names = {
            "minion": g.rules.card(g, g.n[ACTOR]),
            "name": unit.names[seat_of(g, g.n[ACTOR])],
            "blocker": g.rules.card(g, g.n[BLOCKER]),
            "other": unit.names[seat_of(g, g.n[BLOCKER])],
            "target": unit.names[g.n[DEFENDER]],
        }
        prompt = phrase("order.directed" if g.n[DEFENDER] >= 0 else "order.undirected", **names)
    else:
        caller = next(event.seat for event in unit.events if event.kind == "referendum")
        assert caller is not None
        prompt = phrase("order.votes", name=unit.names[caller], active=unit.names[g.n[ACTIVE]])
    seats = phrase("order.seats", names=[unit.names[seat] for seat in range(g.seats)])
    lines = (ExplanationLine(seats, ("START-01",)), rule_line(_RULES[key]))
    why = phrase(
        "order.why",
        names=[unit.names[seat] for seat in right],
        seats=[unit.names[seat] for seat in seats_from(g, first)],
        first=unit.names[first],
    )
    if key == "effects" and list(right) != list(seats_from(g, first)):
        why = phrase("order.why.target", first=unit.names[first], target=unit.names[right[1]])
    return Body(prompt, answer_options(found, _value(right)), lines, scene=False, why=why)


add_family(Family("order", "one", _about, _right, _body, open=True, until=no_log))
