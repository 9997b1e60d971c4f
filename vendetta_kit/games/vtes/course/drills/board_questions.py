"""Questions answered on the table: who may act, who falls, whose the Edge is, who is whose prey.

Their prompts name none of the options, or all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import (
    NOBODY,
    AnswerOption,
    ExplanationLine,
    Words,
    join_texts,
    seat_options,
    with_reasons,
)
from vendetta_kit.games.vtes.engine.action_resolution import settle_action
from vendetta_kit.games.vtes.engine.board import is_ready, is_tapped, predator, prey, ready, seat_of
from vendetta_kit.games.vtes.engine.combatants import fighter
from vendetta_kit.games.vtes.engine.decision_kinds import MINION_PHASE
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import (
    ACT,
    ACT_TARGET,
    ACTOR,
    AGGRAVATED,
    BLEED,
    BLEEDING,
    EDGE,
    HURT,
    IN,
    READY,
)
from vendetta_kit.games.vtes.engine.strikes import damage
from vendetta_kit.games.vtes.engine.turn import begin_turn
from vendetta_kit.kernel.state import ASK

from ..question_words import phrase, rule_line
from .damage_questions import rules_of_damage, why_of_damage
from .drill_positions import StoryUnit
from .oust_questions import not_neighbour
from .question_families import add_family, no_log, outcome

MOST: Final = 6
"""The most minions that are options."""
FEWEST: Final = 3
"""The least players among whom a neighbour is asked for."""


def _minion_options(g: Game, cards: Iterable[int]) -> tuple[AnswerOption, ...]:
    return tuple(
        AnswerOption(
            str(card),
            phrase("block.minion", minion=g.rules.card(g, card), name=g.names[seat_of(g, card)]),
            f"minion-{card}",
        )
        for card in cards
    )


# Minions that may act --------------------------------------------------------------------------------------


def _acting(unit: StoryUnit) -> list[int]:
    """Return the ready minions of the seat whose phase it is that can take an action."""
    assert unit.seat is not None
    g = unit.position()
    able = {getattr(action, "minion", None) for action in g.legal(unit.seat)}
    return [card for card in ready(g, unit.seat) if card in able]


def _acts_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.action is None or unit.seat is None or unit.before.n[ASK] != MINION_PHASE:
        return
    own = ready(unit.before, unit.seat)
    named = {unit.before.rules.card(unit.before, card) for card in own}
    acting = _acting(unit)
    untapped = [card for card in own if not is_tapped(unit.before, card)]
    if len(own) == len(named) <= MOST and 0 < len(acting) < len(own) and acting == untapped:
        yield QuestionKey("minions", ("MIN-01",))


def _acts_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return tuple(map(str, _acting(unit)))


def _acts_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    assert unit.seat is not None
    own = ready(unit.before, unit.seat)
    why = phrase("acts.why", n=len(_acting(unit)), all=len(own))
    prompt = phrase("acts", name=unit.names[unit.seat])
    line = ExplanationLine(why, ("MIN-01",))
    g, acting = unit.before, _acting(unit)
    whys = {str(c): phrase("acts.may" if c in acting else "acts.not", minion=g.rules.card(g, c)) for c in own}
    return Body(
        prompt, with_reasons(_minion_options(g, own), whys), (line,), (rule_line("MIN-01"),), scene=False, why=why
    )


add_family(Family("acts", "many", _acts_about, _acts_right, _acts_body, open=True, until=no_log, pressed=True))


# Minions that fall -----------------------------------------------------------------------------------------


def _hurt(g: Game) -> list[int]:
    return [k for k in (0, 1) if g.n[HURT + k] + g.n[AGGRAVATED + k] and is_ready(g, fighter(g, k))]


def _falls_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.does(damage) and _hurt(unit.before):
        rules = [rule for k in _hurt(unit.before) for rule in rules_of_damage(unit, k)]
        yield QuestionKey("both", tuple(dict.fromkeys(rules)))


def _falls_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    g = unit.before
    cards = [fighter(g, k) for k in (0, 1)]
    return tuple(str(card) for card in cards if card not in out.z[READY + seat_of(g, card)]) or (NOBODY,)


def _falls_body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
    g = unit.before
    cards = [fighter(g, k) for k in (0, 1)]
    if not all(is_ready(g, card) for card in cards) or len({g.rules.card(g, card) for card in cards}) == 1:
        return None
    hits = []
    for k, card in enumerate(cards):
        ordinary, worse = g.n[HURT + k], g.n[AGGRAVATED + k]
        which = "both" if ordinary and worse else "aggravated" if worse else "ordinary" if ordinary else "none"
        hits.append(phrase(f"falls.{which}", minion=g.rules.card(g, card), n=ordinary, worse=worse))
    right = _falls_right(unit, unit.outcome(), key)
    fallen = [k for k in _hurt(g) if str(cards[k]) in right] or _hurt(g)
    why: list[Words | None] = [why_of_damage(unit, k) for k in fallen[:1]]
    whys = {str(cards[k]): text for k in _hurt(g) if (text := why_of_damage(unit, k)) is not None}
    options = (*with_reasons(_minion_options(g, cards), whys), AnswerOption(NOBODY, phrase("nobody")))
    rules = rules_of_damage(unit, fallen[0])
    return Body(
        join_texts([*hits, phrase("falls")]), options, last=tuple(map(rule_line, rules[:2])), scene=False, why=why[0]
    )


add_family(
    Family("falls", "many", _falls_about, _falls_right, _falls_body, kept={NOBODY: 0.13}, pressed=True, then=outcome)
)


# The Edge -------------------------------------------------------------------------------------------------


def _edge_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    bleeds = unit.does(settle_action) and unit.before.n[ACT] == BLEEDING and unit.before.n[BLEED]
    if bleeds and any(event.kind in ("bled", "edge") for event in unit.events):
        yield QuestionKey("bleed", ("BLEED-03",))


def _edge_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    n = unit.before.n
    target, seat = n[ACT_TARGET], seat_of(unit.before, n[ACTOR])
    card = unit.before.rules.card(unit.before, n[ACTOR])
    values = {"minion": card, "n": n[BLEED], "target": unit.names[target], "name": unit.names[seat]}
    seats = [one for one in range(unit.before.seats) if n[IN] >> one & 1]
    options = seat_options(unit.names, seats, phrase("nobody"))
    why = phrase("edge.why", **values) if unit.after.n[EDGE] == seat else None
    if why is not None:
        keys = {str(one): "no_part" for one in seats} | {str(target): "target", str(n[EDGE]): "had", NOBODY: "middle"}
        whys = {
            value: phrase(f"edge.{which}", other=unit.names[int(value)] if value != NOBODY else "", **values)
            for value, which in keys.items()
            if value not in (str(seat), "-1")
        }
        options = with_reasons(options, whys)
    return Body(phrase("edge", **values), options, last=(rule_line("BLEED-03"),), scene=False, why=why)


add_family(
    Family(
        "edge",
        "one",
        _edge_about,
        lambda unit, out, key: (str(out.n[EDGE]) if out.n[EDGE] >= 0 else NOBODY,),
        _edge_body,
        pressed=True,
        then=outcome,
    )
)


# Neighbours ------------------------------------------------------------------------------------------------


def _neighbours_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    g = unit.before
    if unit.does(begin_turn) and g.n[IN].bit_count() >= FEWEST:
        for seat in range(g.seats):
            if g.n[IN] >> seat & 1:
                yield QuestionKey(f"prey-{seat}", ("START-01",))
                yield QuestionKey(f"predator-{seat}", ("START-01",))


def _neighbour(unit: StoryUnit, key: str) -> int:
    what, _, seat = key.partition("-")
    return (prey if what == "prey" else predator)(unit.before, int(seat))


def _neighbours_body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
    what, _, seat = key.partition("-")
    if viewer in (int(seat), _neighbour(unit, key)):
        return None  # the table says who one's own prey and predator are
    name = unit.names[int(seat)]
    others = [one for one in range(unit.before.seats) if unit.before.n[IN] >> one & 1 and one != int(seat)]
    why = phrase(f"neighbour.why.{what}", name=name, other=unit.names[_neighbour(unit, key)])
    line = ExplanationLine(why, ("START-01",))
    prompt = phrase(f"neighbour.{what}", name=name)
    found = _neighbour(unit, key)
    whys = {str(one): not_neighbour(unit.before, what, int(seat), one, unit.names) for one in others if one != found}
    options = with_reasons(seat_options(unit.names, others), whys)
    return Body(prompt, options, (line,), (rule_line("START-01"),), scene=False, why=why)


add_family(
    Family(
        "neighbour",
        "one",
        _neighbours_about,
        lambda unit, out, key: (str(_neighbour(unit, key)),),
        _neighbours_body,
        open=True,
        until=no_log,
        pressed=True,
    )
)
