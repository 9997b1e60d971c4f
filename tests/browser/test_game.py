"""A free game in a real browser: played to its end by clicks, taken back, saved, looked at again, tried another way."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hands import TAKE, Hands
from tests.browser.world import PHONE
from tests.selection import cases
from vendetta_widgets.play_session import Session

GAME = "09_whole_game"
MOST_PRESSES = 250
QUESTION = ".vk-panel .vk-question h2"


@cache
def played(moves: int | None = None) -> str:
    """A game of any legal moves, so many of them or to its end, as it is saved."""
    session, rng = Session(seed=7), random.Random(7)
    while session.view.decision is not None and moves != 0:
        session.act(session.view.decision.legal.sample(rng))
        moves = None if moves is None else moves - 1
    return session.save_text()


@cache
def nearly_over() -> str:
    """The same game with the last move to come."""
    session, rng, saves = Session(seed=7), random.Random(7), [""]
    while session.view.decision is not None:
        saves.append(session.save_text())
        session.act(session.view.decision.legal.sample(rng))
    return saves[-1]


def go_on(her: Hands, save: str) -> Hands:
    """Her browser has kept this game: she comes back to it."""
    blank = "<!DOCTYPE html><title>Storage</title><link rel='icon' href='data:,'>"
    her.page.route("**/storage", lambda route: route.fulfill(body=blank, content_type="text/html"))
    her.page.goto(f"{her.home}storage")
    her.page.evaluate("text => localStorage.setItem('vendetta-kit/game', text)", save)
    her.page.unroute("**/storage")  # while requests are looked at, a page that is left cannot tell the server so
    return her.open(GAME)


@pytest.mark.long
def test_a_whole_game_is_played_to_its_end(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(GAME, "seed=7")
    her.picture("game-1-first")
    her.accessible()
    shown = set()
    for turn in range(MOST_PRESSES):
        if her.page.locator(".vk-end").is_visible():
            break
        for name, part in (("game-2-planning", ".vk-confirm"), ("game-3-withdraw", ".vk-answers .vk-button")):
            if name not in shown and her.find(part).count():
                shown.add(name)
                her.picture(name, full=True)
                her.accessible()
        her.move(turn)
    assert shown == {"game-2-planning", "game-3-withdraw"}
    over = her.page.locator(".vk-end")
    assert over.locator(".vk-rank").count() == 4
    totals = [int(text) for text in over.locator(".vk-rank > b").all_inner_texts() if text.isdigit()]
    assert totals == sorted(totals, reverse=True)
    assert 1 <= over.locator(".vk-end-moment").count() <= 3
    expect(over.locator("h2")).to_be_focused()
    for shown in (over.locator("h2"), over.locator(".vk-rank").last, her.button(re.compile("Play again"))):
        expect(shown).to_be_in_viewport(ratio=1)
    her.accessible()
    her.picture("game-4-end", full=True)
    her.press(over.get_by_role("button", name="Look").first)
    expect(over).to_be_hidden()
    her.press(her.button("Back to now"))
    expect(her.page.get_by_role("link", name="My Blood")).to_have_attribute("href", re.compile("dashboards/blood"))
    her.press(her.button(re.compile("Play again")))
    expect(over).to_be_hidden()
    expect(her.page.locator(QUESTION)).to_be_focused()
    expect(her.page.locator(QUESTION)).to_be_in_viewport(ratio=1)


def test_on_a_phone_too_the_end_begins_with_the_result(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(PHONE), nearly_over())
    over = her.page.locator(".vk-end")
    for turn in range(MOST_PRESSES):
        if over.is_visible():
            break
        her.move(turn)
    expect(over.locator("h2")).to_be_focused()
    expect(over.locator("h2")).to_be_in_viewport(ratio=1)


def to_a_play(her: Hands) -> None:
    """Play until another one's card is shown."""
    her.open(GAME, "seed=7")
    for turn in range(40):
        her.move(turn)
        if her.find(".vk-show .vk-caption").count() and " plays " in her.find(".vk-show .vk-caption").inner_text():
            return
    raise AssertionError("no card of another one was shown")


def test_the_others_moves_are_told_one_after_the_other(hands: Callable[..., Hands]) -> None:
    """Nothing goes on by itself, and nothing is asked before the last."""
    her = hands()
    to_a_play(her)
    told, question = her.page.locator(".vk-show .vk-caption"), her.page.locator(QUESTION)
    shown: list[str] = []
    while told.is_visible():
        shown.append(told.inner_text())
        here = ":is(.vk-places .vk-fresh, .vk-places .vk-delta, .vk-stage) >> visible=true"
        expect(her.page.locator(here).first).to_be_visible()
        expect(her.page.locator(".vk-show .vk-show-next")).to_be_focused()
        expect(question).to_be_hidden()
        expect(her.find(TAKE)).to_have_count(0)
        if len(shown) == 2:
            her.accessible()
            her.picture("game-3b-the-others-move", full=True)
        her.keep()
        her.page.keyboard.press("Space")
        her.answered()
    assert len(shown) > 1
    assert len(set(shown)) == len(shown)
    expect(her.page.locator(".vk-fresh, .vk-delta:not(.vk-recap-box *)")).to_have_count(0)  # sums stay told
    expect(question).to_be_visible()
    expect(question).to_be_focused()


def test_escape_ends_what_is_shown(hands: Callable[..., Hands]) -> None:
    her = hands()
    to_a_play(her)
    skip = her.page.locator(".vk-show .vk-skip")
    expect(skip).to_be_in_viewport(ratio=1)
    her.page.locator(".vk-show-why > summary").click()
    expect(her.page.locator(".vk-show-why[open]")).to_be_visible()
    her.page.keyboard.press("Escape")
    expect(her.page.locator(".vk-show-why[open]")).to_have_count(0)
    expect(skip).to_be_visible()  # what was opened is closed first, and nothing is skipped with it
    her.page.keyboard.press("Escape")
    expect(skip).to_be_hidden()
    expect(her.page.locator(QUESTION)).to_be_focused()


USUAL = ("seed=12", "normal", 14)
CROWDED = ("seed=5&players=6t", "normal", 30)
"""Six players, in the second round four of them at one Location."""
LARGE = ("seed=5&players=5", "larger", 30)
OVER = """() => {
    const box = one => one.getBoundingClientRect(), stage = document.querySelector('.vk-stage');
    if (!stage) return [];
    const parts = '.vk-side-cards, .vk-beside-cards, .vk-prize, .vk-ahead, .vk-lane';
    const apart = [...stage.querySelectorAll(parts)].map(one => [one.className, box(one)]).flatMap(
        ([name, one], k, all) => all.slice(k + 1).filter(([, other]) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
            && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1).map(([other]) => [name, other]));
    const inside = box(stage);
    const out = [...stage.querySelectorAll('.vk-face, h3, .vk-lane')].filter(one =>
        box(one).left < inside.left || box(one).right > inside.right || box(one).bottom > inside.bottom);
    return [...apart, ...out.map(one => [one.className, one.innerText])];
}"""
"""What lies over something else on a stage, and what reaches out of it."""


@cases(
    "size, game",
    [
        *((size, USUAL) for size in ((1280, 720), (1280, 800), (1366, 768), PHONE)),
        *((size, CROWDED) for size in ((1280, 720), (1366, 768), PHONE)),
        *((size, LARGE) for size in ((1280, 720), (1280, 800))),
    ],
    quick=[((1280, 720), USUAL), (PHONE, USUAL)],
    ids=str,
)
def test_no_zone_scrolls_or_changes_its_height_while_one_plays(
    hands: Callable[..., Hands], size: tuple[int, int], game: tuple[str, str, int]
) -> None:
    query, letters, turns = game
    her = hands(size, calm=True)
    her.page.add_init_script(f"localStorage.setItem('vendetta-kit/size', '{letters}')")
    her.open(GAME, query)
    zones = """() => [...document.querySelectorAll(".vk-zone-table, .vk-zone-bar, .vk-zone-hand, .vk-faces")]
        .map(zone => { const box = zone.getBoundingClientRect(); return [box.top, box.height].map(Math.round); })"""
    before = her.page.evaluate(zones)
    for turn in range(turns):
        her.move(turn)
        if her.find(QUESTION).count() or her.find(".vk-what").count():
            assert her.page.evaluate(zones) == before, her.page.locator(".vk-zone-bar").inner_text()
        assert her.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        assert her.page.evaluate(OVER) == []
    her.picture(f"zones-{size[0]}-{letters}-{turns}")
    her.press(her.page.locator(".vk-log .vk-jump").first)
    expect(her.page.locator(".vk-aside")).to_be_visible()
    her.page.keyboard.press("l")
    expect(her.page.locator(".vk-aside")).to_be_hidden()


@pytest.mark.long
def test_a_game_in_german_on_a_phone(hands: Callable[..., Hands]) -> None:
    her = hands(PHONE, "de").open(GAME, "seed=12")
    expect(her.page.locator(QUESTION)).to_contain_text("Welchen Clan willst du spielen?")
    expect(her.page.locator("html")).to_have_attribute("lang", "de")
    her.picture("game-phone-1-first")
    for turn in range(24):
        her.move(turn)
    her.picture("game-phone-2-later", full=True)
    her.accessible()
    for part in ("Neues Spiel", "Laden"):
        her.press(her.button(re.compile(part), ".vk-menu"))
        expect(her.page.locator(".vk-drawer h2")).to_have_text(part)
    her.press(her.button("English"))
    expect(her.page.locator("html")).to_have_attribute("lang", "en")
    expect(her.page.locator(".vk-drawer h2")).to_have_text("Load")
    expect(her.page.locator(".vk-log > div > h2, .vk-log > h2").first).to_have_text("What has happened")


def test_a_rule_card_opens_in_both_languages_and_gives_the_focus_back(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(GAME, "seed=7")
    rule = her.find(".vk-panel .vk-rule").first
    name = rule.locator("span").text_content() or "?"
    card = her.page.locator("dialog.vk-dialog")
    for close in ("Escape", "button", "beside"):
        her.press(rule)
        expect(card).to_be_visible()
        expect(card).to_contain_text(name)
        expect(card.locator("h3").first).to_be_visible()
        expect(card.locator("[lang=de]").first).to_be_visible()
        assert card.evaluate("card => card.contains(document.activeElement)")
        if close == "Escape":
            her.accessible()
            her.picture("game-5-rule")
            her.page.keyboard.press("Escape")
        elif close == "button":
            card.get_by_role("button", name="Close").click()
        else:
            her.page.mouse.click(20, 500)
        expect(card).to_be_hidden()
        expect(rule).to_be_focused()
    her.press(her.find(".vk-look-at").first)
    expect(card).to_be_visible()
    related = card.locator(".vk-rule")
    if related.count():
        name = related.first.inner_text()
        her.press(related.first)
        expect(card).to_contain_text(name)


def test_what_cannot_be_done_says_why(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(calm=True), played(3))
    for turn in range(6):
        if her.find(".vk-panel .vk-locked").count():
            break
        her.move(turn)
    locked = her.find(".vk-panel .vk-locked").first
    her.ask_why(locked)
    reason = locked.locator("xpath=following-sibling::*[1]")
    expect(reason).to_be_visible()
    expect(reason.locator(".vk-rule").first).to_be_visible()
    said = her.page.locator("[data-said]")
    expect(said).to_contain_text("Why not?")
    her.accessible()
    her.picture("game-6-why-not")
    her.page.keyboard.press("Escape")
    expect(reason).to_be_hidden()  # where the mouse and the focus are still on it
    her.ask_why(locked)
    expect(reason).to_be_visible()
    her.page.locator(QUESTION).click()
    expect(reason).to_be_hidden()
    her.ask_why(locked)
    expect(reason).to_be_visible()
    her.ask_why(locked)
    expect(reason).to_be_hidden()


def test_undo_save_and_load(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = hands(calm=True).open(GAME, "seed=7")
    question = her.page.locator(QUESTION)
    drawer = her.page.locator(".vk-drawer")
    her.move(0)
    first = question.text_content()
    her.move(0)
    her.press(her.button("Undo"))
    expect(drawer).to_contain_text("cards")
    her.accessible()
    her.picture("game-7-undo")
    her.press(her.button("Take it back all the same"))
    expect(drawer).to_be_hidden()
    expect(question).to_have_text(first)
    saved = her.is_given(her.button("Save"), tmp_path)
    assert saved.name.startswith("vendetta-7-")
    assert json.loads(saved.read_text("utf-8"))["setup"]["seed"] == 7
    her.move(0)
    log = her.page.locator(".vk-log").inner_text()
    her.press(her.button("Load"))
    broken = tmp_path / "broken.json"
    broken.write_text(saved.read_text("utf-8")[:-40], "utf-8")
    her.choose_file("Choose a file", broken, told="broken.json")
    her.picture("game-8-a-broken-file")
    her.accessible()
    assert "Traceback" not in her.page.content()
    assert her.page.locator(".vk-log").inner_text() == log
    broken.write_bytes(b" " * 12_100_000)
    her.choose_file("Choose a file", broken, told="larger than 12 megabytes")
    her.choose_file("Choose a file", saved)
    expect(drawer).to_be_hidden()
    expect(question).to_have_text(first)


def test_a_new_game_with_a_name_that_looks_like_html(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(GAME, "seed=7")
    her.press(her.button("New game"))
    her.accessible()
    her.picture("game-9-new")
    drawer = her.page.locator(".vk-drawer")
    drawer.get_by_label("Your name").fill("<img src=x onerror=1>")
    drawer.get_by_label("Seed").fill("eleven")
    her.press(her.button("Start the new game"), told="“eleven” is no seed")
    drawer.get_by_label("Seed").fill("11")
    drawer.get_by_label("Players").select_option("3")
    drawer.get_by_label("with Relics").check()
    her.press(her.button("Start the new game"))
    expect(her.page.locator(".vk-seat.vk-me")).to_contain_text("<img src=x onerror=1>")
    expect(her.page.locator(".vk-seat")).to_have_count(3)
    assert her.page.locator(".vk img").count() == 0


def test_the_timeline_goes_back_tries_something_else_and_comes_back(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(calm=True), played(6))
    question = her.page.locator(QUESTION)
    now = question.text_content()
    timeline = her.page.locator(".vk-timeline")
    slider = timeline.locator("input[type=range]")
    last = slider.get_attribute("max")
    her.change(slider, "0")
    expect(timeline).to_contain_text(f"After 0 of {last} moves")
    expect(question).to_be_hidden()
    take_over = her.button("What if? Go on from here")
    for _ in range(10):
        if take_over.is_visible():
            break
        her.press(timeline.get_by_role("button", name="One step on"))
    her.accessible()
    her.picture("game-10-looking-back", full=True)
    her.press(take_over)
    her.move(0)
    expect(her.page.get_by_text("You are playing a what-if.")).to_be_visible()
    her.picture("game-11-what-if")
    her.press(her.button("Come back to the game as it was"))
    expect(question).to_have_text(now)
    expect(slider).to_have_attribute("max", str(last))
    her.press(her.page.locator(".vk-log .vk-jump").first)
    expect(timeline).to_contain_text(f"of {last} moves")
    her.press(her.button("Back to now"))
    expect(question).to_have_text(now)


def test_after_the_end_the_others_eyes_are_open(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = go_on(hands(calm=True), played())
    expect(her.page.locator(".vk-end")).to_be_visible()
    whole = her.is_given(her.button("The whole game as a file"), tmp_path)
    assert json.loads(whole.read_text("utf-8"))["setup"]["seed"] == 7
    eyes = her.page.locator(".vk-eyes")
    timeline = her.page.locator(".vk-timeline")
    middle = int(timeline.locator("input[type=range]").get_attribute("max") or 0) // 2
    her.change(timeline.locator("input[type=range]"), str(middle))
    her.press(eyes.get_by_role("button").nth(1))
    expect(eyes.get_by_role("button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(her.page.locator(".vk-seat.vk-me")).to_contain_text(eyes.get_by_role("button").nth(1).inner_text()[-3:])
    her.accessible()
    her.picture("game-12-other-eyes", full=True)


def test_help_is_shown_asked_for_or_none_as_at_the_table(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(calm=True), played(4))
    advice, ask = her.page.locator(".vk-advice .vk-hint-box"), her.button("What would you do?")
    expect(advice).to_be_hidden()
    her.press(ask)
    expect(advice.locator("li").first).to_be_visible()
    her.accessible()
    her.press(her.button("as at the table"))
    expect(advice).to_be_hidden()
    expect(ask).to_be_hidden()
    assert her.page.locator(".vk-number-score").count() == 0, "at the table nobody adds up for you"
    her.press(her.button("shown"))
    expect(advice).to_be_visible()
    her.picture("game-13-help-shown")
    her.reload()
    expect(advice).to_be_visible()


def test_the_page_goes_on_with_the_kept_game(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(GAME, "seed=21")
    for turn in range(2):
        her.move(turn)
    question, log = her.page.locator(QUESTION).text_content(), her.page.locator(".vk-log").inner_text()
    her.open(GAME)
    expect(her.page.locator(QUESTION)).to_have_text(question)
    assert her.page.locator(".vk-log").inner_text() == log
    her.page.evaluate("localStorage.setItem('vendetta-kit/game', '{broken')")
    her.reload()
    expect(her.page.get_by_role("alert")).to_contain_text("cannot be loaded")
    expect(her.page.locator(QUESTION)).to_be_visible()
    kept = her.page.evaluate("Object.values(localStorage)")
    assert "{broken" in kept, "what cannot be read is not thrown away"


def test_beside_a_figure_in_a_notebook_no_name_is_cut_and_each_card_of_the_hand_is_seen(
    hands: Callable[..., Hands],
) -> None:
    her = go_on(hands((1400, 900), calm=True), played(17))
    her.page.evaluate("document.querySelector('.vk').style.width = '880px'")
    expect(her.find(".vk-zone-hand .vk-held")).to_have_count(3)
    assert her.find(".vk-places .vk-position-name").count() > 1
    cut = "names => names.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
    for name in (".vk-places .vk-ally-name", ".vk-places .vk-position-name"):
        assert her.page.locator(name).evaluate_all(cut) == []
    lefts = her.find(".vk-zone-hand .vk-held").evaluate_all("cards => cards.map(e => e.getBoundingClientRect().left)")
    assert all(other - one > 60 for one, other in itertools.pairwise(lefts))
    within = "e.getBoundingClientRect().bottom <= e.closest('.vk-position').getBoundingClientRect().bottom"
    assert her.find(".vk-places .vk-power-of").evaluate_all(f"all => all.every(e => {within})")
    her.picture("game-narrow-box")
