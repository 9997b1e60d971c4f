"""Several people at one machine: between two of them nothing of anybody's is shown."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.widgets.helpers import Reader, assert_nothing_hidden, click_any, move_any, on_offer, session_of, words_of
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_widgets import GamePage, VtesPage
from vendetta_widgets.play_session import Session
from vendetta_widgets.session_setup import people_of

MOST_PRESSES = 2500


def together(players: str = "4", others: str = "Bo, Cy", page: type[Any] = GamePage, calm: bool = True) -> Reader:
    """Three people before one machine, with their game begun."""
    reader = Reader(page(), calm=calm)
    reader.do("start", {"name": "Ada", "others": others, "players": players, "seed": "7"})
    assert not reader.alert, reader.alert
    return reader


def down(reader: Reader) -> bool:
    """Whether the curtain is down."""
    return "vk-curtain" in reader.parts["panel"]


def assert_shows_nothing(reader: Reader) -> None:
    """Behind the curtain there is the head, the foot and who is to get the machine."""
    shown = {name for name, html in reader.parts.items() if html}
    assert shown <= {"head", "panel", "foot", "alert"}, shown
    assert not any(name.startswith("log") for name in reader.parts)
    assert not [button for button in reader.buttons("head") if button.do == "menu"]
    assert reader.dialog is None


def go_on(reader: Reader, rng: random.Random) -> None:
    """Whoever has the machine does something, or hands it over."""
    if down(reader):
        reader.do("lift")
    elif any(button.do == "skip" for button in reader.buttons("show")):
        reader.do("skip")
    else:
        move_any(reader, rng)
    assert not reader.alert, reader.alert


@pytest.mark.parametrize("calm", [True, False])
def test_a_whole_game_with_a_curtain_between_two_people(calm: bool) -> None:
    reader, rng = together(calm=calm), random.Random(2)
    session, had = session_of(reader), set()
    for _ in range(MOST_PRESSES):
        if session.view.over:
            break
        before = session.me
        go_on(reader, rng)
        if down(reader):
            assert_shows_nothing(reader)
            assert session.me == before, "who is to get it does not have it yet"
            reader.news()
        elif not session.view.over:
            had.add(session.me)
            assert_nothing_hidden(session, reader.news(), f"seat {session.me}")
            assert session.next_person is None
    assert session.view.over
    assert had == {0, 1, 2}
    assert session.view.names[:3] == ("Ada", "Bo", "Cy")
    assert not down(reader)


def test_v_tes_is_handed_round_too() -> None:
    reader, rng = together("3", "Bo", VtesPage), random.Random(3)
    handed = 0
    for _ in range(80):
        go_on(reader, rng)
        if down(reader):
            handed += 1
            assert_shows_nothing(reader)
    assert handed > 3


def test_the_curtain_is_down_before_the_first_question_and_names_who_is_asked() -> None:
    reader = together()
    assert down(reader)
    asked = session_of(reader).view.names[session_of(reader)._game.pending and min(session_of(reader)._game.pending)]
    assert f"I am {asked}" in words_of(reader.parts["panel"])
    reader.do("act", {"do": "pass"})
    assert f"First the machine goes to {asked}." in reader.alert
    reader.do("menu", "save")
    assert not reader.files
    reader.do("lang", "de")
    assert f"Ich bin {asked}" in words_of(reader.parts["panel"])


def test_what_came_about_is_told_to_each_from_where_she_left() -> None:
    reader, rng = together(calm=False), random.Random(5)
    for _ in range(200):
        if down(reader):
            reader.do("lift")
            if "vk-told" in reader.parts.get("show", ""):
                return
        else:
            go_on(reader, rng)
    raise AssertionError("nobody was told what the others did")


def test_nobody_takes_back_what_another_person_has_followed() -> None:
    reader, rng = together(), random.Random(4)
    seen = False
    for _ in range(60):
        go_on(reader, rng)
        session = session_of(reader)
        if down(reader) or session.view.over:
            continue
        people = [seat for seat, _ in session._game.actions if seat < 3]
        assert session.can_undo == (bool(people) and people[-1] == session.me)
        seen = seen or bool(people and people[-1] != session.me)
    assert seen


def test_a_kept_game_goes_on_behind_the_curtain() -> None:
    reader, rng = together(), random.Random(6)
    for _ in range(40):
        go_on(reader, rng)
    kept = json.loads(reader.store["game"])
    assert kept["people"] == 3
    assert set(kept["by"]) == {0, 1, 2}
    again = Reader(GamePage(), stored=reader.store)
    assert down(again)
    assert_shows_nothing(again)
    here, there = session_of(reader), session_of(again)
    assert [a for _, a in here._game.actions] == [a for _, a in there._game.actions]
    assert there.as_begun.others == ("Bo", "Cy")
    while down(again) or not on_offer(again):
        go_on(again, rng)
    click_any(again, rng)
    assert not again.alert


@pytest.mark.parametrize(
    ("key", "value"),
    [("people", 9), ("people", "two"), ("by", [0]), ("by", None), ("by", [7] * 60), ("moves", [])],
)
def test_a_kept_game_whose_people_are_wrong_is_told_in_one_line(key: str, value: Any) -> None:
    reader, rng = together(), random.Random(6)
    for _ in range(12):
        go_on(reader, rng)
    row = json.loads(reader.store["game"]) | {key: value}
    other = Reader(GamePage(seed=3))
    before = session_of(other).save_text()
    other.choose_file("load", "game.json", json.dumps(row).encode())
    assert f"game.json: {key}" in other.alert
    assert session_of(other).save_text() == before


def test_more_people_than_seats_are_refused() -> None:
    with pytest.raises(BadSetup, match="at most 2 names"):
        people_of("Bo, Cy, Dee", "Ada", 3)
    reader = Reader(GamePage(seed=3))
    reader.do("start", {"name": "Ada", "others": "Bo, Cy, Dee", "players": "3"})
    assert "at most 2 names" in reader.alert


def test_one_person_alone_sees_no_curtain() -> None:
    assert Session(seed=7).people == 1
    reader = Reader(GamePage(seed=7))
    for _ in range(20):
        click_any(reader, random.Random(1))
        assert not down(reader)
