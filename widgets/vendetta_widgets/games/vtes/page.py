"""The page on which a person plays a whole game of V:TES against bots, in its rules of 8 October 1998."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from ... import art, log
from ...controls import button, link
from ...pen import Html, Pen, joined, tag
from ...play_page import PlayPage
from ...shared import hole, jumps
from ...sounds import heard
from . import table
from .new_game import NewGame
from .panel import Panel
from .playing import BEFORE, KEPT, wish_of
from .strip import strip
from .told import SOUNDS, banners, lately

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vendetta_kit.games.vtes.engine.views import View
    from vendetta_kit.kernel.actions import Action

    from .playing import Wish

__all__ = ["VtesPage", "play_vtes"]

FIRST_LESSON: Final = "vtes/00_first_bleed"


def play_vtes(seed: int | None = None, lang: str | None = None, name: str = "") -> VtesPage:
    """Play a game of V:TES on the page, against bots.

    Args:
        seed: decides everything random; left out, any.
        lang: ``"en"`` or ``"de"``; left out, the browser's.
        name: the person's name.

    What is left out may stand in the page's address, as in ``?seed=7&lang=de&name=Ada&players=3&deck=court``. A page
    that is opened again without a seed goes on with the game that this browser has kept.

    >>> play_vtes(seed=7, lang="en").session.view.names
    ('Ann', 'Bob', 'Cy')
    """
    return VtesPage(seed, lang, name)


class VtesPage(PlayPage):
    """One person's table of V:TES: the ring of players, what goes on, her hand, the open decision, the log."""

    GAME: ClassVar[str] = "vtes"
    KEPT: ClassVar[str] = KEPT
    BEFORE: ClassVar[str] = BEFORE
    UNREAD: ClassVar[str] = "vtes-game-unread"
    SETTINGS: ClassVar[tuple[str, ...]] = ("seed", "players", "deck", "bots", "rounds", "ask_always", "ante")

    def __init__(self, seed: int | None = None, lang: str | None = None, name: str = "", wish: Any = None) -> None:
        super().__init__(seed, lang, name, wish)
        self.panel = Panel(lambda action: self.session.why_not(action))
        self.drawer = NewGame()
        self._more: list[Action] = []  # to be done right after the move that comes
        self._bunch = (0, 0)  # after how many actions a move was done, and how many more with it

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        self._more = []
        if do == "pick":
            self.panel.handle(do, value)
            self.focus_on(".vk-panel [data-home]")
        elif do == "act_times":
            times, again = value
            action = self.panel.handle("act", again)
            self._more = [action] * (int(times) - 1) if action is not None else []
            super().handle("act", again)
        else:
            super().handle(do, value)

    def acted(self) -> None:
        """Do what was asked for several times at once as often as that."""
        more, self._more = self._more, []
        for action in more:
            self.session.begin_act(action)
        self._bunch = (self.session.actions, len(more))

    def _undo(self) -> None:
        """Take the last move back; what was done several times at once goes at once."""
        actions, more = self._bunch
        for _ in range(more if self.session.actions == actions else 0):
            self.session.undo()
        super()._undo()

    # What is V:TES's own --------------------------------------------------------------------------------------

    def wish_of(self, given: Mapping[str, Any]) -> Wish:
        return wish_of(given)

    def said(self, action: Action) -> str:
        return self.panel.said(action, self.session.view, self.pen())

    def heading(self, pen: Pen) -> str:
        return pen.say("vtes.title")

    def intro(self, pen: Pen) -> Html:
        edition = tag("p", pen.say("vtes.edition"), cls="vt-edition")
        learn = link(pen.say("vtes.learn"), FIRST_LESSON)
        return tag("div", tag("p", pen.say("vtes.intro"), " ", learn), edition, lang=pen.lang)

    def sounds(self, view: View, since: int) -> Iterable[str]:
        return heard(view, since, SOUNDS)

    def waits(self, view: View) -> str:
        return "waiting" if view.seats[self.session.me].here else "out.hint"

    def result(self, view: View, pen: Pen) -> Html:
        return table.result(view, pen)

    def afterwards(self, pen: Pen) -> Html:
        ways = [
            button(pen.say("over.again"), "again", cls="vk-primary"),
            button(pen.say("over.deal"), "menu", "new", data_key="over-new"),
        ]
        home = tag("p", link(pen.say("lesson.home"), "00_start_here"), cls="vk-ways")
        return joined([tag("div", ways, cls="vk-buttons", lang=pen.lang), home])

    # Showing ------------------------------------------------------------------------------------------------

    def frame(self, pen: Pen) -> Html:
        return self.kept("frame", (pen.lang, self.beginner), lambda: _frame(pen, self.beginner))

    def table(self, view: View, pen: Pen) -> Mapping[str, Html]:
        before, step = self._before, self._step
        since = self._seen if step is None else step.since
        quiet = Html("") if step is not None or view.over else lately(view, pen)
        return {
            "clock": self.kept("clock", (view, pen.lang), lambda: table.clock(view, pen)),
            "stage": strip(view, pen) or quiet,
            "moment": banners(view, since, pen) if self._tells else Html(""),
            "players": self.kept("players", (view, pen.lang, before), lambda: table.players(view, pen, before)),
            "fan": self.panel.hand(view, pen, live=not self._looking and not self.working),
            "edition": tag("p", pen.say("vtes.edition"), cls="vt-edition", lang=pen.lang),
        }


def _frame(pen: Pen, beginner: bool) -> Html:
    """Say where everything goes: what goes on above the table, the hand below it, what is asked beside both.

    On a narrow page what goes on stands first, then what is asked, then the hand and the table.
    """
    top = tag("div", hole("head"), hole("intro"), hole("drawer"), hole("clock"), cls="vk-top")
    stage = tag("div", hole("moment"), hole("stage"), hole("show"), cls="vt-stage")
    holes = [hole(name) for name in ("past", "panel", "advice")]
    beside = tag("div", holes, log.frame(pen), hole("timeline"), cls="vk-beside")
    side = tag("div", beside, cls="vk-side")
    main = tag("div", stage, side, hole("fan", "vt-hold"), tag("div", hole("players"), cls="vk-felt"), cls="vk-main")
    cls = "vk-game vk-one-line vt-game" + (" vk-beginner" if beginner else "")
    parts = [hole("alert"), hole("result"), main, jumps(pen, ".vt-stage"), hole("edition"), hole("foot")]
    return tag("div", Html(art.sheet()), top, parts, cls=cls)
