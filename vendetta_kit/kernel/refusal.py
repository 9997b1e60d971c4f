"""Refusals: errors for bad set-ups and for illegal actions, with the rules that forbid them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from vendetta_kit.input_checks import Checks
from vendetta_kit.input_errors import HUGE, BadInput, Message, Path, caller_traceback, cut, path_text, quoted

from .actions import Action

Record = TypeVar("Record")


class BadSetup(BadInput):
    """Error: a game cannot be set up like this. The message is one line: where, what is wrong, what was expected."""


class BadPosition(BadSetup):
    """Error: a position is not possible; ``path`` says where, ``fault`` what is wrong, ``expected`` what would do."""

    def __init__(self, path: Path, fault: Message, expected: Message | None = None) -> None:
        super().__init__(path_text(path), fault, expected)
        self.args = (path, fault, expected)
        self.path = path

    def place(self, lang: str) -> str:
        return self.where or Message("table").text(lang)


class SetupChecks(Checks):
    """Checks of set-ups and of described positions, for all games.

    A check that fails raises :class:`BadPosition`, a :class:`BadSetup` with its place.
    """

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        raise BadPosition(path, fault, expected)

    def player_names(self, value: object, count: int, usual: Sequence[str]) -> tuple[str, ...]:
        """Return the names of ``count`` players, all different; the first ``usual`` ones if ``value`` is ``None``."""
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
        """Return the player's name ``value``, checked not to be among ``taken``."""
        name = self.called(value, path)
        if name in taken:
            self.fail(path, Message("name.taken", value=name), Message("want.own_name"))
        return name

    def readings(
        self, given: Mapping[str, Any], switches: Mapping[str, Sequence[str]], path: Path = ()
    ) -> dict[str, str]:
        """Return the reading of each rule switch: the given one, else the default, which is the first."""
        return {
            name: self.one_of(given.get(name, known[0]), (*path, name), tuple(known))
            for name, known in switches.items()
        }

    def described(self, row: Any, keys: Mapping[str, Any]) -> Any:
        """Return a described position: ``row``, or the keys that were given as arguments in its place."""
        if keys and row is not None:
            self.fail(("row",), Message("found", value=row), Message("want.description"))
        return keys if row is None else row

    def plain(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return a copy of a described position that consists of JSON values only."""
        try:
            copy: dict[str, Any] = json.loads(json.dumps(dict(row)))
        except (TypeError, ValueError, RecursionError):
            self.fail((), Message("no_plain_data"), Message("want.plain_data"))
        return copy


def shortened(value: Any) -> Any:
    """Return a value in a form that is short enough for a message of one line.

    >>> shortened("two\\nlines"), shortened(10**50), shortened(3)
    ('two lines', '1e+50', 3)
    """
    if isinstance(value, str):
        return cut(value)
    if isinstance(value, int) and abs(value) > 10**9:
        return f"{float(value):.3g}" if abs(value) < HUGE else quoted(value)
    return value


def short_repr(value: Any) -> str:
    """Return the ``repr`` of any value, cut to the length that a message may have.

    >>> short_repr([10**5000]), short_repr("x" * 100)[-9:]
    ('this list', 'xxxxxx...')
    """
    try:
        return cut(repr(value))
    except (ValueError, RecursionError):  # a number with thousands of digits, lists without end
        return f"this {type(value).__name__}"


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule that forbids an action. A game's subclass makes the text from ``key`` and ``values``."""

    rule: str
    key: str
    values: Mapping[str, Any]

    def text(self, lang: str = "en") -> str:
        """Return the reason as text; this base class returns the key."""
        return self.key

    def shown(self) -> dict[str, Any]:
        """Return the values in a form short enough for a text (:func:`shortened`)."""
        return {key: shortened(value) for key, value in self.values.items()}


@dataclass(frozen=True, slots=True)
class WhyNot:
    """All reasons against an action, the most important first, and the nearest legal action or ``None``."""

    reasons: tuple[Reason, ...]
    nearest: Action | None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of all rules that forbid the action."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))

    def text(self, lang: str = "en") -> str:
        """Return all reasons as text, each with the id of its rule."""
        return " ".join(f"{reason.text(lang)} [{reason.rule}]" for reason in self.reasons)

    def __str__(self) -> str:
        nearest = f" Nearest legal: {self.nearest!r}." if self.nearest is not None else ""
        return f"{self.text()}{nearest}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the reasons and the nearest legal action in a notebook."""
        printer.text(str(self))


def recorded(record: Record | None, at: str, fault: type[BadInput] = BadInput) -> Record:
    """Return the record of a game. Raises ``fault`` about ``at``: the game keeps none."""
    if record is None:
        raise fault(at, Message("not_recorded"), Message("want.recorded"))
    return record


class IllegalAction(Exception):
    """Error: the rules forbid an action; the game is unchanged.

    ``rule`` is the id of the first rule that forbids it, ``reason`` the text, ``nearest`` the nearest legal action or
    ``None``, ``why`` the complete :class:`WhyNot`.
    """

    def __init__(self, seat: object, action: object, why: WhyNot) -> None:
        self.seat = seat
        self.action = action
        self.why = why
        self.rule = why.reasons[0].rule
        self.nearest = why.nearest
        super().__init__(seat, action, why)

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows instead of its own."""
        return caller_traceback(self)

    @property
    def reason(self) -> str:
        """All reasons as text, in English."""
        return self.why.text()

    def __str__(self) -> str:
        return f"{shortened(short_repr(self.action))} is not possible: {self.why}"
