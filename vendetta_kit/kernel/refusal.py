"""Why not? Every rule that forbids an action, and the nearest one that is legal."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from vendetta_kit.input_errors import HUGE, BadInput, Message, Path, cut, place, shown
from vendetta_kit.validation import Checks

from .actions import Action

__all__ = [
    "BadPosition",
    "BadSetup",
    "IllegalAction",
    "Reason",
    "SetupChecks",
    "WhyNot",
    "short",
    "words",
]


class BadSetup(BadInput):
    """A game that cannot be set up so; the message is one line: what of it, what is wrong, what was expected."""


class BadPosition(BadSetup):
    """A table that cannot be set so: ``path`` says where, ``fault`` what is wrong, ``expected`` what was expected."""

    def __init__(self, path: Path, fault: Message, expected: Message | None = None) -> None:
        super().__init__(place(path), fault, expected)
        self.args = (path, fault, expected)
        self.path = path

    def place(self, lang: str) -> str:
        return self.where or Message("table").text(lang)


class SetupChecks(Checks):
    """Checks of what a game is set up with, and of tables that somebody describes: the same for all games.

    A fault is raised as :class:`BadPosition`, which is a :class:`BadSetup`, with its place.
    """

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        raise BadPosition(path, fault, expected)

    def player_names(self, value: object, count: int, usual: Sequence[str]) -> tuple[str, ...]:
        """Return the names of so many players, no two alike; where none are given, the usual ones."""
        expected = Message("want.names", count=count)
        if value is None:
            return tuple(usual[:count])
        names = tuple(
            self.called(name, ("names", seat)) for seat, name in enumerate(self.items(value, ("names",), expected))
        )
        if len(names) != count or len(set(names)) != count:
            self.found(("names",), value, expected)
        return names

    def player_name(self, value: object, path: Path, taken: Sequence[str]) -> str:
        """Return a player's name that nobody else has."""
        name = self.called(value, path)
        if name in taken:
            self.fail(path, Message("name.taken", value=name), Message("want.own_name"))
        return name

    def readings(
        self, given: Mapping[str, Any], switches: Mapping[str, Sequence[str]], path: Path = ()
    ) -> dict[str, str]:
        """Return how each switch is read: as given, else by its default, which is the first of its readings."""
        return {
            name: self.one_of(given.get(name, known[0]), (*path, name), tuple(known))
            for name, known in switches.items()
        }

    def plain(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return a copy of what a table was described with, as a save can hold it."""
        try:
            copy: dict[str, Any] = json.loads(json.dumps(dict(row)))
        except (TypeError, ValueError, RecursionError):
            self.fail((), Message("no_plain_data"), Message("want.plain_data"))
        return copy


def short(value: Any) -> Any:
    """Return a value as a message may show it: whatever came in, it takes little room on one line.

    >>> short("two\\nlines"), short(10**50), short(3)
    ('two lines', '1e+50', 3)
    """
    if isinstance(value, str):
        return cut(value)
    if isinstance(value, int) and abs(value) > 10**9:
        return f"{float(value):.3g}" if abs(value) < HUGE else shown(value)
    return value


def words(value: Any) -> str:
    """Return what came in as a seat or an action, as a message may name it.

    >>> words([10**5000]), words("x" * 100)[-9:]
    ('this list', 'xxxxxx...')
    """
    try:
        return cut(repr(value))
    except (ValueError, RecursionError):  # a number with thousands of digits, lists without end
        return f"this {type(value).__name__}"


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
