"""What a person touches: the kit's widgets for notebooks and Voilà pages.

>>> from vendetta_widgets import play
>>> page = play(seed=7, lang="en")  # the last line of a notebook cell shows it

Each name is imported when it is first used, so that a page loads no more than it shows.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .drill_page import DrillPage, drill
    from .front_page import FrontPage, front
    from .game_page import GamePage, play
    from .lesson_page import LessonPage, lesson
    from .table_page import TablePage, look
    from .teacher_page import TeacherPage, check, story, teach

_WHERE = {
    "DrillPage": "drill_page",
    "FrontPage": "front_page",
    "GamePage": "game_page",
    "LessonPage": "lesson_page",
    "TablePage": "table_page",
    "TeacherPage": "teacher_page",
    "check": "teacher_page",
    "drill": "drill_page",
    "front": "front_page",
    "lesson": "lesson_page",
    "look": "table_page",
    "play": "game_page",
    "story": "teacher_page",
    "teach": "teacher_page",
}

__all__ = [
    "DrillPage",
    "FrontPage",
    "GamePage",
    "LessonPage",
    "TablePage",
    "TeacherPage",
    "check",
    "drill",
    "front",
    "lesson",
    "look",
    "play",
    "story",
    "teach",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
