"""A table to look at: any view of any game, with its log, for notebooks that play by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from vendetta_kit.kernel.log import after

from ... import log
from ...pen import Html, Pen, tag
from ...shared import framed, hole, holes, tools
from ...surface import Surface, Told
from . import table

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View

__all__ = ["TablePage", "look"]


def look(view: View, lang: str | None = None) -> TablePage:
    """Show a view as a table.

    >>> from vendetta_kit import Game
    >>> page = look(Game.new(seed=7).view(0), "en")
    """
    return TablePage(view, lang)


class TablePage(Surface):
    """A view of a game, shown; :meth:`show` shows another one, and only what has changed is drawn."""

    NOUN: ClassVar[str] = "table"

    def __init__(self, view: View, lang: str | None = None) -> None:
        super().__init__(lang)
        self._view = view
        self._seen = 0

    def show(self, view: View) -> None:
        """Show this view now; what is new since the last one is marked in the log."""
        self._seen = after(self._view)
        self._view = view
        self.redraw()

    def handle(self, do: str, value: Any) -> None:
        raise Told("bad.click", what=do)

    def frame(self, pen: Pen) -> Html:
        side = tag("div", hole("agenda"), log.frame(pen), cls="vk-side")
        main = tag("div", side, holes("vk-felt", "result", "places", "players"), cls="vk-main")
        return framed("vk-game", ("head", "clock"), main)

    def parts(self, pen: Pen) -> Mapping[str, Html]:
        view = self._view
        return {
            "head": tools(self.pen("tools"), self.looks),
            "clock": table.clock(view, pen),
            "agenda": table.agenda(view, pen),
            "result": table.result(view, pen) if view.over else Html(""),
            "places": table.places(view, pen),
            "players": table.players(view, pen),
            **log.pieces(view, pen, self._seen),
        }
