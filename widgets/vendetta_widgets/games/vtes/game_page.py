"""The page on which a person plays a whole game of V:TES against bots, in its rules of 8 October 1998."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit.games.vtes.engine.actions import Pass
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.actions import Action

from ... import log_html, play_menu
from ...controls import button, link
from ...html import Html, HtmlWriter, joined, tag
from ...page_arguments import checked_bot, language_by_name, session_with
from ...page_parts import hole
from ...parts import drawer
from ...play_page import PlayPage
from ...play_session import Session, any_seed
from ...sounds import heard
from . import own_cards, ring_html, stage_html
from .beat_text import SOUNDS
from .decision_bar import DecisionBar
from .game_summary import how_it_came
from .move_replay import VtesMoveReplay
from .new_game_form import NewGame
from .offers import comes_to_nothing
from .session_setup import BEFORE, KEPT, BadList, Wish, wish_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


__all__ = ["VtesPage", "play_vtes"]

FIRST_LESSON: Final = "vtes/00_first_bleed"
LET_GO: Final = ("block", "react", "out_of_turn", "answer")
"""What is passed by until something happens to her; votes and combat she is asked about."""


@language_by_name("name")
def play_vtes(
    seed: int | None = None,
    *,
    game: Game | None = None,
    players: int | None = None,
    bots: str | None = None,
    decks: Sequence[Any] | None = None,
    rounds: int | None = None,
    name: str = "",
    lang: str | None = None,
) -> VtesPage:
    """Return the page of a game of V:TES that a person plays against bots, from seat 0.

    Args:
        seed: decides everything random; ``None`` for any.
        game: a game to go on with, such as one that bots have begun or :meth:`.Game.position` has laid out; the page
            plays a copy.
        players: how many play, 2 to 6; 3 by default.
        bots: who plays the others: a name of :func:`vendetta_kit.games.vtes.bots.names`, ``"greedy"`` by default, or
            ``"module:Class"`` of your own (``docs/bots.md``).
        decks: a deck for each seat, as for :meth:`.Game.new`; by default practice decks.
        rounds: the number of rounds after which the game ends; by default there is no limit.
        name: the person's name.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it does not go together; the one-line message says what.
        UnknownBot: the bot of your own cannot be used.

    If only name and language are given, the page's address may say the rest, as in ``?seed=7&players=3&deck=court``,
    and a page that is opened again goes on with the game that this browser has kept.

    >>> play_vtes(seed=7, lang="en").session.view.names
    ('Ann', 'Bob', 'Cy')
    >>> play_vtes(seed=7, decks=["court", "claw"], rounds=10).session.view.names
    ('Ann', 'Bob')
    """
    wanted = {"seed": seed, "players": players, "decks": decks, "rounds": rounds}
    bot = checked_bot("greedy" if bots is None else bots, VtesPage.GAME)
    if game is not None:
        return VtesPage(lang=lang, session=session_with(game, VtesPage.GAME, bot, wanted))
    if bots is None and all(wanted[key] is None for key in wanted if key != "seed"):
        return VtesPage(seed, lang=lang, name=name)
    seats = players if players is not None else 3 if decks is None else len(decks)
    wish = Wish(seats=seats, rounds=rounds or 0, bots=bot, name=name, decks=None if decks is None else tuple(decks))
    return VtesPage(any_seed() if seed is None else seed, lang=lang, wish=wish)


class VtesPage(PlayPage):
    """One person's table of V:TES: the ring of players, what goes on, her hand, the open decision, the log."""

    GAME: ClassVar[str] = "vtes"
    KEPT: ClassVar[str] = KEPT
    BEFORE: ClassVar[str] = BEFORE
    UNREAD: ClassVar[str] = "vtes-game-unread"
    SETTINGS: ClassVar[tuple[str, ...]] = (
        "seed", "players", "deck", "list", "cards", "bots", "rounds", "ask_always", "ante",
    )  # fmt: skip
    SEATED: ClassVar[bool] = True
    MAY_LET_GO: ClassVar[bool] = True
    """Whether she may let all go by until something happens to her."""

    drawer: NewGame
    show: VtesMoveReplay

    def __init__(
        self,
        seed: int | None = None,
        *,
        lang: str | None = None,
        name: str = "",
        wish: Any = None,
        session: Session | None = None,
    ) -> None:
        super().__init__(seed, lang=lang, name=name, wish=wish, session=session)
        self.panel = DecisionBar(lambda action: self.session.why_not(action), lets_go=self._may_let_go)
        self.drawer = NewGame()
        self.show = VtesMoveReplay()
        self._more: list[Action] = []  # to be done right after the move that comes
        self._let_go = ""  # until when she is about to say so
        self._lets_go = ""  # until when she does nothing more
        self._action = 0  # which of the game's actions that is

    # Arriving -----------------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        """Go on with a game, or begin the one that the address names; who has neither chooses a deck first."""
        super().arrived(query)
        if not (self._given or self.KEPT in self.stored or any(key in query for key in self.SETTINGS)):
            self.drawer.toggle("new")

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        self._more, self._let_go = [], ""
        if do == "pick":
            self.panel.handle(do, value)
            self.focus_on(".vk-panel [data-home]")
        elif do == "act_times":
            times, again = value
            action = self.panel.handle("act", again)
            self._more = [action] * (int(times) - 1) if action is not None else []
            super().handle("act", again)
        elif do == "let_go" and (until := self._may_let_go(self.session.view)):
            self._let_go = until
            super().handle("act", Pass().to_json())
        else:
            super().handle(do, value)

    def acted(self) -> None:
        """Do what was asked for several times at once as often as that; from here on let go by what she wants to."""
        more, self._more = self._more, []
        for action in more:
            self.session.begin_act(action, with_last=True)
        if self._let_go:
            self._lets_go, self._action = self._let_go, _actions(self.session.view)

    def _may_let_go(self, view: View) -> str:
        """Return until when she may let go by what she is asked; empty where she may not.

        ``touched``: until something happens to her, in others' turns; ``action``: until her own action is over.
        """
        asked = view.decision
        if not (self.MAY_LET_GO and self.session.people == 1) or asked is None or Pass() not in asked.legal:
            return ""
        if view.moment.seat == asked.seat:
            return "action" if asked.kind == "react" and view.action is not None else ""
        return "touched" if asked.kind in LET_GO else ""

    def goes_on(self) -> bool:
        view = self.session.view
        if view.decision is None or view.decision.seat != self.session.me:
            return False
        until = self._may_let_go(view)
        if self._lets_go == "touched" and (view.moment.seat == self.session.me or _is_about(view, self.session.me)):
            self._lets_go = ""
        if self._lets_go == "action" and _actions(view) != self._action:
            self._lets_go = ""
        alone = self.MAY_LET_GO and self.session.people == 1
        if not (self._lets_go and until == self._lets_go) and not (alone and comes_to_nothing(view)):
            return False
        self.session.begin_act(Pass(), with_last=True)
        self._unkept_game = True
        return True

    def _begun(self) -> None:
        super()._begun()
        self._lets_go = ""

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
        return joined([ring_html.result(view, pen), self._story(view, pen)])

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

    def _shown_now(self, view: Any, pen: HtmlWriter) -> Html:
        return self.show.told(view, pen, self.pace)

    # Showing ------------------------------------------------------------------------------------------------

    @property
    def _before(self) -> Any:
        """The table before the deed that is shown, with all that it brought about."""
        step = self._step
        return self.session.view_at(step.before) if self._tells and step is not None else None

    def frame(self, pen: HtmlWriter) -> Html:
        return self.kept("frame", (pen.lang,), lambda: _frame(pen))

    def table(self, view: View, pen: HtmlWriter) -> Mapping[str, Html]:
        own_cards.keep(view.own)
        before, step = self._before, self._step
        live = not self._looking and not self.working and step is None
        panel = self.panel if live and view.decision is not None else None
        stage = stage_html.going_on(view, pen) if step is None else stage_html.told(view, step.since, pen)
        return {
            "clock": self.kept("clock", (view, pen.lang), lambda: ring_html.clock(view, pen)),
            "seat_row": ring_html.strip(view, pen) if stage else Html(""),
            "event": stage,
            "ring_table": ring_html.players(view, pen, panel, before),
            "hand": self.panel.hand(view, pen, live=live),
            "edition": tag("p", pen.say("vtes.edition"), cls="vt-edition", lang=pen.lang),
        }


def _is_about(view: View, me: int) -> bool:
    """Whether what goes on is aimed at a player, or at what is hers."""
    return view.action is not None and view.action.target is not None and view.action.target.seat == me


def _actions(view: View) -> int:
    """Return how many actions there have been."""
    return sum(event.kind == "action" for event in view.events)


def _frame(pen: HtmlWriter) -> Html:
    """Return the zones: head, what is asked, the hand, the table or its stage, and the drawer over them.

    They stand in the order in which they are read out.
    """
    top = tag("div", hole("head"), hole("clock"), cls="vk-top")
    asked = tag("div", [hole(name) for name in ("past", "show", "panel", "advice")], cls="vt-ask")
    board = tag("div", hole("seat_row"), hole("event"), hole("ring_table"), cls="vt-board")
    beside = [hole(name) for name in ("intro", "timeline")] + [log_html.frame(pen), hole("edition"), hole("foot")]
    aside = drawer(pen, pen.say("drawer"), *beside)
    cls = "vk-game vt-game vk-beginner"  # rules stand as a quiet sign; their codes are in their cards
    parts = [hole("drawer"), hole("alert"), asked, hole("hand", "vt-hold"), hole("result"), board]
    return tag("div", top, parts, aside, cls=cls)
