"""The notebooks in JupyterLab: run, played, and left in peace by its shortcuts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.hands import Hands
from tests.browser.test_pages import drawn
from tests.browser.world import DESKTOP, Lab
from tests.selection import cases

NOTEBOOKS = ("00_start_here", "09_whole_game", "15_drills")
LAPTOP = (1366, 768)
MOST_PRESSES = 60
CELLS = ".jp-Notebook .jp-Cell"


@pytest.fixture
def page(window: Opener, lab: Lab) -> Iterator[Page]:
    """A window of JupyterLab."""
    yield from opened(window, lab, DESKTOP)


def opened(window: Opener, lab: Lab, size: tuple[int, int]) -> Iterator[Page]:
    """A window of this size; its kernels end with the test."""
    page = window(lab.address, size, reduced_motion="reduce", locale="en-GB")
    yield page
    page.goto("about:blank")
    key = {"Authorization": f"token {lab.key}"}
    for session in page.request.get(f"{lab.address}api/sessions", headers=key).json():
        page.request.delete(f"{lab.address}api/sessions/{session['id']}", headers=key)


def open_notebook(page: Page, lab: Lab, notebook: str) -> None:
    """Open a notebook, and wait for its kernel."""
    page.goto(f"{lab.address}lab/tree/notebooks/{notebook}.ipynb?token={lab.key}&reset")
    expect(page.get_by_role("button", name=re.compile(r"\| Idle"))).to_be_visible()


def run_all(page: Page, lab: Lab, notebook: str) -> Hands:
    """Open a notebook and run all its cells from the menu."""
    open_notebook(page, lab, notebook)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    every = page.locator(".lm-Menu-item[data-command='runmenu:run-all']")
    every.hover()
    expect(every).to_have_class(re.compile("lm-mod-active"))
    every.click()
    return Hands(page, lab.address, calm=True).ready()


WRONG = ".jp-OutputArea-output[data-mime-type*=error], .jp-RenderedText[data-mime-type*=stderr]"
"""Where a cell says that something has gone wrong."""
STANDING = """cells => cells.map(cell => [...cell.classList].filter(name =>
    /^jp-(CodeCell|MarkdownCell|RawCell|mod-active|mod-selected|mod-multiSelected|mod-editMode)$/.test(name)).sort())"""
"""What a key could change of each cell: that it is there, of what kind, and whether it is chosen. The rest comes and
goes with what JupyterLab is drawing."""


def in_peace(her: Hands) -> None:
    """Keys that mean something to JupyterLab do nothing there while the focus is in the page of the kit."""
    cells = her.page.locator(CELLS)
    own = cells.filter(has=her.page.locator(".vk:focus-within"))
    expect(own).to_have_class(re.compile("jp-mod-active"))
    before = cells.evaluate_all(STANDING)
    for key in ("a", "b", "d", "d", "x", "m", "z", "0", "0", "ArrowUp", "ArrowDown", "Shift+M"):
        her.page.keyboard.press(key)
    assert cells.evaluate_all(STANDING) == before
    assert her.page.locator(".jp-Dialog").count() == 0


@cases("notebook", NOTEBOOKS, quick=["09_whole_game"])
def test_a_notebook_runs_and_plays(page: Page, lab: Lab, notebook: str) -> None:
    her = run_all(page, lab, notebook)
    expect(page.locator(WRONG)).to_have_count(0)
    if notebook == "15_drills":
        her.press(her.find(".vk-drill [data-do=drill_next]"))
        first = her.find(".vk-drill .vk-quiz .vk-button, .vk-drill .vk-quiz input").first
    else:
        ways = ".vk-panel .vk-button:not(.vk-locked), .vk-held > .vk-take, .vk-steer .vk-next, .vk-all-tools > summary"
        first = her.find(ways).first
    first.focus()
    in_peace(her)
    expect(first).to_be_focused()
    if notebook == "15_drills":
        her.drill(0)
    else:
        her.walk(0)
        her.walk(1)
    her.picture(f"lab-{notebook}")


@pytest.mark.long
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
    her.press(her.button("Log and rules"))
    slider = her.page.get_by_role("slider")
    slider.focus()
    last = int(slider.get_attribute("max") or 0)
    her.page.keyboard.press("ArrowLeft")
    expect(her.page.locator(".vk-timeline")).to_contain_text(f"After {last - 1} of {last} moves")
    in_peace(her)


@pytest.mark.long
def test_ways_lead_to_the_other_notebooks(page: Page, lab: Lab) -> None:
    run_all(page, lab, "15_drills")
    link = page.locator(".vk-drill a[data-notebook='00_start_here']")
    assert link.evaluate("link => link.href") == f"{lab.address}lab/tree/notebooks/00_start_here.ipynb"


# A lesson part by part ----------------------------------------------------------------------------------------------


def cell(page: Page, source: str) -> Locator:
    """The cell of code with these words in it."""
    return page.locator(".jp-CodeCell", has=page.locator(".jp-InputArea", has_text=source)).first


def run(page: Page, source: str, instead: str | None = None) -> Locator:
    """Run a cell, perhaps with other code in it, and wait until it has run; gives what it shows."""
    here = cell(page, source)
    code = here.locator(".cm-content").first
    code.click()
    if instead is not None:
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.insert_text(instead)
        here = cell(page, instead)
    before = here.locator(".jp-InputPrompt").first.inner_text()
    page.keyboard.press("ControlOrMeta+Enter")
    prompt = here.locator(".jp-InputPrompt").first
    expect(prompt).to_have_text(re.compile(r"^\[\d+\]:$"))
    expect(prompt).not_to_have_text(before)
    return here.locator(".jp-Cell-outputArea").first


def done(page: Page) -> dict[str, list[str]]:
    """The parts of lessons that this browser has kept as done."""
    kept = json.loads(page.evaluate("localStorage.getItem('vendetta-kit/progress')") or "{}")
    lessons = kept["games"]["vendetta"]["lessons"] if kept else {}
    return {name: sorted(mark["moments"]) for name, mark in lessons.items()}


@pytest.fixture
def laptop(window: Opener, lab: Lab) -> Iterator[Page]:
    """A window of JupyterLab as large as a small laptop's."""
    yield from opened(window, lab, LAPTOP)


def test_a_page_is_as_bright_as_the_lab_around_it(page: Page, lab: Lab) -> None:
    run_all(page, lab, "00_start_here")
    expect(page.locator("html")).to_have_attribute("data-vk-theme", "light")  # JupyterLab's own default
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    expect(page.locator("html")).to_have_attribute("data-vk-theme", "dark")


def test_a_lesson_goes_part_by_part_and_is_looked_at_under_the_hood(laptop: Page, lab: Lab) -> None:
    open_notebook(laptop, lab, "03_planning")
    her = Hands(laptop, lab.address, calm=True)
    expect(run(laptop, "step_by_step")).to_contain_text("Planning: first-turn, blood")
    run(laptop, 'lesson.moment("first-turn")')
    her.ready()
    for turn in range(MOST_PRESSES):
        if her.walk(turn) == "done":
            break
    expect(laptop.locator(".vk-learned")).to_contain_text("Blood makes it strong")
    assert done(laptop) == {"planning": ["first-turn"]}
    her.picture("lab-part-done")

    # the ledger, then the cell changed
    told = run(laptop, 'lesson.at("first-turn").why_not')
    expect(told).to_contain_text("PLAN-12")
    counted = 'int(lesson.at("first-turn").ledger("blood")["amount"].sum())'
    told = run(laptop, 'lesson.at("first-turn").why_not', counted)
    expect(told).to_have_text(re.compile(r"\d+$"))
    told = run(laptop, '["amount"].sum())', 'lesson.moment("nothing")')
    expect(told).to_contain_text("This lesson has no part 'nothing': expected 'first-turn', 'blood'")
    expect(told).not_to_contain_text("Traceback")
    her.picture("lab-part-bad-call")

    # the next part knows of the first, and the slider plays another story
    run(laptop, 'lesson.moment("blood")')
    second = cell(laptop, 'lesson.moment("blood")')
    expect(second.locator(".vk-panel .vk-button").first).to_be_visible()
    table = run(laptop, 'lesson.what_if("blood"')
    expect(table).to_contain_text("Nothing comes out otherwise.")
    slider = table.get_by_role("slider")
    slider.focus()
    laptop.keyboard.press("ArrowLeft")
    row = table.locator("tr", has_text="Power · Ann · The Rack")
    expect(row).to_have_text(re.compile(r"11\s*10"))
    laptop.keyboard.press("ArrowRight")
    laptop.keyboard.press("ArrowRight")
    expect(table).to_contain_text("PLAN-12")
    her.picture("lab-part-slider")

    # what is chosen in one cell holds in the others
    second.get_by_role("button", name="Deutsch").click()
    expect(cell(laptop, 'lesson.moment("first-turn")').locator(".vk-learned")).to_contain_text("Dieser Teil")
    assert done(laptop) == {"planning": ["first-turn"]}

    # the lesson's page, further down, goes on where the parts have come to
    run(laptop, "LessonPage")
    now = cell(laptop, "LessonPage").locator(".vk-moments [aria-current]")
    expect(now).to_contain_text("Blut macht stark")


@pytest.mark.long
def test_figures_are_drawn_and_the_curtain_is_lifted_by_name(laptop: Page, lab: Lab) -> None:
    open_notebook(laptop, lab, "06_aftermath_and_frenzy")
    her = Hands(laptop, lab.address, calm=True)
    run(laptop, "step_by_step")
    run(laptop, 'lesson.moment("at-once")')
    her.ready()
    figure = run(laptop, 'lesson.at("at-once").live.blood()')
    expect(figure).to_contain_text("Nothing to draw here yet.")
    for turn in range(MOST_PRESSES):
        if her.walk(turn) == "done":
            break
    expect(figure.locator(".js-plotly-plot .sankey").first).to_be_visible()
    expect(figure.locator(".modebar-btn")).to_have_count(0)
    her.picture("lab-part-blood")
    expect(run(laptop, 'lesson.at("the-draw").lift_the_curtain()')).to_contain_text("face_down")


@pytest.mark.long
def test_all_cells_of_a_lesson_run_one_after_the_other(laptop: Page, lab: Lab) -> None:
    her = run_all(laptop, lab, "04_withdraw_and_revelation")
    expect(cell(laptop, "page.check()").locator(".jp-InputPrompt").first).to_have_text(re.compile(r"\d"))
    expect(laptop.locator(WRONG)).to_have_count(0)
    first = her.find(".vk-panel .vk-button:not(.vk-locked)").first
    first.focus()
    in_peace(her)
    expect(first).to_be_focused()


@pytest.mark.long
def test_a_figure_of_ones_own_stands_beside_the_hand(page: Page, lab: Lab) -> None:
    """In an HBox the page takes the width that is left, and a figure at its foot is in sight with the hand."""
    run_all(page, lab, "laboratory/react_to_a_game")
    figure = page.locator(".jp-OutputArea-output .js-plotly-plot").first
    expect(figure).to_be_visible()
    figure.scroll_into_view_if_needed()
    drawn_at, table = figure.bounding_box(), page.locator(".vk").first.bounding_box()
    assert drawn_at is not None
    assert table is not None
    assert table["width"] > drawn_at["width"]
    assert abs(table["y"] + table["height"] - drawn_at["y"] - drawn_at["height"]) < 2
    assert drawn_at["x"] >= table["x"] + table["width"]


@pytest.mark.long
def test_a_dashboard_is_drawn_in_jupyterlab_too(window: Opener, lab: Lab) -> None:
    page = window(lab.address, reduced_motion="reduce", locale="en-GB")
    her = run_all(page, lab, "dashboards/blood")
    drawn(her, "dashboards/blood")
    her.change(page.get_by_role("slider"), "100")
    expect(page.locator(".vk-step-words")).to_contain_text("Round 1")
    link = page.locator(".vk-pages-list a").first.evaluate("a => new URL(a.href).pathname")
    assert link == "/lab/tree/notebooks/dashboards/influence.ipynb"
    page.goto("about:blank")
