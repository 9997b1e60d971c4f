"""What a review holds: judged decisions, the moments that decided, and which of them are told first."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.kernel.actions import Action

from .close_look import WORSE
from .game_for_coach import AnsweredChances, Consequence, EquilibriumShares, GamePattern, HiddenCards
from .judge import SCORE_WORTH, JudgedChoice, Verdict
from .move_marks import MISTAKE, MoveMark
from .paired_statistics import Interval
from .win_curve import CurvePoint, TurningPoint

if TYPE_CHECKING:
    import pandas as pd

MOST_HIGHLIGHTS: Final = 3
"""Number of moments that a review tells first."""
_LEAST_WEIGHT: Final = 0.02
"""The chance to win that a decision must have cost or won to be among the first moments."""
LEAST_PATTERN: Final = 1.0
"""A pattern that cost less in final score is a tip over the whole game, and no moment that weighed."""
LEAST_COST: Final = 2.0
"""The score that a pattern must have cost to be among the first moments whatever else there is."""


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
    def loss_interval(self) -> Interval:
        """The interval of :attr:`loss`; not numbers (``nan``) where nothing was compared."""
        own = self.verdict.chosen
        return own.loss if own is not None and own.loss is not None else Interval(math.nan, math.nan, math.nan)

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


@dataclass(slots=True, repr=False)
class Review:
    """A review as far as it has come; a notebook's cell shows it as the table of :meth:`frame`."""

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
    deciding: tuple[GamePattern, ...] = ()
    """The moments that decided the game, in its order."""
    early: dict[int, JudgedDecision | None] = field(default_factory=dict)
    """The weightiest choice at each of them that has been judged, by their index; ``None`` if there was none."""
    weightiest: tuple[int, ...] = ()
    """The actions of the decisions that are judged closely, the one first at which most may hang on the choice."""
    left: int = 0
    """The most simulations that are still to come."""
    whole: bool = False
    """Whether all decisions are judged, not only those at the deciding moments."""
    finished: bool = False

    def __repr__(self) -> str:
        state = "finished" if self.finished else "of its deciding moments" if not self.whole else "unfinished"
        return f"<Review of seat {self.seat} at depth {self.depth}: {len(self.told)} decisions judged, {state}>"

    def _repr_html_(self) -> str:
        html: str = self.frame().to_html(index=False)
        return html

    def choice_at(self, number: int) -> JudgedDecision | None:
        """Return the judged choice at one of the deciding moments, by the closest look that it has had."""
        early = self.early.get(number)
        close = (one for one in self.decisions if one.close_look and early is not None and one.action == early.action)
        return next(close, early)

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
        costly = [pattern for pattern in self.patterns if pattern.mistake and pattern.cost >= LEAST_COST]
        return max(costly, key=lambda pattern: pattern.cost, default=None)

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """Up to :data:`MOST_HIGHLIGHTS` moments: the costly pattern, then mistakes, then what cost or won most.

        Of decisions that hang together one is told. Until the review is :attr:`settled` only the costly pattern is,
        which stays: what has been read does not move.
        """
        first = self.costly_pattern
        known = [Highlight(SCORE_WORTH * one.cost, None, one) for one in self.patterns if one.cost >= LEAST_PATTERN]
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

    @property
    def told(self) -> list[JudgedDecision]:
        """The decisions to be told: all, or while only the deciding moments are judged the choices there."""
        early = {one.action: one for one in map(self.choice_at, range(len(self.deciding))) if one is not None}
        return self.decisions if self.whole else [early[action] for action in sorted(early)]

    def frame(self) -> pd.DataFrame:
        """Return the judged decisions (:attr:`told`) as a DataFrame; needs ``vendetta-kit[lab]``.

        Returns:
            The columns ``action`` (``game.fork(action)`` is the game before it), ``round``, ``phase``, ``kind`` of
            decision, ``mark``, ``close_look``, ``legal`` (how many actions were), ``chosen`` and ``best`` action,
            ``loss`` (chance to win below the best one, as a share; below 0 if more games were won after the choice)
            from ``loss_low`` to ``loss_high`` (its interval, by which the mark goes; missing if nothing was compared),
            ``loss_score`` (Influence), ``simulations`` and the ids of its ``rules``.
        """
        import pandas as pd

        rows = [
            {
                "action": one.action,
                "round": one.moment.round,
                "phase": one.moment.phase,
                "kind": one.verdict.kind,
                "mark": one.mark.value,
                "close_look": one.close_look,
                "legal": one.verdict.legal,
                "chosen": str(one.chosen),
                "best": str(one.verdict.best.action),
                "loss": one.loss,
                "loss_low": one.loss_interval.low,
                "loss_high": one.loss_interval.high,
                "loss_score": one.loss_score,
                "simulations": one.verdict.simulations,
                "rules": ", ".join(one.rules),
            }
            for one in self.told
        ]
        return pd.DataFrame(rows)

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
            "decisions": [_decision_json(decision) for decision in self.told],
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
