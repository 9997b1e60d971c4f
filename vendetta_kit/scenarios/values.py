"""Reading the values of a document one by one: each is what it must be, or the fault is told with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from vendetta_kit.engine.reading import place, shown
from vendetta_kit.rulebook import is_id

from .document import Document, flow
from .model import Mark, Where

SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Values:
    """Reads values of a document. Every ``path`` says where a value stands."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def fail(self, path: Where, fault: str, expected: str) -> NoReturn:
        self.document.fail(path, fault, expected)

    def mark(self, path: Where, value: Any) -> Mark:
        return Mark(self.document.line(path), place(path), flow(value))

    def mapping(self, value: Any, path: Where, keys: Sequence[str] | None) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.fail(path, f"found {shown(value)}", f"keys and values{': ' + ', '.join(keys) if keys else ''}")
        for key in value:
            if keys is not None and key not in keys:
                self.fail((*path, key), "unknown key", f"one of {', '.join(keys)}")
        return value

    def items(self, value: Any, path: Where) -> list[Any]:
        if not isinstance(value, list):
            self.fail(path, f"found {shown(value)}", "a list")
        return value

    def one_of(self, value: Any, path: Where, words: Sequence[Any]) -> Any:
        if isinstance(value, bool) or value not in words:
            self.fail(path, f"found {shown(value)}", f"one of {', '.join(str(w) for w in words)}")
        return value

    def whole(self, value: Any, path: Where, least: int | None = 0) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
            expected = "a whole number" if least is None else f"a whole number from {least}"
            self.fail(path, f"found {shown(value)}", expected)
        return value

    def truth(self, value: Any, path: Where) -> bool:
        if not isinstance(value, bool):
            self.fail(path, f"found {shown(value)}", "true or false")
        return value

    def must(self, value: Any, path: Where) -> None:
        if value is not True:
            self.fail(path, f"found {shown(value)}", "true")

    def rule(self, value: Any, path: Where) -> str:
        if not isinstance(value, str) or not is_id(value):
            self.fail(path, f"found {shown(value)}", "the id of a rule or ruling, such as PLAN-12 or RUL-01")
        return value

    def title(self, value: Any, path: Where) -> Mapping[str, str]:
        """Words by language."""
        row = self.mapping(value, path, None)
        if not row:
            self.fail(path, "no words", "{en: …, de: …}")
        for lang, words in row.items():
            if not re.fullmatch(r"[a-z]{2,3}", lang) or not isinstance(words, str) or not words.strip():
                self.fail((*path, lang), f"found {shown(words)}", "a language and a title: {en: …, de: …}")
        return {lang: str(words) for lang, words in row.items()}
