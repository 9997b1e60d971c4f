"""The page on which a person plays a whole game of V:TES against bots, in its rules of 8 October 1998."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from vendetta_kit.argument_checks import LIST, TEXT, WHOLE, takes
from vendetta_kit.course.known_rules import next_lesson
from vendetta_kit.games.vtes.engine.actions import Discard, Pass, Pay, Play, Transfer, Yield
from vendetta_kit.games.vtes.engine.events import GameMoment
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.public_progress import Target
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.log import next_row_number
from vendetta_kit.kernel.refusal import SetupChecks
from vendetta_kit.kernel.state import MAX_SEATS

from ... import log_html, play_menu
from ...controls import button, link
from ...html import Html, HtmlWriter, joined, tag
from ...lesson_page import way_to
from ...page_arguments import checked_bot, language_by_name, session_with
from ...page_parts import hole
from ...parts import drawer, question
from ...play_page import Moved, PlayPage
from ...play_session import any_seed
from ...sounds import heard
from . import card_html, own_cards, ring_html, stage_html
from .beat_text import SOUNDS
from .decision_bar import DecisionBar
from .decision_state import CLOSABLE
from .end_scene import end_of_game, suffered
from .move_replay import GONE, ShownAction, VtesMoveReplay
from .new_game_form import NewGame
from .offers import has_placed_pool
from .session_setup import BEFORE, KEPT, BadList, Wish, wish_of
from .stage_parts import picture_of
from .unasked import LetOn, armed_answer, completed_block, let_on, only_answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


FIRST_LESSON: Final = "vtes/00_first_bleed"
DRILLS: Final = "vtes/drills"
LET_GO: Final = ("block", "react", "out_of_turn", "answer")
"""What is passed by until something happens to her; votes and combat she is asked about."""
ENDS: Final = ("minion", "transfer", "discard")
"""What is passed by until her own turn is over."""

SETTLES: Final[tuple[type[Action], ...]] = (Pay, Yield)
"""What is advised for a whole untap phase in one press."""
CLOSES: Final[tuple[type[Action], ...]] = (Pass, Transfer, Discard)
"""What is advised for the end of a turn in one press, from the last action on: transfers and a discard."""

TIMED: Final = {"action", "combat", "bled", "outcome", "played", "used", "ready", "discarded"}
"""Events whose turn and phase are shown while what came of them is told."""
OUT: Final = ("watch", "end")
"""What who is out can be shown: all that the others do, or how it ends."""


@language_by_name("name")
@takes(players=WHOLE, decks=LIST, name=TEXT)
def play_vtes(
    seed: int | None = None,
    *,
    game: Game | None = None,
    seat: int | None = None,
    players: int | None = None,
    bots: str | None = None,
    decks: Sequence[Any] | None = None,
    rounds: int | None = None,
    name: str = "",
    lang: str | None = None,
) -> VtesPage:
    """Return the page of a game of V:TES that a person plays against bots.

    Args:
        seed: decides everything random; ``None`` for any.
        game: a game to go on with, such as one that bots have begun or :meth:`.Game.position` has laid out; the page
            plays a copy.
        seat: the person's seat in that game, 0 by default; a new game is played from seat 0.
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

    The page answers: ``page.on_move(f)`` calls ``f(page)`` after each move, and ``moves``, ``over``, ``seat`` and
    ``game_state`` are read-only traits (:class:`.GameTraits`).

    >>> play_vtes(seed=7, lang="en").session.view.names
    ('Ann', 'Bob', 'Cy')
    >>> play_vtes(seed=7, decks=["court", "claw"], rounds=10).session.view.names
    ('Ann', 'Bob')
    """
    wanted = {"seed": seed, "players": players, "decks": decks, "rounds": rounds}
    bot = checked_bot("greedy" if bots is None else bots, VtesPage.GAME)
    session = session_with(game, seat, VtesPage.GAME, bot, wanted)
    if session is not None:
        return VtesPage(lang=lang, session=session)
    if bots is None and all(wanted[key] is None for key in wanted if key != "seed"):
        return VtesPage(seed, lang=lang, name=name)
    seats = 3 if decks is None else len(decks)
    if players is not None:
        few, many = (2, MAX_SEATS) if decks is None else (seats, seats)
        seats = SetupChecks().whole(players, ("players",), few, many)
    wish = Wish(seats=seats, rounds=rounds or 0, bots=bot, name=name, decks=None if decks is None else tuple(decks))
    return VtesPage(any_seed() if seed is None else seed, lang=lang, wish=wish)


class Orders(NamedTuple):
    """What is done whenever its kinds of questions come again: bleeds of several minions, votes of a side, the rest of
    a turn."""

    kinds: tuple[str, ...]
    mark: tuple[int | None, ...]
    """What they are for (:func:`_aim_of`); they are void as soon as that is another."""
    actions: tuple[Action, ...]
    side: bool | None = None
    """How a referendum shall come out: while it does, she lets it go on."""


class VtesPage(PlayPage):
    """One person's table of V:TES: the ring of players, what goes on, her hand, the open decision, the log."""

    GAME: ClassVar[str] = "vtes"
    KEPT: ClassVar[str] = KEPT
    BEFORE: ClassVar[str] = BEFORE
    UNREAD: ClassVar[str] = "vtes-game-unread"
    SETTINGS: ClassVar[tuple[str, ...]] = (
        "seed", "players", "deck", "list", "cards", "bots", "rounds", "ask_always", "ante",
    )  # fmt: skip
    MOVES: ClassVar[tuple[str, ...]] = ("act", "aim")
    ALONE: ClassVar[bool] = True
    """Whether nobody else could see that a person is not asked: then she is not where there is no choice."""

    drawer: NewGame
    show: VtesMoveReplay

    def make_parts(self) -> None:
        self.panel = DecisionBar(
            lambda action: self.session.why_not(action),
            lets_go=self._may_let_go,
            arms=True,
            proposes=self._proposes,
            plans=self._plans,
        )
        self.drawer = NewGame()
        self.show = VtesMoveReplay()
        self._more: list[Action] = []  # to be done right after the move that comes
        self._ordered: Orders | None = None  # what she is about to order
        self._orders: dict[int, Orders] = {}  # by seat: what is left of that
        self._let_go: tuple[str, int] | None = None  # what she is about to say of it
        self._lets_go: dict[int, tuple[str, int]] = {}  # by seat: until when all is let go by, and its mark
        self._let_on: LetOn | None = None  # the referendum that she has let go on
        self._out = ""  # what she has chosen, being out: to watch, or to be shown the end
        self._is_first = False  # whether this is the first game that she begins

    # Arriving -----------------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        """Go on with a game, or begin the one that the address names; who has neither chooses a deck first."""
        super().arrived(query)
        if not (self._given or self.KEPT in self.stored or any(key in query for key in self.SETTINGS)):
            self.drawer.welcome()
            self._is_first, self.panel.notes = True, {}

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        self._more, self._let_go, self._ordered = [], None, None
        if do in ("pick", "arm"):
            self.panel.handle(do, value)
            self.focus_on(".vk-panel [data-home]")
        elif do == "act_times":
            times, again = value
            action = self.panel.handle("act", again)
            self._more = [action] * (int(times) - 1) if action is not None else []
            super().handle("act", again)
        elif do == "act_with":
            card, action = value
            self.panel.arm(card)
            super().handle("act", action)
        elif do in ("bleed_all", "vote_all", "close", "settle") and (all_of_them := self._all_at_once(do, value)):
            view = self.session.view
            assert view.decision is not None
            side = value if do == "vote_all" else None
            kinds = ENDS if do == "close" else (view.decision.kind,)
            self._ordered = Orders(kinds, _aim_of(view, kinds), tuple(all_of_them[1:]), side)
            super().handle("act", all_of_them[0].to_json())
        elif do == "let_go" and (until := self.panel.may_let_go(self.session.view)):
            self._let_go = until, _mark(self.session.view, until)
            super().handle("act", Pass().to_json())
        elif do == "out" and value in OUT and self.holds():
            self._end_show()
            self._out = value
            self._moved = Moved(next_row_number(self.session.view), None)
        elif do == "look_closer":
            self.show.look_closer()
            self._pause()
        else:
            super().handle(do, value)

    def acted(self) -> None:
        """Do what was asked for several times at once as often as that; from here on let go by what she wants to."""
        more, self._more = self._more, []
        for action in more:
            self.session.begin_act(action, with_last=True)
        if self._let_go is not None:
            self._lets_go[self.session.me] = self._let_go
        if self._ordered is not None:
            self._orders[self.session.me] = self._ordered

    def _all_at_once(self, do: str, value: Any) -> list[Action]:
        """Return what a press that stands for several decisions does; empty where it is not offered."""
        view = self.session.view
        if do == "vote_all":
            return self.panel.ballots(view, value is True)
        if do == "settle":
            return [action for k, row in enumerate(self.panel.settlements(view)) if k == value for action in row]
        return self.panel.bleeds(view) if do == "bleed_all" else self.panel.closing(view, discards=value is True)

    def _act(self, action: Action) -> None:
        self._note_vote(action)
        me, asked = self.session.me, self.session.view.decision
        if asked is not None and me in self._orders and asked.kind in self._orders[me].kinds:
            del self._orders[me]  # she answers it herself
        if me in self._lets_go and self._lets_go[me][0] == self._may_let_go(self.session.view):
            del self._lets_go[me]  # she has taken back what she had let go by, and answers it
        super()._act(action)

    def _proposes(self, view: View) -> Action | None:
        """Return what stands out of the open decision: what she would be advised; nothing at a level without help."""
        if view is not self.session.view or view.decision is None or not self.help.counts:
            return None
        advised = self.session.advice(self.lang).action
        if self._is_first and isinstance(advised, Transfer):  # in a first game she chooses herself whom she brings out
            return Pass() if has_placed_pool(view) else None
        return completed_block(view) or advised if advised == Pass() else advised  # who has chosen to block means it

    def _plans(self, view: View) -> list[Action]:
        """Return what she would be advised about all contests, or for all the rest of her turn once she would act no
        more; empty where she would be advised something else."""
        proposed, asked = self._proposes(view), view.decision
        if proposed is None or asked is None:
            return []
        if isinstance(proposed, SETTLES):
            return self.kept("plan", (view,), lambda: self.session.advice_ahead(SETTLES, self.lang))
        chooses = self._is_first and asked.kind in CLOSABLE
        if view.moment.seat == asked.seat and asked.kind in ENDS and isinstance(proposed, CLOSES) and not chooses:
            return self.kept("plan", (view,), lambda: self.session.advice_ahead(CLOSES, self.lang, ENDS))
        return []

    def _note_vote(self, action: Action) -> None:
        """Remember that she lets a referendum go on, until she votes."""
        here = let_on(self.session.view)
        if here is not None:
            self._let_on = here if action == Pass() else None

    def _may_let_go(self, view: View) -> str:
        """Return until when she may let go by what she is asked; empty where she may not.

        ``touched``: until something happens to her, in others' turns; ``action``: until her own action is over;
        ``turn``: from her transfers on, until her own turn is over.
        """
        asked = view.decision
        if asked is None or Pass() not in asked.legal:
            return ""
        if view.moment.seat == asked.seat:
            if asked.kind == "react":
                return "action" if view.action is not None else ""
            return "turn" if asked.kind == "transfer" else ""  # before it, nobody ends a turn without transfers unseen
        return "touched" if asked.kind in LET_GO and not _is_about(view, asked.seat) else ""

    def goes_on(self) -> bool:
        session, me = self.session, self.session.me
        other = session.next_person
        if other is not None and other not in self._lets_go and other not in self._orders:
            return False
        if other is not None:
            session.hand_over(other)  # for what she has decided before; she sees nothing of it
        try:
            return self._goes_on()
        finally:
            if other is not None:
                session.hand_over(me)

    def _goes_on(self) -> bool:
        view = self.session.view
        if view.decision is None or view.decision.seat != self.session.me:
            return False
        action = only_answer(view, self._let_on) if self.ALONE and self.session.people == 1 else None
        if action is None:
            action = self._order(view)
        if action is None:
            action = armed_answer(view, self.panel.armed)
        if action is None and self._still_lets_go(view):
            action = Pass()
        if action is None:
            return False
        if isinstance(action, Play):
            self.panel.armed.discard(action.card)
        self._note_vote(action)
        self.session.begin_act(action, with_last=True)
        self._unkept_game = True
        return True

    def _order(self, view: View) -> Action | None:
        """Return what she has ordered for what is asked now, if it still holds."""
        me, asked = self.session.me, view.decision
        orders = self._orders.get(me)
        if orders is None or asked is None or asked.kind not in orders.kinds:
            return None
        if orders.kinds == ENDS:  # one after the other: a pass ends a phase each time
            left = list(orders.actions) if orders.actions and orders.actions[0] in asked.legal else []
        else:
            left = [action for action in orders.actions if action in asked.legal]
        poll = view.referendum
        stands = poll is not None and poll.passes is orders.side
        if not left and stands and Pass() in asked.legal:
            left = [Pass()]
        if not left or orders.mark != _aim_of(view, orders.kinds):
            del self._orders[me]
            return None
        self._orders[me] = orders._replace(actions=tuple(left[1:]))
        return left[0]

    def _still_lets_go(self, view: View) -> bool:
        """Whether what is asked is let go by: until something happens to her, or her own action is over."""
        me = self.session.me
        until, mark = self._lets_go.get(me, ("", 0))
        touched = until == "touched" and (view.moment.seat == me or _is_about(view, me))
        if touched or _mark(view, until) != mark:
            self._lets_go.pop(me, None)
            return False
        asked = view.decision
        ends = until == "turn" and asked is not None and asked.kind in ENDS and Pass() in asked.legal
        return bool(until) and (ends or until == self._may_let_go(view))

    @property
    def pace(self) -> str:
        """As for every page; who is out and has asked to watch is shown it, even where results alone are shown."""
        chosen = super().pace
        return "hand" if self._out == "watch" and chosen == "results" else chosen

    def holds(self) -> bool:
        """Return whether the others wait: she is out, and has not chosen what to do."""
        view = self.session.view
        out = not view.over and view.me is not None and not view.seats[view.me].here
        return out and self.session.people == 1 and not self._out

    def _answered(self, moved: Moved) -> None:
        super()._answered(moved)
        if self._out == "end":
            self.show.reset()
            self._pause()

    def _new(self, seed: int | None, wish: Any) -> None:
        self._is_first = self._is_first and self.KEPT not in self.stored  # else she has played before
        self.panel.notes = {} if self._is_first else None
        super()._new(seed, wish)

    def _begun(self) -> None:
        super()._begun()
        self._lets_go, self._orders, self._let_on, self._out = {}, {}, None, ""
        self.panel.armed.clear()

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

    def opened(self, what: str, pen: HtmlWriter) -> Html:
        """As for every page; above a minion's card stands what has become of it where it is in play."""
        kind, *_, card = what.split(":")  # between them may stand the game
        return joined(
            [card_html.as_now(self.session.view, card, pen) if kind == "card" else None, super().opened(what, pen)]
        )

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

    def spoken(self, pen: HtmlWriter) -> str:
        return pen.say("vtes.out") if self.holds() and not self._led else ""

    def _menu(self, which: str) -> None:
        super()._menu(which)
        if self.drawer.asks_undo:
            self.focus_on(".vk-panel [data-home]")

    @property
    def _wanted(self) -> bool:
        return super()._wanted or self.drawer.asks_undo

    def _undo_bar(self, pen: HtmlWriter) -> Html:
        """Whether a move shall be taken back after which hidden things have been seen; the table stays in sight."""
        seen = pen.say("comma").join(pen.say(key) for key in self.session.crossing().seen)
        ways = [
            button(pen.say("undo.do"), "undo", cls="vk-primary", data_key="undo-do"),
            button(pen.say("cancel"), "menu", "close", data_key="undo-not", data_escape=True),
        ]
        head = question(pen, pen.say("undo.ask"), pen.say("undo.ask.hint", seen=seen))
        return tag("div", head, tag("div", ways, cls="vt-offers"), cls="vt-bar", lang=pen.lang)

    def _panel(self, pen: HtmlWriter) -> Html:
        if self.drawer.asks_undo and not self.working:
            return self._undo_bar(pen)
        if self.holds() and not (self.working or self._led):
            return self._out_bar(self.session.view, pen)
        return super()._panel(pen)

    def _out_bar(self, view: View, pen: HtmlWriter) -> Html:
        """What she does who is out: she watches, is shown the end, or goes another way."""
        gone = next(event for event in view.events if event.seat == view.me and event.kind in GONE)
        before = self.choice_before(gone.n)
        ways = [button(pen.say(f"vtes.out.{what}"), "out", what, data_key=f"out-{what}") for what in OUT]
        if before is not None:
            ways.append(button(pen.say("over.what_if"), "what_if", before, data_key="out-what-if"))
        return tag("div", question(pen, pen.say("vtes.out")), tag("div", ways, cls="vt-offers"), cls="vt-bar")

    def choice_before(self, n: int) -> int | None:
        """As for every page; after her minions had acted, and before she went out, it is where they began to act.

        That is in her last own turn: what she did with them left her open to it.
        """
        view, view_at, usual = self.session.view, self.session.view_at, super().choice_before(n)
        gone = any(event.n == n and event.seat == view.me and event.kind in GONE for event in view.events)
        if usual is None:
            return None
        late = view_at(usual).moment
        if not gone and (late.seat != view.me or late.phase not in ("influence", "discard")):
            return usual
        at, found, turn = self.session.moment_of(n), [], None
        for way in reversed([way for way in self.ways_back() if way < at]):
            before = view_at(way)
            if turn is not None and before.moment.turn != turn:
                break
            if before.moment.seat == view.me and self.has_choice(before):
                turn = before.moment.turn
                found.append((way, before.decision is not None and before.decision.kind == "minion"))
        minions = [way for way, acts in found if acts]
        return (minions or [way for way, _ in found])[-1] if found else usual

    def result(self, view: View, pen: HtmlWriter) -> Html:
        session = self.session
        bleeds = self.kept(
            "bleeds", (view,), lambda: suffered(view, lambda n: session.view_at(max(0, session.moment_of(n) - 1)))
        )
        return end_of_game(view, pen, self.choice_before, bleeds)

    def has_choice(self, view: View) -> bool:
        return super().has_choice(view) and only_answer(view) is None

    def _advice(self, pen: HtmlWriter) -> Html:
        return self.help.html(self.session, pen, self.said, True, lambda: self.panel.advised(self.session.view, pen))

    def afterwards(self, pen: HtmlWriter) -> Html:
        following = next_lesson(self.progress)
        ways = [
            button(pen.say("over.again"), "again", cls="vk-primary"),
            way_to(following.id, pen, "vk-link")
            if following is not None
            else link(pen.say("vtes.over.drills"), DRILLS),
            button(pen.say("over.deal"), "menu", "new", data_key="over-new"),
        ]
        ways += [link(pen.say(f"over.{name}"), f"dashboards/{name}") for name in ("vtes_pool", "vtes_ring")]
        ways.append(play_menu.item(pen, "export"))
        ways.append(link(pen.say("lesson.home"), "00_start_here"))
        return tag("div", ways, cls="vk-buttons vk-ways", lang=pen.lang)

    def _shown_now(self, view: Any, pen: HtmlWriter) -> Html:
        return Html("") if self.drawer.asks_undo else self.show.told(view, pen, self.pace)

    # Showing ------------------------------------------------------------------------------------------------

    @property
    def _before(self) -> Any:
        """The table before the deed that is shown, or that she has just done, with all that it brought about."""
        step = self._step if self._step is not None else self._done
        if not self._tells or step is None:
            return None
        return self.session.view_at(min(step.before, self.show.seen))

    @property
    def _done(self) -> ShownAction | None:
        """The first of what she has just done herself, beside what she is asked now."""
        return self.show.done[0] if self.show.done and not (self._led or self._looking or self.working) else None

    def _fighters(self, step: ShownAction) -> tuple[Target, ...]:
        """Return the two of the combat that a deed has ended, by their cards: names alone may be of several."""
        views = (self.session.view_at(after) for after in range(step.at - 1, step.before - 1, -1))
        combat = next((view.combat for view in views if view.combat is not None), None)
        return () if combat is None else tuple(one.minion for one in combat.fighters)

    @staticmethod
    def _moment_of(view: View, step: ShownAction) -> GameMoment:
        """Return when a deed was: after it the turn may have gone on to its next phase, or to another player."""
        return next((e.moment for e in view.events if e.n >= step.since and e.kind in TIMED), view.moment)

    def frame(self, pen: HtmlWriter) -> Html:
        return self.kept("frame", (pen.lang,), lambda: _frame(pen))

    def table(self, view: View, pen: HtmlWriter) -> Mapping[str, Html]:
        own_cards.keep(view.own)
        before, step = self._before, self._step
        if step is not None and not step.parts:
            view = replace(view, moment=self._moment_of(view, step))
        live = not self._looking and not self.working and step is None
        panel = self.panel if live and view.decision is not None else None
        stage = stage_html.going_on(view, pen) if step is None else Html("")
        if step is not None and step.attempt is not None:
            stage = stage_html.attempt(view, step.attempt, pen)
        elif step is not None and not step.parts:  # a whole turn is told by the table
            fighters = self.kept("fighters", (step,), lambda: self._fighters(step))
            bots = self.ALONE and self.session.people == 1
            stage = stage_html.told(view, step.since, pen, fighters, bots) or stage_html.going_on(view, pen)
        if self._amid is not None and self._looking:
            stage = stage_html.told(view, self._amid, pen) or stage
        told = picture_of(view, step.since, pen) if step is not None and not step.parts and not stage else None
        if self._is_first and step is None:
            told = ring_html.aim_of_the_game(view, pen)
        done = self.show.done_html(view, pen) if panel is not None and self._done is not None else None
        return {
            "clock": self.kept("clock", (view.moment, view.names, pen.lang), lambda: ring_html.clock(view, pen)),
            "seat_row": ring_html.strip(view, pen, before) if stage else Html(""),
            "event": stage,
            "ring_table": ring_html.players(view, pen, panel, before, told, done),
            "hand": joined([ring_html.piles(view, pen), self.panel.hand(view, pen, live=live)]),
            "edition": tag("p", pen.say("vtes.edition"), cls="vt-edition", lang=pen.lang),
        }


def _is_about(view: View, me: int) -> bool:
    """Whether what goes on is aimed at a player, or at what is hers: an action, or a card that may be answered."""
    if view.action is not None:
        return view.action.target is not None and view.action.target.seat == me
    played = next((event for event in reversed(view.events) if event.kind == "played"), None)
    return played is not None and me in (played.data["at_seat"], played.data["at_whose"])


def _aim_of(view: View, kinds: tuple[str, ...]) -> tuple[int | None, ...]:
    """Return what orders are for: a turn, a referendum of the game; or the turn, the prey and her ready minions."""
    if kinds == ENDS:
        return (view.moment.turn,)
    if view.referendum is not None:
        return (sum(event.kind == "referendum" for event in view.events),)
    who = view.seats[view.moment.seat]
    return view.moment.turn, who.prey, len(who.ready)


def _actions(view: View) -> int:
    """Return how many actions there have been."""
    return sum(event.kind == "action" for event in view.events)


def _mark(view: View, until: str) -> int:
    """Return what changes when the action or the turn that is let go by is over; 0 for what ends otherwise."""
    return _actions(view) if until == "action" else view.moment.turn if until == "turn" else 0


def _frame(pen: HtmlWriter) -> Html:
    """Return the zones: head, what is asked, the hand, the table or its stage, and the drawer over them.

    They stand in the order in which they are read out.
    """
    top = tag("div", hole("head"), hole("clock"), cls="vk-top")
    asked = tag("div", [hole(name) for name in ("show", "panel", "advice")], cls="vt-ask")
    board = tag("div", hole("seat_row"), hole("event"), hole("ring_table"), cls="vt-board")
    beside = [hole(name) for name in ("intro", "timeline")] + [log_html.frame(pen), hole("edition"), hole("foot")]
    aside = drawer(pen, pen.say("drawer"), *beside)
    cls = "vk-game vt-game vk-beginner"  # rules stand as a quiet sign; their codes are in their cards
    parts = [hole("drawer"), hole("alert"), hole("past"), asked, hole("hand", "vt-hold"), hole("result"), board]
    return tag("div", top, parts, aside, cls=cls)
