"""The lessons' notebooks are what the lessons say, serve one cell as a page, and work before and after a part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

from scripts import lesson_notebooks
from tests.selection import mostly_long
from tests.widgets.helpers import Reader
from tests.widgets.walking import walk_through
from vendetta_kit.course import lessons
from vendetta_kit.games import FIRST, TAUGHT
from vendetta_widgets.lesson_by_part import LiveOutput
from vendetta_widgets.lesson_inspector import Lines
from vendetta_widgets.lesson_part_page import LessonPartPage

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
WRITTEN = {name: text for game in TAUGHT for name, text in lesson_notebooks.notebooks(game).items()}
NAMES = sorted(WRITTEN)
MOST_TRIED = 4
"""Values of each control that are tried."""


def cells(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / name).read_text("utf-8"))["cells"]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_what_the_lesson_says(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == WRITTEN[name], "make lesson-notebooks writes it anew"


@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_but_the_front_pages_has_one_with_all_its_parts(game: str) -> None:
    there = [lesson for lesson in lessons.shipped(game) if lesson.id != "first_steps"]
    names = [f"{lesson_notebooks.notebook_of(lesson.id, game)}.ipynb" for lesson in there]
    assert names == [name for name in NAMES if name.rpartition("/")[0] == ("" if game == FIRST else game)]
    for name, lesson in zip(names, there, strict=True):
        ids = [cell["id"] for cell in cells(name)]
        assert [one for one in ids if one in {moment.id for moment in lesson.moments}] == [m.id for m in lesson.moments]
        for moment in lesson.moments:
            assert moment.scenario is None or any(one.startswith(f"{moment.id}-") for one in ids)


@pytest.mark.parametrize("name", NAMES)
def test_a_served_page_has_one_cell(name: str) -> None:
    served = [cell["id"] for cell in cells(name) if "notebook-only" not in cell["metadata"].get("tags", [])]
    assert served == ["the-lesson"]


@pytest.mark.parametrize("name", NAMES)
def test_what_lifts_the_curtain_says_so_above_the_cell(name: str) -> None:
    before = ""
    for cell in cells(name):
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and ("curtain" in source or "what_if" in source):
            assert "curtain" in before
            assert "Vorhang" in before
        before = source


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; gives what its last line shows."""
    *body, last = source.rstrip(";").splitlines()
    exec("\n".join(body), names)
    return eval(last, names)


def tried(interact: Any, function: Any, controls: Mapping[str, Any]) -> None:
    """Stand in for ``interact``: move each control to some of its values, and look at what comes."""
    usual = {}
    for key, control in controls.items():
        ways = (
            [value for _, value in control] if isinstance(control, list) else list(range(control.min, control.max + 1))
        )
        usual[key] = ways[0] if isinstance(control, list) else control.value
        for way in ways[:MOST_TRIED]:
            interact.append(function(**usual | {key: way}))


@pytest.mark.parametrize("name", mostly_long(NAMES, quick=4))
def test_all_cells_work_before_and_after_a_part_is_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[Any] = []
    monkeypatch.setattr(ipywidgets, "interact", lambda function, **controls: tried(came, function, controls))
    names: dict[str, Any] = {}
    looks: list[str] = []
    page: Any = None

    def look() -> list[Any]:
        return [run(source, names) for source in looks]

    for cell in cells(name):
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or cell["id"] in ("the-lesson", "check"):
            continue
        if cell["id"] == "begin" or ".moment(" in source:
            if page is not None:
                assert_played(page, look)
            looks = []
            shown = run(source, names)
            page = shown if isinstance(shown, LessonPartPage) else None
        else:
            looks.append(source)
    assert_played(page, look)
    assert any(isinstance(one, Lines) for one in came), "what the story itself does comes out no otherwise"
    assert any(hasattr(one, "columns") for one in came), "something does"


def assert_played(page: LessonPartPage, look: Any) -> None:
    """The cells of a part work at its start and at its end."""
    reader = Reader(page)
    look()
    for _ in walk_through(reader):
        pass
    for shown in look():
        if isinstance(shown, LiveOutput):  # it follows the moves, and shows now what a new cell would
            assert shown.outputs[0]["data"].keys() & {"text/html", "text/plain"}
            continue
        assert shown is None or hasattr(shown, "columns") or hasattr(shown, "layout") or isinstance(shown, Lines)
