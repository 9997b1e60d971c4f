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

from tests.common_tables.people import HUSH, NAMES, Clock, any_move, passes, play, replica, table, waits_for
from vendetta_kit.common_tables import BOUNDS, MOST_KEYS, BadTable, SeatKey, Store, TooLate, store_at
from vendetta_kit.common_tables.store import LEASE
from vendetta_kit.common_tables.table_records import DAY, LETTERS, LONG, read_code
from vendetta_kit.common_tables.table_rows import LOBBY
from vendetta_kit.server.page_visitor import Visitor

STAY = {"do": "stay"}
PASS = {"do": "pass"}


def opened(store: Store, seats: int = 4) -> SeatKey:
    return store.open("hush", HUSH, seats, "Ann")


# Sitting down ----------------------------------------------------------------------------------------------


def test_codes_cannot_be_misread(store: Store) -> None:
    key = opened(store)
    assert read_code(key.code) == key.code
    assert len(key.code) == 8
    assert not set(LETTERS) & set("0O1ILQUVAEGY")
    assert store.find(f" {key.code[:4].lower()}-{key.code[4:]} ").code == key.code
    assert store.listed() == (1, {key.code: 1})


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


ASKS: dict[str, Callable[[Store, SeatKey], Any]] = {
    "news": lambda store, key: store.news(key, 0),
    "add_action": lambda store, key: store.add_action(key, 0, STAY),
    "begin": lambda store, key: store.begin(key),
    "leave": lambda store, key: store.leave(key),
    "seat_bot": lambda store, key: store.seat_bot(key, 2, "greedy"),
    "set_state": lambda store, key: store.set_state(key, "paused", 0),
    "ask_undo": lambda store, key: store.ask_undo(key, 0, 0),
    "refuse_undo": lambda store, key: store.refuse_undo(key),
    "here": lambda store, key: store.mark_present(key),
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
    bob = store.join(ann.code, "Bo")
    store.begin(ann)
    assert [(seat.name, seat.person, seat.bot) for seat in store.now(ann.code).seats] == [
        ("Ann", True, None),
        ("Bo", True, None),
        ("Cy", False, "greedy"),
    ]
    for again in (lambda: store.begin(ann), lambda: store.join(ann.code, "Dee"), lambda: store.leave(bob)):
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
    monkeypatch.setattr("vendetta_kit.common_tables.store.NEWS", 5)
    assert len(store.news(pages[0].key, 0).log) == 5
    assert replica(store, pages[0].key).marks == pages[0].marks


# Who may do what in a lobby ---------------------------------------------------------------------------------


def test_only_who_has_opened_a_table_seats_bots_and_begins(store: Store) -> None:
    ann = opened(store, 3)
    bob = store.join(ann.code, "Bob")
    before = store.now(ann.code)
    for ask in (
        lambda: store.seat_bot(bob, 2, "greedy"),
        lambda: store.seat_bot(bob, 2, None),
        lambda: store.begin(bob),
    ):
        with pytest.raises(BadTable, match="only Ann, who has opened the table"):
            ask()
    with pytest.raises(BadTable, match="stays at it"):
        store.leave(ann)
    assert store.now(ann.code) == before


LOOK_ALIKES = {
    "accents apart": ("Zoë", "Zoe\u0308"),
    "full width": ("Ann", "Ａｎｎ"),
    "Greek": ("ANN", "\u0391\u039d\u039d"),
    "Cyrillic": ("Cora", "\u0421or\u0430"),
    "small letters": ("Ann", "aNN"),
    "one for l": ("Ali", "A1i"),
    "two letters for one": ("Bamey", "Barney"),
    "a filler": ("Ann", "Ann\u3164"),
    "no width": ("Ann", "A\u200bnn"),
    "a joiner": ("Ann", "A\u200dnn"),
    "a selector": ("Ann", "Ann\ufe0f"),
    "the other way": ("Ann", "\u202eAnn"),
}


@pytest.mark.parametrize("pair", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_nobody_sits_down_under_a_name_that_looks_like_anothers(store: Store, pair: tuple[str, str]) -> None:
    ann = store.open("hush", HUSH, 4, pair[0])
    with pytest.raises(BadTable, match="looks the same"):
        store.join(ann.code, pair[1])
    assert not store.now(ann.code).seats[1].person


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "\u2800", "\ufe0f", "\u034f", "\u200d", "\u2066\u2069"])
def test_a_name_that_shows_nothing_is_none(store: Store, name: str) -> None:
    key = opened(store)
    with pytest.raises(BadTable, match="cannot be a name here"):
        store.join(key.code, name)


@pytest.mark.parametrize(
    "name",
    ["👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈", "👨\u200d👩\u200d👧\u200d👦", "1\ufe0f\u20e3", "Zoë ❤\ufe0f", "Жанна", "Ωmega"],
)
def test_joined_emoji_and_all_alphabets_stay_whole(store: Store, name: str) -> None:
    key = opened(store)
    store.join(key.code, name)
    assert store.now(key.code).seats[1].name == name


# What is tried too often -----------------------------------------------------------------------------------


def another(address: str, clock: Clock, page: str, where: str = "192.0.2.1") -> Store:
    """The store as another page has it."""
    return Store(address, clock, Visitor(page, where))


def test_wrong_codes_are_counted_by_page_and_by_address(
    address: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOUNDS, "code", BOUNDS["code"]._replace(page=4, address=12))
    first = another(address, clock, "a")
    code = opened(first).code
    bound, wrong = BOUNDS["code"], "Z" * LONG
    for ask in [first.find, lambda code: first.join(code, "Bob")] * (bound.page // 2):
        with pytest.raises(BadTable, match="no table"):
            ask(wrong)
    for ask in (first.find, lambda code: first.join(code, "Bob")):
        with pytest.raises(BadTable, match="too many wrong codes"):
            ask(code)
    for page in range(1, bound.address // bound.page):
        other = another(address, clock, f"page {page}")
        assert other.find(code).code == code, "what is right is not counted"
        for _ in range(bound.page):
            with pytest.raises(BadTable, match="no table"):
                other.find(wrong)
    with pytest.raises(BadTable, match="too many wrong codes"):
        another(address, clock, "a new page").find(code)
    assert another(address, clock, "elsewhere", "192.0.2.2").find(code).code == code
    clock.now += bound.seconds
    assert first.find(code).code == code


def test_a_table_is_told_to_who_has_its_secret_and_to_nobody_else(address: str, clock: Clock) -> None:
    store = another(address, clock, "a")
    ann = opened(store)
    bob = store.join(ann.code, "Bob")
    invented = [
        replace(ann, secret="x"), replace(ann, seat=1), replace(ann, seat=9**99), replace(bob, seat=-1),
        replace(ann, code="ZZZZZZZZ"), replace(ann, code="' OR 1"), replace(ann, secret="\ud800"),
    ]  # fmt: skip
    assert store.tables_of([*invented, ann]) == {ann: store.now(ann.code)}
    said = set()
    for key in invented:
        with pytest.raises(BadTable) as refused:
            store.news(key, 0)
        said.add(refused.value.text())
    assert len(said) == 1, "whether there is such a table is told by nothing"


def test_invented_keys_are_few_and_counted(address: str, clock: Clock) -> None:
    store = another(address, clock, "a")
    ann = opened(store)
    invented = [replace(ann, secret=f"{n}") for n in range(99)]
    assert ann not in store.tables_of([*invented, ann]), "no more than a few are read"
    for _ in range(BOUNDS["key"].page // MOST_KEYS - 1):
        store.tables_of(invented)
    with pytest.raises(BadTable, match="too many seats"):
        store.tables_of([*invented[:2], ann])
    other = another(address, clock, "b")
    assert other.tables_of([ann]), "a right one is not counted"


def test_who_has_the_right_secret_comes_in_whatever_others_of_her_address_have_tried(
    address: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound = BOUNDS["key"]._replace(address=24)
    monkeypatch.setitem(BOUNDS, "key", bound)
    ann = opened(another(address, clock, "hers"))
    invented = [replace(ann, secret=f"{n}") for n in range(MOST_KEYS)]
    for page in range(bound.address // MOST_KEYS):
        another(address, clock, f"page {page}").tables_of(invented)
    assert another(address, clock, "a new page").tables_of([*invented[:3], ann])


def test_tables_are_bounded_by_page_and_by_address(address: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOUNDS, "table", BOUNDS["table"]._replace(page=3, address=5))
    for page, most in (("a", 3), ("b", 2), ("c", 0)):
        store = another(address, clock, page)
        for _ in range(most):
            opened(store)
        with pytest.raises(BadTable, match="many tables were opened"):
            opened(store)
    opened(another(address, clock, "d", "192.0.2.2"))
    assert store.listed()[0] == 6
    clock.now += DAY
    opened(store)


def test_lobbies_that_everybody_has_left_go_and_others_stay(store: Store, clock: Clock) -> None:
    old, waited, begun = opened(store), opened(store), table(store)[0]
    clock.now += LOBBY - 10
    store.mark_present(waited)
    clock.now += 20
    new = opened(store)
    assert set(store.listed()[1]) == {waited.code, begun.code, new.code}
    with pytest.raises(BadTable, match="no table"):
        store.now(old.code)


def test_all_tables_can_be_listed_and_searched(store: Store) -> None:
    keys = [store.open("hush", HUSH, 4, name) for name in ("Änne", "Bob", "Cy", "Zoë")]
    store.join(keys[2].code, "Anne")
    codes = [key.code for key in reversed(keys)]
    assert store.listed()[0] == 4
    assert list(store.listed()[1]) == codes
    assert list(store.listed("", 1, 2)[1]) == codes[1:3]
    assert store.listed("äNNE") == (1, {codes[3]: 1})
    assert list(store.listed(" nne ", 0, 1)[1]) == [codes[1]]
    assert store.listed(" nne ", 0, 1)[0] == 2
    assert list(store.listed(f"{codes[2][:4].lower()}-{codes[2][4:6]}")[1]) == [codes[2]]
    assert store.listed("%") == (0, {})


def test_a_code_of_the_first_version_goes_on(store: Store, address: str) -> None:
    key = opened(store)
    engine = create_engine(address)
    with engine.begin() as db:
        db.execute(text("UPDATE kit_tables SET code = 'BCDFH'"))
    engine.dispose()
    assert store.find("bcd-fh").code == "BCDFH"
    assert store.join("BCDFH", NAMES[1]).code == "BCDFH"
    assert store.tables_of([replace(key, code="BCDFH")])


def test_codes_take_years_to_guess() -> None:
    """As docs/tables.md has it: a hundred tables, and one address that never stops."""
    an_hour = BOUNDS["code"].address * 3600 / BOUNDS["code"].seconds
    years = len(LETTERS) ** LONG / 100 / an_hour / 24 / 365
    assert round(years) == 82


# Clocks that jump ------------------------------------------------------------------------------------------


def test_a_lease_is_no_longer_than_a_lease_however_the_clock_is_set(store: Store, clock: Clock) -> None:
    ann, bob = table(store, people=2)
    assert store.lease(ann, "a")
    clock.now -= 3600
    assert store.lease(bob, "b"), "one that would be valid for an hour is void"
    with pytest.raises(TooLate, match="another page"):
        store.add_action(ann, 0, STAY, range(4), "a", 2)
    clock.now += 3600
    assert store.lease(ann, "a")


@pytest.mark.parametrize("jump", [3600, -3600, 10**7])
def test_a_clock_that_jumps_makes_nobody_absent(store: Store, clock: Clock, jump: float) -> None:
    ann, bob = table(store, people=2)
    for _ in range(4):
        clock.now += jump
        with pytest.raises(BadTable, match="Bob was here less than"):
            store.stand_in(ann, bob.seat, "greedy")
        passes(store, clock, 15, ann, bob)
    assert store.now(ann.code).absent(bob.seat) < 60
    passes(store, clock, 181, ann)
    store.stand_in(ann, bob.seat, "greedy")


def test_where_nobody_was_nobody_has_been_waited_for(store: Store, clock: Clock) -> None:
    ann, bob = table(store, people=2)
    clock.now += DAY
    store.mark_present(ann)
    with pytest.raises(BadTable, match="Bob was here less than"):
        store.stand_in(ann, bob.seat, "greedy")


# The bots' lease -------------------------------------------------------------------------------------------


def test_a_lease_that_is_not_renewed_passes_on(store: Store, clock: Clock) -> None:
    ann, bob = table(store, people=2)
    assert store.lease(ann, "a")
    assert not store.lease(bob, "b")
    clock.now += LEASE - 1
    assert store.lease(ann, "a"), "renewed"
    clock.now += LEASE - 1
    assert not store.lease(bob, "b")
    clock.now += 1
    assert store.lease(bob, "b")
    assert not store.lease(ann, "a")
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
    passes(store, clock, 181, ann)
    for seat in (ann.seat, 2, 9):
        with pytest.raises(BadTable, match="no other person"):
            store.stand_in(ann, seat, "greedy")
    store.stand_in(ann, bob.seat, "greedy")
    page.act(page.game.legal(0)[0])
    assert page.play_bots(most=3) == 3
    assert len(page.game.actions) == 4
    back = replica(store, bob)
    assert back.table.seats[1].stand_in == "greedy"
    store.mark_present(bob)
    back.catch_up()
    assert back.table.seats[1].stand_in is None
    with pytest.raises(BadTable, match="no bot plays"):
        store.add_action(ann, 4, PASS, (), page.holder, bob.seat)


def test_who_acts_herself_has_her_seat_back(store: Store, clock: Clock) -> None:
    ann, bob = table(store, people=2)
    passes(store, clock, 181, ann)
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
    passes(store, clock, 181, keys[1])
    store.stand_in(keys[1], 2, "greedy")
    assert not pages[0].ask_undo()
    pages[1].catch_up()
    assert pages[1].ask_undo()


def test_the_server_keeps_its_tables_in_a_file_unless_told_otherwise(tmp_path: Any, address: str) -> None:
    key = opened(store_at(str(tmp_path), {}))
    assert (tmp_path / "tables.sqlite").exists()
    assert key.code in Store(f"sqlite:///{tmp_path / 'tables.sqlite'}").listed()[1]
    other = opened(store_at(str(tmp_path), {"VENDETTA_TABLES": address}))
    assert other.code in Store(address).listed()[1]


def test_a_number_tells_that_there_is_something_new(store: Store) -> None:
    ann = store.open("hush", HUSH, 3, "Ann")
    before = store.change_count(ann.code)
    assert store.change_count(ann.code) == before
    store.join(ann.code, "Bob")
    assert store.change_count(ann.code) != before
    with pytest.raises(BadTable, match="no table"):
        store.change_count("ZZZZZ")


def test_the_same_people_play_again_with_the_same_secrets(store: Store) -> None:
    keys = table(store, people=2)
    fresh = {**HUSH, "seed": 8}
    with pytest.raises(BadTable, match="goes on"):
        store.again(keys[0], fresh)
    store.set_state(keys[0], "over", 0)
    ann = store.again(keys[0], fresh)
    assert store.again(keys[1], {**HUSH, "seed": 9}) == SeatKey(ann.code, 1, keys[1].secret)
    assert ann.code != keys[0].code == store.now(keys[0].code).code
    assert store.now(keys[0].code).next == ann.code
    again = store.now(ann.code)
    assert (again.state, again.setup["seed"], again.count) == ("playing", 8, 0)
    assert [(seat.name, seat.bot) for seat in again.seats] == [(s.name, s.bot) for s in store.now(keys[0].code).seats]
    with pytest.raises(BadTable, match="somebody else"):
        store.again(SeatKey(keys[0].code, 0, "x"), fresh)


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
