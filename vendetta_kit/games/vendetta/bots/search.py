"""A bot that searches: it plays many continuations of what it can imagine, and takes what wins most of them.

It draws worlds that agree with all that its seat knows (:mod:`.imagined_worlds`) and grows in them a tree of what
people may know (:mod:`.search_tree`). At its own present choice it spends its simulations by halving: everything that
looks good gets as many, then the better half as many again, until two are left. All choices meet the same worlds with
the same luck, so that they are compared alike. Stay and Withdraw always get as many, and others answer by regret
matching.

Its budget is a number of simulations, never a time. Without worlds, from a view alone, it can only be greedy.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vendetta_kit.bots.sequential_halving import halving
from vendetta_kit.games.vendetta.engine.actions import At, Drain, Play, Stay
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason, asked
from .greedy import GreedyBot
from .imagined_worlds import ImaginedWorld, ImaginedWorlds
from .imagining_bot import ImaginingBot
from .search_tree import SearchTree, SecretNode
from .weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vendetta_kit import Game


__all__ = ["FoundChoice", "SearchBot", "searches"]

_WORLDS: Final = 96
"""Different worlds that a search meets at most."""
_DEALT: Final = 2
"""For each of them so many are dealt, and the likelier ones taken."""
_PLAYS: Final = 12
"""Plays of a Planning turn that are looked at: those that the greedy bot likes best."""
_ALIKE: Final = 2
"""Of these so many of one card at one Location."""
_JUDGEMENT: Final = 0.012
"""What 1 Influence more in the greedy bot's eyes counts, in chances of winning, before anything is tried."""
_FADES: Final = 100
"""After so many simulations that judgement counts half."""
_DRAINS_BELOW: Final = 4
"""Blood in the Pool below which a Drain is looked at before a play."""
_GOLDEN: Final = 0.6180339887498949
"""Steps of this size, round and round, come near every world as often as it counts."""
_SHARE: Final = {"plan": 1.0, "withdraw": 1.0, "choose": 0.5, "bid": 0.5, "keep": 0.25}
"""How much of its simulations a decision gets. Before a card is kept every walk goes to the end of the round."""


class FoundChoice(NamedTuple):
    """A choice; ``why`` gives its reasons, worked out only when somebody asks."""

    action: Action
    why: Callable[[], Sequence[ChoiceReason]]
    simulations: int
    """How many were made for it; 0 where the greedy bot's judgement was enough."""


@dataclass(slots=True)
class Arm:
    """One choice that is looked at."""

    action: Action
    judged: float
    tried: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """The chance to win with it, as found so far."""
        return self.total / self.tried if self.tried else 0.0

    @property
    def score(self) -> float:
        """The same, with the judgement that fades as more is known."""
        return self.mean + _JUDGEMENT * self.judged * _FADES / (_FADES + self.tried)


def searches(view: View) -> bool:
    """Whether a decision is searched, not left to the greedy bot: clan, Relic and the end of a turn are."""
    decision = asked(view)
    return len(decision.legal) > 1 and decision.kind in _SHARE


class SearchBot(ImaginingBot):
    """Information-set Monte Carlo tree search."""

    name = "search"

    def __init__(self, simulations: int = 1000, weights: Weights | None = None) -> None:
        """``simulations``: how many continuations a Planning turn or a token is worth.

        Raises:
            ValueError: fewer than one.
        """
        if simulations < 1:
            raise ValueError(f"simulations: {simulations}; expected at least 1")
        self.simulations = simulations
        self.greedy = GreedyBot(weights if weights is not None else Weights())
        self.w = self.greedy.weights

    def think(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> FoundChoice:
        """The choice, with its reasons for the asking."""
        decision = asked(view)
        if worlds is None or not searches(view):
            return FoundChoice(*self.greedy.think(view, rng), 0)
        budget = max(1, round(self.simulations * _SHARE[decision.kind]))
        dice = _Dice(worlds.draw(min(_WORLDS, budget), rng, _DEALT), rng)
        for world in dice.worlds:
            world.game.unseal(decision.seat)
        sides = view.teams if view.teams else tuple((s.seat,) for s in view.seats)
        sides = tuple(side for side in sides if not all(view.seats[s].out for s in side))
        tree = SearchTree(decision.seat, self.w, sides, to_end=decision.kind == "keep")
        if decision.kind == "withdraw":
            return self._token(view, tree, dice, budget)
        arms = self._plays(view, rng) if decision.kind == "plan" else self._answers(view, rng)
        halve(tree, arms, dice, budget)
        arms.sort(key=lambda arm: -arm.score)
        return FoundChoice(arms[0].action, lambda: self._why(view, arms), _made(arms))

    # What is looked at ---------------------------------------------------------------------------------------

    def _plays(self, view: View, rng: Random) -> list[Arm]:
        """The plays that the greedy bot likes best, and Drains before them."""
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
        """Every answer; the greedy bot's own counts a little more."""
        quick = self.greedy.think(view, rng).action
        return [Arm(action, 1.0 if action == quick else 0.0) for action in asked(view).legal]

    # Stay or Withdraw ----------------------------------------------------------------------------------------

    def _token(self, view: View, tree: SearchTree, dice: _Dice, budget: int) -> FoundChoice:
        """Both tokens in every world with the same luck; the better one."""
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

    # Why -----------------------------------------------------------------------------------------------------

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
        facts = self.greedy.why_token(view, stays, 0.0)[1:]  # the first is the greedy bot's own guess
        return [ChoiceReason(key, 9.0, values, ("WDR-02", "WDR-03", "EOG-04")), *facts]


class _Dice:
    """Worlds and luck by number: the same for every choice that is looked at."""

    def __init__(self, worlds: list[ImaginedWorld], rng: Random) -> None:
        self.worlds = worlds
        self._until = list(accumulate(world.weight for world in worlds))
        self._seed = rng.getrandbits(40)
        self._begin = rng.random()

    def roll(self, number: int, code: int) -> tuple[Game, int, Random]:
        """The world with that number, to be used up; the choice; and the luck of this walk."""
        x = (self._begin + number * _GOLDEN) % 1.0 * self._until[-1]
        world = self.worlds[min(bisect(self._until, x), len(self.worlds) - 1)]
        return world.game.copy(record=False), code, Random(self._seed + number)


def halve(tree: SearchTree, arms: Sequence[Arm], dice: _Dice, budget: int) -> None:
    """Spend the budget by halving (:func:`.halving`); all choices of a batch meet the same world and luck."""
    stages = halving(arms, budget, lambda arm: arm.score)
    for number, batch in enumerate(batch for batches in stages for batch in batches):
        for arm in batch:
            arm.total += tree.walk(*dice.roll(number, arm.action.code))
            arm.tried += 1


def _made(arms: Sequence[Arm]) -> int:
    return sum(arm.tried for arm in arms)


def _differs(one: Action, other: Action) -> bool:
    """Another card or another Location; not the same with other Blood."""
    if isinstance(one, Play) and isinstance(other, Play):
        return (one.card, one.at) != (other.card, other.at)
    return one != other


def _percent(chance: float) -> int:
    return round(100 * chance)


def _found(arms: Sequence[Arm], others: Sequence[Arm], rules: tuple[str, ...]) -> ChoiceReason:
    """What came of the simulations, beside the best choice of another kind."""
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
