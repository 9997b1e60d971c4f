"""A class: twenty learners at once on one server, each with a game of her own; and a page that finds no room."""

from __future__ import annotations

import json
import re
import statistics
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opener
from tests.browser.hands import MOVES, Hands
from tests.browser.world import PATIENCE, Known, Server, serving
from tests.widgets.helpers import Reader, words_of
from vendetta_widgets import GamePage

SMALL, LEARNERS = 3, 20
"""How many learners a class has in the quick run, and in the long one."""
TURNS = 8
AT_ONCE = 4
"""So many pages begin at the same moment in the one browser that plays for all: it has more to do than the server."""
GAME = "09_whole_game"
MEGABYTE = 1_000_000
LARGEST = 150
"""Megabytes that a learner's kernel may take."""

PRESS = """([ways, turn]) => {
    for (const [selector, which] of ways) {
        const there = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
        if (!there.length) continue;
        const button = there[(which ?? turn) % there.length];
        button.focus();
        button.click();
        return true;
    }
    return false;
}"""
WAYS = [[way.selector, way.which] for way in MOVES]


@pytest.fixture(params=[SMALL, pytest.param(LEARNERS, marks=pytest.mark.long)])
def learners(request: pytest.FixtureRequest) -> int:
    """How many learners the class has."""
    found: int = request.param
    return found


@pytest.fixture
def classroom(learners: int) -> Iterator[Server]:
    with serving("--class", str(learners)) as running:
        yield running


@pytest.fixture
def two_places() -> Iterator[Server]:
    with serving("--places", "2", "--warm", "1") as running:
        yield running


def name_of(learner: int) -> str:
    return f"Learner-{learner:02}"


def shown(page: Page, part: str) -> str:
    """A part of the page, as it reads."""
    return steady(page.locator(f"[data-part='{part}']").inner_html())


def steady(html: str) -> str:
    """As it reads, less what is only of this moment: who is about to choose, and what the last move has changed."""
    return words_of(re.sub(r'<b class="vk-delta">[^<]*</b>', "", html)).replace("… choosing ", "")


def test_a_class_plays_at_once_and_nobody_sees_another_game(
    classroom: Server, learners: int, window: Opener, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = time.perf_counter()
    people = [Hands(window(classroom.address, reduced_motion="reduce"), classroom.address) for _ in range(learners)]
    for start in range(0, learners, AT_ONCE):
        group = range(learners)[start : start + AT_ONCE]
        for k in group:
            query = f"seed={100 + k}&name={name_of(k)}&players={3 + k % 3}"
            people[k].page.goto(f"{classroom.address}voila/render/{GAME}.ipynb?{query}", wait_until="commit")
        for k in group:
            people[k].ready()
    ready = time.perf_counter() - begun

    rounds = []
    for turn in range(TURNS):
        began = time.perf_counter()
        for her in people:  # all press before the first answer is waited for
            her.keep()
            assert her.page.evaluate(PRESS, [WAYS, turn])
        for her in people:
            her.answered()
        rounds.append(time.perf_counter() - began)

    kernels = [classroom.kernel_of(her.page) for her in people]
    assert len({kernel.pid for kernel in kernels}) == learners
    for k, her in enumerate(people):
        for way in (".vk-show .vk-skip", '[data-do="unpick"]'):  # what is told is over, and nothing is picked
            for _ in range(her.find(way).count()):
                her.press(her.find(way).first)
        has_only_her_own_game(her.page, k, learners)
    sizes = [kernel.memory_info().rss / MEGABYTE for kernel in kernels]
    own = [kernel.memory_full_info().uss / MEGABYTE for kernel in kernels]
    with capsys.disabled():
        print(
            f"\n{learners} learners on one server: {statistics.mean(sizes):.0f} MB a learner "
            f"({statistics.mean(own):.0f} MB of it not shared, the largest kernel {max(sizes):.0f} MB), "
            f"the server {classroom.process.memory_info().rss / MEGABYTE:.0f} MB; "
            f"all there after {ready:.0f} s, {TURNS} presses each, "
            f"{1000 * statistics.median(rounds) / learners:.0f} ms a press with all of them pressing"
        )
    assert max(sizes) < LARGEST

    for her in people:
        her.page.goto("about:blank")
    assert psutil.wait_procs(kernels, timeout=PATIENCE / 1000)[1] == [], "the kernel of a page that was left goes on"


def test_a_class_that_knocks_in_the_same_moment_is_let_in(
    classroom: Server, learners: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def knock(_: int) -> tuple[str, float]:
        begun = time.perf_counter()
        with urllib.request.urlopen(f"{classroom.address}voila/render/{GAME}.ipynb", timeout=PATIENCE / 1000) as page:
            text = page.read().decode()
        return re.findall(r'"kernelId": "([^"]+)"', text)[0], time.perf_counter() - begun

    with ThreadPoolExecutor(learners) as people:
        found = list(people.map(knock, range(learners)))
    assert len({kernel for kernel, _ in found}) == learners
    waits = [wait for _, wait in found]
    with capsys.disabled():
        print(
            f"\n{learners} pages asked for in the same moment, just after the start: "
            f"the first came after {min(waits):.1f} s, the last after {max(waits):.1f} s"
        )


def has_only_her_own_game(page: Page, learner: int, learners: int) -> None:
    """What the page shows is what the moves that this browser has kept lead to, and nobody else stands in it."""
    kept = page.evaluate("localStorage.getItem('vendetta-kit/game')")
    saved = json.loads(kept)
    assert (saved["setup"]["seed"], saved["setup"]["names"][0]) == (100 + learner, name_of(learner))
    assert saved["moves"]
    again = Reader(GamePage(), stored={"game": kept})
    for part in ("places", "players"):
        assert shown(page, part) == steady(again.parts[part])
    text = page.locator(".vk-frame").inner_text()
    assert name_of(learner) in text
    assert not [other for other in range(learners) if other != learner and name_of(other) in text]


def test_where_all_places_are_taken_the_page_says_so(two_places: Server, window: Opener) -> None:
    def opened(may: tuple[str, ...] = ()) -> Hands:
        return Hands(window(two_places.address, may=may), two_places.address)

    first, second, third = opened(), opened(), opened(may=("503",))
    first.open("00_start_here")
    second.open(GAME, "seed=3")
    third.page.goto(f"{third.home}voila/render/{GAME}.ipynb?seed=4")
    expect(third.page.get_by_role("heading")).to_have_text("All places are taken.")
    expect(third.page.locator("body")).to_contain_text("Alle Plätze sind besetzt")
    third.picture("no-place")
    assert len(two_places.kernels()) == 2

    first.page.goto("about:blank")
    again, end = third.page.get_by_role("link", name="try again"), time.monotonic() + PATIENCE / 1000
    while again.count():  # the place is free when the server has seen that the kernel has ended
        assert time.monotonic() < end
        with third.page.expect_navigation():
            again.click()
    third.ready()
    third.move(0)


def test_a_kernel_waits_for_the_next_page(hands: Callable[..., Hands], server: Known) -> None:
    def waiting() -> list[psutil.Process]:
        return [kernel for kernel in server.kernels() if kernel.pid != used]

    used = 0
    end = time.monotonic() + PATIENCE / 1000
    while not waiting():
        assert time.monotonic() < end
        time.sleep(0.1)
    before = {kernel.pid for kernel in waiting()}
    her = hands().open("09_whole_game", "seed=5")
    used = server.kernel_of(her.page).pid
    assert used in before
    while not waiting():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_page_that_is_left_before_voilas_script_has_come_ends_its_kernel_too(
    hands: Callable[..., Hands], server: Known
) -> None:
    her = hands()
    her.page.add_init_script(
        "const listen = window.addEventListener;"
        "window.addEventListener = (kind, ...more) => kind === 'beforeunload' || listen.call(window, kind, ...more)"
    )
    kernel = server.kernel_of(her.open(GAME, "seed=5").page)
    her.page.goto("about:blank")
    kernel.wait(PATIENCE / 1000)


def test_a_page_that_came_too_early_comes_again(hands: Callable[..., Hands]) -> None:
    her = hands().open(GAME, "seed=5")
    her.page.evaluate("window.before = true")
    her.page.evaluate("document.getElementById('rendered_cells').append('Error displaying widget: model not found')")
    her.page.wait_for_function("!window.before")
    her.ready()
    her.move(0)


BROKEN = ("console: ", "page error: ")
"""What a page says for which there is no kernel, all of it."""


def loses_cookies(page: Page, times: int) -> list[str]:
    """The browser does not keep the cookie that comes with the page, so often; gives the pages that it asked for."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > times:
            return route.continue_()
        found = route.fetch()
        page.context.clear_cookies()
        kept = {name: value for name, value in found.headers.items() if name != "set-cookie"}
        return route.fulfill(response=found, headers=kept)

    page.route("**/voila/render/*", answer)
    return asked


def test_pages_that_are_opened_together_in_a_new_browser_all_come_to_their_tables(
    server: Known, window: Opener
) -> None:
    her = Hands(
        window(server.address, may=BROKEN), server.address
    )  # the cookie of another page takes the place of hers
    asked = loses_cookies(her.page, 1)
    her.page.goto(f"{her.home}voila/render/{GAME}.ipynb?seed=5")
    her.ready()
    her.move(0)
    assert len(asked) == 2


def test_a_browser_that_keeps_no_cookie_is_told_that_it_must(server: Known, window: Opener) -> None:
    page = window(server.address, may=BROKEN)
    asked = loses_cookies(page, 99)
    page.goto(f"{server.address}voila/render/{GAME}.ipynb?seed=5")
    told = page.locator("#vendetta-lost")
    expect(told).to_be_visible(timeout=PATIENCE)
    expect(told).to_contain_text("It needs a cookie of this address")
    expect(told).to_contain_text("Sie braucht ein Cookie dieser Adresse")
    assert len(asked) == 4
