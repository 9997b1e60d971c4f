"""The page's own words: buttons, headings, hints. The game's words come from the rulebook and the box.

They lie in ``lang/<language>/*.json``; a language is a folder, and what it lacks is taken from English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

__all__ = ["languages", "say"]

_FOLDER = Path(__file__).parent / "lang"


@cache
def _words(lang: str) -> Mapping[str, str]:
    own: dict[str, str] = {}
    for path in sorted((_FOLDER / lang).glob("*.json")):
        own |= json.loads(path.read_text("utf-8"))
    return own if lang == "en" else {**_words("en"), **own}


@cache
def languages() -> tuple[str, ...]:
    """The languages of the page, English first.

    >>> languages()
    ('en', 'de')
    """
    found = sorted(path.parent.name for path in _FOLDER.glob("*/page.json"))
    return ("en", *(lang for lang in found if lang != "en"))


def say(key: str, lang: str = "en", **values: object) -> str:
    """The words of one key, with the values filled in.

    >>> say("undo", "de")
    'Rückgängig'
    >>> say("round", n=2)
    'Round 2'
    """
    return _words(lang)[key].format(**values)
