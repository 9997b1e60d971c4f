"""By keyboard alone, and heard rather than seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LOCALES, NOT_TOLD, Opener
from tests.browser.hands import TAKE, TARGET
from tests.browser.keys import Keys
from tests.browser.world import DESKTOP, Known
from tests.selection import cases
from vendetta_kit.course import lessons
from vendetta_widgets.lesson_page import notebook_of

SAID = "[data-said]"


@pytest.fixture
def keys(window: Opener, server: Known) -> Callable[..., Keys]:
    """A person before a fresh window, without a mouse."""

    def sitting(lang: str = "en", size: tuple[int, int] = DESKTOP) -> Keys:
        page = window(server.address, size, locale=LOCALES[lang], reduced_motion="reduce")
        page.add_init_script(NOT_TOLD)
        return Keys(page, server.address, calm=True)

    return sitting


COURSE = [notebook_of(heading.id) for heading in lessons.headings()]
WALKED = [(notebook, "de" if k % 2 else "en") for k, notebook in enumerate(COURSE)]
"""The whole course, its lessons in either language by turns; in the quick run the shortest."""


@cases("notebook, lang", WALKED, quick=[pair for pair in WALKED if pair[0] == "10_three_players"])
def test_a_lesson_is_walked_by_keyboard_alone(keys: Callable[..., Keys], notebook: str, lang: str) -> None:
    her = keys(lang).open(notebook)
    kinds, said = [], set()
    for turn in range(120):
        kind = her.walk(turn)
        if kind == "done":
            break
        kinds.append(kind)
        said.add(her.page.locator(SAID).inner_text())
    assert {"move", "go on"} <= set(kinds)
    assert {"answer", "fill"} & set(kinds)
    assert len(said - {""}) > len(kinds) / 3, "the page says what happens"
    her.drill(0)
    expect(her.find(".vk-drill [data-verdict]")).to_be_focused()


def test_a_play_is_built_by_keyboard_and_heard(keys: Callable[..., Keys]) -> None:
    her = keys().open("09_whole_game", "seed=7")
    said = her.page.locator(SAID)
    expect(said).to_have_attribute("aria-live", "polite")
    for turn in range(8):
        if her.find(f"{TAKE}[aria-pressed]").count():
            break
        her.move(turn)
    for part in (TAKE, TARGET, ".vk-step-blood .vk-button:not(.vk-locked)"):
        chosen = her.find(part).last
        her.press(chosen)
        expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(chosen).to_be_focused()
    her.press(her.find(".vk-unpick"))
    locked = her.find(".vk-panel .vk-locked").first
    her.press(locked)
    expect(said).to_contain_text("Why not?")
    question = her.page.locator(".vk-panel .vk-question h2").inner_text()
    for part in (TAKE, TARGET):
        her.press(her.find(part).first)
    her.press(her.find(".vk-confirm"))
    expect(said).not_to_contain_text("Why not?")
    assert len(said.inner_text()) > len(question) / 2
    expect(her.page.locator(".vk-panel [data-home]")).to_be_focused()


def test_dialog_drawer_and_timeline_by_keyboard(keys: Callable[..., Keys]) -> None:
    her = keys().open("09_whole_game", "seed=7")
    rule = her.find(".vk-panel .vk-rule").first
    her.press(rule)
    card = her.page.locator("dialog.vk-dialog")
    expect(card).to_be_visible()
    for _ in range(12):
        her.page.keyboard.press("Tab")
        inside = "() => document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        assert her.page.evaluate(inside), "the focus stays in the dialog"
    her.page.keyboard.press("Escape")
    expect(rule).to_be_focused()
    for turn in range(2):
        her.move(turn)
    slider = her.page.locator(".vk-timeline input")
    her.bring(slider)
    her.reach(slider)
    expect(slider).to_have_attribute("aria-valuetext", slider.get_attribute("aria-valuetext") or "")
    told = her.page.locator(".vk-timeline .vk-hint").first
    last = int(slider.get_attribute("max") or 0)
    for key, at in (("ArrowLeft", last - 1), ("ArrowLeft", last - 2), ("Home", 0), ("ArrowRight", 1)):
        her.page.keyboard.press(key)
        expect(told).to_contain_text(f"After {at} of {last} moves")
        expect(slider).to_be_focused()
    her.press(her.button("Back to now"))
    her.press(her.button("New game"))
    her.reach(her.page.locator(".vk-drawer").get_by_label("Seed"))
    her.page.keyboard.type("5")
    her.press(her.button("Start the new game"))
    expect(her.page.locator(".vk-drawer")).to_be_hidden()


def test_the_map_and_the_languages_by_keyboard(keys: Callable[..., Keys]) -> None:
    her = keys().open("00_start_here")
    her.press(her.button("Deutsch"))
    expect(her.page.locator("html")).to_have_attribute("lang", "de")
    fields = her.find(".vk-map .vk-field")
    her.reach(fields.first)
    her.page.keyboard.press("ArrowRight")
    her.page.keyboard.press("ArrowDown")
    field = fields.nth(2)
    expect(field).to_be_focused()  # in one section the Tab key stops once; arrows go on
    her.press(field)
    expect(her.page.locator("dialog.vk-dialog")).to_be_visible()
    her.page.keyboard.press("Escape")
    expect(field).to_be_focused()
