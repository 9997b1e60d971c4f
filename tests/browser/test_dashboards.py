"""The dashboards in a real browser: drawn, moved, asked, taken along, shared, and played on from."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.test_pages import FIGURES
from tests.browser.test_pages import drawn as all_drawn
from tests.selection import cases
from vendetta_kit.games.vendetta import flows
from vendetta_widgets.play_session import ME, Session

PAGES = {page: figures for page, figures in FIGURES.items() if page not in ("balance", "review")}
"""Each dashboard of one game, and its figures."""
MIDDLE = """figure => {
    figure.scrollIntoView({ block: "center", behavior: "instant" });
    for (const link of figure.querySelectorAll(".sankey-link")) {
        const half = link.getTotalLength() / 2;
        const [one, other] = [link.getPointAtLength(half / 2), link.getPointAtLength(half + half / 2)];
        const at = new DOMPoint((one.x + other.x) / 2, (one.y + other.y) / 2).matrixTransform(link.getScreenCTM());
        if (document.elementFromPoint(at.x, at.y) === link) return [at.x, at.y];
    }
}"""
"""Where a link of the flow is pressed: half way along it, between its edges; the first that nothing covers there."""


def opened(her: Hands, page: str, query: str = "") -> Hands:
    """Open a dashboard, and wait until its figures are drawn."""
    her.open(f"dashboards/{page}", query)
    return drawn(her, page)


def drawn(her: Hands, page: str) -> Hands:
    return all_drawn(her, f"dashboards/{page}")


def settled(her: Hands) -> Hands:
    """Wait until plotly has moved everything to its place."""
    her.page.wait_for_function(
        """() => document.fonts.ready.then(() => new Promise(done => {
            const look = () => [...document.querySelectorAll("[data-figure]")].map(one => one.outerHTML).join();
            const before = look();
            requestAnimationFrame(() => requestAnimationFrame(() => done(look() === before)));
        }))"""
    )
    return her


def marks(her: Hands) -> dict[str, str]:
    """Which drawing each figure shows."""
    found: dict[str, str] = her.page.locator("[data-figure]").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.figure, one.dataset.drawn]))"
    )
    return found


@cases("page", list(PAGES), quick=["blood"])
def test_the_slider_moves_figures_log_and_address_together(hands: Callable[..., Hands], page: str) -> None:
    her = opened(hands(calm=True), page, "at=200" if "watch" in page else "")
    if page in ("blood", "influence", "locations", "watch"):  # the others show a table first
        her.page.set_viewport_size({"width": 1280, "height": 800})
        first = her.find("[data-figure]").first.bounding_box()
        assert first is not None
        assert first["y"] + first["height"] <= 800, "the first figure is seen whole without scrolling"
    slider = her.page.get_by_role("slider")
    before, log = marks(her), her.page.locator(".vk-log").inner_text()
    middle = str(int(slider.get_attribute("max") or 0) // 3)
    her.change(slider, middle)
    expect(slider).to_have_value(middle)
    her.page.wait_for_function(
        "before => [...document.querySelectorAll('[data-figure]')]"
        ".some(one => one.dataset.drawn !== before[one.dataset.figure])",
        arg=before,
    )
    assert her.page.locator(".vk-log").inner_text() != log
    assert "at=" in her.page.url
    words, answer = her.page.locator(".vk-step-words").inner_text(), her.page.locator(".vk-answer").inner_text()
    her.reload()
    drawn(her, page)
    assert her.page.locator(".vk-step-words").inner_text() == words
    assert her.page.locator(".vk-answer").inner_text() == answer
    her.press(her.button("One step on"))
    assert her.page.locator(".vk-step-words").inner_text() != words
    her.press(her.find(".vk-log .vk-jump").first)
    assert her.page.locator(".vk-step-words").inner_text() != words


def test_a_link_of_the_flow_opens_the_log_behind_it(hands: Callable[..., Hands]) -> None:
    her = opened(hands(calm=True), "blood", "who=all")
    settled(her)
    x, y = her.page.locator("[data-figure=flow]").evaluate(MIDDLE)
    her.page.mouse.click(x, y)
    behind = her.page.locator(".vk-behind")
    expect(behind.locator("h2")).to_contain_text("→")
    expect(behind.locator("h2")).to_be_focused()
    rule = behind.locator(".vk-rule").first
    name = rule.inner_text()
    her.press(rule)
    card = her.page.locator("dialog.vk-dialog")
    expect(card).to_contain_text(name)
    link = card.locator("a[data-notebook]")
    if link.count():
        assert "/dashboards/" not in (link.first.evaluate("a => a.href"))
    her.page.keyboard.press("Escape")
    her.accessible()
    her.picture("dash-blood-behind")
    slider = her.page.get_by_role("slider")
    before = slider.input_value()
    her.press(behind.locator(".vk-jump").first)
    assert slider.input_value() != before


def test_a_point_and_a_row_of_a_table_do_the_same(hands: Callable[..., Hands]) -> None:
    her = opened(hands(calm=True), "blood", "who=0")
    title = her.page.locator(".vk-behind h2")
    settled(her)
    lines = her.page.locator("[data-figure=pool] .scatterlayer .trace:has(.point:nth-of-type(4))")  # marks are fewer
    point = lines.last.locator(".point").nth(3)
    point.evaluate("point => point.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = point.bounding_box()
    assert box is not None
    her.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(her.page.locator("[data-figure=pool] .hoverlayer .hovertext")).to_contain_text("Ann")
    her.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(title).to_have_text("What happened there")
    expect(title).to_be_focused()
    her.press(her.button("Close", ".vk-behind"))
    her.page.get_by_text("The same as a table").first.click()
    her.press(her.find(".vk-rows .vk-row").first)
    expect(title).to_contain_text("→")


@cases("page", list(PAGES), quick=["blood"])
def test_figures_tables_and_the_game_are_taken_along(hands: Callable[..., Hands], tmp_path: Path, page: str) -> None:
    her = opened(hands(calm=True), page, "at=200" if "watch" in page else "")
    figure = PAGES[page][0]
    tools = her.page.locator(f".vk-tools-{figure}")
    png = her.is_given(tools.get_by_text("PNG"), tmp_path)
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert png.stat().st_size > 20_000
    svg = her.is_given(tools.get_by_text("SVG"), tmp_path).read_text("utf-8")
    assert svg.startswith("<svg")
    assert her.page.locator("h1").inner_text().replace("’", "") in svg.replace("’", "").replace("&#8217;", "")
    rows = list(csv.DictReader(her.is_given(tools.get_by_text("CSV"), tmp_path).open(encoding="utf-8")))
    assert len(rows) > 3
    assert her.is_given(tools.get_by_text("Parquet"), tmp_path).read_bytes()[:4] == b"PAR1"
    her.page.get_by_text("Look at another game").click()
    saved = her.is_given(her.button("Save this game as a file"), tmp_path)
    assert "actions" in json.loads(saved.read_text("utf-8"))
    if "watch" in page:
        return
    other = "Four bots" if page.startswith("vtes") else "Three bots"
    her.page.get_by_text(other, exact=True).click()
    expect(her.page.locator(".vk-about")).to_contain_text(other)
    settled(her).choose_file("Load a saved game", saved)
    expect(her.page.locator(".vk-about")).to_contain_text("from a file")
    broken = tmp_path / "broken.json"
    broken.write_text("{", "utf-8")
    settled(her).choose_file("Load a saved game", broken, told="broken.json")
    her.accessible()


@pytest.mark.long
def test_from_the_front_page_to_every_dashboard_and_home_again(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("00_start_here")
    her.follow("Dashboards")
    drawn(her, "blood")
    for name, page in (("Influence", "influence"), ("Locations", "locations"), ("Watch", "watch"), ("Blood", "blood")):
        her.follow(name)
        drawn(her, page)
    her.follow("The Vendetta Kit")
    expect(her.page.locator(".vk-front")).to_be_visible()
    her.press(her.button("V:TES, the game of 1998"))
    her.follow("Dashboards")
    for name, page in (
        ("Pool", "vtes_pool"),
        ("Blood", "vtes_blood"),
        ("The ring", "vtes_ring"),
        ("Watch", "vtes_watch"),
    ):
        if page != "vtes_pool":
            her.follow(name)
        drawn(her, page)


def test_the_game_that_she_plays_is_shown_as_far_as_she_knows_it(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("09_whole_game", "seed=7")
    for turn in range(5):
        her.move(turn)
    opened(her, "blood")
    expect(her.page.locator(".vk-about")).to_contain_text("the game that you play in this browser")
    expect(her.page.locator(".vk-about")).to_contain_text("what your seat may know")
    expect(her.page.locator("h1")).to_have_text("Where did your Blood go?")


def test_the_deal_of_her_own_game_is_not_shown_before_it_is_over(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("09_whole_game", "seed=9&players=3")
    for turn in range(5):
        her.move(turn)
    question = her.page.locator(".vk-panel h2").first.text_content()
    for page in ("blood", "watch"):
        opened(her, page, "seed=9&players=3&at=end")
        expect(her.page.locator(".vk-barred")).to_contain_text("This deal (seed 9) is the one of your own game")
        her.accessible()
        her.picture(f"dash-barred-{page}")
    expect(her.page.locator(".vk-about")).not_to_contain_text("seed 9")
    her.follow("Back to your game")
    expect(her.page.locator(".vk-panel h2").first).to_have_text(question)


@pytest.mark.long
def test_bots_that_think_for_long_are_told_of_and_stopped(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("dashboards/blood", "seed=7&bots=search&players=5")
    working = her.page.locator(".vk-at-work")
    expect(working).to_contain_text("The bots are playing: move")
    her.accessible()
    her.picture("dash-working")
    her.press(her.button("Stop"))
    expect(working).to_have_count(0)
    expect(her.page.locator(".vk-halted")).to_contain_text("The bots have stopped at move")
    drawn(her, "blood").accessible()
    her.button("Let them go on").click()
    expect(working).to_contain_text("The bots are playing: move")
    her.button("Stop").click()
    expect(her.page.locator(".vk-halted")).to_be_visible()


@pytest.mark.long
def test_a_name_that_looks_like_markup_stays_a_name(hands: Callable[..., Hands], tmp_path: Path) -> None:
    name = "<a href=//x.test>B</a>"
    her = hands(calm=True).open("09_whole_game", f"seed=4&players=3&bots=random&name={quote(name)}")
    for turn in range(20):
        her.move(turn)
    for page, figures in PAGES.items():
        if "watch" in page or page.startswith("vtes"):
            continue
        query = {"influence": "who=all", "locations": f"at={where_she_is(her)}"}
        opened(her, page, query.get(page, ""))
        drawings = her.page.locator(".main-svg")
        expect(drawings.locator("a")).to_have_count(0)
        expect(her.page.locator(f"[data-figure={figures[0]}]")).to_contain_text(name)
        tools = her.page.locator(f".vk-tools-{figures[0]}")
        svg = her.is_given(tools.get_by_text("SVG"), tmp_path).read_text("utf-8")
        assert "<a" not in svg
        assert name in unescape(svg)
        assert her.page.evaluate(
            "svg => !new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('a')", svg
        )


def where_she_is(her: Hands) -> int:
    """Where in her game's log a Location is resolved at which she has something."""
    session = Session()
    session.load_bytes(her.page.evaluate("localStorage.getItem('vendetta-kit/game')"), "game")
    places = flows.location_rounds(flows.known_history(session.view))
    return next(place.last for place in places if any(row.seat == ME and row.power for row in place.power))


@pytest.mark.long
def test_bots_play_and_somebody_sits_down(hands: Callable[..., Hands]) -> None:
    her = opened(hands(), "watch")
    slider = her.page.get_by_role("slider")
    her.press(her.button("fast"))
    her.page.wait_for_function("() => Number(document.querySelector('.vk-slide input').max) > 60")
    her.button("fast").click()
    her.page.wait_for_function("() => !document.querySelector('[data-every]')")
    stands = slider.input_value()
    her.press(her.button("Bob", ".vk-eyes-of"))
    expect(her.page.locator(".vk-player.vk-me h3")).to_contain_text("Bob")
    assert slider.input_value() == stands, "it has stopped"
    her.picture("dash-watch-playing", full=True)
    her.press(her.button("Take Ann’s seat"))
    her.follow("To the table")
    expect(her.page.locator(".vk-panel h2").first).to_be_visible()
    expect(her.page.locator(".vk-player.vk-me h3")).to_contain_text("Ann")
    her.move(0)


def test_a_choice_to_withdraw_is_worked_out(hands: Callable[..., Hands]) -> None:
    her = opened(hands(calm=True), "locations")
    her.press(her.page.get_by_text("Work it out").first)
    told = her.page.locator("[data-study]")
    expect(told.locator("li").first).to_be_visible()
    her.accessible()
    her.picture("dash-locations-study", full=True)


def test_a_table_of_ones_own_is_shown_or_refused_in_words(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = opened(hands(calm=True), "balance")
    table = tmp_path / "own.csv"
    head = "study,group,bots,players,variants,games,wins,share,low,high\n"
    lines = ("clan,brujah,greedy,4,,400,140,0.35,0.305,0.398", "clan,ventrue,greedy,4,,400,80,0.2,0.164,0.242")
    table.write_text(head + "\n".join(lines), "utf-8")
    her.choose_file("Show a table of my own", table)
    expect(her.page.locator(".vk-answer")).to_contain_text("Brujah comes to 35.0 %")
    expect(her.page.locator("[data-figure=balance]")).to_contain_text("400 games")
    her.accessible()
    her.picture("dash-balance-own")
    table.write_text(head + "clan,brujah,greedy,4,,many,140,0.35,0.305,0.398", "utf-8")
    settled(her).choose_file("Show a table of my own", table, told="row 1")
    expect(her.page.locator(".vk-answer")).to_contain_text("Brujah comes to 35.0 %")
