"""What a choice is called beside the best one: a mark, given only where the interval allows it.

>>> mark_of(Interval(0.31, 0.18, 0.44)), mark_of(Interval(0.02, -0.01, 0.045)), mark_of(Interval(0.1, -0.1, 0.3))
(<MoveMark.BLUNDER: 'blunder'>, <MoveMark.FINE: 'fine'>, <MoveMark.UNCLEAR: 'unclear'>)
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from .judge import Verdict
from .paired_statistics import Interval

__all__ = ["BLUNDER", "LITTLE", "MISTAKE", "MoveMark", "mark_of", "mark_of_verdict"]

MISTAKE: Final = 0.05
"""So much chance to win is no little thing any more."""
BLUNDER: Final = 0.15
"""So much is a large part of it."""
LITTLE: Final = 0.5
"""Less score than this (Influence, in Vendetta) is not worth a word."""


class MoveMark(Enum):
    """What a choice was."""

    BRILLIANT = "brilliant"
    """What the coach would choose, and clearly better than what it saw first."""
    FINE = "fine"
    """What the coach would choose, or surely not much worse."""
    SECOND = "second"
    """Surely worse, but not by much; or the score is surely lower, and of winning one cannot tell."""
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNCLEAR = "unclear"
    """One cannot tell: the interval holds too much."""
    ONLY = "only"
    """Nothing else could be done, or all leads to the same."""

    @property
    def bad(self) -> bool:
        """Whether something was lost by it."""
        return self in (MoveMark.MISTAKE, MoveMark.BLUNDER)


def mark_of(loss: Interval) -> MoveMark:
    """Return the mark of a choice that is not the coach's.

    Args:
        loss: what it has less than the best, in chances to win, between 0 and 1.
    """
    if loss.low > 0:
        return (
            MoveMark.BLUNDER if loss.mean >= BLUNDER else MoveMark.MISTAKE if loss.mean >= MISTAKE else MoveMark.SECOND
        )
    return MoveMark.FINE if loss.high < MISTAKE else MoveMark.UNCLEAR


def mark_of_verdict(verdict: Verdict) -> MoveMark:
    """Return the mark of what was chosen.

    Raises:
        ValueError: the verdict was not told what was chosen.
    """
    own, best, first = verdict.chosen, verdict.best, verdict.first
    if own is None:
        raise ValueError("this verdict is of no choice: judge(…, chosen=…)")
    if len(verdict.looks) == 1:
        return MoveMark.ONLY
    if own.loss is None:  # the budget was too small to estimate it
        return MoveMark.UNCLEAR
    ahead = [look.loss.high for look in verdict.estimated[1:] if look.loss is not None]
    if own is best:
        if any(high < 0 for high in ahead):  # in worlds of its own another one was better
            return MoveMark.UNCLEAR
        clear = first is not best and first.loss is not None and first.loss.low > 0 and first.loss.mean >= MISTAKE
        return MoveMark.BRILLIANT if clear else MoveMark.FINE
    mark = mark_of(own.loss)
    costs = own.loss_score is not None and own.loss_score.low > LITTLE
    return MoveMark.SECOND if costs and mark in (MoveMark.FINE, MoveMark.UNCLEAR) else mark
