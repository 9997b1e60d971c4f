"""Lets a package import each of its names when it is first used, so that importing the package stays fast.

The stub beside the package (``__init__.pyi``) says which module has which name, also for type checkers and editors:
``from .module import Name as Name``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from vendetta_kit.former_names import former

NONE: Final[Mapping[str, str]] = MappingProxyType({})


def deferred(
    package: str, file: str, former_names: Mapping[str, str] = NONE
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` for a package, made from its stub.

    Args:
        package: the ``__name__`` of the package.
        file: the ``__file__`` of the package.
        former_names: today's names by earlier ones (:func:`.former_names.former`).

    >>> import vendetta_widgets
    >>> names, get, listed = deferred("vendetta_widgets", vendetta_widgets.__file__)
    >>> "play" in names, get("play").__module__, "play" in listed()
    (True, 'vendetta_widgets.games.vendetta.game_page', True)
    """
    with open(f"{file.rpartition('.')[0]}.pyi", encoding="utf-8") as stub:
        lines = [node for node in ast.parse(stub.read()).body if isinstance(node, ast.ImportFrom)]
    places = {name.name: f"{'.' * node.level}{node.module}" for node in lines for name in node.names}

    def get(name: str) -> Any:
        if name in former_names:
            return former(package, {name: get(former_names[name])}, name)
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(places[name], package), name)

    def listed() -> list[str]:
        special = (name for name in vars(import_module(package)) if name.startswith("__"))
        return sorted({*places, *special})

    return sorted(places), get, listed
