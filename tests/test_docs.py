"""The checks of the site of the documentation find what they are there for, and what essays show comes out as HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import docs, pictures
from tests.selection import cases

BARE = "//a.example"


def site(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, "utf-8")
    return folder


def test_links_that_lead_somewhere_are_no_faults(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text(".a { background: url(data:image/png;base64,AA) }", "utf-8")
    one = '<link rel="stylesheet" href="style.css"><h1 id="top">1</h1><a href="two.html#here">2</a><a href="#top">1</a>'
    two = '<p id="here">2</p><a href="https://a.example/">elsewhere</a><a href="one.html">1</a><a href=".">home</a>'
    site(tmp_path, one=one, two=two, index="<p>")
    assert docs.faults_of_links(tmp_path) == []
    assert docs.foreign_hosts(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<a href="gone.html">', "gone.html leads nowhere"),
        ('<img src="gone.png">', "gone.png leads nowhere"),
        ('<a href="#gone">', "there is no #gone"),
        ('<a href="two.html#gone">', "there is no #gone"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, text: str, said: str) -> None:
    (line,) = docs.faults_of_links(site(tmp_path, one=text, two="<p>"))
    assert line.startswith("one.html: ")
    assert line.endswith(said)


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://a.example/a.js"></script>',
        f'<link rel="stylesheet" href="{BARE}/a.css">',
        '<link rel="preconnect" href="https://a.example">',
        '<img src="a.png" srcset="https://a.example/b.png 2x">',
        '<svg><image href="https://a.example/b.png"/></svg>',
        '<p style="background: url(https://a.example/b.png)">',
        f"<style>@import '{BARE}/a.css';</style>",
    ],
)
def test_an_address_of_another_host_is_found(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.png").touch()
    (line,) = docs.foreign_hosts(site(tmp_path, one=text))
    assert "a.example" in line


def test_a_style_sheet_that_asks_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@font-face { src: url('https://a.example/a.woff2') }", "utf-8")
    (line,) = docs.foreign_hosts(tmp_path)
    assert line == "a.css: loads https://a.example/a.woff2"


def test_what_a_cell_shows_becomes_html() -> None:
    assert docs.shown({"output_type": "stream", "text": "1 < 2"}, "x") == ("<pre>1 &lt; 2</pre>", False)
    data = {"text/plain": "a table", "text/html": "<table></table>"}
    assert docs.shown({"output_type": "execute_result", "data": data}, "x") == ("<table></table>", False)
    figure = {"data": [{"name": "</script>"}], "layout": {}}
    html, drawn = docs.shown({"output_type": "display_data", "data": {"application/vnd.plotly.v1+json": figure}}, "f-1")
    assert drawn
    assert 'id="f-1"' in html
    assert html.count("</script>") == 1


def test_an_essay_s_links_lead_to_pages_of_the_site() -> None:
    text = "[a](../../docs/kernel.md#asking), [b](your_own_card.ipynb), [c](../18_play_vtes.ipynb?seed=7)"
    assert docs.page_links(text) == "[a](../docs/kernel.md#asking), [b](your_own_card.md), c"


# Pictures --------------------------------------------------------------------------------------------------


ROOT = pictures.FOLDER.parents[1]
LISTED = pictures.pictures()


def test_each_picture_that_a_text_shows_was_made_by_the_script() -> None:
    texts = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {name for text in texts for name in re.findall(r"images/([\w.-]+\.png)", text.read_text("utf-8"))}
    assert shown == set(LISTED) == {path.name for path in pictures.FOLDER.glob("*.png")}


@cases("name", list(LISTED), quick=["stage.png", "lesson.png"], ids=str)
def test_a_picture_shows_what_its_page_writes_today(name: str) -> None:
    assert pictures.digest((pictures.FOLDER / name).read_bytes()) == LISTED[name]["file"]
    assert pictures.written(LISTED[name]) == LISTED[name]["written"], f"{name} is of an earlier page: make pictures"
