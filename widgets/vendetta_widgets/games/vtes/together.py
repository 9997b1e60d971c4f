"""The page on which people play V:TES at one table."""

from __future__ import annotations

from typing import ClassVar

from ...together.shared_table_page import SharedTablePage
from .game_page import VtesPage

__all__ = ["VtesTogetherPage", "play_vtes_together"]


def play_vtes_together(lang: str | None = None) -> VtesTogetherPage:
    """Open a table, or sit down at one, and play V:TES with others.

    Args:
        lang: ``"en"`` or ``"de"``; left out, the browser's.

    The page's address may name a table: ``?table=BCDFH``.

    >>> play_vtes_together("en").GAME
    'vtes'
    """
    return VtesTogetherPage(lang)


class VtesTogetherPage(SharedTablePage, VtesPage):
    """A seat at a common table of V:TES."""

    DASHBOARDS: ClassVar[tuple[str, ...]] = ("vtes_pool", "vtes_ring")
    MAY_LET_GO: ClassVar[bool] = False  # what she is asked comes with the others' moves, which wait for nobody here
