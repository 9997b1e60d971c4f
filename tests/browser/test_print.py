"""Paper and very low windows: dark on light and nothing to press; at 400 % zoom nothing covers what is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import DESKTOP

LOW = (320, 256)
"""A window of 1280 x 1024 at 400 % zoom (WCAG 1.4.10)."""
MOST_COVERED = LOW[1] // 4
DARK = 4.5
"""Least contrast of printed words with white paper (WCAG 1.4.3)."""

QUICK = {"09_whole_game": "seed=3", "dashboards/blood": "seed=7"}
"""A page of each of the two kinds of frame: a table, and a dashboard with figures and a long log."""
KINDS = {
    **QUICK,
    "00_start_here": "",
    "00_your_first_game": "",
    "03_planning": "",
    "15_drills": "",
    "16_for_teachers": "",
    "17_play_together": "",
    "18_play_vtes": "seed=3",
    "20_tables": "",
    "21_puzzles": "",
    "dashboards/balance": "",
    "dashboards/review": "seed=7",
    "dashboards/vtes_ring": "seed=7",
    "dashboards/watch": "seed=7",
    "vtes/01_block": "",
    "rivals/01_the_turn": "",
}
"""A notebook of each kind of page, with what its address says."""
CASES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in KINDS]

COVERED = """() => {
    const rows = new Array(innerHeight).fill(false), names = new Set();
    for (const one of document.querySelectorAll(".vk, .vk *")) {
        if (!["sticky", "fixed"].includes(getComputedStyle(one).position)) continue;
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        for (const part of [one, ...one.querySelectorAll("*")]) {
            const { top, bottom, width } = part.getBoundingClientRect();
            if (!width) continue;
            for (let y = Math.max(0, Math.floor(top)); y < Math.min(innerHeight, bottom); y++) rows[y] = true;
            if (bottom > 0 && top < innerHeight) names.add(one.className);
        }
    }
    return [rows.filter(Boolean).length, [...names]];
}"""
"""How many rows of pixels lie under something that sticks, and under what."""
PRINTED = """least => {
    const luminance = (rgb) => rgb.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, k) => sum + v * [.2126, .7152, .0722][k], 0);
    const contrast = (rgb) => 1.05 / (luminance(rgb.slice(0, 3)) + .05);
    const of_words = ".vk-row, .vt-hand-card, .vk-hand-small *, .vk-quiz-options *";
    const press = `input, select, textarea, .vk-button:not(${of_words}), .vk-link`;
    const found = { pale: new Set(), pressable: new Set(), cut: new Set(), grounds: new Set() };
    for (const one of document.querySelectorAll(".vk, .vk *")) {
        if (!one.checkVisibility() || !one.getClientRects().length) continue;
        const style = getComputedStyle(one);
        const drawn = one instanceof SVGElement;
        const words = [...one.childNodes].filter(n => n.nodeType === 3).map(n => n.nodeValue.trim()).join(" ").trim();
        const paint = drawn ? style.fill : style.color;
        const rgb = paint.match(/[\\d.]+/g)?.map(Number);
        if (words && rgb && rgb[3] !== 0 && contrast(rgb) < least) found.pale.add(`${words} ${paint}`);
        if (one.matches(press)) found.pressable.add(one.outerHTML.slice(0, 120));
        if (drawn || one.closest(".vk-plot")) continue;
        const empty = style.backgroundImage === "none" && /, 0\\)$/.test(style.backgroundColor);
        if (!empty) found.grounds.add(one.className);
        const hides = one.scrollHeight > one.clientHeight + 2 && /auto|scroll|hidden/.test(style.overflowY);
        if (hides) found.cut.add(one.className);
    }
    return Object.fromEntries(Object.entries(found).map(([name, faults]) => [name, [...faults]]));
}"""
"""What of a page would not be read on paper."""


def drawn(her: Hands) -> None:
    """All figures of the page are there."""
    expect(her.page.locator(".vk-at-work")).to_have_count(0)
    her.page.wait_for_function(
        "![...document.querySelectorAll('[data-figure]')].some(e => !e.dataset.drawn && e.childElementCount)"
        " && !Number(document.querySelector('.vk').dataset.drawing)"
    )


@pytest.mark.parametrize("name", CASES)
def test_at_400_percent_nothing_covers_what_is_read(hands: Callable[..., Hands], name: str) -> None:
    her = hands(LOW, calm=True).open(name, KINDS[name])
    whole = her.page.evaluate("document.documentElement.scrollHeight")
    for top in range(0, whole, 1 + whole // 6):
        her.page.evaluate("top => scrollTo(0, top)", top)
        covered, what = her.page.evaluate(COVERED)
        assert covered <= MOST_COVERED, (top, what)
    her.picture(f"low-{name.replace('/', '-')}")


def test_in_a_low_window_a_turn_can_be_taken(hands: Callable[..., Hands]) -> None:
    her = hands(LOW, calm=True).open("00_your_first_game")
    for turn in range(6):
        her.move(turn)
        covered, what = her.page.evaluate(COVERED)
        assert covered <= MOST_COVERED, what


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", CASES)
def test_a_printed_page_is_dark_on_light_whole_and_without_buttons(
    hands: Callable[..., Hands], name: str, theme: str
) -> None:
    her = hands(DESKTOP, calm=True)
    her.page.add_init_script(f"localStorage.setItem('vendetta-kit/theme', '{theme}')")
    her.open(name, KINDS[name])
    drawn(her)
    her.page.emulate_media(media="print")
    expect(her.page.locator("html")).to_have_attribute("data-vk-theme", "light")
    drawn(her)
    found: dict[str, Any] = her.page.evaluate(PRINTED, DARK)
    assert found == {"pale": [], "pressable": [], "cut": [], "grounds": []}
    her.page.emulate_media(media="screen")
    expect(her.page.locator("html")).to_have_attribute("data-vk-theme", theme)
