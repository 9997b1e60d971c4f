"""The pictures of the README and the documentation are of today's pages (``make pictures`` makes them anew)."""

from __future__ import annotations

import re

from scripts import pictures
from tests.selection import cases

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
