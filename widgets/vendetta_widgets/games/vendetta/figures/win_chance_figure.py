"""The review's figure: each player's chance to win over the game."""

from __future__ import annotations

from collections.abc import Sequence

from vendetta_kit.coach.win_curve import CurvePoint, WinChance
from vendetta_widgets.figures.figure_style import Spec, Words, empty_layout, layout, now_line, steps_of
from vendetta_widgets.figures.step_chart import ChartedGame, ChartStep, step_spec

__all__ = ["curve_figure", "point_words"]


def curve_figure(found: Sequence[CurvePoint], course: ChartedGame) -> Spec:
    """Return a step chart of the chances to win in percent, over the whole game, with a line at the slider's step."""
    say, steps, at = course.say, course.steps, course.at
    points = [
        ChartStep(point.n, seat, round(100 * chance.won), point_words(chance, course.names[seat], say))
        for point in found
        for seat, chance in enumerate(point.seats)
    ]
    if not points:
        return {"data": [], "layout": layout(310) | empty_layout(say("dash.empty"))}
    axes = say("dash.curve.x"), say("dash.curve.y")
    spec = step_spec(points, course._replace(at=points[-1].n), (0, 104), axes)
    spec["layout"]["shapes"].append(now_line(steps_of([at], steps)[at]))
    return spec


def point_words(chance: WinChance, name: str, say: Words) -> str:
    """Return a chance in words, with its interval."""
    won, low, high = (round(100 * share) for share in (chance.won, chance.low, chance.high))
    return say("dash.curve.point", name=name, n=won, low=low, high=high, score=round(chance.score))
