"""The review's figure: each player's chance to win over the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vendetta_kit.coach.win_curve import CurvePoint, WinChance
from vendetta_widgets.figures.figure_style import SEATS, Spec, Words, empty_layout, faded, layout, now_line, steps_of
from vendetta_widgets.figures.step_chart import ChartedGame, ChartStep, step_spec


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
    shown = [course.who] if course.who is not None else range(len(course.names))
    spec["data"] = [*(trace for seat in shown for trace in _band(found, seat, steps)), *spec["data"]]
    spec["layout"]["shapes"].append(now_line(steps_of([at], steps)[at]))
    return spec


def _band(found: Sequence[CurvePoint], seat: int, steps: Sequence[int]) -> list[dict[str, Any]]:
    """Return the band of a seat's chances that may be chance, as two edges with the space between them filled."""
    where = steps_of([point.n for point in found], steps)
    across = [where[point.n] for point in found]
    edge = {
        "type": "scatter",
        "mode": "lines",
        "x": across,
        "line": {"shape": "hv", "width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    low, high = ([round(100 * getattr(point.seats[seat], side)) for point in found] for side in ("low", "high"))
    return [{**edge, "y": low}, {**edge, "y": high, "fill": "tonexty", "fillcolor": faded(SEATS[seat], 0.18)}]


def point_words(chance: WinChance, name: str, say: Words) -> str:
    """Return a chance in words, with its interval."""
    won, low, high = (round(100 * share) for share in (chance.won, chance.low, chance.high))
    return say("dash.curve.point", name=name, n=won, low=low, high=high, score=round(chance.score))
