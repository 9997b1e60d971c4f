"""The games that the rooms shared by all games are given: they register from above, and no shared room imports one.

A function that is handed a game's part (:class:`Dialect`, :class:`LessonGame`, :class:`Plan`, :class:`ReviewedGame`)
takes that. Only what meets files of any game looks one up here: a file says itself whose it is. Importing
``vendetta_kit`` registers the games of the kit (:mod:`vendetta_kit.games`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:  # rooms above: none is loaded before a game of it is asked for
    from vendetta_kit.coach.game_for_coach import ReviewedGame
    from vendetta_kit.course.lesson_game import LessonGame
    from vendetta_kit.lab.plan import Plan
    from vendetta_kit.scenarios.dialect import Dialect

__all__ = ["FIRST", "RegisteredGame", "named_in", "register", "registered", "with_part"]

FIRST: Final = "vendetta"
"""The game that is meant where none is named: by a bare rule id, an older file, a link."""


def _missing() -> NoReturn:
    raise LookupError("this game has no such part")


@dataclass(frozen=True, slots=True)
class RegisteredGame:
    """A game as the shared rooms are given it. Each part is imported when it is first called for; what a game
    does not have raises :class:`LookupError`.

    Args:
        id: the name of its folder, with which its formats begin and which stands before its rule ids.
        dialect: what it adds to scenario files.
        subject: what it adds to lessons.
        plans: its kind of plans, by which its laboratory is known.
        coaching: what the coach is given of it.
        bots: the module of its bots, with ``make`` and ``move``.
        aid: the module that writes its player aid: ``sheet(lang, paper)`` (:mod:`vendetta_kit.course.player_aid`).
    """

    id: str
    dialect: Callable[[], Dialect]
    subject: Callable[[], LessonGame]
    plans: Callable[[], type[Plan]] = _missing
    coaching: Callable[[], ReviewedGame] = _missing
    bots: Callable[[], ModuleType] = _missing
    aid: Callable[[], ModuleType] = _missing


_REGISTERED: Final[dict[str, RegisteredGame]] = {}


def register(game: RegisteredGame) -> None:
    """Add a game to those that the shared rooms know; one of the same id is replaced."""
    _REGISTERED[game.id] = game


def registered(game: str = FIRST) -> RegisteredGame:
    """Return a registered game by its id.

    Raises:
        KeyError: there is none.
    """
    return _REGISTERED[game]


def with_part(part: str) -> tuple[str, ...]:
    """Return the ids of the games that have a part, in the order in which they were registered."""
    return tuple(game.id for game in _REGISTERED.values() if getattr(game, part) is not _missing)


def named_in(document: Any) -> str:
    """Return which game a file's values name in ``format``; the first one for a file that names none of them."""
    said = document.get("format") if isinstance(document, dict) else None
    game = said.partition("-")[0] if isinstance(said, str) else ""
    return game if game in _REGISTERED else FIRST
