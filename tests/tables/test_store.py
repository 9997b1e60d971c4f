"""Who may do what at a table, the leases of bots, and what is kept: on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from tests.tables.people import HUSH, Clock, any_move, play, replica, table, waits_for
from vendetta_kit.tables import BadTable, Key, Store, TooLate, store_at
from vendetta_kit.tables.records import LETTERS, read_code

STAY = {"do": "stay"}
PASS = {"do": "pass"}


def opened(store: Store, seats: int = 4) -> Key:
    return store.open("hush", HUSH, seats, "Ann")


# Sitting down ----------------------------------------------------------------------------------------------


def test_codes_cannot_be_misread(store: Store) -> None:
    key = opened(store)
    assert read_code(key.code) == key.code
    assert len(key.code) == 5
    assert not set(LETTERS) & set("0O1ILQUVAEGY")
    assert store.now(f" {key.code[:2].lower()}-{key.code[2:]} ").code == key.code
    assert store.codes() == (key.code,)


@pytest.mark.parametrize("code", ["", "AAAAA", "BCDF", "BCDFHJ", "' OR 1", "BCDFH", "\ud800" * 5, "x" * 10**6])
def test_a_wrong_code_is_told_in_words(store: Store, code: str) -> None:
    with pytest.raises(BadTable, match="there is no table with the code"):
        store.join(code, "Bob")


@pytest.mark.parametrize("name", ["<b>Bob</b>", "Bob&amp;", "", " \u202e ", 'x" onload="', "{{x}}", "`x`"])
def test_a_name_with_markup_is_refused(store: Store, name: str) -> None:
    key = opened(store)
    with pytest.raises(BadTable, match="cannot be a name here") as said:
        store.join(key.code, name)
    assert "\n" not in said.value.text("de")
    assert not store.now(key.code).seats[1].person


def test_a_full_table_and_a_name_twice_are_told_in_words(store: Store) -> None:
    key = opened(store, 2)
    with pytest.raises(BadTable, match="called ANN already"):
        store.join(key.code, "ANN")
    store.join(key.code, "O'Brien")
    with pytest.raises(BadTable, match="all 2 seats are taken"):
        store.join(key.code, "Cy")


def test_only_the_hash_of_a_secret_is_kept(store: Store, address: str) -> None:
    key = opened(store)
    engine = create_engine(address)
    with engine.connect() as db:
        rows = [list(row) for name in ("kit_tables", "kit_seats") for row in db.execute(text(f"SELECT * FROM {name}"))]
    engine.dispose()
    assert rows
    assert key.secret not in json.dumps(rows, default=str)
    assert key.secret not in repr(store.now(key.code))


ASKS: dict[str, Callable[[Store, Key], Any]] = {
    "news": lambda store, key: store.news(key, 0),
    "add_action": lambda store, key: store.add_action(key, 0, STAY),
    "begin": lambda store, key: store.begin(key),
    "leave": lambda store, key: store.leave(key),
    "seat_bot": lambda store, key: store.seat_bot(key, 2, "greedy"),
    "set_state": lambda store, key: store.set_state(key, "paused", 0),
    "ask_undo": lambda store, key: store.ask_undo(key, 0, 0),
    "refuse_undo": lambda store, key: store.refuse_undo(key),
    "here": lambda store, key: store.here(key),
    "stand_in": lambda store, key: store.stand_in(key, 1, "greedy"),
    "lease": lambda store, key: store.lease(key, "me"),
}


@pytest.mark.parametrize("ask", ASKS)
def test_nothing_is_done_with_a_foreign_secret(store: Store, ask: str) -> None:
    ann = opened(store)
    bob = store.join(ann.code, "Bob")
    before = store.now(ann.code)
    for key in (replace(ann, secret=bob.secret), replace(ann, seat=2), replace(ann, seat=9), replace(bob, secret="")):
        with pytest.raises(BadTable, match="belongs to somebody else"):
            ASKS[ask](store, key)
    assert store.now(ann.code) == before


def test_a_lobby_fills_and_empties_and_begins_once(store: Store) -> None:
    ann = opened(store, 3)
    bob = store.join(ann.code, "Bob")
    store.leave(bob)
    with pytest.raises(BadTable, match="belongs to somebody else"):
        store.news(bob, 0)
    store.seat_bot(ann, 2, "greedy", "Cy")
    with pytest.raises(BadTable, match="on seat 1 somebody sits"):
        store.seat_bot(ann, 0, "greedy")
    with pytest.raises(BadTable, match="nobody sits on seat 2"):
        store.begin(ann)
    with pytest.raises(BadTable, match="has not begun"):
        store.add_action(ann, 0, STAY)
    store.join(ann.code, "Bo")
    store.begin(ann)
    assert [(seat.name, seat.person, seat.bot) for seat in store.now(ann.code).seats] == [
        ("Ann", True, None),
        ("Bo", True, None),
        ("Cy", False, "greedy"),
    ]
    for again in (lambda: store.begin(ann), lambda: store.join(ann.code, "Dee"), lambda: store.leave(ann)):
        with pytest.raises(BadTable, match="has begun"):
            again()


def test_the_players_names_are_those_at_the_table(store: Store) -> None:
    ann = store.open("vendetta", {"seats": 3, "seed": 1, "names": ["A", "B", "C"]}, 3, "Änne")
    store.join(ann.code, "Bob")
    store.seat_bot(ann, 2, "greedy")
    store.begin(ann)
    assert replica(store, ann, "vendetta").game.names == ("Änne", "Bob", "C")


def test_a_bot_is_called_as_nobody_else_at_the_table(store: Store) -> None:
    ann = store.open("vendetta", {"seats": 3, "seed": 1, "names": ["Ann", "Bob", "Cy"]}, 3, "Ann")
    store.join(ann.code, "cy")
    store.seat_bot(ann, 2, "greedy")
    store.begin(ann)
    assert replica(store, ann, "vendetta").game.names == ("Ann", "cy", "Bob")


def test_a_paused_table_takes_nothing(store: Store) -> None:
    keys = table(store)
    store.set_state(keys[0], "paused", 0)
    with pytest.raises(BadTable, match="paused"):
        store.add_action(keys[1], 0, STAY, range(4))
    with pytest.raises(BadTable, match="paused"):
        replica(store, keys[1]).ask_undo(0)
    store.set_state(keys[1], "playing", 0)
    store.add_action(keys[1], 0, STAY, range(4))
    with pytest.raises(TooLate):
        store.set_state(keys[1], "over", 3)
    store.set_state(keys[1], "over", 0)
    with pytest.raises(BadTable, match="is over"):
        store.set_state(keys[1], "playing", 0)


def test_who_is_not_asked_cannot_answer_with_the_others(store: Store) -> None:
    keys = table(store)
    with pytest.raises(BadTable, match="not asked"):
        store.add_action(keys[3], 0, STAY, (0, 1, 2))
    with pytest.raises(BadTable, match="more than"):
        store.add_action(keys[3], 0, {"do": "x" * 9999})
    assert store.news(keys[0], 0).log == ()


def test_a_log_that_is_long_comes_whole(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [replica(store, key) for key in table(store)]
    play(pages, most=12)
    monkeypatch.setattr("vendetta_kit.tables.store.NEWS", 5)
    assert len(store.news(pages[0].key, 0).log) == 5
    assert replica(store, pages[0].key).marks == pages[0].marks


# The bots' lease -------------------------------------------------------------------------------------------


def test_a_lease_that_is_not_renewed_passes_on(store: Store, clock: Clock) -> None:
    ann, bob = table(store, people=2)
    assert store.lease(ann, "a", 10)
    assert not store.lease(bob, "b", 10)
    clock.now += 9
    assert store.lease(ann, "a", 10), "renewed"
    clock.now += 9
    assert not store.lease(bob, "b", 10)
    clock.now += 1
    assert store.lease(bob, "b", 10)
    assert not store.lease(ann, "a", 10)
    with pytest.raises(TooLate, match="another page"):
        store.add_action(ann, 0, STAY, range(4), "a", 2)


def test_a_dead_pages_bots_are_played_by_another(store: Store, clock: Clock) -> None:
    ann, bob = (replica(store, key) for key in table(store, people=2))
    assert ann.play_bots() == 1
    assert bob.play_bots() == 0, "they are Ann's to play"
    clock.now += 60
    bob.catch_up()
    assert bob.play_bots() == 1
    assert ann.play_bots() == 0
    ann.catch_up()
    assert ann.chosen == {2, 3}


def test_a_second_writer_changes_nothing(store: Store, clock: Clock) -> None:
    ann, bob = (replica(store, key) for key in table(store, people=2))
    stale = bob.bot_action(2)
    assert ann.play_bots() == 1
    clock.now += 60
    store.lease(bob.key, bob.holder)
    with pytest.raises(TooLate, match="chosen already"):
        store.add_action(bob.key, 0, stale.to_json(), range(4), bob.holder, 2)
    ann.catch_up()
    assert ann.chosen == {2}


def test_a_bot_plays_no_persons_seat(store: Store) -> None:
    ann, bob = table(store, people=2)
    assert store.lease(ann, "a")
    for seat in (bob.seat, 9, -1, None):
        with pytest.raises(BadTable, match="no bot plays"):
            store.add_action(ann, 0, STAY, range(4), "a", seat)


def test_a_bot_stands_in_for_who_stays_away_until_she_is_back(store: Store, clock: Clock) -> None:
    ann, bob, *_ = table(store, people=2)
    page = replica(store, ann)
    with pytest.raises(BadTable, match="Bob was here less than 180 seconds ago"):
        store.stand_in(ann, bob.seat, "greedy")
    clock.now += 181
    for seat in (ann.seat, 2, 9):
        with pytest.raises(BadTable, match="no other person"):
            store.stand_in(ann, seat, "greedy")
    store.stand_in(ann, bob.seat, "greedy")
    page.act(page.game.legal(0)[0])
    assert page.play_bots(most=3) == 3
    assert len(page.game.actions) == 4
    back = replica(store, bob)
    assert back.table.seats[1].stand_in == "greedy"
    store.here(bob)
    back.catch_up()
    assert back.table.seats[1].stand_in is None
    with pytest.raises(BadTable, match="no bot plays"):
        store.add_action(ann, 4, PASS, (), page.holder, bob.seat)


def test_who_acts_herself_has_her_seat_back(store: Store, clock: Clock) -> None:
    ann, bob = table(store, people=2)
    clock.now += 181
    store.stand_in(ann, bob.seat, "greedy")
    page = replica(store, bob)
    page.act(any_move(page.game, 1, "", Random(1)))
    assert page.table.seats[1].played_by is None
    assert not waits_for(page)


def test_an_undo_waits_for_no_bot_and_no_one_who_is_away(store: Store, clock: Clock) -> None:
    keys = table(store, people=3)
    pages = [replica(store, key) for key in keys]
    play(pages, lambda game, seat, bot, rng: game.rules.actions.from_json(STAY), most=3)
    assert pages[0].play_bots() == 1
    pages[0].act(pages[0].game.rules.actions.from_json(PASS))
    clock.now += 181
    store.here(keys[1])
    store.stand_in(keys[1], 2, "greedy")
    assert not pages[0].ask_undo()
    pages[1].catch_up()
    assert pages[1].ask_undo()


def test_the_server_keeps_its_tables_in_a_file_unless_told_otherwise(tmp_path: Any, address: str) -> None:
    key = opened(store_at(str(tmp_path), {}))
    assert (tmp_path / "tables.sqlite").exists()
    assert key.code in Store(f"sqlite:///{tmp_path / 'tables.sqlite'}").codes()
    other = opened(store_at(str(tmp_path), {"VENDETTA_TABLES": address}))
    assert other.code in Store(address).codes()


def test_a_number_tells_that_there_is_something_new(store: Store) -> None:
    ann = store.open("hush", HUSH, 3, "Ann")
    before = store.told(ann.code)
    assert store.told(ann.code) == before
    store.join(ann.code, "Bob")
    assert store.told(ann.code) != before
    with pytest.raises(BadTable, match="no table"):
        store.told("ZZZZZ")


def test_the_same_people_play_again_with_the_same_secrets(store: Store) -> None:
    keys = table(store, people=2)
    fresh = {**HUSH, "seed": 8}
    with pytest.raises(BadTable, match="goes on"):
        store.again(keys[0], fresh)
    store.set_state(keys[0], "over", 0)
    ann = store.again(keys[0], fresh)
    assert store.again(keys[1], {**HUSH, "seed": 9}) == Key(ann.code, 1, keys[1].secret)
    assert ann.code != keys[0].code == store.now(keys[0].code).code
    assert store.now(keys[0].code).next == ann.code
    again = store.now(ann.code)
    assert (again.state, again.setup["seed"], again.count) == ("playing", 8, 0)
    assert [(seat.name, seat.bot) for seat in again.seats] == [(s.name, s.bot) for s in store.now(keys[0].code).seats]
    with pytest.raises(BadTable, match="somebody else"):
        store.again(Key(keys[0].code, 0, "x"), fresh)


def test_nobody_else_on_the_machine_can_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{path}")
    table(store, people=2)
    assert {file.name: file.stat().st_mode & 0o077 for file in tmp_path.iterdir()}.keys() >= {path.name}
    assert not any(file.stat().st_mode & 0o077 for file in tmp_path.iterdir())
    store.close()


def test_a_sealed_answer_ends_a_vote_on_an_undo(store: Store) -> None:
    keys = table(store, people=4)
    store.add_action(keys[0], 0, PASS)
    assert not store.ask_undo(keys[0], 1, 0)
    assert store.now(keys[0].code).undo == {0: 0}
    store.add_action(keys[1], 1, STAY, sealed=(0, 1))
    assert store.now(keys[0].code).undo == {}
    with pytest.raises(BadTable, match="somebody has seen"):
        store.ask_undo(keys[2], 1, 0)
