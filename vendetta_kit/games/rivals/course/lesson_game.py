"""Rivals for the lessons: the part of the game that the source text covers, played with stand-in cards."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.lesson_game import LessonGame
from vendetta_kit.games.rivals.scenarios import DIALECT
from vendetta_kit.rulebook import RIVALS

from .markup import MARKUP
from .predictions import PREDICTIONS


def _drills() -> Drills:
    from .drills import DRILLS

    return DRILLS


SUBJECT: Final = LessonGame(
    format="rivals-lesson/1",
    dialect=DIALECT,
    markup=MARKUP,
    predictions=PREDICTIONS,
    drills=_drills,
    shown=("attack", "draws3", "draws4"),
    shown_of={"rule": RIVALS.is_id},
)
"""``attack`` lists the steps of an attack; ``draws3`` and ``draws4`` compare exact chances with a thousand draws."""
