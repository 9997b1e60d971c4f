"""What is told and heard at the table of V:TES: great moments, and what has happened last where nothing goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...moves import lines_of
from ...pen import Html, Pen, tag

if TYPE_CHECKING:
    from vendetta_kit.games.vtes.engine.views import View

__all__ = ["SOUNDS", "banners", "lately"]

SOUNDS: Final = {"played": "card", "torpor": "frenzy", "destroyed": "frenzy", "ousted": "frenzy", "over": "victory"}
"""The sound of an event, by its kind (:mod:`vendetta_widgets.sounds`)."""

LATELY: Final = 3
"""So many lines stand above the table where nothing goes on."""
GREAT: Final = ("ousted", "withdrawn")
"""Moments that have a banner of their own …"""
GIVES: Final = ("point", "entry.prey_ousted")
"""… and what they give to the predator, which is told with them."""


def banners(view: View, since: int, pen: Pen) -> Html:
    """A banner for great moments from number ``since`` on: somebody is out of the game, and what her predator gets."""
    lines = lines_of(view, since, pen)
    told = [line for line in lines if line.kind in (*GREAT, *GIVES)] if {line.kind for line in lines} & {*GREAT} else []
    items = [tag("li", pen.told(line.text, line.rules)) for line in told]
    return tag("div", tag("ul", items), cls="vk-banner", lang=pen.lang) if items else Html("")


def lately(view: View, pen: Pen) -> Html:
    """The last lines of what anybody has done."""
    told = [tag("li", pen.told(line.text, line.rules)) for line in lines_of(view, 0, pen)[-LATELY:]]
    return tag("ul", told, cls="vt-lately", lang=pen.lang) if told else Html("")
