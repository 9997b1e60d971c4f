"""Checks of values from outside; a value that is not as expected raises an error with its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from vendetta_kit.input_errors import HUGE, BadInput, Message, Path, cut, quoted

LONGEST_NAME: Final = 40
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Unicode categories that a name must not contain: controls, direction marks, surrogates, line breaks."""
_FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Invisible characters of other categories: Hangul fillers, the empty Braille pattern, Mongolian selectors."""
_JOINER: Final = "\u200d"
_AS_PICTURE: Final = "\ufe0f"
_FLAG: Final = "\U0001f3f4"
_TAGS: Final = "".join(map(chr, range(0xE0020, 0xE0080)))
"""The tag characters that make a black flag that of Scotland or Wales."""
_SKIN: Final = range(0x1F3FB, 0x1F400)
_LETTERS_OF_FLAGS: Final = range(0x1F1E6, 0x1F200)
_KEYCAPS: Final = frozenset("0123456789#*")
_MOST_TYPED: Final = 50
"""A typed name is read up to this many times the longest length of a name."""
_MOST_DIGITS: Final = 18
MOST_WORDS: Final = 20
"""The most words that a message lists as choices."""
_MOST_NAMES: Final = 8
"""The most of them for a name that is long."""


def _unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _UNSEEN


def _is_picture(sign: str) -> bool:
    return sign > "\u2000" and sign not in _FILLERS and unicodedata.category(sign) in ("So", "Sm", "Sk")


def _holds(text: str, at: int) -> bool:
    """Return whether the invisible character at an index joins an emoji, such as a family or the flag of Wales."""
    sign = text[at]
    if sign == _JOINER:
        before, after = text[:at].rstrip(_AS_PICTURE)[-1:], text[at + 1 : at + 2]
        return bool(before and after) and _is_picture(before) and _is_picture(after)
    return sign in _TAGS and text[:at].rstrip(_TAGS)[-1:] == _FLAG


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _selects(text: str, at: int) -> bool:
    """Return whether the variation selector at an index follows a character that it can apply to."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before) and (_is_picture(before) or (before in _KEYCAPS and after == "\u20e3"))


def _goes_on(text: str, at: int) -> bool:
    """Return whether the character at an index belongs to the one before it: an accent, or a part of an emoji."""
    sign, before = text[at], text[at - 1]
    if ord(sign) in _LETTERS_OF_FLAGS:
        letters = at - len(text[:at].rstrip("".join(map(chr, _LETTERS_OF_FLAGS))))
        return letters % 2 == 1
    joined = sign == _JOINER or before == _JOINER or sign in _TAGS or ord(sign) in _SKIN
    return joined or unicodedata.category(sign).startswith("M")


def is_name(value: object) -> bool:
    """Return whether a value is valid as a player's name: visible, on one line, and not too long.

    >>> is_name("Zoë"), is_name(" "), is_name("two\\nlines"), is_name("\\u202eAnn"), is_name(7)
    (True, False, False, False, False)
    >>> is_name("👩\\u200d🚀"), is_name("A\\u200dnn")
    (True, False)
    """
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.strip():
        return False
    return value.isprintable() or not any(_unseen(sign) and not _holds(value, at) for at, sign in enumerate(value))


def clean_name(text: str, most: int = LONGEST_NAME) -> str:
    """Return a typed text as a name: on one line, not too long, and without invisible characters.

    Accents are combined with their letters (NFC); joined emoji are not cut apart.

    >>> clean_name(" Zoe\\u0308\\u3164\\u200b "), clean_name("A👩\\u200d🚀", 3)
    ('Zoë', 'A')
    """
    typed = unicodedata.normalize("NFC", text[: _MOST_TYPED * most])
    line = " ".join("".join(_shown(typed, at) for at in range(len(typed))).split())
    end = min(most, len(line))
    while 0 < end < len(line) and _goes_on(line, end):
        end -= 1
    return line[: end or most].strip()


def _shown(text: str, at: int) -> str:
    """Return the character at an index of a name: a blank for an empty one, nothing for one without width."""
    sign = text[at]
    kind = unicodedata.category(sign)
    if _is_selector(sign):
        return sign if _selects(text, at) else ""
    if sign in _FILLERS or (kind in _UNSEEN and not _holds(text, at)):
        return "" if kind in ("Cf", "Mn") else " "
    return sign


def number_of(text: object, least: int, most: int) -> int | None:
    """Return the whole number in a text of digits; ``None`` if it is not one from ``least`` to ``most``.

    For URLs and text fields: characters that only look like digits, and numbers of any length, are safe.

    >>> number_of(" 7 ", 0, 9), number_of("12", 0, 9), number_of("²", 0, 9), number_of("1" * 5000, 0, 9)
    (7, None, None, None)
    """
    digits = str(text).strip() if isinstance(text, str | int) and not isinstance(text, bool) else ""
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
        return None
    number = int(digits)
    return number if least <= number <= most else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else quoted(value)


def one_of(words: Sequence[Any], found: object = "", most: int = MOST_WORDS) -> Message:
    """Return the message that lists the words to choose from; of more than ``most``, those like ``found``.

    >>> str(one_of(["up", "down"])), str(one_of([1, 2, "haven"]))
    ('up or down', 'one of 1, 2, haven')
    """
    if len(words) == 2 and all(isinstance(word, str) for word in words):
        return Message("want.either", one=words[0], other=words[1])
    if len(words) > most:
        from difflib import get_close_matches  # only needed for messages

        near = get_close_matches(cut(_text(found)), [str(word) for word in words], most, 0.0)
        words = [*near, "…"]
    return Message("want.one_of", words=words)


class UnknownName(BadInput, KeyError):
    """Error: nothing has this name; the message has those that there are, or the nearest of them."""

    def __init__(self, where: str, name: object, known: Iterable[str]) -> None:
        super().__init__(where, Message("found", value=name), one_of(list(known), name, _MOST_NAMES))
        self.args = (where, name, known)


class Checks:
    """Base of readers of files: checks values and raises faults. ``path`` is the place of a value in the file."""

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        """Raise the error for a fault at a place; subclasses decide which."""
        raise NotImplementedError

    def found(self, path: Path, value: object, expected: Message) -> NoReturn:
        """Raise the error that a value is not what was expected."""
        self.fail(path, Message("found", value=value), expected)

    def mapping(self, value: object, path: Path, keys: Sequence[str] | None = None) -> Mapping[str, Any]:
        """Return ``value``, which must be an object without other keys than ``keys``, if those are given."""
        if not isinstance(value, Mapping):
            self.found(path, value, Message("want.keys") if keys is None else Message("want.keys_of", words=keys))
        for key in value:
            if keys is not None and key not in keys:
                self.fail((*path, _text(key)), Message("unknown_key"), one_of(keys, key))
        return value

    def only(self, given: Iterable[str], known: Sequence[str]) -> None:
        """Check that arguments given by name are ones that there are."""
        for name in given:
            if name not in known:
                self.fail((name,), Message("no_argument"), one_of(known, name))

    def key(self, row: Mapping[str, Any], key: str, path: Path, expected: Message) -> Any:
        """Return the value of a required key."""
        if key not in row:
            self.fail((*path, key), Message("missing"), expected)
        return row[key]

    def items(self, value: object, path: Path, expected: Message | None = None) -> list[Any]:
        """Return ``value``, which must be a list."""
        if not isinstance(value, list | tuple):
            self.found(path, value, expected or Message("want.list"))
        return list(value)

    def row(self, value: object, path: Path, count: int, expected: Message) -> list[Any]:
        """Return ``value``, which must be a list of ``count`` items."""
        items = self.items(value, path, expected)
        if len(items) != count:
            self.found(path, value, expected)
        return items

    def called(self, value: object, path: Path) -> str:
        """Return ``value``, which must be valid as a player's name (:func:`is_name`)."""
        if not isinstance(value, str) or not is_name(value):
            self.found(path, value, Message("want.name", most=LONGEST_NAME))
        return value

    def whole(self, value: object, path: Path, least: int | None = 0, most: int | None = None) -> int:
        """Return ``value``, which must be a whole number from ``least`` to ``most`` (``None``: only :data:`HUGE`)."""
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
        """Return ``value``, which must be a number from ``least`` to ``most``."""
        if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
            return float(value)
        self.found(path, value, Message("want.number", least=f"{least:g}", most=f"{most:g}"))

    def truth(self, value: object, path: Path) -> bool:
        """Return ``value``, which must be true or false."""
        if not isinstance(value, bool):
            self.found(path, value, Message("want.truth"))
        return value

    def one_of(self, value: object, path: Path, words: Sequence[Any]) -> Any:
        """Return ``value``, which must be one of ``words``."""
        if isinstance(value, bool) or not isinstance(value, str | int) or value not in words:
            self.found(path, value, one_of(words, value))
        return value
