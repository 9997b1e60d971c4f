"""Questions about order: who may use effects second during an action, and who may vote second."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import ExplanationLine, seat_options, with_reasons
from vendetta_kit.games.vtes.engine import politics
from vendetta_kit.games.vtes.engine.board import seats_from
from vendetta_kit.games.vtes.engine.card_play import priority
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import ACTIVE, ACTOR, BLOCKER, DEFENDER

from ..question_words import phrase, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, no_log

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


def _right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (str(_order(unit.later(out), key)[1]),)


def _body(unit: StoryUnit, key: str, viewer: int) -> Body:
    g = unit.after
    right = _order(g, key)
    first = right[0]
    if key == "effects":
        minions = {"minion": g.rules.card(g, g.n[ACTOR]), "blocker": g.rules.card(g, g.n[BLOCKER])}
        prompt = phrase(
            "order.directed" if g.n[DEFENDER] >= 0 else "order.undirected", **minions, first=unit.names[first]
        )
    else:
        prompt = phrase("order.votes", first=unit.names[first])
    why = phrase(
        "order.why",
        names=[unit.names[seat] for seat in right],
        seats=[unit.names[seat] for seat in seats_from(g, first)],
        first=unit.names[first],
    )
    if key == "effects" and list(right) != list(seats_from(g, first)):
        why = phrase("order.why.target", first=unit.names[first], target=unit.names[right[1]])
    lines = (ExplanationLine(why, (_RULES[key],)), rule_line(_RULES[key]))
    values = {"names": [unit.names[seat] for seat in right], "of": len(right)}
    whys = {str(s): phrase("order.not", name=unit.names[s], n=k, **values) for k, s in enumerate(right[2:], 3)}
    options = with_reasons(seat_options(unit.names, right[1:]), whys)
    return Body(prompt, options, lines, scene=False, why=why)


add_family(Family("second", "one", _about, _right, _body, open=True, until=no_log, pressed=True))
