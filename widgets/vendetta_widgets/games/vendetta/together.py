"""The page on which people play Vendetta at one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from vendetta_kit.games.vendetta.engine.actions import EndTurn
from vendetta_widgets.games.vendetta.game_page import GamePage
from vendetta_widgets.together.page import Together

if TYPE_CHECKING:
    from vendetta_kit.tables import Store

__all__ = ["TogetherPage", "play_together"]


def play_together(lang: str | None = None) -> TogetherPage:
    """Open a table, or sit down at one, and play Vendetta with others.

    Args:
        lang: ``"en"`` or ``"de"``; left out, the browser's.

    The page's address may name a table: ``?table=BCDFH``.

    >>> play_together("de").title()
    'Zusammen spielen · Vendetta-Kit'
    """
    return TogetherPage(lang)


class TogetherPage(Together, GamePage):
    """A seat at a common table of Vendetta."""

    DASHBOARDS: ClassVar[tuple[str, ...]] = ("review", "blood", "influence")

    def __init__(self, lang: str | None = None, store: Store | None = None) -> None:
        super().__init__(lang, store)

    @property
    def _last_moves(self) -> int:
        """The end of a turn that came by itself goes with the play before it."""
        own = [action for seat, action in self.seat.moves if seat == self.seat.me]
        return 2 if len(own) > 1 and isinstance(own[-1], EndTurn) and not self.asks_end else 1
