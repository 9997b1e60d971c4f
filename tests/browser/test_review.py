"""The review in a real browser: from the end of a game to the curve, a moment of it, and another try."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.test_game import go_on, nearly_over
from tests.browser.world import DESKTOP, PHONE
from tests.selection import cases

A_WHILE = 600_000
"""Milliseconds until a review of the first depth must be there, on a machine with much else to do."""


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[], ids=["desk", "phone"])
def test_a_finished_game_is_reviewed_and_tried_again(
    hands: Callable[..., Hands], size: tuple[int, int], lang: str
) -> None:
    her = go_on(hands(size, lang, calm=True), nearly_over())
    for turn in range(20):
        if her.page.locator(".vk-end").is_visible():
            break
        her.move(turn)
    review = {"en": "Review this game", "de": "Rückblick auf diese Partie"}[lang]
    titles = her.page.locator(".vk-moment-told h4").all_inner_texts()
    her.page.get_by_role("link", name=review).click()
    expect(her.page.locator("#vendetta-ahead")).to_contain_text(titles[0])  # while the page is made
    expect(her.page.locator(".vk-weighed-one h3")).to_have_text(titles)  # the end's story, at once
    closer = {"en": "Look closer at all my moves", "de": "Alle meine Züge genauer ansehen"}[lang]
    her.page.get_by_role("button", name=closer).click(timeout=A_WHILE)
    her.page.wait_for_selector("[data-figure=curve] .main-svg", timeout=A_WHILE)
    expect(her.page.locator("progress")).to_be_visible()
    her.page.locator(".vk-slide input").focus()  # the page can be used meanwhile
    expect(her.page.locator("progress")).to_have_count(0, timeout=A_WHILE)
    first = her.page.locator("[data-part=highlights] li").first  # what weighed most is in sight, with its reason
    expect(first.locator("h3")).to_be_visible()
    top = first.evaluate("one => one.getBoundingClientRect().top + scrollY")
    assert top < size[1] / 2
    expect(her.page.get_by_role("alert")).to_have_count(0)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert her.page.evaluate(wide) <= 0
    her.accessible()
    her.picture(f"review-{'phone' if size == PHONE else 'desk'}-{lang}", full=True)
    before = her.page.locator(".vk-step-words").inner_text()
    point = her.page.locator("[data-figure=curve] .points path").nth(8)
    point.hover(force=True)
    expect(her.page.locator("[data-figure=curve] .hoverlayer > g").first).to_be_visible()  # else a press finds no point
    point.click(force=True)
    expect(her.page.locator(".vk-then > h2")).to_be_focused()
    assert her.page.locator(".vk-step-words").inner_text() != before
    before = her.page.locator(".vk-step-words").inner_text()
    her.press(her.page.locator(".vk-as-table"))
    her.press(her.page.locator(".vk-tools-curve .vk-row").nth(3))
    assert her.page.locator(".vk-step-words").inner_text() != before
    expect(her.page.locator(".vk-then > h2")).to_be_focused()
    her.press(her.button({"en": "All", "de": "Alle"}[lang], "[data-part=decisions]"))
    first = her.page.locator(".vk-decision:has(summary)").first
    first.locator("summary").first.press("Enter")
    expect(first.locator("li").first).to_be_visible()
    first.get_by_role("button", name=re.compile("Try it|Ausprobieren")).click()  # it leads to another page
    expect(her.page.locator(".vk-panel h2").first).to_be_visible(timeout=60_000)
    expect(her.page.locator(".vk-end")).to_be_hidden()
