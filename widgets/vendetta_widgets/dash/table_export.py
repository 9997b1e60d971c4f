"""Export of tables: CSV with the standard library, Parquet if pyarrow is installed."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any


class NoParquet(RuntimeError):
    """pyarrow, which writes Parquet, is not installed."""


def flat(rows: Sequence[Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return rows of the flows as plain columns: seats get a name beside their number, lists become text.

    >>> row = flat([{"seat": 1, "blood": 7, "rules": ("FEED-01", "FEED-02")}], ["Ann", "Bob"])[0]
    >>> row["seat"], row["seat_name"], row["blood"], row["rules"]
    (1, 'Bob', 7, 'FEED-01 FEED-02')
    """
    return [_flat(row, names) for row in rows]


def _flat(row: Any, names: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    given = row if isinstance(row, Mapping) else {f.name: getattr(row, f.name) for f in fields(row)}
    for key, value in given.items():
        if is_dataclass(value) and hasattr(value, "kind"):
            found[key], found[f"{key}_seat"] = getattr(value, "kind"), getattr(value, "seat", None)  # noqa: B009
        elif isinstance(value, tuple):
            found[key] = " ".join(map(str, value)) if not any(map(is_dataclass, value)) else len(value)
        else:
            found[key] = value if value is None or isinstance(value, bool | int | float | str) else str(value)
        if key == "at" and value is not None:
            found[key] = str(value)
        if key in ("seat", "by", "other", "causer", "winner") and isinstance(value, int):
            found[f"{key}_name"] = names[value]
    return found


def _columns(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for row in rows for key in row))


def text_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV; a text that a spreadsheet would read as a formula gets a quote in front.

    >>> text_of([{"n": 1, "name": "=Ann"}])
    "n,name\\r\\n1,'=Ann\\r\\n"
    """
    out = io.StringIO()
    columns = _columns(rows)
    writer = csv.DictWriter(out, columns, restval="")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: _safe(value) for key, value in row.items()})
    return out.getvalue()


def _safe(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


@cache
def has_parquet() -> bool:
    """Return whether pyarrow is installed, without importing it."""
    return find_spec("pyarrow") is not None


def parquet(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Return rows as a Parquet file.

    Raises:
        NoParquet: pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet as files
    except ModuleNotFoundError:
        raise NoParquet("pyarrow") from None
    columns = _columns(rows)
    table = pyarrow.table({key: [row.get(key) for row in rows] for key in columns})
    sink = pyarrow.BufferOutputStream()
    files.write_table(table, sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content
