"""One part of a lesson of V:TES as a page of its own: what a cell of a notebook shows."""

from __future__ import annotations

from typing import Final

from ...moment_page import MomentPage, Parts
from .hood import VtesHood, VtesTrial
from .lesson_page import VtesLessonPage

__all__ = ["PARTS", "VtesMomentPage"]


class VtesMomentPage(MomentPage, VtesLessonPage):
    """A part of a lesson of V:TES: see :class:`~vendetta_widgets.moment_page.MomentPage`.

    >>> from vendetta_kit.course.lessons import find
    >>> page = VtesMomentPage(find("block", "vtes"), 0)
    >>> page.GAME, len(page.lesson.moments), page.ends_lesson
    ('vtes', 1, False)
    """


PARTS: Final = Parts(VtesMomentPage, VtesHood, VtesTrial)
