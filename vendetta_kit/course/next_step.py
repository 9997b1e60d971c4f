"""What a learner does next: the one step that the front page offers first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress

ENOUGH_DUE: Final = 5
"""With so many rules due, drills come before a new lesson."""


@dataclass(frozen=True, slots=True)
class GamesPlayed:
    """How far the learner's games are: ``"none"``, ``"begun"`` or ``"over"``; ``None`` where there is no such game."""

    first: str | None = None
    """The guided first game."""
    whole: str | None = None
    """The last game against bots."""
    puzzle_open: bool = False
    """Whether today's puzzle waits for an answer."""


class NextStep(NamedTuple):
    """The next step: ``first``, ``first_on``, ``game``, ``game_on``, ``lesson``, ``drills`` or ``puzzle``."""

    kind: str
    lesson: lessons.LessonHeading | None = None


def next_step(progress: Progress, games: GamesPlayed, now: datetime) -> NextStep:
    """Return the learner's next step in the game of the progress.

    What was begun is finished first; then comes the first game, a game without its guide, and the course; drills come
    in between as soon as enough rules are due.

    >>> from datetime import UTC
    >>> progress, monday = Progress(), datetime(2026, 1, 5, tzinfo=UTC)
    >>> [next_step(progress, GamesPlayed(first, "none"), monday).kind for first in ("none", "begun", "over")]
    ['first', 'first_on', 'game']
    """
    if games.first == "begun":
        return NextStep("first_on")
    if games.whole == "begun":
        return NextStep("game_on")
    if games.first == "over" and games.whole == "none":
        return NextStep("game")
    open_ = [one for one in lessons.headings(progress.game) if not _is_done(one, progress, games)]
    begun = next((one for one in open_ if one.id in progress.lessons), None)
    if begun is not None:
        return NextStep("lesson", begun)
    if progress.count_due(now) >= ENOUGH_DUE:
        return NextStep("drills")
    if games.first == "none" and games.whole == "none" and not progress.finished:
        return NextStep("first")
    if open_:
        return NextStep("lesson", open_[0])
    if games.puzzle_open:
        return NextStep("puzzle")
    return NextStep("game" if games.whole is not None else "drills")


def _is_done(lesson: lessons.LessonHeading, progress: Progress, games: GamesPlayed) -> bool:
    """Check whether a lesson is finished, or is the first one and a whole first game has taught the same."""
    mark = progress.lessons.get(lesson.id)
    played = games.first == "over" or games.whole in ("begun", "over")
    return (mark is not None and mark.finished) or (games.first is not None and played and not lesson.number)
