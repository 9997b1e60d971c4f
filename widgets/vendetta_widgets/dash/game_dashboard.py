"""Dashboards of one game: choice of game, step and player; the lines of the log behind each mark of a figure."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from vendetta_kit.input_checks import number_of
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.known_history import KnownHistory
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.kernel.saves import BadSave
from vendetta_widgets import log_html, menu_panel
from vendetta_widgets.controls import Option, button, file_choice, link, row, slider_row
from vendetta_widgets.figures.figure_style import plain
from vendetta_widgets.figures.sankey import Band, key_of, name_of
from vendetta_widgets.figures.step_chart import ChartedGame
from vendetta_widgets.games import playing, writing
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.page_arguments import checked_game, checked_seat
from vendetta_widgets.page_parts import hole
from vendetta_widgets.page_phrases import UserError
from vendetta_widgets.page_save import last_key, unfinished_seed

from .dashboard_page import DashboardPage
from .game_source import FILE, GIVEN, BotGameRequest, BotTable, ExampleGames, Origin, Source, asked_of

MOST_WORK: Final = 20.0
"""Seconds that bots may think before the user is asked whether to go on."""
PACES: Final = {"slow": 900, "quick": 300, "fast": 90}
"""Milliseconds between two steps when the game is played back."""


class GameDashboard(DashboardPage):
    """A dashboard of one game. ``at``: the line of the log after which it is shown; ``None``: the end.

    Each game's subclass defines the games to choose from (:attr:`SHELF`), the player shown first, the rounds and the
    form for a new game.
    """

    SHELF: ClassVar[ExampleGames]

    def __init__(self, game: AnyGame | None = None, *, seat: int | None = None, lang: str | None = None) -> None:
        super().__init__(lang=lang)
        self._own = None if game is None else checked_game(game, self.GAME)
        """The game that a program has given: it is shown first, all of it."""
        self._about_seat = checked_seat(seat, self._own)
        self._source: Source | None = None
        self.recorded = ""
        self.at: int | None = None
        self.who: int | None = None
        self.pace = ""
        self.behind: tuple[str, tuple[int, ...]] | None = None
        self._told: KnownHistory | None = None
        self._lines: dict[str, list[LogLine]] = {}
        self._coming: Iterator[int | None] | None = None  # the rest of a game that is being played or loaded
        self._progress: int | None = None  # how many moves have been loaded
        self._halted = False
        self._worked = 0.0
        self._wishes: Mapping[str, str] = {}
        self._barred: int | None = None  # the seed of a game that is not shown

    def still_picture(self) -> str:
        """Return question, answer and figures; empty before a browser has said which deals its player may not see."""
        if self._source is None and self._own is not None:
            self._choose({})
        return super().still_picture() if self._source is not None and self._coming is None else ""

    # The game -----------------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        """Show the game of the address, else the browser's stored game, else a recorded one."""
        self._wishes = query
        try:
            self._choose(query)
        except (BadSetup, UserError) as fault:
            self._tell_fault(fault)
            self._record(self._first)

    def _choose(self, query: Mapping[str, str]) -> None:
        if self._own is not None:
            self._show(Source(game=self._own, origin=GIVEN))
            self.who = self.who if self._about_seat is None else self._about_seat
        elif any(key in query for key in self.SHELF.asks):
            self._let_play(self.asked_of({"seed": str(self.SHELF.first.seed), **query}))
        elif query.get("game") in self.SHELF.recorded:
            self._record(query["game"])
        elif query.get("game") in self._own_games:
            self._take_kept(query["game"])
        elif self._own_games:
            self._take_kept(self._own_games[0])
        else:
            if "game" in query:
                self.tell("dash.no_game", name=query["game"][:40])
            self._record(self._first)

    def _read(self, query: Mapping[str, str]) -> None:
        """Apply player and step of the query; invalid values are ignored."""
        if query.get("who") == "all":
            self.who = None
        else:
            who = number_of(query.get("who"), 0, len(self.story.names) - 1)
            self.who = self.who if who is None else who
        at = number_of(query.get("at"), 0, self.story.last - 1)
        self.at = self.at if at is None else at

    @property
    def _played_at(self) -> str:
        """The page at which the player's game that is shown is played; at another's game, where a game is begun."""
        return self.SHELF.own[self.source.origin.which].played_at

    @property
    def _first(self) -> str:
        """The recorded game that is shown by default."""
        return next(name for name, asked in self.SHELF.recorded.items() if not self._is_hers(asked))

    def _record(self, name: str) -> None:
        self._let_play(self.SHELF.recorded[name], name)

    def _is_hers(self, asked: BotGameRequest) -> bool:
        """Check whether this is the deal of an unfinished game of the player in this browser.

        Showing it would reveal the other players' cards.
        """
        return asked.seed in {
            unfinished_seed(self.stored.get(key, ""), self.GAME)
            for key in (*(own.kept for own in self.SHELF.own.values()), self.SHELF.before)
        }

    @property
    def _own_games(self) -> list[str]:
        """The words of the player's games that this browser stores, the one that was played last first."""
        found = [which for which, own in self.SHELF.own.items() if own.kept in self.stored]
        last = self.stored.get(last_key(self.GAME))
        return sorted(found, key=lambda which: self.SHELF.own[which].kept != last)

    def _let_play(self, asked: BotGameRequest, recorded: str = "") -> None:
        """Start a game of bots and show it."""
        if self._is_hers(asked):
            self._bar(asked)
            return
        table = BotTable(asked)
        self._show(Source(game=table.game, asked=asked), recorded)
        self._coming = self._playing(table)

    def _playing(self, table: BotTable) -> Iterator[None]:
        yield from table.moves()
        self._tell_all()

    def _bar(self, asked: BotGameRequest) -> None:
        """Refuse a game: keep what is shown, or show what the player may know of the stored game."""
        if self._source is None:
            if self._own_games:
                self._take_kept(self._own_games[0])
            else:
                self._record(self._first)
        self._barred = asked.seed

    def _take_kept(self, which: str) -> None:
        """Show a game of the player that this browser stores."""
        self._take(self.stored[self.SHELF.own[which].kept], "game", Origin("kept", which))

    def _take(self, content: str | bytes, name: str, origin: Origin = FILE) -> None:
        """Load a saved game, then show it."""
        if self._source is None:
            self._show(Source.empty(self.GAME))
        self._coming, self._halted = self._taking(content, name, origin), False

    def _taking(self, content: str | bytes, name: str, origin: Origin) -> Iterator[int]:
        source = yield from Source.loading(content, name, origin, self.GAME)
        self._show(source)

    def _show(self, source: Source, recorded: str = "") -> None:
        """Show another game."""
        self._source, self.recorded = source, recorded
        self.at, self.behind, self.pace = None, None, ""
        self._coming, self._progress, self._halted, self._worked = None, None, False, 0.0
        self._tell_all()

    def _tell_all(self) -> None:
        """Read the game's history anew, and highlight the player, or else the leader."""
        self._tell_again()
        self.who = self.source.me if self.source.me is not None else self.leader()

    def _tell_again(self) -> None:
        self._told = self.source.story()
        self._lines = {}

    # Long work ------------------------------------------------------------------------------------------------

    def work_on(self) -> bool:
        if self._coming is None or self._halted:
            return False
        began = time.process_time()
        try:
            self._progress = next(self._coming)
        except StopIteration:
            self._coming = None
            self._read(self._wishes)
            self._wishes = {}
            return False
        except (BadSave, BadSetup) as fault:
            self._tell_fault(fault)
            self._give_up()
            return True
        self._worked += time.process_time() - began
        if self._worked > MOST_WORK and self._progress is None:
            self.stop()
        return True

    def _give_up(self) -> None:
        """Give up loading; if nothing is shown yet, show a recorded game."""
        self._coming = None
        if self.source.is_empty:
            self._record(self._first)

    def doing(self) -> str:
        if self._progress is not None:
            return self.pen().say("load.again", n=self._progress)
        pen = self.pen()
        return pen.say("dash.playing", n=self.source.actions, when=pen.writing.when(self.source.view, pen))

    def stop(self) -> None:
        """Pause the bots, or give up loading."""
        if self._progress is not None:
            self._give_up()
            return
        self._halted = True
        self._tell_all()

    def leader(self) -> int:
        """Return the seat that is highlighted by default."""
        raise NotImplementedError

    def asked_of(self, given: Mapping[str, Any]) -> BotGameRequest:
        """Return the game of bots that an address or a form asks for. Raises ``UserError``, ``BadSetup``."""
        return asked_of(given, self.SHELF)

    def stored_elsewhere(self, key: str, text: str) -> None:
        """Follow the player's game when another window stores it."""
        shown = self._source
        if shown is not None and shown.origin.kind == "kept" and key == self.SHELF.own[shown.origin.which].kept:
            self._source = Source.of_save(text, "game", shown.origin, self.GAME)
            self._tell_again()

    @property
    def source(self) -> Source:
        """The game that is shown."""
        assert self._source is not None
        return self._source

    @property
    def story(self) -> KnownHistory:
        """The game's history, as far as it may be shown."""
        assert self._told is not None
        return self._told

    @property
    def now(self) -> KnownHistory:
        """The game's history up to the slider."""
        return self.story if self.at is None else self.story.until(self.at)

    def lines(self, lang: str) -> list[LogLine]:
        """Return the lines of the log."""
        if lang not in self._lines:
            self._lines[lang] = writing(self.GAME).log.lines(self.story, lang)
        return self._lines[lang]

    @property
    def steps(self) -> list[int]:
        """The running numbers of the log's lines, which are the steps of the slider."""
        return [line.n for line in self.lines("en")]

    @property
    def step(self) -> int:
        """The step of the slider."""
        return len(self.steps) - 1 if self.at is None else self._step_of(self.at)

    @property
    def goes_on(self) -> bool:
        """Whether lines may come after the last one."""
        return False

    def _step_of(self, n: int) -> int:
        return max(0, bisect_right(self.steps, n) - 1)

    def players(self) -> Sequence[str]:
        return self.story.names

    def question(self, pen: HtmlWriter) -> str:
        about = self.page_word(self.page)
        if self.who is None:
            return pen.say(f"{self.WORDS}.{about}.question.all")
        if self.is_reader(self.who):
            return pen.say(f"{self.WORDS}.{about}.question.you")
        return pen.say(f"{self.WORDS}.{about}.question", name=self.story.names[self.who])

    def is_reader(self, seat: int | None) -> bool:
        """Return whether the game is the reader's own, and this is the reader's seat in it."""
        return self.source.origin.kind == "kept" and seat == self.source.me

    def voice(self, seat: int | None) -> str:
        """Return the end of the keys of sentences about a player: ``you`` if it is the reader, else ``name``."""
        return "you" if self.is_reader(seat) else "name"

    def rounds(self) -> list[tuple[int, int]]:
        """Return each round's number with the running number of its first event."""
        raise NotImplementedError

    @property
    def until(self) -> int:
        """The running number of the slider's line of the log."""
        return self.story.last if self.at is None else self.at

    def charted_game(self, pen: HtmlWriter) -> ChartedGame:
        """Return what step charts need of the game."""
        return ChartedGame(plain(self.story.names), self.who, self.steps, self.rounds(), self.until, pen.say)

    def where(self, line: LogLine, pen: HtmlWriter) -> str:
        """Return the time of a line of the log in a few words."""
        raise NotImplementedError

    # Handling messages ----------------------------------------------------------------------------------------

    def fault_words(self, fault: Exception) -> str | None:
        pen = self.pen()
        if isinstance(fault, BadSave):
            return pen.say("dash.bad.save", fault=fault.text(pen.lang))
        if isinstance(fault, BadSetup):
            return pen.say("bad.setup", fault=fault.text(pen.lang))
        return super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        if do in ("source", "start"):
            self._barred = None
        if do == "at" and type(value) is int:
            self._go_to(value)
            self.pace = ""
        elif do == "tick":
            if self.pace:  # else it has been stopped in the meantime
                self._go_to(self.step + 1)
        elif do == "pace":
            self.pace = str(value) if value in PACES and value != self.pace else ""
            if self.pace and self.at is None:
                self.at = self.steps[0]
        elif do == "look_at" and type(value) is int:
            self._go_to(self._step_of(value))
        elif do == "who":
            self.who = value if type(value) is int and value in self.story.seats else None
            self.behind = None
        elif do == "point":
            name, _, key = str(value).partition(" ")
            self._open(name, key)
        elif do == "source":
            self._other(str(value))
        elif do == "start":
            self._let_play(self.asked_of(value))
        elif do == "bots_go_on":
            self._halted, self._worked = False, 0.0
        elif do == "save":
            self.download(f"{self.GAME}-{self.source.seed}.json", self.source.save_text())
        elif do == "nothing_behind":
            self.behind = None
        else:
            super().handle(do, value)

    def _go_to(self, step: int) -> None:
        """Move the slider to a step."""
        last = len(self.steps) - 1
        self.at = None if step >= last else self.steps[max(0, step)]
        if self.at is None:
            self.pace = ""

    def _other(self, which: str) -> None:
        if which in self.SHELF.own:
            if which not in self._own_games:
                raise UserError("dash.no_kept")
            self._take_kept(which)
        elif which in self.SHELF.recorded:
            self._record(which)
        else:
            raise UserError("dash.no_game", name=which[:40])

    def file(self, do: str, name: str, content: bytes) -> None:
        self._barred = None
        self._take(content, name)

    def _open(self, name: str, key: str) -> None:
        """Show the lines of the log behind a link or point of a figure."""
        found = self.lines_behind(name, key)
        if not found[1]:
            raise UserError("dash.nothing_behind")
        self.behind = found
        self.focus_on(".vk-behind h2")

    def lines_behind(self, name: str, key: str) -> tuple[str, tuple[int, ...]]:
        """Return a title and the running numbers behind a key of a figure; ``n17`` is line 17 itself."""
        n = number_of(key[1:], 0, self.story.last) if key[:1] == "n" else None
        return self.pen().say("dash.behind.one"), () if n is None else (n,)

    def log_numbers(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return the running numbers of the log's lines that tell these rows."""
        return tuple(numbers)

    def node_words(self, node: Any, pen: HtmlWriter) -> str:
        """Return the name of a node of a flow diagram."""
        raise NotImplementedError

    def lines_behind_flow(self, found: Sequence[Band], key: str) -> tuple[str, tuple[int, ...]]:
        """Return a title and the running numbers behind a band of a flow diagram, or behind all bands at a node."""
        pen = self.pen()
        for band in found:
            if key_of(band) == key:
                source, target = (self.node_words(node, pen) for node in (band.source, band.target))
                title = pen.say(f"{self.WORDS}.band", source=source, target=target, n=band.amount)
                return title, self.log_numbers(band.lines)
        at_node = [(band, node) for band in found for node in (band.source, band.target) if name_of(node) == key]
        if not at_node:
            return "", ()
        numbers = sorted({n for band, _ in at_node for n in band.lines})
        return self.node_words(at_node[0][1], pen), self.log_numbers(numbers)

    # HTML -----------------------------------------------------------------------------------------------------

    def row_button(self, words: str, name: str, key: str) -> Html:
        """Return the first cell of a row: a button that shows the lines behind it."""
        return button(words, "point", f"{name} {key}", "vk-row")

    def shared_query(self) -> dict[str, str]:
        if self.recorded:
            return {"game": self.recorded}
        return self.source.query()

    def query(self) -> dict[str, str]:
        found = self.shared_query()
        if self.at is not None:
            found["at"] = str(self.at)
        found["who"] = "all" if self.who is None else str(self.who)
        return found

    def cannot_share(self) -> bool:
        return self.source.asked is None

    def body(self, pen: HtmlWriter) -> Html:
        felt = tag("div", hole("which"), hole("slider"), super().body(pen), cls="vk-felt")
        return tag("div", self.side(pen), felt, cls="vk-main")

    def side(self, pen: HtmlWriter) -> Html:
        """Return the column beside the figures: the lines behind a mark, and the log."""
        return tag("div", hole("behind"), self.log_frame(pen), cls="vk-side")

    def log_frame(self, pen: HtmlWriter) -> Html:
        """Return the frame of the log."""
        return log_html.frame(pen)

    def more_parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        return {
            "which": self._which(pen),
            "slider": self._slider(pen),
            "behind": self._behind(pen),
            f"choice-{self.names[0]}": tag("div", self.choice(pen), cls="vk-choices", lang=pen.lang),
            **self._log(pen),
        }

    def choice(self, pen: HtmlWriter) -> list[Html]:
        """Return the choices above the first figure."""
        return [self.player_choice(pen)]

    def hero_more(self, pen: HtmlWriter) -> Html:
        """Return a note that the game is being played, was stopped or may not be shown; or the way back to it."""
        if self.working:
            return self.work_box(pen)
        if self._barred is not None:
            words = tag("p", pen.say("dash.yours", seed=self._barred), role="status")
            return tag("div", words, link(pen.say("dash.yours.go"), self._played_at), cls="vk-barred")
        if self._halted:
            when = pen.writing.when(self.source.view, pen)
            words = tag("p", pen.say("dash.stopped", n=self.source.actions, when=when), role="status")
            return tag("div", words, button(pen.say("dash.go_on"), "bots_go_on"), cls="vk-halted")
        if self.source.origin.kind == "kept":
            return tag("p", link(pen.say("dash.yours.go"), self._played_at))
        return Html("")

    def _which(self, pen: HtmlWriter) -> Html:
        """Return the choice of the game."""
        source = self.source
        now = self.recorded or (source.origin.which if source.origin.kind == "kept" else "")
        games = [Option(name, pen.say(f"{self.WORDS}.recorded.{name}")) for name in self.SHELF.recorded]
        games[:0] = [Option(which, pen.say(f"dash.own.{which}")) for which in self._own_games]
        choose = row(pen, pen.say("dash.which.choose"), "source", games, now)
        save = button(pen.say("dash.save"), "save", None, "vk-quiet")
        load = file_choice(pen, pen.say("dash.load"), "load", ".json")
        others = tag(
            "details",
            tag("summary", pen.say("dash.which.other")),
            choose,
            self._new(pen),
            tag("div", load, save, cls="vk-buttons"),
            cls="vk-others",
            data_key="others",
        )
        return tag("div", tag("p", self._about(pen), cls="vk-about"), others, lang=pen.lang)

    def _about(self, pen: HtmlWriter) -> Html:
        """Return the description of the game that is shown."""
        source = self.source
        if self.recorded:
            words = pen.say(f"{self.WORDS}.recorded.{self.recorded}")
        elif source.asked is not None:
            bot = pen.say(f"bots.{source.asked.wish.bots}")
            words = pen.say("dash.about.bots", n=len(self.story.names), seed=source.seed, bots=bot)
        else:
            about = {"kept": "dash.about.mine", "given": "dash.about.given"}
            words = pen.say(about.get(source.origin.kind, "dash.about.file"))
        secret = None if source.open else tag("span", " ", pen.say("dash.about.secret"), cls="vk-small")
        return joined([tag("b", pen.say("dash.about")), " ", words, secret])

    def _new(self, pen: HtmlWriter) -> Html:
        """Return the form for a new game of bots."""
        asked = self.source.asked or self.SHELF.first
        fields, ticks = self.new_game(asked.wish, pen)
        seed = menu_panel.text(pen, "seed", "", pen.say("seed.any"))
        start = tag("button", pen.say("dash.start"), type="submit", cls="vk-button vk-primary")
        grid = tag("div", seed, fields, cls="vk-fields")
        return tag(
            "form", grid, tag("div", ticks, cls="vk-checks"), start, data_do="start", novalidate=True, data_key="new"
        )

    def new_game(self, wish: Any, pen: HtmlWriter) -> tuple[Sequence[Html], Sequence[Html]]:
        """Return the fields and checkboxes for a game of bots, beside the seed."""
        raise NotImplementedError

    def bots_field(self, wish: Any, pen: HtmlWriter) -> Html:
        """Return the choice of bots."""
        kinds = [(name, pen.say(f"bots.{name}")) for name in playing(self.GAME).bots.names()]
        return menu_panel.select(pen, "bots", kinds, wish.bots)

    def _slider(self, pen: HtmlWriter) -> Html:
        """Return the slider over the lines of the log, with the buttons to play back."""
        last, step = len(self.steps) - 1, self.step
        line = self.lines(pen.lang)[step]
        where = self.where(line, pen)
        name = pen.id()
        told = f"{where}: {line.text}"
        slider = slider_row(pen, "at", step, last, "dash", "slider", told, name, self.goes_on)
        paces = row(
            pen, pen.say("dash.pace"), "pace", [Option(key, pen.say(f"dash.pace.{key}")) for key in PACES], self.pace
        )
        every = tag("span", data_every=PACES[self.pace], hidden=True) if self.pace else None
        words = tag("p", tag("b", where), " ", pen.told(line.text, line.rules), cls="vk-step-words")
        label = tag("span", pen.say("dash.slider"), cls="vk-unseen", id=name)
        return tag(
            "div",
            label,
            slider,
            words,
            paces,
            every,
            cls="vk-slide",
            lang=pen.lang,
        )

    def player_choice(self, pen: HtmlWriter, everybody: bool = True) -> Html:
        """Return the choice of the highlighted player."""
        options = [Option(seat, name) for seat, name in enumerate(self.story.names)]
        if everybody:
            options.append(Option("all", pen.say("dash.all")))
        return row(pen, pen.say("dash.who"), "who", options, "all" if self.who is None else self.who, cls="vk-whose")

    # The log ------------------------------------------------------------------------------------------------

    def _log(self, pen: HtmlWriter) -> dict[str, Html]:
        """Return the HTML of the log's chapters up to the slider, by part; the last line is marked."""
        chapters = self.kept(f"chapters-{pen.lang}", (self.story,), lambda: log_html.chapters(self.story, pen))
        at = self.until
        found: dict[str, Html] = {}
        for k, chapter in enumerate(chapters):
            lines = chapter.lines
            if lines[0].n > at:
                break
            if lines[-1].n > at:
                chapter = log_html.Chapter(chapter.title, tuple(line for line in lines if line.n <= at))
            found[f"log:{k}"] = chapter.html(pen, at, look=True)
        return found

    def _behind(self, pen: HtmlWriter) -> Html:
        """Return the lines of the log behind the mark pressed, each with its rules and a button that goes there."""
        if self.behind is None:
            return tag("p", pen.say("dash.behind.hint"), cls="vk-hint vk-behind-hint", lang=pen.lang)
        title, numbers = self.behind
        lines = self.lines(pen.lang)
        shown = dict.fromkeys(self._step_of(n) for n in numbers)
        items = []
        for k in shown:
            line = lines[k]
            where = self.where(line, pen)
            jump = button(
                "↺", "look_at", line.n, "vk-jump", aria_label=pen.say("dash.show", what=line.text), title=where
            )
            items.append(tag("li", tag("small", where, " ", jump), tag("p", pen.told(line.text, line.rules, most=4))))
        close = button(pen.say("close"), "nothing_behind", None, "vk-quiet")
        head = tag("h2", title, tabindex="-1")
        return tag("div", head, tag("ol", items, cls="vk-behind-lines"), close, cls="vk-behind-box", lang=pen.lang)
