"""Pages take what a program gives them: a game, how a new one shall be, a language; anything else is one line."""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import vendetta_widgets as w
from tests.widgets.helpers import Reader, assert_nothing_hidden, move_any
from vendetta_kit import BadSetup, Game
from vendetta_kit.bots import UnknownBot
from vendetta_kit.games.vendetta import bots, coach
from vendetta_kit.games.vtes.engine.game import Game as VtesGame
from vendetta_kit.kernel.saves import BadSave
from vendetta_widgets.play_session import Session

NO_LANGUAGE = {"check"}
"""Functions that give words."""
FUNCTIONS = [name for name in w.__all__ if name.islower() and name not in NO_LANGUAGE]


@cache
def ended() -> Game:
    game, rng = Game.new(seats=3, seed=4), random.Random(4)
    while not game.is_over:
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    return game


@cache
def ended_vtes() -> VtesGame:
    game, rng = VtesGame.new(["court", "claw"], seed=4, rounds=2), random.Random(4)
    while not game.is_over:
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    return game


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_page_takes_its_language_by_name(name: str) -> None:
    parameters = inspect.signature(getattr(w, name)).parameters
    assert parameters["lang"].kind is inspect.Parameter.KEYWORD_ONLY


def test_a_language_given_by_position_still_works_and_says_how_it_is_given_now() -> None:
    with pytest.warns(DeprecationWarning, match=r"blood: the language is given by name now: lang='de'"):
        assert w.blood("de").lang == "de"  # type: ignore[arg-type]
    with pytest.warns(DeprecationWarning, match="play"):
        page = w.play(7, "de", "Ada")  # type: ignore[misc]
    assert (page.lang, page.session.seed, page.session.view.names[0]) == ("de", 7, "Ada")


def test_a_game_is_played_on_and_the_callers_own_stays_as_it_is() -> None:
    game, rng = Game.new(seats=4, seed=7), random.Random(1)
    for _ in range(30):
        game.apply(game.to_act, bots.move(game, game.to_act, bots.make("greedy"), rng))
    before = len(game.actions)
    page = w.play(game=game, lang="en")
    reader = Reader(page)
    assert page.session.view.names == game.names
    action = page.session.view.decision.legal[0]
    reader.do("act", action.to_json())
    assert page.session.actions > before == len(game.actions)
    again = Session(1)
    again.load_bytes(page.session.save_text(), "game")
    assert again.view == page.session.view, "the browser keeps it"


@pytest.mark.parametrize(
    ("opens", "game"),
    [(w.play, Game.new(seats=3, seed=7)), (w.play_vtes, VtesGame.new(["court", "claw", "whispers"], seed=4, rounds=3))],
)
def test_a_game_is_played_on_from_the_seat_that_is_asked_for(opens: Callable[..., Any], game: Any) -> None:
    page, rng = opens(game=game, seat=2, bots="random", lang="en"), random.Random(3)
    reader = Reader(page)
    for _ in range(40):
        move_any(reader, rng)
        assert page.seat == page.game_state.me == page.timeline.eyes == 2
        if opens is w.play:
            assert_nothing_hidden(page.session, reader.news(), "a message of the page")
    before = page.session.actions
    mine = max(k for k, (seat, _) in enumerate(page.session._game.actions) if seat == 2)
    if not page.over:
        reader.do("undo")
        assert page.session.actions < before
        assert mine >= len(page.session._game.actions)
    again = opens(lang="en")
    Reader(again, {page.KEPT: page.session.save_text()})
    assert (again.seat, again.game_state) == (2, page.game_state), "the browser keeps it"
    again.session.new(5)
    assert again.session.me == 0, "a new game is played from the first seat"


def test_a_save_names_a_seat_of_its_game() -> None:
    page = w.play(game=Game.new(seats=3, seed=7), seat=2, lang="en")
    row = json.loads(page.session.save_text())
    for seat, last in ((3, 2), (99, 5)):
        with pytest.raises(BadSave, match=f"seat: found {seat}; expected a whole number from 0 to {last}"):
            Session(1).load_bytes(json.dumps({**row, "seat": seat}), "game")


def test_a_new_game_is_as_asked_for_whatever_the_browser_keeps() -> None:
    kept = Session(3).save_text()
    clans = ["tremere", "brujah", "ventrue"]
    page = w.play(players=3, bots="random", clans=clans, relics=True, lang="en")
    Reader(page, {"game": kept})
    view = page.session.view
    assert [seat.clan for seat in view.seats] == clans
    assert (len(view.names), page.session.wish.bots, page.session.wish.relics) == (3, "random", True)
    assert w.play(seed=5, players=3).session.view == w.play(seed=5, players=3).session.view
    table = w.play_vtes(seed=5, decks=["court", "claw", "court", "claw"], rounds=3)
    assert len(table.session.view.names) == 4


def test_a_wrong_number_of_players_is_told_by_its_name() -> None:
    for call, says in (
        (lambda: w.play(players=9), "players: found 9; expected a whole number from 3 to 6"),
        (lambda: w.play_vtes(players=1), "players: found 1; expected a whole number from 2 to 6"),
        (
            lambda: w.play_vtes(players=3, decks=["claw", "court"]),
            "players: found 3; expected a whole number",
        ),
    ):
        with pytest.raises(BadSetup, match=says):
            call()


def test_a_bot_of_ones_own_plays_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "class Last:\n    def choose(self, view, rng):\n        return view.legal[len(view.legal) - 1]\n"
    (tmp_path / "page_bots.py").write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    page = w.play(seed=7, players=3, bots="page_bots:Last", lang="en")
    reader = Reader(page)
    reader.do("act", page.session.view.decision.legal[0].to_json())
    assert reader.alert == ""
    assert json.loads(page.session.save_text())["bots"] == "greedy", "who opens a file runs no program that it names"
    with pytest.raises(UnknownBot, match="no such class"):
        w.play(bots="page_bots:First")


@pytest.mark.parametrize(
    ("opens", "seat"),
    [(w.blood, 2), (w.influence, 1), (w.locations, 0), (w.review, 2)],
)
def test_a_dashboard_shows_the_game_that_it_is_given(opens: Callable[..., Any], seat: int) -> None:
    kept = Session(3).save_text()
    page = opens(ended(), seat=seat, lang="en")
    reader = Reader(page, {"game": kept})
    assert page.story.names == ended().names
    assert page.story.last == max(ended().events[-1].n, ended().ledger[-1].n)
    assert page.who == seat
    assert "the game that this page was given in Python" in reader.words
    assert reader.alert == ""


@pytest.mark.parametrize("opens", [w.vtes_blood, w.vtes_pool, w.vtes_ring])
def test_a_dashboard_of_vtes_shows_the_game_that_it_is_given(opens: Callable[..., Any]) -> None:
    page = opens(ended_vtes(), seat=1, lang="de")
    reader = Reader(page)
    assert (page.story.names, page.who, reader.alert) == (ended_vtes().names, 1, "")


def test_the_coach_begins_at_the_depth_asked_for() -> None:
    page = w.review(ended(), seat=1, depth=1, lang="en")
    assert page._wanted == 1
    with pytest.raises(BadSetup, match=r"depth: found 9; expected a whole number from 1 to 3"):
        w.review(ended(), depth=9)


def test_the_coach_refuses_a_game_that_goes_on_as_its_function_does() -> None:
    for opens in (w.review, coach.review):
        with pytest.raises(BadSetup, match=r"^game: the game is not over; expected a finished one$"):
            opens(Game.new(seats=3, seed=7))


def test_any_view_of_both_games_is_shown_as_a_table() -> None:
    for game in (ended(), ended_vtes()):
        for seat in (0, None):
            view = game.view(seat)
            assert all(name in Reader(w.table(view, lang="en")).words for name in view.names)


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: w.play(game="en"), "game: found 'en'; expected a game of vendetta"),  # type: ignore[arg-type]
        (lambda: w.play(game=ended_vtes()), "game: found 'vtes'; expected a game of vendetta"),  # type: ignore[arg-type]
        (lambda: w.play(seed=7, game=ended()), "seed: a game comes with that already; expected game alone"),
        (lambda: w.play(seat=1), "seat: found 1; expected"),
        (lambda: w.play_vtes(game=ended_vtes(), seat=2), "seat: found 2; expected a whole number from 0 to 1"),
        (lambda: w.play(players=9), r"players|seats: found 9"),
        (lambda: w.play(clans=["brujah"]), "clans"),
        (lambda: w.play(bots="greedi"), "bots: found 'greedi'; expected one of random, gentle"),
        (lambda: w.blood(7), "game: found 7; expected a game of vendetta"),  # type: ignore[arg-type]
        (lambda: w.blood(ended(), seat=3), "seat: found 3; expected a whole number from 0 to 2"),
        (lambda: w.blood(Game.new(record=False)), "game: the game is not recorded"),
        (lambda: w.table(ended()), r"view: .* expected game\.view\(seat\)"),
        (lambda: w.table(ended().view(0)).show(ended_vtes().view(0)), "view: "),
        (lambda: w.play_vtes(decks=["nobody", "court"]), "deck"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(call: Callable[[], Any], line: str) -> None:
    with pytest.raises(BadSetup, match=line) as caught:
        call()
    assert "\n" not in str(caught.value)
