"""The notebooks in JupyterLab: run, played, and left in peace by its shortcuts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.hands import Hands
from tests.browser.world import Lab

NOTEBOOKS = ("00_start_here", "03_planning", "09_whole_game", "15_drills")
CELLS = ".jp-Notebook .jp-Cell"


@pytest.fixture
def page(window: Opener, lab: Lab) -> Iterator[Page]:
    """A window of JupyterLab; its kernels end with the test."""
    page = window(lab.address, reduced_motion="reduce", locale="en-GB")
    yield page
    page.goto("about:blank")
    key = {"Authorization": f"token {lab.key}"}
    for session in page.request.get(f"{lab.address}api/sessions", headers=key).json():
        page.request.delete(f"{lab.address}api/sessions/{session['id']}", headers=key)


def run_all(page: Page, lab: Lab, notebook: str) -> Hands:
    """Open a notebook and run all its cells from the menu."""
    page.goto(f"{lab.address}lab/tree/notebooks/{notebook}.ipynb?token={lab.key}&reset")
    expect(page.get_by_role("button", name=re.compile(r"\| Idle"))).to_be_visible()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    every = page.locator(".lm-Menu-item[data-command='runmenu:run-all']")
    every.hover()
    expect(every).to_have_class(re.compile("lm-mod-active"))
    every.click()
    return Hands(page, lab.address, calm=True).ready()


STANDING = """cells => cells.map(cell => [...cell.classList].filter(name =>
    /^jp-(CodeCell|MarkdownCell|RawCell|mod-active|mod-selected|mod-multiSelected|mod-editMode)$/.test(name)).sort())"""
"""What a key could change of each cell: that it is there, of what kind, and whether it is chosen. The rest comes and
goes with what JupyterLab is drawing."""


def in_peace(her: Hands) -> None:
    """Keys that mean something to JupyterLab do nothing there while the focus is in the page of the kit."""
    cells = her.page.locator(CELLS)
    own = cells.filter(has=her.page.locator(".vk"))
    expect(own).to_have_class(re.compile("jp-mod-active"))
    before = cells.evaluate_all(STANDING)
    for key in ("a", "b", "d", "d", "x", "m", "z", "0", "0", "ArrowUp", "ArrowDown", "Shift+M", "l"):
        her.page.keyboard.press(key)
    assert cells.evaluate_all(STANDING) == before
    assert her.page.locator(".jp-Dialog").count() == 0


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_a_notebook_runs_and_plays(page: Page, lab: Lab, notebook: str) -> None:
    her = run_all(page, lab, notebook)
    assert (
        page.locator(".jp-OutputArea-output[data-mime-type*=error], .jp-RenderedText[data-mime-type*=stderr]").count()
        == 0
    )
    if notebook == "15_drills":
        her.press(her.find(".vk-drill [data-do=drill_all]"))
        first = her.find(".vk-drill .vk-quiz .vk-button, .vk-drill .vk-quiz input").first
    else:
        first = her.find(".vk-panel .vk-button:not(.vk-locked)").first
    first.focus()
    in_peace(her)
    expect(first).to_be_focused()
    if notebook == "15_drills":
        her.drill(0)
    else:
        her.walk(0)
        her.walk(1)
    her.picture(f"lab-{notebook}")


def test_typing_and_arrow_keys_stay_in_the_page(page: Page, lab: Lab) -> None:
    her = run_all(page, lab, "09_whole_game")
    her.move(0)
    her.move(0)
    her.press(her.button("New game"))
    name = her.page.locator(".vk-drawer").get_by_label("Your name")
    name.fill("")
    name.press_sequentially("abdmx 00")
    expect(name).to_have_value("abdmx 00")
    her.press(her.button("Cancel"))
    slider = her.page.get_by_role("slider")
    slider.focus()
    last = int(slider.get_attribute("max") or 0)
    her.page.keyboard.press("ArrowLeft")
    expect(her.page.locator(".vk-timeline")).to_contain_text(f"After {last - 1} of {last} moves")
    in_peace(her)


def test_ways_lead_to_the_other_notebooks(page: Page, lab: Lab) -> None:
    run_all(page, lab, "15_drills")
    link = page.locator(".vk-drill a[data-notebook='00_start_here']")
    assert link.evaluate("link => link.href") == f"{lab.address}lab/tree/notebooks/00_start_here.ipynb"
