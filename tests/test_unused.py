"""No function, class, method, parameter or CSS class is left over that nothing uses."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
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

CALLED_BY_OTHERS = ["reset(options)"]
"""Parameters that another program sets: Gymnasium's, PettingZoo's."""

NOT_OURS = re.compile(r"jp-|lm-|sankey-")
"""Classes of pages that other programs make: JupyterLab, Lumino, Plotly."""


def test_no_name_is_left_over() -> None:
    stubs = [path.read_text("utf-8") for folder in CODE for path in (ROOT / folder).rglob("*.pyi")]
    given = re.findall(r" as (\w+)$", "".join(stubs), re.MULTILINE)  # what a package imports when it is first used
    found = Vulture(ignore_names=[*CALLED_BY_NAME, *given], ignore_decorators=REGISTERED)
    found.scavenge([str(ROOT / folder) for folder in CODE])
    kinds = {"function", "class", "method", "property"}
    assert [item.get_report() for item in found.get_unused_code() if item.typ in kinds] == []


PUBLIC = set(re.findall(r"^\| `(vendetta_[\w.]+)` \|", (ROOT / "docs" / "public.md").read_text("utf-8"), re.MULTILINE))
"""The modules whose names are public, as the documentation says."""


def module_of(path: Path) -> str:
    """Return the name under which a file of the package is imported."""
    below = path.relative_to(ROOT / "widgets" if "widgets" in path.parts else ROOT)
    return ".".join(below.with_suffix("").parts).removesuffix(".__init__")


@cache
def sources() -> dict[Path, ast.Module]:
    """Return the package's modules, parsed."""
    files = [path for folder in ("vendetta_kit", "widgets") for path in (ROOT / folder).rglob("*.py")]
    return {path: ast.parse(path.read_text("utf-8")) for path in files}


def test_a_list_of_names_stands_where_it_says_more_than_they_do() -> None:
    """A name without an underscore is for others: ``__all__`` is for what is public, or imported to be passed on."""
    idle = []
    for path, tree in sources().items():
        listed = [
            {one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)}
            for node in tree.body
            if isinstance(node, ast.Assign) and "__all__" in {getattr(target, "id", "") for target in node.targets}
        ]
        names = (name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names)
        imported = {name.asname or name.name for name in names}
        if listed and not listed[0] & imported and module_of(path) not in PUBLIC:
            idle.append(module_of(path))
    assert idle == []


def calls(trees: Iterable[ast.AST]) -> Iterator[ast.Call]:
    """Yield all calls, also those in the examples of docstrings."""
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Call):
            yield node
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and ">>> " in node.value:
            lines = re.findall(r"^ *(?:>>>|\.\.\.) (.*)$", node.value, re.MULTILINE)
            for found in re.finditer(r"(\w+)\(([^()]*)\)", "\n".join(lines)):
                try:
                    yield from calls([ast.parse(found[0])])
                except SyntaxError:  # a piece of a text that looks like a call
                    continue


def name_of(node: ast.AST) -> str:
    """Return the last name of ``a``, ``a.b`` or ``f(…).b``, else an empty text."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def never_set(functions: Iterable[ast.FunctionDef], trees: list[ast.AST]) -> list[str]:
    """Return the parameters with a default that every call leaves at it, as ``function(parameter)``.

    A function that is handed on, stored or decorated may be called with more than is seen: it is left out.
    """
    keywords: dict[str, set[str | None]] = defaultdict(set)
    most: dict[str, int] = defaultdict(int)
    called = set()
    for call in calls(trees):
        name = name_of(call.func)
        called.add(id(call.func))
        keywords[name] |= {keyword.arg for keyword in call.keywords}
        most[name] = max(most[name], 99 if any(isinstance(one, ast.Starred) for one in call.args) else len(call.args))
    values = {name_of(node) for tree in trees for node in ast.walk(tree) if id(node) not in called}
    found = []
    for function in functions:
        name, given = function.name, function.args
        if name in values or name not in keywords or None in keywords[name] or function.decorator_list:
            continue
        places = [one.arg for one in (*given.posonlyargs, *given.args) if one.arg not in ("self", "cls")]
        last = places[len(places) - len(given.defaults) :] if given.defaults else []
        named = [one.arg for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default]
        for parameter in (*last, *named):
            by_place = parameter in places and most[name] > places.index(parameter)
            if parameter not in keywords[name] and not by_place:
                found.append(f"{name}({parameter})")
    return found


def test_no_parameter_is_left_at_its_default_by_every_call() -> None:
    package = sources()
    ours = [tree for path, tree in package.items() if module_of(path) not in PUBLIC]
    functions = [node for tree in ours for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    others = [path for folder in CODE[2:] for path in (ROOT / folder).rglob("*.py")]
    cells = [
        "".join(line for line in cell["source"] if not line.startswith(("%", "!")))
        for path in (ROOT / "notebooks").rglob("*.ipynb")
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    trees = [*package.values(), *map(ast.parse, [path.read_text("utf-8") for path in others]), *map(ast.parse, cells)]
    assert [one for one in never_set(functions, trees) if one not in CALLED_BY_OTHERS] == []


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
    tree = ast.parse("def f(a, b=1, *, c=2, d=3):\n    '>>> f(0, d=5)'\ndef g(): f(1, c=4)")
    assert never_set([node for node in tree.body if isinstance(node, ast.FunctionDef)], [tree]) == ["f(b)"]
    assert class_names(".vk-a .vk-b:hover { margin: 0.5em } @media print { .vk-c { top: 0 } }") >= {
        "vk-a",
        "vk-b",
        "vk-c",
    }
