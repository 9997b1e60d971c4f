"""The Locations dashboard's figures: Power step by step at one Location, and wasted Blood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vendetta_kit.games.vendetta.flows import STAGES, LocationRound, PowerRow
from vendetta_widgets.figures.figure_style import (
    BLOOD,
    DASHES,
    GROUND,
    LINE,
    SEATS,
    SYMBOLS,
    TEXT,
    Spec,
    Words,
    axis,
    empty_layout,
    faded,
    layout,
    note,
)

LEFT_AT = STAGES.index("withdraw") - 0.5
"""The x at which players leave: between Planning and Withdraw."""


def power_figure(place: LocationRound | None, names: Sequence[str], who: int | None, say: Words) -> Spec:
    """Return each player's Power from Planning to the count; a player who leaves ends with a cross."""
    look = layout(330, margin={"l": 40, "r": 84, "t": 16, "b": 40})
    if place is None:
        return {"data": [], "layout": look | empty_layout(say("dash.power.none"))}
    traces: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    most = max((row.power for row in place.power), default=1)
    ends: list[tuple[float, int, int]] = []
    for seat in sorted({row.seat for row in place.power}, key=lambda seat: seat == who):
        own = [row for stage in STAGES for row in place.power if row.seat == seat and row.stage == stage]
        strong = who in (None, seat)
        colour = SEATS[seat] if strong else faded(SEATS[seat], 0.8)
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
        words = f"{names[seat]} {int(height)}"
        if seat == place.winner:
            words = f"<b>{words}</b>"
        notes.append(note(words, stage, below, SEATS[seat], 13, xref="x", yref="y", xanchor="left", xshift=10))
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


def waste_figure(places: Sequence[LocationRound], names: Sequence[str], say: Words) -> Spec:
    """Return for each player the Deployed Blood that was needed for a place, and what was wasted (hatched)."""
    look = layout(70 + 44 * len(names), margin={"l": 20, "r": 20, "t": 26, "b": 40}, barmode="stack")
    sums = [[0, 0] for _ in names]
    for place in places:
        for row in place.waste:
            sums[row.seat][0] += row.blood - row.wasted
            sums[row.seat][1] += row.wasted
    if not any(map(sum, sums)):
        return {"data": [], "layout": look | empty_layout(say("dash.waste.none"))}
    colours = list(SEATS[: len(names)])
    hatched = {
        "color": [faded(colour, 0.6) for colour in colours],
        "line": {"color": colours, "width": 1.5},
        "pattern": {"shape": "/", "bgcolor": GROUND, "size": 7},
    }
    kinds = (("needed", "#14100f", {"color": colours}), ("wasted", TEXT, hatched))
    bars = [
        {
            "type": "bar",
            "orientation": "h",
            "name": say(f"dash.waste.{kind}"),
            "x": [row[k] for row in sums],
            "y": list(names),
            "text": [str(row[k]) if row[k] else "" for row in sums],
            "textposition": "inside",
            "insidetextanchor": "middle",
            "textfont": {"color": colour, "size": 13},
            "marker": marker,
            "customdata": [f"{seat}:{kind}" if row[k] else None for seat, row in enumerate(sums)],
            "hovertemplate": "%{y}: %{x}<extra></extra>",
        }
        for k, (kind, colour, marker) in enumerate(kinds)
    ]
    signs = f"■ {say('dash.waste.needed')}   ▨ {say('dash.waste.wasted')}"
    look["xaxis"] = axis(say("dash.waste.x"), nticks=8)
    look["yaxis"] = axis(autorange="reversed", showgrid=False, type="category", tickfont={"color": TEXT, "size": 13})
    look["annotations"] = [note(signs, 0, 1, size=13, xanchor="left", yanchor="bottom")]
    return {"data": bars, "layout": look}
