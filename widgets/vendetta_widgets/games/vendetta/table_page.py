"""A table to look at: any view of any game, with its log, for notebooks that play by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.log import next_row_number

from ... import log_html
from ...base_page import BasePage, UserError
from ...html import Html, HtmlWriter, tag
from ...page_parts import framed, hole, holes, tools
from . import player_strip, table_html

__all__ = ["TablePage", "look"]


def look(view: View, lang: str | None = None) -> TablePage:
    """Show a view as a table.

    >>> from vendetta_kit import Game
    >>> page = look(Game.new(seed=7).view(0), "en")
    """
    return TablePage(view, lang)


class TablePage(BasePage):
    """A view of a game, shown; :meth:`show` shows another one, and only what has changed is drawn."""

    NOUN: ClassVar[str] = "table"

    def __init__(self, view: View, lang: str | None = None) -> None:
        super().__init__(lang)
        self._view = view
        self._seen = 0

    def show(self, view: View) -> None:
        """Show this view now; what is new since the last one is marked in the log."""
        self._seen = next_row_number(self._view)
        self._view = view
        self.redraw()

    def handle(self, do: str, value: Any) -> None:
        raise UserError("bad.click", what=do)

    def frame(self, pen: HtmlWriter) -> Html:
        side = tag("div", hole("agenda"), log_html.frame(pen), cls="vk-side")
        main = tag("div", side, holes("vk-felt", "result", "faces", "places", "players"), cls="vk-main")
        return framed("vk-game", ("head", "clock"), main)

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        view = self._view
        return {
            "head": tools(self.pen("tools"), self.looks),
            "clock": table_html.clock(view, pen),
            "agenda": table_html.agenda(view, pen),
            "result": table_html.result(view, pen) if view.over else Html(""),
            "places": table_html.places(view, pen),
            "faces": player_strip.seats(view, pen),
            "players": table_html.players(view, pen),
            **log_html.pieces(view, pen, self._seen),
        }
