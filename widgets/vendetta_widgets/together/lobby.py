"""Before the game: opening a table, joining one, and who sits there.

What is shown here is no secret: names, bots and the code of the table. Its seed stays in the kernel.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Final

import segno

from vendetta_kit.tables import LONG, OPENER, Seat, SeatKey, TableNow
from vendetta_widgets.controls import Option, button, link, row
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.session_setup import LONGEST_NAME

__all__ = ["door", "elsewhere", "for_all", "lobby", "qr", "way"]

HALF: Final = LONG // 2
"""Who reads a code out, or types it, does so in two halves."""


def way(notebook: str, code: str) -> str:
    """Return the page of a table, as links name it."""
    return f"{notebook}?table={code}"


def for_all(address: str) -> str:
    """Return an address that leads everybody to a page: in JupyterHub each to her own server.

    >>> for_all("http://school.invalid:8000/user/ada/voila/render/17_play_together.ipynb")
    'http://school.invalid:8000/hub/user-redirect/voila/render/17_play_together.ipynb'
    """
    return re.sub(r"^(https?://.*?)/user/[^/]+/", r"\1/hub/user-redirect/", address)


def door(
    form: Html,
    code: str,
    name: str,
    mine: Sequence[tuple[str, str]],
    alone: str,
    others: Sequence[Html],
    pen: HtmlWriter,
) -> Html:
    """Say how to come to a table: by opening one, by a code, or back to one where one has a seat.

    Args:
        form: that of a new table.
        code: what the address has brought, if anything.
        name: as the person has called herself before.
        mine: codes and names of players of tables at which this browser has a seat.
        alone: the notebook of a whole game, where people can share one machine.
        others: the ways to other games' tables.
        pen: writes.
    """
    join = _join(code, name, pen)
    opened = tag("section", tag("h2", pen.say("table.new")), form, tag("p", others), cls="vk-box")
    back = None
    if mine:
        options = [Option(its, f"{its}: {names}") for its, names in mine]
        codes = row(pen, pen.say("table.back.hint"), "table_back", options)
        back = tag("section", tag("h2", pen.say("table.back")), codes, cls="vk-box")
    words = tag("p", pen.say("table.here.hint"))
    here = tag("section", tag("h2", pen.say("table.here")), words, link(pen.say("table.here.go"), alone), cls="vk-box")
    ways = [back, join, opened, here] if not code else [join, back, opened, here]
    return tag("div", tag("p", pen.say("table.intro"), cls="vk-lead"), ways, cls="vk-door", lang=pen.lang)


def _join(code: str, name: str, pen: HtmlWriter) -> Html:
    """The form with which one sits down at a table that somebody else has opened."""
    fields = [
        _field("code", pen.say("table.code"), code, LONG + 4, pen, cls="vk-code-field", autocapitalize="characters"),
        _field("name", pen.say("name"), name, LONGEST_NAME, pen),
    ]
    submit = tag("button", pen.say("table.join"), type="submit", cls="vk-button vk-primary")
    form = tag("form", tag("div", fields, cls="vk-fields"), submit, data_do="table_join", novalidate=True)
    return tag("section", tag("h2", pen.say("table.join.title"), data_home=True), form, cls="vk-box")


def _field(key: str, label: str, value: str, most: int, pen: HtmlWriter, **more: object) -> Html:
    name = pen.id()
    field = tag("input", type="text", id=name, name=key, value=value, maxlength=most, autocomplete="off", **more)
    return tag("p", tag("label", label, for_=name), field)


def lobby(table: TableNow, key: SeatKey, address: str, bots: Sequence[str], pen: HtmlWriter) -> Html:
    """Show who sits at a table, how others come to it, and what is to be done before it begins.

    Args:
        table: as it is now.
        key: one's own seat.
        address: where this browser shows the page; empty where others cannot be sent there.
        bots: the names of the game's bots.
        pen: writes.
    """
    opener = key.seat == OPENER
    seats = [_seat(number, seat, key, opener, bots, pen) for number, seat in enumerate(table.seats)]
    open_ = sum(seat.open for seat in table.seats)
    begin: Html
    if not opener:
        begin = tag("p", pen.say("table.waits_for_opener", name=table.seats[OPENER].name), role="status")
    elif open_:
        begin = joined(
            [
                tag("p", pen.say("table.open_seats", n=open_), role="status"),
                button(pen.say("table.fill"), "table_fill", bots[0], cls="vk-primary"),
            ]
        )
    else:
        begin = button(pen.say("table.begin"), "table_begin", cls="vk-primary", data_home=True)
    leave = None if opener else button(pen.say("table.leave"), "table_leave", cls="vk-quiet")
    who = tag("section", tag("h2", pen.say("table.who")), tag("ul", seats, cls="vk-seats"), begin, leave, cls="vk-box")
    return tag("div", _invitation(table.code, address, pen), who, cls="vk-door", lang=pen.lang)


def _invitation(code: str, address: str, pen: HtmlWriter) -> Html:
    """The code, the link and the QR code of a table."""
    halves = [tag("span", code[at : at + HALF]) for at in range(0, len(code), HALF)] if len(code) == LONG else code
    letters = tag("p", halves, cls="vk-code", aria_label=pen.say("table.spelt", code=" ".join(code)))
    told = [tag("h2", pen.say("table.invite")), tag("p", pen.say("table.invite.code")), letters]
    if address:
        name = pen.id()
        there = f"{for_all(address)}?table={code}"
        field = tag("input", type="text", readonly=True, id=name, value=there, cls="vk-address")
        told += [tag("p", tag("label", pen.say("table.link"), for_=name), field), qr(there, pen.say("table.qr"))]
    return tag("section", told, cls="vk-box")


def qr(text: str, label: str) -> Html:
    """Draw a text as a QR code, dark on light in either theme: some cameras read it no other way.

    >>> "<svg" in qr("http://127.0.0.1:8866/?table=BCDFH", "the link")
    True
    """
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=3, svgclass=None, lineclass=None
    )
    return tag("div", Html(out.getvalue().decode()), cls="vk-qr", role="img", aria_label=label)


def _seat(number: int, seat: Seat, key: SeatKey, opener: bool, bots: Sequence[str], pen: HtmlWriter) -> Html:
    """A seat, and what may be done about it."""
    if seat.person:
        own = tag("span", f" {pen.say('you')}", cls="vk-you") if number == key.seat else None
        return tag("li", tag("b", seat.name), own)
    if seat.bot is not None:
        away = button(pen.say("table.bot_away"), "table_bot", [number, None], cls="vk-quiet") if opener else None
        return tag("li", pen.say(f"table.bot.{seat.bot}"), " ", away)
    if not opener:
        return tag("li", pen.say("table.open_seat"), cls="vk-open-seat")
    chosen = [
        button(pen.say(f"table.bot.{bot}"), "table_bot", [number, bot], cls="vk-quiet", data_key=f"bot-{number}-{bot}")
        for bot in bots
    ]
    more = tag("details", tag("summary", pen.say("table.bot")), tag("div", chosen, cls="vk-buttons"))
    return tag("li", pen.say("table.open_seat"), " ", more, cls="vk-open-seat")


def elsewhere(game: str, notebook: str, code: str, pen: HtmlWriter) -> Html:
    """That a table's game is played on another page, and the way there."""
    words = pen.say("table.other_game", code=code, game=game)
    return tag("p", words, " ", link(pen.say("table.go"), way(notebook, code), "vk-link vk-primary-link"))
