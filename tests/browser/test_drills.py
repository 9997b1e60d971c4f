"""The drill page: questions without end, each graded and worked out."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.test_lessons import progress
from tests.browser.world import PHONE

DRILLS = "15_drills"


def test_questions_are_asked_graded_and_remembered(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(DRILLS)
    her.accessible()
    her.picture("drills-1-first", full=True)
    for turn in range(6):
        her.drill(turn)
        expect(her.page.locator(".vk-drill")).to_contain_text(f"of {turn + 1} right")
        her.press(her.find(".vk-drill .vk-next"))
    her.drill(0)
    her.accessible()
    her.picture("drills-2-later", full=True)
    assert len(progress(her)["log"]) == 7
    her.reload()
    her.drill(1)
    assert len(progress(her)["log"]) == 8


def test_she_chooses_what_she_is_asked_about(hands: Callable[..., Hands]) -> None:
    her = hands(PHONE, "de", calm=True).open(DRILLS)
    about = her.page.get_by_label("Frag mich zu")
    for wanted in ("all", "diablerie", "met"):
        her.change(about, wanted)
        expect(her.find(".vk-drill [data-quiz]")).to_be_visible()
        her.drill(1)
    her.picture("drills-phone", full=True)
    her.open(DRILLS, "about=PLAN-11")
    her.drill(0)
    expect(her.page.locator(".vk-drill .vk-graded")).to_contain_text("PLAN-11")
    her.open(DRILLS, "about=NONE-99")
    expect(her.page.get_by_role("alert")).to_contain_text("NONE-99")


def test_an_empty_answer_is_not_counted(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(DRILLS)
    send = her.find(".vk-drill .vk-quiz-form [type=submit]")
    for turn in range(60):
        if send.count():
            break
        her.drill(turn)
        her.press(her.find(".vk-drill .vk-next"))
    her.press(send, told="Choose or type an answer first.")
    expect(her.find(".vk-drill [data-quiz]")).to_be_visible()
    her.drill(3)
