"""Reads files from outside within limits of size and time, and writes files atomically."""

from __future__ import annotations

import json
import os
import re
import stat
import tempfile
from typing import Any, Final

from vendetta_kit.argument_checks import PATH, takes
from vendetta_kit.input_errors import Message

MOST_BYTES: Final = 1_000_000
"""The most bytes of a file, far above those of saved games and progress."""
MOST_DEEP: Final = 20
"""The deepest nesting of lists and objects that is read."""
_BRACKET_OR_STRING: Final = re.compile(r'[][{}]|"(?:[^"\\]|\\.)*+"?', re.DOTALL)


_HALF: Final = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")


class Unreadable(Exception):
    """Error: a file or text cannot be read; ``fault`` says why, ``line`` is the line in a text."""

    def __init__(self, fault: Message, line: int = 1) -> None:
        super().__init__(fault, line)
        self.fault = fault
        self.line = line

    def __str__(self) -> str:
        return self.fault.text()


@takes(path=PATH)  # a number would be an open file
def read(path: str | os.PathLike[str], most: int = MOST_BYTES) -> bytes:
    """Return the content of a regular file.

    Raises:
        Unreadable: it does not exist, is larger than ``most`` bytes, or is a pipe or device, which might never end.
        BadInput: ``path`` is no path.
    """
    try:
        about = os.stat(path)
        if stat.S_ISDIR(about.st_mode):
            raise Unreadable(Message("file.folder"))
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable(Message("file.special"))
        if about.st_size <= most:
            with open(path, "rb") as file:
                raw = file.read(most + 1)
            if len(raw) <= most:
                return raw
        raise Unreadable(Message("file.large", most=most))
    except FileNotFoundError:
        raise Unreadable(Message("file.missing")) from None
    except PermissionError:
        raise Unreadable(Message("file.forbidden")) from None
    except (OSError, ValueError) as error:
        raise Unreadable(Message("file.unreadable", problem=getattr(error, "strerror", None) or error)) from None


def is_whole(text: str) -> bool:
    """Return whether a text has no lone surrogates, which could not be written to a file.

    >>> is_whole("\\U0001f9db"), is_whole("\\ud83e")
    (True, False)
    """
    return _HALF.search(text) is None


def text_of(content: str | bytes, most: int = MOST_BYTES) -> str:
    """Return content as text. Raises :class:`Unreadable` if it is too long or not UTF-8."""
    if len(content) > most:
        raise Unreadable(Message("file.large", most=most))
    if isinstance(content, str):
        half = _HALF.search(content)
        if half is not None:
            raise Unreadable(Message("half_sign"), content.count("\n", 0, half.start()) + 1)
        return content
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(Message("file.utf8", byte=error.start), content.count(b"\n", 0, error.start) + 1) from None


def json_of(content: str | bytes, most: int = MOST_BYTES) -> Any:
    """Return the value of a JSON text.

    Raises:
        Unreadable: it is too long, not JSON, nested deeper than :data:`MOST_DEEP`, or has a number that Python cannot
            read or a lone surrogate.
    """
    text = text_of(content, most)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        if _deep(text[: error.pos]):
            raise Unreadable(Message("deep", most=MOST_DEEP)) from None
        key = "json.cut" if error.pos >= len(text.rstrip()) else "json.bad"
        raise Unreadable(Message(key, line=error.lineno, column=error.colno), error.lineno) from None
    except RecursionError:
        raise Unreadable(Message("deep", most=MOST_DEEP)) from None
    except ValueError:  # a number with thousands of digits
        raise Unreadable(Message("json.number")) from None
    level = [value]
    for _ in range(MOST_DEEP + 1):
        level = [
            part
            for whole in level
            if isinstance(whole, dict | list)
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
        if not level:
            break
    else:
        raise Unreadable(Message("deep", most=MOST_DEEP))
    if _ESCAPED_HALF.search(text) and not is_whole(json.dumps(value, ensure_ascii=False)):
        raise Unreadable(Message("half_sign"))
    return value


def _deep(text: str) -> bool:
    """Return whether a JSON text is nested too deeply; the limit of ``json`` itself depends on the Python version."""
    deep = 0
    for part in _BRACKET_OR_STRING.finditer(text):
        deep += {"[": 1, "{": 1, "]": -1, "}": -1}.get(part[0], 0)
        if deep > MOST_DEEP:
            return True
    return False


@takes(path=PATH)
def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file atomically: into a new file beside it, which is then renamed.

    A symbolic link is kept and its target replaced; a device or pipe is written to directly.

    Raises:
        BadInput: ``path`` is no path.
        OSError: it cannot be written.
    """
    raw = content.encode() if isinstance(content, str) else content
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        with open(path, "wb") as special:
            special.write(raw)
        return
    path = os.path.realpath(path)
    folder = os.path.dirname(os.path.abspath(path))
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".vendetta-", suffix=".tmp")
    except OSError as fault:
        fault.filename = path  # what the caller has named, and not the file beside it
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
