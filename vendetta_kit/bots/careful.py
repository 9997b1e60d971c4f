"""A bot that imagines what it cannot see, and looks one move ahead.

It draws worlds that agree with all that its seat knows (:mod:`.worlds`), tries each choice that looks good in each of
them, lets the quick player of :mod:`.playout` play the round to its end, and takes the choice after which it is
likeliest to win. Stay or Withdraw it solves as the simultaneous game that it is (:mod:`.standoff`). What needs no
worlds (clan, Relic, a Drain) it leaves to the greedy bot, whose judgement also breaks near ties.

Its budget is a number of worlds, never a time. Without worlds, from a view alone, it can only be greedy.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vendetta_kit.engine.actions import Play, Stay, Withdraw

from .answers import stay_and_leave
from .bot import Advice, Reason, advice, asked
from .greedy import GreedyBot
from .planning import Planner
from .playout import ROUND_END, Player, stop_after, worth
from .sight import Sight
from .standoff import StandOff, stand_off
from .thought import Thought
from .weights import Weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vendetta_kit.engine.actions import Action
    from vendetta_kit.engine.views import View

    from .worlds import World, Worlds

__all__ = ["Budget", "CarefulBot"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much it thinks, in counts."""

    plays: int = 10
    """Plays of a Planning turn that are tried: those that the greedy bot likes best."""
    worlds: int = 16
    """Worlds in which each is tried."""
    more_worlds: int = 32
    """Further worlds for the better half of them."""
    token_worlds: int = 10
    """Worlds in which every set of tokens is played out."""
    answer_worlds: int = 16
    """Worlds in which each answer to a card's question is tried."""
    precision: float = 8.0
    """How surely everybody takes the better token, for 1 more chance of winning."""


class Tried(NamedTuple):
    """A choice that was tried: how good it was, its worth with the greedy bot's judgement, in how many worlds."""

    value: float
    action: Action
    gain: float
    """What the seat has in the end, in Influence, on average."""


_TRIED_OUT: Final = ("choose", "keep", "bid")
_FAR: Final = (3.0, 3.0, 2.4, 0.8)
"""How far ahead in Influence somebody must be after round 0, 1, 2, 3 to be e times likelier to win."""
_JUDGEMENT: Final = 0.012
"""What 1 Influence more in the greedy bot's eyes counts, in chances of winning."""


_HABIT: Final = 0.4
"""How much of the others' tokens is habit, which is to stay, and not thought."""
_TOKEN_JUDGEMENT: Final = 0.02
"""The same where a token is chosen."""


def winning(has: Sequence[float], seat: int, sides: Sequence[tuple[int, ...]], far: float) -> float:
    """How likely the side of a seat is to win with what everybody has."""
    sums = [sum(has[s] for s in side) for side in sides]
    most = max(sums)
    odds = [exp((value - most) / far) for value in sums]
    mine = next(k for k, side in enumerate(sides) if seat in side)
    return odds[mine] / sum(odds)


class CarefulBot:
    """Imagines worlds and tries its choices in them."""

    name = "careful"

    def __init__(self, budget: Budget | None = None, weights: Weights | None = None) -> None:
        self.budget = budget if budget is not None else Budget()
        self.greedy = GreedyBot(weights)
        self.w = self.greedy.weights

    def choose(self, view: View, rng: Random, worlds: Worlds | None = None) -> Action:
        """The choice after which it is likeliest to win."""
        return self.think(view, rng, worlds).action

    def advise(
        self, view: View, lang: str = "en", rng: Random | None = None, worlds: Worlds | None = None
    ) -> Advice:
        """The same, with reasons."""
        thought = self.think(view, rng if rng is not None else Random(0), worlds)
        return advice(thought.action, thought.why(), view, lang)

    def think(self, view: View, rng: Random, worlds: Worlds | None = None) -> Thought:
        """The choice, with its reasons for the asking."""
        decision = asked(view)
        if worlds is None or len(decision.legal) == 1:
            return self.greedy.think(view, rng)
        if decision.kind == "withdraw":
            return self._withdraw(view, rng, worlds)
        if decision.kind == "plan":
            return self._plan(view, rng, worlds)
        if decision.kind in _TRIED_OUT:
            return self._answer(view, rng, worlds)
        return self.greedy.think(view, rng)

    # Trying out ----------------------------------------------------------------------------------------------

    def _try(
        self, view: View, actions: Sequence[tuple[float, Action]], worlds: Sequence[World], rng: Random
    ) -> list[Tried]:
        """Each action in each world, played to the end of the round; best first."""
        me, far = asked(view).seat, _FAR[view.round]
        sides = _sides(view)
        chance = rng.getrandbits(32)
        tried = []
        for judged, action in actions:
            value = gain = 0.0
            for number, world in enumerate(worlds):
                game = world.game.copy(record=False)
                stop_after(game, ROUND_END)
                game.apply(me, action)
                Player(self.w, Random(chance + number)).play_on(game)
                has = [worth(game, seat, self.w) for seat in range(game.seats)]
                value += world.weight * winning(has, me, sides, far)
                gain += world.weight * has[me]
            tried.append(Tried(value + _JUDGEMENT * judged, action, gain))
        return sorted(tried, key=lambda one: -one.value)

    def _plan(self, view: View, rng: Random, worlds: Worlds) -> Thought:
        """The best of the plays that the greedy bot likes; what it would do before a play, it does."""
        quick = self.greedy.think(view, rng)
        if not isinstance(quick.action, Play):
            return quick
        short = self._shortlist(view, quick.action)
        budget = self.budget
        tried = self._try(view, short, worlds.draw(budget.worlds, rng), rng)
        judged = {action: score for score, action in short}
        half = [(judged[one.action], one.action) for one in tried[: (len(tried) + 1) // 2]]
        if len(half) > 1 and budget.more_worlds:
            first = {one.action: one for one in tried}
            again = self._try(view, half, worlds.draw(budget.more_worlds, rng), rng)
            tried = sorted((self._both(first[one.action], one) for one in again), key=lambda one: -one.value)
        best = tried[0]
        return Thought(best.action, lambda: self._why_play(view, best, tried, quick))

    def _both(self, one: Tried, more: Tried) -> Tried:
        """Two trials of the same action as one."""
        share = self.budget.worlds / (self.budget.worlds + self.budget.more_worlds)
        return Tried(
            share * one.value + (1 - share) * more.value, one.action, share * one.gain + (1 - share) * more.gain
        )

    def _shortlist(self, view: View, best: Play) -> list[tuple[float, Action]]:
        """The plays that the greedy bot likes best, at most two of one card at one Location."""
        planner = Planner(Sight(view, self.w))
        weighed = sorted(
            ((planner.weigh(a).total, k, a) for k, a in enumerate(asked(view).legal) if isinstance(a, Play)),
            key=lambda row: (-row[0], row[1]),
        )
        found: list[tuple[float, Action]] = []
        seen: dict[tuple[str, Any], int] = {}
        for score, _, play in weighed:
            place = (play.card, play.at)
            if seen.get(place, 0) < 2:
                seen[place] = seen.get(place, 0) + 1
                found.append((score, play))
            if len(found) == self.budget.plays:
                break
        return found

    def _answer(self, view: View, rng: Random, worlds: Worlds) -> Thought:
        """Each answer, tried; the greedy bot's own counts a little more."""
        quick = self.greedy.think(view, rng)
        actions = [(1.0 if action == quick.action else 0.0, action) for action in asked(view).legal]
        tried = self._try(view, actions, worlds.draw(self.budget.answer_worlds, rng), rng)
        best = tried[0]
        if best.action == quick.action:
            return quick
        return Thought(best.action, lambda: [self._ahead("tried.answer", best, tried)])

    # Stay or Withdraw ----------------------------------------------------------------------------------------

    def _withdraw(self, view: View, rng: Random, worlds: Worlds) -> Thought:
        """The better token against what the others do in the quantal response."""
        me, far, sides = asked(view).seat, _FAR[view.round], _sides(view)
        here = sum(1 for s in view.seats if any(p.at == view.at and (p.cards or p.blood) for p in s.positions))
        count = max(4, self.budget.token_worlds * 16 >> max(4, here))
        drawn = worlds.draw(count, rng)
        off = stand_off(
            drawn, self.w, rng.getrandbits(20), payoff=lambda has, seat: winning(has, seat, sides, far)
        )
        game = off.game
        answer = game.quantal(self.budget.precision).chances
        usual = self.w.stays
        chances = tuple(_HABIT * usual + (1 - _HABIT) * chance for chance in answer)
        judged = stay_and_leave(Sight(view, self.w), view.at if view.at is not None else "haven")
        edge = game.edge(off.seats.index(me), chances) + _TOKEN_JUDGEMENT * (judged[0] - judged[1])
        stays = edge > 0
        return Thought(Stay() if stays else Withdraw(), lambda: self._why_token(view, off, chances, stays, count))

    # Why -----------------------------------------------------------------------------------------------------

    def _why_token(
        self, view: View, off: StandOff, chances: Sequence[float], stays: bool, count: int
    ) -> list[Reason]:
        me = asked(view).seat
        stay, leave = off.mean(me, True, chances), off.mean(me, False, chances)
        wins, lost = round(count * stay.wins[0]), round(leave.blood[0] - stay.blood[0])
        key = "token.stay" if stays else "token.leave"
        if lost:
            key += ".costs" if lost > 0 else ".brings"
        values: dict[str, Any] = {"n": wins, "worlds": count, "blood": abs(lost)}
        reasons = [Reason(key, 2.0, values, ("WDR-02", "CONF-04"))]
        for k, seat in enumerate(off.seats):
            if seat != me and chances[k] < 0.35:
                reasons.append(Reason("token.goes", 1.0 - chances[k], {"name": seat}, ("WDR-03",)))
            elif seat != me and chances[k] > 0.65:
                reasons.append(Reason("token.remains", chances[k] - 0.3, {"name": seat}, ("WDR-03",)))
        return reasons

    def _ahead(self, key: str, best: Tried, tried: Sequence[Tried]) -> Reason:
        return Reason(key, 2.0, {"n": len(tried)}, ())

    def _why_play(self, view: View, best: Tried, tried: Sequence[Tried], quick: Thought) -> list[Reason]:
        return [self._ahead("tried.play", best, tried)]


def _sides(view: View) -> tuple[tuple[int, ...], ...]:
    """Who wins together."""
    return view.teams if view.teams else tuple((s.seat,) for s in view.seats)
