"""A YAML file as plain values, each with its line: read safely, and no larger than a scenario can be.

Only plain YAML is taken: text, whole numbers, truth values, null, lists, keys with values. Nothing in a file can make
an object, and a file that refers to itself or grows when it is read is refused.
"""

from __future__ import annotations

import os
import re
from typing import Any, Final, NoReturn

from vendetta_kit.paths import data_dir

from .model import BadScenario, Where

MOST_BYTES: Final = 500_000
MOST_VALUES: Final = 20_000
MOST_DEEP: Final = 20
HOLDS: Final = "format, id, title, seats, steps, expect"
_WHOLE: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_TRUE: Final = ("y", "yes", "true", "on")
_TAG: Final = "tag:yaml.org,2002:"
_TEXT: Final = ("str", "int", "float", "timestamp", "value", "merge", "binary")


class Document:
    """The values of a file and the line of each.

    ``what`` names such a file in the messages, ``holds`` says what is in one; what is wrong is raised as ``error``.
    """

    def __init__(
        self, file: str, what: str = "scenario", holds: str = HOLDS, error: type[BadScenario] = BadScenario
    ) -> None:
        self.file = file
        self.what = what
        self.holds = holds
        self.error = error
        self.value: Any = None
        self.text = ""
        self._lines: dict[Where, int] = {(): 1}
        self._count = 0

    def line(self, path: Where) -> int:
        """The line of a value, or of the nearest thing around it."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def fail(self, path: Where, fault: str, expected: str) -> NoReturn:
        """Say what is wrong at a place of this file."""
        from vendetta_kit.engine.reading import place

        raise self.error(self.file, self.line(path), place(path) if path else "file", fault, expected)

    def read(self) -> None:
        """Read the file.

        Raises:
            BadScenario: it cannot be read, is no plain YAML, or is too large.
        """
        expected = f"a {self.what} file"
        try:
            with open(self.file, "rb") as file:
                raw = file.read(MOST_BYTES + 1)
        except OSError as error:
            self.fail((), f"cannot be read ({error.strerror or error})", expected)
        except ValueError as error:
            self.fail((), f"cannot be read ({error})", expected)
        self.take(raw)

    def take(self, raw: bytes) -> None:
        """Read what was handed over as bytes. Raises as :meth:`read` does."""
        expected = f"a {self.what} file"
        if len(raw) > MOST_BYTES:
            self.fail((), f"larger than {MOST_BYTES} bytes", expected)
        try:
            self.text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self._lines[()] = raw.count(b"\n", 0, error.start) + 1
            self.fail((), f"not UTF-8 text (byte {error.start})", expected)
        self.parse()

    def part(self, path: Where, value: Any) -> Document:
        """A part of this file as a document of its own: its lines and messages are those of the whole."""
        return _Part(self, path, value)

    def parse(self) -> None:
        """Turn the text into values."""
        import yaml

        loader: Any = yaml.SafeLoader
        if self.file.startswith(data_dir() + os.sep):  # the kit's own: many times as fast where there is libyaml
            loader = getattr(yaml, "CSafeLoader", loader)
        try:
            node = yaml.compose(self.text, Loader=loader)
            if node is None:
                self.fail((), "empty", f"a {self.what}: {self.holds}")
            self.value = self._plain(node, (), 0)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            self._lines[()] = mark.line + 1 if mark is not None else 1
            problem = error.problem or "it breaks the form"
            self.fail((), f"not YAML ({problem})", "keys and values, well indented")
        except yaml.YAMLError as error:
            if isinstance(getattr(error, "position", None), int):
                self._lines[()] = self.text.count("\n", 0, error.position) + 1  # type: ignore[attr-defined]
            self.fail((), f"not YAML ({getattr(error, 'reason', error)})", "keys and values, well indented")
        except RecursionError:
            self.fail((), f"deeper than {MOST_DEEP} levels", f"a {self.what}, which is flatter")

    def _plain(self, node: Any, path: Where, depth: int) -> Any:
        self._count += 1
        self._lines.setdefault(path, node.start_mark.line + 1)
        if depth > MOST_DEEP:
            self.fail(path[:3], f"deeper than {MOST_DEEP} levels", f"a {self.what}, which is flatter")
        if self._count > MOST_VALUES:
            self.fail(path[:3], f"more than {MOST_VALUES} values", f"a {self.what}, which is smaller")
        tag = str(node.tag)
        name = tag.removeprefix(_TAG)
        if node.id == "sequence" and name == "seq":
            return [self._plain(item, (*path, k), depth + 1) for k, item in enumerate(node.value)]
        if node.id == "mapping" and name == "map":
            return self._mapping(node, path, depth)
        if node.id != "scalar" or not tag.startswith(_TAG) or name not in (*_TEXT, "bool", "null"):
            self.fail(path, f"the tag {tag.replace(_TAG, '!!')}", "plain YAML without tags")
        if name == "null":
            return None
        text = str(node.value)
        if name == "bool":
            return text.lower() in _TRUE
        if name == "int" and _WHOLE.fullmatch(text):
            return int(text)
        return text

    def _mapping(self, node: Any, path: Where, depth: int) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for key, value in node.value:
            if key.id != "scalar":
                self._lines[path] = key.start_mark.line + 1
                self.fail(path, "a key that is a list or holds keys itself", "keys that are words")
            name = str(key.value)
            here = (*path, name)
            if name in row:
                self._lines[here] = key.start_mark.line + 1
                self.fail(here, "the key stands here twice", "each key once")
            self._lines[here] = key.start_mark.line + 1
            row[name] = self._plain(value, here, depth + 1)
        return row


class _Part(Document):
    """What stands at ``base`` in another document."""

    def __init__(self, whole: Document, base: Where, value: Any) -> None:
        super().__init__(whole.file, whole.what, whole.holds, whole.error)
        self.whole = whole
        self.base = base
        self.value = value
        self.text = whole.text

    def line(self, path: Where) -> int:
        return self.whole.line((*self.base, *path))

    def fail(self, path: Where, fault: str, expected: str) -> NoReturn:
        self.whole.fail((*self.base, *path), fault, expected)


def flow(value: Any) -> str:
    """A value as one line of YAML reads.

    >>> flow({"seat": "Ann", "hand": ["BR01", "BR02"], "out": False})
    '{seat: Ann, hand: [BR01, BR02], out: false}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(part) for part in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return " ".join(str(value).split())
