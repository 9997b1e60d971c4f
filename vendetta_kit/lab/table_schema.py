"""What the tables of a laboratory are made of: every column with its type, its unit and what it says.

A game's :class:`Schema` is both what is written and its documentation: ``print(schema.described())`` or, on the command
line, ``vendetta simulate --describe``. The words go into the Parquet files too, as metadata of their columns. It stands
in ``data/<game>/lab/tables.yaml``: of each table what one row is, whether it is ``recorded`` and ``usual``, and of each
column its type (``or null`` follows where it may be), its unit and what it says.

>>> schema = schema_of("vendetta")
>>> schema.names, schema.usual
(('games', 'seats', 'rounds', 'locations', 'decisions', 'ledger'), ('games', 'seats', 'rounds', 'locations'))
>>> schema.column("seats", "score").unit
'Influence'
>>> print(schema.described(["games"]).splitlines()[0])
# games: one row is a game
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from vendetta_kit.data_paths import read_yaml

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Column", "ResultTable", "Schema", "schema_of"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``type`` is int8, int16, int32, int64, bool, text or texts (a list); ``empty``: it may be null."""

    name: str
    type: str
    unit: str
    text: str
    empty: bool


@dataclass(frozen=True, slots=True)
class ResultTable:
    """One table: ``row`` says what one row is; ``recorded``: games must be played with a recorder for it (slower)."""

    name: str
    row: str
    recorded: bool
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """All tables of a game: the first has a row for each game, and is written last.

    ``usual`` are those that are written if nothing else is asked for; the others are far larger.
    """

    tables: tuple[ResultTable, ...]
    usual: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all tables, in their order."""
        return tuple(each.name for each in self.tables)

    @property
    def recorded(self) -> frozenset[str]:
        """The tables for which games must be played with a recorder."""
        return frozenset(each.name for each in self.tables if each.recorded)

    def table(self, name: str) -> ResultTable:
        """The table of that name (a ``KeyError`` if there is none)."""
        return {each.name: each for each in self.tables}[name]

    def column(self, of: str, name: str) -> Column:
        """A column of a table (a ``KeyError`` if there is none)."""
        return {each.name: each for each in self.table(of).columns}[name]

    def arrow(self, name: str) -> pa.Schema:
        """The schema that is written, with units and words as metadata of its fields."""
        return _arrow(self.table(name))

    def described(self, names: Iterable[str] | None = None) -> str:
        """Tables (all of them if none are named) and their columns in Markdown."""
        lines: list[str] = []
        for each in self.tables if names is None else map(self.table, names):
            lines += [f"# {each.name}: one row is {each.row}", ""]
            lines += ["| column | type | unit | what it says |", "|---|---|---|---|"]
            for entry in each.columns:
                kind = f"{entry.type}, may be null" if entry.empty else entry.type
                lines.append(f"| {entry.name} | {kind} | {entry.unit} | {entry.text} |")
            lines.append("")
        return "\n".join(lines).rstrip()


@cache
def schema_of(game: str) -> Schema:
    """Return the tables of a game."""
    told = read_yaml(game, "lab", "tables.yaml")
    tables = []
    for name, row in told.items():
        columns = []
        for column, (kind, unit, text) in row["columns"].items():
            plain = kind.removesuffix(" or null")
            columns.append(Column(column, plain, unit, text, plain != kind))
        tables.append(ResultTable(name, row["row"], row.get("recorded", False), tuple(columns)))
    return Schema(tuple(tables), tuple(name for name, row in told.items() if row.get("usual", False)))


@cache
def _arrow(table: ResultTable) -> pa.Schema:
    import pyarrow as pa

    types = {
        "int8": pa.int8(),
        "int16": pa.int16(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "bool": pa.bool_(),
        "text": pa.string(),
        "texts": pa.list_(pa.field("element", pa.string(), nullable=False)),
    }
    return pa.schema(
        [
            pa.field(each.name, types[each.type], each.empty, {"unit": each.unit, "description": each.text})
            for each in table.columns
        ]
    )
