"""Reads saved progress; an error is one line with the fault, its place and what was expected."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from vendetta_kit.course.progress import (
    DAY,
    DAYS,
    FORMAT,
    FORMAT_OF_ONE_GAME,
    LOG,
    MOST,
    AnswerRecord,
    BadProgress,
    LessonMark,
    Progress,
    RuleMark,
)
from vendetta_kit.course.schedule import LEARNING, RELEARNING, Memory
from vendetta_kit.input_checks import Checks
from vendetta_kit.input_errors import Message, Path, path_text
from vendetta_kit.registered_games import FIRST
from vendetta_kit.safe_files import Unreadable, json_of
from vendetta_kit.safe_files import read as read_file

_LATEST: Final = 253402300799  # the last second of the year 9999
_COUNTS: Final = ("met", "used", "refused", "right", "wrong")


def load(path: str) -> Progress:
    """Return the progress in a file. Raises :class:`BadProgress`."""
    try:
        raw = read_file(path)
    except Unreadable as bad:
        _Reader(path).fail((), bad.fault, Message("want.progress", format=FORMAT))
    return read(parse(raw, path), path)


def parse(text: str | bytes, name: str) -> Any:
    """Return the JSON value of a file's content. Raises :class:`BadProgress`."""
    try:
        return json_of(text)
    except Unreadable as bad:
        _Reader(name).fail((), bad.fault, Message("want.progress", format=FORMAT))


def read(data: Any, name: str) -> Progress:
    """Return Vendetta's progress from a file's JSON object, with other games' among its ``others``."""
    file = _Reader(name)
    if not isinstance(data, dict) or "format" not in data:
        file.fail((), Message("no_format"), Message("want.progress", format=FORMAT))
    if data["format"] == FORMAT_OF_ONE_GAME:
        return file.game((), {key: value for key, value in data.items() if key != "format"}, FIRST)
    if data["format"] != FORMAT:
        file.found(("format",), data["format"], Message("want.format", format=FORMAT))
    file.mapping(data, (), ("format", "games"))
    games = file.mapping(data.get("games"), ("games",))
    found = Progress()
    for key, row in games.items():
        found = found.merge(file.game(("games", key), row, key))
    return found


class _Reader(Checks):
    """Checks the values in a progress file; a fault raises :class:`BadProgress` with the file's name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        raise BadProgress(f"{self.name}: {path_text(path)}" if path else self.name, fault, expected)

    def id_of(self, path: Path, value: Any) -> str:
        if not isinstance(value, str):
            self.found(path, value, Message("want.id"))
        return value

    def game(self, path: Path, value: Any, game: str) -> Progress:
        whole = self.mapping(value, path, ("rules", "lessons", "done", "days", "log"))
        rows = self.mapping(whole.get("rules"), (*path, "rules"))
        rules = {key: self.rule((*path, "rules", key), row) for key, row in rows.items()}
        rows = self.mapping(whole.get("lessons"), (*path, "lessons"))
        lessons = {key: self.lesson((*path, "lessons", key), row) for key, row in rows.items()}
        lines = self.items(whole.get("log"), (*path, "log"))
        log = {self.answer((*path, "log", k), row) for k, row in enumerate(lines)}
        ticks = self.items(whole.get("done", []), (*path, "done"))
        done = frozenset(self.id_of((*path, "done", k), tick) for k, tick in enumerate(ticks))
        played = self.items(whole.get("days", []), (*path, "days"))
        days = {self.whole(day, (*path, "days", k), 0, _LATEST // DAY) for k, day in enumerate(played)}
        return Progress(rules, lessons, tuple(sorted(log)[-LOG:]), done, frozenset(sorted(days)[-DAYS:]), game)

    def rule(self, path: Path, value: Any) -> RuleMark:
        row = self.mapping(value, path, ("first", *_COUNTS, "memory"))
        counts = {key: self.whole(row.get(key, 0), (*path, key), 0, MOST) for key in _COUNTS}
        first = self.whole(row.get("first"), (*path, "first"), 1, 10**9)
        memory = self.memory((*path, "memory"), row["memory"]) if "memory" in row else None
        return RuleMark(first, memory=memory, **counts)

    def memory(self, path: Path, value: Any) -> Memory:
        count = len(Memory._fields)
        row = self.row(value, path, count, Message("want.numbers", count=count))
        return Memory(
            last=self.whole(row[0], (*path, 0), 0, _LATEST),
            due=self.whole(row[1], (*path, 1), 0, _LATEST),
            streak=self.whole(row[2], (*path, 2), 0, 10**9),
            state=self.whole(row[3], (*path, 3), LEARNING, RELEARNING),
            step=self.whole(row[4], (*path, 4), 0, 9),
            stability=self.number(row[5], (*path, 5), 0.001, 36500),
            difficulty=self.number(row[6], (*path, 6), 1, 10),
        )

    def lesson(self, path: Path, value: Any) -> LessonMark:
        row = self.mapping(value, path, ("moments", "finished"))
        here = (*path, "moments")
        moments = self.items(row.get("moments"), here)
        finished = self.truth(row.get("finished"), (*path, "finished"))
        return LessonMark(frozenset(self.id_of((*here, k), moment) for k, moment in enumerate(moments)), finished)

    def answer(self, path: Path, value: Any) -> AnswerRecord:
        row = self.row(value, path, len(AnswerRecord._fields), Message("want.answer_row"))
        return AnswerRecord(
            self.whole(row[0], (*path, 0), 0, _LATEST),
            self.id_of((*path, 1), row[1]),
            bool(self.whole(row[2], (*path, 2), 0, 1)),
            self.id_of((*path, 3), row[3]),
        )
