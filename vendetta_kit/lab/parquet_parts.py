"""Parts: one Parquet file for each chunk and table, written completely or not at all.

Each part has a stamp with its plan, games and table, and checksums. So the file alone shows whether it is complete and
belongs to a simulation.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from .plan import FORMAT, Plan
from .storage import LabError, is_address, parquet_schema, write_file

MOST_ROWS: Final = 16_384
"""Number of rows that are held as Python values before they are packed into columns, which need less memory."""
_STAMP: Final = b"vendetta"


def part_path(folder: str, table: str, number: int) -> str:
    """Return the path of a part of a table."""
    return os.path.join(folder, table, f"part-{number:06}.parquet")


def part_stamp(plan: Plan, mark: str, table: str, number: int) -> bytes:
    """Return the stamp that a part of a table must have; ``mark`` is the plan's fingerprint."""
    games = plan.games_of(number)
    row = {
        "format": FORMAT,
        "plan": mark,
        "table": table,
        "chunk": number,
        "games": [games.start, games.stop],
    }
    return json.dumps(row).encode()


def stamp_of(path: str) -> bytes | None:
    """Return the stamp of a part; ``None`` if it does not exist or is damaged."""
    try:
        metadata = parquet_schema(path).metadata or {}
    except (OSError, LabError, pa.ArrowException):
        return None
    found: bytes | None = metadata.get(_STAMP)
    return found


class PartWriter:
    """Collects the rows of one part in memory; :meth:`write` writes the file."""

    def __init__(self, schema: pa.Schema, stamped: bytes) -> None:
        self._schema = schema.with_metadata({_STAMP: stamped})
        self._rows: list[tuple[Any, ...]] = []
        self._sink = pa.BufferOutputStream()
        self._file = pq.ParquetWriter(self._sink, self._schema, compression="zstd", write_page_checksum=True)

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows."""
        self._rows.extend(rows)
        if len(self._rows) >= MOST_ROWS:
            self._pack()

    def add_tables(self, tables: Sequence[pa.Table]) -> None:
        """Add Arrow tables of the same columns, as one group of rows."""
        if tables:
            self._file.write_table(pa.concat_tables(tables).cast(self._schema))

    def _pack(self) -> None:
        columns = zip(*self._rows, strict=True)
        arrays = [pa.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._file.write_batch(pa.RecordBatch.from_arrays(arrays, schema=self._schema))
        self._rows.clear()

    def content(self) -> bytes:
        """Return the content of the file, to which nothing can be added any more."""
        if self._rows:
            self._pack()
        self._file.close()
        content: bytes = self._sink.getvalue().to_pybytes()
        return content

    def write(self, path: str) -> None:
        """Write the file completely, or raise ``OSError`` and leave nothing."""
        write_file(path, self.content())


def is_whole(path: str, schema: pa.Schema, stamped: bytes) -> bool:
    """Return whether a part exists, has this stamp and schema, and can be read to its end.

    Of a part elsewhere only its end is read, which is there if the part is: a store keeps what it has taken in.
    """
    if is_address(path):
        try:
            return bool(parquet_schema(path).equals(schema.with_metadata({_STAMP: stamped}), check_metadata=True))
        except (OSError, ValueError, pa.ArrowException):
            return False
    if not os.path.isfile(path):
        return False
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            if not file.schema_arrow.equals(schema.with_metadata({_STAMP: stamped}), check_metadata=True):
                return False
            rows = sum(batch.num_rows for batch in file.iter_batches(MOST_ROWS))
            return bool(rows == file.metadata.num_rows)
    except (OSError, ValueError, pa.ArrowException):
        return False
