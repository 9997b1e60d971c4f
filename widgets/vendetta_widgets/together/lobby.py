"""The lobby before a shared game: opening and joining a table, and its seats.

It shows names, bots and the table's code; the seed stays in the kernel.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Final

import segno

from vendetta_kit.common_tables import LONG, OPENER, Seat, SeatKey, TableNow
from vendetta_widgets.controls import Option, button, link, row
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.session_setup import LONGEST_NAME

HALF: Final = LONG // 2
"""The characters of half a code; codes are shown in two halves."""


def table_page(notebook: str, code: str) -> str:
    """Return the page of a table, for a link."""
    return f"{notebook}?table={code}"


def shared_address(address: str) -> str:
    """Return an address of a page that works for every user: in JupyterHub it goes to each one's own server.

    >>> shared_address("http://school.invalid:8000/user/ada/voila/render/17_play_together.ipynb")
    'http://school.invalid:8000/hub/user-redirect/voila/render/17_play_together.ipynb'
    """
    return re.sub(r"^(https?://.*?)/user/[^/]+/", r"\1/hub/user-redirect/", address)


def table_forms(
    form: Html,
    code: str,
    name: str,
    mine: Sequence[tuple[str, str]],
    alone: str,
    others: Sequence[Html],
    pen: HtmlWriter,
) -> Html:
    """Return the forms to open a table, to join one by its code, or to return to one.

    Args:
        form: the form for a new table.
        code: the code from the address, empty if none.
        name: the name that the player used before.
        mine: codes and players of tables at which this browser has a seat.
        alone: the notebook in which several players can share one machine.
        others: links to other games' tables.
        pen: the writer.
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
    """Return the form to join a table by its code."""
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
    """Return the lobby of a table: its seats, the invitation, the button to begin.

    Args:
        table: the table's current state.
        key: the key of the player's own seat.
        address: the page's address in this browser; empty if others cannot open it.
        bots: the names of the game's bots.
        pen: the writer.
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
    """Return the code, the link and the QR code of a table."""
    halves = [tag("span", code[at : at + HALF]) for at in range(0, len(code), HALF)] if len(code) == LONG else code
    letters = tag("p", halves, cls="vk-code", aria_label=pen.say("table.spelt", code=" ".join(code)))
    told = [tag("h2", pen.say("table.invite")), tag("p", pen.say("table.invite.code")), letters]
    if address:
        name = pen.id()
        there = f"{shared_address(address)}?table={code}"
        field = tag("input", type="text", readonly=True, id=name, value=there, cls="vk-address")
        told += [tag("p", tag("label", pen.say("table.link"), for_=name), field), qr(there, pen.say("table.qr"))]
    return tag("section", told, cls="vk-box")


def qr(text: str, label: str) -> Html:
    """Return a text as a QR code, dark on light in either theme, as some cameras need.

    >>> "<svg" in qr("http://127.0.0.1:8866/?table=BCDFH", "the link")
    True
    """
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=3, svgclass=None, lineclass=None
    )
    return tag("div", Html(out.getvalue().decode()), cls="vk-qr", role="img", aria_label=label)


def _seat(number: int, seat: Seat, key: SeatKey, opener: bool, bots: Sequence[str], pen: HtmlWriter) -> Html:
    """Return a seat with its buttons."""
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
    """Return a note that a table's game has another page, with a link to it."""
    words = pen.say("table.other_game", code=code, game=game)
    return tag("p", words, " ", link(pen.say("table.go"), table_page(notebook, code), "vk-link vk-primary-link"))
