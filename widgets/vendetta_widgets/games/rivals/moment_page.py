"""One part of a lesson of Rivals as a page of its own: what a cell of a notebook shows."""

from __future__ import annotations

from typing import Final

from ...moment_page import MomentPage, Parts
from .hood import RivalsHood, RivalsTrial
from .lesson_page import RivalsLessonPage

__all__ = ["PARTS", "RivalsMomentPage"]


class RivalsMomentPage(MomentPage, RivalsLessonPage):
    """A part of a lesson of Rivals: see :class:`~vendetta_widgets.moment_page.MomentPage`.

    >>> from vendetta_kit.course.lessons import find
    >>> page = RivalsMomentPage(find("set_up", "rivals"), 0)
    >>> page.GAME, len(page.lesson.moments), page.ends_lesson
    ('rivals', 1, False)
    """


PARTS: Final = Parts(RivalsMomentPage, RivalsHood, RivalsTrial)
