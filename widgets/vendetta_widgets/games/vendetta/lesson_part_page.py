"""One part of a lesson of Vendetta as a page, for a cell of a notebook."""

from __future__ import annotations

from typing import Final

from ...lesson_part_page import LessonPartPage, LessonPartTools
from .lesson_inspector import VendettaInspector, VendettaMoveTrial
from .lesson_page import LessonPage


class VendettaLessonPartPage(LessonPartPage, LessonPage):
    """The page of a part of a lesson of Vendetta (:class:`~vendetta_widgets.lesson_part_page.LessonPartPage`).

    >>> from vendetta_kit.course.lessons import find
    >>> page = VendettaLessonPartPage(find("planning"), 1)
    >>> [moment.id for moment in page.lesson.moments], page.ends_lesson
    (['blood'], False)
    """


PARTS: Final = LessonPartTools(VendettaLessonPartPage, VendettaInspector, VendettaMoveTrial)
