"""No question holds its own answer, and every answer has its reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from tests.course.test_drills import known
from vendetta_kit.course.drills import Drills
from vendetta_kit.course.drills.rule_statements import gives_away
from vendetta_kit.course.questions import Question
from vendetta_kit.games.rivals.course.drills import DRILLS as OF_RIVALS
from vendetta_kit.games.vendetta.course.drills import DRILLS, drill, moments, rules_with_drills, statement
from vendetta_kit.games.vtes.course.drills import DRILLS as OF_VTES
from vendetta_kit.rulebook import languages

MANY = 300
OF_A_MOVE = "may"
"""Its stem is the move that is tried, and each answer speaks of that move."""


@cache
def all_kinds() -> tuple[Question, ...]:
    """What the index names, what each rule says, and some new ones."""
    rng = Random("stems")
    named = [known()[name] for places in moments().values() for name in (*places["ids"], *places["shown"])]
    return (*named, *(statement(rule) for rule in sorted(rules_with_drills())), *(drill(rng) for _ in range(MANY)))


def kind_of(question: Question) -> str:
    """The family, and which of its questions it is, where it has several."""
    parts = question.id.split(":", 4)
    key = parts[4].partition("-")[0] if len(parts) == 5 else ""
    return f"{parts[0]}:{'' if key.isdigit() else key}"


def test_no_stem_holds_the_words_of_its_answer() -> None:
    for question in all_kinds():
        if question.form != "one" or question.id.startswith(OF_A_MOVE):
            continue
        right = next(option.text for option in question.options if option.value in question.right)
        wrong = [option.text for option in question.options if option.value not in question.right]
        for lang in languages():
            prompt = question.prompt[lang]
            assert not gives_away(prompt, right[lang], [text[lang] for text in wrong]), f"{question.id}: {prompt}"


def test_the_only_name_in_a_stem_is_not_always_the_answer() -> None:
    named: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for question in all_kinds():
        if question.form != "one" or question.id.startswith("why"):
            continue
        stem = question.prompt["en"].lower()
        there = [o.value for o in question.options if re.search(rf"\b{re.escape(o.text['en'].lower())}\b", stem)]
        if len(there) == 1:
            named[kind_of(question)] += 1
            right[kind_of(question)] += there[0] == question.right[0]
    assert sum(named.values()) > 3  # some prompts name one option alone
    for kind, count in named.items():
        assert count < 3 or right[kind] < count * 0.7, f"{kind}: {right[kind]} of {count}"


PAGES = re.compile(r"\b([Pp]age|[Gg]lossary|Seite|Glossar)\b")
CONTRADICTIONS = (
    re.compile(r"\b(any|every|everybody|all|each)\b[^.,;:]*\bnobody else\b", re.I),
    re.compile(r"\b(wen du willst|jeder|jede|jeden|alle)\b[^.,;:]*\b(niemand|niemanden) sonst\b", re.I),
)
"""An option that nobody need know a rule to leave out."""


@pytest.mark.parametrize("drills", [DRILLS, OF_VTES, OF_RIVALS], ids=["vendetta", "vtes", "rivals"])
def test_no_option_contradicts_itself_and_no_question_leans_on_a_page(drills: Drills) -> None:
    for rule in sorted(drills.rules()):
        if drills.statements.is_aside(rule):
            continue
        question = drills.statements.statement(rule)
        for lang in languages():
            assert not PAGES.search(question.prompt[lang]), question.prompt[lang]
            for option in question.options:
                assert not any(form.search(option.text[lang]) for form in CONTRADICTIONS), option.text[lang]
    assert CONTRADICTIONS[0].search("… any player and nobody else.")
    assert CONTRADICTIONS[1].search("… wen du willst und niemanden sonst.")


def test_of_several_answers_there_are_more_than_two_to_choose_from() -> None:
    asked = [question for question in all_kinds() if question.form == "many"]
    assert asked
    assert min(len(question.options) for question in asked) >= 3


def test_every_answer_has_a_reason_beside_itself() -> None:
    for question in all_kinds():
        texts = {option.value: option.text for option in question.options}
        answers = [texts[value]["en"] for value in question.right if value in texts]
        reasons = [line for line in question.working if line.text["en"] not in answers]
        assert reasons, question.id
        assert any(line.rules for line in question.working) or question.rules


def test_what_a_rule_says_comes_with_its_source_and_with_what_goes_with_it() -> None:
    said = [line.text["en"] for line in statement("PLAN-11").working]
    assert said[1] == "The rulebook does not say it in these words; it follows from p. 8, 24."
    assert said[2].startswith("What goes with it: ")
    said = [line.text["en"] for line in statement("RUL-01").working]
    assert "a ruling settles it" in said[1]
    assert said[2].startswith("The other reading: ")


def lengths(asked: Sequence[Question], lang: str) -> list[int]:
    """Return how many words each question has with its options, the shortest first.

    An end that all options have in common is read once, as the words of the prompt are.
    """
    return sorted(
        _length(question.prompt[lang], [o.text[lang].split() for o in question.options]) for question in asked
    )


def _length(prompt: str, options: Sequence[Sequence[str]]) -> int:
    shared = 0
    while shared < min(map(len, options), default=0) and len({words[-1 - shared] for words in options}) == 1:
        shared += 1
    return len(prompt.split()) + sum(len(words) - shared for words in options) + shared


def seconds_for_ten(words: Sequence[int]) -> float:
    """Return how long ten questions take at 240 words a minute, and with two presses of half a second for each."""
    return 10 * (sum(words) / len(words) / 240 * 60 + 1)


def test_ten_questions_have_few_enough_words_for_90_seconds() -> None:
    rng = Random("words")
    asked = [drill(rng) for _ in range(MANY)]
    for lang in languages():
        words = lengths(asked, lang)
        assert seconds_for_ten(words) < 90
        assert words[MANY * 95 // 100] <= 60
