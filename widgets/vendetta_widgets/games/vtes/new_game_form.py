"""The form for a new game of V:TES: players, decks, bots, switches."""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.games.vtes.engine.deck_list import DeckList

from ...html import Html, HtmlWriter, joined, tag
from ...menu_panel import MenuPanel, area, check, select
from ...play_session import Session
from .deck_choice import deck_cards

PLAYERS: Final = (2, 3, 4, 5, 6)
EASY: Final = "whispers"
"""The deck that is chosen for who has not played yet, unless she chooses another."""
FIRST_DEAL: Final = "98"
"""The seed that her form begins with: with that deck her first two vampires can play all of her first seven cards, and
one of them bleeds in her second turn."""


class NewGame(MenuPanel):
    """The menu's panel with V:TES's form."""

    def __init__(self) -> None:
        super().__init__()
        self._slips: DeckList | None = None
        self._arrives = False

    def welcome(self) -> None:
        """Open the form for somebody who has no game yet: she chooses a deck."""
        self._open, self._arrives, self._seed = "new", True, FIRST_DEAL

    def arranged(self, fields: list[Html], checks: Html, pen: HtmlWriter) -> Html:
        if not self._arrives:
            return super().arranged(fields, checks, pen)
        decks = fields.pop(self._decks_at(fields))
        more = tag("summary", pen.say("vtes.new.more"))
        rest = tag("details", more, tag("div", fields, cls="vk-fields"), checks, cls="vt-more", data_key="new-more")
        return joined([tag("div", decks, cls="vk-fields"), rest])

    def _decks_at(self, fields: list[Html]) -> int:
        return next(k for k, field in enumerate(fields) if "vt-deck-choice" in field)

    @property
    def asks_undo(self) -> bool:
        """Whether it is asked if a move shall be taken back although hidden things have been seen: in the bar."""
        return self._open == "undo"

    def html(self, session: Session, pen: HtmlWriter, before: bool = False) -> Html:
        return Html("") if self.asks_undo else super().html(session, pen, before)

    def toggle(self, which: str) -> None:
        self._arrives, self._seed = False, ""
        super().toggle(which)

    def title(self, pen: HtmlWriter) -> str:
        return pen.say("vtes.new.first") if self._arrives else super().title(pen)

    def hint(self, session: Session, pen: HtmlWriter) -> str:
        return pen.say("vtes.new.first.hint") if self._arrives else super().hint(session, pen)

    def tell(self, deck: DeckList | None) -> None:
        """Set the deck list whose errors are shown; ``None`` for none."""
        self._slips = deck

    def fields(self, wish: Any, pen: HtmlWriter) -> list[Html]:
        players = [(str(n), pen.say("players.n", n=n)) for n in PLAYERS]
        own = tag(
            "details",
            tag("summary", pen.say("vtes.list.own")),
            area(pen, "list", wish.listed, pen.say("vtes.list.form")),
            area(pen, "cards", wish.written, pen.say("vtes.cards.form")),
            self._report(pen),
            open=bool(wish.listed) or self._slips is not None,
            cls="vt-own-list",
        )
        deck = wish.deck or (EASY if self._arrives else "")
        return [deck_cards(pen, deck), own, select(pen, "players", players, str(wish.seats))]

    def _report(self, pen: HtmlWriter) -> list[Html]:
        if self._slips is None:
            return []
        lines = [tag("li", line) for line in self._slips.report(pen.lang)]
        return [tag("div", tag("p", pen.say("vtes.list.slips")), tag("ul", lines), cls="vt-slips", lang=pen.lang)]

    def checks(self, wish: Any, pen: HtmlWriter) -> list[Html]:
        switches = dict(wish.switches)
        return [check(pen, name, switches.get(name) == "yes", "yes") for name in ("ask_always", "ante")]
