"""On a phone all lies one below the other: what is asked keeps its place, and the table stays in sight above it."""

from __future__ import annotations

from collections.abc import Callable

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
    const focused = document.activeElement.getBoundingClientRect();
    return {
        y: scrollY, free: [0, Math.min(innerHeight, ...high)],
        side: [Math.min(...side.map(box => box.top)), Math.max(...side.map(box => box.bottom))],
        focused: [focused.top, focused.bottom],
        asks: !!document.querySelector('.vk-side :is(.vk-panel h2, .vk-quiz-options, .vk-quiz-form)'),
        aims: document.activeElement.matches('[data-pick][aria-pressed=true]')
            ? [...document.querySelectorAll('.vk-target')].map(e => e.getBoundingClientRect())
                .filter(box => box.height).flatMap(box => [box.top, box.bottom]) : [],
    };
}"""
_AT_THE_PRESS = f"""() => {{
    const note = () => {{ window.pressedAt = ({_WHERE})(); }};
    addEventListener('click', note, {{ capture: true, once: true }});
}}"""
"""Where all is at the press itself: what drives the browser may scroll to reach what it presses."""
_WELL = f"""() => {{
    const before = window.pressedAt, now = ({_WHERE})();
    if (!before) return false;
    const [top, bottom] = now.free, moved = now.y - before.y;
    if (now.focused[0] < top - 1 && now.focused[1] < top + 16 || now.focused[0] > bottom - 16) return false;
    if (now.aims.length) return now.aims.every(y => y > top - 1 && y < bottom + 1);
    const asked = now.side[0] <= now.side[1];
    const there = asked && now.side[0] + moved >= top && now.side[1] + moved <= bottom;
    return !there || Math.abs(moved) < 2;
}}"""
"""What has the focus is in sight, and what is all there does not move; at the end of a lesson nothing is asked.

Once a card is picked, the places where it may go are in sight: they are pressed next.
"""


class Reading(Hands):
    """She looks after each press where she is."""

    def press(self, button: Locator, told: str = "") -> None:
        self.page.evaluate(_AT_THE_PRESS)
        super().press(button, told)
        try:
            self.page.wait_for_function(_WELL, timeout=PROMPT)
        except TimeoutError:
            self.picture("phone-jumped")
            before, now = self.page.evaluate("window.pressedAt"), self.page.evaluate(_WHERE)
            raise AssertionError(f"{before} -> {now}") from None


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


def test_a_round_is_played_in_one_screen(hands: Callable[..., Hands]) -> None:
    """Nothing scrolls: head, players, Locations, what is asked and the hand are in sight with each press."""
    her = hands(PHONE, calm=True).open("00_your_first_game")
    for turn in range(MOST_PRESSES):
        her.move(turn)
        assert her.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        for zone in (".vk-faces", ".vk-zone-bar"):
            expect(her.page.locator(zone)).to_be_in_viewport(ratio=1)
        said = her.page.locator(".vk-zone-said > .vk-coach").locator("visible=true")
        if said.count():
            bar = her.find(".vk-zone-bar").evaluate("one => one.getBoundingClientRect().top")
            bottom = said.evaluate("one => one.getBoundingClientRect().bottom")
            assert bottom <= bar + 1, "it covers nothing of the question"
        if her.find(".vk-round").inner_text().endswith("II"):
            break
    else:
        raise AssertionError("the round does not end")
    her.accessible()


def test_where_a_lesson_asks_the_pools_and_the_place_stand_next_to_the_question(hands: Callable[..., Hands]) -> None:
    """Cards and people that cannot be pressed then come after the place that it is about."""
    her = hands(PHONE, calm=True).open("04_withdraw_and_revelation")
    turn = 0
    while her.find(".vk-controls > .vk-confirmbar").count():
        parts = (".vk-controls > .vk-confirmbar", ".vk-faces", ".vk-place-on", ".vk-controls > .vk-resting")
        tops = [her.find(part).first.evaluate("part => part.getBoundingClientRect().top") for part in parts]
        assert tops == sorted(tops)
        assert tops[2] - tops[0] < PHONE[1] / 2
        sign = her.find(".vk-resting .vk-look-at").first.evaluate("part => part.getBoundingClientRect().bottom")
        kind = her.find(".vk-resting .vk-face-foot").first.evaluate("part => part.getBoundingClientRect().top")
        assert sign <= kind, "the i leaves the word free that says when a card acts"
        turn += 1
        her.walk(turn)
        if turn == 3:
            return
