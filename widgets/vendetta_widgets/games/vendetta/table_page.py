"""A view of Vendetta as a table to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from ... import log_html
from ...html import Html, HtmlWriter, tag
from ...page_parts import framed, hole, holes
from ...table_page import BaseTablePage
from . import player_strip, table_html


class TablePage(BaseTablePage):
    """A view of a game of Vendetta, shown with its result and what comes next."""

    FELT: ClassVar[tuple[str, ...]] = ("clock", "places", "players")

    def frame(self, pen: HtmlWriter) -> Html:
        side = tag("div", hole("agenda"), log_html.frame(pen), cls="vk-side")
        main = tag("div", side, holes("vk-felt", "result", "faces", "places", "players"), cls="vk-main")
        return framed("vk-game", ("head", "clock"), main)

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        view = self._view
        return {
            **super().parts(pen),
            "agenda": table_html.agenda(view, pen),
            "result": table_html.result(view, pen) if view.over else Html(""),
            "faces": player_strip.seats(view, pen),
        }


PAGE: Final = TablePage
