"""The game page's frame: where everything goes, and what stands in its head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from . import art, log, table
from .controls import Option, button, row
from .glance import glance
from .help import LEVELS
from .pen import Html, Pen, joined, tag
from .shared import hole, jumps

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View

__all__ = ["around", "frame", "menu"]

SIGNS: Final = {"new": "play", "undo": "undo", "save": "save", "load": "load", "export": "save"}
"""The signs of what the menu offers."""


def frame(pen: Pen, beginner: bool) -> Html:
    """Say where everything goes: what a person does beside the table, the table, and above both what goes for all.

    What the guide says stands above the table, where it moves nothing that is asked; on narrow pages over the question.
    For a ``beginner`` rules stand as a quiet sign, without their codes.
    """
    top = tag("div", hole("head"), hole("intro"), hole("drawer"), hole("clock"), cls="vk-top")
    beside = tag(
        "div",
        hole("past"),
        hole("panel"),
        hole("recap"),
        hole("advice"),
        hole("bet"),
        hole("agenda"),
        log.frame(pen),
        hole("timeline"),
        cls="vk-beside",
    )
    side = tag("div", hole("glance"), hole("coach"), beside, cls="vk-side")
    felt = tag("div", hole("show"), hole("moment"), hole("places"), hole("players"), cls="vk-felt")
    main = tag("div", side, felt, cls="vk-main")
    return tag(
        "div",
        Html(art.sheet()),
        top,
        hole("alert"),
        hole("result"),
        main,
        hole("bar"),
        jumps(pen),
        hole("foot"),
        cls="vk-game vk-beginner" if beginner else "vk-game",
    )


def menu(pen: Pen, offered: Sequence[str], level: str) -> tuple[Html, Html]:
    """Write what the menu offers, and how much help is shown now: one of :data:`.LEVELS`."""
    items = [
        button(joined([art.use(SIGNS[which]), " ", pen.say(which)]), "menu", which, on=None, data_key=f"menu-{which}")
        for which in offered
    ]
    helps = row(pen, pen.say("help"), "help", [Option(k, pen.say(f"help.{k}")) for k in LEVELS], level)
    return (
        tag("div", items, cls="vk-menu vk-buttons", role="group", aria_label=pen.say("menu")),
        tag("div", helps, cls="vk-helps"),
    )


def around(view: View, pen: Pen, counts: bool, before: View | None) -> dict[str, Html]:
    """Write what lies around the Locations, made from the view; what has changed since ``before`` is marked."""
    return {
        "clock": table.clock(view, pen),
        "glance": glance(view, pen),
        "agenda": table.agenda(view, pen),
        "players": table.players(view, pen, counts, before),
    }
