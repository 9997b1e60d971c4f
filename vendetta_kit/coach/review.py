"""The review of a finished game for one seat: the curve of chances to win, marked decisions, what weighed most.

    from vendetta_kit.coach.review import review
    from vendetta_kit.games.vendetta.coach import COACHING

    found = review(game, 0, COACHING, depth=1)
    found.points, found.turns, found.decisions, found.patterns, found.highlights

``review_in_steps`` is a generator that yields the unfinished review every few simulations; the caller may stop at any
time and use it. Decisions are judged by what the seat could know at the time (:mod:`.judge`); hidden cards are listed
separately, in ``JudgedDecision.hidden``.

Every decision gets a first look with few simulations. The weightiest ones, one of each turn or Location, are then
judged until each is settled or shown to be close (:func:`.judge.settle_in_steps`). Only these can be mistakes: what
had no more than a first look is not marked down. What a seat did several times (:class:`.GamePattern`) follows from
the game's record. The highlights are the moments that cost or won most, decisions and patterns together.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, TypeVar

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame

from .close_look import WORSE, judge_closely
from .game_for_coach import AnsweredChances, Consequence, EquilibriumShares, GamePattern, HiddenCards, ReviewedGame
from .judge import LEVEL, SCORE_WORTH, JudgedChoice, Verdict, judge_in_steps
from .move_marks import MISTAKE, MoveMark
from .review_depths import DEPTHS
from .win_curve import CurvePoint, TurningPoint, estimate_point, jump, largest_jumps, turning_point

Result = TypeVar("Result")

MOST_HIGHLIGHTS: Final = 3
"""Number of moments that a review tells first."""
_LEAST_WEIGHT: Final = 0.02
"""The chance to win that a decision must have cost or won to be among the first moments."""
_LEAST_COST: Final = 2.0
"""The score that a pattern must have cost to be among the first moments whatever else there is."""
_REFINED: Final = 7
"""Points of the curve that a jump takes, about: three between its sides, and both sides with twice as many games."""


class NotReviewed(ValueError):
    """Error: the game cannot be reviewed for this seat. The message is one line."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """One decision of the seat, judged."""

    action: int
    """The index of its action in the game, from 0; ``game.fork(action)`` is the game before it."""
    n: int
    """The running number of the last event or ledger entry before it."""
    moment: Any
    verdict: Verdict
    mark: MoveMark
    rules: tuple[str, ...]
    """The ids of the rules of the decision, then of those that applied in what followed."""
    tokens: EquilibriumShares | None
    ways: tuple[Consequence, ...]
    hidden: tuple[HiddenCards, ...]
    """The cards of others that the seat could not know; the verdict does not use them."""
    at: int | str | None = None
    """The place that the player's choice is about."""
    together: tuple[Any, ...] = ()
    """What it shares with the decisions that hang together with it: those of one turn, or of one place resolved."""
    close_look: bool = False
    """Whether it was judged until it was settled or shown to be close; else it had a first look only."""
    simulated: MoveMark | None = None
    """The mark by the simulations alone, where the choice is defensible all the same."""
    answered: AnsweredChances | None = None
    """What defends it: the chances if every player answers for her own good; ``None``: ``tokens`` or nothing."""

    @property
    def chosen(self) -> Action:
        """The player's action."""
        assert self.verdict.chosen is not None
        return self.verdict.chosen.action

    @property
    def loss(self) -> float:
        """Its chance to win below the best choice's."""
        own = self.verdict.chosen
        return own.loss.mean if own is not None and own.loss is not None else 0.0

    @property
    def loss_score(self) -> float:
        """Its score below the best choice's."""
        own = self.verdict.chosen
        return own.loss_score.mean if own is not None and own.loss_score is not None else 0.0

    @property
    def better(self) -> Action | None:
        """The better action; ``None`` unless the figures surely favour one."""
        return self.verdict.best.action if self.mark in WORSE else None

    @property
    def lead(self) -> float:
        """How much the player's choice surely wins over the next best one: its lead in chance to win; 0 if unsure."""
        other = self.other
        sure = self.close_look and self.verdict.chosen is self.verdict.best and self.verdict.clear > 0
        return other.loss.mean if sure and other is not None and other.loss is not None else 0.0

    @property
    def other(self) -> JudgedChoice | None:
        """The choice to set beside the player's: the best one, or the next best if hers is best; ``None`` if none."""
        if self.verdict.chosen is not self.verdict.best:
            return self.verdict.best
        rest = [look for look in self.verdict.estimated[1:] if look.loss is not None]
        return min(rest, key=lambda look: look.loss.mean if look.loss is not None else 0.0, default=None)

    @property
    def cost(self) -> bool:
        """Whether it cost something, defensible or not."""
        return self.mark in WORSE or self.answered is not None

    @property
    def weight(self) -> float:
        """What it cost, or won, in chance to win and a little by the score; 0 if that is not sure."""
        if self.cost:
            cost = max(0.0, self.loss) + SCORE_WORTH * max(0.0, self.loss_score)
            return cost if self.answered is None else cost / 2  # what is defensible stands behind what surely cost more
        return self.lead if self.lead >= MISTAKE else 0.0


@dataclass(frozen=True, slots=True)
class Highlight:
    """One of the moments that a review tells first: a decision, or a pattern over the game."""

    weight: float
    """What it cost or won, in chance to win."""
    decision: JudgedDecision | None = None
    pattern: GamePattern | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of its rules, the one that mattered most first."""
        if self.pattern is not None:
            return self.pattern.rules
        return self.decision.rules if self.decision is not None else ()

    @property
    def n(self) -> int:
        """The running number in the log at which to look at it."""
        if self.pattern is not None:
            return self.pattern.n
        return self.decision.n if self.decision is not None else 0

    @property
    def cost(self) -> bool:
        """Whether it cost something that could have been spared; else it won something, or much hung on it."""
        if self.pattern is not None:
            return self.pattern.mistake
        return self.decision is not None and self.decision.cost

    @property
    def kind(self) -> str:
        """``cost``: it could have been spared; ``won``: it was well done; ``hung``: much hung on it, defensible."""
        defended = self.decision is not None and self.decision.answered is not None
        return "cost" if self.cost and not defended else "hung" if defended or self.pattern is not None else "won"


@dataclass(slots=True)
class Review:
    """A review as far as it has come."""

    game: str
    seat: int
    depth: int
    level: float
    of: int
    """The number of decisions and points of the complete review."""
    done: int = 0
    simulations: int = 0
    points: list[CurvePoint] = field(default_factory=list)
    turns: list[TurningPoint] = field(default_factory=list)
    decisions: list[JudgedDecision] = field(default_factory=list)
    patterns: tuple[GamePattern, ...] = ()
    weightiest: tuple[int, ...] = ()
    """The actions of the decisions that are judged closely, the one first at which most may hang on the choice."""
    left: int = 0
    """The most simulations that are still to come."""
    finished: bool = False

    @property
    def settled(self) -> bool:
        """Whether every weighty decision has been judged, so that the highlights are what they will be."""
        closely = {decision.action for decision in self.decisions if decision.close_look}
        return self.finished or (bool(self.weightiest) and closely.issuperset(self.weightiest))

    @property
    def judging(self) -> JudgedDecision | None:
        """The decision that is judged closely now; ``None`` before the weightiest are known and after them."""
        left = [k for k in self.weightiest if any(d.action == k and not d.close_look for d in self.decisions)]
        return next((decision for decision in self.decisions if decision.action in left[:1]), None)

    @property
    def costly_pattern(self) -> GamePattern | None:
        """The pattern that is told first whatever else there is; ``None`` if none cost much."""
        costly = [pattern for pattern in self.patterns if pattern.mistake and pattern.cost >= _LEAST_COST]
        return max(costly, key=lambda pattern: pattern.cost, default=None)

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """Up to :data:`MOST_HIGHLIGHTS` moments: the costly pattern, then mistakes, then what cost or won most.

        Of decisions that hang together one is told. Until the review is :attr:`settled` only the costly pattern is,
        which stays: what has been read does not move.
        """
        first = self.costly_pattern
        known = [Highlight(SCORE_WORTH * pattern.cost, None, pattern) for pattern in self.patterns]
        if not self.settled:
            return tuple(one for one in known if one.pattern is first)
        single: dict[tuple[Any, ...], Highlight] = {}
        for decision in sorted(self.decisions, key=lambda each: (each.mark is not MoveMark.BLUNDER, -each.weight)):
            if decision.weight >= _LEAST_WEIGHT:
                single.setdefault(decision.together, Highlight(decision.weight, decision))

        def rank(one: Highlight) -> tuple[bool, bool, float]:
            mistake = one.decision is not None and one.decision.mark.bad
            return one.pattern is None or one.pattern is not first, not mistake, -one.weight

        return tuple(sorted([*known, *single.values()], key=rank)[:MOST_HIGHLIGHTS])

    def to_json(self) -> dict[str, Any]:
        """Return the review as a JSON object."""
        return {
            "game": self.game,
            "seat": self.seat,
            "depth": self.depth,
            "level": self.level,
            "finished": self.finished,
            "simulations": self.simulations,
            "curve": [
                {
                    "after": point.after,
                    "n": point.n,
                    "seats": [chance._asdict() for chance in point.seats],
                    "simulations": point.simulations,
                }
                for point in self.points
            ],
            "turns": [asdict(turn) for turn in self.turns],
            "decisions": [_decision_json(decision) for decision in self.decisions],
            "patterns": [{**pattern._asdict(), "values": dict(pattern.values)} for pattern in self.patterns],
            "highlights": [
                {
                    "weight": round(one.weight, 4),
                    "action": one.decision.action if one.decision is not None else None,
                    "pattern": one.pattern.key if one.pattern is not None else None,
                    "rules": list(one.rules),
                }
                for one in self.highlights
            ],
        }


def _decision_json(decision: JudgedDecision) -> dict[str, Any]:
    verdict = decision.verdict
    return {
        "action": decision.action,
        "n": decision.n,
        "kind": verdict.kind,
        "mark": decision.mark.value,
        "close_look": decision.close_look,
        "at": decision.at,
        "legal": verdict.legal,
        "simulations": verdict.simulations,
        "chosen": decision.chosen.to_json(),
        "best": verdict.best.action.to_json(),
        "first": verdict.first.action.to_json(),
        "looks": [
            {
                "action": look.action.to_json(),
                "tried": look.tried,
                "chance": look.chance,
                "score": look.score,
                "loss": look.loss._asdict() if look.loss is not None else None,
                "loss_score": look.loss_score._asdict() if look.loss_score is not None else None,
            }
            for look in verdict.looks
        ],
        "rules": list(decision.rules),
        "tokens": decision.tokens._asdict() if decision.tokens is not None else None,
        "answered": decision.answered._asdict() if decision.answered is not None else None,
        "ways": [way._asdict() for way in decision.ways],
        "hindsight": [hidden._asdict() for hidden in decision.hidden],
    }


def review(game: AnyGame, seat: int, coaching: ReviewedGame, depth: int = 1, seed: int = 0) -> Review:
    """Return the review of a finished game for one seat.

    Args:
        game: a recorded game that is over.
        seat: the seat whose decisions are judged.
        coaching: the game's functions for the coach.
        depth: 1, 2 or 3 (:data:`.review_depths.DEPTHS`).
        seed: seed of the imagined games and their random numbers.

    Raises:
        NotReviewed: the game is not over or not recorded, or there is no such seat or depth.
    """
    *_, found = review_in_steps(game, seat, coaching, depth, seed)
    return found


def review_in_steps(
    game: AnyGame,
    seat: int,
    coaching: ReviewedGame,
    depth: int = 1,
    seed: int = 0,
    curve: bool = True,
    kept: Review | None = None,
) -> Generator[Review, None, None]:
    """Review in steps (:func:`review`): yield the same review object every few simulations, each time with more.

    What needs no simulation is there at once, then come the decisions, the weightiest of them closely, then the curve.

    Args:
        game: a recorded game that is over.
        seat: the seat whose decisions are judged.
        coaching: the game's functions for the coach.
        depth: 1, 2 or 3 (:data:`.review_depths.DEPTHS`).
        seed: seed of the imagined games and their random numbers.
        curve: whether the curve is estimated, too; the decisions are judged alike without it.
        kept: an unfinished review of the same game, seat and depth, to go on from.
    """
    if game.rec is None or not game.is_over:
        raise NotReviewed("the game is not over: its review would tell what is hidden still")
    if type(seat) is not int or not 0 <= seat < game.seats:
        raise NotReviewed(f"seat {seat!r:.20}: expected 0 to {game.seats - 1}")
    if depth not in DEPTHS:
        raise NotReviewed(f"depth {depth!r:.20}: expected one of {', '.join(map(str, DEPTHS))}")
    actions = game.actions
    tables = [game.fork(k) for k in range(len(actions) + 1)]
    own = [k for k, (who, _) in enumerate(actions) if who == seat and _judged(tables[k], seat, coaching)]
    told = [k for k in range(len(tables)) if not k or _told(tables[k - 1], tables[k], coaching.quiet)]
    coarse = _spread(told, DEPTHS[depth].points) if curve else []
    close = min(len(own), DEPTHS[depth].weighty)
    found = Review(coaching.game, seat, depth, LEVEL, len(coarse) + len(own) + close)
    found.patterns = tuple(coaching.patterns(game, seat))
    known: dict[int, CurvePoint] = {}
    if kept is not None:
        found.decisions, found.weightiest, found.points = list(kept.decisions), kept.weightiest, list(kept.points)
        found.simulations, known = kept.simulations, {point.after: point for point in kept.points}
        found.done = len(found.decisions) + sum(decision.close_look for decision in found.decisions)
    looked = {decision.action for decision in found.decisions}
    closely = sum(decision.close_look for decision in found.decisions)
    may = DEPTHS[depth]
    found.left = (len(own) - len(looked)) * may.scan + (close - closely) * may.closely
    found.left += len(coarse) * may.point + bool(coarse) * may.turns * _REFINED * may.point
    yield found
    for k in own:
        if k in looked:
            continue
        together = _together(tables, actions, k, seat, coaching)
        yield from _look(found, tables[k], k, actions[k][1], together, coaching, seed)
        yield found
    found.weightiest = found.weightiest or tuple(each.action for each in _weightiest(found.decisions, close))
    for k in found.weightiest:
        decision = next(decision for decision in found.decisions if decision.action == k)
        if not decision.close_look:
            yield from _look_closely(found, tables[k], decision, coaching, seed)
            yield found
    yield from _curve(found, tables, coarse, told, coaching, seed, known)
    yield from _turns(found, tables, coaching, seed)
    found.finished, found.left = True, 0
    yield found


def _judged(table: AnyGame, seat: int, coaching: ReviewedGame) -> bool:
    """Return whether a decision of the seat is judged."""
    return len(table.legal(seat)) > 1 and table.decision(seat).kind not in coaching.unjudged


def _spread(told: list[int], most: int) -> list[int]:
    """Return at most so many of the moments, evenly spread, with the first and the last."""
    if len(told) <= most:
        return told
    most = max(2, most)
    return sorted({told[round(k * (len(told) - 1) / (most - 1))] for k in range(most)})


def _together(
    tables: list[AnyGame] | _Forks, actions: Sequence[tuple[int, Action]], k: int, seat: int, coaching: ReviewedGame
) -> tuple[Any, ...]:
    """Return what a decision shares with others: its place while that is resolved, else its turn."""
    moment = tables[k].moment
    if moment.step and tables[k].decision(seat).kind != "plan":
        at = coaching.place_of(tables[k], seat, actions[k][1])
        if at is not None and moment.phase == "resolution":
            return moment.round, at
    first = k
    while first and actions[first - 1][0] == seat:
        first -= 1
    return moment.round, moment.phase, first


def _told(before: AnyGame, after: AnyGame, quiet: Collection[str]) -> bool:
    """Return whether an action revealed something to all, beyond whose turn it is."""
    if after.is_over:
        return True
    assert before.rec is not None
    since = before.rec.next
    news = any(event.n >= since and event.kind not in quiet for event in reversed(after.events))
    return news or any(entry.n >= since for entry in reversed(after.ledger))


def _curve(
    found: Review,
    tables: list[AnyGame],
    coarse: list[int],
    told: list[int],
    coaching: ReviewedGame,
    seed: int,
    known: Mapping[int, CurvePoint],
) -> Generator[Review, None, None]:
    """Estimate the curve at some moments, then between those where it jumps most; yield the review.

    Points that are ``known`` already are not estimated again.
    """
    simulations, seed_words = DEPTHS[found.depth].point, f"{seed}/curve"
    found.points = []
    for k in coarse:
        point = known.get(k)
        if point is None:
            point = yield from _point(found, tables[k], k, coaching, simulations, seed_words)
        found.points.append(point)
        found.done += 1
        found.left -= simulations
        if k not in known:
            yield found
    jumps = largest_jumps(found.points)[: DEPTHS[found.depth].turns]
    for left, right in [(found.points[place - 1], found.points[place]) for place in jumps]:
        while between := [k for k in told if left.after < k < right.after]:
            k = between[len(between) // 2]
            point = known.get(k)
            if point is None:
                point = yield from _point(found, tables[k], k, coaching, simulations, seed_words)
            found.points = sorted([*found.points, point], key=lambda each: each.after)
            left, right = (left, point) if jump(left, point) >= jump(point, right) else (point, right)
            yield found


def _point(
    found: Review, table: AnyGame, k: int, coaching: ReviewedGame, simulations: int, seed: str
) -> Generator[Review, None, CurvePoint]:
    point = yield from _meanwhile(found, estimate_point(table, k, coaching, simulations, seed, found.level))
    found.simulations += point.simulations
    return point


def _meanwhile(found: Review, steps: Generator[int, None, Result]) -> Generator[Review, None, Result]:
    """Yield the review after each step of a generator; return the generator's result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield found


def _turns(found: Review, tables: list[AnyGame], coaching: ReviewedGame, seed: int) -> Generator[Review, None, None]:
    """Estimate the largest jumps of the curve again and add the turning points; yield the review."""
    anew = 2 * DEPTHS[found.depth].point
    turns = []
    for place in largest_jumps(found.points)[: DEPTHS[found.depth].turns]:
        sides = []
        for point in found.points[place - 1 : place + 1]:
            k = point.after
            sides.append((yield from _point(found, tables[k], k, coaching, anew, f"{seed}/turn/{place}")))
        turn = turning_point(sides[0], sides[1], found.seat, found.level)
        if turn is not None:
            turns.append(turn)
            found.turns = sorted(turns, key=lambda each: each.action)
        yield found


def _look(
    found: Review,
    table: AnyGame,
    k: int,
    chosen: Action,
    together: tuple[Any, ...],
    coaching: ReviewedGame,
    seed: int,
) -> Generator[Review, None, None]:
    """Take a first look at one decision and add it to the review; yield the review."""
    depth, seat = DEPTHS[found.depth], found.seat
    budget = max(2, round(depth.scan * coaching.seat_knowledge(table, seat).share))
    steps = judge_in_steps(table, seat, coaching, budget, seed=f"{seed}/{k}/scan", chosen=chosen, look=depth.look)
    verdict = yield from _meanwhile(found, steps)
    mark = MoveMark.ONLY if len(verdict.looks) == 1 else MoveMark.BRIEF
    rules = table.decision(seat).rules
    found.decisions.append(_decision_at(table, k, chosen, verdict, mark, together, coaching, rules=rules))
    found.simulations += verdict.simulations
    found.done += 1
    found.left -= depth.scan


def _decision_at(
    table: AnyGame,
    k: int,
    chosen: Action,
    verdict: Verdict,
    mark: MoveMark,
    together: tuple[Any, ...],
    coaching: ReviewedGame,
    *,
    rules: tuple[str, ...],
    tokens: EquilibriumShares | None = None,
    ways: tuple[Consequence, ...] = (),
    **judged: Any,
) -> JudgedDecision:
    """Return a judged decision with what follows from the table at which it was open."""
    n, seat = table.rec.next - 1 if table.rec is not None else -1, verdict.seat
    hidden = tuple(coaching.hidden(table, seat))
    at = coaching.place_of(table, seat, chosen)
    return JudgedDecision(k, n, table.moment, verdict, mark, rules, tokens, ways, hidden, at, together, **judged)


def judged_decision(
    game: AnyGame, k: int, chosen: Action, verdict: Verdict, mark: MoveMark, coaching: ReviewedGame, **judged: Any
) -> JudgedDecision:
    """Return a decision of a reviewed game that was judged before; ``judged`` are its other fields with ``rules``."""
    tables = _Forks(game)
    together = _together(tables, game.actions, k, verdict.seat, coaching)
    return _decision_at(tables[k], k, chosen, verdict, mark, together, coaching, **judged)


class _Forks:
    """A game after each number of actions, forked when it is asked for."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def __getitem__(self, k: int) -> AnyGame:
        return self._game.fork(k)


def _weightiest(decisions: Sequence[JudgedDecision], most: int) -> list[JudgedDecision]:
    """Return the decisions at which most may hang on the choice, of those that hang together one, weightiest first."""
    seen: dict[tuple[Any, ...], JudgedDecision] = {}
    for decision in sorted(decisions, key=lambda each: -_possible(each)):
        if decision.mark is not MoveMark.ONLY:
            seen.setdefault(decision.together, decision)
    return list(seen.values())[:most]


def _possible(decision: JudgedDecision) -> float:
    """Return what a first look says that a decision may have cost or won, in chance to win."""
    verdict = decision.verdict
    own = verdict.chosen
    if own is not verdict.best:
        return decision.loss + SCORE_WORTH * decision.loss_score
    others = [look.loss.mean for look in verdict.estimated[1:] if look.loss is not None]
    return min(others, default=0.0) / 2


def _look_closely(
    found: Review, table: AnyGame, first: JudgedDecision, coaching: ReviewedGame, seed: int
) -> Generator[Review, None, None]:
    """Judge one decision until it is settled, with what follows from it, in the review; yield the review."""
    depth, seat, k, chosen = DEPTHS[found.depth], found.seat, first.action, first.chosen
    steps = judge_closely(table, seat, k, chosen, coaching, found.depth, seed)
    verdict, mark, simulated, tokens, answered = yield from _meanwhile(found, steps)
    found.simulations += verdict.simulations
    ways: tuple[Consequence, ...] = ()
    if verdict.best is not verdict.chosen and mark in WORSE:
        ways = tuple(coaching.consequences(table, seat, chosen, verdict.best.action, depth.ways, f"{seed}/{k}"))
        found.simulations += 2 * depth.ways
        yield found
    asked = first.rules
    own = [way for way in ways if way.speaks_for_best]
    rules = dict.fromkeys((*(rule for way in own[:1] for rule in way.rules), *asked[:1]))
    rules |= dict.fromkeys((*(rule for way in ways for rule in way.rules), *asked[1:]))
    place = found.decisions.index(first)
    found.decisions[place] = replace(
        first,
        verdict=verdict,
        mark=mark,
        rules=tuple(rules),
        tokens=tokens,
        ways=ways,
        close_look=True,
        simulated=simulated,
        answered=answered,
    )
    found.done += 1
    found.left -= depth.closely
