"""On a phone all lies one below the other: what is asked keeps its place, and the table stays in sight above it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.hands import Hands
from tests.browser.world import PHONE

MOST_PRESSES = 250
PROMPT = 5000  # milliseconds in which the page has come to rest
_WHERE = """() => {
    const high = [...document.querySelectorAll('.vk-jumps, .vk-bar')].filter(e => e.checkVisibility())
        .map(e => e.getBoundingClientRect().top);
    const side = [...document.querySelectorAll('.vk-side :is(.vk-coach, .vk-panel, .vk-steer, .vk-recap)')]
        .filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect());
    const glance = document.querySelector('.vk-glance').getBoundingClientRect();
    const focused = document.activeElement.getBoundingClientRect();
    return {
        y: scrollY, free: [glance.bottom, Math.min(innerHeight, ...high)], glance: [glance.top, glance.bottom],
        side: [Math.min(...side.map(box => box.top)), Math.max(...side.map(box => box.bottom))],
        focused: [focused.top, focused.bottom],
        asks: !!document.querySelector('.vk-side :is(.vk-panel h2, .vk-quiz-options, .vk-quiz-form)'),
    };
}"""
_WELL = f"""before => {{
    const now = ({_WHERE})();
    const [top, bottom] = now.free, moved = now.y - before.y;
    if (now.glance[1] <= 0 && now.asks) return false;
    if (now.focused[0] < top - 1 && now.focused[1] < top + 16 || now.focused[0] > bottom - 16) return false;
    const there = now.side[0] + moved >= top && now.side[1] + moved <= bottom;
    return !there || Math.abs(moved) < 2;
}}"""
"""What is asked about is in sight above the question; what has the focus, too; and what is all there does not move."""


class Reading(Hands):
    """She looks after each press where she is."""

    def where(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(_WHERE)
        return found

    def press(self, button: Locator, told: str = "") -> None:
        button.scroll_into_view_if_needed()
        before = self.where()
        super().press(button, told)
        if not self.find(".vk-glance").count():
            return
        try:
            self.page.wait_for_function(_WELL, arg=before, timeout=PROMPT)
        except TimeoutError:
            self.picture("phone-jumped")
            raise AssertionError(f"{before} -> {self.where()}") from None


def reading(hands: Callable[..., Hands], notebook: str) -> Reading:
    her = hands(PHONE, calm=True)
    reader = Reading(her.page, her.home, calm=True)
    reader.open(notebook)
    return reader


@pytest.mark.long
def test_a_lesson_keeps_its_place(hands: Callable[..., Hands]) -> None:
    her = reading(hands, "03_planning")
    for turn in range(MOST_PRESSES):
        if her.walk(turn) == "done":
            break
    else:
        raise AssertionError("the lesson does not end")


def test_a_round_keeps_its_place(hands: Callable[..., Hands]) -> None:
    her = reading(hands, "00_your_first_game")
    for turn in range(MOST_PRESSES):
        her.move(turn)
        if her.find(".vk-track-round [aria-current]").inner_text().endswith("2"):
            break
    else:
        raise AssertionError("the round does not end")


def test_she_looks_at_the_table_and_is_back_where_she_was(hands: Callable[..., Hands]) -> None:
    her = reading(hands, "00_your_first_game")
    her.move(0)
    her.press(her.find(".vk-panel .vk-choice > .vk-button").first)
    her.page.evaluate("scrollBy(0, 60)")
    before = her.where()["y"]
    haven = her.find(".vk-glance-place").last
    ally = haven.locator(".vk-glance-ally").inner_text()
    haven.click()
    there = her.find('.vk-place[data-place="haven"]')
    expect(there).to_contain_text(ally)
    her.page.wait_for_function(
        "() => { const { top } = document.querySelector('.vk-place[data-place=haven]').getBoundingClientRect();"
        " return top >= 0 && top < innerHeight / 2; }"
    )
    her.button("Question", ".vk-jumps").click()
    her.page.wait_for_function("y => Math.abs(scrollY - y) < 2", arg=before)
    her.find(".vk-glance-mine").click()
    expect(her.find(".vk-player.vk-me header")).to_be_in_viewport()
    her.button("Question", ".vk-jumps").click()
    her.page.wait_for_function("y => Math.abs(scrollY - y) < 2", arg=before)
    her.accessible()
