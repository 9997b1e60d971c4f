"""What a program of the last version calls is still there, and says what it is called now."""

from __future__ import annotations

from importlib import import_module

import pytest

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
