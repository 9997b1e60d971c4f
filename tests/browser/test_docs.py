"""The site of the documentation as a reader has it: pages, essays with figures, reference; no other host is asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Opener
from tests.browser.world import DESKTOP, ROOT, file_server


@pytest.mark.long
def test_pages_essays_and_reference_are_there_and_no_other_host_is_asked(window: Opener) -> None:
    assert (ROOT / "build/docs/site/index.html").is_file(), "make docs builds it"
    with file_server(ROOT / "build" / "docs" / "site") as home:
        page: Page = window(home, DESKTOP)
        asked: list[Request] = []
        page.on("request", lambda request: asked.append(request))
        page.goto(f"{home}index.html")
        expect(page.locator("h1")).to_contain_text("Vendetta Kit")
        page.locator("article a[href$='docs/kernel.html']").first.click()
        expect(page.locator("h1")).to_contain_text("The kernel")
        page.goto(f"{home}essays/data_class.html")
        expect(page.locator(".essay-figure .main-svg").first).to_be_visible()
        expect(page.locator(".essay-output table").first).to_be_visible()
        page.goto(f"{home}reference/vendetta_kit.kernel.html")
        expect(page.locator("[id='vendetta_kit.kernel.game.Game']")).to_be_visible()
        assert len(asked) > 10
        assert [one.url for one in asked if not one.url.startswith((home, "data:", "blob:"))] == []
