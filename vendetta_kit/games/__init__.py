"""The games of the kit, a folder for each; they stand on the kernel and know nothing of one another.

This is the one list of them. Each is registered with the parts that it has (:mod:`vendetta_kit.registered_games`);
none is imported before a part of it is called for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from vendetta_kit.registered_games import FIRST, RegisteredGame, register

__all__ = ["AIDED", "FIRST", "GAMES", "PLAYED", "REVIEWED", "TAUGHT"]

GAMES: Final = ("vendetta", "vtes", "rivals")
"""The games whose stories can be told, by their folders; their ids are the same."""
TAUGHT: Final = GAMES
"""Those that have lessons."""
PLAYED: Final = ("vendetta", "vtes")
"""Those that can be played to their end, by people and bots, and studied in the laboratory."""
AIDED: Final = ("vendetta", "vtes")
"""Those that have a player aid to print."""
REVIEWED: Final = ("vendetta",)
"""Those whose finished games a coach can review."""


def _module(game: str, name: str) -> Callable[[], ModuleType]:
    """Return a function that imports a module of a game."""
    return lambda: import_module(f"{__name__}.{game}.{name}")


def _part(game: str, module: str, name: str) -> Callable[[], Any]:
    """Return a function that gives a name out of a module of a game."""
    find = _module(game, module)
    return lambda: getattr(find(), name)


def _parts(game: str) -> dict[str, Callable[[], Any]]:
    """Return the parts that not every game has, as far as this one has them."""
    parts: dict[str, Callable[[], Any]] = {}
    if game in PLAYED:
        parts |= {"plans": _part(game, "lab.plan", "Plan"), "bots": _module(game, "bots")}
    if game in REVIEWED:
        parts["coaching"] = _part(game, "coach", "COACHING")
    if game in AIDED:
        parts["aid"] = _module(game, "course.player_aid")
    return parts


for _game in GAMES:
    register(
        RegisteredGame(
            _game,
            dialect=_part(_game, "scenarios", "DIALECT"),
            subject=_part(_game, "course.lesson_game", "SUBJECT"),
            **_parts(_game),
        )
    )
