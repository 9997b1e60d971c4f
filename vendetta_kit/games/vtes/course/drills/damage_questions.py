"""Questions about damage that is not prevented: who heals, who goes to torpor, who is burned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome, rules_in
from vendetta_kit.course.questions import Words, join_texts, with_reasons
from vendetta_kit.games.vtes.engine.board import blood, is_ready, is_vampire, seat_of
from vendetta_kit.games.vtes.engine.combatants import fighter
from vendetta_kit.games.vtes.engine.state import AGGRAVATED, HURT, READY, TORPOR
from vendetta_kit.games.vtes.engine.strikes import damage

from ..question_words import phrase, rule_line
from .drill_positions import StoryUnit
from .question_families import add_family, answer_options, outcome

OF_VAMPIRES: Final = frozenset(("DMG-02", "DMG-03", "DMG-04", "DMG-05", "TORP-02"))


def rules_of_damage(unit: StoryUnit, k: int) -> tuple[str, ...]:
    """Return the rules behind the answer: those of the rows about fighter ``k``, by the kinds of damage done."""
    g = unit.before
    card = fighter(g, k)
    if not is_vampire(g, card):
        return ("DMG-06",)
    named = g.rules.card(g, card)
    events = [event for event in unit.events if named in event.data.values() and event.kind != "combat_over"]
    entries = [entry for entry in unit.entries if entry.source.card == named]
    ordinary, worse = g.n[HURT + k], g.n[AGGRAVATED + k]
    apart = {"DMG-03": not ordinary, "DMG-04": not worse, "DMG-05": not ordinary or not worse}
    found = rules_in((*events, *entries), OF_VAMPIRES)
    needed: tuple[str, ...] = ("DMG-03",) if ordinary else ()
    needed += ("DMG-04",) if worse else ()
    return tuple(dict.fromkeys((*needed, *(rule for rule in found if not apart.get(rule, False)))))


def _about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.does(damage):
        g = unit.before
        for k in (0, 1):
            if g.n[HURT + k] + g.n[AGGRAVATED + k] and is_ready(g, fighter(g, k)):
                yield QuestionKey(str(k), rules_of_damage(unit, k))


def _right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    g = unit.before
    card = fighter(g, int(key))
    seat = seat_of(g, card)
    if card in out.z[READY + seat]:
        return (f"ready/{out.n[g.table.purse[card]]}",)
    return ("torpor",) if card in out.z[TORPOR + seat] else ("burned",)


def _near(unit: StoryUnit, k: int, left: int) -> list[int]:
    """Return numbers that could be left, ``left`` first: all are in the prompt, or none, as far as there are enough."""
    g = unit.before
    said = {blood(g, fighter(g, k)), *(n for n in (g.n[HURT + k], g.n[AGGRAVATED + k]) if n)}
    others = sorted(
        (n for n in range(left + 7) if n != left), key=lambda n: ((n in said) != (left in said), abs(n - left), n)
    )
    return [left, *others[:3]]


def why_of_damage(unit: StoryUnit, k: int) -> Words | None:
    """Return the sentence with the numbers that lead to the answer; ``None`` where a card changes them."""
    g, right = unit.before, _right(unit, unit.outcome(), str(k))[0]
    card = fighter(g, k)
    had, ordinary, worse = blood(g, card), g.n[HURT + k], g.n[AGGRAVATED + k]
    values = {"minion": g.rules.card(g, card), "n": had, "hurt": ordinary, "worse": worse}
    if not is_vampire(g, card):
        left = max(0, had - ordinary - worse)
        if right != (f"ready/{left}" if left else "burned"):
            return None
        return phrase("wound.why.ally", **values, total=ordinary + worse, left=left)
    if worse == 0 and right == f"ready/{had - ordinary}":
        return phrase("wound.why.heals", **values, left=had - ordinary)
    if right == "torpor" and (worse or ordinary > had):
        return phrase("wound.why.aggravated" if worse else "wound.why.torpor", **values)
    if right == "burned" and worse:
        return phrase("wound.why.burned", **values)
    return None


def _body(unit: StoryUnit, key: str, viewer: int) -> Body:
    g, k = unit.before, int(key)
    card = fighter(g, k)
    named, had = g.rules.card(g, card), blood(g, card)
    ordinary, worse = g.n[HURT + k], g.n[AGGRAVATED + k]
    kind = "vampire" if is_vampire(g, card) else "ally"
    right = _right(unit, unit.outcome(), key)[0]
    ready, _, left = right.partition("/")
    stays = {f"ready/{n}": phrase(f"wound.ready.{kind}", minion=named, n=n) for n in _near(unit, k, int(left or 0))}
    gone = {value: phrase(f"wound.{value}", minion=named) for value in ("torpor", "burned")}
    found = stays if ready == "ready" else {**gone, **stays}
    hit = "wound.both" if ordinary and worse else "wound.aggravated" if worse else "wound.ordinary"
    prompt = join_texts(
        (
            phrase(f"wound.has.{kind}", minion=named, name=unit.names[seat_of(g, card)], n=had),
            phrase(hit, n=ordinary, worse=worse),
            phrase("wound"),
        )
    )
    why = why_of_damage(unit, k)
    whys = {}
    if why is not None:
        for value in found:
            wrong = value.partition("/")[0]
            said = () if wrong == "ready" != ready else (phrase(f"wound.not.{wrong}.{kind}"),)
            whys[value] = join_texts((*said, why))
    return Body(
        prompt,
        with_reasons(answer_options(found, right), whys),
        last=tuple(map(rule_line, rules_of_damage(unit, k)[:2])),
        scene=False,
        why=why,
    )


add_family(Family("wound", "one", _about, _right, _body, then=outcome))
