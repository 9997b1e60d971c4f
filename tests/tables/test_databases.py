"""Databases that cannot be used say so in one line, in both languages, and lose nothing; old ones are read for ever."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.frozen.tables import FILES, NAME, VALUES
from tests.tables.people import HUSH, play, replica, table
from vendetta_kit.tables import BadTable, Key, Store, Unusable, choices_of, schema

STAY = {"do": "stay"}


def said(asked: Callable[[], object], words: str) -> None:
    """It is refused with these words, on one line, in German in others."""
    with pytest.raises(Unusable, match=words) as refused:
        asked()
    english, german = refused.value.text(), refused.value.text("de")
    assert english != german
    assert "\n" not in english + german
    assert "sqlite3" not in english + german


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


def test_a_locked_database_is_told_and_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "WAITS", 0.0)
    store = Store(f"sqlite:///{path}")
    keys = table(store)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    said(lambda: store.add_action(keys[0], 0, STAY), "busy")
    assert store.now(keys[0].code).count == 0, "who only looks is not held up"
    other.execute("ROLLBACK")
    store.add_action(keys[0], 0, STAY)
    assert store.now(keys[0].code).count == 1


def test_a_full_disk_is_told_and_loses_nothing(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    keys = table(store)
    full = Store(f"sqlite:///{path}")
    with full._reading() as db:
        pages = db.exec_driver_sql("PRAGMA page_count").scalar_one()
        db.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    acknowledged: list[int] = []

    def press_until_full() -> None:
        while True:
            full.add_action(keys[0], len(acknowledged), {"do": "x" * 3000})
            acknowledged.append(1)

    said(press_until_full, "no room left")
    done = len(acknowledged)
    assert done
    assert store.now(keys[0].code).count == done
    store.add_action(keys[0], done, STAY)


def test_a_database_that_can_only_be_read_can_be_read(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    keys = table(store)
    store.add_action(keys[0], 0, STAY)
    store.close()
    only = Store(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert only.now(keys[0].code).count == 1
    said(lambda: only.add_action(keys[0], 1, STAY), "only be read")


def test_no_database_and_no_place_for_one_are_told(tmp_path: Path, path: Path) -> None:
    path.write_bytes(b"no database at all" * 999)
    said(lambda: Store(f"sqlite:///{path}"), "no database of tables")
    said(lambda: Store(f"sqlite:///{tmp_path / 'nowhere' / 'tables.sqlite'}"), "cannot be reached")
    said(lambda: Store(f"postgresql+psycopg://kit:hidden@/tables?host={tmp_path}"), "cannot be reached")
    with pytest.raises(Unusable) as refused:
        Store(f"postgresql+psycopg://kit:hidden@/tables?host={tmp_path}")
    assert "hidden" not in refused.value.text()
    for address in ("", "tables", "oracle://x/y", "postgresql+nothing://x/y"):
        said(lambda address=address: Store(address), "no address of a database")  # type: ignore[misc]


def test_a_database_that_was_taken_away_while_it_was_open_is_told(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    key = store.open("hush", HUSH, 4, "Ann")
    store.close()
    for old in path.parent.iterdir():
        os.remove(old)
    said(lambda: store.now(key.code), "does not answer as it should")


def test_a_newer_database_is_not_touched(path: Path) -> None:
    Store(f"sqlite:///{path}").close()
    db = sqlite3.connect(path)
    db.execute("UPDATE kit_schema SET version = 99")
    db.commit()
    db.close()
    before = path.read_bytes()
    said(lambda: Store(f"sqlite:///{path}"), "form 99; this one knows 1")
    assert path.read_bytes() == before


def test_an_older_database_is_brought_up_whole_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(f"sqlite:///{path}")
    key = store.open("hush", HUSH, 4, "Ann")
    store.close()
    monkeypatch.setattr(schema, "VERSION", 3)
    monkeypatch.setitem(schema.STEPS, 1, lambda db: db.exec_driver_sql("ALTER TABLE kit_tables ADD COLUMN new TEXT"))
    monkeypatch.setitem(schema.STEPS, 2, lambda db: db.exec_driver_sql("ALTER TABLE nowhere ADD COLUMN new TEXT"))
    said(lambda: Store(f"sqlite:///{path}"), "does not answer")
    monkeypatch.setattr(schema, "VERSION", 1)
    assert Store(f"sqlite:///{path}").now(key.code).seats[0].name == "Ann"
    monkeypatch.setattr(schema, "VERSION", 2)
    assert Store(f"sqlite:///{path}").now(key.code).seats[0].name == "Ann"
    found = sqlite3.connect(path).execute("SELECT version, new FROM kit_schema, kit_tables").fetchall()
    assert found == [(2, None)]


def test_what_is_acknowledged_is_on_the_disk(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    with store._writing() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "FULL"


@pytest.mark.parametrize("game", ["vendetta", "vtes"])
def test_tables_of_the_first_version_are_played_on(path: Path, game: str) -> None:
    shutil.copy(FILES / NAME, path)
    store, frozen = Store(f"sqlite:///{path}"), json.loads((VALUES / "tables-1.json").read_text("utf-8"))
    mine = frozen[game]
    page = replica(store, Key(mine["code"], 0, mine["secret"]), game)
    assert list(page.marks) == mine["marks"]
    assert [[seat, action.to_json()] for seat, action in page.game.actions] == mine["actions"]
    play([page], choices_of(game), most=1)
    assert len(page.game.actions) > len(mine["actions"])
    sealed = frozen["sealed"]
    key = Key(sealed["code"], sealed["seat"], sealed["secret"])
    mine_again = replica(store, key, "vendetta")
    assert list(mine_again.marks) == sealed["marks"]
    assert mine_again.mine.actions[-1][1].to_json() == sealed["own"]
    with pytest.raises(BadTable):
        replica(store, Key(key.code, key.seat, "other"), "vendetta")
