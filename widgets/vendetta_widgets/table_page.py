"""A table to look at: any view of any game, with its log, for notebooks that play by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

from vendetta_kit.kernel.log import next_row_number

from . import log_html
from .base_page import BasePage
from .game_traits import table_html
from .games import writing
from .html import Html, HtmlWriter, tag
from .page_arguments import checked_view, language_by_name
from .page_parts import framed, holes, tools
from .page_phrases import UserError


@language_by_name()
def table(view: Any, *, lang: str | None = None) -> BaseTablePage:
    """Return a page that shows a view of a game of Vendetta or V:TES as a table with its log.

    Args:
        view: what ``game.view(seat)`` returns; ``None`` as the seat is a spectator's.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it is no view.

    :meth:`BaseTablePage.show` shows another view on the same page.

    >>> from vendetta_kit import Game
    >>> game = Game.new(seed=7)
    >>> page = table(game.view(0), lang="en")
    >>> events = game.apply(game.to_act, game.legal(game.to_act)[0])
    >>> page.show(game.view(0))
    """
    made: type[BaseTablePage] = import_module(f".games.{checked_view(view)}.table_page", __package__).PAGE
    return made(view, lang=lang)


class BaseTablePage(BasePage):
    """A view of a game, shown; :meth:`show` shows another one, and only what has changed is drawn."""

    NOUN: ClassVar[str] = "table"
    FELT: ClassVar[tuple[str, ...]]
    """The names of the table's parts, from top to bottom, as :attr:`.GameWords.table` returns them."""

    def __init__(self, view: Any, *, lang: str | None = None) -> None:
        super().__init__(lang=lang)
        checked_view(view, self.GAME)
        self._view = view
        self._seen = 0

    def show(self, view: Any) -> None:
        """Show this view now; what is new since the last one is marked in the log.

        Raises:
            BadSetup: it is no view of this game.
        """
        checked_view(view, self.GAME)
        self._seen = next_row_number(self._view)
        self._view = view
        self.redraw()

    def still_picture(self) -> str:
        return table_html(self._view, self.lang)

    def handle(self, do: str, value: Any) -> None:
        raise UserError("bad.click", what=do)

    def frame(self, pen: HtmlWriter) -> Html:
        side = tag("div", log_html.frame(pen), cls="vk-side")
        return framed("vk-game", ("head",), tag("div", side, holes("vk-felt", *self.FELT), cls="vk-main"))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        laid = writing(self.GAME).table(self._view, pen, True)
        return {
            "head": tools(self.pen("tools"), self.looks),
            **dict(zip(self.FELT, laid, strict=True)),
            **log_html.pieces(self._view, pen, self._seen),
        }
