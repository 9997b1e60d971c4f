"""A seat at a common table, for the page: what a :class:`.Session` is where others are people, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.kernel.actions import Action
from vendetta_kit.tables import Replica, SeatKey, Store, choices_of
from vendetta_widgets.games import playing
from vendetta_widgets.play_session import GUEST, Session

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = ["SeatSession"]


class SeatSession(Session):
    """One seat of a game that a store of tables holds.

    Nothing is kept here: whoever opens the seat again plays everything again that the table's log holds.

    Args:
        store: where the table is.
        key: the seat at it, or for a guest its code; its game has begun.

    Raises:
        BadTable: the key opens no seat, or the log cannot be played.
        Unusable: the store cannot be used. So do all methods that look into it.

    >>> from vendetta_kit.tables import Store
    >>> store = Store("sqlite://")
    >>> ann = store.open("vendetta", {"seats": 3, "seed": 7, "names": ["Ann", "Bob", "Cy"]}, 3, "Eve")
    >>> store.seat_bot(ann, 1, "greedy")
    >>> store.seat_bot(ann, 2, "greedy")
    >>> store.begin(ann)
    >>> seat = SeatSession(store, ann)
    >>> seat.view.names, seat.waited_for
    (('Eve', 'Bob', 'Cy'), ('Cy',))
    """

    def __init__(self, store: Store, key: SeatKey | str) -> None:
        table = store.now(key if isinstance(key, str) else key.code)
        rules = playing(table.game).rules
        self._store = store
        self.replica = Replica(store, key, rules, choices_of(table.game))
        self.me = GUEST if self.replica.seat is None else self.replica.seat
        self.wish = playing(table.game).wish_of(self.replica.table.setup, playing(table.game).quick)
        self._told = self.replica.table.news
        self._noticed = self.replica.table
        self._begin(self.replica.mine, playing(table.game).quick)

    # What has come ------------------------------------------------------------------------------------------

    def look(self) -> bool:
        """Catch up with the table; whether anything is new, be it only that somebody has chosen."""
        if self._store.told(self.replica.table.code) == self._told:
            return False
        self.replica.catch_up()
        self._stand()
        return True

    def _stand(self) -> None:
        """Stand where the replica stands."""
        self._told = self.replica.table.news
        self._game = self.replica.mine
        self._view = None

    @property
    def is_guest(self) -> bool:
        """Whether nobody sits here, but somebody looks on."""
        return self.me == GUEST

    @property
    def state(self) -> str:
        """Whether the table is ``playing``, ``paused`` or ``over``."""
        return self.replica.table.state

    @property
    def asked(self) -> tuple[int, ...]:
        """Who is to do something, as far as this seat may know it."""
        asked, chosen = self.playing.asked, self.replica.chosen
        open_to_all = tuple(self._game.pending) if asked is None else tuple(asked(self.view))
        return tuple(seat for seat in open_to_all if seat not in chosen)

    @property
    def waited_for(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self._game.names[seat] for seat in self.asked)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of those who have given a sealed answer, while others have not."""
        return tuple(self._game.names[seat] for seat in sorted(self.replica.chosen))

    def away(self) -> tuple[int, ...]:
        """Return the seats of people who are waited for, and were not seen for as long as the table waits.

        As of the last time that it was noticed who is there (:meth:`notice`).
        """
        seats, wait = self.replica.table.seats, self.replica.table.wait
        absent = [seat for seat in self.asked if seat != self.me and seats[seat].played_by is None]
        return tuple(seat for seat in absent if self._noticed.absent(seat) >= wait)

    def notice(self) -> None:
        """Look who is there: nobody tells the table that she is away."""
        self._noticed = self._store.now(self.replica.table.code)

    @property
    def moves(self) -> Sequence[tuple[int, Action]]:
        """What has been done, by whom: of this page's kernel, nothing of it for a browser."""
        return self._game.actions

    # Acting -----------------------------------------------------------------------------------------------------

    def begin_act(self, action: Action, with_last: bool = False) -> None:
        """Do it; when this returns it is on the disk. ``with_last``: it was decided with the move before.

        Raises:
            IllegalAction: it may not be, and nothing has changed.
            TooLate: somebody was quicker; the table is as it is by now.
            BadTable: the table does not play.
        """
        move = len(self._game.actions)
        try:
            self.replica.act(action)
            self._decided(move, with_last)
        finally:
            self._stand()

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that moves next, if the table plays on; a guest makes nobody's moves."""
        return self.replica.bot_to_move if self.state == "playing" and not self.is_guest else None

    def play_bot(self) -> bool:
        """Make a bot's move, if it is this page's to make; whether it was."""
        made = bool(self.bot_to_move is not None and self.replica.play_bots())
        if made:
            self._stand()
        return made

    # Coming and going -------------------------------------------------------------------------------------------

    def here(self) -> None:
        """Say that the person is there."""
        self._store.here(self.replica.key)

    def stand_in(self, seat: int) -> None:
        """Let a bot play for somebody who stays away. Raises :class:`.BadTable` if she does not."""
        self._store.stand_in(self.replica.key, seat, self.playing.quick)
        self.look()

    def end(self) -> None:
        """Say at the table that its game is over."""
        if self.state == "playing" and not self.is_guest:
            self._store.set_state(self.replica.key, "over", self.replica.count)
            self.look()

    # Taking back ------------------------------------------------------------------------------------------------

    @property
    def undo_asked(self) -> dict[int, int]:
        """Who is for an undo, and how many actions would stay."""
        return dict(self.replica.table.undo)

    def undo(self) -> None:
        """Be for taking back what this seat has last decided, or what somebody else has asked to take back.

        Raises:
            BadTable: somebody has learnt something since.
        """
        wanted = set(self.undo_asked.values())
        keep = wanted.pop() if wanted else self._known()[self.turning_points()[-self.last_moves]]
        try:
            self.replica.ask_undo(keep)
        finally:
            self._stand()

    def refuse_undo(self) -> None:
        """Be against taking back."""
        self._store.refuse_undo(self.replica.key)
        self.look()

    def save_text(self) -> str:
        """The whole game, once it is over: before, a save would hold what others hide."""
        return self.whole_game()

    def what_if(self, after: int) -> Any:
        """Nobody goes another way at a common table."""
        raise PermissionError("a common table has one game only")
