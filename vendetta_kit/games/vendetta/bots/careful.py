"""A bot that imagines hidden cards and tries each choice until the end of the round.

It draws games that agree with all that its seat knows (:mod:`.imagined_worlds`), tries each promising choice in each,
lets the fast player of :mod:`.playout` finish the round, and takes the choice with the best chance to win. Stay or
Withdraw is solved as a simultaneous game (:mod:`.withdraw_subgame`). Decisions that need no imagined games (clan,
Relic, a Drain) are the greedy bot's, whose judgement also breaks near ties.

Its budget is a number of imagined games, never a time. Given a view alone it chooses as the greedy bot does.
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

from .bot import ChoiceReason, ImaginingBot, WeighedChoice, asked
from .greedy import GreedyBot
from .imagined_worlds import ImaginedWorld, ImaginedWorlds
from .playout import ROUND_END, PlayoutPlayer, stop_after, worth
from .weights import Weights
from .withdraw_subgame import WithdrawSubgame, stand_off

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Budget:
    """How many plays and imagined games a decision may use; more take longer."""

    plays: int = 8
    """How many plays of a Planning turn are tried: those that the greedy bot rates best."""
    worlds: int = 8
    """Imagined games in which each play is tried."""
    more_worlds: int = 16
    """Further imagined games for the better half of the plays."""
    token_worlds: int = 10
    """Imagined games for each combination of tokens, with up to four players; fewer with more players."""
    answer_worlds: int = 16
    """Imagined games for each answer to a card's question."""


class TriedChoice(NamedTuple):
    """A choice that was tried: its average value, and each value with the weight of its imagined game."""

    value: float
    action: Action
    each: tuple[tuple[float, float], ...]

    def better(self, other: TriedChoice) -> float:
        """Return the share of imagined games in which it was better than another choice."""
        both = zip(self.each, other.each, strict=False)
        share = [(w, mine > theirs) for (w, mine), (_, theirs) in both]
        return sum(w for w, won in share if won) / sum(w for w, _ in share)


_TRIED_OUT: Final = ("choose", "keep", "bid")
_FAR: Final = (3.0, 3.0, 2.4, 0.8)
"""The lead in Influence after round 0, 1, 2, 3 that makes a player e times as likely to win."""
_JUDGEMENT: Final = 0.012
"""How much 1 Influence in the greedy bot's rating of an action adds to the chance of winning."""
_TOKEN_JUDGEMENT: Final = 0.02
"""How much 1 Influence in the greedy bot's rating of a token adds to the chance of winning."""
_PRECISION: Final = 8.0
"""How surely others take the better token, per unit of winning chance; they see other cards than this seat."""
_HABIT: Final = 0.4
"""The share of players who choose by habit, which is to stay."""


def winning(has: Sequence[float], seat: int, sides: Sequence[tuple[int, ...]], far: float) -> float:
    """Return the chance that a seat's side wins with these totals.

    >>> winning([10.0, 10.0, 10.0, 10.0], 0, [(0,), (1,), (2,), (3,)], 3.0)
    0.25
    """
    sums = [sum(has[s] for s in side) for side in sides]
    most = max(sums)
    odds = [exp((value - most) / far) for value in sums]
    mine = next(k for k, side in enumerate(sides) if seat in side)
    return odds[mine] / sum(odds)


class CarefulBot(ImaginingBot):
    """Imagines hidden cards and tries its choices."""

    name = "careful"

    def __init__(self, budget: Budget | None = None, weights: Weights | None = None) -> None:
        self.budget = budget if budget is not None else Budget()
        self.greedy = GreedyBot(weights if weights is not None else Weights())
        self.w = self.greedy.weights

    def think(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> WeighedChoice:
        """Return the choice with its reasons."""
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

    # Trying choices ---------------------------------------------------------------------------------------------

    def _try(
        self, view: View, actions: Sequence[tuple[float, Action]], worlds: Sequence[ImaginedWorld], rng: Random
    ) -> list[TriedChoice]:
        """Try each action in each imagined game, played to the end of the round; return them best first.

        In one imagined game all actions get the same random numbers, so that they are comparable.
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
        """Return the best of the plays that the greedy bot rates highest, or what that bot would do before a play."""
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
        """Return the plays that the greedy bot rates highest, at most two of the same card at the same Location."""
        found: list[tuple[float, Action]] = []
        seen: Counter[tuple[str, At]] = Counter()
        for score, play in self.greedy.liked(view):
            place = (play.card, play.at)
            seen[place] += 1
            if seen[place] <= 2 and len(found) < self.budget.plays:
                found.append((score, play))
        return found

    def _answer(self, view: View, rng: Random, worlds: ImaginedWorlds) -> WeighedChoice:
        """Try each answer and return the best; the greedy bot's own answer gets a small bonus."""
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
        """Return the better token against what others are likely to choose."""
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
        facts = self.greedy.why_token(view, stays, 0.0)[1:]  # the first reason is the greedy bot's own estimate
        return reasons + facts


def _both(one: TriedChoice, count: int, more: TriedChoice, further: int) -> TriedChoice:
    """Return two trials of the same action combined."""
    share = count / (count + further)
    each = [(share * w, value) for w, value in one.each] + [((1 - share) * w, value) for w, value in more.each]
    return TriedChoice(share * one.value + (1 - share) * more.value, one.action, tuple(each))


def _why_answer(view: View, tried: Sequence[TriedChoice], count: int) -> ChoiceReason:
    n = round(count * tried[0].better(tried[1]))
    key = "tried.answer" if 2 * n > count else "tried.answer.mean"
    return ChoiceReason(key, 2.0, {"n": n, "worlds": count}, asked(view).rules)


def _sides(view: View) -> tuple[tuple[int, ...], ...]:
    """Return the seats that win together, without players who are out of the game."""
    sides = view.teams if view.teams else tuple((s.seat,) for s in view.seats)
    return tuple(side for side in sides if not all(view.seats[s].out for s in side))
