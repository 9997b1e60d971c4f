"""A bot that imagines what it cannot see, and looks one move ahead.

It draws worlds that agree with all that its seat knows (:mod:`.imagined_worlds`), tries each choice that looks good in
each of them, lets the quick player of :mod:`.playout` play the round to its end, and takes the choice after which it is
likeliest to win. Stay or Withdraw it solves as the simultaneous game that it is (:mod:`.withdraw_subgame`). What needs
no worlds (clan, Relic, a Drain) it leaves to the greedy bot, whose judgement also breaks near ties.

Its budget is a number of worlds, never a time. Without worlds, from a view alone, it can only be greedy.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.games.vendetta.engine.actions import At, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason, asked
from .greedy import GreedyBot
from .imagined_worlds import ImaginedWorld, ImaginedWorlds
from .imagining_bot import ImaginingBot
from .playout import ROUND_END, PlayoutPlayer, stop_after, worth
from .weighed_choice import WeighedChoice
from .weights import Weights
from .withdraw_subgame import WithdrawSubgame, stand_off

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = ["Budget", "CarefulBot", "winning"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much it thinks, in counts; a move takes the longer, the more of them."""

    plays: int = 8
    """Plays of a Planning turn that are tried: those that the greedy bot likes best."""
    worlds: int = 8
    """Worlds in which each is tried."""
    more_worlds: int = 16
    """Further worlds for the better half of them."""
    token_worlds: int = 10
    """Worlds in which every set of tokens is played out, for up to four players; fewer with more players."""
    answer_worlds: int = 16
    """Worlds in which each answer to a card's question is tried."""


class TriedChoice(NamedTuple):
    """A choice that was tried: how good it was on average, and in each world with its weight."""

    value: float
    action: Action
    each: tuple[tuple[float, float], ...]

    def better(self, other: TriedChoice) -> float:
        """The share of worlds in which it was better than another choice."""
        both = zip(self.each, other.each, strict=False)
        share = [(w, mine > theirs) for (w, mine), (_, theirs) in both]
        return sum(w for w, won in share if won) / sum(w for w, _ in share)


_TRIED_OUT: Final = ("choose", "keep", "bid")
_FAR: Final = (3.0, 3.0, 2.4, 0.8)
"""How far ahead in Influence somebody must be after round 0, 1, 2, 3 to be e times likelier to win."""
_JUDGEMENT: Final = 0.012
"""What 1 Influence more in the greedy bot's eyes counts, in chances of winning."""
_TOKEN_JUDGEMENT: Final = 0.02
"""The same where a token is chosen."""
_PRECISION: Final = 8.0
"""How surely the others take the better token, for 1 more in chances of winning: they see other cards than we do."""
_HABIT: Final = 0.4
"""How much of the others' tokens is habit, which is to stay, and not thought."""


def winning(has: Sequence[float], seat: int, sides: Sequence[tuple[int, ...]], far: float) -> float:
    """How likely the side of a seat is to win with what everybody has.

    >>> winning([10.0, 10.0, 10.0, 10.0], 0, [(0,), (1,), (2,), (3,)], 3.0)
    0.25
    """
    sums = [sum(has[s] for s in side) for side in sides]
    most = max(sums)
    odds = [exp((value - most) / far) for value in sums]
    mine = next(k for k, side in enumerate(sides) if seat in side)
    return odds[mine] / sum(odds)


class CarefulBot(ImaginingBot):
    """Imagines worlds and tries its choices in them."""

    name = "careful"

    def __init__(self, budget: Budget | None = None, weights: Weights | None = None) -> None:
        self.budget = budget if budget is not None else Budget()
        self.greedy = GreedyBot(weights if weights is not None else Weights())
        self.w = self.greedy.weights

    def think(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> WeighedChoice:
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
        self, view: View, actions: Sequence[tuple[float, Action]], worlds: Sequence[ImaginedWorld], rng: Random
    ) -> list[TriedChoice]:
        """Each action in each world, played to the end of the round; best first.

        In one world all have the same chance, so that they are compared alike.
        """
        me, far, sides = asked(view).seat, _FAR[view.round], _sides(view)
        chance = rng.getrandbits(32)
        tried = []
        for judged, action in actions:
            each = []
            for number, world in enumerate(worlds):
                game = world.game.copy(record=False)
                stop_after(game, ROUND_END)
                game.apply(me, action)
                PlayoutPlayer(self.w, Random(chance + number)).play_on(game)
                has = [worth(game, seat, self.w) for seat in range(game.seats)]
                each.append((world.weight, winning(has, me, sides, far)))
            mean = sum(weight * value for weight, value in each)
            tried.append(TriedChoice(mean + _JUDGEMENT * judged, action, tuple(each)))
        return sorted(tried, key=lambda one: -one.value)

    def _plan(self, view: View, rng: Random, worlds: ImaginedWorlds) -> WeighedChoice:
        """The best of the plays that the greedy bot likes; what it would do before a play, it does."""
        quick = self.greedy.think(view, rng)
        if not isinstance(quick.action, Play):
            return quick
        short = self._shortlist(view)
        count = self.budget.worlds
        tried = self._try(view, short, worlds.draw(count, rng), rng)
        more = self.budget.more_worlds
        if len(tried) > 1 and more:
            judged = {action: score for score, action in short}
            first = {one.action: one for one in tried}
            half = [(judged[one.action], one.action) for one in tried[: (len(tried) + 1) // 2]]
            again = self._try(view, half, worlds.draw(more, rng), rng)
            tried = sorted((_both(first[one.action], count, one, more) for one in again), key=lambda one: -one.value)
            count += more
        return WeighedChoice(tried[0].action, lambda: self._why_play(view, tried, count))

    def _shortlist(self, view: View) -> list[tuple[float, Action]]:
        """The plays that the greedy bot likes best, at most two of one card at one Location."""
        found: list[tuple[float, Action]] = []
        seen: Counter[tuple[str, At]] = Counter()
        for score, play in self.greedy.liked(view):
            place = (play.card, play.at)
            seen[place] += 1
            if seen[place] <= 2 and len(found) < self.budget.plays:
                found.append((score, play))
        return found

    def _answer(self, view: View, rng: Random, worlds: ImaginedWorlds) -> WeighedChoice:
        """Each answer, tried; the greedy bot's own counts a little more."""
        quick = self.greedy.think(view, rng)
        actions = [(1.0 if action == quick.action else 0.0, action) for action in asked(view).legal]
        count = self.budget.answer_worlds
        tried = self._try(view, actions, worlds.draw(count, rng), rng)
        if tried[0].action == quick.action:
            return quick
        return WeighedChoice(tried[0].action, lambda: [_why_answer(view, tried, count)])

    def _why_play(self, view: View, tried: Sequence[TriedChoice], count: int) -> list[ChoiceReason]:
        best = tried[0].action
        assert isinstance(best, Play)
        reasons = self.greedy.why_play(view, best)
        for one in tried[1:]:
            other = one.action
            if isinstance(other, Play) and (other.card, other.at) != (best.card, best.at):
                n = round(count * tried[0].better(one))
                values = {"n": n, "worlds": count, "card": other.card, "at": other.at}
                key = "tried.play" if 2 * n > count else "tried.play.mean"
                return [*reasons, ChoiceReason(key, 9.0, values, ("PLAN-03", "PLAN-12"))]
        return reasons

    # Stay or Withdraw ----------------------------------------------------------------------------------------

    def _withdraw(self, view: View, rng: Random, worlds: ImaginedWorlds) -> WeighedChoice:
        """The better token against what the others are likely to do."""
        me, far, sides = asked(view).seat, _FAR[view.round], _sides(view)
        at = view.at if view.at is not None else "haven"
        players = sum(1 for s in view.seats if any(p.at == at and (p.cards or p.blood) for p in s.positions))
        count = self.budget.token_worlds if players <= 4 else max(4, self.budget.token_worlds >> players - 4)
        off = stand_off(
            worlds.draw(count, rng), self.w, rng.getrandbits(20), payoff=lambda has, s: winning(has, s, sides, far)
        )
        chances = tuple(
            _HABIT * self.w.stays + (1 - _HABIT) * chance for chance in off.game.quantal(_PRECISION).chances
        )
        stay, leave = self.greedy.token(view)
        edge = off.game.edge(off.seats.index(me), chances) + _TOKEN_JUDGEMENT * (stay - leave)
        stays = edge > 0
        return WeighedChoice(Stay() if stays else Withdraw(), lambda: self._why_token(view, off, chances, stays, count))

    def _why_token(
        self, view: View, off: WithdrawSubgame, chances: Sequence[float], stays: bool, count: int
    ) -> list[ChoiceReason]:
        me = asked(view).seat
        stay, leave = off.mean(me, True, chances), off.mean(me, False, chances)
        wins, lost = round(count * stay.wins), round(leave.blood - stay.blood)
        key = "token.stay" if stays else "token.leave"
        if lost:
            key += ".poorer" if lost > 0 else ".richer"
        reasons = [ChoiceReason(key, 9.0, {"n": wins, "worlds": count, "blood": abs(lost)}, ("WDR-02", "CONF-04"))]
        for seat, chance in zip(off.seats, chances, strict=True):
            if seat != me and chance < 0.5:
                reasons.append(ChoiceReason("token.goes", 2.0 - chance, {"name": seat}, ("WDR-03",)))
        facts = self.greedy.why_token(view, stays, 0.0)[1:]  # the first is the greedy bot's own guess
        return reasons + facts


def _both(one: TriedChoice, count: int, more: TriedChoice, further: int) -> TriedChoice:
    """Two trials of the same action as one."""
    share = count / (count + further)
    each = [(share * w, value) for w, value in one.each] + [((1 - share) * w, value) for w, value in more.each]
    return TriedChoice(share * one.value + (1 - share) * more.value, one.action, tuple(each))


def _why_answer(view: View, tried: Sequence[TriedChoice], count: int) -> ChoiceReason:
    n = round(count * tried[0].better(tried[1]))
    key = "tried.answer" if 2 * n > count else "tried.answer.mean"
    return ChoiceReason(key, 2.0, {"n": n, "worlds": count}, asked(view).rules)


def _sides(view: View) -> tuple[tuple[int, ...], ...]:
    """Who wins together; nobody who is out of the game."""
    sides = view.teams if view.teams else tuple((s.seat,) for s in view.seats)
    return tuple(side for side in sides if not all(view.seats[s].out for s in side))
