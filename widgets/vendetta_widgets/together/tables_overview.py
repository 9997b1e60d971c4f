"""The teacher's page of this server's shared tables: whom each waits for, with buttons to act.

It needs the password in ``VENDETTA_TEACHER``, and shows what a spectator may see: no hands, no seed, and of sealed
answers only who has given one.
"""

from __future__ import annotations

import hmac
import os
import time
from collections.abc import Mapping
from typing import Any, ClassVar, Final, NamedTuple

from vendetta_kit.common_tables import BadTable, Replica, Store, TableNow, Unusable, store_at
from vendetta_kit.server.page_visitor import SHORTEST_PASSWORD, TEACHER, teachers_password
from vendetta_widgets.controls import button, link
from vendetta_widgets.games import playing, writing
from vendetta_widgets.html import Html, HtmlWriter, tag
from vendetta_widgets.learner_page import LearnerPage
from vendetta_widgets.page_arguments import language_by_name
from vendetta_widgets.page_parts import foot, hole
from vendetta_widgets.page_phrases import UserError

from . import NOTEBOOKS

MOST: Final = 60
"""The most tables on a page, the newest first."""
LONGEST_SEARCH: Final = 40
AWAY: Final = 30
"""Seconds after which a player counts as absent; a page reports every fifteen that its player is present."""
AFRESH: Final = 5.0
"""Seconds between two checks of who is present."""


@language_by_name()
def tables(*, lang: str | None = None) -> TablesPage:
    """Return the page of all tables of this server, which asks for the teacher's password.

    >>> tables(lang="de").title()
    'Tische dieses Servers · Vendetta-Kit'
    """
    return TablesPage(lang=lang)


class _Overlooked(NamedTuple):
    """A table with its game's time and the seats that it waits for."""

    table: TableNow
    where: str
    asked: tuple[int, ...]
    names: tuple[str, ...]


class TablesPage(LearnerPage):
    """The page of all tables of the server.

    Args:
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
        store: the store of tables; ``None`` for the server's.
    """

    NOUN: ClassVar[str] = "tables"
    WATCHES: ClassVar[float] = 1.0

    def __init__(self, *, lang: str | None = None, store: Store | None = None) -> None:
        super().__init__(lang=lang)
        self._store = store
        self._open = False
        self._words = ""
        self._first = 0  # the number of tables to skip
        self._seen: object = None
        self._replicas: dict[str, Replica] = {}
        self._closing = ""
        self._afresh_at = 0.0

    @property
    def store_of_tables(self) -> Store:
        """The store of tables, opened when first needed. Raises :class:`.Unusable`."""
        if self._store is None:
            self._store = store_at()
        return self._store

    def look_in(self) -> bool:
        if not self._open:
            return False
        now = time.monotonic()
        seen = self._listed()
        new = seen != self._seen or now >= self._afresh_at
        if new:
            self._seen, self._afresh_at = seen, now + AFRESH
        return new

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadTable | Unusable):
            return self.pen().say("bad.table", fault=fault.text(self.lang))
        return super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        given: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        if do == "enter":
            self._enter(str(given.get("password", "")))
            return
        if not self._open:
            raise UserError("bad.click", what=do)
        store, closing = self.store_of_tables, self._closing
        self._closing = ""
        code, what = value if isinstance(value, list) and len(value) == 2 else ("", None)
        if do == "hold":
            store.set_state_for_teacher(str(code), str(what))
        elif do == "let_bot" and type(what) is int:
            store.let_bot_play(str(code), what, playing(store.now(str(code)).game).quick)
        elif do == "search":
            self._words, self._first = str(given.get("words", ""))[:LONGEST_SEARCH], 0
        elif do == "page" and type(value) is int:
            self._first = MOST * max(value, 0)
            self.focus_on(".vk-overlook h2")
        elif do == "close" and value == closing:
            store.close_table(str(value))
            self._replicas.pop(str(value), None)
        elif do == "close":
            self._closing = str(value)
        elif do != "keep":
            raise UserError("bad.click", what=do)

    def _enter(self, typed: str) -> None:
        wanted = teachers_password()
        with self.store_of_tables.counted("password"):
            if wanted is None or not hmac.compare_digest(_bytes(typed), _bytes(wanted)):
                raise UserError("overlook.wrong")
        self._open = True
        self.focus_on(".vk-overlook h1, .vk-overlook h2")

    # HTML ---------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.pen().say("overlook.title")

    def frame(self, pen: HtmlWriter) -> Html:
        return tag("div", [hole("head"), hole("alert"), hole("overlook"), hole("foot")], cls="vk-game vk-lobby")

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        head = self.top(self.pen("head"), tag("h1", pen.say("overlook.title"), cls="vk-unseen"))
        return {"head": head, "overlook": self._tables(pen) if self._open else self._door(pen), "foot": foot(pen)}

    def _door(self, pen: HtmlWriter) -> Html:
        if teachers_password() is None:
            key = "overlook.short" if os.environ.get(TEACHER) else "overlook.unset"
            return tag("p", pen.say(key, name=TEACHER, n=SHORTEST_PASSWORD), cls="vk-lead", lang=pen.lang)
        name = pen.id()
        field = tag("input", type="password", id=name, name="password", autocomplete="off")
        submit = tag("button", pen.say("overlook.enter"), type="submit", cls="vk-button vk-primary")
        label = tag("label", pen.say("overlook.password"), for_=name)
        form = tag("form", tag("p", label, field), submit, data_do="enter", novalidate=True)
        section = tag("section", tag("h2", pen.say("overlook.title"), data_home=True), form, cls="vk-box")
        return tag("div", tag("div", section), cls="vk-door", lang=pen.lang)

    def _tables(self, pen: HtmlWriter) -> Html:
        count, codes = self._listed()
        rows = []
        for code in codes:
            try:
                rows.append(self._row(self._overlooked(code), pen))
            except (BadTable, Unusable) as fault:  # closed meanwhile, damaged, or of another version
                rows.append(tag("li", tag("b", code), " ", fault.text(pen.lang)))
        title = tag("h2", pen.say("overlook.count", n=count), data_home=True, tabindex="-1")
        none = None if rows else tag("p", pen.say("overlook.none_such" if self._words else "overlook.none"))
        listed = tag("ul", rows, cls="vk-overlooked")
        search = self._search(pen) if count or self._words else None
        parts = [title, search, none, listed, self._pages(count, pen)]
        return tag("div", parts, cls="vk-overlook", lang=pen.lang)

    def _listed(self) -> tuple[int, Mapping[str, int]]:
        """Return how many tables match the search, and what the store lists for the current page."""
        count, codes = self.store_of_tables.listed(self._words, self._first, MOST)
        if not codes and self._first:  # they have been closed meanwhile
            self._first = 0
            return self._listed()
        return count, codes

    def _search(self, pen: HtmlWriter) -> Html:
        name = pen.id()
        how = {"maxlength": LONGEST_SEARCH, "autocomplete": "off"}
        field = tag("input", type="search", id=name, name="words", value=self._words, **how)
        submit = tag("button", pen.say("overlook.search.go"), type="submit", cls="vk-button")
        label = tag("label", pen.say("overlook.search"), for_=name)
        return tag("form", tag("p", label, field), submit, data_do="search", novalidate=True, role="search")

    def _pages(self, count: int, pen: HtmlWriter) -> Html | None:
        """Return the links to newer and older tables."""
        now, last = self._first // MOST, max(count - 1, 0) // MOST
        if not last:
            return None
        ways: list[Html] = []
        if now:
            ways.append(button(pen.say("overlook.newer"), "page", now - 1, data_key="page-newer"))
        if now < last:
            ways.append(button(pen.say("overlook.older"), "page", now + 1, data_key="page-older"))
        shown = pen.say("overlook.page", first=self._first + 1, last=min(self._first + MOST, count), n=count)
        return tag("nav", tag("p", shown), tag("div", ways, cls="vk-buttons"), aria_label=pen.say("overlook.pages"))

    def _overlooked(self, code: str) -> _Overlooked:
        table = self.store_of_tables.now(code)
        if table.state == "lobby":
            return _Overlooked(table, "", (), ())
        game = playing(table.game)
        if code not in self._replicas:
            self._replicas[code] = Replica(self.store_of_tables, code, game.rules)
        replica = self._replicas[code]
        replica.catch_up()
        view = replica.view()
        asked = tuple(replica.game.pending) if game.asked is None else tuple(game.asked(view))
        where = writing(table.game).when(view, HtmlWriter(self.lang, game=table.game))
        return _Overlooked(table, where, tuple(seat for seat in asked if seat not in table.chosen), view.names)

    def _row(self, found: _Overlooked, pen: HtmlWriter) -> Html:
        """Return a table's row: code, game, players, time, whom it waits for and since when, buttons."""
        table, code = found.table, found.table.code
        people = pen.say("comma").join(seat.name for seat in table.seats if seat.person)
        said = [
            tag("h3", code, " · ", pen.say(f"game.{table.game}"), " · ", pen.say(f"overlook.{table.state}")),
            tag("p", people, cls="vk-overlooked-who"),
        ]
        if found.where:
            said.append(tag("p", found.where, cls="vk-small"))
        do: list[Html] = []
        if table.state == "playing":
            for seat in found.asked:
                said.append(self._waits(found, seat, pen))
                if table.seats[seat].person and table.seats[seat].stand_in is None:
                    words = pen.say("overlook.let_bot", name=found.names[seat])
                    do.append(button(words, "let_bot", [code, seat], data_key=f"bot-{code}-{seat}"))
            do.append(button(pen.say("overlook.pause"), "hold", [code, "paused"], data_key=f"hold-{code}"))
        elif table.state == "paused":
            do.append(button(pen.say("overlook.go_on"), "hold", [code, "playing"], data_key=f"hold-{code}"))
        if table.state != "lobby":
            do.append(link(pen.say("overlook.watch"), f"{NOTEBOOKS[table.game]}?watch={code}"))
        if self._closing == code:
            said.append(tag("p", pen.say("overlook.close.sure"), role="alert"))
            do.append(button(pen.say("overlook.keep"), "keep", code, data_key=f"keep-{code}"))
        close = pen.say("overlook.close.yes" if self._closing == code else "overlook.close")
        do.append(button(close, "close", code, "vk-quiet", data_key=f"close-{code}"))
        return tag("li", said, tag("div", do, cls="vk-buttons"), cls="vk-box")

    def _waits(self, found: _Overlooked, seat: int, pen: HtmlWriter) -> Html:
        sits = found.table.seats[seat]
        name = found.names[seat]
        if sits.played_by is not None:
            return tag("p", pen.say("overlook.waits_bot", name=name))
        away = int(self.store_of_tables.seconds_away(sits))
        return tag("p", pen.say("overlook.waits" if away < AWAY else "overlook.waits_away", name=name, n=away))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
