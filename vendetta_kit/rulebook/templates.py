"""Text templates with placeholders, in each language of a game.

They are in ``<folder>/<language>/messages.json``; English is used for what a language lacks. A placeholder may name the
formatter of its value (``{card:card}``, ``{at:in}``), and ``{n:card|cards}`` is a number with its noun.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from vendetta_kit.data_paths import languages, read_words
from vendetta_kit.input_checks import one_of
from vendetta_kit.rulebook.rule_records import UnknownLanguage

Values = Mapping[str, Any]
NO_VALUES: Final[Values] = MappingProxyType({})


class Templates:
    """The text templates of one game.

    Args:
        folder: folder of the game below ``data/``; empty for the texts of all games.
        shown: the formatters by name: ``(value, language) -> text``.

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
            UnknownLanguage: there is no such language; the message is one line and names all languages.
        """
        if lang not in languages():
            raise UnknownLanguage(f"lang: found {lang!r}; expected {one_of(languages())}")
        return read_words("messages.json", lang, self._folder)

    def say(self, section: str, key: str, lang: str = "en", values: Values = NO_VALUES) -> str:
        """Return the template of one key, filled with ``values``.

        A key that no language has is returned in brackets, so that a log is never cut short.

        Raises:
            UnknownLanguage: as :meth:`messages`.
        """
        return self.first(section, (key,), lang, values)

    def first(self, section: str, keys: Sequence[str], lang: str, values: Values) -> str:
        """Return the filled template of the first key that exists; list special cases before the general one."""
        templates = self.messages(lang).get(section, {})
        for key in keys:
            if key in templates:
                return self.fill(templates[key], lang, values)
        unknown = self.messages(lang)["part"]["unknown"]
        return self.fill(unknown, lang, {"section": section, "key": keys[-1]})

    def fill(self, template: str, lang: str = "en", values: Values = NO_VALUES) -> str:
        """Return a template, given as text, filled with ``values``; a missing value is shown as ``?``."""
        said = []
        for before, name, how in _parts(template):
            said.append(before)
            if name is not None:
                said.append(_shown_as(values.get(name, "?"), how, lang, self._shown))
        return "".join(said)

    def listed(self, things: Iterable[Any], lang: str, nothing: str = "nobody") -> str:
        """Return things as a list in one text; ``nothing`` is the key of the text for an empty list."""
        words = [str(thing) for thing in things]
        part = self.messages(lang)["part"]
        if not words:
            return part[nothing]
        return part["and"].join((part["comma"].join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


Part = tuple[str, str | None, str]
"""The text before a placeholder, the placeholder's name (``None`` if none follows), the name of its formatter."""


@cache
def _parts(template: str) -> tuple[Part, ...]:
    """Return the parts of a template; the result is cached."""
    return tuple((before, name, how or "") for before, name, how, _ in string.Formatter().parse(template))


def _shown_as(value: Any, how: str, lang: str, shown: Mapping[str, Callable[[Any, str], str]]) -> str:
    if not how:
        return str(value)
    if "|" in how:
        one, _, many = how.partition("|")
        return f"{value} {one if value in (1, -1) else many}"
    return shown[how](value, lang)
