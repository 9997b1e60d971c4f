"""The game page of Vendetta: a game at the table, from the first choice to the final score.

:class:`GamePage` is an ordinary widget: the last line of a notebook cell shows it. What any game's page does is
:class:`.PlayPage`'s; here is the table with its Locations, and how what came of each of them is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from vendetta_kit import Game
from vendetta_kit.argument_checks import LIST, TEXT, WHOLE, takes
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.engine.actions import EndTurn
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.message_text import action_text
from vendetta_kit.input_checks import number_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import SetupChecks
from vendetta_kit.kernel.state import MAX_SEATS

from ...controls import button
from ...html import Html, HtmlWriter, joined, tag
from ...page_arguments import checked_bot, language_by_name, session_with
from ...play_page import Moved, PlayPage
from ...play_session import any_seed
from ...sounds import heard
from . import page_frame, table_html
from .decision_controls import PRESSES, DecisionControls, PanelInput, held
from .end_scene import end_scene
from .move_replay import ReplayStep, VendettaMoveReplay, caption_of, meanwhile
from .new_game_form import NewGame, wish_of
from .prediction_prompt import PredictionPrompt
from .resolution_summary import ResolutionStop, ResolutionSummary
from .session_setup import BEFORE, KEPT, Wish


@language_by_name("name")
@takes(players=WHOLE, clans=LIST, name=TEXT)
def play(
    seed: int | None = None,
    *,
    game: Game | None = None,
    seat: int | None = None,
    players: int | None = None,
    bots: str | None = None,
    clans: Sequence[str] | None = None,
    location_cards: bool = False,
    relics: bool = False,
    teams: bool = False,
    name: str = "",
    lang: str | None = None,
) -> GamePage:
    """Return the page of a game of Vendetta that a person plays against bots.

    Args:
        seed: decides everything random; ``None`` for any.
        game: a game to go on with, such as one that bots have begun or :meth:`.Game.position` has laid out; the page
            plays a copy.
        seat: the person's seat in that game, 0 by default; a new game is played from seat 0.
        players: how many play, 3 to 6; 4 by default.
        bots: who plays the others: a name of :func:`vendetta_kit.games.vendetta.bots.names`, ``"greedy"`` by default,
            or ``"module:Class"`` of your own (``docs/bots.md``).
        clans: clan ids by seat; by default each player chooses.
        location_cards, relics, teams: the variants.
        name: the person's name.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: it does not go together; the one-line message says what.
        UnknownBot: the bot of your own cannot be used.

    If only name and language are given, the page's address may say the rest, as in ``?seed=7&players=3``, and a page
    that is opened again goes on with the game that this browser has kept.

    The page answers: ``page.on_move(f)`` calls ``f(page)`` after each move, and ``moves``, ``over``, ``seat`` and
    ``game_state`` are read-only traits (:class:`.GameTraits`).

    >>> play(seed=7, players=3, lang="en").session.view.names
    ('Ann', 'Bob', 'Cy')
    >>> from vendetta_kit import Game
    >>> game = Game.new(seats=5, seed=7)
    >>> events = game.apply(game.to_act, game.legal(game.to_act)[0])
    >>> play(game=game, seat=2).seat
    2
    """
    wanted = {
        "seed": seed,
        "players": players,
        "clans": clans,
        "location_cards": location_cards or None,
        "relics": relics or None,
        "teams": teams or None,
    }
    bot = checked_bot("greedy" if bots is None else bots, GamePage.GAME)
    session = session_with(game, seat, GamePage.GAME, bot, wanted)
    if session is not None:
        return GamePage(lang=lang, session=session)
    if bots is None and all(wanted[key] is None for key in wanted if key != "seed"):
        return GamePage(seed, lang=lang, name=name)
    wish = Wish(
        seats=4 if players is None else SetupChecks().whole(players, ("players",), 3, MAX_SEATS),
        location_cards=location_cards,
        relics=relics,
        teams=teams,
        bots=bot,
        name=name,
        clans=None if clans is None else tuple(clans),
    )
    return GamePage(any_seed() if seed is None else seed, lang=lang, wish=wish)


class GamePage(PlayPage):
    """One person's table: menu and language, the open decision, the log, the Locations, the players."""

    KEPT: ClassVar[str] = KEPT
    BEFORE: ClassVar[str] = BEFORE
    UNREAD: ClassVar[str] = "game-unread"
    SETTINGS: ClassVar[tuple[str, ...]] = ("seed", "players", "location_cards", "relics", "teams", "bots")
    MOVES: ClassVar[tuple[str, ...]] = PRESSES

    show: VendettaMoveReplay

    def make_parts(self) -> None:
        self.panel = DecisionControls(
            PanelInput(lambda action: self.session.why_not(action), lambda at: self.session.view.fee(at))
        )
        self.drawer = NewGame()
        self.show = VendettaMoveReplay()
        self.bet = PredictionPrompt()
        self.recap = ResolutionSummary()
        self.asks_end = False
        """Whether the end of a turn is asked for, though all that is left could be done before the play."""
        self.stops = False
        """Whether it waits for a press after each Location, not only at the end of a round."""
        self._last: ReplayStep | None = None  # the others' moves that she is told with what she is asked
        self._ended = False  # her turn has just ended by itself
        self._ends = 0  # how often that has happened since the page was opened
        self._better: tuple[int | None, int | None] = None, None
        """After how many moves a review names a better choice, and which of the legal ones that is."""

    def wish_of(self, given: Mapping[str, Any]) -> Wish:
        return wish_of(given)

    def said(self, action: Action) -> str:
        return action_text(action, self.session.view.names, self.lang)

    def arrived(self, query: Mapping[str, str]) -> None:
        self.asks_end = "asks-end" in self.stored
        self.stops = "stops" in self.stored
        self._better = number_of(query.get("what_if"), 0, 99_999), number_of(query.get("better"), 0, 9_999)
        super().arrived(query)

    def _past(self, view: Any, pen: HtmlWriter) -> Html:
        session, (after, which), asked = self.session, self._better, self.session.view.decision
        if after != session.actions or which is None or asked is None or which >= len(asked.legal) or self._led:
            return super()._past(view, pen)
        better = COACHING.said(asked, asked.legal[which], session.view.names, pen.lang, brief=True)
        return self.timeline.branch_note(session, pen, better=better)

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        if do == "asks_end":
            self.asks_end = not self.asks_end
            self.store("asks-end", "yes" if self.asks_end else None)
        elif do == "stops":
            self.stops = not self.stops
            self.store("stops", "yes" if self.stops else None)
        elif do == "alliance" and self.curtain.seat is None:
            self.panel.opened = not self.panel.opened
            self.focus_on('[data-key="own-shut"]' if self.panel.opened else '[data-key="own-open"]')
        elif do == "recap_on":
            self.recap.go_on(self.session)
            self.bet.read()
            self._pause()
        elif not self.bet.handle(do, value, self.session.view):
            super().handle(do, value)

    def _looked(self, do: str, value: Any) -> bool:
        found = super()._looked(do, value)
        if found:
            self.recap.stops.clear()  # who looks elsewhere waits for nothing
            self._last = None
        return found

    def _act(self, action: Action) -> None:
        self.bet.before(self.session.view)
        super()._act(action)

    def acted(self) -> None:
        self._last = None
        self._ended = not self.asks_end and self._is_done()
        if self._ended:
            self._ends += 1
            self.session.begin_act(EndTurn())
        self.recap.reset()

    def _is_done(self) -> bool:
        """Whether the person has played: whatever else she may do now was offered before the play as well."""
        asked = self.session.view.decision
        return asked is not None and asked.kind == "after_play"

    def goes_on(self) -> bool:
        """Let the cards of a person act in the order in which they lie, where all orders come to the same."""
        asked = self.session.view.decision
        if asked is None or asked.question != "order" or flows.order_matters(self.session.view):
            return False
        self.session.begin_act(asked.legal[0], with_last=True)
        return True

    def answered(self, moved: Moved) -> None:
        self.bet.after(self.session.view)
        self.show.together = self.pace == "hand"
        self.recap.begin(self.session, moved.since, self.stops, self.pace != "results" and not self.stops)
        if self.pace != "results" and not self.guided:
            self.recap.stops.clear()  # each beat waits for a press already

    def _answered(self, moved: Moved) -> None:
        super()._answered(moved)
        if self.session.view.over and self.show.has_told(self.recap.stop):
            self.recap.stops.clear()  # the scene of the end follows, which tells all that is left

    def _undo(self) -> None:
        self.session.undo()
        if not self.asks_end and self._is_done():
            self.session.undo()  # the turn ended by itself: the play before it is what she takes back
        self._begun()

    def _begun(self) -> None:
        super()._begun()
        self.bet.reset()
        self.recap.reset()
        self._last = None
        self._ended = False

    # Where she looks ------------------------------------------------------------------------------------------

    @property
    def _stops(self) -> Sequence[ResolutionStop]:
        return self.recap.stops

    @property
    def _stop(self) -> ResolutionStop | None:
        return self.recap.stop

    @property
    def _step(self) -> ReplayStep | None:
        return self.show.step(self.recap.stop)

    @property
    def _waits(self) -> bool:
        return self._led

    @property
    def _led(self) -> bool:
        return self._step is not None or self.recap.at is not None

    @property
    def _told_from(self) -> int:
        return super()._told_from if self.recap.since is None else self.recap.since

    @property
    def _led_to(self) -> int | None:
        step = self._step
        return self.recap.at if step is None else step.at

    @property
    def _wanted(self) -> bool:
        return not self._looking or self._waits or (self._step is not None and self.recap.at is None)

    @property
    def sight(self) -> View:
        """What is looked at; at a stop and a reveal it lies amid all that an action brought about."""
        session, step, stop = self.session, self._step, self.recap.stop
        until = meanwhile(session, self._moved.since) if self._tells and self._moved is not None else None
        if until is not None:
            return session.view_amid(until)
        if self._tells and step is not None and step.beat:
            return session.view_amid(step.until, step.state)
        if self._tells and step is None and stop is not None:
            return session.view_amid(stop.n)
        return super().sight

    @property
    def _before(self) -> View | None:
        step = self._step if self._led else self._last
        if self._tells and step is not None and step.beat:
            return self.session.view_amid(step.before)
        if self._tells and step is not None:
            return self.session.view_at(step.first - 1)
        if self._tells and step is None and self.recap.stop is not None:
            return self.recap.before(self.session)
        return super()._before

    def _settle(self) -> None:
        """Look at the move that is shown, or at the stop, where a Location was resolved without the person."""
        if self._last is None and self.recap.stop is None and self.pace == "hand":
            self._last = self.show.asked_with(self.session.view)
        super()._settle()
        if self._step is None and self.recap.at is not None:
            self.focus_on(".vk-show .vk-show-next")

    def _tick(self) -> None:
        """On to the next move. The focus is only led away at a stop, and where an outcome begins: that must be seen."""
        super()._tick()
        if self._step is not None and self._step.beat == "reveal":
            self.focus_on(".vk-show .vk-show-next")

    def sounds(self, view: View, since: int) -> Iterable[str]:
        return heard(view, since)

    def spoken_first(self, pen: HtmlWriter) -> str:
        ended = self._ended and self._told <= self._seen
        return pen.say(self._ending, ask=pen.say("end.ask")) if ended else ""

    # Showing ------------------------------------------------------------------------------------------------

    def frame(self, pen: HtmlWriter) -> Html:
        return self.kept("frame", (pen.lang,), lambda: page_frame.frame(pen))

    @property
    def guided(self) -> bool:
        """Whether somebody speaks above the table, in room that is kept for it."""
        return False

    def intro(self, pen: HtmlWriter) -> Html:
        return tag("p", pen.say("intro"), lang=pen.lang)

    def coach(self, pen: HtmlWriter) -> Html:
        """What she is told beside the game; here nothing."""
        return Html("")

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        self.panel.counts = self.help.counts
        return super().parts(pen)

    def table(self, view: View, pen: HtmlWriter) -> Mapping[str, Html]:
        before, counts = self._before, self.help.counts
        asked = not (self._looking or self.working or self._led)
        on = self.panel.on_table(view, pen) if asked else table_html.OnTable()
        aiming = self.panel.aiming if on.targets else ""
        stage = self._stage(view, pen) if self._tells else Html("")
        return {
            "coach": self.coach(pen),
            **self.kept(
                "table",
                (view, pen.lang, counts, before, bool(stage)),
                lambda: page_frame.around(view, pen, counts, before, bool(stage), opens=not stage),
            ),
            "places": self.kept(
                "places",
                (view, pen.lang, counts, aiming, before),
                lambda: table_html.places(view, pen, counts, on, before),
            ),
            "hand": self.panel.hand(view, pen) if asked else held(view, pen),
            "offer": self.panel.offer(view, pen) if asked else Html(""),
            "alliance": self.panel.own_alliance(view, pen),
            "great": stage,
            "recap": self.kept(
                "recap", (view, pen.lang, before, *self.recap.state), lambda: self.recap.html(view, self.session, pen)
            )
            if self._tells and self._step is None
            else Html(""),
            "bet": self._bet(self._looking, pen),
        }

    def _stage(self, view: View, pen: HtmlWriter) -> Html:
        """A great moment in the table's place: the step that is told now, or what came of the Location at a stop."""
        if self._step is not None:
            return self.show.scene(view, self._before, pen, self.help.counts)
        return self.recap.scene(view, self._before, pen) if self.recap.stop is not None else Html("")

    def _shown_now(self, view: View, pen: HtmlWriter) -> Html:
        if self._step is None:
            return self.recap.bar(view, pen, self.show.has_told(self.recap.stop))
        place = self.show.place(self.recap.since, self.recap.stop)
        return self.show.told(view, self._before, place, pen, self.help.counts, self.pace)

    def _bet(self, looking: bool, pen: HtmlWriter) -> Html:
        """The prediction: asked where she is wanted, and at a stop how it came out."""
        if looking and (self.recap.at is None or self._step is not None):
            return Html("")
        return self.bet.html(self.session.view, pen, offered=self.help.counts and not looking and not self.working)

    def waits(self, view: View) -> str:
        return "out.hint" if view.seats[self.session.me].out else "waiting"

    def _asked(self, view: View, pen: HtmlWriter) -> Html:
        last = self._last
        if last is not None and last.beat == "reveal":  # what has turned up lies there
            last = None
        self.panel.told = caption_of(view, last, pen, self._before) if last is not None else None
        self.panel.asks = None
        if self.help.level == "asked":
            self.panel.asks = button(
                pen.say("hint.ask.brief"), "hint", cls="vk-quiet vk-ask-brief", data_key="hint-brief"
            )
        return self.panel.bar(view, pen)

    def _end_note(self, pen: HtmlWriter) -> Html | None:
        """That her turn ended by itself, why, and how to be asked."""
        asked = self.session.view.decision
        if not self._ended or self.asks_end or (asked is not None and asked.kind != "plan"):
            return None  # a step later it is no news
        words = pen.say(self._ending, ask=pen.say("end.ask"))
        return tag("p", pen.told(words, ("PLAN-22",)), cls="vk-hint vk-ended", lang=pen.lang)

    @property
    def _ending(self) -> str:
        """The words that say so: why, and how to be asked, are told once."""
        asked = self.session.view.decision
        return "end.itself.brief" if self._ends > 1 or asked is None or asked.kind != "plan" else "end.itself"

    def _advice(self, pen: HtmlWriter) -> Html:
        """Advice, or the way to it; and whether she is asked, or waited for, where there is nothing to decide."""
        asked = self.session.view.decision
        ends = asked is not None and asked.kind in ("plan", "after_play")
        toggle = None
        if ends:
            toggle = button(pen.say("end.ask"), "asks_end", cls="vk-quiet", on=self.asks_end)
        elif asked is not None and asked.kind == "withdraw":
            toggle = button(pen.say("stops"), "stops", cls="vk-quiet", on=self.stops)
        advice = super()._advice(pen)
        if self.panel.picked(self.session.view):  # a place is chosen now, which the advice must not cover on a phone
            advice = tag("div", advice, cls="vk-placing")
        return joined([advice, toggle, self._end_note(pen)])

    def result(self, view: View, pen: HtmlWriter) -> Html:
        return end_scene(view, pen, self.choice_before)

    def has_choice(self, view: View) -> bool:
        """Return whether more than the end of a turn is left: a Drain after a play was offered before it as well."""
        return super().has_choice(view) and view.decision is not None and view.decision.kind != "after_play"

    def afterwards(self, pen: HtmlWriter) -> Html:
        """What to do after the game, and where the course goes on."""
        return page_frame.ways_on(pen, self.progress, self.session.branches > 0)
