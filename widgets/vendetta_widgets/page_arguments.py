"""Checks of what a cell or a program gives to a page: the language, a game, how a new game shall be."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from vendetta_kit.bots.own_bots import game_of, is_own, own_bot
from vendetta_kit.input_checks import one_of
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.game import Game as KernelGame
from vendetta_kit.kernel.refusal import BadSetup, SetupChecks, recorded

from .games import playing
from .page_phrases import languages
from .play_session import Session

P = ParamSpec("P")
R = TypeVar("R")


def checked_language(lang: object) -> str | None:
    """Return a page's language, ``None`` for the browser's.

    Raises:
        BadSetup: the pages have no such language.

    >>> checked_language("fr")
    Traceback (most recent call last):
    vendetta_kit.kernel.refusal.BadPosition: lang: found 'fr'; expected en or de
    """
    return None if lang is None else str(SetupChecks().one_of(lang, ("lang",), languages()))


def checked_game(game: object, wanted: str) -> AnyGame:
    """Return a copy of a game for a page, which may go on with it: the caller's own stays as it is.

    Args:
        game: what the caller has given.
        wanted: the id of the page's game.

    Raises:
        BadSetup: it is no game, one of another kind, or not recorded.

    >>> from vendetta_kit import Game
    >>> checked_game(Game.new(seats=3, seed=7, record=False), "vendetta")
    Traceback (most recent call last):
    vendetta_kit.kernel.refusal.BadSetup: game: the game is not recorded; expected Game.new(…, record=True)
    """
    if not isinstance(game, KernelGame):
        found = game if isinstance(game, str | int | float | None) else type(game).__name__
        raise BadSetup("game", Message("found", value=found), Message("want.game", game=wanted))
    if game.rules.id != wanted:
        raise BadSetup("game", Message("found", value=game.rules.id), Message("want.game", game=wanted))
    recorded(game.rec, "game", BadSetup)
    return game.copy()


def checked_view(view: object, game: str = "") -> str:
    """Return the id of the game that a view is of.

    Args:
        view: what the caller has given.
        game: the id of the only game that is meant; empty for any.

    Raises:
        BadSetup: it is no view, or one of another game.

    >>> checked_view("en")
    Traceback (most recent call last):
    vendetta_kit.kernel.refusal.BadSetup: view: found 'en'; expected game.view(seat)
    """
    found = game_of(type(view)) if hasattr(view, "ledger") and hasattr(view, "decision") else None
    found = None if isinstance(view, KernelGame) else found
    if found is None or game not in ("", found):
        raise BadSetup("view", Message("found", value=view), Message("want.view"))
    return found


def checked_seat(seat: object, game: AnyGame | None) -> int | None:
    """Return a seat of a game, or ``None``. Raises :class:`BadSetup`: there is no such seat, or no game."""
    if seat is None:
        return None
    if game is None:
        raise BadSetup("seat", Message("found", value=seat), Message("want.seat_with_game"))
    return SetupChecks().whole(seat, ("seat",), 0, game.seats - 1)


def session_with(game: object, seat: object, wanted: str, bot: str, others: Mapping[str, Any]) -> Session | None:
    """Return a session that goes on with a copy of a game; ``None`` if none was given.

    Args:
        game: what the caller has given, and ``seat``: the person's, ``None`` for the first.
        wanted: the id of the page's game.
        bot: who plays the other seats.
        others: what else the caller has given, each ``None`` if nothing: a game has all of it already.

    Raises:
        BadSetup: it is no game that can be played here, or something else is given as well.
        BadSave: it has cards that pages cannot show.
    """
    checked = None if game is None else checked_game(game, wanted)
    own = checked_seat(seat, checked)
    if checked is None:
        return None
    for key, value in others.items():
        if value is not None:
            raise BadSetup(key, Message("in_game"), Message("want.game_alone"))
    return Session.of_game(checked, bot, own or 0)


def checked_bot(bot: object, game: str) -> str:
    """Return the name of the bot that plays against a person: one of the kit's, or ``module:Class`` of one's own.

    Raises:
        BadSetup: the game has no bot of this name.
        UnknownBot: the bot of one's own cannot be used.
    """
    if isinstance(bot, str) and is_own(bot):
        own_bot(bot, game)
        return bot
    names = playing(game).bots.names()
    if bot not in names:
        raise BadSetup("bots", Message("found", value=bot), one_of(names, bot))
    return str(bot)


def language_by_name(*after: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function take its language by position, as it did up to 0.2, with a :class:`DeprecationWarning`.

    Args:
        after: the names of the parameters that came after the language.

    >>> @language_by_name()
    ... def page(*, lang: str | None = None) -> str | None:
    ...     return lang
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     page("de")
    'de'
    >>> str(caught[0].message)
    "page: the language is given by name now: lang='de'"
    """

    def made(opens: Callable[P, R]) -> Callable[P, R]:
        @wraps(opens)
        def call(*given: P.args, **named: P.kwargs) -> R:
            at = _language_in(given)
            if at is None:
                return opens(*given, **named)
            words = f"{opens.__name__}: the language is given by name now: lang={given[at]!r}"
            warnings.warn(words, DeprecationWarning, stacklevel=2)
            by_name: dict[str, Any] = dict(zip(("lang", *after), given[at:], strict=False))
            return opens(*given[:at], **{**by_name, **named})  # type: ignore[arg-type]

        return call

    return made


def _language_in(given: Sequence[Any]) -> int | None:
    """Return the index of the first language among arguments that were given by position."""
    return next((at for at, value in enumerate(given) if isinstance(value, str) and value in languages()), None)
