"""A page's copy of the game at a common table, made by playing the table's log."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import Any

from vendetta_kit.bots import bot_random
from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.kernel.game import AnyGame, Rules
from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_kit.kernel.state import RNG, ZONES
from vendetta_kit.registered_games import registered

from .store import Store
from .table_errors import BadTable, TooLate
from .table_records import UNDO, SeatKey, TableNow, actions_kept

Choose = Callable[[Any, int, str, Random], "Action"]
"""A function that returns a bot's action: ``(game, seat, name of the bot, random generator)``."""


def choices_of(game: str) -> Choose:
    """Return the function that chooses actions for the bots of a game.

    >>> choices_of("vtes").__name__
    'choose'
    """
    bots = registered(game).bots()

    def choose(g: Any, seat: int, bot: str, rng: Random) -> Action:
        action: Action = bots.move(g, seat, bots.make(bot), rng)
        return action

    return choose


class Replica:
    """A copy of a table's game for one seat or for a guest.

    The copy does not contain sealed answers, as the store gives them to nobody else. :attr:`own_game` adds the player's
    own sealed answer, also after a reload.

    Args:
        store: the store of the table.
        key: the key of the player's seat, or for a guest, who has none, the table's code; the table must have begun.
        rules: the rules of its game.
        choose: chooses the actions of its bots.

    Raises:
        BadTable: there is no such table, the secret is wrong, it has not begun, or this kit cannot play its log.
        Unusable: the database cannot be used. All methods that read it can raise this.
    """

    def __init__(self, store: Store, key: SeatKey | str, rules: Rules, choose: Choose | None = None) -> None:
        self._whose: SeatKey | str = key
        self.seat = key.seat if isinstance(key, SeatKey) else None
        self.holder = secrets.token_hex(8)
        self._store = store
        self._choose = choose
        news = store.news(key, 0)
        if news.table.state == "lobby":
            raise BadTable(Message("tables.is_lobby"))
        self.table: TableNow = news.table
        self.count = 0
        self._own: Any = None
        self._ends: list[int] = []
        """The number of the game's actions after each action of the log; newer rules may have added passes."""
        try:
            self.game: AnyGame = saves.begin(news.table.setup, rules, news.table.code)
        except BadInput as fault:
            raise BadTable(fault.fault, fault.expected) from None
        self.catch_up()

    def catch_up(self) -> int:
        """Apply the new rows of the log; return their number.

        Raises:
            BadTable: a row of the log is missing or cannot be played, because of another version of the kit or a
                damaged database. The copy stops before it.
        """
        before = self.count
        while True:
            news = self._store.news(self._whose, self.count)
            for entry in news.log:
                if entry.n != self.count + 1:  # only in a damaged database: the numbers are written without a gap
                    raise BadTable(Message("tables.unplayable", n=entry.n))
                self._apply(entry.seat, entry.action, entry.n)
                self.count = entry.n
            if self.count >= news.table.count:
                break
            if not news.log:
                raise BadTable(Message("tables.missing_row", n=self.count + 1, count=news.table.count))
        self.table = news.table
        self._own = news.own
        return self.count - before

    def _apply(self, seat: int, action: Any, n: int) -> None:
        if seat == UNDO:
            del self._ends[actions_kept(action, len(self._ends), n) :]
            self.game = self.game.fork(self._ends[-1] if self._ends else 0)
            return
        try:
            found = self.game.rules.actions.from_json(action)
            saves.pass_new_questions(self.game, seat, found)
            self.game.apply(seat, found)
            self._ends.append(len(self.game.actions))
        except (BadAction, IllegalAction):
            raise BadTable(Message("tables.unplayable", n=n)) from None

    @property
    def key(self) -> SeatKey:
        """The key of the player's seat. Raises :class:`BadTable` for a guest."""
        if not isinstance(self._whose, SeatKey):
            raise BadTable(Message("tables.wrong_secret"))
        return self._whose

    # What is seen ------------------------------------------------------------------------------------------

    @property
    def own_game(self) -> AnyGame:
        """The game with the player's own sealed answer, if there is one."""
        if self._own is None:
            return self.game
        game = self.game.copy()
        game.apply(self.key.seat, game.rules.actions.from_json(self._own))
        return game

    def view(self, log: bool = True) -> Any:
        """Return what the player's seat, or a guest, may know."""
        return self.own_game.view(self.seat, log)

    @property
    def chosen(self) -> frozenset[int]:
        """The seats that have given a sealed answer to the open decision."""
        return self.table.chosen

    @property
    def marks(self) -> tuple[int, str]:
        """The number of applied rows and a hash of the state; two copies with equal numbers have equal hashes."""
        return self.count, self.game.rules.marks(self.game)[0]

    # Acting ------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Take an action for the player; when this returns, it is on disk and in this copy.

        Raises:
            IllegalAction: the rules forbid it.
            TooLate: another action came first; this copy has caught up.
            BadTable: the table is not playing, or the secret is wrong.
        """
        game = self.own_game
        why = game.why_not(self.key.seat, action)
        if why is not None:
            raise IllegalAction(self.key.seat, action, why)
        try:
            self._store.add_action(self.key, self.count, action.to_json(), self.game.sealed)
        finally:
            self.catch_up()

    def play_bots(self, most: int = 1) -> int:
        """Play for bots, if this replica has or gets the lease; return the number of actions.

        A bot's random numbers depend on the seed, the number of the action and the seat: all replicas choose the same.

        Args:
            most: the most actions, so that the page can respond in between.
        """
        done = 0
        while done < most and self.table.state == "playing":
            seat = self.bot_to_move
            if seat is None or not self._store.lease(self.key, self.holder):
                break
            action = self.bot_action(seat)
            try:
                asked = self.game.sealed
                self._store.add_action(self.key, self.count, action.to_json(), asked, self.holder, seat)
                done += 1
            except TooLate:  # another replica has played it, or something else has happened
                self.catch_up()
                break
            self.catch_up()
        return done

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that acts next; ``None`` if none does."""
        for seat in range(self.game.seats):
            asked = len(self.game.legal(seat)) and seat not in self.chosen
            if asked and self.table.seats[seat].played_by is not None:
                return seat
        return None

    def bot_action(self, seat: int) -> Action:
        """Return the action of the bot at a seat now; all replicas with the same log return the same."""
        assert self._choose is not None, "a table with bots needs to know what they do"
        bot = self.table.seats[seat].played_by
        assert bot is not None
        return self._choose(self.game, seat, bot, bot_random(self.game, seat))

    # Taking back -------------------------------------------------------------------------------------------

    def keeps_at_least(self) -> int:
        """Return the number of actions that cannot be undone, because hidden information was revealed after them.

        It was revealed if random numbers were used, if a player learnt a card, or if sealed answers were opened.
        """
        game = self.game.fork()
        keep = len(game.actions)
        later = _known(game)
        while keep:
            now_rng = game.n[RNG]
            game.undo()
            earlier = _known(game)
            learnt = any(after - before for after, before in zip(later, earlier, strict=True))
            if learnt or game.n[RNG] != now_rng or game.sealed:
                break
            keep -= 1
            later = earlier
        return keep

    def ask_undo(self, keep: int | None = None) -> bool:
        """Vote for undoing the last action, or all but the first ``keep``; return whether all agreed and it is done.

        Raises:
            BadTable: hidden information was revealed since, or there is nothing to undo.
            TooLate: another action came first; this copy has caught up.
        """
        wanted = len(self.game.actions) - 1 if keep is None else keep
        if wanted < self.keeps_at_least():
            raise BadTable(Message("tables.revealed" if self.game.actions else "tables.nothing_to_undo"))
        try:
            return self._store.ask_undo(self.key, self.count, sum(end <= wanted for end in self._ends))
        finally:
            self.catch_up()


def _known(game: AnyGame) -> list[set[int]]:
    """Return the cards that a spectator knows, then those that each seat knows."""
    readers: list[int | None] = [None, *range(game.seats)]
    return [{card for zone in game.observe(who).z[ZONES:] for card in zone if card >= 0} for who in readers]
