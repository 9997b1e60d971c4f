"""Drills within reach: only what lessons have taught, on tables that show nothing later."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from vendetta_kit.course import lessons
from vendetta_kit.course.known_rules import KnownRules, learned_rules, rules_up_to
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.questions import Question
from vendetta_kit.games.vendetta.course.drills import DRILLS, by_id, drill, moments
from vendetta_kit.games.vendetta.course.first_game_guide import first_game
from vendetta_kit.games.vendetta.course.lesson_game import SIGNS
from vendetta_kit.rulebook import is_id

NOW = datetime(2026, 1, 5, tzinfo=UTC)


def after(*names: str) -> Progress:
    """A learner who has walked these lessons."""
    progress = Progress()
    for name in names:
        progress.lesson(name, finished=True)
    return progress


def later(question: Question, reach: KnownRules) -> list[str]:
    """Which things on the question's table belong to later lessons, and rules that were not met."""
    view = question.view
    found = [rule for rule in (*question.rules, *question.about) if rule not in reach.rules]
    if view is None:
        return found
    seats = view.seats
    things = {
        "FEED-01": view.round > 1,
        "DRAIN-03": any(seat.drained for seat in seats),
        "DIAB-01": any(seat.tokens_up + seat.tokens_down for seat in seats),
        "V3P-01": len(seats) == 3,
        "VTAG-01": bool(view.teams),
        "VREL-01": any(seat.relic for seat in seats),
        "VLOC-01": any(place.location_card for place in view.locations),
    }
    return found + [rule for rule, there in things.items() if there and rule not in reach.rules]


@pytest.mark.parametrize("count", [1, 2, 4, 6, 9])
def test_nothing_is_asked_that_comes_later(count: int) -> None:
    names = [heading.id for heading in lessons.headings()][:count]
    reach = KnownRules(learned_rules(after(*names)), SIGNS)
    rng = Random(count)
    on_tables = 0
    for _ in range(60):
        question = drill(rng, reach.rules, reach)
        assert later(question, reach) == [], question.id
        on_tables += question.view is not None
    assert on_tables


def test_without_a_reach_everything_is_asked() -> None:
    reach = KnownRules(learned_rules(after("first_steps")), SIGNS)
    rng = Random(1)
    assert sum(bool(later(drill(rng, reach.rules), reach)) for _ in range(60)) > 5


def test_what_she_has_learned() -> None:
    progress = after("first_steps")
    first = set(lessons.headings()[0].rules)
    assert learned_rules(Progress()) == set()
    assert learned_rules(progress) == first
    progress.met(["FRZ-01"])
    progress.lesson("planning", "first-move")
    assert learned_rules(progress) == first, "beside an event, or in a lesson that is not done"
    progress.used(["FRZ-02"])
    progress.refused(["FRZ-03"])
    progress.answered(["FRZ-04"], False, "q", NOW)
    assert learned_rules(progress) == first | {"FRZ-02", "FRZ-03", "FRZ-04"}


def test_a_lesson_stands_on_those_before_it() -> None:
    third = lessons.headings()[2]
    assert set(lessons.headings()[0].rules) | set(third.rules) <= rules_up_to(third.id)
    assert not set(lessons.headings()[7].rules) <= rules_up_to(third.id)
    assert rules_up_to("nonsense") == set()


def test_every_sign_of_a_later_lesson_is_taught_and_seen() -> None:
    taught = {rule: heading.number for heading in lessons.headings() for rule in heading.rules}
    questions = [by_id(places["ids"][-1]) for places in moments().values() if places["ids"]]
    for rule, there in SIGNS.items():
        assert is_id(rule)
        assert taught[rule] > 0
        seen = [there(question.view) for question in questions if question.view is not None]
        assert True in seen, rule
        assert False in seen, rule


def test_no_sentence_is_asked_in_words_that_were_not_told() -> None:
    """The first game tells when a card acts, and says neither "Active card" nor what is one."""
    told = frozenset(sentence.rule for sentence in first_game().sentences)
    statements = DRILLS.statements
    assert "REV-05" in told
    assert not statements.in_known_words("REV-05", told)
    assert statements.in_known_words("REV-05", told | {"PLAN-18"})
    asked = [rule for rule in told & DRILLS.rules() if statements.in_known_words(rule, told)]
    assert len(asked) > len(told) / 2, "enough is left to ask"
