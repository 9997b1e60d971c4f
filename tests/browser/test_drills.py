"""The drill page: sets of questions, each graded and worked out, and an end that says what to look at again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.test_lessons import progress
from tests.browser.world import DESKTOP, PHONE
from vendetta_widgets import DrillPage, drill, vtes_drill

DRILLS = "15_drills"
ON = ".vk-drill .vk-next, .vk-drill [data-do=drill_more]"


def test_questions_are_asked_graded_and_remembered(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(DRILLS, "seed=4")
    expect(her.page.locator(".vk-drill")).to_contain_text("a set of questions needs 10")
    expect(her.page.locator(".vk-drill .vk-primary-link")).to_have_attribute("data-notebook", "00_start_here")
    her.accessible()
    her.picture("drills-0-early", full=True)
    her.press(her.find("[data-do=drill_next]"))
    expect(her.find(".vk-drill [data-quiz]")).to_be_visible()
    her.change(her.find("select[data-do=about]"), "all")
    her.picture("drills-1-first", full=True)
    for turn in range(9):
        her.drill(turn)
        expect(her.page.locator(".vk-drill")).to_contain_text(f"of {turn + 1} right")
        her.press(her.find(".vk-drill .vk-next"))
    her.drill(0)
    expect(her.find(".vk-drill-end")).to_contain_text("of 10 right")
    her.accessible()
    her.picture("drills-2-end", full=True)
    if her.find(".vk-drill-end .vk-rule").count():
        her.press(her.find(".vk-drill-end .vk-rule").first)
        expect(her.page.get_by_role("dialog")).to_be_visible()
        her.page.keyboard.press("Escape")
    assert len(progress(her)["log"]) == 10
    her.press(her.page.get_by_role("button", name="10 more"))
    her.drill(1)
    assert len(progress(her)["log"]) == 11
    her.open(DRILLS, "about=all&seed=4")
    her.drill(1)
    assert len(progress(her)["log"]) == 12


def test_she_chooses_what_she_is_asked_about(hands: Callable[..., Hands]) -> None:
    her = hands(PHONE, "de", calm=True).open(DRILLS, "seed=4")
    about = her.page.get_by_label("Frag mich zu")
    for wanted in ("all", "diablerie", "planning"):
        her.change(about, wanted)
        expect(her.find(".vk-drill [data-quiz]")).to_be_visible()
        her.drill(1)
    her.picture("drills-phone", full=True)
    her.open(DRILLS, "about=PLAN-11&seed=4")
    her.drill(0)
    expect(her.page.locator(".vk-drill .vk-graded")).to_contain_text("PLAN-11")


@pytest.mark.long
def test_an_empty_answer_is_not_counted(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(DRILLS, "about=FRZ-01&seed=4")  # whose Pools are emptied
    send = her.find(".vk-drill .vk-quiz-form [type=submit]")
    her.press(send, told="Choose or type an answer first.")
    expect(her.find(".vk-drill [data-quiz]")).to_be_visible()
    her.find("[data-answers] .vk-strip [data-thing]").first.click()  # who is pressed on the table is ticked
    expect(her.find(".vk-drill .vk-quiz-form input:checked")).to_have_count(1)
    her.press(send)
    expect(her.find(".vk-drill [data-verdict]")).to_be_visible()


def test_who_is_asked_for_can_be_pressed_on_the_table(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(DRILLS, "about=tag_team&seed=15")  # whose turn it is
    her.press(her.find("[data-answers] .vk-strip [data-thing]").first)
    expect(her.find(".vk-drill .vk-graded")).to_be_visible()
    _goes_on_by_space(her)
    her.open(DRILLS, "about=CONF-05&seed=1")  # who wins a Location: a card there stands for who played it
    her.press(her.find("[data-answers] .vk-place [data-answer] .vk-mini-card").first)
    expect(her.find(".vk-drill .vk-graded")).to_be_visible()
    expect(her.page.get_by_role("dialog")).to_have_count(0)


def _goes_on_by_space(her: Hands) -> None:
    her.keep()
    her.page.keyboard.press("Space")
    her.answered("")
    expect(her.find(".vk-drill [data-quiz]")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, (1366, 768), PHONE])
@pytest.mark.parametrize(("name", "asking"), [(DRILLS, drill), ("vtes/drills", vtes_drill)])
def test_no_table_of_a_question_is_cut(
    hands: Callable[..., Hands], name: str, asking: Callable[..., DrillPage], size: tuple[int, int]
) -> None:
    her = hands(size, calm=True).open(name)
    for seed in range(150):
        page = asking("all", lang="en", seed=seed)
        page.arrived({})
        question = page.asking.question
        assert question is not None
        if question.view is not None:
            her.show(".vk-drill", page.parts(page.pen())["drill"])
            her.uncut(question.id)
