"""What is documented is what is written."""

from __future__ import annotations

import pyarrow.parquet as pq
import pytest

from vendetta_kit.games.vendetta.lab import Tables, described, schema


def test_the_names() -> None:
    assert schema.NAMES == ("games", "seats", "rounds", "locations", "decisions", "ledger")
    assert set(schema.USUAL) <= set(schema.NAMES)


@pytest.mark.parametrize("name", schema.NAMES)
def test_every_column_says_what_it_is(name: str) -> None:
    table = schema.table(name)
    names = [column.name for column in table.columns]
    assert len(set(names)) == len(names)
    assert names[0] == "game"
    assert table.row
    assert all(column.unit and column.text for column in table.columns)
    text = described([name])
    assert all(f"| {column.name} | {column.type}" in text for column in table.columns)


@pytest.mark.parametrize("name", schema.NAMES)
def test_what_is_documented_is_what_is_written(small: Tables, name: str) -> None:
    for path in small.paths(name):
        written = pq.read_schema(path)
        assert written.equals(schema.arrow(name), check_metadata=False)
        for field, column in zip(written, schema.table(name).columns, strict=True):
            assert field.name == column.name
            assert field.nullable == column.empty
            assert field.metadata == {b"unit": column.unit.encode(), b"description": column.text.encode()}


@pytest.mark.parametrize("name", schema.NAMES)
def test_only_what_may_be_empty_is_empty(small: Tables, name: str) -> None:
    table = small.arrow(name)
    assert table.num_rows
    for column in schema.table(name).columns:
        assert column.empty or not table[column.name].null_count, column.name
