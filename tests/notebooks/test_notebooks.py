"""The notebooks as files: valid, without outputs, with ids that last, and without logic."""

from __future__ import annotations

import ast
import importlib
import json
from pathlib import Path
from typing import Any

import nbformat
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
MOST_LINES = 12
ESSAYS = {"react_to_a_game", "train_an_agent", "your_own_bot", "your_own_card", "your_own_game", "your_own_position"}
"""What shows how something is made: there the code is what is taught."""
WITHOUT_PARAMETERS = {"your_own_game"}
"""Essays in which nothing is to be set from outside."""


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return found


def test_there_is_a_first_page() -> None:
    assert NOTEBOOKS[0].name == "00_start_here.ipynb"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_valid_and_kept_bare(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    ids = [cell["id"] for cell in cells(path)]
    assert len(set(ids)) == len(ids)
    for cell in cells(path):
        if cell["cell_type"] == "code" and "keep_output" not in cell["metadata"].get("tags", []):
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    metadata = notebook.metadata
    assert metadata.kernelspec.name == "python3"
    assert metadata.title
    assert "version" not in metadata.get("language_info", {})


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_begins_with_a_heading_and_holds_calls_not_logic(path: Path) -> None:
    first = cells(path)[0]
    assert first["cell_type"] == "markdown"
    assert "".join(first["source"]).startswith("# ")
    for cell in cells(path):
        if cell["cell_type"] == "code" and path.stem not in ESSAYS:
            source = "".join(cell["source"])
            assert len(source.splitlines()) <= MOST_LINES
            assert not any(word in source for word in ("def ", "class ", "while ", "display:none"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_takes_from_the_kit_is_there(path: Path) -> None:
    """Proves quickly for every notebook that its names exist; the long run executes the slow ones."""
    taken: dict[str, Any] = {}
    code = [cell["source"] for cell in cells(path) if cell["cell_type"] == "code"]
    code = [lines for lines in code if not lines[0].startswith("%%writefile")]
    for node in (node for lines in code for node in ast.walk(ast.parse("".join(lines)))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vendetta_"):
            package = importlib.import_module(node.module or "")
            for name in node.names:
                if not hasattr(package, name.name):
                    importlib.import_module(f"{package.__name__}.{name.name}")
                taken[name.asname or name.name] = getattr(package, name.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in taken:
            assert hasattr(taken[node.value.id], node.attr), f"{node.value.id}.{node.attr}"


@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if path.parent.name == "laboratory"], ids=lambda p: p.stem)
def test_what_papermill_may_set_stands_in_one_cell(path: Path) -> None:
    found = [cell for cell in cells(path) if "parameters" in cell["metadata"].get("tags", [])]
    assert len(found) == (path.stem not in WITHOUT_PARAMETERS)
    for cell in found:
        values = ast.parse("".join(cell["source"])).body
        assert all(isinstance(one, ast.Assign) and ast.literal_eval(one.value) is not None for one in values)
