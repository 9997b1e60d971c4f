"""Step charts: a number of each player over the game, with a colour, a mark and a kind of line for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from .figure_style import (
    BLOOD,
    DASHES,
    LINE,
    SEATS,
    SYMBOLS,
    Spec,
    Words,
    axis,
    bands,
    faded,
    layout,
    note,
    now_line,
    steps_of,
)

HEIGHT = 310
_NAME, _FIGURE = 0.1, 0.035
"""The shares of the x axis that a round's name takes, and its number alone."""


class ChartStep(NamedTuple):
    """A point of a step chart: after line ``n`` of the log this player had ``value``.

    ``cross``: words for something that happened to the player then; the value is only the place of the cross.
    """

    n: int
    seat: int
    value: int
    words: str
    cross: str = ""


class ChartedGame(NamedTuple):
    """What a step chart needs of a game.

    Args:
        names: the players' names.
        who: the seat whose line is highlighted; ``None`` for all.
        steps: the running numbers of the log's lines, which are the steps of the x axis.
        rounds: each round's number and the running number of its first event.
        at: the running number of the slider's line.
        say: returns the words of a key.
    """

    names: Sequence[str]
    who: int | None
    steps: Sequence[int]
    rounds: Sequence[tuple[int, int]]
    at: int
    say: Words


def step_spec(found: Iterable[ChartStep], game: ChartedGame, span: tuple[float, float], axes: tuple[str, str]) -> Spec:
    """Return a step chart up to the slider; ``span`` is the y axis's range, ``axes`` are both titles."""
    names, who, steps, rounds, at, say = game
    found = [point for point in found if point.n <= at]
    where = steps_of([point.n for point in found], steps)
    last = steps_of([at], steps)[at]
    traces: list[dict[str, Any]] = []
    labels: dict[int, int] = {}
    for seat in sorted(range(len(names)), key=lambda seat: seat == who):  # the highlighted line is drawn on top
        own = [point for point in found if point.seat == seat and not point.cross]
        if not own:
            continue
        labels[seat] = own[-1].value
        strong = who in (None, seat)
        traces.append(_line(own, where, last, seat, names[seat], strong))
        crosses = [point for point in found if point.seat == seat and point.cross]
        if crosses:
            traces.append(_crosses(crosses, where, names[seat], who == seat))
    end = len(steps) - 1
    marks = bands(_parts([(number, steps_of([n], steps)[n]) for number, n in rounds], end, say), end)
    marks["shapes"].append(now_line(last))
    marks["annotations"] += _names(labels, names, who, last, end, span)
    look = layout(
        HEIGHT,
        margin={"l": 40, "r": 74, "t": 26, "b": 34},
        xaxis=axis(axes[0], range=[0, end], showticklabels=False, showgrid=False),
        yaxis=axis(axes[1], range=list(span), nticks=6),
        **marks,
    )
    return {"data": traces, "layout": look}


def _parts(starts: Sequence[tuple[int, int]], end: int, say: Words) -> list[tuple[float, str]]:
    """Return each round's first step with its name; if one has no room for it, all have their numbers alone."""
    found: list[tuple[float, str]] = []
    named = all(after - start >= _NAME * end for start, after in pairwise([*(start for _, start in starts), end]))
    free = 0.0  # the end of the last label
    for number, start in starts:
        words = say("round", n=number) if named else str(number)
        if start < free:
            words = ""
        else:
            free = start + (_NAME if named else _FIGURE) * end
        found.append((start, words))
    return found


def _line(
    own: Sequence[ChartStep], where: Mapping[int, int], last: int, seat: int, name: str, strong: bool
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": [*(where[point.n] for point in own), last],
        "y": [*(point.value for point in own), own[-1].value],
        "customdata": [*(f"n{point.n}" for point in own), f"n{own[-1].n}"],
        "text": [*(point.words for point in own), own[-1].words],
        "hovertemplate": "%{text}<extra></extra>",
        "line": {
            "shape": "hv",
            "color": SEATS[seat] if strong else faded(SEATS[seat], 0.8),
            "width": 2.8 if strong else 1.6,
            "dash": DASHES[seat],
        },
        "marker": {
            "size": 6 if strong else 4,
            "symbol": SYMBOLS[seat],
            "color": SEATS[seat] if strong else faded(SEATS[seat], 0.8),
        },
    }


def _crosses(found: Sequence[ChartStep], where: Mapping[int, int], name: str, told: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers+text" if told else "markers",
        "name": name,
        "x": [where[point.n] for point in found],
        "y": [point.value for point in found],
        "customdata": [f"n{point.n}" for point in found],
        "text": [point.cross for point in found],
        "textposition": "top center",
        "textfont": {"color": BLOOD, "size": 11},
        "hovertext": [point.words for point in found],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "marker": {"symbol": "x", "size": 10, "color": BLOOD, "line": {"color": LINE, "width": 1}},
        "cliponaxis": False,
    }


def _names(
    labels: Mapping[int, int], names: Sequence[str], who: int | None, last: int, end: int, span: tuple[float, float]
) -> list[dict[str, Any]]:
    """Return each name at the end of its line, so that none covers another."""
    room = (span[1] - span[0]) * 17 / (HEIGHT - 60)
    heights: dict[int, float] = {}
    below = span[0] - room
    for seat in sorted(labels, key=lambda seat: labels[seat]):
        below = heights[seat] = max(labels[seat], below + room)
    over = below - span[1]
    if over > 0:
        heights = {seat: height - over for seat, height in heights.items()}
    left = last > 0.82 * end or last == end
    looks = {"xref": "x", "yref": "y", "xanchor": "left", "yanchor": "middle", "xshift": 6}
    looks["bgcolor"] = "rgba(29,23,22,0)" if left else "rgba(29,23,22,0.7)"
    told = {seat: f"{names[seat]} {value}" for seat, value in labels.items()}
    return [
        note(f"<b>{words}</b>" if who == seat else words, last, heights[seat], SEATS[seat], 13, **looks)
        for seat, words in told.items()
    ]
