"""A person in a real browser: the whole game by clicks, and what she may need on the way."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.conftest import SCREENSHOTS, Server
from vendetta_widgets.page import PAUSE

PHONE = (390, 844)
MOST_CLICKS = 250
PATIENCE = 4


def open_table(page: Page, server: Server, query: str = "seed=7") -> None:
    """Open the first page and wait until the first question is there."""
    page.goto(f"{server.address}voila/render/00_start_here.ipynb?{query}")
    expect(page.locator(".vk-panel h2")).to_be_visible(timeout=30_000)
    assert page.title() == "The Vendetta Kit"


def picture(page: Page, name: str, full: bool = True) -> None:
    """Keep a screenshot for people to look at."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full)


def buttons(page: Page, part: str) -> Locator:
    """The buttons that can be seen in a part of the decision panel."""
    return page.locator(f"{part} .vk-button:visible")


def click(page: Page, button: Locator) -> None:
    """Click, and wait until the page has answered and takes the next click.

    As a person does, she clicks again if nothing happens: a slow page may have taken it for the rest of a double click.
    """
    before = page.locator(".vk").inner_text()
    for _ in range(PATIENCE):
        with contextlib.suppress(TimeoutError):
            button.click(timeout=3_000)
        try:
            page.wait_for_function(
                "text => document.querySelector('.vk').innerText !== text", arg=before, timeout=3_000
            )
        except TimeoutError:
            continue
        page.wait_for_timeout(PAUSE * 1000 + 100)
        return
    pytest.fail(f"nothing happens: {page.locator('.vk-top').inner_text()}")


def step(page: Page, turn: int) -> None:
    """The next click of a simple player: she plays her cards one after the other, here and there, and stays."""
    if buttons(page, ".vk-confirm").count():
        click(page, buttons(page, ".vk-confirm").first)
    elif buttons(page, ".vk-step-at").count():
        places = buttons(page, ".vk-step-at")
        click(page, places.nth(turn % places.count()))
    elif buttons(page, ".vk-answers").count():
        click(page, buttons(page, ".vk-answers").first)
    else:
        cards = buttons(page, ".vk-cards")
        click(page, cards.nth(turn % cards.count()))


def over(page: Page) -> bool:
    return page.locator(".vk-over").is_visible()


def no_wider_than_the_window(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels must be scrolled sideways"


def test_a_whole_game_is_played_to_its_end(watched: Page, server: Server) -> None:
    page = watched
    page.goto(server.address)
    expect(page).to_have_url(f"{server.address}voila/render/00_start_here.ipynb")
    open_table(page, server)
    picture(page, "1-first-screen", full=False)
    shown = set()
    for turn in range(MOST_CLICKS):
        if over(page):
            break
        for name, part in (("2-planning", ".vk-confirm"), ("3-stay-or-withdraw", ".vk-answers")):
            question = page.locator(".vk-question").inner_text()
            if name not in shown and buttons(page, part).count() and (part == ".vk-confirm" or "WDR-01" in question):
                shown.add(name)
                picture(page, name)
        assert page.locator("[role=alert]").count() == 0
        step(page, turn)
        no_wider_than_the_window(page)
    assert over(page), "the game has not come to its end"
    assert shown == {"2-planning", "3-stay-or-withdraw"}
    expect(page.locator(".vk-over h2")).to_contain_text("Influence")
    assert page.locator(".vk-over tbody tr").count() == 4
    totals = [int(text) for text in page.locator(".vk-over .vk-total").all_inner_texts() if text.isdigit()]
    assert totals == sorted(totals, reverse=True)
    picture(page, "4-the-end")
    rule = page.locator(".vk-log .vk-line:last-child .vk-rule").last
    name = rule.inner_text()
    rule.click()
    card = page.locator(".vk-pop:popover-open")
    expect(card).to_contain_text(name)
    expect(card.locator("h3")).to_be_visible()
    picture(page, "5-a-rule", full=False)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE], ids=["phone"], indirect=True)
def test_a_game_in_german_on_a_phone(watched: Page, server: Server) -> None:
    page = watched
    open_table(page, server, "seed=12")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator(".vk-panel h2")).to_have_text("Welchen Clan willst du spielen?")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    no_wider_than_the_window(page)
    picture(page, "6-phone-first-screen", full=False)
    for turn in range(24):
        step(page, turn)
        no_wider_than_the_window(page)
    picture(page, "7-phone")
    page.locator(".vk-rule:visible").first.click()
    card = page.locator(".vk-pop:popover-open")
    expect(card).to_be_visible()
    no_wider_than_the_window(page)
    picture(page, "8-phone-rule", full=False)
    card.get_by_role("button", name="Schließen").click()
    expect(card).to_have_count(0)
    for part in ("Neues Spiel", "Rückgängig", "Speichern", "Laden"):
        page.locator(".vk-menu").get_by_role("button", name=part).click()
        expect(page.locator(".vk-drawer h2")).to_have_text(part)
        no_wider_than_the_window(page)


def test_the_first_moves_by_keyboard_alone(watched: Page, server: Server) -> None:
    page = watched
    open_table(page, server)
    for _ in range(3):
        question = page.locator(".vk-question h2").inner_text()
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("!!document.activeElement.closest('.vk-panel .vk-cards, .vk-panel .vk-answers')"):
                break
        else:
            pytest.fail("the Tab key does not reach the answers")
        if buttons(page, ".vk-step-at").count() == 0 and "PLAN-03" in page.locator(".vk-question").inner_text():
            break
        page.keyboard.press("Enter")
        expect(page.locator(".vk-question h2")).not_to_have_text(question)
        page.wait_for_timeout(PAUSE * 1000 + 50)
    page.keyboard.press("Enter")
    expect(buttons(page, ".vk-step-at").first).to_be_visible()
    said = page.locator("#vendetta-said")
    assert said.get_attribute("aria-live") == "polite"
    expect(said).to_contain_text("Planning turn")


def test_undo_save_and_load(watched: Page, server: Server, tmp_path: Path) -> None:
    page = watched
    open_table(page, server)
    step(page, 0)
    question = page.locator(".vk-question h2")
    first = question.inner_text()
    step(page, 0)
    menu = page.locator(".vk-menu")
    menu.get_by_role("button", name="Undo").click()
    expect(page.locator(".vk-drawer")).to_contain_text("cards")
    picture(page, "9-undo", full=False)
    page.get_by_role("button", name="Take it back all the same").click()
    expect(page.locator(".vk-drawer")).to_be_hidden()
    expect(question).to_have_text(first)
    menu.get_by_role("button", name="Save").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as vendetta-7-").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8"))["setup"]["seed"] == 7
    step(page, 0)
    log = page.locator(".vk-log").inner_text()
    menu.get_by_role("button", name="Load").click()
    broken = tmp_path / "broken.json"
    broken.write_text(saved.read_text("utf-8")[:-40], "utf-8")
    choose_file(page, broken)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("broken.json")
    assert "Traceback" not in page.content()
    assert page.locator(".vk-log").inner_text() == log
    picture(page, "10-a-broken-file", full=False)
    broken.write_bytes(b" " * 12_000_000)
    choose_file(page, broken)
    expect(alert).to_contain_text("larger than")
    choose_file(page, saved)
    expect(alert).to_have_count(0)
    expect(page.locator(".vk-drawer")).to_be_hidden()
    expect(question).to_have_text(first)


def choose_file(page: Page, path: Path) -> None:
    """Click the button and choose a file, as a person does."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(path)


def test_a_new_game_with_a_name_that_looks_like_html(watched: Page, server: Server) -> None:
    page = watched
    open_table(page, server)
    page.locator(".vk-menu").get_by_role("button", name="New game").click()
    page.get_by_label("Your name").fill("<img src=x onerror=1>")
    page.get_by_label("Seed").fill("eleven")
    page.get_by_role("button", name="Start the new game").click()
    expect(page.get_by_role("alert")).to_contain_text("“eleven” is no seed")
    page.get_by_label("Seed").fill("11")
    page.get_by_role("button", name="Start the new game").click()
    expect(page.locator(".vk-player.vk-me h3")).to_contain_text("<img src=x onerror=1>")
    assert page.locator(".vk img").count() == 0


def test_a_page_that_is_not_there_says_so_and_asks_no_other_host(watched: Page, server: Server) -> None:
    response = watched.request.get(f"{server.address}voila/render/99_nothing.ipynb")
    assert response.status == 404
    assert "There is no such page here." in response.text()
    assert re.findall(r"(?:src|href)=\"(?!data:|/)[^\"]*", response.text()) == []
