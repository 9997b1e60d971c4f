"""The list of the kit's games, each a package of its own on the kernel that does not use the others.

Each game is registered with the parts that it has (:mod:`vendetta_kit.registered_games`). A part is imported when it is
first called for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from vendetta_kit.registered_games import FIRST, RegisteredGame, register

__all__ = ["AIDED", "FIRST", "GAMES", "PLAYED", "REVIEWED", "TAUGHT"]

GAMES: Final = ("vendetta", "vtes", "rivals")
"""The ids of all games, which are also the names of their packages."""
TAUGHT: Final = GAMES
"""The games with lessons."""
PLAYED: Final = ("vendetta", "vtes")
"""The games that people and bots can play to the end, that the laboratory can simulate and that have puzzles."""
AIDED: Final = ("vendetta", "vtes")
"""The games with a player aid to print."""
REVIEWED: Final = ("vendetta",)
"""The games that the coach can review."""


def _module(game: str, name: str) -> Callable[[], ModuleType]:
    """Return a function that imports a module of a game."""
    return lambda: import_module(f"{__name__}.{game}.{name}")


def _part(game: str, module: str, name: str) -> Callable[[], Any]:
    """Return a function that imports a module of a game and returns one of its names."""
    find = _module(game, module)
    return lambda: getattr(find(), name)


def _parts(game: str) -> dict[str, Callable[[], Any]]:
    """Return the optional parts that a game has, by the field names of :class:`RegisteredGame`."""
    parts: dict[str, Callable[[], Any]] = {"written": _module(game, "wording.log_lines")}
    if game in PLAYED:
        parts |= {"plans": _part(game, "lab.plan", "Plan"), "bots": _module(game, "bots")}
        parts["written"] = _module(game, "wording.table_text")
        parts["puzzles"] = _part(game, "puzzles", "PUZZLES")
        parts["puzzle_answers"] = _module(game, "puzzles.puzzle_answer")
        parts["puzzle_mining"] = _module(game, "puzzles.puzzle_mining")
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
