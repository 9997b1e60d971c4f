"""How tables lie in the database, and how it is opened: made, brought up to this version, or refused in words.

Every step from one version to the next is one function in :data:`STEPS`, run in one transaction with the number that it
leads to. Alembic would bring a folder of scripts and a settings file, for what is one list here.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
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

from vendetta_kit.faults import Said

from .problems import Unusable, unusable

__all__ = ["ANSWERS", "LOG", "SEATS", "STEPS", "TABLES", "VERSION", "VOTES", "Database"]

VERSION: Final = 1
"""The schema that this kit writes."""
WAITS: Final = 5.0
"""So many seconds one who writes waits for another before it is said that the database is locked."""

_kept: Final = MetaData()
_ID: Final = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up a plain INTEGER only

SCHEMA: Final = Table("kit_schema", _kept, Column("version", Integer, nullable=False))
TABLES: Final = Table(
    "kit_tables",
    _kept,
    Column("id", _ID, primary_key=True),
    Column("code", String(5), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("state", String(10), nullable=False),
    Column("wait", Float, nullable=False),
    Column("length", Integer, nullable=False),  # of the log
    Column("news", Integer, nullable=False),  # grows with every change that others see
    Column("made", Float, nullable=False),
    Column("kit", String(20), nullable=False),
    Column("holder", String(64)),  # whose lease the bots are
    Column("until", Float, nullable=False),
    Column("next", String(5)),  # the code of the table at which the same people play again
)
SEATS: Final = Table(
    "kit_seats",
    _kept,
    Column("table_id", _ID, ForeignKey("kit_tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("hash", String(64)),  # of the secret; none: no person sits here
    Column("bot", String(40)),  # who plays a seat without a person
    Column("stand_in", String(40)),  # who plays for a person that stays away
    Column("seen", Float, nullable=False),
)
LOG: Final = Table(
    "kit_log",
    _kept,
    Column("table_id", _ID, ForeignKey("kit_tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("opened", Boolean, nullable=False),  # was sealed until all had answered
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
    Column("n", Integer, nullable=False),  # the log's length at which undo was asked for: good for that alone
    Column("keep", Integer, nullable=False),  # so many actions of the game stay
)

STEPS: Final[dict[int, Callable[[Connection], None]]] = {}
"""From which version a function leads to the next: ``{1: of_two, …}``; a new database needs none of them."""


class Database:
    """A database of tables, open.

    Args:
        url: as SQLAlchemy names it: ``sqlite:////folder/tables.sqlite`` or ``postgresql+psycopg://user@host/name``.

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
            raise Unusable("", Said("tables.address"), Said("want.tables_address")) from None
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _as_we_write)
            event.listen(self._engine, "begin", _begin)
        self.reading: Final = self._engine.execution_options(isolation_level=_whole(self._engine))
        self.writing: Final = self._engine.execution_options(vendetta_writes=True)
        try:
            self._open()
        except SQLAlchemyError as error:
            raise unusable(self.name, error) from None

    def _open(self) -> None:
        found = self._version(self.reading)
        if found == VERSION:
            return
        if found > VERSION:
            raise Unusable(self.name, Said("tables.newer", found=found, known=VERSION))
        with self.writing.begin() as db:
            if self._engine.dialect.name == "postgresql":
                db.exec_driver_sql("SELECT pg_advisory_xact_lock(7646)")  # two servers that start at once
            found = _found(db)  # somebody else may have been here in between
            if not found:
                _kept.create_all(db)
                db.execute(insert(SCHEMA).values(version=VERSION))
            elif found < VERSION:
                for version in range(found, VERSION):
                    STEPS[version](db)
                db.execute(update(SCHEMA).values(version=VERSION))

    @staticmethod
    def _version(engine: Engine) -> int:
        with engine.begin() as db:
            return _found(db)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


def _only_mine(path: str) -> None:
    """Make the file of a new database so that nobody else on the machine can read the seeds in it."""
    with suppress(OSError):  # that there is no place for it is told where it is opened
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _found(db: Connection) -> int:
    return int(db.execute(select(SCHEMA.c.version)).scalar_one()) if inspect(db).has_table(SCHEMA.name) else 0


def _settings(driver: str) -> dict[str, Any]:
    if driver.startswith("sqlite"):
        return {"connect_args": {"timeout": WAITS, "check_same_thread": False}}
    return {"pool_pre_ping": True, "connect_args": {"connect_timeout": int(WAITS)}}


def _whole(engine: Engine) -> str:
    """Of what is read in one transaction no part is older than another; SQLite knows nothing else."""
    return "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"


def _as_we_write(connection: Any, _: Any) -> None:
    """Let us say where a transaction begins; what is acknowledged is on the disk, not only on its way."""
    connection.isolation_level = None
    cursor = connection.cursor()
    try:
        path = next(row[2] for row in cursor.execute("PRAGMA database_list"))
        if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal" and os.access(path, os.W_OK):
            cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
    finally:
        cursor.close()


def _begin(db: Connection) -> None:
    """Whoever will write takes the lock at once: nobody else writes between what she reads and what she writes."""
    db.exec_driver_sql("BEGIN IMMEDIATE" if db.get_execution_options().get("vendetta_writes") else "BEGIN")
