"""Why not? Every rule that forbids an action, and the nearest one that is legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vendetta_kit.faults import BadInput, Path, Said, cut, place

from .actions import Action

__all__ = ["BadPosition", "BadSetup", "IllegalAction", "Reason", "WhyNot", "short", "words"]


class BadSetup(BadInput):
    """A game that cannot be set up so; the message is one line: what of it, what is wrong, what was expected."""


class BadPosition(BadSetup):
    """A table that cannot be set so: ``path`` says where, ``fault`` what is wrong, ``expected`` what was expected."""

    def __init__(self, path: Path, fault: Said, expected: Said | None = None) -> None:
        super().__init__(place(path), fault, expected)
        self.args = (path, fault, expected)
        self.path = path

    def place(self, lang: str) -> str:
        return self.where or Said("table").text(lang)


def short(value: Any) -> Any:
    """Return a value as a message may show it: whatever came in, it takes little room on one line.

    >>> short("two\\nlines"), short(10**50), short(3)
    ('two lines', '1e+50', 3)
    """
    if isinstance(value, str):
        return cut(value)
    if isinstance(value, int) and abs(value) > 10**9:
        return f"{float(value):.3g}" if abs(value) < 10**300 else "a huge number"
    return value


def words(action: Any) -> str:
    """Return what came in as an action, as a message may name it."""
    try:
        return repr(action)
    except ValueError:  # a number with thousands of digits
        return f"this {type(action).__name__}"


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule that forbids an action. ``key`` and ``values`` make the words, which a game's own class says."""

    rule: str
    key: str
    values: Mapping[str, Any]

    def text(self, lang: str = "en") -> str:
        """Return the reason in words: here the key itself."""
        return self.key

    def shown(self) -> dict[str, Any]:
        """Return the values as words may show them."""
        return {key: short(value) for key, value in self.values.items()}


@dataclass(frozen=True, slots=True)
class WhyNot:
    """All reasons against an action, the weightiest first, and the nearest legal action (``None`` if there is none)."""

    reasons: tuple[Reason, ...]
    nearest: Action | None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of all rules that forbid the action."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))

    def text(self, lang: str = "en") -> str:
        """Return all reasons in words, each with its rule."""
        return " ".join(f"{reason.text(lang)} [{reason.rule}]" for reason in self.reasons)


class IllegalAction(Exception):
    """An action that the rules forbid; the game is unchanged.

    ``rule`` is the first rule that forbids it, ``reason`` says so in words, ``nearest`` is the nearest legal action,
    ``why`` holds everything.
    """

    def __init__(self, seat: object, action: object, why: WhyNot) -> None:
        self.seat = seat
        self.action = action
        self.why = why
        self.rule = why.reasons[0].rule
        self.nearest = why.nearest
        super().__init__(seat, action, why)

    @property
    def reason(self) -> str:
        """Every reason in English."""
        return self.why.text()

    def __str__(self) -> str:
        nearest = f" Nearest legal: {self.nearest!r}." if self.nearest is not None else ""
        return f"{short(words(self.action))} is not possible: {self.reason}{nearest}"
