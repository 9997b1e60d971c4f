"""Only the ledger changes a count of Blood or Influence: read off the source, so that no path is missed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from vendetta_kit.games.rivals.engine import state as rivals
from vendetta_kit.games.vendetta.engine import state
from vendetta_kit.games.vtes.engine import state as vtes
from vendetta_kit.kernel import state as kernel

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (ROOT / "vendetta_kit", ROOT / "widgets")
ACCOUNTS = {"BANK", "BANK_BLOOD", "BANK_INFLUENCE", "POOL", "INFL", "BLOOD", "PRESTIGE", "SUPPLY", "MARKED", "purse"}
PLACES = {
    name
    for module in (state, vtes, rivals, kernel)
    for name, value in vars(module).items()
    if name.isupper() and isinstance(value, int)
}
CHANGERS = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "__setitem__", "__delitem__"}

MOVES = {("kernel/ledger.py", "move")}
BEGINS = {
    ("games/rivals/engine/game.py", "Game.unbegun"),
    ("games/vendetta/engine/position.py", "Builder._counts"),
    ("games/vendetta/engine/position.py", "Builder._deployed"),
    ("games/vtes/engine/new_game.py", "deal"),
    ("games/rivals/engine/position.py", "_Laying.city"),
    ("games/rivals/engine/position.py", "_Laying.seat"),
    ("games/rivals/engine/position.py", "_Laying.vampire"),
    ("games/rivals/engine/position.py", "game_at"),
    ("games/vtes/engine/position.py", "_Laying.lay"),
    ("games/vtes/engine/position.py", "new"),
}
"""What sets a table up before anything happens: a new game's, and one that somebody has described."""
LAYS = {
    ("kernel/state.py", "StateSchema.blank"),
    ("kernel/state.py", "StateSchema.lay"),
    ("games/vendetta/engine/position.py", "Builder._counts"),
}
"""What sets whichever counts of a blank game, or of a described position, a game's schema declares."""
THINKS = {
    ("games/vendetta/flows/power_breakdown.py", "power_of_play"),
    ("games/vendetta/engine/conflict.py", "turned_up"),
}
"""What would be, worked out in a copy of what a seat knows: there is no game in it."""
HIDES = {
    ("kernel/visibility.py", "VisibilityTable.observe"),
    ("kernel/visibility.py", "without_secrets"),
    ("games/vendetta/engine/observation.py", "observe"),
    ("kernel/visibility.py", "VisibilityTable.imagine"),
    ("games/vtes/engine/visibility.py", "observe"),
    ("games/vtes/engine/visibility.py", "imagine"),
}
"""What puts something else in the place of what a reader may not know, in an observation or an imagined game."""
WHOLE = {
    *THINKS,
    *HIDES,
    ("kernel/visibility.py", "Observation.__init__"),
    ("games/rivals/engine/position.py", "_Laying.__init__"),
    ("games/vtes/bots/bot_view.py", "BotView.__init__"),
    ("games/vtes/bots/bot_view.py", "Imagined.__init__"),
    ("kernel/game.py", "Game.__init__"),
    ("kernel/state.py", "blank"),
    ("kernel/game.py", "Game._restore"),
}
"""What puts a whole list of counts in place: a blank one, one reached by play, an observation's own copy."""


class Write(NamedTuple):
    """One place in the source that changes a list of counts: ``what`` is account, other, unclear or whole."""

    file: str
    function: str
    line: int
    what: str


def targets(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that a statement or expression binds, changes or deletes."""
    found: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        found = list(node.targets)
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.NamedExpr | ast.comprehension):
        found = [node.target]
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        found = [node.optional_vars]
    while found:
        target = found.pop()
        if isinstance(target, ast.Tuple | ast.List):
            found += target.elts
        elif isinstance(target, ast.Starred):
            found.append(target.value)
        else:
            yield target


def is_counts(node: ast.expr, aliases: set[str]) -> bool:
    """Whether an expression is a list of counts: ``n``, ``game.n``, or a name for it."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return is_counts(node.value, aliases)
    return (isinstance(node, ast.Name) and node.id in aliases) or (isinstance(node, ast.Attribute) and node.attr == "n")


def names_in(node: ast.AST, loops: dict[str, set[str]]) -> set[str]:
    """Names in an index; a loop over places of the state stands for these places."""
    found: set[str] = set()
    for part in ast.walk(node):
        name = part.id if isinstance(part, ast.Name) else part.attr if isinstance(part, ast.Attribute) else ""
        found |= loops.get(name, {name})
    return found


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, list[ast.AST]]]:
    """Every function with the nodes that are its own; the module itself is ``""``."""
    own: list[ast.AST] = []
    todo = list(ast.iter_child_nodes(tree))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        else:
            own.append(node)
            todo += ast.iter_child_nodes(node)
    yield prefix.rstrip("."), own


def writes(source: str, file: str) -> Iterator[Write]:
    """Every write to a list of counts in one file."""
    for function, nodes in functions(ast.parse(source)):
        aliases = {"n"}
        for node in nodes:
            if isinstance(node, ast.Assign) and any(is_counts(part, {"n"}) for part in _values(node.value)):
                aliases |= {target.id for target in targets(node) if isinstance(target, ast.Name)} & _alias_of(node)
        loops = {
            node.target.id: names_in(node.iter, {})
            for node in nodes
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Tuple)
        }
        for node in nodes:
            for target in targets(node):
                if isinstance(target, ast.Attribute) and target.attr == "n":
                    yield Write(file, function, target.lineno, "whole")
                elif isinstance(target, ast.Subscript):
                    names = names_in(target.slice, loops)
                    if names & ACCOUNTS:
                        yield Write(file, function, target.lineno, "account")
                    elif is_counts(target.value, aliases):
                        if isinstance(target.slice, ast.Slice):
                            yield Write(file, function, target.lineno, "whole")
                        else:
                            what = "other" if names & PLACES else "unclear"
                            yield Write(file, function, target.lineno, what)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in CHANGERS and is_counts(node.func.value, aliases):
                    yield Write(file, function, node.lineno, "unclear")
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr":
                yield Write(file, function, node.lineno, "unclear")


def _values(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _alias_of(node: ast.Assign) -> set[str]:
    """Names that an assignment makes names of a list of counts; pairs are matched in their order."""
    found = set()
    for target in node.targets:
        pairs = (
            zip(target.elts, node.value.elts, strict=False)
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            else [(target, node.value)]
        )
        for name, value in pairs:
            if isinstance(name, ast.Name) and is_counts(value, {"n"}):
                found.add(name.id)
    return found


def all_writes() -> list[Write]:
    found = []
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            if "_data" not in path.parts:
                found += writes(path.read_text(encoding="utf-8"), path.relative_to(package).as_posix())
    return found


@pytest.mark.rules("GLOS-09", "GLOS-10", "GLOS-11", "GLOS-12", "GLOS-13")
def test_only_the_ledger_changes_counts() -> None:
    found = all_writes()
    changing = {(write.file, write.function) for write in found if write.what == "account"}
    assert changing <= MOVES | BEGINS | THINKS | HIDES
    unclear = [
        write for write in found if write.what == "unclear" and (write.file, write.function) not in MOVES | HIDES | LAYS
    ]
    assert not unclear, "name the place of the state that is written, so that a reader sees that it is no account"
    assert {(write.file, write.function) for write in found if write.what == "whole"} <= WHOLE
    assert sum((write.file, write.function) in MOVES for write in found) == 2  # one account pays, the other gets
    assert len(found) > 100  # the engine's other writes are seen too


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("n[POOL + seat] -= 1", "account"),
        ("g.n[BLOOD + seat * 4 + loc] = 0", "account"),
        ("n[state.INFL], other = 1, 2", "account"),
        ("counts[BANK_BLOOD] += 1", "account"),
        ("g.n[g.table.purse[card]] = 0", "account"),
        ("for n[POOL] in (1, 2): pass", "account"),
        ("for k in (POOL, INFL): n[k + seat] = 0", "account"),
        ("place = POOL + seat; n[place] = 0", "unclear"),
        ("mine = g.n; mine[place] = 0", "unclear"),
        ("n, z = g.n, g.z; z[HAND] = (); n[k] = 0", "unclear"),
        ("g.n.__setitem__(33, 0)", "unclear"),
        ("n.pop()", "unclear"),
        ("setattr(g, 'n', [])", "unclear"),
        ("g.n = []", "whole"),
        ("g.n[:] = other.n", "whole"),
        ("n[ASK] = 0", "other"),
        ("for k in (EXACT, AMONG): n[k + 1] = 0", "other"),
    ],
)
def test_no_way_around_is_missed(line: str, what: str) -> None:
    assert [write.what for write in writes(line, "x.py")] == [what]
