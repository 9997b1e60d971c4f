"""Writes the values of a scenario as YAML in the layout that people use.

>>> row = {"id": "x", "title": {"en": "Night one: the feast"}, "seats": [{"name": "No", "blood": 3}]}
>>> print(scenario_yaml(row), end="")
id: x
title: {en: 'Night one: the feast'}
seats:
  - {name: 'No', blood: 3}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_WIDE: Final = 10**6
_IN_ROWS: Final = ("seats", "deployed", "steps", "expect")
"""The keys whose lists get one line for each item."""


def scenario_yaml(document: Mapping[str, Any]) -> str:
    """Return the values of a scenario as YAML, which :func:`.parser.parse_text` reads back.

    Args:
        document: plain values by key, in the order of the output.
    """
    lines = []
    for key, value in document.items():
        if key in _IN_ROWS and value:
            lines += [f"{key}:", *(f"  - {flow_yaml(row)}" for row in value)]
        else:
            lines.append(f"{key}: {flow_yaml(value)}")
    return "\n".join(lines) + "\n"


def flow_yaml(value: Any) -> str:
    """Return a value on one line, with quotation marks where YAML would read it as something else."""
    import yaml

    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=_WIDE, sort_keys=False)
    return text.removesuffix("...\n").rstrip("\n")
