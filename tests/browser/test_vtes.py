"""V:TES in a real browser: its first turns by mouse and by keyboard, on a desktop and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import DESKTOP, PHONE
from tests.selection import cases

PAGE = "18_play_vtes"
QUESTION = ".vk-panel .vk-question h2"
ACTS = ".vk-panel button[data-do='act']:not([aria-disabled])"
MOST_PRESSES = 40


def play_until(her: Hands, asked: re.Pattern[str]) -> None:
    """Press what stands first, until something is asked; transfers all at once."""
    for _ in range(MOST_PRESSES):
        expect(her.page.locator(QUESTION)).to_be_visible()
        if asked.search(her.page.locator(QUESTION).inner_text()):
            return
        several = her.find(".vk-panel button[data-do='act_times']")
        her.press(several.first if several.count() else her.find(ACTS).first)
    raise AssertionError(f"{asked.pattern} was never asked")


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[(DESKTOP, "en")], ids=["desktop", "phone"])
def test_the_first_turns_are_played_by_pressing(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    her = hands(size, lang, calm=True).open(PAGE, "seed=7")
    expect(her.page.locator(".vt-ring")).to_be_visible()
    expect(her.page.locator(".vk-frame")).to_contain_text("1998")
    expect(her.find(ACTS).first).to_be_in_viewport(ratio=1)
    cards = her.page.locator(".vt-fan > li")
    boxes = [box for k in range(cards.count()) if (box := cards.nth(k).bounding_box())]
    assert all(one["x"] + one["width"] <= after["x"] + 1 for one, after in pairwise(boxes)), "no card covers another"
    her.accessible()
    her.picture(f"vtes-1-first-{size[0]}")
    play_until(her, re.compile("minion phase|Minionphase"))
    her.accessible()
    bleed = her.find(ACTS).first
    expect(bleed).to_contain_text(re.compile("Bleed Bob|Bob bleeden"))
    if size == DESKTOP:
        expect(her.page.locator(".vt-fan")).to_be_in_viewport(ratio=1)
        expect(bleed).to_be_in_viewport(ratio=1)
    phases = her.page.locator(".vt-clock .vk-track li")
    at = [box[side] for k in range(5) if (box := phases.nth(k).bounding_box()) for side in ("y", "x")]
    places = list(zip(at[::2], at[1::2], strict=True))
    assert places == sorted(places), "the phases stand in their order"
    her.press(bleed)
    expect(her.page.locator(".vt-strip").first).to_be_visible()
    her.accessible()
    her.picture(f"vtes-2-bleed-{size[0]}", full=True)
    idle = her.find(".vt-hand-card.vt-idle").first
    her.press(idle)
    expect(her.page.locator(".vk-panel .vk-locked")).to_be_visible()
    her.ask_why(her.find(".vk-panel .vk-locked").first)
    expect(her.page.locator(".vk-panel .vk-why")).to_be_visible()


def test_a_turn_is_played_by_keys(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(PAGE, "seed=7")
    question = her.page.locator(QUESTION)
    for key, asked in (
        ("1", "influence"),
        ("Enter", "discard"),
        ("u", "influence"),
        ("2", "influence"),
        ("u", "influence"),
    ):
        her.keep()
        her.page.keyboard.press(key)
        her.answered()
        expect(question).to_contain_text(f"{asked} phase")
        expect(question).to_be_focused()
    her.page.keyboard.press("?")
    expect(her.page.locator("dialog.vk-dialog")).to_be_visible()


def test_a_turn_of_others_is_let_go_by_with_one_press_and_taken_back_with_one(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(PAGE, "seed=7")
    let_go = ".vk-panel button[data-do='let_go']"
    for _ in range(MOST_PRESSES):
        if her.find(let_go).count():
            break
        several = her.find(".vk-panel button[data-do='act_times']")
        her.press(several.first if several.count() else her.find(ACTS).first)
    expect(her.find(let_go)).to_be_in_viewport(ratio=1)
    turn, asked = her.page.locator(".vk-turn").inner_text(), her.page.locator(QUESTION).inner_text()
    her.accessible()
    her.picture("vtes-3-let-go", full=True)
    her.press(her.find(let_go))
    expect(her.page.locator(QUESTION)).to_be_focused()
    her.press(her.button(re.compile("Undo"), ".vk-menu"))
    if her.find(".vk-drawer h2").count():  # what she has seen since is said first
        her.press(her.find(".vk-drawer button[data-do='undo']"))
    expect(her.page.locator(".vk-turn")).to_have_text(turn)
    expect(her.page.locator(QUESTION)).to_have_text(asked)
    expect(her.find(let_go)).to_be_visible()


def test_the_others_moves_are_shown_and_can_be_skipped(hands: Callable[..., Hands]) -> None:
    her = hands().open(PAGE, "seed=7&help=shown")
    play_until(her, re.compile("discard phase"))
    her.press(her.find(ACTS).first)
    expect(her.page.locator(".vk-show .vk-lines")).to_contain_text("Bob")
    expect(her.page.locator(".vk-show .vk-skip")).to_contain_text("To my next choice")
    her.press(her.find(".vk-show .vk-skip"))
    expect(her.page.locator(".vk-show")).to_be_hidden()
    expect(her.page.locator(QUESTION)).to_be_focused()


@pytest.mark.long
def test_the_front_page_leads_there(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("00_start_here")
    her.press(her.button("V:TES (1998)"))
    her.follow("A whole game")
    expect(her.page.locator(".vt-ring")).to_be_visible()


@cases("size, lang", [(DESKTOP, "de"), (PHONE, "en")], quick=[(PHONE, "en")], ids=["desktop", "phone"])
def test_the_first_lesson_begins_with_a_move_and_is_gone_on_with(
    hands: Callable[..., Hands], size: tuple[int, int], lang: str
) -> None:
    her = hands(size, lang, calm=True).open("vtes/00_first_bleed")
    glowing = ".vk-panel .vk-glow"
    expect(her.page.locator(glowing)).to_be_in_viewport(ratio=1)
    her.accessible()
    her.picture(f"vtes-lesson-{size[0]}")
    her.press(her.find(glowing))
    expect(her.page.locator(".vt-ring")).to_contain_text("19")
    on = her.find(".vk-steer button[data-do='go_on']")
    expect(on).to_be_in_viewport(ratio=1)
    her.press(on)
    her.press(her.find(glowing))
    her.reload()
    expect(her.page.locator(".vk-moments .vk-now")).to_have_attribute("data-value", "1")
    expect(her.page.locator("a.vk-home")).to_have_attribute("href", re.compile(r"\.\./00_start_here"))


def test_drills_are_asked_at_its_own_table(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("vtes/drills", "about=block")
    expect(her.find(".vk-drill [data-quiz]")).to_be_visible()
    her.accessible()
    her.picture("vtes-drills", full=True)
    for turn in range(2):
        her.drill(turn)
        expect(her.page.locator(".vk-drill")).to_contain_text(f"of {turn + 1} right")
        her.press(her.find(".vk-drill .vk-next"))
    her.accessible()


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[], ids=["desktop", "phone"])
def test_a_deck_is_listed_and_its_faults_are_read_beside_it(
    hands: Callable[..., Hands], size: tuple[int, int], lang: str
) -> None:
    her = hands(size, lang, calm=True).open(PAGE, "seed=7")
    expect(her.page.locator(".vt-ring")).to_be_visible()
    her.press(her.find("[data-key='menu-new']"))
    field = her.page.locator("textarea[name=list]")
    field.fill("Crypt (12)\n11x Salt\n1x Petra Unheard\nLibrary\n40x Heavy Hand")
    her.press(her.find(".vk-drawer button[type=submit]"), told="Petra Unheard")
    expect(her.page.locator(".vt-slips li")).to_have_count(2)
    expect(her.page.locator(".vt-slips")).to_contain_text("Petra Unheard")
    expect(field).to_have_value(re.compile("Petra Unheard"))
    her.accessible()
    her.picture(f"vtes-list-{size[0]}")
    field.fill("Crypt (12)\n12x Salt\nLibrary\n40x Heavy Hand")
    her.press(her.find(".vk-drawer button[type=submit]"))
    expect(her.page.locator("textarea[name=list]")).to_have_count(0)
    expect(her.page.locator(".vt-fan")).to_contain_text(re.compile("Heavy Hand|Schwere Hand"))
