"""Reading a table that somebody has described: every value with the place where it stands.

A fault gets one line: the place, what was found there, and what was expected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from .refusal import BadSetup
from .tables import FIRST_ALLY, FIRST_LOCATION_CARD, IDS, NUMBER

Path = tuple[str | int, ...]
"""Where in the description something stands: keys and places in lists."""
RESERVED: Final = ("bank", "haven")


class BadPosition(BadSetup):
    """A table that cannot be set so: ``path`` says where, ``fault`` what is wrong, ``expected`` what was expected."""

    def __init__(self, path: Path, fault: str, expected: str) -> None:
        self.path = path
        self.fault = fault
        self.expected = expected
        super().__init__(f"{place(path)}: {fault}; expected {expected}")


def place(path: Path) -> str:
    """A path in words.

    >>> place(("seats", 0, "hand", 2))
    'seats[0].hand[2]'
    """
    words = ""
    for part in path:
        words += f"[{part}]" if isinstance(part, int) else f".{part}" if words else part
    return words or "table"


def shown(value: object) -> str:
    """A value as a message shows it: short, on one line; a YAML truth value with a hint."""
    if isinstance(value, bool):
        return f"{str(value).lower()} (a truth value: in YAML also yes, no, on, off without quotes)"
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def choice(words: Sequence[Any]) -> str:
    """Some words to choose from.

    >>> choice(["up", "down"]), choice([1, 2, "haven"])
    ('up or down', 'one of 1, 2, haven')
    """
    return (
        " or ".join(words)
        if len(words) < 3 and all(isinstance(w, str) for w in words)
        else (f"one of {', '.join(str(w) for w in words)}")
    )


def mapping(value: object, path: Path, keys: Sequence[str]) -> Mapping[str, Any]:
    """``value`` as an object with some of these keys and no others."""
    if not isinstance(value, Mapping):
        raise BadPosition(path, f"found {shown(value)}", f"keys and values: {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise BadPosition((*path, str(key)), "unknown key", f"one of {', '.join(keys)}")
    return value


def items(value: object, path: Path, what: str) -> list[Any]:
    """``value`` as a list."""
    if not isinstance(value, list | tuple):
        raise BadPosition(path, f"found {shown(value)}", f"a list of {what}")
    return list(value)


def whole(value: object, path: Path, least: int, most: int) -> int:
    """``value`` as a whole number from ``least`` to ``most``."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(path, f"found {shown(value)}", f"a whole number from {least} to {most}")
    return value


def word(value: object, path: Path, words: Sequence[Any], what: str = "") -> int:
    """Which of ``words`` the value is."""
    if isinstance(value, str | int) and not isinstance(value, bool) and value in words:
        return list(words).index(value)
    raise BadPosition(path, f"found {shown(value)}", what + choice(words))


def truth(value: object, path: Path) -> bool:
    """``value`` as true or false."""
    if not isinstance(value, bool):
        raise BadPosition(path, f"found {shown(value)}", "true or false")
    return value


def card(value: object, path: Path, first: int, end: int, what: str) -> int:
    """``value`` as the id of a card with a number from ``first`` to before ``end``."""
    number = NUMBER.get(value, -1) if isinstance(value, str) else -1
    if first <= number < end:
        return number
    fault = f"{IDS[number]} is none" if number >= 0 else f"there is no card {shown(value)}"
    raise BadPosition(path, fault, f"{what} ({IDS[first]} to {IDS[end - 1]})")


def person(value: object, path: Path) -> int:
    """``value`` as the id of an Ally or a Victim."""
    number = NUMBER.get(value, -1) if isinstance(value, str) else -1
    if FIRST_ALLY <= number < FIRST_LOCATION_CARD:
        return number
    fault = f"{IDS[number]} is none" if number >= 0 else f"there is no card {shown(value)}"
    raise BadPosition(path, fault, "an Ally (AL01 to AL30) or a Victim (VI01 to VI35)")


def check_name(value: object, path: Path, taken: Sequence[str]) -> str:
    """``value`` as a player's name that nobody else has."""
    if not isinstance(value, str) or not value.strip() or len(value) > 40 or any(ord(c) < 32 for c in value):
        raise BadPosition(path, f"found {shown(value)}", "a name")
    if value in RESERVED or value in NUMBER:
        raise BadPosition(path, f"{value!r} means something else", "another name")
    if value in taken:
        raise BadPosition(path, f"{value!r} sits there already", "a name of its own for each seat")
    return value
