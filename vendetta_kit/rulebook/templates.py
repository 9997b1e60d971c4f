"""Sentences with gaps, in every language that a game has: what a key says, filled with values.

All of them lie in ``<folder>/<language>/messages.json``; a language is a folder, what it lacks is taken from English. A
gap may name how its value is shown, by one of the words that the game gives (``{card:card}``, ``{at:in}``), and
``{n:card|cards}`` is a number with its noun.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from vendetta_kit.data_paths import languages_of, read_words
from vendetta_kit.rulebook.rule_records import UnknownLanguage

__all__ = ["NO_VALUES", "Templates", "Values"]

Values = Mapping[str, Any]
NO_VALUES: Final[Values] = MappingProxyType({})


class Templates:
    """The sentences of one game.

    Args:
        folder: the game's, below ``data/``; empty for the words of all games.
        shown: how a value is shown in a language, by the word that a gap names: ``(value, language) -> words``.

    >>> templates = Templates("", {"loud": lambda value, lang: str(value).upper()})
    >>> templates.fill("{name:loud} has {n:card|cards}", "en", {"name": "Ann", "n": 2})
    'ANN has 2 cards'
    """

    def __init__(self, folder: str, shown: Mapping[str, Callable[[Any, str], str]]) -> None:
        self._folder = folder
        self._shown = shown

    def messages(self, lang: str) -> Mapping[str, Mapping[str, str]]:
        """Return all templates of a language by section and key, English ones where it lacks them.

        Raises:
            UnknownLanguage: there is no such language; the one-line message names those there are.
        """
        known = languages_of("messages.json", self._folder)
        if lang not in known:
            raise UnknownLanguage(f"There are no messages in {lang!r}; there are: {', '.join(known)}")
        return read_words("messages.json", lang, self._folder)

    def say(self, section: str, key: str, lang: str = "en", values: Values = NO_VALUES) -> str:
        """Return the words of one key, filled with ``values``.

        A key that no language has is shown in brackets, so that a log never breaks off.

        Raises:
            UnknownLanguage: as :meth:`messages`.
        """
        return self.first(section, (key,), lang, values)

    def first(self, section: str, keys: Sequence[str], lang: str, values: Values) -> str:
        """Return the words of the first of these keys that exists: special cases before the general one."""
        templates = self.messages(lang).get(section, {})
        for key in keys:
            if key in templates:
                return self.fill(templates[key], lang, values)
        unknown = self.messages(lang)["part"]["unknown"]
        return self.fill(unknown, lang, {"section": section, "key": keys[-1]})

    def fill(self, template: str, lang: str = "en", values: Values = NO_VALUES) -> str:
        """Return a template of one's own, filled as those of the file are; what the values lack is shown as ``?``."""
        said = []
        for before, name, how in _parts(template):
            said.append(before)
            if name is not None:
                said.append(_shown_as(values.get(name, "?"), how, lang, self._shown))
        return "".join(said)

    def listed(self, things: Iterable[Any], lang: str, nothing: str = "nobody") -> str:
        """Return things as a list in words; ``nothing`` names the part that stands for none."""
        words = [str(thing) for thing in things]
        part = self.messages(lang)["part"]
        if not words:
            return part[nothing]
        return part["and"].join((part["comma"].join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


Part = tuple[str, str | None, str]
"""What of a template stands before a gap, the gap's name (``None``: no gap follows), how it is shown."""


@cache
def _parts(template: str) -> tuple[Part, ...]:
    """Return what a template is made of; each is taken apart once."""
    return tuple((before, name, how or "") for before, name, how, _ in string.Formatter().parse(template))


def _shown_as(value: Any, how: str, lang: str, shown: Mapping[str, Callable[[Any, str], str]]) -> str:
    if not how:
        return str(value)
    if "|" in how:
        one, _, many = how.partition("|")
        return f"{value} {one if value in (1, -1) else many}"
    return shown[how](value, lang)
