"""The codes and objects of actions by kind and values, cached for the whole process.

>>> from vendetta_kit.games.vtes.engine.actions import Bleed
>>> code_of(Bleed, 14) == Bleed(14).code, action_of(Bleed, 14) is action_of(Bleed, 14)
(True, True)
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from .actions import KINDS, Choose, Move, Pass

_CODES: Final[dict[type[Move], dict[tuple[int, ...], int]]] = {kind: {} for kind in KINDS}
_MADE: Final[dict[type[Move], dict[tuple[int, ...], Any]]] = {kind: {} for kind in KINDS}
PASS: Final[int] = Pass().code
YES: Final[int] = Choose(1).code
NO: Final[int] = Choose(0).code
M = TypeVar("M", bound=Move)


def code_of(kind: type[Move], *values: int) -> int:
    """Return the code of the action of this kind with these values."""
    codes = _CODES[kind]
    known = codes.get(values)
    if known is None:
        known = codes[values] = kind(*values).code
    return known


def action_of(kind: type[M], *values: int) -> M:
    """Return the action of this kind with these values, the same object each time."""
    actions = _MADE[kind]
    made: M | None = actions.get(values)
    if made is None:
        made = actions[values] = kind(*values)
    return made
