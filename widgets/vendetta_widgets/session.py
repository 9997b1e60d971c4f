"""One person's game against bots: what the page plays with. No widgets here.

A :class:`Session` holds the game and gives out views of the person's own seat only. Everything that a page shows and
does goes through it: acting, undoing with a word on what has been seen since, saving and loading.
"""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit import Game
from vendetta_kit.engine import planning, saves
from vendetta_kit.engine.actions import Action, Drain, EndTurn
from vendetta_kit.engine.saves import BadSave
from vendetta_kit.engine.tables import LOCATION_NUMBER

if TYPE_CHECKING:
    from vendetta_kit.engine.actions import At
    from vendetta_kit.engine.events import Event
    from vendetta_kit.engine.views import View

__all__ = ["ME", "BadSave", "Crossing", "NotASeed", "Session", "random_move", "seed_of", "tidy_name"]

ME: Final = 0
"""The person's seat."""
NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve")
LONGEST_NAME: Final = 24
LARGEST_SEED: Final = 10**15
NEW_SEEDS: Final = 1_000_000
IDLE: Final = 0.2
"""How often the random policy goes on draining when it could end its turn: else it would drain all that it has."""


class NotASeed(ValueError):
    """What was typed for the seed is no number that a game can begin with."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """What an undo takes back: moves of others, and what the person has seen since (keys of the page's words)."""

    others: int
    seen: tuple[str, ...]


class Session:
    """A game of one person, on seat :data:`ME`, against random bots.

    >>> session = Session(seed=7)
    >>> session.view.decision.kind
    'pick_clan'
    >>> session.act(session.view.decision.legal[0])
    >>> session.view.seats[ME].clan is not None, session.can_undo
    (True, True)
    """

    def __init__(self, seed: int | None = None, name: str = "") -> None:
        self.new(seed, name)

    def new(self, seed: int | None = None, name: str = "") -> None:
        """Begin a new game of four; without a seed any one."""
        if seed is None:
            seed = random.SystemRandom().randrange(NEW_SEEDS)
        self._begin(Game.new(seats=4, seed=seed, names=_names(name)))

    def _begin(self, game: Game) -> None:
        self._game = game
        self._view: View | None = None
        self._bots()

    # What is there ----------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """All that the person may know now."""
        if self._view is None:
            self._view = self._game.view(ME)
        return self._view

    @property
    def seed(self) -> int:
        """What decides everything random in this game."""
        return int(self._game.table.setup.get("seed", 0))

    @property
    def actions(self) -> int:
        """How many actions have been taken by all."""
        return len(self._game.actions)

    def fee(self, at: At) -> int:
        """What a card played face down costs the person at a Location."""
        return planning.fee(self._game, ME, LOCATION_NUMBER[at])

    # Acting -----------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do it, and let the bots go on until the person must decide again or the game is over.

        Raises:
            IllegalAction: it may not be. Whatever is raised, nothing has changed.
        """
        before = self.actions
        try:
            self._game.apply(ME, action)
            self._bots()
        except Exception:
            while self.actions > before:
                self._game.undo()
            self._view = None
            raise

    def _bots(self) -> None:
        game = self._game
        self._view = None
        while not game.is_over:
            waiting = [seat for seat in game.pending if seat != ME]
            if not waiting:
                return
            seat = waiting[0]
            game.apply(seat, random_move(game, seat, self._rng(seat)))

    def _rng(self, seat: int) -> random.Random:
        """Chance for one move of a bot; the same again after an undo, so that nothing is won by trying."""
        return random.Random(f"{self.seed}/{len(self._game.actions)}/{seat}")

    # Taking back ------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the person has made a move that could be taken back."""
        return any(seat == ME for seat, _ in self._game.actions)

    def crossing(self) -> Crossing:
        """What taking back the person's last move would cross."""
        actions = self._game.actions
        mine = max(k for k, (seat, _) in enumerate(actions) if seat == ME)
        before = len(self._game.fork(mine).events)
        seen = [_shown(event) for event in self.view.events[before:]]
        return Crossing(len(actions) - mine - 1, tuple(dict.fromkeys(key for key in seen if key)))

    def undo(self) -> None:
        """Take back the person's last move and all that followed."""
        while self._game.undo()[0] != ME:
            pass
        self._view = None

    # Saving -----------------------------------------------------------------------------------------------

    def save_text(self) -> str:
        """The whole game as the text of a save file, hidden cards included."""
        return json.dumps(saves.to_json(self._game), ensure_ascii=False, separators=(",", ":")) + "\n"

    def load_bytes(self, content: bytes, name: str) -> None:
        """Go on with a saved game.

        Raises:
            BadSave: the file is no saved game; the one-line message says what is wrong and where. Nothing has changed.
        """
        if len(content) > saves.MOST_BYTES:
            raise BadSave(f"{name}: larger than {saves.MOST_BYTES} bytes; no saved game is")
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadSave(
                f"{name}: not UTF-8 text at byte {error.start}; expected a saved game ({saves.FORMAT})"
            ) from None
        self._begin(saves.loads(text, name))


def random_move(game: Game, seat: int, rng: random.Random) -> Action:
    """Any legal move, with a preference for ending a turn: the policy knows no more than what is legal."""
    legal = game.legal(seat)
    action = legal.sample(rng)
    if isinstance(action, Drain) and EndTurn() in legal and rng.random() > IDLE:
        return EndTurn()
    return action


def tidy_name(text: str) -> str:
    """A name as typed, without what cannot be seen, in one line and not too long."""
    shown = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text)
    return " ".join(shown.split())[:LONGEST_NAME].strip()


def seed_of(text: str) -> int | None:
    """The seed that was typed; ``None`` for nothing typed.

    Raises:
        NotASeed: it is no whole number, or too long.

    >>> seed_of(" 42 "), seed_of("")
    (42, None)
    """
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text[:20]) <= LARGEST_SEED):
        raise NotASeed(text)
    return int(text)


def _names(name: str) -> Sequence[str]:
    own = tidy_name(name) or NAMES[ME]
    others = [other for other in NAMES if other.casefold() != own.casefold() and other != NAMES[ME]]
    return (own, *others[:3])


def _shown(event: Event) -> str:
    """Whether an event has shown the person something that was hidden: a key of the page's words, or nothing."""
    if event.seat != ME and event.kind in ("revealed", "play", "withdraw", "withdraw_haven"):
        data: dict[str, Any] = dict(event.data)
        return "seen.cards" if data.get("card") or data.get("cards") else ""
    if event.seat == ME and event.kind in ("looked", "look", "draw"):
        return "seen.cards"
    return {
        "tokens": "seen.choices",
        "bids": "seen.choices",
        "ally_placed": "seen.chance",
        "frenzy": "seen.chance",
        "victim": "seen.chance",
    }.get(event.kind, "")
