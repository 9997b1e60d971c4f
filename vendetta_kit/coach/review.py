"""The review of a finished game for one seat: the curve of chances to win, marked decisions, what weighed most.

    from vendetta_kit.coach.review import review
    from vendetta_kit.games.vendetta.coach import COACHING

    found = review(game, 0, COACHING, depth=1)
    found.points, found.turns, found.decisions, found.patterns, found.highlights

``review_in_steps`` is a generator that yields the unfinished review every few simulations; the caller may stop at any
time and use it. Decisions are judged by what the seat could know at the time (:mod:`.judge`); hidden cards are listed
separately, in ``JudgedDecision.hidden``.

The moments that decided the game follow from its record; :func:`moments_in_steps` judges the weightiest choice of the
seat at each of them before all else, in a few seconds. Every decision gets a first look with few simulations. The
weightiest ones, one of each turn or Location, are then judged until each is settled or shown to be close
(:func:`.judge.settle_in_steps`). Only these can be mistakes: what had no more than a first look is not marked down.
What a seat did several times (:class:`.GamePattern`) follows from the game's record. The highlights are the moments
that cost or won most, decisions and patterns together.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.refusal import BadSetup, SetupChecks, recorded

from .close_look import WORSE, judge_closely
from .game_for_coach import Consequence, EquilibriumShares, GamePattern, ReviewedGame
from .judge import LEVEL, SCORE_WORTH, Verdict, judge_in_steps
from .move_marks import MoveMark
from .review_depths import DEPTHS, FIRST, Depth
from .review_model import MOST_HIGHLIGHTS, Highlight, JudgedDecision, Review
from .win_curve import CurvePoint, estimate_point, jump, largest_jumps, turning_point

__all__ = [
    "MOST_HIGHLIGHTS",
    "Highlight",
    "JudgedDecision",
    "Review",
    "checked_ended",
    "judged_decision",
    "moments_in_steps",
    "review",
    "review_in_steps",
]

Result = TypeVar("Result")

_REFINED: Final = 7
"""Points of the curve that a jump takes, about: three between its sides, and both sides with twice as many games."""


def checked_ended(game: AnyGame) -> AnyGame:
    """Return a game that can be reviewed. Raises :class:`BadSetup`: it is not over, or not recorded."""
    recorded(game.rec, "game", BadSetup)
    if not game.is_over:
        raise BadSetup("game", Message("not_over"), Message("want.over"))
    return game


def review(game: AnyGame, seat: int, coaching: ReviewedGame, depth: int = 1, seed: int = 0) -> Review:
    """Return the review of a finished game for one seat.

    Args:
        game: a recorded game that is over.
        seat: the seat whose decisions are judged.
        coaching: the game's functions for the coach.
        depth: 1, 2 or 3 (:data:`.review_depths.DEPTHS`).
        seed: seed of the imagined games and their random numbers.

    Raises:
        BadSetup: the game is not over or not recorded, or there is no such seat or depth.
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
    begun = _Begun(game, seat, coaching, depth, curve, kept)
    found, tables = begun.found, begun.tables
    found.whole = True
    yield found
    yield from _look_at(begun, begun.own, coaching, seed)
    found.weightiest = found.weightiest or tuple(each.action for each in _weightiest(found.decisions, begun.close))
    for k in found.weightiest:
        decision = next(decision for decision in found.decisions if decision.action == k)
        if not decision.close_look:
            judged = yield from _look_closely(found, tables[k], decision, coaching, seed, DEPTHS[depth])
            found.decisions[found.decisions.index(decision)] = judged
            found.done += 1
            found.left -= DEPTHS[depth].closely
            yield found
    yield from _curve(found, tables, begun.coarse, begun.told, coaching, seed, begun.known)
    yield from _turns(found, tables, coaching, seed)
    found.finished, found.left = True, 0
    yield found


class _Begun:
    """A review as it begins: what needs no simulation is there, and what is to be judged is known."""

    def __init__(
        self, game: AnyGame, seat: int, coaching: ReviewedGame, depth: int, curve: bool, kept: Review | None
    ) -> None:
        checked, actions = SetupChecks(), checked_ended(game).actions
        checked.whole(seat, ("seat",), 0, game.seats - 1)
        may, self.actions = DEPTHS[checked.whole(depth, ("depth",), 1, max(DEPTHS))], actions
        self.tables = tables = [game.fork(k) for k in range(len(self.actions) + 1)]
        self.own = [k for k, (who, _) in enumerate(self.actions) if who == seat and _judged(tables[k], seat, coaching)]
        self.told = [k for k in range(len(tables)) if not k or _told(tables[k - 1], tables[k], coaching.quiet)]
        self.coarse = _spread(self.told, may.points) if curve else []
        self.close = min(len(self.own), may.weighty)
        of = len(self.coarse) + len(self.own) + self.close
        self.found = found = Review(coaching.game, seat, depth, LEVEL, of)
        found.patterns, found.deciding = tuple(coaching.patterns(game, seat)), tuple(coaching.deciding(game, seat))
        self.known: dict[int, CurvePoint] = {}
        if kept is not None:
            found.decisions, found.weightiest, found.points = list(kept.decisions), kept.weightiest, list(kept.points)
            found.simulations, self.known = kept.simulations, {point.after: point for point in kept.points}
            found.early = dict(kept.early)
        looked, closely = len(found.decisions), sum(decision.close_look for decision in found.decisions)
        found.done = looked + closely
        found.left = (len(self.own) - looked) * may.scan + (self.close - closely) * may.closely
        found.left += len(self.coarse) * may.point + bool(self.coarse) * may.turns * _REFINED * may.point


def moments_in_steps(
    game: AnyGame, seat: int, coaching: ReviewedGame, depth: int = 1, kept: Review | None = None
) -> Generator[Review, None, None]:
    """Judge the weightiest choice at each deciding moment in steps; yield the same review object every few simulations.

    The moments themselves are there at once; the latest is judged first, as that takes least. The review can be gone
    on with: ``kept`` of :func:`review_in_steps`. The arguments are those of that function.
    """
    begun = _Begun(game, seat, coaching, depth, False, kept)
    found = begun.found
    yield found
    for number in reversed(range(len(found.deciding))):
        if number in found.early:
            continue
        moment, early = found.deciding[number], [one for one in found.early.values() if one is not None]
        caused = _answer_that_caused(moment, begun, coaching)
        choices = _choices_at(moment, begun, coaching) if caused is None else [caused]
        yield from _look_at(begun, choices, coaching, 0)

        def alike(one: JudgedDecision, caused: int | None = caused) -> object:
            return one.together if caused is None else one.action

        told = {alike(one) for one in early}  # a choice is told at one moment
        known = [each for each in found.decisions if each.action in choices and alike(each) not in told]
        first = next(iter(_weightiest(known, 1)), None)
        judged = None
        if first is not None:
            judged = yield from _look_closely(found, begun.tables[first.action], first, coaching, 0, FIRST)
        found.early[number] = judged
        yield found


_CHOICES: Final = 4
"""So many choices of a seat at a deciding moment are looked at, the last ones."""


def _answer_that_caused(moment: GamePattern, begun: _Begun, coaching: ReviewedGame) -> int | None:
    """Return the number of the seat's answer by which a costly moment came at once, where another one kept it off."""
    if not moment.mistake:
        return None
    seat = begun.found.seat
    last = next((k for k in reversed(begun.own) if _n_before(begun.tables[k]) < moment.n), None)
    if last is None or _n_before(begun.tables[last + 1]) < moment.n:
        return None
    table = begun.tables[last]
    event = next((event for event in begun.tables[-1].events if event.n == moment.n), None)
    if event is None or table.decision(seat).kind in coaching.weighty:
        return None
    came = [table.fork().apply(seat, action) for action in table.legal(seat)]
    alike = [any((one.kind, one.seat) == (event.kind, event.seat) for one in events) for events in came]
    return None if all(alike) else last


def _choices_at(moment: GamePattern, begun: _Begun, coaching: ReviewedGame) -> list[int]:
    """Return the seat's last choices before a moment that were about its place, else its last of that round.

    An answer to a card is told only where the seat made no choice of more weight.
    """
    number, seat = moment.values.get("round"), begun.found.seat
    now = [k for k in begun.own if begun.tables[k].moment.round == number and _n_before(begun.tables[k]) < moment.n]
    here = [k for k in now if coaching.place_of(begun.tables[k], seat, begun.actions[k][1]) == moment.at is not None]
    heavy = [k for k in here if begun.tables[k].decision(seat).kind in coaching.weighty]
    return (heavy or here or now)[-_CHOICES:]


def _n_before(table: AnyGame) -> int:
    """Return the running number of the last event or ledger entry of a game."""
    return table.rec.next - 1 if table.rec is not None else -1


def _look_at(begun: _Begun, choices: Sequence[int], coaching: ReviewedGame, seed: int) -> Generator[Review, None, None]:
    """Take a first look at these decisions, unless they have had one; yield the review."""
    found = begun.found
    looked = {decision.action for decision in found.decisions}
    for k in choices:
        if k not in looked:
            together = _together(begun.tables, begun.actions, k, found.seat, coaching)
            yield from _look(found, begun.tables[k], k, begun.actions[k][1], together, coaching, seed)
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
    looked = _decision_at(table, k, chosen, verdict, mark, together, coaching, rules=rules)
    insort(found.decisions, looked, key=lambda decision: decision.action)
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
    n, seat = _n_before(table), verdict.seat
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
    found: Review, table: AnyGame, first: JudgedDecision, coaching: ReviewedGame, seed: int, may: Depth
) -> Generator[Review, None, JudgedDecision]:
    """Return one decision judged until it is settled, with what follows from it; yield the review meanwhile."""
    seat, k, chosen = found.seat, first.action, first.chosen
    steps = judge_closely(table, seat, k, chosen, coaching, may, seed)
    verdict, mark, simulated, tokens, answered = yield from _meanwhile(found, steps)
    found.simulations += verdict.simulations
    ways: tuple[Consequence, ...] = ()
    if verdict.best is not verdict.chosen and mark in WORSE:
        came = coaching.consequences(table, seat, chosen, verdict.best.action, may.ways, f"{seed}/{k}")
        ways = tuple((yield from _meanwhile(found, came)))
        found.simulations += 2 * may.ways
    asked = first.rules
    own = [way for way in ways if way.speaks_for_best]
    rules = dict.fromkeys((*(rule for way in own[:1] for rule in way.rules), *asked[:1]))
    rules |= dict.fromkeys((*(rule for way in ways for rule in way.rules), *asked[1:]))
    return replace(
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
