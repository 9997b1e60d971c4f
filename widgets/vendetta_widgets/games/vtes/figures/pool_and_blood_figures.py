"""Figures of pool and blood: flow diagrams and step charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from vendetta_kit.games.vtes.flows import BloodPoint, Link, Node, PoolPoint
from vendetta_widgets.figures.figure_style import BLOOD, GOLD, Spec, Words
from vendetta_widgets.figures.sankey import Flows
from vendetta_widgets.figures.step_chart import ChartedGame, ChartStep, step_spec


class _Counters(Flows):
    """A flow diagram with the players in the middle column; ``about`` selects the words for the nodes."""

    PLACES: ClassVar[tuple[float, ...]] = (0, 0.5, 1)
    about: ClassVar[str]
    middle: ClassVar[str]

    def node(self, node: Node) -> str:
        """Return the words for a node."""
        name = "" if node.seat is None else self.names[node.seat]
        return self.say(f"vtes.dash.{self.about}.{node.kind}", name=name)

    def label(self, node: Node) -> str:
        if node.kind == self.middle and node.seat is not None:
            return self.names[node.seat]
        return self.node(node)

    def words(self, band: Link) -> str:
        return self.say("vtes.dash.band", source=self.node(band.source), target=self.node(band.target), n=band.amount)

    def figure(self, found: Sequence[Link], whole: Sequence[Link]) -> Spec:
        """Return the figure of the links ``found``; ``whole`` are those at the end of the game."""
        titles = [self.say(f"vtes.dash.{self.about}.column{k}") for k in range(3)]
        return self.spec(found, whole, titles, self.say("dash.empty"))


class _Pool(_Counters):
    about: ClassVar[str] = "from_pool"
    middle: ClassVar[str] = "pool"
    COLUMNS: ClassVar[dict[str, int]] = {
        "start": 0,
        "gain": 0,
        "prey": 0,
        "edge": 0,
        "returned": 0,
        "pool": 1,
        "bled": 2,
        "vampires": 2,
        "crypt": 2,
        "cost": 2,
        "contest": 2,
        "loss": 2,
        "left": 2,
    }
    LAST: ClassVar[tuple[str, ...]] = ("left",)
    COLOURS: ClassVar[dict[str, str]] = {"start": GOLD}


class _Blood(_Counters):
    about: ClassVar[str] = "from_blood"
    middle: ClassVar[str] = "vampires"
    COLUMNS: ClassVar[dict[str, int]] = {
        "pool": 0,
        "hunt": 0,
        "card": 0,
        "taken": 0,
        "vampires": 1,
        "back": 2,
        "wounds": 2,
        "spent": 2,
        "over": 2,
        "out": 2,
        "robbed": 2,
        "loss": 2,
        "left": 2,
    }
    LAST: ClassVar[tuple[str, ...]] = ("left",)
    COLOURS: ClassVar[dict[str, str]] = {"hunt": BLOOD, "wounds": BLOOD}


def pool_flow(found: Sequence[Link], whole: Sequence[Link], names: Sequence[str], who: int | None, say: Words) -> Spec:
    """Return a flow diagram of pool. ``whole``: the links at the end; ``who``: the highlighted seat."""
    return _Pool(names, who, say).figure(found, whole)


def blood_flow(found: Sequence[Link], whole: Sequence[Link], names: Sequence[str], who: int | None, say: Words) -> Spec:
    """Return a flow diagram of counters on cards. ``whole``: the links at the end; ``who``: the highlighted seat."""
    return _Blood(names, who, say).figure(found, whole)


def pool_chart(found: Sequence[PoolPoint], course: ChartedGame) -> Spec:
    """Return a step chart of the pools, with a cross where a player was ousted or withdrew."""
    names, say = course.names, course.say
    points = [
        ChartStep(p.n, p.seat, p.pool, _pool_words(p, names, say), say(f"vtes.dash.{p.left}") if p.left else "")
        for p in found
    ]
    top = max((point.pool for point in found), default=1)
    return step_spec(points, course, (-1, top + 2), (say("dash.pool.x.rounds"), say("vtes.dash.pool.y")))


def _pool_words(point: PoolPoint, names: Sequence[str], say: Words) -> str:
    name = names[point.seat]
    if point.left == "ousted" and point.by is not None:
        return say("vtes.dash.pool.ousted", name=name, by=names[point.by])
    if point.left:
        return say("vtes.dash.pool.withdrawn", name=name)
    why = say(f"vtes.dash.cause.{point.cause}")
    return say("vtes.dash.pool.point", name=name, n=point.pool, change=_signed(point.change), why=why)


def blood_chart(found: Sequence[BloodPoint], course: ChartedGame) -> Spec:
    """Return a step chart of the counters on each player's cards."""
    say = course.say
    points = [ChartStep(p.n, p.seat, p.blood, _blood_words(p, course.names, say)) for p in found]
    top = max((point.blood for point in found), default=1)
    return step_spec(points, course, (-1, top + 2), (say("dash.pool.x.rounds"), say("vtes.dash.blood.y")))


def _blood_words(point: BloodPoint, names: Sequence[str], say: Words) -> str:
    why = say(f"vtes.dash.cause.{point.cause}")
    name = names[point.seat]
    return say("vtes.dash.blood.point", name=name, n=point.blood, change=_signed(point.change), why=why)


def _signed(change: int) -> str:
    """Return a change with its sign.

    >>> _signed(2), _signed(-3)
    ('+2', '−3')
    """
    return f"+{change}" if change > 0 else f"−{-change}"
