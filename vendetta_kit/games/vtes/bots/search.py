"""The search bot: tries actions in imagined games that agree with all its seat knows, and takes the best.

The actions that the careful bot values most are tried in the same imagined games (``Game.imagine``). Greedy plays every
seat on for one round of the table, then the position is valued. The better half is tried in as many games again. The
budget is a number of games, never a time.

>>> SearchBot(worlds=1).name
'search'
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any, Final

from vendetta_kit.bots import Advice
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import decision_kinds
from vendetta_kit.games.vtes.engine.board import bleed_of, blood, capacity, predator, prey
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import EDGE, IN, POINTS, POOL, READY, TORPOR, TURN, UNCONTROLLED
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason, advice
from .bot_view import BotView, Imagined
from .careful import CarefulBot
from .greedy import GreedyBot
from .weights import CAREFUL, CarefulWeights

__all__ = ["SearchBot"]

SEARCHED: Final = frozenset({decision_kinds.MINION_PHASE, decision_kinds.BLOCK})
"""Kinds of decisions that are searched; the careful bot takes all others."""
_ARMS: Final = 4
"""The most actions that are tried: the careful bot's best ones, one of each kind."""
_MARGIN: Final = 4.0
"""The most that an action that is tried may be below the careful bot's best, in pool."""
_PRIOR: Final = 0.5
"""The weight of the careful bot's value beside the result of the games."""
_MOST: Final = 600
"""The most decisions of a playout."""


class SearchBot(CarefulBot):
    """A bot that tries its best actions in imagined games."""

    name = "search"

    def __init__(self, worlds: int = 3, weights: CarefulWeights = CAREFUL) -> None:
        """``worlds``: the number of imagined games for each action at first; the better half gets as many again.

        Raises:
            ValueError: fewer than one.
        """
        if worlds < 1:
            raise ValueError(f"worlds: {worlds}; expected at least 1")
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
        """Return the actions to try, each with the careful bot's value."""
        if sight.kind not in SEARCHED or len(sight.legal) < 2:
            return []
        best: dict[object, tuple[float, int]] = {}
        for k, action in enumerate(sight.legal):
            card = sight.g.table.printed[action.card].id if isinstance(action, do.Play | do.Use) else ""
            kind, judged = (type(action), card), (self.worth(sight, action)[0], -k)
            best[kind] = max(best.get(kind, judged), judged)
        found = sorted(best.values(), reverse=True)
        return [(worth, sight.legal[-k]) for worth, k in found[:_ARMS] if worth >= found[0][0] - _MARGIN]

    def _best(self, sight: BotView, arms: list[tuple[float, Action]], rng: Random) -> tuple[Action, int]:
        """Return the action with the best result, and the number of playouts."""
        totals = [0.0] * len(arms)
        left, tried, played = list(range(len(arms))), 0, 0
        while True:
            for _ in range(self.worlds):
                world, luck = sight.imagine(rng), rng.getrandbits(32)
                for k in left:
                    totals[k] += self._outcome(world.copy(), sight.seat, arms[k][1], Random(luck))
                    played += 1
            tried += self.worlds
            score = {k: totals[k] / tried + _PRIOR * arms[k][0] for k in left}
            left.sort(key=lambda k: (-score[k], k))
            if len(left) <= 2 or tried > self.worlds:
                return arms[left[0]][1], played
            left = left[: (len(left) + 1) // 2]

    def _outcome(self, world: Game, seat: int, action: Action, rng: Random) -> float:
        """Play an imagined game on for a round of the table and return the position's value."""
        world.apply(seat, action)
        end = world.n[TURN] + world.n[IN].bit_count()
        for _ in range(_MOST):
            asked = world.to_act
            if asked is None or world.n[TURN] >= end or not world.n[IN] >> seat & 1:
                break
            world.apply(asked, self.greedy.choose(Imagined(world, asked), rng))
        return seat_value(world, seat)


def seat_value(g: Any, seat: int) -> float:
    """Return the value of a position for a seat, in pool: its points, pool and minions against its neighbours'."""
    n = g.n
    mine: float = 14.0 * n[POINTS + seat]
    others: float = 14.0 * max([n[POINTS + other] for other in range(g.seats) if other != seat])
    if not n[IN] >> seat & 1:
        return mine - others - 14.0
    hunted, hunter = prey(g, seat), predator(g, seat)
    total: float = mine - 0.5 * others + _pool(n[POOL + seat]) + _strength(g, seat) + 0.7 * (n[EDGE] == seat)
    if hunted >= 0:
        total -= 0.9 * _pool(n[POOL + hunted]) + 0.25 * _strength(g, hunted)
    if hunter >= 0 and hunter != hunted:
        total -= 0.25 * _strength(g, hunter)
    return total


def _pool(count: int) -> float:
    """Return the value of ``count`` pool; the last pool counts most."""
    return 9.0 * (1.0 - exp(-count / 6.0)) + 0.4 * count


def _strength(g: Any, seat: int) -> float:
    """Return the value of a seat's minions and of the counters on its uncontrolled vampires."""
    ready: float = sum(
        1.2 + 0.3 * blood(g, m) + 0.15 * capacity(g, m) + 0.9 * bleed_of(g, m) for m in g.z[READY + seat]
    )
    torpor: float = 0.2 * sum(capacity(g, m) for m in g.z[TORPOR + seat])
    waiting: float = 0.45 * sum(blood(g, m) for m in g.z[UNCONTROLLED + seat])
    return ready + torpor + waiting
