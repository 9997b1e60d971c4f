"""Which game a dashboard shows, and what of it may be shown.

A game can be the one that this browser has kept, a file, a recorded one, or one that bots have just played. While a
person still plays it, all that leaves this module is what her seat may know; the whole truth is told when the game is
over, or when nobody but bots plays.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from vendetta_kit.bots import chance
from vendetta_kit.games import FIRST
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.known_history import KnownHistory, story, whole_story
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_widgets.games import playing
from vendetta_widgets.play_session import ME, Session, seed_of
from vendetta_widgets.session_setup import Wish

__all__ = ["BotGameRequest", "BotTable", "ExampleGames", "Source", "address", "asked_of"]

MOST_ACTIONS: Final = 5000
"""No game takes nearly so many."""


@dataclass(frozen=True, slots=True)
class BotGameRequest:
    """A game between bots, as it can be asked for in an address: the same words give the same game."""

    seed: int
    wish: Wish

    def query(self) -> dict[str, str]:
        """The part of an address that asks for it."""
        return {"seed": str(self.seed), **self.wish.query()}


@dataclass(frozen=True, slots=True)
class ExampleGames:
    """The games that the dashboards of one game can show.

    Args:
        wish_of: what a form or an address wishes for, the game's own.
        asks: the words of an address that ask for a game of bots; ``seed`` is one of them.
        recorded: games that everybody finds here, by name: a seed and bots are a whole game. The first one that may be
            shown is shown where nothing else is wished for.
        kept: under this name the browser keeps a person's game; ``before``: the one before it.
        played_at: the page on which she plays it.
    """

    wish_of: Callable[[Mapping[str, Any]], Wish]
    asks: tuple[str, ...]
    recorded: Mapping[str, BotGameRequest]
    kept: str
    before: str
    played_at: str

    @property
    def first(self) -> BotGameRequest:
        """The first recorded game."""
        return next(iter(self.recorded.values()))


def asked_of(query: Mapping[str, Any], shelf: ExampleGames) -> BotGameRequest:
    """The game that an address or a form asks for.

    Raises:
        NotASeed: the seed is none.
        BadSetup: the number of players is none.

    >>> from vendetta_widgets.games.vendetta.dash.example_games import SHELF
    >>> asked_of({"seed": "9", "players": "3"}, SHELF).query()
    {'seed': '9', 'players': '3'}
    """
    seed = seed_of(str(query.get("seed", "")))
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    wish: Any = shelf.wish_of(query)
    return BotGameRequest(seed, replace(wish, name=""))


class BotTable:
    """Bots at a table: move by move, the same game as a person's own who always does what the bot would."""

    def __init__(self, asked: BotGameRequest) -> None:
        """Raises ``BadSetup``: there is no such table."""
        self.asked = asked
        self._bots = playing(asked.wish.GAME).bots
        self.game = playing(asked.wish.GAME).new(**asked.wish.setup(asked.seed))
        self._bot = self._bots.make(asked.wish.bots)

    def move(self) -> bool:
        """One move of one bot; whether there was one to make."""
        game = self.game
        waiting = [seat for seat in game.pending if seat != ME] or list(game.pending)
        if not waiting:
            return False
        seat = waiting[0]
        game.apply(seat, self._bots.move(game, seat, self._bot, chance(game, seat)))
        return True

    def moves(self) -> Generator[None, None, None]:
        """All moves to the end, one after the other. Raises ``BadSetup``: there is none."""
        while self.move():
            if len(self.game.actions) > MOST_ACTIONS:
                raise BadSetup("seed", Message("endless", most=MOST_ACTIONS))
            yield


class Source:
    """A game to look at: a :class:`Session` of a person, or a game of bots."""

    def __init__(
        self, session: Session | None = None, game: AnyGame | None = None, asked: BotGameRequest | None = None
    ) -> None:
        self._session, self._played = session, game
        self.asked = asked
        self.kind = "kept" if session is not None else "bots"
        self._opened: AnyGame | None = None
        self._fork: tuple[int, AnyGame] | None = None

    @classmethod
    def loading(
        cls, content: str | bytes, name: str, kind: str = "file", game: str = FIRST
    ) -> Generator[int, None, Source]:
        """A saved game, step by step as :meth:`Session.loading` has it. Raises ``BadSave``: it is none."""
        session = Session(0, wish=playing(game).wish())
        yield from session.loading(content, name)
        source = cls(session)
        source.kind = kind
        return source

    @classmethod
    def of_save(cls, content: str | bytes, name: str, kind: str = "file", game: str = FIRST) -> Source:
        """A saved game, at once. Raises ``BadSave``: it is none; the one-line message says why."""
        steps = cls.loading(content, name, kind, game)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Source = end.value
                return found

    @classmethod
    def empty(cls, game: str = FIRST) -> Source:
        """A table where nothing has happened, until there is something to show."""
        asked = playing(game)
        return cls(game=asked.new(**asked.wish().setup(0)))

    # What may be known of it ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self.view.over)

    @property
    def open(self) -> bool:
        """Whether nothing of it is secret any more: it is over, or bots alone play it."""
        return self._session is None or self.over

    @property
    def me(self) -> int | None:
        """The person's seat, if a person plays."""
        return None if self._session is None else ME

    @property
    def view(self) -> Any:
        """How it stands now, as far as that may be told."""
        if self._session is not None:
            return self._session.view
        return self._game.view(None, log=False)

    @property
    def actions(self) -> int:
        """How many moves there were."""
        if self._session is not None:
            return self._session.actions
        return len(self._game.actions)

    def story(self) -> KnownHistory:
        """All that may be told."""
        if self._session is None:
            return whole_story(self._game, bots_only=True)
        if not self.over:
            return story(self._session.view)
        return whole_story(self._whole(self._session))

    @property
    def _game(self) -> AnyGame:
        """The game that bots play."""
        assert self._played is not None
        return self._played

    def _whole(self, session: Session) -> AnyGame:
        """The game itself, which is over."""
        if self._opened is None:
            self._opened = saves.from_json(json.loads(session.whole_game()), session.playing.rules)
        return self._opened

    def whole(self) -> AnyGame | None:
        """The game itself, recorded; ``None`` while something of it is secret, or while it goes on."""
        return self.whole_so_far() if self.over else None

    def tried_from(self, after: int) -> str | None:
        """What this browser is to keep so that a person can go on from there herself; ``None``: it keeps it already.

        A game that bots have played she takes over on the first seat; in her own she goes another way.
        """
        if self._session is None:
            assert self.asked is not None
            return Session.of_bots(self._game.fork(after), self.asked.wish).save_text()
        return None if self.kind == "kept" else self._session.save_text()

    def view_at(self, after: int, eyes: int | None = None) -> Any:
        """The table after so many moves, through somebody's eyes (``None``: the person's, or a spectator's).

        Raises:
            PermissionError: those eyes would see what is secret still.
        """
        if self._session is not None:
            return self._session.view_at(after, ME if eyes is None else eyes)
        if after == len(self._game.actions):
            return self._game.view(eyes, log=False)
        if self._fork is None or self._fork[0] != after:  # several steps of a slider stand after the same move
            self._fork = after, self._game.fork(after)
        return self._fork[1].view(eyes, log=False)

    def moment_of(self, n: int) -> int:
        """After how many moves the event or entry with this running number had happened."""
        if self._session is not None:
            return self._session.moment_of(n)
        return self._game.after_actions(n)

    def whole_so_far(self) -> AnyGame | None:
        """The game itself, recorded; ``None`` while something of it is secret."""
        if not self.open:
            return None
        return self._game if self._session is None else self._whole(self._session)

    # Taking it along --------------------------------------------------------------------------------------------

    def save_text(self) -> str:
        """The game as a file: a person's own with her moves alone while she plays."""
        if self._session is not None:
            return self._session.save_text()
        return json.dumps(saves.to_json(self._game), ensure_ascii=False, separators=(",", ":")) + "\n"

    @property
    def is_empty(self) -> bool:
        """Whether nothing has happened in it."""
        return self.actions == 0

    @property
    def seed(self) -> int:
        if self._session is not None:
            return self._session.seed
        assert self.asked is not None
        return self.asked.seed

    def query(self) -> dict[str, str]:
        """What an address must say to show this game again."""
        if self.asked is not None:
            return self.asked.query()
        return {"game": "mine"} if self.kind == "kept" else {}


def address(page: str, query: Mapping[str, str]) -> str:
    """A page of the kit with a query, as a link names it."""
    text = urlencode({key: value for key, value in query.items() if value != ""})
    return f"dashboards/{page}?{text}" if text else f"dashboards/{page}"
