"""The pages' own words: buttons, headings, hints, from ``lang/<language>/*.json``.

Each language is a folder; missing words are taken from English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from vendetta_kit import data_paths

_FOLDER = Path(__file__).parent / "lang"


@cache
def _words(lang: str) -> Mapping[str, str]:
    own: dict[str, str] = {}
    for path in sorted((_FOLDER / lang).glob("*.json")):
        own |= json.loads(path.read_text("utf-8"))
    return own if lang == "en" else {**_words("en"), **own}


@cache
def languages() -> tuple[str, ...]:
    """Return the languages of the pages, English first.

    >>> languages()
    ('en', 'de')
    """
    found = [lang for lang in data_paths.languages() if (_FOLDER / lang / "page.json").is_file()]
    return ("en", *(lang for lang in found if lang != "en"))


def say(key: str, lang: str = "en", **values: object) -> str:
    """Return the words of a key, with values filled in.

    >>> say("undo", "de")
    'Rückgängig'
    >>> say("round", n=2)
    'Round 2'
    """
    return _words(lang)[key].format(**values)


class UserError(Exception):
    """An error that the page shows to the user, in the words of ``key`` and ``values``."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(say(key, "en", **values))
        self.key = key
        self.values = values
