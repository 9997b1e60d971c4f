"""The strip of players: each a face, a colour and a sign, with what everybody may know of them in two numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import art
from ..html import Html, HtmlWriter, tag


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its sign; ``key`` tells it from all others of the page: it counts to its next value.

    ``word`` stands in place of the sign, where no sign would be understood.
    """

    sign: str
    value: int | str
    said: str
    key: str = ""
    cls: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class StripSeat:
    """A player as the strip shows one."""

    key: str
    """Tells the seat from all others: things fly to and from there."""
    tint: str
    """The class that sets ``--tint``: the player's colour."""
    name: str
    sign: str
    """The drawing of the seat's sign, which stands with its colour."""
    portrait: str = ""
    crest: str = ""
    line: str = ""
    """Who plays, in one line."""
    you: str = ""
    """Words that say it is the reader; empty for all others."""
    place: str = ""
    """Which in turn order."""
    numbers: tuple[Number, ...] = ()
    badges: tuple[Html, ...] = ()
    on_turn: str = ""
    """Words that say it is this player's turn; empty if it is not."""
    out: str = ""
    """Words that say the player is out."""
    press: Html | None = None
    """A button over the whole seat, where something lies behind it."""
    touched: bool = False
    """Whether what is told now is about this player."""


def portrait(name: str, tint: str, crest: str = "", key: str = "", cls: str = "") -> Html:
    """A round portrait in the player's colour, with the clan's crest; ``key``: what flies to the player lands there."""
    return tag(
        "span",
        art.face(name) if name else None,
        tag("span", art.use(crest), cls="vk-por-crest") if crest else None,
        cls=f"vk-por {tint} {cls}".strip(),
        data_spot=key or None,
    )


def number(pen: HtmlWriter, shown: Number) -> Html:
    """A number with its sign; what it counts is read out, and shown to who points at it."""
    value = tag("b", str(shown.value), data_count=shown.key or None)
    sign = tag("small", shown.word, aria_hidden="true") if shown.word else art.use(shown.sign)
    cls = f"vk-stat {shown.cls}".strip()
    return tag("span", sign, value, pen.unseen(f" {shown.said}"), cls=cls, data_tip=shown.said)


def seat_strip(pen: HtmlWriter, seats: Sequence[StripSeat], label: str, small: bool = False) -> Html:
    """All players side by side, in turn order; ``small`` while a stage is open."""
    shown = [
        tag("li", _seat(pen, seat), cls=_cls(seat), data_key=f"strip-{seat.key}", data_thing=seat.key) for seat in seats
    ]
    cls = f"vk-strip vk-strip-{len(seats)}" + (" vk-strip-small" if small else "")
    return tag("ol", shown, cls=cls, aria_label=label, lang=pen.lang)


def drops_fly(key: str, start: str, end: str, n: int) -> Html:
    """Have ``n`` drops of Blood fly from one spot to another, once: where ``key`` is new."""
    return tag("span", art.use("blood"), cls="vk-flow", data_drops=f"{start}>{end}:{n}", data_key=key, hidden=True)


def _cls(seat: StripSeat) -> str:
    states = {"vk-on-turn": seat.on_turn, "vk-out": seat.out, "vk-me": seat.you, "vk-touched": seat.touched}
    return " ".join(["vk-seat", seat.tint, *(cls for cls, holds in states.items() if holds)])


def _seat(pen: HtmlWriter, seat: StripSeat) -> list[object]:
    you = tag("small", seat.you) if seat.you else None
    sign = art.use(seat.sign, "vk-sign")
    return [
        tag("span", seat.place, cls="vk-ord") if seat.place else None,
        portrait(seat.portrait, seat.tint, seat.crest, seat.key),
        tag(
            "span",
            tag("span", sign, tag("b", seat.name), you, cls="vk-seat-name"),
            tag("span", seat.line, cls="vk-seat-line") if seat.line else None,
            tag("span", [number(pen, one) for one in seat.numbers], cls="vk-stats"),
            cls="vk-who",
        ),
        tag("span", list(seat.badges), cls="vk-seat-badges") if seat.badges else None,
        pen.unseen(f" {seat.on_turn}") if seat.on_turn else None,
        pen.unseen(f" {seat.out}") if seat.out else None,
        seat.press,
    ]
