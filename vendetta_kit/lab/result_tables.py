"""Reads the tables of a simulation, with pandas, Arrow or SQL, and puts names in place of ids for people."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.argument_checks import FRAME, TEXT, takes
from vendetta_kit.bots.arena import wilson
from vendetta_kit.input_checks import UnknownName, one_of
from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.registered_games import FIRST, registered

from .parquet_parts import part_path, part_stamp, stamp_of
from .plan import Plan
from .simulation_folder import PLAN_FILE, folder_contents
from .storage import LabError, address_of, file_names, filesystem, is_address, parquet_schema, parquet_source
from .table_schema import as_frame

if TYPE_CHECKING:
    import pandas as pd

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import pyarrow as pa


def tables(folder: str | os.PathLike[str]) -> Tables:
    """Return the tables in a folder that :func:`.simulation.simulate` has written, complete or not.

    Raises:
        LabError: the folder has none.

    >>> import tempfile
    >>> from vendetta_kit import lab
    >>> folder = tempfile.mkdtemp()
    >>> made = lab.simulate({"games": 2, "bots": "random"}, out=folder, workers=1, progress=False)
    >>> len(tables(folder)["games"])
    2
    """
    return Tables(folder)


@takes(rows=FRAME, by=TEXT, of=TEXT)
def shares(rows: pd.DataFrame, by: str, of: str = "won") -> pd.DataFrame:
    """Return the share of rows in which something is true, for each group of them, with Wilson's interval of 95 %.

    Args:
        rows: a table of a simulation, such as ``seats``.
        by: the column whose values are the groups.
        of: a column of true and false.

    Returns:
        For each group, in order, ``games`` (its rows), ``wins`` (in which it is true), ``share``, ``low``, ``high``.

    The interval takes rows as independent, as they are where each game has one row of a group (``turn``). A ``bot`` on
    several seats of a game can win it on one of them alone, so that its interval is wider than it need be.

    Raises:
        BadInput: there is no such column, or it is not of true and false.

    >>> import pandas as pd
    >>> rows = pd.DataFrame({"turn": [1, 1, 1, 2], "won": [True, False, True, False]})
    >>> shares(rows, "turn").round(2).loc[1].to_dict()
    {'games': 3.0, 'wins': 2.0, 'share': 0.67, 'low': 0.21, 'high': 0.94}
    """
    for name, column in (("by", by), ("of", of)):
        if column not in rows.columns:
            raise BadInput(name, Message("found", value=column), one_of(list(rows.columns), column))
    if not rows[of].dropna().isin((True, False)).all():
        raise BadInput("of", Message("found", value=of), Message("want.true_or_false_column"))
    found = rows.groupby(by)[of].agg(games="count", wins="sum").astype(int)
    ends = [wilson(wins, games) for games, wins in zip(found["games"], found["wins"], strict=True)]
    low, high = [end[0] for end in ends], [end[1] for end in ends]
    return found.assign(share=found["wins"] / found["games"], low=low, high=high)


class Tables(Mapping[str, "pd.DataFrame"]):
    """The tables of one simulation by name; each access reads the files again.

    Only chunks with all their tables are read, so that an unfinished simulation gives complete games.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder: Final = address_of(folder)
        before = folder_contents(self.folder)
        if before is None:
            raise LabError(f"{self.folder}: no simulation here; expected a folder with a {PLAN_FILE}")
        self.plan: Final[Plan] = before.plan
        self.mark: Final = before.mark
        self._short: Final = before.short

    def __getitem__(self, name: str) -> pd.DataFrame:
        """Return a complete table as a DataFrame. Raises :class:`.UnknownName`."""
        return self.read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.plan.tables)

    def __len__(self) -> int:
        return len(self.plan.tables)

    def __repr__(self) -> str:
        of = self.plan.games if self.complete else f"{self.games} of {self.plan.games}"
        where = self.folder if is_address(self.folder) else os.path.basename(self.folder)
        return f"Tables {', '.join(self)} of {of} games, in {where}"

    @property
    def chunks(self) -> list[int]:
        """The numbers of the chunks that are done."""
        there = [file_names(os.path.join(self.folder, name)) for name in self.plan.tables]
        whole = set.intersection(*there)
        names = ((number, os.path.basename(part_path("", "", number))) for number in range(self.plan.chunks))
        found = [number for number, name in names if name in whole]
        return [number for number in found if number not in self._short or not self._is_short(number)]

    def _is_short(self, number: int) -> bool:
        """Return whether a chunk has fewer games than it should, from a time when the plan had fewer."""
        parts = ((part_path(self.folder, name, number), name) for name in self)
        return any(stamp_of(path) != part_stamp(self.plan, self.mark, name, number) for path, name in parts)

    @property
    def games(self) -> int:
        """The number of games that can be read."""
        return sum(len(self.plan.games_of(number)) for number in self.chunks)

    @property
    def complete(self) -> bool:
        """Whether all games of the plan are done."""
        return len(self.chunks) == self.plan.chunks

    def paths(self, name: str) -> list[str]:
        """Return the paths of the files of a table, in the order of the games. Raises :class:`.UnknownName`."""
        if name not in self.plan.tables:
            raise UnknownName("table", name, self)
        return [part_path(self.folder, name, number) for number in self.chunks]

    def arrow(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """Return a table, or some of its columns, as an Arrow table. Raises :class:`.UnknownName`."""
        import pyarrow as pa

        paths = self.paths(name)
        whole = self.plan.SCHEMA.arrow(name)
        schema = whole if columns is None else pa.schema([whole.field(each) for each in columns])
        parts = [self.part(path, schema) for path in paths]
        return pa.concat_tables(parts) if parts else schema.empty_table()

    def part(self, path: str, schema: pa.Schema) -> pa.Table:
        """Return the columns of a schema from one file; those that it lacks because it is older have one value."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            late = self._late(path, schema.names)
            part = pq.read_table(parquet_source(path), columns=[name for name in schema.names if name not in late])
        except (OSError, pa.ArrowException):
            raise LabError(f"{path}: damaged: the same plan, simulated again, makes it anew") from None
        for switch, reading in late.items():
            part = part.append_column(switch, pa.array([reading] * len(part)))
        return part.select(schema.names).cast(schema)

    def read(self, name: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a table, or some of its columns, as a DataFrame.

        Whole numbers have 64 bits, also in columns with missing values (``arrow`` keeps the narrow types of the files).
        """
        return as_frame(self.arrow(name, columns))

    def connect(self) -> duckdb.DuckDBPyConnection:
        """Return a DuckDB connection in which each table is a view of its files."""
        import duckdb

        connection = duckdb.connect()
        if is_address(self.folder):
            connection.register_filesystem(filesystem(self.folder))
        for name in self:
            paths = (path if is_address(path) else os.path.abspath(path) for path in self.paths(name))
            files = ", ".join("'{}'".format(path.replace("'", "''")) for path in paths)
            if files:
                late = self._late(self.paths(name)[0], self.plan.SCHEMA.arrow(name).names)
                more = "".join(f", '{reading}' AS {switch}" for switch, reading in late.items())
                connection.execute(f"CREATE VIEW {name} AS SELECT *{more} FROM read_parquet([{files}])")
            else:
                connection.register(name, self.plan.SCHEMA.arrow(name).empty_table())
        return connection

    def sql(self, query: str) -> pd.DataFrame:
        """Return the result of an SQL query as a DataFrame."""
        with self.connect() as connection:
            found: pd.DataFrame = connection.execute(query).df()
        return found

    def _late(self, path: str, columns: Sequence[str]) -> dict[str, str]:
        """Return those of these columns that a file lacks because it is older, each with the value for its rows."""
        wanted = {switch: reading for switch, reading in self.plan.LATE.items() if switch in columns}
        if not wanted:
            return {}
        there = parquet_schema(path).names
        return {switch: reading for switch, reading in wanted.items() if switch not in there}


@takes(frame=FRAME)
def with_names(frame: pd.DataFrame, lang: str = "en", game: str = FIRST) -> pd.DataFrame:
    """Return a copy of a table with names in place of the ids of cards and clans.

    Args:
        frame: a table of the laboratory, or one derived from it.
        lang: ``"en"`` or ``"de"``.
        game: the game of the table.

    Raises:
        UnknownLanguage: there are no names in this language.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"clan": ["brujah", "tremere"], "cards": [["BR07", "TO09"], []], "turn": ["1", "2"]})
    >>> with_names(frame).to_dict("list")
    {'clan': ['Brujah', 'Tremere'], 'cards': [['Show of Force', 'Hunt'], []], 'turn': ['1', '2']}
    """
    from pandas.api.types import is_numeric_dtype

    names = registered(game).plans().words(lang)
    words = [column for column in frame if not is_numeric_dtype(frame[column])]
    return frame.assign(**{column: [_named(value, names) for value in frame[column]] for column in words})


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    return [_named(one, names) for one in value] if hasattr(value, "__len__") else value
