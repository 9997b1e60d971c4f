"""A Location's outcome in a browser: its beats come by themselves, where they can be seen, and one press ends them."""

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
MOVE = ".vk-show [data-every]:not([data-beat])"
STOP = ".vk-recap-box .vk-next"


def sooner(her: Hands, show: str) -> None:
    """What is shown goes on by itself: she presses, and whichever comes first has it go on."""
    her.keep()
    was = her.page.locator(".vk-show").inner_html()
    her.page.evaluate("next => document.querySelector(next)?.click()", f"{show} .vk-show-next")
    changed = "was => document.querySelector('.vk-show').innerHTML !== was"
    her.page.wait_for_function(changed, arg=was, timeout=60_000)


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[(PHONE, "de")], ids=["desktop", "phone"])
def test_the_outcome_of_a_location_is_staged(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    her = hands(size, lang, calm=False).open(FIRST)
    beat, move = her.page.locator(BEAT), her.page.locator(MOVE)
    for turn in range(60):
        if beat.count() or her.find(STOP).count():
            break
        if move.count() and not her.find(".vk-panel .vk-button").count():
            sooner(her, ".vk-show:not(:has([data-beat]))")  # the last moves before the Resolution
        else:
            her.move(turn)
    expect(beat).to_have_attribute("data-beat", "reveal")
    expect(beat).to_be_in_viewport()
    expect(her.page.locator(".vk-place-on")).to_be_in_viewport()
    her.accessible()
    expect(beat).to_have_attribute("data-beat", re.compile("count|crown"), timeout=30_000)  # by itself
    expect(beat).to_be_in_viewport()
    her.picture(f"outcome-{size[0]}-{lang}")
    her.press(her.page.locator(".vk-show .vk-skip"))
    expect(her.find(".vk-recap-box")).to_be_visible()  # beside what is asked next
    expect(her.page.locator(".vk-side [data-home]:focus")).to_be_in_viewport()
    lines = her.page.locator(".vk-every-line .vk-lines li").first
    expect(lines).to_be_hidden()
    her.page.locator(".vk-every-line > summary").click()
    expect(lines).to_be_visible()
    her.accessible()


_LYING = """() => Math.max(0, ...[...document.querySelectorAll('.vk-position')]
    .map(position => position.getBoundingClientRect().bottom)) - innerHeight"""
_CUT = """() => [...document.querySelectorAll(".vk-place .vk-n")].filter((e) => e.checkVisibility()).filter((e) =>
    e.scrollWidth > e.clientWidth + 1 ||
    e.getBoundingClientRect().right > e.closest(".vk-place").getBoundingClientRect().right
).map((e) => e.innerText)"""
"""Numbers of Allies that run over the frame in which they stand."""


@pytest.mark.long
def test_all_that_lies_on_the_table_is_in_sight_while_a_location_is_told(hands: Callable[..., Hands]) -> None:
    her = hands((1366, 768), calm=False).open(FIRST)
    show, seen = her.page.locator(".vk-show"), set()
    for turn in range(80):
        on = her.find(".vk-place-on")
        if her.find(BEAT).count() and on.count():
            seen.add(on.first.get_attribute("data-place"))
            assert her.page.evaluate(_LYING) <= 0, seen
            assert her.page.evaluate(_CUT) == [], seen
        if "haven" in seen:
            break
        if show.locator("[data-every]").count() and not her.find(".vk-panel .vk-button").count():
            sooner(her, ".vk-show")
        else:
            her.move(turn)
    assert {"2", "haven"} <= seen
