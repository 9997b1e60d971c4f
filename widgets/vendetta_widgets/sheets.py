"""The player aid, given out as a file that prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.course import aid

from .surface import Told

if TYPE_CHECKING:
    from .surface import Surface

__all__ = ["give_sheet"]


def give_sheet(page: Surface, paper: str) -> None:
    """Give the person the sheet in the page's language."""
    if paper not in aid.PAPERS:
        raise Told("bad.click", what=paper)
    page.download(f"vendetta-{page.lang}-{paper}.html", aid.sheet(page.lang, paper), "text/html")
