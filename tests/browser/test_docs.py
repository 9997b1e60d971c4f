"""The documentation as a reader has it: its pages, essays and reference, no other host asked, and its pictures."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from scripts import pictures
from tests.browser.conftest import Opener
from tests.browser.world import DESKTOP, ROOT, Known, file_server


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


# Pictures of the README and the documentation --------------------------------------------------------------


COARSE = (64, 40)
"""Both pictures are drawn so small that another machine's letters make no difference."""
MOST = 6.0
"""How far a colour may be from what it was, of 255, on the average."""
_APART = """async ([one, other, [width, height]]) => {
    const pixels = async data => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
    };
    const [a, b] = [await pixels(one), await pixels(other)];
    return a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / (width * height * 3);
}"""


def apart(page: Page, one: bytes, other: bytes) -> float:
    """How far two pictures' colours are from one another, on the average."""
    page.goto("about:blank")
    found: float = page.evaluate(_APART, [*(base64.b64encode(data).decode() for data in (one, other)), COARSE])
    return found


@pytest.mark.long
def test_pictures_look_as_their_pages_do(window: Callable[..., Any], server: Known) -> None:
    listed = pictures.pictures()
    kept = {name: (pictures.FOLDER / name).read_bytes() for name in listed}
    found = {}
    for name, picture in listed.items():
        page = window(server.address, pictures.SIZE, reduced_motion="reduce", locale="en-GB")
        found[name] = pictures.take(page, server.address, picture)
    assert {name: far for name in listed if (far := apart(page, kept[name], found[name])) > MOST} == {}
    assert apart(page, kept["game.png"], kept["stage.png"]) > MOST, "the measure itself tells two pictures apart"
