"""The database of common tables: its schema, how it is created, and how it is migrated to this version.

Each migration is one function in :data:`STEPS`, run in one transaction with the change of the version number. Alembic
would need a folder of scripts and a settings file for what is one dictionary here.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from vendetta_kit.input_errors import Message

from .table_errors import Unusable, unusable_database

VERSION: Final = 2
"""The version of the schema that this kit writes."""
WAITS: Final = 1.0
"""Seconds that a writer waits for another before it reports a locked database; short, as the page is blocked
meanwhile. The page tries again by itself."""
REACHED: Final = 5
"""Seconds that a database on another machine has to answer."""

_kept: Final = MetaData()
_ID: Final = BigInteger().with_variant(Integer, "sqlite")  # SQLite increments only a plain INTEGER

SCHEMA: Final = Table("kit_schema", _kept, Column("version", Integer, nullable=False))
TABLES: Final = Table(
    "kit_tables",
    _kept,
    Column("id", _ID, primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("state", String(10), nullable=False),
    Column("wait", Float, nullable=False),
    Column("length", Integer, nullable=False),  # of the log
    Column("news", Integer, nullable=False),  # grows with every change that others can see
    Column("made", Float, nullable=False),
    Column("kit", String(20), nullable=False),
    Column("holder", String(64)),  # the replica that has the lease of the bots
    Column("until", Float, nullable=False),
    Column("next", String(12)),  # the code of the table at which the same people play again
    Column("lived", Float, nullable=False, server_default="0"),  # seconds during which somebody was present
    Column("beat", Float, nullable=False, server_default="0"),  # the clock when "lived" was last updated
)
SEATS: Final = Table(
    "kit_seats",
    _kept,
    Column("table_id", _ID, ForeignKey("kit_tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("hash", String(64)),  # hash of the secret; null if no person sits here
    Column("bot", String(40)),  # the bot of a seat without a person
    Column("stand_in", String(40)),  # the bot that plays for an absent person
    Column("seen", Float, nullable=False),
    Column("seen_at", Float, nullable=False, server_default="0"),  # in seconds of "lived"
)
LOG: Final = Table(
    "kit_log",
    _kept,
    Column("table_id", _ID, ForeignKey("kit_tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("opened", Boolean, nullable=False),  # whether it was sealed until all had answered
)
ANSWERS: Final = Table(
    "kit_answers",
    _kept,
    Column("table_id", _ID, ForeignKey("kit_tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # the log's length when the question was asked
    Column("seat", Integer, primary_key=True),
    Column("action", Text, nullable=False),
)
VOTES: Final = Table(
    "kit_votes",
    _kept,
    Column("table_id", _ID, ForeignKey("kit_tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("n", Integer, nullable=False),  # the log's length at the vote, which is valid for that length only
    Column("keep", Integer, nullable=False),  # the number of actions that stay
)

TRIES: Final = Table(
    "kit_tries",  # counts of failed tries and of what is limited in number
    _kept,
    Column("id", _ID, primary_key=True),
    Column("what", String(20), nullable=False),
    Column("page", String(80), nullable=False),
    Column("address", String(80), nullable=False),
    Column("tried", Float, nullable=False),
    Index("kit_tries_of", "what", "tried"),
)


def _to_second(db: Connection) -> None:
    """Widen the columns of codes, and add the counts of tries and the tables' own time."""
    for table, column in ((TABLES, TABLES.c.lived), (TABLES, TABLES.c.beat), (SEATS, SEATS.c.seen_at)):
        kind = column.type.compile(db.dialect)
        db.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind} DEFAULT 0 NOT NULL")
    if db.dialect.name != "sqlite":  # SQLite does not limit the length of texts
        for column in (TABLES.c.code, TABLES.c.next):
            kind = column.type.compile(db.dialect)
            db.exec_driver_sql(f"ALTER TABLE {TABLES.name} ALTER COLUMN {column.name} TYPE {kind}")
    TRIES.create(db)


STEPS: Final[dict[int, Callable[[Connection], None]]] = {1: _to_second}
"""The migrations, by the version that each starts from; a new database needs none."""


class Database:
    """An open database of tables.

    Args:
        url: SQLAlchemy URL: ``sqlite:////folder/tables.sqlite`` or ``postgresql+psycopg://user@host/name``.

    Raises:
        Unusable: it cannot be reached or read, or a newer kit has written it.
    """

    def __init__(self, url: str) -> None:
        try:
            address = make_url(url)
            in_a_file = address.drivername.startswith("sqlite")
            if in_a_file and address.database:
                _only_mine(address.database)
            self.name: Final = str(address.database if in_a_file else address.render_as_string())
            self._engine: Final = create_engine(address, **_settings(address.drivername))
        except (ArgumentError, SQLAlchemyError, ImportError):
            raise Unusable("", Message("tables.address"), Message("want.tables_address")) from None
        self._file: tuple[str, tuple[int, int]] | None = None
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _as_we_write)
            event.listen(self._engine, "begin", _begin)
        else:
            event.listen(self._engine, "connect", _not_for_long)
        self._reading: Final = self._engine.execution_options(isolation_level=_whole(self._engine))
        self._writing: Final = self._engine.execution_options(vendetta_writes=True)
        with self._told():
            self._open()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a transaction that reads one consistent state. Raises :class:`.Unusable`."""
        with self._told():
            self._still_there()
            with self._reading.begin() as db:
                yield db

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a transaction that is stored on disk when the block ends.

        Raises:
            Unusable: it could not be stored.
        """
        with self._told():
            self._still_there()
            with self._writing.begin() as db:
                yield db
                log = _Log.of(db) if self._file is not None else None
            self._still_there()
            if log is not None and not log.is_there():
                self._engine.dispose()
                raise Unusable(self.name, Message("tables.gone"))

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, UnicodeError, sqlite3.Error) as error:
            raise unusable_database(self.name, error) from None

    def _still_there(self) -> None:
        """Raise :class:`.Unusable` if the opened file was moved, deleted or replaced; open a new file in its place.

        Otherwise this process could go on writing into a file that nobody will read.
        """
        if self._file is None:
            return
        path, kept = self._file
        found = _which(path)
        if found == kept:
            return
        self._engine.dispose()
        if found is not None:
            self._file = None
            self._open()
        raise Unusable(self.name, Message("tables.gone"))

    def _open(self) -> None:
        found = self._version()
        if found > VERSION:
            raise Unusable(self.name, Message("tables.newer", found=found, known=VERSION))
        if found < VERSION:
            self._bring_up()
        if self._engine.dialect.name == "sqlite":
            with self._reading.begin() as db:
                path = _path(db)
            kept = _which(path)
            self._file = (path, kept) if kept is not None else None

    def _bring_up(self) -> None:
        with self._writing.begin() as db:
            if self._engine.dialect.name == "postgresql":
                db.exec_driver_sql("SELECT pg_advisory_xact_lock(7646)")  # two servers may start at the same time
            found = _found(db) or 0  # read again: another server may have migrated it meanwhile
            if not found:
                _kept.create_all(db)
                db.execute(insert(SCHEMA).values(version=VERSION))
            elif found < VERSION:
                for version in range(found, VERSION):
                    STEPS[version](db)
                db.execute(update(SCHEMA).values(version=VERSION))

    def _version(self) -> int:
        with self._reading.begin() as db:
            found = _found(db)
        if found is None:
            raise Unusable(self.name, Message("tables.no_database"))
        return found

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


def _only_mine(path: str) -> None:
    """Create the file of a new database without read access for others, as there are seeds in it."""
    with suppress(OSError):  # opening the database reports it
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _found(db: Connection) -> int | None:
    """Return the schema version of a database, 0 if it is empty, ``None`` if it names none."""
    if not inspect(db).has_table(SCHEMA.name):
        return 0
    rows: list[Any] = list(db.execute(select(SCHEMA.c.version)).scalars())
    return rows[0] if len(rows) == 1 and type(rows[0]) is int and rows[0] > 0 else None


def _path(db: Any) -> str:
    """Return the path of SQLite's file; empty if there is none."""
    ask = db.exec_driver_sql if isinstance(db, Connection) else db.execute
    return str(next(row[2] for row in ask("PRAGMA database_list")) or "")


def _which(path: str) -> tuple[int, int] | None:
    """Return device and inode of the file at a path; ``None`` if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class _Log:
    """SQLite's write-ahead log, a file beside the database; the latest transactions may be only there."""

    def __init__(self, path: str, kept: tuple[int, int]) -> None:
        self._path, self._kept = path, kept

    @classmethod
    def of(cls, db: Connection) -> _Log | None:
        """Return the log of an open connection; ``None`` if it has none."""
        known: dict[Any, Any] = db.info
        if "log" not in known:
            path = f"{_path(db)}-wal"
            kept = _which(path)
            known["log"] = cls(path, kept) if kept is not None else None
        found: _Log | None = known["log"]
        return found

    def is_there(self) -> bool:
        """Return whether the file at its path is still the same."""
        return _which(self._path) == self._kept


def _settings(driver: str) -> dict[str, Any]:
    if driver.startswith("sqlite"):
        return {"connect_args": {"timeout": WAITS, "check_same_thread": False}}
    return {"pool_pre_ping": True, "connect_args": {"connect_timeout": REACHED}}


def _whole(engine: Engine) -> str:
    """Return the isolation level in which a transaction reads one consistent state; SQLite has only that."""
    return "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"


def _as_we_write(connection: Any, _: Any) -> None:
    """Set a new SQLite connection to explicit transactions that are synced to disk."""
    connection.isolation_level = None
    cursor = connection.cursor()
    try:
        path = _path(cursor)
        if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal" and os.access(path, os.W_OK):
            cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
    finally:
        cursor.close()


def _not_for_long(connection: Any, _: Any) -> None:
    """Limit the time that a new PostgreSQL connection waits for a lock, as SQLite does."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {int(1000 * WAITS)}")
    connection.commit()


def _begin(db: Connection) -> None:
    """Begin a writing transaction with the lock, so that no other can write between its reads and its writes."""
    db.exec_driver_sql("BEGIN IMMEDIATE" if db.get_execution_options().get("vendetta_writes") else "BEGIN")
