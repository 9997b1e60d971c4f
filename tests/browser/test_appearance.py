"""How the pages look is the person's choice: light or dark, larger text; kept, on before anything is seen, readable."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.test_pages import DARK, GROUND, LIGHT
from tests.selection import cases

KEEP = "for (const [key, value] of Object.entries({looks})) localStorage.setItem('vendetta-kit/' + key, value);"


def look(her: Hands, **looks: str) -> Hands:
    """She has chosen before."""
    her.page.add_init_script(KEEP.format(looks=looks))
    return her


def test_a_theme_and_a_size_are_chosen_by_keyboard_and_stay(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("00_start_here")
    assert her.page.evaluate(GROUND) == DARK
    her.page.locator(".vk-look summary").focus()
    her.page.keyboard.press("Enter")
    her.page.keyboard.press("Tab")
    her.page.keyboard.press("Tab")
    expect(her.button("light")).to_be_focused()
    her.press(her.button("light"))
    expect(her.button("light")).to_have_attribute("aria-pressed", "true")
    assert her.page.evaluate(GROUND) == LIGHT
    before = her.page.locator(".vk-hero h1, .vk-panel h2").first.evaluate(
        "e => parseFloat(getComputedStyle(e).fontSize)"
    )
    her.press(her.button("larger"))
    after = her.page.locator(".vk-hero h1, .vk-panel h2").first.evaluate(
        "e => parseFloat(getComputedStyle(e).fontSize)"
    )
    assert after > before * 1.2
    her.reload()
    assert her.page.evaluate(GROUND) == LIGHT
    expect(her.page.locator("html")).to_have_attribute("data-vk-size", "larger")


def test_the_theme_is_on_before_anything_is_seen(hands: Callable[..., Hands]) -> None:
    """The page that says that the table is being set, before any widget, has the theme already."""
    her = look(hands(calm=True), theme="light")
    her.page.add_init_script(
        "requestAnimationFrame(function frame() { if (!document.body) return requestAnimationFrame(frame);"
        " window.firstGround = getComputedStyle(document.documentElement).backgroundColor; });"
    )
    her.page.goto(f"{her.home}voila/render/00_start_here.ipynb")
    assert her.page.wait_for_function("window.firstGround").json_value() == LIGHT  # of the first frame that is drawn


@cases("scheme", ["light", "dark"], quick=["light"])
def test_as_the_device_has_it(hands: Callable[..., Hands], scheme: str) -> None:
    her = look(hands(calm=True, color_scheme=scheme), theme="system").open("15_drills")
    assert her.page.evaluate(GROUND) == {"light": LIGHT, "dark": DARK}[scheme]
    other = {"light": "dark", "dark": "light"}[scheme]
    her.page.emulate_media(color_scheme=other)
    expect(her.page.locator(".vk")).to_have_css("background-color", {"light": LIGHT, "dark": DARK}[other])


def test_figures_change_with_the_theme(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open("dashboards/blood")
    ground = her.page.locator(".vk-figure .main-svg").first
    expect(ground).to_have_css("background-color", "rgb(29, 23, 22)")
    her.page.locator(".vk-look summary").click()
    her.press(her.button("light"))
    expect(ground).to_have_css("background-color", "rgb(255, 250, 243)")
    letters = her.page.locator(".vk-figure text").first
    expect(letters).not_to_have_css("fill", "rgb(240, 232, 221)")


ONE_MORE = """() => {
    const styled = () => document.querySelectorAll('.vk *').forEach(e => getComputedStyle(e).color);
    styled();
    performance.mark('one more');
    for (const part of document.querySelectorAll('.vk [data-part]')) {
        part.append(document.createElement('i'));
        styled();
        part.lastChild.remove();
        styled();
    }
}"""
"""Something new at the end of each part of a page, one after the other."""
MOST_STYLED = 300
"""So many elements may get their styles anew for it; a page has thousands."""


@cases("page", ["09_whole_game", "18_play_vtes", "03_planning", "dashboards/blood"], quick=["09_whole_game"])
def test_what_is_new_in_a_part_does_not_have_the_whole_page_styled_anew(hands: Callable[..., Hands], page: str) -> None:
    """A selector that asks what an element ``:has``, and then names whatever is in it by no class, would do that."""
    her = hands(calm=True).open(page)
    browser = her.page.context.browser
    assert browser is not None
    browser.start_tracing(page=her.page, categories=["devtools.timeline", "blink.user_timing"])
    her.page.evaluate(ONE_MORE)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    (begin,) = [event["ts"] for event in events if event["name"] == "one more"]
    styled = [
        event["args"]["elementCount"]
        for event in events
        if event["name"] == "UpdateLayoutTree" and event["ts"] > begin and "elementCount" in event["args"]
    ]
    assert styled
    assert max(styled) < MOST_STYLED


EARS = """{
    window.heard = 0;
    window.AudioContext = class extends AudioContext {
        createOscillator() {
            window.heard += 1;
            return super.createOscillator();
        }
    };
}"""
"""Every tone that the page makes is counted."""
UNSEEN = "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"


def test_sound_is_off_until_it_is_chosen_and_silent_where_nobody_looks(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True)
    her.page.add_init_script(EARS + UNSEEN)
    her.open("09_whole_game", "seed=7")
    for turn in range(6):
        her.move(turn)
    assert her.page.evaluate("window.heard") == 0
    looks = her.page.locator(".vk-look summary")
    her.bring(looks)
    looks.click()
    her.accessible()
    her.picture("look-and-sound")
    her.press(her.button("on", ".vk-look"))
    assert her.page.evaluate("window.heard") > 0, "she hears that it works"
    close_menu(her)
    before = play_a_card(her)
    assert her.page.evaluate("window.heard") > before
    her.page.evaluate("window.away = true")
    before = play_a_card(her)
    assert her.page.evaluate("window.heard") == before
    her.page.evaluate("window.away = false")
    her.press(her.button("off", ".vk-look"))
    close_menu(her)
    before = play_a_card(her)
    assert her.page.evaluate("window.heard") == before


def close_menu(her: Hands) -> None:
    """The menu with the ways of the look lies over the table: she shuts it before she plays on."""
    her.page.locator(".vk-all-tools > summary").click()
    expect(her.find(".vk-folded")).to_have_count(0)


def play_a_card(her: Hands) -> int:
    """On until she has played a card; how many tones there had been before."""
    for turn in range(30):
        before: int = her.page.evaluate("window.heard")
        plays = her.find(".vk-panel .vk-confirm").count()
        her.move(turn)
        if plays:
            return before
    raise AssertionError("no card could be played")


def test_what_is_drawn_for_the_night_keeps_it_in_the_light_theme(hands: Callable[..., Hands]) -> None:
    her = look(hands(calm=True), theme="light").open("03_planning")
    for drawn in (".vk-banner-picture", ".vk-clan-name > .vk-art"):
        ground = her.find(drawn).first.evaluate(
            "e => getComputedStyle(e).backgroundColor.match(/[0-9.]+/g).map(Number)"
        )
        assert len(ground) == 3, f"{drawn} has no ground of its own"
        assert max(ground) < 60, f"{drawn} is too light"
    track = her.find("progress").evaluate("e => getComputedStyle(e).backgroundColor")
    assert track != LIGHT
    her.press(her.button("Search"))
    her.page.keyboard.type("frenzy")
    expect(her.page.locator(".vk-found li").first).to_be_visible()
    her.accessible()
