"""One part of a lesson as a page of its own: what a cell of a notebook shows.

It is the lesson page with a lesson of one moment: the same story, the same moves, the same progress. Only the last part
ends the lesson, with what was learned and some questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vendetta_kit.course.lesson_model import Lesson

from .controls import button
from .html import Html, HtmlWriter, tag
from .lesson_page import BaseLessonPage
from .page_parts import framed, tools
from .page_phrases import languages

if TYPE_CHECKING:
    from .lesson_inspector import LessonInspector, MoveTrial

__all__ = ["LessonPartPage", "LessonPartTools"]


class LessonPartPage(BaseLessonPage):
    """A part of a lesson, from its first beat to its last.

    Args:
        lesson: the whole lesson.
        moment: the place of the part in it, from 0.
        lang: ``"en"`` or ``"de"``; left out, the browser's.
    """

    def __init__(self, lesson: Lesson, moment: int, lang: str | None = None) -> None:
        here, after = lesson.moments[moment], lesson.moments[moment + 1 : moment + 2]
        self.ends_lesson = not after
        self.following = after[0] if after else None
        """The part that comes after it; ``None`` after the last."""
        super().__init__(replace(lesson, moments=(here,), learned=() if after else lesson.learned), lang)

    def stored_elsewhere(self, key: str, text: str) -> None:
        """All cells of a notebook speak the language that was chosen in one of them."""
        super().stored_elsewhere(key, text)
        if key == "lang" and text in languages():
            self.lang = text

    def _frame_anew(self, pen: HtmlWriter) -> Html:
        return framed("vk-course vk-part-alone", ("head",), self.body(pen))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        found = {"head": tools(self.pen("tools"), self.looks), **self.lesson_parts()}
        del found["goal"]  # the notebook says it above the cell
        return found

    def end(self, pen: HtmlWriter) -> Html:
        if self.following is None:
            return super().end(pen)
        title = tag("h2", tag("span", "✓ ", aria_hidden="true"), pen.say("notebook.done"), data_home=True)
        words = tag("p", pen.say("notebook.next", title=self.following.title[pen.lang]))
        again = button(pen.say("notebook.again"), "again", cls="vk-quiet")
        return tag("section", title, words, again, lang=pen.lang)


class LessonPartTools(NamedTuple):
    """What a game shows of a part of a lesson: its page, what is behind it, and a move to be tried otherwise."""

    page: type[LessonPartPage]
    hood: type[LessonInspector]
    trial: type[MoveTrial]
