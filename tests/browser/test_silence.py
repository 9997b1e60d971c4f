"""Who thinks for long says so and can be stopped; a kernel that dies says so, and the game it held goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Opener
from tests.browser.hands import QUESTION, TAKE, Hands
from tests.browser.world import PATIENCE, Known, serving
from tests.selection import cases

FIRST = f"{TAKE}, .vk-confirm, .vk-panel .vk-answers .vk-button:not(.vk-locked)"
"""What can be pressed in a question: a card of the hand, or something in the bar."""
STOPS = """() => {
    window.vkThinking = [];
    const look = () => {
        const box = document.querySelector(".vk-panel .vk-at-work");
        if (!box) return;
        window.vkThinking.push(box.innerText);
        box.querySelector("button").click();
    };
    new MutationObserver(look).observe(document.querySelector(".vk-frame"), { childList: true, subtree: true });
}"""
"""She presses Stop as soon as it is there, each time."""
MOST_TURNS = 12


def asked(her: Hands) -> str:
    """What is asked; a card that she has taken is played first."""
    for turn in range(MOST_TURNS):
        if her.find(QUESTION).count():
            break
        her.move(turn)
    return her.page.locator(f"{QUESTION} h2").text_content() or ""


def silence(her: Hands) -> Locator:
    """Where the browser speaks for itself."""
    return her.page.locator(".vk-silent")


@cases("lang", ["en", "de"], quick=["en"])
def test_a_bot_that_thinks_for_long_is_named_and_stopped(hands: Callable[..., Hands], lang: str) -> None:
    said, stop = {
        "en": ("is thinking …", "Stop: let a quick bot move"),
        "de": ("denkt nach …", "Anhalten: Ein schneller Bot zieht"),
    }[lang]
    her = hands(lang=lang, calm=True).open("09_whole_game", f"seed=3&players=5&bots=search&lang={lang}")
    her.page.evaluate(STOPS)
    told: list[str] = []
    turn = 0
    while not told:  # as soon as one of the bots thinks for longer than a blink; a fast machine has to wait for it
        assert turn < MOST_TURNS, "no bot that searches took longer than a blink"
        her.move(turn)
        turn += 1
        told = her.page.evaluate("window.vkThinking")
    assert all(any(name in words for name in ("Bob", "Cy", "Dee", "Eve")) for words in told), told
    assert all(said in words and stop in words for words in told), told
    question = asked(her)
    her.reload()
    expect(her.page.locator(f"{QUESTION} h2")).to_have_text(question)


@pytest.mark.long
def test_a_kernel_that_is_only_slow_is_not_called_dead_and_its_answer_takes_the_words_back(
    hands: Callable[..., Hands], server: Known
) -> None:
    her = hands(calm=True).open("09_whole_game", "seed=3")
    kernel = server.kernel_of(her.page)
    kernel.suspend()
    try:
        her.keep()
        her.find(FIRST).first.click()
        expect(silence(her)).to_contain_text("still at work", timeout=PATIENCE)
        expect(silence(her).get_by_role("button")).to_have_count(0)
        her.picture("busy")
    finally:
        kernel.resume()
    her.answered()
    expect(silence(her)).to_be_hidden()
    her.move(0)


@pytest.mark.long
def test_a_kernel_that_dies_while_bots_think_is_missed(hands: Callable[..., Hands], server: Known) -> None:
    her = hands(calm=True, may=("Cannot send",)).open("dashboards/blood", "seed=7&bots=search&players=5")
    expect(her.page.locator(".vk-at-work")).to_contain_text("The bots are playing: move")
    server.kernel_of(her.page).kill()
    expect(silence(her)).to_contain_text("does not answer", timeout=2 * PATIENCE)
    her.accessible()


@cases("lang", ["en", "de"], quick=["de"])
def test_a_page_has_its_first_words_before_its_kernel_has_said_any(window: Opener, server: Known, lang: str) -> None:
    said = {"en": "The table is being set …", "de": "Der Tisch wird gedeckt …"}[lang]
    page = window(server.address, locale={"en": "en-GB", "de": "de-DE"}[lang])
    page.route_web_socket("**/channels*", lambda socket: None)  # what the page says never reaches its kernel
    page.goto(f"{server.address}voila/render/09_whole_game.ipynb", wait_until="commit")
    expect(page.locator("#loading_text [lang] >> visible=true")).to_have_text([said])
    page.wait_for_load_state()
    inside = "document.querySelector('#rendered_cells > div')"
    page.evaluate(f"window.themeLoaded = true; {inside}.append('Loading widget...'); voila_finish()")
    expect(page.locator("#loading_text [lang] >> visible=true")).to_have_text([said])
    expect(page.locator("#rendered_cells")).to_be_hidden()
    page.evaluate(f"{inside}.innerHTML = '<div class=vk><div class=vk-frame></div></div>'")
    expect(page.locator("#rendered_cells")).to_be_hidden()  # a page's own box is there before anything is drawn in it
    page.evaluate("document.querySelector('.vk-frame').innerHTML = '<p>Here</p>'")
    expect(page.locator("#loading")).to_have_count(0)
    expect(page.locator("#rendered_cells")).to_be_visible()


@pytest.mark.long
def test_a_page_has_its_first_words_while_there_is_no_kernel_yet(window: Opener) -> None:
    with serving("--warm", "1") as server:
        kernel = next(found for _ in iter(int, 1) for found in server.kernels())  # it is only getting warm
        kernel.suspend()
        try:
            page = window(server.address, locale="en-GB")
            page.goto(f"{server.address}voila/render/09_whole_game.ipynb", wait_until="commit")
            expect(page.locator("#loading_text [lang] >> visible=true")).to_have_text(["The table is being set …"])
            assert len(server.kernels()) == 1, "there is no other"
        finally:
            kernel.resume()
        Hands(page, server.address).ready()
        page.goto("about:blank")


@cases("lang", ["en", "de"], quick=["en"])
def test_a_dead_kernel_says_so_and_the_game_goes_on(
    hands: Callable[..., Hands], server: Known, tmp_path: Path, lang: str
) -> None:
    words = {"en": "does not answer", "de": "antwortet nicht"}[lang]
    save, again = {
        "en": ("Save the game to a file", "Reload the page"),
        "de": ("Spiel in eine Datei sichern", "Seite neu laden"),
    }[lang]
    her = hands(lang=lang, calm=True, may=("Cannot send",)).open("09_whole_game", "seed=3" if lang == "en" else "")
    for turn in range(3):
        her.move(turn)
    question = asked(her)
    server.kernel_of(her.page).kill()
    her.find(FIRST).first.click()
    silent = silence(her)
    expect(silent).to_contain_text(words)
    expect(silent).to_have_attribute("role", "alert")
    her.accessible()
    her.picture(f"silent-{lang}")
    kept = her.is_given(her.button(save, ".vk-silent"), tmp_path)
    assert json.loads(kept.read_text("utf-8"))["moves"]
    her.button(again, ".vk-silent").click()
    expect(silent).to_be_hidden()
    her.ready()
    expect(her.page.locator(f"{QUESTION} h2")).to_have_text(question)
    her.move(0)


def test_a_kernel_needs_no_port_that_somebody_else_may_take(hands: Callable[..., Hands], server: Known) -> None:
    kernel = server.kernel_of(hands(calm=True).open("09_whole_game", "seed=3").page)
    wires = {wire.laddr for wire in kernel.net_connections(kind="unix") if "-ipc-" in str(wire.laddr)}
    assert len(wires) == 5, "the server chose ports, and another program could take them before the kernel"
