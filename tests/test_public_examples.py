"""Every public function of ``docs/public.md`` has an example, which the doctests run, and is found by completion."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

PUBLIC = Path(__file__).resolve().parents[1] / "docs" / "public.md"
MODULES = re.findall(r"^\| `(vendetta_[\w.]+)` \|", PUBLIC.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_every_public_function_has_an_example_and_is_listed(name: str) -> None:
    module = import_module(name)
    names = getattr(module, "__all__", ["Game"])
    functions = {each: getattr(module, each) for each in names if inspect.isfunction(getattr(module, each))}
    assert [each for each, function in functions.items() if ">>> " not in (inspect.getdoc(function) or "")] == []
    assert set(names) <= set(dir(module))
    assert not [each for each in names if each.startswith("_") and each != "__version__"]
