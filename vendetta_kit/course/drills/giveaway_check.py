"""Checks whether the text of a question already gives its answer away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

HALF: Final = 0.5
"""A stem with at least this share of the right option's words gives it away,"""
AHEAD: Final = 0.25
"""if its share of every other option's words is smaller by this much."""
SHORT: Final = 3
"""Words of up to so many letters are ignored."""


def gives_away(stem: str, right: str, wrong: Sequence[str]) -> bool:
    """Return whether a stem contains the words of the right option, and not those of the wrong ones.

    >>> gives_away("Nobody won: the token stays where it is.", "The token stays where it is.", ["It is lost."])
    True
    >>> gives_away("The Feed begins.", "The token stays where it is.", ["It is lost."])
    False
    """
    said = _words(stem)
    share = _share(right, said)
    return share >= HALF and share - max((_share(text, said) for text in wrong), default=0.0) >= AHEAD


def prefers_some(stem: str, options: Sequence[str]) -> bool:
    """Return whether a stem has more of the words of some options than of others, however short the words.

    >>> prefers_some("Ann pays 1 Blood.", ["1 Blood", "2 Blood"]), prefers_some("Ann plays.", ["1 Blood", "2 Blood"])
    (True, False)
    """
    said = set(re.findall(r"\w+", stem.lower()))
    return len({len(set(re.findall(r"\w+", text.lower())) & said) for text in options}) > 1


def _share(text: str, said: set[str]) -> float:
    words = _words(text)
    return len(words & said) / len(words) if words else 0.0


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > SHORT}
