"""Actions of players as frozen values, each with a readable ``repr``, a JSON form and a code.

Saves, scenarios, logs and bots use these values. The core loop of a game uses the code, a whole number, instead: it is
-1 if no game could ever allow the action, such as a bid of minus one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any, ClassVar

from vendetta_kit.input_errors import BadInput, Message


class BadAction(BadInput):
    """Error: a value is not an action. The message is one line."""


@dataclass(frozen=True, slots=True)
class Action:
    """Base class of all actions. A game makes a subclass for each thing that can be done."""

    do: ClassVar[str] = ""
    code: int = field(init=False, repr=False, default=-1)  # also compared, so that actions with True and with 1 differ
    """The action as a whole number; -1 if no game could allow it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", self._code())

    def _code(self) -> int:
        return -1

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: ``do`` and the fields that differ from their defaults."""
        row: dict[str, Any] = {"do": self.do}
        for f in fields(self):
            if f.init:
                value = getattr(self, f.name)
                if _differs(value, f.default):
                    row[f.name] = list(value) if isinstance(value, tuple) else value
        return row

    def __repr__(self) -> str:
        words = []
        for k, f in enumerate(f for f in fields(self) if f.init):
            value = getattr(self, f.name)
            if k == 0 or _differs(value, f.default):
                words.append(repr(value) if k == 0 else f"{f.name}={value!r}")
        return f"{type(self).__name__}({', '.join(words)})"


class Actions(dict[int, Action]):
    """The actions of a game by code. Each is made when it is first looked up, and then shared.

    Args:
        kinds: a class for each thing that can be done.
        decode: returns the action of a code.
    """

    def __init__(self, kinds: Sequence[type[Action]], decode: Callable[[int], Action]) -> None:
        super().__init__()
        self.kinds = {kind.do: kind for kind in kinds}
        self.types = frozenset(kinds)
        self._decode = decode

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by reference: the result is the object that the module of the kinds holds."""
        return _made_in, (next(iter(self.kinds.values())).__module__, tuple(self.kinds))

    def __missing__(self, code: int) -> Action:
        action = self[code] = self._decode(code)
        return action

    def from_json(self, row: Any) -> Action:
        """Return the action that ``row`` (a JSON object) stands for.

        Raises:
            BadAction: ``row`` is not an action; the message says what is wrong and what was expected.
        """
        if not isinstance(row, dict) or not isinstance(row.get("do"), str):
            raise BadAction("", Message("found", value=row), Message("want.action"))
        kind = self.kinds.get(row["do"])
        if kind is None:
            raise BadAction(
                "", Message("unknown_action", value=row["do"]), Message("want.one_of", words=tuple(self.kinds))
            )
        known = _fields(kind)
        given = {key: tuple(v) if isinstance(v, list) else v for key, v in row.items() if key != "do"}
        for key in given:
            if key not in known:
                raise BadAction("", Message("unknown_field", value=key), _fields_of(kind))
        try:
            return kind(**given)
        except TypeError:
            raise BadAction("", Message("field_missing"), _fields_of(kind)) from None


def _made_in(module: str, kinds: tuple[str, ...]) -> Actions:
    """Return the :class:`Actions` with these kinds that a module holds."""
    made = vars(import_module(module)).values()
    return next(one for one in made if isinstance(one, Actions) and tuple(one.kinds) == kinds)


def code_below(value: object, limit: int) -> int:
    """Return ``value`` if it is a whole number from 0 to before ``limit``, else -1.

    >>> code_below(3, 4), code_below(4, 4), code_below(True, 4), code_below("3", 4)
    (3, -1, -1, -1)
    """
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit else -1


def _fields(kind: type[Action]) -> list[str]:
    return [f.name for f in fields(kind) if f.init]


def _fields_of(kind: type[Action]) -> Message:
    """Return the message that names the fields of a kind of action."""
    known = _fields(kind)
    return Message("want.fields_of" if known else "want.no_fields", action=kind.do, fields=known)


def _differs(value: object, default: object) -> bool:
    """Return whether a value is not the default: ``False`` counts as different from ``0``."""
    return value != default or type(value) is not type(default)
