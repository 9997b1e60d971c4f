"""The Blood dashboard: where did somebody's Blood go?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.flows import Link, PoolPoint
from vendetta_widgets.controls import button
from vendetta_widgets.dash.game import select
from vendetta_widgets.dash.page import table_of
from vendetta_widgets.figures.sankey import key_of
from vendetta_widgets.figures.style import Spec, plain
from vendetta_widgets.games.vendetta.figures.blood import flow_figure, pool_figure
from vendetta_widgets.pen import Html, Pen, tag

from .game import VendettaDash

__all__ = ["BloodPage", "blood"]

PARTS = ("feed", "planning", "withdraw", "revelation", "preparation", "conflict", "aftermath", "end_of_round")
"""Phases and steps in which Blood moves, in their order."""


def blood(lang: str | None = None) -> BloodPage:
    """The Blood dashboard; what it shows stands in its address, as in ``?seed=7&players=4&who=1``."""
    return BloodPage(lang)


class BloodPage(VendettaDash):
    """Flows of Blood between Bank, Pools and Positions, and each Pool over time."""

    page: ClassVar[str] = "blood"
    names: ClassVar[tuple[str, ...]] = ("flow", "pool")

    def __init__(self, lang: str | None = None) -> None:
        super().__init__(lang)
        self.number: int | None = None
        self.part = ""

    def _read(self, query: Mapping[str, str]) -> None:
        super()._read(query)
        if query.get("round", "") in ("1", "2", "3"):
            self.number = int(query["round"])
        if query.get("part", "") in PARTS:
            self.part = query["part"]

    def query(self) -> dict[str, str]:
        found = super().query()
        if self.number is not None:
            found["round"] = str(self.number)
        if self.part:
            found["part"] = self.part
        return found

    def handle(self, do: str, value: Any) -> None:
        if do == "round":
            self.number = int(value) if str(value) in ("1", "2", "3") else None
            self.behind = None
        elif do == "part":
            self.part = str(value) if value in PARTS else ""
            self.behind = None
        else:
            super().handle(do, value)

    # What is asked and answered -------------------------------------------------------------------------------

    def question(self, pen: Pen) -> str:
        if self.who is None:
            return pen.say("dash.blood.question.all")
        return pen.say("dash.blood.question", name=self.story.names[self.who])

    def answer(self, pen: Pen) -> str:
        told = self.now
        if self.who is None:
            moved = [flow for flow in flows.flows(told)]
            into = sum(flow.amount for flow in moved if flow.source.kind in ("bank", "feed", "drained"))
            back = sum(flow.amount for flow in moved if flow.target.kind == "spent")
            frenzies = sum(event.kind == "frenzy" for event in told.events)
            return pen.say("dash.blood.answer.all", into=into, back=back, left=into - back, frenzies=frenzies)
        own = flows.blood_sums(told)[self.who]
        frenzies = sum(event.kind == "frenzy" and event.seat == self.who for event in told.events)
        return pen.say(
            "dash.blood.answer",
            name=told.names[self.who],
            came=own.came,
            deployed=own.deployed,
            spent=own.spent,
            lost=own.lost + own.taken,
            pool=own.pool,
            frenzies=frenzies,
        )

    # The figures ------------------------------------------------------------------------------------------------

    def _links(self, whole: bool = False) -> list[Link]:
        told = self.story if whole else self.now
        return flows.links(flows.flows(told, self.number, self.part or None))

    def figures(self, pen: Pen) -> Mapping[str, Spec]:
        told, names = self.story, plain(self.story.names)
        points = self.kept("points", (told,), lambda: flows.pools(told))
        at = told.last if self.at is None else self.at
        top = max((point.blood for point in points), default=1)
        shown = [point for point in points if point.n <= at]
        return {
            "flow": flow_figure(self._links(), self._links(True), names, self.who, pen.say),
            "pool": pool_figure(shown, names, self.who, self.steps, self.rounds(), at, top, pen.say),
        }

    def rows(self, name: str) -> Sequence[Any]:
        if name == "flow":
            return flows.flows(self.now, self.number, self.part or None)
        return flows.pools(self.now)

    def table(self, name: str, pen: Pen) -> Html:
        names = self.story.names
        if name == "flow":
            rows: list[Sequence[object]] = [
                (
                    button(
                        _node(link.source.kind, link.source.seat, names, pen), "point", f"flow {key_of(link)}", "vk-row"
                    ),
                    _node(link.target.kind, link.target.seat, names, pen),
                    str(link.amount),
                    pen.say("comma").join(pen.say(f"dash.cause.{cause}") for cause in link.causes),
                )
                for link in self._links()
            ]
            head = [pen.say(f"dash.col.{key}") for key in ("from", "to", "blood", "why")]
            return table_of(head, rows, pen.say("dash.flow.title"))
        shown = [point for point in flows.pools(self.now) if self.who in (None, point.seat)]
        rows = [self._point(point, pen) for point in shown]
        head = [pen.say(f"dash.col.{key}") for key in ("player", "round", "change", "pool", "why")]
        return table_of(head, rows, pen.say("dash.pool.title"))

    def _point(self, point: PoolPoint, pen: Pen) -> tuple[object, ...]:
        name = button(self.story.names[point.seat], "point", f"pool n{point.n}", "vk-row")
        change = "" if point.frenzy else f"{point.change:+d}"
        where = f"{point.round} · {pen.game('phase', point.phase)}"
        return name, where, change, str(point.blood), pen.say(f"dash.cause.{point.cause}")

    def behind_key(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        if name != "flow":
            return super().behind_key(name, key)
        pen, names = self.pen(), self.story.names
        if ">" in key:
            link = next((link for link in self._links() if key_of(link) == key), None)
            if link is None:
                return "", ()
            ends = [_node(node.kind, node.seat, names, pen) for node in (link.source, link.target)]
            return pen.say("dash.behind.link", source=ends[0], target=ends[1], n=link.amount), link.lines
        kind, _, seat = key.partition(":")
        at_node = [link for link in self._links() if any(_is(node, kind, seat) for node in (link.source, link.target))]
        numbers = tuple(sorted({n for link in at_node for n in link.lines}))
        if not numbers:
            return "", ()
        return _node(kind, int(seat) if seat else None, names, pen), numbers

    def more_parts(self, pen: Pen) -> Mapping[str, Html]:
        rounds = [("0", pen.say("dash.whole"))]
        rounds += [(str(number), pen.say("round", n=number)) for number, _ in self.rounds()]
        parts = [("", pen.say("dash.every_part")), *((part, _part_words(part, pen)) for part in PARTS)]
        choice = [
            self.whose(pen),
            select(pen, pen.say("dash.when"), "round", rounds, str(self.number or 0)),
            select(pen, pen.say("dash.part"), "part", parts, self.part),
        ]
        return {**super().more_parts(pen), "choice-flow": tag("div", choice, cls="vk-choices", lang=pen.lang)}


def _part_words(part: str, pen: Pen) -> str:
    section = "phase" if part in ("feed", "planning", "end_of_round") else "step"
    return pen.game(section, part)


def _node(kind: str, seat: int | None, names: Sequence[str], pen: Pen) -> str:
    return pen.say(f"dash.node.{kind}", name="" if seat is None else names[seat])


def _is(node: flows.Node, kind: str, seat: str) -> bool:
    return node.kind == kind and seat == ("" if node.seat is None else str(node.seat))
