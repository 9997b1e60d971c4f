"""What any game's page does, on a page of V:TES that has little of its own: a list of answers and the names."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import pytest

from tests.widgets.helpers import CONTROLS, Reader, words_of
from vendetta_kit.course import lessons
from vendetta_kit.games.vtes.engine.actions import ACTIONS
from vendetta_kit.kernel.actions import Action
from vendetta_widgets import FirstGamePage, GamePage, front, log_html
from vendetta_widgets.controls import button
from vendetta_widgets.games.vtes.game_page import VtesPage
from vendetta_widgets.games.vtes.session_setup import BEFORE, KEPT, Wish, wish_of
from vendetta_widgets.html import Html, HtmlWriter, tag
from vendetta_widgets.menu_panel import MenuPanel
from vendetta_widgets.page_parts import hole
from vendetta_widgets.play_page import PlayPage
from vendetta_widgets.play_session import ME, Session


class Answers:
    """Each answer is a button."""

    def handle(self, do: str, value: Any) -> Action | None:
        return ACTIONS.from_json(value)

    def question(self, view: Any, pen: HtmlWriter) -> str:
        return pen.game("decision", view.decision.question or view.decision.kind) if view.decision else ""

    def html(self, view: Any, pen: HtmlWriter) -> Html:
        asked = view.decision
        buttons = [button(repr(action), "act", action.to_json()) for action in asked.legal]
        return tag("div", tag("h2", self.question(view, pen), data_home=True), buttons)


class NewGame(MenuPanel):
    def _new(self, session: Session, pen: HtmlWriter) -> Html:
        return tag("p", pen.say("new.hint", seed=session.seed))


class Page(PlayPage):
    GAME: ClassVar[str] = "vtes"
    KEPT: ClassVar[str] = KEPT
    BEFORE: ClassVar[str] = BEFORE
    UNREAD: ClassVar[str] = "vtes-game-unread"
    SETTINGS: ClassVar[tuple[str, ...]] = ("seed", "players", "deck", "rounds")

    def __init__(self, seed: int | None = None, lang: str | None = None, wish: Wish | None = None) -> None:
        super().__init__(seed, lang=lang, name="", wish=wish)

    def make_parts(self) -> None:
        self.panel, self.drawer = Answers(), NewGame()

    def wish_of(self, given: Mapping[str, Any]) -> Wish:
        return wish_of(given)

    def said(self, action: Action) -> str:
        return repr(action)

    def frame(self, pen: HtmlWriter) -> Html:
        holes = [
            hole(name) for name in ("head", "drawer", "past", "show", "panel", "advice", "result", "timeline", "names")
        ]
        return tag("div", hole("alert"), holes, log_html.frame(pen), hole("foot"))

    def table(self, view: Any, pen: HtmlWriter) -> Mapping[str, Html]:
        return {"names": tag("p", " ".join(view.names), " ", pen.writing.when(view, pen))}

    def result(self, view: Any, pen: HtmlWriter) -> Html:
        return tag("h2", " ".join(view.names[seat] for seat in view.winners), data_home=True)


SHORT = Wish(seats=3, rounds=3)


def move(reader: Reader, rng: random.Random, moves: int = 10_000) -> None:
    """So many answers, or as many as are asked for."""
    for _ in range(moves):
        answers = [one for one in reader.buttons(*CONTROLS) if one.do == "act"]
        if not answers:
            return
        reader.press(rng.choice(answers))
        assert reader.alert == ""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_whole_game_is_played_to_its_end_and_looked_back_at(lang: str) -> None:
    page = Page(5, lang=lang, wish=SHORT)
    reader = Reader(page)
    move(reader, random.Random(5))
    view = page.session.view
    assert view.over
    assert words_of(reader.parts["result"]).startswith(view.names[view.winners[0]])
    assert page.pen().say("over.hint") in words_of(reader.parts["panel"])
    last = words_of("".join(html for name, html in reader.parts.items() if name.startswith("log:")))
    assert log_html.chapters(view, page.pen())[-1].lines[-1].text in last
    assert page.progress.game == "vtes"
    assert page.progress.level("BLOCK-01") != "new"
    assert page.progress.of("vendetta").level("BLOCK-01") == "new"
    reader.do("look", 3)
    assert page.sight.events == page.session.view_at(3).events
    reader.do("eyes", 1)
    assert page.sight.me == 1
    reader.do("look", page.session.actions)
    reader.do("eyes", ME)
    reader.do("look_at", view.events[9].n)
    assert page.timeline.at == page.session.moment_of(view.events[9].n)


def test_the_game_is_kept_and_a_page_that_is_opened_again_goes_on() -> None:
    page = Page(5, lang="en", wish=SHORT)
    reader = Reader(page)
    move(reader, random.Random(5), 6)
    kept = reader.store[KEPT]
    assert json.loads(kept)["format"] == "vtes-played/1"
    again = Page(lang="en")
    other = Reader(again, stored=dict(reader.store))
    assert again.session._game.actions == page.session._game.actions
    assert other.alert == ""
    other.do("menu", "save")
    assert json.loads(other.files[-1]["text"]) == json.loads(kept)
    asked = Page(lang="en")
    Reader(asked, query="?seed=9&players=2&deck=claw&rounds=2")
    assert (asked.session.seed, len(asked.session.view.names), asked.session.wish.deck) == (9, 2, "claw")


def test_undo_what_if_and_the_way_back() -> None:
    page = Page(5, lang="en", wish=SHORT)
    reader = Reader(page)
    move(reader, random.Random(5), 5)
    game = page.session._game.actions
    reader.do("look", page.session.turning_points()[1])
    reader.do("what_if", page.session.turning_points()[1])
    move(reader, random.Random(1), 2)
    assert page.session.branches == 1
    reader.do("come_back", None)
    assert page.session._game.actions == game
    reader.do("undo", None)
    assert len(page.session._game.actions) < len(game)
    assert page.session.view.decision is not None


@pytest.mark.parametrize(
    ("game", "page"), [("vendetta", GamePage), ("vendetta", FirstGamePage), ("vtes", VtesPage)], ids=lambda of: str(of)
)
def test_a_what_if_never_takes_the_place_of_a_finished_game(game: str, page: type[PlayPage]) -> None:
    kept = ended(page)
    reader = Reader(page(lang="en"), stored={page.KEPT: kept, "front-game": game})
    first = reader.page
    assert isinstance(first, PlayPage)
    session, rng = first.session, random.Random(1)
    over = session.view
    assert over.over
    home = remembered(reader)
    reader.do("what_if", first.ways_back()[-1])
    first._act(session.view.decision.legal.sample(rng))
    reader.do("skip")
    assert reader.store[page.KEPT] == kept
    again = Reader(page(lang="en"), stored=dict(reader.store)).page
    assert isinstance(again, PlayPage)
    assert again.session.view == over
    while session.bot_to_move is not None or session.view.decision is not None:
        if session.bot_to_move is not None:
            session.bot_move()
        else:
            session.begin_act(session.view.decision.legal.sample(rng))
    first._begun()
    reader.do("help", "shown")
    assert reader.parts["result"].startswith('<p class="vk-otherwise"'), "set beside the real result"
    assert reader.store[page.KEPT] == kept
    assert remembered(reader) == home
    reader.do("come_back")
    assert session.view == over
    assert reader.store[page.KEPT] == kept


def remembered(reader: Reader) -> str:
    """What the front page of this browser says first, and what it leads to."""
    return words_of(Reader(front(lang="en"), stored=dict(reader.store)).parts["hero"].partition("<ul")[0])


@cache
def ended(page: type[PlayPage]) -> str:
    """A game of this page that a person has played to its end by chance, as her browser keeps it."""
    session = page(**({} if page is FirstGamePage else {"wish": SHORT} if page is VtesPage else {"seed": 5})).session
    rng = random.Random(5)
    while session.bot_to_move is not None or session.view.decision is not None:
        if session.bot_to_move is not None:
            session.bot_move()
        else:
            session.begin_act(session.view.decision.legal.sample(rng))
    return session.save_text()


def test_another_way_begins_at_the_choice_of_a_card_not_after_it() -> None:
    page = Reader(GamePage(lang="en"), stored={GamePage.KEPT: ended(GamePage)}).page
    assert isinstance(page, GamePage)
    asks = {way: page.session.view_at(way).decision for way in page.ways_back()}
    after = [way for way, asked in asks.items() if asked and asked.kind == "after_play" and len(asked.legal) > 1]
    assert after
    assert not any(page.has_choice(page.session.view_at(way)) for way in after)
    found = {page.choice_before(event.n) for event in page.session.view.events} - {None}
    assert found
    assert not found & set(after)


@pytest.mark.parametrize(("page", "next_"), [(GamePage, 1), (VtesPage, 0)])
def test_after_a_game_the_first_lesson_that_is_not_done_is_offered_and_one_way_stands_out(
    page: type[PlayPage], next_: int
) -> None:
    """A whole game of Vendetta has taught what the first lesson does."""
    shown = page(lang="en")
    reader = Reader(shown, stored={page.KEPT: ended(page)})
    assert shown.session.view.over
    ways = shown.afterwards(shown.pen())
    assert f"Next lesson: {lessons.headings(page.GAME)[next_].title['en']}" in words_of(ways)
    assert ways.count("vk-primary") == 1
    assert words_of(ways) in reader.words


def test_help_is_given_as_far_as_it_is_wanted_and_bad_things_are_told() -> None:
    page = Page(5, lang="en", wish=SHORT)
    reader = Reader(page)
    assert page.pen().say("hint.ask") in words_of(reader.parts["advice"])
    reader.do("hint", None)
    assert repr(page.session.advice("en").action) in words_of(reader.parts["advice"])
    reader.do("help", "table")
    assert words_of(reader.parts["advice"]) == ""
    before = page.session.view
    for do, value in (("start", {"players": "99"}), ("start", {"seed": "x"}), ("fly", None), ("what_if", 99_999)):
        reader.do(do, value)
        assert reader.alert, do
        assert page.session.view is before
    reader.choose_file("load", "mine.json", b"{}")
    assert "mine.json" in reader.alert
    assert page.session.view is before
    reader.do("open", "rule:vtes:BLOCK-07")
    assert "BLOCK-07" in words_of(reader.dialog or "")


@pytest.mark.parametrize("level", ["shown", "asked"])
def test_the_bots_moves_are_shown_one_after_the_other(level: str) -> None:
    page = Page(5, lang="en", wish=SHORT)
    reader = Reader(page, calm=False)
    reader.do("help", level)
    rng, several = random.Random(5), 0
    while not page.session.view.over:
        move(reader, rng, 1)
        seen = []
        while page._step is not None:
            step, view = page._step, page.sight
            seen.append(step.at)
            assert page.timeline.at == step.at < page.session.actions + 1
            (told,) = (line.text for line in page.pen().lines(view) if line.n == step.since)
            assert words_of(told) in words_of(reader.parts["show"])
            assert f"{len(seen)} of" in words_of(reader.parts["show"])
            reader.do("skip" if len(seen) > 3 else "tick")
        assert seen == sorted(set(seen))
        assert words_of(reader.parts["show"]) == ""
        assert page.timeline.at is None
        several += len(seen) > 1
    assert several


def test_while_a_bot_that_is_asked_in_hiding_thinks_nobody_is_named() -> None:
    page = Page(5, lang="en", wish=Wish(seats=2, rounds=3, bots="random"))
    told = set()
    for seed in range(1, 40):
        page.session.new(seed)
        rng = random.Random(seed)
        while page.session.bot_to_move is not None or page.session.view.decision is not None:
            if page.session.bot_to_move is None:
                page.session.begin_act(page.session.view.decision.legal.sample(rng))
                continue
            openly = page.session.bot_to_move in page.session.view.asked
            told.add((openly, page.doing()))
            page.session.bot_move()
        if len(told) == 2:
            break
    assert told == {(True, "Bob is thinking …"), (False, "The others are thinking …")}
