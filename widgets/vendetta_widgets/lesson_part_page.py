"""One part of a lesson as a page, for a cell of a notebook.

It is the lesson page of a lesson with one part. Only the last part ends with what was learned and some questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from vendetta_kit.course.lesson_model import Lesson

from .controls import button
from .html import Html, HtmlWriter, tag
from .lesson_inspector import LessonInspector, MoveTrial
from .lesson_page import BaseLessonPage
from .page_parts import framed, tools
from .page_phrases import languages


class LessonPartPage(BaseLessonPage):
    """The page of a part of a lesson.

    Args:
        lesson: the whole lesson.
        moment: the index of the part, from 0.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
    """

    def __init__(self, lesson: Lesson, moment: int, *, lang: str | None = None) -> None:
        here, after = lesson.moments[moment], lesson.moments[moment + 1 : moment + 2]
        self.ends_lesson = not after
        self.following = after[0] if after else None
        """The next part; ``None`` after the last."""
        super().__init__(replace(lesson, moments=(here,), learned=() if after else lesson.learned), lang=lang)

    def stored_elsewhere(self, key: str, text: str) -> None:
        """Take over the language that was chosen in another cell."""
        super().stored_elsewhere(key, text)
        if key == "lang" and text in languages():
            self.lang = text

    def _frame_anew(self, pen: HtmlWriter) -> Html:
        return framed("vk-course vk-part-alone", ("head",), self.body(pen))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        found = {"head": tools(self.pen("tools"), self.looks), **self.lesson_parts()}
        del found["goal"]  # the notebook has it above the cell
        return found

    def end(self, pen: HtmlWriter) -> Html:
        if self.following is None:
            return super().end(pen)
        title = tag("h2", tag("span", "✓ ", aria_hidden="true"), pen.say("notebook.done"), data_home=True)
        words = tag("p", pen.say("notebook.next", title=self.following.title[pen.lang]))
        again = button(pen.say("notebook.again"), "again", cls="vk-quiet")
        return tag("section", title, words, again, lang=pen.lang)


class LessonPartTools(NamedTuple):
    """A game's classes for a part of a lesson: its page, its inspector, its move trial."""

    page: type[LessonPartPage]
    hood: type[LessonInspector]
    trial: type[MoveTrial]
