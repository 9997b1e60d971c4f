"""The store of tables: who sits where, what was done, what is still sealed, who plays the bots.

Every change is one transaction that has the table's row locked, and returns only when it is on disk. The log only
grows: also an undo is a row in it, so a replica never has to guess what others have taken back.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from platformdirs import user_data_dir
from sqlalchemy import Connection, and_, delete, insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.exc import SQLAlchemyError

from vendetta_kit.checks import LONGEST_NAME, tidy
from vendetta_kit.faults import Said

from .problems import BadTable, TooLate, Unusable, unusable
from .records import LETTERS, LONG, NEWS, UNDO, Entry, Key, News, Seat, TableNow, read_code
from .schema import ANSWERS, LOG, SEATS, TABLES, VOTES, Database

__all__ = ["Store", "home", "store_at"]

WAIT: Final = 180.0
"""After so many seconds, by default, a bot may stand in for somebody who stays away."""
LEASE: Final = 10.0
"""So many seconds the bots are one page's to play, if it does not ask again."""
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
        raise Unusable(folder, Said("tables.unreachable")) from None
    return folder


def store_at(folder: str | None = None, environment: Mapping[str, str] = os.environ) -> Store:
    """Return the store that this server uses: the one that ``VENDETTA_TABLES`` names, or a file in ``folder``.

    Without ``folder`` it is :func:`home`, which is made only where it is needed.

    Raises:
        Unusable: it cannot be used.
    """
    named = environment.get("VENDETTA_TABLES")
    return Store(named or f"sqlite:///{os.path.join(home() if folder is None else folder, 'tables.sqlite')}")


class Store:
    """A store of tables, open.

    Args:
        url: as SQLAlchemy names it.
        clock: seconds since any day, the same for all who share the store.

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

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        self._database = Database(url)
        self._clock = clock

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._database.reading.begin() as db:
                yield db
        except SQLAlchemyError as error:
            raise unusable(self._database.name, error) from None

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with self._database.writing.begin() as db:
                yield db
        except SQLAlchemyError as error:
            raise unusable(self._database.name, error) from None

    # Sitting down -----------------------------------------------------------------------------------------

    def open(self, game: str, setup: Mapping[str, Any], seats: int, name: str, wait: float = WAIT) -> Key:
        """Open a table and sit down on its first seat.

        Args:
            game: the id of its rules.
            setup: as a save of the game holds it; where it is to have the players' names, :meth:`begin` puts them in.
            seats: how many.
            name: the name of who opens it.
            wait: after so many seconds a bot may stand in for who stays away.

        Raises:
            BadTable: the name is none.
        """
        from vendetta_kit import __version__

        called = _called(name)
        secret = secrets.token_urlsafe(24)
        now = self._clock()
        with self._writing() as db:
            code = _free_code(db)
            row = {"code": code, "game": game, "setup": _json(setup), "state": "lobby", "made": now}
            table = _made(db, row | {"wait": wait, "kit": __version__})
            places = [{"table_id": table, "seat": seat, "name": "", "hash": None, "seen": now} for seat in range(seats)]
            places[0] |= {"name": called, "hash": _hash(secret)}
            db.execute(insert(SEATS), places)
        return Key(code, 0, secret)

    def join(self, code: str, name: str) -> Key:
        """Sit down on the first open seat.

        Raises:
            BadTable: there is no such table, it is full or has begun, or the name is none or taken.
        """
        called = _called(name)
        secret = secrets.token_urlsafe(24)
        with self._writing() as db:
            table = _table(db, code)
            _in_the_lobby(table)
            seats = _seats(db, table)
            if any(seat.name.casefold() == called.casefold() for seat in seats):
                raise BadTable(Said("tables.name_taken", name=called))
            free = next((number for number, seat in enumerate(seats) if seat.open), None)
            if free is None:
                raise BadTable(Said("tables.full", seats=len(seats)))
            _set_seat(db, table, free, name=called, hash=_hash(secret), bot=None, seen=self._clock())
            _tell(db, table)
        return Key(table.code, free, secret)

    def leave(self, key: Key) -> None:
        """Stand up again in the lobby; the seat is open. Raises :class:`BadTable`."""
        with self._writing() as db:
            table = self._mine(db, key)
            _in_the_lobby(table)
            _set_seat(db, table, key.seat, name="", hash=None)
            _tell(db, table)

    def seat_bot(self, key: Key, seat: int, bot: str | None, name: str = "") -> None:
        """Put a bot on an open seat, or with ``None`` take it away, in the lobby. Raises :class:`BadTable`."""
        with self._writing() as db:
            table = self._mine(db, key)
            _in_the_lobby(table)
            seats = _seats(db, table)
            if not 0 <= seat < len(seats) or seats[seat].person:
                raise BadTable(Said("tables.seat_taken", seat=seat + 1))
            _set_seat(db, table, seat, bot=bot, name=name)
            _tell(db, table)

    def begin(self, key: Key) -> None:
        """Begin the game.

        Raises:
            BadTable: a seat is open, the table has begun, or the secret is wrong.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            _in_the_lobby(table)
            seats = _seats(db, table)
            if any(seat.open for seat in seats):
                raise BadTable(Said("tables.open_seat", seat=[seat.open for seat in seats].index(True) + 1))
            setup = json.loads(table.setup)
            if "names" in setup:
                setup["names"] = _names(seats, setup["names"])
            _tell(db, table, state="playing", setup=_json(setup))

    def set_state(self, key: Key, state: str, after: int) -> None:
        """Pause a table, go on with it, or say that its game is over after so many rows of the log.

        Raises:
            BadTable: it has not begun, or the secret is wrong.
            TooLate: the log is longer.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            if table.state in ("lobby", "over") or state not in ("playing", "paused", "over"):
                raise BadTable(Said(f"tables.is_{table.state}"))
            if table.length != after:
                raise TooLate(Said("tables.too_late"))
            _tell(db, table, state=state)

    def again(self, key: Key, setup: Mapping[str, Any]) -> Key:
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
                raise BadTable(Said(f"tables.is_{table.state}"))
            if table.next is None:
                code = _free_code(db)
                row = {"code": code, "game": table.game, "setup": _json(setup), "state": "playing", "made": now}
                fresh = _made(db, row | {"wait": table.wait, "kit": __version__})
                rows = db.execute(select(SEATS).where(SEATS.c.table_id == table.id)).mappings().all()
                places = [{**row, "table_id": fresh, "stand_in": None, "seen": now} for row in rows]
                db.execute(insert(SEATS), places)
                _tell(db, table, next=code)
                return Key(code, key.seat, key.secret)
            return Key(table.next, key.seat, key.secret)

    # What was done ----------------------------------------------------------------------------------------

    def add_action(
        self,
        key: Key,
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
        text = _json(action)
        if len(text) > MOST_BYTES:
            raise BadTable(Said("tables.long_action", most=MOST_BYTES))
        asked = frozenset(sealed)
        with self._writing() as db:
            table = self._mine(db, key)
            if table.state != "playing":
                raise BadTable(Said(f"tables.is_{table.state}"))
            if holder is None:
                seat = key.seat
                _set_seat(db, table, seat, stand_in=None, seen=self._clock())
            else:
                self._of_a_bot(db, table, seat, holder)
            assert seat is not None
            if table.length != after:
                raise TooLate(Said("tables.too_late"))
            if not asked:
                _write(db, table, [(seat, text)], opened=False)
                return
            if seat not in asked:
                raise BadTable(Said("tables.not_asked"))
            given = _answers(db, table)
            if seat in given:
                raise TooLate(Said("tables.answered"))
            given[seat] = text
            if asked <= set(given):
                db.execute(delete(ANSWERS).where(ANSWERS.c.table_id == table.id))
                _write(db, table, [(who, given[who]) for who in sorted(asked)], opened=True)
            else:
                db.execute(insert(ANSWERS).values(table_id=table.id, n=table.length, seat=seat, action=text))
                db.execute(delete(VOTES).where(VOTES.c.table_id == table.id))  # what is sealed is not taken back
                _tell(db, table)

    def _of_a_bot(self, db: Connection, table: Row[Any], seat: int | None, holder: str) -> None:
        seats = _seats(db, table)
        if seat is None or not 0 <= seat < len(seats) or seats[seat].played_by is None:
            raise BadTable(Said("tables.no_bot"))
        if table.holder != holder or table.until <= self._clock():
            raise TooLate(Said("tables.no_lease"))

    def news(self, key: Key | str, since: int) -> News:
        """Return the table and what its log holds after the first ``since`` rows, :data:`NEWS` of them at most.

        Of what is still sealed it tells who has answered, and to a person her own answer. A guest has the table's code.

        Raises:
            BadTable: no such table, or a wrong secret.
        """
        with self._reading() as db:
            seat = key.seat if isinstance(key, Key) else None
            table = self._mine(db, key) if isinstance(key, Key) else _table(db, key, lock=False)
            fresh = select(LOG).where(LOG.c.table_id == table.id, LOG.c.n > since).order_by(LOG.c.n).limit(NEWS)
            log = tuple(Entry(row.n, row.seat, json.loads(row.action)) for row in db.execute(fresh))
            mine = and_(ANSWERS.c.table_id == table.id, ANSWERS.c.n == table.length, ANSWERS.c.seat == seat)
            own = db.execute(select(ANSWERS.c.action).where(mine)).scalar() if seat is not None else None
            return News(_now(db, table), log, json.loads(own) if own is not None else None)

    def now(self, code: str) -> TableNow:
        """Return a table as it is now, for who has its code only. Raises :class:`BadTable`."""
        with self._reading() as db:
            return _now(db, _table(db, code, lock=False))

    def told(self, code: str) -> int:
        """Return a number that is another one as soon as there is anything new at a table: cheap to ask for often.

        Raises:
            BadTable: there is no such table.
        """
        with self._reading() as db:
            found: int = _table(db, code, lock=False).news
            return found

    def away(self, seat: Seat) -> float:
        """Return for how many seconds nothing has been seen of who sits on a seat."""
        return self._clock() - seat.seen

    def codes(self) -> tuple[str, ...]:
        """Return the codes of all tables, the newest first."""
        with self._reading() as db:
            return tuple(db.execute(select(TABLES.c.code).order_by(TABLES.c.id.desc())).scalars())

    # Taking back ------------------------------------------------------------------------------------------

    def ask_undo(self, key: Key, after: int, keep: int) -> bool:
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
                raise BadTable(Said(f"tables.is_{table.state}"))
            if table.length != after:
                raise TooLate(Said("tables.too_late"))
            opened = _opened(db, table)
            if not 0 <= keep < len(opened):
                raise BadTable(Said("tables.nothing_to_undo"))
            if any(opened[keep:]) or _answers(db, table):
                raise BadTable(Said("tables.revealed"))
            db.execute(
                delete(VOTES).where(VOTES.c.table_id == table.id, (VOTES.c.n != after) | (VOTES.c.seat == key.seat))
            )
            db.execute(insert(VOTES).values(table_id=table.id, seat=key.seat, n=after, keep=keep))
            votes = _votes(db, table)
            people = [number for number, seat in enumerate(_seats(db, table)) if seat.person and not seat.stand_in]
            if any(votes.get(person) != keep for person in people):
                _tell(db, table)
                return False
            _write(db, table, [(UNDO, _json({"keep": keep}))], opened=False)
            return True

    def refuse_undo(self, key: Key) -> None:
        """Be against taking back: nobody is asked any more. Raises :class:`BadTable`."""
        with self._writing() as db:
            table = self._mine(db, key)
            db.execute(delete(VOTES).where(VOTES.c.table_id == table.id))
            _tell(db, table)

    # Who is there, and who plays for whom -----------------------------------------------------------------

    def here(self, key: Key) -> None:
        """Say that a person is there; a bot that stood in for her gives her the seat back. Raises :class:`BadTable`."""
        with self._writing() as db:
            table = self._mine(db, key)
            stood_in = _seats(db, table)[key.seat].stand_in is not None
            _set_seat(db, table, key.seat, stand_in=None, seen=self._clock())
            if stood_in:
                _tell(db, table)

    def stand_in(self, key: Key, seat: int, bot: str) -> None:
        """Let a bot play for somebody who has stayed away as long as the table waits.

        Raises:
            BadTable: she has not, nobody's seat it is, or the secret is wrong.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            seats = _seats(db, table)
            if not 0 <= seat < len(seats) or not seats[seat].person or seat == key.seat:
                raise BadTable(Said("tables.no_person"))
            if self._clock() - seats[seat].seen < table.wait:
                raise BadTable(Said("tables.still_here", name=seats[seat].name, wait=int(table.wait)))
            _set_seat(db, table, seat, stand_in=bot)
            _tell(db, table)

    # What a teacher may do -----------------------------------------------------------------------------------

    def hold(self, code: str, state: str) -> None:
        """Pause a table or let it go on, without a seat at it: who calls this has proved that she may.

        Raises:
            BadTable: no such table, or its game is not going on.
        """
        with self._writing() as db:
            table = _table(db, code)
            if table.state not in ("playing", "paused") or state not in ("playing", "paused"):
                raise BadTable(Said(f"tables.is_{table.state}"))
            _tell(db, table, state=state)

    def let_bot_play(self, code: str, seat: int, bot: str) -> None:
        """Let a bot play for somebody until she is back, however long she has been away. As :meth:`hold`."""
        with self._writing() as db:
            table = _table(db, code)
            seats = _seats(db, table)
            if not 0 <= seat < len(seats) or not seats[seat].person:
                raise BadTable(Said("tables.no_person"))
            _set_seat(db, table, seat, stand_in=bot)
            _tell(db, table)

    def close_table(self, code: str) -> None:
        """Take a table away with all that was done at it. As :meth:`hold`."""
        with self._writing() as db:
            table = _table(db, code)
            for kept in (VOTES, ANSWERS, LOG, SEATS):
                db.execute(delete(kept).where(kept.c.table_id == table.id))
            db.execute(delete(TABLES).where(TABLES.c.id == table.id))

    def lease(self, key: Key, holder: str, seconds: float = LEASE) -> bool:
        """Take or renew the lease of a table's bots; return whether one holds it now.

        Args:
            key: of somebody at the table.
            holder: names the replica, as no other is named.
            seconds: so long it is one's own.

        Raises:
            BadTable: no such table, or a wrong secret.
        """
        with self._writing() as db:
            table = self._mine(db, key)
            now = self._clock()
            if table.holder not in (None, holder) and table.until > now:
                return False
            db.execute(update(TABLES).where(TABLES.c.id == table.id).values(holder=holder, until=now + seconds))
            return True

    def _mine(self, db: Connection, key: Key) -> Row[Any]:
        """Return the row of a table, if the key opens a seat at it."""
        table = _table(db, key.code)
        whose = and_(SEATS.c.table_id == table.id, SEATS.c.seat == key.seat)
        kept = db.execute(select(SEATS.c.hash).where(whose)).scalar()
        if kept is None or not hmac.compare_digest(kept, _hash(key.secret)):
            raise BadTable(Said("tables.wrong_secret"))
        return table


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _hash(secret: str) -> str:
    """The secrets are long and random: no salt, no slow hash would add anything."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LONG))


def _names(seats: Sequence[Seat], usual: Sequence[str]) -> list[str]:
    """Return what all are called: people as they say, bots as usual, but as nobody else at the table."""
    taken = {seat.name.casefold() for seat in seats}
    called = [
        seat.name or (name if name.casefold() not in taken else "") for seat, name in zip(seats, usual, strict=True)
    ]
    free = (name for name in usual if name.casefold() not in {one.casefold() for one in called})
    return [name or next(free) for name in called]


def _free_code(db: Connection) -> str:
    """Return a code that no table has."""
    code = _new_code()
    while db.execute(select(TABLES.c.id).where(TABLES.c.code == code)).first():
        code = _new_code()
    return code


def _made(db: Connection, row: Mapping[str, Any]) -> int:
    """Make a table's row; return its number."""
    made = db.execute(insert(TABLES).values(**row, length=0, news=1, until=0.0)).inserted_primary_key
    assert made is not None
    return int(made[0])


def _called(name: str) -> str:
    """Return a name as it is shown; pages write it as text, and still none needs the signs of markup."""
    called = tidy(name)
    if not called or set(called) & set('<>&"`{}'):
        raise BadTable(Said("tables.name", name=name), Said("want.table_name", most=LONGEST_NAME))
    return called


def _table(db: Connection, code: str, lock: bool = True) -> Row[Any]:
    """Return the row of a table; in a transaction that writes nobody else changes the table until it ends."""
    query = select(TABLES).where(TABLES.c.code == read_code(code))
    writes = db.get_execution_options().get("vendetta_writes")
    row = db.execute(query.with_for_update() if lock and writes else query).first()
    if row is None:
        raise BadTable(Said("tables.no_such_code", code=code), Said("want.code", letters=LETTERS))
    return row


def _in_the_lobby(table: Row[Any]) -> None:
    if table.state != "lobby":
        raise BadTable(Said("tables.begun"))


def _seats(db: Connection, table: Row[Any]) -> tuple[Seat, ...]:
    rows = db.execute(select(SEATS).where(SEATS.c.table_id == table.id).order_by(SEATS.c.seat))
    return tuple(Seat(row.name, row.hash is not None, row.bot, row.stand_in, row.seen) for row in rows)


def _set_seat(db: Connection, table: Row[Any], seat: int, **values: Any) -> None:
    db.execute(update(SEATS).where(SEATS.c.table_id == table.id, SEATS.c.seat == seat).values(**values))


def _answers(db: Connection, table: Row[Any]) -> dict[int, str]:
    """Return the sealed answers to what is asked now."""
    rows = db.execute(select(ANSWERS).where(ANSWERS.c.table_id == table.id, ANSWERS.c.n == table.length))
    return {row.seat: row.action for row in rows}


def _votes(db: Connection, table: Row[Any]) -> dict[int, int]:
    rows = db.execute(select(VOTES).where(VOTES.c.table_id == table.id, VOTES.c.n == table.length))
    return {row.seat: row.keep for row in rows}


def _opened(db: Connection, table: Row[Any]) -> list[bool]:
    """Return for each action of the game, as it stands now, whether it was sealed at first."""
    game: list[bool] = []
    for row in db.execute(select(LOG).where(LOG.c.table_id == table.id).order_by(LOG.c.n)):
        if row.seat == UNDO:
            del game[json.loads(row.action)["keep"] :]
        else:
            game.append(row.opened)
    return game


def _write(db: Connection, table: Row[Any], rows: Sequence[tuple[int, str]], opened: bool) -> None:
    """Put rows at the end of the log. Its numbers are the key: no two can be the same, whatever else goes wrong."""
    numbered = enumerate(rows, table.length + 1)
    db.execute(
        insert(LOG),
        [{"table_id": table.id, "n": n, "seat": who, "action": text, "opened": opened} for n, (who, text) in numbered],
    )
    _tell(db, table, length=table.length + len(rows))


def _tell(db: Connection, table: Row[Any], **values: Any) -> None:
    """Change a table's row, so that whoever looks sees that there is something new."""
    db.execute(update(TABLES).where(TABLES.c.id == table.id).values(**values, news=TABLES.c.news + 1))


def _now(db: Connection, table: Row[Any]) -> TableNow:
    chosen = select(ANSWERS.c.seat).where(ANSWERS.c.table_id == table.id, ANSWERS.c.n == table.length)
    return TableNow(
        table.code,
        table.game,
        json.loads(table.setup),
        _seats(db, table),
        table.state,
        table.wait,
        table.length,
        table.news,
        frozenset(db.execute(chosen).scalars()),
        _votes(db, table),
        table.next,
    )
