"""One person's game against bots: what the page plays with. No widgets here.

A :class:`Session` holds the game and gives out views of the person's own seat only (of the others' once the game is
over). Everything that a page shows and does goes through it: acting, undoing with a word on what has been seen since,
looking back, trying something else and coming back, saving and loading.

What it saves holds the seed, the person's own moves, and what the bots have chosen in a form that nobody reads by
chance (:func:`_veiled`): they need not think again, and no card of anybody can be seen in it.

Bots may think for long. Who waits for them lets them move one at a time (:meth:`Session.bot_move`), and may tire of it
(:meth:`Session.hurry`).
"""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from collections import deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit import Game, __version__
from vendetta_kit.checks import number_of, tidy
from vendetta_kit.faults import Said, cut
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.engine import marks, saves
from vendetta_kit.games.vendetta.engine.actions import ACTIONS
from vendetta_kit.games.vendetta.engine.game import PLAYED_BEFORE, RULINGS
from vendetta_kit.games.vendetta.engine.saves import BadSave
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.kernel.refusal import IllegalAction

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View
    from vendetta_kit.kernel.events import Event
    from vendetta_kit.kernel.refusal import WhyNot

__all__ = [
    "BEFORE",
    "FORMAT",
    "KEPT",
    "ME",
    "BadSave",
    "Crossing",
    "NotASeed",
    "Session",
    "Wish",
    "keeps",
    "seed_of",
    "tidy_name",
    "unfinished_seed",
]

ME: Final = 0
"""The person's seat."""
NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
LONGEST_NAME: Final = 24
LARGEST_SEED: Final = 10**15
NEW_SEEDS: Final = 1_000_000
FORMAT: Final = "vendetta-played/1"
KEPT: Final = "game"
"""Under this name the browser keeps the game."""
BEFORE: Final = "game-before"
"""… and the one before it."""
QUICK: Final = "greedy"
"""Who moves for bots that nobody wants to wait for."""


class NotASeed(ValueError):
    """What was typed for the seed is no number that a game can begin with."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """What an undo takes back: moves of others, and what the person has seen since (keys of the page's words)."""

    others: int
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new game shall be: everything that :meth:`vendetta_kit.Game.new` takes, and the bots.

    >>> Wish(seats=3, location_cards=True).setup(seed=7)["seats"]
    3
    """

    seats: int = 4
    location_cards: bool = False
    relics: bool = False
    teams: bool = False
    rulings: tuple[tuple[str, str], ...] = ()
    bots: str = "greedy"
    name: str = ""
    clans: tuple[str, ...] | None = None
    """By seat; ``None``: all choose."""

    def setup(self, seed: int) -> dict[str, Any]:
        """The arguments of ``Game.new``."""
        given = {} if self.clans is None else {"clans": self.clans}
        return {
            **given,
            "seats": self.seats,
            "seed": seed,
            "names": _names(self.name, self.seats),
            "location_cards": self.location_cards,
            "relics": self.relics,
            "teams": self.teams,
            "rulings": dict(self.rulings),
        }


class Session:
    """A game of one person, on seat :data:`ME`, against bots.

    >>> session = Session(seed=7)
    >>> session.view.decision.kind
    'pick_clan'
    >>> session.act(session.view.decision.legal[0])
    >>> session.view.seats[ME].clan is not None, session.can_undo
    (True, True)
    """

    def __init__(self, seed: int | None = None, name: str = "", wish: Wish | None = None) -> None:
        self.wish = wish or Wish(name=name)
        self.new(seed)
        self._run_bots()

    @classmethod
    def of_bots(cls, game: Game, wish: Wish) -> Session:
        """A game that bots have begun, for a person who sits down on seat :data:`ME`."""
        session = cls.__new__(cls)
        session.wish = wish
        session._begin(game, wish.bots)
        return session

    def new(self, seed: int | None = None, wish: Wish | None = None) -> None:
        """Begin a new game; without a seed any one. No bot has moved yet.

        Raises:
            BadSetup: the wish does not go together. The game that was there stays.
        """
        wish = wish or self.wish
        if seed is None:
            seed = random.SystemRandom().randrange(NEW_SEEDS)
        game = Game.new(**wish.setup(seed))
        self.wish = wish
        self._begin(game, wish.bots)

    def _begin(self, game: Game, bot: str) -> None:
        self._game = game
        self._bot = bots.make(bot)
        self._kept: list[Game] = []  # what was on the table before "what if", oldest first
        self._source: dict[str, Any] | None = None  # the whole save that the person has loaded, if she has
        self._hurried = False
        self._view: View | None = None

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
        return int(self._game.setup.get("seed", 0))

    @property
    def as_begun(self) -> Wish:
        """What must be wished for to have the same people and settings again."""
        return _wish_of(self._game.setup, self._bot.name)

    @property
    def actions(self) -> int:
        """How many actions have been taken by all."""
        return len(self._game.actions)

    def why_not(self, action: Action) -> WhyNot | None:
        """Why the person may not do this now; ``None`` if she may."""
        return self._game.why_not(ME, action)

    def advice(self, lang: str) -> bots.Advice:
        """What a bot would do in the person's place, and why."""
        return bots.make("greedy").advise(self.view, lang)

    # Acting -----------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do it, and let the bots go on until the person must decide again or the game is over.

        Raises:
            IllegalAction: it may not be. Whatever is raised, nothing has changed.
        """
        before = self.actions
        try:
            self.begin_act(action)
            self._run_bots()
        except Exception:
            while self.actions > before:
                self._game.undo()
            self._view = None
            raise

    def begin_act(self, action: Action) -> None:
        """Do it; no bot has answered yet.

        Raises:
            IllegalAction: it may not be, and nothing has changed.
        """
        self._game.apply(ME, action)
        self._hurried = False
        self._view = None

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that moves next, before the person; ``None`` if she need not wait."""
        return next((seat for seat in self._game.pending if seat != ME), None)

    def bot_move(self) -> None:
        """Let that bot make its move."""
        seat = self.bot_to_move
        assert seat is not None
        bot = bots.make(QUICK) if self._hurried else self._bot
        self._game.apply(seat, bots.move(self._game, seat, bot, self._rng(seat)))
        self._view = None

    def hurry(self) -> None:
        """The bots think no longer: until the person has moved again, a quick one moves for them."""
        self._hurried = True

    def _run_bots(self) -> None:
        while self.bot_to_move is not None:
            self.bot_move()

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

    # Looking back, and what if ----------------------------------------------------------------------------------

    def view_at(self, after: int, seat: int = ME) -> View:
        """What a seat could know after so many actions; another seat's only once the game is over.

        Raises:
            PermissionError: the game is not over, and the seat is not the person's.
        """
        if seat != ME and not self._game.is_over:
            raise PermissionError(f"seat {seat} is not shown before the game is over")
        if after == self.actions and seat == ME:
            return self.view
        return self._game.fork(after).view(seat)

    def view_amid(self, n: int, state: int | None = None) -> View:
        """What the person knew when the event with the running number ``n`` had come, amid all that an action brought.

        One step of the engine may tell much and carry it out at once; with ``state`` the table lies as after that
        number, and what was told after it until ``n`` is told already.

        >>> session = Session(seed=7)
        >>> session.act(session.view.decision.legal[0])
        >>> first = session.view.events[0].n
        >>> len(session.view_amid(first).events) < len(session.view.events)
        True
        """
        view = self._game.amid(n if state is None else state).view(ME)
        if state is None or state == n:
            return view
        told = tuple(event for event in self.view.events if state < event.n <= n)
        return replace(view, events=view.events + told, step=told[-1].moment.step)

    def turning_points(self) -> tuple[int, ...]:
        """After how many actions the person was asked: where she could do something else."""
        return tuple(k for k, (seat, _) in enumerate(self._game.actions) if seat == ME)

    def moment_of(self, n: int) -> int:
        """After how many actions the event or ledger entry with the running number ``n`` had happened."""
        return self._game.after_actions(n)

    @property
    def branches(self) -> int:
        """How many games wait to be come back to."""
        return len(self._kept)

    def what_if(self, after: int) -> None:
        """Go on from an earlier point; the game as it is now is kept. No bot has moved yet."""
        branch = self._game.fork(after)
        self._kept.append(self._game)
        self._game = branch
        self._view = None

    def come_back(self) -> None:
        """Give the what-if up and put the game back that was kept last."""
        self._game = self._kept.pop()
        self._view = None

    # Saving -----------------------------------------------------------------------------------------------

    def save_text(self) -> str:
        """The game as the text of a save file: seed, set-up, the person's own moves and, veiled, the bots'."""
        game = self._game
        row: dict[str, Any] = {"format": FORMAT, "kit": __version__, "bots": self._bot.name}
        first = 0
        if self._source is None:
            row["setup"] = {**game.setup, "names": list(game.names)}
        else:  # her own file goes back to her: what the others did in it was not done by these bots
            first = _in_common(game.actions, self._source["actions"])
            row |= {"from": self._source, "after": first}
        since = game.actions[first:]
        row["moves"] = [action.to_json() for seat, action in since if seat == ME]
        row["others"] = _veiled((action for seat, action in since if seat != ME), self.seed)
        row["mark"] = _mark(game, marks.fingerprint(game))
        if game.is_over:
            row["over"] = True
        return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"

    def load_bytes(self, content: str | bytes, name: str) -> int:
        """Go on with a saved game, as :meth:`loading` does, without a word on the way.

        Raises:
            BadSave: the file is no saved game. Nothing has changed.
        """
        steps = self.loading(content, name)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                left: int = end.value
                return left

    def loading(self, content: str | bytes, name: str) -> Generator[int, None, int]:
        """Go on with a saved game: one of a page, or one that :meth:`vendetta_kit.Game.save` has written.

        A game that an earlier version has kept is without the bots' moves: they think again, and whoever goes through
        the steps is told before each how many moves have been made.

        Returns:
            How many of the person's moves could not be made again, because the bots have learned since: then the game
            stands where they first chose otherwise. Mostly 0.

        Raises:
            BadSave: the file is no saved game; the one-line message says what is wrong and where. Nothing has changed.
        """
        row = saves.parse(content, name, FORMAT)
        if row["format"] != FORMAT:
            game = saves.from_json(row, name)
            self._begin(game, self.wish.bots)
            self._source = row
            return 0
        return (yield from self._playing_again(row, name))

    def _playing_again(self, row: Mapping[str, Any], name: str) -> Generator[int, None, int]:
        file = saves.Reader(name)
        bot = str(file.one_of(row.get("bots"), ("bots",), bots.names()))
        actions: deque[Action] = deque()
        for k, move in enumerate(file.items(row.get("moves"), ("moves",))):
            try:
                actions.append(ACTIONS.from_json(move))
            except BadAction as bad:
                raise BadSave(f"{name}: moves[{k}]", bad.fault, bad.expected) from None
        game = _beginning(row, file)
        again = Session.of_bots(game, _wish_of(game.setup, bot))
        again._source = row.get("from")
        others = _unveiled(row["others"], again.seed, file) if "others" in row else None
        left = yield from again._following(actions, others)
        known = [_mark(again._game, state) for state in marks.fingerprints(again._game)]
        if not left and row.get("mark") not in known:
            version = row.get("kit")
            same = version == __version__
            raise BadSave(
                f"{name}: mark",
                Said("played.changed")
                if same
                else Said("played.changed_or_version", version=version, this=__version__),
            )
        self.__dict__.update(again.__dict__)
        return left

    def _following(self, mine: deque[Action], others: deque[Action] | None) -> Generator[int, None, int]:
        """Make these moves, the bots' too if they are known; give back how many of mine are left at one that cannot be.

        Where a bot's move cannot be made (the rules have been mended since), the bots think again from there on.
        """
        while True:
            seat = self.bot_to_move
            if seat is not None and others is None:
                yield self.actions
                self.bot_move()
                continue
            known = mine if seat is None or others is None else others
            if not known:  # for the others: it was kept while this bot was thinking
                return len(mine)
            try:
                self._game.apply(ME if seat is None else seat, known[0])
            except IllegalAction:
                if known is mine:
                    return len(mine)
                others = None
            else:
                known.popleft()
                self._view = None

    def whole_game(self) -> str:
        """The whole game for other programs, all hands included: only once it is over.

        Raises:
            PermissionError: the game is not over.
        """
        if not self._game.is_over:
            raise PermissionError("the whole game is given out when it is over")
        return json.dumps(saves.to_json(self._game), ensure_ascii=False, separators=(",", ":")) + "\n"


def _beginning(row: Mapping[str, Any], file: saves.Reader) -> Game:
    """The game before the first of the moves."""
    if row.get("from") is not None:
        game = saves.from_json(row["from"], file.name)
        return game.fork(file.whole(row.get("after", 0), ("after",), 0, len(game.actions)))
    return saves.begin(file.mapping(row.get("setup"), ("setup",)), file.name)


# The bots' moves lie in the browser of the person who plays against them. Veiled they cannot be read in passing, with
# the game still on; a secret they are not: the save holds the seed, and who has that and the kit can deal it all anew.


MOST_PLAIN: Final = 1_000_000
"""So many bytes the bots' moves take at most, before they are packed; a whole game has some ten thousand."""


def _veiled(actions: Iterable[Action], seed: int) -> str:
    plain = json.dumps([action.to_json() for action in actions], separators=(",", ":")).encode()
    return _crossed(zlib.compress(plain, 9), seed).hex()


def _unveiled(veiled: Any, seed: int, file: saves.Reader) -> deque[Action]:
    try:
        plain = zlib.decompressobj().decompress(_crossed(bytes.fromhex(veiled), seed), MOST_PLAIN)
        return deque(map(ACTIONS.from_json, json.loads(plain)))
    except (TypeError, ValueError, RecursionError, zlib.error, BadAction):
        file.found(("others",), veiled, Said("want.others"))


def _crossed(content: bytes, seed: int) -> bytes:
    """Each byte crossed with one that the seed makes; done twice, it is as before."""
    stream = hashlib.shake_256(f"{FORMAT}/{seed}".encode()).digest(len(content))
    return bytes(a ^ b for a, b in zip(content, stream, strict=True))


def _in_common(actions: Sequence[tuple[int, Action]], rows: Sequence[Any]) -> int:
    """With how many actions two games begin alike."""
    k = 0
    for (seat, action), row in zip(actions, rows, strict=False):
        if [seat, action.to_json()] != row:
            break
        k += 1
    return k


def _mark(game: Game, state: str) -> str:
    """Make of a mark of the game's state one that says nothing of what is hidden in it."""
    salted = f"{FORMAT}/{game.setup.get('seed')}/{state}"
    return hashlib.blake2b(salted.encode(), digest_size=8).hexdigest()


def _wish_of(setup: Mapping[str, Any], bot: str) -> Wish:
    return Wish(
        seats=int(setup.get("seats", 4)),
        location_cards=bool(setup.get("location_cards")),
        relics=bool(setup.get("relics")),
        teams=bool(setup.get("teams")),
        rulings=tuple(dict(setup.get("rulings") or {}).items()),
        bots=bot,
        name=str((setup.get("names") or [""])[ME]),
        clans=tuple(setup["clans"]) if setup.get("clans") else None,
    )


def keeps(text: str, wish: Wish, seed: int) -> bool:
    """Whether a saved game is the one wished for.

    A reading that is not wished for is today's default; or the one that games had before there was that switch, so that
    an old game and its old link still belong together.
    """
    try:
        setup = saves.parse(text, "game").get("setup")
    except BadSave:
        return False
    if not isinstance(setup, dict):
        return False
    wanted = wish.setup(seed)
    usual = {name: values[0] for name, values in RULINGS.items()}
    readings = [{**usual, **before, **wanted["rulings"]} for before in ({}, PLAYED_BEFORE)]
    if saves.as_played(setup).get("rulings") not in readings:
        return False
    return all(setup.get(key) == value for key, value in wanted.items() if key not in ("names", "rulings"))


def unfinished_seed(text: str) -> int | None:
    """The seed of a saved game that is not over; ``None`` if it is, or cannot be told."""
    try:
        row = saves.parse(text, "game")
    except BadSave:
        return None
    begun = row.get("from") or row
    setup = begun.get("setup") if isinstance(begun, dict) and not row.get("over") else None
    seed = setup.get("seed") if isinstance(setup, dict) else None
    return seed if type(seed) is int else None


def tidy_name(text: str) -> str:
    """A name as typed, without what cannot be seen, in one line and no longer than the table has room for."""
    return tidy(text, LONGEST_NAME)


def seed_of(text: str) -> int | None:
    """The seed that was typed; ``None`` for nothing typed.

    Raises:
        NotASeed: it is no whole number, or too long.

    >>> seed_of(" 42 "), seed_of("")
    (42, None)
    """
    if not text.strip():
        return None
    seed = number_of(text, 0, LARGEST_SEED)
    if seed is None:
        raise NotASeed(cut(text))
    return seed


def _names(name: str, seats: int) -> Sequence[str]:
    own = tidy_name(name) or NAMES[ME]
    others = [other for other in NAMES if other.casefold() != own.casefold() and other != NAMES[ME]]
    others += [NAMES[ME]]  # six seats need it, unless it is taken
    return (own, *[other for other in others if other.casefold() != own.casefold()][: seats - 1])


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
