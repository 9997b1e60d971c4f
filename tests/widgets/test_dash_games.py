"""Dashboards of games that take long to play, are watched as they are played, or that somebody plays herself."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.selection import cases, mostly_long
from tests.widgets.helpers import (
    Reader,
    assert_nothing_hidden,
    click_any,
    played_by_bots,
    session_of,
    words_of,
)
from tests.widgets.test_dash import (
    EVERY_PAGE,
    STORIES,
    assert_tells_no_secret,
    kept_game,
    opened,
    own_game,
    taken_up,
)
from vendetta_kit.games.vendetta import flows
from vendetta_widgets import BloodPage, FirstGamePage, GamePage, ReviewPage, WatchPage, base_page, page_phrases
from vendetta_widgets.dash import game_dashboard as dash_game
from vendetta_widgets.dash.game_dashboard import GameDashboard
from vendetta_widgets.dash.game_source import BotGameRequest, asked_of
from vendetta_widgets.games.vendetta.dash.game_dashboard import SHELF

# What takes long ------------------------------------------------------------------------------------------------


async def step(page: GameDashboard) -> None:
    """Let the page go on for one piece of its work."""
    before = len(page.source._game.actions)  # type: ignore[union-attr]
    while page.working and len(page.source._game.actions) == before:  # type: ignore[union-attr]
        await asyncio.sleep(0)


@cache
def whole(asked: BotGameRequest) -> flows.KnownHistory:
    """The game that is asked for, played by its bots without a page."""
    return played_by_bots(asked).story()


@pytest.mark.parametrize("kind", mostly_long(STORIES, quick=1))
def test_bots_that_think_for_long_are_followed_stopped_and_let_go_on(
    kind: type[GameDashboard], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base_page, "AT_ONCE", -1)

    async def look() -> tuple[Reader, Any]:
        reader, page = opened(kind, "?seed=12&players=3&bots=careful&at=90&lang=de")
        assert len(page.source._game.actions) == 1
        assert "Die Bots spielen: Zug 1 (Aufbau)" in words_of(reader.parts["hero"])
        assert reader.alert == ""
        for _ in range(5):
            await step(page)
        assert "Zug 6" in words_of(reader.parts["hero"])
        reader.press("Anhalten")
        stands = len(page.source._game.actions)
        assert not page.working
        await asyncio.sleep(0.05)
        assert len(page.source._game.actions) == stands, "it has stopped"
        assert f"Die Bots stehen bei Zug {stands}" in words_of(reader.parts["hero"])
        assert [event.n for event in page.story.events][-1] > 5, "the page shows how far it has come"
        reader.press("Weiterspielen lassen")
        while page.working:
            await asyncio.sleep(0)
        return reader, page

    reader, page = asyncio.run(look())
    asked = asked_of({"seed": "12", "players": "3", "bots": "careful"}, SHELF)
    assert page.story.events == whole(asked).events
    assert page.at == 90, "as the address has it"
    assert "Die Bots" not in words_of(reader.parts["hero"])


def test_bots_do_not_think_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dash_game, "MOST_WORK", -1.0)
    reader, page = opened(BloodPage, "?seed=12&players=3&bots=careful")
    assert "The bots have stopped at move 1 (" in reader.words
    reader.press("Let them go on")
    assert "The bots have stopped at move 2 (" in reader.words
    monkeypatch.undo()
    reader.press("Let them go on")
    assert page.source.over
    assert "The bots have" not in reader.words


def test_the_own_game_that_was_played_last_is_offered_first_and_shown() -> None:
    stored = {"game": kept_game(8)[1], "first-game": FirstGamePage().session.save_text()}
    for last, first in (("game", "mine"), ("first-game", "first")):
        reader, page = opened(ReviewPage, stored={**stored, "last-vendetta": last})
        assert page.source.origin.which == first
        offered = [one.value for one in reader.buttons("which") if one.do == "source"]
        assert set(offered[:2]) == {"mine", "first"}
        assert offered[0] == first
        reader.do("source", offered[1])
        assert page.source.origin.which == offered[1]
        asked, there = opened(ReviewPage, stored={**stored, "last-vendetta": last}, query=f"?game={offered[1]}")
        assert there.source.origin.which == offered[1]
        assert asked.alert == ""
    reader = Reader(GamePage(lang="en"), stored=dict(stored))
    click_any(reader, Random(1))
    assert reader.store["last-vendetta"] == "game"


def test_the_reader_of_the_own_game_is_called_you() -> None:
    _, kept = kept_game(20)
    reader, page = opened(BloodPage, stored={"game": kept}, query="?game=mine&who=0")
    assert page.source.origin.kind == "kept"
    assert "Where did your Blood go?" in words_of(reader.parts["hero"])
    assert "into your Pool" in words_of(reader.parts["hero"])
    other, _ = opened(BloodPage, stored={"game": kept}, query="?game=mine&who=1")
    assert "’s Blood go?" in words_of(other.parts["hero"])


def test_a_watched_table_that_takes_long_is_stopped_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_page, "AT_ONCE", -1)

    async def look() -> tuple[Reader, Any]:
        reader, page = opened(WatchPage, "?seed=12&bots=careful&at=end&eyes=1")
        assert "The bots are playing: move 1 (" in reader.words
        for _ in range(5):
            await step(page)
        reader.press("Stop")
        await asyncio.sleep(0)
        return reader, page

    reader, page = asyncio.run(look())
    stands = len(page._bots.game.actions)
    assert 6 <= stands < 12
    assert page.playing
    assert "The bots are playing" not in reader.words
    while len(page._bots.game.actions) == stands:
        reader.do("at", len(page.steps))
    assert page.story.events


def test_a_game_of_an_earlier_version_is_followed_while_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    playing, kept = kept_game(20)
    row = json.loads(kept)
    del row["others"]
    monkeypatch.setattr(base_page, "AT_ONCE", -1)

    async def look() -> tuple[Reader, Any]:
        reader, page = opened(BloodPage, stored={"game": json.dumps(row)})
        assert "think again" in words_of(reader.parts["hero"])
        while page.working:
            await asyncio.sleep(0)
        return reader, page

    reader, page = asyncio.run(look())
    assert reader.alert == ""
    assert page.source.origin.kind == "kept"
    assert page.story.events == flows.known_history(session_of(playing).view).events

    async def give_up() -> Any:
        reader, page = opened(BloodPage, stored={"game": json.dumps(row)})
        reader.press("Stop")
        while page.working:
            await asyncio.sleep(0)
        return page

    assert asyncio.run(give_up()).recorded == "four"


# Watching -------------------------------------------------------------------------------------------------------


def test_bots_play_on_as_one_looks_and_a_seat_is_taken() -> None:
    reader, page = opened(WatchPage, "?seed=9", stored={"game": "an earlier one"})
    assert page.story.last >= 0
    reader.do("pace", "fast")
    for _ in range(120):
        reader.do("tick")
    assert page.pace == "fast"
    assert len(page._bots.game.actions) > 20
    assert "Cy" in reader.parts["players"]
    reader.do("at", 30)
    assert page.pace == ""
    reader.do("sit")
    assert reader.store["game-before"] == "an earlier one"
    kept = reader.store["game"]
    session = session_of(Reader(GamePage(), stored=reader.store))
    assert session.view.decision is not None
    assert "09_whole_game" in reader.parts["sit"]
    assert_nothing_hidden(session, kept, "kept")
    reader.do("to_end")
    assert page.story.over
    assert not page.playing
    reader.do("sit")
    assert "no seat to take" in reader.alert
    reader.do("again")
    assert page.story.last < 20


def test_a_watched_game_goes_on_to_its_end_by_itself() -> None:
    reader, page = opened(WatchPage, "?seed=2&players=3")
    reader.do("pace", "fast")
    for _ in range(900):
        reader.do("tick")
        if not page.pace:
            break
    assert page.story.over
    assert reader.alert == ""


# A deal that somebody plays herself -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EVERY_PAGE)
@cases("query", ["seed=7&lang=de", "seed=7&players=4&bots=random&at=end", "game={recorded}"], quick=["seed=7&lang=de"])
def test_the_deal_of_ones_own_game_is_not_shown_before_it_is_over(kind: type[GameDashboard], query: str) -> None:
    shelf, recorded = kind.SHELF, next(iter(kind.SHELF.recorded))
    middle, end = own_game(kind.GAME)
    query = query.format(recorded=recorded)
    session = taken_up(kind.GAME, middle)
    words = page_phrases.say("dash.yours", "de" if "de" in query else "en", seed=7)
    for store in ({shelf.kept: middle}, {shelf.before: middle}):
        reader, page = opened(kind, f"?{query}", stored=store)
        assert words in reader.words
        assert f'data-notebook="{shelf.own["mine"].played_at}"' in reader.parts["hero"]
        started = {"seed": "7", "players": "3"}
        for do, value in (("source", recorded), ("start", started), ("to_end", None), ("look", 5)):
            reader.do(do, value)
        reader.do("eyes", 1)
        assert page.source.asked is None or page.source.asked.seed != 7
        if page.source.origin.kind == "kept":
            assert_tells_no_secret(session, reader, "on the page")
        reader.do("start", {"seed": "8"})
        assert words not in reader.words
        assert page.source.seed == 8
    reader, page = opened(kind, f"?{query}", stored={shelf.kept: end})
    assert words not in reader.words
    assert page.source.seed == 7


def test_without_a_wish_nothing_is_said_of_a_deal_that_is_not_shown() -> None:
    reader, page = opened(WatchPage, stored={"game": own_game("vendetta")[0]})
    assert page.recorded == "frenzy"
    assert "deal" not in reader.parts["hero"]
