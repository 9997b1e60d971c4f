"""The games' own parts of pages, a folder for each; no game imports another, and each is imported when needed."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from vendetta_kit.games import PLAYED, TAUGHT
from vendetta_kit.rulebook import UnknownGame
from vendetta_widgets.session_setup import SessionSetup

if TYPE_CHECKING:
    from vendetta_widgets.game_words import GameWords


@cache
def writing(game: str) -> GameWords:
    """Return what an :class:`.HtmlWriter` needs of a game.

    Raises:
        UnknownGame: there is no such game; the one-line message lists the games.

    >>> writing("vtes").book.rule("BLOCK-07").id
    'BLOCK-07'
    """
    found: GameWords = import_module(f"{__name__}.{_known(game, TAUGHT)}.game_words").WRITING
    return found


@cache
def playing(game: str) -> SessionSetup:
    """Return what a session needs of a game. Raises :class:`UnknownGame`.

    >>> playing("vtes").form
    'vtes-played/1'
    """
    found: SessionSetup = import_module(f"{__name__}.{_known(game, PLAYED)}.session_setup").PLAYING
    return found


def _known(game: str, games: tuple[str, ...]) -> str:
    if game not in games:
        raise UnknownGame(f"game: found {game!r}; expected one of {', '.join(games)}")
    return game
