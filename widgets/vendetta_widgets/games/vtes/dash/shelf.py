"""The games that V:TES's dashboards show."""

from __future__ import annotations

from typing import Final

from vendetta_widgets.dash.source import Asked, Shelf
from vendetta_widgets.games.vtes.playing import BEFORE, KEPT, Wish, wish_of

__all__ = ["PAGES", "SHELF"]

PAGES: Final = ("vtes_pool", "vtes_blood", "vtes_ring", "vtes_watch")
"""The dashboards, as their notebooks are called."""
SHELF: Final = Shelf(
    wish_of,
    asks=("seed", "players", "deck", "bots", "rounds", "ask_always", "ante"),
    recorded={
        "three": Asked(7, Wish(seats=3)),
        "four": Asked(11, Wish(seats=4)),
        "five": Asked(5, Wish(seats=5)),
        "ante": Asked(3, Wish(seats=4, switches=(("ante", "yes"),))),
    },
    kept=KEPT,
    before=BEFORE,
    played_at="18_play_vtes",
)
