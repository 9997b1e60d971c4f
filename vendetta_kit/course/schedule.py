"""Decides when a rule is asked again, with the scheduler of the ``fsrs`` package; times are whole seconds.

``fsrs`` is slow to import, which is done at the first answer. It gets the time as an argument, and its random part is
off: the same answers at the same times give the same schedule everywhere.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from fsrs import Scheduler

LEARNING: Final = 1
"""State of a rule that is new and asked again after minutes."""
REVIEW: Final = 2
"""State of a rule that is known and asked again after days."""
RELEARNING: Final = 3
"""State of a rule that was known and then answered wrong."""

LONGEST_DAYS: Final = 3650
_LEAST, _MOST = 0.001, 36500.0


class Memory(NamedTuple):
    """How well one rule is remembered; ``last`` comes first, so that the later of two memories is the larger one."""

    last: int
    """When it was last answered, in seconds since 1970."""
    due: int
    """When it is to be asked again, in seconds since 1970."""
    streak: int
    """Number of right answers since the last wrong one."""
    state: int
    step: int
    stability: float
    """Days until the probability of a right answer falls to 0.9."""
    difficulty: float


def unix_seconds(now: datetime) -> int:
    """Return a time as whole seconds since 1970.

    >>> unix_seconds(datetime(2026, 1, 1, tzinfo=UTC))
    1767225600
    """
    if now.tzinfo is None:
        raise ValueError("the time needs a time zone: datetime.now(UTC)")
    return int(now.timestamp() // 1)


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False, maximum_interval=LONGEST_DAYS)


def review(memory: Memory | None, right: bool, now: datetime) -> Memory:
    """Return the memory of a rule after one more answer.

    >>> monday = datetime(2026, 1, 5, tzinfo=UTC)
    >>> first = review(None, True, monday)
    >>> first.streak, first.due - first.last
    (1, 600)
    """
    from fsrs import Card, Rating, State

    moment = _moment(unix_seconds(now))
    card = Card(card_id=0, due=moment)
    if memory is not None:
        card = Card(
            card_id=0,
            state=State(memory.state),
            step=None if memory.state == REVIEW else memory.step,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due=_moment(memory.due),
            last_review=_moment(memory.last),
        )
    card, _ = _scheduler().review_card(card, Rating.Good if right else Rating.Again, moment)
    assert card.stability is not None
    assert card.difficulty is not None
    streak = memory.streak if memory is not None else 0
    return Memory(
        last=unix_seconds(now),
        due=unix_seconds(card.due),
        streak=streak + 1 if right else 0,
        state=int(card.state),
        step=card.step or 0,
        stability=round(min(max(card.stability, _LEAST), _MOST), 4),
        difficulty=round(card.difficulty, 4),
    )


def recall_probability(memory: Memory, now: datetime) -> float:
    """Return the probability of a right answer now, between 0 and 1."""
    from fsrs import Card, State

    card = Card(
        card_id=0,
        state=State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_moment(memory.due),
        last_review=_moment(memory.last),
    )
    return _scheduler().get_card_retrievability(card, _moment(unix_seconds(now)))


def _moment(when: int) -> datetime:
    return datetime.fromtimestamp(when, UTC)
