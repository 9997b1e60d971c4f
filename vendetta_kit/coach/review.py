"""The review of a finished game for one seat: the curve of chances to win, the marks of its decisions, the takeaways.

    from vendetta_kit.coach.review import review
    from vendetta_kit.games.vendetta.coach import COACHING

    found = review(game, 0, COACHING, depth=1)
    found.points, found.turns, found.decisions, found.lessons

``review_in_steps`` is a generator that yields the unfinished review every few simulations; the caller may stop at any
time and use it. Decisions are judged by what the seat could know at the time (:mod:`.judge`); hidden cards are listed
separately, in ``JudgedDecision.hidden``.
"""

from __future__ import annotations

from collections.abc import Collection, Generator
from dataclasses import asdict, dataclass, field
from typing import Any, Final, TypeVar

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame

from .game_for_coach import Consequence, EquilibriumShares, HiddenCards, ReviewedGame
from .judge import LEVEL, Verdict, judge_in_steps
from .move_marks import MoveMark, mark_of_verdict
from .review_depths import DEPTHS
from .win_curve import CurvePoint, TurningPoint, estimate_point, largest_jumps, turning_point

__all__ = ["MOST_LESSONS", "JudgedDecision", "NotReviewed", "Review", "Takeaway", "review", "review_in_steps"]

Result = TypeVar("Result")

MOST_LESSONS: Final = 3
"""Number of takeaways of a review."""
_WORST: Final = {MoveMark.BLUNDER: 0, MoveMark.MISTAKE: 1, MoveMark.SECOND: 2}


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


@dataclass(frozen=True, slots=True)
class Takeaway:
    """Something to learn from the game: a decision, and the ids of the rules that mattered most."""

    decision: JudgedDecision
    rules: tuple[str, ...]


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
    finished: bool = False

    @property
    def lessons(self) -> tuple[Takeaway, ...]:
        """Up to :data:`MOST_LESSONS` takeaways: the costliest decisions, each with rules that no other one has."""
        worst = [d for d in self.decisions if d.mark in _WORST]
        worst.sort(key=lambda d: (_WORST[d.mark], -d.loss, -d.loss_score))
        found: list[Takeaway] = []
        for decision in worst:
            taken = {rule for other in found for rule in other.rules[:1]}
            rules = tuple(rule for rule in decision.rules if rule not in taken)
            if rules and len(found) < MOST_LESSONS:
                found.append(Takeaway(decision, rules))
        return tuple(found)

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
            "lessons": [{"action": found.decision.action, "rules": list(found.rules)} for found in self.lessons],
        }


def _decision_json(decision: JudgedDecision) -> dict[str, Any]:
    verdict = decision.verdict
    return {
        "action": decision.action,
        "n": decision.n,
        "kind": verdict.kind,
        "mark": decision.mark.value,
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
    game: AnyGame, seat: int, coaching: ReviewedGame, depth: int = 1, seed: int = 0
) -> Generator[Review, None, None]:
    """Review in steps (:func:`review`): yield the same review object every few simulations, each time with more."""
    if game.rec is None or not game.is_over:
        raise NotReviewed("the game is not over: its review would tell what is hidden still")
    if type(seat) is not int or not 0 <= seat < game.seats:
        raise NotReviewed(f"seat {seat!r:.20}: expected 0 to {game.seats - 1}")
    if depth not in DEPTHS:
        raise NotReviewed(f"depth {depth!r:.20}: expected one of {', '.join(map(str, DEPTHS))}")
    actions = game.actions
    tables = [game.fork(k) for k in range(len(actions) + 1)]
    own = [k for k, (who, _) in enumerate(actions) if who == seat and len(tables[k].legal(seat)) > 1]
    told = [k for k in range(len(tables)) if not k or _told(tables[k - 1], tables[k], coaching.quiet)]
    found = Review(coaching.game, seat, depth, LEVEL, len(told) + len(own))
    yield found
    yield from _curve(found, tables, told, coaching, seed)
    yield from _turns(found, tables, coaching, seed)
    for k in own:
        yield from _decide(found, tables[k], k, actions[k][1], coaching, seed)
        yield found
    found.finished = True
    yield found


def _told(before: AnyGame, after: AnyGame, quiet: Collection[str]) -> bool:
    """Return whether an action revealed something to all, beyond whose turn it is."""
    if after.is_over:
        return True
    assert before.rec is not None
    since = before.rec.next
    news = any(event.n >= since and event.kind not in quiet for event in reversed(after.events))
    return news or any(entry.n >= since for entry in reversed(after.ledger))


def _curve(
    found: Review, tables: list[AnyGame], told: list[int], coaching: ReviewedGame, seed: int
) -> Generator[Review, None, None]:
    for k in told:
        point = yield from _point(found, tables[k], k, coaching, DEPTHS[found.depth].point, f"{seed}/curve")
        found.points.append(point)
        found.done += 1
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
    for place in largest_jumps(found.points):
        sides = []
        for point in found.points[place - 1 : place + 1]:
            k = point.after
            sides.append((yield from _point(found, tables[k], k, coaching, anew, f"{seed}/turn/{place}")))
        turn = turning_point(sides[0], sides[1], found.seat, found.level)
        if turn is not None:
            turns.append(turn)
            found.turns = sorted(turns, key=lambda each: each.action)
        yield found


def _decide(
    found: Review, table: AnyGame, k: int, chosen: Action, coaching: ReviewedGame, seed: int
) -> Generator[Review, None, None]:
    """Judge one decision and add it, with what follows it, to the review; yield the review."""
    depth, seat = DEPTHS[found.depth], found.seat
    budget = max(2, round(depth.decision * coaching.seat_knowledge(table, seat).share))
    steps = judge_in_steps(table, seat, coaching, budget, seed=f"{seed}/{k}", chosen=chosen, look=depth.look)
    verdict = yield from _meanwhile(found, steps)
    mark = mark_of_verdict(verdict)
    tokens = coaching.equilibrium_shares(table, seat, chosen, seed)
    if mark in _WORST and tokens is not None and tokens.even:
        mark = MoveMark.FINE
    ways: tuple[Consequence, ...] = ()
    if verdict.best is not verdict.chosen and mark in _WORST:
        ways = tuple(coaching.consequences(table, seat, chosen, verdict.best.action, depth.ways, f"{seed}/{k}"))
        found.simulations += 2 * depth.ways
        yield found
    asked = table.decision(seat).rules
    rules = tuple(dict.fromkeys((*asked[:1], *(rule for way in ways for rule in way.rules), *asked[1:])))
    n = table.rec.next - 1 if table.rec is not None else -1
    hidden = tuple(coaching.hidden(table, seat))
    found.decisions.append(JudgedDecision(k, n, table.moment, verdict, mark, rules, tokens, ways, hidden))
    found.simulations += verdict.simulations
    found.done += 1
