"""The game that a dashboard shows, and what of it may be shown.

It is the game that this browser stores, a file, a recorded game, or one that bots have just played. While the player
still plays it, this module gives only what the player's seat may know; of a finished game or of bots it gives all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from vendetta_kit.bots import MOST_ACTIONS, bot_random
from vendetta_kit.coach.judge import result_of as finished
from vendetta_kit.games import FIRST
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.known_history import KnownHistory, known_history, whole_history
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_widgets.games import playing
from vendetta_widgets.play_session import ME, Session, seed_of
from vendetta_widgets.session_setup import Wish


@dataclass(frozen=True, slots=True)
class BotGameRequest:
    """A request for a game between bots; an address can hold it, and the same request gives the same game."""

    seed: int
    wish: Wish

    def query(self) -> dict[str, str]:
        """Return the query that asks for it."""
        return {"seed": str(self.seed), **self.wish.query()}


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Where a player's game is: ``kept``, the name under which the browser stores it, and the page it is played at."""

    kept: str
    played_at: str


@dataclass(frozen=True, slots=True)
class ExampleGames:
    """The games that the dashboards of one kind of game offer.

    Args:
        wish_of: returns the set-up that a form or an address asks for.
        asks: the keys of a query that ask for a game of bots, with ``seed``.
        recorded: recorded games by name, each a seed and bots. The first one that may be shown is the default.
        own: the player's games that the browser may store, by the word that an address has for each.
        before: the name under which the browser stores the game before the first of them.
    """

    wish_of: Callable[[Mapping[str, Any]], Wish]
    asks: tuple[str, ...]
    recorded: Mapping[str, BotGameRequest]
    own: Mapping[str, OwnGame]
    before: str

    @property
    def kept(self) -> str:
        """Return the name under which the browser stores a game that is begun from a dashboard."""
        return next(iter(self.own.values())).kept

    @property
    def first(self) -> BotGameRequest:
        """Return the first recorded game."""
        return next(iter(self.recorded.values()))


def asked_of(query: Mapping[str, Any], shelf: ExampleGames) -> BotGameRequest:
    """Return the game of bots that an address or a form asks for.

    Raises:
        UserError: the seed is invalid.
        BadSetup: the number of players is invalid.

    >>> from vendetta_widgets.games.vendetta.dash.game_dashboard import SHELF
    >>> asked_of({"seed": "9", "players": "3"}, SHELF).query()
    {'seed': '9', 'players': '3'}
    """
    seed = seed_of(str(query.get("seed", "")))
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    wish: Any = shelf.wish_of(query)
    return BotGameRequest(seed, replace(wish, name=""))


class BotTable:
    """A game of bots, played move by move; it equals a player's game in which the player always follows the bot."""

    def __init__(self, asked: BotGameRequest) -> None:
        """Raises ``BadSetup``: there is no such table."""
        self.asked = asked
        self._bots = playing(asked.wish.GAME).bots
        self.game = playing(asked.wish.GAME).new(**asked.wish.setup(asked.seed))
        self._bot = self._bots.make(asked.wish.bots)

    def move(self) -> bool:
        """Make one move of one bot; return whether there was one to make."""
        game = self.game
        waiting = [seat for seat in game.pending if seat != ME] or list(game.pending)
        if not waiting:
            return False
        seat = waiting[0]
        game.apply(seat, self._bots.move(game, seat, self._bot, bot_random(game, seat)))
        return True

    def moves(self) -> Generator[None, None, None]:
        """Make all moves to the end, one each time. Raises ``BadSetup``: the game takes too many."""
        while self.move():
            if len(self.game.actions) > MOST_ACTIONS:
                raise BadSetup("seed", Message("endless", most=MOST_ACTIONS))
            yield


class Origin(NamedTuple):
    """Where the game of a dashboard comes from: ``kept``, ``file``, ``bots`` or ``given``."""

    kind: str
    which: str = "mine"
    """Of a game that the browser stores, its word in :attr:`ExampleGames.own`; else of the one that a press begins."""


BOTS: Final = Origin("bots")
FILE: Final = Origin("file")
GIVEN: Final = Origin("given")


class Source:
    """The game of a dashboard: a player's :class:`Session`, a game of bots, or one that a program has given.

    Args:
        session: the player's; else ``game`` is needed.
        game: a game that is shown whole.
        asked: what made it, if it is one of bots.
        origin: where it comes from.
    """

    def __init__(
        self,
        session: Session | None = None,
        game: AnyGame | None = None,
        asked: BotGameRequest | None = None,
        origin: Origin = BOTS,
    ) -> None:
        self._session, self._played = session, game
        self.asked, self.origin = asked, origin
        self._opened: AnyGame | None = None
        self._fork: tuple[int, AnyGame] | None = None

    @classmethod
    def loading(
        cls, content: str | bytes, name: str, origin: Origin, game: str = FIRST
    ) -> Generator[int, None, Source]:
        """Load a saved game in steps, as :meth:`Session.loading`. Raises ``BadSave``: it is invalid."""
        session = Session(0, wish=playing(game).wish())
        yield from session.loading(content, name)
        return cls(session, origin=origin)

    @classmethod
    def of_save(cls, content: str | bytes, name: str, origin: Origin, game: str = FIRST) -> Source:
        """Return a saved game, loaded at once. Raises ``BadSave``: it is invalid; the one-line message says why."""
        return finished(cls.loading(content, name, origin, game))

    @classmethod
    def empty(cls, game: str = FIRST) -> Source:
        """Return a game without any move, for use until there is another."""
        asked = playing(game)
        return cls(game=asked.new(**asked.wish().setup(0)))

    # What may be shown ----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self.view.over)

    @property
    def open(self) -> bool:
        """Whether all of it may be shown: it is over, only bots play it, or a program has given it."""
        return self._session is None or self.over

    @property
    def me(self) -> int | None:
        """The player's seat; ``None`` if only bots play."""
        return None if self._session is None else self._session.me

    @property
    def view(self) -> Any:
        """The current view, with what may be shown."""
        if self._session is not None:
            return self._session.view
        return self._game.view(None, log=False)

    @property
    def actions(self) -> int:
        """The number of moves so far."""
        if self._session is not None:
            return self._session.actions
        return len(self._game.actions)

    def story(self) -> KnownHistory:
        """Return the history, with what may be shown."""
        if self._session is None:
            return whole_history(self._game, bots_only=True)
        if not self.over:
            return known_history(self._session.view)
        return whole_history(self._whole(self._session))

    @property
    def _game(self) -> AnyGame:
        """The game of bots."""
        assert self._played is not None
        return self._played

    def _whole(self, session: Session) -> AnyGame:
        """Return the whole game of a finished session."""
        if self._opened is None:
            self._opened = saves.from_json(json.loads(session.whole_game()), session.playing.rules)
        return self._opened

    def whole(self) -> AnyGame | None:
        """Return the recorded game if it is over, else ``None``."""
        return self.whole_so_far() if self.over else None

    def save_from(self, after: int) -> str | None:
        """Return the save from which the player can play on after so many moves; ``None`` if the browser has it.

        In a game of bots the player takes the first seat.
        """
        if self._session is None:
            own = playing(self._game.rules.id)
            wish = own.wish_of(self._game.setup, own.quick) if self.asked is None else self.asked.wish
            return Session.of_bots(self._game.fork(after), wish).save_text()
        return None if self.origin.kind == "kept" else self._session.save_text()

    def view_at(self, after: int, eyes: int | None = None) -> Any:
        """Return the view after so many moves from a seat (``None``: the player's, or a spectator's).

        Raises:
            PermissionError: the view would show something that is still secret.
        """
        if self._session is not None:
            return self._session.view_at(after, eyes)
        if after == len(self._game.actions):
            return self._game.view(eyes, log=False)
        if self._fork is None or self._fork[0] != after:  # several steps of the slider follow the same move
            self._fork = after, self._game.fork(after)
        return self._fork[1].view(eyes, log=False)

    def moment_of(self, n: int) -> int:
        """Return after how many moves the event or entry with this running number had happened."""
        if self._session is not None:
            return self._session.moment_of(n)
        return self._game.after_actions(n)

    def whole_so_far(self) -> AnyGame | None:
        """Return the recorded game if all of it may be shown, else ``None``."""
        if not self.open:
            return None
        return self._game if self._session is None else self._whole(self._session)

    # Saves and addresses ----------------------------------------------------------------------------------------

    def save_text(self) -> str:
        """Return the game as a save; a player's unfinished game has only the player's own moves."""
        if self._session is not None:
            return self._session.save_text()
        return json.dumps(saves.to_json(self._game), ensure_ascii=False, separators=(",", ":")) + "\n"

    @property
    def is_empty(self) -> bool:
        """Whether no move has been made."""
        return self.actions == 0

    @property
    def seed(self) -> int:
        if self._session is not None:
            return self._session.seed
        return int(self._game.setup.get("seed", 0)) if self.asked is None else self.asked.seed

    def query(self) -> dict[str, str]:
        """Return the query that shows this game again; empty if none can."""
        if self.asked is not None:
            return self.asked.query()
        return {"game": self.origin.which} if self.origin.kind == "kept" else {}


def address(page: str, query: Mapping[str, str]) -> str:
    """Return the address of a dashboard with a query."""
    text = urlencode({key: value for key, value in query.items() if value != ""})
    return f"dashboards/{page}?{text}" if text else f"dashboards/{page}"
