"""Reads and writes tables as rows of the database.

All values that are read are checked, as a database can be damaged: a bad one raises :class:`.BadTable` for its table.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy.engine import Row

from vendetta_kit.input_checks import LONGEST_NAME, clean_name
from vendetta_kit.input_errors import Message

from .database import ANSWERS, LOG, SEATS, TABLES, VOTES
from .player_names import look_alike
from .table_errors import BadTable
from .table_records import DAY, LETTERS, LONG, UNDO, Seat, TableNow, actions_kept, read_code

BEAT: Final = 30.0
"""The most seconds that a table's own time grows between two signs of presence, which a page gives every 15 s."""
LOBBY: Final = DAY
"""Seconds after which a table that has not begun is deleted if nobody was present."""
STATES: Final = ("lobby", "playing", "paused", "over")
NO_TABLE: Final = "tables.no_such_code"


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def hash_of(secret: str) -> str:
    """Return the hash of a secret; as secrets are long and random, it needs neither salt nor a slow function."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LONG))


def names_of(seats: Sequence[Seat], usual: Sequence[str]) -> list[str]:
    """Return the names by seat: of people as they chose, of bots the usual ones that nobody else has."""
    taken = [seat.name for seat in seats if seat.name]

    def is_free(name: str, names: Iterable[str]) -> bool:
        return not any(look_alike(name, other) for other in names)

    called = [seat.name or (name if is_free(name, taken) else "") for seat, name in zip(seats, usual, strict=True)]
    free = (name for name in usual if is_free(name, called))
    return [name or next(free) for name in called]


def free_code(db: Connection) -> str:
    """Return a new code that no table has."""
    code = _new_code()
    while db.execute(select(TABLES.c.id).where(TABLES.c.code == code)).first():
        code = _new_code()
    return code


def insert_table(db: Connection, row: Mapping[str, Any]) -> int:
    """Insert a table's row; return its number."""
    made = db.execute(insert(TABLES).values(**row, length=0, news=1, until=0.0)).inserted_primary_key
    assert made is not None
    return int(made[0])


def checked_name(name: str) -> str:
    """Return a person's name, checked; characters of markup are refused, although pages write names as text."""
    called = clean_name(name)
    if not called or set(called) & set('<>&"`{}'):
        raise BadTable(Message("tables.name", name=name), Message("want.table_name", most=LONGEST_NAME))
    return called


def table_row(db: Connection, code: str, lock: bool = True) -> Row[Any]:
    """Return the row of a table; with ``lock``, no other transaction can change the table until this one ends."""
    query = select(TABLES).where(TABLES.c.code == read_code(code))
    writes = db.get_execution_options().get("vendetta_writes")
    row = db.execute(query.with_for_update() if lock and writes else query).first()
    if row is None:
        raise BadTable(Message(NO_TABLE, code=code), Message("want.code", letters=LETTERS))
    if not _is_sound(row, TABLES) or row.state not in STATES:
        raise damaged(row)
    return row


def _is_sound(row: Row[Any], table: Table) -> bool:
    """Return whether each value of a row has its column's type, which a damaged file does not ensure."""
    for value, column in zip(row, table.columns, strict=True):
        kind = column.type.python_type
        if value is None and column.nullable:
            continue
        if not isinstance(value, (float, int) if kind is float else kind) or (kind is float and not isfinite(value)):
            return False
    return True


def damaged(table: Row[Any]) -> BadTable:
    return BadTable(Message("tables.damaged", code=str(table.code)))


def sound_rows(db: Connection, query: Any, of: Table, table: Row[Any]) -> list[Row[Any]]:
    """Return the checked rows of a table's seats or log. Raises :class:`BadTable` if one is damaged."""
    rows = list(db.execute(query))
    if not all(_is_sound(row, of) for row in rows):
        raise damaged(table)
    return rows


def parse_json(text: Any, table: Row[Any]) -> Any:
    """Return the value of a JSON text of a table. Raises :class:`BadTable` if it is not valid JSON."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise damaged(table) from None


def setup_of(table: Row[Any]) -> dict[str, Any]:
    found = parse_json(table.setup, table)
    if not isinstance(found, dict):
        raise damaged(table)
    return found


def clear_lobbies(db: Connection, now: float) -> None:
    """Delete tables that have not begun and at which nobody was present for long."""
    lately = select(SEATS.c.table_id).where(SEATS.c.hash.is_not(None), SEATS.c.seen > now - LOBBY)
    drop_tables(db, select(TABLES.c.id).where(TABLES.c.state == "lobby", TABLES.c.id.not_in(lately)))


def drop_tables(db: Connection, tables: Any) -> None:
    """Delete tables with their logs."""
    for kept in (VOTES, ANSWERS, LOG, SEATS):
        db.execute(delete(kept).where(kept.c.table_id.in_(tables)))
    db.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))


def seconds_lived(table: Row[Any], now: float) -> float:
    """Return the seconds during which somebody was present at a table, up to now."""
    lived: float = table.lived + min(max(now - table.beat, 0.0), BEAT)
    return lived


def check_in_lobby(table: Row[Any]) -> None:
    if table.state != "lobby":
        raise BadTable(Message("tables.begun"))


def seats_of(db: Connection, table: Row[Any]) -> tuple[Seat, ...]:
    rows = sound_rows(db, select(SEATS).where(SEATS.c.table_id == table.id).order_by(SEATS.c.seat), SEATS, table)
    if not rows or [row.seat for row in rows] != list(range(len(rows))):
        raise damaged(table)
    return tuple(Seat(row.name, row.hash is not None, row.bot, row.stand_in, row.seen, row.seen_at) for row in rows)


def set_seat(db: Connection, table: Row[Any], seat: int, **values: Any) -> None:
    db.execute(update(SEATS).where(SEATS.c.table_id == table.id, SEATS.c.seat == seat).values(**values))


def answers_of(db: Connection, table: Row[Any]) -> dict[int, str]:
    """Return the sealed answers to the open decision by seat."""
    query = select(ANSWERS).where(ANSWERS.c.table_id == table.id, ANSWERS.c.n == table.length)
    rows = sound_rows(db, query, ANSWERS, table)
    return {row.seat: row.action for row in rows}


def votes_of(db: Connection, table: Row[Any]) -> dict[int, int]:
    query = select(VOTES).where(VOTES.c.table_id == table.id, VOTES.c.n == table.length)
    rows = sound_rows(db, query, VOTES, table)
    return {row.seat: row.keep for row in rows}


def opened_of(db: Connection, table: Row[Any]) -> list[bool]:
    """Return for each action of the game, without undone ones, whether it was a sealed answer."""
    game: list[bool] = []
    for row in sound_rows(db, select(LOG).where(LOG.c.table_id == table.id).order_by(LOG.c.n), LOG, table):
        if row.seat == UNDO:
            del game[actions_kept(parse_json(row.action, table), len(game), row.n) :]
        else:
            game.append(row.opened)
    return game


def write_rows(db: Connection, table: Row[Any], rows: Sequence[tuple[int, str]], opened: bool) -> None:
    """Append rows to the log. The number of a row is part of its key, so that none can be written twice."""
    numbered = enumerate(rows, table.length + 1)
    db.execute(
        insert(LOG),
        [{"table_id": table.id, "n": n, "seat": who, "action": text, "opened": opened} for n, (who, text) in numbered],
    )
    update_table(db, table, length=table.length + len(rows))


def update_table(db: Connection, table: Row[Any], **values: Any) -> None:
    """Change a table's row and its number of changes, by which pages see that there is something new."""
    db.execute(update(TABLES).where(TABLES.c.id == table.id).values(**values, news=TABLES.c.news + 1))


def table_now(db: Connection, table: Row[Any], now: float) -> TableNow:
    chosen = select(ANSWERS.c.seat).where(ANSWERS.c.table_id == table.id, ANSWERS.c.n == table.length)
    return TableNow(
        table.code,
        table.game,
        setup_of(table),
        seats_of(db, table),
        table.state,
        table.wait,
        table.length,
        table.news,
        frozenset(db.execute(chosen).scalars()),
        votes_of(db, table),
        table.next,
        seconds_lived(table, now),
    )
