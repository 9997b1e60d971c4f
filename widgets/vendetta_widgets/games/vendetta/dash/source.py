"""Which game a dashboard shows, and what of it may be shown.

A game can be the one that this browser has kept, a file, a recorded one, or one that bots have just played. While a
person still plays it, all that leaves this module is what her seat may know; the whole truth is told when the game is
over, or when nobody but bots plays.
"""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from vendetta_kit import Game
from vendetta_kit.faults import Said
from vendetta_kit.games.vendetta import bots, flows
from vendetta_kit.games.vendetta.engine import saves
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_widgets.games.vendetta.new_game import wish_of
from vendetta_widgets.games.vendetta.playing import Wish
from vendetta_widgets.session import ME, Session, seed_of

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View
    from vendetta_kit.kernel.actions import Action

__all__ = ["RECORDED", "Asked", "BotTable", "Source", "address", "asked_of", "played_by_bots"]

MOST_ACTIONS: Final = 5000
"""No game takes nearly so many."""
KEYS: Final = ("seed", "players", "bots", "location_cards", "relics", "teams")
"""What an address says of a game that bots play."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A game between bots, as it can be asked for in an address: the same words give the same game."""

    seed: int = 7
    wish: Wish = field(default_factory=Wish)

    def query(self) -> dict[str, str]:
        """The part of an address that asks for it."""
        wish = self.wish
        found = {"seed": str(self.seed), "players": f"{wish.seats}{'t' if wish.teams else ''}"}
        if wish.bots != "greedy":
            found["bots"] = wish.bots
        found |= {key: "1" for key in ("location_cards", "relics") if getattr(wish, key)}
        return found


RECORDED: Final[Mapping[str, Asked]] = {
    "four": Asked(7),
    "frenzy": Asked(23),
    "three": Asked(5, Wish(seats=3)),
    "five": Asked(11, Wish(seats=5, location_cards=True)),
    "teams": Asked(3, Wish(seats=4, teams=True, relics=True)),
}
"""Recorded games that everybody finds here: a seed and bots are a whole game."""


def asked_of(query: Mapping[str, Any]) -> Asked:
    """The game that an address or a form asks for.

    Raises:
        NotASeed: the seed is none.
        BadSetup: the number of players is none.

    >>> asked_of({"seed": "9", "players": "3"}).query()
    {'seed': '9', 'players': '3'}
    """
    seed = seed_of(str(query.get("seed", "")))
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    return Asked(seed, replace(wish_of(query), name=""))


class BotTable:
    """Bots at a table: move by move, the same game as a person's own who always does what the bot would."""

    def __init__(self, asked: Asked) -> None:
        """Raises ``BadSetup``: there is no such table."""
        self.asked = asked
        self.game = Game.new(**asked.wish.setup(asked.seed))
        self._bot = bots.make(asked.wish.bots)

    def move(self) -> bool:
        """One move of one bot; whether there was one to make."""
        game = self.game
        waiting = [seat for seat in game.pending if seat != ME] or list(game.pending)
        if not waiting:
            return False
        seat, number = waiting[0], len(game.actions)
        chance = random.Random(f"{self.asked.seed}/{number}/{seat}")
        game.apply(seat, bots.move(game, seat, self._bot, chance))
        return True

    def moves(self) -> Generator[None, None, None]:
        """All moves to the end, one after the other. Raises ``BadSetup``: there is none."""
        while self.move():
            if len(self.game.actions) > MOST_ACTIONS:
                raise BadSetup("seed", Said("endless", most=MOST_ACTIONS))
            yield

    def taken_over(self, after: int) -> str:
        """The game after so many moves, for a person who sits down on the first seat: what the browser keeps."""
        return Session.of_bots(self.game.fork(after), self.asked.wish).save_text()


def played_by_bots(asked: Asked) -> Source:
    """A whole game of bots. Raises ``BadSetup``: there is no such table."""
    table = BotTable(asked)
    for _ in table.moves():
        pass
    return Source(game=table.game, asked=asked)


class Source:
    """A game to look at: a :class:`Session` of a person, or a game of bots."""

    def __init__(self, session: Session | None = None, game: Game | None = None, asked: Asked | None = None) -> None:
        self._session, self._game = session, game
        self.asked = asked
        self.kind = "kept" if session is not None else "bots"
        self._opened: Game | None = None
        self._fork: tuple[int, Game] | None = None

    @classmethod
    def loading(cls, content: str | bytes, name: str, kind: str = "file") -> Generator[int, None, Source]:
        """A saved game, step by step as :meth:`Session.loading` has it. Raises ``BadSave``: it is none."""
        session = Session(0)
        yield from session.loading(content, name)
        source = cls(session)
        source.kind = kind
        return source

    @classmethod
    def of_save(cls, content: str | bytes, name: str, kind: str = "file") -> Source:
        """A saved game, at once. Raises ``BadSave``: it is none; the one-line message says why."""
        steps = cls.loading(content, name, kind)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Source = end.value
                return found

    @classmethod
    def empty(cls) -> Source:
        """A table where nothing has happened, until there is something to show."""
        return cls(game=Game.new(seed=0))

    # What may be known of it ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._any_view.over

    @property
    def open(self) -> bool:
        """Whether nothing of it is secret any more: it is over, or bots alone play it."""
        return self._session is None or self.over

    @property
    def me(self) -> int | None:
        """The person's seat, if a person plays."""
        return None if self._session is None else ME

    @property
    def _any_view(self) -> View:
        if self._session is not None:
            return self._session.view
        assert self._game is not None
        return self._game.view(None, log=False)

    @property
    def actions(self) -> int:
        """How many moves there were."""
        if self._session is not None:
            return self._session.actions
        assert self._game is not None
        return len(self._game.actions)

    def story(self) -> flows.Story:
        """All that may be told."""
        if self._session is None:
            assert self._game is not None
            return flows.whole_story(self._game, bots_only=True)
        if not self.over:
            return flows.story(self._session.view)
        return flows.whole_story(self._whole())

    def _whole(self) -> Game:
        """The game itself, which is over."""
        assert self._session is not None
        if self._opened is None:
            self._opened = saves.from_json(json.loads(self._session.whole_game()))
        return self._opened

    def view_at(self, after: int, eyes: int | None = None) -> View:
        """The table after so many moves, through somebody's eyes (``None``: the person's, or a spectator's).

        Raises:
            PermissionError: those eyes would see what is secret still.
        """
        if self._session is not None:
            return self._session.view_at(after, ME if eyes is None else eyes)
        assert self._game is not None
        if after == len(self._game.actions):
            return self._game.view(eyes, log=False)
        if self._fork is None or self._fork[0] != after:  # several steps of a slider stand after the same move
            self._fork = after, self._game.fork(after)
        return self._fork[1].view(eyes, log=False)

    def moment_of(self, n: int) -> int:
        """After how many moves the event or entry with this running number had happened."""
        if self._session is not None:
            return self._session.moment_of(n)
        assert self._game is not None
        return self._game.after_actions(n)

    def before_choice(self, n: int) -> Game | None:
        """The game where tokens of a Withdraw step (the event ``n``) were about to be chosen; ``None`` if secret."""
        if not self.open:
            return None
        game = self._game if self._game is not None else self._whole()
        after = game.after_actions(n) - 1
        while after > 0 and _is_token(game.actions[after - 1][1]):
            after -= 1
        return game.fork(after)

    # Taking it along --------------------------------------------------------------------------------------------

    def save_text(self) -> str:
        """The game as a file: a person's own with her moves alone while she plays."""
        if self._session is not None:
            return self._session.save_text()
        assert self._game is not None
        return json.dumps(saves.to_json(self._game), ensure_ascii=False, separators=(",", ":")) + "\n"

    @property
    def is_empty(self) -> bool:
        """Whether nothing has happened in it."""
        return self.actions == 0

    @property
    def round(self) -> int:
        """In which round it stands."""
        return self._any_view.round

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


def _is_token(action: Action) -> bool:
    return action.do in ("stay", "withdraw")


def address(page: str, query: Mapping[str, str]) -> str:
    """A page of the kit with a query, as a link names it."""
    text = urlencode({key: value for key, value in query.items() if value != ""})
    return f"dashboards/{page}?{text}" if text else f"dashboards/{page}"
