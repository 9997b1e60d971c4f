"""Write the notebooks of the lessons: a cell for each part with its words above it, and cells that look under the hood.

    .venv/bin/python scripts/lesson_notebooks.py          (make lesson-notebooks)

Titles and words come from ``data/vendetta/lessons``, what is looked at from ``notebooks.yaml`` beside it, the sentences
about it from the pages' own words. A test holds that the notebooks are what this writes.

Those of V:TES (``notebooks/vtes``) are short: one cell shows the whole lesson.

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
from vendetta_kit.course.beats import Lesson, Moment, Say
from vendetta_kit.course.fork import Fork
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.paths import data_dir
from vendetta_widgets.lesson_page import notebook_of
from vendetta_widgets.phrases import languages, say

ROOT = Path(__file__).resolve().parent.parent
ONLY = "notebook-only"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LOOKS = {"ledger": "ledger()", "blood": "blood()", "knows": "knows()", "curtain": "lift_the_curtain()"}
"""What is called to look at each of these."""
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
    (folder / "vtes").mkdir(exist_ok=True)
    for name, text in {**notebooks(), **of_vtes()}.items():
        (folder / name).write_text(text, "utf-8")
    return 0


def notebooks() -> dict[str, str]:
    """Return the text of every lesson's notebook, by the name of its file."""
    looks = yaml.safe_load((Path(data_dir()) / "vendetta" / "notebooks.yaml").read_text("utf-8"))
    for name, of in looks.items():
        parts = [moment.id for moment in lessons.find(name).moments]
        if list(of) != parts:
            raise ValueError(
                f"data/vendetta/notebooks.yaml: {name}: parts {', '.join(of)}: expected {', '.join(parts)}"
            )
    return {f"{notebook_of(name)}.ipynb": written(lessons.find(name), of) for name, of in looks.items()}


def of_vtes() -> dict[str, str]:
    """Return the text of the notebook of every lesson of V:TES, by the name of its file."""
    found = {}
    for lesson in lessons.shipped("vtes"):
        found[f"{notebook_of(lesson.id, 'vtes')}.ipynb"] = as_file(lesson, whole(lesson))
    return found


def whole(lesson: Lesson) -> Iterator[Cell]:
    """Give the cells of a notebook that shows a lesson of V:TES as it is."""
    yield markdown("what-this-is", title_of(lesson), lesson.goal)
    shown = f'from vendetta_widgets import vtes_lesson\n\npage = vtes_lesson("{lesson.id}")\npage'
    yield code("the-lesson", shown, served=True)
    yield markdown("does-it-work", {lang: say("cell.check", lang) for lang in languages()})
    yield code("check", "page.check()")


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
    yield code("begin", f'from vendetta_widgets import step_by_step\n\nlesson = step_by_step("{lesson.id}")\nlesson')
    seen: set[str] = set()
    for moment in lesson.moments:
        yield from part(lesson, moment, looks[moment.id], seen)
    yield markdown("whole", {lang: say("cell.page", lang) for lang in languages()})
    shown = f'from vendetta_widgets import LessonPage\n\npage = LessonPage("{lesson.id}")\npage'
    yield code("the-lesson", shown, served=True)
    yield markdown("does-it-work", {lang: say("cell.check", lang) for lang in languages()})
    yield code("check", "page.check()")


def part(lesson: Lesson, moment: Moment, looks: Mapping[str, Any], seen: set[str]) -> Iterator[Cell]:
    """Give the cells of one part: its words, its page, and what looks behind it.

    What has been explained in this notebook (``seen``) is only named when it comes again.
    """
    yield markdown(f"{moment.id}-words", heading("##", moment.title), *opening(moment))
    yield code(moment.id, f'lesson.moment("{moment.id}")')
    for look, of in looks.items():
        name = f"{moment.id}-{look.replace('_', '-')}"
        again = look in seen and look != "curtain"
        words = {lang: say(f"cell.{look}.again" if again else f"cell.{look}", lang, move=of) for lang in languages()}
        seen.add(look)
        yield markdown(f"{name}-words", words)
        yield code(name, looking(lesson, moment.id, look, of))


def title_of(lesson: Lesson) -> dict[str, str]:
    """Return the title of a lesson's notebook."""
    return heading("#", {lang: f"{lesson.number} · {lesson.title[lang]}" for lang in languages()})


def heading(sign: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return a heading in English; in the other languages it is only bold, so that there is one."""
    return {lang: f"{sign} {text}" if lang == "en" else f"**{text}**" for lang, text in words.items()}


def opening(moment: Moment) -> Iterator[Mapping[str, str]]:
    """Give what is said before the first thing that the learner does."""
    for beat in moment.beats:
        if not isinstance(beat, Say):
            return
        yield {lang: markup.markdown(beat.words[lang], lang) for lang in languages()}


def looking(lesson: Lesson, moment: str, look: str, of: Any) -> str:
    """Return the code of a cell that looks under the hood."""
    here = f'lesson.at("{moment}")'
    if look == "power":
        return f"{here}.power({json.dumps(of)})"
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
