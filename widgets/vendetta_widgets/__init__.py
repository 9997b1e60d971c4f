"""What a person touches: the kit's widgets for notebooks and Voilà pages.

>>> from vendetta_widgets import play
>>> page = play(seed=7, lang="en")  # the last line of a notebook cell shows it

Each name is imported when it is first used, so that a page loads no more than it shows.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .by_step import StepByStep, step_by_step
    from .dash_balance import BalancePage, balance
    from .dash_blood import BloodPage, blood
    from .dash_influence import InfluencePage, influence
    from .dash_places import LocationsPage, locations
    from .dash_watch import WatchPage, watch
    from .drill_page import DrillPage, drill
    from .first_game_page import FirstGamePage, first
    from .front_page import FrontPage, front
    from .game_page import GamePage, play
    from .lesson_page import LessonPage, lesson
    from .table_page import TablePage, look
    from .teacher_page import TeacherPage, check, story, teach

_WHERE = {
    "BalancePage": "dash_balance",
    "BloodPage": "dash_blood",
    "DrillPage": "drill_page",
    "FirstGamePage": "first_game_page",
    "FrontPage": "front_page",
    "GamePage": "game_page",
    "InfluencePage": "dash_influence",
    "LessonPage": "lesson_page",
    "LocationsPage": "dash_places",
    "StepByStep": "by_step",
    "TablePage": "table_page",
    "TeacherPage": "teacher_page",
    "WatchPage": "dash_watch",
    "balance": "dash_balance",
    "blood": "dash_blood",
    "check": "teacher_page",
    "drill": "drill_page",
    "first": "first_game_page",
    "front": "front_page",
    "influence": "dash_influence",
    "lesson": "lesson_page",
    "locations": "dash_places",
    "look": "table_page",
    "play": "game_page",
    "step_by_step": "by_step",
    "story": "teacher_page",
    "teach": "teacher_page",
    "watch": "dash_watch",
}

__all__ = [
    "BalancePage",
    "BloodPage",
    "DrillPage",
    "FirstGamePage",
    "FrontPage",
    "GamePage",
    "InfluencePage",
    "LessonPage",
    "LocationsPage",
    "StepByStep",
    "TablePage",
    "TeacherPage",
    "WatchPage",
    "balance",
    "blood",
    "check",
    "drill",
    "first",
    "front",
    "influence",
    "lesson",
    "locations",
    "look",
    "play",
    "step_by_step",
    "story",
    "teach",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
