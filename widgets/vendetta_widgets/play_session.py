"""One person's game against bots: what the page plays with. No widgets here.

A :class:`Session` holds the game and gives out views of the person's own seat only (of the others' once the game is
over). Everything that a page shows and does goes through it: acting, undoing with a word on what has been seen since,
looking back, trying something else and coming back, saving and loading.

Bots may think for long. Who waits for them lets them move one at a time (:meth:`Session.bot_move`), and may tire of it
(:meth:`Session.hurry`).
"""

from __future__ import annotations

import json
import random
from bisect import bisect_left
from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from vendetta_kit.bots import bot_random
from vendetta_kit.bots.own_bots import is_own, own_bot
from vendetta_kit.coach.judge import result_of as finished
from vendetta_kit.games import FIRST
from vendetta_kit.input_checks import clean_name, number_of
from vendetta_kit.input_errors import cut
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.refusal import IllegalAction, WhyNot
from vendetta_kit.kernel.saves import BadSave

from . import page_save
from .games import playing
from .page_phrases import UserError
from .session_setup import LONGEST_NAME, ME, BotAdvice, SessionSetup, Wish

__all__ = [
    "GUEST",
    "ME",
    "Crossing",
    "FinalScore",
    "PlayedResult",
    "Session",
    "any_seed",
    "result_of",
    "seed_of",
    "tidy_name",
]


LARGEST_SEED: Final = 10**15
NEW_SEEDS: Final = 1_000_000
GUEST: Final = -1
"""In place of a seat: somebody who looks on and knows what lies open."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """What an undo takes back: moves of others, and what the person has seen since (keys of the page's words)."""

    others: int
    seen: tuple[str, ...]


class PlayedResult(NamedTuple):
    """How a game has ended: the winners' names and the person's score."""

    winners: tuple[str, ...]
    score: int


class Session:
    """A game of one person, on seat :attr:`me`, against bots.

    Args:
        seed: decides everything random; left out, any.
        name: the person's name.
        wish: what the game shall be, and so which game it is; left out, the usual one of the first game.

    >>> session = Session(seed=7)
    >>> session.view.decision.kind
    'pick_clan'
    >>> session.act(session.view.decision.legal[0])
    >>> session.view.seats[session.me].clan is not None, session.can_undo
    (True, True)
    """

    me: int = ME
    """The person's seat."""

    def __init__(self, seed: int | None = None, name: str = "", wish: Wish | None = None) -> None:
        self.wish: Any = wish or playing(FIRST).wish(name=name)
        self.new(seed)
        self._run_bots()

    @classmethod
    def of_bots(cls, game: AnyGame, wish: Wish, people: int = 1) -> Session:
        """A game that bots have begun, for a person who sits down on seat :data:`ME`, or several from there on."""
        session = cls.__new__(cls)
        session.wish = wish
        session._begin(game, wish.bots, people)
        return session

    @classmethod
    def of_game(cls, game: AnyGame, bot: str, seat: int = ME) -> Session:
        """Return a session that goes on with a game from Python.

        Args:
            game: a recorded game, which the session takes over.
            bot: who plays the other seats, as for :func:`.page_arguments.checked_bot`.
            seat: the person's seat.

        Raises:
            BadSave: it has cards that pages cannot show.
        """
        own = playing(game.rules.id)
        session = cls.of_bots(page_save.shown(game, own, "game"), own.wish_of(game.setup, bot))
        session.me = seat
        session._run_bots()
        return session

    def new(self, seed: int | None = None, wish: Wish | None = None) -> None:
        """Begin a new game; without a seed any one. No bot has moved yet.

        Raises:
            BadSetup: the wish does not go together. The game that was there stays.
        """
        wish = wish or self.wish
        if seed is None:
            seed = any_seed()
        game = playing(wish.GAME).new(**wish.setup(seed))
        self.wish, self.me = wish, ME
        self._begin(game, wish.bots)

    def _begin(self, game: AnyGame, bot: str, people: int | None = None) -> None:
        self._game = game
        self.people = 1 + len(self.wish.others) if people is None else people
        """So many people play at this machine, on the first seats; :attr:`me` is who has it now."""
        if self.people > 1:
            self.me = ME
        self._bot = own_bot(bot, self.wish.GAME).kind() if is_own(bot) else self.playing.bots.make(bot)
        self._kept: list[AnyGame] = []  # what was on the table before "what if", oldest first
        self._source: dict[str, Any] | None = None  # the whole save that the person has loaded, if she has
        self.stopped: BadSave | None = None
        """What says which repaired rule a save of an earlier kit did not get beyond, if it did not."""
        self._hurried = False
        self._with_last: set[int] = set()  # own moves that go with the one before, as indices of the game's actions
        self._view: Any = None
        self._advised: tuple[Any, str, BotAdvice] | None = None
        self._advising: tuple[Any, str, Generator[int, None, None]] | None = None

    # What is there ----------------------------------------------------------------------------------------

    @property
    def playing(self) -> SessionSetup:
        """What is this game's own: how one begins, its bots."""
        return playing(self.wish.GAME)

    @property
    def view(self) -> Any:
        """All that the person may know now."""
        if self._view is None:
            self._view = self._game.view(_reader(self.me))
        return self._view

    @property
    def seed(self) -> int:
        """What decides everything random in this game."""
        return int(self._game.setup.get("seed", 0))

    @property
    def as_begun(self) -> Any:
        """What must be wished for to have the same people and settings again."""
        return self._wish_of(self._game, self.wish.bots, self.people)

    def _wish_of(self, game: AnyGame, bot: str, people: int) -> Any:
        wish: Any = self.playing.wish_of(game.setup, bot)
        return replace(wish, others=tuple(game.names[1:people]))

    @property
    def actions(self) -> int:
        """How many actions of all the person may know of."""
        return len(self._known()) - 1

    def _known(self) -> Sequence[int]:
        """After how many actions the game stood at each point that the person may know of, the present one last.

        A bot that passes where it is hidden who is asked has not been there: what follows came by itself.
        """
        actions = self._game.actions
        passed = {k for k in self._game.in_hiding if actions[k][0] != self.me and actions[k][1].do == "pass"}
        return [k for k in range(len(actions)) if k not in passed] + [len(actions)]

    def why_not(self, action: Action) -> WhyNot | None:
        """Why the person may not do this now; ``None`` if she may."""
        return self._game.why_not(self.me, action)

    def advice(self, lang: str) -> BotAdvice:
        """What to do in the person's place, and why; it is thought out once for a decision."""
        return finished(self.advising(lang))

    def advising(self, lang: str) -> Generator[int, None, BotAdvice]:
        """Think advice out in steps, or go on with what has been begun for this decision."""
        now = self.view, lang
        if self._advising is None or self._advising[:2] != now:
            self._advising = *now, self._think(lang)
        steps = self._advising[2]
        while not self.is_advised(lang):
            yield next(steps, 0)
        assert self._advised is not None
        return self._advised[2]

    def is_advised(self, lang: str) -> bool:
        """Whether advice on the open decision has been thought out."""
        return self._advised is not None and self._advised[:2] == (self.view, lang)

    def _think(self, lang: str) -> Generator[int, None, None]:
        view, in_steps = self.view, self.playing.advise_in_steps
        advice = self._hint(self._game, lang) if in_steps is None else (yield from in_steps(self._game, self.me, lang))
        self._advised = view, lang, advice

    def _hint(self, game: AnyGame, lang: str) -> BotAdvice:
        bots, advise, in_steps = self.playing.bots, self.playing.advise, self.playing.advise_in_steps
        if in_steps is not None:
            return finished(in_steps(game, self.me, lang))
        if advise is not None:
            return advise(game, self.me, lang)
        return bots.hint(game, self.me, bots.make(self.playing.quick), lang)

    def advice_ahead(self, kinds: tuple[type[Action], ...], lang: str, asked: tuple[str, ...] = ()) -> list[Action]:
        """Return what to do in the person's place now and in the decisions that follow, while it is of these kinds.

        ``kinds``: actions that reveal nothing to her: what comes after them she can know beforehand. If what follows
        them is to pass, that ends it. ``asked``: the kinds of questions that are answered; empty for any.
        """
        game = self._fork(self.actions)
        found: list[Action] = []
        while (open_now := game.pending.get(self.me)) is not None and (not asked or open_now.kind in asked):
            action = self._hint(game, lang).action
            if isinstance(action, kinds) or (found and action.do == "pass"):
                found.append(action)
            if not isinstance(action, kinds):
                break
            game.apply(self.me, action)
        return found

    # Acting -----------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do it, and let the bots go on until the person must decide again or the game is over.

        Raises:
            IllegalAction: it may not be. Whatever is raised, nothing has changed.
        """
        before = len(self._game.actions)
        try:
            self.begin_act(action)
            self._run_bots()
        except Exception:
            while len(self._game.actions) > before:
                self._game.undo()
            self._view = None
            raise

    def begin_act(self, action: Action, with_last: bool = False) -> None:
        """Do it; no bot has answered yet. ``with_last``: it was decided with the move before, and goes with it.

        Raises:
            IllegalAction: it may not be, and nothing has changed.
        """
        self._game.apply(self.me, action)
        self._decided(len(self._game.actions) - 1, with_last)
        self._hurried = self._hurried and with_last
        self._view = None

    def _decided(self, move: int, with_last: bool) -> None:
        """Remember whether a move was decided with the one before."""
        self._with_last = {k for k in self._with_last if k < move} | ({move} if with_last else set())

    @property
    def last_moves(self) -> int:
        """How many of the person's last moves were one decision, and are taken back together: mostly 1."""
        mine = [k for k, (seat, _) in enumerate(self._game.actions) if seat == self.me]
        alone = (n for n, k in enumerate(reversed(mine), 1) if k not in self._with_last)
        return next(alone, 1)

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that moves next, before the person; ``None`` if she need not wait."""
        return next((seat for seat in self._game.pending if not self._is_person(seat)), None)

    def _is_person(self, seat: int) -> bool:
        return seat == self.me if self.people == 1 else seat < self.people

    @property
    def next_person(self) -> int | None:
        """The seat of another person at this machine who must decide before who has it now; else ``None``."""
        pending = self._game.pending
        if self.people == 1 or self.me in pending:
            return None
        return next((seat for seat in pending if seat < self.people), None)

    def hand_over(self, seat: int) -> None:
        """Somebody else at this machine has it now."""
        self.me = seat
        self._view = None

    @property
    def thinking(self) -> str:
        """The name of that bot, as far as the person may know that it is asked; else empty."""
        seat, asked = self.bot_to_move, self.playing.asked
        known = seat is not None and (asked is None or seat in asked(self.view))
        return self._game.names[seat] if seat is not None and known else ""

    def bot_move(self) -> None:
        """Let that bot make its move."""
        seat, bots = self.bot_to_move, self.playing.bots
        assert seat is not None
        bot = bots.make(self.playing.quick) if self._hurried else self._bot
        self._game.apply(seat, bots.move(self._game, seat, bot, bot_random(self._game, seat)))
        self._view = None

    def hurry(self) -> None:
        """The bots think no longer: until the person has moved again, a quick one moves for them."""
        self._hurried = True

    def _run_bots(self) -> None:
        while self.bot_to_move is not None:
            self.bot_move()

    # Taking back ------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the person has made a move that could be taken back: none that another person has followed."""
        people = (seat for seat, _ in reversed(self._game.actions) if self._is_person(seat))
        return next(people, None) == self.me

    def crossing(self) -> Crossing:
        """What taking back the person's last move would cross."""
        mine = self.turning_points()[-self.last_moves]
        before = len(self.view_at(mine).events)
        seen = [self.playing.shown(event, self.me) for event in self.view.events[before:]]
        return Crossing(self.actions - mine - 1, tuple(dict.fromkeys(key for key in seen if key)))

    def undo(self) -> None:
        """Take back the person's last move, those that were decided with it, and all that followed."""
        for _ in range(self.last_moves):
            while self._game.undo()[0] != self.me:
                pass
        self._view = None

    # Looking back, and what if ----------------------------------------------------------------------------------

    def view_at(self, after: int, seat: int | None = None) -> Any:
        """What a seat could know after so many actions; another seat's only once the game is over.

        Raises:
            PermissionError: the game is not over, and the seat is not the person's.
        """
        seat = self.me if seat is None else seat
        if seat != self.me and not self._game.is_over:
            raise PermissionError(f"seat {seat} is not shown before the game is over")
        if after == self.actions and seat == self.me:
            return self.view
        return self._fork(after).view(_reader(seat))

    def _fork(self, after: int) -> AnyGame:
        if not 0 <= after <= self.actions:
            raise ValueError(f"after: found {after}; expected 0 to {self.actions}")
        return self._game.fork(self._known()[after])

    def view_amid(self, n: int, state: int | None = None) -> Any:
        """What the person knew when the event with the running number ``n`` had come, amid all that an action brought.

        One step of the engine may tell much and carry it out at once; with ``state`` the table lies as after that
        number, and what was told after it until ``n`` is told already.

        >>> session = Session(seed=7)
        >>> session.act(session.view.decision.legal[0])
        >>> first = session.view.events[0].n
        >>> len(session.view_amid(first).events) < len(session.view.events)
        True
        """
        view = self._game.amid(n if state is None else state).view(_reader(self.me))
        if state is None or state == n:
            return view
        return self.playing.told(view, [event for event in self.view.events if state < event.n <= n])

    def turning_points(self) -> tuple[int, ...]:
        """After how many actions the person was asked: where she could do something else."""
        actions, known = self._game.actions, self._known()
        return tuple(k for k, done in enumerate(known[:-1]) if actions[done][0] == self.me)

    def moment_of(self, n: int) -> int:
        """After how many actions the event or ledger entry with the running number ``n`` had happened."""
        return bisect_left(self._known(), self._game.after_actions(n))

    @property
    def branches(self) -> int:
        """How many games wait to be come back to."""
        return len(self._kept)

    @property
    def endings(self) -> tuple[PlayedResult, PlayedResult] | None:
        """How the game itself ended, and how the what-if has that is played now; ``None`` unless both have."""
        if not (self._kept and self._kept[0].is_over and self._game.is_over):
            return None
        games = (self._kept[0], self._game)
        real, now = (
            PlayedResult(tuple(game.names[k] for k in game.winners), game.scores[self.me] or 0) for game in games
        )
        return real, now

    def what_if(self, after: int) -> None:
        """Go on from an earlier point; the game as it is now is kept. No bot has moved yet."""
        branch = self._fork(after)
        self._kept.append(self._game)
        self._game, self._with_last = branch, set()
        self._view = None

    def come_back(self) -> None:
        """Give the what-if up and put the game back that was kept last."""
        self._game, self._with_last = self._kept.pop(), set()
        self._view = None

    # Saving -----------------------------------------------------------------------------------------------

    def save_text(self) -> str:
        """The game as the text of a save file: seed, set-up, the person's own moves and, veiled, the bots'.

        Who opens a file runs no program that it names: instead of a bot of one's own a quick one goes on.
        """
        bot = self.playing.quick if is_own(self.wish.bots) else self.wish.bots
        return page_save.text_of(self._game, self.playing, bot, self._is_person, self.people, self._source, self.me)

    def load_bytes(self, content: str | bytes, name: str) -> int:
        """Go on with a saved game, as :meth:`loading` does, without a word on the way.

        Raises:
            BadSave: the file is no saved game. Nothing has changed.
        """
        return finished(self.loading(content, name))

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
        form, rules = self.playing.form, self.playing.rules
        row = saves.parse(content, name, form)
        if row["format"] != form:
            found = saves.replay(row, rules, name)
            self.me = ME
            self._begin(page_save.shown(found.game, self.playing, name), self.wish.bots, 1)
            self.stopped = found.stopped
            self._source = row
            return 0
        file = page_save.read(row, self.playing, name)
        again = Session.of_bots(file.game, self._wish_of(file.game, file.bot, file.people), file.people)
        again.me = file.seat
        again._source = file.source
        moves = len(file.mine)
        left = yield from again._following(file.mine, file.others)
        repaired = saves.repaired_since(row, rules, name)
        if left and repaired:
            why = again._game.why_not(*file.mine[0])
            ids = why.rules if why is not None else ()
            again.stopped = saves.stopped_at(again._game, 0, ids, repaired, name, moves - left, moves)
        if not left:
            page_save.check(row, again._game, self.playing, name)
        self.__dict__.update(again.__dict__)
        return left

    def _following(self, mine: deque[tuple[int, Action]], others: deque[Action] | None) -> Generator[int, None, int]:
        """Make these moves, the bots' too if they are known; give back how many of mine are left at one that cannot be.

        Where a bot's move cannot be made (the rules have been mended since), the bots think again from there on.
        """
        while True:
            seat = self.bot_to_move
            if seat is not None and others is None:
                yield len(self._game.actions)
                self.bot_move()
                continue
            known: deque[Any] = mine if seat is None or others is None else others
            if not known:  # for the others: it was kept while this bot was thinking
                return len(mine)
            who, action = known[0] if known is mine else (seat, known[0])
            try:
                self._game.apply(who, action)
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


def _reader(seat: int) -> int | None:
    """Who reads a view: a seat, or a guest."""
    return None if seat == GUEST else seat


def any_seed() -> int:
    """Return a seed for a new game."""
    return random.SystemRandom().randrange(NEW_SEEDS)


def tidy_name(text: str) -> str:
    """A name as typed, without what cannot be seen, in one line and no longer than the table has room for."""
    return clean_name(text, LONGEST_NAME)


class FinalScore(NamedTuple):
    """How a game ended for the person: the own score, the best of the others', and whether it was won."""

    mine: int
    best: int
    won: bool


def result_of(text: str, game: str = FIRST) -> FinalScore | None:
    """Return how a game that the browser stores ended; ``None`` if it is not over or cannot be made again quickly."""
    try:
        row = saves.parse(text, "game", playing(game).form)
        if not row.get("over") or "others" not in row:
            return None
        session = Session(wish=playing(game).wish(name=""))
        left = next(session.loading(text, "game"), None)
    except BadSave:
        return None
    played = session._game
    if left is not None or not played.is_over:  # a bot would have to think again
        return None
    scores = [score or 0 for score in played.scores]
    others = [score for seat, score in enumerate(scores) if seat != session.me]
    return FinalScore(scores[session.me], max(others), session.me in played.winners)


def seed_of(text: str) -> int | None:
    """The seed that was typed; ``None`` for nothing typed.

    Raises:
        UserError: it is no whole number, or too long.

    >>> seed_of(" 42 "), seed_of("")
    (42, None)
    """
    if not text.strip():
        return None
    seed = number_of(text, 0, LARGEST_SEED)
    if seed is None:
        raise UserError("bad.seed", seed=cut(text))
    return seed
