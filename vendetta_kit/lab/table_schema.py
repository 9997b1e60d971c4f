"""The schema of a laboratory's tables: every column with its type, unit and description.

A game's :class:`Schema` defines what is written and documents it: ``print(schema.described())`` or, on the command
line, ``vendetta simulate --describe``. The descriptions are also in the metadata of the Parquet files. A schema is read
from ``data/<game>/lab/tables.yaml``: for each table what one row is, whether it is ``recorded`` and ``usual``, and for
each column its type (followed by ``or null`` if it may be missing), unit and description.

>>> schema = schema_of("vendetta")
>>> schema.names
('games', 'seats', 'rounds', 'locations', 'decisions', 'ledger', 'events')
>>> schema.usual
('games', 'seats', 'rounds', 'locations')
>>> schema.column("seats", "score").unit
'Influence'
>>> print(schema.described(["games"]).splitlines()[0])
# games: one row is a game
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from vendetta_kit.argument_checks import LIST
from vendetta_kit.data_paths import read_json, read_yaml
from vendetta_kit.input_checks import UnknownName
from vendetta_kit.input_errors import BadInput, Message

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``type`` is int8, int16, int32, int64, bool, text or texts (a list); ``empty`` allows null."""

    name: str
    type: str
    unit: str
    text: str
    empty: bool


@dataclass(frozen=True, slots=True)
class ResultTable:
    """One table. ``row`` says what one row is; ``recorded`` whether its games need a recorder (slower)."""

    name: str
    row: str
    recorded: bool
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """All tables of a game; the first has one row for each game, and is written last.

    ``usual`` are the names of the tables that are written by default; the others are far larger.
    """

    tables: tuple[ResultTable, ...]
    usual: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all tables, in order."""
        return tuple(each.name for each in self.tables)

    @property
    def recorded(self) -> frozenset[str]:
        """The names of the tables that need games with a recorder."""
        return frozenset(each.name for each in self.tables if each.recorded)

    def table(self, name: str) -> ResultTable:
        """Return a table by name. Raises :class:`.UnknownName`."""
        for each in self.tables:
            if each.name == name:
                return each
        raise UnknownName("table", name, self.names)

    def column(self, of: str, name: str) -> Column:
        """Return a column of a table by name. Raises :class:`.UnknownName`."""
        known = {each.name: each for each in self.table(of).columns}
        if name not in known:
            raise UnknownName("column", name, known)
        return known[name]

    def arrow(self, name: str) -> pa.Schema:
        """Return the Arrow schema of a table, with units and descriptions as metadata of its fields."""
        return _arrow(self.table(name))

    def frame(self, name: str, rows: Iterable[tuple[Any, ...]]) -> pd.DataFrame:
        """Return rows of a table as a DataFrame with its columns and types."""
        import pyarrow as pa

        schema = self.arrow(name)
        values = list(zip(*rows, strict=True)) or [()] * len(schema)
        arrays = [pa.array(column, field.type) for column, field in zip(values, schema, strict=True)]
        return as_frame(pa.table(arrays, schema=schema))

    def described(self, names: Iterable[str] | None = None) -> str:
        """Return a description of tables (all if none are named) and their columns in Markdown.

        Raises:
            UnknownName: there is no such table.
            BadInput: ``names`` is no list.
        """
        if names is not None and not LIST.fits(names):
            raise BadInput("names", Message("found", value=names), Message("want.some_of", words=self.names))
        lines: list[str] = []
        for each in self.tables if names is None else map(self.table, names):
            lines += [f"# {each.name}: one row is {each.row}", ""]
            lines += ["| column | type | unit | what it says |", "|---|---|---|---|"]
            for entry in each.columns:
                kind = f"{entry.type}, may be null" if entry.empty else entry.type
                lines.append(f"| {entry.name} | {kind} | {entry.unit} | {entry.text} |")
            lines.append("")
        return "\n".join(lines).rstrip()


def as_frame(table: pa.Table) -> pd.DataFrame:
    """Return an Arrow table as a DataFrame; whole numbers have 64 bits, also in columns with missing values."""
    import pandas as pd
    import pyarrow as pa

    types: dict[Any, Any] = {
        **dict.fromkeys((pa.int8(), pa.int16(), pa.int32(), pa.int64()), pd.Int64Dtype()),
        pa.bool_(): pd.BooleanDtype(),
        pa.string(): pd.StringDtype(na_value=float("nan")),
    }
    frame: pd.DataFrame = table.to_pandas(types_mapper=types.get)
    return frame


def schema_of(game: str, switches: Sequence[str] = ()) -> Schema:
    """Return the schema of a game's tables; ``switches`` are its rulings with a switch, in their columns' order."""
    told = read_yaml(game, "lab", "tables.yaml")
    tables = []
    for name, row in told.items():
        columns = []
        for column, (kind, unit, text) in _with_switches(row["columns"], game, switches):
            plain = kind.removesuffix(" or null")
            columns.append(Column(column, plain, unit, text, plain != kind))
        tables.append(ResultTable(name, row["row"], row.get("recorded", False), tuple(columns)))
    return Schema(tuple(tables), tuple(name for name, row in told.items() if row.get("usual", False)))


def _with_switches(columns: Mapping[str, Any], game: str, switches: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield each column of a file, and in place of ``{switch}`` one for each of these rulings."""
    for column, (kind, unit, text) in columns.items():
        if column != "{switch}":
            yield column, (kind, unit, text)
            continue
        rulings = {ruling["switch"]: ruling for ruling in read_json(game, "rules", "rulings.json")}
        for switch in switches:
            rule, readings = rulings[switch]["id"], " or ".join(rulings[switch]["options"])
            yield switch, (kind, unit, text.format(rule=rule, readings=readings))


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
