"""The list of games; each game registers itself, so that no shared room imports a game.

Functions get the part of a game that they need as an argument (:class:`Dialect`, :class:`LessonGame`, :class:`Plan`,
:class:`ReviewedGame`). Only code that reads files of any game looks a game up here. Importing ``vendetta_kit``
registers the games of the kit (:mod:`vendetta_kit.games`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from vendetta_kit.input_checks import UnknownName

if TYPE_CHECKING:  # rooms above this module, imported only for the types
    from vendetta_kit.coach.game_for_coach import ReviewedGame
    from vendetta_kit.course.lesson_game import LessonGame
    from vendetta_kit.lab.plan import Plan
    from vendetta_kit.scenarios.dialect import Dialect

FIRST: Final = "vendetta"
"""The default game, for rule ids without a prefix, older files and links."""


def _missing() -> NoReturn:
    raise LookupError("this game has no such part")


@dataclass(frozen=True, slots=True)
class RegisteredGame:
    """The parts of a game that the shared rooms use. Each part is a function that imports it; a part that a game
    does not have raises :class:`LookupError`.

    Args:
        id: the name of its folder, and the prefix of its formats and rule ids.
        dialect: returns what it adds to scenario files.
        subject: returns what it adds to lessons.
        plans: returns its class of plans for the laboratory.
        coaching: returns its functions for the coach.
        bots: returns the module of its bots, with ``make`` and ``move``.
        written: returns the module that writes its views as tables and its events as sentences, with ``as_text``,
            ``as_html``, ``as_svg`` and ``sentence``; of a game that nobody plays to its end, ``sentence`` alone.
        puzzles: returns its :class:`vendetta_kit.course.puzzle_set.PuzzleSet`.
        puzzle_answers: returns the module with ``answer_of``: ``(puzzle, the learner's move or None)``.
        puzzle_mining: returns the module with ``mine_game``: ``(seed, called after each decision that was examined,
            whether clans or decks are drawn by lot)``.
        aid: returns the module of its player aid, with ``sheet(lang, paper)`` (:mod:`vendetta_kit.course.player_aid`).
    """

    id: str
    dialect: Callable[[], Dialect]
    subject: Callable[[], LessonGame]
    plans: Callable[[], type[Plan]] = _missing
    coaching: Callable[[], ReviewedGame] = _missing
    bots: Callable[[], ModuleType] = _missing
    aid: Callable[[], ModuleType] = _missing
    written: Callable[[], ModuleType] = _missing
    puzzles: Callable[[], Any] = _missing
    puzzle_answers: Callable[[], ModuleType] = _missing
    puzzle_mining: Callable[[], ModuleType] = _missing


_REGISTERED: Final[dict[str, RegisteredGame]] = {}


def register(game: RegisteredGame) -> None:
    """Add a game to the list; a game with the same id is replaced."""
    _REGISTERED[game.id] = game


def registered(game: str = FIRST) -> RegisteredGame:
    """Return a registered game by its id.

    Raises:
        UnknownName: there is no game with this id.
    """
    if game not in _REGISTERED:
        raise UnknownName("game", game, _REGISTERED)
    return _REGISTERED[game]


def with_part(part: str) -> tuple[str, ...]:
    """Return the ids of the games that have a part, in the order of their registration."""
    return tuple(game.id for game in _REGISTERED.values() if getattr(game, part) is not _missing)


def named_in(document: Any) -> str:
    """Return the id of the game that ``format`` in a file's values names; :data:`FIRST` if it names none."""
    said = document.get("format") if isinstance(document, dict) else None
    game = said.partition("-")[0] if isinstance(said, str) else ""
    return game if game in _REGISTERED else FIRST
