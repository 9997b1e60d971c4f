"""The coach as a player, and its answer to "What would you do?", with reasons that a person at the table can check.

The player takes the action that the coach judges best, at depth 3. It spends its whole budget on the choice, not on
estimates of the others. It judges by games that its seat can imagine, as :mod:`vendetta_kit.coach.judge` does for a
review. The answer is the judgement of a review at its first depth: the same selection with the same imagined games. So
advice that was followed is never a mistake in the review.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from vendetta_kit.coach.close_look import decision_seed, selected_simulations
from vendetta_kit.coach.judge import chosen_by_judge, result_of, select_best
from vendetta_kit.coach.review_depths import DEPTHS
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.bots.bot import Advice, ChoiceReason, ImaginingBot, WeighedChoice, advice, asked
from vendetta_kit.games.vendetta.bots.greedy import GreedyBot
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.engine.actions import Stay
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .game_for_coach import COACHING, CoachedVendetta, VendettaSeatKnowledge

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence


class CoachBot(ImaginingBot):
    """Chooses the action that the coach judges best."""

    name = "coach"

    def __init__(self, depth: int = 3, budget: int | None = None, weights: Weights | None = None) -> None:
        """Create the bot.

        Args:
            depth: 1, 2 or 3 (:data:`vendetta_kit.coach.review_depths.DEPTHS`).
            budget: simulations for the most important kind of decision; by default the depth's.
            weights: of the greedy bot that finishes the imagined games.

        Raises:
            ValueError: there is no such depth, or the budget is below 1.
        """
        if depth not in DEPTHS or (budget is not None and budget < 1):
            raise ValueError(f"depth, budget: found {depth}, {budget}; expected one of {sorted(DEPTHS)}, at least 1")
        self.look = DEPTHS[depth].look
        self.budget = DEPTHS[depth].decision if budget is None else budget
        self.coaching = CoachedVendetta(weights)
        self.greedy = GreedyBot(weights if weights is not None else Weights())

    def think(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> WeighedChoice:
        """Return the choice with its reasons; without imagined games it is the greedy bot's."""
        legal = asked(view).legal
        if worlds is None or len(legal) == 1:
            return self.greedy.think(view, rng)
        insight = VendettaSeatKnowledge(worlds, view.observation, self.coaching.judgement)
        budget = max(1, round(self.budget * insight.share))
        seat = asked(view).seat
        code, tried = select_best(insight, seat, self.coaching, budget, self.look, rng.getrandbits(60))
        action = next(action for action in legal if action.code == code)
        return WeighedChoice(action, lambda: self._why(view, action, tried))

    def _why(self, view: View, action: Action, tried: int) -> Sequence[ChoiceReason]:
        quick = self.greedy.think(view, Random(0))
        told = quick.why() if quick.action == action else []
        return [_played_on(view, tried), *told]


def _played_on(view: View, tried: int) -> ChoiceReason:
    """Return the reason that games played on from here speak for the choice."""
    return ChoiceReason("coach.best", 9.0, {"tried": tried}, (*asked(view).rules, "EOG-04"))


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
    return result_of(advise_in_steps(game, seat, lang))


def advise_in_steps(game: Game, seat: int, lang: str = "en") -> Generator[int, None, Advice]:
    """Think out in steps what :func:`advise` returns; yield the number of simulations done."""
    view, bot = game.view(seat, log=False), _bot()
    if len(game.legal(seat)) < 2 or game.decision(seat).kind in COACHING.unjudged:
        return bot.advise(view, lang)
    if game.decision(seat).kind == "withdraw" and COACHING.certain(game, seat, Stay()):
        return advice(Stay(), [*_price(view), *bot.why(view, Stay())], view, lang)
    select = selected_simulations(game, seat, DEPTHS[DEPTH], COACHING)
    seed, look = decision_seed(0, len(game.actions)), DEPTHS[DEPTH].look
    action = yield from chosen_by_judge(game, seat, COACHING, select, seed=seed, look=look)
    quick = bot.think(view, Random(0))
    price = _price(view) if isinstance(action, Stay) else []
    if quick.action == action:
        return advice(action, [*price, *quick.why()], view, lang)
    # the numbers on the table speak for another choice: what speaks for this one is said first
    return advice(action, [_played_on(view, select), *price, *bot.why(view, action)], view, lang)


def _price(view: View) -> list[ChoiceReason]:
    """Return what open cards would take from the seat's Pool if it stayed, as one reason; none if nothing."""
    at, seat = asked(view).at, asked(view).seat
    taken = flows.stay_forecast(view, at).of_pool(seat) if at else []
    if not taken or taken[-1].after >= taken[0].before:
        return []
    first, left = max(taken, key=lambda one: one.before - one.after), taken[-1].after
    values = {"card": first.card, "name": first.by, "before": taken[0].before, "n": left}
    return [ChoiceReason("stay.price" if left else "stay.price.frenzy", 8.0, values, ("WDR-07", "FRZ-01"))]


@cache
def _bot() -> GreedyBot:
    return GreedyBot()
