"""Which games tell of themselves in scenario files, by the word in ``format``; none is imported before it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from .dialect import Dialect

__all__ = ["FORMATS", "of_format"]

FORMATS: Final = {"vendetta-scenario/1": "vendetta_kit.games.vendetta.scenarios"}
"""The modules that hold each format's ``DIALECT``, Vendetta's first."""


def of_format(document: Any) -> Dialect:
    """Return the dialect that a file's values name; Vendetta's for a file that names none of ours.

    >>> of_format({"format": "vendetta-scenario/1"}).rules.id
    'vendetta'
    """
    said = document.get("format") if isinstance(document, dict) else None
    module = FORMATS.get(said) if isinstance(said, str) else None
    dialect: Dialect = import_module(module or next(iter(FORMATS.values()))).DIALECT
    return dialect
