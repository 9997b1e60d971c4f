"""The review's page: only of finished games, drawn as far as it has come, and every mark leads to its moment."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import vendetta_widgets
from tests.widgets.helpers import Reader, assert_nothing_hidden, session_of
from tests.widgets.test_dash import kept_game
from vendetta_kit import BadSetup, Game
from vendetta_kit.coach import review, review_depths
from vendetta_kit.coach.move_marks import MoveMark
from vendetta_kit.coach.review import Highlight, Review
from vendetta_kit.coach.review_depths import Depth
from vendetta_kit.course.progress import Progress
from vendetta_kit.games.vendetta import coach
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.kernel.game import AnyGame
from vendetta_widgets import GamePage, ReviewPage, page_phrases
from vendetta_widgets.games.vendetta.dash import review_page
from vendetta_widgets.games.vendetta.end_scene import end_scene
from vendetta_widgets.play_session import Session


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same work with fewer simulations."""
    depth = Depth(6, 2, 2, 3, 2, 2, 6, 30, 1)
    monkeypatch.setitem(review_depths.DEPTHS, 1, depth)
    monkeypatch.setattr(review, "FIRST", depth)


@cache
def ended() -> str:
    """What the browser keeps of a finished game, in which somebody took whatever came."""
    session, rng = Session(seed=7), random.Random(7)
    while session.view.decision is not None:
        session.act(session.view.decision.legal.sample(rng))
    assert session.view.over
    return session.save_text()


def page_of(query: str = "?depth=1", **stored: str) -> tuple[Reader, ReviewPage]:
    """A page on which all moves have been looked at, if a review has begun."""
    page = ReviewPage()
    reader = Reader(page, query=query, stored={"game": ended(), **stored})
    if page.found is not None and not page.found.finished:
        reader.send(type="do", do="closer", value=None)
    return reader, page


@cache
def reviewed() -> Review:
    """The review of that game, as the page makes it."""
    found = page_of()[1].found
    assert found is not None
    assert found.finished
    return found


@pytest.fixture
def at_once(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """For who looks at that review, and not at how it is made: it is there at once."""
    found = reviewed()

    def made(game: AnyGame, seat: int, coaching: object, depth: int, kept: object) -> Iterator[Review]:
        assert (seat, depth) == (found.seat, found.depth)
        yield found

    monkeypatch.setattr(review_page, "moments_in_steps", made)


@pytest.mark.usefixtures("at_once")
def test_the_picture_of_a_narrow_result_shows_what_its_sentence_says() -> None:
    _reader, page = page_of()
    game, seen = page.source.whole(), 0
    assert isinstance(game, Game)
    for seat in range(4):
        for pattern in COACHING.patterns(game, seat):
            if not pattern.key.startswith("narrow"):
                continue
            seen += 1
            shown = str(page._picture(Highlight(1.0, None, pattern), page.pen()))
            told = re.findall(r">(-?\d+[+?]*)</b>", shown)
            assert {str(pattern.values["mine"]), str(pattern.values["theirs"])} <= set(told)
            assert "+?" not in shown
    assert seen


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("lang", page_phrases.languages())
def test_a_finished_game_is_reviewed_whole(lang: str) -> None:
    reader, page = page_of(f"?depth=1&lang={lang}")
    assert reader.alert == ""
    assert page.found is not None
    assert page.found.finished
    assert page.found.seat == 0
    figure = json.loads(reader.messages[-1])["figures"]["curve"]
    band = [trace for trace in figure["data"] if trace["mode"] == "lines"]
    assert [trace.get("fill") for trace in band] == [None, "tonexty"], "the player's band"
    assert all(low <= high for low, high in zip(band[0]["y"], band[1]["y"], strict=True))
    assert len(figure["data"]) == 4 + len(band)
    reader.send(type="do", do="notable", value="all")
    assert reader.text.count("vk-decision") >= len(page.found.decisions)
    assert not set(page.answer(page.pen())) & set("{}")


@pytest.mark.usefixtures("at_once")
def test_nothing_begins_before_a_depth_is_chosen_and_what_is_saved_says_how_far_it_is() -> None:
    reader, page = page_of("")
    assert page.found is None
    assert "before the coach had judged" in page.still_picture()
    assert "<li>" not in page.still_picture()
    assert "Quick" in reader.words
    reader.send(type="do", do="depth", value=1)
    assert page.found is not None
    assert page.found.finished
    assert page.still_picture().count("<li>") == len(page.found.decisions)
    assert "before the coach had judged" not in page.still_picture()


def test_a_game_that_goes_on_is_not_reviewed_and_nothing_of_it_is_told() -> None:
    playing, kept = kept_game(20)
    reader = Reader(ReviewPage(), query="?depth=1", stored={"game": kept})
    page = reader.page
    assert isinstance(page, ReviewPage)
    assert page.found is None
    assert "finished games only" in reader.words
    reader.send(type="do", do="depth", value=1)
    assert page.found is None
    assert "finished games only" in reader.alert
    told = "".join(reader.messages) + reader.text
    assert_nothing_hidden(session_of(playing), told, "a game that goes on")


@pytest.mark.usefixtures("at_once")
def test_the_curve_as_a_table_leads_to_its_moments() -> None:
    reader, page = page_of()
    assert page.found is not None
    reader.send(type="do", do="table", value="curve")
    assert reader.alert == ""
    table = reader.parts["tools-curve"]
    assert table.count(' vk-row"') == len(page.found.points)
    reader.send(type="do", do="point", value=f"curve n{page.found.points[3].n}")
    assert reader.alert == ""
    assert page.at is not None


@pytest.mark.usefixtures("at_once")
def test_a_point_of_the_curve_shows_the_table_then() -> None:
    reader, page = page_of()
    assert page.found is not None
    point = page.found.points[len(page.found.points) // 2]
    now = reader.parts["places"]
    reader.send(type="do", do="point", value=f"curve n{point.n}")
    assert reader.alert == ""
    assert page.at is not None
    assert page.source is not None
    assert page.source.moment_of(page.at) == point.after
    assert reader.parts["places"] != now


@pytest.mark.usefixtures("at_once")
def test_a_cell_that_waits_has_the_review_and_says_what_it_lacks() -> None:
    game = whole_game(page_of("")[1])
    page = vendetta_widgets.review(game, seat=0, depth=1)
    assert page.wait() is page
    assert page.found is reviewed()
    assert {"found", "wait"} <= set(dir(page))
    assert "<li>" in page._repr_mimebundle_()[0]["text/html"]
    for wrong in (vendetta_widgets.review(game), vendetta_widgets.review(depth=1)):
        with pytest.raises(BadSetup, match=r"^(depth|game): found nothing; expected "):
            wrong.wait()


@pytest.mark.long
def test_a_cell_can_wait_for_the_coach_and_an_interrupted_one_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cell is saved with what the function finds, without a browser and also after an interruption."""
    game = whole_game(page_of("")[1])
    page = vendetta_widgets.review(game, seat=0, depth=1, lang="en")
    step, calls = page.work_on, iter(range(99_999))

    def interrupted() -> bool:
        if next(calls) == 12:
            raise KeyboardInterrupt
        return step()

    monkeypatch.setattr(page, "work_on", interrupted)
    with pytest.raises(KeyboardInterrupt):
        page.wait()
    assert page.found is not None
    assert not all(number in page.found.early for number in range(len(page.found.deciding)))
    assert page.wait() is page
    alone = coach.review(game, 0, moments=True)
    assert page.found.frame().action.tolist() == alone.frame().action.tolist() != []
    assert page.still_picture().count("<li>") == len(alone.told)
    assert repr(alone) == f"<Review of seat 0 at depth 1: {len(alone.told)} decisions judged, of its deciding moments>"
    assert alone._repr_html_().count("<tr") == len(alone.told) + 1


def stopped_after(monkeypatch: pytest.MonkeyPatch, enough: Callable[[Review], bool]) -> tuple[Reader, ReviewPage]:
    """A page that is stopped as soon as its review has come so far."""
    page = ReviewPage()
    whole = page.work_on

    def a_little() -> bool:
        if page.found is not None and not page.found.finished and enough(page.found):
            page.stop()
        return whole()

    monkeypatch.setattr(page, "work_on", a_little)
    reader = Reader(page, query="?depth=1", stored={"game": ended()})
    reader.send(type="do", do="closer", value=None)
    monkeypatch.setattr(page, "work_on", whole)
    return reader, page


def test_it_can_be_stopped_and_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, page = stopped_after(monkeypatch, lambda found: len(found.points) == 9)
    assert page.found is not None
    assert not page.found.finished
    assert 9 <= len(page.found.points) < 12
    assert "Stopped." in reader.words
    assert "Back to your game" in reader.words
    reader.send(type="do", do="review_on", value=None)
    assert page.found.finished
    assert "Back to your game" in reader.words


def test_before_all_is_weighed_it_says_what_is_to_come_and_nothing_that_it_takes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, page = stopped_after(monkeypatch, lambda found: found.whole and len(found.decisions) == 15)
    assert page.found is not None
    assert "Not all of your decisions have been weighed yet" in reader.words
    told = [page.told.decision(one)[0].text for one in page.found.early.values() if one is not None]
    assert all(words in reader.words for words in told)
    assert "Nothing that you did surely cost you much" not in reader.words
    reader.send(type="do", do="review_on", value=None)
    assert "Not all of your decisions" not in reader.words


def test_the_moments_that_decided_are_told_at_once_as_the_end_tells_them_and_judged_before_all_else() -> None:
    """The rest waits for the reader to ask for it, and no code of a rule stands in a sentence."""
    page = ReviewPage()
    reader = Reader(page, query="?depth=1", stored={"game": ended()})
    found = page.found
    assert found is not None
    assert not found.whole
    assert set(found.early) == set(range(len(found.deciding))) == {0, 1, 2}
    assert "Look closer at all my moves" in reader.words
    told = session_of(Reader(GamePage(), stored={"game": ended()})).view
    titles = re.findall(r"<h4[^>]*>(.*?)</h4>", end_scene(told, page.pen(), lambda n: None))
    shown = re.findall(r"<h3>(.*?)</h3>", reader.parts["highlights"])
    assert len(titles) == 3
    assert shown[:3] == titles
    assert "vk-beginner" in reader.text
    reader.send(type="do", do="closer", value=None)
    assert page.found is not None
    assert page.found.finished
    assert re.findall(r"<h3>(.*?)</h3>", reader.parts["highlights"])[:3] == titles
    alone = review.review(whole_game(page), 0, COACHING).to_json()
    assert page.found.to_json() | {"simulations": 0} == alone | {"simulations": 0}


def test_behind_the_page_a_press_is_answered_before_the_coach_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def open_and_press() -> None:
        page = ReviewPage()
        reader = Reader(page, query="?depth=1", stored={"game": ended()})
        while page.found is None:
            await asyncio.sleep(0.01)
        steps = []
        monkeypatch.setattr(page, "work_on", lambda: bool(steps.append(1)) or True)
        reader.send(type="do", do="stop", value=None)
        assert not steps
        assert "Stopped." in reader.words

    asyncio.run(open_and_press())


def whole_game(page: ReviewPage) -> AnyGame:
    game = page.source.whole()
    assert game is not None
    return game


def test_a_review_that_was_left_is_there_again_at_once_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    left, page = stopped_after(monkeypatch, lambda found: found.whole and len(found.decisions) == 15)
    assert page.found is not None
    assert len(page.found.decisions) == 15
    again, there = page_of("", **left.store)
    assert there.found is not None
    assert there.found.finished, "it goes on without being asked"
    assert there.found.to_json() == reviewed().to_json()
    monkeypatch.setattr(review_page, "moments_in_steps", None)  # a finished one is judged no more
    _, last = page_of("", **again.store)
    assert last.found is not None
    assert last.found.to_json() == reviewed().to_json()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format":"vendetta-kit-review/1"}', "null", "[" * 5000])
def test_what_is_no_review_of_this_game_is_not_shown(text: str) -> None:
    reader, page = page_of("", review=text)
    assert reader.alert == ""
    assert page.found is None


@pytest.mark.usefixtures("at_once")
def test_what_is_to_be_learned_is_due_on_the_map() -> None:
    reader, page = page_of()
    assert page.found is not None
    rules = [page.told.highlight(one).rule for one in page.found.highlights if one.cost]
    if not rules:
        pytest.fail("this seed's review has nothing to take along: choose another")
    progress = Progress.loads(reader.store["progress"])
    assert all(progress.level(rule) == "learning" for rule in rules)


@pytest.mark.usefixtures("at_once")
def test_choices_on_which_little_hung_stand_together_behind_a_press() -> None:
    reader, page = page_of()
    assert page.found is not None
    little = [one for one in page.found.decisions if one.mark in (MoveMark.BRIEF, MoveMark.ONLY)]
    assert little
    assert "Little hung on" not in reader.words
    reader.send(type="do", do="notable", value="all")
    assert f"Little hung on {len(little)} more" in reader.words
    assert reader.words.count(page.told.means(MoveMark.BRIEF)) == 1
    for one in page.found.decisions:
        assert page.told.action(one) in reader.words


@pytest.mark.usefixtures("at_once")
def test_from_the_table_of_a_moment_a_press_leads_back_to_where_one_was_reading() -> None:
    reader, page = page_of()
    assert page.found is not None
    assert "Back to where you were reading" not in reader.words
    n = int(re.findall(r'data-do="look_at" data-value="([0-9]+)"', reader.text)[0])
    reader.do("look_at", n)
    assert "Back to where you were reading" in reader.words
    reader.do("back_to_reading", None)
    assert reader.drawing["focus"] == f'[data-do=look_at][data-value="{n}"]'
    assert "Back to where you were reading" not in reader.words


@pytest.mark.usefixtures("at_once")
def test_try_it_leads_to_the_game_before_that_choice() -> None:
    reader, page = page_of()
    assert page.found is not None
    decision = page.found.decisions[3]
    reader.send(type="do", do="notable", value="all")
    reader.send(type="do", do="try", value=decision.action)
    assert f"what_if={decision.action}" in reader.text
    game = GamePage()
    there = Reader(game, query=f"?what_if={decision.action}", stored=dict(reader.store))
    assert there.alert == ""
    assert game.session.actions == decision.action
    assert game.session.branches == 1
    assert not game.session.view.over
    rng = random.Random(3)
    while game.session.view.decision is not None:
        game.session.act(game.session.view.decision.legal.sample(rng))
    there.send(type="do", do="help", value="shown")
    assert "In the game itself" in there.words


@pytest.mark.usefixtures("at_once")
def test_the_table_to_try_at_names_what_the_review_found_better_until_one_has_moved() -> None:
    reader, page = page_of()
    assert page.found is not None
    decision = next(one for one in page.found.decisions if one.better is not None)
    reader.send(type="do", do="notable", value="all")
    reader.send(type="do", do="try", value=decision.action)
    query = re.search(rf"what_if={decision.action}&amp;better=[0-9]+", reader.text)
    assert query is not None
    game = GamePage()
    there = Reader(game, query=f"?{query[0].replace('&amp;', '&')}", stored=dict(reader.store))
    assert "the review found better: " in there.words
    assert page.told.action(decision, best=True).rpartition("? ")[2] in there.words
    there.do("come_back", None)
    assert "the review found better" not in there.words
    beyond = Reader(GamePage(), query=f"?what_if={decision.action}&better=9999", stored=dict(reader.store))
    assert beyond.alert == ""
    assert "the review found better" not in beyond.words


@pytest.mark.usefixtures("at_once")
def test_trying_from_another_place_is_refused() -> None:
    reader, _ = page_of()
    reader.send(type="do", do="try", value=99_999)
    assert reader.alert


def test_the_table_then_is_the_table_at_the_choice_and_not_what_came_of_it(at_once: None) -> None:
    reader, page = page_of()
    assert page.found is not None
    for decision in page.found.decisions:
        reader.do("look_at", page._before_choice(decision))
        assert page.at is not None
        assert page.source.moment_of(page.at) <= decision.action, decision
