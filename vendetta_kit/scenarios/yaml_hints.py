"""Helpful messages for the most common errors in YAML written by hand, each with line, column and remedy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.input_errors import Message

if TYPE_CHECKING:
    import yaml

_QUOTES: Final = ("'", '"')
_BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""Matches the end of a line of YAML."""


class YamlSlip(NamedTuple):
    """An error in YAML: its line, what is wrong, and what was expected."""

    line: int
    fault: Message
    expected: Message


def explain_yaml_error(error: yaml.MarkedYAMLError, text: str) -> YamlSlip:
    """Return the likely cause of a YAML error; for uncommon errors, the message of the YAML library.

    >>> import yaml
    >>> text = "title: {en: Night one: the feast}"
    >>> try:
    ...     _ = yaml.compose(text)
    ... except yaml.MarkedYAMLError as error:
    ...     print(explain_yaml_error(error, text).fault)
    a colon within a text, at column 22
    """
    mark, context, problem = error.problem_mark, error.context_mark, error.problem or "?"
    here = mark or context
    if here is None:
        return YamlSlip(1, Message("yaml", problem=problem), Message("want.yaml"))
    rows = _BREAK.split(text)
    row = rows[here.line] if here.line < len(rows) else ""
    before, at = row[: here.column], row[here.column : here.column + 1]
    line, where = here.line + 1, {"column": here.column + 1}
    if at == ":" and (problem.startswith("mapping values") or ": " in before):
        return YamlSlip(line, Message("yaml.colon", **where), Message("want.quotes"))
    if at == "\t":
        return YamlSlip(line, Message("yaml.tab", **where), Message("want.spaces"))
    if context is not None and "quoted scalar" in str(error.context):
        return YamlSlip(
            context.line + 1, Message("yaml.quote", column=context.column + 1), Message("want.closing_quote")
        )
    if at and before.rstrip()[-1:] in _QUOTES and "<scalar>" in problem:
        return YamlSlip(line, Message("yaml.after_quote", **where), Message("want.other_quotes"))
    if at and "cannot start any token" in problem:
        return YamlSlip(line, Message("yaml.sign", sign=at, **where), Message("want.quotes"))
    if context is not None and str(error.context).startswith("while parsing a flow"):
        opened, closed = "{}" if "mapping" in str(error.context) else "[]"
        if here.line > context.line or not at:
            fault = Message("yaml.bracket", bracket=opened, column=context.column + 1)
            return YamlSlip(context.line + 1, fault, Message("want.closing_bracket", bracket=closed))
    return YamlSlip(line, Message("yaml", problem=problem), Message("want.yaml"))
