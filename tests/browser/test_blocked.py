"""A browser that keeps nothing for the kit: what can work works, and what cannot is told in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, expect

from tests.browser.hands import TAKE, Hands
from tests.browser.world import PATIENCE, Server

GAME = "09_whole_game"
BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""Chromium's own setting: no cookies of anybody, and no storage either."""
CLOSED = """for (const name of ["localStorage", "sessionStorage", "indexedDB"])
    Object.defineProperty(window, name, { get() { throw new DOMException("Access is denied", "SecurityError"); } });
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
TOLD = "This browser keeps nothing for the kit"


@pytest.mark.parametrize("notebook", [GAME, pytest.param("dashboards/blood", marks=pytest.mark.long)])
def test_where_all_cookies_are_blocked_the_page_says_so(
    server: Server, browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path, notebook: str
) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED), encoding="utf-8")
    context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args)
    try:
        page = context.new_page()
        loads: list[str] = []
        page.on("load", lambda one: loads.append(one.url))
        page.goto(f"{server.address}voila/render/{notebook}.ipynb")
        told = page.locator("#vendetta-lost")
        expect(told).to_be_visible(timeout=PATIENCE)
        expect(told).to_contain_text("It needs a cookie of this address")
        expect(told).to_contain_text("Sie braucht ein Cookie dieser Adresse")
        expect(page.locator("body")).not_to_contain_text("object at 0x")
        assert page.evaluate("document.cookie") == ""
        assert len(loads) <= 1, "it does not load itself anew in vain"
    finally:
        context.close()


@pytest.mark.parametrize("closed", [CLOSED, pytest.param(FULL, marks=pytest.mark.long)])
def test_where_nothing_can_be_stored_the_page_works_and_says_so_once(hands: Callable[..., Hands], closed: str) -> None:
    her = hands(calm=True)
    her.page.add_init_script(closed)
    her.open(GAME, "seed=3")
    her.keep()
    her.find(TAKE).first.click()
    her.answered(TOLD)
    expect(her.page.locator(".vk-frame").get_by_role("alert")).to_contain_text(TOLD)
    for turn in range(3):
        her.move(turn)
    expect(her.page.locator(".vk-frame").get_by_role("alert")).to_have_count(0)
