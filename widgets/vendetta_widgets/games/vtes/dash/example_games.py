"""The games that V:TES's dashboards offer."""

from __future__ import annotations

from typing import Final

from vendetta_widgets.dash.game_source import BotGameRequest, ExampleGames, OwnGame
from vendetta_widgets.games.vtes.session_setup import BEFORE, KEPT, Wish, wish_of

PAGES: Final = ("vtes_pool", "vtes_blood", "vtes_ring", "vtes_watch")
"""The names of the dashboards' notebooks."""
SHELF: Final = ExampleGames(
    wish_of,
    asks=("seed", "players", "deck", "bots", "rounds", "ask_always", "ante"),
    recorded={
        "three": BotGameRequest(7, Wish(seats=3)),
        "four": BotGameRequest(11, Wish(seats=4)),
        "five": BotGameRequest(5, Wish(seats=5)),
        "ante": BotGameRequest(3, Wish(seats=4, switches=(("ante", "yes"),))),
    },
    own={"mine": OwnGame(KEPT, "18_play_vtes")},
    before=BEFORE,
)
