"""Dashboards of one game of Vendetta: who leads, what a new game may be, where in a round something belongs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from vendetta_kit.games.vendetta import flows
from vendetta_kit.kernel.log import LogLine
from vendetta_widgets import drawer
from vendetta_widgets.dash.game import GameDash
from vendetta_widgets.dash.source import Shelf
from vendetta_widgets.pen import Html, Pen

from .shelf import PAGES, SHELF

__all__ = ["VendettaDash"]


class VendettaDash(GameDash):
    """A dashboard of one game of Vendetta."""

    SHELF: ClassVar[Shelf] = SHELF
    pages: ClassVar[tuple[str, ...]] = PAGES

    def leader(self) -> int:
        return flows.standing(self.story)[0][0]

    def rounds(self) -> list[tuple[int, int]]:
        return [(event.data["round_number"], event.n) for event in self.story.events if event.kind == "round"]

    def where(self, line: LogLine, pen: Pen) -> str:
        words = pen.game("phase", line.moment.phase)
        if line.moment.round:
            words = f"{pen.say('round', n=line.moment.round)} · {words}"
        if line.at is not None and line.moment.phase == "resolution":
            words += f" · {pen.place(line.at)}"
        return words

    def new_game(self, wish: Any, pen: Pen) -> tuple[Sequence[Html], Sequence[Html]]:
        now = f"{wish.seats}{'t' if wish.teams else ''}"
        players = [(str(n), pen.say("players.n", n=n)) for n in (3, 4, 5)]
        players += [(f"{n}t", pen.say("players.teams", n=n)) for n in (4, 6)]
        seats = drawer.select(pen, "players", players, now)
        ticks = [drawer.check(pen, key, getattr(wish, key)) for key in ("location_cards", "relics")]
        return [seats, self.bots_field(wish, pen)], ticks
