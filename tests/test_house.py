"""How the code is laid out stays as good as it was made: bounds on the figures of ``python -m tests.house``."""

from __future__ import annotations

import ast

from tests.house import house, is_shared

MOST = {
    "files": 553,
    "lines": 101_057,
    "hidden imports": 102,
    "names with two meanings": 0,
    "longest chain of imports": 30,
    "arrows that run back up": 0,
}
"""What has been reached. A figure may go down, and its bound with it; none goes up without a reason in the commit."""


def test_the_layout_is_at_least_as_good_as_it_was() -> None:
    figures = house().figures()
    assert set(figures) == set(MOST)
    assert {name: figure for name, figure in figures.items() if figure > MOST[name]} == {}


def test_a_name_with_two_meanings_is_found() -> None:
    """The measure itself: two unlike modules that were called alike would be told."""
    found = house()
    found.classes["Seat"] = [*found.classes["Seat"], "vendetta_kit.course.lessons"]
    try:
        assert "Seat" in found.names_with_two_meanings
    finally:
        found.classes["Seat"].pop()


def test_imports_of_all_kinds_are_told_apart() -> None:
    found = house()
    assert found.hidden_imports
    assert all(one.at_run_time != one.hidden for one in found.imports if one.at_run_time)
    assert found.longest_chain[0] in found.modules


def test_what_all_games_share_names_no_module_of_a_game() -> None:
    """Not even in a text from which it would be imported; examples in docstrings may."""
    for module in sorted(filter(is_shared, house().modules)):
        tree = ast.parse(house().modules[module].read_text("utf-8"))
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        assert not [n.value for n in texts if "vendetta_kit.games." in n.value and id(n) not in said], module
