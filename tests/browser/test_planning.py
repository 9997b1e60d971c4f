"""A Planning turn in a real browser: all of it in one sight, by the table, by keys and by dragging."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hands import TAKE, TARGET, Hands
from tests.browser.test_game import GAME, go_on
from tests.browser.world import PHONE
from tests.selection import cases
from vendetta_kit.games.vendetta.engine.actions import Drain
from vendetta_widgets.play_session import Session

LAPTOPS = [(1280, 720), (1366, 768)]
TALLER = (1280, 800)
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
    "size, cards", [(size, cards) for size in (*LAPTOPS, TALLER) for cards in (3, 5)], quick=[(LAPTOPS[0], 5)], ids=str
)
def test_a_whole_planning_turn_needs_no_scrolling(
    hands: Callable[..., Hands], size: tuple[int, int], cards: int
) -> None:
    her = go_on(hands(size, calm=True), planning(cards))
    hand = her.find(TAKE)
    assert hand.count() >= cards
    for held in hand.all():
        expect(held).to_be_in_viewport(ratio=0.5)  # its foot is below the edge until it is raised
    her.press(hand.last)
    her.press(her.find(TARGET).last)
    for step in ("face", "blood"):
        in_sight(her, her.find(f".vk-panel .vk-step-{step} .vk-button").last)
    in_sight(her, her.find(".vk-confirm"))
    her.picture(f"planning-{size[0]}-{cards}")
    her.press(her.find(".vk-confirm"))


def test_the_text_of_a_card_can_be_read_whole_and_a_reason_waits_for_the_mouse(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(calm=True), planning(5))
    card = her.find(".vk-held").last
    card.hover()
    her.press(card.locator(".vk-look-at"))
    dialog = her.page.locator("dialog.vk-dialog")
    expect(dialog).to_contain_text(card.locator(".vk-face-name").inner_text())
    expect(dialog.locator(".vk-text").first).to_be_visible()
    her.page.keyboard.press("Escape")
    off, reason = her.find(".vk-panel .vk-not").first, her.find(".vk-panel .vk-why").first
    place = off.bounding_box()
    assert place
    her.press(her.find(TAKE).first)
    her.page.mouse.move(place["x"] + 9, place["y"] + 9)
    her.keep()
    her.page.keyboard.press("Escape")
    her.answered()
    expect(off).to_be_visible()
    expect(reason).not_to_be_visible()  # it has come to lie under a mouse that rests
    her.page.mouse.move(place["x"] + 12, place["y"] + 12)
    expect(reason).to_be_visible()


@cases("size", LAPTOPS, quick=[LAPTOPS[0]], ids=str)
def test_what_confirms_is_in_sight_beneath_whatever_a_guide_says(
    hands: Callable[..., Hands], size: tuple[int, int]
) -> None:
    her = hands(size, calm=True).open("00_your_first_game")
    her.move(0)  # which card she keeps
    her.press(her.find(TAKE).first)
    her.press(her.find(TARGET).first)
    in_sight(her, her.find(".vk-confirm"))


def test_on_a_phone_card_place_and_confirm_are_in_one_sight(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(PHONE, calm=True), planning(3))
    her.press(her.find(TAKE).first)
    her.press(her.find(TARGET).first)
    expect(her.find(".vk-panel .vk-step-blood .vk-button").last).to_be_in_viewport(ratio=0.99)
    expect(her.find(".vk-confirm")).to_be_in_viewport(ratio=0.99)
    her.picture("planning-phone")
    her.press(her.find(".vk-confirm"))


def test_a_card_is_dragged_to_a_location(hands: Callable[..., Hands]) -> None:
    her = go_on(hands(calm=True), planning(3))
    card, place = her.find(TAKE).nth(1), her.find(".vk-place").nth(1)
    name = card.locator(".vk-face-name").inner_text()
    her.keep()
    card.hover()
    her.page.mouse.down()
    place.hover(position={"x": 80, "y": 60})
    expect(place).to_have_class("vk-place vk-place-open vk-over-drop")
    her.page.mouse.up()
    her.answered()
    expect(her.find(".vk-what")).to_contain_text(name)
    expect(her.find(".vk-what")).to_contain_text(place.locator("h3").inner_text())
    expect(her.find(".vk-confirm")).to_be_visible()
    her.keep()
    card.hover()  # a press still is one
    card.click()
    her.page.mouse.up()


@cases("size", [LAPTOPS[0], PHONE], quick=[PHONE], ids=["laptop", "phone"])
def test_a_second_card_is_laid_by_a_press_at_ones_own_position(
    hands: Callable[..., Hands], size: tuple[int, int]
) -> None:
    """What goes along covers neither name nor Power there, and on a phone stands in the bar; no card's dialog opens."""
    her = go_on(hands(size, calm=True), planning(3))
    her.press(her.find(TAKE).first)
    her.press(her.find(TARGET).first)
    her.press(her.find(".vk-confirm"))
    expect(her.find(TAKE).first).to_be_visible()
    her.press(her.find(TAKE).first)
    mine = her.find(".vk-mine:has(> .vk-along)").first
    expect(mine).to_be_visible()
    covered = """mine => [...mine.querySelectorAll('.vk-position-name, .vk-power-of, .vk-face')].some(one => {
      const at = one.getBoundingClientRect();
      return [...mine.querySelectorAll('.vk-along .vk-button')].some(button => {
        const over = button.getBoundingClientRect();
        const beside = over.left > at.right - 1 || at.left > over.right - 1;
        return !beside && over.top < at.bottom - 1 && at.top < over.bottom - 1;
      });
    })"""
    assert not mine.evaluate(covered)
    expect(her.find(".vk-along").first).to_be_visible(visible=size != PHONE)
    card = mine.locator(".vk-face").first.bounding_box()
    assert card is not None
    her.keep()
    her.page.mouse.click(card["x"] + 8, card["y"] + 12)
    her.answered()
    expect(her.find(".vk-confirm")).to_be_visible()
    expect(her.page.locator("dialog[open]")).to_have_count(0)


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
    expect(her.find(".vk-held.vk-raised")).to_have_count(1)
    keys.press("ArrowUp")
    expect(her.page.locator(".vk-target").first).to_be_focused()
    keys.press("ArrowRight")
    expect(her.page.locator(".vk-target").nth(1)).to_be_focused()
    pressed("Enter")
    expect(her.find(".vk-confirm")).to_be_visible()
    pressed("Escape")
    expect(her.find(".vk-confirm")).to_have_count(0)
    pressed("1")
    her.press(her.find(TARGET).first)
    her.page.locator(".vk-what").evaluate("what => { what.tabIndex = -1; what.focus(); }")
    pressed("Enter")
    her.page.wait_for_function(f"{kept} > {moves}")  # the game is kept after the answer has been drawn


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
    while not her.page.locator(".vk-end").is_visible():
        her.move(0)
        presses += 1
        assert presses <= MOST_PRESSES


def test_enter_confirms_what_was_chosen_with_the_mouse(hands: Callable[..., Hands]) -> None:
    """The place keeps the focus, and Enter does not choose it a second time."""
    her = go_on(hands(LAPTOPS[0], calm=True), planning(3))
    her.press(her.find(TAKE).last)
    her.press(her.find(TARGET).last)
    expect(her.find(".vk-confirm")).to_be_visible()
    her.page.keyboard.press("Enter")
    expect(her.find(".vk-confirm")).to_have_count(0)
