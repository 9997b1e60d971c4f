"""The Balance dashboard's figure: each group's share with its interval and games, and the fair share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from vendetta_kit.games.vendetta.flows.win_shares import WinShare
from vendetta_widgets.figures.figure_style import (
    DIM,
    GOLD,
    LINE,
    TEXT,
    Spec,
    Words,
    axis,
    empty_layout,
    layout,
    note,
    vertical_line,
)


def balance_figure(
    found: Sequence[WinShare], fair: float | None, unit: str, named: Callable[[str], str], say: Words
) -> Spec:
    """Return dots with intervals, by number or with the highest on top; a filled dot differs from the fair share."""
    look = layout(
        90 + (34 if len(found) < 20 else 24) * max(3, len(found)), margin={"l": 20, "r": 92, "t": 30, "b": 40}
    )
    if not found:
        return {"data": [], "layout": look | empty_layout(say("dash.balance.none"))}
    per = partial(percent, mark=say("dash.decimal"))
    ordered = all(row.group.isdigit() for row in found)  # a number keeps its place
    rows = sorted(found, key=lambda row: -int(row.group) if ordered else row.share)
    names = [named(row.group) for row in rows]
    sure = [fair is not None and not row.low <= fair <= row.high for row in rows]
    trace: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers",
        "x": [100 * row.share for row in rows],
        "y": names,
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [100 * (row.high - row.share) for row in rows],
            "arrayminus": [100 * (row.share - row.low) for row in rows],
            "color": DIM,
            "thickness": 2,
            "width": 6,
        },
        "customdata": [row.group for row in rows],
        "text": [
            say("dash.balance.point", name=name, share=per(row.share), low=per(row.low), high=per(row.high))
            for name, row in zip(names, rows, strict=True)
        ],
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {
            "size": 13,
            "symbol": ["diamond" if is_sure else "circle-open" for is_sure in sure],
            "color": GOLD,
            "line": {"color": GOLD, "width": 2},
        },
    }
    look["annotations"] = [
        note(say("dash.balance.games", n=row.games), 1, name, yref="y", xanchor="left", xshift=8)
        for name, row in zip(names, rows, strict=True)
    ]
    if fair is not None:
        look["shapes"] = [vertical_line(100 * fair, color=LINE, width=2, dash="dash")]
        words = say("dash.balance.fair", share=per(fair))
        look["annotations"].append(note(words, 100 * fair, 1, xref="x", yanchor="bottom"))
    ends = [100 * end for row in rows for end in (row.low, row.high)]
    look["xaxis"] = axis(unit, range=[max(0, min(ends) - 3), min(100, max(ends) + 3)], ticksuffix=" %")
    look["yaxis"] = axis(type="category", showgrid=False, tickfont={"color": TEXT, "size": 13})
    return {"data": [trace], "layout": look}


def percent(share: float, mark: str = ".") -> str:
    """Return a share as a percentage, with the language's decimal mark.

    >>> percent(0.254), percent(0.254, ",")
    ('25.4', '25,4')
    """
    return f"{100 * share:.1f}".replace(".", mark)
