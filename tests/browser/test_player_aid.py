"""The player aid in a real browser: one sheet of paper, whatever the language, the paper and the fonts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.world import READY, SCREENSHOTS
from tests.selection import cases
from vendetta_kit import games, rulebook
from vendetta_kit.course.player_aid import PAPERS
from vendetta_kit.registered_games import registered

TABLES = [(lang, paper, game) for game in games.AIDED for lang in rulebook.languages() for paper in PAPERS]
POINTS = {"a4": (842, 595), "letter": (792, 612)}
"""The papers in points, as a PDF says them."""
CSS_PIXELS = {"a4": (1123, 794), "letter": (1056, 816)}


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of every page of a PDF that Chromium wrote."""
    pages = re.findall(rb"/Type\s*/Page\b", pdf)
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    assert len(pages) == len(boxes)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.fixture(
    params=[pytest.param(one, marks=() if one[0] == "de" else pytest.mark.long) for one in TABLES],  # German is longer
    ids="-".join,
)
def wanted(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    """Language, paper and game of a sheet."""
    found: tuple[str, str, str] = request.param
    return found


@pytest.fixture
def paper(browser: Browser, wanted: tuple[str, str, str]) -> Iterator[Page]:
    """The sheet, open in a window of the paper's size; it must ask for nothing and complain of nothing."""
    page = browser.new_page(viewport=dict(zip(("width", "height"), CSS_PIXELS[wanted[1]], strict=True)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: asked.append(message.text))
    page.set_content(registered(wanted[2]).aid().sheet(*wanted[:2]))
    assert [what for what in asked if not what.startswith("data:")] == []
    yield page
    page.close()


def fonts(page: Page) -> set[str]:
    """The families with which Chromium has drawn the page's words."""
    chromium = page.context.new_cdp_session(page)
    chromium.send("DOM.enable")
    chromium.send("CSS.enable")
    nodes = chromium.send("DOM.getFlattenedDocument", {"depth": -1})["nodes"]
    words = [node["parentId"] for node in nodes if node["nodeName"] == "#text" and node["nodeValue"].strip()]
    used = [chromium.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in dict.fromkeys(words)]
    return {font["familyName"] for some in used for font in some}


FONTS = (
    ("Liberation Serif", "DejaVu Serif"),
    ("DejaVu Sans Condensed", "DejaVu Serif"),
    ("DejaVu Sans", "DejaVu Sans"),
    ("DejaVu Serif", "DejaVu Serif"),
)
"""For words and for headings; the last two are what a machine has that has no other font: wide ones."""


@cases("installed", FONTS, quick=FONTS[2:3], ids=" and ".join)
def test_it_stays_one_sheet_where_other_fonts_are_installed(
    paper: Page, wanted: tuple[str, str, str], installed: tuple[str, str]
) -> None:
    sans, serif = installed
    paper.add_style_tag(content=f":root {{ --sans: '{sans}'; --serif: '{serif}'; }}")
    assert set(installed) <= fonts(paper), "a font is not installed: scripts/browser_needs.sh installs it"
    for side in paper.locator(".side").all():
        box = side.bounding_box()
        assert box is not None
        assert abs(box["height"] - CSS_PIXELS[wanted[1]][1]) <= 1
    assert sizes(paper.pdf(prefer_css_page_size=True)) == [POINTS[wanted[1]]] * 2


def test_it_prints_on_both_sides_of_one_sheet_and_can_be_read(paper: Page, wanted: tuple[str, str, str]) -> None:
    """Each side is just as high as the paper, no text is wider than its place, and every letter is large and dark."""
    assert sizes(paper.pdf(prefer_css_page_size=True)) == [POINTS[wanted[1]]] * 2
    width, height = CSS_PIXELS[wanted[1]]
    paper.set_viewport_size({"width": width + 200, "height": height})
    for number, side in enumerate(paper.locator(".side").all(), 1):
        box = side.bounding_box()
        assert box is not None
        assert abs(box["height"] - height) <= 1
        assert abs(box["width"] - width) <= 1
        if SCREENSHOTS:
            side.screenshot(path=SCREENSHOTS / f"aid-{'-'.join(wanted)}-{number}.png")
    wide = paper.evaluate(
        "() => [...document.querySelectorAll('.side *')].filter(e => e.scrollWidth > e.clientWidth + 1 "
        "&& getComputedStyle(e).display !== 'inline' && !e.closest('svg')).map(e => e.outerHTML.slice(0, 90))"
    )
    assert wide == []
    overlapping = paper.evaluate(
        "() => { const boxes = [...document.querySelectorAll('.panel, .strip li, .variants, header, footer')]"
        ".map(e => e.getBoundingClientRect());"
        "return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => a.left < b.right - 1 && b.left < a.right - 1"
        " && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length; }"
    )
    assert overlapping == 0
    small = paper.evaluate(
        "() => [...document.querySelectorAll('.side *')].filter(e => [...e.childNodes].some(n => n.nodeType === 3 "
        "&& n.textContent.trim())).map(e => [parseFloat(getComputedStyle(e).fontSize) * .75, e.textContent.slice(0, 40)"
        "]).filter(([size]) => size < 7.49)"
    )
    assert small == [], "letters of less than 7.5 points"
    colours = paper.evaluate(
        "() => [...new Set([...document.querySelectorAll('.side *')].map(e => getComputedStyle(e).color))]"
    )
    darkest_ground = luminance((246, 241, 235))
    for colour in colours:
        red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
        assert (darkest_ground + 0.05) / (luminance((red, green, blue)) + 0.05) >= 4.5, colour


def luminance(colour: tuple[int, int, int]) -> float:
    """How light a colour is, as the accessibility guidelines count it."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_command_prints_the_pdf_itself(tmp_path: Path) -> None:
    target = tmp_path / "hilfe.pdf"
    ran = subprocess.run(
        [sys.executable, "-m", "vendetta_kit", "aid", "--lang", "de", "--paper", "letter", "--out", str(target)],
        capture_output=True,
        text=True,
        check=False,
        timeout=READY,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{target}\n", "")
    assert sizes(target.read_bytes()) == [POINTS["letter"]] * 2
    assert [path.name for path in tmp_path.iterdir()] == ["hilfe.pdf"]
