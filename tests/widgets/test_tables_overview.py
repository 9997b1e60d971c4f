"""The teacher's page of tables, and looking on as a guest."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.common_tables.people import Clock
from tests.widgets.helpers import CONTROLS, Reader, assert_hides, hidden_cards
from tests.widgets.test_together import Opened, _seeds, asked, begun, clock, code_of, go_on, look, opened, sat_down
from vendetta_kit.common_tables import BOUNDS
from vendetta_kit.server.page_visitor import TEACHER
from vendetta_widgets import TablesPage, TogetherPage, VtesTogetherPage
from vendetta_widgets.together import tables_overview

__all__ = ["_seeds", "clock", "opened"]

SECRET = "Nine owls"


@pytest.fixture
def teacher(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> Reader:
    """A teacher before her page, let in."""
    monkeypatch.setenv(TEACHER, SECRET)
    reader = opened(page=TablesPage)
    reader.do("enter", {"password": SECRET})
    assert not reader.alert
    return reader


def again(reader: Reader) -> None:
    reader.page._afresh_at = 0.0
    look(reader)


# The door --------------------------------------------------------------------------------------------------------


def test_without_a_password_of_the_server_nobody_is_let_in(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TEACHER, raising=False)
    begun(opened, 2)
    reader = opened(page=TablesPage)
    assert TEACHER in reader.words
    reader.do("enter", {"password": ""})
    assert "not the teacher's password" in reader.alert
    assert "Ann" not in reader.words


@pytest.mark.parametrize("typed", ["", "nine owls", "Nine owls ", "ü"])
def test_a_wrong_password_shows_nothing(opened: Opened, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setenv(TEACHER, SECRET)
    ann, _ = begun(opened, 2)
    reader = opened(page=TablesPage)
    reader.do("enter", {"password": typed})
    assert "not the teacher's password" in reader.alert
    for do, value in (("hold", [code_of(ann), "paused"]), ("close", code_of(ann)), ("let_bot", [code_of(ann), 0])):
        reader.do(do, value)
        assert reader.alert
    again(reader)
    assert code_of(ann) not in "\n".join(reader.messages)
    assert ann.page.tables.now(code_of(ann)).state == "playing"


def test_wrong_passwords_are_counted_over_all_pages_of_an_address(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TEACHER, SECRET)
    bound = BOUNDS["password"]
    left = bound.address
    while left:
        reader = opened(page=TablesPage)
        for _ in range(min(bound.page, left)):
            reader.do("enter", {"password": "x"})
            assert "not the teacher's password" in reader.alert
            left -= 1
        if left:
            reader.do("enter", {"password": SECRET})
            assert "too many wrong passwords" in reader.alert
    fresh = opened("de", page=TablesPage)
    fresh.do("enter", {"password": SECRET})
    assert "zu viele falsche Passwörter" in fresh.alert
    assert "Tische:" not in fresh.words
    elsewhere = opened(page=TablesPage, where="192.0.2.9")
    elsewhere.do("enter", {"password": SECRET})
    assert "Tables: 0" in elsewhere.words


def test_a_password_that_is_too_short_opens_nothing(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TEACHER, "owl")
    reader = opened(page=TablesPage)
    assert "must have 8 letters or more" in reader.words
    reader.do("enter", {"password": "owl"})
    assert "not the teacher's password" in reader.alert
    assert "Tables:" not in reader.words


# The tables -------------------------------------------------------------------------------------------------------


def test_all_tables_are_there_with_whom_they_wait_for(opened: Opened, teacher: Reader, clock: Clock) -> None:
    assert "Nobody has opened a table yet." in teacher.words
    readers = begun(opened, 3, players="3")
    (lobby,) = sat_down(opened, 1, "3")
    vtes = opened(page=VtesTogetherPage)
    vtes.do("table_open", {"name": "Eve", "players": "3"})
    vtes.do("table_fill")
    vtes.do("table_begin")
    again(teacher)
    assert "Tables: 3" in teacher.words
    assert f"{code_of(lobby)} · Vendetta · waits for people" in teacher.words
    assert f"{code_of(vtes)} · V:TES · goes on" in teacher.words
    (her,) = asked(readers)
    name = her.page.session.view.names[her.page.session.me]
    assert f"Waits for {name}." in teacher.words
    assert "Set-up" in teacher.words
    clock.now += 90
    again(teacher)
    assert f"Waits for {name}, not seen for 90 seconds." in teacher.words


def test_more_tables_than_fit_are_paged_and_searched(
    opened: Opened, teacher: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_overview, "MOST", 2)
    codes = [code_of(sat_down(opened, people)[0]) for people in (1, 2, 1, 1, 1)]
    again(teacher)

    def shown() -> list[int]:
        return [number for number, code in enumerate(codes) if f"{code} · Vendetta" in teacher.words]

    assert "Tables: 5" in teacher.words
    assert "Tables 1 to 2 of 5" in teacher.words
    assert shown() == [3, 4]
    teacher.press("Older tables")
    assert shown() == [1, 2]
    teacher.press("Older tables")
    assert shown() == [0]
    teacher.press("Newer tables")
    assert shown() == [1, 2]
    teacher.do("search", {"words": "bea"})
    assert shown() == [1]
    teacher.do("search", {"words": codes[0][:6].lower()})
    assert shown() == [0]
    teacher.do("search", {"words": "nobody"})
    assert "no table with such a code or name" in teacher.words
    teacher.do("search", {"words": ""})
    teacher.do("page", 99)
    assert shown() == [3, 4], "there is no such page"
    for value in ("x", -1, None, 10**30):
        teacher.do("page", value)
        assert "Tables: 5" in teacher.words


def test_a_table_is_paused_and_goes_on(opened: Opened, teacher: Reader) -> None:
    readers = begun(opened, 2)
    again(teacher)
    teacher.press("Pause")
    look(*readers)
    assert all("The table is paused" in reader.words for reader in readers)
    (her,) = asked(readers)
    her.press(next(button for button in her.buttons(*CONTROLS) if button.do == "act"))
    assert "is paused" in her.alert
    teacher.press("Let it go on")
    look(*readers)
    go_on(readers, random.Random(1))


def test_a_bot_plays_for_whom_the_teacher_says_until_she_acts(opened: Opened, teacher: Reader) -> None:
    readers = begun(opened, 3, players="3")
    (her,) = asked(readers)
    others = [reader for reader in readers if reader is not her]
    name = her.page.session.view.names[her.page.session.me]
    again(teacher)
    teacher.press(f"Let a bot play for {name}")
    look(*others)
    assert others[0].page.taken.replica.count > 0
    assert f"A bot plays for: {name}." in others[0].words


def test_closing_a_table_is_asked_for_twice(opened: Opened, teacher: Reader) -> None:
    ann, bea = begun(opened, 2)
    again(teacher)
    teacher.press("Close the table")
    assert "goes with all that was done" in teacher.words
    teacher.press("Keep it")
    assert ann.page.tables.now(code_of(ann)).state == "playing"
    teacher.press("Close the table")
    teacher.press("Yes, close it")
    assert "Tables: 0" in teacher.words
    look(ann)
    assert "no table with the code" in ann.alert or "its table is gone" in ann.alert
    bea.do("act", {"do": "pass"})
    assert bea.alert


@pytest.mark.parametrize(
    ("do", "value"),
    [
        ("hold", ["ZZZZZ", "paused"]),
        ("let_bot", ["ZZZZZ", 0]),
        ("no_such", 1),
        ("hold", [1]),
        ("hold", None),
        ("let_bot", ["ZZZZZ", "x"]),
        ("hold", "ab"),
        ("enter", 7),
    ],
)
def test_a_click_that_the_page_does_not_offer_is_told(teacher: Reader, do: str, value: Any) -> None:
    teacher.do(do, value)
    assert teacher.alert


def test_a_table_that_cannot_be_played_here_does_not_hide_the_others(
    opened: Opened, teacher: Reader, tmp_path: Path
) -> None:
    first, second = begun(opened, 2)[0], begun(opened, 2)[0]
    store = first.page.tables
    store.add_action(first.page.key, first.page.taken.replica.count, {"do": "no such thing"})
    again(teacher)
    assert "cannot be played" in teacher.words or "this kit cannot" in teacher.words
    assert f"{code_of(second)} · Vendetta · goes on" in teacher.words


@pytest.mark.parametrize(
    "damage",
    ["DELETE FROM kit_log WHERE n > 1", "UPDATE kit_tables SET setup = '{'", "UPDATE kit_seats SET name = x'ff'"],
)
def test_a_damaged_table_does_not_hide_the_others(opened: Opened, teacher: Reader, tmp_path: Path, damage: str) -> None:
    first, second = begun(opened, 2), begun(opened, 2)
    for _ in range(4):
        go_on(first, random.Random(1))
    db = sqlite3.connect(tmp_path / "tables.sqlite")
    number = db.execute("SELECT id FROM kit_tables WHERE code = ?", [code_of(first[0])]).fetchone()[0]
    of = "id" if "kit_tables" in damage else "table_id"
    where = "AND" if "WHERE" in damage else "WHERE"
    db.execute(f"{damage} {where} {of} = {number}")
    db.commit()
    db.close()
    again(teacher)
    assert "damaged" in teacher.words
    assert f"{code_of(second[0])} · Vendetta · goes on" in teacher.words


# What is hidden stays so -------------------------------------------------------------------------------------------


def test_neither_the_teacher_nor_a_guest_is_told_what_is_hidden(opened: Opened, teacher: Reader) -> None:
    readers = begun(opened, 4)
    guest = opened(query=f"?watch={code_of(readers[0])}", page=TogetherPage)
    rng, kept = random.Random(9), 0
    for turn in range(60):
        go_on(readers, rng)
        again(teacher)
        look(guest)
        game = guest.page.taken.replica.game
        hidden = {card for seat in range(4) for card in hidden_cards(game, guest.page.session.view, seat)}
        kept += len(hidden)
        for her in (teacher, guest):
            assert_hides(her.news(), hidden, f"turn {turn}")
    while any(button.do == "recap_on" for button in guest.buttons("show")):
        guest.do("recap_on")
    assert "You look on as a guest" in guest.words
    assert "The table waits for" in guest.words
    assert not [button for button in guest.buttons(*CONTROLS) if button.do in ("act", "step", "drain")]
    assert kept > 1000


def test_a_guest_changes_nothing(opened: Opened) -> None:
    readers = begun(opened, 2)
    guest = opened(query=f"?watch={code_of(readers[0])}")
    before = readers[0].page.tables.change_count(code_of(readers[0]))
    for do, value in (
        ("act", {"do": "pass"}), ("menu", "undo"), ("table_yes", None), ("table_no", None), ("table_stand_in", 1),
        ("again", None), ("table_next", None), ("table_begin", None),
    ):  # fmt: skip
        guest.do(do, value)
        assert guest.alert, do
    look(guest)
    assert readers[0].page.tables.change_count(code_of(readers[0])) == before


def test_a_guest_of_no_table_is_told(opened: Opened) -> None:
    guest = opened(query="?watch=ZZZZZ")
    assert "no table with the code" in guest.alert
    assert "Sit down" in guest.words
