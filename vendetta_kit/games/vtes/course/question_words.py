"""The words of V:TES's drills: section ``drill`` of its messages, in every language at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vendetta_kit.course.questions import ExplanationLine, Words, phrased
from vendetta_kit.games.vtes import wording
from vendetta_kit.rulebook import VTES

__all__ = ["phrase", "reason", "says"]


def phrase(key: str, **values: Any) -> Words:
    """Return a phrase of the drills in every language; a value that is itself in words is put in in its language.

    Args:
        key: which one.
        values: what fills its gaps.

    >>> phrase("statement", section="Blocks")["en"]
    'Blocks: which of these is right?'
    """
    return phrased(lambda lang, within: wording.say("drill", key, lang, within), values)


def reason(rule: str, key: str, values: Mapping[str, Any]) -> ExplanationLine:
    """Return a reason of the engine why something is not possible, as a line with its rule."""
    return ExplanationLine({lang: wording.say("refusal", key, lang, values) for lang in VTES.languages()}, (rule,))


def says(rule: str) -> ExplanationLine:
    """Return what a rule says, as a line of a worked-out answer. Raises ``KeyError``: there is no such rule."""
    return ExplanationLine({lang: VTES.find(rule, lang).text for lang in VTES.languages()}, (rule,))
