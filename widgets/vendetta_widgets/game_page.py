"""The game page: a game at the table, from the first choice to the final score.

:class:`GamePage` is an ordinary widget: the last line of a notebook cell shows it. All that it shows is made from the
view of the person's own seat. Nothing raises out of it: whatever goes wrong is told in words, in the page.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from vendetta_kit.games.vendetta.engine.actions import EndTurn
from vendetta_kit.games.vendetta.engine.tables import PLANNING_TURNS
from vendetta_kit.games.vendetta.wording.log import after
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.kernel.refusal import BadSetup

from . import game_frame, log, table
from .betting import Bet
from .controls import button, link
from .drawer import Drawer, wish_of
from .help import LEVELS, Help
from .learner import LearnerPage
from .lesson_page import way_to
from .panel import Ask, Panel
from .pen import Html, Pen, joined, tag
from .recap import Recap, moments
from .session import BEFORE, KEPT, ME, BadSave, NotASeed, Session, Wish, keeps, seed_of
from .shared import foot
from .show import Show, meanwhile
from .sounds import heard
from .surface import Told
from .timeline import Timeline

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View
    from vendetta_kit.kernel.decisions import Decision

    from .show import Step

__all__ = ["GamePage", "play"]

AFTERWARDS: Final = "three_players"
"""The lesson that follows in the course."""
MOVES: Final = ("step", "aim", "drain", "act")
"""What a person does in the panel and at the table."""


class Moved(NamedTuple):
    """A move of the person that the bots have not answered yet: events from number ``since`` on follow from it."""

    since: int
    asked: Decision | None


class Load(NamedTuple):
    """A game that is being loaded; ``kept``: the one that the browser has kept, and there is no other to show."""

    steps: Generator[int, None, int]
    kept: bool


def play(seed: int | None = None, lang: str | None = None, name: str = "") -> GamePage:
    """A game to be played on the page, against bots.

    Args:
        seed: decides everything random; left out, any.
        lang: ``"en"`` or ``"de"``; left out, the browser's.
        name: the person's name.

    What is left out may stand in the page's address, as in ``?seed=7&lang=de&name=Ada&players=3``. A page that is
    opened again without a seed goes on with the game that this browser has kept.
    """
    return GamePage(seed, lang, name)


class GamePage(LearnerPage):
    """One person's table: menu and language, the open decision, the log, the Locations, the players."""

    KEPT: ClassVar[str] = KEPT
    """Under this name the browser keeps the game."""
    BEFORE: ClassVar[str] = BEFORE
    """… and the one before it."""
    UNREAD: ClassVar[str] = "game-unread"
    """… and one that could not be read."""
    MENU: ClassVar[tuple[str, ...]] = ("new", "undo", "save", "load", "export")

    def __init__(
        self, seed: int | None = None, lang: str | None = None, name: str = "", wish: Wish | None = None
    ) -> None:
        super().__init__(lang)
        self.session = Session(seed, name, wish)
        self.panel = Panel(Ask(lambda action: self.session.why_not(action), lambda at: self.session.view.fee(at)))
        self.timeline = Timeline(ME)
        self.help = Help()
        self.drawer = Drawer()
        self.bet = Bet()
        self.recap = Recap()
        self.asks_end = False
        """Whether the end of a turn is asked for even where all that is left can be done in the next one."""
        self._ended = False  # her turn has just ended by itself
        self.show = Show()
        self._given = seed is not None
        self._seen = 0  # events from this number on are new
        self._heard = 0  # what happens from this number on has not been heard
        self._told = 0  # … nor read out
        self._unread = False  # what she is asked has not been read out, either
        self._moved: Moved | None = None
        self._load: Load | None = None
        self._loaded = 0  # moves made again in what is being loaded
        self._unkept_game = False  # the browser does not have it as it stands

    # Arriving -----------------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        """Begin as the address says, or go on with the game that the browser has kept."""
        super().arrived(query)
        self.help.level = query.get("help", self.stored.get("help", self.help.level))
        self.asks_end = "asks-end" in self.stored
        asked = any(key in query for key in ("seed", "players", "location_cards", "relics", "teams", "bots"))
        if self._given or not (asked or self.KEPT in self.stored):
            pass
        elif asked:
            try:
                self._as_asked(seed_of(query.get("seed", "")), wish_of(query))
            except (NotASeed, BadSetup) as fault:
                self._tell_fault(fault)
        else:
            self._go_on()
        if self._load is None:
            self._begun()

    def _go_on(self) -> None:
        """Load the game that this browser has kept."""
        self._load = Load(self.session.loading(self.stored[self.KEPT], "game"), True)

    def _as_asked(self, seed: int | None, wish: Wish) -> None:
        """Begin the game that the address asks for; if it is the one that the browser has kept, go on with that."""
        if seed is not None and keeps(self.stored.get(self.KEPT, ""), wish, seed):
            self._go_on()
        else:
            self._new(seed, wish)

    def _new(self, seed: int | None, wish: Wish) -> None:
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
        if session.bot_to_move is not None:
            self._bot_move()
        if session.bot_to_move is not None:
            return True
        if self._moved is not None:
            self._answered(self._moved)
        return False

    def doing(self) -> str:
        if self._load is not None:
            return self.pen().say("load.again", n=self._loaded)
        seat = self.session.bot_to_move
        assert seat is not None
        return self.pen().say("thinking", name=self.session.view.names[seat])

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
        except Exception:
            self._moved = None
            if self.session.can_undo:
                self.session.undo()  # else it would be tried again and again
            raise
        self._unkept_game = self.session.can_undo

    def _load_on(self, load: Load) -> bool:
        """A step of loading; whether there is more to do. A kept game that cannot be read is not thrown away."""
        try:
            self._loaded = next(load.steps)
        except StopIteration as end:
            self._begun()
            if end.value:
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
        pen = self.pen()
        if isinstance(fault, BadSave):
            return pen.say("bad.save", fault=fault.text(pen.lang))
        if isinstance(fault, NotASeed):
            return pen.say("bad.seed", seed=str(fault))
        if isinstance(fault, BadSetup | BadAction):
            return pen.say("bad.setup", fault=fault.text(pen.lang))
        return super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        session = self.session
        if do in MOVES and self.working:
            raise Told("thinking.wait")
        if do in MOVES and self._step is not None:
            self._end_show()
        if do in MOVES:
            action = self.panel.handle(do, value)
            if action is not None:
                self._act(action)
        elif do == "look_at":
            self._looked("look", session.moment_of(int(value)))
        elif self._looked(do, value) or self.bet.handle(do, value, session.view):
            pass
        elif do == "what_if":
            session.what_if(int(value))
            self._begun()
        elif do == "come_back":
            session.come_back()
            self._begun()
        elif do == "help" and value in LEVELS:
            self.help.level = value
            self.store("help", value)
        elif do == "asks_end":
            self.asks_end = not self.asks_end
            self.store("asks-end", "yes" if self.asks_end else None)
        elif do == "recap_on":
            self.recap.go_on(session)
            self.bet.read()
            self._pause()
        elif do == "skip":
            self._end_show()
            self._pause()
        elif do == "tick":
            self._tick()
        elif do == "hint":
            self.help.asked_at = session.actions
        elif do == "menu":
            self._menu(str(value))
        elif do == "start":
            wish = wish_of(value)
            self._new(seed_of(str(value.get("seed", ""))), wish)
            self._begun()
        elif do == "again" and session.view.over:
            self._again()
            self._begun()
            self.focus_on(".vk-panel [data-home]")
        elif do == "before" and self.BEFORE in self.stored:
            self._load = Load(self.session.loading(self.stored[self.BEFORE], "game"), False)
        elif do == "undo":
            self._undo()
        elif do == "refused":
            self.note_refused(value)
        else:
            raise Told("bad.click", what=do)

    def _looked(self, do: str, value: Any) -> bool:
        found = self.timeline.handle(do, value, self.session.actions, self._over)
        if found:
            self.show.reset()
            self._heard = after(self.session.view)
        return found

    def _act(self, action: Action) -> None:
        """Do it; how it came out is told when the bots have answered."""
        view = self.session.view
        self.bet.before(view)
        self.session.begin_act(action)
        self._ended = not self.asks_end and self._is_done()
        if self._ended:
            self.session.begin_act(EndTurn())
        since = view.events[-1].n + 1 if view.events else 0
        self._moved = Moved(since, view.decision)
        self._seen = self._moved.since
        self._unkept_game = True
        self.drawer.close()
        self.timeline.now()
        self.recap.reset()
        self.show.reset()
        self._hear()
        self.focus_on(".vk-at-work [data-home]")

    def _is_done(self) -> bool:
        """Whether the person has played, and whatever else she may do now she may do in her next turn as well."""
        view = self.session.view
        asked = view.decision
        last = PLANNING_TURNS[len(view.seats)][view.round - 1]
        return asked is not None and asked.kind == "after_play" and (view.turn_number or last) < last

    def _answered(self, moved: Moved) -> None:
        """The bots have answered the person's move."""
        self._moved = None
        self._note(moved.since, moved.asked.rules if moved.asked is not None else ())
        self.bet.after(self.session.view)
        self.recap.begin(self.session, moved.since)
        if not self.calm:
            self.show.begin(self.session, moved.since, self.recap.stops)
        self._unread = True
        self._pause()

    @property
    def slowly(self) -> bool:
        """Whether the others' moves leave time to be read: where help is shown."""
        return self.help.level == "shown"

    @property
    def _step(self) -> Step | None:
        """The bot's move that is shown now."""
        return self.show.step(self.recap.stop)

    @property
    def _over(self) -> bool:
        """Whether the game is over, and she has been shown how."""
        return self.session.view.over and self._step is None and self.recap.at is None

    @property
    def _tells(self) -> bool:
        """Whether what is looked at is where she is led: the present, a stop, a bot's move that is shown."""
        at = self.recap.at if self._step is None else self._step.at
        return self.timeline.at == at and self.timeline.eyes == ME

    @property
    def sight(self) -> View:
        """What is looked at; at a stop and a reveal it lies amid all that an action brought about."""
        session, line, step, stop = self.session, self.timeline, self._step, self.recap.stop
        until = meanwhile(session, self._moved.since) if self._tells and self._moved is not None else None
        if until is not None:
            return session.view_amid(until)
        if self._tells and step is not None and step.beat:
            return session.view_amid(step.until, step.state)
        if self._tells and step is None and stop is not None:
            return session.view_amid(stop.n)
        return session.view_at(session.actions if line.at is None else line.at, line.eyes)

    @property
    def _before(self) -> View | None:
        """The table before what is shown or told: what has changed since is marked."""
        if not self._tells or (self._step is None and self.recap.stop is None):
            return None
        step = self._step
        if step is not None:
            return self.session.view_amid(step.before) if step.beat else self.session.view_at(step.at - 1)
        return self.recap.before(self.session)

    def _pause(self) -> None:
        """Where a bot's move is shown, or stop where a Location was resolved without the person; else she is wanted."""
        self._settle()
        if self._step is not None:
            self.focus_on(".vk-show .vk-skip")
        elif self.recap.at is None and not self.session.view.over:
            self.focus_on(".vk-panel [data-home]")

    def _settle(self) -> None:
        """Look at the move that is shown, or at the stop; lead her to what cannot be passed by."""
        step = self._step
        self.timeline.at = self.recap.at if step is None else step.at
        self._hear()
        if step is not None:
            return
        if self.recap.at is not None:
            self.focus_on(".vk-recap [data-home]")
        elif self.session.view.over:
            self.focus_on(".vk-result [data-home]")

    def _hear(self, aloud: bool = True) -> None:
        """What has come about in what is looked at, and has not been heard; what is passed by makes no sound."""
        view = self.sight
        if aloud:
            self.sound(heard(view, self._heard))
        self._heard = max(self._heard, after(view))

    def _tick(self) -> None:
        """On to the next move; a tick that comes too late finds nothing to do.

        The focus is only led away at a stop, and where an outcome begins: that is to be seen.
        """
        if self._step is not None:
            self.show.go_on()
            self._settle()
            if self._step is not None and self._step.beat == "reveal":
                self.focus_on(".vk-show .vk-skip")

    def _read_out(self, view: View, pen: Pen) -> None:
        """Have read out what is new in what she is shown, and nothing that comes later; last, what she is asked."""
        wanted = self._unread and self._step is None and self.recap.at is None
        if self.working or not self._tells or not (wanted or after(view) > self._told):
            return
        ended = self._ended and self._told <= self._seen
        said = (
            pen.say("end.itself", ask=pen.say("end.ask")) if ended else "",
            log.news(log.chapters(view, pen), self._told, pen),
            self.spoken(pen),
            self.panel.question(view, pen) if wanted else "",
        )
        self.announce(" ".join(words for words in said if words))
        self._told, self._unread = after(view), self._unread and not wanted

    def _end_show(self) -> None:
        self.show.skip(self.recap.stop)
        self.timeline.at = self.recap.at
        self._hear(aloud=False)

    def _note(self, before: int, used: tuple[str, ...]) -> None:
        """What the learner has used and met by this move."""
        view = self.session.view
        events = [event for event in view.events if event.n >= before]
        own = [rule for event in events if event.seat == ME for rule in event.rules]
        self.note_used(dict.fromkeys((*used, *own)))
        self.note_met(rule for event in events for rule in event.rules)
        self.note_met(rule for entry in view.ledger if entry.n >= before for rule in entry.rules)

    def _menu(self, which: str) -> None:
        if which == "undo" and not self.session.crossing().seen:
            self._undo()
        elif which == "save":
            self.download(f"vendetta-{self.session.seed}-{self.session.actions}.json", self.session.save_text())
        elif which == "export":
            self.download(f"vendetta-game-{self.session.seed}.json", self.session.whole_game())
        else:
            self.drawer.toggle(which)
            self.focus_on(".vk-drawer h2")

    def _undo(self) -> None:
        self.session.undo()
        if not self.asks_end and self._is_done():
            self.session.undo()  # the turn ended by itself: the play before it is what she takes back
        self._begun()

    def file(self, do: str, name: str, content: bytes) -> None:
        self._load = Load(self.session.loading(content, name), False)

    def _begun(self) -> None:
        """The game on the table is another one, or an earlier one: nothing in it is new."""
        events = self.session.view.events
        self._seen = events[-1].n + 1 if events else 0
        self._heard = self._told = after(self.session.view)
        self._unread = False
        self.drawer.close()
        self.timeline.reset()
        self.bet.reset()
        self.recap.reset()
        self.show.reset()
        self._load = self._moved = None
        self._ended = False
        self._unkept_game = self.session.can_undo
        self.announce(self.panel.question(self.session.view, self.pen()))

    def keep(self) -> None:
        if self._unkept_game:
            self.store(self.KEPT, self.session.save_text())
            self._unkept_game = False
        super().keep()

    # Showing ------------------------------------------------------------------------------------------------

    def frame(self, pen: Pen) -> Html:
        return self.kept("frame", (pen.lang, self.beginner), lambda: game_frame.frame(pen, self.beginner))

    @property
    def beginner(self) -> bool:
        """Whether rules stand beside what is said as a quiet sign, without their codes."""
        return self.help.level == "shown"

    def parts(self, pen: Pen) -> Mapping[str, Html]:
        if self._load is not None and self._load.kept:
            return {"head": self._head(), "panel": self._panel(pen), "foot": foot(pen)}
        session, line = self.session, self.timeline
        looking = line.at is not None or line.eyes != ME
        view, before, step, told = self.sight, self._before, self._step, self._tells
        counts, over = self.help.counts, self._over
        self.panel.counts = counts
        self._read_out(view, pen)
        wanted = not looking or (step is not None and self.recap.at is None)  # who presses on does not wait for it
        panel = self._panel(pen) if self.working or wanted else Html("")
        aims = {} if looking or self.working else self.panel.aims(view, pen)
        aiming = self.panel.aiming if aims else ""
        return {
            "head": self.kept(
                "head",
                (pen.lang, *self.looks.values(), session.can_undo, over, self.help.level),
                self._head,
            ),
            "intro": Html("") if session.can_undo else self.intro(pen),
            "coach": self.coach(pen),
            "drawer": self.drawer.html(session, pen, self.BEFORE in self.stored),
            **self.kept(
                "table", (view, pen.lang, counts, before), lambda: game_frame.around(view, pen, counts, before)
            ),
            "places": self.kept(
                "places",
                (view, pen.lang, counts, aiming, before),
                lambda: table.places(view, pen, counts, aims, before),
            ),
            "recap": self.kept(
                "recap", (view, pen.lang, before, *self.recap.state), lambda: self.recap.html(view, before, pen)
            )
            if told and step is None
            else Html(""),
            "show": self.show.html(view, before, step, pen, counts, self.slowly) if step is not None else Html(""),
            "moment": moments(view, self.recap.since if step is None else step.since, pen) if told else Html(""),
            "panel": panel,
            "bar": self.panel.confirm(view, pen) if aims else Html(""),
            "advice": Html("") if looking or self.working else self._advice(pen),
            "bet": self._bet(looking, pen),
            "result": self._result(pen),
            "timeline": line.html(view, session.actions, over, pen) if session.can_undo else Html(""),
            "past": Html("")
            if self.recap.at is not None or step is not None
            else line.notice(view, session.actions, session.turning_points, session.branches, pen),
            **self.kept("log", (view, pen.lang, self._seen), lambda: log.pieces(view, pen, self._seen, look=True)),
            "foot": foot(pen),
        }

    def heading(self, pen: Pen) -> str:
        """What the page is called for those who hear it."""
        return pen.say("game.title")

    def intro(self, pen: Pen) -> Html:
        """What the game is about, until her first move."""
        return tag("p", pen.say("intro"), lang=pen.lang)

    def coach(self, pen: Pen) -> Html:
        """What she is told beside the game; here nothing."""
        return Html("")

    def spoken(self, pen: Pen) -> str:
        """The same, to be read out."""
        return ""

    def _bet(self, looking: bool, pen: Pen) -> Html:
        """The prediction: asked where she is wanted, and at a stop how it came out."""
        if looking and (self.recap.at is None or self._step is not None):
            return Html("")
        return self.bet.html(self.session.view, pen, offered=self.help.counts and not looking and not self.working)

    def _panel(self, pen: Pen) -> Html:
        if self.working:
            return self.work_box(pen, "thinking.stop" if self._load is None else "load.stop")
        view = self.session.view
        if view.decision is not None:
            return joined([self._end_note(pen), self.panel.html(view, pen)])
        key = "over.hint" if view.over else "out.hint" if view.seats[ME].out else "waiting"
        return tag("p", pen.say(key), cls="vk-hint", lang=pen.lang)

    def _end_note(self, pen: Pen) -> Html | None:
        """That her turn ended by itself, why, and how to be asked."""
        if not self._ended or self.asks_end:
            return None
        words = pen.say("end.itself", ask=pen.say("end.ask"))
        return tag("p", pen.told(words, ("PLAN-22",)), cls="vk-hint vk-ended", lang=pen.lang)

    def _advice(self, pen: Pen) -> Html:
        """Advice, or the way to it; and in Planning whether the end of a turn is asked for."""
        asked = self.session.view.decision
        ends = asked is not None and asked.kind in ("plan", "after_play")
        toggle = button(pen.say("end.ask"), "asks_end", cls="vk-quiet", on=self.asks_end) if ends else None
        return joined([self.help.html(self.session, pen), toggle])

    def _result(self, pen: Pen) -> Html:
        """Who won and why, what to do now, and where the course goes on; it stays while she looks back."""
        view = self.session.view
        if not self._over:
            return Html("")
        return joined([table.result(view, pen), self.afterwards(pen)])

    def afterwards(self, pen: Pen) -> Html:
        """What to do after the game, and where the course goes on."""
        next_ = [
            button(pen.say("over.again"), "again", cls="vk-primary"),
            button(pen.say("over.deal"), "menu", "new", data_key="over-new"),
            link(pen.say("over.blood"), "dashboards/blood"),
            link(pen.say("over.influence"), "dashboards/influence"),
        ]
        ways = tag("p", way_to(AFTERWARDS, pen), " ", link(pen.say("lesson.home"), "00_start_here"), cls="vk-ways")
        return joined([tag("div", next_, cls="vk-buttons", lang=pen.lang), ways])

    def _head(self) -> Html:
        pen = self.pen("head")
        absent = {"undo": not self.session.can_undo, "export": not self._over}
        menu, helps = game_frame.menu(pen, [which for which in self.MENU if not absent.get(which)], self.help.level)
        return self.top(pen, tag("h1", self.heading(pen), cls="vk-unseen"), menu, helps)
