"""Nobody finds the right option by its length or by words that it shares: what a rule says has to be known."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from random import Random

import pytest

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.drills.question_families import make_question, possible_questions, seats_for
from vendetta_kit.course.questions import Question
from vendetta_kit.games.rivals.course.drills import DRILLS as OF_RIVALS
from vendetta_kit.games.vendetta.course.drills import DRILLS as OF_VENDETTA
from vendetta_kit.games.vendetta.course.drills.drill_positions import TABLES as VENDETTA_TABLES
from vendetta_kit.games.vtes.course.drills import DRILLS as OF_VTES
from vendetta_kit.games.vtes.course.drills.drill_positions import TABLES as VTES_TABLES
from vendetta_kit.rulebook import languages

MARGIN = 0.05
"""How much more often than by chance a chooser may be right."""
DEVIATION = 0.45
"""About the standard deviation of one question's answer, from which that of a sample follows;"""
DEVIATIONS = 2.5
"""so many of them are allowed, as a sample has some twenty choosers' figures for each family."""
CHOSEN = ("one", "many")
TABLES = ((OF_VENDETTA, VENDETTA_TABLES), (OF_VTES, VTES_TABLES))


def scores(prompt: str, options: Sequence[str]) -> dict[str, list[float]]:
    """Return for each way to choose how well each option does: by length, words of the question, words of others."""
    said = _words(prompt)
    own = [_words(text) for text in options]
    found: dict[str, list[float]] = {
        "long": [len(text) for text in options],
        "asked": [len(words & said) for words in own],
        "asked by share": [len(words & said) / max(1, len(words)) for words in own],
        "alike": [sum(len(words & other) for k, other in enumerate(own) if k != n) for n, words in enumerate(own)],
    }
    found["alike by share"] = [score / max(1, len(words)) for score, words in zip(found["alike"], own, strict=True)]
    return found | {f"least {way}": [-score for score in row] for way, row in found.items()}


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def ahead(questions: Iterable[Question], share: Callable[[Question], float] = lambda question: 1.0) -> dict[str, float]:
    """Return for each language and way to choose by how much it is right more often than chance.

    ``share`` is the share in which a question is asked.
    """
    gained: dict[str, float] = defaultdict(float)
    count = 0.0
    for question in questions:
        weight = share(question)
        count += weight
        chance = len(question.right) / len(question.options)
        for lang in languages():
            texts = [option.text[lang] for option in question.options]
            for way, row in scores(question.prompt[lang], texts).items():
                best = [k for k, score in enumerate(row) if score == max(row)]
                hits = sum(question.options[k].value in question.right for k in best)
                gained[f"{lang}: {way}"] += weight * (hits / len(best) - chance)
    return {way: sum_ / count for way, sum_ in gained.items()}


@pytest.mark.parametrize("drills", [OF_VENDETTA, OF_VTES, OF_RIVALS], ids=["vendetta", "vtes", "rivals"])
def test_what_a_rule_says_is_not_told_by_the_words(drills: Drills) -> None:
    found = ahead(drills.statements.statement(rule) for rule in sorted(drills.rules()))
    assert {way: gain for way, gain in found.items() if gain > MARGIN} == {}


def asked_about(drills: Drills, stories: Iterable[str], most: int) -> dict[str, list[Question]]:
    """Questions of each family with options to choose from, of one seat each, out of these stories."""
    rng = Random("guessing")
    found: dict[str, list[Question]] = defaultdict(list)
    for story in stories:
        for unit in drills.units(story):
            for family, asked in possible_questions(unit, drills.families):
                seats = seats_for(unit, family, asked)
                if family.form not in CHOSEN or len(found[family.name]) >= most or not seats or rng.random() < 0.5:
                    continue
                question = make_question(unit, family, asked, rng.choice(seats))
                if question is not None:
                    found[family.name].append(question)
    return found


def told_by_words(drills: Drills, found: dict[str, list[Question]]) -> dict[str, float]:
    """What a chooser is ahead by, where it is more than the margin and than chance alone in so few questions."""
    told = {}
    for family, questions in found.items():
        shares = [drills.share(question) for question in questions]
        weighed = sum(shares) ** 2 / sum(share * share for share in shares)
        for way, gain in ahead(questions, drills.share).items():
            if gain > MARGIN + DEVIATIONS * DEVIATION / sqrt(weighed):
                told[f"{family}, {way}"] = round(gain, 2)
    return told


def test_no_answer_of_a_calculation_is_told_by_the_words() -> None:
    stories = [f"{family}/{k}" for family, one in OF_RIVALS.families.items() if one.form == "one" for k in range(120)]
    found = asked_about(OF_RIVALS, stories, 120)
    assert len(found) == 5
    assert told_by_words(OF_RIVALS, found) == {}


@pytest.mark.long
@pytest.mark.parametrize(("drills", "tables"), TABLES, ids=["vendetta", "vtes"])
def test_no_answer_about_a_position_is_told_by_the_words(drills: Drills, tables: Iterable[str]) -> None:
    found = asked_about(drills, [f"{table}/{k}" for k in range(900, 903) for table in tables], 150)
    assert len(found) > 9
    assert told_by_words(drills, found) == {}


def test_the_measure_finds_an_option_that_its_length_tells() -> None:
    question = OF_VENDETTA.statements.statement("PLAN-03")
    grown = tuple(
        option
        if option.value not in question.right
        else type(option)(option.value, dict.fromkeys(languages(), "x" * 99))
        for option in question.options
    )
    told = ahead([Question("told", "one", (), question.prompt, grown, question.right, (), None)])
    assert told["en: long"] == pytest.approx(2 / 3)
