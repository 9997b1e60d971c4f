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
    from .front_page import FrontPage, front
    from .games.vendetta.dash.balance import BalancePage, balance
    from .games.vendetta.dash.blood import BloodPage, blood
    from .games.vendetta.dash.influence import InfluencePage, influence
    from .games.vendetta.dash.places import LocationsPage, locations
    from .games.vendetta.dash.review import ReviewPage, review
    from .games.vendetta.dash.watch import WatchPage, watch
    from .games.vendetta.first_game_page import FirstGamePage, first
    from .games.vendetta.game_page import GamePage, play
    from .games.vendetta.lesson_page import LessonPage, lesson
    from .games.vendetta.puzzle_page import PuzzlePage, puzzles
    from .games.vendetta.table_page import TablePage, look
    from .games.vendetta.teacher_page import TeacherPage, check, story, teach
    from .games.vendetta.together import TogetherPage, play_together
    from .games.vtes.dash.blood import VtesBloodPage, vtes_blood
    from .games.vtes.dash.pool import VtesPoolPage, vtes_pool
    from .games.vtes.dash.ring import VtesRingPage, vtes_ring
    from .games.vtes.dash.watch import VtesWatchPage, vtes_watch
    from .games.vtes.drill_page import VtesDrillPage, vtes_drill
    from .games.vtes.lesson_page import VtesLessonPage, vtes_lesson
    from .games.vtes.page import VtesPage, play_vtes
    from .games.vtes.together import VtesTogetherPage, play_vtes_together
    from .together.overlook import TablesPage, tables

_WHERE = {
    "BalancePage": "games.vendetta.dash.balance",
    "BloodPage": "games.vendetta.dash.blood",
    "DrillPage": "drill_page",
    "FirstGamePage": "games.vendetta.first_game_page",
    "FrontPage": "front_page",
    "GamePage": "games.vendetta.game_page",
    "InfluencePage": "games.vendetta.dash.influence",
    "LessonPage": "games.vendetta.lesson_page",
    "LocationsPage": "games.vendetta.dash.places",
    "PuzzlePage": "games.vendetta.puzzle_page",
    "ReviewPage": "games.vendetta.dash.review",
    "RivalsDrillPage": "games.rivals.drill_page",
    "RivalsLessonPage": "games.rivals.lesson_page",
    "StepByStep": "by_step",
    "TablePage": "games.vendetta.table_page",
    "TablesPage": "together.overlook",
    "TeacherPage": "games.vendetta.teacher_page",
    "TogetherPage": "games.vendetta.together",
    "VtesBloodPage": "games.vtes.dash.blood",
    "VtesDrillPage": "games.vtes.drill_page",
    "VtesLessonPage": "games.vtes.lesson_page",
    "VtesPage": "games.vtes.page",
    "VtesPoolPage": "games.vtes.dash.pool",
    "VtesRingPage": "games.vtes.dash.ring",
    "VtesTogetherPage": "games.vtes.together",
    "VtesWatchPage": "games.vtes.dash.watch",
    "WatchPage": "games.vendetta.dash.watch",
    "balance": "games.vendetta.dash.balance",
    "blood": "games.vendetta.dash.blood",
    "check": "games.vendetta.teacher_page",
    "drill": "drill_page",
    "first": "games.vendetta.first_game_page",
    "front": "front_page",
    "influence": "games.vendetta.dash.influence",
    "lesson": "games.vendetta.lesson_page",
    "locations": "games.vendetta.dash.places",
    "look": "games.vendetta.table_page",
    "play": "games.vendetta.game_page",
    "play_together": "games.vendetta.together",
    "play_vtes": "games.vtes.page",
    "play_vtes_together": "games.vtes.together",
    "puzzles": "games.vendetta.puzzle_page",
    "review": "games.vendetta.dash.review",
    "rivals_drill": "games.rivals.drill_page",
    "rivals_lesson": "games.rivals.lesson_page",
    "step_by_step": "by_step",
    "story": "games.vendetta.teacher_page",
    "tables": "together.overlook",
    "teach": "games.vendetta.teacher_page",
    "vtes_blood": "games.vtes.dash.blood",
    "vtes_drill": "games.vtes.drill_page",
    "vtes_lesson": "games.vtes.lesson_page",
    "vtes_pool": "games.vtes.dash.pool",
    "vtes_ring": "games.vtes.dash.ring",
    "vtes_watch": "games.vtes.dash.watch",
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
    "PuzzlePage",
    "ReviewPage",
    "RivalsDrillPage",
    "RivalsLessonPage",
    "StepByStep",
    "TablePage",
    "TablesPage",
    "TeacherPage",
    "TogetherPage",
    "VtesBloodPage",
    "VtesDrillPage",
    "VtesLessonPage",
    "VtesPage",
    "VtesPoolPage",
    "VtesRingPage",
    "VtesTogetherPage",
    "VtesWatchPage",
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
    "puzzles",
    "review",
    "rivals_drill",
    "rivals_lesson",
    "step_by_step",
    "story",
    "tables",
    "teach",
    "vtes_blood",
    "vtes_drill",
    "vtes_lesson",
    "vtes_pool",
    "vtes_ring",
    "vtes_watch",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
