"""The Blood dashboard of V:TES: where the blood of a player's vampires came from and went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from vendetta_kit.games.vtes import flows
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.flows import BloodPoint, Link, Node
from vendetta_widgets.figures.figure_style import Spec, plain
from vendetta_widgets.games.vtes.figures.pool_and_blood_figures import blood_chart, blood_flow
from vendetta_widgets.html import Html, HtmlWriter
from vendetta_widgets.page_arguments import language_by_name

from .pool_page import VtesPoolPage


@language_by_name()
def vtes_blood(game: Game | None = None, *, seat: int | None = None, lang: str | None = None) -> VtesBloodPage:
    """Return the Blood dashboard; its address says what it shows, such as ``?seed=7&players=4&who=1``.

    Args:
        game: a game to show, all of it, hidden cards as well; ``None`` for the one that the address or the browser
            has, or a recorded one.
        seat: the player whom it is about.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it is no recorded game of V:TES, or has no such seat.

    >>> vtes_blood(lang="en").names
    ('blood', 'veins')
    """
    return VtesBloodPage(game, seat=seat, lang=lang)


class VtesBloodPage(VtesPoolPage):
    """The dashboard of the counters on players' cards: over time, their sources and uses, card by card."""

    page: ClassVar[str] = "vtes_blood"
    names: ClassVar[tuple[str, ...]] = ("blood", "veins")

    def answer(self, pen: HtmlWriter) -> str:
        sums = flows.blood_sums(self.now)
        if self.who is None:
            came, hunted = sum(row.came for row in sums), sum(row.hunted for row in sums)
            wounds, blood = sum(row.wounds for row in sums), sum(row.blood for row in sums)
            return pen.say("vtes.dash.blood.answer.all", came=came, hunted=hunted, wounds=wounds, blood=blood)
        own = sums[self.who]
        return pen.say(
            f"vtes.dash.blood.answer.{self.voice(self.who)}",
            name=self.story.names[self.who],
            came=own.came,
            invested=own.invested,
            hunted=own.hunted,
            wounds=own.wounds,
            rest=own.returned + own.spent + own.lost,
            blood=own.blood,
        )

    def figures(self, pen: HtmlWriter) -> Mapping[str, Spec]:
        told, names = self.story, plain(self.story.names)
        points = self.kept("blood-points", (told,), lambda: flows.blood_points(told))
        whole = self.kept("blood-links", (told,), lambda: flows.blood_links(told))
        return {
            "blood": blood_chart(points, self.charted_game(pen)),
            "veins": blood_flow(self._links(), whole, names, self.who, pen.say),
        }

    def _links(self) -> list[Link]:
        return flows.blood_links(self.now)

    def rows(self, name: str) -> Sequence[Any]:
        return flows.blood_points(self.now) if name == "blood" else flows.blood_flows(self.now)

    def table(self, name: str, pen: HtmlWriter) -> Html:
        if name == "veins":
            rows: list[Sequence[object]] = [
                (
                    self.row_button(self.story.names[row.seat], "veins", f"card:{row.seat}:{row.card or ''}"),
                    pen.name(row.card) if row.card is not None else pen.say("vtes.dash.all_cards"),
                    str(row.came),
                    str(row.went),
                    str(row.blood),
                )
                for row in flows.blood_by_card(self.now)
                if self.who in (None, row.seat)
            ]
            return self.rows_of(("player", "card", "came", "went", "on_it"), rows, name, pen)
        shown = [point for point in flows.blood_points(self.now) if self.who in (None, point.seat)]
        return self.rows_of(
            ("player", "when", "change", "on_cards", "why"), [self._blood_row(point, pen) for point in shown], name, pen
        )

    def _blood_row(self, point: BloodPoint, pen: HtmlWriter) -> tuple[object, ...]:
        name = self.row_button(self.story.names[point.seat], "blood", f"n{point.n}")
        why = pen.say(f"vtes.dash.cause.{point.cause}")
        return name, self.when(point.turn, point.phase, pen), f"{point.change:+d}", str(point.blood), why

    def node_words(self, node: Node, pen: HtmlWriter) -> str:
        name = "" if node.seat is None else self.story.names[node.seat]
        return pen.say(f"vtes.dash.from_blood.{node.kind}", name=name)

    def lines_behind(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        if name != "veins":
            return super().lines_behind(name, key)
        if not key.startswith("card:"):
            return self.lines_behind_flow(self._links(), key)
        _, seat, card = key.split(":", 2)
        pen = self.pen()
        row = next((r for r in flows.blood_by_card(self.now) if (str(r.seat), r.card or "") == (seat, card)), None)
        if row is None:
            return "", ()
        title = pen.name(row.card) if row.card is not None else pen.say("vtes.dash.all_cards")
        return f"{self.story.names[row.seat]}: {title}", self.log_numbers(row.lines)
