"""The search bot: tries actions in imagined games that agree with all its seat knows, and takes the best.

The actions that the careful bot values most are tried in the same imagined games (``Game.imagine``). There the careful
bot plays the seat on and greedy the others until the seat's next turn begins, and the seat's chance to win from there
is counted (:func:`win_chances`). The better half is tried in more games; an action that is clearly worse is left out.
The budget is a number of games, never a time.

>>> SearchBot(worlds=1).name
'search'
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from typing import Any, Final, NamedTuple

from vendetta_kit.bots import Advice
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import decision_kinds
from vendetta_kit.games.vtes.engine.board import bleed_of, blood, capacity, predator, prey
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import ACTIVE, EDGE, HELD, IN, POINTS, POOL, READY, TURN, UNCONTROLLED
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason, advice
from .bot_view import BotView, Imagined
from .careful import CarefulBot
from .greedy import GreedyBot
from .weights import CAREFUL, CarefulWeights

SEARCHED: Final = frozenset({decision_kinds.MASTER_PHASE, decision_kinds.MINION_PHASE, decision_kinds.BLOCK})
"""Kinds of decisions that are searched; the careful bot takes all others."""
_ARMS: Final = 4
"""The most actions that are tried: the careful bot's best ones, one of each kind."""
_MARGIN: Final = 4.0
"""The most that an action that is tried may be below the careful bot's best, in pool."""
_POOL: Final = 0.015
"""The chance to win for which one pool of the careful bot's value counts."""
_PRIOR: Final = 4
"""The number of games for which the careful bot's value counts beside the results."""
_CLEARLY: Final = 2.0
"""So many standard errors of its lead the best action is ahead of one that is tried no more."""
_LEAST_SPREAD: Final = 0.03
"""The deviation that is added to that of the leads, as a few games may have all the same result by chance."""
_MORE: Final = 5
"""The number of further games in which the better half is tried."""
_MOST: Final = 600
"""The most decisions of a playout."""


class SearchBot(CarefulBot):
    """A bot that tries its best actions in imagined games."""

    name = "search"

    def __init__(self, worlds: int = 3, weights: CarefulWeights = CAREFUL) -> None:
        """``worlds``: the number of imagined games in which all actions are tried before any is left out.

        Raises:
            ValueError: fewer than one.
        """
        if worlds < 1:
            raise ValueError(f"worlds: found {worlds}; expected at least 1")
        super().__init__(weights)
        self.worlds = worlds
        self.greedy = GreedyBot()

    def choose(self, sight: BotView, rng: Random) -> Action:
        """Return the action with the best result, or the careful bot's choice if nothing is tried."""
        arms = self._arms(sight)
        return self._best(sight, arms, rng)[0] if len(arms) > 1 else super().choose(sight, rng)

    def advise(self, sight: BotView, lang: str = "en") -> Advice:
        """Return the action with the best result, with the careful bot's reasons for it."""
        arms = self._arms(sight)
        if len(arms) < 2:
            return super().advise(sight, lang)
        action, tried = self._best(sight, arms, Random(sight.n[TURN]))
        reasons = self.worth(sight, action)[1] or [ChoiceReason("nothing_better", 0.0)]
        return advice(action, [ChoiceReason("tried", 99.0, (), {"count": tried}), *reasons], lang)

    def _arms(self, sight: BotView) -> list[tuple[float, Action]]:
        """Return the actions to try, the careful bot's best first, each with its value."""
        if sight.kind not in SEARCHED or len(sight.legal) < 2:
            return []
        best: dict[object, tuple[float, int]] = {}
        for k, action in enumerate(sight.legal):
            if isinstance(action, do.Block) and not self._can_catch(sight, action.minion):
                continue
            judged = (self.worth(sight, action)[0], -k)
            kind = _kind_of(sight, action)
            best[kind] = max(best.get(kind, judged), judged)
        found = sorted(best.values(), reverse=True)
        return [(worth, sight.legal[-k]) for worth, k in found[:_ARMS] if worth >= found[0][0] - _MARGIN]

    def _best(self, sight: BotView, arms: list[tuple[float, Action]], rng: Random) -> tuple[Action, int]:
        """Return the action with the best result, and the number of playouts."""
        results: list[list[float]] = [[] for _ in arms]
        left, played = list(range(len(arms))), 0
        for tried in range(1, self.worlds + _MORE + 1):
            world, luck = sight.imagine(rng), rng.getrandbits(32)
            for k in left:
                results[k].append(self._outcome(world.copy(), sight.seat, arms[k][1], Random(luck)))
            played += len(left)
            scores = {k: _PRIOR * _POOL * arms[k][0] + sum(results[k]) for k in left}
            left.sort(key=lambda k: (-scores[k], k))
            if tried >= self.worlds:
                best = left[0]
                half = left[: max(2, (len(left) + 1) // 2)]
                left = [k for k in half if scores[best] - scores[k] <= _CLEARLY * _error(results[best], results[k])]
            if len(left) < 2:
                break
        return arms[left[0]][1], played

    def _outcome(self, world: Game, seat: int, action: Action, rng: Random) -> float:
        """Play an imagined game on until the seat's next turn begins and return the seat's chance to win."""
        turn = world.n[TURN]
        world.apply(seat, action)
        for _ in range(_MOST):
            asked = world.to_act
            if asked is None or not world.n[IN] >> seat & 1 or (world.n[ACTIVE] == seat and world.n[TURN] > turn):
                break
            view = Imagined(world, asked)
            world.apply(asked, super().choose(view, rng) if asked == seat else self.greedy.choose(view, rng))
        return win_chances(world)[seat]


def _kind_of(sight: BotView, action: Action) -> object:
    """Return what an action shares with those of which only the best one is tried."""
    card = sight.g.table.printed[action.card].id if isinstance(action, do.Play | do.Use) else ""
    return type(action), card


def _error(one: list[float], other: list[float]) -> float:
    """Return the standard error of the sum by which one action is ahead of another in the same games."""
    leads = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(leads) / len(leads)
    spread = sum([(lead - mean) ** 2 for lead in leads]) + _LEAST_SPREAD**2
    return sqrt(spread / max(1, len(leads) - 1) * len(leads))


class SeatNumbers(NamedTuple):
    """The numbers of a seat on which its chance to win hangs, or their weights in log odds."""

    points: float
    """Victory points."""
    out: float
    """1 if the seat is out of the game; all others but ``points`` are then 0."""
    pool: float
    edge: float
    """1 if the seat has the Edge."""
    ready: float
    """Ready minions."""
    blood: float
    """Blood and life on these."""
    capacity: float
    """Their capacity."""
    waiting: float
    """Counters on uncontrolled vampires."""
    held: float
    """Cards in play on no minion, such as masters."""
    pressed: float
    """The bleed of the predator's ready minions as a share of that and the seat's pool."""
    prey_pool: float
    prey_ready: float
    predator_pool: float
    predator_ready: float


WEIGHTS: Final = SeatNumbers(
    points=0.613,
    out=-2.106,
    pool=0.101,
    edge=0.284,
    ready=0.401,
    blood=0.062,
    capacity=0.037,
    waiting=0.170,
    held=0.503,
    pressed=-1.725,
    prey_pool=-0.026,
    prey_ready=-0.081,
    predator_pool=-0.036,
    predator_ready=-0.197,
)
"""Fitted by games of greedy and careful bots (``benchmarks/vtes_weights.py``)."""
_OUT: Final = SeatNumbers(0.0, 1.0, *[0.0] * 12)


def seat_numbers(g: Any, seat: int) -> SeatNumbers:
    """Return the numbers of a seat in a game that hides nothing."""
    n, z = g.n, g.z
    if not n[IN] >> seat & 1:
        return _OUT._replace(points=n[POINTS + seat])
    hunted, hunter, ready = prey(g, seat), predator(g, seat), z[READY + seat]
    bleed = sum([bleed_of(g, minion) for minion in z[READY + hunter]]) if hunter >= 0 else 0
    return SeatNumbers(
        points=n[POINTS + seat],
        out=0.0,
        pool=n[POOL + seat],
        edge=n[EDGE] == seat,
        ready=len(ready),
        blood=sum([blood(g, minion) for minion in ready]),
        capacity=sum([capacity(g, minion) for minion in ready]),
        waiting=sum([blood(g, card) for card in z[UNCONTROLLED + seat]]),
        held=len(z[HELD + seat]),
        pressed=bleed / (bleed + n[POOL + seat]) if bleed > 0 else 0.0,
        prey_pool=n[POOL + hunted] if hunted >= 0 else 0,
        prey_ready=len(z[READY + hunted]) if hunted >= 0 else 0,
        predator_pool=n[POOL + hunter] if hunter >= 0 else 0,
        predator_ready=len(z[READY + hunter]) if hunter >= 0 else 0,
    )


def win_chances(g: Any) -> list[float]:
    """Return each seat's chance to win from a position; in a game that is over the winners share it.

    It is the seat's share of the odds, of which the logarithm is the weighted sum of its numbers.

    >>> chances = win_chances(Game.new(["claw", "court"], seed=7))
    >>> len(chances), round(sum(chances), 9)
    (2, 1.0)
    """
    if g.is_over:
        won = g.winners
        return [(seat in won) / max(1, len(won)) for seat in range(g.seats)]
    odds = [
        exp(sum([weight * number for weight, number in zip(WEIGHTS, seat_numbers(g, seat), strict=True)]))
        for seat in range(g.seats)
    ]
    total = sum(odds)
    return [odd / total for odd in odds]
