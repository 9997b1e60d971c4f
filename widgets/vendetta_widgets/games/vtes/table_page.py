"""A view of V:TES as a table to look at."""

from __future__ import annotations

from typing import ClassVar, Final

from ...table_page import BaseTablePage


class VtesTablePage(BaseTablePage):
    """A view of a game of V:TES, shown.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> page = VtesTablePage(Game.new(seed=7).view(0), lang="en")
    """

    GAME: ClassVar[str] = "vtes"
    FELT: ClassVar[tuple[str, ...]] = ("clock", "stage", "players")


PAGE: Final = VtesTablePage
