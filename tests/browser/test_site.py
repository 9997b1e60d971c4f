"""The static site: a plain file server, nothing else to be reached, and lesson, game and dashboard are there."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LOCALES, Opener
from tests.browser.hands import Hands
from tests.browser.world import DESKTOP, PHONE, ROOT, file_server, free_port

MOST_PRESSES = 250
QUESTION = ".vk-panel .vk-question h2"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where Python's own file server gives out build/, the site in a folder of it."""
    assert (ROOT / "build" / "site" / "index.html").is_file(), "make site builds it"
    with file_server(ROOT / "build") as home:
        yield f"{home}site/"


@pytest.fixture
def visitor(window: Opener, address: str) -> Callable[..., Hands]:
    """A person who can reach the file server and nothing else: all else goes to a proxy that is not there."""

    def opened(page: str, size: tuple[int, int] = DESKTOP, lang: str = "en") -> Hands:
        closed = {"server": f"http://127.0.0.1:{free_port()}", "bypass": "127.0.0.1"}
        her = Hands(window(address, size, locale=LOCALES[lang], proxy=closed), address)
        her.page.goto(f"{address}{page}")
        return her.ready()

    return opened


@pytest.mark.long
def test_the_front_page_leads_on_and_the_first_lesson_is_walked_to_its_end(visitor: Callable[..., Hands]) -> None:
    her = visitor("")
    expect(her.page).to_have_title(re.compile("Vendetta"))
    expect(her.page.locator("h1")).to_be_visible()
    her.accessible()
    her.picture("site-front")
    her.page.locator(".vk-frame a[data-notebook^='01_set_up']").first.click()
    her.page.wait_for_url("**/repl/**set_up**")
    her.ready()
    for turn in range(MOST_PRESSES):
        if her.walk(turn) == "done":
            break
    expect(her.find(".vk-learned h2")).to_be_visible()
    her.picture("site-lesson")


def test_a_game_is_played_and_goes_on_after_the_page_is_loaded_again(visitor: Callable[..., Hands]) -> None:
    her = visitor("09_whole_game.html?seed=7", PHONE, "de")
    expect(her.page.locator(QUESTION)).to_contain_text("Welchen Clan willst du spielen?")
    expect(her.page.locator("html")).to_have_attribute("lang", "de")
    for turn in itertools.count():
        if turn >= 8 and her.page.locator(QUESTION).is_visible():
            break
        her.move(turn)
    her.picture("site-game")
    question = her.page.locator(QUESTION).text_content()
    her.reload()
    expect(her.page.locator(QUESTION)).to_have_text(question)
    her.move(0)


@pytest.mark.long
def test_a_dashboard_draws_and_its_address_comes_back_to_it(visitor: Callable[..., Hands]) -> None:
    her = visitor("dashboards/blood.html?seed=7&players=4")
    drawn = her.page.locator(".js-plotly-plot .main-svg").first
    expect(drawn).to_be_visible()
    her.picture("site-blood")
    title = her.page.locator("h1").inner_text()
    her.reload()
    expect(drawn).to_be_visible()
    expect(her.page.locator("h1")).to_have_text(title)
