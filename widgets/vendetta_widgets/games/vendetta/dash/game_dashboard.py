"""The base class of dashboards of one game of Vendetta, and the games that they offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from vendetta_kit.games.vendetta import flows
from vendetta_kit.kernel.log import LogLine
from vendetta_widgets.dash.game_dashboard import GameDashboard
from vendetta_widgets.dash.game_source import BotGameRequest, ExampleGames, OwnGame
from vendetta_widgets.games.vendetta.new_game_form import NewGame, wish_of
from vendetta_widgets.games.vendetta.session_setup import BEFORE, FIRST_KEPT, KEPT, Wish
from vendetta_widgets.html import Html, HtmlWriter

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


TABLE: Final = ("clock", "places", "players")
"""The names of the table's parts, as :attr:`.GameWords.table` returns them."""


class VendettaDashboard(GameDashboard):
    """A dashboard of one game of Vendetta."""

    SHELF: ClassVar[ExampleGames] = SHELF
    pages: ClassVar[tuple[str, ...]] = PAGES

    def leader(self) -> int:
        return flows.ranked_sides(self.story)[0][0]

    def rounds(self) -> list[tuple[int, int]]:
        return [(event.data["round_number"], event.n) for event in self.story.events if event.kind == "round"]

    def where(self, line: LogLine, pen: HtmlWriter) -> str:
        words = pen.game("phase", line.moment.phase)
        if line.moment.round:
            words = f"{pen.say('round', n=line.moment.round)} · {words}"
        if line.at is not None and line.moment.phase == "resolution":
            words += f" · {pen.place(line.at)}"
        return words

    def new_game(self, wish: Any, pen: HtmlWriter) -> tuple[Sequence[Html], Sequence[Html]]:
        form = NewGame()
        return [*form.fields(wish, pen), self.bots_field(wish, pen)], form.checks(wish, pen)
