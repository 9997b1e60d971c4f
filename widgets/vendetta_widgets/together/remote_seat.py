"""A seat at a shared table: the :class:`.Session` of a page if other players are people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.common_tables import Replica, SeatKey, Store, choices_of
from vendetta_kit.kernel.actions import Action
from vendetta_widgets.games import playing
from vendetta_widgets.play_session import GUEST, Session

if TYPE_CHECKING:
    from collections.abc import Sequence


class SeatSession(Session):
    """One seat of a game in a store of tables.

    It stores nothing: opening the seat again replays the table's log.

    Args:
        store: the store with the table.
        key: the seat's key, or the table's code for a spectator; its game has begun.

    Raises:
        BadTable: the key is invalid, or the log cannot be played.
        Unusable: the store cannot be used; all methods that read it raise this.

    >>> from vendetta_kit.common_tables import Store
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
        self._begin(self.replica.own_game, playing(table.game).quick)

    # State of the table -------------------------------------------------------------------------------------

    def look(self) -> bool:
        """Update from the table; return whether anything is new, such as a sealed answer."""
        if self._store.change_count(self.replica.table.code) == self._told:
            return False
        self.replica.catch_up()
        self._stand()
        return True

    def _stand(self) -> None:
        """Take over the state of the replica."""
        self._told = self.replica.table.news
        self._game = self.replica.own_game
        self._view = None

    @property
    def is_guest(self) -> bool:
        """Whether this is a spectator instead of a seat."""
        return self.me == GUEST

    @property
    def state(self) -> str:
        """The state of the table: ``playing``, ``paused`` or ``over``."""
        return self.replica.table.state

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that must decide, as far as this seat may know."""
        asked, chosen = self.playing.asked, self.replica.chosen
        open_to_all = tuple(self._game.pending) if asked is None else tuple(asked(self.view))
        return tuple(seat for seat in open_to_all if seat not in chosen)

    @property
    def waited_for(self) -> tuple[str, ...]:
        """The names of the players who must decide."""
        return tuple(self._game.names[seat] for seat in self.asked)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of the players who have given a sealed answer that others still owe."""
        return tuple(self._game.names[seat] for seat in sorted(self.replica.chosen))

    def away(self) -> tuple[int, ...]:
        """Return the seats that must decide and have been absent for the table's waiting time, as of :meth:`notice`."""
        seats, wait = self.replica.table.seats, self.replica.table.wait
        absent = [seat for seat in self.asked if seat != self.me and seats[seat].played_by is None]
        return tuple(seat for seat in absent if self._noticed.absent(seat) >= wait)

    def notice(self) -> None:
        """Read which players are present."""
        self._noticed = self._store.now(self.replica.table.code)

    @property
    def moves(self) -> Sequence[tuple[int, Action]]:
        """The moves, each with its seat; only for this kernel, never for a browser."""
        return self._game.actions

    # Acting -----------------------------------------------------------------------------------------------------

    def begin_act(self, action: Action, with_last: bool = False) -> None:
        """Take an action; on return it is stored. ``with_last``: it was decided with the move before.

        Raises:
            IllegalAction: it is illegal; nothing has changed.
            TooLate: another player was quicker; the table has been updated.
            BadTable: the table is not playing.
        """
        move = len(self._game.actions)
        try:
            self.replica.act(action)
            self._decided(move, with_last)
        finally:
            self._stand()

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that moves next; ``None`` if there is none or this is a spectator."""
        return self.replica.bot_to_move if self.state == "playing" and not self.is_guest else None

    def play_bot(self) -> bool:
        """Make a bot's move, if it is this page's to make; return whether it was."""
        made = bool(self.bot_to_move is not None and self.replica.play_bots())
        if made:
            self._stand()
        return made

    # Presence ---------------------------------------------------------------------------------------------------

    def here(self) -> None:
        """Tell the store that the player is present."""
        self._store.mark_present(self.replica.key)

    def stand_in(self, seat: int) -> None:
        """Let a bot play for an absent player. Raises :class:`.BadTable`: the player is present."""
        self._store.stand_in(self.replica.key, seat, self.playing.quick)
        self.look()

    def end(self) -> None:
        """Set the table's state to over."""
        if self.state == "playing" and not self.is_guest:
            self._store.set_state(self.replica.key, "over", self.replica.count)
            self.look()

    # Undo -------------------------------------------------------------------------------------------------------

    @property
    def undo_asked(self) -> dict[int, int]:
        """The seats that ask for an undo, with the number of actions that would stay."""
        return dict(self.replica.table.undo)

    def undo(self) -> None:
        """Ask to undo this seat's last decision, or agree to another player's request.

        Raises:
            BadTable: a player has learned something since.
        """
        wanted = set(self.undo_asked.values())
        keep = wanted.pop() if wanted else self._known()[self.turning_points()[-self.last_moves]]
        try:
            self.replica.ask_undo(keep)
        finally:
            self._stand()

    def refuse_undo(self) -> None:
        """Refuse the requested undo."""
        self._store.refuse_undo(self.replica.key)
        self.look()

    def save_text(self) -> str:
        """Return the finished game as a save; before its end a save would reveal hidden cards."""
        return self.whole_game()

    def what_if(self, after: int) -> Any:
        """Raise ``PermissionError``: a shared table has no what-if."""
        raise PermissionError("a common table has one game only")
