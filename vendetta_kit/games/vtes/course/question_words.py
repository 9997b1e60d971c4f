"""The words of V:TES's drills: section ``drill`` of its messages, in every language at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vendetta_kit.course.questions import ExplanationLine, Words, phrase_by_language
from vendetta_kit.games.vtes import wording
from vendetta_kit.rulebook import VTES


def phrase(key: str, **values: Any) -> Words:
    """Return a phrase of the drills by language; values may be words by language, too.

    Args:
        key: its key in the section.
        values: what fills its gaps.

    >>> phrase("statement", section="Blocks", text="A tapped minion …")["en"]
    'Blocks: A tapped minion …'
    """
    return phrase_by_language(lambda lang, within: wording.say("drill", key, lang, within), values)


def refusal_line(rule: str, key: str, values: Mapping[str, Any]) -> ExplanationLine:
    """Return the engine's reason for a refusal as a line of an answer, with its rule."""
    return ExplanationLine({lang: wording.say("refusal", key, lang, values) for lang in VTES.languages()}, (rule,))


def rule_line(rule: str) -> ExplanationLine:
    """Return the text of a rule as a line of an answer. Raises ``KeyError``: there is no such rule."""
    return ExplanationLine({lang: VTES.find(rule, lang).text for lang in VTES.languages()}, (rule,))
