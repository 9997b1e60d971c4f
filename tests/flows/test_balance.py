"""Tables of shares: read as they stand, and refused in one line where they are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vendetta_kit.games.vendetta.bots.arena import wilson
from vendetta_kit.games.vendetta.flows.win_shares import COLUMNS, WON, BadShareTable, read_shares, read_table

ROW = {
    "study": "clan",
    "group": "brujah",
    "bots": "greedy",
    "players": 4,
    "variants": "base",
    "games": 400,
    "wins": 140,
    "share": 0.35,
    "low": round(wilson(140, 400)[0], 4),
    "high": round(wilson(140, 400)[1], 4),
}


def csv_of(*rows: dict[str, object]) -> bytes:
    lines = [",".join(COLUMNS), *(",".join(str(row[column]) for column in COLUMNS) for row in rows)]
    return "\n".join(lines).encode()


def test_csv_and_json_say_the_same() -> None:
    (one,) = read_table(csv_of(ROW), "a.csv")
    (other,) = read_table(json.dumps([ROW]).encode(), "a.json")
    assert one == other
    assert (one.games, one.wins, one.counted, one.variants) == (400, 140.0, WON, "")


def test_all_tables_of_a_folder_are_read_together(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(csv_of(ROW))
    (tmp_path / "b.json").write_text(json.dumps([{**ROW, "study": "turn", "group": "1"}]), "utf-8")
    (tmp_path / "README.md").write_text("no table", "utf-8")
    assert [row.study for row in read_shares(str(tmp_path))] == ["clan", "turn"]
    assert read_shares(str(tmp_path / "nowhere")) == ()


def test_what_ships_with_the_kit_can_be_read() -> None:
    for row in read_shares():
        assert row.games > 0
        assert row.low <= row.high


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"study": ""}, "study"),
        ({"group": "x" * 99}, "group"),
        ({"games": "many"}, "games"),
        ({"games": 0}, "games"),
        ({"wins": 401}, "wins"),
        ({"share": 0.5}, "share"),
        ({"low": 0.4}, "share"),
        ({"high": 1.5}, "share"),
        ({"players": "nan"}, "players"),
        ({"low": "inf"}, "low"),
    ],
)
def test_a_wrong_row_is_named_in_one_line(change: dict[str, object], told: str) -> None:
    with pytest.raises(BadShareTable) as fault:
        read_table(csv_of(ROW, ROW | change), "own.csv")
    assert str(fault.value).startswith("own.csv: row 2: ")
    assert told in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b""),
        ("a.csv", b"\xff\xfe\x00"),
        ("a.csv", b"study,group\nclan,brujah\n"),
        ("a.json", b"{}"),
        ("a.json", b"[1]"),
        ("a.json", b"[" * 100_000),
        ("a.csv", b"x" * 4_000_001),
    ],
)
def test_what_is_no_table_is_refused_in_one_line(name: str, content: bytes) -> None:
    with pytest.raises(BadShareTable) as fault:
        read_table(content, name)
    assert str(fault.value).startswith(f"{name}: ")
    assert "\n" not in str(fault.value)
