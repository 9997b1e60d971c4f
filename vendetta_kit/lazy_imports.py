"""Lets a package import each of its names when it is first used, so that importing the package stays fast.

The stub beside the package (``__init__.pyi``) says which module has which name, also for type checkers and editors:
``from .module import Name as Name``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from typing import Any

__all__ = ["deferred"]


def deferred(package: str, file: str) -> tuple[list[str], Callable[[str], Any]]:
    """Return ``__all__`` and ``__getattr__`` for a package, made from its stub.

    Args:
        package: the ``__name__`` of the package.
        file: the ``__file__`` of the package.

    >>> import vendetta_widgets
    >>> names, get = deferred("vendetta_widgets", vendetta_widgets.__file__)
    >>> "play" in names, get("play").__module__
    (True, 'vendetta_widgets.games.vendetta.game_page')
    """
    with open(f"{file.rpartition('.')[0]}.pyi", encoding="utf-8") as stub:
        lines = [node for node in ast.parse(stub.read()).body if isinstance(node, ast.ImportFrom)]
    places = {name.name: f"{'.' * node.level}{node.module}" for node in lines for name in node.names}

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(places[name], package), name)

    return sorted(places), get
