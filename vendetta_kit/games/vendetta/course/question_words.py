"""The texts of Vendetta's questions, and explanations made from lines of the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from vendetta_kit.course import questions
from vendetta_kit.course.questions import ExplanationLine, Words, phrase_by_language
from vendetta_kit.data_paths import read_words
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.games.vendetta.wording.message_text import fill
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.rulebook import find, languages


def phrase(key: str, **values: Any) -> Words:
    """Return a phrase of ``course.json`` in every language. A value that is :class:`Words` is used in each language.

    >>> phrase("pool", name="Ann")["en"]
    "How much Blood is in Ann's Pool then?"
    """
    return phrase_by_language(
        lambda lang, within: fill(read_words("course.json", lang)["phrases"][key], lang, within), values
    )


def nobody() -> Words:
    """Return the text of the answer "nobody"."""
    return phrase("nobody")


def rule_line(rule_id: str) -> ExplanationLine:
    """Return the text of a rule as a line of an explanation."""
    return ExplanationLine({lang: find(rule_id, lang).text for lang in languages()}, (rule_id,))


def log_explanation(
    me: int | None, names: Sequence[str], events: Iterable[Event], entries: Iterable[Entry]
) -> tuple[ExplanationLine, ...]:
    """Return what happened as lines of the log for the seat ``me``, in every language."""
    return questions.log_explanation(log_lines, me, names, events, entries)
