"""The search and the glossary from every page, by keyboard; what a card says, beside its name."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import PHONE
from tests.selection import cases


def test_she_finds_reads_and_comes_back_by_keyboard(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("15_drills")
    her.page.keyboard.press("/")
    dialog = her.page.locator("dialog.vk-dialog")
    field = dialog.locator("input")
    expect(field).to_be_focused()
    her.page.keyboard.type("face down needs 2 blood")
    first = dialog.locator(".vk-found li").first
    expect(first).to_contain_text("PLAN-11")
    expect(field).to_have_value("face down needs 2 blood")
    expect(field).to_be_focused()
    expect(her.page.locator(".vk[data-waiting]")).to_have_count(0)  # all that she typed has its answer
    her.page.keyboard.press("Tab")
    expect(first.get_by_role("button").first).to_be_focused()
    her.page.keyboard.press("Enter")
    expect(dialog.locator(".vk-rule-text").first).to_be_visible()
    her.accessible()
    back = dialog.get_by_role("button", name="Back to the search")
    back.focus()
    her.page.keyboard.press("Enter")
    expect(field).to_have_value("face down needs 2 blood")
    expect(field).to_be_focused()
    field.fill("frenzy")
    expect(dialog.locator(".vk-found li")).to_have_count(10)
    her.picture("finder-ten")
    dialog.get_by_role("button", name="Show all").click()
    expect(dialog.get_by_role("button", name="Show all")).to_have_count(0)
    assert dialog.locator(".vk-found li").count() > 10
    her.accessible()
    field.fill("raserei /")
    expect(first).to_contain_text("Frenzy")
    expect(her.page.locator(".vk[data-waiting]")).to_have_count(0)
    her.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(field).not_to_be_focused()  # the browser takes the focus from what is hidden when it draws next

    her.page.keyboard.press("/")
    expect(field).to_be_focused()
    field.fill("frenzy")
    her.page.keyboard.press("Escape")  # before the answer is there: it opens nothing any more
    expect(her.page.locator(".vk[data-waiting]")).to_have_count(0)
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


@cases("way", ["keyboard", "finger"], quick=["keyboard"])
def test_a_clans_nine_cards_are_read_before_it_is_chosen(hands: Callable[..., Hands], way: str) -> None:
    her = hands(PHONE, calm=True, has_touch=True).open("09_whole_game", "seed=7")
    clan = her.find(".vk-offer .vk-held").last
    name = clan.locator(".vk-face-name").inner_text()
    deck = clan.locator(".vk-take" if way == "keyboard" else ".vk-look-at")
    dialog = her.page.locator("dialog.vk-dialog")
    if way == "keyboard":
        deck.focus()
        her.page.keyboard.press("i")
    else:
        expect(deck).to_have_css("opacity", "1")
        deck.tap()
    expect(dialog).to_contain_text(name)
    expect(dialog.locator(".vk-deck-cards .vk-card")).to_have_count(9)
    for card in dialog.locator(".vk-deck-cards .vk-card").all():
        card.scroll_into_view_if_needed()
        expect(card.locator(".vk-text")).to_be_in_viewport()
    assert her.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    her.accessible()
    her.picture(f"clan-cards-{way}")
    mark, tip = dialog.locator(".vk-deck-cards .vk-mark").first, her.page.locator(".vk-tip")
    mark.scroll_into_view_if_needed()
    if way == "keyboard":
        mark.focus()
    else:
        mark.tap()
    expect(tip).to_have_text(mark.get_attribute("aria-description") or "no words")
    her.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(deck).to_be_focused()
    expect(clan).to_be_visible()
