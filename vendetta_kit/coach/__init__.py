"""The coach: it judges decisions and reviews whole games, by what each seat could know then.

It knows no game; a game gives it a :class:`.coaching.Coaching`. The ways in:

* :func:`.judge.judge` judges one decision. Read that module first: it says how.
* :mod:`.marks` says what a verdict is called: fine, second best, mistake, blunder, brilliant, or that one cannot tell.
"""

from __future__ import annotations

from .coaching import Coaching, Insight, Outcome
from .judge import Look, NothingToJudge, Verdict, judge, judging
from .marks import Mark, mark_of, mark_of_verdict
from .sums import Interval

__all__ = [
    "Coaching",
    "Insight",
    "Interval",
    "Look",
    "Mark",
    "NothingToJudge",
    "Outcome",
    "Verdict",
    "judge",
    "judging",
    "mark_of",
    "mark_of_verdict",
]
