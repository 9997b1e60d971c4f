"""Reads a YAML file as plain values, each with its line, within limits of size; common slips get a remedy.

Only text, whole numbers, truth values, null, lists and mappings are accepted: no tags that make objects, no aliases.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from vendetta_kit import safe_files
from vendetta_kit.data_paths import data_dir
from vendetta_kit.input_errors import Message, Path, path_text
from vendetta_kit.safe_files import MOST_DEEP, Unreadable, is_whole

from .model import BadScenario

if TYPE_CHECKING:
    import yaml


MOST_BYTES: Final = 500_000
MOST_VALUES: Final = 4_000
"""The most values in a file: five times those of the kit's largest lesson; reading them takes under a second."""
HOLDS: Final = ("format", "id", "title", "seats", "steps", "expect")
_WHOLE: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_TRUE: Final = ("y", "yes", "true", "on")
_TAG: Final = "tag:yaml.org,2002:"
_TEXT: Final = ("str", "int", "float", "timestamp", "value", "merge", "binary")


class Document:
    """The values of a file and the line of each.

    ``what`` names such a file in messages, ``holds`` lists the keys of one; faults are raised as ``error``.
    """

    def __init__(
        self, file: str, what: str = "scenario", holds: Sequence[str] = HOLDS, error: type[BadScenario] = BadScenario
    ) -> None:
        self.file = file
        self.what = what
        self.holds = holds
        self.error = error
        self.value: Any = None
        self.text = ""
        self._lines: dict[Path, int] = {(): 1}
        self._count = 0

    def line(self, path: Path) -> int:
        """Return the line of a value, or of the innermost value around it."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        """Raise the error that names a fault and its place in this file."""
        if fault.key == "found" and isinstance(fault.values["value"], bool):
            fault = Message("found_truth", **fault.values)
        raise self.error(self.file, self.line(path), path_text(path), fault, expected)

    def read(self) -> None:
        """Read the file.

        Raises:
            BadScenario: it cannot be read, is not plain YAML, or is too large.
        """
        try:
            raw = safe_files.read(self.file, MOST_BYTES)
        except Unreadable as bad:
            self.fail((), bad.fault, Message(f"want.file.{self.what}"))
        self.take(raw)

    def take(self, content: str | bytes) -> None:
        """Read the given content instead of the file's. Raises as :meth:`read` does."""
        try:
            self.text = safe_files.text_of(content, MOST_BYTES)
        except Unreadable as bad:
            self._lines[()] = bad.line
            self.fail((), bad.fault, Message(f"want.file.{self.what}"))
        self.parse()

    def part(self, path: Path, value: Any) -> Document:
        """Return a part of this file as a document; its lines and messages are those of the file."""
        return _Part(self, path, value)

    def parse(self) -> None:
        """Set the values from the text."""
        import yaml

        try:
            node = self._compose()
            if node is None:
                self.fail((), Message("empty"), Message(f"want.whole.{self.what}", holds=self.holds))
            self.value = self._plain(node, (), 0)
        except yaml.MarkedYAMLError as error:
            found = explain_yaml_error(error, self.text)
            self._lines[()] = found.line
            self.fail((), found.fault, found.expected)
        except yaml.YAMLError as error:
            if isinstance(getattr(error, "position", None), int):
                self._lines[()] = self.text.count("\n", 0, error.position) + 1  # type: ignore[attr-defined]
            self.fail((), Message("yaml", problem=getattr(error, "reason", error)), Message("want.yaml"))
        except RecursionError:
            self._too_deep(())

    def _compose(self) -> Any:
        """Return the text as YAML nodes; those of files from outside are counted while they are made."""
        import yaml

        if self.file.startswith(data_dir() + os.sep):  # the kit's own need no count; libyaml is many times as fast
            return yaml.compose(self.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return yaml.compose(self.text, Loader=self._counting(yaml.SafeLoader))

    def _counting(self, loader: Any) -> Any:
        """Return a subclass of a loader that stops as soon as a limit of size is passed."""
        document, count = self, 0

        class Counting(loader):  # type: ignore[misc]
            def compose_node(self, parent: Any, index: Any) -> Any:
                nonlocal count
                count += 1
                if count > 2 * MOST_VALUES:  # keys are nodes, too
                    document._lines[()] = self.line + 1
                    document._too_many(())
                return super().compose_node(parent, index)

            def fetch_more_tokens(self) -> None:
                try:
                    super().fetch_more_tokens()
                except (ValueError, OverflowError):  # no such character, or a number with too many digits for Python
                    document._lines[()] = self.line + 1
                    expected = "want.sign" if self.buffer[self.pointer - 1] == "U" else "want.yaml"
                    document.fail((), Message("yaml.number", column=self.column + 1), Message(expected))

        return Counting

    def _too_deep(self, path: Path) -> NoReturn:
        self.fail(path[:3], Message("deep", most=MOST_DEEP), Message(f"want.flat.{self.what}"))

    def _too_many(self, path: Path) -> NoReturn:
        self.fail(path[:3], Message("many", most=MOST_VALUES), Message(f"want.small.{self.what}"))

    def _plain(self, node: Any, path: Path, depth: int) -> Any:
        self._count += 1
        self._lines.setdefault(path, node.start_mark.line + 1)
        if depth > MOST_DEEP:
            self._too_deep(path)
        if self._count > MOST_VALUES:
            self._too_many(path)
        tag = str(node.tag)
        name = tag.removeprefix(_TAG)
        if node.id == "sequence" and name == "seq":
            return [self._plain(item, (*path, k), depth + 1) for k, item in enumerate(node.value)]
        if node.id == "mapping" and name == "map":
            return self._mapping(node, path, depth)
        if node.id != "scalar" or not tag.startswith(_TAG) or name not in (*_TEXT, "bool", "null"):
            self.fail(path, Message("tag", tag=tag.replace(_TAG, "!!")), Message("want.no_tags"))
        if name == "null":
            return None
        text = self._whole_signs(node, path)
        if name == "bool":
            return text.lower() in _TRUE
        if name == "int" and _WHOLE.fullmatch(text):
            return int(text)
        return text

    def _whole_signs(self, node: Any, path: Path) -> str:
        """Return the text of a node; raise an error if one of its characters cannot be encoded."""
        text = str(node.value)
        if not is_whole(text):
            self._lines[path] = node.start_mark.line + 1
            self.fail(path, Message("half_sign"), Message("want.whole_signs"))
        return text

    def _mapping(self, node: Any, path: Path, depth: int) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for key, value in node.value:
            if key.id != "scalar":
                self._lines[path] = key.start_mark.line + 1
                self.fail(path, Message("key_no_word"), Message("want.word_keys"))
            name = self._whole_signs(key, path)
            here = (*path, name)
            if name in row:
                self._lines[here] = key.start_mark.line + 1
                self.fail(here, Message("key_twice"), Message("want.each_key_once"))
            self._lines[here] = key.start_mark.line + 1
            row[name] = self._plain(value, here, depth + 1)
        return row


class _Part(Document):
    """The part of another document at the path ``base``."""

    def __init__(self, whole: Document, base: Path, value: Any) -> None:
        super().__init__(whole.file, whole.what, whole.holds, whole.error)
        self.whole = whole
        self.base = base
        self.value = value
        self.text = whole.text

    def line(self, path: Path) -> int:
        return self.whole.line((*self.base, *path))

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        self.whole.fail((*self.base, *path), fault, expected)


def yaml_line(value: Any) -> str:
    """Return a value as one line of YAML.

    >>> yaml_line({"seat": "Ann", "hand": ["BR01", "BR02"], "out": False})
    '{seat: Ann, hand: [BR01, BR02], out: false}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {yaml_line(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(yaml_line(part) for part in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return " ".join(str(value).split())


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
