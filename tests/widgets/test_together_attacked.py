"""Common tables with people who mean harm, or a database that does not do as it should: nothing is lost or told."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.widgets.helpers import on_offer
from tests.widgets.test_together import Opened, _seeds, asked, begun, clock, code_of, look, opened, sat_down
from vendetta_kit.common_tables import BOUNDS, MOST_KEYS, BadTable, database
from vendetta_widgets.together import shared_table_page as together

__all__ = ["_seeds", "clock", "opened"]


def test_who_types_many_wrong_codes_must_stop(opened: Opened) -> None:
    (ann,) = sat_down(opened, 1, "3")
    her = opened()
    for _ in range(BOUNDS["code"].page):
        her.do("table_join", {"code": "ZZZZZ", "name": "Bea"})
        assert "no table" in her.alert
    for ask in (
        lambda: her.do("table_join", {"code": code_of(ann), "name": "Bea"}),
        lambda: her.page.arrived({"watch": code_of(ann)}),
    ):
        with suppress(BadTable):
            ask()
        assert "Ann" not in her.words
    her.do("table_join", {"code": code_of(ann), "name": "Bea"})
    assert "too many wrong codes" in her.alert


def test_what_a_page_says_that_it_keeps_tells_it_of_no_table(opened: Opened) -> None:
    """A page may say anything of what its browser keeps; it hears only of tables whose secrets it has."""
    ann, bea = sat_down(opened, 2, "3")
    code = code_of(ann)
    thief = opened()
    mine = json.loads(bea.store["tables"])
    for kept in (
        {code: [0, "x"]},
        {code: [1, mine[code][1][:-1]]},
        {code: [0, mine[code][1]]},
        {f"ZZZZZZ{a}{b}": [0, "x"] for a in "BCDFHJKM" for b in "BCDFHJKM"} | {code: [0, "x"]},
    ):
        thief.send(type="stored", stored={"tables": json.dumps(kept)})
        thief.do("find", "")
        assert "Ann" not in "\n".join(thief.messages)
        said = set()
        for one in (code, "ZZZZZZZZ"):
            thief.send(type="stored", stored={"tables": json.dumps({one: [0, "x"]})})
            thief.do("table_back", one)
            said.add(thief.alert)
        assert len(said) == 1, "whether there is such a table is told by nothing"
    thief.send(type="stored", stored={"tables": bea.store["tables"]})
    thief.do("find", "")
    assert f"{code}: Ann, Bea" in thief.words, "who has the secret is told"


def test_few_keys_are_read_and_each_wrong_one_once(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    her = opened()
    asked_for: list[int] = []
    mine = her.page.tables.tables_of

    def count(keys: Any) -> Any:
        asked_for.append(len(list(keys)))
        return mine(keys)

    monkeypatch.setattr(her.page.tables, "tables_of", count)
    her.send(type="stored", stored={"tables": json.dumps({f"ZZZZZZB{letter}": [0, "x"] for letter in "BCDFHJKMNPRS"})})
    for _ in range(3):
        her.do("find", "")
    assert asked_for == [MOST_KEYS]
    her.send(type="stored", stored={"tables": "[" * 10**6})
    her.do("table_back", "BCDFH")
    assert her.alert


@pytest.mark.parametrize("do", [("table_fill", None), ("table_begin", None), ("table_bot", [2, "gentle"])])
def test_only_who_has_opened_the_table_begins_it_and_seats_bots(opened: Opened, do: tuple[str, Any]) -> None:
    ann, bea = sat_down(opened, 2, "3")
    bea.do(*do)
    assert "only Ann, who has opened the table, can do this" in bea.alert
    table = ann.page.tables.now(code_of(ann))
    assert (table.state, [seat.bot for seat in table.seats]) == ("lobby", [None] * 3)
    ann.do("table_leave")
    assert "stays at it" in ann.alert
    assert ann.page.tables.now(code_of(ann)).seats[0].person


def test_one_page_opens_few_tables(opened: Opened) -> None:
    her = opened()
    for _ in range(BOUNDS["table"].page):
        her.do("table_open", {"name": "Ann", "players": "3"})
        assert not her.alert
    her.do("table_open", {"name": "Ann", "players": "3"})
    assert "many tables were opened" in her.alert


def locked(path: Path) -> sqlite3.Connection:
    """Somebody who writes to the database, and does not come to an end."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_press_waits_for_a_database_that_is_busy(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "WAITS", 0.0)
    readers = begun(opened, 3, players="3")
    (her,) = asked(readers)
    her.page._next_here = float("inf")
    before = her.page.taken.replica.count
    other = locked(tmp_path / "tables.sqlite")
    her.press(next(button for button in on_offer(her) if button.do == "act"))
    assert "What you pressed waits" in her.alert
    assert str(tmp_path) not in "\n".join(her.messages)
    look(her)
    assert "What you pressed waits" in her.alert
    assert her.page.tables.now(code_of(her)).count == before
    other.execute("ROLLBACK")
    look(her)
    assert not her.alert
    table = her.page.tables.now(code_of(her))
    assert table.count > before or table.chosen
    look(her)
    assert her.page.tables.now(code_of(her)).count == her.page.taken.replica.count, "once"


def test_a_press_that_waits_is_not_made_at_another_table_than_it_was_made_at(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "WAITS", 0.0)
    readers = begun(opened, 3, players="3")
    (her,) = asked(readers)
    again = opened(query=f"?table={code_of(her)}", stored=her.store)
    press = next(button for button in on_offer(her) if button.do == "act")
    other = locked(tmp_path / "tables.sqlite")
    her.page._next_here = float("inf")
    her.press(press)
    other.execute("ROLLBACK")
    again.press(press)
    count = again.page.taken.replica.count
    look(her)
    assert "somebody was quicker" in her.alert
    assert her.page.tables.now(code_of(her)).count == count
    look(her)
    assert not her.alert


def test_a_database_that_stays_busy_is_told_in_the_end(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "WAITS", 0.0)
    monkeypatch.setattr(together, "AGAIN", -1.0)
    (ann,) = sat_down(opened, 1, "3")
    other = locked(tmp_path / "tables.sqlite")
    ann.do("table_fill")
    assert "busy; nothing was changed" in ann.alert
    assert str(tmp_path) not in ann.alert
    other.execute("ROLLBACK")


def test_what_a_common_table_does_not_offer_is_refused(opened: Opened) -> None:
    """A page hides these; who sends them all the same changes nothing, and is given nothing."""
    readers = begun(opened, 2, players="3")
    ann = readers[0]
    look(*readers)
    before, said = ann.page.tables.now(code_of(ann)), len(ann.files)
    moment = ann.page.taken.replica.marks
    for do, value in (
        ("start", {"seed": "7"}), ("before", None), ("what_if", 0), ("come_back", None), ("menu", "save"),
        ("menu", "export"), ("menu", "new"), ("table_take", None), ("table_next", None), ("again", None),
        ("eyes", 1), ("table_stand_in", "x"), ("table_stand_in", 0), ("table_stand_in", 10**30),
        ("table_bot", [1, None]),
        ("table_begin", None), ("table_leave", None), ("hold", [code_of(ann), "paused"]),
        ("close", code_of(ann)), ("let_bot", [code_of(ann), 1]), ("table_back", "nowhere"), ("table_join", 7),
    ):  # fmt: skip
        ann.do(do, value)
        assert ann.alert, do
    ann.choose_file("load", "game.json", b"{}")
    assert ann.alert
    after = ann.page.tables.now(code_of(ann))
    assert (after.state, after.count, after.seats) == (before.state, before.count, before.seats)
    assert ann.page.taken.replica.marks == moment
    assert len(ann.files) == said
    assert "game" not in ann.store


def test_a_foreign_secret_opens_nothing(opened: Opened) -> None:
    ann, _ = begun(opened, 2)
    thief = {"tables": json.dumps({code_of(ann): [0, "x" * 32]})}
    her = opened(query=f"?table={code_of(ann)}", stored=thief)
    assert "belongs to somebody else" in her.alert
    assert "Sit down" in her.words
    assert "Your turn" not in her.words


def test_what_a_browser_keeps_of_tables_may_be_spoilt(opened: Opened) -> None:
    for kept in ("", "[]", "{", '{"BCDFH": 1}', '{"BCDFH": ["a", "b"]}'):
        her = opened(query="?table=BCDFH", stored={"tables": kept})
        assert "Sit down" in her.words, kept
