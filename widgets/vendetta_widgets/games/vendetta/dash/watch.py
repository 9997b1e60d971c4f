"""The Watch dashboard: bots play Vendetta at a chosen pace, beside their flows of Blood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from vendetta_kit.games.vendetta import flows
from vendetta_widgets.dash.watch import WatchDash
from vendetta_widgets.games.vendetta import table
from vendetta_widgets.pen import Html, Pen, tag

from .blood import BloodPage

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View

__all__ = ["WatchPage", "watch"]


def watch(lang: str | None = None) -> WatchPage:
    """Bots at the table; which ones stands in the address, as in ``?seed=7&players=4&bots=careful``."""
    return WatchPage(lang)


class WatchPage(WatchDash, BloodPage):
    """A table of bots, played on as one looks."""

    page: ClassVar[str] = "watch"
    names: ClassVar[tuple[str, ...]] = ("flow", "pool")
    TABLE: ClassVar[tuple[str, ...]] = ("clock", "places", "players")

    def question(self, pen: Pen) -> str:
        return pen.say("dash.watch.question")

    def answer(self, pen: Pen) -> str:
        told = self.now
        scores = flows.scores_of(told)
        if not any(scores):
            return pen.say("dash.watch.answer.begin", n=len(told.names))
        first = flows.standing(told)[0]
        best = sum(scores[seat] or 0 for seat in first)
        ahead = pen.say("and").join(told.names[seat] for seat in first)
        key = "dash.watch.answer.over" if told.over else "dash.watch.answer"
        return pen.say(key, names=ahead, n=best, blood=sum(row.on_table for row in flows.blood_sums(told)))

    def rounds(self) -> list[tuple[int, int]]:
        return super().rounds() or [(1, 0)]

    def more_parts(self, pen: Pen) -> Mapping[str, Html]:
        choice = tag("div", self.whose(pen), cls="vk-choices", lang=pen.lang)
        return {**super().more_parts(pen), "choice-flow": choice}

    def table_parts(self, view: View, pen: Pen) -> Mapping[str, Html]:
        return {
            "clock": table.clock(view, pen),
            "places": table.places(view, pen),
            "players": table.players(view, pen),
        }
