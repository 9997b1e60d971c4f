"""The Blood dashboard's figures: a flow diagram, and a step chart of the Pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from vendetta_kit.games.vendetta.flows import Link, Node, PoolLevel
from vendetta_widgets.figures.figure_style import BLOOD, Spec, Words
from vendetta_widgets.figures.sankey import Flows
from vendetta_widgets.figures.step_chart import ChartedGame, ChartStep, step_spec


class _Flows(Flows):
    COLUMNS: ClassVar[dict[str, int]] = {
        "bank": 0,
        "feed": 0,
        "drained": 0,
        "pool": 1,
        "position": 2,
        "back": 3,
        "moved": 3,
        "spent": 3,
    }
    PLACES: ClassVar[tuple[float, ...]] = (0, 0.34, 0.67, 1)
    LAST: ClassVar[tuple[str, ...]] = ("spent", "moved")  # the Bank at the end is last
    COLOURS: ClassVar[dict[str, str]] = {"drained": BLOOD, "feed": "#b98a8f"}

    def label(self, node: Node) -> str:
        if node.seat is None or node.kind == "moved":
            return self._words(node)
        return self.names[node.seat]

    def _words(self, node: Node) -> str:
        return self.say(f"dash.node.{node.kind}", name="" if node.seat is None else self.names[node.seat])

    def words(self, band: Link) -> str:
        return self.say(
            "dash.flow.link",
            source=self._words(band.source),
            target=self._words(band.target),
            n=band.amount,
            why=self.say("comma").join(self.say(f"dash.cause.{cause}") for cause in band.causes),
        )


def flow_figure(
    found: Sequence[Link], whole: Sequence[Link], names: Sequence[str], who: int | None, say: Words
) -> Spec:
    """Return the flow diagram. ``whole``: the links at the end, so that nodes keep their places while the flows grow.

    ``who``: the seat whose Blood is highlighted; the others' is faded.
    """
    titles = [say(f"dash.flow.column{k}") for k in range(4)]
    return _Flows(names, who, say).spec(found, whole, titles, say("dash.empty"))


def pool_figure(found: Sequence[PoolLevel], course: ChartedGame) -> Spec:
    """Return a step chart of the Pools, with a cross where a player went into Frenzy."""
    names, say = course.names, course.say
    points = [
        ChartStep(p.n, p.seat, p.blood, _tell(p, names, say), say("dash.frenzy") if p.frenzy else "") for p in found
    ]
    top = max((point.blood for point in found), default=1)
    axes = say("dash.pool.x"), say("dash.pool.y")
    return step_spec(points, course, (-0.4, top + 1), axes)


def _tell(point: PoolLevel, names: Sequence[str], say: Words) -> str:
    if point.frenzy:
        key = "dash.pool.frenzy" if point.causer is None else "dash.pool.frenzy.by"
        by = "" if point.causer is None else names[point.causer]
        return say(key, name=names[point.seat], by=by) if by else say(key, name=names[point.seat])
    sign = f"+{point.change}" if point.change > 0 else f"−{-point.change}"
    return say(
        "dash.pool.point", name=names[point.seat], n=point.blood, change=sign, why=say(f"dash.cause.{point.cause}")
    )
