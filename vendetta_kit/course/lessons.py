"""Loads lessons: those of each game's course in ``data/<game>/lessons``, or a teacher's own.

The default game is Vendetta.

>>> lesson = find("planning")
>>> lesson.number, lesson.title["de"]
(3, 'Planung')
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, TextIO

from vendetta_kit.data_paths import data_dir
from vendetta_kit.input_checks import UnknownName
from vendetta_kit.registered_games import FIRST, named_in, registered, with_part
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import BadScenario, tell_unusable
from vendetta_kit.scenarios.yaml_document import Document

from .lesson_file import document_of, parse
from .lesson_model import Lesson
from .lesson_player import LessonPlayer
from .questions import Words

WHOLE_GAME: Final = "whole_game"
"""The id of the last part of the course, a game against bots, which has no lesson file."""


def load(path: str) -> Lesson:
    """Return the lesson in a file.

    Raises:
        BadLesson: it is not usable; the message is one line with file, line, key, fault and what was expected.
    """
    document = document_of(path)
    document.read()
    return _parsed(document)


def loads(content: str | bytes, name: str = "lesson.yaml") -> Lesson:
    """Return the lesson in a text; messages call it ``name``. Raises :class:`.lesson_model.BadLesson`."""
    document = document_of(name)
    document.take(content)
    return _parsed(document)


def _parsed(document: Document) -> Lesson:
    return parse(document, registered(named_in(document.value)).subject())


def paths(game: str = FIRST) -> tuple[str, ...]:
    """Return the paths of the kit's lesson files about a game, in the order of its course."""
    folder = os.path.join(data_dir(), registered(game).id, "lessons")
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return tuple(os.path.join(folder, name) for name in names if name.endswith(".yaml"))


@cache
def shipped(game: str = FIRST) -> tuple[Lesson, ...]:
    """Return the kit's lessons about a game in the order of its course; each is read once."""
    return tuple(sorted((_named(path) for path in paths(game)), key=lambda lesson: lesson.number))


class LessonHeading(NamedTuple):
    """The heading of a lesson file: what a table of contents needs."""

    id: str
    number: int
    title: Words
    goal: Words
    minutes: int
    moments: tuple[str, ...]
    rules: tuple[str, ...]
    next: str | None


_BEATS: Final = re.compile(r"^    beats:\n(?:(?: {5,}.*)?\n)*", re.MULTILINE)
"""Matches the beats of a moment in the kit's own files, which are left out when only the heading is read."""


@cache
def headings(game: str = FIRST) -> tuple[LessonHeading, ...]:
    """Return the headings of the kit's lessons about a game, in order, without reading the whole lessons.

    >>> headings()[0].id, headings()[0].number
    ('first_steps', 0)
    """
    import yaml

    found = []
    for path in paths(game):
        with open(path, encoding="utf-8") as file:
            row = yaml.load(_BEATS.sub("", file.read()), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        words = {key: {lang: row[key].get(lang, row[key]["en"]) for lang in languages()} for key in ("title", "goal")}
        moments = tuple(moment["id"] for moment in row["moments"])
        rules = tuple(row["rules"])
        found.append(
            LessonHeading(
                row["id"], row["number"], words["title"], words["goal"], row["minutes"], moments, rules, row["next"]
            )
        )
    return tuple(sorted(found, key=lambda heading: heading.number))


@cache
def _named(path: str) -> Lesson:
    return load(path)


@cache
def ids(game: str = FIRST) -> tuple[str, ...]:
    """Return the ids of the kit's lessons about a game in the order of the course, from the names of the files.

    >>> ids()[3]
    'planning'
    """
    return tuple(os.path.basename(path)[:-5].partition("_")[2] for path in paths(game))


def find(name: str, game: str = FIRST) -> Lesson:
    """Return one of the kit's lessons about a game by its id.

    Raises:
        UnknownName: there is no such lesson.
    """
    if name not in ids(game):
        raise UnknownName("lesson", name, ids(game))
    return _named(paths(game)[ids(game).index(name)])


def taught_by(rule: str) -> LessonHeading | None:
    """Return the lesson that teaches a rule, of several the one with most of its kind; ``None`` if none does.

    >>> found = taught_by("FRZ-02")
    >>> found.id if found is not None else None
    'aftermath_and_frenzy'
    """
    kind = rule.partition("-")[0]
    found = [heading for heading in headings() if rule in heading.rules]
    return max(found, key=lambda one: sum(each.startswith(f"{kind}-") for each in one.rules), default=None)


def check_files(files: Sequence[str] = (), as_json: bool = False, out: TextIO | None = None) -> int:
    """Play lessons to their ends and print the results; without files, all of the kit's lessons.

    They go to ``out``; a line on an unusable file goes to the standard error output, unless ``as_json``.

    Returns:
        0 if no check fails, 1 if one does, 2 if a file is not usable.
    """
    out = sys.stdout if out is None else out
    code = 0
    good: list[tuple[Lesson, list[str]]] = []
    for path in files or [path for game in with_part("subject") for path in paths(game)]:
        try:
            lesson = load(path)
            good.append((lesson, list(LessonPlayer(lesson).run_through().failures)))
        except BadScenario as bad:
            code = 2
            tell_unusable(bad, as_json, out)
    for lesson, failures in good:
        same_game = [other for other, _ in good if other.subject is lesson.subject]
        failures += _beside(lesson, same_game, not files)
        if failures:
            code = max(code, 1)
        if as_json:
            print(json.dumps({"id": lesson.id, "ok": not failures, "failures": failures}, ensure_ascii=False), file=out)
            continue
        for failure in failures:
            print(failure, file=out)
        said = f"{len(failures)} failed" if failures else "ok"
        count = len(lesson.moments)
        print(f"{lesson.file}: {lesson.id}: {said} ({count} moment{'' if count == 1 else 's'})", file=out)
    return code


def _beside(lesson: Lesson, lessons: Sequence[Lesson], whole: bool) -> list[str]:
    """Return the conflicts of a lesson with the others; ``whole`` says that they are a game's complete course."""
    failures = []
    for key in ("id", "number"):
        same = [other.file for other in lessons if getattr(other, key) == getattr(lesson, key) and other is not lesson]
        if same:
            failures.append(f"{lesson.file}:{lesson.lines[key]}: {key}: {same[0]} has the same")
    if whole:
        name = f"{lesson.number:02}_{lesson.id}.yaml"
        if os.path.basename(lesson.file) != name:
            failures.append(f"{lesson.file}:{lesson.lines['id']}: id: by number and id the file would be {name}")
        if lesson.next not in {None, WHOLE_GAME, *(other.id for other in lessons)}:
            failures.append(f"{lesson.file}:{lesson.lines['next']}: next: there is no lesson {lesson.next}")
    return failures
