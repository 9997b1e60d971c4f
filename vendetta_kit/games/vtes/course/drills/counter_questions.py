"""Questions about counters: how much pool somebody has after a move, and how much blood a vampire has after a deed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey
from vendetta_kit.course.questions import Words, join_texts, untranslated
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.action_resolution import settle_action
from vendetta_kit.games.vtes.engine.board import blood, is_vampire, seat_of
from vendetta_kit.games.vtes.engine.state import ACT_TARGET, ACTOR, POOL
from vendetta_kit.kernel.events import Entry

from ..question_words import phrase, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, outcome

OF_POOL: Final = {"edge": "UNTAP-03", "contest": "CONT-03", "new_vampire": "INF-05", "taken_back": "INF-04"}
"""The rule of each cause for which a move changes its own player's pool."""
OF_BLOOD: Final = {
    "hunt": ("HUNT-02",),
    "rescue": ("TORP-04",),
    "title_contest": ("TCON-02",),
    "diablerie": ("DBL-01", "DBL-03"),
}
"""The rules of each cause for which a vampire's blood changes."""


# Pool ------------------------------------------------------------------------------------------------------


def _of_pool(unit: StoryUnit) -> list[Entry]:
    """Return the entries by which a move changes its player's pool, if their causes are all asked about."""
    if unit.action is None:
        return []
    ends = [(entry, (entry.source, entry.target)) for entry in unit.entries]
    own = [entry for entry, both in ends if any(end.kind == "pool" and end.seat == unit.seat for end in both)]
    return own if all(entry.cause in OF_POOL for entry in own) else []


def _pool_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    entries = _of_pool(unit)
    if entries:
        yield QuestionKey(str(unit.seat), tuple(dict.fromkeys(OF_POOL[entry.cause] for entry in entries)))


def _pool_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    assert unit.action is not None
    had, left = (g.n[POOL + int(key)] for g in (unit.before, unit.after))
    cause = _of_pool(unit)[0].cause
    card = getattr(unit.action, "card", None)  # the amount is what is asked: no move's button, which tells it
    named = unit.before.rules.card(unit.before, card) if card is not None else ""
    rule = rule_line(OF_POOL[cause])
    prompt = phrase(f"after.{cause}", name=unit.names[int(key)], n=had, card=named)
    return Body(prompt, last=(rule,), scene=False, why=_why(had, left, rule.text))


def _why(had: int, left: int, rule: Words) -> Words:
    """Return the sum, and what the rule says."""
    sign = "+" if left >= had else "\N{MINUS SIGN}"
    return join_texts((untranslated(f"{had} {sign} {abs(left - had)} = {left}."), rule))


add_family(
    Family(
        "pool",
        "number",
        _pool_about,
        lambda unit, out, key: (str(out.n[POOL + int(key)]),),
        _pool_body,
        asker=int,
        then=outcome,
    )
)


# Blood -----------------------------------------------------------------------------------------------------


def _whose_blood(unit: StoryUnit) -> tuple[int, str] | None:
    """Return the vampire whose blood changes in the unit by one cause that is asked about, and the cause."""
    g = unit.before
    if isinstance(unit.action, do.Pay):
        card = unit.action.card
    elif unit.does(settle_action):
        card = g.n[ACTOR]
    else:
        return None
    if not is_vampire(g, card):
        return None
    named, seat = g.rules.card(g, card), seat_of(g, card)
    both = ((entry.cause, end) for entry in unit.entries for end in (entry.source, entry.target))
    causes = {cause for cause, end in both if (end.kind, end.seat, end.card) == ("card", seat, named)}
    cause = causes.pop() if len(causes) == 1 else ""
    return (card, cause) if cause in OF_BLOOD else None


def _blood_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    found = _whose_blood(unit)
    if found is not None:
        yield QuestionKey(str(found[0]), OF_BLOOD[found[1]])


def _blood_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    found = _whose_blood(unit)
    assert found is not None
    card, cause = found
    g = unit.before
    rule = rule_line(OF_BLOOD[cause][0])
    target = g.n[ACT_TARGET] if cause == "diablerie" else card
    values = {
        "minion": g.rules.card(g, card),
        "name": g.names[seat_of(g, card)],
        "n": blood(g, card),
        "target": g.rules.card(g, target),
        "left": blood(g, target),
    }
    return Body(
        phrase(f"after.{cause}", **values),
        last=(rule,),
        scene=False,
        why=_why(blood(g, card), blood(unit.after, card), rule.text),
    )


add_family(
    Family(
        "blood",
        "number",
        _blood_about,
        lambda unit, out, key: (str(out.n[unit.before.table.purse[int(key)]]),),
        _blood_body,
        then=outcome,
    )
)
