"""The page of a seat at a shared table, each player at an own machine: the lobby, then the page of the game.

A game's page for shared tables inherits from :class:`SharedTablePage` and then its own page. It reads the others' moves
from the store several times a second (:meth:`.BasePage.look_in`); the views decide what a player may know.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, cast

from vendetta_kit.common_tables import LONG, MOST_KEYS, BadTable, SeatKey, Store, TableNow, Unusable, store_at
from vendetta_kit.input_checks import number_of
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.log import next_row_number
from vendetta_widgets import play_menu
from vendetta_widgets.controls import button, link
from vendetta_widgets.game_traits import GameNow
from vendetta_widgets.games import playing
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.learner_page import LearnerPage
from vendetta_widgets.page_parts import foot, hole
from vendetta_widgets.page_phrases import UserError
from vendetta_widgets.play_page import Moved, PlayPage
from vendetta_widgets.play_session import NEW_SEEDS, tidy_name
from vendetta_widgets.session_setup import Wish

from . import NOTEBOOKS, lobby
from .remote_seat import SeatSession

KEYS: Final = "tables"
"""The name under which a browser stores its seats' secrets, each of which gives its seat."""
LONGEST_KEYS: Final = 4000
"""The most characters that are read of a browser's stored seats."""
LONGEST_CODE: Final = LONG + 4
"""The most characters of a typed code, with blanks and dashes."""
HERE: Final = 15.0
"""Seconds between two reports that the player is present, and checks of who is absent."""
BOTS: Final = 1.0
"""Seconds between two checks whether this page must play the bots, as another page has gone."""
WAITS: Final = (1, 3, 10)
"""The choices of minutes after which a bot may replace an absent player."""
AGAIN: Final = 20.0
"""Seconds for which an action waits for a busy database."""
ALONE: Final = {"vendetta": "09_whole_game", "vtes": "18_play_vtes"}
"""The notebook of a whole game, by game."""


class _Press(NamedTuple):
    """An action that waits for the database: the action, the table's state then, and until when it waits."""

    do: str
    value: Any
    stood: object
    until: float


class SharedTablePage(PlayPage):
    """The page of a seat at a shared table; before the game begins, the table's lobby.

    Args:
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
        store: the store of tables; ``None`` for the server's.
    """

    NOUN: ClassVar[str] = "shared"
    WATCHES: ClassVar[float] = 0.15
    MENU: ClassVar[tuple[str, ...]] = ("undo",)
    DASHBOARDS: ClassVar[tuple[str, ...]] = ()
    """The dashboards that are linked for a finished game."""

    def __init__(self, *, lang: str | None = None, store: Store | None = None) -> None:
        self._store = store
        self._key: SeatKey | None = None
        self._table: TableNow | None = None
        self._seated = False
        self._known = 0  # events from this number on have not been handled
        self._told_table = 0  # the store's number when the lobby was drawn
        self._code = ""  # the code from the address or as typed
        self._void: set[SeatKey] = set()  # stored keys that are invalid, not tried again
        self._waiting: _Press | None = None
        self._next_here = 0.0
        self._next_bot = 0.0
        self._was_asked = False
        self._taken = False  # the browser has stored the finished game
        super().__init__(None, lang=lang)

    def first(self, seed: int | None, wish: Any) -> None:
        """Do nothing: no seat has been taken yet."""

    @property
    def tables(self) -> Store:
        """The store of tables, opened when first needed. Raises :class:`.Unusable`."""
        if self._store is None:
            self._store = store_at()
        return self._store

    def game_now(self) -> GameNow | None:
        return super().game_now() if self._seated else None

    @property
    def key(self) -> SeatKey:
        """The key of the player's seat."""
        if self._key is None:
            raise UserError("bad.click", what="table")
        return self._key

    @property
    def taken(self) -> SeatSession:
        """The session of the player's seat."""
        return cast("SeatSession", self.session)

    # Arriving ---------------------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        LearnerPage.arrived(self, query)
        self.help.level = query.get("help", self.stored.get("help", self.help.level))
        self._code = query.get("table", "").strip().upper()[:LONGEST_CODE]
        found = self._keys().get(self._code)
        if "watch" in query:
            self._look_on(query["watch"])
        elif found is not None:
            self._come(found)

    def _keys(self) -> dict[str, SeatKey]:
        """Return the keys of this browser's latest seats by the table's code."""
        text = self.stored.get(KEYS, "{}")
        try:
            kept = list(json.loads(text if len(text) <= LONGEST_KEYS else "{}").items())[-MOST_KEYS:]
            return {code: SeatKey(str(code), int(seat), str(secret)) for code, (seat, secret) in kept}
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            return {}

    def _remember(self, key: SeatKey) -> None:
        """Store a seat in the browser; the oldest are dropped."""
        keys = {code: kept for code, kept in self._keys().items() if code != key.code} | {key.code: key}
        kept = {code: [key.seat, key.secret] for code, key in list(keys.items())[-MOST_KEYS:]}
        self.store(KEYS, json.dumps(kept, separators=(",", ":")))

    def _forget_seat(self, code: str) -> None:
        kept = {of: [key.seat, key.secret] for of, key in self._keys().items() if of != code}
        self.store(KEYS, json.dumps(kept, separators=(",", ":")))

    def _come(self, key: SeatKey) -> None:
        """Open a table at which the player has a seat: its lobby, or its game."""
        table = self.tables.tables_of([key]).get(key)
        if table is None:  # the seat is another player's now, or there is no such table
            self._forget_seat(key.code)
            raise BadTable(Message("tables.wrong_secret"))
        if table.game != self.GAME:
            self._code, self._table = key.code, table
            return
        self.tables.mark_present(key)
        self._key, self._seated = key, False
        self._next_here = time.monotonic() + HERE
        self._look_at_table()

    def _look_on(self, code: str) -> None:
        """Watch a table without a seat: only open information is shown."""
        table = self.tables.find(code)
        if table.game != self.GAME:
            self._code, self._table = table.code, table
            return
        self._seat_at(SeatSession(self.tables, table.code))

    def _look_at_table(self) -> None:
        """Read the table's seats, and open the game if it has begun."""
        self._table = table = self.tables.now(self.key.code)
        self._told_table = table.news
        if table.state != "lobby":
            self._sit_down()

    def _sit_down(self) -> None:
        """Show the page of the game, which has begun."""
        self._seat_at(SeatSession(self.tables, self.key))

    def _seat_at(self, seat: SeatSession) -> None:
        self.sit(seat)
        self._seated = True
        self._was_asked = self.taken.me in self.taken.asked
        self.begin_at_top()
        self._begun()

    # Updates from the store -------------------------------------------------------------------------------------

    def look_in(self) -> bool:
        if self._waiting is not None:
            return self._press_again(self._waiting)
        if self._key is None and not self._seated:
            return False
        now = time.monotonic()
        due = now >= self._next_here
        if due:
            self._next_here = now + HERE
            if self._key is not None:
                self._unless_busy(self._say_here)
        if not self._seated:
            return self._look_into_lobby()
        if due:
            self.taken.notice()
        new = self.taken.look()
        if not new and self.taken.bot_to_move is not None and now >= self._next_bot:
            self._next_bot = now + BOTS  # the page that played the bots may be gone
            new = self._unless_busy(self.taken.play_bot)
        return new or due

    def _say_here(self) -> None:
        self.tables.mark_present(self.key)

    @staticmethod
    def _unless_busy(do: Callable[[], bool | None]) -> bool:
        """Run a regular task and return whether it returned true; a busy database is ignored."""
        try:
            return do() is True
        except Unusable as fault:
            if not fault.passes:
                raise
            return False

    def _look_into_lobby(self) -> bool:
        if self.tables.change_count(self.key.code) == self._told_table:
            return False
        self._look_at_table()
        return True

    def work_on(self) -> bool:
        """Make the bots' moves that are this page's to make, and handle what is new."""
        if not self._seated:
            return False
        if self._unless_busy(self.taken.play_bot) or self._unless_busy(self._decided_before):
            return True
        if self._moved is not None:
            self._answered(self._moved)
        elif next_row_number(self.session.view) > self._known:
            self._news()
        self._known = next_row_number(self.session.view)
        if self.session.view.over:
            self._unless_busy(self.taken.end)
        asked = self.taken.me in self.taken.asked
        if asked and not self._was_asked:
            self.sound(["turn"])
        self._was_asked = asked
        return False

    def _decided_before(self) -> bool:
        """Answer what the player has decided before; return whether something was asked that she had."""
        return self.taken.state == "playing" and self.taken.me in self.taken.asked and self.goes_on()

    def doing(self) -> str:
        return self.pen().say("thinking.others")

    def stop(self) -> None:
        """Do nothing: one player cannot stop a shared table's bots."""

    def _news(self) -> None:
        """Show the others' moves after those still being shown, without moving the focus."""
        since, step = self._known, self._step
        waiting = self._led
        first = self._told_from if waiting else since
        stop = self._stop
        passed = step.since if step is not None else stop.n if stop is not None else since
        self._note(since, ())
        self._moved = None
        self.answered(Moved(first, None))
        if not self.calm and (waiting or not self._looking):
            self.show.begin(self.session, first, self._stops)
            self.show.pass_by(passed)
        self._seen = since
        self._unread = True
        if waiting or not self._looking:
            self._settle()

    # Handling messages --------------------------------------------------------------------------------------

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadTable | Unusable):
            return self.pen().say("bad.table", fault=fault.text(self.lang))
        return super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        self._waiting = None  # another action replaces one that waits
        self._make(_Press(do, value, self._stands(), time.monotonic() + AGAIN))

    def _make(self, press: _Press) -> None:
        """Do an action; if the database is busy, keep it for later."""
        try:
            self._press(press.do, press.value)
        except Unusable as fault:
            if not fault.passes or time.monotonic() > press.until:
                raise
            self._waiting = press
            raise UserError("table.busy") from None

    def _press_again(self, press: _Press) -> bool:
        """Do the action that waits, if the table has not changed since."""
        self._waiting = None
        if self._seated:
            self.taken.look()
        elif self._key is not None:
            self._look_into_lobby()
        if self._stands() != press.stood:
            raise BadTable(Message("tables.too_late"))
        self._make(press)
        self._fault = ""
        return True

    def _stands(self) -> object:
        """Return a value that changes with the table."""
        return (self._seated, self.taken.replica.table.news if self._seated else self._told_table)

    def _press(self, do: str, value: Any) -> None:
        if do.startswith("table_"):
            self._at_the_table(do.removeprefix("table_"), value)
        elif not self._seated:
            raise UserError("bad.click", what=do)
        elif do == "again":
            self._again()
        elif do in ("start", "before", "what_if", "come_back"):
            raise UserError("bad.click", what=do)
        else:
            super().handle(do, value)

    def file(self, do: str, name: str, content: bytes) -> None:
        """Raise ``UserError``: a shared table loads no file."""
        raise UserError("bad.click", what=do)

    def _at_the_table(self, do: str, value: Any) -> None:
        if do == "open":
            self._open(value)
        elif do == "join":
            self._join(value)
        elif do == "back":
            self._back(str(value))
        elif do == "bot":
            seat, bot = value if isinstance(value, list) and len(value) == 2 else (None, None)
            if type(seat) is not int or not (bot is None or bot in playing(self.GAME).bots.names()):
                raise UserError("bad.click", what=do)
            self.tables.seat_bot(self.key, seat, bot)
            self._look_at_table()
        elif do == "fill":
            self._fill()
        elif do == "begin":
            self.tables.begin(self.key)
            self._look_at_table()
        elif do == "leave":
            self.tables.leave(self.key)
            self._forget_seat(self.key.code)
            self._key = self._table = None
        elif do == "yes" and self._seated:
            self._undo()
        elif do == "no" and self._seated:
            self.taken.refuse_undo()
        elif do == "stand_in" and self._seated:
            if type(value) is not int:
                raise UserError("bad.click", what=do)
            self.taken.stand_in(value)
            self.taken.notice()
        elif do == "next" and self._seated:
            self._again()
        elif do == "take" and self._seated and self.session.view.over:
            self._take()
        else:
            raise UserError("bad.click", what=do)

    def _back(self, code: str) -> None:
        """Return to a table at which this browser has a seat."""
        key = self._keys().get(code)
        if key is None:
            raise UserError("bad.click", what="back")
        self._come(key)

    def _open(self, form: Any) -> None:
        """Open a table from the form, with a secret random seed."""
        given: Mapping[str, Any] = form if isinstance(form, Mapping) else {}
        name = tidy_name(str(given.get("name", ""))) or self.pen().say("table.host")
        wish = self.wish_of({**given, "name": name, "bots": playing(self.GAME).quick})
        setup = _setup(wish, random.SystemRandom().randrange(NEW_SEEDS))
        self.store("name", name)
        minutes = number_of(str(given.get("wait", "")), WAITS[0], WAITS[-1]) or WAITS[1]
        self._sat(self.tables.open(self.GAME, setup, len(setup["names"]), name, 60.0 * minutes))

    def _join(self, form: Any) -> None:
        given: Mapping[str, Any] = form if isinstance(form, Mapping) else {}
        self._code = str(given.get("code", ""))[:LONGEST_CODE]
        table = self.tables.find(self._code)
        code = table.code
        if table.game != self.GAME:
            self._code, self._table = code, table
            return
        if code in self._keys():
            self._come(self._keys()[code])
            return
        name = tidy_name(str(given.get("name", "")))
        self.store("name", name or None)
        self._sat(self.tables.join(code, name))

    def _sat(self, key: SeatKey) -> None:
        self._remember(key)
        self._come(key)
        self.focus_on(".vk-door h2")

    def _fill(self) -> None:
        """Give all open seats to bots."""
        for number, seat in enumerate(self.tables.now(self.key.code).seats):
            if seat.open:
                self.tables.seat_bot(self.key, number, playing(self.GAME).quick)
        self._look_at_table()

    def _menu(self, which: str) -> None:
        if which == "undo":
            self._undo()
        elif which == "export" and self.session.view.over:
            super()._menu(which)
        else:
            raise UserError("bad.click", what=which)

    def _undo(self) -> None:
        """Ask to undo the last move, or agree to it; once all have agreed, it is undone."""
        self.taken.undo()
        if not self.taken.undo_asked:
            self._begun()

    def _again(self) -> None:
        """Begin another game with the same players; the first request does it for all."""
        seed = random.SystemRandom().randrange(NEW_SEEDS)
        names = self.session.view.names
        self._sat(self.tables.again(self.key, _setup(self.session.as_begun, seed) | {"names": list(names)}))

    def _take(self) -> None:
        """Store the finished game in this browser, for the dashboards and what-ifs."""
        if self.KEPT in self.stored:
            self.store(self.BEFORE, self.stored[self.KEPT])
        self.store(self.KEPT, self.session.whole_game())
        self._taken = True

    def _begun(self) -> None:
        super()._begun()
        self._known = next_row_number(self.session.view)

    def ways_back(self) -> Sequence[int]:
        return ()  # a shared table has no what-if

    def keep(self) -> None:
        LearnerPage.keep(self)  # the game is stored at the table, not in the browser

    # HTML ---------------------------------------------------------------------------------------------------

    def waits(self, view: Any) -> str:
        return "table.guest" if self.taken.is_guest else super().waits(view)

    def afterwards(self, pen: HtmlWriter) -> Html:
        """Return the links after the game: another game, storing this one, home."""
        ways = [] if self.taken.is_guest else [button(pen.say("table.again"), "again", cls="vk-primary")]
        if not self._taken:
            ways.append(button(pen.say("table.take"), "table_take"))
        more = [link(pen.say(f"over.{name}"), f"dashboards/{name}") for name in self.DASHBOARDS if self._taken]
        more.append(play_menu.item(pen, "export"))
        taken = tag("p", pen.say("table.taken"), cls="vk-hint") if self._taken else None
        home_ = tag("p", link(pen.say("lesson.home"), "00_start_here"), cls="vk-ways")
        return joined([tag("div", [*ways, *more], cls="vk-buttons", lang=pen.lang), taken, home_])

    def title(self) -> str:
        """Return the page's title, which says whether it is the player's turn."""
        pen = self.pen()
        if not self._seated:
            return pen.say("table.title")
        mine = self.taken.me in self.taken.asked and not self._over
        return pen.say("table.title.turn" if mine else "table.title.table", code=self.taken.replica.table.code)

    def frame(self, pen: HtmlWriter) -> Html:
        if self._seated:
            return joined([hole("turn"), super().frame(pen)])
        parts = [hole("head"), hole("alert"), hole("door"), hole("foot")]
        return tag("div", parts, cls="vk-game vk-lobby")

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        if self._seated:
            return {**super().parts(pen), "turn": self._turn(pen)}
        return {"head": self._head_alone(), "door": self._door(pen), "foot": foot(pen)}

    def _head_alone(self) -> Html:
        pen = self.pen("head")
        return self.top(pen, tag("h1", pen.say("table.title"), cls="vk-unseen"))

    def _door(self, pen: HtmlWriter) -> Html:
        table = self._table
        if table is not None and table.game != self.GAME:
            return lobby.elsewhere(pen.say(f"game.{table.game}"), NOTEBOOKS[table.game], table.code, pen)
        bots = playing(self.GAME).bots.names()
        if self._key is not None and table is not None:
            return lobby.lobby(table, self._key, self.address, bots, pen)
        name = self.stored.get("name", "")
        form = self.drawer.form(self.usual(name), name, pen, WAITS)
        others = [
            link(pen.say("table.other", game=pen.say(f"game.{game}")), notebook)
            for game, notebook in NOTEBOOKS.items()
            if game != self.GAME
        ]
        return lobby.table_forms(form, self._code, name, self._mine(), ALONE[self.GAME], others, pen)

    def _mine(self) -> Sequence[tuple[str, str]]:
        """Return the codes and players of this game's tables at which the browser has a seat."""
        keys = [key for key in self._keys().values() if key not in self._void]
        try:
            found = self.tables.tables_of(keys) if keys else {}
        except (BadTable, Unusable):
            return []
        self._void |= set(keys) - found.keys()
        return [
            (table.code, ", ".join(seat.name for seat in table.seats if seat.person))
            for table in reversed(found.values())
            if table.game == self.GAME and table.state != "over"
        ]

    def _turn(self, pen: HtmlWriter) -> Html:
        """Return the bar with whose turn it is, who has chosen, and requests."""
        seat = self.taken
        said: list[Html | None] = []
        if seat.replica.table.next is not None and not seat.is_guest:
            said.append(tag("p", pen.say("table.next"), " ", button(pen.say("table.go"), "table_next")))
        elif seat.view.over:
            said.append(tag("p", pen.say("table.over")))
        elif seat.state == "paused":
            said.append(tag("p", pen.say("table.paused")))
        else:
            said.append(self._whose(pen))
        said += [self._asked_back(pen), self._away(pen)]
        return tag("div", said, cls="vk-turn-bar", lang=pen.lang)

    def _whose(self, pen: HtmlWriter) -> Html:
        seat = self.taken
        me = "" if seat.is_guest else seat.view.names[seat.me]
        waited = [name for name in seat.waited_for if name != me]
        comma = pen.say("comma")
        parts: list[Html] = []
        if seat.me in seat.asked:
            go = {"data_go": ".vk-panel", "data_key": "your-turn"}
            parts.append(tag("button", pen.say("table.your_turn"), type="button", cls="vk-button vk-your-turn", **go))
        if waited:
            parts.append(tag("span", pen.say("table.waits_for", names=comma.join(waited))))
        chosen = [name for name in seat.chosen if name != me]
        if chosen:
            parts.append(tag("span", pen.say("table.has_chosen", names=comma.join(chosen))))
        if not parts:
            parts.append(tag("span", pen.say("thinking.others")))
        return tag("p", joined([joined([part, " "]) for part in parts]), role="status")

    def _asked_back(self, pen: HtmlWriter) -> Html | None:
        """Return a request for an undo with the buttons to answer."""
        votes = self.taken.undo_asked
        if not votes or self.taken.is_guest:
            return None
        names = pen.say("comma").join(self.taken.view.names[seat] for seat in sorted(votes))
        if self.taken.me in votes:
            no = button(pen.say("table.undo.drop"), "table_no", cls="vk-quiet")
            return tag("p", pen.say("table.undo.asked"), " ", no, cls="vk-asks-back")
        yes, no = button(pen.say("table.undo.yes"), "table_yes"), button(pen.say("table.undo.no"), "table_no")
        return tag("p", pen.say("table.undo.asks", names=names), " ", yes, " ", no, cls="vk-asks-back")

    def _away(self, pen: HtmlWriter) -> Html | None:
        """Return the absent players with the buttons to let a bot play, and the players whom a bot replaces."""
        seat = self.taken
        said: list[Html] = []
        for away in seat.away() if not seat.is_guest else ():
            name = seat.view.names[away]
            do = button(pen.say("table.stand_in"), "table_stand_in", away, data_key=f"stand-in-{away}")
            said.append(tag("p", pen.say("table.is_away", name=name), " ", do))
        stood = [one.name for one in seat.replica.table.seats if one.stand_in is not None]
        if stood:
            said.append(tag("p", pen.say("table.stood_in", names=pen.say("comma").join(stood))))
        return joined(said) if said else None


def _setup(wish: Wish, seed: int) -> dict[str, Any]:
    """Return the set-up of a new game in the form of a save, with the names."""
    game = playing(wish.GAME).new(**wish.setup(seed))
    return {**game.setup, "names": list(game.names)}
