"""The base class of dashboards of one game of V:TES, and the games that they offer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from vendetta_kit.games.vtes import flows
from vendetta_kit.kernel.log import LogLine
from vendetta_widgets import menu_panel
from vendetta_widgets.dash.game_dashboard import GameDashboard
from vendetta_widgets.dash.game_source import BotGameRequest, ExampleGames, OwnGame
from vendetta_widgets.games.vtes.new_game_form import NewGame
from vendetta_widgets.games.vtes.session_setup import BEFORE, KEPT, Wish, wish_of
from vendetta_widgets.html import Html, HtmlWriter

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


class VtesDashboard(GameDashboard):
    """A dashboard of one game of V:TES."""

    WORDS: ClassVar[str] = "vtes.dash"
    GAME: ClassVar[str] = "vtes"
    SHELF: ClassVar[ExampleGames] = SHELF
    pages: ClassVar[tuple[str, ...]] = PAGES

    def leader(self) -> int:
        """Return the seat with the most victory points, of several the one with the most pool."""
        points, sums = flows.points_of(self.story), flows.pool_sums(self.story)
        return max(self.story.seats, key=lambda seat: (points[seat], sums[seat].pool, -seat))

    def rounds(self) -> list[tuple[int, int]]:
        return flows.rounds(self.story) or [(1, 0)]

    def where(self, line: LogLine, pen: HtmlWriter) -> str:
        moment = line.moment
        phase = pen.game("phase", moment.phase)
        if not moment.turn:
            return phase
        return f"{pen.game('board', 'turn', n=moment.turn)} · {self.story.names[moment.seat]} · {phase}"

    def when(self, turn: int, phase: str, pen: HtmlWriter) -> str:
        """Return the time of a table's row in words."""
        words = pen.game("phase", phase)
        return f"{turn} · {words}" if turn else words

    def _step_of(self, n: int) -> int:
        """Return the step of the line of the log that tells event or entry ``n``."""
        return min(bisect_left(self.steps, n), len(self.steps) - 1)

    def log_numbers(self, numbers: Iterable[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.steps[self._step_of(n)] for n in numbers))

    def new_game(self, wish: Any, pen: HtmlWriter) -> tuple[Sequence[Html], Sequence[Html]]:
        fields = [*NewGame().fields(wish, pen), self.bots_field(wish, pen)]
        return fields, [menu_panel.check(pen, "ante", dict(wish.switches).get("ante") == "yes", "yes")]

    def page_words(self, page: str, pen: HtmlWriter) -> str:
        return pen.say(f"vtes.dash.{self.page_word(page)}")
