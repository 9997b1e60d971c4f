"""The store of tables: seats, logs of actions, sealed answers, and which page plays the bots.

Every change is one transaction with the table's row locked, and returns only when it is on disk. The log only grows:
an undo is a row in it as well.
"""

from __future__ import annotations

import hmac
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from platformdirs import user_data_dir
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import Row

from vendetta_kit.input_errors import Message
from vendetta_kit.server.page_visitor import DATABASE, Visitor
from vendetta_kit.version import __version__

from .database import ANSWERS, LOG, SEATS, TABLES, TRIES, VOTES, Database
from .player_names import look_alike
from .table_errors import BadTable, TooLate, Unusable
from .table_records import BOUNDS, NEWS, OPENER, UNDO, LogEntry, News, Seat, SeatKey, TableNow
from .table_rows import (
    NO_TABLE,
    STATES,
    answers_of,
    as_json,
    check_in_lobby,
    checked_name,
    clear_lobbies,
    damaged,
    drop_tables,
    free_code,
    hash_of,
    insert_table,
    names_of,
    opened_of,
    parse_json,
    seats_of,
    seconds_lived,
    set_seat,
    setup_of,
    sound_rows,
    table_now,
    table_row,
    update_table,
    votes_of,
    write_rows,
)

WAIT: Final = 180.0
"""Seconds, by default, after which a bot may stand in for an absent person."""
LEASE: Final = 10.0
"""Seconds that a page may play the bots before it must renew the lease. A lease that ends later is invalid."""
MOST_KEYS: Final = 8
"""The most keys that are checked together; a browser keeps no more."""
MOST_SEATS: Final = 99
"""The most seats of a table, above those of any game."""
MOST_BYTES: Final = 4000
"""The most bytes of an action as JSON, far above those of any game."""


def default_folder() -> str:
    """Return the default folder of this machine's tables; it is created if needed.

    Raises:
        Unusable: it cannot be created.
    """
    folder = user_data_dir("vendetta-kit")
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
    except OSError:
        raise Unusable(folder, Message("tables.unreachable")) from None
    return folder


def store_at(folder: str | None = None, environment: Mapping[str, str] = os.environ) -> Store:
    """Return the store of this server: the one that ``VENDETTA_TABLES`` names, or a file in ``folder``.

    The default folder is :func:`default_folder`, which is created only if needed.

    Raises:
        Unusable: it cannot be used.
    """
    named = environment.get(DATABASE)
    return Store(named or f"sqlite:///{os.path.join(default_folder() if folder is None else folder, 'tables.sqlite')}")


class Store:
    """An open store of tables.

    Args:
        url: SQLAlchemy URL of the database.
        clock: returns seconds since a fixed time that is the same for all users of the store.
        visitor: the page whose wrong codes, secrets and passwords are counted; by default this kernel's page.

    Raises:
        Unusable: the database cannot be used. All methods can raise this.

    >>> store = Store("sqlite://")
    >>> ann = store.open("vendetta", {"seats": 3, "seed": 7}, 3, "Ann")
    >>> bob = store.join(ann.code, "Bob")
    >>> store.seat_bot(ann, 2, "greedy")
    >>> store.begin(ann)
    >>> store.now(ann.code).state
    'playing'
    """

    def __init__(self, url: str, clock: Callable[[], float] = time.time, visitor: Visitor | None = None) -> None:
        self._database = Database(url)
        self._reading, self._writing = self._database.reading, self._database.writing
        self._clock = clock
        self._visitor = visitor or Visitor.of_kernel()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    # What may be tried so often only ----------------------------------------------------------------------

    @contextmanager
    def counted(self, what: str) -> Iterator[None]:
        """Count a failed try for page and address if the block raises an exception.

        The try is counted before the block and cancelled after success, so that parallel tries gain nothing.

        Args:
            what: one of :data:`.BOUNDS`.

        Raises:
            BadTable: there were too many failed tries already.
        """
        number = self._count(what)
        yield
        with self._writing() as db:
            db.execute(delete(TRIES).where(TRIES.c.id == number))

    def _count(self, what: str, times: int = 1) -> int:
        """Count failed tries; return the row number of the last."""
        page, address = self._visitor
        bound, now = BOUNDS[what], self._clock()
        with self._writing() as db:
            since = or_(TRIES.c.tried <= now - bound.seconds, TRIES.c.tried > now + bound.seconds)
            db.execute(delete(TRIES).where(TRIES.c.what == what, since))
            whose = select(func.count()).select_from(TRIES).where(TRIES.c.what == what)
            by_page = db.execute(whose.where(TRIES.c.page == page)).scalar_one()
            by_address = db.execute(whose.where(TRIES.c.address == address)).scalar_one()
            if by_page >= bound.page or (by_address >= bound.address and by_page >= bound.first):
                raise BadTable(Message(f"tables.too_many.{what}", minutes=int(bound.seconds / 60)))
            row = {"what": what, "page": page, "address": address, "tried": now}
            for _ in range(times):
                number = db.execute(insert(TRIES).values(**row)).inserted_primary_key
            assert number is not None
            return int(number[0])

    def find(self, code: str) -> TableNow:
        """Return the table with this code, without a secret; wrong codes are counted.

        Raises:
            BadTable: there is no such table, or too many codes were wrong.
        """
        with self.counted("code"):
            return self.now(code)

    def tables_of(self, keys: Iterable[SeatKey]) -> dict[SeatKey, TableNow]:
        """Return the tables at which the keys are valid; nothing reveals whether other tables exist.

        Args:
            keys: the keys that a browser has sent, at most :data:`MOST_KEYS`. Invalid ones are counted.

        Raises:
            BadTable: too many keys were invalid.
        """
        found, wrong = {}, 0
        with self._reading() as db:
            for key in islice(keys, MOST_KEYS):
                try:
                    found[key] = table_now(db, self._mine(db, key), self._clock())
                except BadTable:
                    wrong += 1
        if wrong:
            self._count("key", wrong)
        return found

    # Sitting down -----------------------------------------------------------------------------------------

    def open(self, game: str, setup: Mapping[str, Any], seats: int, name: str, wait: float = WAIT) -> SeatKey:
        """Open a table and return the key of its first seat, for the person who opens it.

        Args:
            game: the id of the game's rules.
            setup: the set-up as in a save of the game; if it has players' names, :meth:`begin` fills them in.
            seats: number of seats.
            name: name of the person who opens it.
            wait: seconds after which a bot may stand in for an absent person.

        Raises:
            BadTable: the name is not valid, or the page or its address has opened too many tables.
        """
        called = checked_name(name)
        secret = secrets.token_urlsafe(24)
        self._count("table")
        now = self._clock()
        with self._writing() as db:
            clear_lobbies(db, now)
            code = free_code(db)
            row = {"code": code, "game": game, "setup": as_json(setup), "state": "lobby", "made": now}
            table = insert_table(db, row | {"wait": wait, "kit": __version__, "beat": now})
            places = [{"table_id": table, "seat": seat, "name": "", "hash": None, "seen": now} for seat in range(seats)]
            places[OPENER] |= {"name": called, "hash": hash_of(secret)}
            db.execute(insert(SEATS), places)
        return SeatKey(code, OPENER, secret)

    def join(self, code: str, name: str) -> SeatKey:
        """Take the first open seat of a table and return its key.

        Raises:
            BadTable: there is no such table, it is full or has begun, the name is not valid or looks like another's,
                or too many codes were wrong.
        """
        called = checked_name(name)
        secret = secrets.token_urlsafe(24)
        self.find(code)
        with self._writing() as db:
            table = table_row(db, code)
            check_in_lobby(table)
            seats = seats_of(db, table)
            if any(look_alike(seat.name, called) for seat in seats):
                raise BadTable(Message("tables.name_taken", name=called))
            free = next((number for number, seat in enumerate(seats) if seat.open), None)
            if free is None:
                raise BadTable(Message("tables.full", seats=len(seats)))
            self._seen(db, table, free, name=called, hash=hash_of(secret), bot=None)
            update_table(db, table)
        return SeatKey(table.code, free, secret)

    def leave(self, key: SeatKey) -> None:
        """Give up a seat before the game begins.

        Raises:
            BadTable: the table has begun, the secret is wrong, or the key is that of the person who opened the table.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            check_in_lobby(table)
            if key.seat == OPENER:
                raise BadTable(Message("tables.opener_stays"))
            set_seat(db, table, key.seat, name="", hash=None)
            update_table(db, table)

    def seat_bot(self, key: SeatKey, seat: int, bot: str | None, name: str = "") -> None:
        """Put a bot on an open seat, or remove it with ``None``, before the game begins.

        Raises:
            BadTable: a person sits there, or the key is not that of the person who opened the table.
        """
        with self._writing() as db:
            table = self._opened_by(db, key)
            seats = seats_of(db, table)
            if not 0 <= seat < len(seats) or seats[seat].person:
                raise BadTable(Message("tables.seat_taken", seat=seat + 1))
            set_seat(db, table, seat, bot=bot, name=name)
            update_table(db, table)

    def begin(self, key: SeatKey) -> None:
        """Begin the game.

        Raises:
            BadTable: a seat is open, the table has begun, or the key is not that of the person who opened the table.
        """
        with self._writing() as db:
            table = self._opened_by(db, key)
            seats = seats_of(db, table)
            if any(seat.open for seat in seats):
                raise BadTable(Message("tables.open_seat", seat=[seat.open for seat in seats].index(True) + 1))
            setup = setup_of(table)
            usual = setup.get("names")
            if usual is not None:
                if not isinstance(usual, list) or len(usual) != len(seats):
                    raise damaged(table)
                setup["names"] = names_of(seats, [str(name) for name in usual])
            update_table(db, table, state="playing", setup=as_json(setup))

    def set_state(self, key: SeatKey, state: str, after: int) -> None:
        """Set a table to paused, playing or over, after ``after`` rows of the log.

        Raises:
            BadTable: it has not begun, or the secret is wrong.
            TooLate: the log is longer.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            if table.state in ("lobby", "over") or state not in STATES[1:]:
                raise BadTable(Message(f"tables.is_{table.state}"))
            if table.length != after:
                raise TooLate(Message("tables.too_late"))
            update_table(db, table, state=state)

    def again(self, key: SeatKey, setup: Mapping[str, Any]) -> SeatKey:
        """Begin another game with the same people, bots and secrets; the first call makes the table for all.

        Returns:
            The player's key at the new table.

        Raises:
            BadTable: the game is not over, or the secret is wrong.
        """
        now = self._clock()
        with self._writing() as db:
            table = self._mine(db, key)
            if table.state != "over":
                raise BadTable(Message(f"tables.is_{table.state}"))
            if table.next is None:
                code = free_code(db)
                row = {"code": code, "game": table.game, "setup": as_json(setup), "state": "playing", "made": now}
                fresh = insert_table(db, row | {"wait": table.wait, "kit": __version__, "beat": now})
                rows = db.execute(select(SEATS).where(SEATS.c.table_id == table.id)).mappings().all()
                places = [{**row, "table_id": fresh, "stand_in": None, "seen": now, "seen_at": 0.0} for row in rows]
                db.execute(insert(SEATS), places)
                update_table(db, table, next=code)
                return SeatKey(code, key.seat, key.secret)
            return SeatKey(table.next, key.seat, key.secret)

    # What was done ----------------------------------------------------------------------------------------

    def add_action(
        self,
        key: SeatKey,
        after: int,
        action: Mapping[str, Any],
        sealed: Iterable[int] = (),
        holder: str | None = None,
        seat: int | None = None,
    ) -> None:
        """Append an action to the log, or keep it with the sealed answers; it is on disk when this returns.

        Args:
            key: key of the person who acts, or of the page that has the lease of the bots.
            after: number of rows of the log before it.
            action: the action as JSON; the replica must have checked that it is legal.
            sealed: the seats of a secret decision; none for an open one. Their answers are given to nobody else until
                the last of these seats has answered.
            holder: the holder of the lease, if the action is a bot's.
            seat: the bot's seat.

        Raises:
            TooLate: the log is longer, or this seat has answered already.
            BadTable: there is no such table, the secret is wrong, the table is not playing, or the seat is not a bot's
                for which the caller has the lease.
        """
        text = as_json(action)
        if len(text) > MOST_BYTES:
            raise BadTable(Message("tables.long_action", most=MOST_BYTES))
        asked = frozenset(sealed)
        with self._writing() as db:
            table = self._mine(db, key)
            if table.state != "playing":
                raise BadTable(Message(f"tables.is_{table.state}"))
            if holder is None:
                seat = key.seat
                self._seen(db, table, seat, stand_in=None)
            else:
                self._of_a_bot(db, table, seat, holder)
            assert seat is not None
            if table.length != after:
                raise TooLate(Message("tables.too_late"))
            if not asked:
                write_rows(db, table, [(seat, text)], opened=False)
                return
            if seat not in asked:
                raise BadTable(Message("tables.not_asked"))
            given = answers_of(db, table)
            if seat in given:
                raise TooLate(Message("tables.answered"))
            given[seat] = text
            if asked <= set(given):
                db.execute(delete(ANSWERS).where(ANSWERS.c.table_id == table.id))
                write_rows(db, table, [(who, given[who]) for who in sorted(asked)], opened=True)
            else:
                db.execute(insert(ANSWERS).values(table_id=table.id, n=table.length, seat=seat, action=text))
                db.execute(delete(VOTES).where(VOTES.c.table_id == table.id))  # sealed answers cannot be undone
                update_table(db, table)

    def _of_a_bot(self, db: Connection, table: Row[Any], seat: int | None, holder: str) -> None:
        seats = seats_of(db, table)
        if seat is None or not 0 <= seat < len(seats) or seats[seat].played_by is None:
            raise BadTable(Message("tables.no_bot"))
        if table.holder != holder or not self._is_held(table):
            raise TooLate(Message("tables.no_lease"))

    def news(self, key: SeatKey | str, since: int) -> News:
        """Return the table and its log after the first ``since`` rows, at most :data:`NEWS` rows.

        Of sealed answers it contains who has answered, and for a person the own answer. A guest uses the table's code.

        Raises:
            BadTable: there is no such table, or the secret is wrong.
        """
        with self._reading() as db:
            seat = key.seat if isinstance(key, SeatKey) else None
            table = self._mine(db, key) if isinstance(key, SeatKey) else table_row(db, key, lock=False)
            fresh = select(LOG).where(LOG.c.table_id == table.id, LOG.c.n > since).order_by(LOG.c.n).limit(NEWS)
            log = tuple(
                LogEntry(row.n, row.seat, parse_json(row.action, table)) for row in sound_rows(db, fresh, LOG, table)
            )
            mine = and_(ANSWERS.c.table_id == table.id, ANSWERS.c.n == table.length, ANSWERS.c.seat == seat)
            own = db.execute(select(ANSWERS.c.action).where(mine)).scalar() if seat is not None else None
            return News(table_now(db, table, self._clock()), log, parse_json(own, table) if own is not None else None)

    def now(self, code: str) -> TableNow:
        """Return a table as it is now. For a code that a person typed, use :meth:`find`, which counts wrong ones.

        Raises:
            BadTable: there is no such table.
        """
        with self._reading() as db:
            return table_now(db, table_row(db, code, lock=False), self._clock())

    def change_count(self, code: str) -> int:
        """Return a number that changes with every change of a table; cheap enough to be called often.

        Raises:
            BadTable: there is no such table.
        """
        with self._reading() as db:
            found: int = table_row(db, code, lock=False).news
            return found

    def seconds_away(self, seat: Seat) -> float:
        """Return the seconds, by the clock, since the person at a seat was last seen."""
        return self._clock() - seat.seen

    def listed(self, words: str = "", first: int = 0, most: int | None = None) -> tuple[int, dict[str, int]]:
        """Return the number of tables and some of them, the newest first, as ``{code: its number of changes}``.

        Args:
            words: only tables whose code, or a person's name at which, contains this text.
            first: number of tables to skip.
            most: the most tables to return; by default all.
        """
        newest = select(TABLES.c.id, TABLES.c.code, TABLES.c.news).order_by(TABLES.c.id.desc())
        with self._reading() as db:
            wanted = words.strip().casefold()
            if wanted:
                seats = select(SEATS.c.table_id, SEATS.c.name).where(SEATS.c.hash.is_not(None))
                named = {row.table_id for row in db.execute(seats) if wanted in str(row.name).casefold()}
                code = wanted.replace("-", "").upper()
                rows = [row for row in db.execute(newest) if row.id in named or code in str(row.code)]
                count, rows = len(rows), rows[first:] if most is None else rows[first : first + most]
            else:
                count = db.execute(select(func.count()).select_from(TABLES)).scalar_one()
                rows = list(db.execute(newest.offset(first).limit(most)))
        return count, {row.code: row.news for row in rows}

    # Taking back ------------------------------------------------------------------------------------------

    def ask_undo(self, key: SeatKey, after: int, keep: int) -> bool:
        """Vote for undoing all but the first ``keep`` actions of the game; return whether it was done.

        It is done when all persons who play have voted for the same; any action makes the votes void. Sealed answers
        cannot be undone; other limits are the replica's to check (:meth:`.Replica.keeps_at_least`).

        Raises:
            BadTable: an action to undo was sealed, there are not so many actions, or the secret is wrong.
            TooLate: the log is longer than ``after``.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            if table.state != "playing":
                raise BadTable(Message(f"tables.is_{table.state}"))
            if table.length != after:
                raise TooLate(Message("tables.too_late"))
            opened = opened_of(db, table)
            if not 0 <= keep < len(opened):
                raise BadTable(Message("tables.nothing_to_undo"))
            if any(opened[keep:]) or answers_of(db, table):
                raise BadTable(Message("tables.revealed"))
            db.execute(
                delete(VOTES).where(VOTES.c.table_id == table.id, (VOTES.c.n != after) | (VOTES.c.seat == key.seat))
            )
            db.execute(insert(VOTES).values(table_id=table.id, seat=key.seat, n=after, keep=keep))
            votes = votes_of(db, table)
            people = [number for number, seat in enumerate(seats_of(db, table)) if seat.person and not seat.stand_in]
            if any(votes.get(person) != keep for person in people):
                update_table(db, table)
                return False
            write_rows(db, table, [(UNDO, as_json({"keep": keep}))], opened=False)
            return True

    def refuse_undo(self, key: SeatKey) -> None:
        """Vote against undoing, which ends the vote. Raises :class:`BadTable`."""
        with self._writing() as db:
            table = self._mine(db, key)
            db.execute(delete(VOTES).where(VOTES.c.table_id == table.id))
            update_table(db, table)

    # Who is there, and who plays for whom -----------------------------------------------------------------

    def mark_present(self, key: SeatKey) -> None:
        """Record that a person is present, and end a bot's standing in for that person. Raises :class:`BadTable`."""
        with self._writing() as db:
            table = self._mine(db, key)
            stood_in = seats_of(db, table)[key.seat].stand_in is not None
            self._seen(db, table, key.seat, stand_in=None)
            if stood_in:
                update_table(db, table)

    def stand_in(self, key: SeatKey, seat: int, bot: str) -> None:
        """Let a bot stand in for a person who was absent for the table's waiting time while others were present.

        Raises:
            BadTable: the person was not absent for so long, the seat has no person, or the secret is wrong.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            seats = seats_of(db, table)
            if not 0 <= seat < len(seats) or not seats[seat].person or seat == key.seat:
                raise BadTable(Message("tables.no_person"))
            if seconds_lived(table, self._clock()) - seats[seat].seen_at < table.wait:
                raise BadTable(Message("tables.still_here", name=seats[seat].name, wait=int(table.wait)))
            set_seat(db, table, seat, stand_in=bot)
            update_table(db, table)

    # What a teacher may do -----------------------------------------------------------------------------------

    def set_state_for_teacher(self, code: str, state: str) -> None:
        """Pause or continue a table without a seat at it; the caller must have checked that the teacher asks.

        Raises:
            BadTable: there is no such table, or its game has not begun or is over.
        """
        with self._writing() as db:
            table = table_row(db, code)
            if table.state not in ("playing", "paused") or state not in ("playing", "paused"):
                raise BadTable(Message(f"tables.is_{table.state}"))
            update_table(db, table, state=state)

    def let_bot_play(self, code: str, seat: int, bot: str) -> None:
        """Let a bot stand in for a person, present or not, until the person returns; for the teacher."""
        with self._writing() as db:
            table = table_row(db, code)
            seats = seats_of(db, table)
            if not 0 <= seat < len(seats) or not seats[seat].person:
                raise BadTable(Message("tables.no_person"))
            set_seat(db, table, seat, stand_in=bot)
            update_table(db, table)

    def close_table(self, code: str) -> None:
        """Delete a table with its log. As :meth:`set_state_for_teacher`, for the teacher."""
        with self._writing() as db:
            drop_tables(db, [table_row(db, code).id])

    def lease(self, key: SeatKey, holder: str) -> bool:
        """Take or renew the lease of a table's bots for :data:`LEASE` seconds; return whether the holder has it now.

        Args:
            key: key of a person at the table.
            holder: a unique name of the replica.

        Raises:
            BadTable: there is no such table, or the secret is wrong.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            if table.holder != holder and self._is_held(table):
                return False
            until = self._clock() + LEASE
            db.execute(update(TABLES).where(TABLES.c.id == table.id).values(holder=holder, until=until))
            return True

    def _is_held(self, table: Row[Any]) -> bool:
        """Return whether a replica has the lease; one that ends too late (the clock was set back) is invalid."""
        return table.holder is not None and 0 < table.until - self._clock() <= LEASE

    def _seen(self, db: Connection, table: Row[Any], seat: int, **values: Any) -> None:
        """Record that the person at a seat is present, by the clock and by the table's own time."""
        now = self._clock()
        lived = seconds_lived(table, now)
        db.execute(update(TABLES).where(TABLES.c.id == table.id).values(lived=lived, beat=now))
        set_seat(db, table, seat, seen=now, seen_at=lived, **values)

    def _mine(self, db: Connection, key: SeatKey) -> Row[Any]:
        """Return the row of a table if the key is valid there; else raise the same error as for a missing table."""
        refused = BadTable(Message("tables.wrong_secret"))
        try:
            table = table_row(db, key.code)
        except BadTable as fault:
            raise (refused if fault.fault.key == NO_TABLE else fault) from None
        whose = and_(SEATS.c.table_id == table.id, SEATS.c.seat == min(max(key.seat, -1), MOST_SEATS))
        kept = db.execute(select(SEATS.c.hash).where(whose)).scalar()
        if not isinstance(kept, str) or not hmac.compare_digest(kept.encode(), hash_of(key.secret).encode()):
            raise refused
        return table

    def _opened_by(self, db: Connection, key: SeatKey) -> Row[Any]:
        """Return the row of a table that has not begun, if the key is that of the person who opened it."""
        table = self._mine(db, key)
        check_in_lobby(table)
        if key.seat != OPENER:
            raise BadTable(Message("tables.not_opener", name=seats_of(db, table)[OPENER].name))
        return table
