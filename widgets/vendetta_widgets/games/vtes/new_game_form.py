"""The form for a new game of V:TES: players, decks as large cards, bots, switches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from vendetta_kit.games.vtes.engine.card_reader import DECKS, practice_deck
from vendetta_kit.games.vtes.engine.deck_list import DeckList

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...menu_panel import MenuPanel, area, check, select
from ...parts import card
from ...play_session import Session
from .card_html import clan_of, hand_face, picture

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


class DeckLooks(NamedTuple):
    """What stands on the card of a deck: its leader, the emblems of its other clans, three cards, and from 1 to 3 how
    hard it is to play.
    """

    leader: str
    clans: tuple[str, ...]
    cards: tuple[str, str, str]
    hard: int


LOOKS: Final[dict[str, DeckLooks]] = {
    "whispers": DeckLooks("WV01", ("nosferatu", "tremere"), ("WL01", "WL03", "WL02"), 1),
    "claw": DeckLooks("CV01", ("brujah",), ("CL01", "CL03", "CL12"), 2),
    "court": DeckLooks("OV01", ("toreador",), ("OL01", "OL05", "OL10"), 3),
    "household": DeckLooks("HV03", ("tzimisce",), ("HL06", "HL12", "HL16"), 3),
}
HARDEST: Final = 3


def deck_cards(pen: HtmlWriter, chosen: str) -> Html:
    """Return the decks side by side, each a choice of one form; an empty choice is any of them, by lot."""
    shown = [_deck(pen, deck, deck == chosen) for deck in DECKS]
    lot = tag(
        "label",
        tag("input", type="radio", name="deck", value="", checked=not chosen),
        " ",
        pen.say("vtes.deck.any"),
        cls="vt-deck-lot",
    )
    legend = tag("legend", pen.say("new.deck"))
    lists = [_list(pen, deck) for deck in DECKS]
    decks = tag("div", shown, cls="vt-decks")
    below = tag("div", lot, lists, cls="vt-deck-below")
    return tag("fieldset", legend, decks, below, cls="vt-deck-choice", lang=pen.lang)


def _deck(pen: HtmlWriter, deck: str, chosen: bool) -> Html:
    looks = LOOKS[deck]
    clan = clan_of(looks.leader)
    name = _name(pen, deck)
    crests = [art.use(f"clan-{other}", "vk-crest") for other in looks.clans]
    marks = "".join("◆" if k < looks.hard else "◇" for k in range(HARDEST))
    hard = tag(
        "span", tag("span", marks, aria_hidden="true"), " ", pen.say(f"vtes.deck.hard.{looks.hard}"), cls="vt-deck-hard"
    )
    cards = [  # the list of all cards is for the keyboard
        pen.opens_card(one, card(pen, hand_face(pen, one), "row"), "vt-deck-card vt-played", tabindex=-1)
        for one in looks.cards
    ]
    face = [
        tag("span", art.crop(picture(looks.leader), "10 4 100 58"), cls="vt-deck-face"),
        tag("span", art.use(f"clan-{clan}", "vk-crest"), cls="vt-deck-crest"),
        tag("span", crests, cls="vt-deck-crests"),
        tag("b", name, cls="vt-deck-name"),
        tag("span", pen.say(f"vtes.deck.{deck}.does"), cls="vt-deck-does"),
        tag("span", cards, cls="vt-deck-cards", aria_hidden="true"),
        tag("span", hard, tag("em", pen.say(f"vtes.deck.{deck}.wins")), cls="vt-deck-foot"),
    ]
    choice = tag("input", type="radio", name="deck", value=deck, checked=chosen, cls="vt-deck-radio")
    return tag("label", choice, face, cls=f"vt-deck vk-clan-{clan}", data_key=f"deck-{deck}")


def _name(pen: HtmlWriter, deck: str) -> str:
    return pen.say(f"vtes.deck.{deck}").partition(":")[0]


def _list(pen: HtmlWriter, deck: str) -> Html:
    """Return all cards of a deck, each of which opens; styles show the list of the deck that is chosen."""
    crypt, library = practice_deck(deck)
    parts = (_copies(pen, "vtes.deck.crypt", crypt), _copies(pen, "vtes.deck.library", library))
    summary = tag("summary", pen.say("vtes.deck.all", name=_name(pen, deck)))
    return tag("details", summary, parts, cls="vt-deck-list", data_deck=deck)


def _copies(pen: HtmlWriter, title: str, cards: Sequence[str]) -> Html:
    counted = [(tag("b", f"{n}\N{MULTIPLICATION SIGN}"), " ", pen.chip(one)) for one, n in Counter(cards).items()]
    rows = [tag("li", row) for row in counted]
    return tag("section", tag("h4", pen.say(title, n=len(cards))), tag("ul", rows))
