"""The ring figure: bleeds, blocks, votes against and ousts as arrows between the players' seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any, Final, NamedTuple

from vendetta_kit.games.vtes.flows import InteractionTotal
from vendetta_widgets.figures.figure_style import BLOOD, GOLD, LINE, SEATS, SYMBOLS, TEXT, Spec, Words, faded, layout

HEIGHT: Final = 470
_COLOURS: Final = {"bleed": BLOOD, "block": SEATS[1], "vote": SEATS[2], "oust": GOLD}
_DASHES: Final = {"bleed": "solid", "block": "dash", "vote": "dot", "oust": "longdash"}
_BENDS: Final = {"bleed": 0.10, "block": 0.24, "vote": 0.38, "oust": 0.52}
"""How far each kind of arrow bends out, as a share of its length, so that none covers another."""
_DOTS: Final = 24
_CLEAR: Final = 0.14
"""The share of an arrow's length that stays free at a seat."""
_HEAD: Final = 0.62
"""The place of an arrow's head, which can be clicked, as a share of its length."""


class _Spot(NamedTuple):
    x: float
    y: float


def key_of(tie: InteractionTotal) -> str:
    """Return the key of an arrow, which stays the same while its total grows.

    >>> from vendetta_kit.games.vtes.flows import InteractionTotal
    >>> key_of(InteractionTotal("bleed", 0, 1, 2, 3, (9, 30), ()))
    'bleed:0>1'
    """
    return f"{tie.kind}:{tie.seat}>{tie.other}"


def ring_figure(
    found: Sequence[InteractionTotal],
    names: Sequence[str],
    here: Collection[int],
    points: Sequence[int],
    who: int | None,
    say: Words,
) -> Spec:
    """Return the ring figure.

    Args:
        found: the totals to draw.
        names: the players' names by seat; the next seat is each one's prey.
        here: the seats that are in the game.
        points: victory points by seat.
        who: the seat whose arrows, out and in, are highlighted; ``None`` for all.
        say: returns the words of a key.
    """
    spots = [_spot(seat, len(names)) for seat in range(len(names))]
    most = max((tie.amount for tie in found), default=1)
    traces: list[dict[str, Any]] = []
    for tie in found:
        traces += _arrow(tie, spots, most, who is None or who in (tie.seat, tie.other), names, say)
    traces.append(_seats(spots, names, here, points, say))
    look = layout(
        HEIGHT,
        margin={"l": 20, "r": 20, "t": 20, "b": 20},
        xaxis={"visible": False, "range": [-2.2, 2.2], "fixedrange": True},
        yaxis={"visible": False, "range": [-1.45, 1.45], "fixedrange": True},
    )
    return {"data": traces, "layout": look}


def _spot(seat: int, seats: int) -> _Spot:
    """Return the place of a seat: clockwise from the top, each player's prey next."""
    turn = pi / 2 - 2 * pi * seat / seats
    return _Spot(1.35 * cos(turn), sin(turn))


def _way(one: _Spot, other: _Spot, bend: float) -> Callable[[float], _Spot]:
    """Return a function for the points of a curve between two seats, bent to its left."""
    across, up = other.x - one.x, other.y - one.y
    middle = _Spot((one.x + other.x) / 2 - up * bend, (one.y + other.y) / 2 + across * bend)

    def at(t: float) -> _Spot:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return _Spot(a * one.x + b * middle.x + c * other.x, a * one.y + b * middle.y + c * other.y)

    return at


def _arrow(
    tie: InteractionTotal, spots: Sequence[_Spot], most: int, strong: bool, names: Sequence[str], say: Words
) -> list[dict[str, Any]]:
    one, other = spots[tie.seat], spots[tie.other]
    at = _way(one, other, _BENDS[tie.kind])
    clear = _CLEAR / max(0.5, hypot(other.x - one.x, other.y - one.y)) * 1.6
    way = [at(clear + (1 - 2 * clear) * k / _DOTS) for k in range(_DOTS + 1)]
    before, head = at(_HEAD - 0.02), at(_HEAD)
    colour = _COLOURS[tie.kind] if strong else faded(_COLOURS[tie.kind], 0.25)
    words = say(f"vtes.dash.tie.{tie.kind}", one=names[tie.seat], other=names[tie.other], n=tie.amount, times=tie.times)
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [round(spot.x, 3) for spot in way],
            "y": [round(spot.y, 3) for spot in way],
            "line": {"color": colour, "width": round(1.5 + 6 * tie.amount / most, 1), "dash": _DASHES[tie.kind]},
            "hoverinfo": "skip",
        },
        {
            "type": "scatter",
            "mode": "markers+text" if strong else "markers",
            "x": [round(head.x, 3)],
            "y": [round(head.y, 3)],
            "customdata": [key_of(tie)],
            "text": [str(tie.amount)],
            "textposition": "top center",
            "textfont": {"color": TEXT, "size": 12},
            "hovertext": [words],
            "hovertemplate": "%{hovertext}<extra></extra>",
            "marker": {
                "symbol": "triangle-up",
                "angle": round(degrees(atan2(head.x - before.x, head.y - before.y)), 1),
                "size": 15,
                "color": colour,
                "line": {"color": LINE, "width": 1},
            },
        },
    ]


def _seats(
    spots: Sequence[_Spot], names: Sequence[str], here: Collection[int], points: Sequence[int], say: Words
) -> dict[str, Any]:
    words = [
        f"<b>{name}</b><br>{say('vtes.dash.seat' if seat in here else 'vtes.dash.seat.gone', n=points[seat])}"
        for seat, name in enumerate(names)
    ]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [round(spot.x, 3) for spot in spots],
        "y": [round(spot.y, 3) for spot in spots],
        "text": words,
        "textposition": [_beside(spot) for spot in spots],
        "textfont": {"color": [SEATS[seat] for seat in range(len(names))], "size": 14},
        "hoverinfo": "skip",
        "cliponaxis": False,
        "marker": {
            "symbol": [SYMBOLS[seat] if seat in here else f"{SYMBOLS[seat]}-open" for seat in range(len(names))],
            "size": 20,
            "color": [SEATS[seat] for seat in range(len(names))],
            "line": {"color": LINE, "width": 2},
        },
    }


def _beside(spot: _Spot) -> str:
    """Return plotly's position of a name beside its seat, outside the ring."""
    if abs(spot.x) > 0.8:
        return "middle right" if spot.x > 0 else "middle left"
    return "top center" if spot.y > 0 else "bottom center"
