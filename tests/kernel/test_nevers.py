"""What never imports what: the kernel no game, no game another, and nobody else writes what the kernel keeps."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KIT, WIDGETS = ROOT / "vendetta_kit", ROOT / "widgets" / "vendetta_widgets"
KERNEL, GAMES = KIT / "kernel", KIT / "games"
VENDETTA = GAMES / "vendetta"
ABOVE = ("bots", "flows", "lab")
OWN = {f"vendetta_kit.{part}" for part in ("kernel", "input_checks", "input_errors", "safe_files", "version")}
"""The kernel, the checks of what comes from outside with their messages, and the kit's version: of no game."""


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a file's syntax tree; each file is parsed once."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


def imports(path: Path, root: Path = ROOT) -> Iterator[str]:
    """The full names of all modules that a file imports, wherever in it."""
    package = path.relative_to(root).with_suffix("").parts[:-1]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *((node.module or "").split(".") if node.module else ())))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def within(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def sources(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.py")) if "_data" not in path.parts]


def within_a_game(name: str) -> bool:
    """Whether a module belongs to a game; the list of the games does not."""
    return name.startswith("vendetta_kit.games.") and (GAMES / name.split(".")[2]).is_dir()


@pytest.mark.parametrize("path", sources(KERNEL), ids=lambda path: path.name)
def test_the_kernel_imports_no_game_and_nothing_to_install(path: Path) -> None:
    for name in imports(path):
        if name.startswith("vendetta_kit"):
            assert within(name, OWN), name
        else:
            assert name.partition(".")[0] in sys.stdlib_module_names, name


def test_the_rulebooks_machinery_imports_no_game() -> None:
    for path in sources(KIT / "rulebook"):
        for name in imports(path):
            assert not within(name, {"vendetta_kit.course", "vendetta_widgets"}), (path, name)
            assert not within_a_game(name), (path, name)


def test_scenarios_import_no_game() -> None:
    for path in sources(KIT / "scenarios"):
        for name in imports(path):
            assert not within(name, {"vendetta_kit.course", "vendetta_widgets"}), (path, name)
            assert not within_a_game(name), (path, name)


@pytest.mark.parametrize("path", sources(KIT / "course"), ids=lambda path: path.name)
def test_the_courses_machinery_imports_no_game(path: Path) -> None:
    for name in imports(path):
        assert not within(name, {"vendetta_widgets"}), name
        assert not within_a_game(name), name


def test_the_kernel_names_no_game_in_its_code() -> None:
    words = ("vampire", "blood", "influence", "pool", "ally", "alliance", "location", "round", "phase")
    for path in sources(KERNEL):
        names = {
            node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else node.name
            for node in nodes(path)
            if isinstance(node, ast.Name | ast.Attribute | ast.FunctionDef | ast.ClassDef)
        }
        assert not [name for name in names for word in words if word == name.lower()], path


def test_no_game_imports_another() -> None:
    games = {path.name for path in GAMES.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert "vendetta" in games
    for game in games:
        others = {f"vendetta_kit.games.{other}" for other in games - {game}}
        for path in sources(GAMES / game):
            for name in imports(path):
                assert not within(name, others), (path, name)


OF_THE_KIT = ("__init__.py", "front_page.py")
"""Where the games come together on the pages: by their names, and with the first game's first lesson at the door."""


def within_a_games_pages(name: str, game: str = "") -> bool:
    return name.startswith(f"vendetta_widgets.games.{game}") and name.count(".") > 2


def test_the_pages_of_a_game_import_no_other_game() -> None:
    games = {path.name for path in (WIDGETS / "games").iterdir() if (path / "__init__.py").is_file()}
    assert games == {"vendetta", "vtes", "rivals"}
    for game in games:
        others = {f"{root}.games.{other}" for root in ("vendetta_kit", "vendetta_widgets") for other in games - {game}}
        for path in sources(WIDGETS / "games" / game):
            for name in imports(path, ROOT / "widgets"):
                assert not within(name, others), (path, name)


def test_what_serves_the_pages_of_all_games_imports_none() -> None:
    own = [path for path in sources(WIDGETS) if (WIDGETS / "games") not in path.parents]
    assert len(own) > 50
    for path in own:
        for name in imports(path, ROOT / "widgets"):
            if path.parent != WIDGETS or path.name not in OF_THE_KIT:
                assert not within_a_game(name), (path, name)
                assert not within_a_games_pages(name), (path, name)


def test_the_engine_imports_neither_what_stands_on_it_nor_what_must_be_installed() -> None:
    above = {
        f"vendetta_kit.{part}"
        for part in ("course", "scenarios", "serve", *(f"games.vendetta.{room}" for room in ABOVE))
    }
    for path in sources(VENDETTA / "engine"):
        for name in imports(path):
            assert not within(name, {*above, "vendetta_widgets"}), (path, name)
            assert name.partition(".")[0] in {*sys.stdlib_module_names, "vendetta_kit"}, (path, name)


KEPT_BY_KERNEL = {"ASK", "WHO", "QUESTION", "ANSWER"}


def written(path: Path) -> Iterator[str]:
    """Names of the kernel's places that a file writes."""
    for node in nodes(path):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
                        yield from (each.id for each in ast.walk(part.slice) if isinstance(each, ast.Name))


def test_only_the_kernel_writes_what_is_asked_and_what_was_answered() -> None:
    for path in sources(KIT):
        name = path.relative_to(KIT).as_posix()
        if not name.startswith("kernel/"):
            assert not set(written(path)) & KEPT_BY_KERNEL, name


def agenda_changes(path: Path) -> Iterator[int]:
    """Lines in which a file changes an agenda, of a game or under that name."""
    for node in nodes(path):
        found: ast.expr | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("append", "extend", "insert", "pop", "clear", "remove"):
                found = node.func.value
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.Delete):
            targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
            for target in targets:
                inner = target.value if isinstance(target, ast.Subscript) else target
                found = inner if isinstance(inner, ast.Attribute) else found
        if isinstance(found, ast.Attribute) and found.attr == "agenda":
            yield node.lineno


def test_only_games_and_the_kernel_lay_down_what_is_to_be_done() -> None:
    for path in (*sources(KIT), *sources(WIDGETS)):
        name = path.relative_to(ROOT).as_posix()
        if not re.match(r"vendetta_kit/(kernel|games/[a-z]+/engine)/", name):
            assert not list(agenda_changes(path)), name


def test_a_change_is_seen_where_there_is_one(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("n[ASK] = 0\nn[ANSWER + seat] = 1\ng.agenda.append(1)\ng.agenda[:] = []\nfrom .engine import x\n")
    assert set(written(file)) & KEPT_BY_KERNEL == {"ASK", "ANSWER"}
    assert sorted(agenda_changes(file)) == [3, 4]
    assert "engine" in list(imports(file, tmp_path))


def test_widgets_read_no_state() -> None:
    words = {f"vendetta_kit.games.vendetta.engine.state{name}" for name in ("", ".PHASES", ".STEPS")}
    words |= {f"vendetta_kit.kernel.state{name}" for name in ("", ".MAX_SEATS")}  # how many can play
    states = {f"vendetta_kit.games.{path.parents[1].name}.engine.state" for path in GAMES.glob("*/engine/state.py")}
    for path in sources(WIDGETS):
        for name in imports(path, ROOT / "widgets"):
            if within(name, {"vendetta_kit.kernel.state", *states}):
                assert name in words, (path, name)
