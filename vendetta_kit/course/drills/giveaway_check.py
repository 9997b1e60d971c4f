"""Checks whether the text of a question already gives its answer away."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Final

HALF: Final = 0.5
"""A stem with at least this share of the right option's words gives it away,"""
AHEAD: Final = 0.25
"""if its share of every other option's words is smaller by this much."""
SHORT: Final = 3
"""Words of up to so many letters are ignored, except in a wrong option that has no others."""


def gives_away(stem: str, right: str, wrong: Sequence[str]) -> bool:
    """Return whether a stem contains the words of the right option, and not those of the wrong ones.

    >>> gives_away("Nobody won: the token stays where it is.", "The token stays where it is.", ["It is lost."])
    True
    >>> gives_away("The Feed begins.", "The token stays where it is.", ["It is lost."])
    False
    """
    said = _every_word(stem)
    share = _share(right, said)
    others = (_share(text, said, _every_word(text)) for text in wrong)  # who has a short name is named by it, too
    return share >= HALF and share - max(others, default=0.0) >= AHEAD


def prefers_some(stem: str, options: Sequence[str]) -> bool:
    """Return whether a stem has more of the words of some options than of others, however short the words.

    >>> prefers_some("Ann pays 1 Blood.", ["1 Blood", "2 Blood"]), prefers_some("Ann plays.", ["1 Blood", "2 Blood"])
    (True, False)
    """
    said = _every_word(stem)
    return len({len(_every_word(text) & said) for text in options}) > 1


def _share(text: str, said: set[str], short: Set[str] = frozenset()) -> float:
    words: Set[str] = {word for word in _every_word(text) if len(word) > SHORT} or short
    return len(words & said) / len(words) if words else 0.0


def _every_word(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
