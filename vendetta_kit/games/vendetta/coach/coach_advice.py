"""What the coach would do, with reasons that a person at the table can check: the answer to "What would you do?".

It is the judgement of a review at its first depth: the same selection with the same imagined games. So advice that was
followed is never a mistake in the review.
"""

from __future__ import annotations

from functools import cache

from vendetta_kit.coach.close_look import decision_seed, selected_simulations
from vendetta_kit.coach.judge import chosen_by_judge, result_of
from vendetta_kit.coach.review_depths import DEPTHS
from vendetta_kit.games.vendetta.bots.bot import Advice, advice
from vendetta_kit.games.vendetta.bots.greedy import GreedyBot
from vendetta_kit.games.vendetta.engine.actions import Stay
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.kernel.actions import Action

from .game_for_coach import COACHING

DEPTH = 1
"""The depth of the reviews with which the advice agrees."""


def advise(game: Game, seat: int, lang: str = "en") -> Advice:
    """Return what the coach would do at the open decision of a seat, and at most three reasons.

    A choice without alternative, and one that the review does not judge, is the greedy bot's.

    >>> from vendetta_kit import Game
    >>> game = Game.new(seats=3, seed=7)
    >>> advise(game, game.to_act).action in game.legal(game.to_act)
    True
    """
    view, bot = game.view(seat, log=False), _bot()
    if len(game.legal(seat)) < 2 or game.decision(seat).kind in COACHING.unjudged:
        return bot.advise(view, lang)
    action = _selected(game, seat)
    return advice(action, bot.why(view, action), view, lang)


def _selected(game: Game, seat: int) -> Action:
    stay = Stay()
    if game.decision(seat).kind == "withdraw" and COACHING.certain(game, seat, stay):
        return stay
    select = selected_simulations(game, seat, DEPTH, COACHING)
    seed, look = decision_seed(0, len(game.actions)), DEPTHS[DEPTH].look
    return result_of(chosen_by_judge(game, seat, COACHING, select, seed=seed, look=look))


@cache
def _bot() -> GreedyBot:
    return GreedyBot()
