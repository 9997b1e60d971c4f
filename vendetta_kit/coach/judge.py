"""Judge one decision: what each choice comes to, by what its seat may know, and how sure that is.

    from vendetta_kit.coach import judge
    from vendetta_kit.games.vendetta.coach import COACHING

    verdict = judge(game, seat, COACHING, budget=400)       # the decision that is open at ``seat``
    verdict.best.action, verdict.best.chance                # what the coach would do, and its chance to win
    for look in verdict.looks:                              # best first
        look.action, look.chance, look.score, look.loss     # loss: what it has less chance to win than the best one

How it is done:

* Worlds are imagined from what the seat may know, and played to the end. Every choice meets the same worlds with the
  same luck; what counts is the difference in each of them (:mod:`.paired_statistics`).
* The budget is a number of simulations: one is one world with one choice played to the end. The first half of it
  *chooses*: all that is looked at gets as many, then the better half as many again, until two are left (by the chance
  to win, and a little by the score, which says more where few simulations were made). The second half *estimates*, in
  worlds of its own: the one that was chosen, the one that was made (``chosen``), the one that looked best at first, and
  the next best. So being the best of many by luck gives no choice a better figure.
* ``loss`` of a choice is an interval of the paired difference to the best one; all of a verdict's intervals hold
  together with ``level`` (0.95: in nineteen of twenty verdicts).
* Choices that lead to the same are one: ``look.alike`` has all of them.

The same arguments give the same verdict everywhere. ``judging`` is the same in slices: a generator that yields after
each few simulations how many are done, and returns the verdict; who has enough stops asking.

For puzzles: ``look=None`` looks at every legal action, ``keep=N`` estimates the N best ones (the rest have ``loss``
``None``), and ``verdict.clear`` is by how much chance to win the best is surely ahead of all that were estimated.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.bots.sequential_halving import halving
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame

from .game_for_coach import CoachedGame, SeatKnowledge
from .paired_statistics import Interval, Sums

if TYPE_CHECKING:
    from collections.abc import Callable


__all__ = [
    "KEEP",
    "LEVEL",
    "LOOK",
    "JudgedChoice",
    "NothingToJudge",
    "Verdict",
    "choosing",
    "compare",
    "judge",
    "judging",
]

LEVEL: Final = 0.95
"""How often all intervals of a verdict hold."""
LOOK: Final = 12
"""So many choices are looked at, those that look best at first."""
KEEP: Final = 3
"""So many are estimated at least, if there are as many."""
_SLICE: Final = 8
"""After about so many simulations somebody else may have a turn."""
_SCORE: Final = 0.012
"""What 1 more in the end (Influence, say) counts, in chances to win, where few simulations say who would win."""
_FADES: Final = 100
"""After so many simulations that counts half."""
_TELLS: Final = 3
"""Worlds in which two choices must lead to the same, to be one."""


class NothingToJudge(ValueError):
    """The seat has no decision there. The message is one line."""


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """What one choice comes to."""

    action: Action
    alike: tuple[Action, ...]
    """All choices that lead to the same, this one included."""
    tried: int
    """Simulations that its figures rest on."""
    chance: float
    """Its chance to win, 0 to 1."""
    score: float
    """What the seat has in the end on average; in Vendetta, Influence."""
    loss: Interval | None
    """What it has less than the best, in chances to win; ``None``: it fell behind early and was not estimated."""
    loss_score: Interval | None
    """The same in Influence."""

    @property
    def code(self) -> int:
        """The code of its action."""
        return self.action.code


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of one decision."""

    seat: int
    kind: str
    """The kind of the decision, such as ``plan``."""
    looks: tuple[JudgedChoice, ...]
    """What was looked at: the best first, then what was estimated, then the rest, by their chances."""
    first: JudgedChoice
    """What looked best before anything was tried."""
    chosen: JudgedChoice | None
    """What was chosen, if that was told."""
    legal: int
    """How many actions were legal."""
    simulations: int
    level: float

    @property
    def best(self) -> JudgedChoice:
        """What the coach would do."""
        return self.looks[0]

    @property
    def estimated(self) -> tuple[JudgedChoice, ...]:
        """Those with figures from worlds of their own."""
        return tuple(look for look in self.looks if look.loss is not None)

    @property
    def clear(self) -> float:
        """By how much chance to win the best is surely ahead of every other that was estimated; negative: it is not."""
        return min((look.loss.low for look in self.estimated[1:] if look.loss is not None), default=1.0)

    def look_of(self, action: Action) -> JudgedChoice | None:
        """Return what an action comes to; ``None`` if it was not looked at."""
        return next((look for look in self.looks if action in look.alike), None)


@dataclass(slots=True)
class _Arm:
    code: int
    alike: list[int]
    won: Sums = field(default_factory=Sums)
    score: Sums = field(default_factory=Sums)
    later: tuple[Sums, Sums] | None = None
    behind: tuple[Sums, Sums] = field(default_factory=lambda: (Sums(), Sums()))

    @property
    def worth(self) -> float:
        """What it is chosen by: its chance to win, and its score, which counts less the more is known."""
        fades = _FADES / (_FADES + self.won.count)
        return self.won.mean + _SCORE * fades * self.score.mean


def judge(
    game: AnyGame,
    seat: int,
    coaching: CoachedGame,
    budget: int,
    *,
    seed: int | str = 0,
    chosen: Action | None = None,
    look: int | None = LOOK,
    keep: int = KEEP,
    level: float = LEVEL,
    watch: Callable[[int], object] | None = None,
) -> Verdict:
    """Judge the decision that is open at a seat.

    Args:
        game: where the seat must decide; nothing of it is used but what the seat may know.
        seat: whose decision.
        coaching: the game for the coach.
        budget: how many simulations.
        seed: decides the worlds and the luck.
        chosen: what was done, to be judged beside the best.
        look: how many choices are looked at, those first that look best; ``None``: every legal one.
        keep: how many are estimated at least.
        level: how often all intervals of the verdict hold, between 0 and 1.
        watch: told after each few simulations how many are done.

    Raises:
        NothingToJudge: the seat has no decision there, or could not do what was ``chosen``.
        ValueError: a budget below 1, or a ``look`` or ``keep`` below 1.

    >>> from vendetta_kit import Game
    >>> from vendetta_kit.games.vendetta.coach import COACHING
    >>> game = Game.new(seats=3, seed=7)
    >>> verdict = judge(game, 2, COACHING, budget=12)
    >>> verdict.simulations, verdict.kind, verdict.best.action in game.legal(2)
    (12, 'pick_clan', True)
    """
    steps = judging(game, seat, coaching, budget, seed=seed, chosen=chosen, look=look, keep=keep, level=level)
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            verdict: Verdict = end.value
            return verdict
        if watch is not None:
            watch(done)


def judging(
    game: AnyGame,
    seat: int,
    coaching: CoachedGame,
    budget: int,
    *,
    seed: int | str = 0,
    chosen: Action | None = None,
    look: int | None = LOOK,
    keep: int = KEEP,
    level: float = LEVEL,
) -> Generator[int, None, Verdict]:
    """Judge in slices: yields after each few simulations how many are done, and returns the verdict (:func:`judge`)."""
    if budget < 1 or keep < 1 or (look is not None and look < 1):
        raise ValueError(f"budget {budget}, look {look}, keep {keep}: expected at least 1 of each")
    legal = game.legal(seat)
    if not len(legal):
        raise NothingToJudge(f"seat {seat} has nothing to decide here")
    if chosen is not None and not legal.allows(chosen.code):
        raise NothingToJudge(f"seat {seat} could not do {chosen!r} here")
    rng = Random(f"judge/{seed}")
    bench = _Bench(coaching, coaching.insight(game, seat), seat, rng.getrandbits(60))
    ranking = list(bench.insight.first_look(rng))
    arms = bench.group(ranking, look, chosen.code if chosen is not None else None)
    first = arms[0]
    own = next((arm for arm in arms if chosen is not None and chosen.code in arm.alike), None)
    yield 0
    alone = len(arms) == 1
    left = budget - (0 if alone else budget // 2)
    if not alone:
        yield from bench.halve(arms, budget // 2)
        arms.sort(key=lambda arm: -arm.worth)
    kept = {arm.code: arm for arm in (arms[0], *((own,) if own else ()), first, *arms[1:keep])}
    finalists = list(kept.values())[: max(1, left)]
    yield from bench.estimate(finalists, left)
    return _verdict(game, seat, arms, finalists, first, own, len(legal), bench.done, level)


def compare(
    game: AnyGame,
    seat: int,
    coaching: CoachedGame,
    actions: Sequence[Action],
    budget: int,
    *,
    seed: int | str = 0,
    level: float = LEVEL,
) -> Verdict:
    """Compare the first of some actions with the others, in worlds of their own; nothing is chosen.

    Args:
        game: where the seat must decide.
        seat: whose decision.
        coaching: the game for the coach.
        actions: two or more that are legal; ``verdict.best`` is the first of them, whatever comes of it, and
            ``verdict.clear`` by how much it is surely ahead of all others.
        budget: how many simulations, for all of them together.
        seed: decides the worlds and the luck.
        level: how often all intervals hold, between 0 and 1.

    Raises:
        NothingToJudge: the seat could not do one of them.
        ValueError: fewer than two actions, or a budget below 1.

    >>> from vendetta_kit import Game
    >>> from vendetta_kit.games.vendetta.coach import COACHING
    >>> game = Game.new(seats=3, seed=7)
    >>> both = list(game.legal(2))[:2]
    >>> [look.tried for look in compare(game, 2, COACHING, both, budget=8).looks]
    [4, 4]
    """
    if budget < 1 or len(actions) < 2:
        raise ValueError(f"budget {budget}, {len(actions)} actions: expected at least 1, and 2")
    legal = game.legal(seat)
    for action in actions:
        if not legal.allows(action.code):
            raise NothingToJudge(f"seat {seat} could not do {action!r} here")
    rng = Random(f"compare/{seed}")
    bench = _Bench(coaching, coaching.insight(game, seat), seat, rng.getrandbits(60))
    arms = [_Arm(action.code, [action.code]) for action in actions]
    for _ in bench.estimate(arms, budget):
        pass
    return _verdict(game, seat, arms, arms, arms[0], None, len(legal), bench.done, level)


def choosing(
    insight: SeatKnowledge, seat: int, coaching: CoachedGame, budget: int, look: int, seed: int
) -> tuple[int, int]:
    """Return the code of the best choice, with the whole budget spent on choosing, and how many simulations it took."""
    bench = _Bench(coaching, insight, seat, seed)
    arms = bench.group(list(insight.first_look(Random(seed))), look, None)
    if len(arms) > 1:
        for _ in bench.halve(arms, budget):
            pass
    return min(arms, key=lambda arm: -arm.worth).code, bench.done


class _Bench:
    """Where the choices of one decision are tried."""

    def __init__(self, coaching: CoachedGame, insight: SeatKnowledge, seat: int, seed: int) -> None:
        self.coaching = coaching
        self.insight = insight
        self.seat = seat
        self.seed = seed
        self.done = 0

    def group(self, ranking: Sequence[int], look: int | None, chosen: int | None) -> list[_Arm]:
        """Put choices together that lead to the same in a few worlds; the first ``look`` of them, and the own one."""
        worlds = self.insight.worlds(_TELLS, Random(f"{self.seed}/alike"))
        arms: dict[Any, _Arm] = {}
        for code in ranking:
            known = look is not None and len(arms) >= look
            if known and code != chosen:
                continue
            ends = []
            for world in worlds:
                after = world.copy(record=False)
                after.advance(self.seat, code)
                ends.append((tuple(after.n), tuple(after.z), tuple(after.agenda)))
            key = tuple(ends)
            if key in arms:
                arms[key].alike.append(code)
            else:
                arms[key] = _Arm(code, [code])
        return list(arms.values())

    def halve(self, arms: list[_Arm], budget: int) -> Generator[int]:
        """Choose, by halving (:func:`.halving`)."""
        number = 0
        for stage, batches in enumerate(halving(arms, budget, lambda arm: arm.worth)):
            worlds = self.insight.worlds(len(batches), Random(f"{self.seed}/choose/{stage}"))
            for world, batch in zip(worlds, batches, strict=True):
                for arm in batch:
                    won, score = self._try(world, arm.code, f"choose/{number}")
                    arm.won.add(won)
                    arm.score.add(score)
                number += 1
                if self.done % _SLICE < len(batch):
                    yield self.done

    def estimate(self, arms: Sequence[_Arm], budget: int) -> Generator[int]:
        """Try those that are left in worlds of their own; the first of them is what the others are compared with."""
        each = max(1, budget // len(arms))
        worlds = self.insight.worlds(each, Random(f"{self.seed}/estimate"))
        for arm in arms:
            arm.later = Sums(), Sums()
        for number, world in enumerate(worlds):
            found = [self._try(world, arm.code, f"estimate/{number}") for arm in arms]
            for arm, came in zip(arms, found, strict=True):
                assert arm.later is not None
                for k in range(2):
                    arm.later[k].add(came[k])
                    arm.behind[k].add(found[0][k] - came[k])
            if self.done % _SLICE < len(arms):
                yield self.done

    def _try(self, world: AnyGame, code: int, luck: str) -> tuple[float, float]:
        """One simulation: the choice in a world, and what came of it."""
        game = world.copy(record=False)
        game.advance(self.seat, code)
        self.coaching.play_on(game, Random(f"{self.seed}/{luck}"))
        self.done += 1
        return self.coaching.outcomes(game)[self.seat]


def _verdict(
    game: AnyGame,
    seat: int,
    arms: Sequence[_Arm],
    finalists: Sequence[_Arm],
    first: _Arm,
    own: _Arm | None,
    legal: int,
    simulations: int,
    level: float,
) -> Verdict:
    actions = game.rules.actions
    comparisons = max(1, len(finalists) - 1)
    looks: dict[int, JudgedChoice] = {}
    rest = [arm for arm in arms if all(arm is not other for other in finalists)]
    best, *others = finalists
    ranked = [best, *sorted(others, key=lambda arm: arm.behind[0].mean), *rest]
    for arm in ranked:
        won, score = arm.later if arm.later is not None else (arm.won, arm.score)
        losses: list[Interval | None] = [None, None]
        if arm is best:
            losses = [Interval(0.0, 0.0, 0.0)] * 2
        elif arm.later is not None:
            losses = [behind.interval(level, comparisons) for behind in arm.behind]
        looks[arm.code] = JudgedChoice(
            actions[arm.code],
            tuple(actions[code] for code in arm.alike),
            won.count,
            round(won.mean, 4),
            round(score.mean, 3),
            losses[0],
            losses[1],
        )
    kind = game.decision(seat).kind
    return Verdict(
        seat,
        kind,
        tuple(looks.values()),
        looks[first.code],
        looks[own.code] if own is not None else None,
        legal,
        simulations,
        level,
    )
