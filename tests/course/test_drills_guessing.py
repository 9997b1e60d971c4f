"""Nobody finds the right option by its length or by words that it shares: what a rule says has to be known."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import pytest

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.questions import Question
from vendetta_kit.games.rivals.course.drills import DRILLS as OF_RIVALS
from vendetta_kit.games.vendetta.course.drills import DRILLS as OF_VENDETTA
from vendetta_kit.games.vtes.course.drills import DRILLS as OF_VTES
from vendetta_kit.rulebook import languages

MARGIN = 0.05
"""How much more often than by chance a chooser may be right."""


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


def ahead(questions: Iterable[Question]) -> dict[str, float]:
    """Return for each language and way to choose by how much it is right more often than chance."""
    gained: dict[str, float] = defaultdict(float)
    count = 0
    for question in questions:
        count += 1
        chance = len(question.right) / len(question.options)
        for lang in languages():
            texts = [option.text[lang] for option in question.options]
            for way, row in scores(question.prompt[lang], texts).items():
                best = [k for k, score in enumerate(row) if score == max(row)]
                hits = sum(question.options[k].value in question.right for k in best)
                gained[f"{lang}: {way}"] += hits / len(best) - chance
    return {way: sum_ / count for way, sum_ in gained.items()}


@pytest.mark.parametrize("drills", [OF_VENDETTA, OF_VTES, OF_RIVALS], ids=["vendetta", "vtes", "rivals"])
def test_what_a_rule_says_is_not_told_by_the_words(drills: Drills) -> None:
    found = ahead(drills.statements.statement(rule) for rule in sorted(drills.rules()))
    assert {way: gain for way, gain in found.items() if gain > MARGIN} == {}


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
