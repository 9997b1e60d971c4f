"""The watch dashboard: bots play at a chosen pace, beside their flows; the viewer may take a seat and play on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from vendetta_kit.input_checks import number_of
from vendetta_kit.kernel.known_history import known_history
from vendetta_widgets.controls import Option, button, link, row
from vendetta_widgets.games import writing
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.page_parts import hole
from vendetta_widgets.page_phrases import UserError
from vendetta_widgets.play_session import ME

from .game_dashboard import GameDashboard
from .game_source import BotGameRequest, BotTable, Source

MOST_MOVES: Final = 5000


class WatchDashboard(GameDashboard):
    """A table of bots, played while it is shown. ``eyes``: the seat whose view is shown, ``None`` for a spectator's."""

    TABLE: ClassVar[tuple[str, ...]] = ()
    """The names of the table's parts, from top to bottom, as :attr:`.GameWords.table` returns them."""

    def __init__(self, *, lang: str | None = None) -> None:
        super().__init__(lang=lang)
        self.eyes: int | None = None
        self._table: BotTable | None = None
        self._seated = ""

    # The game ---------------------------------------------------------------------------------------------------

    def _choose(self, query: Mapping[str, str]) -> None:
        name = query.get("game", self._first)
        if name in self.SHELF.recorded and "seed" not in query:
            self._record(name)
        elif name in self.SHELF.own and "seed" not in query:
            self._record(self._first)  # the other dashboards' links name the player's game, which bots do not play
        else:
            if "seed" not in query:
                self.tell("dash.no_game", name=name[:40])
            self._let_play(self.asked_of({"seed": str(self.SHELF.first.seed), **query}))
        at = number_of(query.get("at"), 0, 99_999)
        if at is not None or query.get("at") == "end":
            self._play_until(at)
        else:
            self._read(query)

    def _read(self, query: Mapping[str, str]) -> None:
        eyes = number_of(query.get("eyes"), 0, len(self.story.names) - 1)
        if eyes is not None:
            self.eyes = eyes
            self._tell_again()
        super()._read(query)

    def _let_play(self, asked: BotGameRequest, recorded: str = "") -> None:
        """Start another table; a deal that this page has shown already may be shown again."""
        if self._is_hers(asked) and (self._table is None or self._table.asked != asked):
            self._bar(asked)
            return
        self._table, self._seated, self.eyes = BotTable(asked), "", None
        self._show(Source(game=self._table.game, asked=asked), recorded)

    def _bar(self, asked: BotGameRequest) -> None:
        if self._source is None:
            self._record(self._first)
        self._barred = asked.seed

    def _play_until(self, n: int | None) -> None:
        """Let the bots play until line ``n`` of the log exists; ``None``: to the end."""
        self._coming, self._worked = self._playing_until(n), 0.0

    def _playing_until(self, n: int | None) -> Iterator[None]:
        game = self._bots.game
        for _ in range(MOST_MOVES):
            if (n is not None and game.events and game.events[-1].n >= n) or not self._bots.move():
                break
            yield
        self._tell_again()

    def stop(self) -> None:
        """Pause the table; the slider continues it."""
        self._coming = None
        self._tell_again()

    def _tell_all(self) -> None:
        self._tell_again()
        self.who = None

    def _tell_again(self) -> None:
        """Read the history anew, as the chosen seat or a spectator may know it."""
        self._told = known_history(self._bots.game.view(self.eyes))
        self._lines = {}

    def stored_elsewhere(self, key: str, text: str) -> None:
        """Do nothing: the player's stored game is not shown here."""

    @property
    def _bots(self) -> BotTable:
        """The table that is played."""
        assert self._table is not None
        return self._table

    @property
    def goes_on(self) -> bool:
        return self.playing

    @property
    def playing(self) -> bool:
        """Whether the game is not over."""
        return not self._bots.game.is_over

    # Handling messages ----------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        if do == "tick":
            if self.pace:
                self._tick()
        elif do == "at" and type(value) is int and value >= len(self.steps) and self.playing:
            self.pace = ""
            self._tick()
        elif do == "pace":
            super().handle(do, value)
            if self.pace and self.at is not None and self.at == self.steps[0]:
                self.at = None  # other dashboards play back from the start, a table goes on
        elif do == "eyes":
            self.eyes = value if type(value) is int and value in self.story.seats else None
            self.behind = None
            self._tell_again()
        elif do == "to_end":
            self._play_until(None)
            self.at, self.pace = None, ""
        elif do == "again":
            assert self.source.asked is not None
            self._let_play(self.source.asked, self.recorded)
        elif do == "sit":
            self._sit()
        else:
            super().handle(do, value)

    def _tick(self) -> None:
        """Go on by one line of the log; after the last one a bot moves."""
        if self.at is not None:
            self._go_to(self.step + 1)
            return
        before = len(self.steps)
        for _ in range(MOST_MOVES):
            if not self._bots.move():
                self.pace = ""
                break
            if len(writing(self.GAME).log.lines(self._bots.game.view(self.eyes), "en")) > before:
                break
        self._tell_again()
        if len(self.steps) > before:
            self._go_to(before)

    def _go_to(self, step: int) -> None:
        """Move the slider; the pace stays on at the last line while the game goes on."""
        pace = self.pace
        super()._go_to(step)
        if self.playing:
            self.pace = pace

    def _sit(self) -> None:
        """Take the first seat: the game becomes the player's, which this browser stores."""
        if self._moves == self.source.actions and not self.playing:
            raise UserError("dash.watch.over")
        shelf = self.SHELF
        if shelf.kept in self.stored:
            self.store(shelf.before, self.stored[shelf.kept])
        self.store(shelf.kept, self.source.save_from(self._moves))
        self.pace = ""
        self._seated = self.story.names[ME]
        self.focus_on(".vk-seated")

    @property
    def _moves(self) -> int:
        """The number of moves that the table shows; a move is shown with its last line of the log."""
        if self.at is None:
            return self.source.actions
        moment, after = self.source.moment_of(self.at), self.steps[self.step + 1 : self.step + 2]
        return moment - 1 if moment and after and self.source.moment_of(after[0]) == moment else moment

    def file(self, do: str, name: str, content: bytes) -> None:
        raise UserError("bad.click", what=do)

    # HTML -----------------------------------------------------------------------------------------------------

    def query(self) -> dict[str, str]:
        found = self.shared_query()
        if self._moves:
            found["at"] = str(self.until)
        if self.eyes is not None:
            found["eyes"] = str(self.eyes)
        if self.who is not None:
            found["who"] = str(self.who)
        return found

    def body(self, pen: HtmlWriter) -> Html:
        figures = [self.section(name, pen) for name in self.names]
        felt = tag("div", hole("which"), hole("slider"), [hole(part) for part in self.TABLE], cls="vk-felt")
        side = tag("div", hole("sit"), figures, hole("behind"), self.log_frame(pen), cls="vk-side vk-side-figures")
        return tag("div", side, felt, cls="vk-main vk-main-watch")

    def more_parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        view = self.source.view_at(self._moves, self.eyes)
        return {
            **super().more_parts(pen),
            "sit": self._take_a_seat(pen),
            **dict(zip(self.TABLE, pen.writing.table(view, pen, True), strict=True)),
        }

    def question(self, pen: HtmlWriter) -> str:
        return pen.say("dash.watch.question")

    def _slider(self, pen: HtmlWriter) -> Html:
        eyes = [Option(seat, name) for seat, name in enumerate(self.story.names)]
        look = row(
            pen,
            pen.say("time.eyes"),
            "eyes",
            [Option(-1, pen.say("dash.guest")), *eyes],
            -1 if self.eyes is None else self.eyes,
        )
        more = [button(pen.say("dash.watch.again"), "again", None, "vk-quiet")]
        if self.playing or self.at is not None:
            more.insert(0, button(pen.say("dash.watch.end"), "to_end", None, "vk-quiet"))
        return joined(
            [super()._slider(pen), tag("div", look, tag("div", more, cls="vk-buttons"), cls="vk-slide vk-eyes-of")]
        )

    def _take_a_seat(self, pen: HtmlWriter) -> Html:
        name = self.story.names[ME]
        if self._seated:
            way = link(pen.say("dash.watch.go"), self.SHELF.own["mine"].played_at, "vk-link vk-primary-link vk-seated")
            return tag("div", tag("p", pen.say("dash.watch.seated", name=name)), way, cls="vk-hint-box", lang=pen.lang)
        if self.story.over and self.at is None:
            return Html("")
        words = tag("p", pen.say("dash.watch.sit.hint"), cls="vk-hint")
        return tag("div", button(pen.say("dash.watch.sit", name=name), "sit"), words, cls="vk-hint-box", lang=pen.lang)
