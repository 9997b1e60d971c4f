"""One part of a lesson of Vendetta as a page of its own: what a cell of a notebook shows."""

from __future__ import annotations

from typing import Final

from ...moment_page import MomentPage, Parts
from .hood import Hood, Trial
from .lesson_page import LessonPage

__all__ = ["PARTS", "VendettaMomentPage"]


class VendettaMomentPage(MomentPage, LessonPage):
    """A part of a lesson of Vendetta: see :class:`~vendetta_widgets.moment_page.MomentPage`.

    >>> from vendetta_kit.course.lessons import find
    >>> page = VendettaMomentPage(find("planning"), 1)
    >>> [moment.id for moment in page.lesson.moments], page.ends_lesson
    (['blood'], False)
    """


PARTS: Final = Parts(VendettaMomentPage, Hood, Trial)
