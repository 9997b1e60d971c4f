"""Errors in input from outside: one-line messages in any language with the place, the fault and what was expected.

The texts are in ``data/lang/<language>/faults.json``. Only this module cuts quoted input, so that a message is always
one printable line.

>>> fault = Message("found", value="x" * 1000)
>>> len(fault.text()), Message("want.whole", least=1, most=3).text("de")
(66, 'eine ganze Zahl von 1 bis 3')
"""

from __future__ import annotations

import reprlib
import string
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from vendetta_kit.data_paths import read_words

Path = tuple[str | int, ...]
"""The place of a value in a document: keys and indices, from the top: ``("steps", 2, "play")``."""
LONGEST: Final = 60
"""The most characters of a quoted value."""
LONGEST_KEY: Final = 40
HUGE: Final = 10**300
LONGEST_ERROR: Final = 200
LONGEST_PART: Final = 220
"""The most characters of an inserted message, such as the rules against a move."""


def cut(text: str, most: int = LONGEST) -> str:
    """Return ``text`` on one line, without unprintable characters, and no longer than ``most``.

    >>> cut("two\\nlines"), cut("a" * 99, 9)
    ('two lines', 'aaaaaa...')
    """
    start = text[: most * 4].encode("utf-8", "backslashreplace").decode()
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in start).split())
    return line if len(line) <= most and len(text) <= most * 4 else line[: most - 3] + "..."


def error_text(fault: BaseException) -> str:
    """Return the kind and the message of an exception on one line of at most :data:`LONGEST_ERROR` characters.

    >>> error_text(ValueError("no\\nnumber"))
    'ValueError: no number'
    """
    return cut(f"{type(fault).__name__}: {fault}", LONGEST_ERROR)


class _Quoter(reprlib.Repr):
    """Makes a short ``repr`` of a value, however large or deep it is."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxlist = self.maxtuple = self.maxdict = 8
        self.maxstring = self.maxlong = self.maxother = LONGEST

    def repr_int(self, x: int, level: int) -> str:
        # Python refuses to format numbers with thousands of digits
        return super().repr_int(x, level) if abs(x) < HUGE else "…"


_quoter: Final = _Quoter()


def quoted(value: object, lang: str = "en") -> str:
    """Return a value in the form in which messages quote it: short, on one line."""
    if value is None:
        return Message("nothing").text(lang)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= HUGE:
        return Message("huge").text(lang)
    return cut(_quoter.repr(list(value) if isinstance(value, tuple) else value))


def path_text(path: Path) -> str:
    """Return a path as text.

    >>> path_text(("seats", 0, "hand", 2))
    'seats[0].hand[2]'
    """
    words = ""
    for part in path:
        key = cut(str(part), LONGEST_KEY)
        words += f"[{part}]" if isinstance(part, int) else f".{key}" if words else key
    return words


class _Filler(string.Formatter):
    """Formatter of message templates.

    ``{value!r}`` quotes input; ``{words}`` and ``{words:or}`` show a word or a list of words. A value with a method
    ``text(language)``, or a function of the language, is replaced by its text.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return quoted(value, self.lang) if conversion == "r" else value

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            return value.text(self.lang)
        if callable(value) or hasattr(value, "text"):
            return cut(value(self.lang) if callable(value) else value.text(self.lang), LONGEST_PART)
        if isinstance(value, Sequence) and not isinstance(value, str):
            words = [cut(str(word), LONGEST_KEY) for word in value]
            return (read_words("faults.json", self.lang)[format_spec] if format_spec else ", ").join(words)
        return cut(str(value), 3 * LONGEST)


class Message:
    """A message as its key and the values to fill in."""

    def __init__(self, key: str, /, **values: Any) -> None:
        self.key = key
        self.values = values

    def text(self, lang: str = "en") -> str:
        """Return the message as text in a language."""
        return _Filler(lang).vformat(read_words("faults.json", lang)[self.key], (), self.values)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Said({self.key!r})"


@contextmanager
def installed(extra: str) -> Iterator[None]:
    """Name the extra to install where a package that is imported in this block is missing.

    >>> with installed("lab"):
    ...     import no_such_package
    Traceback (most recent call last):
    ModuleNotFoundError: the package no_such_package is missing; expected an installation with vendetta-kit[lab]
    """
    try:
        yield
    except ModuleNotFoundError as fault:
        said = f"the package {fault.name} is missing; expected an installation with vendetta-kit[{extra}]"
        raise ModuleNotFoundError(said, name=fault.name) from None


_INNER: Final = frozenset(("vendetta_kit", "vendetta_widgets", "IPython"))
"""The packages whose own frames say nothing to who called them with a wrong argument."""


def caller_traceback(fault: BaseException) -> list[str]:
    """Return what a notebook shows of an error: where the caller's own code was, without the kit's, and the message."""
    frames = traceback.walk_tb(fault.__traceback__)
    own = [(frame, line) for frame, line in frames if frame.f_globals.get("__name__", "").split(".")[0] not in _INNER]
    stack = "".join(traceback.StackSummary.extract(iter(own)).format()).splitlines()
    notes = getattr(fault, "__notes__", ())
    return ["Traceback (most recent call last):", *stack, f"{type(fault).__name__}: {fault}", *notes]


class BadInput(ValueError):
    """Error: input from outside cannot be used. ``str()`` gives one line in English, :meth:`text` in any language.

    ``where`` names the file and the place in it, ``fault`` what is wrong, ``expected`` what was expected.
    """

    def __init__(self, where: str, fault: Message, expected: Message | None = None) -> None:
        super().__init__(where, fault, expected)
        self.where = where
        self.fault = fault
        self.expected = expected

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows instead of its own."""
        return caller_traceback(self)

    def place(self, lang: str) -> str:
        """Return the place of the fault as text."""
        return self.where

    def text(self, lang: str = "en") -> str:
        """Return the complete message in a language."""
        where = self.place(lang)
        said = Message("line", fault=self.fault, expected=self.expected) if self.expected is not None else self.fault
        return f"{where}: {said.text(lang)}" if where else said.text(lang)

    def __str__(self) -> str:
        return self.text()
