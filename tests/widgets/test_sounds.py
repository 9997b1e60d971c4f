"""Who has chosen sound is sent the names of the sounds that go with what she sees, as she sees it; nobody else any."""

from __future__ import annotations

import json
import random

import pytest

from tests.widgets.helpers import Reader, game_reader, on_offer, session_of
from tests.widgets.test_move_replay import nearly_over, press_any
from tests.widgets.walking import walk_through
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_widgets import GamePage, lesson
from vendetta_widgets.play_session import ME
from vendetta_widgets.sounds import heard

SOUND = {"sound": "on"}
MOST = 400


def sounds(reader: Reader) -> list[str]:
    """What the newest message has asked for."""
    found: list[str] = json.loads(reader.messages[-1]).get("sounds", [])
    return found


def really(view: View, since: int) -> set[str]:
    """What can be heard in a view from a number on, told by other means than the kit's."""
    kinds = {event.kind for event in view.events if event.n >= since}
    found = {name for kind, name in (("play", "card"), ("frenzy", "frenzy"), ("game_over", "victory")) if kind in kinds}
    return found | {"blood" for entry in view.ledger if entry.n >= since and entry.token == "blood"}


def end_of(view: View) -> int:
    """The number of the last thing in a view."""
    return max(row.n for row in (*view.events, *view.ledger))


@pytest.mark.parametrize("calm", [True, False])
def test_off_is_the_usual_and_sends_no_sound_at_all(calm: bool) -> None:
    reader, rng = Reader(GamePage(7, lang="en"), calm=calm), random.Random(7)
    for _ in range(60):
        press_any(reader, rng)
    assert '"sounds"' not in reader.news()


def test_choosing_it_lets_her_hear_that_it_works_and_is_kept() -> None:
    reader = game_reader(7)
    reader.press("on", "head")
    assert (reader.store["sound"], sounds(reader)) == ("on", ["card"])
    assert 'aria-pressed="true"' in reader.parts["head"].partition("Sound")[2].partition("</button>")[2]
    reader.press("off", "head")
    assert (reader.store["sound"], sounds(reader)) == ("off", [])
    reader.do("sound", "loud")
    assert reader.store["sound"] == "off"


def test_each_move_that_is_shown_sounds_as_what_is_done_in_it() -> None:
    reader, rng = Reader(GamePage(7, lang="en"), stored=SOUND, calm=False), random.Random(7)
    session, page = session_of(reader), reader.page
    assert isinstance(page, GamePage)
    reader.do("pace", "calm")  # by hand, moves that do not touch the reader are told together
    ticks: dict[str, int] = {}
    until = 0
    for _ in range(MOST):
        if session.view.over and not reader.parts["show"]:
            break
        if reader.parts["show"]:
            reader.do("tick")
            view = page.sight
            assert set(sounds(reader)) == really(view, until + 1), "what is shown, and nothing that is to come"
            for name in sounds(reader):
                ticks[name] = ticks.get(name, 0) + 1
        else:
            press_any(reader, rng)
        until = max(until, end_of(page.sight))
    assert session.view.over
    assert min(ticks.get("card", 0), ticks.get("blood", 0)) > 5, ticks


def test_her_own_card_sounds_at_once_and_what_is_skipped_does_not() -> None:
    reader, rng = Reader(GamePage(7, lang="en"), stored=SOUND, calm=False), random.Random(7)
    session = session_of(reader)
    for _ in range(MOST):
        before = len(session.view.events)
        press_any(reader, rng)
        if any(event.kind == "play" and event.seat == ME for event in session.view.events[before:]):
            break
    assert "card" in sounds(reader)
    while not reader.parts["show"]:
        press_any(reader, rng)
    reader.press("Skip", "show")
    assert sounds(reader) == []


def test_frenzy_and_the_end_are_heard_and_looking_back_is_silent() -> None:
    reader, rng = Reader(GamePage(7, lang="en"), stored=SOUND), random.Random(7)
    session, said = session_of(reader), set[str]()
    while not session.view.over:
        had = sum(event.kind == "frenzy" for event in session.view.events)
        press_any(reader, rng)
        said.update(sounds(reader))
        if sum(event.kind == "frenzy" for event in session.view.events) > had and "frenzy" not in said:
            on_offer(reader)
            said.update(*(json.loads(text).get("sounds", []) for text in reader.messages))
    assert {"card", "blood", "frenzy"} <= said
    reader.do("look", 3)
    assert sounds(reader) == []
    last = Reader(GamePage(None, lang="en"), stored={"game": nearly_over(), **SOUND})
    assert sounds(last) == [], "a game that is come back to is silent"
    rng = random.Random(1)
    while not session_of(last).view.over:
        press_any(last, rng)
    on_offer(last)
    assert any("victory" in json.loads(text).get("sounds", []) for text in last.messages)


def test_a_lesson_sounds_as_a_game_does() -> None:
    reader, said = Reader(lesson("first_steps", lang="en"), stored=SOUND), set[str]()
    for _ in walk_through(reader):
        said.update(sounds(reader))
    assert {"card", "blood"} <= said


def test_nothing_is_heard_of_what_is_not_in_the_view() -> None:
    session = session_of(game_reader(7))
    view = session.view_at(session.actions)
    assert heard(view, end_of(view) + 1) == ()
