"""A bot that searches: it plays many continuations of imagined games and takes the choice that wins most often.

It draws games that agree with all that its seat knows (:mod:`.imagined_worlds`) and builds a search tree of information
sets in them (:mod:`.search_tree`). All candidates get equally many simulations, then the
better half again, until two are left. All candidates are tried in the same imagined games with the same random
numbers. Stay and Withdraw always get equally many, and others' tokens are chosen by regret matching.

Its budget is a number of simulations, never a time. Given a view alone it chooses as the greedy bot does.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vendetta_kit.bots.sequential_halving import halving
from vendetta_kit.games.vendetta.engine.actions import At, Drain, Play, Stay
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason, ImaginingBot, asked
from .greedy import GreedyBot
from .imagined_worlds import ImaginedWorlds, NumberedWorlds
from .search_tree import SearchTree, SecretNode, begin_search
from .weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_PLAYS: Final = 12
"""How many plays of a Planning turn are candidates: those that the greedy bot rates best."""
_ALIKE: Final = 2
"""How many of the candidate plays may be of the same card at the same Location."""
_JUDGEMENT: Final = 0.012
"""How much 1 Influence in the greedy bot's rating adds to the chance of winning, before simulations."""
_FADES: Final = 100
"""The number of simulations after which the greedy bot's rating counts half."""
_DRAINS_BELOW: Final = 4
"""Below this much Blood in the Pool, a Drain before the play is a candidate."""
_SHARE: Final = {"plan": 1.0, "withdraw": 1.0, "choose": 0.5, "bid": 0.5, "keep": 0.25}
"""The share of the simulations for each kind of decision. For ``keep`` every simulation runs to the round's end."""


class FoundChoice(NamedTuple):
    """A choice; ``why`` calculates its reasons when called."""

    action: Action
    why: Callable[[], Sequence[ChoiceReason]]
    simulations: int
    """Number of simulations made for it; 0 if the greedy bot chose."""


@dataclass(slots=True)
class Arm:
    """One candidate of the search."""

    action: Action
    judged: float
    tried: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """Return the average result, a chance of winning."""
        return self.total / self.tried if self.tried else 0.0

    @property
    def score(self) -> float:
        """Return the average with the greedy bot's rating, which counts less with more simulations."""
        return self.mean + _JUDGEMENT * self.judged * _FADES / (_FADES + self.tried)


def searches(view: View) -> bool:
    """Return whether a decision is searched; clan, Relic and the end of a turn are left to the greedy bot."""
    decision = asked(view)
    return len(decision.legal) > 1 and decision.kind in _SHARE


class SearchBot(ImaginingBot):
    """A bot that uses information-set Monte Carlo tree search."""

    name = "search"

    def __init__(self, simulations: int = 1000, weights: Weights | None = None) -> None:
        """Create the bot; ``simulations`` is the number of continuations for a Planning turn or a token.

        Raises:
            ValueError: ``simulations`` is less than 1.
        """
        if simulations < 1:
            raise ValueError(f"simulations: found {simulations}; expected at least 1")
        self.simulations = simulations
        self.greedy = GreedyBot(weights if weights is not None else Weights())
        self.w = self.greedy.weights

    def think(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> FoundChoice:
        """Return the choice with its reasons."""
        decision = asked(view)
        if worlds is None or not searches(view):
            return FoundChoice(*self.greedy.think(view, rng), 0)
        budget = max(1, round(self.simulations * _SHARE[decision.kind]))
        tree, dice = begin_search(view, worlds, self.w, budget, rng)
        if decision.kind == "withdraw":
            return self._token(view, tree, dice, budget)
        arms = self._plays(view, rng) if decision.kind == "plan" else self._answers(view, rng)
        halve(tree, arms, dice, budget)
        arms.sort(key=lambda arm: -arm.score)
        return FoundChoice(arms[0].action, lambda: self._why(view, arms), _made(arms))

    # Candidates -------------------------------------------------------------------------------------------------

    def _plays(self, view: View, rng: Random) -> list[Arm]:
        """Return the plays that the greedy bot rates best, and Drains before them."""
        legal = asked(view).legal
        arms: list[Arm] = []
        seen: Counter[tuple[str, At]] = Counter()
        for score, play in self.greedy.liked(view):
            seen[play.card, play.at] += 1
            if seen[play.card, play.at] <= _ALIKE and len(arms) < _PLAYS:
                arms.append(Arm(play, score))
        quick = self.greedy.think(view, rng).action
        best = arms[0].judged
        if not isinstance(quick, Play):
            arms.append(Arm(quick, best + 0.3))
        if view.seats[asked(view).seat].blood < _DRAINS_BELOW:
            costs = {a: self.greedy.drain_cost(view, a.card) for a in legal if isinstance(a, Drain)}
            if costs:
                cheap = min(costs, key=lambda drain: (costs[drain], drain.card))
                if cheap != quick and costs[cheap] <= self.w.drain_most:
                    arms.append(Arm(cheap, best - 0.3))
        return arms

    def _answers(self, view: View, rng: Random) -> list[Arm]:
        """Return every answer as a candidate; the greedy bot's own gets a small bonus."""
        quick = self.greedy.think(view, rng).action
        return [Arm(action, 1.0 if action == quick else 0.0) for action in asked(view).legal]

    # Stay or Withdraw ----------------------------------------------------------------------------------------

    def _token(self, view: View, tree: SearchTree, dice: NumberedWorlds, budget: int) -> FoundChoice:
        """Try both tokens in every imagined game with the same random numbers, and return the better one."""
        legal = asked(view).legal
        arms = [Arm(action, 0.0) for action in legal]
        node = SecretNode(tuple(action.code for action in legal))
        for turn in range(max(1, budget // len(arms))):
            mix = node.mix()
            values = []
            for arm, share in zip(arms, mix, strict=True):
                value = tree.walk(*dice.roll(turn, arm.action.code), counts=share * len(arms))
                arm.tried += 1
                arm.total += value
                values.append(value)
            mean = sum(share * value for share, value in zip(mix, values, strict=True))
            node.regret = [max(0.0, r + value - mean) for r, value in zip(node.regret, values, strict=True)]
        arms.sort(key=lambda arm: -arm.mean)
        return FoundChoice(arms[0].action, lambda: self._why_token(view, arms), _made(arms))

    # Reasons ----------------------------------------------------------------------------------------------------

    def _why(self, view: View, arms: Sequence[Arm]) -> list[ChoiceReason]:
        best, decision = arms[0], asked(view)
        action = best.action
        if isinstance(action, Play):
            others = [arm for arm in arms[1:] if arm.tried and _differs(arm.action, action)]
            told = self.greedy.why_play(view, action)
            return [_found(arms, others, decision.rules), *told]
        quick = self.greedy.think(view, Random(0))
        told = list(quick.why()) if quick.action == action else []
        return [_found(arms, [arm for arm in arms[1:] if arm.tried], decision.rules), *told]

    def _why_token(self, view: View, arms: Sequence[Arm]) -> list[ChoiceReason]:
        stays = isinstance(arms[0].action, Stay)
        key = "search.stay" if stays else "search.leave"
        values = {"tried": _made(arms), "n": _percent(arms[0].mean), "other": _percent(arms[1].mean)}
        facts = self.greedy.why_token(view, stays, 0.0)[1:]  # the first reason is the greedy bot's own estimate
        return [ChoiceReason(key, 9.0, values, ("WDR-02", "WDR-03", "EOG-04")), *facts]


def halve(tree: SearchTree, arms: Sequence[Arm], dice: NumberedWorlds, budget: int) -> None:
    """Spend the budget by halving (:func:`.halving`); a batch of candidates shares games and random numbers."""
    stages = halving(arms, budget, lambda arm: arm.score)
    for number, batch in enumerate(batch for batches in stages for batch in batches):
        for arm in batch:
            arm.total += tree.walk(*dice.roll(number, arm.action.code))
            arm.tried += 1


def _made(arms: Sequence[Arm]) -> int:
    return sum(arm.tried for arm in arms)


def _differs(one: Action, other: Action) -> bool:
    """Return whether two actions differ in card or Location, not only in Blood."""
    if isinstance(one, Play) and isinstance(other, Play):
        return (one.card, one.at) != (other.card, other.at)
    return one != other


def _percent(chance: float) -> int:
    return round(100 * chance)


def _found(arms: Sequence[Arm], others: Sequence[Arm], rules: tuple[str, ...]) -> ChoiceReason:
    """Return a reason with the results of the simulations, compared with the best choice of another kind."""
    values: dict[str, Any] = {"tried": _made(arms), "n": _percent(arms[0].mean)}
    if not others:
        return ChoiceReason("search.only", 9.0, values, (*rules, "EOG-04"))
    next_best = others[0]
    values["other"] = _percent(next_best.mean)
    even = ".even" if values["n"] <= values["other"] else ""
    action = next_best.action
    if isinstance(action, Play):
        values |= {"card": action.card, "at": action.at}
        return ChoiceReason("search.play" + even, 9.0, values, ("PLAN-03", "PLAN-12", "EOG-04"))
    return ChoiceReason("search.answer" + even, 9.0, values, (*rules, "EOG-04"))
