"""The page on which several players play V:TES at one table."""

from __future__ import annotations

from typing import ClassVar

from ...page_arguments import language_by_name
from ...together.shared_table_page import SharedTablePage
from .game_page import VtesPage


@language_by_name()
def play_vtes_together(*, lang: str | None = None) -> VtesTogetherPage:
    """Return a page to open or join a table of V:TES with other players.

    Args:
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    The page's address may name a table: ``?table=BCDFH``.

    >>> play_vtes_together(lang="en").GAME
    'vtes'
    """
    return VtesTogetherPage(lang=lang)


class VtesTogetherPage(SharedTablePage, VtesPage):
    """The page of a seat at a shared table of V:TES."""

    DASHBOARDS: ClassVar[tuple[str, ...]] = ("vtes_pool", "vtes_ring")
    ALONE: ClassVar[bool] = False  # others see how fast she answers
