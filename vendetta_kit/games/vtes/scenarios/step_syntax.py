"""The steps of V:TES's stories: read from a file and written to one.

A card is named by its id; its second copy in the table's order is ``WL01#2``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, ClassVar, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import is_card
from vendetta_kit.games.vtes.engine.minion_actions import equipment
from vendetta_kit.games.vtes.engine.state import FIRST_CARD
from vendetta_kit.input_checks import one_of
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account
from vendetta_kit.scenarios.parser import Parser

_SAID_BY: Final[Mapping[str, str]] = {"rescue": "target", "diablerize": "target", "vote": "yes", "take": "which"}
"""The field that the word of a step gives, where it is not the first."""
_TRUTHS: Final = ("superior", "yes")
_NUMBERS: Final = ("pays", "choice")


def main_field(kind: type[do.Move]) -> str:
    """Return the field that the word of a step gives, empty if none, as in ``{seat: Ann, pass: yes}``."""
    names = [f.name for f in fields(kind) if f.init]
    return _SAID_BY.get(kind.do, names[0] if names else "")


def other_fields(kind: type[do.Move]) -> tuple[str, ...]:
    """Return the fields of an action that are keys of a step beside its word."""
    return tuple(f.name for f in fields(kind) if f.init and f.name != main_field(kind))


def numbers_of(g: Any) -> dict[str, int]:
    """Return the number of each card of the table by its name in a file."""
    found: dict[str, int] = {}
    copies: dict[str, int] = {}
    for card in range(FIRST_CARD, len(g.table.printed)):
        name = g.table.printed[card].id
        copies[name] = copies.get(name, 0) + 1
        found[name if copies[name] == 1 else f"{name}#{copies[name]}"] = card
    return found


class StepReader(Parser):
    """A reader of the steps of V:TES's stories."""

    acts: ClassVar[Mapping[str, tuple[str, ...]]] = {kind.do: other_fields(kind) for kind in do.KINDS}
    numbers: Mapping[str, int] | None = None

    def __getattr__(self, name: str) -> Any:
        """Return the reader of a step's word: ``act_bleed`` and all others are made by :func:`_maker`."""
        kind = next((kind for kind in do.KINDS if name == f"act_{kind.do}"), None)
        if kind is None:
            raise AttributeError(name)
        return partial(_maker(kind), self)

    def known(self) -> Mapping[str, int]:
        """Return the number of each card of the table by its name."""
        if self.numbers is None:
            row = self.document.value
            table = {key: row[key] for key in self.dialect.table if key in row} if isinstance(row, dict) else {}
            self.numbers = numbers_of(self.dialect.prepare(table, False)) if table else {}
        return self.numbers

    def physical(self, value: Any, path: Path) -> int:
        """Return the number of a card of the table."""
        known = self.known()
        if not isinstance(value, str) or value not in known:
            self.found(path, value, one_of(tuple(known), value))
        return known[value]

    def aim(self, value: Any, path: Path) -> int:
        """Return the number of a target: a player's seat or a card."""
        return self.names.index(value) if value in self.names else self.physical(value, path)

    def card(self, value: Any, path: Path) -> str:
        """Return the id of a card, whichever copy."""
        return str(value).partition("#")[0] if self.physical(value, path) else ""

    def account(self, value: Any, path: Path) -> Account:
        """Return the account of a name: the bank, a player's pool, or the counters on a card."""
        if value == "bank":
            return Account("bank")
        if value in self.names:
            return Account("pool", self.names.index(value))
        return Account("card", None, None, self.card(value, path))

    def field(self, name: str, value: Any, path: Path) -> Any:
        """Return the value of a field of an action."""
        if name in _TRUTHS:
            return self.truth(value, path)
        if name in _NUMBERS:
            return self.whole(value, path)
        if name == "value":
            if isinstance(value, int):
                return int(value)
            return -1 if value == "nothing" else self.aim(value, path)
        if name == "weapon":
            return -1 if value == "hands" else self.physical(value, path)
        if name == "source" and value == "edge":
            return -1
        return self.aim(value, path) if name == "target" else self.physical(value, path)


def _maker(kind: type[do.Move]) -> Callable[[StepReader, Mapping[str, Any], Path], Action]:
    main = main_field(kind)

    def make(read: StepReader, row: Mapping[str, Any], path: Path) -> Action:
        if not main:
            read.must(row[kind.do], (*path, kind.do))
            return kind()
        if kind is do.Take:
            return _take(read, row, path)
        given = {main: row[kind.do], **{key: row[key] for key in other_fields(kind) if key in row}}
        needed = [f.name for f in fields(kind) if f.init and _needed(f)]
        for name in needed:
            if name not in given:
                read.fail((*path, name), Message("missing"), Message("want.key", key=name))
        values = {
            name: read.field(name, value, (*path, kind.do if name == main else name)) for name, value in given.items()
        }
        return kind(**values)

    return make


def _needed(f: Any) -> bool:
    from dataclasses import MISSING

    return f.default is MISSING


def _take(read: StepReader, row: Mapping[str, Any], path: Path) -> Action:
    """Return the action that takes cards from a minion; it names them by their place among its cards."""
    pieces = [
        read.physical(card, (*path, "take", k)) for k, card in enumerate(read.items(row["take"], (*path, "take")))
    ]
    for name in ("minion", "source"):
        if name not in row:
            read.fail((*path, name), Message("missing"), Message("want.key", key=name))
    minion, source = (read.physical(row[name], (*path, name)) for name in ("minion", "source"))

    table = {key: read.document.value[key] for key in read.dialect.table if key in read.document.value}
    lying = equipment(read.dialect.prepare(table, False), source)
    for k, piece in enumerate(pieces):
        if piece not in lying:
            read.found((*path, "take", k), row["take"][k], Message("want.card"))
    return do.Take(minion, source, sum(1 << lying.index(piece) for piece in pieces))


def step_of(g: Any, seat: int, action: Action) -> dict[str, Any]:
    """Return the step of a story for a seat's action, the inverse of reading one."""
    assert isinstance(action, do.Move)
    by_number = {number: name for name, number in numbers_of(g).items()}
    kind = type(action)
    main = main_field(kind)
    row: dict[str, Any] = {"seat": g.names[seat]}
    row[action.do] = _named(g, by_number, main, getattr(action, main)) if main else True
    for f in fields(kind):
        if f.init and f.name != main and getattr(action, f.name) != f.default:
            row[f.name] = _named(g, by_number, f.name, getattr(action, f.name))
    if isinstance(action, do.Take):
        lying = equipment(g, action.source)
        row["take"] = [by_number[card] for k, card in enumerate(lying) if action.which >> k & 1]
    return row


def _named(g: Any, by_number: Mapping[int, str], name: str, value: Any) -> Any:
    if name in (*_TRUTHS, *_NUMBERS) or (name == "value" and value in (0, 1)):
        return value if name in _NUMBERS else bool(value)
    if is_card(g, value):
        return by_number[value]
    if value == -1:
        return {"weapon": "hands", "source": "edge", "value": "nothing"}.get(name)
    return g.names[value] if 0 <= value < g.seats else value
