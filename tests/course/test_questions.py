"""A question is graded by its values or its number, and all its words are there in every language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vendetta_kit.course.questions import (
    NOBODY,
    AnswerOption,
    Question,
    join_texts,
    seat_options,
    shuffled_options,
    untranslated,
)
from vendetta_kit.games.vendetta.course.question_words import log_explanation, nobody, phrase
from vendetta_kit.rulebook import languages

LANG = Path(__file__).resolve().parents[2] / "data" / "lang"
THREE = tuple(AnswerOption(value, untranslated(value)) for value in "abc")


def question(form: str, right: tuple[str, ...]) -> Question:
    return Question("q", form, ("GLOS-09",), untranslated("?"), THREE if form != "number" else (), right, (), None)


@pytest.mark.parametrize(
    ("form", "right", "given", "verdict"),
    [
        ("one", ("b",), ["b"], True),
        ("one", ("b",), ["a"], False),
        ("one", ("b",), [], False),
        ("one", ("b",), ["b", "a"], False),
        ("many", ("a", "c"), ["c", "a"], True),
        ("many", ("a", "c"), ["a"], False),
        ("many", ("a", "c"), ["a", "b", "c"], False),
        ("many", ("a", "c"), ["a", "c", "c"], False),
        ("number", ("7",), ["7"], True),
        ("number", ("7",), [" 07 "], True),
        ("number", ("7",), ["+7"], True),
        ("number", ("-2",), ["\N{MINUS SIGN}2"], True),
        ("number", ("7",), ["8"], False),
        ("number", ("7",), ["seven"], False),
        ("number", ("7",), [""], False),
        ("number", ("7",), ["7", "7"], False),
        ("number", ("7",), [], False),
    ],
)
def test_grading(form: str, right: tuple[str, ...], given: list[str], verdict: bool) -> None:
    assert question(form, right).grade(given) is verdict


def test_a_phrase_is_there_in_every_language_with_its_values_in_words() -> None:
    words = phrase("winner", at="haven")
    assert set(words) == set(languages())
    assert "Prince's Haven" in words["en"]
    assert "Zuflucht des Prinzen" in words["de"]
    assert phrase("may", name="Ann", action={"en": "End", "de": "Ende"})["de"].count("Ende") == 1


def test_sentences_become_one_text_and_empty_ones_leave_no_gap() -> None:
    assert join_texts([untranslated("A."), untranslated(""), untranslated("B.")])["de"] == "A. B."


def test_seats_to_pick_from_and_nobody() -> None:
    options = seat_options(("Ann", "Bob"), (1, 0), nobody())
    assert [option.value for option in options] == ["1", "0", NOBODY]
    assert [option.text["de"] for option in options] == ["Bob", "Ann", "Niemand"]


def test_the_order_of_options_depends_on_the_key_alone() -> None:
    orders = {tuple(option.value for option in shuffled_options(THREE, f"key {k}")) for k in range(40)}
    assert shuffled_options(THREE, "key 1") == shuffled_options(THREE, "key 1")
    assert len(orders) == 6


def test_nothing_happened_is_told_in_no_lines() -> None:
    assert log_explanation(0, ("Ann", "Bob", "Cy"), (), ()) == ()


def test_both_languages_have_the_same_phrases_and_gaps() -> None:
    files = {lang: json.loads((LANG / lang / "course.json").read_text(encoding="utf-8")) for lang in languages()}
    for group in ("phrases", "gaps"):
        keys = {lang: set(words[group]) for lang, words in files.items()}
        assert all(own == keys["en"] for own in keys.values())
    for rule_id, english in files["en"]["gaps"].items():
        german = files["de"]["gaps"][rule_id]
        assert len(english) == len(german) == 3
        assert all(text.strip() for text in (*english, *german))


def test_a_phrase_names_the_same_values_in_every_language() -> None:
    import string

    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    files = {lang: json.loads((LANG / lang / "course.json").read_text(encoding="utf-8")) for lang in languages()}
    for key, english in files["en"]["phrases"].items():
        assert fields(english) == fields(files["de"]["phrases"][key]), key
