"""A Location's outcome in a browser: a stage in the table's place, gone through by a press each, or all at once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import DESKTOP, PHONE
from tests.selection import cases

FIRST = "00_your_first_game"
BEAT = ".vk-show [data-beat]"
STAGED = ':is([data-beat="reveal"], [data-beat="act"], [data-beat="crown"], [data-beat="after"])'


def on(her: Hands) -> None:
    """Go past what is told."""
    her.press(her.find(".vk-show .vk-show-next").first)


def to_a_stage(her: Hands) -> None:
    """Play until a Location's outcome is told."""
    for turn in range(80):
        if her.find(f".vk-show {STAGED}").count():
            return
        if her.find(".vk-show .vk-show-next").count():
            on(her)
        else:
            her.move(turn)
    raise AssertionError("nothing comes of any Location")


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[(PHONE, "de")], ids=["desktop", "phone"])
def test_the_outcome_of_a_location_is_staged(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    her = hands(size, lang, calm=False).open(FIRST)
    to_a_stage(her)
    beat = her.page.locator(BEAT)
    expect(beat).to_have_attribute("data-beat", re.compile("reveal|act"))  # the reveal goes with what comes first
    expect(her.find(".vk-stage")).to_be_visible()
    expect(her.find(".vk-caption")).to_be_in_viewport(ratio=1)
    expect(her.page.locator(".vk-show .vk-show-next")).to_be_focused()
    her.accessible()
    for _ in range(4):
        if beat.get_attribute("data-beat") == "crown":
            break
        on(her)
    expect(beat).to_have_attribute("data-beat", "crown")
    expect(her.find(".vk-show-next")).to_be_in_viewport(ratio=1)
    her.picture(f"outcome-{size[0]}-{lang}")
    her.accessible()
    her.press(her.page.locator(".vk-show .vk-skip"))
    expect(her.page.locator(".vk-skip")).to_have_count(0)


@pytest.mark.long
def test_all_of_a_round_is_told_in_the_window(hands: Callable[..., Hands]) -> None:
    her = hands((1366, 768), calm=False).open(FIRST)
    seen = set()
    for turn in range(120):
        if her.find(".vk-show .vk-show-next").count():
            if her.find(".vk-stage").count():
                seen.add(her.page.locator(BEAT).get_attribute("data-beat"))
                inside = "stage => stage.getBoundingClientRect().bottom <= innerHeight"
                assert her.find(".vk-stage").evaluate(inside)
            on(her)
        else:
            her.move(turn)
        if her.find(".vk-round").inner_text().endswith("II"):
            break
    assert {"act", "crown"} <= seen  # the reveal goes with what comes first
