"""A review as text that can be kept, finished or not, and read again beside its game.

What follows from the game alone (hidden cards, patterns, when and where a decision was) is not kept but made again.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final, NoReturn

from vendetta_kit.input_checks import Checks
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.game import AnyGame

from .game_for_coach import AnsweredChances, Consequence, EquilibriumShares, ReviewedGame
from .judge import LEVEL, JudgedChoice, Verdict
from .move_marks import MoveMark
from .paired_statistics import Interval
from .review import JudgedDecision, Review, judged_decision
from .review_depths import DEPTHS
from .review_text import ReviewText
from .win_curve import CurvePoint, TurningPoint, WinChance

FORMAT: Final = "vendetta-kit-review/1"
_LARGEST: Final = 10**9
"""No number of a review is as large."""


class BadReview(ValueError):
    """Error: a text is not a review of this game. The message is one line."""


def dump_review(review: Review, game: AnyGame) -> str:
    """Return a review of a recorded game as JSON text, as far as it has come."""
    row = {
        "format": FORMAT,
        "game": _fingerprint(game),
        "seat": review.seat,
        "depth": review.depth,
        "of": review.of,
        "done": review.done,
        "simulations": review.simulations,
        "whole": review.whole,
        "finished": review.finished,
        "weightiest": list(review.weightiest),
        "points": [[p.after, p.n, p.simulations, *map(list, p.seats)] for p in review.points],
        "turns": [[t.seat, t.before, t.after, t.low, t.high, t.action, t.first, t.last] for t in review.turns],
        "decisions": [_decision_row(decision) for decision in review.decisions],
        "early": [[number, one and _decision_row(one)] for number, one in review.early.items()],
    }
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def load_review(text: str, game: AnyGame, seat: int, coaching: ReviewedGame) -> Review:
    """Return the review of a seat that a text holds.

    Args:
        text: what :func:`dump_review` has returned.
        game: the recorded game that was reviewed.
        seat: the seat that was reviewed.
        coaching: the game's functions for the coach.

    Raises:
        BadReview: the text is none, or one of another game or seat.
    """
    try:
        row = json.loads(text)
        if row["format"] != FORMAT or row["game"] != _fingerprint(game) or row["seat"] != seat:
            raise BadReview("review: not of this game and seat")
        return _review(row, game, coaching)
    except BadReview:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as bad:
        raise BadReview(f"review: found {type(bad).__name__}, expected what was kept of a review") from None


class _Values(Checks):
    """Checks the numbers that a text holds, wherever they stand in it."""

    def fail(self, path: Path, fault: Message, expected: Message | None = None) -> NoReturn:
        raise BadReview(f"review: {fault}" if expected is None else f"review: {fault}; expected {expected}")


def _number(value: object) -> float:
    return _Values().number(value, (), -_LARGEST, _LARGEST)


def _whole(value: object, least: int, most: int = _LARGEST) -> int:
    return _Values().whole(value, (), least, most)


def _fingerprint(game: AnyGame) -> str:
    """Return a fingerprint of set-up and actions."""
    actions = [[seat, action.to_json()] for seat, action in game.actions]
    return sha256(json.dumps([dict(game.setup), actions], default=str).encode()).hexdigest()[:32]


def _decision_row(decision: JudgedDecision) -> dict[str, Any]:
    verdict = decision.verdict
    return {
        "action": decision.action,
        "mark": decision.mark.value,
        "rules": list(decision.rules),
        "looks": [[k.action.to_json(), k.tried, k.chance, k.score, k.loss, k.loss_score] for k in verdict.looks],
        "first": verdict.looks.index(verdict.first),
        "chosen": next(k for k, look in enumerate(verdict.looks) if look is verdict.chosen),
        "own": decision.chosen.to_json(),
        "legal": verdict.legal,
        "simulations": verdict.simulations,
        "level": verdict.level,
        "tokens": decision.tokens,
        "ways": decision.ways,
        "closely": decision.close_look,
        "simulated": decision.simulated.value if decision.simulated is not None else None,
        "answered": decision.answered,
    }


def _review(row: Any, game: AnyGame, coaching: ReviewedGame) -> Review:
    depth = _whole(row["depth"], 1, max(DEPTHS))
    seat, last = row["seat"], len(game.actions)
    found = Review(coaching.game, seat, depth, LEVEL, _whole(row["of"], 0))
    found.done, found.simulations = _whole(row["done"], 0, found.of), _whole(row["simulations"], 0)
    found.whole, found.finished = row.get("whole", True) is True, row["finished"] is True
    found.patterns, found.deciding = tuple(coaching.patterns(game, seat)), tuple(coaching.deciding(game, seat))
    for number, one in row.get("early", ()):
        number = _whole(number, 0, len(found.deciding) - 1)
        found.early[number] = None if one is None else _decision(one, game, seat, coaching)
    for after, n, simulations, *seats in row["points"]:
        chances = tuple(WinChance(*map(_number, one)) for one in seats)
        if len(chances) != game.seats:
            raise BadReview("review: a point of the curve has not all seats")
        found.points.append(CurvePoint(_whole(after, 0, last), _whole(n, -1), chances, _whole(simulations, 0)))
    for who, before, after, low, high, action, first, end in row["turns"]:
        shares = (_number(before), _number(after), _number(low), _number(high))
        places = (_whole(action, 0, last), _whole(first, -1), _whole(end, -1))
        found.turns.append(TurningPoint(_whole(who, 0, game.seats - 1), *shares, *places))
    found.decisions = [_decision(one, game, seat, coaching) for one in row["decisions"]]
    actions = [decision.action for decision in found.decisions]
    if actions != sorted(set(actions)):
        raise BadReview("review: decisions out of order")
    found.weightiest = tuple(_whole(k, 0, last) for k in row["weightiest"])
    if not set(found.weightiest) <= set(actions):
        raise BadReview("review: a weighty decision is missing")
    told = ReviewText(game, coaching)  # what cannot be told, such as a rule that nobody knows, is refused here
    for decision in (*found.decisions, *filter(None, found.early.values())):
        told.decision(decision), told.figures(decision)
    for one in found.highlights:
        told.highlight(one)
    for turn in found.turns:
        told.turn(turn)
    return found


def _decision(row: Any, game: AnyGame, seat: int, coaching: ReviewedGame) -> JudgedDecision:
    k = _whole(row["action"], 0, len(game.actions) - 1)
    who, chosen = game.actions[k]
    table = game.fork(k)
    legal = table.legal(seat)
    looks = []
    for action, tried, chance, score, loss, loss_score in row["looks"]:
        choice = game.rules.actions.from_json(action)
        if not legal.allows(choice.code):
            raise BadReview("review: an action that was not legal")
        intervals = [None if one is None else Interval(*map(_number, one)) for one in (loss, loss_score)]
        looks.append(JudgedChoice(choice, (choice,), _whole(tried, 0), _number(chance), _number(score), *intervals))
    if who != seat or game.rules.actions.from_json(row["own"]) != looks[_whole(row["chosen"], 0)].action:
        raise BadReview("review: another action than the game's")
    verdict = Verdict(
        seat,
        table.decision(seat).kind,
        tuple(looks),
        looks[_whole(row["first"], 0)],
        looks[row["chosen"]],
        _whole(row["legal"], 1),
        _whole(row["simulations"], 0),
        _number(row["level"]),
    )
    tokens, answered = row["tokens"], row["answered"]
    return judged_decision(
        game,
        k,
        chosen,
        verdict,
        MoveMark(row["mark"]),
        coaching,
        rules=tuple(map(str, row["rules"])),
        tokens=None if tokens is None else EquilibriumShares(*map(_number, tokens)),
        ways=tuple(_consequence(one) for one in row["ways"]),
        close_look=row["closely"] is True,
        simulated=None if row["simulated"] is None else MoveMark(row["simulated"]),
        answered=None if answered is None else _answered(answered),
    )


def _answered(row: Any) -> AnsweredChances:
    chosen, best, lead = row
    return AnsweredChances(_number(chosen), _number(best), Interval(*map(_number, lead)))


def _consequence(row: Any) -> Consequence:
    key, at, chosen, best, rules, mine, theirs, good = row
    both = [None if pair is None else (_whole(pair[0], -999), _whole(pair[1], -999)) for pair in (mine, theirs)]
    if at is not None and not isinstance(at, str):
        at = _whole(at, 0)
    if good not in (None, True, False):
        raise BadReview("review: what follows is good, bad or neither")
    rule_ids = tuple(map(str, rules))
    return Consequence(str(key), at, _number(chosen), _number(best), rule_ids, both[0], both[1], good)
