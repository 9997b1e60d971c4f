"""Writing a scenario down: its values as YAML that reads as a person would write it.

>>> print(write({"id": "x", "title": {"en": "Night one: the feast"}, "seats": [{"name": "No", "blood": 3}]}), end="")
id: x
title: {en: 'Night one: the feast'}
seats:
  - {name: 'No', blood: 3}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["write"]

_WIDE: Final = 10**6
_IN_ROWS: Final = ("seats", "deployed", "steps", "expect")
"""Keys whose lists have a line for each of their values."""


def write(document: Mapping[str, Any]) -> str:
    """Write the values of a scenario as YAML; :func:`.parser.parse_text` reads the same values.

    Args:
        document: plain values by key, in the order in which they are to stand.
    """
    lines = []
    for key, value in document.items():
        if key in _IN_ROWS and value:
            lines += [f"{key}:", *(f"  - {_flow(row)}" for row in value)]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    """A value on one line, in quotation marks where YAML would take it for something else."""
    import yaml

    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=_WIDE, sort_keys=False)
    return text.removesuffix("...\n").rstrip("\n")
