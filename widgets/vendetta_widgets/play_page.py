"""A game at a table, whichever it is: arriving, moving, the bots' answers, looking back, keeping.

:class:`PlayPage` knows no game. A game's page makes the panel, the drawer and the table, and says in a few methods
what is its own. All that is shown is made from the view of the person's own seat. Nothing raises out of a page:
whatever goes wrong is told in words, in the page.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from vendetta_kit.bots.own_bots import is_own
from vendetta_kit.input_checks import number_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.log import next_row_number
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.kernel.saves import BadSave

from . import log_html, play_menu
from .game_traits import GameNow
from .help_level import LEVELS, HelpLevel
from .html import Html, HtmlWriter, joined, tag
from .menu_panel import MenuPanel
from .move_replay import PACES, MoveReplay
from .page_hooks import Moved, PageHooks
from .page_parts import foot, tools
from .page_phrases import UserError
from .page_save import keeps, last_key
from .play_session import GUEST, Session, seed_of
from .seat_handover import SeatHandover
from .timeline import Timeline

__all__ = ["Moved", "PlayPage"]


class Load(NamedTuple):
    """A game that is being loaded; ``kept``: the one that the browser has kept, and there is no other to show."""

    steps: Generator[int, None, int]
    kept: bool


class PlayPage(PageHooks):
    """One person's table: menu and language, the open decision, the log, the timeline, and the table of a game."""

    NOUN: ClassVar[str] = "table"
    KEPT: ClassVar[str]
    """Under this name the browser keeps the game."""
    BEFORE: ClassVar[str]
    """… and the one before it."""
    UNREAD: ClassVar[str]
    """… and one that could not be read."""
    SETTINGS: ClassVar[tuple[str, ...]]
    """What of an address says that another game is to be begun."""
    MOVES: ClassVar[tuple[str, ...]] = ("act",)
    """What a person does in the panel and at the table."""
    MENU: ClassVar[tuple[str, ...]] = ("new", "undo", "save", "load")

    panel: Any
    """A :class:`.Panel`; a game's page makes it."""
    drawer: MenuPanel
    show: MoveReplay

    def __init__(
        self,
        seed: int | None = None,
        *,
        lang: str | None = None,
        name: str = "",
        wish: Any = None,
        session: Session | None = None,
    ) -> None:
        super().__init__(lang=lang)
        self.help = HelpLevel()
        self.show = MoveReplay()
        self.curtain = SeatHandover()
        self._given = seed is not None or session is not None
        self._seen = 0  # events from this number on are new
        self._heard = self._told = 0  # what happens from this number on has not been heard, nor read out
        self._unread = False  # what she is asked has not been read out, either
        self._moved: Moved | None = None
        self._load: Load | None = None
        self._loaded = 0  # moves made again in what is being loaded
        self._unkept_game = False  # the browser does not have it as it stands
        self._amid: int | None = None  # the act that she looks at, and the one from which she has come step by step
        self._looked_from: int | None = None
        self._another_way: int | None = None  # after so many actions she wants to go on otherwise
        if session is not None:
            self.sit(session)
        else:
            self.first(seed, wish or self.usual(name))
        self.make_parts()

    def first(self, seed: int | None, wish: Any) -> None:
        """Sit down at a game, until the browser says which one it is to be."""
        self.sit(Session(seed, wish=wish))

    def sit(self, session: Session) -> None:
        """Play this game from now on."""
        self.session = session
        self.timeline = Timeline(session.me)
        self.tell_python()

    def game_now(self) -> GameNow | None:
        """Return the game as the person may know it; nothing is told while somebody else is to take the machine."""
        session = self.session
        if self.curtain.seat is not None or self._load is not None:
            return None
        seat = None if session.me == GUEST else session.me
        return GameNow(session.actions, session.view.over, seat, session.view)

    # Arriving -----------------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        """Begin as the address says, or go on with the game that the browser has kept."""
        super().arrived(query)
        self.help.level = query.get("help", self.stored.get("help", self.help.level))
        self._another_way = number_of(query.get("what_if"), 0, 99_999)
        asked = any(key in query for key in self.SETTINGS)
        if self._given or not (asked or self.KEPT in self.stored):
            pass
        elif asked:
            try:
                self._as_asked(seed_of(query.get("seed", "")), self.wish_of(query))
            except (UserError, BadSetup) as fault:
                self._tell_fault(fault)
        else:
            self._go_on()
        if self._load is None:
            self._begun()

    def _go_on(self) -> None:
        """Load the game that this browser has kept."""
        self._load = Load(self.session.loading(self.stored[self.KEPT], "game"), True)

    def _as_asked(self, seed: int | None, wish: Any) -> None:
        """Begin the game that the address asks for; if it is the one that the browser has kept, go on with that."""
        if seed is not None and keeps(self.stored.get(self.KEPT, ""), wish, seed):
            self._go_on()
        else:
            self._new(seed, wish)

    def _new(self, seed: int | None, wish: Any) -> None:
        """Begin a new game; the one before stays within reach."""
        self.session.new(seed, wish)
        self.begin_at_top()
        if self.KEPT in self.stored:
            self.store(self.BEFORE, self.stored[self.KEPT])

    def _again(self) -> None:
        """Begin another game as this one was begun."""
        self._new(None, self.session.as_begun)

    # What takes long ------------------------------------------------------------------------------------------

    def work_on(self) -> bool:
        session = self.session
        if self._load is not None:
            return self._load_on(self._load)
        if session.bot_to_move is not None and not self.holds():
            self._bot_move()
        if (session.bot_to_move is not None and not self.holds()) or self.goes_on():
            return True
        if self.curtain.fall(session, self._moved.since if self._moved is not None else next_row_number(session.view)):
            self._hidden()
        elif self._moved is not None:
            self._answered(self._moved)
        return False

    def _hidden(self) -> None:
        """The curtain is down: nothing stays that somebody has looked at."""
        self._moved = None
        self.show.reset()
        self.drawer.close()
        self.dialog(None)
        if self.curtain.seat is not None:
            name = self.session.view.names[self.curtain.seat]
            self.announce(self.pen().say("curtain.title", name=name))
        self.focus_on(".vk-panel [data-home]")

    def _lift(self) -> None:
        """She has the machine now, and is told what has come about since she had it."""
        since = self.curtain.rise(self.session)
        self.sit(self.session)
        self.help.asked_at = -1
        self._moved = Moved(since, None)
        self._seen = self._told = self._heard = since
        self._unread = True

    def doing(self) -> str:
        if self._load is not None:
            return self.pen().say("load.again", n=self._loaded)
        name = self.session.thinking
        return self.pen().say("thinking", name=name) if name else self.pen().say("thinking.others")

    def stop(self) -> None:
        if self._load is None:
            self.session.hurry()
            return
        if self._load.kept:
            self.store(self.BEFORE, self.stored[self.KEPT])
        self.tell("load.stopped")
        self._begun()

    def _bot_move(self) -> None:
        try:
            self.session.bot_move()
        except Exception as fault:
            self._moved = None
            if self.session.can_undo:
                self.session.undo()  # else it would be tried again and again
            bot = self.session.wish.bots
            if not is_own(bot):
                raise
            self.cell.show(fault)
            raise UserError("bad.own_bot", bot=bot, fault=type(fault).__name__) from None
        self._unkept_game = self.session.can_undo

    def _load_on(self, load: Load) -> bool:
        """A step of loading; whether there is more to do. A kept game that cannot be read is not thrown away."""
        try:
            self._loaded = next(load.steps)
        except StopIteration as end:
            if self._another_way is not None and self._another_way in self.ways_back():
                self.session.what_if(self._another_way)
            self._another_way = None
            self._begun()
            if self.session.stopped is not None:
                self.tell("load.repaired", why=self.session.stopped.text(self.lang))
            elif end.value:
                self.tell("load.left", n=end.value)
            return self.session.bot_to_move is not None
        except BadSave:
            self._load = None
            if load.kept:
                self.store(self.UNREAD, self.stored[self.KEPT])
                self.store(self.KEPT, None)
                self._begun()
            raise
        return True

    # Hearing ------------------------------------------------------------------------------------------------

    def fault_words(self, fault: Exception) -> str | None:
        return play_menu.fault_words(fault, self.pen()) or super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        session = self.session
        if self.curtain.seat is not None:
            if do != "lift":
                raise UserError("curtain.first", name=session.view.names[self.curtain.seat])
            self._lift()
        elif do in self.MOVES:
            self._move(do, value)
        elif do == "look_at":
            self._looked("look", session.moment_of(int(value)))
        elif self._looked(do, value):
            pass
        elif do == "look_act":
            self._look_amid(value)
        elif do == "what_if":
            session.what_if(int(value))
            self._begun()
        elif do == "come_back":
            session.come_back()
            self._begun()
        elif do == "help" and value in LEVELS:
            self.help.level = value
            self.store("help", value)
        elif do == "pace" and value in PACES:
            self.store("pace", value)
        elif do == "skip":
            self._end_show()
            self._pause()
        elif do == "tick":
            self._tick()
        elif do == "step_on":
            self._tick()
            if self._step is None:
                self._pause()
        elif do == "hint":
            self.help.asked_at = session.actions if self.help.asked_at != session.actions else -1
        elif do == "menu":
            self._menu(str(value))
        elif do == "start":
            wish = self.wish_of(value)
            self._new(seed_of(str(value.get("seed", ""))), wish)
            self._begun()
        elif do == "again" and session.view.over:
            self._again()
            self._begun()
            self.focus_on(".vk-panel [data-home]")
        elif do == "before" and self.BEFORE in self.stored:
            self._load = Load(session.loading(self.stored[self.BEFORE], "game"), False)
        elif do == "undo":
            if session.can_undo:  # else the button that was pressed has gone meanwhile
                self._undo()
        elif do == "refused":
            self.note_refused(value)
        else:
            raise UserError("bad.click", what=do)

    def _move(self, do: str, value: Any) -> None:
        """Something was pressed in the panel or at the table."""
        if self.working:
            raise UserError("thinking.wait")
        if self._step is not None:
            waits = self._waits
            self._end_show()
            if waits:  # pressed twice: what is asked now she has not seen
                self._pause()
                return
        action = self.panel.handle(do, value)
        if action is not None:
            self._act(action)

    def _looked(self, do: str, value: Any) -> bool:
        found, amid = self.timeline.handle(do, value, self.session.actions, self._over), self._looked_from
        if found:
            if amid is not None and self.timeline.at is None and self._over:
                self.focus_on(f'[data-key="look-{amid}"]')  # back at the moment of the end that led there
            self._amid = self._looked_from = None
            self.show.reset()
            self._heard = next_row_number(self.session.view)
        return found

    def _look_amid(self, n: Any) -> None:
        """Look at the table as it lay when something happened, amid all that an action brought about."""
        if n not in {row.n for row in (*self.session.view.events, *self.session.view.ledger)}:
            raise UserError("bad.click", what="look_act")
        first = n if self._looked_from is None else self._looked_from
        self._looked("look", min(self.session.moment_of(n), self.session.actions - 1))
        self._amid, self._looked_from = n, first

    def _act(self, action: Action) -> None:
        """Do it; how it came out is told when the bots have answered."""
        view = self.session.view
        self.session.begin_act(action)
        self.acted()
        self._moved = Moved(next_row_number(view), view.decision)
        self._seen = self._moved.since
        self._unkept_game = True
        self.drawer.close()
        self.timeline.now()
        self.show.reset()
        self._hear()
        self.focus_on(".vk-at-work [data-home]")

    def _answered(self, moved: Moved) -> None:
        """The bots have answered the person's move."""
        self._moved = None
        self._note(moved.since, moved.asked.rules if moved.asked is not None else ())
        self.answered(moved)
        if self.pace != "results":
            self.show.begin(self.session, moved.since, self._stops)
        self._unread = True
        self._pause()

    # Where she looks ------------------------------------------------------------------------------------------

    @property
    def pace(self) -> str:
        """How the others' moves go on: one of :data:`.PACES`."""
        chosen = self.stored.get("pace", PACES[0])
        return chosen if chosen in PACES else PACES[0]

    @property
    def _stops(self) -> Sequence[Any]:
        """Where the others' moves pause, until she goes on."""
        return ()

    @property
    def _stop(self) -> Any:
        """The stop that is next; ``None`` if there is none."""
        return None

    @property
    def _step(self) -> Any:
        """The bot's move that is shown now; ``None`` if none is."""
        return self.show.step(self._stop)

    @property
    def _waits(self) -> bool:
        """Whether nothing is asked while a move is shown: it is time to read."""
        return self._step is not None and self.slowly

    @property
    def _led(self) -> bool:
        """Whether she is shown what has come about, rather than asked."""
        return self._step is not None

    @property
    def _told_from(self) -> int:
        """The number from which on she is still being told what has come about, while she is."""
        step = self._step
        assert step is not None
        return int(step.since)

    @property
    def _led_to(self) -> int | None:
        """After how many actions that is; ``None`` is now."""
        step = self._step
        return None if step is None else int(step.at)

    @property
    def _over(self) -> bool:
        """Whether the game is over, and she has been shown how."""
        return self.session.view.over and not self._led

    @property
    def _tells(self) -> bool:
        """Whether what is looked at is where she is led: the present, a bot's move that is shown."""
        return self.timeline.at == self._led_to and self.timeline.eyes == self.session.me

    @property
    def _looking(self) -> bool:
        """Whether she looks at anything but the present, or through other eyes."""
        return self.timeline.at is not None or self.timeline.eyes != self.session.me

    @property
    def _wanted(self) -> bool:
        """Whether the panel stands there: in the present, and beside a bot's move that she may press past."""
        return not self._looking or self._step is not None

    @property
    def sight(self) -> Any:
        """What is looked at."""
        at = self.timeline.at
        if at is not None and self._amid is not None and self.timeline.eyes == self.session.me:
            return self.session.view_amid(self._amid)
        return self.session.view_at(self.session.actions if at is None else at, self.timeline.eyes)

    @property
    def _before(self) -> Any:
        """The table before what is shown or told: what has changed since is marked; ``None`` if nothing is."""
        step = self._step
        return self.session.view_at(step.at - 1) if self._tells and step is not None else None

    def _pause(self) -> None:
        """Where a bot's move is shown, look at it; else she is wanted."""
        self._settle()
        if self._step is not None:
            self.focus_on(".vk-show .vk-show-next")
        elif not self._led and not self.session.view.over:
            self.focus_on(".vk-panel [data-home]")

    def _settle(self) -> None:
        """Look at the move that is shown; lead her to what cannot be passed by."""
        self.timeline.at, self._amid = self._led_to, None
        self._hear()
        if self._over:
            self.focus_on(".vk-result [data-home]")

    def _hear(self, aloud: bool = True) -> None:
        """What has come about in what is looked at, and has not been heard; what is passed by makes no sound."""
        view = self.sight
        if aloud:
            self.sound(self.sounds(view, self._heard))
        self._heard = max(self._heard, next_row_number(view))

    def _tick(self) -> None:
        """On to the next move; a tick that comes too late finds nothing to do."""
        if self._step is not None:
            self.show.go_on()
            self._settle()

    def _end_show(self) -> None:
        self.show.skip(self._stop)
        self.timeline.at = self._led_to
        self._hear(False)

    def _read_out(self, view: Any, pen: HtmlWriter) -> None:
        """Have read out what is new in what she is shown, and nothing that comes later; last, what she is asked."""
        wanted = self._unread and not self._led
        if self.working or not self._tells or not (wanted or next_row_number(view) > self._told):
            return
        said = (
            self.spoken_first(pen),
            log_html.news(view, self._told, pen),
            self.spoken(pen),
            self.panel.question(view, pen) if wanted else "",
        )
        self.announce(" ".join(words for words in said if words))
        self._told, self._unread = next_row_number(view), self._unread and not wanted

    def _note(self, before: int, used: tuple[str, ...]) -> None:
        """What the learner has used and met by this move."""
        view = self.session.view
        events = [event for event in view.events if event.n >= before]
        own = [rule for event in events if event.seat == self.session.me for rule in event.rules]
        self.note_used(dict.fromkeys((*used, *own)))
        self.note_met(rule for event in events for rule in event.rules)
        self.note_met(rule for entry in view.ledger if entry.n >= before for rule in entry.rules)

    # The menu -------------------------------------------------------------------------------------------------

    def _menu(self, which: str) -> None:
        if which == "undo" and not self.session.can_undo:
            return
        if which == "undo" and not self.session.crossing().seen:
            self._undo()
        elif which == "save":
            self.download(f"{self.GAME}-{self.session.seed}-{self.session.actions}.json", self.session.save_text())
        elif which == "export":
            self.download(f"{self.GAME}-game-{self.session.seed}.json", self.session.whole_game())
        else:
            self.drawer.toggle(which)
            self.focus_on(".vk-drawer h2")

    def _undo(self) -> None:
        self.session.undo()
        self._begun()

    def file(self, do: str, name: str, content: bytes) -> None:
        self._load = Load(self.session.loading(content, name), False)

    def _begun(self) -> None:
        """The game on the table is another one, or an earlier one: nothing in it is new."""
        self._seen = self._heard = self._told = next_row_number(self.session.view)
        self._unread = False
        self.drawer.close()
        self.timeline = Timeline(self.session.me)
        self.show.reset()
        self._load = self._moved = self._amid = self._looked_from = None
        self._unkept_game = self.session.can_undo
        self.curtain.begin(self.session)
        if self.curtain.seat is not None:
            self._hidden()
        else:
            self.announce(self.panel.question(self.session.view, self.pen()))

    def keep(self) -> None:
        """Have the browser store the game; a what-if is not stored, so that it never takes the game's place."""
        if self._unkept_game and not self.session.branches:
            self.store(self.KEPT, self.session.save_text())
            if self.stored.get(last_key(self.GAME)) != self.KEPT:
                self.store(last_key(self.GAME), self.KEPT)
        self._unkept_game = False
        super().keep()

    # Showing ------------------------------------------------------------------------------------------------

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        if self._load is not None and self._load.kept:
            return {"head": self._head(), "panel": self._panel(pen), "foot": foot(pen)}
        if self.curtain.seat is not None:
            return self._behind(pen)
        session, line, view = self.session, self.timeline, self.sight
        self._read_out(view, pen)
        over = self._over
        return {
            "panel": self._panel(pen) if self.working or self._wanted else Html(""),
            "head": self.kept(
                "head",
                (pen.lang, *self.looks.values(), session.can_undo, self.help.level, self.pace),
                self._head,
            ),
            "intro": Html("") if session.can_undo else self.intro(pen),
            "drawer": self.drawer.html(session, pen, self.BEFORE in self.stored),
            "advice": Html("") if self._looking or self.working else self._advice(pen),
            "result": joined(
                [line.otherwise(session, self.GAME, pen), self.result(session.view, pen), self.afterwards(pen)]
            )
            if over and not self._looking
            else Html(""),
            "show": self._shown_now(view, pen) if self._tells and self._led else Html(""),
            "timeline": line.html(view, session.actions, over, pen) if session.can_undo else Html(""),
            "past": self._past(view, pen),
            **self.kept("log", (view, pen.lang, self._seen), lambda: log_html.pieces(view, pen, self._seen, look=True)),
            "foot": foot(pen),
            **self.table(view, pen),  # last: what lies on the table may follow from what the panel has just shown
        }

    def _past(self, view: Any, pen: HtmlWriter) -> Html:
        """What is said of the past or the what-if that is looked at; the way back stays while others move."""
        if self._led:
            return self.timeline.branch_note(self.session, pen)
        return self.timeline.notice(view, self.session, self.ways_back, pen, self._amid)

    def _behind(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """The curtain alone."""
        empty = {name: Html("") for name in self._shown if ":" not in name}
        head = self.top(self.pen("head"), tag("h1", self.heading(pen), cls="vk-unseen"))
        return {**empty, "head": head, "panel": self.curtain.html(self.session.view.names, pen), "foot": foot(pen)}

    def _shown_now(self, view: Any, pen: HtmlWriter) -> Html:
        """The others' move that is shown now."""
        return self.show.html(view, pen, self.slowly)

    def _panel(self, pen: HtmlWriter) -> Html:
        if self.working:
            return self.work_box(pen, "thinking.stop" if self._load is None else "load.stop")
        view = self.session.view
        if self._waits:  # who knows the game presses on, and does not wait for it
            return tag("p", pen.say("show.wait"), cls="vk-hint vk-waits", lang=pen.lang)
        if view.decision is not None:
            return self._asked(view, pen)
        return tag("p", pen.say("over.hint" if view.over else self.waits(view)), cls="vk-hint", lang=pen.lang)

    def _asked(self, view: Any, pen: HtmlWriter) -> Html:
        """The open question with its answers."""
        found: Html = self.panel.html(view, pen)
        return found

    def _advice(self, pen: HtmlWriter) -> Html:
        """Advice, or the way to it."""
        return self.help.html(self.session, pen, self.said)

    def _head(self) -> Html:
        pen = self.pen("head")
        absent = () if self.session.can_undo else ("undo",)
        title = tag("h1", self.heading(pen), cls="vk-unseen")
        every = tools(self.pen("tools"), self.looks)
        end = play_menu.one_row(pen, self.MENU, absent, self.help.level, self.pace, every)
        return joined([*self.home(pen), title, *end])
