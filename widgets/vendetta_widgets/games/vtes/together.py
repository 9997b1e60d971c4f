"""The page on which people play V:TES at one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...together.page import Together
from .page import VtesPage

if TYPE_CHECKING:
    from vendetta_kit.tables import Store

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


class VtesTogetherPage(Together, VtesPage):
    """A seat at a common table of V:TES."""

    def __init__(self, lang: str | None = None, store: Store | None = None) -> None:
        super().__init__(lang, store)

    @property
    def _last_moves(self) -> int:
        """What was done several times at once goes at once."""
        actions, more = self._bunch
        return more + 1 if self.session.actions == actions else 1
