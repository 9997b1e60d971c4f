"""Checks of the values of a document; a fault is raised with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from vendetta_kit.input_checks import Checks
from vendetta_kit.input_errors import Message, Path, cut, path_text
from vendetta_kit.rulebook import is_id

from .model import SourceMark
from .yaml_document import Document, yaml_line

LONGEST_MARK: Final = 160
"""The most characters of a step or expectation that a message repeats."""
SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Values(Checks):
    """Checks the values of a document; ``path`` is the place of a value in it."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        self.document.fail(path, fault, expected)

    def mark(self, path: Path, value: Any) -> SourceMark:
        return SourceMark(self.document.line(path), path_text(path), cut(yaml_line(value), LONGEST_MARK))

    def must(self, value: Any, path: Path) -> None:
        if value is not True:
            self.found(path, value, Message("want.true"))

    def rule(self, value: Any, path: Path) -> str:
        if not isinstance(value, str) or not self.is_rule(value):
            self.found(path, value, Message("want.rule"))
        return value

    def is_rule(self, text: str) -> bool:
        """Return whether a rule or ruling has this id."""
        return is_id(text)

    def title(self, value: Any, path: Path) -> Mapping[str, str]:
        """Return a title by language."""
        row = self.mapping(value, path)
        if not row:
            self.fail(path, Message("no_words"), Message("want.words"))
        for lang, words in row.items():
            if not re.fullmatch(r"[a-z]{2,3}", lang) or not isinstance(words, str) or not words.strip():
                self.found((*path, lang), words, Message("want.title"))
        return {lang: str(words) for lang, words in row.items()}
