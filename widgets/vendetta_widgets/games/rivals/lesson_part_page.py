"""One part of a lesson of Rivals as a page, for a cell of a notebook."""

from __future__ import annotations

from typing import Final

from ...lesson_part_page import LessonPartPage, LessonPartTools
from .lesson_inspector import RivalsInspector, RivalsMoveTrial
from .lesson_page import RivalsLessonPage


class RivalsLessonPartPage(LessonPartPage, RivalsLessonPage):
    """The page of a part of a lesson of Rivals (:class:`~vendetta_widgets.lesson_part_page.LessonPartPage`).

    >>> from vendetta_kit.course.lessons import find
    >>> page = RivalsLessonPartPage(find("set_up", "rivals"), 0)
    >>> page.GAME, len(page.lesson.moments), page.ends_lesson
    ('rivals', 1, False)
    """


PARTS: Final = LessonPartTools(RivalsLessonPartPage, RivalsInspector, RivalsMoveTrial)
