"""The whole course, walked to its end by clicks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import Opener
from tests.browser.hands import Hands
from tests.browser.world import DESKTOP, PHONE, ROOT, Known
from tests.selection import cases
from vendetta_kit.course import lessons
from vendetta_widgets.lesson_page import notebook_of

COURSE = [(heading.id, notebook_of(heading.id)) for heading in lessons.headings()]
QUICK, QUICK_ON_A_PHONE = "withdraw_and_revelation", "diablerie"
"""With the one that is walked by keyboard (test_keyboard.py) these have every kind of content that lessons have."""
MOST_PRESSES = 250
OFTEN = 30
"""After so many presses the page is looked at again with axe-core."""


@pytest.fixture(scope="module")
def learner(browser: Browser) -> Iterator[BrowserContext]:
    """One browser for the whole course: its storage keeps the progress. Its owner has asked for less motion."""
    size = {"width": DESKTOP[0], "height": DESKTOP[1]}
    context = browser.new_context(viewport=size, locale="en-GB", reduced_motion="reduce")
    context.new_page()
    yield context
    context.close()


def walk(her: Hands, name: str, look: Callable[[], None] = lambda: None) -> None:
    """From the first move to what we have learned."""
    kinds = set()
    for turn in range(MOST_PRESSES):
        kind = her.walk(turn)
        kinds.add(kind)
        if kind == "done":
            break
        if turn in (12, 40):
            her.picture(f"{name}-2-after-{turn}")
        if turn % OFTEN == OFTEN // 2:
            look()
    assert {"move", "go on", "done"} <= kinds


def answer_the_drills(her: Hands, name: str) -> None:
    """The questions at a lesson's end, each with any answer."""
    count = lessons.find(name).drill_count
    assert 3 <= count <= 6
    for turn in range(count):
        her.drill(turn)
        on = her.find(".vk-drill .vk-next")
        assert on.count() == (turn < count - 1)
        if on.count():
            her.press(on)


@cases("name, notebook", COURSE, quick=[(QUICK, notebook_of(QUICK))], ids=[notebook for _, notebook in COURSE])
def test_a_lesson_is_walked_to_its_end(
    learner: BrowserContext, window: Opener, server: Known, name: str, notebook: str
) -> None:
    her = Hands(window(server.address, beside=learner.pages[0]), server.address, calm=True)
    her.open(notebook)
    her.picture(f"{notebook}-1-first")
    her.accessible()
    walk(her, notebook, her.accessible)
    her.picture(f"{notebook}-3-learned")
    answer_the_drills(her, name)
    her.accessible()
    her.picture(f"{notebook}-4-end", full=True)
    mark = progress(her)["lessons"][name]
    assert mark["finished"]
    assert set(mark["moments"]) == set(dict((one.id, one.moments) for one in lessons.headings())[name])
    following = lessons.find(name).next
    if following is not None:
        link = her.page.locator(f".vk-learned a[data-notebook='{notebook_of(following)}']")
        address = link.evaluate("link => link.href")
        assert address == f"{server.address}voila/render/{notebook_of(following)}.ipynb"
        assert (ROOT / "notebooks" / f"{notebook_of(following)}.ipynb").is_file()
    her.page.close()


def test_the_front_page_knows_what_was_done(learner: BrowserContext, window: Opener, server: Known) -> None:
    her = Hands(window(server.address, beside=learner.pages[0]), server.address, calm=True).open("00_start_here")
    finished = [name for name, mark in progress(her)["lessons"].items() if mark["finished"]]
    if not finished:  # this test runs alone
        walk(her, "front")
        her.reload()
        finished = ["first_steps"]
    cards = her.page.locator(".vk-lesson-cards li")
    for name in finished:
        way = "[data-do=first]" if name == "first_steps" else f"a[data-notebook='{notebook_of(name)}']"
        card = cards.filter(has=her.page.locator(way))
        expect(card).to_contain_text("finished")
    expect(cards.filter(has_text="finished")).to_have_count(len(finished))
    assert her.find(".vk-panel").count() == 0, "who has done the first steps is not in them again"
    her.accessible()
    her.picture("front-after-the-course", full=True)
    her.page.close()


@cases(
    "name, notebook",
    COURSE,
    quick=[(QUICK_ON_A_PHONE, notebook_of(QUICK_ON_A_PHONE))],
    ids=[notebook for _, notebook in COURSE],
)
def test_a_lesson_in_german_on_a_phone(hands: Callable[..., Hands], name: str, notebook: str) -> None:
    her = hands(PHONE, "de").open(notebook)
    expect(her.page.locator("html")).to_have_attribute("lang", "de")
    title = her.page.locator(".vk-frame h1")
    expect(title).to_contain_text(lessons.find(name).title["de"] if name != "first_steps" else "Vendetta")
    her.picture(f"{notebook}-phone-1-first")
    walk(her, f"{notebook}-phone")
    expect(her.page.locator(".vk-learned h2")).to_have_text("Was wir gelernt haben")
    answer_the_drills(her, name)
    her.picture(f"{notebook}-phone-3-end", full=True)


def progress(her: Hands) -> dict[str, Any]:
    """What her browser has kept of her progress."""
    kept = json.loads(her.page.evaluate("localStorage.getItem('vendetta-kit/progress')"))
    found: dict[str, Any] = kept["games"]["vendetta"]
    return found


@pytest.mark.parametrize(
    ("notebook", "shown", "answers"),
    [
        ("04_withdraw_and_revelation", ".vk-ring", ".vk-confirmbar .vk-answers .vk-button"),
        ("01_set_up", ".vk-numbers-card", ".vk-quiz-options .vk-button"),
    ],
)
def test_answers_stand_above_what_is_only_shown(
    hands: Callable[..., Hands], notebook: str, shown: str, answers: str
) -> None:
    her = hands(DESKTOP).open(notebook)
    for turn in range(MOST_PRESSES):
        if her.find(shown).count():
            break
        her.walk(turn)
    for answer in her.find(answers).all():
        expect(answer).to_be_in_viewport(ratio=1)
