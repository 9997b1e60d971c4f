"""A Planning turn in a real browser: all of it in one sight, by the table, by keys and by dragging."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hands import Hands
from tests.browser.test_game import GAME, go_on
from tests.browser.world import PHONE
from tests.selection import cases
from vendetta_kit.games.vendetta.engine.actions import Drain
from vendetta_widgets.play_session import Session

LAPTOPS = [(1280, 720), (1366, 768)]
TALLER = (1280, 800)
HAND = ".vk-panel .vk-hand .vk-choice > .vk-button"
AIM = ".vk-aim > .vk-button"
MOST_PRESSES = 50


def planning(least: int = 1) -> str:
    """A game that stands at the person's Planning turn, with so many cards in her hand."""
    session = Session(seed=7)
    while True:
        decision = session.view.decision
        assert decision is not None
        if decision.kind == "plan" and session.view.seats[0].hand_size >= least:
            return session.save_text()
        session.act(next(action for action in decision.legal if not isinstance(action, Drain)))


def in_sight(her: Hands, *parts: Locator) -> None:
    for part in parts:
        expect(part).to_be_in_viewport(ratio=0.99)
    assert her.page.evaluate("scrollY") == 0


@cases(
    "size, cards",
    [(size, cards) for size in (*LAPTOPS, TALLER) for cards in (3, 5)],
    quick=[(LAPTOPS[0], 5)],
    ids=str,
)
def test_a_whole_planning_turn_needs_no_scrolling(
    hands: Callable[..., Hands], size: tuple[int, int], cards: int
) -> None:
    her = go_on(hands(size, calm=True), planning(cards))
    hand = her.find(HAND)
    assert hand.count() >= cards
    in_sight(her, hand.first, hand.last)
    her.press(hand.last)
    her.press(her.find(AIM).last)
    for step in ("face", "blood"):
        in_sight(her, her.find(f".vk-panel .vk-step-{step} .vk-button").last)
    in_sight(her, her.find(".vk-confirm"))
    her.picture(f"planning-{size[0]}-{cards}")
    her.press(her.find(".vk-confirm"))


@cases(
    "size, lang",
    [(size, lang) for size in (TALLER, *LAPTOPS, PHONE) for lang in ("en", "de")],
    quick=[(LAPTOPS[0], "en"), (PHONE, "de")],
    ids=str,
)
def test_the_texts_of_a_large_hand_can_be_read_whole(
    hands: Callable[..., Hands], size: tuple[int, int], lang: str
) -> None:
    her = go_on(hands(size, lang, calm=True), planning(5))
    her.page.mouse.move(0, 0)
    texts = her.find(".vk-hand-small .vk-text")
    assert texts.count() >= 5
    cut = "texts => texts.filter(text => text.scrollHeight > text.clientHeight + 1).length"
    more = her.find(".vk-hand-whole")
    assert more.count() == (size in LAPTOPS)
    if more.count():
        assert texts.evaluate_all(cut)
        expect(more).to_have_attribute("aria-expanded", "false")
        more.click()
        expect(more).to_have_attribute("aria-expanded", "true")
    assert texts.evaluate_all(cut) == 0
    her.picture(f"hand-{size[0]}-{lang}")


@cases("size", LAPTOPS, quick=[LAPTOPS[0]], ids=str)
def test_what_confirms_is_in_sight_beneath_whatever_a_guide_says(
    hands: Callable[..., Hands], size: tuple[int, int]
) -> None:
    her = hands(size, calm=True).open("00_your_first_game")
    her.move(0)  # which card she keeps
    her.press(her.find(HAND).first)
    her.press(her.find(AIM).first)
    in_sight(her, her.find(".vk-confirm"))


def test_on_a_phone_card_place_and_confirm_are_in_one_sight(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(PHONE, calm=True), planning(3))
    her.button("Question", ".vk-jumps").click()
    her.press(her.find(HAND).first)
    her.press(her.find(".vk-panel .vk-step-at .vk-button:not(.vk-locked)").first)
    expect(her.find(".vk-panel .vk-step-blood .vk-button").last).to_be_in_viewport(ratio=0.99)
    expect(her.find(".vk-confirm")).to_be_in_viewport(ratio=0.99)
    her.picture("planning-phone")
    her.button("Table", ".vk-jumps").click()
    expect(her.find(".vk-confirm")).to_be_in_viewport(ratio=0.99)
    her.press(her.find(".vk-confirm"))


def test_a_card_is_dragged_to_a_location(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(calm=True), planning(3))
    card, place = her.find(HAND).nth(1), her.find(".vk-place").nth(1)
    name = card.locator(".vk-line-name").inner_text()
    her.keep()
    card.hover()
    her.page.mouse.down()
    place.hover()
    expect(place).to_have_class("vk-place vk-place-open vk-over-drop")
    her.page.mouse.up()
    her.answered()
    expect(her.find(".vk-confirm")).to_contain_text(name)
    expect(her.find(".vk-confirm")).to_contain_text(place.locator("h3").inner_text())
    her.keep()
    card.hover()  # a press still is one
    card.click()
    her.page.mouse.up()


def test_a_turn_is_played_by_its_keys(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(calm=True), planning(3))
    kept = "JSON.parse(localStorage.getItem('vendetta-kit/game')).moves.length"
    moves = her.page.evaluate(kept)
    keys = her.page.keyboard

    def pressed(key: str) -> None:
        her.keep()
        keys.press(key)
        her.answered()

    pressed("?")
    expect(her.page.locator("dialog.vk-dialog")).to_contain_text("choose the first")
    keys.press("Escape")
    expect(her.page.locator("dialog.vk-dialog")).to_be_hidden()  # it is closed a moment after the key
    pressed("1")
    expect(her.find(".vk-hand .vk-choice.vk-on")).to_have_count(1)
    pressed(str(1 + her.find(HAND).count()))
    expect(her.find(".vk-confirm")).to_be_visible()
    her.page.locator(".vk-panel h2").first.evaluate("title => { title.tabIndex = -1; title.focus(); }")
    pressed("Enter")
    her.page.wait_for_function(f"{kept} > {moves}")  # the game is kept after the answer has been drawn
    if her.find(".vk-recap .vk-next").count():
        pressed("Enter")


def test_the_first_tab_leads_past_the_menus_to_what_is_asked(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(GAME, "seed=7")
    her.page.locator("body").press("Tab")
    skip = her.button("To what is asked")
    expect(skip).to_be_focused()
    skip.press("Enter")
    expect(her.page.locator(".vk-panel [data-home]").first).to_be_focused()


@pytest.mark.long
def test_a_whole_game_takes_few_presses(hands: Callable[..., Hands]) -> None:
    """Whoever plays each card where it comes first, stays and looks at each Location."""
    her = hands(calm=True).open(GAME, "seed=7")
    presses = 0
    while not her.page.locator(".vk-over").is_visible():
        her.move(0)
        presses += 1
        assert presses <= MOST_PRESSES
