"""The sums that drills of Rivals ask: each right answer is reckoned again from the numbers in its words."""

from __future__ import annotations

import re

import pytest

from vendetta_kit.games.rivals.course.drills import DRILLS, by_id, moments
from vendetta_kit.games.rivals.course.drills.calculation_questions import FAMILIES, CalculationSketch
from vendetta_kit.rulebook import RIVALS

MANY = range(60)


def asked(family: str, k: int) -> tuple[list[int], str, str]:
    """The numbers in a question's prompt, the whole prompt, and what is right."""
    question = by_id(f"{family}:{family}/{k}:0:0:-")
    assert isinstance(question.view, CalculationSketch), "what is counted is seen"
    assert question.table
    assert question.view.figures
    assert question.grade(question.right)
    assert set(question.prompt) == set(RIVALS.languages())
    return [int(n) for n in re.findall(r"\d+", question.prompt["en"])], question.prompt["en"], question.right[0]


def test_wounded_is_half_or_less() -> None:
    found = set()
    for k in MANY:
        (potency, blood), _, right = asked("wounded", k)
        assert right == ("yes" if blood <= potency / 2 else "no")
        found.add((right, blood * 2 == potency))
    assert found == {("yes", True), ("yes", False), ("no", False)}


def test_intel_must_reach_secrecy() -> None:
    rights = set()
    for k in MANY:
        (intel, secrecy), _, right = asked("attack", k)
        assert right == ("yes" if secrecy <= intel else "no")
        rights.add(right)
    assert rights == {"yes", "no"}


@pytest.mark.parametrize("family", ["leader", "event", "mend", "damage"])
def test_other_sums(family: str) -> None:
    for k in MANY:
        numbers, prompt, right = asked(family, k)
        if family == "leader":
            assert int(right) == 20 - numbers[0]
        elif family == "event":
            assert int(right) == numbers[0] + numbers[1]
        elif family == "mend":
            more = 1 + ("you discard a card" in prompt)
            assert int(right) == min(numbers[0], numbers[1] + more)
        else:
            damage, blood, physical, social, mental = numbers
            kind = prompt.split()[1]
            off = {"Physical": physical, "Ranged": physical, "Social": social, "Mental": mental}[kind]
            assert int(right) == max(0, blood - max(0, damage - off))


def test_what_a_recruit_leaves_and_what_is_spent_first() -> None:
    left = set()
    for k in MANY:
        (prestige, potency), _, right = asked("recruit", k)
        assert int(right) == prestige - potency
        (own, others, spent), _, right = asked("pay", k)
        assert int(right) == min(others, own + others - spent)
        left.add(int(right) == others)
    assert left == {True, False}


def test_which_card_it_can_play_and_who_is_out() -> None:
    found = set()
    for k in MANY:
        (wanted, potency, blood), _, right = asked("card", k)
        assert right == ("yes" if wanted <= potency else "no")
        found.add(("card", right, wanted > blood))
        (_, active, torpor), _, right = asked("out", k)
        assert right == ("no" if active else "yes")
        assert torpor
        found.add(("out", right, True))
    assert found >= {("card", "yes", True), ("card", "no", True), ("out", "yes", True), ("out", "no", True)}


def test_who_wins_a_knock_out() -> None:
    found = set()
    for k in range(200):
        agenda, prompt, right = asked("knockout", k)
        rivals = {m[0]: m[1] for m in re.findall(r"(\w+): Agenda \d+, Rival (\w+)\.", prompt)}
        names = list(rivals)
        out = re.search(r", (\w+) is knocked out", prompt)
        by = re.search(r"By an effect of (\w+)", prompt)
        assert out is not None
        points = dict(zip(names, agenda, strict=True))
        if by is not None and rivals[by[1]] == out[1]:
            winner = by[1]
        else:
            points[out[1]] = 0
            holder = next(name for name in names if rivals[name] == out[1])
            points[holder] += 3
            best = [name for name in names if points[name] == max(points.values())]
            winner = holder if points[holder] >= 13 else best[0] if len(best) == 1 else ""
        assert right == (str(names.index(winner)) if winner else "unsaid"), prompt
        rules = by_id(f"knockout:knockout/{k}:0:0:-").rules
        assert ("GOAL-09" in rules) is (not winner), "a tie cites the rule that is missing"
        found.add((bool(winner), by is not None))
    assert found == {(True, True), (True, False), (False, True), (False, False)}


def test_each_rule_of_a_sum_is_asked_by_it() -> None:
    for rule, places in moments().items():
        assert places["ids"], rule
        for name in places["ids"]:
            assert rule in by_id(name).rules
    assert {name.partition(":")[0] for places in moments().values() for name in places["ids"]} == set(FAMILIES)
    assert set(moments()) <= DRILLS.rules()
    with pytest.raises(KeyError):
        by_id("wounded:chess/1:0:0:-")
