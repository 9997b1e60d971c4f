"""The Blood dashboard's figures: a flow diagram, and each Pool over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from .stairs import Stair, stairs
from .style import BLOOD, GROUND, SEATS, TEXT, Spec, faded, heads, layout, nothing

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.flows import Link, Node, PoolPoint

__all__ = ["flow_figure", "key_of", "pool_figure"]

Words = Callable[..., str]
"""Gives the words of a key, with values filled in."""
_COLUMN: Final = {"bank": 0, "feed": 0, "drained": 0, "pool": 1, "position": 2, "back": 3, "moved": 3, "spent": 3}
_X: Final = (0.001, 0.33, 0.66, 0.98)
HEIGHT: Final = 430
_GREY: Final = "#8d7f73"


def key_of(link: Link) -> str:
    """A name of a link that stays the same while it grows.

    >>> from vendetta_kit.games.vendetta.flows import Link, Node
    >>> key_of(Link(Node("feed"), Node("pool", 1), 3, (), (), ()))
    'feed>pool:1'
    """
    return f"{_name(link.source)}>{_name(link.target)}"


def _name(node: Node) -> str:
    return node.kind if node.seat is None else f"{node.kind}:{node.seat}"


def flow_figure(
    found: Sequence[Link], whole: Sequence[Link], names: Sequence[str], who: int | None, say: Words
) -> Spec:
    """The flow diagram. ``whole``: the links at the end, so that nodes keep their places while the flows grow.

    ``who``: whose Blood stands out; the others' is faded.
    """
    if not found:
        return {"data": [], "layout": layout(HEIGHT) | nothing(say("dash.empty"))}
    nodes = sorted({node for link in found for node in (link.source, link.target)}, key=_order)  # plotly counts no more
    index = {node: k for k, node in enumerate(nodes)}
    through = {node: _through(node, found) for node in nodes}
    heights = _heights(whole)
    trace: dict[str, Any] = {
        "type": "sankey",
        "arrangement": "fixed",
        "domain": {"x": [0, 1], "y": [0, 1]},
        "textfont": {"color": TEXT, "size": 13, "shadow": f"0 0 3px {GROUND}"},
        "node": {
            "label": [f"{_label(node, names, say)} {through[node]}" for node in nodes],
            "color": [_colour(node, who, 0.95) for node in nodes],
            "line": {"color": GROUND, "width": 1},
            "pad": 14,
            "thickness": 15,
            "x": [_X[_COLUMN[node.kind]] for node in nodes],
            "y": [heights[node] for node in nodes],
            "customdata": [_name(node) for node in nodes],
            "hovertemplate": "%{label}<extra></extra>",
        },
        "link": {
            "source": [index[link.source] for link in found],
            "target": [index[link.target] for link in found],
            "value": [link.amount for link in found],
            "color": [_link_colour(link, who) for link in found],
            "customdata": [key_of(link) for link in found],
            "label": [
                say(
                    "dash.flow.link",
                    source=_words(link.source, names, say),
                    target=_words(link.target, names, say),
                    n=link.amount,
                    why=say("comma").join(say(f"dash.cause.{cause}") for cause in link.causes),
                )
                for link in found
            ],
            "hovertemplate": "%{label}<extra></extra>",
        },
    }
    titles = heads([say(f"dash.flow.column{k}") for k in range(4)], (0, 0.34, 0.67, 1))
    margin = {"l": 8, "r": 8, "t": 52, "b": 16}
    return {"data": [trace], "layout": layout(HEIGHT, margin=margin, annotations=titles)}


def _order(node: Node) -> tuple[int, int, str, int]:
    """From the left, and in each column those without a player first, but the Bank at the end last."""
    last = node.kind in ("spent", "moved")
    return _COLUMN[node.kind], int(last), node.kind, -1 if node.seat is None else node.seat


def _through(node: Node, found: Sequence[Link]) -> int:
    into = sum(link.amount for link in found if link.target == node)
    return max(into, sum(link.amount for link in found if link.source == node))


def _heights(whole: Sequence[Link]) -> dict[Node, float]:
    """Where each node's middle stands: as the whole game needs it, so that nothing jumps while the flows grow."""
    heights: dict[Node, float] = {}
    nodes = sorted({node for link in whole for node in (link.source, link.target)}, key=_order)
    for column in range(4):
        here = [node for node in nodes if _COLUMN[node.kind] == column]
        sizes = [_through(node, whole) for node in here]
        gap = 0.05
        room = 1 - gap * (len(here) - 1)
        top = 0.0
        for node, size in zip(here, sizes, strict=True):
            share = room * size / sum(sizes)
            heights[node] = min(0.999, max(0.001, top + share / 2))
            top += share + gap
    return heights


def _label(node: Node, names: Sequence[str], say: Words) -> str:
    """What stands beside a node: the heads of the columns say the rest."""
    if node.seat is None or node.kind == "moved":
        return _words(node, names, say)
    return names[node.seat]


def _words(node: Node, names: Sequence[str], say: Words) -> str:
    name = "" if node.seat is None else names[node.seat]
    return say(f"dash.node.{node.kind}", name=name)


def _colour(node: Node, who: int | None, strength: float) -> str:
    if node.seat is None:
        return {"drained": BLOOD, "feed": "#b98a8f"}.get(node.kind, _GREY)
    return faded(SEATS[node.seat], strength if who in (None, node.seat) else 0.35)


def _link_colour(link: Link, who: int | None) -> str:
    seats = [node.seat for node in (link.source, link.target) if node.seat is not None]
    colour = SEATS[seats[0]] if seats else _GREY
    return faded(colour, 0.72 if who is None or who in seats else 0.16)


def pool_figure(
    found: Sequence[PoolPoint],
    names: Sequence[str],
    who: int | None,
    steps: Sequence[int],
    rounds: Sequence[tuple[int, int]],
    at: int,
    top: int,
    say: Words,
) -> Spec:
    """Each Pool over time as a staircase, with a cross where its player went into Frenzy."""
    points = [Stair(p.n, p.seat, p.blood, _tell(p, names, say), say("dash.frenzy") if p.frenzy else "") for p in found]
    axes = say("dash.pool.x"), say("dash.pool.y")
    return stairs(points, names, who, steps, rounds, at, (-0.4, top + 1), axes, say)


def _tell(point: PoolPoint, names: Sequence[str], say: Words) -> str:
    if point.frenzy:
        key = "dash.pool.frenzy" if point.causer is None else "dash.pool.frenzy.by"
        by = "" if point.causer is None else names[point.causer]
        return say(key, name=names[point.seat], by=by) if by else say(key, name=names[point.seat])
    sign = f"+{point.change}" if point.change > 0 else f"−{-point.change}"
    return say(
        "dash.pool.point", name=names[point.seat], n=point.blood, change=sign, why=say(f"dash.cause.{point.cause}")
    )
