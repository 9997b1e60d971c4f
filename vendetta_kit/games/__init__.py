"""The games of the kit, a folder for each; they stand on the kernel and know nothing of one another.

This is the one list of them: scenario files and lessons find their game here, by the word that their ``format`` begins
with. Every game has stories and lessons; what only some have is listed part by part. No game is imported before it is
asked for.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.coach.game_for_coach import ReviewedGame

if TYPE_CHECKING:
    from vendetta_kit.course.lesson_game import LessonGame
    from vendetta_kit.lab.plan import Plan
    from vendetta_kit.scenarios.dialect import Dialect

__all__ = [
    "AIDED",
    "FIRST",
    "GAMES",
    "PLAYED",
    "REVIEWED",
    "TAUGHT",
    "aid",
    "coaching",
    "dialect",
    "named_in",
    "plans",
    "subject",
]

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
FIRST: Final = GAMES[0]
"""The game that is meant where none is named: by a bare rule id, an older file, a link."""


def named_in(document: Any, games: tuple[str, ...] = GAMES) -> str:
    """Return which of the games a file's values name in ``format``; the first for a file that names none of them.

    >>> named_in({"format": "vtes-scenario/1"}), named_in({"format": "chess-lesson/1"}), named_in(None)
    ('vtes', 'vendetta', 'vendetta')
    """
    said = document.get("format") if isinstance(document, dict) else None
    game = said.partition("-")[0] if isinstance(said, str) else ""
    return game if game in games else FIRST


def aid(game: str) -> ModuleType:
    """Return the module that writes a game's player aid: ``sheet(lang, paper)``
    (:mod:`vendetta_kit.course.player_aid`).

    >>> "V:TES" in aid("vtes").sheet("en")
    True
    """
    return import_module(f"{__name__}.{game}.course.player_aid")


def dialect(game: str) -> Dialect:
    """Return the dialect of a game's scenario files.

    >>> dialect("vendetta").rules.id
    'vendetta'
    """
    found: Dialect = import_module(f"{__name__}.{game}.scenarios").DIALECT
    return found


def coaching(game: str) -> ReviewedGame:
    """Return a game for the coach, who reviews finished games of it.

    >>> coaching("vendetta").game
    'vendetta'
    """
    found: ReviewedGame = import_module(f"{__name__}.{game}.coach").COACHING
    return found


def subject(game: str) -> LessonGame:
    """Return a game as a subject of lessons.

    >>> subject("vendetta").format
    'vendetta-lesson/1'
    """
    found: LessonGame = import_module(f"{__name__}.{game}.course.lesson_game").SUBJECT
    return found


def plans(game: str) -> type[Plan]:
    """Return a game's kind of plans, by which its laboratory is known.

    >>> plans("vtes").GAME
    'vtes'
    """
    found: type[Plan] = import_module(f"{__name__}.{game}.lab.plan").Plan
    return found
