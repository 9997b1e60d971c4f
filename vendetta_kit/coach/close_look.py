"""The close look at one decision: it is judged until it is settled, as a review does with its weightiest ones."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final, NamedTuple

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame

from .game_for_coach import AnsweredChances, EquilibriumShares, ReviewedGame
from .judge import LEVEL, Verdict, settle_in_steps
from .move_marks import MoveMark, mark_of_verdict, settled
from .review_depths import Depth

WORSE: Final = (MoveMark.BLUNDER, MoveMark.MISTAKE, MoveMark.SECOND)
"""The marks of a choice that was surely worse than another."""


def selected_simulations(table: AnyGame, seat: int, may: Depth, coaching: ReviewedGame) -> int:
    """Return the number of simulations with which a review at a depth selects the best choice of a decision."""
    return max(2, round(may.decision * coaching.seat_knowledge(table, seat).share))


def decision_seed(seed: int, k: int) -> str:
    """Return the seed with which a review judges the decision before the action with the index ``k``."""
    return f"{seed}/{k}"


class CloseLook(NamedTuple):
    """What a close look at a decision came to."""

    verdict: Verdict
    mark: MoveMark
    simulated: MoveMark | None
    """The mark by the simulations alone, where the choice is defensible all the same."""
    tokens: EquilibriumShares | None
    answered: AnsweredChances | None = None
    """What defends it, if not ``tokens``."""


def judge_closely(
    table: AnyGame, seat: int, k: int, chosen: Action, coaching: ReviewedGame, may: Depth, seed: int = 0
) -> Generator[int, None, CloseLook]:
    """Judge one decision until it is settled, as a review does with its weightiest; yield simulations done.

    The intervals are so wide that those of all close looks of a review hold together.

    Args:
        table: the game before the decision.
        seat: the seat that decides.
        k: the index of its action in the game.
        chosen: the player's action.
        coaching: the game's functions for the coach.
        may: the simulations that it may use (:mod:`.review_depths`).
        seed: the review's seed.
    """
    verdict = yield from settle_in_steps(
        table,
        seat,
        coaching,
        selected_simulations(table, seat, may, coaching),
        may.most,
        settled,
        chosen=chosen,
        seed=decision_seed(seed, k),
        look=may.look,
        level=1 - (1 - LEVEL) / may.weighty,
    )
    mark = mark_of_verdict(verdict)
    tokens = coaching.equilibrium_shares(table, seat, chosen, seed)
    if mark in WORSE and coaching.certain(table, seat, chosen):
        return CloseLook(verdict, MoveMark.FINE, None, tokens)
    if mark in WORSE and tokens is not None and tokens.even:
        return CloseLook(verdict, MoveMark.FINE, mark, tokens)
    if mark in WORSE:
        answered = yield from coaching.answered_chances(table, seat, chosen, verdict.best.action, seed)
        if answered.even:
            return CloseLook(verdict, MoveMark.FINE, mark, tokens, answered)
    return CloseLook(verdict, mark, None, tokens)
