"""The Pool dashboard: where a player's pool came from and went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vendetta_kit.games.vtes import flows
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.flows import Link, Node, PoolPoint
from vendetta_widgets.figures.figure_style import Spec, plain
from vendetta_widgets.figures.sankey import key_of
from vendetta_widgets.games.vtes.figures.pool_and_blood_figures import pool_chart, pool_flow
from vendetta_widgets.html import Html, HtmlWriter
from vendetta_widgets.page_arguments import language_by_name

from .game_dashboard import VtesDashboard


@language_by_name()
def vtes_pool(game: Game | None = None, *, seat: int | None = None, lang: str | None = None) -> VtesPoolPage:
    """Return the Pool dashboard; its address says what it shows, such as ``?seed=7&players=4&who=1``.

    Args:
        game: a game to show, all of it, hidden cards as well; ``None`` for the one that the address or the browser
            has, or a recorded one.
        seat: the player whom it is about.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it is no recorded game of V:TES, or has no such seat.

    >>> vtes_pool(lang="en").names
    ('pool', 'flow')
    """
    return VtesPoolPage(game, seat=seat, lang=lang)


class VtesPoolPage(VtesDashboard):
    """The dashboard of pools: over time, with ousts, their sources and uses."""

    page: ClassVar[str] = "vtes_pool"
    names: ClassVar[tuple[str, ...]] = ("pool", "flow")

    def answer(self, pen: HtmlWriter) -> str:
        sums = flows.pool_sums(self.now)
        if self.who is None:
            gone = len(self.story.names) - len(flows.seats_in_game(self.now))
            bled, invested = sum(row.bled for row in sums), sum(row.invested - row.returned for row in sums)
            return pen.say("vtes.dash.pool.answer.all", bled=bled, invested=invested, gone=gone)
        own = sums[self.who]
        return pen.say(
            f"vtes.dash.pool.answer.{self.voice(self.who)}",
            name=self.story.names[self.who],
            start=own.start,
            gained=own.gained,
            invested=own.invested - own.returned,
            bled=own.bled,
            rest=own.paid + own.lost,
            pool=own.pool,
        )

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        told, names = self.story, plain(self.story.names)
        points = self.kept("pool-points", (told,), lambda: flows.pool_points(told))
        whole = self.kept("pool-links", (told,), lambda: flows.pool_links(told))
        return {
            "pool": pool_chart(points, self.charted_game(pen)),
            "flow": pool_flow(self._links(), whole, names, self.who, pen.say),
        }

    def _links(self) -> list[Link]:
        return flows.pool_links(self.now)

    def rows(self, name: str) -> Sequence[Any]:
        return flows.pool_points(self.now) if name == "pool" else flows.pool_flows(self.now)

    def table(self, name: str, pen: HtmlWriter) -> Html:
        if name == "flow":
            rows: list[Sequence[object]] = [
                (
                    self.row_button(self.node_words(link.source, pen), "flow", key_of(link)),
                    self.node_words(link.target, pen),
                    str(link.amount),
                )
                for link in self._links()
            ]
            return self.rows_of(("from", "to", "pool"), rows, name, pen)
        shown = [point for point in flows.pool_points(self.now) if self.who in (None, point.seat)]
        return self.rows_of(
            ("player", "when", "change", "in_pool", "why"), [self._point(point, pen) for point in shown], name, pen
        )

    def _point(self, point: PoolPoint, pen: HtmlWriter) -> tuple[object, ...]:
        name = self.row_button(self.story.names[point.seat], "pool", f"n{point.n}")
        change = "" if point.left else f"{point.change:+d}"
        why = pen.say(f"vtes.dash.{point.left}" if point.left else f"vtes.dash.cause.{point.cause}")
        return name, self.when(point.turn, point.phase, pen), change, str(point.pool), why

    def node_words(self, node: Node, pen: HtmlWriter) -> str:
        name = "" if node.seat is None else self.story.names[node.seat]
        return pen.say(f"vtes.dash.from_pool.{node.kind}", name=name)

    def lines_behind(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        if name != "flow":
            return super().lines_behind(name, key)
        return self.lines_behind_flow(self._links(), key)
