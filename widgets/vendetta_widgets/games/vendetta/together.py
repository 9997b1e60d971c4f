"""The page on which several players play Vendetta at one table."""

from __future__ import annotations

from typing import ClassVar

from vendetta_widgets.games.vendetta.game_page import GamePage
from vendetta_widgets.page_arguments import language_by_name
from vendetta_widgets.together.shared_table_page import SharedTablePage


@language_by_name()
def play_together(*, lang: str | None = None) -> TogetherPage:
    """Return a page to open or join a table of Vendetta with other players.

    Args:
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    The page's address may name a table: ``?table=BCDFH``.

    >>> play_together(lang="de").title()
    'Zusammen spielen · Vendetta-Kit'
    """
    return TogetherPage(lang=lang)


class TogetherPage(SharedTablePage, GamePage):
    """The page of a seat at a shared table of Vendetta."""

    DASHBOARDS: ClassVar[tuple[str, ...]] = ("review", "blood", "influence")
