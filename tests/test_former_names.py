"""What a program of the last version calls is still there, and says what it is called now."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

from vendetta_kit import Game
from vendetta_kit.games.vtes.engine.game import Game as VtesGame

FORMER = [
    ("vendetta_kit.games.vendetta.bots", "Reason", "ChoiceReason"),
    ("vendetta_kit.games.vendetta.bots", "Worlds", "ImaginedWorlds"),
    ("vendetta_kit.games.vendetta.box", "UnknownLanguage", "UnknownCardLanguage"),
    ("vendetta_kit.lab", "described", "describe_tables"),
    ("vendetta_kit.lab", "held", "folder_contents"),
    ("vendetta_kit.lab", "named", "with_names"),
    ("vendetta_kit.lab", "spare", "temporary_folder"),
    ("vendetta_kit.games.vendetta.lab", "described", "describe_tables"),
    ("vendetta_widgets", "look", "table"),
    ("vendetta_kit.scenarios", "Heading", "ScenarioHeading"),
    ("vendetta_kit.scenarios", "Telling", "ScenarioRun"),
    ("vendetta_kit.scenarios", "Verdict", "ScenarioResult"),
]


@pytest.mark.parametrize(("module", "name", "today"), FORMER)
def test_a_former_public_name_leads_to_todays(module: str, name: str, today: str) -> None:
    found = import_module(module)
    with pytest.warns(DeprecationWarning, match=f"{name} is now called {today}"):
        assert getattr(found, name) is getattr(found, today)
    assert today in found.__all__


@pytest.mark.parametrize("module", sorted({module for module, _, _ in FORMER}))
def test_a_name_that_never_was_is_refused(module: str) -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing_like_it'"):
        import_module(module).nothing_like_it  # noqa: B018


# Examples --------------------------------------------------------------------------------------------------


PUBLIC = Path(__file__).resolve().parents[1] / "docs" / "public.md"
MODULES = re.findall(r"^\| `(vendetta_[\w.]+)` \|(.*)$", PUBLIC.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("name", "told"), MODULES, ids=[name for name, _ in MODULES])
def test_every_public_function_has_an_example_and_is_listed(name: str, told: str) -> None:
    module = import_module(name)
    names = getattr(module, "__all__", None) or re.findall(r"`(\w+)`", told)
    functions = {each: getattr(module, each) for each in names if inspect.isfunction(getattr(module, each))}
    assert [each for each, function in functions.items() if ">>> " not in (inspect.getdoc(function) or "")] == []
    assert set(names) <= set(dir(module))
    assert not [each for each in names if each.startswith("_") and each != "__version__"]


@pytest.mark.parametrize("game", [Game.new(seed=7), VtesGame.new(seed=7)])
def test_every_method_of_a_game_has_an_example(game: object) -> None:
    methods = {each: getattr(game, each) for each in dir(game) if not each.startswith("_")}
    functions = {each: method for each, method in methods.items() if inspect.isroutine(method)}
    assert {"apply", "legal", "why_not", "view", "fork", "imagine", "save"} <= set(functions)
    assert [each for each, method in functions.items() if ">>> " not in (inspect.getdoc(method) or "")] == []
