"""The game page's frame: where everything goes."""

from __future__ import annotations

from . import art, log
from .pen import Html, Pen, tag
from .shared import hole, jumps

__all__ = ["frame"]


def frame(pen: Pen, beginner: bool) -> Html:
    """Say where everything goes: what a person does beside the table, the table, and above both what goes for all.

    For a ``beginner`` rules stand as a quiet sign, without their codes.
    """
    top = tag("div", hole("head"), hole("intro"), hole("drawer"), hole("clock"), cls="vk-top")
    side = tag(
        "div",
        hole("glance"),
        hole("past"),
        hole("coach"),
        hole("panel"),
        hole("recap"),
        hole("advice"),
        hole("bet"),
        hole("agenda"),
        log.frame(pen),
        cls="vk-side",
    )
    felt = tag("div", hole("show"), hole("moment"), hole("places"), hole("players"), cls="vk-felt")
    main = tag("div", side, hole("timeline"), felt, cls="vk-main")
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
