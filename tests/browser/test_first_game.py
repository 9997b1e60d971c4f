"""The first whole game in a browser: from the front page to its end, with a reload, by mouse and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import QUESTION, TAKE, TARGET, Hands
from tests.browser.world import DESKTOP, PHONE
from tests.selection import cases
from vendetta_kit import rulebook

FRONT = "00_start_here"
FIRST = "00_your_first_game"
NOW = ".vk-coach h2"
MOST_PRESSES = 400
LAPTOPS = [(1280, 800), (1366, 768)]


def play(her: Hands, until: str, first: int = 0) -> int:
    """Press on until this is to be seen; after how many presses."""
    for turn in range(first, first + MOST_PRESSES):
        if her.find(until).count():
            return turn
        her.move(turn)
    raise AssertionError(f"{until} does not come")


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[], ids=["desktop", "phone"])
def test_a_whole_first_game(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    her = hands(size, lang, calm=True).open(FRONT)
    her.follow({"en": "Play your first game", "de": "Deine erste Partie spielen"}[lang])
    expect(her.find(NOW)).to_be_visible()
    her.accessible()
    her.picture(f"first-begins-{size[0]}-{lang}", full=True)
    turn = play(her, ".vk-step-blood")
    expect(her.find(".vk-coach")).to_contain_text({"en": "3 Blood", "de": "3 Blut"}[lang])
    her.picture(f"first-plans-{size[0]}-{lang}")
    turn = play(her, ".vk-show-next[data-do=recap_on]", turn)
    expect(her.find(".vk-coach").first).to_be_visible()
    her.accessible()
    her.picture(f"first-stops-{size[0]}-{lang}")
    play(her, ".vk-first-end", turn)
    her.accessible()
    her.picture(f"first-ends-{size[0]}-{lang}", full=True)
    expect(her.find(".vk-first-end a[data-notebook='09_whole_game']")).to_be_visible()
    her.open(FRONT)
    expect(her.page.locator(".vk-hero .vk-primary-link")).to_have_attribute("data-notebook", "09_whole_game")


def test_a_break_and_on(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(FIRST)
    play(her, ".vk-step-blood")
    said = her.page.locator(".vk-coach").inner_text()
    her.reload()
    expect(her.page.locator(".vk-coach")).to_contain_text("PLAN-09")
    assert her.page.locator(".vk-coach").inner_text() == said
    her.open(FRONT)
    her.follow("Go on with your first game")
    expect(her.page.locator(".vk-coach")).to_contain_text("PLAN-09")
    expect(her.page.locator(".vk-panel .vk-question")).to_contain_text("Which card")


def test_what_is_told_has_the_focus_and_its_rule_opens(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(FIRST)
    her.move(0)
    expect(her.page.locator(NOW)).to_be_focused()
    rule = her.page.locator(".vk-coach .vk-rule").first
    expect(rule.locator("span")).to_be_hidden()  # a beginner sees a quiet sign, and the code on the card
    code = rule.locator("span").text_content() or "?"
    expect(rule).to_have_accessible_name(re.compile(f"^rule {code}: ."))
    her.press(rule)
    expect(her.page.locator("dialog.vk-dialog .vk-meta")).to_contain_text(code)
    expect(her.page.locator("dialog.vk-dialog")).to_contain_text(rulebook.rule(code).text)
    her.page.keyboard.press("Escape")
    her.press(her.button("What would you do?"))
    expect(her.page.locator(".vk-hint-box")).to_be_visible()


_TOP = "selector => document.querySelector(selector).getBoundingClientRect().top + scrollY"


@cases("size", LAPTOPS, quick=[(1366, 768)], ids=["1280", "1366"])
def test_on_a_wide_window_the_guide_moves_nothing_that_is_asked(
    hands: Callable[..., Hands], size: tuple[int, int]
) -> None:
    her = hands(size, calm=True).open(FIRST)
    for keep in her.find(TAKE).all():
        expect(keep).to_be_in_viewport(ratio=0.6)
    assert her.find(".vk-coach > div > .vk-say > p").count() == 3
    her.move(0)
    before = her.page.evaluate(_TOP, ".vk-panel")
    her.press(her.find(TAKE).first)
    expect(her.page.locator(".vk-coach")).to_contain_text("3 Blood")
    assert her.page.evaluate(_TOP, ".vk-panel") == before
    her.press(her.find(TARGET).first)
    assert her.page.evaluate(_TOP, ".vk-panel") == before
    expect(her.find(".vk-confirm")).to_be_in_viewport(ratio=1)


@cases("size", [DESKTOP, PHONE], quick=[PHONE], ids=["desktop", "phone"])
def test_a_new_game_opens_at_its_top(hands: Callable[..., Hands], size: tuple[int, int]) -> None:
    her = hands(size, calm=True).open(FIRST)
    her.move(0)
    her.keep()
    her.button(re.compile("New game"), ".vk-menu").evaluate("new_ => new_.click()")
    her.answered()
    her.page.wait_for_function("scrollY === 0")
    focused = her.page.locator(":is(.vk-coach, .vk-panel) [data-home]:focus")
    expect(focused).to_be_in_viewport(ratio=1)


def test_on_a_phone_she_can_keep_a_card_at_once_and_sees_what_the_others_do(hands: Callable[..., Hands]) -> None:
    her = hands(PHONE).open(FIRST)
    for keep in her.find(TAKE).all():
        expect(keep).to_be_in_viewport(ratio=0.9)
    cut = "es => es.filter(e => e.scrollHeight > e.clientHeight + 1).map(e => e.textContent)"
    assert her.page.locator(".vk-saying > .vk-say, .vk-zone-hand .vk-face-text").evaluate_all(cut) == []
    her.press(her.find(TAKE).first)
    show = her.page.locator(".vk-show > div, .vk-just-told").first
    expect(show).to_be_visible()
    expect(show).to_be_in_viewport(ratio=0.9)
    if her.find(".vk-show-why > summary").count():
        her.press(her.find(".vk-show-why > summary").first)
        expect(her.page.locator(".vk-why-box").first).to_be_in_viewport(ratio=0.99)
    for _ in range(20):
        if not her.find(".vk-show-next").count():
            break
        her.press(her.find(".vk-show-next").first)
    expect(her.find(QUESTION)).to_be_visible()
    expect(her.find(QUESTION)).to_be_in_viewport()
    own_alliance_behind_the_seat(her)


def own_alliance_behind_the_seat(her: Hands) -> None:
    """Her seat opens her Alliance, where anybody is pressed to be Drained; the bar then asks."""
    own = her.find(".vk-zone-hand > .vk-alliance")
    expect(own).to_have_count(0)
    her.press(her.find(".vk-own-open"))
    expect(her.find(".vk-own-shut")).to_be_focused()
    her.accessible()
    her.picture("first-own-alliance")
    her.find(".vk-own-shut").click()
    expect(own).to_have_count(0)
    her.press(her.find(".vk-own-open"))
    her.press(own.locator(".vk-drain").first)
    expect(her.find(".vk-yes")).to_be_in_viewport(ratio=1)
    her.picture("first-drain-asks")
