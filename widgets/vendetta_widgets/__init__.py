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
    from .drill_page import DrillPage, drill
    from .first_game_page import FirstGamePage, first
    from .front_page import FrontPage, front
    from .game_page import GamePage, play
    from .games.vendetta.dash.balance import BalancePage, balance
    from .games.vendetta.dash.blood import BloodPage, blood
    from .games.vendetta.dash.influence import InfluencePage, influence
    from .games.vendetta.dash.places import LocationsPage, locations
    from .games.vendetta.dash.watch import WatchPage, watch
    from .games.vendetta.together import TogetherPage, play_together
    from .games.vtes.drill_page import VtesDrillPage, vtes_drill
    from .games.vtes.lesson_page import VtesLessonPage, vtes_lesson
    from .games.vtes.page import VtesPage, play_vtes
    from .games.vtes.together import VtesTogetherPage, play_vtes_together
    from .lesson_page import LessonPage, lesson
    from .table_page import TablePage, look
    from .teacher_page import TeacherPage, check, story, teach
    from .together.overlook import TablesPage, tables

_WHERE = {
    "BalancePage": "games.vendetta.dash.balance",
    "BloodPage": "games.vendetta.dash.blood",
    "DrillPage": "drill_page",
    "FirstGamePage": "first_game_page",
    "FrontPage": "front_page",
    "GamePage": "game_page",
    "InfluencePage": "games.vendetta.dash.influence",
    "LessonPage": "lesson_page",
    "LocationsPage": "games.vendetta.dash.places",
    "StepByStep": "by_step",
    "TablePage": "table_page",
    "TablesPage": "together.overlook",
    "TeacherPage": "teacher_page",
    "TogetherPage": "games.vendetta.together",
    "VtesDrillPage": "games.vtes.drill_page",
    "VtesLessonPage": "games.vtes.lesson_page",
    "VtesPage": "games.vtes.page",
    "VtesTogetherPage": "games.vtes.together",
    "WatchPage": "games.vendetta.dash.watch",
    "balance": "games.vendetta.dash.balance",
    "blood": "games.vendetta.dash.blood",
    "check": "teacher_page",
    "drill": "drill_page",
    "first": "first_game_page",
    "front": "front_page",
    "influence": "games.vendetta.dash.influence",
    "lesson": "lesson_page",
    "locations": "games.vendetta.dash.places",
    "look": "table_page",
    "play": "game_page",
    "play_together": "games.vendetta.together",
    "play_vtes": "games.vtes.page",
    "play_vtes_together": "games.vtes.together",
    "step_by_step": "by_step",
    "story": "teacher_page",
    "tables": "together.overlook",
    "teach": "teacher_page",
    "vtes_drill": "games.vtes.drill_page",
    "vtes_lesson": "games.vtes.lesson_page",
    "watch": "games.vendetta.dash.watch",
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
    "TablesPage",
    "TeacherPage",
    "TogetherPage",
    "VtesDrillPage",
    "VtesLessonPage",
    "VtesPage",
    "VtesTogetherPage",
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
    "play_together",
    "play_vtes",
    "play_vtes_together",
    "step_by_step",
    "story",
    "tables",
    "teach",
    "vtes_drill",
    "vtes_lesson",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
