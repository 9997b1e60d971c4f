"""The first whole game in a browser: from the front page to its end, with a reload, by mouse and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands
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
    turn = play(her, ".vk-building .vk-step-blood")
    expect(her.find(".vk-coach")).to_contain_text("PLAN-12")
    her.picture(f"first-plans-{size[0]}-{lang}")
    turn = play(her, ".vk-recap-box .vk-next", turn)
    expect(her.find(".vk-coach").first).to_be_visible()
    her.accessible()
    her.picture(f"first-stops-{size[0]}-{lang}")
    play(her, ".vk-first-end", turn)
    her.accessible()
    her.picture(f"first-ends-{size[0]}-{lang}", full=True)
    expect(her.find(".vk-first-end a[data-notebook='09_whole_game']")).to_be_visible()
    her.open(FRONT)
    expect(her.page.locator(".vk-hero a")).to_have_count(0)


def test_a_break_and_on(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(FIRST)
    play(her, ".vk-building .vk-step-blood")
    said = her.page.locator(".vk-coach").inner_text()
    her.reload()
    expect(her.page.locator(".vk-coach")).to_contain_text("PLAN-09")
    assert her.page.locator(".vk-coach").inner_text() == said
    her.open(FRONT)
    her.follow("Go on with your first game")
    expect(her.page.locator(".vk-coach")).to_contain_text("PLAN-09")
    expect(her.page.locator(".vk-panel .vk-question")).to_contain_text("Planning")


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
    for keep in her.find(".vk-panel .vk-choice > .vk-button").all():
        expect(keep).to_be_in_viewport(ratio=1)
    assert her.find(".vk-coach > div > .vk-say > p").count() == 3
    her.move(0)
    before = her.page.evaluate(_TOP, ".vk-panel")
    her.press(her.find(".vk-panel .vk-hand .vk-choice > .vk-button").first)
    expect(her.page.locator(".vk-coach")).to_contain_text("PLAN-12")
    assert her.page.evaluate(_TOP, ".vk-panel") == before
    for sentence in her.find(".vk-coach > div > .vk-say > p").all():
        expect(sentence).to_be_in_viewport(ratio=1)
    expect(her.page.locator(".vk-purse")).to_be_in_viewport(ratio=1)
    her.press(her.find(".vk-panel .vk-step-at .vk-button:not(.vk-locked)").first)
    assert her.page.evaluate(_TOP, ".vk-panel") == before
    for row in her.find(".vk-panel :is(.vk-hand-small .vk-choice, .vk-row-of-buttons)").all():
        assert row.evaluate(
            "row => { const high = document.querySelector('.vk-confirming').getBoundingClientRect().top;"
            " const box = row.getBoundingClientRect(); return box.bottom <= high || box.top >= high; }"
        ), "what is to be read is not covered"


@cases("size", [DESKTOP, PHONE], quick=[PHONE], ids=["desktop", "phone"])
def test_a_new_game_opens_at_its_top(hands: Callable[..., Hands], size: tuple[int, int]) -> None:
    her = hands(size, calm=True).open(FIRST)
    her.move(0)
    her.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    her.keep()
    her.button(re.compile("New game"), ".vk-menu").evaluate("new_ => new_.click()")
    her.answered()
    her.page.wait_for_function("scrollY === 0")
    focused = her.page.locator(".vk-side :is(.vk-coach, .vk-panel) [data-home]:focus")
    expect(focused).to_be_in_viewport(ratio=1)


_LYING = """() => Math.max(0, ...[...document.querySelectorAll('.vk-position')]
    .map(position => position.getBoundingClientRect().bottom)) - innerHeight"""
QUESTION = ".vk-panel .vk-question"


@cases("size", LAPTOPS, quick=[], ids=["1280", "1366"])
def test_the_first_round_is_played_with_everything_asked_about_in_sight(
    hands: Callable[..., Hands], size: tuple[int, int]
) -> None:
    her = hands(size, calm=True).open(FIRST)
    table = her.page.evaluate(_TOP, ".vk-places")
    asked = set()
    for turn in range(MOST_PRESSES):
        if her.find(".vk-track-round > .vk-now").inner_text() == "Round 2":
            break
        assert her.page.evaluate(_TOP, ".vk-places") - table < 30, "nothing above the table moves it but a long word"
        if her.find(QUESTION).count():
            asked.add(her.find(f"{QUESTION} h2").inner_text())
            if not her.find(".vk-building .vk-step-blood").count():
                assert her.page.evaluate(_LYING) <= 0
            expect(her.find(".vk-panel .vk-button").first).to_be_in_viewport(ratio=1)
        her.move(turn)
    assert len(asked) >= 3, asked


def test_on_a_phone_she_can_keep_a_card_at_once_and_the_others_moves_do_not_scroll(
    hands: Callable[..., Hands],
) -> None:
    her = hands(PHONE).open(FIRST)
    high = her.page.locator(".vk-jumps").evaluate("jumps => jumps.getBoundingClientRect().top")
    for keep in her.find(".vk-panel .vk-choice > .vk-button").all():
        assert keep.evaluate("button => button.getBoundingClientRect().bottom") <= high
    her.touch(her.find(".vk-panel .vk-choice > .vk-button").first)
    show = her.page.locator(".vk-show > div")
    expect(show).to_be_visible()
    expect(her.page.locator(".vk-place.vk-fresh")).to_have_count(1)
    expect(show).to_be_in_viewport(ratio=0.9)
    expect(her.page.locator(".vk-place.vk-fresh .vk-lying.vk-fresh").first).to_be_in_viewport(ratio=0.9)
    expect(her.find(".vk-panel .vk-button")).to_have_count(0)
    expect(her.find(QUESTION)).to_be_visible()
    expect(her.find(QUESTION)).to_be_in_viewport()
