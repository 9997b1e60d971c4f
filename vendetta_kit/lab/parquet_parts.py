"""Parts: one Parquet file for each chunk and table, whole or not there at all.

Each part carries a stamp: of which plan it is, which games are in it, and of which table. Its pages have check sums. So
whether a part is whole and belongs here can be told from the file alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from vendetta_kit.safe_files import write_whole

from .plan import FORMAT, Plan

__all__ = ["MOST_ROWS", "PartWriter", "is_whole", "part_path", "stamp", "stamp_of"]

MOST_ROWS: Final = 16_384
"""Rows that are held as Python values; then they become columns. So a chunk of any size needs little memory."""
_STAMP: Final = b"vendetta"


def part_path(folder: str, table: str, number: int) -> str:
    """Where the part of a table lies."""
    return os.path.join(folder, table, f"part-{number:06}.parquet")


def stamp(plan: Plan, mark: str, table: str, number: int) -> bytes:
    """What the part of a table must have in its metadata; ``mark`` is the plan's fingerprint."""
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
    """The stamp that a part has; ``None`` if there is no such part or it is damaged."""
    try:
        metadata = pq.read_schema(path).metadata or {}
    except (OSError, pa.ArrowException):
        return None
    found: bytes | None = metadata.get(_STAMP)
    return found


class PartWriter:
    """Gathers the rows of one part in memory, packed; :meth:`write` puts the file in its place."""

    def __init__(self, schema: pa.Schema, stamped: bytes) -> None:
        self._schema = schema.with_metadata({_STAMP: stamped})
        self._rows: list[tuple[Any, ...]] = []
        self._sink = pa.BufferOutputStream()
        self._file = pq.ParquetWriter(self._sink, self._schema, compression="zstd", write_page_checksum=True)

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Take more rows."""
        self._rows.extend(rows)
        if len(self._rows) >= MOST_ROWS:
            self._pack()

    def _pack(self) -> None:
        columns = zip(*self._rows, strict=True)
        arrays = [pa.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._file.write_batch(pa.RecordBatch.from_arrays(arrays, schema=self._schema))
        self._rows.clear()

    def write(self, path: str) -> None:
        """Write the file, whole or not at all (an ``OSError``)."""
        if self._rows:
            self._pack()
        self._file.close()
        write_whole(path, self._sink.getvalue().to_pybytes())


def is_whole(path: str, schema: pa.Schema, stamped: bytes) -> bool:
    """Whether a part is there, has this stamp and schema, and can be read from end to end."""
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
