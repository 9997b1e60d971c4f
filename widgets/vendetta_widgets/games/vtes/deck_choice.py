"""The practice decks to choose from, as large cards: who leads each, what it does, three cards, how hard it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from vendetta_kit.games.vtes.engine.card_reader import DECKS, practice_deck

from ... import art
from ...html import Html, HtmlWriter, tag
from ...parts import card
from .card_html import clan_of, hand_face, picture


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
