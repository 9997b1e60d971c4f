"""What is documented is what is written, in each game."""

from __future__ import annotations

import pyarrow.parquet as pq
import pytest

from vendetta_kit import games
from vendetta_kit.lab import Tables, describe_tables
from vendetta_kit.registered_games import registered

TABLES = [(game, name) for game in games.PLAYED for name in registered(game).plans().SCHEMA.names]


@pytest.fixture
def made(game: str, request: pytest.FixtureRequest) -> Tables:
    tables: Tables = request.getfixturevalue({"vendetta": "small", "vtes": "small_vtes"}[game])
    return tables


def test_the_names() -> None:
    names = {game: registered(game).plans().SCHEMA.names for game in games.PLAYED}
    assert names["vendetta"] == ("games", "seats", "rounds", "locations", "decisions", "ledger", "events")
    assert names["vtes"] == ("games", "seats", "turns", "actions", "decisions", "ledger", "events")


@pytest.mark.parametrize("game", games.PLAYED)
def test_the_usual_ones_are_among_them_and_games_is_written_last(game: str) -> None:
    schema = registered(game).plans().SCHEMA
    assert set(schema.usual) <= set(schema.names)
    assert schema.names[0] == "games"


@pytest.mark.parametrize(("game", "name"), TABLES)
def test_every_column_says_what_it_is(game: str, name: str) -> None:
    schema = registered(game).plans().SCHEMA
    table = schema.table(name)
    names = [column.name for column in table.columns]
    assert len(set(names)) == len(names)
    assert names[0] == "game"
    assert table.row
    assert all(column.unit and column.text for column in table.columns)
    text = schema.described([name])
    assert all(f"| {column.name} | {column.type}" in text for column in table.columns)
    assert text in describe_tables(game)


@pytest.mark.parametrize(("game", "name"), TABLES)
def test_what_is_documented_is_what_is_written(made: Tables, name: str) -> None:
    schema = made.plan.SCHEMA
    for path in made.paths(name):
        written = pq.read_schema(path)
        assert written.equals(schema.arrow(name), check_metadata=False)
        for field, column in zip(written, schema.table(name).columns, strict=True):
            assert field.name == column.name
            assert field.nullable == column.empty
            assert field.metadata == {b"unit": column.unit.encode(), b"description": column.text.encode()}


@pytest.mark.parametrize(("game", "name"), TABLES)
def test_only_what_may_be_empty_is_empty(made: Tables, name: str) -> None:
    table = made.arrow(name)
    assert table.num_rows
    for column in made.plan.SCHEMA.table(name).columns:
        assert column.empty or not table[column.name].null_count, column.name
