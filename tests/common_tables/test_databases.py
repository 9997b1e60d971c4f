"""Databases that cannot be used say so in one line, in both languages, and lose nothing; old ones are read for ever."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.common_tables.people import HUSH, play, replica, rules_of, table, waits_for
from tests.frozen.tables import FILES, NAMES, VALUES
from vendetta_kit.common_tables import BadTable, Replica, SeatKey, Store, Unusable, choices_of, database

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
    monkeypatch.setattr(database, "WAITS", 0.0)
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
    for ask in (lambda: store.now(key.code), lambda: store.mark_present(key)):
        said(ask, "moved or deleted")
    assert not list(path.parent.iterdir()), "no other file is made in its place"


def test_a_newer_database_is_not_touched(path: Path) -> None:
    Store(f"sqlite:///{path}").close()
    db = sqlite3.connect(path)
    db.execute("UPDATE kit_schema SET version = 99")
    db.commit()
    db.close()
    before = path.read_bytes()
    said(lambda: Store(f"sqlite:///{path}"), f"form 99; this one knows {database.VERSION}")
    assert path.read_bytes() == before


def test_an_older_database_is_brought_up_whole_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(f"sqlite:///{path}")
    key = store.open("hush", HUSH, 4, "Ann")
    store.close()
    now = database.VERSION
    steps = ("ALTER TABLE kit_votes ADD COLUMN new TEXT", "ALTER TABLE nowhere ADD COLUMN new TEXT")
    for version, step in enumerate(steps, now):
        monkeypatch.setitem(database.STEPS, version, lambda db, step=step: db.exec_driver_sql(step))
    monkeypatch.setattr(database, "VERSION", now + 2)
    said(lambda: Store(f"sqlite:///{path}"), "does not answer")
    monkeypatch.setattr(database, "VERSION", now)
    assert Store(f"sqlite:///{path}").now(key.code).seats[0].name == "Ann"
    monkeypatch.setattr(database, "VERSION", now + 1)
    assert Store(f"sqlite:///{path}").now(key.code).seats[0].name == "Ann"
    db = sqlite3.connect(path)
    assert db.execute("SELECT version FROM kit_schema").fetchall() == [(now + 1,)]
    assert db.execute("SELECT new FROM kit_votes").fetchall() == []


def test_what_is_acknowledged_is_on_the_disk(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    with store._writing() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "FULL"


def test_a_file_that_is_deleted_or_replaced_while_it_is_open_takes_nothing_more(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    keys = table(store)
    store.add_action(keys[0], 0, STAY)
    aside = path.with_suffix(".aside")
    path.rename(aside)
    for ask in (lambda: store.add_action(keys[0], 1, STAY), lambda: store.change_count(keys[0].code)):
        said(ask, "moved or deleted")
    aside.rename(path)
    store.add_action(keys[0], 1, STAY)
    assert Store(f"sqlite:///{path}").now(keys[0].code).count == 2, "all that was acknowledged"
    for old in path.parent.iterdir():
        old.unlink()
    other = Store(f"sqlite:///{path}").open("hush", HUSH, 4, "Eve")
    said(lambda: store.add_action(keys[0], 2, STAY), "moved or deleted")
    assert store.now(other.code).seats[0].name == "Eve", "the new file is opened"
    with pytest.raises(BadTable):
        store.add_action(keys[0], 2, STAY)


def test_a_log_of_writes_that_is_deleted_is_told(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    keys = table(store)
    store.add_action(keys[0], 0, STAY)
    path.with_name(f"{path.name}-wal").unlink()
    said(lambda: store.add_action(keys[0], 1, STAY), "moved or deleted")


def spoilt(path: Path, statement: str) -> None:
    """Change the file behind the store's back."""
    db = sqlite3.connect(path)
    db.execute(statement)
    db.commit()
    db.close()


def test_a_log_with_fewer_rows_than_its_length_is_told(path: Path) -> None:
    store = Store(f"sqlite:///{path}")
    keys = table(store)
    pages = [replica(store, key) for key in keys]
    play(pages, most=20)
    count = pages[0].count
    for since, missing in ((15, 16), (5, 6), (0, 1)):
        spoilt(path, f"DELETE FROM kit_log WHERE n > {since}")
        with pytest.raises(BadTable, match=f"row {missing} of the {count} rows of this table is missing"):
            replica(store, keys[0])
    with pytest.raises(BadTable, match="missing"):
        Replica(store, keys[0].code, pages[0].game.rules)


SPOILT = {
    "set-up": "UPDATE kit_tables SET setup = '{'",
    "set-up that is none": "UPDATE kit_tables SET setup = '[1]'",
    "set-up of wrong types": """UPDATE kit_tables SET setup = '{"seats": "x", "seed": []}'""",
    "a set-up too deep": f"UPDATE kit_tables SET setup = '{'[' * 200_000}'",
    "a state": "UPDATE kit_tables SET state = 'gone'",
    "a length in words": "UPDATE kit_tables SET length = 'many'",
    "a length that is none": "UPDATE kit_tables SET length = -1.5",
    "bytes that are no text": "UPDATE kit_tables SET setup = CAST(x'ff00fe' AS TEXT)",
    "bytes": "UPDATE kit_tables SET setup = x'ff00fe'",
    "an end of a lease": "UPDATE kit_tables SET until = 'soon'",
    "a time": "UPDATE kit_tables SET lived = 9e999",
    "a seat": "UPDATE kit_seats SET seat = 7 WHERE seat = 2",
    "all seats": "DELETE FROM kit_seats",
    "a name": "UPDATE kit_seats SET name = x'ff'",
    "when seen": "UPDATE kit_seats SET seen_at = 'never'",
    "an action": "UPDATE kit_log SET action = '{' WHERE n = 2",
    "an action of nothing": "UPDATE kit_log SET action = 'null' WHERE n = 2",
    "an action that is none": """UPDATE kit_log SET action = '{"do": {}}' WHERE n = 2""",
    "an undo": "UPDATE kit_log SET seat = -1 WHERE n = 2",
    "an undo of more": """UPDATE kit_log SET seat = -1, action = '{"keep": 9}' WHERE n = 2""",
    "whose it was": "UPDATE kit_log SET seat = 'hers' WHERE n = 2",
    "a seat too many": "UPDATE kit_log SET seat = 99 WHERE n = 2",
    "a number": "UPDATE kit_log SET n = 'two' WHERE n = 2",
}


@pytest.mark.parametrize("statement", SPOILT.values(), ids=SPOILT)
def test_what_is_damaged_is_told_in_words(path: Path, statement: str) -> None:
    store = Store(f"sqlite:///{path}")
    keys = table(store, "vendetta")
    play([replica(store, key, "vendetta") for key in keys], most=5)
    store.close()
    spoilt(path, statement)
    store = Store(f"sqlite:///{path}")
    for look in (keys[0], keys[0].code):
        with pytest.raises((BadTable, Unusable)) as refused:
            Replica(store, look, rules_of("vendetta")).catch_up()
        assert refused.value.text() != refused.value.text("de")
        assert "\n" not in refused.value.text()
    assert store.listed()[0] == 1


@pytest.mark.parametrize("version", ["'two'", "-3", "NULL", "2.5"])
def test_a_version_that_is_none_is_told(path: Path, version: str) -> None:
    Store(f"sqlite:///{path}").close()
    spoilt(path, "DROP TABLE kit_schema")
    spoilt(path, "CREATE TABLE kit_schema (version)")
    spoilt(path, f"INSERT INTO kit_schema VALUES ({version})")
    said(lambda: Store(f"sqlite:///{path}"), "no database of tables")


@pytest.mark.parametrize(
    "seed", [pytest.param(range(40), id="some"), pytest.param(range(40, 600), id="many", marks=pytest.mark.long)]
)
def test_whatever_bytes_are_changed_only_words_come(path: Path, seed: range) -> None:
    store = Store(f"sqlite:///{path}")
    keys = table(store)
    play([replica(store, key) for key in keys], most=12)
    store.close()
    whole = path.read_bytes()
    for number in seed:
        chance = Random(number)
        bytes_ = bytearray(whole)
        for _ in range(chance.choice((1, 20, 400))):
            bytes_[chance.randrange(len(bytes_))] = chance.randrange(256)
        path.write_bytes(bytes_)
        opened = None
        with suppress(BadTable, Unusable):
            opened = Store(f"sqlite:///{path}")
            page = replica(opened, keys[0])
            if waits_for(page):
                play([page], most=1)
            opened.listed("ann")
        if opened is not None:
            opened.close()
        for more in ("-wal", "-shm"):
            path.with_name(f"{path.name}{more}").unlink(missing_ok=True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["vendetta", "vtes"])
def test_tables_of_each_version_are_played_on(path: Path, game: str, name: str) -> None:
    shutil.copy(FILES / f"{name}.sqlite", path)
    store, frozen = Store(f"sqlite:///{path}"), json.loads((VALUES / f"{name}.json").read_text("utf-8"))
    mine = frozen[game]
    page = replica(store, SeatKey(mine["code"], 0, mine["secret"]), game)
    assert list(page.marks) == mine["marks"]
    made = [[seat, action.to_json()] for seat, action in page.game.actions]
    if game == "vendetta":
        assert made == mine["actions"]
    else:  # where more is asked since a rule was repaired, nothing was done
        rest = iter(made)
        assert all(row in rest for row in mine["actions"])
        assert sum(row[1]["do"] != "pass" for row in made) == sum(row[1]["do"] != "pass" for row in mine["actions"])
    play([page], choices_of(game), most=1)
    assert len(page.game.actions) > len(mine["actions"])
    sealed = frozen["sealed"]
    key = SeatKey(sealed["code"], sealed["seat"], sealed["secret"])
    mine_again = replica(store, key, "vendetta")
    assert list(mine_again.marks) == sealed["marks"]
    assert mine_again.own_game.actions[-1][1].to_json() == sealed["own"]
    with pytest.raises(BadTable):
        replica(store, SeatKey(key.code, key.seat, "other"), "vendetta")
