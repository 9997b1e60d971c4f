"""JupyterLab works on copies: in one language, and what somebody has changed there is never written over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts import lab_copies

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"


def words(path: Path) -> str:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


MOVES = {"en": "make the moves", "de": "mach die Züge"}


@pytest.mark.parametrize(("lang", "other"), [("en", "de"), ("de", "en")])
def test_all_notebooks_are_copied_in_one_language(tmp_path: Path, lang: str, other: str) -> None:
    tracked = {path: path.read_bytes() for path in lab_copies.notebooks(FOLDER)}
    assert lab_copies.copy_all(FOLDER, tmp_path, lang) == []
    copies = list(lab_copies.notebooks(tmp_path))
    assert [path.relative_to(tmp_path) for path in copies] == [path.relative_to(FOLDER) for path in tracked]
    told = "\n".join(map(words, copies))
    assert "<small" not in told
    assert MOVES[lang] in told
    assert MOVES[other] not in told
    assert {path: path.read_bytes() for path in tracked} == tracked
    for path in copies:
        assert words(path).startswith("# "), path
    assert lab_copies.copy_all(FOLDER, tmp_path, lang) == [], "again: nothing has changed"


def test_headings_and_lists_keep_their_sign_in_german(tmp_path: Path) -> None:
    lab_copies.copy_all(FOLDER, tmp_path, "de")
    essay = words(tmp_path / "laboratory/your_own_card.ipynb")
    assert essay.startswith("# Eine eigene Karte\n\nWas eine Clankarte tut")
    assert re.findall(r"^## (.+)$", essay, re.M)[:2] == ["Eine lesen", "Eine Geschichte, die ein Test ist"]
    lesson = words(tmp_path / "05_preparation_and_conflict.ipynb")
    assert lesson.startswith("# 5 · Vorbereitung und Konflikt\n\n")
    assert "## Wer ist ein Rivale?" in lesson


def test_what_somebody_has_changed_stays_and_news_lie_beside_it(tmp_path: Path) -> None:
    source, target = tmp_path / "notebooks", tmp_path / "work"
    source.mkdir()
    for name in ("mine", "untouched"):
        (source / f"{name}.ipynb").write_text((FOLDER / "00_start_here.ipynb").read_text("utf-8"), "utf-8")
    lab_copies.copy_all(source, target, "en")
    (target / "mine.ipynb").write_text('{"cells": [], "mine": true}', "utf-8")
    assert lab_copies.copy_all(source, target, "en") == []
    for name in ("mine", "untouched"):
        (source / f"{name}.ipynb").write_text('{"cells": [], "new": true}', "utf-8")
    assert lab_copies.copy_all(source, target, "en") == ["mine.new.ipynb"]
    assert json.loads((target / "mine.ipynb").read_text("utf-8")) == {"cells": [], "mine": True}
    for name in ("mine.new", "untouched"):
        assert json.loads((target / f"{name}.ipynb").read_text("utf-8"))["new"]
