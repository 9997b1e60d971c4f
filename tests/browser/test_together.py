"""People at one table in a real browser: a window of her own for each, two languages, one phone."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.hands import MOVES, Hands
from tests.browser.world import DESKTOP, PATIENCE, PHONE, TEACHER, Known, Server, free_port
from tests.selection import cases
from vendetta_kit.common_tables import Replica, Store
from vendetta_kit.input_errors import Message
from vendetta_kit.registered_games import registered

TABLE = "17_play_together"
VTES = "19_play_vtes_together"
MOST_PRESSES = 600
TURN = ".vk-turn-bar"
OVER = "[data-part=result]:not([hidden])"


def open_table(her: Hands, name: str, players: str, notebook: str = TABLE) -> str:
    """Open a table; its code."""
    her.open(notebook)
    form = her.page.locator("form[data-do=table_open]")
    form.locator("input[name=name]").fill(name)
    form.locator("select[name=players]").select_option(players)
    her.press(form.locator("[type=submit]"))
    return her.page.locator(".vk-code").inner_text()


def sit_down(her: Hands, name: str, code: str, by_link: bool = False, notebook: str = TABLE) -> None:
    """Sit down at a table: by its code, or where its link has led."""
    her.open(notebook, f"table={code}" if by_link else "")
    form = her.page.locator("form[data-do=table_join]")
    if by_link:
        expect(form.locator("input[name=code]")).to_have_value(code)
    else:
        form.locator("input[name=code]").fill(f" {code[:3].lower()} {code[3:]}")
    form.locator("input[name=name]").fill(name)
    her.press(form.locator("[type=submit]"))
    expect(her.page.locator(".vk-seats")).to_contain_text(name)


def moves(her: Hands, turn: int) -> None:
    """Do something; who comes a moment too late is told so in words, sees the new table, and does it then."""
    try:
        her.move(turn)
    except AssertionError:
        lang = her.page.locator("html").get_attribute("lang") or ""
        late = "|".join(re.escape(Message(key).text(lang)) for key in ("tables.too_late", "tables.is_over"))
        expect(her.page.get_by_role("alert")).to_contain_text(re.compile(late))


def who_can(people: Sequence[Hands]) -> Hands | None:
    """Somebody who can do something now; ``None``: the game is over for all of them."""
    selector = ", ".join(way.selector for way in MOVES)
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for her in people:
            if her.find(selector).count():
                return her
        if all(her.page.locator(OVER).count() for her in people):
            return None
    raise AssertionError([her.page.locator(".vk-frame").inner_text()[:1500] for her in people])


@pytest.mark.long
def test_four_people_play_a_whole_game(hands: Callable[..., Hands]) -> None:
    ann, bea, cem, dov = people = [
        hands(DESKTOP, "en", calm=True),
        hands(PHONE, "de", calm=True),
        hands(DESKTOP, "de", calm=True),
        hands(DESKTOP, "en", calm=True),
    ]
    code = open_table(ann, "Ann", "4")
    ann.accessible()
    ann.picture("together-1-lobby")
    expect(ann.page.locator(".vk-qr svg")).to_be_visible()
    link = ann.page.locator(".vk-address").input_value()
    assert link.endswith(f"{TABLE}.ipynb?table={code}"), link
    sit_down(bea, "Bea", code, by_link=True)
    bea.accessible()
    bea.picture("together-2-lobby-phone")
    sit_down(cem, "Cem", code)
    sit_down(dov, "Dov", code)
    expect(ann.page.locator(".vk-seats")).to_contain_text("Dov")
    ann.press(ann.button("Begin the game"))
    for her in people:
        expect(her.page.locator(TURN)).to_be_visible()
    turns = 0
    while (her := who_can(people)) is not None:
        assert turns < MOST_PRESSES
        turns += 1
        if turns == 9:
            for one in people:
                one.accessible()
            ann.picture("together-3-game")
            bea.picture("together-4-game-phone")
        moves(her, turns)
    for her in people:
        expect(her.page.locator(OVER)).to_be_visible()
    results = [her.page.locator("table.vk-result").inner_text().replace(" (you)", "") for her in (ann, dov)]
    assert results[0] == results[1]
    ann.picture("together-5-over")
    ann.press(ann.button("Another game with the same people"))
    dov.press(dov.button("Go there"))
    for her in (ann, dov):
        expect(her.page.locator(TURN)).to_be_visible()
        expect(her.page.locator(OVER)).to_have_count(0)


@cases("lang", ["en", "de"], quick=["en"])
def test_a_reload_and_a_dead_kernel_lead_back_to_the_seat(
    hands: Callable[..., Hands], server: Known, lang: str
) -> None:
    ann, bea = hands(DESKTOP, lang, calm=True), hands(PHONE, lang, calm=True)
    code = open_table(ann, "Ann", "3")
    sit_down(bea, "Bea", code)
    ann.press(ann.find("[data-do=table_fill]"))
    ann.press(ann.find("[data-do=table_begin]"))
    for turns in range(6):
        her = who_can((ann, bea))
        assert her is not None
        her.move(turns)
    for her, name in ((ann, "Ann"), (bea, "Bea")):
        log = her.page.locator(".vk-log").first
        before = log.evaluate("log => log.textContent")
        her.open(TABLE, f"table={code}")
        expect(her.page.locator(TURN)).to_be_visible()
        assert her.page.locator(".vk-log").first.evaluate("log => log.textContent").startswith(before[:200])
        expect(her.page.locator(".vk-you").first).to_be_attached()
        expect(her.page.locator("[data-part=players]")).to_contain_text(name)
    server.kernel_of(bea.page).kill()
    bea.open(TABLE)
    bea.press(bea.page.get_by_role("button", name=re.compile(code)))
    expect(bea.page.locator(TURN)).to_be_visible()
    her = who_can((ann, bea))
    assert her is not None
    her.move(7)


KILLS = 6


@pytest.mark.long
def test_kernels_and_servers_that_are_killed_lose_nothing(
    window: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kernels and the server die by turns at moments of chance; who comes back finds what was acknowledged."""
    monkeypatch.setenv("VENDETTA_TABLES", f"sqlite:///{tmp_path / 'tables.sqlite'}")
    chance, port = random.Random(4), free_port()
    server = Server(port)
    broken = ("WebSocket", "Failed to load", "ERR_", "kernel", "Connection", "disconnect", "Cannot send")
    people = [Hands(window(server.address, DESKTOP, may=broken), server.address) for _ in range(2)]
    ann, bea = people
    code = open_table(ann, "Ann", "3")
    sit_down(bea, "Bea", code)
    ann.press(ann.find("[data-do=table_fill]"))
    ann.press(ann.find("[data-do=table_begin]"))
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    done = 0
    for kill in range(KILLS):
        for turn in range(chance.randrange(1, 4)):
            her = who_can(people)
            assert her is not None
            her.move(turn)
        done = store.now(code).count
        if kill % 2:
            server.kill()
            server = Server(port)
        else:
            server.kernel_of(chance.choice(people).page).kill()
        for her in people:
            her.open(TABLE, f"table={code}")
            expect(her.page.locator(TURN)).to_be_visible()
        assert store.now(code).count >= done, "what was acknowledged is gone"
        names = {her.page.locator(".vk-strip").first.inner_text().count("Bea") > 0 for her in people}
        assert names == {True}
    again = Replica(store, code, registered("vendetta").dialect().rules)
    assert again.count == store.now(code).count, "all of it can be played"
    for her in people:
        her.page.goto("about:blank")
    server.kill()
    store.close()


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[(PHONE, "de")], ids=["desktop", "phone"])
def test_one_machine_is_handed_round(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    her = hands(size, lang, calm=True).open("09_whole_game", "seed=7")
    her.press(her.page.locator("[data-key=menu-new]"))
    form = her.page.locator("form[data-do=start]")
    form.locator("input[name=name]").fill("Ada")
    form.locator("input[name=others]").fill("Bo, Cy")
    her.press(form.locator("[type=submit]"))
    lift = ".vk-curtain [data-do=lift]"
    seen = set()
    for turn in range(24):
        if her.find(lift).count():
            expect(her.page.locator(".vk-places, .vk-players, .vk-log li").filter(visible=True)).to_have_count(0)
            seen.add(her.page.locator(".vk-curtain h2").inner_text())
            if len(seen) == 1:
                her.accessible()
                her.picture(f"curtain-{size[0]}")
            her.press(her.find(lift))
        else:
            her.move(turn)
    assert len(seen) == 3, seen


def test_two_people_play_v_tes(hands: Callable[..., Hands]) -> None:
    ann, bea = hands(DESKTOP, "en", calm=True), hands(PHONE, "de", calm=True)
    code = open_table(ann, "Ann", "3", VTES)
    sit_down(bea, "Bea", code, by_link=True, notebook=VTES)
    ann.press(ann.find("[data-do=table_fill]"))
    ann.press(ann.find("[data-do=table_begin]"))
    acts = ".vk-panel button[data-do='act']:not([aria-disabled])"
    moved = set()
    end = time.monotonic() + PATIENCE / 1000
    while len(moved) < 2 and time.monotonic() < end:
        for her in (ann, bea):
            if her.find(acts).count():
                her.press(her.find(acts).first)
                moved.add(her)
    assert len(moved) == 2, "both were asked"
    for her in (ann, bea):
        expect(her.page.locator(TURN)).to_be_visible()
        her.accessible()


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "de")], quick=[(DESKTOP, "en")], ids=["desktop", "phone"])
def test_a_teacher_sees_and_pauses_a_table(hands: Callable[..., Hands], size: tuple[int, int], lang: str) -> None:
    ann = hands(DESKTOP, "en", calm=True)
    code = open_table(ann, "Ann", "3")
    ann.press(ann.find("[data-do=table_fill]"))
    ann.press(ann.find("[data-do=table_begin]"))
    expect(ann.page.locator(TURN)).to_be_visible()
    her = hands(size, lang, calm=True).open("20_tables")
    her.accessible()
    her.page.locator("input[name=password]").fill(TEACHER)
    her.press(her.find("form[data-do=enter] [type=submit]"))
    row = her.page.locator(".vk-overlooked > li").filter(has_text=code)
    expect(row).to_contain_text("Ann")
    her.accessible()
    her.picture(f"tables-{size[0]}")
    her.press(row.locator("[data-do=hold]"))
    expect(ann.page.locator(TURN)).to_contain_text("The table is paused")
    her.press(row.locator("[data-do=hold]"))
    expect(ann.page.locator(TURN)).not_to_contain_text("paused")
    with her.page.expect_navigation(wait_until="commit"):
        row.locator("a").click()
    her.ready()
    expect(her.page.locator(TURN)).to_contain_text("Ann")
    her.accessible()
