"""The Blood dashboard: where a player's Blood came from and went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vendetta_kit import Game
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.flows import Link, PoolLevel
from vendetta_kit.kernel.game import AnyGame
from vendetta_widgets.controls import select
from vendetta_widgets.figures.figure_style import Spec, plain
from vendetta_widgets.figures.sankey import key_of
from vendetta_widgets.games.vendetta.figures.blood_figure import flow_figure, pool_figure
from vendetta_widgets.html import Html, HtmlWriter
from vendetta_widgets.page_arguments import language_by_name

from .game_dashboard import VendettaDashboard

PARTS = ("feed", "planning", "withdraw", "revelation", "preparation", "conflict", "aftermath", "end_of_round")
"""Phases and steps in which Blood moves, in order."""


@language_by_name()
def blood(game: Game | None = None, *, seat: int | None = None, lang: str | None = None) -> BloodPage:
    """Return the Blood dashboard; its address says what it shows, such as ``?seed=7&players=4&who=1``.

    Args:
        game: a game to show, all of it, hidden cards as well; ``None`` for the one that the address or the browser
            has, or a recorded one.
        seat: the player whom it is about.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it is no recorded game of Vendetta, or has no such seat.

    >>> blood(lang="en").names
    ('flow', 'pool')
    """
    return BloodPage(game, seat=seat, lang=lang)


class BloodPage(VendettaDashboard):
    """The dashboard of flows of Blood between Bank, Pools and Positions, and of each Pool over time."""

    page: ClassVar[str] = "blood"
    names: ClassVar[tuple[str, ...]] = ("flow", "pool")

    def __init__(self, game: AnyGame | None = None, *, seat: int | None = None, lang: str | None = None) -> None:
        super().__init__(game, seat=seat, lang=lang)
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

    # Question and answer --------------------------------------------------------------------------------------

    def answer(self, pen: HtmlWriter) -> str:
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
            f"dash.blood.answer.{self.voice(self.who)}",
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

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        told, names = self.story, plain(self.story.names)
        points = self.kept("points", (told,), lambda: flows.pools(told))
        return {
            "flow": flow_figure(self._links(), self._links(True), names, self.who, pen.say),
            "pool": pool_figure(points, self.charted_game(pen)),
        }

    def rows(self, name: str) -> Sequence[Any]:
        if name == "flow":
            return flows.flows(self.now, self.number, self.part or None)
        return flows.pools(self.now)

    def table(self, name: str, pen: HtmlWriter) -> Html:
        if name == "flow":
            rows: list[Sequence[object]] = [
                (
                    self.row_button(self.node_words(link.source, pen), "flow", key_of(link)),
                    self.node_words(link.target, pen),
                    str(link.amount),
                    pen.say("comma").join(pen.say(f"dash.cause.{cause}") for cause in link.causes),
                )
                for link in self._links()
            ]
            return self.rows_of(("from", "to", "blood", "why"), rows, name, pen)
        shown = [point for point in flows.pools(self.now) if self.who in (None, point.seat)]
        rows = [self._point(point, pen) for point in shown]
        return self.rows_of(("player", "round", "change", "pool", "why"), rows, name, pen)

    def _point(self, point: PoolLevel, pen: HtmlWriter) -> tuple[object, ...]:
        name = self.row_button(self.story.names[point.seat], "pool", f"n{point.n}")
        change = "" if point.frenzy else f"{point.change:+d}"
        where = f"{point.round} · {pen.game('phase', point.phase)}"
        return name, where, change, str(point.blood), pen.say(f"dash.cause.{point.cause}")

    def lines_behind(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        if name != "flow":
            return super().lines_behind(name, key)
        return self.lines_behind_flow(self._links(), key)

    def node_words(self, node: flows.Node, pen: HtmlWriter) -> str:
        return pen.say(f"dash.node.{node.kind}", name="" if node.seat is None else self.story.names[node.seat])

    def choice(self, pen: HtmlWriter) -> list[Html]:
        rounds = [("0", pen.say("dash.whole"))]
        rounds += [(str(number), pen.say("round", n=number)) for number, _ in self.rounds()]
        parts = [("", pen.say("dash.every_part")), *((part, _part_words(part, pen)) for part in PARTS)]
        return [
            *super().choice(pen),
            select(pen, pen.say("dash.when"), "round", rounds, str(self.number or 0)),
            select(pen, pen.say("dash.part"), "part", parts, self.part),
        ]


def _part_words(part: str, pen: HtmlWriter) -> str:
    section = "phase" if part in ("feed", "planning", "end_of_round") else "step"
    return pen.game(section, part)
