"""The player aid: buttons that ask for it, and the download of the file to print."""

from __future__ import annotations

from vendetta_kit.course.player_aid import PAPERS
from vendetta_kit.registered_games import FIRST, registered

from .base_page import BasePage
from .controls import button
from .html import Html, HtmlWriter
from .page_phrases import UserError


def sheet_buttons(pen: HtmlWriter, cls: str = "") -> list[Html]:
    """Return a button for each size of paper."""
    return [button(pen.say(f"aid.{paper}"), "aid", paper, cls=cls) for paper in PAPERS]


def give_sheet(page: BasePage, paper: str, game: str = FIRST) -> None:
    """Make the browser download a game's player aid in the page's language."""
    if paper not in PAPERS:
        raise UserError("bad.click", what=paper)
    page.download(f"{game}-{page.lang}-{paper}.html", registered(game).aid().sheet(page.lang, paper), "text/html")
