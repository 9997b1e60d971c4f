"""Search: plays on from what it could do, in worlds that agree with all its seat knows, and takes what comes out best.

What the careful bot likes is tried: each of these actions in the same imagined worlds (``Game.imagine``), played on by
greedy at every seat for one round of the table, and what lies there then is weighed. After a first look the better
half is tried in as many worlds again. Its budget is a number of worlds, never a time.

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
"""Decisions that are tried out; any other is the careful bot's."""
_ARMS: Final = 4
"""So many actions are tried: of each kind the one that the careful bot likes best, the best of these."""
_MARGIN: Final = 4.0
"""Those among them that are at most so much worse in its eyes, in pool."""
_PRIOR: Final = 0.5
"""How much of its judgement counts beside what comes out."""
_MOST: Final = 600
"""A playout is cut off after so many decisions."""


class SearchBot(CarefulBot):
    """Tries what it likes in imagined worlds."""

    name = "search"

    def __init__(self, worlds: int = 3, weights: CarefulWeights = CAREFUL) -> None:
        """``worlds``: in how many worlds each action is tried at first; the better half in as many again.

        Raises:
            ValueError: fewer than one.
        """
        if worlds < 1:
            raise ValueError(f"worlds: {worlds}; expected at least 1")
        super().__init__(weights)
        self.worlds = worlds
        self.greedy = GreedyBot()

    def choose(self, sight: BotView, rng: Random) -> Action:
        """Return the action that came out best, or the careful bot's where nothing is tried."""
        arms = self._arms(sight)
        return self._best(sight, arms, rng)[0] if len(arms) > 1 else super().choose(sight, rng)

    def advise(self, sight: BotView, lang: str = "en") -> Advice:
        """Return the action that came out best, with what the careful bot says of it."""
        arms = self._arms(sight)
        if len(arms) < 2:
            return super().advise(sight, lang)
        action, tried = self._best(sight, arms, Random(sight.n[TURN]))
        reasons = self.worth(sight, action)[1] or [ChoiceReason("nothing_better", 0.0)]
        return advice(action, [ChoiceReason("tried", 99.0, (), {"count": tried}), *reasons], lang)

    def _arms(self, sight: BotView) -> list[tuple[float, Action]]:
        """Return what is tried, each with what the careful bot finds it worth."""
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
        """Return the action that came out best, and how many playouts there were."""
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
        """Play a world on for a round of the table, and weigh what lies there."""
        world.apply(seat, action)
        end = world.n[TURN] + world.n[IN].bit_count()
        for _ in range(_MOST):
            asked = world.to_act
            if asked is None or world.n[TURN] >= end or not world.n[IN] >> seat & 1:
                break
            world.apply(asked, self.greedy.choose(Imagined(world, asked), rng))
        return standing(world, seat)


def standing(g: Any, seat: int) -> float:
    """Return how a seat stands, in pool: its points, pool and minions, against those of its neighbours."""
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
    """Return what so much pool is worth: the last of it most."""
    return 9.0 * (1.0 - exp(-count / 6.0)) + 0.4 * count


def _strength(g: Any, seat: int) -> float:
    """Return what a seat's minions are worth, and what lies on those to come."""
    ready: float = sum(
        1.2 + 0.3 * blood(g, m) + 0.15 * capacity(g, m) + 0.9 * bleed_of(g, m) for m in g.z[READY + seat]
    )
    torpor: float = 0.2 * sum(capacity(g, m) for m in g.z[TORPOR + seat])
    waiting: float = 0.45 * sum(blood(g, m) for m in g.z[UNCONTROLLED + seat])
    return ready + torpor + waiting
