"""Marks of choices, such as fine, mistake or blunder, given only if the interval of the loss allows it.

>>> mark_of(Interval(0.31, 0.18, 0.44)), mark_of(Interval(0.02, -0.01, 0.045)), mark_of(Interval(0.1, -0.1, 0.3))
(<MoveMark.BLUNDER: 'blunder'>, <MoveMark.FINE: 'fine'>, <MoveMark.UNCLEAR: 'unclear'>)
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from .judge import Verdict
from .paired_statistics import Interval

MISTAKE: Final = 0.05
"""The smallest loss of chance to win that makes a choice a mistake."""
BLUNDER: Final = 0.15
"""The smallest loss of chance to win that makes a choice a blunder."""
CLOSE: Final = 0.1
"""Two choices are close if surely less than this chance to win lies between them, whichever is better."""
LITTLE: Final = 0.5
"""A loss of score (in Vendetta, Influence) below this is ignored."""


class MoveMark(Enum):
    """The mark of a choice."""

    BRILLIANT = "brilliant"
    """The coach's choice, and clearly better than the one that looked best at first."""
    FINE = "fine"
    """The coach's choice, or surely not much worse."""
    SECOND = "second"
    """Surely worse, but not by much; or surely a lower score with an uncertain effect on winning."""
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    CLOSE = "close"
    """Not surely better or worse, and surely not by much."""
    UNCLEAR = "unclear"
    """The interval is too wide for a mark."""
    BRIEF = "brief"
    """Had a first look only, by which there was no sign that much hung on it."""
    ONLY = "only"
    """The only choice, or all choices have the same consequences."""

    @property
    def bad(self) -> bool:
        """Whether the choice lost something."""
        return self in (MoveMark.MISTAKE, MoveMark.BLUNDER)


def mark_of(loss: Interval) -> MoveMark:
    """Return the mark of a choice that is not the coach's.

    Args:
        loss: its chance to win below the best choice's, between 0 and 1.
    """
    if loss.low > 0:
        return (
            MoveMark.BLUNDER if loss.mean >= BLUNDER else MoveMark.MISTAKE if loss.mean >= MISTAKE else MoveMark.SECOND
        )
    return MoveMark.FINE if loss.high < MISTAKE else MoveMark.CLOSE if loss.high < CLOSE else MoveMark.UNCLEAR


def settled(loss: Interval) -> bool:
    """Return whether an interval of a loss says for sure that the choice is worse, or that it is close to the best."""
    return loss.low > 0 or loss.high < CLOSE


def mark_of_verdict(verdict: Verdict) -> MoveMark:
    """Return the mark of the player's choice.

    Raises:
        ValueError: the verdict was made without the player's choice.
    """
    own, best, first = verdict.chosen, verdict.best, verdict.first
    if own is None:
        raise ValueError("verdict: found one without the player's choice; expected that of judge(…, chosen=…)")
    if len(verdict.looks) == 1:
        return MoveMark.ONLY
    if own.loss is None:  # the budget was too small to estimate it
        return MoveMark.UNCLEAR
    ahead = [look.loss.high for look in verdict.estimated[1:] if look.loss is not None]
    if own is best:
        if any(high < 0 for high in ahead):  # in the fresh imagined games another one was better
            return MoveMark.UNCLEAR
        clear = first is not best and first.loss is not None and first.loss.low > 0 and first.loss.mean >= MISTAKE
        return MoveMark.BRILLIANT if clear else MoveMark.FINE
    mark = mark_of(own.loss)
    costs = own.loss_score is not None and own.loss_score.low > LITTLE and own.loss.mean >= 0
    return MoveMark.SECOND if costs and mark in (MoveMark.FINE, MoveMark.CLOSE, MoveMark.UNCLEAR) else mark
