"""The search and the glossary from every page, by keyboard; what a card says, beside its name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import PHONE

PAGES = (
    *("00_start_here", "00_your_first_game", "03_planning", "09_whole_game"),
    *("15_drills", "16_for_teachers", "dashboards/balance"),
)


@pytest.mark.parametrize("page", PAGES)
def test_the_slash_opens_the_glossary_everywhere(hands: Callable[..., Hands], page: str) -> None:
    her = hands(calm=True).open(page)
    her.page.keyboard.press("/")
    dialog = her.page.locator("dialog.vk-dialog")
    expect(dialog.get_by_role("heading", name="Search and glossary")).to_be_visible()
    expect(dialog.locator("input")).to_be_focused()
    expect(dialog.locator("input")).to_have_value("")
    expect(dialog.get_by_role("button", name="Frenzy", exact=True)).to_have_count(1)
    her.accessible()


def test_she_finds_reads_and_comes_back_by_keyboard(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("15_drills")
    her.page.keyboard.press("/")
    dialog = her.page.locator("dialog.vk-dialog")
    field = dialog.locator("input")
    expect(field).to_be_focused()
    her.page.keyboard.type("face down fee")
    first = dialog.locator(".vk-found li").first
    expect(first).to_contain_text("PLAN-11")
    expect(field).to_have_value("face down fee")
    expect(field).to_be_focused()
    her.page.keyboard.press("Tab")
    her.page.keyboard.press("Enter")
    expect(dialog.locator(".vk-rule-text").first).to_be_visible()
    her.accessible()
    back = dialog.get_by_role("button", name="Back to the search")
    back.focus()
    her.page.keyboard.press("Enter")
    expect(field).to_have_value("face down fee")
    expect(field).to_be_focused()
    field.fill("raserei /")
    expect(first).to_contain_text("Frenzy")
    her.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()


def test_a_card_tells_what_it_says_on_pointing_focus_and_a_long_press(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("00_start_here")
    tip = her.page.locator(".vk-tip")
    name = her.find(".vk-player .vk-chip").first
    said = name.get_attribute("aria-description") or ""
    assert len(said) > 20
    expect(tip).not_to_be_visible()
    name.hover()
    expect(tip).to_have_text(said)
    her.accessible()
    her.page.mouse.move(1, 1)
    expect(tip).not_to_be_visible()
    her.page.keyboard.press("Tab")  # from here on the keyboard has the focus
    name.focus()
    expect(tip).to_have_text(said)
    her.page.keyboard.press("Escape")
    expect(tip).not_to_be_visible()

    there = hands(PHONE, calm=True, has_touch=True).open("00_start_here")
    touched = there.find(".vk-player .vk-chip").first
    touched.scroll_into_view_if_needed()
    there.page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )  # it lies still
    touched.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    bubble = there.page.locator(".vk-tip")
    expect(bubble).to_be_visible()
    box = bubble.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    touched.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    touched.dispatch_event("click")
    expect(bubble).to_be_visible()
    expect(there.page.locator("dialog.vk-dialog")).not_to_be_visible()
    touched.tap()
    expect(there.page.locator("dialog.vk-dialog .vk-card")).to_be_visible()
    expect(bubble).not_to_be_visible()
