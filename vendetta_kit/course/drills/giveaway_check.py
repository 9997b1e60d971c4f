"""Whether the words before the options already say which of them is right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["gives_away"]

HALF: Final = 0.5
"""An answer of which the stem holds so much can be read off."""
AHEAD: Final = 0.25
"""But only if the stem holds that much less of every other option."""
SHORT: Final = 3
"""Words of so few letters stand everywhere."""


def gives_away(stem: str, right: str, wrong: Sequence[str]) -> bool:
    """Whether a stem holds the words of the right option, and not those of the others.

    >>> gives_away("Nobody won: the token stays where it is.", "The token stays where it is.", ["It is lost."])
    True
    >>> gives_away("The Feed begins.", "The token stays where it is.", ["It is lost."])
    False
    """
    said = _words(stem)
    share = _share(right, said)
    return share >= HALF and share - max((_share(text, said) for text in wrong), default=0.0) >= AHEAD


def _share(text: str, said: set[str]) -> float:
    words = _words(text)
    return len(words & said) / len(words) if words else 0.0


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > SHORT}
