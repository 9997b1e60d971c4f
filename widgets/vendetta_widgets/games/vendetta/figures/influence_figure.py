"""The Influence dashboard's figures: scores over time, sources of points, waterfalls, the last Haven."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from vendetta_kit.games.vendetta.flows import PARTS, InfluencePoint, LastHaven, RacePoint
from vendetta_widgets.figures.figure_style import (
    BLOOD,
    GOLD,
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
from vendetta_widgets.figures.sankey import diagram
from vendetta_widgets.figures.step_chart import ChartedGame, ChartStep, step_spec

_X: Final = (0.001, 0.5, 0.98)
_LEFT: Final = (
    "#b98a8f",
    "#c9a26b",
    "#a98fb0",
    "#8fa9b8",
    "#8d7f73",
    "#8d7f73",
    "#9aa886",
    BLOOD,
    "#b8a26e",
    "#9c93c4",
)


def sums_by_part(found: Sequence[InfluencePoint], seat: int) -> dict[str, int]:
    """Return the sum of each part for a player, in the order of :data:`.PARTS`, without sums of 0."""
    sums: dict[str, int] = defaultdict(int)
    for point in found:
        if point.seat == seat:
            sums[point.part] += point.amount
    return {part: sums[part] for part in PARTS if sums.get(part)}


def race_figure(found: Sequence[RacePoint], course: ChartedGame) -> Spec:
    """Return a step chart of the scores."""
    names, say = course.names, course.say
    top = max((point.score or 0 for point in found), default=1)
    points = [
        ChartStep(p.n, p.seat, p.score or 0, _tell(p, names, say), say("out") if p.score is None else "") for p in found
    ]
    axes = say("dash.pool.x"), say("dash.race.y")
    return step_spec(points, course, (0, top + 1), axes)


def _tell(point: RacePoint, names: Sequence[str], say: Words) -> str:
    if point.score is None:
        return say("dash.race.out", name=names[point.seat])
    change = f"+{point.change}" if point.change > 0 else f"−{-point.change}"
    part = say(f"dash.part.{point.part}")
    return say("dash.race.point", name=names[point.seat], n=point.score, change=change, why=part)


def source_figure(
    found: Sequence[InfluencePoint], whole: Sequence[InfluencePoint], names: Sequence[str], who: int | None, say: Words
) -> Spec:
    """Return a flow diagram: the sources of points, the players, the losses."""
    sums = {seat: sums_by_part(found, seat) for seat in range(len(names))}
    ends = {seat: sums_by_part(whole, seat) for seat in range(len(names))}
    plus = [part for part in PARTS if any(own.get(part, 0) > 0 for own in (*sums.values(), *ends.values()))]
    minus = [part for part in PARTS if any(own.get(part, 0) < 0 for own in (*sums.values(), *ends.values()))]
    heights = _heights(plus, minus, ends)
    nodes: list[Node] = [("plus", part) for part in plus] + [("seat", seat) for seat in range(len(names))]
    nodes += [("minus", part) for part in minus]
    links: list[tuple[Node, Node, int]] = [
        (("plus", part), ("seat", seat), n) if n > 0 else (("seat", seat), ("minus", part), -n)
        for seat, own in sums.items()
        for part, n in own.items()
    ]
    if not links:
        return {"data": [], "layout": layout(400) | empty_layout(say("dash.empty"))}
    drawn = {node for source, target, _ in links for node in (source, target)}
    nodes = [node for node in nodes if node in drawn]  # plotly numbers only these
    index = {node: k for k, node in enumerate(nodes)}
    nodes_ = {
        "label": [_node(node, sums, names, say) for node in nodes],
        "color": [_node_colour(node) for node in nodes],
        "pad": 12,
        "x": [{"plus": _X[0], "seat": _X[1], "minus": _X[2]}[kind] for kind, _ in nodes],
        "y": [heights[node] for node in nodes],
        "customdata": [f"{kind}:{what}" for kind, what in nodes],
    }
    bands = {
        "source": [index[source] for source, _, _ in links],
        "target": [index[target] for _, target, _ in links],
        "value": [n for _, _, n in links],
        "color": [_link_colour(source, target, who) for source, target, _ in links],
        "customdata": [f"{source[0]}:{source[1]}>{target[0]}:{target[1]}" for source, target, _ in links],
        "label": [_link(source, target, n, names, say) for source, target, n in links],
    }
    return diagram(400, nodes_, bands, [say(f"dash.sources.column{k}") for k in range(3)], (0, 0.5, 1))


Node = tuple[str, str | int]


def _node(node: Node, sums: Mapping[int, Mapping[str, int]], names: Sequence[str], say: Words) -> str:
    kind, what = node
    if kind == "seat":
        total = sum(sums[int(what)].values())
        return f"{names[int(what)]} {total}" if sums[int(what)] else ""
    sign = 1 if kind == "plus" else -1
    total = sum(max(0, sign * own.get(str(what), 0)) for own in sums.values())
    if not total:
        return ""
    return f"{say(f'dash.part.{what}')} {total}" if sign == 1 else f"{say(f'dash.part.{what}')} −{total}"


def _link(source: Node, target: Node, n: int, names: Sequence[str], say: Words) -> str:
    if source[0] == "plus":
        return say("dash.sources.link", name=names[int(target[1])], n=n, part=say(f"dash.part.{source[1]}"))
    return say("dash.sources.loss", name=names[int(source[1])], n=n, part=say(f"dash.part.{target[1]}"))


def _node_colour(node: Node) -> str:
    kind, what = node
    if kind == "seat":
        return SEATS[int(what)]
    return BLOOD if kind == "minus" else _LEFT[PARTS.index(str(what)) % len(_LEFT)]


def _link_colour(source: Node, target: Node, who: int | None) -> str:
    seat = int(target[1] if target[0] == "seat" else source[1])
    return faded(SEATS[seat], 0.7 if who in (None, seat) else 0.28)


def _heights(plus: Sequence[str], minus: Sequence[str], ends: Mapping[int, Mapping[str, int]]) -> dict[Node, float]:
    """Return the y of each node's middle in the whole game."""
    heights: dict[Node, float] = {}
    columns: tuple[tuple[str, Sequence[str | int]], ...] = (("plus", plus), ("seat", tuple(ends)), ("minus", minus))
    for kind, here in columns:
        sizes = [max(1, _size(kind, what, ends)) for what in here]
        gap = 0.05
        room = 1 - gap * (len(here) - 1)
        if kind == "minus":
            room = min(room, 0.35)
        top = 0.0
        for what, size in zip(here, sizes, strict=True):
            share = room * size / sum(sizes)
            heights[kind, what] = min(0.999, max(0.001, top + share / 2))
            top += share + gap
    return heights


def _size(column: str, what: str | int, ends: Mapping[int, Mapping[str, int]]) -> int:
    if column == "seat":
        return sum(max(0, n) for n in ends[int(what)].values())
    sign = 1 if column == "plus" else -1
    return sum(max(0, sign * own.get(str(what), 0)) for own in ends.values())


def waterfall_figure(found: Sequence[InfluencePoint], names: Sequence[str], seats: Sequence[int], say: Words) -> Spec:
    """Return a waterfall for each of these players: gains up, losses down, then the sum."""
    traces: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    most = max((sum(n for n in sums_by_part(found, seat).values() if n > 0) for seat in seats), default=1)
    look = layout(330 if len(seats) == 1 else 215 * len(seats), margin={"l": 36, "r": 10, "t": 16, "b": 30})
    for k, seat in enumerate(seats):
        sums = sums_by_part(found, seat)
        if not sums:
            continue
        height = 1 / len(seats)
        name = "" if k == 0 else str(k + 1)
        total = sum(sums.values())
        traces.append(
            {
                "type": "waterfall",
                "xaxis": f"x{name}",
                "yaxis": f"y{name}",
                "measure": [*("relative" for _ in sums), "total"],
                "x": [*(say(f"dash.part.{part}") for part in sums), say("dash.waterfall.total")],
                "y": [*sums.values(), 0],
                "text": [*(f"{n:+d}".replace("-", "−") for n in sums.values()), f"<b>{total}</b>"],
                "textposition": "outside",
                "textfont": {"color": TEXT, "size": 12},
                "customdata": [*(f"{seat}:{part}" for part in sums), f"{seat}:"],
                "hovertemplate": "%{x}: %{text}<extra></extra>",
                "increasing": {"marker": {"color": faded(SEATS[seat], 0.85)}},
                "decreasing": {"marker": {"color": BLOOD}},
                "totals": {"marker": {"color": SEATS[seat], "line": {"color": TEXT, "width": 1}}},
                "connector": {"line": {"color": LINE, "width": 1}},
                "cliponaxis": False,
            }
        )
        top = 1 - k * height
        look[f"xaxis{name}"] = axis(anchor=f"y{name}", showgrid=False)
        floor = top - height + (0.1 if len(seats) > 1 else 0)
        look[f"yaxis{name}"] = axis(
            say("dash.race.y"), anchor=f"x{name}", domain=[floor, top - 0.02], range=[0, most * 1.15 + 1], nticks=5
        )
        notes.append(note(f"<b>{names[seat]}</b>", 0.01, top, SEATS[seat], 14, xanchor="left", yanchor="top"))
    look["annotations"] = notes
    return {"data": traces, "layout": look}


def haven_figure(found: LastHaven | None, names: Sequence[str], who: int | None, say: Words) -> Spec:
    """Return each score before and after the last Haven, with an arrow between them."""
    look = layout(60 + 46 * len(names), margin={"l": 20, "r": 24, "t": 26, "b": 40})
    if found is None:
        return {"data": [], "layout": look | empty_layout(say("dash.haven.none"))}
    traces: list[dict[str, Any]] = []
    arrows: list[dict[str, Any]] = []
    for seat, name in enumerate(names):
        before, after = found.before[seat] or 0, found.after[seat] or 0
        strong = who in (None, seat)
        colour = SEATS[seat] if strong else faded(SEATS[seat], 0.8)
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "x": [before, after] if before != after else [after],
                "y": [name] * (2 if before != after else 1),
                "text": [str(before), str(after)] if before != after else [str(after)],
                "textposition": ["middle left", "middle right"] if before < after else ["middle right", "middle left"],
                "textfont": {"color": TEXT, "size": 13},
                "customdata": [f"haven:{seat}"] * 2,
                "hovertext": [f"{name}: {before} → {after}"] * 2,
                "hovertemplate": "%{hovertext}<extra></extra>",
                "marker": {
                    "size": [9, 15] if before != after else [15],
                    "symbol": SYMBOLS[seat],
                    "color": colour,
                    "line": {"color": GOLD, "width": [0, 1] if before != after else [1]},
                },
            }
        )
        if before != after:
            arrows.append(
                {
                    "xref": "x",
                    "yref": "y",
                    "axref": "x",
                    "ayref": "y",
                    "x": after,
                    "y": name,
                    "ax": before,
                    "ay": name,
                    "showarrow": True,
                    "arrowhead": 2,
                    "arrowwidth": 2,
                    "arrowcolor": colour,
                    "standoff": 9,
                    "text": "",
                }
            )
    scores = [score for score in (*found.before, *found.after) if score is not None]
    span = [min(scores, default=0) - 2, max(scores, default=1) + 2]
    look["xaxis"] = axis(say("dash.race.y"), range=span, nticks=8)
    look["yaxis"] = axis(autorange="reversed", showgrid=False, type="category", tickfont={"color": TEXT, "size": 13})
    look["annotations"] = arrows
    return {"data": traces, "layout": look}
