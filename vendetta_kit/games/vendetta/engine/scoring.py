"""The end of the game: scores and winners (sections EOG, VTAG-08 and VTAG-09)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from vendetta_kit.kernel.agenda import end_game
from vendetta_kit.kernel.events import Account
from vendetta_kit.kernel.state import Step

from .card_hooks import SCORES, wins_ties
from .card_tables import DRAINED_INFLUENCE, IDS, INFLUENCE, RELIC_INFLUENCE
from .game import Game
from .rounds import begin_phase
from .rule_numbers import POINTS_OF_A_TOKEN
from .state import ALLIANCE, DRAINED, INFL, OUT, POOL, RELIC, SCORING, TOKENS_DOWN, TOKENS_UP, turn_order

Line = tuple[str, int, int]
"""A part of a score: cause, card number (-1 for tokens), Influence."""


def score_lines(g: Game, seat: int) -> list[Line]:
    """Return the parts of a seat's current score (EOG-02, EOG-03, EOG-08)."""
    n, z = g.n, g.z
    lines: list[Line] = [("score_tokens", -1, n[INFL + seat])]
    alliance = z[ALLIANCE + seat]
    lines += [("score_alliance", card, INFLUENCE[card]) for card in alliance]
    lines += [("score_drained", card, DRAINED_INFLUENCE[card]) for card in z[DRAINED + seat]]
    lines += [("score_ability", card, SCORES[card](alliance)) for card in alliance if card in SCORES]
    if n[RELIC + seat] >= 0:
        lines.append(("score_relic", n[RELIC + seat], RELIC_INFLUENCE[n[RELIC + seat]]))
    tokens = n[TOKENS_UP + seat] + n[TOKENS_DOWN + seat]
    if tokens:
        lines.append(("score_diablerie", -1, POINTS_OF_A_TOKEN * tokens))
    return lines


def score(g: Game, seat: int) -> int | None:
    """Return a seat's total Influence; ``None`` if it is out of the game (RUL-14)."""
    if g.n[OUT] >> seat & 1:
        return None
    return sum(line[2] for line in score_lines(g, seat))


def sides(g: Game) -> list[tuple[int, ...]]:
    """Return the seats that win together: single seats, or teams (VTAG-01)."""
    if not g.table.teams:
        return [(seat,) for seat in range(g.seats)]
    return [(seat, g.table.mate[seat]) for seat in range(g.seats // 2)]


def sides_by_rank(g: Game) -> list[tuple[int, ...]]:
    """Return the sides that can still win, best first.

    The most Influence wins. Ties go to a side with an Ally that wins ties (RUL-40), then to the most Blood in Pools,
    then by turn order from the last taker of the Ambition token (EOG-04 to EOG-06, VTAG-08, VTAG-09, RUL-44).
    """
    n, z = g.n, g.z
    order = turn_order(g)

    def key(side: tuple[int, ...]) -> tuple[int, bool, int, int]:
        alive = [s for s in side if not n[OUT] >> s & 1]
        return (
            -sum(score(g, s) or 0 for s in alive),
            not any(wins_ties(z[ALLIANCE + s]) for s in alive),
            -sum(n[POOL + s] for s in alive),
            min(order.index(s) for s in alive),
        )

    return sorted((side for side in sides(g) if any(not n[OUT] >> s & 1 for s in side)), key=key)


def finish(g: Game, step: Step) -> None:
    """End the game and record scores and winners (EOG-01)."""
    begin_phase(g, SCORING, ("EOG-01", "EOR-05"))
    end_game(g)
    rec = g.rec
    if rec is None:
        return
    for seat in turn_order(g):
        for cause, card, influence in score_lines(g, seat):
            if influence:
                source = Account("card", card=IDS[card]) if card >= 0 else Account("pool", seat)
                target = Account("score", seat)
                if influence < 0:
                    source, target = target, source
                rules = ("RUL-50",) if cause == "score_ability" else ()
                rec.line(g, "influence", source, target, abs(influence), cause, card, seat, rules)
        rec.event(g, "score", seat, score=score(g, seat))
    best = sides_by_rank(g)
    why: tuple[str, ...] = ("VTAG-08",) if g.table.teams else ()
    ties = [
        (k, _breaks_tie(g, *pair))
        for k, pair in enumerate(pairwise(best))
        if _points(g, pair[0]) == _points(g, pair[1])
    ]
    for _, by in ties:
        why += TIE_RULES[by]
    if ties and g.table.teams:
        why += ("VTAG-09",)
    if len(best) == 1:
        why += ("RUL-14", "KIT-10") if g.table.teams else ("RUL-14",)
    rec.event(
        g,
        "game_over",
        best[0][0],
        tuple(dict.fromkeys(why)),
        winners=best[0],
        ranking=tuple(s for side in best for s in side),
        ties=tuple((*best[k], *best[k + 1]) for k, _ in ties),
        ties_by=tuple(by for _, by in ties),
    )


TIE_RULES: Final[dict[str, tuple[str, ...]]] = {
    "fiorenza": ("RUL-40",),
    "blood": ("EOG-05", "EOG-07"),
    "order": ("EOG-06", "RUL-44"),
}
"""What can decide a tie at the end of the game, with the rules."""


def _breaks_tie(g: Game, better: tuple[int, ...], other: tuple[int, ...]) -> str:
    """Return what decides for one side against another with equal Influence."""
    if any(wins_ties(g.z[ALLIANCE + s]) for s in better):
        return "fiorenza"
    blood = [sum(g.n[POOL + s] for s in side if not g.n[OUT] >> s & 1) for side in (better, other)]
    return "blood" if blood[0] != blood[1] else "order"


def _points(g: Game, side: tuple[int, ...]) -> int:
    return sum(score(g, s) or 0 for s in side)
