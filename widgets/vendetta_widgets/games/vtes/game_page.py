"""The page on which a person plays a whole game of V:TES against bots, in its rules of 8 October 1998."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit.games.vtes.engine.actions import Pass
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.actions import Action

from ... import log_html, play_menu
from ...controls import button, link
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import hole, jumps
from ...play_page import PlayPage
from ...sounds import heard
from . import table_html
from .decision_panel import Panel
from .game_summary import how_it_came
from .move_replay import VtesMoveReplay
from .new_game_form import NewGame
from .phase_banner import strip
from .session_setup import BEFORE, KEPT, BadList, Wish, wish_of
from .table_news import SOUNDS, banners, lately

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


__all__ = ["VtesPage", "play_vtes"]

FIRST_LESSON: Final = "vtes/00_first_bleed"
LET_GO: Final = ("block", "react", "out_of_turn", "answer")
"""What is passed by where she has said that she does nothing more in this turn; votes and combat she is asked about."""
ADDED: Final = 3
"""So much may cards still add to a bleed; if it could take her last pool then, she is asked."""


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
    SETTINGS: ClassVar[tuple[str, ...]] = ("seed", "players", "deck", "list", "bots", "rounds", "ask_always", "ante")
    MAY_LET_GO: ClassVar[bool] = True
    """Whether she may let all go by until a turn is over."""

    drawer: NewGame

    def __init__(self, seed: int | None = None, lang: str | None = None, name: str = "", wish: Any = None) -> None:
        super().__init__(seed, lang, name, wish)
        self.panel = Panel(lambda action: self.session.why_not(action), lets_go=self._may_let_go)
        self.drawer = NewGame()
        self.show = VtesMoveReplay()
        self._more: list[Action] = []  # to be done right after the move that comes
        self._let_go = 0  # the turn in which she is about to say so
        self._lets_go = 0  # the turn in which she does nothing more

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        self._more, self._let_go = [], 0
        if do == "pick":
            self.panel.handle(do, value)
            self.focus_on(".vk-panel [data-home]")
        elif do == "act_times":
            times, again = value
            action = self.panel.handle("act", again)
            self._more = [action] * (int(times) - 1) if action is not None else []
            super().handle("act", again)
        elif do == "let_go" and self._may_let_go(self.session.view):
            self._let_go = self.session.view.moment.turn
            super().handle("act", Pass().to_json())
        else:
            super().handle(do, value)

    def acted(self) -> None:
        """Do what was asked for several times at once as often as that; from here on let go by what she wants to."""
        more, self._more = self._more, []
        for action in more:
            self.session.begin_act(action, with_last=True)
        self._lets_go = self._let_go or self._lets_go

    def _may_let_go(self, view: View) -> bool:
        """Whether she may let by what she is asked, unasked: an answer in another's turn, and it cannot oust her."""
        asked, acts = view.decision, view.action
        if asked is None or asked.kind not in LET_GO or view.moment.seat == asked.seat or Pass() not in asked.legal:
            return False
        bled = acts is not None and acts.kind == "bleed" and acts.target is not None and acts.target.seat == asked.seat
        last = bled and acts is not None and view.seats[asked.seat].pool <= acts.bleed + ADDED
        return self.MAY_LET_GO and self.session.people == 1 and not last

    def goes_on(self) -> bool:
        view = self.session.view
        if self._lets_go != view.moment.turn or not self._may_let_go(view):
            return False
        self.session.begin_act(Pass(), with_last=True)
        self._unkept_game = True
        return True

    def _begun(self) -> None:
        super()._begun()
        self._lets_go = 0

    # What is V:TES's own --------------------------------------------------------------------------------------

    def wish_of(self, given: Mapping[str, Any]) -> Wish:
        self.drawer.tell(None)
        try:
            return wish_of(given)
        except BadList as bad:
            self.drawer.tell(bad.deck)
            raise

    def said(self, action: Action) -> str:
        return self.panel.said(action, self.session.view, self.pen())

    def heading(self, pen: HtmlWriter) -> str:
        return pen.say("vtes.title")

    def intro(self, pen: HtmlWriter) -> Html:
        edition = tag("p", pen.say("vtes.edition"), cls="vt-edition")
        learn = link(pen.say("vtes.learn"), FIRST_LESSON)
        return tag("div", tag("p", pen.say("vtes.intro"), " ", learn), edition, lang=pen.lang)

    def sounds(self, view: View, since: int) -> Iterable[str]:
        return heard(view, since, SOUNDS)

    def waits(self, view: View) -> str:
        return "waiting" if view.seats[self.session.me].here else "out.hint"

    def result(self, view: View, pen: HtmlWriter) -> Html:
        return joined([table_html.result(view, pen), self._story(view, pen)])

    def _story(self, view: View, pen: HtmlWriter) -> Html | None:
        """How it came out for her, with ways to look again and to go another way."""
        return how_it_came(view, pen, self.session.moment_of, self.ways_back())

    def afterwards(self, pen: HtmlWriter) -> Html:
        ways = [
            button(pen.say("over.again"), "again", cls="vk-primary"),
            button(pen.say("over.deal"), "menu", "new", data_key="over-new"),
        ]
        ways += [link(pen.say(f"over.{name}"), f"dashboards/{name}") for name in ("vtes_pool", "vtes_ring")]
        ways.append(play_menu.item(pen, "export"))
        home = tag("p", link(pen.say("lesson.home"), "00_start_here"), cls="vk-ways")
        return joined([tag("div", ways, cls="vk-buttons", lang=pen.lang), home])

    # Showing ------------------------------------------------------------------------------------------------

    @property
    def _before(self) -> Any:
        """The table before the deed that is shown, with all that it brought about."""
        step = self._step
        return self.session.view_at(step.before) if self._tells and step is not None else None

    def frame(self, pen: HtmlWriter) -> Html:
        return self.kept("frame", (pen.lang, self.beginner), lambda: _frame(pen, self.beginner))

    def table(self, view: View, pen: HtmlWriter) -> Mapping[str, Html]:
        before, step = self._before, self._step
        since = self._seen if step is None else step.since
        quiet = Html("") if step is not None or view.over else lately(view, since, pen)
        return {
            "clock": self.kept("clock", (view, pen.lang), lambda: table_html.clock(view, pen)),
            "stage": strip(view, pen) or quiet,
            "moment": banners(view, since, pen) if self._tells else Html(""),
            "players": self.kept("players", (view, pen.lang, before), lambda: table_html.players(view, pen, before)),
            "legend": self.kept("legend", (view, pen.lang), lambda: table_html.legend(view, pen)),
            "fan": self.panel.hand(view, pen, live=not self._looking and not self.working),
            "edition": tag("p", pen.say("vtes.edition"), cls="vt-edition", lang=pen.lang),
        }


def _frame(pen: HtmlWriter, beginner: bool) -> Html:
    """Say where everything goes: what goes on, the hand, and the table below them; what is asked beside all three.

    On a narrow page what goes on stands first, then what is asked, then the hand and the table.
    """
    top = tag("div", hole("head"), hole("intro"), hole("drawer"), hole("clock"), cls="vk-top")
    stage = tag("div", hole("moment"), hole("stage"), hole("show"), cls="vt-stage")
    holes = [hole(name) for name in ("past", "panel", "advice")]
    beside = tag("div", holes, log_html.frame(pen), hole("timeline"), cls="vk-beside")
    side = tag("div", beside, cls="vk-side")
    felt = tag("div", hole("players"), hole("legend"), cls="vk-felt")
    main = tag("div", stage, side, hole("fan", "vt-hold"), felt, cls="vk-main")
    cls = "vk-game vk-one-line vt-game" + (" vk-beginner" if beginner else "")
    parts = [hole("alert"), hole("result"), main, jumps(pen, ".vt-stage"), hole("edition"), hole("foot")]
    return tag("div", top, parts, cls=cls)
