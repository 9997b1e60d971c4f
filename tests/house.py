"""Measures how the code is laid out: files, lines, hidden imports, names with two meanings, chains of imports.

``python -m tests.house`` prints the figures and what stands behind them; ``tests/test_house.py`` holds what was
reached.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TREES: Final = {"vendetta_kit": ROOT / "vendetta_kit", "vendetta_widgets": ROOT / "widgets" / "vendetta_widgets"}
"""The measured packages, by the name under which they are imported."""
GAME: Final = re.compile(r"\.games\.\w+")
"""The part of a module's name that says whose half it is."""
GAMES: Final = re.compile(r"\w+\.games(\.\w+)?")
"""The folder of all games, and that of one: each package has its own, for the same thing."""
SHARED: Final = "vendetta_kit"
"""The package in which what all games share may not import a game."""
ABOVE_THE_GAMES: Final = ("cli", "server", "__main__")
"""Parts of it that start a program: they choose the game, and may import one."""


@dataclass(frozen=True)
class Import:
    """One import of a module of the kit by another."""

    importer: str
    imported: str
    line: int
    hidden: bool
    """Whether it stands in a function or under ``TYPE_CHECKING``, where a look at the head of the file misses it."""
    at_run_time: bool
    """Whether it runs when the importer is imported."""


@dataclass
class House:
    """The modules with what was found in them."""

    modules: dict[str, Path] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    imports: list[Import] = field(default_factory=list)
    classes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The modules that define a public class of this name."""

    @property
    def hidden_imports(self) -> list[Import]:
        """Return the imports that stand in functions or under ``TYPE_CHECKING``."""
        return [one for one in self.imports if one.hidden]

    @property
    def arrows_back(self) -> list[Import]:
        """Return the imports of a game by what all games share, in whatever place they stand."""
        return [one for one in self.imports if is_shared(one.importer) and _is_a_game(one.imported)]

    @property
    def names_with_two_meanings(self) -> dict[str, list[str]]:
        """Return module and class names that stand for different things, each with the modules where it stands.

        A game's half of what all games share is called as that is (``course/aid.py`` and
        ``games/vtes/course/player_aid.py``, ``kernel/refusal.py`` and ``games/vtes/engine/refusal.py``), and the halves
        of two games alike: one meaning.
        """
        found: dict[str, set[str]] = defaultdict(set)
        for module in self.modules:
            name = module.rpartition(".")[2]
            if name not in TREES and not GAMES.fullmatch(module):
                found[name].add(module)
        for name, modules in self.classes.items():
            found[name] |= {*modules}
        return {
            name: sorted(modules)
            for name, modules in sorted(found.items())
            if len({_place(module) for module in modules}) > 1
        }

    @property
    def longest_chain(self) -> list[str]:
        """Return the longest chain of modules of which each imports the next one while it is imported."""
        after: Mapping[str, set[str]] = defaultdict(set)
        for one in self.imports:
            if one.at_run_time:
                after[one.importer].add(one.imported)
        below: dict[str, list[str]] = {}

        def chain(module: str, above: tuple[str, ...]) -> list[str]:
            if module not in below:
                longest: list[str] = []
                for other in sorted(after.get(module, ())):
                    if other in above or other == module:
                        continue
                    found = chain(other, (*above, module))
                    longest = max(longest, found, key=len)
                below[module] = [module, *longest]
            return below[module]

        return max((chain(module, ()) for module in sorted(self.modules)), key=len)

    def figures(self) -> dict[str, int]:
        """Return each measure with its figure."""
        return {
            "files": len(self.modules),
            "lines": sum(self.lines.values()),
            "hidden imports": len(self.hidden_imports),
            "names with two meanings": len(self.names_with_two_meanings),
            "longest chain of imports": len(self.longest_chain),
            "arrows that run back up": len(self.arrows_back),
        }


def is_shared(module: str) -> bool:
    """Return whether a module belongs to all games, and may therefore import none."""
    parts = module.split(".")
    return parts[0] == SHARED and len(parts) > 1 and parts[1] not in ("games", *ABOVE_THE_GAMES)


def _is_a_game(module: str) -> bool:
    return module.startswith(f"{SHARED}.games")


def _place(module: str) -> str:
    """Return where a module stands, or the shared module of which it is a game's half: a game's engine is its
    kernel."""
    return GAME.sub("", module).replace(".engine", ".kernel", 1)


@cache
def house() -> House:
    """Return what is found in the sources of today."""
    found = House()
    for package, folder in TREES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            module = ".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts)))
            found.modules[module] = path
    for module, path in found.modules.items():
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text, path)
        found.lines[module] = text.count("\n")
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.classes[node.name].append(module)
        found.imports += _imports(module, path, tree, found.modules)
        stub = path.with_suffix(".pyi")
        if stub.is_file():  # where a package imports its names from when they are first used
            places = _imports(module, path, ast.parse(stub.read_text(encoding="utf-8")), found.modules)
            found.imports += [replace(one, at_run_time=False) for one in places]
    return found


def _imports(module: str, path: Path, tree: ast.Module, modules: Mapping[str, Path]) -> Iterator[Import]:
    for node, hidden, for_types in _with_place(tree.body, False, False):
        for name in _imported(node, module, path):
            known = name if name in modules else name.rpartition(".")[0]
            if known in modules and known != module:
                yield Import(module, known, node.lineno, hidden, not hidden and not for_types)


def _with_place(body: Iterable[ast.AST], hidden: bool, types: bool) -> Iterator[tuple[ast.AST, bool, bool]]:
    """Yield each import, with whether it is hidden, and whether it is for types only."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, hidden, types
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _with_place(ast.iter_child_nodes(node), True, types)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            yield from _with_place(node.body, True, True)
            yield from _with_place(node.orelse, hidden, types)
        else:
            yield from _with_place(ast.iter_child_nodes(node), hidden, types)


def _imported(node: ast.AST, module: str, path: Path) -> list[str]:
    """Return the full names of what an import names: modules, or names in them."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    assert isinstance(node, ast.ImportFrom)
    start = node.module or ""
    if node.level:
        parts = module.split(".")
        up = node.level - (path.name == "__init__.py")
        start = ".".join([*parts[: len(parts) - up], *([node.module] if node.module else [])])
    return [f"{start}.{alias.name}" for alias in node.names]


def main() -> None:
    """Print the figures, and what stands behind those that should go down."""
    found = house()
    for name, modules in found.names_with_two_meanings.items():
        print(f"{name}: {', '.join(modules)}")
    print("chain:", " > ".join(found.longest_chain))
    for one in found.arrows_back:
        print(f"back up: {one.importer} line {one.line} > {one.imported}")
    for name, figure in found.figures().items():
        print(f"{figure:7,}  {name}")


if __name__ == "__main__":
    main()
