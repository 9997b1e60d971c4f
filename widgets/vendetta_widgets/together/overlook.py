"""The teacher's page of tables: all that are played on this server, who waits for whom, and what to do about it.

It stands open to who knows the password in ``VENDETTA_TEACHER``, and shows what a guest at a table may see: no seat's
hand, no seed, and of sealed answers only who has given one.
"""

from __future__ import annotations

import hmac
import os
import time
from collections.abc import Mapping
from typing import Any, ClassVar, Final, NamedTuple

from vendetta_kit.tables import BadTable, Replica, Store, TableNow, Unusable, store_at
from vendetta_widgets.controls import button, link
from vendetta_widgets.games import playing, writing
from vendetta_widgets.learner import LearnerPage
from vendetta_widgets.pen import Html, Pen, tag
from vendetta_widgets.shared import foot, hole
from vendetta_widgets.surface import Told

from . import NOTEBOOKS

__all__ = ["PASSWORD", "TablesPage", "tables"]

PASSWORD: Final = "VENDETTA_TEACHER"
"""In the environment of the server: what opens this page."""
TRIES: Final = 12
MOST: Final = 60
"""So many tables are shown, the newest."""
AWAY: Final = 30
"""After so many seconds it is told how long somebody has not been seen: every fifteen her page says that she is."""
AFRESH: Final = 5.0
"""Seconds after which it is looked who is there, even if nothing else is new."""


def tables(lang: str | None = None) -> TablesPage:
    """Show all tables of this server to who knows the teacher's password.

    >>> tables("de").title()
    'Tische dieses Servers · Vendetta-Kit'
    """
    return TablesPage(lang)


class _Overlooked(NamedTuple):
    """A table, where its game is, and which seats it waits for."""

    table: TableNow
    where: str
    asked: tuple[int, ...]
    names: tuple[str, ...]


class TablesPage(LearnerPage):
    """All tables of the server.

    Args:
        lang: ``"en"`` or ``"de"``; left out, the browser's.
        store: where the tables are; left out, where this server keeps them.
    """

    WATCHES: ClassVar[float] = 1.0

    def __init__(self, lang: str | None = None, store: Store | None = None) -> None:
        super().__init__(lang)
        self._store = store
        self._open = False
        self._wrong = 0
        self._seen: dict[str, int] = {}
        self._replicas: dict[str, Replica] = {}
        self._closing = ""
        self._afresh_at = 0.0

    @property
    def store_of_tables(self) -> Store:
        """Where the tables are; opened when it is first needed. Raises :class:`.Unusable`."""
        if self._store is None:
            self._store = store_at()
        return self._store

    def look_in(self) -> bool:
        if not self._open:
            return False
        now = time.monotonic()
        store = self.store_of_tables
        seen = {code: store.told(code) for code in store.codes()[:MOST]}
        new = seen != self._seen or now >= self._afresh_at
        if new:
            self._seen, self._afresh_at = seen, now + AFRESH
        return new

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadTable | Unusable):
            return self.pen().say("bad.table", fault=fault.text(self.lang))
        return super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        if do == "enter":
            self._enter(str(value.get("password", "")))
            return
        if not self._open:
            raise Told("bad.click", what=do)
        store, closing = self.store_of_tables, self._closing
        self._closing = ""
        if do == "hold":
            code, state = value
            store.hold(str(code), str(state))
        elif do == "let_bot":
            code, seat = value
            store.let_bot_play(str(code), int(seat), playing(store.now(str(code)).game).quick)
        elif do == "close" and value == closing:
            store.close_table(str(value))
            self._replicas.pop(str(value), None)
        elif do == "close":
            self._closing = str(value)
        elif do != "keep":
            raise Told("bad.click", what=do)

    def _enter(self, typed: str) -> None:
        wanted = os.environ.get(PASSWORD, "")
        if self._wrong >= TRIES:
            raise Told("table.too_many")
        if not wanted or not hmac.compare_digest(typed.encode(), wanted.encode()):
            self._wrong += 1
            raise Told("overlook.wrong")
        self._open = True
        self.focus_on(".vk-overlook h1, .vk-overlook h2")

    # Showing ------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return self.pen().say("overlook.title")

    def frame(self, pen: Pen) -> Html:
        return tag("div", [hole("head"), hole("alert"), hole("overlook"), hole("foot")], cls="vk-game vk-lobby")

    def parts(self, pen: Pen) -> Mapping[str, Html]:
        head = self.top(self.pen("head"), tag("h1", pen.say("overlook.title"), cls="vk-unseen"))
        return {"head": head, "overlook": self._tables(pen) if self._open else self._door(pen), "foot": foot(pen)}

    def _door(self, pen: Pen) -> Html:
        if not os.environ.get(PASSWORD):
            return tag("p", pen.say("overlook.unset", name=PASSWORD), cls="vk-lead", lang=pen.lang)
        name = pen.id()
        field = tag("input", type="password", id=name, name="password", autocomplete="off")
        submit = tag("button", pen.say("overlook.enter"), type="submit", cls="vk-button vk-primary")
        label = tag("label", pen.say("overlook.password"), for_=name)
        form = tag("form", tag("p", label, field), submit, data_do="enter", novalidate=True)
        section = tag("section", tag("h2", pen.say("overlook.title"), data_home=True), form, cls="vk-box")
        return tag("div", tag("div", section), cls="vk-door", lang=pen.lang)

    def _tables(self, pen: Pen) -> Html:
        store = self.store_of_tables
        rows = []
        for code in store.codes()[:MOST]:
            try:
                rows.append(self._row(self._overlooked(code), pen))
            except BadTable as fault:  # closed in between, or of another version
                rows.append(tag("li", tag("b", code), " ", fault.text(pen.lang)))
        title = tag("h2", pen.say("overlook.count", n=len(rows)), data_home=True, tabindex="-1")
        none = tag("p", pen.say("overlook.none")) if not rows else None
        return tag("div", title, none, tag("ul", rows, cls="vk-overlooked"), lang=pen.lang)

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
        where = writing(table.game).when(view, Pen(self.lang, game=table.game))
        return _Overlooked(table, where, tuple(seat for seat in asked if seat not in table.chosen), view.names)

    def _row(self, found: _Overlooked, pen: Pen) -> Html:
        """A table: its code, game and people, where it is, whom it waits for and since when, and what can be done."""
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

    def _waits(self, found: _Overlooked, seat: int, pen: Pen) -> Html:
        sits = found.table.seats[seat]
        name = found.names[seat]
        if sits.played_by is not None:
            return tag("p", pen.say("overlook.waits_bot", name=name))
        away = int(self.store_of_tables.away(sits))
        return tag("p", pen.say("overlook.waits" if away < AWAY else "overlook.waits_away", name=name, n=away))
