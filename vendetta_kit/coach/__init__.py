"""The coach judges decisions and reviews whole games, by what each seat could know at the time.

Each game gives the coach a :class:`.game_for_coach.CoachedGame`. Where to begin:

* :func:`.judge.judge` judges one decision. Read that module first: it describes the method.
* :mod:`.move_marks` says what a verdict is called: fine, second best, mistake, blunder, brilliant, or that one cannot
  tell.
"""

from __future__ import annotations

from .game_for_coach import CoachedGame, GameResult, SeatKnowledge
from .judge import JudgedChoice, NothingToJudge, Verdict, judge, judge_in_steps
from .move_marks import MoveMark, mark_of, mark_of_verdict
from .paired_statistics import Interval

__all__ = [
    "CoachedGame",
    "GameResult",
    "Interval",
    "JudgedChoice",
    "MoveMark",
    "NothingToJudge",
    "SeatKnowledge",
    "Verdict",
    "judge",
    "judge_in_steps",
    "mark_of",
    "mark_of_verdict",
]
