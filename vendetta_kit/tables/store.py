"""The store of tables: who sits where, what was done, what is still sealed, who plays the bots.

Every change is one transaction that has the table's row locked, and returns only when it is on disk. The log only
grows: also an undo is a row in it, so a replica never has to guess what others have taken back.
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

from .database import ANSWERS, LOG, SEATS, TABLES, TRIES, VOTES, Database
from .player_names import alike
from .table_errors import BadTable, TooLate, Unusable
from .table_records import BOUNDS, NEWS, OPENER, UNDO, LogEntry, News, Seat, SeatKey, TableNow
from .table_rows import (
    NO_TABLE,
    STATES,
    answers_of,
    as_json,
    called_name,
    check_in_lobby,
    clear_lobbies,
    damaged,
    drop_tables,
    free_code,
    hash_of,
    lived_by,
    made_table,
    names_of,
    opened_of,
    said_in,
    seats_of,
    set_seat,
    setup_of,
    sound_rows,
    table_now,
    table_row,
    tell,
    votes_of,
    write_rows,
)

__all__ = ["Store", "home", "store_at"]

WAIT: Final = 180.0
"""After so many seconds, by default, a bot may stand in for somebody who stays away."""
LEASE: Final = 10.0
"""So many seconds the bots are one page's to play, if it does not ask again. One that ends later is no lease."""
MOST_KEYS: Final = 8
"""So many keys are looked at together: no browser keeps more."""
MOST_SEATS: Final = 99
"""More than any game has."""
MOST_BYTES: Final = 4000
"""No action of any game takes nearly so many."""


def home() -> str:
    """Return the folder in which this machine's tables are kept, where nothing else is said; it is made.

    Raises:
        Unusable: it cannot be.
    """
    folder = user_data_dir("vendetta-kit")
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
    except OSError:
        raise Unusable(folder, Message("tables.unreachable")) from None
    return folder


def store_at(folder: str | None = None, environment: Mapping[str, str] = os.environ) -> Store:
    """Return the store that this server uses: the one that ``VENDETTA_TABLES`` names, or a file in ``folder``.

    Without ``folder`` it is :func:`home`, which is made only where it is needed.

    Raises:
        Unusable: it cannot be used.
    """
    named = environment.get(DATABASE)
    return Store(named or f"sqlite:///{os.path.join(home() if folder is None else folder, 'tables.sqlite')}")


class Store:
    """A store of tables, open.

    Args:
        url: as SQLAlchemy names it.
        clock: seconds since any day, the same for all who share the store.
        visitor: whose wrong codes, secrets and passwords are counted; left out, who this kernel's page was given to.

    Raises:
        Unusable: the database cannot be used. So does every method.

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
        self._visitor = visitor or Visitor.here()

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    # What may be tried so often only ----------------------------------------------------------------------

    @contextmanager
    def counted(self, what: str) -> Iterator[None]:
        """Count what is tried in this block against page and address, unless the block ends well.

        It is counted before it is tried: nobody gets further by trying many at once.

        Args:
            what: one of :data:`.BOUNDS`.

        Raises:
            BadTable: too many were tried already. Whatever the block raises has been counted.
        """
        number = self._count(what)
        yield
        with self._writing() as db:
            db.execute(delete(TRIES).where(TRIES.c.id == number))

    def _count(self, what: str, times: int = 1) -> int:
        """Count one try, or several, that are wrong; return the number of the last."""
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
        """Return a table for who brings its code and no secret; wrong codes are counted.

        Raises:
            BadTable: there is no such table, or too many codes were wrong.
        """
        with self.counted("code"):
            return self.now(code)

    def mine(self, keys: Iterable[SeatKey]) -> dict[SeatKey, TableNow]:
        """Return the tables at which keys open a seat; of other tables nothing is told, not even that they are there.

        Args:
            keys: as a browser has brought them, at most :data:`MOST_KEYS` of them. Those that open nothing are counted.

        Raises:
            BadTable: too many opened nothing.
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
        """Open a table and sit down on its first seat.

        Args:
            game: the id of its rules.
            setup: as a save of the game holds it; where it is to have the players' names, :meth:`begin` puts them in.
            seats: how many.
            name: the name of who opens it.
            wait: after so many seconds a bot may stand in for who stays away.

        Raises:
            BadTable: the name is none, or page or address has opened as many as one may.
        """
        from vendetta_kit import __version__

        called = called_name(name)
        secret = secrets.token_urlsafe(24)
        self._count("table")
        now = self._clock()
        with self._writing() as db:
            clear_lobbies(db, now)
            code = free_code(db)
            row = {"code": code, "game": game, "setup": as_json(setup), "state": "lobby", "made": now}
            table = made_table(db, row | {"wait": wait, "kit": __version__, "beat": now})
            places = [{"table_id": table, "seat": seat, "name": "", "hash": None, "seen": now} for seat in range(seats)]
            places[OPENER] |= {"name": called, "hash": hash_of(secret)}
            db.execute(insert(SEATS), places)
        return SeatKey(code, OPENER, secret)

    def join(self, code: str, name: str) -> SeatKey:
        """Sit down on the first open seat.

        Raises:
            BadTable: there is no such table, it is full or has begun, the name is none or looks like another's, or too
                many codes were wrong.
        """
        called = called_name(name)
        secret = secrets.token_urlsafe(24)
        self.find(code)
        with self._writing() as db:
            table = table_row(db, code)
            check_in_lobby(table)
            seats = seats_of(db, table)
            if any(alike(seat.name, called) for seat in seats):
                raise BadTable(Message("tables.name_taken", name=called))
            free = next((number for number, seat in enumerate(seats) if seat.open), None)
            if free is None:
                raise BadTable(Message("tables.full", seats=len(seats)))
            self._seen(db, table, free, name=called, hash=hash_of(secret), bot=None)
            tell(db, table)
        return SeatKey(table.code, free, secret)

    def leave(self, key: SeatKey) -> None:
        """Stand up again in the lobby; the seat is open.

        Raises:
            BadTable: the table has begun, the secret is wrong, or it is that of who has opened the table.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            check_in_lobby(table)
            if key.seat == OPENER:
                raise BadTable(Message("tables.opener_stays"))
            set_seat(db, table, key.seat, name="", hash=None)
            tell(db, table)

    def seat_bot(self, key: SeatKey, seat: int, bot: str | None, name: str = "") -> None:
        """Put a bot on an open seat, or with ``None`` take it away, in the lobby.

        Raises:
            BadTable: somebody sits there, or the key is not that of who has opened the table.
        """
        with self._writing() as db:
            table = self._opened_by(db, key)
            seats = seats_of(db, table)
            if not 0 <= seat < len(seats) or seats[seat].person:
                raise BadTable(Message("tables.seat_taken", seat=seat + 1))
            set_seat(db, table, seat, bot=bot, name=name)
            tell(db, table)

    def begin(self, key: SeatKey) -> None:
        """Begin the game.

        Raises:
            BadTable: a seat is open, the table has begun, or the key is not that of who has opened the table.
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
            tell(db, table, state="playing", setup=as_json(setup))

    def set_state(self, key: SeatKey, state: str, after: int) -> None:
        """Pause a table, go on with it, or say that its game is over after so many rows of the log.

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
            tell(db, table, state=state)

    def again(self, key: SeatKey, setup: Mapping[str, Any]) -> SeatKey:
        """Begin another game with the same people, bots and secrets; the first who asks does so for all.

        Returns:
            One's key to the new table.

        Raises:
            BadTable: the game is not over, or the secret is wrong.
        """
        from vendetta_kit import __version__

        now = self._clock()
        with self._writing() as db:
            table = self._mine(db, key)
            if table.state != "over":
                raise BadTable(Message(f"tables.is_{table.state}"))
            if table.next is None:
                code = free_code(db)
                row = {"code": code, "game": table.game, "setup": as_json(setup), "state": "playing", "made": now}
                fresh = made_table(db, row | {"wait": table.wait, "kit": __version__, "beat": now})
                rows = db.execute(select(SEATS).where(SEATS.c.table_id == table.id)).mappings().all()
                places = [{**row, "table_id": fresh, "stand_in": None, "seen": now, "seen_at": 0.0} for row in rows]
                db.execute(insert(SEATS), places)
                tell(db, table, next=code)
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
        """Put an action into the log, or a sealed answer with the others; it is on disk when this returns.

        Args:
            key: of the person whose action it is, or of whoever holds the lease of the bots.
            after: how many rows of the log it follows.
            action: in its JSON form; it must be legal, which a replica sees to.
            sealed: the seats that answer what is asked in secret, all at once; none if it is answered openly. The
                answers stay apart, and are handed to nobody else, until the last of these seats has given its own.
            holder: who holds the lease, if the action is a bot's.
            seat: the bot's seat.

        Raises:
            TooLate: the log is longer, or this seat has answered already.
            BadTable: no such table, wrong secret, the table is not playing, or no bot of one's own plays the seat.
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
                db.execute(delete(VOTES).where(VOTES.c.table_id == table.id))  # what is sealed is not taken back
                tell(db, table)

    def _of_a_bot(self, db: Connection, table: Row[Any], seat: int | None, holder: str) -> None:
        seats = seats_of(db, table)
        if seat is None or not 0 <= seat < len(seats) or seats[seat].played_by is None:
            raise BadTable(Message("tables.no_bot"))
        if table.holder != holder or not self._is_held(table):
            raise TooLate(Message("tables.no_lease"))

    def news(self, key: SeatKey | str, since: int) -> News:
        """Return the table and what its log holds after the first ``since`` rows, :data:`NEWS` of them at most.

        Of what is still sealed it tells who has answered, and to a person her own answer. A guest has the table's code.

        Raises:
            BadTable: no such table, or a wrong secret.
        """
        with self._reading() as db:
            seat = key.seat if isinstance(key, SeatKey) else None
            table = self._mine(db, key) if isinstance(key, SeatKey) else table_row(db, key, lock=False)
            fresh = select(LOG).where(LOG.c.table_id == table.id, LOG.c.n > since).order_by(LOG.c.n).limit(NEWS)
            log = tuple(
                LogEntry(row.n, row.seat, said_in(row.action, table)) for row in sound_rows(db, fresh, LOG, table)
            )
            mine = and_(ANSWERS.c.table_id == table.id, ANSWERS.c.n == table.length, ANSWERS.c.seat == seat)
            own = db.execute(select(ANSWERS.c.action).where(mine)).scalar() if seat is not None else None
            return News(table_now(db, table, self._clock()), log, said_in(own, table) if own is not None else None)

    def now(self, code: str) -> TableNow:
        """Return a table as it is now. Pages that have its code from a person alone ask :meth:`find`.

        Raises:
            BadTable: there is no such table.
        """
        with self._reading() as db:
            return table_now(db, table_row(db, code, lock=False), self._clock())

    def told(self, code: str) -> int:
        """Return a number that is another one as soon as there is anything new at a table: cheap to ask for often.

        Raises:
            BadTable: there is no such table.
        """
        with self._reading() as db:
            found: int = table_row(db, code, lock=False).news
            return found

    def away(self, seat: Seat) -> float:
        """Return for how many seconds, by the clock, nothing has been seen of who sits on a seat."""
        return self._clock() - seat.seen

    def listed(self, words: str = "", first: int = 0, most: int | None = None) -> tuple[int, dict[str, int]]:
        """Return how many tables there are, and some of them, the newest first: their codes and what is told of each.

        Args:
            words: only those with such a code, or with a person whose name has these words in it.
            first: so many are passed over.
            most: so many are returned; left out, all.
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
        """Be for taking back all but the first ``keep`` actions of the game; return whether it was done.

        It is done when all who play themselves are for the same; any action in between makes all of it void. Never
        across answers that were sealed; what else was revealed, a replica knows (:meth:`.Replica.keeps_at_least`).

        Raises:
            BadTable: something would be taken back that was sealed, there is not so much, or the secret is wrong.
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
                tell(db, table)
                return False
            write_rows(db, table, [(UNDO, as_json({"keep": keep}))], opened=False)
            return True

    def refuse_undo(self, key: SeatKey) -> None:
        """Be against taking back: nobody is asked any more. Raises :class:`BadTable`."""
        with self._writing() as db:
            table = self._mine(db, key)
            db.execute(delete(VOTES).where(VOTES.c.table_id == table.id))
            tell(db, table)

    # Who is there, and who plays for whom -----------------------------------------------------------------

    def here(self, key: SeatKey) -> None:
        """Say that a person is there; a bot that stood in for her gives her the seat back. Raises :class:`BadTable`."""
        with self._writing() as db:
            table = self._mine(db, key)
            stood_in = seats_of(db, table)[key.seat].stand_in is not None
            self._seen(db, table, key.seat, stand_in=None)
            if stood_in:
                tell(db, table)

    def stand_in(self, key: SeatKey, seat: int, bot: str) -> None:
        """Let a bot play for somebody who has stayed away as long as the table waits, while others were there.

        Raises:
            BadTable: she has not, nobody's seat it is, or the secret is wrong.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            seats = seats_of(db, table)
            if not 0 <= seat < len(seats) or not seats[seat].person or seat == key.seat:
                raise BadTable(Message("tables.no_person"))
            if lived_by(table, self._clock()) - seats[seat].seen_at < table.wait:
                raise BadTable(Message("tables.still_here", name=seats[seat].name, wait=int(table.wait)))
            set_seat(db, table, seat, stand_in=bot)
            tell(db, table)

    # What a teacher may do -----------------------------------------------------------------------------------

    def hold(self, code: str, state: str) -> None:
        """Pause a table or let it go on, without a seat at it: who calls this has proved that she may.

        Raises:
            BadTable: no such table, or its game is not going on.
        """
        with self._writing() as db:
            table = table_row(db, code)
            if table.state not in ("playing", "paused") or state not in ("playing", "paused"):
                raise BadTable(Message(f"tables.is_{table.state}"))
            tell(db, table, state=state)

    def let_bot_play(self, code: str, seat: int, bot: str) -> None:
        """Let a bot play for somebody until she is back, however long she has been away. As :meth:`hold`."""
        with self._writing() as db:
            table = table_row(db, code)
            seats = seats_of(db, table)
            if not 0 <= seat < len(seats) or not seats[seat].person:
                raise BadTable(Message("tables.no_person"))
            set_seat(db, table, seat, stand_in=bot)
            tell(db, table)

    def close_table(self, code: str) -> None:
        """Take a table away with all that was done at it. As :meth:`hold`."""
        with self._writing() as db:
            drop_tables(db, [table_row(db, code).id])

    def lease(self, key: SeatKey, holder: str) -> bool:
        """Take or renew the lease of a table's bots, :data:`LEASE` seconds long; return whether one holds it now.

        Args:
            key: of somebody at the table.
            holder: names the replica, as no other is named.

        Raises:
            BadTable: no such table, or a wrong secret.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            if table.holder != holder and self._is_held(table):
                return False
            until = self._clock() + LEASE
            db.execute(update(TABLES).where(TABLES.c.id == table.id).values(holder=holder, until=until))
            return True

    def _is_held(self, table: Row[Any]) -> bool:
        """Whether somebody has the lease. One that ends later than any could is of before the clock was set back."""
        return table.holder is not None and 0 < table.until - self._clock() <= LEASE

    def _seen(self, db: Connection, table: Row[Any], seat: int, **values: Any) -> None:
        """Note that somebody is there, in time of the clock and of the table."""
        now = self._clock()
        lived = lived_by(table, now)
        db.execute(update(TABLES).where(TABLES.c.id == table.id).values(lived=lived, beat=now))
        set_seat(db, table, seat, seen=now, seen_at=lived, **values)

    def _mine(self, db: Connection, key: SeatKey) -> Row[Any]:
        """Return the row of a table, if the key opens a seat at it; else it is told as little as of any other table."""
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
        """Return the row of a table that has not begun, if the key is that of who has opened it."""
        table = self._mine(db, key)
        check_in_lobby(table)
        if key.seat != OPENER:
            raise BadTable(Message("tables.not_opener", name=seats_of(db, table)[OPENER].name))
        return table
