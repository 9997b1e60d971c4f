"""No function, class, method or CSS class is left over that nothing uses."""

from __future__ import annotations

import re
from pathlib import Path

from vulture import Vulture

from tests.house import ROOT

CODE = ("vendetta_kit", "widgets", "tests", "benchmarks", "scripts")

REGISTERED = ["@ability", "@acts", "@adds", "@while_face_up", "@variant_effect", "@pytest.fixture*", "@default*"]
"""Decorators that put a function where it is found by the id of a card, or by a library."""

CALLED_BY_NAME = [
    # An action, a step of a scenario, a part of a lesson, an event, a tab, by its word in data or in a message.
    *("_do_*", "act_*", "_your_move", "_free_move", "_predict", "_returned", "_cards_back", "_shuffled_in", "_ticks"),
    # Python, pytest and notebooks.
    *("__getattr__", "__dir__", "pytest_*", "test_*", "_repr_*_", "_render_traceback_", "_split_scope"),
    "_print_message",
    # HTMLParser, hatchling, Griffe, Gymnasium, Jinja, Jupyter Server.
    *("handle_*", "CompiledEngine", "finalize", "Docstrings", "on_instance", "on_module_members", "observation_space"),
    *("load_bytecode", "dump_bytecode", "launch_browser"),
    *("write_error", "log_exception", "redirect_to_file", "check_xsrf_cookie"),
    # What a benchmark starts in another interpreter.
    "serve",
]

NOT_OURS = re.compile(r"jp-|lm-|sankey-")
"""Classes of pages that other programs make: JupyterLab, Lumino, Plotly."""


def test_no_name_is_left_over() -> None:
    found = Vulture(ignore_names=CALLED_BY_NAME, ignore_decorators=REGISTERED)
    found.scavenge([str(ROOT / folder) for folder in CODE])
    kinds = {"function", "class", "method", "property"}
    assert [item.get_report() for item in found.get_unused_code() if item.typ in kinds] == []


def class_names(css: str) -> set[str]:
    """Return the names of classes in the selectors of a style sheet."""
    selectors = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))
    return set(re.findall(r"\.(-?[A-Za-z_][\w-]*)", selectors))


def test_no_css_class_is_left_over() -> None:
    folders = ("vendetta_kit", "widgets", "data", "notebooks", "scripts")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.*")]
    text = "".join(
        path.read_text("utf-8")
        for path in files
        if path.suffix in {".py", ".js", ".html", ".tpl", ".yaml", ".json", ".svg"}
    )
    words = set(re.findall(r"[A-Za-z_][\w-]*", text))
    beginnings = tuple(set(re.findall(r"([A-Za-z_][\w-]*-)\{", text)))  # made with a value at the end
    unused = [
        f"{path.name}: {name}"
        for path in sorted(Path(ROOT / "widgets").rglob("*.css"))
        for name in sorted(class_names(path.read_text("utf-8")))
        if name not in words and not name.startswith(beginnings) and not NOT_OURS.match(name)
    ]
    assert unused == []


def test_what_nothing_uses_is_found(tmp_path: Path) -> None:
    (tmp_path / "room.py").write_text("def used(): pass\ndef unused(): pass\nused()\n")
    found = Vulture()
    found.scavenge([str(tmp_path)])
    assert [item.name for item in found.get_unused_code()] == ["unused"]
    assert class_names(".vk-a .vk-b:hover { margin: 0.5em } @media print { .vk-c { top: 0 } }") >= {
        "vk-a",
        "vk-b",
        "vk-c",
    }
