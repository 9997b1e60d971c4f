"""The Locations dashboard's figures: Power step by step at one Location, and Blood that was for nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from vendetta_kit.games.vendetta.flows import STAGES
from vendetta_widgets.figures.style import (
    BLOOD,
    DASHES,
    DIM,
    GROUND,
    LINE,
    SEATS,
    SYMBOLS,
    TEXT,
    Spec,
    axis,
    faded,
    layout,
    nothing,
)

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.flows import Place, PowerRow

__all__ = ["power_figure", "waste_figure"]

Words = Callable[..., str]
LEFT_AT = STAGES.index("withdraw") - 0.5
"""Where who leaves does so: between Planning and what is told after Withdraw."""


def power_figure(place: Place | None, names: Sequence[str], who: int | None, say: Words) -> Spec:
    """Power from Planning to the count; who has left ends with a cross."""
    look = layout(330, margin={"l": 40, "r": 84, "t": 16, "b": 40})
    if place is None:
        return {"data": [], "layout": look | nothing(say("dash.power.none"))}
    traces: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    most = max((row.power for row in place.power), default=1)
    ends: list[tuple[float, int, int]] = []
    for seat in sorted({row.seat for row in place.power}, key=lambda seat: seat == who):
        own = [row for stage in STAGES for row in place.power if row.seat == seat and row.stage == stage]
        strong = who in (None, seat)
        colour = SEATS[seat] if strong else faded(SEATS[seat], 0.5)
        gone = [one for one in place.departures if one.seat == seat]
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": names[seat],
                "x": [STAGES.index(row.stage) for row in own] + [LEFT_AT] * len(gone),
                "y": [row.power for row in own] + [one.power for one in gone],
                "customdata": [f"n{row.n}" for row in own] + [f"n{one.n}" for one in gone],
                "text": [_tell(row, names, say) for row in own] + [names[seat]] * len(gone),
                "hovertemplate": "%{text}<extra></extra>",
                "line": {"color": colour, "width": 2.8 if strong else 1.6, "dash": DASHES[seat]},
                "marker": {
                    "size": [8 + 3 * row.hidden for row in own] + [0.1] * len(gone),
                    "symbol": SYMBOLS[seat],
                    "color": colour,
                },
            }
        )
        ends.append((own[-1].power, STAGES.index(own[-1].stage), seat))
    for left in place.departures:
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "x": [LEFT_AT],
                "y": [left.power],
                "text": [say("dash.power.left", name=names[left.seat])],
                "textposition": "top center",
                "textfont": {"color": SEATS[left.seat], "size": 12},
                "customdata": [f"n{left.n}"],
                "hovertemplate": "%{text}<extra></extra>",
                "marker": {"symbol": "x", "size": 11, "color": BLOOD, "line": {"color": LINE, "width": 1}},
                "cliponaxis": False,
            }
        )
    room = (most + 2) * 17 / 274
    below = -room
    for height, stage, seat in sorted(ends):
        if any(one.seat == seat for one in place.departures):
            continue
        below = max(height, below + room)
        notes.append(
            {
                "xref": "x",
                "yref": "y",
                "x": stage,
                "y": below,
                "xanchor": "left",
                "xshift": 10,
                "text": f"<b>{names[seat]} {int(height)}</b>"
                if seat == place.winner
                else f"{names[seat]} {int(height)}",
                "showarrow": False,
                "font": {"color": SEATS[seat], "size": 13},
            }
        )
    ticks = [say(f"dash.stage.{stage}") for stage in STAGES]
    look["xaxis"] = axis(
        range=[-0.2, len(STAGES) - 0.9], tickvals=list(range(len(STAGES))), ticktext=ticks, showgrid=False
    )
    look["yaxis"] = axis(say("power"), range=[-0.5, most + 1.5], nticks=6)
    look["annotations"] = notes
    return {"data": traces, "layout": look}


def _tell(row: PowerRow, names: Sequence[str], say: Words) -> str:
    key = "dash.power.point.hidden" if row.hidden else "dash.power.point"
    values = {"name": names[row.seat], "n": row.power, "blood": row.blood, "cards": row.cards}
    return say(key, **values, hidden=row.hidden) if row.hidden else say(key, **values)


def waste_figure(places: Sequence[Place], names: Sequence[str], say: Words) -> Spec:
    """For each player the Deployed Blood that was needed for a place, and beside it what was not (hatched)."""
    look = layout(70 + 44 * len(names), margin={"l": 20, "r": 20, "t": 26, "b": 40}, barmode="stack")
    sums = [[0, 0] for _ in names]
    for place in places:
        for row in place.waste:
            sums[row.seat][0] += row.blood - row.wasted
            sums[row.seat][1] += row.wasted
    if not any(map(sum, sums)):
        return {"data": [], "layout": look | nothing(say("dash.waste.none"))}
    common = {
        "type": "bar",
        "orientation": "h",
        "y": list(names),
        "textposition": "inside",
        "insidetextanchor": "middle",
    }
    needed: dict[str, Any] = {
        **common,
        "name": say("dash.waste.needed"),
        "x": [row[0] for row in sums],
        "text": [str(row[0]) if row[0] else "" for row in sums],
        "textfont": {"color": "#14100f", "size": 13},
        "marker": {"color": [SEATS[seat] for seat in range(len(names))]},
        "customdata": [f"{seat}:needed" if row[0] else None for seat, row in enumerate(sums)],
        "hovertemplate": "%{y}: %{x}<extra></extra>",
    }
    spare: dict[str, Any] = {
        **common,
        "name": say("dash.waste.wasted"),
        "x": [row[1] for row in sums],
        "text": [str(row[1]) if row[1] else "" for row in sums],
        "textfont": {"color": TEXT, "size": 13},
        "marker": {
            "color": [faded(SEATS[seat], 0.6) for seat in range(len(names))],
            "line": {"color": [SEATS[seat] for seat in range(len(names))], "width": 1.5},
            "pattern": {
                "shape": "/",
                "bgcolor": GROUND,
                "size": 7,
            },
        },
        "customdata": [f"{seat}:wasted" if row[1] else None for seat, row in enumerate(sums)],
        "hovertemplate": "%{y}: %{x}<extra></extra>",
    }
    note = {
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": 1,
        "xanchor": "left",
        "yanchor": "bottom",
        "text": f"■ {say('dash.waste.needed')}   ▨ {say('dash.waste.wasted')}",
        "showarrow": False,
        "font": {"color": DIM, "size": 13},
    }
    look["xaxis"] = axis(say("dash.waste.x"), nticks=8)
    look["yaxis"] = axis(autorange="reversed", showgrid=False, type="category")
    look["yaxis"]["tickfont"] = {"color": TEXT, "size": 13}
    look["annotations"] = [note]
    return {"data": [needed, spare], "layout": look}
