"""The front page: the first move at once, progress that lasts, a file that can be taken along."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.hands import GLOWS, Hands
from tests.browser.test_lessons import progress
from tests.browser.world import DESKTOP, PHONE, Known
from tests.selection import cases
from vendetta_kit.course import lessons
from vendetta_widgets.front_page import LINKS

FRONT = "00_start_here"
SCREENS = {DESKTOP: 1.0, PHONE: 1.5}
"""Within so many screens a newcomer's first move is to be seen."""


@cases(
    "size, lang",
    [(size, lang) for size in SCREENS for lang in ("en", "de")],
    quick=[(DESKTOP, "en"), (PHONE, "de")],
    ids=["desktop-en", "desktop-de", "phone-en", "phone-de"],
)
def test_newcomers_see_their_first_move(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    her = hands(size, lang, calm=True).open(FRONT)
    her.picture(f"front-{size[0]}-{lang}")
    glowing = her.find(f"{GLOWS}, .vk-panel .vk-button.vk-glow")
    assert glowing.count() == 1
    box = glowing.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SCREENS[size] * size[1]
    assert her.page.evaluate("scrollY") == 0
    her.accessible()


@cases("notebook", ["01_set_up", "03_planning", "07_diablerie", "12_relics", "14_seven_clans"], quick=["03_planning"])
def test_every_lesson_begins_on_its_first_screen(hands: Callable[..., Hands], notebook: str) -> None:
    her = hands(calm=True).open(notebook)
    answers = ".vk-coach .vk-quiz-options .vk-button, .vk-coach .vk-quiz-form, .vk-steer .vk-next"
    wanted = f"{GLOWS}, .vk-panel .vk-glow, {answers}"
    box = her.find(wanted).first.bounding_box()
    assert box is not None
    assert box["y"] + 40 <= DESKTOP[1], "the learner's first move is to be seen without scrolling"


def test_the_server_opens_it_and_its_ways_lead_on(hands: Callable[..., Hands], server: Known) -> None:
    her = hands(calm=True)
    her.page.goto(server.address)
    her.ready()
    expect(her.page).to_have_url(f"{server.address}voila/render/{FRONT}.ipynb")
    assert her.page.title() == "The Vendetta Kit"
    links = LINKS["vendetta"]
    assert her.page.locator(".vk-course-cards > li").count() == len(lessons.headings()) + 2
    assert her.page.locator(".vk-more-cards > li").count() == len(links.more)
    names = her.page.locator(".vk-lesson-cards a").evaluate_all("links => links.map(link => link.href)")
    assert len(set(names)) == len(names)
    her.press(her.find(".vk-map .vk-field").first)
    expect(her.page.locator("dialog.vk-dialog")).to_be_visible()
    her.accessible()
    her.page.keyboard.press("Escape")
    her.follow("A whole game against bots")
    expect(her.page).to_have_url(f"{server.address}voila/render/09_whole_game.ipynb")
    her.follow("The Vendetta Kit")
    expect(her.page).to_have_url(f"{server.address}voila/render/{FRONT}.ipynb")


def test_each_game_has_its_door_and_the_last_one_chosen_stays_open(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(FRONT)
    her.press(her.button("V:TES, the game of 1998"))
    expect(her.page.locator(".vk-hero h1")).to_have_text("Learn V:TES by playing it")
    expect(her.page.locator(".vk-hero h1")).to_be_focused()
    expect(her.page.locator(".vt-ring-table, .vk-ring_table").first).to_be_visible()
    her.accessible()
    her.picture("front-vtes")
    her.open(FRONT)
    expect(her.page.locator(".vk-hero h1")).to_have_text("Learn V:TES by playing it")
    her.walk(0)
    her.press(her.button("Vendetta"))
    expect(her.page.locator(".vk-hero h1")).to_have_text("Learn Vendetta by playing it")
    expect(her.find(".vk-panel").first).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_first_answers_of_vtes_are_in_a_phones_first_screen(hands: Callable[..., Hands], lang: str) -> None:
    her = hands((390, 844), lang, calm=True).open(FRONT, "game=vtes")
    last = her.page.locator(".vt-bar .vt-offers button").last
    expect(last).to_be_visible()
    box, bar = last.bounding_box(), her.page.locator(".vk-jumps").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]


@pytest.mark.long
def test_the_language_changes_at_once_and_stays(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(FRONT)
    her.press(her.button("Deutsch"))
    expect(her.page.locator("html")).to_have_attribute("lang", "de")
    expect(her.page.locator(".vk-panel .vk-question h2")).to_contain_text("Welche Karte")
    expect(her.button("Deutsch")).to_be_focused()
    her.reload()
    expect(her.page.locator("html")).to_have_attribute("lang", "de")
    her.open(FRONT, "lang=en")
    expect(her.page.locator("html")).to_have_attribute("lang", "en")


def test_progress_lasts_and_can_be_taken_along(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = hands(calm=True).open("07_diablerie")
    while "1 of" not in her.page.locator(".vk-moments").inner_text() and not her.find(".vk-moments .vk-past").count():
        her.walk(0)
    her.follow("The Vendetta Kit")
    card = ".vk-lesson-cards li:has(a[data-notebook='07_diablerie'])"
    expect(her.page.locator(card)).to_contain_text("1 of")
    her.reload()
    expect(her.page.locator(card)).to_contain_text("1 of")
    saved = her.is_given(her.button("Save my progress to a file"), tmp_path)
    assert saved.name == "vendetta-progress.json"
    assert json.loads(saved.read_text("utf-8"))["games"]["vendetta"]["lessons"]["diablerie"]["moments"]

    other = hands(calm=True).open(FRONT)
    expect(other.page.locator(card)).to_contain_text("0 of")
    wrong = tmp_path / "wrong.json"
    for content, fault in (
        (saved.read_text("utf-8")[:-30], "wrong.json"),
        ('{"format": "vendetta-progress/1", "rules": 7}', "rules"),
        ("\x00\x01", "wrong.json"),
    ):
        wrong.write_text(content, "utf-8")
        other.choose_file("Load progress from a file", wrong, told=fault)
        assert "Traceback" not in other.page.content()
        expect(other.page.locator(card)).to_contain_text("0 of")
    other.accessible()
    other.picture("front-wrong-progress")
    other.choose_file("Load progress from a file", saved)
    expect(other.page.locator(card)).to_contain_text("1 of")
    expect(other.page.get_by_role("alert")).to_have_count(0)
    assert progress(other)["lessons"]["diablerie"] == progress(her)["lessons"]["diablerie"]


def test_a_lesson_in_another_window_is_seen_here(hands: Callable[..., Hands], window: Opener, server: Known) -> None:
    her = hands(calm=True).open(FRONT)
    there = Hands(window(server.address, beside=her.page), server.address, calm=True).open("12_relics")
    while not there.find(".vk-moments .vk-past").count():
        there.walk(0)
    card = ".vk-lesson-cards li:has(a[data-notebook='12_relics'])"
    expect(her.page.locator(card)).to_contain_text("1 of")


def test_the_sheet_for_the_table_comes_as_a_file(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = hands(lang="de", calm=True).open(FRONT)
    sheet = her.is_given(her.button("Spielhilfe, A4"), tmp_path)
    assert sheet.name == "vendetta-de-a4.html"
    assert sheet.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_who_asks_for_less_motion_gets_none(hands: Callable[..., Hands]) -> None:
    moving = "() => document.getAnimations().filter(one => one.playState === 'running').length"
    assert hands().open(FRONT).page.evaluate(moving) > 0, "what glows moves a little"
    assert hands(calm=True).open(FRONT).page.evaluate(moving) == 0
