"""Judges one decision: the chance to win after each choice, by what the seat may know, with its uncertainty.

    from vendetta_kit.coach import judge
    from vendetta_kit.games.vendetta.coach import COACHING

    verdict = judge(game, seat, COACHING, budget=400)       # the decision that is open at ``seat``
    verdict.best.action, verdict.best.chance                # what the coach would do, and its chance to win
    for look in verdict.looks:                              # best first
        look.action, look.chance, look.score, look.loss     # loss: its chance to win below the best one's

Method:

* Games are imagined from what the seat may know, and played to the end. All choices are tried in the same imagined
  games with the same random numbers, and the differences in each of them are averaged (:mod:`.paired_statistics`).
* The budget is a number of simulations: one is one imagined game, played to the end after one choice. The first half
  selects the best choice by successive halving: all choices get equally many simulations, then the better half again,
  until two are left. They are ranked by the chance to win, and a little by the score, which matters more while there
  are few simulations. The second half estimates, in fresh imagined games, the selected choice, the player's
  (``chosen``), the one that looked best at first, and the next best. So no choice has a good figure only because it
  was the luckiest of many.
* ``loss`` of a choice is an interval for the paired difference to the best one; all intervals of a verdict hold
  together with probability ``level``.
* Choices with the same consequences count as one: ``look.alike`` has all of them.

The same arguments give the same verdict on every machine. ``judge_in_steps`` is a generator that yields the number of
simulations done, and returns the verdict; the caller may stop at any time. ``settle_in_steps`` selects in the same way,
then estimates the player's choice and the best one in more and more games until their difference is known: the review
judges its weightiest decisions so. ``chosen_by_judge`` is the same selection alone: advice gives what it returns.

For puzzles: ``look=None`` looks at every legal action, ``keep=N`` estimates the N best ones (the rest have ``loss``
``None``), and ``verdict.clear`` is a lower bound of the best one's lead in chance to win over all estimated ones.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar

from vendetta_kit.bots.sequential_halving import halving
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame

from .game_for_coach import CoachedGame, SeatKnowledge
from .paired_statistics import Interval, Sums

if TYPE_CHECKING:
    from collections.abc import Callable


Result = TypeVar("Result")

LEVEL: Final = 0.95
"""Probability with which all intervals of a verdict hold together."""
LOOK: Final = 12
"""Number of choices that are tried, the most promising ones."""
KEEP: Final = 3
"""Number of choices that are estimated at least."""
_SLICE: Final = 2
"""Number of simulations between two yields of :func:`judge_in_steps`, about."""
SCORE_WORTH: Final = 0.012
"""What one point of final score (such as Influence) counts, in chance to win, while there are no simulations yet."""
_FADES: Final = 100
"""Number of simulations after which the score counts half as much."""
ONE_STAGE: Final = 100
"""Number of games in the first stage of :func:`settle_in_steps`; each later stage doubles the games so far."""
LEAST_STAGE: Final = 48
"""Number of games in the first stage of :func:`compare` with ``least``."""
_TELLS: Final = 3
"""Number of imagined games in which two choices must have the same consequences to count as one."""


class NothingToJudge(ValueError):
    """Error: the seat has no open decision, or not this choice. The message is one line."""


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """The figures of one choice."""

    action: Action
    alike: tuple[Action, ...]
    """All choices with the same consequences, this one included."""
    tried: int
    """Number of simulations behind its figures."""
    chance: float
    """Its chance to win, 0 to 1."""
    score: float
    """The average final score of the seat; in Vendetta, Influence."""
    loss: Interval | None
    """Its chance to win below the best choice's; ``None`` if it was dropped early and not estimated."""
    loss_score: Interval | None
    """Its score below the best choice's; ``None`` as for ``loss``."""

    @property
    def code(self) -> int:
        """The code of the action."""
        return self.action.code


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one decision."""

    seat: int
    kind: str
    """The kind of the decision, such as ``plan``."""
    looks: tuple[JudgedChoice, ...]
    """The choices that were tried: the best first, then the estimated ones, then the others by chance to win."""
    first: JudgedChoice
    """The choice that looked best before any simulation."""
    chosen: JudgedChoice | None
    """The player's choice, if it was given."""
    legal: int
    """How many actions were legal."""
    simulations: int
    level: float

    @property
    def best(self) -> JudgedChoice:
        """The coach's choice."""
        return self.looks[0]

    @property
    def estimated(self) -> tuple[JudgedChoice, ...]:
        """The choices that were estimated in fresh imagined games."""
        return tuple(look for look in self.looks if look.loss is not None)

    @property
    def clear(self) -> float:
        """A lower bound of the best choice's lead in chance to win over all estimated ones; negative if unsure."""
        return min((look.loss.low for look in self.estimated[1:] if look.loss is not None), default=1.0)


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
        """The value for ranking: the chance to win, plus the score, which counts less with more simulations."""
        fades = _FADES / (_FADES + self.won.count)
        return self.won.mean + SCORE_WORTH * fades * self.score.mean


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
    """Return the judgement of the open decision of a seat.

    Args:
        game: a game in which the seat must decide; only what the seat may know of it is used.
        seat: the seat that decides.
        coaching: the game's functions for the coach.
        budget: number of simulations.
        seed: seed of the imagined games and their random numbers.
        chosen: the player's action, to be judged beside the best.
        look: number of choices to try, the most promising ones; ``None`` for every legal one.
        keep: number of choices to estimate at least.
        level: probability with which all intervals hold together, between 0 and 1.
        watch: called every few simulations with the number done.

    Raises:
        NothingToJudge: the seat has no open decision, or ``chosen`` is not legal.
        ValueError: ``budget``, ``look`` or ``keep`` is below 1.

    >>> from vendetta_kit import Game
    >>> from vendetta_kit.games.vendetta.coach import COACHING
    >>> game = Game.new(seats=3, seed=7)
    >>> verdict = judge(game, 2, COACHING, budget=12)
    >>> verdict.simulations, verdict.kind, verdict.best.action in game.legal(2)
    (12, 'pick_clan', True)
    """
    steps = judge_in_steps(game, seat, coaching, budget, seed=seed, chosen=chosen, look=look, keep=keep, level=level)
    return result_of(steps, watch)


def result_of(steps: Generator[int, None, Result], watch: Callable[[int], object] | None = None) -> Result:
    """Return what work in steps comes to; ``watch`` is called with the number of simulations done at each step."""
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        if watch is not None:
            watch(done)


def judge_in_steps(
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
    """Judge in steps: yield the number of simulations done every few of them; return the verdict of :func:`judge`."""
    if budget < 1 or keep < 1 or (look is not None and look < 1):
        raise ValueError(f"budget, look, keep: found {budget}, {look}, {keep}; expected at least 1 of each")
    bench, arms, first, own = _choices(game, seat, coaching, seed, chosen, look)
    yield 0
    alone = len(arms) == 1
    left = budget - (0 if alone else budget // 2)
    yield from bench.select(arms, budget // 2)
    kept = {arm.code: arm for arm in (arms[0], *((own,) if own else ()), first, *arms[1:keep])}
    finalists = list(kept.values())[: max(1, left)]
    yield from bench.estimate(finalists, left)
    return _verdict(game, seat, arms, finalists, first, own, len(game.legal(seat)), bench.done, level)


def settle_in_steps(
    game: AnyGame,
    seat: int,
    coaching: CoachedGame,
    select: int,
    most: int,
    settled: Callable[[Interval], bool],
    *,
    chosen: Action,
    seed: int | str = 0,
    look: int | None = LOOK,
    level: float = LEVEL,
) -> Generator[int, None, Verdict]:
    """Judge until the difference between the player's choice and the best other one is known.

    After the selection, the two are played in stages of :data:`ONE_STAGE` games each, then as many again as there have
    been, until ``settled`` or ``most`` games. The intervals are wide enough to hold at every stage together.

    Args:
        game: a game in which the seat must decide.
        seat: the seat that decides.
        coaching: the game's functions for the coach.
        select: number of simulations of the selection.
        most: most games for each of the two.
        settled: whether an interval of the loss of one of the two is narrow enough.
        chosen: the player's action.
        seed: seed of the imagined games and their random numbers.
        look: number of choices to try, the most promising ones; ``None`` for every legal one.
        level: probability with which all intervals hold together, between 0 and 1.

    Yields:
        The number of simulations done.
    """
    bench, arms, first, own = _choices(game, seat, coaching, seed, chosen, look)
    yield 0
    yield from bench.select(arms, select)
    assert own is not None
    kept = {arm.code: arm for arm in (arms[0], own, first, *arms[1:2])}
    finalists = list(kept.values())
    stages = _doubled(ONE_STAGE, most)
    pair = finalists[:2]
    for number, games in enumerate(stages):
        estimated = finalists if not number else pair
        yield from bench.estimate(estimated, games * len(estimated), f"/{number}" if number else "")
        if not number and len(finalists) > 2 and own is arms[0]:  # the best of the others is the one to compare with
            pair = [finalists[0], min(finalists[1:], key=lambda arm: arm.behind[0].mean)]
        if len(pair) < 2 or settled(pair[1].behind[0].interval(level, len(finalists) * len(stages))):
            break
    looks = max(1, len(finalists) - 1) * len(stages)
    return _verdict(game, seat, arms, finalists, first, own, len(game.legal(seat)), bench.done, level, looks)


def chosen_by_judge(
    game: AnyGame, seat: int, coaching: CoachedGame, select: int, *, seed: int | str = 0, look: int | None = LOOK
) -> Generator[int, None, Action]:
    """Select the best action in steps, as :func:`settle_in_steps` does with the same arguments; yield simulations."""
    bench, arms, _, _ = _choices(game, seat, coaching, seed, None, look)
    yield 0
    yield from bench.select(arms, select)
    action: Action = game.rules.actions[arms[0].code]
    return action


def _choices(
    game: AnyGame, seat: int, coaching: CoachedGame, seed: int | str, chosen: Action | None, look: int | None
) -> tuple[_Bench, list[_Arm], _Arm, _Arm | None]:
    """Return the bench, the choices to try, the one that looks best before any simulation, and the player's."""
    legal = game.legal(seat)
    if not len(legal):
        raise NothingToJudge(f"seat: found {seat}; expected a seat that has something to decide here")
    if chosen is not None and not legal.allows(chosen.code):
        raise NothingToJudge(f"chosen: found {chosen!r}; expected a legal action of seat {seat}")
    rng = Random(f"judge/{seed}")
    bench = _Bench(coaching, coaching.seat_knowledge(game, seat), seat, rng.getrandbits(60))
    ranking = list(bench.insight.ranked_codes(rng))
    arms = bench.group(ranking, look, chosen.code if chosen is not None else None)
    own = next((arm for arm in arms if chosen is not None and chosen.code in arm.alike), None)
    return bench, arms, arms[0], own


def compare(
    game: AnyGame,
    seat: int,
    coaching: CoachedGame,
    actions: Sequence[Action],
    budget: int,
    *,
    seed: int | str = 0,
    least: float | None = None,
) -> Verdict:
    """Return a verdict that compares the first of some actions with the others, without selecting any.

    Args:
        game: a game in which the seat must decide.
        seat: the seat that decides.
        coaching: the game's functions for the coach.
        actions: two or more legal actions; ``verdict.best`` is always the first of them, and ``verdict.clear`` a lower
            bound of its lead over all others.
        budget: number of simulations for all of them together.
        seed: seed of the imagined games and their random numbers.
        least: the lead in chance to win that is asked about: the simulations come in stages, and end with the one after
            which the first action's lead over each other is surely as large, or that over one of them surely is not.
            The intervals are wide enough to hold at every stage together. Without it the whole budget is used.

    Raises:
        NothingToJudge: one of the actions is not legal.
        ValueError: there are fewer than two actions, or the budget is below 1.

    >>> from vendetta_kit import Game
    >>> from vendetta_kit.games.vendetta.coach import COACHING
    >>> game = Game.new(seats=3, seed=7)
    >>> both = list(game.legal(2))[:2]
    >>> [look.tried for look in compare(game, 2, COACHING, both, budget=8).looks]
    [4, 4]
    """
    if budget < 1 or len(actions) < 2:
        raise ValueError(f"budget, actions: found {budget}, {len(actions)} of them; expected at least 1, and 2")
    legal = game.legal(seat)
    for action in actions:
        if not legal.allows(action.code):
            raise NothingToJudge(f"actions: found {action!r}; expected legal actions of seat {seat}")
    rng = Random(f"compare/{seed}")
    bench = _Bench(coaching, coaching.seat_knowledge(game, seat), seat, rng.getrandbits(60))
    arms = [_Arm(action.code, [action.code]) for action in actions]
    games = max(1, budget // len(arms))
    stages = _doubled(games if least is None else min(LEAST_STAGE, games), games)
    looks = (len(arms) - 1) * len(stages)
    for number, each in enumerate(stages):
        for _ in bench.estimate(arms, each * len(arms), f"/{number}" if number else ""):
            pass
        leads = [arm.behind[0].interval(LEVEL, looks) for arm in arms[1:]]
        if least is not None and (all(lead.low >= least for lead in leads) or any(lead.high < least for lead in leads)):
            break
    return _verdict(game, seat, arms, arms, arms[0], None, len(legal), bench.done, LEVEL, looks)


def _doubled(first: int, most: int) -> list[int]:
    """Return stages of games: ``first``, then as many again as there have been, ``most`` in all."""
    stages = [min(first, most)]
    while sum(stages) < most:
        stages.append(min(sum(stages), most - sum(stages)))
    return stages


def select_best(
    insight: SeatKnowledge, seat: int, coaching: CoachedGame, budget: int, look: int, seed: int
) -> tuple[int, int]:
    """Return the code of the best choice and the number of simulations; the whole budget goes into the selection."""
    bench = _Bench(coaching, insight, seat, seed)
    arms = bench.group(list(insight.ranked_codes(Random(seed))), look, None)
    if len(arms) > 1:
        for _ in bench.halve(arms, budget):
            pass
    return min(arms, key=lambda arm: -arm.worth).code, bench.done


class _Bench:
    """Runs the simulations for the choices of one decision."""

    def __init__(self, coaching: CoachedGame, insight: SeatKnowledge, seat: int, seed: int) -> None:
        self.coaching = coaching
        self.insight = insight
        self.seat = seat
        self.seed = seed
        self.done = 0

    def group(self, ranking: Sequence[int], look: int | None, chosen: int | None) -> list[_Arm]:
        """Return the first ``look`` choices and the player's, those with the same consequences merged."""
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

    def select(self, arms: list[_Arm], budget: int) -> Generator[int]:
        """Sort the choices by their worth in so many simulations; yield every few of them."""
        if len(arms) > 1:
            yield from self.halve(arms, budget)
            arms.sort(key=lambda arm: -arm.worth)

    def halve(self, arms: list[_Arm], budget: int) -> Generator[int]:
        """Rank the choices by successive halving (:func:`.halving`); yield every few simulations."""
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

    def estimate(self, arms: Sequence[_Arm], budget: int, stage: str = "") -> Generator[int]:
        """Estimate these choices in fresh imagined games, compared with the first; yield every few simulations.

        A later ``stage`` adds to the figures of those before it.
        """
        each = max(1, budget // len(arms))
        worlds = self.insight.worlds(each, Random(f"{self.seed}/estimate{stage}"))
        for arm in arms:
            arm.later = arm.later or (Sums(), Sums())
        for number, world in enumerate(worlds):
            found = [self._try(world, arm.code, f"estimate{stage}/{number}") for arm in arms]
            for arm, came in zip(arms, found, strict=True):
                assert arm.later is not None
                for k in range(2):
                    arm.later[k].add(came[k])
                    arm.behind[k].add(found[0][k] - came[k])
            if self.done % _SLICE < len(arms):
                yield self.done

    def _try(self, world: AnyGame, code: int, luck: str) -> tuple[float, float]:
        """Play one imagined game after a choice; return the seat's share of the win and its score."""
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
    looks_at: int | None = None,
) -> Verdict:
    """Return the verdict; ``looks_at`` is the number of intervals that shall hold together, if not one each."""
    actions = game.rules.actions
    comparisons = max(1, len(finalists) - 1) if looks_at is None else looks_at
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
