"""Saved games of Vendetta: the part of a save that belongs to this game, see :mod:`vendetta_kit.kernel.saves`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final

from vendetta_kit.kernel import saves
from vendetta_kit.kernel.saves import EVERY, BadSave, SaveReader, to_json

from .game import PLAYED_BEFORE, Game
from .rules import RULES

__all__ = [
    "EVERY",
    "FORMAT",
    "BadSave",
    "SaveReader",
    "completed_setup",
    "from_json",
    "load",
    "loads",
    "to_json",
]

FORMAT: Final = saves.format_name(RULES)

SETUP_KEYS: Final = ("seats", "seed", "clans", "names", "location_cards", "relics", "teams", "rulings", "version")
"""The arguments of ``Game.new`` that a save contains."""


def completed_setup(setup: Mapping[str, Any]) -> dict[str, Any]:
    """Return a save's set-up, completed with the version and rulings that did not exist when it was written.

    >>> completed_setup({"seats": 4, "rulings": {"last_blood": "allow"}})["rulings"]["mass_manipulation"]
    'before_leaving'
    """

    if isinstance(setup.get("position"), dict):
        return {**setup, "position": completed_setup(setup["position"])}
    rulings = setup.get("rulings")
    if not isinstance(rulings, dict | None):
        return dict(setup)
    return {"version": 1, **setup, "rulings": {**PLAYED_BEFORE, **(rulings or {})}}


def set_up(setup: Mapping[str, Any], file: SaveReader) -> Game:
    """Return the recorded game that a save begins with. Raises :class:`BadSetup`, :class:`BadSave`."""
    from .position import position

    game: Game = saves.set_up(completed_setup(setup), file, SETUP_KEYS, Game.new, position)
    return game


def load(path: str | os.PathLike[str]) -> Game:
    """Read a save from a file and play it again to where it was saved. Raises :class:`BadSave`."""
    game: Game = saves.load(path, RULES)
    return game


def loads(content: str | bytes, name: str = "save") -> Game:
    """Read a save from text; ``name`` is used in error messages. Raises :class:`BadSave`."""
    game: Game = saves.loads(content, RULES, name)
    return game


def from_json(row: Any, name: str = "save") -> Game:
    """Return the saved game of a parsed JSON save. Raises :class:`BadSave`."""
    game: Game = saves.from_json(row, RULES, name)
    return game
