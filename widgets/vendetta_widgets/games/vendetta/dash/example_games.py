"""The games that Vendetta's dashboards offer."""

from __future__ import annotations

from typing import Final

from vendetta_widgets.dash.game_source import BotGameRequest, ExampleGames, OwnGame
from vendetta_widgets.games.vendetta.new_game_form import wish_of
from vendetta_widgets.games.vendetta.session_setup import BEFORE, FIRST_KEPT, KEPT, Wish

PAGES: Final = ("blood", "influence", "locations", "review", "watch", "balance")
"""The names of the dashboards' notebooks."""
SHELF: Final = ExampleGames(
    wish_of,
    asks=("seed", "players", "bots", "location_cards", "relics", "teams"),
    recorded={
        "four": BotGameRequest(7, Wish()),
        "frenzy": BotGameRequest(23, Wish()),
        "three": BotGameRequest(5, Wish(seats=3)),
        "five": BotGameRequest(11, Wish(seats=5, location_cards=True)),
        "teams": BotGameRequest(3, Wish(seats=4, teams=True, relics=True)),
    },
    own={"mine": OwnGame(KEPT, "09_whole_game"), "first": OwnGame(FIRST_KEPT, "00_your_first_game")},
    before=BEFORE,
)
