"""Puzzles in a real browser: the move is made at the table, its answer says why, and a rating comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import DESKTOP, PHONE
from tests.selection import cases

PAGE = "21_puzzles"
VTES_PAGE = "vtes/puzzles"
OF_TWO_PLACES = "puzzle-1042-3-token-1-0"
"""It is decided at The Rack, and the Haven tells the moves apart; two withdraw."""
OF_FOUR = "puzzle-1-3-token-1-1"
IN_CONFLICT = "puzzle-1101-3-token-2-0"


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[(PHONE, "de")], ids=["desktop", "phone"])
def test_a_puzzle_is_answered_at_the_table(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    her = hands(size, lang, calm=True).open(PAGE)
    her.accessible()
    her.picture(f"puzzle-{lang}")
    title = her.page.locator("h1").inner_text()
    assert her.page.locator(".vk-glow").count() == 0
    her.press(her.find("[data-do=solution]"))
    expect(her.find("[data-why]")).to_be_visible()
    expect(her.find(".vk-felt .vk-decided").first).to_be_visible()
    her.press(her.find("[data-do=outcome]").nth(1))
    expect(her.find(".vk-felt .vk-decided").first).to_be_visible()
    end = her.find(".vk-buttons [data-do=next_puzzle].vk-primary")
    expect(end).to_be_visible()
    her.accessible()
    her.picture(f"puzzle-over-{lang}")
    her.press(end)
    expect(her.page.locator("h1")).not_to_have_text(title)
    her.reload()
    expect(her.page.locator("[data-part=choice]")).to_contain_text(re.compile("0 (of|von) 1"))
    if size == PHONE:
        her.press(her.find("[data-do=solution]"))
        shown_on_the_table(her)
        question_before_picture(her.open(PAGE, f"puzzle={IN_CONFLICT}"))
        cards_below_names(her.open(PAGE, f"puzzle={OF_FOUR}"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_hint_is_in_sight_with_what_it_names_and_names_stand_in_one_line(
    hands: Callable[..., Hands], size: tuple[int, int]
) -> None:
    her = hands(size, calm=True).open(PAGE, f"puzzle={OF_TWO_PLACES}")
    her.press(her.find("[data-do=hint]"))
    her.page.evaluate("scrollTo(0, 0)")
    for part in ("[data-hint]", ".vk-looked-at", ".vk-panel [data-do=stance]"):
        expect(her.find(part).last).to_be_in_viewport(ratio=1)
    her.press(her.find("[data-do=solution]"))
    her.press(her.find("[data-do=outcome]").nth(1))
    gone = her.page.locator(".vk-stage-gone .vk-stage-side")
    expect(gone.first).to_be_visible()
    for side in gone.all():
        name, note = (side.locator(part).bounding_box() for part in ("h3 > span", ".vk-side-note"))
        assert name is not None
        assert note is not None
        assert name["height"] < 30, "one line"
        assert name["x"] + name["width"] <= note["x"] or name["y"] + name["height"] <= note["y"]


def shown_on_the_table(her: Hands) -> None:
    """What lies on the table comes into sight, and so does another move, though pressed in the same moment."""
    lying, other = (her.find(f"[data-shows=scene][aria-pressed={pressed}]").first for pressed in ("true", "false"))
    picture = her.page.locator(".vk-felt .vk-stage-middle").first
    her.page.evaluate("scrollTo(0, 0)")
    lying.click()
    expect(picture).to_be_in_viewport()
    move = other.get_attribute("data-value")
    her.page.evaluate("scrollTo(0, 0)")
    her.page.evaluate(
        "both => both.forEach(button => button.click())", [lying.element_handle(), other.element_handle()]
    )
    expect(lying).to_have_attribute("data-value", str(move))
    expect(picture).to_be_in_viewport()
    expect(her.find("[data-part=places] *")).to_have_count(0)


def cards_below_names(her: Hands) -> None:
    """With four players at a Location, too, each card lies below its owner's name, which stands in one line."""
    heads, cards = her.find(".vk-stage-side > header"), her.find(".vk-stage-side > .vk-side-cards")
    expect(heads).to_have_count(4)
    for head, lying in zip(heads.all(), cards.all(), strict=True):
        name, row = head.bounding_box(), lying.bounding_box()
        assert name is not None
        assert row is not None
        assert name["y"] + name["height"] <= row["y"] + 1
        assert name["height"] < 48


def question_before_picture(her: Hands) -> None:
    """What is asked at a Location stands above the picture of it, and the jumps lead there and back."""
    question = her.find(".vk-panel h2[data-home]")
    picture, jumps = her.find(".vk-felt .vk-stage"), her.find(".vk-jumps button")
    expect(question).to_be_in_viewport()
    expect(her.find(".vk-panel :is([data-do=act], [data-do=stance])").last).to_be_in_viewport(ratio=1)
    jumps.nth(2).click()
    expect(question).not_to_be_in_viewport()
    jumps.nth(0).click()
    expect(question).to_be_in_viewport()
    jumps.nth(1).click()
    expect(picture).to_be_in_viewport()
    jumps.nth(0).click()
    expect(question).to_be_in_viewport()


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[(PHONE, "de")], ids=["desktop", "phone"])
def test_a_puzzle_of_vtes_is_answered_at_the_table(
    hands: Callable[..., Hands], size: tuple[int, int], lang: str
) -> None:
    her = hands(size, lang, calm=True).open(VTES_PAGE, "puzzle=vtes-puzzle-112-10-block-1-1")
    her.accessible()
    her.picture(f"vtes-puzzle-{lang}")
    her.press(her.find("[data-do=act]").first)
    expect(her.find("[data-why]")).to_be_visible()
    her.press(her.find("[data-do=outcome]").nth(1))
    expect(her.find("[data-do=outcome]").nth(1)).to_have_attribute("aria-pressed", "true")
    her.accessible()
    her.press(her.find(".vk-buttons [data-do=next_puzzle].vk-primary"))
    expect(her.page.locator("[data-part=choice]")).to_contain_text(re.compile("[01] (of|von) 1"))
