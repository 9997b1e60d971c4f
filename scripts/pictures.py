"""Make the pictures of the README and the documentation anew, from seeds, on the pages as they are.

    .venv/bin/python -m scripts.pictures [NAME ...]        (make pictures; Chromium is needed)

``docs/images/pictures.json`` says of each picture which page it shows, how that is opened and what is pressed, and
keeps the digests of what the page wrote then and of the file. A test compares them with today's.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

import vendetta_widgets
from tests.browser.hands import Hands
from tests.browser.world import PATIENCE, Server, free_port
from tests.widgets.helpers import Reader

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "images"
LIST = FOLDER / "pictures.json"
SIZE = (1280, 800)
"""Of the window, in pixels."""
SHOWN = ("clock", "faces", "places", "great", "recap", "coach", "panel", "hand")
"""The parts that are in a picture of a table; of other pages it is all."""
NUMBER = re.compile(r"\bvk\d+-")
"""What tells a page's names of elements from another page's."""
PRESS = """([does, value]) => {
    const same = one => JSON.stringify(one.dataset.value === undefined ? null : JSON.parse(one.dataset.value));
    const found = [...document.querySelectorAll(`.vk [data-do="${does}"]`)].filter(one => same(one) === value);
    const shown = found.find(one => one.checkVisibility()) ?? found[0];
    if (!shown) throw new Error(`nothing does ${does} with ${value}`);
    shown.focus({ preventScroll: true });
    shown.click();
}"""
"""Press what does this with that value."""
RESTS = """!document.querySelector('.vk').getAnimations({ subtree: true })
    .some(one => one.playState === 'running' && one.effect.getTiming().iterations !== Infinity)"""
"""Whether all that ends by itself has ended."""


def pictures() -> dict[str, dict[str, Any]]:
    """Return the list of pictures by file name.

    Each has a ``page`` with its ``query``, what ``opens`` it in Python, its ``presses``, the part ``to`` whose end is
    scrolled, and the digests ``written`` and ``file``.
    """
    found: dict[str, dict[str, Any]] = json.loads(LIST.read_text("utf-8"))
    return found


def written(picture: dict[str, Any]) -> str:
    """Return the digest of what the page of a picture writes today, by the same presses, without a browser."""
    name, arguments = picture["opens"]
    reader = Reader(getattr(vendetta_widgets, name)(**arguments), query=picture["query"], calm=False)
    for does, value in picture["presses"]:
        reader.do(does, value)
    shown = [reader.parts[part] for part in SHOWN if part in reader.parts] or [reader.text]
    return digest(NUMBER.sub("", "".join(shown)).encode())


def digest(content: bytes) -> str:
    """Return the SHA-256 of a file or a page, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def take(page: Page, home: str, picture: dict[str, Any]) -> bytes:
    """Return the picture of a page as a PNG, after its presses."""
    her = Hands(page, home)
    her.open(picture["page"], picture["query"])
    for does, value in picture["presses"]:
        her.keep()
        page.evaluate(PRESS, [does, json.dumps(value, separators=(",", ":"), ensure_ascii=False)])
        her.answered()
    page.evaluate("scrollTo(0, 0); document.activeElement?.blur()")
    if part := picture.get("to"):
        page.locator(part).first.evaluate("part => part.scrollIntoView({ block: 'end' })")
    page.wait_for_function(RESTS)
    return page.screenshot()


def main(names: list[str]) -> int:
    """Make pictures, all of them if none is named, and their list; return the exit code."""
    found = pictures()
    expect.set_options(timeout=PATIENCE)
    server = Server(free_port())
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=os.environ["VENDETTA_CHROMIUM"], args=["--no-sandbox"])
            for name, picture in ((name, found[name]) for name in names or found):
                size = {"width": SIZE[0], "height": SIZE[1]}
                page = browser.new_page(viewport=size, reduced_motion="reduce", locale="en-GB")  # type: ignore[arg-type]
                page.set_default_timeout(PATIENCE)
                content = take(page, server.address, picture)
                page.close()
                (FOLDER / name).write_bytes(content)
                picture |= {"written": written(picture), "file": digest(content)}
                print(f"{name}: {len(content) // 1000} kB")
            browser.close()
    finally:
        server.stop()
    LIST.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
