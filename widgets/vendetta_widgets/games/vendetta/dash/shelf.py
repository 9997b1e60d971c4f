"""The games that Vendetta's dashboards show."""

from __future__ import annotations

from typing import Final

from vendetta_widgets.dash.source import Asked, Shelf
from vendetta_widgets.games.vendetta.new_game import wish_of
from vendetta_widgets.games.vendetta.playing import BEFORE, KEPT, Wish

__all__ = ["PAGES", "SHELF"]

PAGES: Final = ("blood", "influence", "locations", "review", "watch", "balance")
"""The dashboards, as their notebooks are called."""
SHELF: Final = Shelf(
    wish_of,
    asks=("seed", "players", "bots", "location_cards", "relics", "teams"),
    recorded={
        "four": Asked(7, Wish()),
        "frenzy": Asked(23, Wish()),
        "three": Asked(5, Wish(seats=3)),
        "five": Asked(11, Wish(seats=5, location_cards=True)),
        "teams": Asked(3, Wish(seats=4, teams=True, relics=True)),
    },
    kept=KEPT,
    before=BEFORE,
    played_at="09_whole_game",
)
