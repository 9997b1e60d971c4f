"""Checks of what came from outside, value by value: each is what it must be, or the fault is told with its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from vendetta_kit.faults import Path, Said, cut

__all__ = ["LONGEST_NAME", "Checks", "is_name", "number_of", "one_of", "tidy"]

LONGEST_NAME: Final = 40
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Kinds of signs that no name has: controls, marks of direction, halves of signs, breaks of lines."""
_MOST_DIGITS: Final = 18
MOST_WORDS: Final = 20
"""So many words to choose from are told."""


def _unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _UNSEEN


def is_name(value: object) -> bool:
    """Whether a value can be the name of somebody at the table: it can be seen, on one line, and is not too long.

    >>> is_name("Zoë"), is_name(" "), is_name("two\\nlines"), is_name("\\u202eAnn"), is_name(7)
    (True, False, False, False, False)
    """
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.strip():
        return False
    return value.isprintable() or not any(map(_unseen, value))


def tidy(text: str, most: int = LONGEST_NAME) -> str:
    """Make a name of what was typed: without what cannot be seen, on one line and not too long."""
    shown = "".join(" " if _unseen(sign) else sign for sign in text)
    return " ".join(shown.split())[:most].strip()


def number_of(text: object, least: int, most: int) -> int | None:
    """Return the whole number that a text of digits stands for; ``None`` if it is none from ``least`` to ``most``.

    For addresses and text fields: signs that only look like digits and numbers of any length do no harm.

    >>> number_of(" 7 ", 0, 9), number_of("12", 0, 9), number_of("²", 0, 9), number_of("1" * 5000, 0, 9)
    (7, None, None, None)
    """
    digits = str(text).strip() if isinstance(text, str | int) and not isinstance(text, bool) else ""
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
        return None
    number = int(digits)
    return number if least <= number <= most else None


def one_of(words: Sequence[Any], found: object = "") -> Said:
    """Say some words to choose from; of very many those that are most like what was found.

    >>> str(one_of(["up", "down"])), str(one_of([1, 2, "haven"]))
    ('up or down', 'one of 1, 2, haven')
    """
    if len(words) == 2 and all(isinstance(word, str) for word in words):
        return Said("want.either", one=words[0], other=words[1])
    if len(words) > MOST_WORDS:
        from difflib import get_close_matches  # is needed only where a fault is told

        near = get_close_matches(cut(str(found)), [str(word) for word in words], MOST_WORDS, 0.0)
        words = [*near, "…"]
    return Said("want.one_of", words=words)


class Checks:
    """What readers of files share. Every ``path`` says where a value stands; subclasses say how a fault is raised."""

    def fail(self, path: Path, fault: Said, expected: Said | None = None) -> NoReturn:
        """Raise what is wrong at a place."""
        raise NotImplementedError

    def found(self, path: Path, value: object, expected: Said) -> NoReturn:
        """Raise that a value is not what was expected."""
        self.fail(path, Said("found", value=value), expected)

    def mapping(self, value: object, path: Path, keys: Sequence[str] | None = None) -> Mapping[str, Any]:
        """Return ``value`` as an object with some of these keys and no others; without ``keys``: with any."""
        if not isinstance(value, Mapping):
            self.found(path, value, Said("want.keys") if keys is None else Said("want.keys_of", words=keys))
        for key in value:
            if keys is not None and key not in keys:
                self.fail((*path, str(key)), Said("unknown_key"), one_of(keys, key))
        return value

    def key(self, row: Mapping[str, Any], key: str, path: Path, expected: Said) -> Any:
        """Return the value of a key that must be there."""
        if key not in row:
            self.fail((*path, key), Said("missing"), expected)
        return row[key]

    def items(self, value: object, path: Path, expected: Said | None = None) -> list[Any]:
        """Return ``value`` as a list."""
        if not isinstance(value, list | tuple):
            self.found(path, value, expected or Said("want.list"))
        return list(value)

    def row(self, value: object, path: Path, count: int, expected: Said) -> list[Any]:
        """Return ``value`` as a list of so many values."""
        items = self.items(value, path, expected)
        if len(items) != count:
            self.found(path, value, expected)
        return items

    def called(self, value: object, path: Path) -> str:
        """Return ``value`` as a name that somebody at the table can have (:func:`is_name`)."""
        if not isinstance(value, str) or not is_name(value):
            self.found(path, value, Said("want.name", most=LONGEST_NAME))
        return value

    def whole(self, value: object, path: Path, least: int | None = 0, most: int | None = None) -> int:
        """Return ``value`` as a whole number from ``least`` to ``most``; ``None`` is no bound."""
        if type(value) is int and (least is None or value >= least) and (most is None or value <= most):
            return value
        if least is None:
            self.found(path, value, Said("want.any_whole"))
        self.found(path, value, Said("want.whole_from" if most is None else "want.whole", least=least, most=most))

    def number(self, value: object, path: Path, least: float, most: float) -> float:
        """Return ``value`` as a number from ``least`` to ``most``."""
        if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
            return float(value)
        self.found(path, value, Said("want.number", least=f"{least:g}", most=f"{most:g}"))

    def truth(self, value: object, path: Path) -> bool:
        """Return ``value`` as true or false."""
        if not isinstance(value, bool):
            self.found(path, value, Said("want.truth"))
        return value

    def one_of(self, value: object, path: Path, words: Sequence[Any]) -> Any:
        """Return the one of ``words`` that the value is."""
        if isinstance(value, bool) or not isinstance(value, str | int) or value not in words:
            self.found(path, value, one_of(words, value))
        return value
