"""Write the notebooks of the lessons: a cell for each part with its words above it, and cells that look under the hood.

    .venv/bin/python scripts/lesson_notebooks.py          (make lesson-notebooks)

Titles and words come from a game's ``lessons``, what is looked at from ``notebooks.yaml`` beside them, the sentences
about it from the pages' own words. A test holds that the notebooks are what this writes.

All but one cell carries the tag ``notebook-only``: a served page runs and shows that one cell alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Lesson, LessonPart, Say
from vendetta_kit.course.what_if import Fork
from vendetta_kit.data_paths import data_dir
from vendetta_kit.games import FIRST, TAUGHT
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.registered_games import named_in
from vendetta_widgets.lesson_page import notebook_of
from vendetta_widgets.page_phrases import languages, say

ROOT = Path(__file__).resolve().parent.parent
ONLY = "notebook-only"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LOOKS = {"ledger": "live.ledger()", "blood": "live.blood()", "knows": "live.knows()", "curtain": "lift_the_curtain()"}
"""What is called to look at each of these."""
SHOWS = {"vendetta": "LessonPage", "vtes": "vtes_lesson", "rivals": "rivals_lesson"}
"""What shows a whole lesson of each game."""
WORDS = {
    ("vtes", "ledger"): "ledger.counters",
    ("vtes", "knows"): "knows.vtes",
    ("rivals", "ledger"): "ledger.tokens",
    ("rivals", "knows"): "knows.vtes",
}
"""What a game says otherwise about one of its cells."""
TRIES = """\
from ipywidgets import IntSlider, interact

trial = lesson.what_if({moment!r}, move={move})
interact(trial.play, card=trial.hand, at=trial.places, blood=IntSlider(trial.usual.blood, 0, 4));"""
CHOOSES = """\
from ipywidgets import interact

trial = lesson.what_if({moment!r}, move={move})
interact(trial.do, action=trial.moves);"""

Cell = dict[str, Any]


def main() -> int:
    folder = ROOT / "notebooks"
    for game in TAUGHT:
        for name, text in notebooks(game).items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, "utf-8")
    return 0


def notebooks(game: str = FIRST) -> dict[str, str]:
    """Return the text of every notebook of a game's lessons, by the name of its file."""
    looks = yaml.safe_load((Path(data_dir()) / game / "notebooks.yaml").read_text("utf-8"))
    for name, of in looks.items():
        parts = [moment.id for moment in lessons.find(name, game).moments]
        if list(of) != parts:
            raise ValueError(f"data/{game}/notebooks.yaml: {name}: parts {', '.join(of)}: expected {', '.join(parts)}")
    return {f"{notebook_of(name, game)}.ipynb": written(lessons.find(name, game), of) for name, of in looks.items()}


def written(lesson: Lesson, looks: Mapping[str, Mapping[str, Any]]) -> str:
    """Return one notebook as a file holds it."""
    return as_file(lesson, cells(lesson, looks))


def as_file(lesson: Lesson, cells: Iterable[Cell]) -> str:
    """Return these cells as the file of a lesson's notebook."""
    found = {
        "cells": list(cells),
        "metadata": {
            "kernelspec": KERNEL,
            "language_info": {"name": "python"},
            "title": f"{lesson.title['en']} · {say('title')}",
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def cells(lesson: Lesson, looks: Mapping[str, Mapping[str, Any]]) -> Iterator[Cell]:
    """Give the cells of a lesson's notebook, one after the other."""
    title = title_of(lesson)
    first = {lang: say("cell.first", lang) for lang in languages()}
    yield markdown("what-this-is", title, lesson.goal, first)
    game = game_of(lesson)
    called = f'"{lesson.id}"' if game == FIRST else f'"{lesson.id}", game="{game}"'
    yield code("begin", f"from vendetta_widgets import step_by_step\n\nlesson = step_by_step({called})\nlesson")
    seen: set[str] = set()
    for moment in lesson.moments:
        yield from part(lesson, moment, looks[moment.id], seen)
    yield markdown("whole", {lang: say("cell.page", lang) for lang in languages()})
    shows = SHOWS[game]
    shown = f'from vendetta_widgets import {shows}\n\npage = {shows}("{lesson.id}")\npage'
    yield code("the-lesson", shown, served=True)
    yield markdown("does-it-work", {lang: say("cell.check", lang) for lang in languages()})
    yield code("check", "page.check()")


def part(lesson: Lesson, moment: LessonPart, looks: Mapping[str, Any], seen: set[str]) -> Iterator[Cell]:
    """Give the cells of one part: its words, its page, and what looks behind it.

    What has been explained in this notebook (``seen``) is only named when it comes again.
    """
    yield markdown(f"{moment.id}-words", heading("##", moment.title), *opening(lesson, moment))
    yield code(moment.id, f'lesson.moment("{moment.id}")')
    for look, of in looks.items():
        name = f"{moment.id}-{look.replace('_', '-')}"
        again = look in seen and look != "curtain"
        what = f"{look}.again" if again else WORDS.get((game_of(lesson), look), look)
        words = {lang: say(f"cell.{what}", lang, move=of) for lang in languages()}
        seen.add(look)
        yield markdown(f"{name}-words", words)
        yield code(name, looking(lesson, moment.id, look, of))


def title_of(lesson: Lesson) -> dict[str, str]:
    """Return the title of a lesson's notebook."""
    return heading("#", {lang: f"{lesson.number} · {lesson.title[lang]}" for lang in languages()})


def heading(sign: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return a heading in English; in the other languages it is only bold, so that there is one."""
    return {lang: f"{sign} {text}" if lang == "en" else f"**{text}**" for lang, text in words.items()}


def game_of(lesson: Lesson) -> str:
    """Return the id of the game that a lesson is about."""
    return named_in({"format": lesson.subject.format})


def opening(lesson: Lesson, moment: LessonPart) -> Iterator[Mapping[str, str]]:
    """Give what is said before the first thing that the learner does."""
    for beat in moment.beats:
        if not isinstance(beat, Say):
            return
        yield {lang: lesson.subject.markup.markdown(beat.words[lang], lang) for lang in languages()}


def looking(lesson: Lesson, moment: str, look: str, of: Any) -> str:
    """Return the code of a cell that looks under the hood."""
    here = f'lesson.at("{moment}")'
    if look == "power":
        return f"{here}.live.power({json.dumps(of)})"
    if look == "why_not":
        return f"from vendetta_kit.games.vendetta.engine.actions import {of.partition('(')[0]}\n\n{here}.why_not({of})"
    if look == "what_if":
        plays = isinstance(Fork(lesson, moment, of).usual, Play)
        return (TRIES if plays else CHOOSES).format(moment=moment, move=of).replace("'", '"')
    return f"{here}.{LOOKS[look]}"


def markdown(name: str, *paragraphs: Mapping[str, str]) -> Cell:
    """Return a cell of words: in English, and below it small in the other languages."""
    own = [words["en"] for words in paragraphs]
    others = [
        f'<small lang="{lang}">{"<br>".join(words[lang] for words in paragraphs)}</small>'
        for lang in languages()
        if lang != "en"
    ]
    source = "\n\n".join([*own, *others])
    return {"cell_type": "markdown", "id": name, "metadata": {"tags": [ONLY]}, "source": lines(source)}


def code(name: str, source: str, served: bool = False) -> Cell:
    """Return a cell of code; ``served``: the one that a served page runs."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {} if served else {"tags": [ONLY]},
        "outputs": [],
        "source": lines(source),
    }


def lines(text: str) -> list[str]:
    """Return a cell's text as a notebook's file holds it."""
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    sys.exit(main())
