"""Checks of what came from outside, value by value: each is what it must be, or the fault is told with its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from vendetta_kit.input_errors import HUGE, Message, Path, cut, shown

__all__ = ["LONGEST_NAME", "Checks", "is_name", "number_of", "one_of", "tidy"]

LONGEST_NAME: Final = 40
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Kinds of signs that no name has: controls, marks of direction, halves of signs, breaks of lines."""
_FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Signs of other kinds that show nothing: fillers of Hangul, the empty pattern of Braille, selectors of Mongolian."""
_JOINER: Final = "\u200d"
_AS_PICTURE: Final = "\ufe0f"
_FLAG: Final = "\U0001f3f4"
_TAGS: Final = "".join(map(chr, range(0xE0020, 0xE0080)))
"""What follows a black flag and makes it that of Scotland or Wales."""
_SKIN: Final = range(0x1F3FB, 0x1F400)
_LETTERS_OF_FLAGS: Final = range(0x1F1E6, 0x1F200)
_KEYCAPS: Final = frozenset("0123456789#*")
_MOST_TYPED: Final = 50
"""Of what was typed for a name so many times its longest are looked at."""
_MOST_DIGITS: Final = 18
MOST_WORDS: Final = 20
"""So many words to choose from are told."""


def _unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _UNSEEN


def _is_picture(sign: str) -> bool:
    return sign > "\u2000" and sign not in _FILLERS and unicodedata.category(sign) in ("So", "Sm", "Sk")


def _holds(text: str, at: int) -> bool:
    """Whether a sign that shows nothing holds an emoji together, as in that of a family or the flag of Wales."""
    sign = text[at]
    if sign == _JOINER:
        before, after = text[:at].rstrip(_AS_PICTURE)[-1:], text[at + 1 : at + 2]
        return bool(before and after) and _is_picture(before) and _is_picture(after)
    return sign in _TAGS and text[:at].rstrip(_TAGS)[-1:] == _FLAG


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _selects(text: str, at: int) -> bool:
    """Whether a selector does what it is there for: a sign is to be a picture, or text."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before) and (_is_picture(before) or (before in _KEYCAPS and after == "\u20e3"))


def _goes_on(text: str, at: int) -> bool:
    """Whether a sign belongs to the one before it: an accent, or a part of an emoji."""
    sign, before = text[at], text[at - 1]
    if ord(sign) in _LETTERS_OF_FLAGS:
        letters = at - len(text[:at].rstrip("".join(map(chr, _LETTERS_OF_FLAGS))))
        return letters % 2 == 1
    joined = sign == _JOINER or before == _JOINER or sign in _TAGS or ord(sign) in _SKIN
    return joined or unicodedata.category(sign).startswith("M")


def is_name(value: object) -> bool:
    """Whether a value can be the name of somebody at the table: it can be seen, on one line, and is not too long.

    >>> is_name("Zoë"), is_name(" "), is_name("two\\nlines"), is_name("\\u202eAnn"), is_name(7)
    (True, False, False, False, False)
    >>> is_name("👩\\u200d🚀"), is_name("A\\u200dnn")
    (True, False)
    """
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.strip():
        return False
    return value.isprintable() or not any(_unseen(sign) and not _holds(value, at) for at, sign in enumerate(value))


def tidy(text: str, most: int = LONGEST_NAME) -> str:
    """Make a name of what was typed: without what cannot be seen, on one line and not too long.

    Accents are put into their letters (NFC); joined emoji stay whole, also where the name is cut.

    >>> tidy(" Zoe\\u0308\\u3164\\u200b "), tidy("👩\\u200d🚀") == "👩\\u200d🚀", tidy("A👩\\u200d🚀", 3)
    ('Zoë', True, 'A')
    """
    typed = unicodedata.normalize("NFC", text[: _MOST_TYPED * most])
    line = " ".join("".join(_shown(typed, at) for at in range(len(typed))).split())
    end = min(most, len(line))
    while 0 < end < len(line) and _goes_on(line, end):
        end -= 1
    return line[: end or most].strip()


def _shown(text: str, at: int) -> str:
    """Return the sign at a place of a name: a blank for what is empty, nothing for what has no width."""
    sign = text[at]
    kind = unicodedata.category(sign)
    if _is_selector(sign):
        return sign if _selects(text, at) else ""
    if sign in _FILLERS or (kind in _UNSEEN and not _holds(text, at)):
        return "" if kind in ("Cf", "Mn") else " "
    return sign


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


def _text(value: object) -> str:
    return value if isinstance(value, str) else shown(value)


def one_of(words: Sequence[Any], found: object = "") -> Message:
    """Say some words to choose from; of very many those that are most like what was found.

    >>> str(one_of(["up", "down"])), str(one_of([1, 2, "haven"]))
    ('up or down', 'one of 1, 2, haven')
    """
    if len(words) == 2 and all(isinstance(word, str) for word in words):
        return Message("want.either", one=words[0], other=words[1])
    if len(words) > MOST_WORDS:
        from difflib import get_close_matches  # is needed only where a fault is told

        near = get_close_matches(cut(_text(found)), [str(word) for word in words], MOST_WORDS, 0.0)
        words = [*near, "…"]
    return Message("want.one_of", words=words)


class Checks:
    """What readers of files share. Every ``path`` says where a value stands; subclasses say how a fault is raised."""

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        """Raise what is wrong at a place."""
        raise NotImplementedError

    def found(self, path: Path, value: object, expected: Message) -> NoReturn:
        """Raise that a value is not what was expected."""
        self.fail(path, Message("found", value=value), expected)

    def mapping(self, value: object, path: Path, keys: Sequence[str] | None = None) -> Mapping[str, Any]:
        """Return ``value`` as an object with some of these keys and no others; without ``keys``: with any."""
        if not isinstance(value, Mapping):
            self.found(path, value, Message("want.keys") if keys is None else Message("want.keys_of", words=keys))
        for key in value:
            if keys is not None and key not in keys:
                self.fail((*path, _text(key)), Message("unknown_key"), one_of(keys, key))
        return value

    def key(self, row: Mapping[str, Any], key: str, path: Path, expected: Message) -> Any:
        """Return the value of a key that must be there."""
        if key not in row:
            self.fail((*path, key), Message("missing"), expected)
        return row[key]

    def items(self, value: object, path: Path, expected: Message | None = None) -> list[Any]:
        """Return ``value`` as a list."""
        if not isinstance(value, list | tuple):
            self.found(path, value, expected or Message("want.list"))
        return list(value)

    def row(self, value: object, path: Path, count: int, expected: Message) -> list[Any]:
        """Return ``value`` as a list of so many values."""
        items = self.items(value, path, expected)
        if len(items) != count:
            self.found(path, value, expected)
        return items

    def called(self, value: object, path: Path) -> str:
        """Return ``value`` as a name that somebody at the table can have (:func:`is_name`)."""
        if not isinstance(value, str) or not is_name(value):
            self.found(path, value, Message("want.name", most=LONGEST_NAME))
        return value

    def whole(self, value: object, path: Path, least: int | None = 0, most: int | None = None) -> int:
        """Return ``value`` as a whole number from ``least`` to ``most``; ``None`` is no bound but :data:`HUGE`."""
        if (
            type(value) is int
            and (value > -HUGE if least is None else value >= least)
            and (value < HUGE if most is None else value <= most)
        ):
            return value
        if least is None:
            self.found(path, value, Message("want.any_whole"))
        self.found(path, value, Message("want.whole_from" if most is None else "want.whole", least=least, most=most))

    def number(self, value: object, path: Path, least: float, most: float) -> float:
        """Return ``value`` as a number from ``least`` to ``most``."""
        if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
            return float(value)
        self.found(path, value, Message("want.number", least=f"{least:g}", most=f"{most:g}"))

    def truth(self, value: object, path: Path) -> bool:
        """Return ``value`` as true or false."""
        if not isinstance(value, bool):
            self.found(path, value, Message("want.truth"))
        return value

    def one_of(self, value: object, path: Path, words: Sequence[Any]) -> Any:
        """Return the one of ``words`` that the value is."""
        if isinstance(value, bool) or not isinstance(value, str | int) or value not in words:
            self.found(path, value, one_of(words, value))
        return value
