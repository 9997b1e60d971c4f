"""The form for a new game of V:TES: how many players, which deck is hers, who the others are, what is agreed on."""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.games.vtes.engine.box import DECKS

from ...drawer import Drawer, check, select
from ...pen import Html, Pen

__all__ = ["NewGame"]

PLAYERS: Final = (2, 3, 4, 5, 6)


class NewGame(Drawer):
    """What the menu opens, with V:TES's own form."""

    def fields(self, wish: Any, pen: Pen) -> list[Html]:
        decks = [("", pen.say("vtes.deck.any")), *((deck, pen.say(f"vtes.deck.{deck}")) for deck in DECKS)]
        players = [(str(n), pen.say("players.n", n=n)) for n in PLAYERS]
        return [select(pen, "players", players, str(wish.seats)), select(pen, "deck", decks, wish.deck)]

    def checks(self, wish: Any, pen: Pen) -> list[Html]:
        switches = dict(wish.switches)
        return [check(pen, name, switches.get(name) == "yes", "yes") for name in ("ask_always", "ante")]
