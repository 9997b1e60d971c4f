"""Reading saved progress: a wrong file is named with its fault, its place and what was expected, in one line."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from vendetta_kit.course.progress import FORMAT, LOG, MOST, Answer, BadProgress, LessonMark, Progress, RuleMark
from vendetta_kit.course.schedule import LEARNING, RELEARNING, Memory

__all__ = ["parse", "read"]

MOST_BYTES: Final = 1_000_000
_LATEST: Final = 253402300799  # the last second of the year 9999
_COUNTS: Final = ("met", "used", "refused", "right", "wrong")


def parse(text: str | bytes, name: str) -> Any:
    """The JSON in a file's content."""
    file = _Reader(name)
    if len(text) > MOST_BYTES:
        file.fail("", f"larger than {MOST_BYTES} bytes; no saved progress is")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            file.fail("", f"not UTF-8 text at byte {error.start}; expected saved progress ({FORMAT})")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        fault = "cut off" if error.pos >= len(text.rstrip()) else "not JSON"
        file.fail("", f"{fault} at line {error.lineno}, column {error.colno}; expected saved progress ({FORMAT})")
    except (RecursionError, ValueError):
        file.fail("", f"not JSON that progress could be; expected saved progress ({FORMAT})")


def read(data: Any, name: str) -> Progress:
    """Progress out of its JSON object."""
    file = _Reader(name)
    if not isinstance(data, dict) or "format" not in data:
        file.fail("", f"no saved progress: there is no 'format'; expected {FORMAT!r}")
    if data["format"] != FORMAT:
        file.fail("", f"format {data['format']!r:.60}; this version of the kit reads {FORMAT!r}")
    file.only("", data, ("format", "rules", "lessons", "log"))
    rules = {key: file.rule(f"rules.{key}", row) for key, row in file.table("rules", data.get("rules")).items()}
    lessons = {
        key: file.lesson(f"lessons.{key}", row) for key, row in file.table("lessons", data.get("lessons")).items()
    }
    lines = data.get("log")
    if not isinstance(lines, list):
        file.expected("log", "a list", lines)
    log = {file.answer(f"log[{place}]", row) for place, row in enumerate(lines)}
    return Progress(rules, lessons, tuple(sorted(log)[-LOG:]))


class _Reader:
    """Checks values of one file and names what is wrong with them."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, where: str, fault: str) -> NoReturn:
        line = f"{self.name}: {where + ': ' if where else ''}{fault}"
        readable = line.encode("utf-8", "backslashreplace").decode()
        raise BadProgress("".join(c if c.isprintable() else " " for c in readable)[:400]) from None

    def expected(self, where: str, what: str, found: Any) -> NoReturn:
        self.fail(where, f"expected {what}, found {_short(found)}")

    def only(self, where: str, row: dict[str, Any], keys: tuple[str, ...]) -> None:
        for key in row:
            if key not in keys:
                self.fail(where, f"unknown key {key!r:.60}; expected {', '.join(keys)}")

    def table(self, where: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.expected(where, "an object", value)
        return value

    def name_of(self, where: str, value: Any) -> str:
        if not isinstance(value, str):
            self.expected(where, "an id in quotation marks", value)
        return value

    def whole(self, where: str, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            self.expected(where, f"a whole number from {least} to {most}", value)
        return int(value)

    def number(self, where: str, value: Any, least: float, most: float) -> float:
        if type(value) not in (int, float) or not least <= value <= most:
            self.expected(where, f"a number from {least:g} to {most:g}", value)
        return float(value)

    def rule(self, where: str, row: Any) -> RuleMark:
        if not isinstance(row, dict):
            self.expected(where, "an object", row)
        self.only(where, row, ("first", *_COUNTS, "memory"))
        counts = {key: self.whole(f"{where}.{key}", row.get(key, 0), 0, MOST) for key in _COUNTS}
        first = self.whole(f"{where}.first", row.get("first"), 1, 10**9)
        memory = self.memory(f"{where}.memory", row["memory"]) if "memory" in row else None
        return RuleMark(first, memory=memory, **counts)

    def memory(self, where: str, row: Any) -> Memory:
        if not isinstance(row, list) or len(row) != len(Memory._fields):
            self.expected(where, f"a list of {len(Memory._fields)} numbers", row)
        return Memory(
            last=self.whole(f"{where}[0]", row[0], 0, _LATEST),
            due=self.whole(f"{where}[1]", row[1], 0, _LATEST),
            streak=self.whole(f"{where}[2]", row[2], 0, 10**9),
            state=self.whole(f"{where}[3]", row[3], LEARNING, RELEARNING),
            step=self.whole(f"{where}[4]", row[4], 0, 9),
            stability=self.number(f"{where}[5]", row[5], 0.001, 36500),
            difficulty=self.number(f"{where}[6]", row[6], 1, 10),
        )

    def lesson(self, where: str, row: Any) -> LessonMark:
        if not isinstance(row, dict):
            self.expected(where, "an object", row)
        self.only(where, row, ("moments", "finished"))
        moments, finished = row.get("moments"), row.get("finished")
        if not isinstance(moments, list):
            self.expected(f"{where}.moments", "a list", moments)
        if not isinstance(finished, bool):
            self.expected(f"{where}.finished", "true or false", finished)
        return LessonMark(
            frozenset(self.name_of(f"{where}.moments[{k}]", moment) for k, moment in enumerate(moments)), finished
        )

    def answer(self, where: str, row: Any) -> Answer:
        if not isinstance(row, list) or len(row) != len(Answer._fields):
            self.expected(where, "[time, rule, right, question]", row)
        return Answer(
            self.whole(f"{where}[0]", row[0], 0, _LATEST),
            self.name_of(f"{where}[1]", row[1]),
            bool(self.whole(f"{where}[2]", row[2], 0, 1)),
            self.name_of(f"{where}[3]", row[3]),
        )


def _short(value: Any) -> str:
    """A value for a message: short, and of a large object only its kind."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else f"a list of {len(value)}"
    return "nothing" if value is None else repr(value)[:60]
