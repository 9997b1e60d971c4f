"""What every page owes to whoever opens it, whichever page it is: one contract over the list of all pages.

It opens in both languages, at any width and in both themes, shows nothing that is hidden and cuts no words, has no
fault that axe-core finds, has the search at hand, tells a bad address in words, and is the same after a reload. In the
quick run one page of each kind keeps all of it, and each of the others is opened; in the long run all keep it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.hands import Hands
from tests.browser.world import DESKTOP, PHONE, ROOT, Known

NOTEBOOKS = ROOT / "notebooks"
PAGES = sorted(
    path.relative_to(NOTEBOOKS).with_suffix("").as_posix()
    for path in NOTEBOOKS.rglob("*.ipynb")
    if "laboratory" not in path.parts and not any(part.startswith(".") for part in path.parts)
)
KINDS = (
    "00_start_here", "00_your_first_game", "03_planning", "09_whole_game", "15_drills", "16_for_teachers",
    "17_play_together", "18_play_vtes", "20_tables", "21_puzzles", "dashboards/balance", "dashboards/blood",
    "dashboards/review", "dashboards/watch", "rivals/00_set_up", "vtes/00_first_bleed",
)  # fmt: skip
"""One page of each kind: all others differ from one of these in what they tell, not in what they are made of."""
FIGURES = {
    "blood": ("flow", "pool"),
    "influence": ("race", "sources", "waterfall", "haven"),
    "locations": ("power", "waste"),
    "watch": ("flow", "pool"),
    "vtes_pool": ("pool", "flow"),
    "vtes_blood": ("blood", "veins"),
    "vtes_ring": ("ring",),
    "vtes_watch": ("pool", "flow"),
    "balance": ("balance",),
    "review": (),
}
"""Each dashboard, and its figures."""
BAD = {
    "00_start_here": ("todo=lesson:nowhere", "nowhere"),
    "09_whole_game": ("seed=eleven", "eleven"),
    "15_drills": ("about=NONE-99", "NONE-99"),
    "16_for_teachers": ("scenario=nothing-of-the-kind", "nothing-of-the-kind"),
    "18_play_vtes": ("seed=eleven", "eleven"),
    "21_puzzles": ("puzzle=none", "none"),
    "vtes/puzzles": ("puzzle=none", "none"),
    "dashboards/blood": ("seed=eleven", "eleven"),
    "dashboards/influence": ("players=6&seed=2", "6"),
    "dashboards/locations": ("game=%3Cscript%3E", "<script>"),
    "dashboards/vtes_ring": ("seed=eleven", "eleven"),
    "dashboards/watch": ("game=none", "none"),
}
"""Addresses that ask for what there is not, and what is told of them."""
NONSENSE = "lang=xx&at=nothing&who=99&round=x&moment=none&table=%3Cb%3E&room=none&study=none&help=none"
"""What no page can make anything of, and need not speak of."""
DRAWN = (
    "names => names.every(name => document.querySelector(`[data-figure=${name}] .main-svg`))"
    " && !Number(document.querySelector('.vk').dataset.drawing || 0)"
)
GROUND = "getComputedStyle(document.querySelector('.vk')).backgroundColor"
LIGHT, DARK = "rgb(246, 240, 231)", "rgb(20, 16, 15)"
WIDTHS = (360, 600, 768, 1024, 1130, 1226, 1280, 1440, 1920)
FEW_WIDTHS = (360, 768, 1226)
RESTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SHOWN = """() => [...document.querySelectorAll('.vk [hidden]')].filter(e => e.checkVisibility())
    .map(e => e.outerHTML.slice(0, 160))"""
"""What is hidden, and can be seen all the same."""
TORN = """() => [...document.querySelectorAll('.vk-dash .vk-places > .vk-strip')].filter(strip => {
    const seats = strip.getBoundingClientRect();
    const places = strip.parentElement.querySelector('.vk-places').getBoundingClientRect();
    return seats.height > 400 || places.top < seats.bottom || places.width < seats.width - 1;
}).length"""
"""How many tables of a dashboard have their players and their Locations not below each other in the whole width."""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def drawn(her: Hands, page: str) -> Hands:
    """Wait until the figures of a dashboard are there; a page without any has none to wait for."""
    folder, _, name = page.rpartition("/")
    her.page.wait_for_function(DRAWN, arg=list(FIGURES[name] if folder == "dashboards" else ()))
    return her


def stands(her: Hands, lang: str) -> str:
    """Nothing is wrong with the page as it is shown; its title."""
    expect(her.page.locator("html")).to_have_attribute("lang", lang)
    expect(her.page.get_by_role("alert")).to_have_count(0)
    assert her.page.evaluate(SHOWN) == []
    assert her.page.evaluate(TORN) == 0
    fits(her)
    title = her.page.locator(".vk-frame h1").inner_text()
    assert title
    return title


def fits(her: Hands, what: str = "") -> None:
    """All of it lies in the window; ``what`` says how wide that is."""
    assert her.page.evaluate(WIDE) <= 0, what
    her.uncut(what)


LOOKS = [
    *(pytest.param(page, DESKTOP, "en", id=page, marks=() if page in KINDS else pytest.mark.long) for page in PAGES),
    *(pytest.param(page, PHONE, "de", id=f"{page}-phone", marks=pytest.mark.long) for page in PAGES),
]


@pytest.mark.parametrize(("page", "size", "lang"), LOOKS)
def test_a_page_keeps_its_contract(
    hands: Callable[..., Hands], request: pytest.FixtureRequest, page: str, size: tuple[int, int], lang: str
) -> None:
    her = hands(size, lang, calm=True)
    drawn(her.open(page, "at=150" if "watch" in page else ""), page)
    assert her.page.evaluate(GROUND) == DARK
    stands(her, lang)
    her.accessible(always=True)
    her.picture(f"page-{page.replace('/', '-')}-{size[0]}-{lang}", full=True)

    her.page.keyboard.press("/")
    dialog = her.page.locator("dialog.vk-dialog")
    expect(dialog.locator("input")).to_be_focused()
    expect(dialog.locator("input")).to_have_value("")
    fits(her)
    her.accessible()
    her.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    other = {"en": "de", "de": "en"}[lang]
    her.press(her.button({"en": "English", "de": "Deutsch"}[other]))
    her.page.locator(".vk-look summary").click()
    her.button({"en": "light", "de": "hell"}[other]).click()
    expect(her.page.locator(".vk")).to_have_css("background-color", LIGHT)
    her.button({"en": "larger", "de": "größer"}[other]).click()
    expect(her.page.locator("html")).to_have_attribute("data-vk-size", "larger")
    drawn(her, page)
    there = stands(her, other)
    her.accessible(always=True)
    her.picture(f"page-{page.replace('/', '-')}-{size[0]}-{other}", full=True)
    for width in FEW_WIDTHS if her.quick else WIDTHS:
        her.page.set_viewport_size({"width": width, "height": size[1]})
        her.page.evaluate(RESTED)
        fits(her, f"{width} px wide")

    drawn(her.reload(), page)
    assert stands(her, other) == there
    assert her.page.evaluate(GROUND) == LIGHT
    expect(her.page.locator("html")).to_have_attribute("data-vk-size", "larger")

    query, told = BAD.get(page, ("", ""))
    if her.quick and not told:
        return
    her.open(page, f"{query}&{NONSENSE}")
    drawn(her, page)
    alert = her.page.get_by_role("alert")
    if told:
        expect(alert).to_contain_text(told)
    else:
        expect(alert).to_have_count(0)
    assert "Traceback" not in her.page.content()
    expect(her.page.locator(".vk-frame h1")).to_be_visible()


@pytest.mark.parametrize("folder", ["", "dashboards", "rivals", "vtes"])
def test_every_other_page_opens(hands: Callable[..., Hands], folder: str) -> None:
    """One after the other in the same window, in either language by turns."""
    her = hands(calm=True)
    others = [page for page in PAGES if page not in KINDS and page.rpartition("/")[0] == folder]
    assert others
    for number, page in enumerate(others):
        lang = "de" if number % 2 else "en"
        drawn(her.open(page, f"lang={lang}{'&at=150' if 'watch' in page else ''}"), page)
        stands(her, lang)


@pytest.mark.parametrize("page", ["99_nothing.ipynb", "nothing/at/all.ipynb"])
def test_a_page_that_is_not_there_says_so_and_asks_no_other_host(window: Opener, server: Known, page: str) -> None:
    answer = window(server.address).request.get(f"{server.address}voila/render/{page}")
    assert answer.status == 404
    assert "There is no such page here." in answer.text()
    assert re.findall(r"(?:src|href)=\"(?!data:|/)[^\"]*", answer.text()) == []
