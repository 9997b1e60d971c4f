"""One part of a lesson of V:TES as a page, for a cell of a notebook."""

from __future__ import annotations

from typing import Final

from ...lesson_part_page import LessonPartPage, LessonPartTools
from .lesson_inspector import VtesInspector, VtesMoveTrial
from .lesson_page import VtesLessonPage


class VtesLessonPartPage(LessonPartPage, VtesLessonPage):
    """The page of a part of a lesson of V:TES (:class:`~vendetta_widgets.lesson_part_page.LessonPartPage`).

    >>> from vendetta_kit.course.lessons import find
    >>> page = VtesLessonPartPage(find("block", "vtes"), 0)
    >>> page.GAME, len(page.lesson.moments), page.ends_lesson
    ('vtes', 1, False)
    """


PARTS: Final = LessonPartTools(VtesLessonPartPage, VtesInspector, VtesMoveTrial)
