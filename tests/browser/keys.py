"""A person who uses the keyboard alone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.browser.hands import Hands

_STOP = """wanted => {
    const at = document.activeElement;
    if (at === document.body) return null;
    const box = at.getBoundingClientRect();
    const shown = at.matches('.vk-unseen-file') ? at.nextElementSibling : at;
    const style = getComputedStyle(shown);
    return {
        there: at === wanted,
        name: at.outerHTML.slice(0, 160),
        seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0
            && box.left < innerWidth && style.visibility === 'visible',
        marked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    };
}"""
MOST_STOPS = 250


class Keys(Hands):
    """All that she presses is reached with the Tab key; each stop on the way can be seen and is marked."""

    turns = 0

    def open_here(self, button: Locator) -> None:
        self.reach(button)
        self.page.keyboard.press("Enter")

    def touch(self, button: Locator) -> None:
        self.bring(button)
        self.reach(button)
        self.keep()  # on the way, what stands beside a stop may have been moved into sight
        self.turns += 1
        self.page.keyboard.press("Enter" if self.turns % 2 else "Space")

    def reach(self, wanted: Locator) -> None:
        """Press Tab until it has the focus."""
        element = wanted.element_handle()
        for _ in range(MOST_STOPS):
            stop: dict[str, Any] | None = self.page.evaluate(_STOP, element)
            if stop is not None and stop["there"]:
                assert stop["seen"], f"the focus is out of sight at {stop['name']}"
                assert stop["marked"], f"the focus is not marked at {stop['name']}"
                return
            self.page.keyboard.press("Tab")
            stop = self.page.evaluate(_STOP, element)
            if stop is not None:
                assert stop["seen"], f"the focus is out of sight at {stop['name']}"
                assert stop["marked"], f"the focus is not marked at {stop['name']}"
        raise AssertionError(f"the Tab key does not reach {wanted}")

    def fill(self, part: str, turn: int) -> None:
        ticks = self.find(f"{part} .vk-quiz-form input[type=checkbox]")
        if ticks.count():
            self.reach(ticks.first)
            self.page.keyboard.press("Space")
            self.press(self.find(f"{part} .vk-quiz-form [type=submit]"))
        else:
            self.reach(self.find(f"{part} .vk-quiz-form input[name=number]"))
            self.page.keyboard.type(str(turn % 6))
            self.keep()
            self.page.keyboard.press("Enter")
            self.answered()
