"""The kit's widgets for notebooks and Voilà pages.

>>> from vendetta_widgets import play
>>> page = play(seed=7, lang="en")  # the last line of a notebook cell shows it

Each name is imported when it is first used, so that a page loads only what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .drill_page import DrillPage, drill
    from .front_page import FrontPage, front
    from .games.vendetta.dash.balance_page import BalancePage, balance
    from .games.vendetta.dash.blood_page import BloodPage, blood
    from .games.vendetta.dash.influence_page import InfluencePage, influence
    from .games.vendetta.dash.locations_page import LocationsPage, locations
    from .games.vendetta.dash.review_page import ReviewPage, review
    from .games.vendetta.dash.watch_page import WatchPage, watch
    from .games.vendetta.first_game_page import FirstGamePage, first
    from .games.vendetta.game_page import GamePage, play
    from .games.vendetta.lesson_page import LessonPage, lesson
    from .games.vendetta.puzzle_page import PuzzlePage, puzzles
    from .games.vendetta.table_page import TablePage, look
    from .games.vendetta.teacher_page import TeacherPage, check, story, teach
    from .games.vendetta.together import TogetherPage, play_together
    from .games.vtes.dash.blood_page import VtesBloodPage, vtes_blood
    from .games.vtes.dash.pool_page import VtesPoolPage, vtes_pool
    from .games.vtes.dash.ring_page import VtesRingPage, vtes_ring
    from .games.vtes.dash.watch_page import VtesWatchPage, vtes_watch
    from .games.vtes.drill_page import VtesDrillPage, vtes_drill
    from .games.vtes.game_page import VtesPage, play_vtes
    from .games.vtes.lesson_page import VtesLessonPage, vtes_lesson
    from .games.vtes.together import VtesTogetherPage, play_vtes_together
    from .lesson_by_part import StepByStep, step_by_step
    from .together.tables_overview import TablesPage, tables

_NAMES = {
    "lesson_by_part": ("StepByStep", "step_by_step"),
    "drill_page": ("DrillPage", "drill"),
    "front_page": ("FrontPage", "front"),
    "games.rivals.drill_page": ("RivalsDrillPage", "rivals_drill"),
    "games.rivals.lesson_page": ("RivalsLessonPage", "rivals_lesson"),
    "games.vendetta.dash.balance_page": ("BalancePage", "balance"),
    "games.vendetta.dash.blood_page": ("BloodPage", "blood"),
    "games.vendetta.dash.influence_page": ("InfluencePage", "influence"),
    "games.vendetta.dash.locations_page": ("LocationsPage", "locations"),
    "games.vendetta.dash.review_page": ("ReviewPage", "review"),
    "games.vendetta.dash.watch_page": ("WatchPage", "watch"),
    "games.vendetta.first_game_page": ("FirstGamePage", "first"),
    "games.vendetta.game_page": ("GamePage", "play"),
    "games.vendetta.lesson_page": ("LessonPage", "lesson"),
    "games.vendetta.puzzle_page": ("PuzzlePage", "puzzles"),
    "games.vendetta.table_page": ("TablePage", "look"),
    "games.vendetta.teacher_page": ("TeacherPage", "check", "story", "teach"),
    "games.vendetta.together": ("TogetherPage", "play_together"),
    "games.vtes.dash.blood_page": ("VtesBloodPage", "vtes_blood"),
    "games.vtes.dash.pool_page": ("VtesPoolPage", "vtes_pool"),
    "games.vtes.dash.ring_page": ("VtesRingPage", "vtes_ring"),
    "games.vtes.dash.watch_page": ("VtesWatchPage", "vtes_watch"),
    "games.vtes.drill_page": ("VtesDrillPage", "vtes_drill"),
    "games.vtes.lesson_page": ("VtesLessonPage", "vtes_lesson"),
    "games.vtes.game_page": ("VtesPage", "play_vtes"),
    "games.vtes.together": ("VtesTogetherPage", "play_vtes_together"),
    "together.tables_overview": ("TablesPage", "tables"),
}
"""The public names of each module."""

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
    for module, names in _NAMES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
